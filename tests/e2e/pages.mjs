// The pages by the attributes of the automation contract, so that a journey reads as one.
import { paneText } from "./selection.mjs";

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);
const quoted = (value) => JSON.stringify(String(value));

/** What every page has: its messages, its files, undo. */
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

  /** Which page is shown: hub, annotate, build, compare, ... */
  name() {
    return this.root.getAttribute("data-page");
  }

  /** Messages of one level: info, warning or error. */
  noticesAt(level) {
    return this.page.locator(`[data-testid="notice"][data-level=${quoted(level)}]`);
  }

  /** Gives files to the upload control: paths, or `{ name, text }` for one made up here. */
  async uploadFile(file) {
    const made = file.text === undefined ? file : { name: file.name, mimeType: "", buffer: Buffer.from(file.text) };
    await this.upload.setInputFiles(made);
  }

  /** How long each run of a measured interaction took until it was painted, in milliseconds. */
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
  constructor(page) {
    super(page);
    this.next = byId(page, "next");
    this.previous = byId(page, "previous");
    this.submit = byId(page, "submit");
    this.goTo = byId(page, "goto");
    this.categoryMenu = byId(page, "category-menu");
    this.draft = byId(page, "draft");
    this.finishEdit = byId(page, "finish-edit");
    this.cancelEdit = byId(page, "cancel-edit");
    this.edits = byId(page, "edit");
  }

  /** A text box: source, target or context. */
  pane(side) {
    return byId(this.page, `pane-${side}`);
  }

  /** The text of a box, without what the app adds to it. */
  text(side) {
    return paneText(this.pane(side));
  }

  /** Where in the data the annotator is: `index` counts from 1. */
  async position() {
    const position = byId(this.page, "position");
    const [index, total] = await Promise.all(
      ["data-index", "data-total"].map((name) => position.getAttribute(name)),
    );
    return { index: Number(index), total: Number(total) };
  }

  /** Waits until instance `index` (from 1) is shown. */
  async waitForInstance(index) {
    await this.page.locator(`[data-testid="position"][data-index="${index}"]`).waitFor();
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

  /** What the draft still lacks: source, target, span, edits, or nothing. */
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

  /** What stands for the spans of edit `id` of `category`. */
  marks(category, id) {
    return this.page.locator(`[data-mark~=${quoted(`${category}-${id}`)}]`);
  }

  /** The question at `path`, names joined by slashes. */
  question(path) {
    return this.page.locator(`[data-testid="question"][data-path=${quoted(path)}]`);
  }

  /** One answer of the question at `path`; its own come before those of its follow-ups. */
  answer(path, value) {
    return this.question(path).locator(`[data-testid="answer"][data-value=${quoted(value)}]`).first();
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
}
