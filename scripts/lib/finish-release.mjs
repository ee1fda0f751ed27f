// Trunk's post_build hook. Every build gets the list of its templates and the pages at Thresh's addresses. A release
// also gets the Content-Security-Policy (`trunk serve` injects an inline reload script, so debug builds go without),
// one style sheet, short scripts, the parts of the program that are loaded later, the makings of one HTML file, and the service worker.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAddresses } from "./finish/addresses.mjs";
import { shortDigest } from "./finish/files.mjs";
import { withPolicy } from "./finish/policy.mjs";
import { writeStandalone } from "./finish/standalone.mjs";
import { writeTemplateIndex } from "./finish/templates.mjs";
import { writeWorker, writeWorkerThatLeaves } from "./finish/worker.mjs";
import { splitProgram } from "./split/split.mjs";

/** What Trunk gives the attributes of its links. */
const trunkIntegrity = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

/** Like replaceAll, for what must be there. */
function exchanged(page, before, after) {
  if (!page.includes(before)) throw new Error(`index.html does not name ${before}: has Trunk changed?`);
  return page.replaceAll(before, after);
}

/** The program in parts instead of Trunk's, which is in one piece: `html` names its files and their digests. */
async function withParts(html, dist, target) {
  const program = join(target, "wasm32-unknown-unknown", "release", "spanwise-app.wasm");
  const { wasm, script } = splitProgram({ program, work: join(target, "split"), dist });
  const digest = shortDigest(Buffer.concat([wasm, script]));
  const files = await readdir(dist);
  let page = html;
  for (const [ending, content] of [["_bg.wasm", wasm], [".js", script]]) {
    const name = files.find((file) => file.startsWith("spanwise-app-") && file.endsWith(ending));
    const whole = await readFile(join(dist, name));
    page = exchanged(page, name, `spanwise-app-${digest}${ending}`);
    page = exchanged(page, trunkIntegrity(whole), trunkIntegrity(content));
    await rm(join(dist, name));
    await writeFile(join(dist, `spanwise-app-${digest}${ending}`), content);
  }
  return page;
}

/** What esbuild makes of a script or style sheet, without comments and long names. */
const shortened = (text, loader) =>
  execFileSync("esbuild", [`--loader=${loader}`, "--minify", "--target=es2022", "--log-level=warning"], {
    input: text, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"],
  });

/** All style sheets as one short file: one request, and it compresses better. */
async function withOneStyleSheet(html, dist) {
  const links = [...html.matchAll(/<link [^>]*?href="?\.\/([\w-]+\.css)"?[^>]*>/g)];
  if (links.length === 0) throw new Error("index.html links no style sheet");
  const files = links.map(([, file]) => join(dist, file));
  const sheets = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const sheet = shortened(sheets.join("\n"), "css");
  const name = `style-${createHash("sha256").update(sheet).digest("hex").slice(0, 16)}.css`;
  await writeFile(join(dist, name), sheet);
  await Promise.all(files.map((file) => rm(file)));
  const one = `<link rel="stylesheet" href="./${name}" integrity="${trunkIntegrity(sheet)}">`;
  return links.reduce((page, [link], at) => page.replace(link, at === 0 ? () => one : ""), html);
}

/** The scripts of every visit, shortened. */
async function shortenScripts(dist) {
  for (const path of ["boot.js", "offline.js"].map((name) => join(dist, name))) {
    await writeFile(path, shortened(await readFile(path, "utf8"), "js"));
  }
}

async function finishRelease(dist, source) {
  await shortenScripts(dist);
  const page = join(dist, "index.html");
  const target = process.env.CARGO_TARGET_DIR ?? join(source, "target");
  const html = await withParts(await readFile(page, "utf8"), dist, target);
  await writeFile(page, withPolicy(await withOneStyleSheet(html, dist)));
  // The program has these texts in it.
  await Promise.all(["en.json", "build/en.json"].map((name) => rm(join(dist, "languages", name))));
}

const dist = process.env.TRUNK_STAGING_DIR;
const source = process.env.TRUNK_SOURCE_DIR;
const isRelease = process.env.TRUNK_PROFILE === "release";
if (isRelease) await finishRelease(dist, source);
const templates = await writeTemplateIndex(dist);
const addresses = await writeAddresses({ dist, source, templates });
if (isRelease) {
  await writeStandalone({ dist, source });
  await writeWorker({ dist, source, addresses });
} else {
  await writeWorkerThatLeaves({ dist, source });
}
