// Runs the command line (crates/cli, compiled for WASI) on files in memory; public/commands.js starts this worker, and sends
// it the compiled program.
// Told `{ files }`, with names and contents (bytes), it keeps these for the commands that follow; asked for
// `{ number, run, own }`, with the arguments of a command and files for it alone, it answers `{ number, code,
// output, errors, written, archive }`: the exit code, standard output, standard error, the files that the command wrote below
// `out/` and, if these are the files of a folder, a ZIP archive of them. Lines of `--progress-lines` come before, as
// `{ number, progress }`.
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { zipSync } from "fflate";

const OUT = "out";

let received;
/** The compiled program. */
const program = new Promise((resolve) => (received = resolve));

/** The files that commands read: names to files, or to folders of them. */
let inputs = new Map();

/** Puts a file into nested maps by the parts of its name. */
function place(folder, name, file) {
  const [first, ...rest] = name.split("/");
  if (rest.length === 0) return folder.set(first, file);
  const inner = folder.get(first);
  const below = inner instanceof Directory ? inner : new Directory(new Map());
  folder.set(first, below);
  place(below.contents, rest.join("/"), file);
}

/** Puts files beside others. */
function placed(files, beside) {
  const all = new Map(beside);
  for (const [name, bytes] of files) place(all, name, new File(bytes, { readonly: true }));
  return all;
}

/** The files in a folder and below it, by their names in it. */
function filesIn(folder, prefix = "") {
  return [...folder.contents].flatMap(([name, entry]) =>
    entry instanceof Directory ? filesIn(entry, `${prefix}${name}/`) : [[prefix + name, entry.data]],
  );
}

/** A stream whose whole text is wanted. */
function collected() {
  const decoder = new TextDecoder();
  let text = "";
  const stream = new ConsoleStdout((chunk) => (text += decoder.decode(chunk, { stream: true })));
  return { stream, text: () => text };
}

/** Standard error: messages are kept, lines about progress are told at once. */
function errorStream(told) {
  let messages = "";
  const stream = ConsoleStdout.lineBuffered((line) => {
    if (line.startsWith('{"done":') && line.includes('"progress":')) told(JSON.parse(line));
    else messages += `${line}\n`;
  });
  return { stream, text: () => messages };
}

/** The size of the arguments in UTF-8, as they are written. The shim counts UTF-16, so that other letters than ASCII overran. */
const sizesOf = (wasi) => (argc, size) => {
  const memory = new DataView(wasi.inst.exports.memory.buffer);
  const lengths = wasi.args.map((argument) => new TextEncoder().encode(argument).length + 1);
  memory.setUint32(argc, lengths.length, true);
  memory.setUint32(size, lengths.reduce((sum, length) => sum + length, 0), true);
  return 0;
};

async function run(args, own, told) {
  const out = new Directory(new Map());
  const root = new PreopenDirectory("/", placed(own, inputs).set(OUT, out));
  const [output, errors] = [collected(), errorStream(told)];
  const streams = [new OpenFile(new File([])), output.stream, errors.stream];
  const wasi = new WASI(["spanwise", ...args], [], [...streams, root], { debug: false });
  wasi.wasiImport.args_sizes_get = sizesOf(wasi);
  const instance = await WebAssembly.instantiate(await program, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance);
  const written = filesIn(out);
  const isFolder = written.some(([name]) => name.includes("/"));
  const archive = isFolder ? zipSync(Object.fromEntries(written)) : undefined;
  return { code, output: output.text(), errors: errors.text(), written, archive };
}

addEventListener("message", ({ data: { program: compiled, number, files, run: args, own } }) => {
  if (compiled) return received(compiled);
  if (files) return (inputs = placed(files, []));
  const told = (progress) => postMessage({ number, progress });
  run(args, own, told).then(
    (answered) => postMessage({ number, ...answered }),
    // A panic of the program, or a file that cannot be read: the page hears of it as of an error of the worker.
    (problem) => setTimeout(() => { throw problem; }),
  );
});
