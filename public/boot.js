// Loads the app: the hashed JavaScript and WebAssembly that Trunk names in this
// script's own data- attributes. A page that cannot start says why and what to do.

const script = document.querySelector("script[data-wasm]");
const placeholder = document.getElementById("boot");

/** A failure with the remedy to show beside it. */
class BootError extends Error {
  constructor(what, remedy, cause) {
    super(what, { cause });
    this.remedy = remedy;
  }
}

const RELOAD = "Check your connection, then reload the page. If that does not help, an extension or a filter may be blocking the file.";
const UPDATE = "Update your browser, or open this page in a current Firefox, Chrome, Edge or Safari.";

async function fetchWasm(url) {
  const preload = document.querySelector('link[rel="preload"][type="application/wasm"]');
  const failed = (why, cause) =>
    new BootError(`The program file could not be loaded (${why}).`, RELOAD, cause);
  let response;
  try {
    response = await fetch(url, { integrity: preload?.integrity ?? "" });
  } catch (cause) {
    throw failed("no answer, or not the file that was published", cause);
  }
  if (!response.ok) throw failed(`HTTP status ${response.status}`);
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
    throw new BootError("The program's script could not be loaded.", RELOAD, cause);
  }
}

async function start() {
  if (typeof WebAssembly !== "object") {
    throw new BootError("This browser cannot run WebAssembly, or it is switched off.", UPDATE);
  }
  const [glue, response] = await Promise.all([importGlue(), fetchWasm(address("wasm"))]);
  try {
    await glue.default({ module_or_path: response });
  } catch (cause) {
    throw new BootError("The program was loaded but could not start.", UPDATE, cause);
  }
}

// How the program loads the scripts that only some pages need.
globalThis.spanwise = { load: (name) => import(new URL(name, document.baseURI).href) };

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function reloadButton() {
  const reload = document.createElement("button");
  reload.type = "button";
  reload.className = "button";
  reload.textContent = "Reload the page";
  reload.addEventListener("click", () => location.reload());
  return reload;
}

function showFailure(error) {
  console.error(error);
  const heading = document.createElement("h1");
  heading.textContent = "Spanwise could not start";
  const remedy = error instanceof BootError ? error.remedy : RELOAD;
  placeholder.setAttribute("role", "alert");
  placeholder.replaceChildren(
    heading,
    paragraph(error.message),
    paragraph(remedy),
    paragraph("Work saved on this device is not touched."),
    reloadButton(),
  );
}

/** After a fault of its own the program goes no further: the page must not look as if it did. */
function showStopped(error) {
  if (!(error instanceof WebAssembly.RuntimeError) || document.getElementById("stopped")) return;
  const notice = document.createElement("div");
  notice.id = "stopped";
  notice.className = "notice notice--error";
  notice.setAttribute("role", "alert");
  notice.dataset.testid = "notice";
  notice.dataset.level = "error";
  notice.append(
    paragraph("Spanwise stopped because of a fault of its own. What was saved is safe; changes made from here on would be lost."),
    reloadButton(),
  );
  document.body.prepend(notice);
}

/** Says to the worker that the files of this build are needed as long as this page lives: see sw.js. */
function holdBuild(build) {
  const cache = `spanwise ${new URL("./", document.baseURI)} ${build}`;
  navigator.locks?.request(cache, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
}

/** What the app has beside the program. Comes after the start, and the app does without it where it can't be had. */
function startExtras(build) {
  // Inside another site's page it is that site's visitors' device that would be filled, and no place for news.
  if (build && globalThis.top === globalThis.self) import("./offline.js").catch(() => {});
  if (globalThis.launchQueue && matchMedia("(display-mode: standalone)").matches) import("./launch.js").catch(() => {});
}

addEventListener("error", (event) => showStopped(event.error));
addEventListener("unhandledrejection", (event) => showStopped(event.reason));
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
