// Changing edits later: boundaries, category, spans, members; and taking every change back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, dragMouse } from "./selection.mjs";

const TEMPLATE = `
template_name: simplification
edits:
  - name: wording
    label: Wording
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
      - { name: why, question: Why?, options: textbox, required: false }
  - name: grammar
    label: Grammar
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
  - name: swap
    label: Swap
    enable_input: true
    enable_output: true
  - name: reorder
    label: Reorder
    type: multi_span
    enable_output: true
  - { name: structure, label: Structure, type: composite }
`;

const SOURCE = "The bridge that was closed has reopened.";
const TARGET = "The bridge is open again after it was shut for three weeks.";

const edit = (category, id, words, annotation = null) => {
  const start = TARGET.indexOf(words);
  return { category, id, annotation, output_idx: [[start, start + words.length]] };
};

/** Opens the page on these edits. */
const openOn = (t, ...edits) => openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: TARGET, edits }] });

/** The downloaded edits as \`category-id\` with the words of their target spans. */
async function spans(work) {
  const edits = await work.downloadedEdits();
  return Object.fromEntries(
    edits.map(({ category, id, output_idx }) => [
      `${category}-${id}`,
      (output_idx ?? []).map(([start, end]) => TARGET.slice(start, end)),
    ]),
  );
}

/** Opens the edit of a row. */
const open = async (work, category, id = 1) => {
  await work.openEdit(work.editsOf(category).and(work.page.locator(`[data-edit-id="${id}"]`)));
  await work.openPanel.waitFor();
};

/** Drags the knob of an end of the open edit to the character at an offset of the target. */
async function dragEdge(work, edge, to) {
  await dragMouse(work.page, await work.knob(edge), (await characterEdges(work.pane("target"), to)).from);
}

// Thresh 11.29: spans can't be changed
test("the ends of the open edit can be dragged, out and in, to whole words", async (t) => {
  const work = await openOn(t, edit("wording", 1, "open again"));
  await open(work, "wording");
  await dragEdge(work, "end", TARGET.indexOf("fter"));
  assert.deepEqual(await spans(work), { "wording-1": ["open again after"] });
  await dragEdge(work, "start", TARGET.indexOf("idge"));
  assert.deepEqual(await spans(work), { "wording-1": ["bridge is open again after"] });
  await dragEdge(work, "end", TARGET.indexOf("pen again"));
  assert.deepEqual(await spans(work), { "wording-1": ["bridge is open"] });
  assert.equal(await work.text("target"), TARGET);
});

test("a drag of an end is one step to undo, however slow, and two drags are two", async (t) => {
  const work = await openOn(t, edit("wording", 1, "open again"));
  await open(work, "wording");
  const { mouse } = work.page;
  const x = async (offset) => (await characterEdges(work.pane("target"), offset)).from;
  const [middle, to] = [await x(TARGET.indexOf("t was")), await x(TARGET.indexOf("ut for"))];
  const from = await work.knob("end");
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(middle.x, middle.y, { steps: 5 });
  await work.page.waitForTimeout(1500);
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
  await dragMouse(work.page, await work.knob("end"), await x(TARGET.indexOf(" after")));
  assert.deepEqual(await spans(work), { "wording-1": ["open again"] });
  await work.undo.click();
  assert.deepEqual(await spans(work), { "wording-1": ["open again after it was shut"] }, "the second drag undone");
  await work.undo.click();
  assert.deepEqual(await spans(work), { "wording-1": ["open again"] }, "the first drag undone");
  assert.equal(await work.undo.isDisabled(), true);
});

test("the keys [ ] { } move the ends of the open edit by a word", async (t) => {
  const work = await openOn(t, edit("wording", 1, "open again"));
  await open(work, "wording");
  const steps = [
    ["]", "open again after"],
    ["]", "open again after it"],
    ["[", "open again after"],
    ["{", "is open again after"],
    ["}", "open again after"],
    ["}", "again after"],
    ["[", "again"],
  ];
  for (const [key, words] of steps) {
    await work.page.keyboard.press(key);
    assert.deepEqual(await spans(work), { "wording-1": [words] }, key);
    await open(work, "wording");
  }
  await work.page.keyboard.press("[");
  await work.notices.first().waitFor();
  assert.deepEqual(await spans(work), { "wording-1": ["again"] }, "a span keeps at least one word");
});

