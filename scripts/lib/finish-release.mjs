// Trunk's post_build hook. A release gets the Content-Security-Policy (`trunk serve` injects an inline reload
// script, so debug builds go without), one style sheet, and the parts of the program that are loaded later.
import { createHash } from "node:crypto";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

// Where scripts/lib/split/split.mjs leaves them.
const PARTS = join("wasm-bindgen", "release", "parts");

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "font-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The policy must follow the charset, which has to be in the first 1024 bytes, and precede all else. */
function withPolicy(html) {
  const charset = /<meta charset=[^>]*>/i;
  if (!charset.test(html)) throw new Error("index.html has no <meta charset> to put the policy after");
  return html.replace(charset, (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

/** All style sheets as one file: one request, and it compresses better. */
async function withOneStyleSheet(html, dist) {
  const links = [...html.matchAll(/<link [^>]*?href="?\.\/([\w-]+\.css)"?[^>]*>/g)];
  if (links.length === 0) throw new Error("index.html links no style sheet");
  const files = links.map(([, file]) => join(dist, file));
  const sheets = await Promise.all(files.map((file) => readFile(file)));
  const sheet = Buffer.concat(sheets);
  const name = `style-${createHash("sha256").update(sheet).digest("hex").slice(0, 16)}.css`;
  await writeFile(join(dist, name), sheet);
  await Promise.all(files.map((file) => rm(file)));
  const integrity = `sha384-${createHash("sha384").update(sheet).digest("base64")}`;
  const one = `<link rel="stylesheet" href="./${name}" integrity="${integrity}">`;
  return links.reduce((page, [link], at) => page.replace(link, at === 0 ? () => one : ""), html);
}

if (process.env.TRUNK_PROFILE === "release") {
  const dist = process.env.TRUNK_STAGING_DIR;
  const page = join(dist, "index.html");
  const html = await withOneStyleSheet(await readFile(page, "utf8"), dist);
  await writeFile(page, withPolicy(html));
  const target = process.env.CARGO_TARGET_DIR ?? join(process.env.TRUNK_SOURCE_DIR, "target");
  await cp(join(target, PARTS), dist, { recursive: true });
}
