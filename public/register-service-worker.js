// Runs in the page: registers the service worker (sw.js), which keeps the app on the device, and tells the program of a
// new version. Where there can be no worker, as without https or in a private window, nothing happens.
//
// The event `spanwise:update` on the window says that a new version is ready, `spanwise:update-refused` that it was
// not changed to, because work is not saved, and `spanwise:repaired` that a file kept on the device was damaged and has
// been fetched anew. `spanwise:apply-update`, dispatched on the window, changes to the new
// version by loading the page anew.

const HOUR = 3_600_000;
const ASK_AGAIN = 1000;
const PATIENCE = 4000;

let registration;
let lastCheck = Date.now();

/** Waits until the page takes input, and then for a pause: keeping the app must not slow it down. */
async function pause() {
  const root = document.documentElement;
  await new Promise((ready) => {
    const look = () => root.dataset.appReady === "true" && ready();
    new MutationObserver(look).observe(root, { attributeFilter: ["data-app-ready"] });
    look();
  });
  await new Promise((quiet) => (globalThis.requestIdleCallback ?? setTimeout)(quiet, globalThis.requestIdleCallback ? { timeout: 5000 } : 2000));
}

/** Tells the program, which has listened since its start. */
const tell = (event) => dispatchEvent(new Event(event));

const announce = () => tell("spanwise:update");

/** Whether something is on the page that is not in the browser's storage. */
const isUnsaved = () => document.querySelector('[data-testid="save-state"][data-state="unsaved"]') !== null;

function apply() {
  // An answer that is still being typed is stored when its field is left.
  document.activeElement?.blur();
  if (isUnsaved()) return tell("spanwise:update-refused");
  // Another tab may have made the change.
  if (!registration.waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  const channel = new BroadcastChannel(`spanwise ${registration.scope} apply`);
  const ask = () => {
    registration.waiting?.postMessage("spanwise:apply");
    channel.postMessage("");
  };
  // A worker that is just being ended misses what it is sent: it is asked until the page is loaded anew.
  ask();
  setInterval(ask, ASK_AGAIN);
  setTimeout(loadFromHost, PATIENCE);
}

/** Without a worker the page comes from the host, which has the new version, and has it kept anew: for a worker that
 *  does not take over though it is asked to. */
async function loadFromHost() {
  if (!navigator.onLine) return;
  await registration.unregister();
  location.reload();
}

/** Announces a worker once it has all its files, unless it is the first. */
function follow(worker) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && registration.active) announce();
  });
}

/** A page that stays open for days asks now and then. */
function checkAgain() {
  if (document.visibilityState !== "visible" || Date.now() - lastCheck < HOUR) return;
  lastCheck = Date.now();
  registration.update().catch(() => {});
}

/** The address of the worker. Chromium takes it for that of a script, which has to come from a policy: this one gives no
 *  other. */
function workerAddress() {
  const address = new URL("./sw.js", document.baseURI).href;
  if (!globalThis.trustedTypes) return address;
  return trustedTypes.createPolicy("spanwise-worker", { createScriptURL: () => address }).createScriptURL("");
}

/** Passes on what the worker tells. */
function hear({ data }) {
  if (data?.type === "spanwise:repaired") tell(data.type);
}

async function start() {
  await pause();
  navigator.serviceWorker.addEventListener("message", hear);
  registration = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: "none" });
  addEventListener("spanwise:apply-update", apply);
  document.addEventListener("visibilitychange", checkAgain);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  follow(registration.installing);
  if (registration.waiting) announce();
  else (await navigator.serviceWorker.ready).active.postMessage("spanwise:complete");
}

start().catch(() => {});
