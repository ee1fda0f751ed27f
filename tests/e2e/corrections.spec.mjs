// Corrections: replacements of spans, the corrected text, and a target that is edited as a text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: corrected
boundary: word
corrections: {substitution: fix, insertion: add, deletion: cut}
edits:
  - name: fix
    label: Wrong
    enable_output: true
    annotation:
      - {name: text, question: How should it read?, options: replacement}
      - {name: serious, required: false, options: binary}
  - name: add
    label: Missing
    type: split
    annotation:
      - {name: text, question: What is missing?, options: replacement}
  - name: cut
    label: Superfluous
    enable_output: true
    annotation:
      - {name: text, question: What should stand here?, options: replacement}
  - name: style
    enable_output: true
`;

const DATA = [{ target: "He go to school yesterday." }, { target: "One two three." }];

const byId = (work, id) => work.page.locator(`[data-testid="${id}"]`);

/** The parts of the corrected text that are deleted and inserted, and the corrected text. */
const corrected = (work) =>
  byId(work, "corrected-text").evaluate((text) => {
    const copy = text.cloneNode(true);
    for (const skipped of copy.querySelectorAll("[data-skip]")) skipped.remove();
    const parts = (tag) => [...copy.querySelectorAll(tag)].map((part) => part.textContent);
    const [deleted, inserted] = [parts("del"), parts("ins")];
    for (const part of copy.querySelectorAll("del")) part.remove();
    return { deleted, inserted, text: copy.textContent };
  });

/** Category, id, spans and replacement of the edits in a download. */
const edits = async (work, instance = 1) =>
  (await work.downloadedEdits(instance)).map(
    ({ category, id, output_idx: spans, annotation }) => `${category}-${id} ${spans.join(" ")} ${annotation?.text}`,
  );

test("a replacement by mouse: corrected text on the page and in the file", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  assert.equal(await byId(work, "corrected-text").count(), 0);

  await work.make("fix", ["target", "go"]);
  const field = work.question("text").locator("textarea");
  assert.equal(await field.inputValue(), "go");
  assert.ok(await work.page.locator(".question--open").count());
  await field.fill("went");
  await eventually(() => corrected(work), {
    deleted: ["go"],
    inserted: ["went"],
    text: "He went to school yesterday.",
  });
  await eventually(() => work.page.locator(".question--open").count(), 0);

  // Nothing is an answer, too.
  await work.make("cut", ["target", "yesterday"]);
  await work.question("text").locator("textarea").fill("");
  await eventually(() => corrected(work), {
    deleted: ["go", "yesterday"],
    inserted: ["went"],
    text: "He went to school .",
  });
  await assertAccessible(work.page);

  const [first, second] = await work.annotations();
  assert.equal(first.target, DATA[0].target);
  assert.deepEqual(first._spanwise.corrected, { target: "He went to school ." });
  assert.equal(first.edits[1].annotation.text, "");
  assert.deepEqual(second, { ...DATA[1], ...second });
  assert.equal(second._spanwise?.corrected, undefined);

  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(async () => (await corrected(work)).text, "He went to school .");
  assert.equal(await work.page.locator('[data-testid="edit"][data-annotated="false"]').count(), 0);

  // An answer that is cleared is none.
  await work.openEdit(work.editsOf("cut"));
  await work.question("text").locator(".question__clear").click();
  await eventually(() => work.question("text").locator("textarea").inputValue(), "yesterday");
  await eventually(async () => (await corrected(work)).text, "He went to school yesterday.");
});

test("replacements that overlap: the later one is left out, and told", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fix", ["target", "go to"]);
  await work.write("text", "went to");
  await work.make("fix", ["target", "to school"]);
  await work.write("text", "home");
  await eventually(async () => (await corrected(work)).text, "He went to school yesterday.");
  const said = await byId(work, "left-out").innerText();
  assert.match(said, /go to.*to school/s);
  await work.deleteEdit(work.edits.nth(0));
  await eventually(async () => (await corrected(work)).text, "He go home yesterday.");
  assert.equal(await byId(work, "left-out").count(), 0);
});

test("a replacement by keyboard, also one that takes further lines", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  // The code of the field comes with the first edit that has one.
  await work.category("fix").click();
  await work.select("target", "yesterday");
  await work.page.getByTestId("replacement").waitFor();
  await work.category("fix").focus();
  await work.page.keyboard.press("Enter");
  await work.select("target", "school");
  await eventually(() => work.focusedQuestion(), "text");
  await work.page.keyboard.press("Control+a");
  await work.page.keyboard.type("the");
  await work.page.keyboard.press("Shift+Enter");
  await work.page.keyboard.type("school");
  await eventually(async () => (await corrected(work)).text, "He go to the\nschool yesterday.");
  await work.page.keyboard.press("Enter");
  await eventually(() => work.focusedQuestion(), "serious");
});

test("an edited target becomes edits, can be edited again, and is one step of undo", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("style", ["target", "He"]);
  await byId(work, "edit-text").click();
  const field = byId(work, "edited-text");
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  assert.equal(await field.inputValue(), DATA[0].target);
  await assertAccessible(work.page);
  await field.fill("He went to the school.");
  await byId(work, "take-text").click();
  await eventually(async () => (await corrected(work)).text, "He went to the school.");
  const made = ["style-1 0,2 undefined", "fix-1 3,5 went", "add-1 9,9 the ", "cut-1 15,25 "];
  await eventually(() => edits(work), made);
  assert.equal((await work.annotations())[0]._spanwise.corrected.target, "He went to the school.");

  // Again, by keyboard: what is still there keeps its number and its answers.
  await work.openEdit(work.editsOf("fix").nth(0));
  await work.choose("serious", "yes");
  await byId(work, "edit-text").focus();
  await work.page.keyboard.press("Enter");
  assert.equal(await field.inputValue(), "He went to the school.");
  await work.page.keyboard.press("Control+a");
  await work.page.keyboard.type("She went to the school.");
  await work.page.keyboard.press("Control+Enter");
  const again = ["style-1 0,2 undefined", "fix-1 3,5 went", "add-1 9,9 the ", "cut-1 15,25 ", "fix-2 0,2 She"];
  // What the page shows comes first: a press on a button that it is about to move is none.
  const shows = (text) => eventually(async () => (await corrected(work)).text, text);
  await shows("She went to the school.");
  await eventually(() => edits(work), again);
  assert.equal((await work.downloadedEdits())[1].annotation.serious, "yes");

  await work.undo.click();
  await shows("He went to the school.");
  await eventually(() => edits(work), made);
  await work.redo.click();
  await shows("She went to the school.");
  await eventually(() => edits(work), again);

  // Back to what it was.
  await byId(work, "edit-text").click();
  await field.fill(DATA[0].target);
  await byId(work, "take-text").click();
  await eventually(() => byId(work, "corrected-text").count(), 0);
  await eventually(() => edits(work), ["style-1 0,2 undefined"]);
});

test("what is typed is left by Escape, and is not lost with the instance", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const field = byId(work, "edited-text");
  await byId(work, "edit-text").click();
  await field.fill("Nothing of this");
  await field.press("Escape");
  assert.equal(await field.count(), 0);
  assert.equal(await work.edits.count(), 0);

  await byId(work, "edit-text").click();
  await field.fill("He goes to school yesterday.");
  await work.next.click();
  await work.waitForInstance(2);
  assert.equal(await field.count(), 0);
  await work.previous.click();
  await work.waitForInstance(1);
  await eventually(async () => (await corrected(work)).text, "He goes to school yesterday.");
});

test("of a text that is read by paragraph, what is revealed can be edited", async (t) => {
  const template = `${TEMPLATE}paragraphs: blank-line\nreveal: paragraph\n`;
  const work = await openWork(t, { template, data: [{ target: "One sun.\n\nTwo moon." }] });
  const field = byId(work, "edited-text");
  const take = async (text) => {
    await field.fill(text);
    await byId(work, "take-text").click();
  };
  await byId(work, "edit-text").click();
  assert.equal(await field.inputValue(), "One sun.\n\n");
  await take("One star.\n\n");
  await eventually(async () => (await corrected(work)).text, "One star.\n\n");
  assert.deepEqual(await edits(work), ["fix-1 4,7 star"]);
  await byId(work, "next-paragraph").click();
  await eventually(async () => (await corrected(work)).text, "One star.\n\nTwo moon.");
  await byId(work, "edit-text").click();
  await take("One star.\n\nTwo moons.");
  await eventually(() => edits(work), ["fix-1 4,7 star", "fix-2 14,18 moons"]);
});
