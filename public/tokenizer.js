// Starts the worker that divides texts into tokens (public/tokenizer-worker.js), and asks it. Loaded for templates with
// a tokenizer only.

const WORKER = new URL("./worker.js", import.meta.url).href;

/** The address of the worker. It has to come from a policy, which gives no other. */
function address() {
  if (!globalThis.trustedTypes) return WORKER;
  policy ??= trustedTypes.createPolicy("spanwise-tokenizer", { createScriptURL: () => WORKER });
  return policy.createScriptURL("");
}

let policy;

/** Has the service worker keep the tokenizer's program from now on. */
async function keep() {
  if (!document.querySelector("script[data-build]")?.dataset.build) return;
  (await navigator.serviceWorker?.ready)?.active.postMessage("spanwise:keep-tokenizer");
}

/** A worker. Each answer is an object with `tokens` or with `problem`; this one is `stopped` when the worker cannot go
 *  on. */
export function startTokenizer() {
  const worker = new Worker(address(), { type: "module" });
  const waiting = new Map();
  let count = 0;
  let hasStopped = false;
  const stop = (event) => {
    event.preventDefault();
    hasStopped = true;
    waiting.forEach((resolve) => resolve({ problem: "stopped" }));
    waiting.clear();
  };
  worker.addEventListener("error", stop);
  worker.addEventListener("message", ({ data }) => {
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  });
  const ask = (asked) =>
    new Promise((resolve) => {
      if (hasStopped) return resolve({ problem: "stopped" });
      const number = (count += 1);
      waiting.set(number, resolve);
      worker.postMessage({ number, ...asked });
    });
  keep().catch(() => {});
  return {
    read: (file) => ask({ file }),
    divide: (texts) => ask({ texts }),
    end: () => worker.terminate(),
  };
}
