// The service worker: keeps the files of one build on the device, so that a visited app works with the network off.
// Pages register it by register-service-worker.js. Its name is part of published addresses and stays.
//
// A new build's worker keeps its files beside those of the build before it, waits until the person wants it, and takes
// over. Pages that are still running an earlier build find its files as long as they live: each holds a lock with the
// name of its cache (boot.js). Answers of other hosts, and files that are not in the list, are never kept.

// A build puts its list here (scripts/lib/finish/worker.mjs). Without one, as in development, the worker removes
// itself and what an earlier one kept.
const BUILD = null;

const SCOPE = new URL("./", self.location.href).href;
// Several copies of the app may share a host.
const OURS = `spanwise ${SCOPE} `;
const CACHE = `${OURS}${BUILD?.version}`;

// Between files that are fetched later, in milliseconds: the page that is open needs the processor and the network more.
const PAUSE = 50;

// Files of the program, whose folder is named by a digest of what is in it.
const HASHED = /(^|\/)program-[0-9a-f]{16}\//;

const ourCaches = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));

/** A request's address as a name in the list, without query and fragment; nothing for one outside the app. */
function nameOf(address) {
  const path = address.replace(/[?#].*$/s, "");
  if (!path.startsWith(SCOPE)) return undefined;
  return path.slice(SCOPE.length).replace(/(^|\/)index\.html$/, "$1");
}

/** The digest that a file of this build has; nothing for other files. */
const integrityOf = (name) => [BUILD.files, BUILD.later, BUILD.used].find((files) => Object.hasOwn(files, name))?.[name];

async function digestOf(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The caches of other builds: files that are the same there need not be fetched. */
const otherCaches = async () => (await ourCaches()).filter((name) => name !== CACHE);

/** The same file as another build has it, if it has not changed. */
async function fromOtherBuild(names, url, integrity) {
  for (const name of names) {
    const response = await (await caches.open(name)).match(url);
    if (response && (await digestOf(response.clone())) === integrity) return response;
  }
  return undefined;
}

async function fromNetwork(url, integrity) {
  // A name without a digest may stand for an older content in the browser's own cache.
  const cache = HASHED.test(url) ? "default" : "no-cache";
  const response = await fetch(url, { integrity, cache, priority: "low" });
  if (!response.ok) throw new Error(`${url}: HTTP status ${response.status}`);
  // A page may not be answered with a response that was redirected.
  return response.redirected ? new Response(await response.arrayBuffer(), { headers: response.headers }) : response;
}

/** Keeps a file, from one of the `others` (caches of other builds) or the network. Resolves with whether it was fetched. */
async function keep(cache, [name, integrity], others) {
  const url = new URL(name, SCOPE).href;
  const same = await fromOtherBuild(others, url, integrity);
  await cache.put(url, same ?? (await fromNetwork(url, integrity)));
  return same === undefined;
}

/** Keeps what the app needs to run, as far as it is not there: one file after another, since all at once take the
 *  processor from a page that was just opened. */
async function keepFirst() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.entries(BUILD.files).filter(([name]) => !kept.has(new URL(name, SCOPE).href));
  const others = await otherCaches();
  for (const file of missing) await keep(cache, file, others);
}

/** Keeps the tokenizer, which a page has used. */
async function keepUsed() {
  const cache = await caches.open(CACHE);
  const others = await otherCaches();
  for (const file of Object.entries(BUILD.used)) {
    if (!(await cache.match(new URL(file[0], SCOPE).href))) await keep(cache, file, others);
  }
}

/** Whether some build's tokenizer is kept, so that this build's has to be, too. */
async function isUsed() {
  const kept = await Promise.all(Object.keys(BUILD.used).map((name) => caches.match(new URL(name, SCOPE).href)));
  return kept.some((response) => response !== undefined);
}

let isKeeping = false;

/** Whether the worker of another build is about to take over, which it cannot do while this one is at work. */
const isSucceeded = () => Boolean(self.registration.installing ?? self.registration.waiting);

/** Keeps the many small files that single templates need, one after another, as far as they are not there. */
async function keepLater() {
  const cache = await caches.open(CACHE);
  const others = await otherCaches();
  for (const file of Object.entries(BUILD.later)) {
    if (isSucceeded()) return;
    if (await cache.match(new URL(file[0], SCOPE).href)) continue;
    if (await keep(cache, file, others)) await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/** Completes what is kept, also after the browser or the person deleted it, then drops what no longer serves: until then,
 *  files of earlier builds stand in. */
async function complete() {
  if (isKeeping) return;
  isKeeping = true;
  try {
    if (!isSucceeded()) await keepFirst();
    if (await isUsed()) await keepUsed();
    await keepLater();
    await tidy();
  } finally {
    isKeeping = false;
  }
}

/** Drops the files of builds that no page is running. */
async function tidy() {
  // Its cache is no spare one.
  if (isSucceeded()) return;
  const { held } = await navigator.locks.query();
  const needed = new Set([CACHE, ...held.map(({ name }) => name)]);
  const spare = (await ourCaches()).filter((name) => !needed.has(name));
  await Promise.all(spare.map((name) => caches.delete(name)));
}

// Files that were kept but damaged, until a page has been told.
const damaged = new Set();

// The pages that have started, and so hear of these.
const started = new Set();

/** Whether a kept file is as it was published. One that cannot be read is not. */
const isIntact = (response, integrity) => digestOf(response).then((digest) => digest === integrity, () => false);

/** A file of this build as it is kept. A damaged one is dropped: it would fail its digest at every visit. */
async function intact(cache, url, name, integrity) {
  const kept = await cache.match(url);
  if (!kept) return undefined;
  // The one that is answered with stays unread, so that the browser can use what it compiled of it before.
  if (await isIntact(kept, integrity)) return cache.match(url);
  await cache.delete(url);
  damaged.add(name);
  return undefined;
}

/** A file of this build; one that is not there, or no longer as it was, comes from the network and is kept again. */
async function serve(request, name) {
  const url = new URL(name, SCOPE).href;
  const integrity = integrityOf(name);
  if (integrity === undefined) return serveEarlier(request, url);
  const cache = await caches.open(CACHE);
  try {
    const found = await intact(cache, url, name, integrity);
    if (found) return found;
    await keep(cache, [name, integrity], await otherCaches());
    return (await cache.match(url)) ?? fetch(request);
  } catch {
    // No network, the host has another build by now, or the device no room. The page has digests of its own.
    return Object.hasOwn(BUILD.later, name) ? serveEarlier(request, url) : fetch(request);
  }
}

/** A file of another build that is still kept, else from the network. */
async function serveEarlier(request, url) {
  for (const cache of await ourCaches()) {
    const response = await (await caches.open(cache)).match(url);
    if (response) return response;
  }
  return fetch(request);
}

/** Tells a page what was damaged, once it has started. */
async function tellDamaged(id) {
  if (damaged.size === 0 || !started.has(id)) return;
  const page = await self.clients.get(id);
  if (!page) return;
  page.postMessage({ type: "spanwise:repaired", files: [...damaged] });
  damaged.clear();
}

/** An address that only leads on to the app; without a network, the one such page that is kept does it. */
async function leadOn(request) {
  try {
    return await fetch(request);
  } catch (cause) {
    const page = await (await caches.open(CACHE)).match(new URL(`${BUILD.addresses[0]}/`, SCOPE).href);
    if (page) return page;
    throw cause;
  }
}

function answer(event) {
  const { request, clientId } = event;
  const name = request.method === "GET" ? nameOf(request.url) : undefined;
  if (name === undefined) return;
  if (integrityOf(name) !== undefined || HASHED.test(name)) {
    const served = serve(request, name);
    event.respondWith(served);
    // The page that a navigation leaves hears of nothing any more.
    if (request.mode !== "navigate") event.waitUntil(served.then(() => tellDamaged(clientId), () => {}));
  } else if (request.mode === "navigate" && BUILD.addresses.includes(name.replace(/\/$/, ""))) {
    event.respondWith(leadOn(request));
  }
}

async function leave() {
  await Promise.all((await ourCaches()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

if (BUILD) {
  self.addEventListener("install", (event) => event.waitUntil(keepFirst()));
  self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener("fetch", answer);
  self.addEventListener("message", (event) => {
    if (event.data === "spanwise:apply") event.waitUntil(self.skipWaiting());
    if (event.data === "spanwise:keep-tokenizer") event.waitUntil(keepUsed());
    if (event.data !== "spanwise:complete") return;
    started.add(event.source.id);
    event.waitUntil(Promise.all([tellDamaged(event.source.id), complete()]));
  });
  // A worker that the browser wanted to end, but could not, gets no messages of the kind above any more (Chromium, with
  // developer tools open); this kind starts no worker that has ended.
  new BroadcastChannel(`${OURS}apply`).addEventListener("message", () => self.skipWaiting());
} else {
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(leave()));
}
