// The attributes that programs outside rely on (see the automation contract in the documentation), row by row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./harness.mjs";
import { AnnotatePage, eventually, openWork } from "./pages.mjs";
import { paneText } from "./selection.mjs";

const TEMPLATE = `
template_name: simplification
crowdsource: custom
edits:
  - { name: deletion, label: Deleted words, enable_input: true }
  - name: substitution
    label: Other words
    enable_input: true
    enable_output: true
    annotation:
      - { name: fluent, question: Is it fluent?, options: binary }
      - name: effect
        question: What does it do?
        options:
          - name: simpler
            label: Simpler
            question: By how much?
            options: likert-3
          - { name: other, label: Something else, question: What?, options: textbox }
          - { name: longer, label: Longer, question: Why?, options: textarea }
  - { name: reorder, label: New order, type: multi_span, enable_input: true, enable_output: true }
  - { name: structure, label: Structure, type: composite }
`;

const DATA = [
  {
    source: "Prices rose 😀 sharply,\nthen  fell.",
    target: "Prices went up fast, then down.",
    context: "From a *business* page.",
    edits: [{ category: "deletion", id: 7, annotation: null, input_idx: [[15, 23]] }],
  },
  { source: "Two.", target: "Zwei." },
  { source: "Three.", target: "Drei." },
];

const open = (t) => openWork(t, { template: TEMPLATE, data: DATA });
const attribute = (locator, name) => locator.getAttribute(name);

test("html has data-app-ready once the page takes input, and not while something is opened", async (t) => {
  const app = await startApp(t);
  await app.open();
  assert.equal(await attribute(app.page.locator("html"), "data-app-ready"), "true");
  assert.equal(await attribute(app.page.locator("[data-page]"), "data-page"), "hub");
  let answer;
  await app.context.route("**/slow.yml", (route) => {
    answer = () => route.fulfill({ body: TEMPLATE });
  });
  await app.open("?i=slow.yml&d=data.json", { ready: false });
  await eventually(() => Boolean(answer), true);
  assert.equal(await app.page.locator("html[data-app-ready]").count(), 0);
  await app.context.route("**/data.json", (route) => route.fulfill({ json: DATA }));
  await answer();
  await app.waitReady();
  assert.equal(await attribute(app.page.locator("[data-page]"), "data-page"), "annotate");
});

test("data-page names the page, once", async (t) => {
  const work = await open(t);
  assert.equal(await work.root.count(), 1);
  assert.equal(await work.name(), "annotate");
});

test("the panes hold the texts exactly, leaving out what is in [data-skip]", async (t) => {
  const work = await open(t);
  for (const side of ["source", "target"]) assert.equal(await paneText(work.pane(side)), DATA[0][side]);
  await work.make("substitution", ["source", "Prices rose 😀"], ["target", "went"]);
  await work.make("reorder", ["source", "rose"], ["target", "fast"]);
  await work.openEdit(work.editsOf("substitution"));
  for (const side of ["source", "target"]) assert.equal(await paneText(work.pane(side)), DATA[0][side]);
  assert.equal((await work.pane("context").innerText()).trim(), "From a business page.");
});

test("position has data-index and data-total; next, previous and goto change them", async (t) => {
  const work = await open(t);
  assert.deepEqual(await work.position(), { index: 1, total: 3 });
  await work.next.click();
  await eventually(() => work.position(), { index: 2, total: 3 });
  await work.previous.click();
  await eventually(() => work.position(), { index: 1, total: 3 });
  await work.goTo.fill("3");
  await work.goTo.press("Enter");
  await eventually(() => work.position(), { index: 3, total: 3 });
});

test("category buttons carry the category's name, in the bar and in the menu", async (t) => {
  const work = await open(t);
  const names = (scope) =>
    scope.locator('[data-testid="category"]').evaluateAll((all) => all.map((b) => b.dataset.category));
  assert.deepEqual(await names(work.page), ["deletion", "substitution", "reorder", "structure"]);
  assert.equal(await work.categoryMenu.count(), 0);
  await work.select("target", "fast");
  await work.categoryMenu.waitFor();
  assert.deepEqual(await names(work.categoryMenu), ["substitution", "reorder"]);
});

test("a draft says its category and what is missing; finish-edit and cancel-edit end it", async (t) => {
  const work = await open(t);
  const state = async () => [await attribute(work.draft, "data-category"), await work.missing()];
  assert.equal(await work.draft.count(), 0);
  await work.category("substitution").click();
  assert.deepEqual(await state(), ["substitution", "source"]);
  await work.select("source", "rose");
  await eventually(state, ["substitution", "target"]);
  await work.cancelEdit.click();
  await eventually(() => work.draft.count(), 0);
  await work.category("structure").click();
  await eventually(state, ["structure", "edits"]);
  await work.cancelEdit.click();
  await work.category("reorder").click();
  await work.select("source", "rose");
  await work.select("target", "fast");
  await eventually(state, ["reorder", ""]);
  await work.finishEdit.click();
  await eventually(() => work.draft.count(), 0);
  assert.equal(await work.editsOf("reorder").count(), 1);
});

