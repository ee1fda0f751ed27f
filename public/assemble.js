// Makes one HTML file of the app, a template and data: it runs from disk, without a network.

const DEFAULT_TITLE = "Spanwise";

/** A file of the app as it is published beside this script. With the digest it cannot be one of another build. */
function published(name, integrity) {
  return fetch(new URL(name, import.meta.url), integrity ? { integrity } : { cache: "no-cache" });
}

async function read(files, name, integrity) {
  let answer;
  try {
    answer = await files(name, integrity);
  } catch (cause) {
    const error = new Error(`${name} could not be loaded: no answer, or not the file that was published`, { cause });
    throw Object.assign(error, { file: name });
  }
  if (answer.ok) return answer;
  const error = new Error(`${name} could not be loaded: HTTP status ${answer.status}`);
  throw Object.assign(error, { file: name, status: String(answer.status) });
}

function base64(bytes) {
  // More arguments than this at once are too many for some browsers.
  const STEP = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += STEP) binary += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(binary);
}

/** Bytes in half the room, as public/standalone.js unpacks them. */
async function packed(answer) {
  const stream = answer.body.pipeThrough(new CompressionStream("gzip"));
  return base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** JSON that can stand in a script element: no data can end the element. */
function jsonForScript(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escapedText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** `shell` with each `{{name}}` filled in. Only the shell's own marks count: the pieces are never looked at again. */
function filled(shell, pieces) {
  const marks = /\{\{(spanwise-\w+)\}\}/;
  const parts = shell.split(marks);
  const names = parts.filter((_, at) => at % 2 === 1);
  if (names.sort().join() !== Object.keys(pieces).sort().join()) {
    const error = new Error("the page to fill in is not one of this version; reload the app and try again");
    throw Object.assign(error, { isOtherVersion: true });
  }
  return parts.map((part, at) => (at % 2 === 1 ? pieces[part] : part)).join("");
}

/** What may be the name of an icon in a template: each word that begins with `fa-`, and the words of each `icon`. */
function iconNames(template) {
  const values = [...template.matchAll(/\bicon["']?\s*:\s*["']?([a-z0-9 -]+)/g)].flatMap(([, words]) => words.split(" "));
  const words = [...template.matchAll(/\bfa-[a-z0-9-]+/g)].map(([word]) => word);
  return new Set([...values, ...words].map((word) => word.replace(/^fa-/, "")).filter(Boolean));
}

/** The file that has an icon, as in icons/make.mjs. */
const iconFile = (name) => `font-awesome/${[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 128}.json`;

/** The names of the files that have these icons; `load` gives what is in one. */
async function iconFiles(names, load) {
  const contents = await Promise.all([...names].map(async (name) => (await load(iconFile(name)))[name]));
  // Other names of icons, some with a style before them.
  const meant = contents.filter((content) => typeof content === "string").map((other) => other.split("/").at(-1));
  const further = meant.length > 0 ? await iconFiles(meant, load) : [];
  return [...new Set([...[...names].map(iconFile), ...further])];
}

/**
 * The text of the HTML file.
 *
 * @param files how to get a file of the app: `(name, integrity) => Promise<Response>`, where `integrity` may be
 *   undefined; left out, the files that are published beside this script.
 * @param title the title of the page; empty or left out, the name of the app.
 * @param template the text of the template, YAML.
 * @param data the text of the data, as a data file holds it; left out, the file has none.
 *
 * The file holds `{"template": …, "data": …}` in the element `#spanwise-inline`, both as strings, so that numbers
 * and the order of keys stay as they were written; `data` is null where there is none.
 * Fails with an Error whose message says which file could not be had. The app says it in its own language, by `file` and
 * `status` of the Error, or `isOtherVersion`.
 */
export async function assemble(files = published, { title, template, data } = {}) {
  const list = await (await read(files, "files.json")).json();
  const loadIcons = async (name) => (await read(files, name, list.icons[name])).json();
  const icons = await iconFiles(iconNames(template), loadIcons);
  const names = [...Object.entries(list.files), ...icons.map((name) => [name, list.icons[name]])];
  const [shell, ...contents] = await Promise.all([
    read(files, list.shell.name, list.shell.integrity).then((answer) => answer.text()),
    ...names.map(([name, integrity]) => read(files, name, integrity).then(packed)),
  ]);
  const held = names.map(([name], at) => [name, contents[at]]);
  return filled(shell, {
    "spanwise-title": escapedText(title || DEFAULT_TITLE),
    "spanwise-inline": jsonForScript({ template, data: data ?? null }),
    "spanwise-files": jsonForScript(Object.fromEntries(held)),
  });
}