test("buttons move the ends of each span", async (t) => {
  const work = await openOn(t, {
    category: "reorder",
    id: 1,
    output_idx: [
      [0, 10],
      [14, 18],
    ],
  });
  await open(work, "reorder");
  await work.openPanel.getByText("Boundaries").click();
  const span = (words) => work.openPanel.getByRole("group", { name: words });
  await span("open").getByRole("button", { name: "Start earlier" }).click();
  await span("is open").getByRole("button", { name: "End later" }).click();
  await span("The bridge").getByRole("button", { name: "Start later" }).click();
  await span(/^“bridge”$/).waitFor();
  assert.deepEqual(await spans(work), { "reorder-1": ["bridge", "is open again"] });
});

// Thresh 11.29: categories can't be changed
test("the category can be changed to one that fits; answers to the same questions stay, undo brings back the rest", async (t) => {
  const work = await openOn(t, edit("wording", 1, "shut", { severity: "minor", why: "too blunt" }));
  await open(work, "wording");
  const category = work.openPanel.getByRole("combobox", { name: "Category" });
  const possible = await category.locator("option:enabled").allTextContents();
  assert.deepEqual(possible, ["Wording", "Grammar", "Reorder"], "those that need no other span");
  await category.selectOption("Grammar");
  await work.waitForRows("grammar-1");
  assert.deepEqual((await work.downloadedEdits())[0], {
    ...edit("grammar", 1, "shut"),
    annotation: { severity: "minor" },
  });
  await work.undo.click();
  await work.waitForRows("wording-1");
  assert.deepEqual((await work.downloadedEdits())[0].annotation, { severity: "minor", why: "too blunt" });
});

test("spans can be added to a multi-span edit and taken from it, but the last one stays", async (t) => {
  const work = await openOn(t, edit("reorder", 1, "again"));
  await open(work, "reorder");
  await work.openPanel.getByText("Boundaries").click();
  await work.openPanel.getByRole("button", { name: "Add a span" }).click();
  await work.select("target", "three weeks.");
  await work.select("target", "shut");
  await work.openPanel.getByRole("button", { name: "Finish" }).click();
  assert.deepEqual(await spans(work), { "reorder-1": ["again", "three weeks.", "shut"] });
  const takeOut = (words) =>
    work.openPanel.getByRole("group", { name: words }).getByRole("button", { name: "Take this span out" }).click();
  if (!(await work.openPanel.getByRole("group", { name: "again" }).isVisible())) {
    await work.openPanel.getByText("Boundaries").click();
  }
  await takeOut("again");
  await takeOut("three weeks.");
  assert.deepEqual(await spans(work), { "reorder-1": ["shut"] });
  await takeOut("shut");
  await work.notices.first().waitFor();
  assert.deepEqual(await spans(work), { "reorder-1": ["shut"] });
});

// Thresh 11.8: a composite loses its members and their answers
test("a composite takes members in and out, and taken apart gives them back with their answers", async (t) => {
  const work = await openOn(
    t,
    edit("wording", 1, "shut", { severity: "minor", why: "blunt" }),
    edit("grammar", 1, "three", { severity: "a lot" }),
    edit("wording", 2, "again", { severity: "somewhat" }),
  );
  const before = await work.downloadedEdits();
  const byName = (edits) => Object.fromEntries(edits.map((e) => [`${e.category}-${e.id}`, e]));
  await work.category("structure").click();
  await work.marks("wording", 1).first().click();
  await work.marks("grammar", 1).first().click();
  await eventually(() => work.draft.locator("li").count(), 2);
  await work.finishEdit.click();
  await eventually(async () => (await work.rows()).sort(), ["structure-1", "wording-2"]);
  await work.openPanel.getByRole("button", { name: "Add an edit" }).click();
  await work.marks("wording", 2).first().click();
  await work.waitForRows("structure-1");
  await work.openPanel.getByRole("button", { name: "Finish" }).click();
  await work.openPanel.getByRole("button", { name: /Take .*shut.* out/ }).click();
  await eventually(async () => (await work.rows()).sort(), ["structure-1", "wording-1"]);
  assert.deepEqual(byName(await work.downloadedEdits())["wording-1"], before[0], "out of it, with its answers");
  await open(work, "structure");
  await work.openPanel.getByRole("button", { name: "Take apart" }).click();
  await eventually(async () => (await work.rows()).sort(), ["grammar-1", "wording-1", "wording-2"]);
  assert.deepEqual(byName(await work.downloadedEdits()), byName(before));
});