test("a row has the category, the id and whether it is annotated; edit-open and edit-delete act on it", async (t) => {
  const work = await open(t);
  await work.make("substitution", ["source", "rose"], ["target", "went"]);
  const row = work.editsOf("substitution");
  const state = async () => [await attribute(row, "data-edit-id"), await attribute(row, "data-annotated")];
  assert.deepEqual(await state(), ["1", "false"]);
  assert.equal(await attribute(work.editsOf("deletion"), "data-edit-id"), "7");
  assert.equal(await attribute(work.editsOf("deletion"), "data-annotated"), "true", "it asks nothing");
  await work.choose("fluent", "yes");
  await work.choose("effect", "simpler");
  await work.choose("effect/simpler", "minor");
  await eventually(state, ["1", "true"]);
  await work.openEdit(work.editsOf("deletion"));
  await eventually(() => work.question("fluent").count(), 0);
  await work.openEdit(row);
  await eventually(() => work.question("fluent").count(), 1);
  await work.deleteEdit(row);
  await eventually(() => work.rows(), ["deletion-7"]);
});

test("data-mark names the edits on what stands for a span, several by spaces", async (t) => {
  const work = await open(t);
  await work.make("substitution", ["source", "sharply"], ["target", "fast"]);
  const both = work.pane("source").locator('[data-mark~="deletion-7"][data-mark~="substitution-1"]');
  await eventually(async () => (await both.allTextContents()).join(""), "sharply,");
  assert.equal((await work.marks("deletion", 7).allTextContents()).join(""), "sharply,");
  assert.deepEqual(await work.pane("target").locator('[data-mark="substitution-1"]').allTextContents(), ["fast,"]);
});

test("questions have their path, answers their stored value, text questions a field", async (t) => {
  const work = await open(t);
  await work.make("substitution", ["source", "rose"], ["target", "went"]);
  const paths = () =>
    work.page.locator('[data-testid="question"]').evaluateAll((all) => all.map((question) => question.dataset.path));
  const values = (path) =>
    work
      .question(path)
      .locator('[data-testid="answer"]')
      .evaluateAll((all) => all.map((answer) => answer.dataset.value));
  assert.deepEqual(await paths(), ["fluent", "effect"]);
  assert.deepEqual(await values("fluent"), ["yes", "no"]);
  assert.deepEqual(await values("effect"), ["simpler", "other", "longer"]);
  await work.choose("effect", "simpler");
  await eventually(paths, ["fluent", "effect", "effect/simpler"]);
  assert.deepEqual(await values("effect/simpler"), ["minor", "somewhat", "a lot"]);
  await work.choose("effect", "other");
  await eventually(() => work.question("effect/other").locator("input").count(), 1);
  await work.choose("effect", "longer");
  await eventually(() => work.question("effect/longer").locator("textarea").count(), 1);
});

test("upload is a file input, download saves the file and leaves the page as it was", async (t) => {
  const work = await open(t);
  assert.equal(await work.upload.evaluate((input) => `${input.localName} ${input.type}`), "input file");
  await work.openMenu();
  const { json } = await work.app.download(() => work.downloadButton.click());
  assert.equal(json.length, 3);
  await eventually(() => attribute(work.menu, "open"), null);
});

test("save-state says saved after a change, and messages have a level", async (t) => {
  const work = await open(t);
  await work.category("deletion").click();
  await work.select("target", "fast");
  await work.noticesAt("info").first().waitFor();
  await work.select("source", "rose");
  await eventually(() => work.edits.count(), 2);
  const state = work.page.getByTestId("save-state");
  await eventually(() => attribute(state, "data-state"), "saved");
  await work.page.reload();
  await work.app.waitReady();
  await eventually(() => work.edits.count(), 2);
});

test("undo and redo are buttons, disabled while there is nothing to take back", async (t) => {
  const work = await open(t);
  assert.equal(await work.undo.isDisabled(), true);
  assert.equal(await work.redo.isDisabled(), true);
  await work.deleteEdit(work.edits);
  await eventually(() => work.edits.count(), 0);
  await work.undo.click();
  await eventually(() => work.edits.count(), 1);
  assert.equal(await work.undo.isDisabled(), true);
  await work.redo.click();
  await eventually(() => work.edits.count(), 0);
});

test("every measured interaction marks its start and its end", async (t) => {
  const work = await open(t);
  await work.next.click();
  await work.waitForInstance(2);
  await work.make("deletion", ["source", "Two."]);
  await work.undo.click();
  await work.previous.click();
  await work.openEdit(work.edits.first());
  for (const name of ["import", "navigate", "select", "commit", "undo"]) {
    await eventually(async () => (await work.timings(name)).length > 0, true);
    assert.ok(
      (await work.timings(name)).every((time) => time >= 0),
      name,
    );
  }
  const app = await startApp(t, { answers: { "/t.yml": TEMPLATE, "/d.json": JSON.stringify(DATA) } });
  await app.open("?i=t.yml&d=d.json");
  await eventually(async () => (await new AnnotatePage(app.page, app).timings("load")).length, 1);
});
