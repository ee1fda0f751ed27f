// Material and moves that several journeys share: a typology and data of our own, answers
// of the outside world, files given to the page, and the browser's storage.
import assert from "node:assert/strict";
import { App, startApp } from "./harness.mjs";
import { AnnotatePage, eventually } from "./pages.mjs";
import { selectText } from "./selection.mjs";

/** Press reports made simpler: one category per side and kind of question. */
export const TEMPLATE = `template_name: press
template_label: Press reports
template_description: What was changed to make a report easier to read.
edits:
  - name: deletion
    label: Deletion
    color: red
    enable_input: true
    annotation:
      - name: loss
        question: How much is lost?
        options: likert-3
  - name: insertion
    label: Insertion
    color: green
    enable_output: true
    annotation:
      - name: why
        question: What does it add?
        options:
          - name: explains
            label: An explanation
            question: Is it true?
            options: binary
          - name: other
            label: Something else
            question: What?
            options: textbox
  - name: swap
    label: Swap
    color: blue
    enable_input: true
    enable_output: true
`;

/** The same in several scripts, one instance annotated and one with an emoji before its span. */
export const DATA = [
  {
    id: "ferry-1",
    source: "The ferry, built in 1962, sank near the harbour.",
    target: "The ferry sank close to the port.",
    edits: [],
  },
  {
    id: "ferry-2",
    source: "القارب القديم غرق قرب الميناء",
    target: "غرق القارب قرب الميناء",
    edits: [{ category: "deletion", id: 1, annotation: { loss: "minor" }, input_idx: [[7, 13]] }],
  },
  {
    id: "ferry-3",
    source: "🚢🚢 पुरानी नाव बंदरगाह के पास डूब गई।",
    target: "नाव डूब गई।",
    edits: [{ category: "deletion", id: 4, annotation: null, input_idx: [[5, 11]] }],
  },
  { id: "ferry-4", source: "古いフェリーが港の近くで沈んだ。", target: "フェリーが沈んだ。", edits: [] },
];

/** The origin of the files of the outside world in these tests. */
export const ELSEWHERE = "https://files.example";

/** An answer that other pages may read, as raw file hosts give it. */
export function answer(body, { status = 200, type = "text/plain; charset=utf-8" } = {}) {
  return { status, body, headers: { "access-control-allow-origin": "*", "content-type": type } };
}

/** Starts the app; waiting for anything longer than 15 seconds is a failure. */
export async function start(t, options) {
  const app = await startApp(t, options);
  app.context.setDefaultTimeout(15_000);
  return app;
}

