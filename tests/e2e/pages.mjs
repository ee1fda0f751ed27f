// The pages by the attributes of the automation contract, so that a journey reads as one.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { startApp } from "./harness.mjs";
import { paneText, selectText } from "./selection.mjs";

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);
const quoted = (value) => JSON.stringify(String(value));

/** Asks until the answer is the expected one, and fails with the last answer after `patience` milliseconds. */
export async function eventually(ask, expected, patience = 5000) {
  const latest = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    try {
      return assert.deepEqual(answer, expected);
    } catch (difference) {
      if (Date.now() > latest) throw difference;
    }
    await pause(50);
  }
}

/**
 * Starts the app and opens a template and data in it, as two files. `data`: a list of instances, or the text of a file.
 * Options as for `startApp`.
 */
export async function openWork(t, { template, data, ...options }) {
  const app = await startApp(t, options);
  app.page.setDefaultTimeout(15_000);
  await app.open();
  const work = new AnnotatePage(app.page, app);
  const text = typeof data === "string" ? data : JSON.stringify(data);
  await work.openFiles({ name: "template.yml", text: template }, { name: "data.json", text });
  await work.waitForInstance(1);
  return work;
}

/** JSON without the notes of origins (`_spanwise.origin`), which origin.spec.mjs is about. */
export function withoutOrigins(value) {
  if (Array.isArray(value)) return value.map(withoutOrigins);
  if (value === null || typeof value !== "object") return value;
  const { _spanwise, ...others } = value;
  const members = Object.entries(others).map(([name, member]) => [name, withoutOrigins(member)]);
  if (_spanwise === null || typeof _spanwise !== "object") return _spanwise === undefined ? Object.fromEntries(members) : value;
  const { origin, ...own } = _spanwise;
  if (origin !== undefined && !Object.keys(own).length) return Object.fromEntries(members);
  return { ...Object.fromEntries(members), _spanwise: own };
}

/** Opens the comment of the instance and gives its field. */
export async function openComment(page) {
  const field = byId(page, "comment");
  if (!(await field.isVisible())) await byId(page, "open-comment").click();
  await field.waitFor();
  return field;
}

/** The common parts of all pages: messages, files, undo. */
export class AnyPage {
  constructor(page) {
    this.page = page;
    this.root = page.locator("[data-page]");
    this.upload = byId(page, "upload");
    this.downloadButton = byId(page, "download");
    this.undo = byId(page, "undo");
    this.redo = byId(page, "redo");
    this.notices = byId(page, "notice");
  }

  /** The name of the page that is shown: hub, annotate, build, compare, ... */
  name() {
    return this.root.getAttribute("data-page");
  }

  /** Messages of one level: info, warning or error. */
  noticesAt(level) {
    return this.page.locator(`[data-testid="notice"][data-level=${quoted(level)}]`);
  }

  /** Gives files to the upload control: paths, or `{ name, text }` for one made up here. */
  uploadFile(file) {
    return this.openFiles(file);
  }

  /** Gives several files at once. */
  async openFiles(...files) {
    const made = (file) =>
      file.text === undefined ? file : { name: file.name, mimeType: "", buffer: Buffer.from(file.text) };
    await this.upload.setInputFiles(files.map(made));
  }

  /** The time until each run of a measured interaction was painted, in milliseconds. */
  timings(name) {
    return this.page.evaluate((prefix) => {
      const at = (edge) => performance.getEntriesByName(`${prefix}:${edge}`).map(({ startTime }) => startTime);
      const starts = at("start");
      return at("end").map((end, run) => end - starts[run]);
    }, `spanwise:${name}`);
  }
}

/** The annotate page. */
export class AnnotatePage extends AnyPage {
  /** `app`: the run that the page belongs to, for its downloads. */
  constructor(page, app) {
    super(page);
    this.app = app;
    this.next = byId(page, "next");
    this.previous = byId(page, "previous");
    this.goTo = byId(page, "goto");
    this.categoryMenu = byId(page, "category-menu");
    this.draft = byId(page, "draft");
    this.finishEdit = byId(page, "finish-edit");
    this.cancelEdit = byId(page, "cancel-edit");
    this.edits = byId(page, "edit");
    this.menu = page.locator("header details.menu");
    this.status = byId(page, "status");
    this.openPanel = page.locator(".edit-panel");
  }

  /** A text box: source, target or context. */
  pane(side) {
    return byId(this.page, `pane-${side}`);
  }

  /** The text of a box, without the app's additions. */
  text(side) {
    return paneText(this.pane(side));
  }

  /** The annotator's position in the data: `index` counts from 1. */
  async position() {
    const position = byId(this.page, "position");
    const [index, total] = await Promise.all(["data-index", "data-total"].map((name) => position.getAttribute(name)));
    return { index: Number(index), total: Number(total) };
  }

