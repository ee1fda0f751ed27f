// Making edits: text first or category first, one span or many, out of other edits, or of nothing at all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges } from "./selection.mjs";

const TEMPLATE = `
template_name: simplification
edits:
  - { name: deletion, label: Deletion, enable_input: true }
  - { name: insertion, label: Insertion, enable_output: true }
  - { name: substitution, label: Substitution, enable_input: true, enable_output: true }
  - { name: reorder, label: Reorder, type: multi_span, enable_input: true, enable_output: true }
  - { name: structure, label: Structure, type: composite }
  - { name: off_topic, label: Off topic }
  - { name: break, label: Missing break, type: split, enable_output: true }
`;

const SOURCE = "The legislation was enacted in 1954 and subsequently amended twice.";
const TARGET = "The law was made in 1954. It was changed two times.";
const DATA = [{ source: SOURCE, target: TARGET }];

/** The words at ranges of a text. */
const words = (text, ranges) => ranges?.map(([start, end]) => text.slice(start, end));

/** The downloaded edits with words in place of offsets. */
async function edits(work) {
  return (await work.downloadedEdits()).map(({ input_idx, output_idx, ...edit }) => ({
    ...edit,
    ...(input_idx && { source: words(SOURCE, input_idx) }),
    ...(output_idx && { target: words(TARGET, output_idx) }),
  }));
}

// Thresh 11.30: the category must be chosen first
test("text first: the menu offers the categories that fit that side, by click", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.select("source", "subsequently");
  await work.categoryMenu.waitFor();
  const offered = () =>
    work.categoryMenu.locator('[data-testid="category"]').evaluateAll((list) => list.map((b) => b.dataset.category));
  assert.deepEqual(await offered(), ["deletion", "substitution", "reorder"]);
  await work.categoryInMenu("deletion").click();
  await work.waitForRows("deletion-1");
  assert.equal(await work.categoryMenu.count(), 0);
  await work.select("target", "made");
  await eventually(offered, ["insertion", "substitution", "reorder", "break"]);
  await work.categoryInMenu("insertion").click();
  await eventually(() => work.edits.count(), 2);
  assert.deepEqual(await edits(work), [
    { category: "deletion", id: 1, annotation: null, source: ["subsequently"] },
    { category: "insertion", id: 1, annotation: null, target: ["made"] },
  ]);
});

test("text first: a number key chooses the category, and the draft asks for the other side", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.select("source", "enacted");
  await work.categoryMenu.waitFor();
  await work.page.keyboard.press("3");
  await work.draft.waitFor();
  assert.equal(await work.draft.getAttribute("data-category"), "substitution");
  assert.equal(await work.missing(), "target");
  assert.match(await work.draft.innerText(), /Target/, "it says where to select");
  assert.match(await work.draft.innerText(), /enacted/, "it shows what it has");
  await work.select("target", "made");
  await work.waitForRows("substitution-1");
  assert.equal(await work.draft.count(), 0, "with both spans it is an edit by itself");
  assert.deepEqual(await edits(work), [
    { category: "substitution", id: 1, annotation: null, source: ["enacted"], target: ["made"] },
  ]);
});

test("category first: the draft says what is missing, in either order of the sides", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("substitution").click();
  assert.equal(await work.missing(), "source");
  await work.select("target", "law");
  await eventually(() => work.draft.innerText().then((text) => text.includes("law")), true);
  assert.equal(await work.missing(), "source");
  await work.select("source", "legislation");
  await work.waitForRows("substitution-1");
  await work.page.keyboard.press("Escape");
  await work.page.keyboard.press("1");
  await eventually(() => work.draft.getAttribute("data-category"), "deletion");
  assert.equal(await work.missing(), "source");
  await work.select("source", "and");
  await eventually(() => work.edits.count(), 2);
  assert.deepEqual(await edits(work), [
    { category: "substitution", id: 1, annotation: null, source: ["legislation"], target: ["law"] },
    { category: "deletion", id: 1, annotation: null, source: ["and"] },
  ]);
});

test("a new selection on a side takes the place of the one before", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("substitution").click();
  await work.select("source", "amended");
  await eventually(() => work.missing(), "target");
  await work.select("source", "enacted");
  await eventually(async () => (await work.draft.innerText()).includes("enacted"), true);
  await work.select("target", "made");
  await work.waitForRows("substitution-1");
  assert.deepEqual((await edits(work))[0].source, ["enacted"]);
});

test("a side that the category does not have is refused, and the draft stays", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("deletion").click();
  await work.select("target", "law");
  await work.notices.first().waitFor();
  assert.match(await work.notices.first().innerText(), /Target/);
  assert.equal(await work.missing(), "source");
  assert.equal(await work.edits.count(), 0);
});

test("Escape drops the draft, Ctrl+Z brings it back, and it can be completed", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("substitution").click();
  await work.select("source", "amended twice.");
  await eventually(() => work.missing(), "target");
  await work.page.keyboard.press("Escape");
  await eventually(() => work.draft.count(), 0);
  await work.page.keyboard.press("Control+Z");
  await work.draft.waitFor();
  assert.equal(await work.missing(), "target");
  assert.match(await work.draft.innerText(), /amended twice\./);
  await work.cancelEdit.click();
  await eventually(() => work.draft.count(), 0);
  await work.undo.click();
  await work.select("target", "changed two times.");
  await work.waitForRows("substitution-1");
  assert.deepEqual((await edits(work))[0].source, ["amended twice."]);
});

