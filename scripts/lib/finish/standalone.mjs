// What the app makes one HTML file of, which runs from disk: a page with the scripts and styles inside, and the list
// of the files that public/assemble.js puts into it. All that can be run is fixed here, so that a policy can name it.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digests, filesBelow, filled, inlineScript, integrity, withoutExports } from "./files.mjs";
import { OUTSIDE, policy } from "./policy.mjs";

const SHELL = "standalone.html";

// As in public/standalone.js. A file on disk has no address below which the program could ask for its parts.
const BASE = "https://spanwise.invalid/";

/** Files that the program asks for while it runs, but those of the builder, which needs more than is in one file, and of
 *  workers, which a page without an address cannot start. */
const isAskedFor = (name) =>
  (name.endsWith(".wasm") || name.startsWith("languages/")) && !/\/split_(build|deploy)|^languages\/build\b|^(tokenizer|commands)\//.test(name);

/** Files with icons, of which a page needs those of its template. */
const hasIcons = (name) => /^font-awesome\/\d+\.json$/.test(name);

/** The program's script as one that leaves its exports in `globalThis.spanwiseGlue`, where public/boot.js finds them. */
function asGlobal(script, address) {
  const define = `--define:import.meta.url=${JSON.stringify(address)}`;
  return execFileSync("esbuild", [script, "--format=iife", "--global-name=spanwiseGlue", "--minify", define, "--log-override:duplicate-object-key=silent"], { encoding: "utf8" });
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

/** Writes standalone.html, try.html and files.json; the program is in the folder `program`. */
export async function writeStandalone({ dist, source, program }) {
  const files = await filesBelow(dist);
  const text = (name) => readFile(join(dist, name), "utf8");
  const ours = (name) => readFile(join(source, "public", name), "utf8");
  const [page, boot, words, style, icon, loader, body] = await Promise.all([
    ours("standalone.html"),
    ours("boot.js"),
    ours("words.js"),
    text(`${program}/style.css`),
    ours("icon.svg"),
    ours("standalone.js"),
    readFile(join(source, "index.html"), "utf8").then(bodyOf),
  ]);
  const glue = asGlobal(join(dist, program, "spanwise-app.js"), `${BASE}${program}/spanwise-app.js`);
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
    PROGRAM: `${BASE}${program}/spanwise-app_bg.wasm`,
    ...scripts,
  });
  await writeFile(join(dist, SHELL), shell);
  await writeFile(join(dist, "try.html"), await tryPage(ours, policyOf, scripts));
  const list = {
    shell: { name: SHELL, integrity: integrity(shell) },
    files: Object.fromEntries(await digests(dist, files.filter(isAskedFor))),
    icons: Object.fromEntries(await digests(dist, files.filter(hasIcons))),
  };
  await writeFile(join(dist, "files.json"), `${JSON.stringify(list)}\n`);
}