/** Starts the app with a template and data on another host, and opens both. `prepare` is run before that. */
export async function startAnnotating(t, { template = TEMPLATE, data = DATA, answers = {}, context, prepare } = {}) {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const files = {
    [`${ELSEWHERE}/template.yml`]: answer(template),
    [`${ELSEWHERE}/data.json`]: answer(text),
  };
  const app = await start(t, { context, answers: { ...files, ...answers } });
  await prepare?.(app);
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`);
  return { app, annotate: await annotating(app.page) };
}

/** The annotate page, once it is shown. */
export async function annotating(page) {
  await page.locator('[data-page="annotate"]').waitFor();
  return new AnnotatePage(page);
}

/** Waits until another page is shown. */
export async function shown(page, name) {
  await page.locator(`[data-page="${name}"]`).waitFor();
}

/** The text of the first notice of a level, once it is there. */
export async function noticeText(page, level) {
  const notice = page.locator(`[data-testid="notice"][data-level="${level}"]`).first();
  await notice.waitFor();
  return notice.innerText();
}

/** Marks `words` on a side with a category of one span. */
export async function mark(annotate, category, side, words) {
  // Of a long list not all rows are on the page, but that of the open edit is.
  const opened = () =>
    annotate.page.evaluate(() => {
      const row = document.querySelector('[data-testid="edit"][aria-current="true"]');
      return row && `${row.dataset.category}-${row.dataset.editId}`;
    });
  const before = await opened();
  await annotate.category(category).click();
  await select(annotate, side, words);
  await eventually(async () => [before, null].includes(await opened()), false);
}

/** Drags over `words` on a side. */
export async function select(annotate, side, words) {
  const start = (await annotate.text(side)).indexOf(words);
  assert.notEqual(start, -1, `“${words}” is in the ${side}`);
  await selectText(annotate.pane(side), start, start + words.length);
}

/** Opens the menu of the bar. */
export async function openMenu(page) {
  const menu = page.getByLabel("Menu", { exact: true });
  if ((await menu.locator("xpath=..").getAttribute("open")) === null) await menu.click();
}

/** Downloads by the button of the bar, or by one of the menu's entries: `download-python` or `download-bundle`. */
export async function download(app, entry = "download", page = app.page) {
  if (entry !== "download") await openMenu(page);
  return app.download(() => page.getByTestId(entry).click(), page);
}

/** Drops files onto the page: `{ name, text }` each. */
export async function dropFiles(page, files, selector = "[data-page]") {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(selector, type, { dataTransfer: transfer });
  }
}

/** Gives several files at once to the upload control. */
export async function chooseFiles(page, files) {
  await page.getByTestId("upload").setInputFiles(
    files.map(({ name, text, bytes }) => ({ name, mimeType: "", buffer: bytes ?? Buffer.from(text) })),
  );
}

/** Data and its template in one file; the template's element at `at`, at the end unless told. */
export function bundle(template = TEMPLATE, data = DATA, at = data.length) {
  return JSON.stringify(data.toSpliced(at, 0, { _thresh_template: template }));
}

/** The content of localStorage. */
export function stored(page) {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Puts a value under a key in both stores, as decay or another page of the host might. */
export async function damage(page, key, value) {
  await page.evaluate(async ([key, value]) => {
    localStorage.setItem(key, value);
    const database = await new Promise((done, failed) => {
      const opening = indexedDB.open("spanwise");
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => failed(opening.error);
    });
    const transaction = database.transaction("entries", "readwrite");
    // A value stands behind a mark that says whether localStorage took it.
    transaction.objectStore("entries").put(`=${value}`, key);
    await new Promise((done) => (transaction.oncomplete = done));
    database.close();
  }, [key, value]);
}

/** Runs in the page: deletes everything that the app has stored on this device. */
export function forgetAll() {
  localStorage.clear();
  return new Promise((done, failed) => {
    const deleting = indexedDB.deleteDatabase("spanwise");
    deleting.onsuccess = () => done();
    deleting.onerror = () => failed(deleting.error);
  });
}

/** The keys of the journal's records, in the order in which they were written. */
export async function recordKeys(page) {
  const number = (key) => Number(key.split("/").at(-1));
  const keys = Object.keys(await stored(page)).filter((key) => /\/log\/\d+$/.test(key));
  return keys.sort((a, b) => number(a) - number(b));
}

/**
 * Kills the browser as it stands and starts it again: nothing of the page's gets a chance to
 * run. The stored values are there, in a fresh context.
 */
export async function crash(t, app) {
  const url = app.page.url();
  const storageState = await app.context.storageState({ indexedDB: true });
  const context = await app.context.browser().newContext({ storageState });
  context.setDefaultTimeout(15_000);
  const next = new App(app.url, context, await context.newPage());
  t.after(async () => {
    await context.close();
    next.assertNoFaults();
  });
  await next.governNetwork({});
  next.watch(next.page);
  await next.open(url);
  return next;
}

/** Runs in the page: from now on nothing can be stored, until `room` is made again. */
export function noRoom() {
  const { setItem } = Storage.prototype;
  globalThis.room = 0;
  Storage.prototype.setItem = function (key, value) {
    if (globalThis.room <= 0) throw new DOMException("full", "QuotaExceededError");
    globalThis.room -= 1;
    return setItem.call(this, key, value);
  };
}

/** Runs in the page: there is nowhere to store anything. */
export function noStorage() {
  Object.defineProperty(globalThis, "localStorage", { get: () => null });
}

/** Runs in the page: it may not store anything. */
export function refusedStorage() {
  Object.defineProperty(globalThis, "localStorage", {
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  });
}

/** Resolves to `true` if the browser asks before the page is left. If it does, the page stays. */
export async function asksBeforeLeaving(page) {
  let asked = false;
  const answer = (dialog) => {
    asked = dialog.type() === "beforeunload";
    return dialog.dismiss();
  };
  page.once("dialog", answer);
  await page.goto("about:blank").catch((failure) => {
    if (!asked) throw failure;
  });
  page.off("dialog", answer);
  return asked;
}
