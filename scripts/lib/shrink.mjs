// Makes WebAssembly files small in place, by Binaryen's passes. What `wasm-opt` does with these options, for any number
// of files in one process: to start it for each of some hundred files takes minutes.
// Usage: node shrink.mjs BINARYEN FILE..., where BINARYEN is the package's index.js
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [library, ...files] = process.argv.slice(2);
const { default: binaryen } = await import(pathToFileURL(library));

// -Oz
binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
binaryen.setDebugInfo(false);
// The lowest kilobyte of memory is the end of the stack, which nobody reaches: offsets can be folded (3 KB of the
// download).
binaryen.setLowMemoryUnused(true);
// Larger functions with one caller stay functions, which gzip likes better (3 KB).
binaryen.setOneCallerInlineMaxSize(60);

for (const file of files) {
  const module = binaryen.readBinary(await readFile(file));
  // Control flow is flattened and rebuilt first, which finds more to share, and all is done twice (each 3 KB of the
  // download).
  module.runPasses(["flatten", "rereloop"]);
  module.optimize();
  module.optimize();
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  await writeFile(file, module.emitBinary());
  module.dispose();
}