test("a multi-span edit takes as many spans as one selects, and ends with the button or with Enter", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("reorder").click();
  await work.select("source", "1954");
  await eventually(() => work.missing(), "target");
  assert.equal(await work.finishEdit.isDisabled(), true, "it lacks a span in the target");
  await work.select("source", "enacted");
  await work.select("target", "changed");
  await eventually(() => work.missing(), "");
  await work.select("target", "It");
  await eventually(() => work.draft.locator("li").count(), 4);
  assert.equal(await work.edits.count(), 0, "it could take more");
  await work.finishEdit.click();
  await work.waitForRows("reorder-1");
  await work.page.keyboard.press("Escape");
  await work.category("reorder").click();
  await work.select("source", "The");
  await work.select("target", "The");
  await eventually(() => work.missing(), "");
  await work.page.keyboard.press("Enter");
  await eventually(() => work.edits.count(), 2);
  const [first, second] = await edits(work);
  assert.deepEqual(
    [first.source, first.target],
    [
      ["1954", "enacted"],
      ["changed", "It"],
    ],
    "in the order of selecting",
  );
  assert.deepEqual([second.source, second.target], [["The"], ["The"]]);
});

// Thresh 11.25: the buttons on spans of the draft do nothing
// Thresh 11.29: one of several pending spans can't be taken out
test("a span chosen by mistake can be taken out of the draft alone", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("reorder").click();
  await work.select("source", "1954");
  await work.select("source", "twice.");
  await work.select("target", "1954.");
  await eventually(() => work.missing(), "");
  await work.draft.getByRole("button", { name: /twice\./ }).click();
  await eventually(() => work.draft.locator("li").count(), 2);
  await work.finishEdit.click();
  await work.waitForRows("reorder-1");
  const [edit] = await edits(work);
  assert.deepEqual([edit.source, edit.target], [["1954"], ["1954."]]);
});

test("a composite is made of the edits one clicks, in the text or in the list, and holds them", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("deletion", ["source", "subsequently"]);
  await work.make("insertion", ["target", "It"]);
  await work.make("insertion", ["target", "law"]);
  await work.category("structure").click();
  await eventually(() => work.missing(), "edits");
  await work.marks("deletion", 1).first().click();
  await eventually(() => work.missing(), "");
  await work.openEdit(work.editsOf("insertion").filter({ hasText: "law" }));
  await work.openEdit(work.editsOf("insertion").filter({ hasText: "“It”" }));
  await eventually(() => work.draft.locator("li").count(), 3);
  await work.openEdit(work.editsOf("insertion").filter({ hasText: "law" }));
  await eventually(() => work.draft.locator("li").count(), 2);
  await work.finishEdit.click();
  await eventually(() => work.editsOf("structure").count(), 1);
  assert.deepEqual((await work.rows()).sort(), ["insertion-2", "structure-1"]);
  const composite = (await work.downloadedEdits()).find(({ category }) => category === "structure");
  assert.deepEqual(
    composite.constituent_edits.map(({ category, id, input_idx, output_idx }) => [
      category,
      id,
      input_idx ?? output_idx,
    ]),
    [
      ["deletion", 1, [[40, 52]]],
      ["insertion", 1, [[26, 28]]],
    ],
  );
  assert.equal(await work.marks("structure", 1).first().textContent(), "subsequently", "its mark is its members'");
});

// Thresh 11.32: edits without spans can't be seen
test("a category without spans is about the whole instance, and there at once", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("off_topic").click();
  await work.waitForRows("off_topic-1");
  assert.deepEqual(await edits(work), [{ category: "off_topic", id: 1, annotation: null }]);
});

// Thresh 11.17: `type: split` does nothing
test("a split is one point between words, placed with a click", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("break").click();
  await work.draft.waitFor();
  const offset = TARGET.indexOf("was");
  const { from } = await characterEdges(work.pane("target"), offset);
  await work.page.mouse.click(from.x, from.y);
  await work.waitForRows("break-1");
  assert.deepEqual((await work.downloadedEdits())[0].output_idx, [[offset, offset]]);
  assert.equal(await work.text("target"), TARGET);
  assert.equal(await work.marks("break", 1).count(), 1);
});

test("several edits of one category on the same words are several edits, each with an id of its own", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  for (let edit = 0; edit < 3; edit += 1) await work.make("insertion", ["target", "made in"]);
  await work.waitForRows("insertion-1", "insertion-2", "insertion-3");
  for (const id of [1, 2, 3]) assert.equal(await work.marks("insertion", id).first().textContent(), "made in");
});

test("the list is in reading order, whatever the order of making", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("off_topic");
  await work.make("insertion", ["target", "times."]);
  await work.make("deletion", ["source", "1954"]);
  await work.make("insertion", ["target", "The"]);
  await work.waitForRows("insertion-2", "deletion-1", "insertion-1", "off_topic-1");
});
