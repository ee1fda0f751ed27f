// Short names for what the program imports from its script: wasm-bindgen's long ones stand in both, 7 KB of the download.
import { IMPORTS, block, file, imports, number, sections } from "./wasm.mjs";

/** The module whose functions wasm-bindgen writes: the script itself. */
const SCRIPT = /^\.\/[\w-]+_bg\.js$/;
const SHORT_MODULE = "s";

/** The file and its script with short names for what the script gives the file. */
export function shortImports(wasm, script) {
  const all = sections(wasm);
  const section = all.find(({ kind }) => kind === IMPORTS);
  const given = imports(section.bytes);
  const short = new Map();
  const entries = given.map(({ module, name, what }) => {
    const isOurs = SCRIPT.test(module);
    if (isOurs) short.set(name, short.get(name) ?? `_${short.size.toString(36)}`);
    return [block(isOurs ? SHORT_MODULE : module), block(isOurs ? short.get(name) : name), what];
  });
  const bytes = Buffer.concat([number(given.length), ...entries.flat()]);
  const module = given.find(({ module }) => SCRIPT.test(module)).module;
  const missing = new Set(short.keys());
  const renamed = script.replaceAll(`"${module}"`, `"${SHORT_MODULE}"`).replace(/^( +)(\w+)(?=: )/gm, (line, indent, name) => {
    if (!short.has(name)) return line;
    missing.delete(name);
    return indent + short.get(name);
  });
  if (missing.size > 0) throw new Error(`the script does not give ${[...missing].join(", ")}: has wasm-bindgen changed?`);
  return { wasm: file(all.map((other) => (other === section ? { ...section, bytes } : other))), script: renamed };
}
