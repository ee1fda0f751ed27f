// What the app makes one HTML file of, which runs from disk: a page with the scripts and styles inside, and the list
// of the files that public/assemble.js puts into it. All that can be run is fixed here, so that a policy can name it.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow, filled, inlineScript, integrity, withoutExports } from "./files.mjs";
import { OUTSIDE, policy } from "./policy.mjs";

const SHELL = "standalone.html";

// As in public/standalone.js. A file on disk has no address below which the program could ask for its parts.
const BASE = "https://spanwise.invalid/";

/** Files that the program asks for while it runs, but those of the builder, which needs more than is in one file. */
const isAskedFor = (name) =>
  (/\.(wasm|bin)$/.test(name) || name.startsWith("languages/")) && !/^(build|deploy|languages\/build)\b/.test(name);

/** Files with icons, of which a page needs those of its template. */
const hasIcons = (name) => /^font-awesome\/\d+\.json$/.test(name);

function only(files, pattern) {
  const found = files.filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`one file of the build should be called ${pattern}: ${found.join(", ") || "none is"}`);
  return found[0];
}

/** wasm-bindgen's module as a script that leaves its exports in `globalThis.spanwiseGlue`. */
function asScript(glue) {
  const exports = /export\s*\{([^}]*)\}\s*;?\s*$/;
  if (!exports.test(glue)) throw new Error("the generated script does not end in its exports: has wasm-bindgen changed?");
  const named = (list) => list.split(",").map((pair) => pair.trim().split(/\s+as\s+/)).map(([local, name = local]) => `${JSON.stringify(name)}:${local}`);
  return glue
    .replace(exports, (_, list) => `globalThis.spanwiseGlue={${named(list).join(",")}};`)
    .replaceAll("import.meta.url", () => JSON.stringify(BASE));
}

/** boot.js with words.js in it: a file on disk can import none. */
function withWords(boot, words) {
  const imported = 'import("./words.js")';
  if (!boot.includes(imported)) throw new Error(`public/boot.js does not say ${imported}`);
  return `${withoutExports(words)}\n${boot.replaceAll(imported, "Promise.resolve({ words, translate })")}`;
}

/** What index.html shows before the program runs. */
function bodyOf(html) {
  const body = html.match(/<body>\n(.*?)\s*<\/body>/s);
  if (!body) throw new Error("index.html has no <body>");
  return body[1];
}

/** The page in which the app shows such a file before it is saved: what may run in the file may run there. It writes
 *  the file's text as a page, for which it has a policy of its own; the file's own policy, which it has then, allows none. */
async function tryPage(ours, policyOf, scripts) {
  const [page, code] = await Promise.all([ours("try.html"), ours("try.js")]);
  inlineScript(code, "TRY");
  return filled(page, { POLICY: policyOf({ ...scripts, TRY: code }, "spanwise-try"), TRY: code });
}

/** Writes standalone.html, try.html and files.json. */
export async function writeStandalone({ dist, source }) {
  const files = await filesBelow(dist);
  const text = (name) => readFile(join(dist, name), "utf8");
  const ours = (name) => readFile(join(source, "public", name), "utf8");
  const [page, boot, words, style, icon, loader, body, glue] = await Promise.all([
    ours("standalone.html"),
    ours("boot.js"),
    ours("words.js"),
    text(only(files, /^style-\w+\.css$/)),
    ours("icon.svg"),
    ours("standalone.js"),
    readFile(join(source, "index.html"), "utf8").then(bodyOf),
    text(only(files, /^spanwise-app-\w+\.js$/)).then(asScript),
  ]);
  const scripts = { FILES: loader, GLUE: glue, BOOT: withWords(boot, words) };
  for (const [name, code] of Object.entries(scripts)) inlineScript(code, name);
  const policyOf = (scripts, trustedTypes = "'none'") => policy({
    ...OUTSIDE,
    "script-src": `${Object.values(scripts).map((code) => `'${integrity(code)}'`).join(" ")} 'wasm-unsafe-eval'`,
    "style-src": `'${integrity(style)}'`,
    "font-src": undefined,
    "manifest-src": undefined,
    "worker-src": undefined,
    "trusted-types": trustedTypes,
  });
  const shell = filled(page, {
    POLICY: policyOf(scripts),
    ICON: Buffer.from(icon).toString("base64"),
    STYLE: style,
    BODY: body,
    PROGRAM: `${BASE}${only(files, /^spanwise-app-\w+_bg\.wasm$/)}`,
    ...scripts,
  });
  await writeFile(join(dist, SHELL), shell);
  await writeFile(join(dist, "try.html"), await tryPage(ours, policyOf, scripts));
  const digests = async (names) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, integrity(await readFile(join(dist, name)))])));
  const list = {
    shell: { name: SHELL, integrity: integrity(shell) },
    files: await digests(files.filter(isAskedFor)),
    icons: await digests(files.filter(hasIcons)),
  };
  await writeFile(join(dist, "files.json"), `${JSON.stringify(list)}\n`);
}