  /** Waits until instance `index` (from 1) is shown. */
  async waitForInstance(index) {
    await this.page.locator(`[data-testid="position"][data-index="${index}"]`).waitFor();
  }

  /** Jumps to instance `index` (from 1) by its number. */
  async goToInstance(index) {
    await this.goTo.fill(String(index));
    await this.goTo.press("Enter");
    await this.waitForInstance(index);
  }

  /** The button of a category in the bar, to choose it before selecting. */
  category(name) {
    return this.page.locator(
      `[data-testid="category"][data-category=${quoted(name)}]:not([data-testid="category-menu"] *)`,
    );
  }

  /** The button of a category in the menu that opens on a selection. */
  categoryInMenu(name) {
    return this.categoryMenu.locator(`[data-testid="category"][data-category=${quoted(name)}]`);
  }

  /** The part that the draft still lacks: source, target, span, edits, or nothing. */
  missing() {
    return this.draft.getAttribute("data-missing");
  }

  /** Rows of the edit list, of one category. */
  editsOf(category) {
    return this.page.locator(`[data-testid="edit"][data-category=${quoted(category)}]`);
  }

  /** Opens the questions of a row. */
  openEdit(row) {
    return byId(row, "edit-open").click();
  }

  /** Deletes the edit of a row. */
  deleteEdit(row) {
    return byId(row, "edit-delete").click();
  }

  /** The marks of the spans of edit `id` of `category`. */
  marks(category, id) {
    return this.page.locator(`[data-mark~=${quoted(`${category}-${id}`)}]`);
  }

  /** The question at `path`, names joined by slashes. */
  question(path) {
    return this.page.locator(`[data-testid="question"][data-path=${quoted(path)}]`);
  }

  /** One answer of the question at `path`; its own come before those of its follow-ups. */
  answer(path, value) {
    return this.question(path)
      .locator(`[data-testid="answer"][data-value=${quoted(value)}]`)
      .first();
  }

  /** Chooses an answer. */
  choose(path, value) {
    return this.answer(path, value).click();
  }

  /** Types the answer of a text question. */
  write(path, text) {
    return this.question(path).locator("input, textarea").first().fill(text);
  }

  /** Waits until everything done so far is stored. */
  async waitSaved() {
    await this.page.locator('[data-testid="save-state"][data-state="saved"]').waitFor({ state: "attached" });
  }

  /** Drags over the first occurrence of `words`. Gives its range. */
  async select(side, words) {
    const start = (await this.text(side)).indexOf(words);
    assert.notEqual(start, -1, `“${words}” is not in the ${side}`);
    await selectText(this.pane(side), start, start + words.length);
    return [start, start + words.length];
  }

  /** Makes an edit, category first: one selection for each `[side, words]`. Finishes it if it could take more. */
  async make(category, ...selections) {
    const before = await this.edits.count();
    await this.category(category).click();
    for (const [side, words] of selections) await this.select(side, words);
    const row = this.edits.nth(before);
    const finish = this.finishEdit.and(this.page.locator(":enabled"));
    await row.or(finish).first().waitFor();
    if (await this.draft.count()) await finish.click();
    await row.waitFor();
  }

  /** The centre, on the screen, of the knob of an end of the open edit's span. */
  async knob(edge, { side = "target", index = 0 } = {}) {
    const knob = this.page.locator(
      `[data-testid="knob"][data-edge="${edge}"][data-side="${side}"][data-index="${index}"]`,
    );
    const { x, y, width, height } = await knob.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Waits until the instance takes Done: not in its first moments. */
  async waitForDone() {
    await this.page.locator('[data-testid="mark-done"][aria-disabled="false"]').waitFor();
  }

  /** The category and id of each row, in the order of the list. */
  rows() {
    return this.edits.evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.category}-${dataset.editId}`));
  }

  /** Waits until the list holds exactly these edits. */
  waitForRows(...rows) {
    return eventually(() => this.rows(), rows);
  }

  /** Opens the menu of the bar. */
  async openMenu() {
    if ((await this.menu.getAttribute("open")) === null) await this.menu.locator("summary").click();
  }

  /** The text that a category is asked for, or that the draft has so far. */
  async selected() {
    return (await this.page.locator(".run--pending").allInnerTexts()).join("");
  }

  /** The field of the comment, once its panel is open. */
  openComment() {
    return openComment(this.page);
  }

  /** Downloads the annotations and gives them, without the notes of origins: all instances. */
  async annotations() {
    const file = await this.app.download(() => this.downloadButton.click());
    return withoutOrigins(file.json);
  }

  /** The edits of an instance (from 1) as the download has them. */
  async downloadedEdits(instance = 1) {
    return (await this.annotations())[instance - 1].edits;
  }

  /** The path of the question that has the focus. */
  focusedQuestion() {
    return this.page.evaluate(
      () => document.activeElement?.closest('[data-testid="question"]')?.getAttribute("data-path") ?? null,
    );
  }
}
