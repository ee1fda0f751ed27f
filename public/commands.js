// Starts the worker that runs the command line (commands/worker.mjs), and asks it. Loaded when a page first needs it.

const WORKER = new URL("./worker.js", import.meta.url).href;

/** The address of the worker. It has to come from a policy, which gives no other. */
function address() {
  if (!globalThis.trustedTypes) return WORKER;
  policy ??= trustedTypes.createPolicy("spanwise-commands", { createScriptURL: () => WORKER });
  return policy.createScriptURL("");
}

let policy;

/** A worker. Each answer is an object, with `stopped: true` once the worker cannot go on. */
export function startCommands() {
  const worker = new Worker(address(), { type: "module" });
  const waiting = new Map();
  let count = 0;
  let hasStopped = false;
  const stop = (event) => {
    event.preventDefault();
    hasStopped = true;
    waiting.forEach(({ resolve }) => resolve({ stopped: true }));
    waiting.clear();
  };
  worker.addEventListener("error", stop);
  worker.addEventListener("message", ({ data }) => {
    const asked = waiting.get(data.number);
    if (data.progress) return asked?.told?.(data.progress);
    waiting.delete(data.number);
    asked?.resolve(data);
  });
  const ask = (asked, told) =>
    new Promise((resolve) => {
      if (hasStopped) return resolve({ stopped: true });
      const number = (count += 1);
      waiting.set(number, { resolve, told });
      worker.postMessage({ number, ...asked });
    });
  return {
    keep: (files) => ask({ files }),
    run: (args, own, told) => ask({ run: args, own }, told),
    /** Ends the worker, whatever it is at: what was asked is answered as stopped. */
    end: () => {
      worker.terminate();
      hasStopped = true;
      waiting.forEach(({ resolve }) => resolve({ stopped: true }));
      waiting.clear();
    },
  };
}
