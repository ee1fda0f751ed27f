// Measures the figures of a large study, computed by the command line as it is compiled for the page, in Node, and prints
// a table: 40 000 annotations of four annotators with all figures but γ, in one worker (a page has two for it, which
// tests/e2e/bench.mjs measures), and γ of 1 000 pairs.
// Usage: node commands/bench.mjs [PROGRAM] [--each]   (after scripts/build; PROGRAM: another spanwise.wasm, or the command of
// this machine, on one thread; --each: also each measure alone)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { study } from "../tests/e2e/bench-study.mjs";

const [PROGRAM = "target/commands/spanwise.wasm"] = process.argv.slice(2).filter((argument) => argument !== "--each");
/** The most seconds that γ may take. */
const BUDGET = 2;

const ANNOTATORS = 4;
const ITEMS = 2_500;
const EDITS = 4;
// As the page asks for them.
const BUT_GAMMA = "counts,pearson,f1,schemes,soft,s-empty,confusion,alpha,two-agree,kappa";

/** A function that runs the program with arguments on the files of a folder, as commands/worker.mjs does. */
async function program(folder) {
  if (!PROGRAM.endsWith(".wasm")) {
    mkdirSync(join(folder, "out"));
    const options = { cwd: folder, env: { RAYON_NUM_THREADS: "1" }, stdio: ["ignore", "ignore", "inherit"] };
    return (args) => execFileSync(PROGRAM, args, options);
  }
  const compiled = await WebAssembly.compile(readFileSync(PROGRAM));
  const files = readdirSync(folder).map((name) => [name, new File(readFileSync(join(folder, name)), { readonly: true })]);
  return async (args) => {
    const root = new PreopenDirectory("/", new Map([...files, ["out", new Directory(new Map())]]));
    const streams = [new OpenFile(new File([])), new ConsoleStdout(() => {}), ConsoleStdout.lineBuffered(console.error)];
    const wasi = new WASI(["spanwise", ...args], [], [...streams, root], { debug: false });
    const code = wasi.start(await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.wasiImport }));
    if (code !== 0) throw new Error(`spanwise ${args.join(" ")}: ${code}`);
  };
}

/** The seconds that arguments take: the least of three runs. */
async function seconds(run, args) {
  const taken = [];
  for (let n = 0; n < 3; n += 1) {
    const start = performance.now();
    await run(args);
    taken.push((performance.now() - start) / 1000);
  }
  return Math.min(...taken);
}

const folder = mkdtempSync(join(tmpdir(), "spanwise-bench-"));
try {
  const written = (files) => files.map(({ name, text }) => (writeFileSync(join(folder, name), text), name));
  const many = written(study("study", ANNOTATORS, ITEMS, EDITS));
  const two = written(study("pair", 2, 1_000, 20));
  const run = await program(folder);
  const agree = (measures, files) => ["agree", ...files, "--measures", measures, "--json"];
  const page = ["report", ...many, "--measures", BUT_GAMMA, "--json", "--force", "--output", "out/report.html"];
  const single = process.argv.includes("--each") ? BUT_GAMMA.split(",") : [];
  const rows = [
    ["stats", ["stats", ...many, "--json"]],
    ["agree, all but γ", agree(BUT_GAMMA, many)],
    ...single.map((name) => [`agree, ${name}`, agree(name, many)]),
    [`report of ${(ANNOTATORS * ITEMS * EDITS).toLocaleString("en")} annotations, all but γ`, page],
    ["γ of 1,000 pairs of 20 edits", agree("gamma", two), BUDGET],
  ];
  for (const [name, args, budget] of rows) {
    const taken = await seconds(run, args);
    console.log(`${name.padEnd(48)}${taken.toFixed(2).padStart(7)} s${budget ? `  (≤ ${budget})` : ""}`);
    if (taken > (budget ?? Infinity)) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
