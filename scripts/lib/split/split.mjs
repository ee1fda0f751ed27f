// What Trunk runs as wasm-bindgen when it builds a release: splits the program at the
// functions marked for it (src/ui/view/later.rs), lets wasm-bindgen do its work, makes
// everything small, and leaves the parts that are loaded later in <out-dir>/parts.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedByLikeness } from "./alike.mjs";
import { shortImports } from "./imports.mjs";

const FEATURES = [
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
];

const run = (program, ...args) => execFileSync(program, args, { stdio: "inherit" });
const wasmBindgen = (...args) => run(process.env.WASM_BINDGEN, ...args);

function shrink(wasm) {
  run("wasm-opt", ...FEATURES, "-g", "-Oz", wasm, "-o", wasm);
  writeFileSync(wasm, namedByLikeness(readFileSync(wasm)));
  // Once more: the first pass leaves some to be found.
  run("wasm-opt", ...FEATURES, "--reorder-functions-by-name", "-Oz", "--strip-debug", "--strip-producers", "--strip-target-features", wasm, "-o", wasm);
}

/** Code that several parts share comes in many small pieces; those below this size, in bytes, share a file. */
const SMALL = 16 * 1024;
/** Parts that every page of annotations loads: the pieces that they need are in a file without the others. */
const SOON = ["files", "more"];

/** The small pieces that one of the parts loaded soon needs: above the loader of each piece stand the parts that do. */
function neededSoon(loader) {
  const pieces = loader.matchAll(/\/\* ([\w, ]+) \*\/\nconst __(chunk_\w+) =/g);
  const soon = [...pieces].filter(([, parts]) => parts.split(", ").some((part) => SOON.includes(part)));
  return new Set(soon.map(([, , piece]) => `${piece}.wasm`));
}

/** What a part is called: by its own name, or, shared code, by the parts that share it, as a comment of the loader says. */
function nameOf(file, loader) {
  if (file.startsWith("split_")) return file.replace(/^split_/, "");
  const [, users] = loader.match(new RegExp(String.raw`^/\* ([\w, ]+) \*/\nconst __${file.replace(".wasm", "")} =`, "m")) ?? [];
  return users ? `${users.replaceAll(", ", "-")}.wasm` : file;
}

/**
 * Puts the parts into `directory` under names that change with their contents. Returns, by the old names, the code
 * that fetches each, a file of its own or a range of a file of small pieces; and the names of these files.
 */
function publish(parts, directory, loader) {
  const soon = neededSoon(loader);
  mkdirSync(directory, { recursive: true });
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
      const pack = soon.has(file) ? "soon" : "later";
      const start = packs[pack].reduce((length, piece) => length + piece.length, 0);
      fetches.set(file, `piece("${pack}", ${start}, ${start + bytes.length})`);
      packs[pack].push(bytes);
    } else {
      const name = write(nameOf(file, loader), bytes);
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

function main(args) {
  if (args.includes("--version")) return wasmBindgen("--version");
  const option = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const [outDir, outName] = [option("out-dir"), option("out-name")];
  const input = args.find((arg) => arg.endsWith(".wasm"));
  const split = join(outDir, "split");
  const published = join(outDir, "parts");
  for (const directory of [split, published]) rmSync(directory, { recursive: true, force: true });

  mkdirSync(split, { recursive: true });
  run("wasm-split-cli", "--target", "web", "--out-name", outName, input, split);
  const rest = args.filter((arg) => arg !== input);
  wasmBindgen(...rest, "--keep-lld-exports", "--keep-debug", join(split, `${outName}.wasm`));
  const program = join(outDir, `${outName}_bg.wasm`);
  const script = join(outDir, `${outName}.js`);
  const short = shortImports(readFileSync(program), readFileSync(script, "utf8"));
  writeFileSync(program, short.wasm);
  shrink(program);

  const loader = readFileSync(join(split, "__wasm_split.js"), "utf8");
  writeFileSync(script, withLoader(short.script, loader, publish(split, published, loader)));
  run("esbuild", script, "--minify", "--format=esm", "--target=es2022", "--log-level=warning", "--allow-overwrite", `--outfile=${script}`);
}

main(process.argv.slice(2));
