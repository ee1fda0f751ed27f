// Starts the worker that runs the command line (commands/worker.mjs), and asks it. Loaded when a page first needs it.

const WORKER = new URL("./worker.js", import.meta.url).href;

/**
 * The program, compiled once for all workers, also those that come after one that was ended: what the browser has
 * optimised meanwhile stays so.
 */
function compiled() {
  program ??= WebAssembly.compileStreaming(fetch(new URL("./spanwise.wasm", import.meta.url)));
  // The next worker tries again.
  program.catch(() => (program = undefined));
  return program;
}

let program;

/** The address of the worker. It has to come from a policy, which gives no other. */
function address() {
  if (!globalThis.trustedTypes) return WORKER;
  policy ??= trustedTypes.createPolicy("spanwise-commands", { createScriptURL: () => WORKER });
  return policy.createScriptURL("");
}

let policy;

/** Workers that are started, and that nobody asks anything yet. */
const spare = [];

/**
 * Starts a worker for each of some commands, unless there are so many, and has it run that command on files, so that the
 * browser compiles the program for it.
 */
export function prepare(rehearsed, files) {
  try {
    for (const args of rehearsed.slice(spare.length)) {
      const commands = start();
      spare.push(commands);
      commands.run(args, files);
    }
  } catch {
    // The first command tells that there are no workers.
  }
}

/** A worker. Each answer is an object, with `stopped: true` once the worker cannot go on. */
export function startCommands() {
  return spare.shift() ?? start();
}

function start() {
  const worker = new Worker(address(), { type: "module" });
  const waiting = new Map();
  let count = 0;
  let hasStopped = false;
  const stop = () => {
    hasStopped = true;
    if (spare.includes(commands)) spare.splice(spare.indexOf(commands), 1);
    waiting.forEach(({ resolve }) => resolve({ stopped: true }));
    waiting.clear();
  };
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    stop();
  });
  compiled().then((program) => worker.postMessage({ program }), stop);
  worker.addEventListener("message", ({ data }) => {
    const asked = waiting.get(data.number);
    if (data.progress) return asked?.told?.(data.progress);
    waiting.delete(data.number);
    asked?.resolve(data);
  });
  const commands = {
    /** Sets the files of the commands that follow. They are gone from the page afterwards. */
    keep: (files) => {
      try {
        worker.postMessage({ files }, files.map(([, bytes]) => bytes.buffer));
      } catch {
        // The device has no memory for them.
        stop();
      }
    },
    run: (args, own, told) =>
      new Promise((resolve) => {
        if (hasStopped) return resolve({ stopped: true });
        const number = (count += 1);
        waiting.set(number, { resolve, told });
        worker.postMessage({ number, run: args, own });
      }),
    /** Ends the worker, whatever it is at: what was asked is answered as stopped. */
    end: () => {
      worker.terminate();
      stop();
    },
  };
  return commands;
}