// Thresh 11.9: deleting can't be undone
test("a deleted edit is gone with its marks; undo brings it back with its answers", async (t) => {
  const answers = { severity: "minor" };
  const work = await openOn(t, edit("wording", 1, "shut", answers), edit("grammar", 1, "was shut", answers));
  await work.deleteEdit(work.editsOf("wording"));
  await work.waitForRows("grammar-1");
  assert.equal(await work.marks("wording", 1).count(), 0);
  await open(work, "grammar");
  await work.page.keyboard.press("Delete");
  await work.waitForRows();
  assert.deepEqual(await work.downloadedEdits(), []);
  await work.page.keyboard.press("Control+z");
  await work.page.keyboard.press("Control+z");
  await work.waitForRows("grammar-1", "wording-1");
  assert.deepEqual(await work.downloadedEdits(), [
    edit("wording", 1, "shut", answers),
    edit("grammar", 1, "was shut", answers),
  ]);
});

test("a duplicate is an edit of its own: same spans and answers, changed without the first", async (t) => {
  const work = await openOn(t, edit("wording", 1, "shut", { severity: "minor" }));
  await open(work, "wording");
  await work.openPanel.getByRole("button", { name: "Duplicate" }).click();
  await work.waitForRows("wording-1", "wording-2");
  await eventually(() => work.answer("severity", "minor").isChecked(), true);
  await work.choose("severity", "a lot");
  assert.deepEqual(await work.downloadedEdits(), [
    edit("wording", 1, "shut", { severity: "minor" }),
    edit("wording", 2, "shut", { severity: "a lot" }),
  ]);
});

// Thresh 11.9: no undo, no redo
test("every change can be undone to the beginning and redone to the end, over instances, and the view goes along", async (t) => {
  const data = [
    { source: SOURCE, target: TARGET, edits: [edit("wording", 1, "shut", { severity: "minor" })] },
    { source: SOURCE, target: TARGET },
  ];
  const work = await openWork(t, { template: TEMPLATE, data });
  const beginning = await work.annotations();
  const { keyboard } = work.page;
  const steps = [];
  const after = async () => {
    const { index } = await work.position();
    steps.push({ index, data: await work.annotations() });
  };
  await work.make("grammar", ["target", "three"]);
  await after();
  await work.choose("severity", "a lot");
  await after();
  await keyboard.press("]");
  await after();
  await work.next.click();
  await work.waitForInstance(2);
  await work.make("swap", ["source", "closed"], ["target", "shut"]);
  await after();
  await work.openPanel.getByRole("button", { name: "Duplicate" }).click();
  await work.waitForRows("swap-1", "swap-2");
  await after();
  await work.previous.click();
  await work.waitForInstance(1);
  await work.deleteEdit(work.editsOf("wording"));
  await work.waitForRows("grammar-1");
  await after();
  await work.next.click();
  await work.waitForInstance(2);
  assert.equal(
    new Set(steps.map(({ data }) => JSON.stringify(data))).size,
    steps.length,
    "each step changes something",
  );

  for (const [at, { index }] of [...steps.entries()].reverse()) {
    await work.undo.click();
    await eventually(() => work.position().then((position) => position.index), index);
    assert.deepEqual(await work.annotations(), at > 0 ? steps[at - 1].data : beginning, `step ${at + 1} undone`);
  }
  assert.equal(await work.undo.isDisabled(), true);
  for (const [at, { index, data: expected }] of steps.entries()) {
    await work.redo.click();
    await eventually(() => work.position().then((position) => position.index), index);
    assert.deepEqual(await work.annotations(), expected, `step ${at + 1} done again`);
  }
  assert.equal(await work.redo.isDisabled(), true);
});

test("a knob dragged into the next sentence takes all of it, where sentences are marked", async (t) => {
  const target = "One is here. Two is there! Three is nowhere.";
  const template = "template_name: whole\nboundary: sentence\nedits: [{ name: odd, enable_output: true }]\n";
  const edits = [{ category: "odd", id: 1, annotation: null, output_idx: [[0, 12]] }];
  const work = await openWork(t, { template, data: [{ target, edits }] });
  await work.openEdit(work.edits.first());
  const knob = work.page.locator('.handle__knob[data-edge="end"]');
  const { x, y, width, height } = await knob.boundingBox();
  const { to } = await characterEdges(work.pane("target"), target.indexOf("Two") + 1);
  await dragMouse(work.page, { x: x + width / 2, y: y + height / 2 }, to);
  await eventually(async () => (await work.downloadedEdits())[0].output_idx, [[0, 26]]);
});
