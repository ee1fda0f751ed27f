// Loads the app: the JavaScript and WebAssembly that index.html names in this script's
// own data- attributes. A page that cannot start says why and what to do.

const script = document.querySelector("script[data-wasm]");
const placeholder = document.getElementById("boot");

/** When whoever still waits is told what to do in a language of their own: just before style/boot.css shows it. */
const PATIENCE = 7000;
/** How long the page looks for a language before it says in English why it goes no further. */
const LONGEST_LOOK = 3000;

/** What may have to be said, in English: the page has it, as all that is said before the program runs. */
const bootTexts = document.getElementById("boot-texts").content;
const english = (name) => bootTexts.querySelector(`[data-text="boot.${name}"]`).textContent;

/** A failure, by the names of the texts that say what happened and what to do. */
class BootError extends Error {
  constructor(what, remedy, { cause, status } = {}) {
    super(english(what).replace("{{status}}", status), { cause });
    Object.assign(this, { what, remedy, status });
  }
}

async function fetchWasm(url) {
  const preload = document.querySelector('link[rel="preload"][type="application/wasm"]');
  let response;
  try {
    response = await fetch(url, { integrity: preload?.integrity ?? "" });
  } catch (cause) {
    throw new BootError("no_program", "check_connection", { cause });
  }
  if (!response.ok) throw new BootError("bad_status", "check_connection", response);
  return response;
}

/** The address of a file that this script's element names. */
const address = (name) => new URL(script.dataset[name], document.baseURI).href;

async function importGlue() {
  // The one-file version brings it along.
  if (globalThis.spanwiseGlue) return globalThis.spanwiseGlue;
  try {
    return await import(address("js"));
  } catch (cause) {
    throw new BootError("no_script", "check_connection", { cause });
  }
}

/** Compiles program files also from a host that does not know their type, which the lazily loaded ones insist on. */
function acceptAnyType() {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const response = await source;
    if (response.headers.get("content-type") === "application/wasm") return instantiateStreaming(response, imports);
    const { status } = response;
    return instantiateStreaming(new Response(response.body, { status, headers: { "content-type": "application/wasm" } }), imports);
  };
}

async function start() {
  if (typeof WebAssembly !== "object") throw new BootError("no_wasm", "update_browser");
  acceptAnyType();
  const [glue, response] = await Promise.all([importGlue(), fetchWasm(address("wasm"))]);
  try {
    await glue.default({ module_or_path: response });
  } catch (cause) {
    throw new BootError("not_begun", "update_browser", { cause });
  }
}

// How the program loads the scripts that only some pages need.
globalThis.spanwise = { load: (name) => import(new URL(name, document.baseURI).href) };

const after = (ms, value) => new Promise((done) => setTimeout(done, ms, value));

/** Gives texts by their names, in one of some languages if that can be had; `element` is marked as being in it. */
async function speaker(element, languages) {
  const none = { lang: "en", texts: {} };
  const found = import("./words.js").then(({ words }) => words(document.baseURI, languages)).catch(() => none);
  const { lang, texts } = await Promise.race([found, after(LONGEST_LOOK, none)]);
  Object.assign(element, { lang, dir: "auto" });
  return (name) => texts.boot?.[name] || english(name);
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function reloadButton(text) {
  const reload = document.createElement("button");
  reload.type = "button";
  reload.className = "button";
  reload.textContent = text;
  reload.addEventListener("click", () => location.reload());
  return reload;
}

async function showFailure(error) {
  console.error(error);
  const { what, remedy = "check_connection", status } = error;
  const say = await speaker(placeholder);
  const heading = document.createElement("h1");
  heading.textContent = say("not_started");
  placeholder.setAttribute("role", "alert");
  placeholder.replaceChildren(
    heading,
    paragraph(what ? say(what).replace("{{status}}", status) : error.message),
    paragraph(say(remedy)),
    paragraph(say("work_is_safe")),
    reloadButton(say("reload")),
  );
}

let hasStopped = false;

/** After a fault of its own the program goes no further: the page must not look as if it did. */
function stop(error) {
  const isFault = typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
  if (isFault && !hasStopped) showStopped();
}

/** Puts a text above the page that only loading it anew can mend. */
async function showNotice(name, level, languages) {
  const notice = document.createElement("div");
  notice.id = name;
  notice.className = `notice notice--${level}`;
  notice.setAttribute("role", "alert");
  notice.dataset.testid = "notice";
  notice.dataset.level = level;
  const say = await speaker(notice, languages);
  notice.append(paragraph(say(name)), reloadButton(say("reload")));
  document.body.prepend(notice);
}

async function showStopped() {
  hasStopped = true;
  await showNotice("stopped", "error", [document.documentElement.lang]);
}

/** Says why the page looks plain: the browser drops a style sheet that fails its digest, and says so to nobody. */
function checkStyles() {
  const links = [...document.querySelectorAll('link[rel="stylesheet"]')];
  // Without an answer some browsers take an empty one.
  if (links.some(({ sheet }) => !sheet?.cssRules.length)) showNotice("no_style", "warning");
}

/** Says in the reader's language what the page says while it waits. */
async function translateWaiting() {
  await after(PATIENCE);
  if (placeholder.isConnected) (await import("./words.js")).translate(document.baseURI, placeholder);
}

/** Says to the worker that the files of this build are needed as long as this page lives: see sw.js. */
function holdBuild(build) {
  const cache = `spanwise ${new URL("./", document.baseURI)} ${build}`;
  navigator.locks?.request(cache, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
}

/** What the app has beside the program. Comes after the start, and the app does without it where it can't be had. */
function startExtras(build) {
  // Inside another site's page it is that site's visitors' device that would be filled, and no place for news.
  if (build && globalThis.top === globalThis.self) import("./register-service-worker.js").catch(() => {});
  if (globalThis.launchQueue && matchMedia("(display-mode: standalone)").matches) import("./launch.js").catch(() => {});
}

addEventListener("error", (event) => stop(event.error));
addEventListener("unhandledrejection", (event) => stop(event.reason));
if (document.readyState === "complete") checkStyles();
else addEventListener("load", checkStyles, { once: true });
translateWaiting().catch(() => {});
try {
  // Only a release has a build to keep.
  const { build } = script.dataset;
  if (build) holdBuild(build);
  await start();
  placeholder.remove();
  startExtras(build);
} catch (error) {
  showFailure(error);
}
