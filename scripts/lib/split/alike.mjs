// Puts functions that are alike next to each other, so that gzip, which looks back 32 KB, finds more to repeat: some
// 2 % of the download. wasm-opt orders functions by their names, so they are given names in the wanted order.
import { CODE, CUSTOM, IMPORTS, Reading, block, file, imports, number, sections } from "./wasm.mjs";

/** Runs of so many bytes are what functions are compared by. */
const RUN = 6;
/** A run in more functions than this says nothing about which are alike. */
const COMMON = 60;
/** How far back the end of the order looks, in bytes: gzip's window, less what lies between. */
const WINDOW = 26_000;
/** Keeps a tiny function from seeming all alike. */
const TINY = 20;

const FUNCTION_NAMES = 1;

function bodies(bytes) {
  const reading = new Reading(bytes);
  return Array.from({ length: reading.number() }, () => reading.block());
}

/** The runs of each function, without those that are in no other, or in too many. */
function runsOf(functions) {
  const holders = new Map();
  functions.forEach((body, at) => {
    for (let start = 0; start + RUN <= body.length; start += 1) {
      const run = body.readUIntLE(start, RUN);
      const known = holders.get(run);
      if (!known) holders.set(run, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  });
  const runs = functions.map(() => []);
  for (const known of holders.values()) {
    if (known.length > 1 && known.length <= COMMON) known.forEach((at) => runs[at].push(known));
  }
  return runs;
}

/** The numbers of the functions, each as much like those shortly before it as can be. */
function order(functions) {
  const runs = runsOf(functions);
  const shared = functions.map(() => 0);
  const inWindow = new Map();
  const window = [];
  let windowSize = 0;

  const enter = (at) => {
    window.push(at);
    windowSize += functions[at].length;
    for (const holders of runs[at]) {
      const times = inWindow.get(holders) ?? 0;
      inWindow.set(holders, times + 1);
      if (times === 0) for (const holder of holders) shared[holder] += 1;
    }
  };
  const leave = (at) => {
    windowSize -= functions[at].length;
    for (const holders of runs[at]) {
      const times = inWindow.get(holders) - 1;
      inWindow.set(holders, times);
      if (times === 0) for (const holder of holders) shared[holder] -= 1;
    }
  };

  const left = new Set(functions.keys());
  const best = (worth) => [...left].reduce((found, at) => (worth(at) > worth(found) ? at : found));
  const ordered = [];
  while (left.size > 0) {
    const next = best(ordered.length ? (at) => shared[at] / (functions[at].length + TINY) : (at) => functions[at].length);
    left.delete(next);
    ordered.push(next);
    enter(next);
    while (windowSize > WINDOW && window.length > 1) leave(window.shift());
  }
  return ordered;
}

/** The file with its functions named in the order in which they should stand. */
export function namedByLikeness(wasm) {
  const all = sections(wasm);
  const bytesOf = (wanted) => all.find(({ kind }) => kind === wanted)?.bytes ?? Buffer.from([0]);
  // They come first when functions are counted.
  const imported = imports(bytesOf(IMPORTS)).filter(({ isFunction }) => isFunction).length;
  const names = [];
  order(bodies(bytesOf(CODE))).forEach((at, rank) => (names[at] = `f${String(rank).padStart(6, "0")}`));
  const entries = names.flatMap((name, at) => [number(imported + at), block(name)]);
  const table = Buffer.concat([number(names.length), ...entries]);
  const section = Buffer.concat([block("name"), number(FUNCTION_NAMES), block(table)]);
  const isNames = ({ kind, bytes }) => kind === CUSTOM && new Reading(bytes).block().toString() === "name";
  return file([...all.filter((other) => !isNames(other)), { kind: CUSTOM, bytes: section }]);
}
