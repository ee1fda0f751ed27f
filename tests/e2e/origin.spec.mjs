// The origin of edits: what the page says of it, and what files do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseFiles, download } from "./journeys-support.mjs";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: origin
edits:
  - name: wrong
    label: Wrong
    enable_output: true
    annotation: [{ name: why, options: textbox, required: false }]
`;
const edit = (id, start, end, own) => ({ category: "wrong", id, annotation: null, output_idx: [[start, end]], ...own });
const model = { _spanwise: { origin: { from: "model", name: "m-1", run: 7 } } };
const DATA = [
  { target: "Anna came in late.", edits: [edit(1, 0, 4), edit(2, 5, 9, model)] },
  { target: "Ben left.", edits: [edit(1, 0, 3)] },
];

const open = (t) => openWork(t, { template: TEMPLATE, data: DATA });
/** The id and the origin of each row. */
const origins = (work) =>
  work.edits.evaluateAll((rows) => rows.map(({ dataset }) => [dataset.editId, dataset.origin]));
const row = (work, id) => work.page.locator(`[data-testid="edit"][data-edit-id="${id}"]`);
const note = ({ _spanwise }) => _spanwise?.origin;

test("an edit says where it comes from, unless a person made it, and that it was mended", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "late"]);
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "model"], ["3", "person"]]);
  const opener = (id) => row(work, id).getByTestId("edit-open");
  assert.match(await opener(1).innerText(), /pre-annotation/);
  assert.match(await opener(2).innerText(), /model m-1/);
  assert.doesNotMatch(await opener(3).innerText(), /person|model|annotation/);

  await opener(2).click();
  const panel = work.page.getByTestId("edit-origin");
  await eventually(() => panel.innerText(), "model m-1");
  await work.write("why", "too late");
  await eventually(() => panel.innerText(), "model m-1, mended");
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "mended"], ["3", "person"]]);
  await opener(3).click();
  await work.write("why", "x");
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "mended"], ["3", "person"]]);
  assert.equal(await panel.count(), 0);

  // Undone, it is the model's again; a reload keeps what there is.
  while ((await origins(work))[1][1] === "mended") await work.undo.click();
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "model"], ["3", "person"]]);
  await work.redo.click();
  await eventually(async () => (await origins(work))[1], ["2", "mended"]);
  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "mended"], ["3", "person"]]);
});

test("a file says who made and changed what, and whoever goes on with it stays who they were", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "late"]);
  await row(work, 2).getByTestId("edit-open").click();
  await work.write("why", "too late");
  await eventually(async () => (await origins(work))[1], ["2", "mended"]);
  const { json, text } = await download(work.app);
  assert.deepEqual(json[0].edits.map(note), [
    undefined,
    { from: "model", name: "m-1", run: 7, mended: true },
    { from: "person" },
  ]);
  assert.deepEqual(json[0].edits[0], DATA[0].edits[0], "what was not changed is as it was");
  assert.deepEqual(note(json[0]), { from: "pre-annotation" });
  assert.deepEqual(json[1], DATA[1], "nor is what was not touched");

  await chooseFiles(work.page, [{ name: "again.json", text }]);
  await work.waitForInstance(1);
  await eventually(() => origins(work), [["1", "pre-annotation"], ["2", "mended"], ["3", "person"]]);
  await row(work, 3).getByTestId("edit-open").click();
  await work.write("why", "gone on with");
  await eventually(async () => (await origins(work))[2], ["3", "person"]);
  const again = (await download(work.app)).json[0];
  assert.deepEqual([again, ...again.edits].map(note), [json[0], ...json[0].edits].map(note));
});
