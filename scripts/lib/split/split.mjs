// Splits the program at the functions marked for it (src/app/lazy.rs) into what starts and what is loaded when it is
// first needed, and makes all of it small.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortImports } from "./imports.mjs";

const FEATURES = [
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
];

const NAME = "spanwise-app";

const run = (program, ...args) => execFileSync(program, args, { stdio: "inherit" });
/** Shows what the program says only if it fails: wasm-opt warns of names of labels, which it has no use for. */
const runQuietly = (program, ...args) => execFileSync(program, args, { stdio: "pipe" });

function shrink(wasm) {
  const opt = (...args) => runQuietly("wasm-opt", ...FEATURES, ...args, wasm, "-o", wasm);
  opt("-Oz", "--debuginfo");
  // Once more: the first pass leaves some to be found. By their names, functions that are alike stand together, where
  // gzip finds more to repeat: 3 % of the download.
  opt("-Oz", "--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features");
}

/** Code that several parts share comes in many small pieces; those below this size, in bytes, share a file. */
const SMALL = 16 * 1024;
/** Parts that every page of annotations loads: the pieces that they need are in a file without the others. */
const SOON = ["files", "more"];

/** By the file of each piece, the parts that share it: they stand above its loader. */
function sharers(loader) {
  const pieces = loader.matchAll(/\/\* ([\w, ]+) \*\/\nconst __(chunk_\w+) =/g);
  return new Map([...pieces].map(([, parts, piece]) => [`${piece}.wasm`, parts.split(", ")]));
}

/**
 * Puts the parts into `directory` under names that change with their contents; what is `shared` is named by its
 * sharers. Returns, by the old names, the code that fetches each, a file of its own or a range of a file of small
 * pieces; and the names of these files.
 */
function publish(parts, directory, shared) {
  const write = (name, bytes) => {
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const [stem, extension] = name.split(".");
    const published = `${stem}-${digest}.${extension}`;
    writeFileSync(join(directory, published), bytes);
    return published;
  };
  const fetches = new Map();
  const packs = { soon: [], later: [] };
  for (const file of readdirSync(parts).filter((name) => /^(split|chunk)_.*\.wasm$/.test(name))) {
    shrink(join(parts, file));
    const bytes = readFileSync(join(parts, file));
    if (file.startsWith("chunk_") && bytes.length < SMALL) {
      const pack = shared.get(file)?.some((part) => SOON.includes(part)) ? "soon" : "later";
      const start = packs[pack].reduce((length, piece) => length + piece.length, 0);
      fetches.set(file, `piece("${pack}", ${start}, ${start + bytes.length})`);
      packs[pack].push(bytes);
    } else {
      const stem = shared.get(file)?.join("-") ?? file.replace(/^split_|\.wasm$/g, "");
      const name = write(`${stem}.wasm`, bytes);
      fetches.set(file, `fetch(new URL("./${name}", import.meta.url))`);
    }
  }
  const files = Object.entries(packs).map(([pack, pieces]) => [pack, write(`pieces_${pack}.bin`, Buffer.concat(pieces))]);
  return { fetches, files };
}

/** What gives a range of a file of small pieces, which is fetched once, or again after it could not be had. */
const pieceLoader = (files) => `
const packs = { ${files.map(([pack, name]) => `${pack}: new URL("./${name}", import.meta.url)`).join(", ")} };
const pieces = {};
const allPieces = (pack) => (pieces[pack] ??= fetch(packs[pack]).then((answer) => answer.arrayBuffer()).catch((failure) => {
  delete pieces[pack];
  throw failure;
}));
const piece = (pack, from, to) => allPieces(pack).then((all) => ({ arrayBuffer: () => all.slice(from, to) }));
`;

/** Like replaceAll, for what must be there: if it isn't, wasm-split or wasm-bindgen write something else than they did. */
function replaced(text, pattern, replacement) {
  if (text.search(pattern) < 0) throw new Error(`${pattern} is not in the generated script: has wasm-split changed?`);
  return text.replace(pattern, replacement);
}

/** wasm-split's loader of the parts becomes a piece of the main script: one file less, and no name to keep in step. */
function withLoader(script, loader, { fetches, files }) {
  const loads = [];
  let code = replaced(loader, /^import \{ initSync \} from .*$/m, "");
  code = replaced(code, /^export const (\w+) =/gm, (_, name) => {
    loads.push(name);
    return `const ${name} =`;
  });
  for (const [file, how] of fetches) code = code.replaceAll(`fetch(new URL("./${file}", import.meta.url))`, how);
  if (/\.\/(split|chunk)_\w+\.wasm/.test(code)) throw new Error("a part is fetched in a way that is not known: has wasm-split changed?");
  // Streaming would need a host that knows the type of the file.
  const whole = "src.then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, imports))";
  code = replaced(code, /WebAssembly\.instantiateStreaming\(src, imports\)/g, whole);
  const imports = /^import \* as (\w+) from ["']\.\/__wasm_split\.js["'];?$/gm;
  return `${pieceLoader(files)}${code}\nconst parts = { ${loads.join(", ")} };\n${replaced(script, imports, "const $1 = parts;")}`;
}

/**
 * Splits the compiled `program`. `work` is a folder for what lies between, emptied first; the parts that are loaded later
 * are written into `dist`. Returns the program that starts and its script.
 */
export function splitProgram({ program, work, dist }) {
  rmSync(work, { recursive: true, force: true });
  const [parts, bound] = [join(work, "parts"), join(work, "bound")];
  mkdirSync(parts, { recursive: true });
  run("wasm-split-cli", "--target", "web", "--out-name", NAME, program, parts);
  run("wasm-bindgen", "--target", "web", "--no-typescript", "--keep-lld-exports", "--keep-debug", "--out-dir", bound, "--out-name", NAME, join(parts, `${NAME}.wasm`));
  const [wasm, script] = [join(bound, `${NAME}_bg.wasm`), join(bound, `${NAME}.js`)];
  const short = shortImports(readFileSync(wasm), readFileSync(script, "utf8"));
  writeFileSync(wasm, short.wasm);
  shrink(wasm);

  const loader = readFileSync(join(parts, "__wasm_split.js"), "utf8");
  writeFileSync(script, withLoader(short.script, loader, publish(parts, dist, sharers(loader))));
  run("esbuild", script, "--minify", "--format=esm", "--target=es2022", "--log-level=error", "--allow-overwrite", `--outfile=${script}`);
  return { wasm: readFileSync(wasm), script: readFileSync(script) };
}
