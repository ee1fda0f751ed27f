// Guided steps: an edit is made one step after the other, and the box which says that there is no problem.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: guided
steps: guided
edits:
  - name: contradiction
    label: Contradiction
    spans:
      - { name: error, label: Error }
      - { name: antecedent, label: Antecedent }
    annotation:
      - name: severity
        label: Severity
        question: How bad is it?
        options: [{name: minor}, {name: major, question: Why?, options: textbox}]
      - { name: explanation, label: Explanation, question: Explain., options: textarea, required: false }
  - { name: grammar, label: Grammar, enable_output: true, annotation: [{name: bad, question: Is it bad?, options: binary}] }
`;

const SOURCE = "The ferry runs on weekdays.";
const TARGET = "He is an only child here. His sister left in spring.";
const DATA = [{ source: SOURCE, target: TARGET }, { source: SOURCE, target: "Nothing is wrong." }];

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);

/** The step that a part of the page shows: its number, and how many there are. */
const step = async (part) => {
  const shown = byId(part, "step");
  return Promise.all(["data-index", "data-total"].map(async (name) => Number(await shown.getAttribute(name))));
};

/** The question that is asked; one at a time. */
const asked = (work) => byId(work.openPanel, "question").evaluateAll((all) => all.map((one) => one.dataset.path));

test("an edit is made step by step, and back again", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const next = (part) => byId(part, "step-next");
  const back = (part) => byId(part, "step-back");
  await work.category("contradiction").click();
  await eventually(() => step(work.draft), [2, 5]);
  assert.match(await work.draft.innerText(), /Step 2 of 5/);
  assert.equal(await next(work.draft).isEnabled(), false, "a required role is not skipped");
  await work.select("target", "sister");
  await eventually(() => step(work.draft), [3, 5]);
  assert.match(await work.draft.innerText(), /Now select: Antecedent\n/, "no word of a button that is not there");
  // Back to the first role: its span is selected anew.
  await back(work.draft).click();
  await eventually(() => step(work.draft), [2, 5]);
  assert.match(await work.draft.innerText(), /Now select: Error/);
  await work.select("target", "left");
  await eventually(() => step(work.draft), [3, 5]);
  assert.equal(await next(work.draft).innerText(), "Skip");
  await next(work.draft).click();
  await work.waitForRows("contradiction-1");

  const panel = work.openPanel;
  await eventually(() => step(panel), [4, 5]);
  assert.deepEqual(await asked(work), ["severity"]);
  assert.match(await panel.getByRole("status").first().innerText(), /Step 4 of 5\s*: How bad is it\?/);
  assert.equal(await next(panel).isEnabled(), false);
  // An option that asks further adds a step.
  await work.choose("severity", "major");
  await eventually(() => step(panel), [5, 6]);
  assert.deepEqual(await asked(work), ["severity/major"]);
  await eventually(() => panel.locator("input[type=text]").evaluate((field) => field === document.activeElement), true);
  await work.page.keyboard.type("so it is");
  await work.page.keyboard.press("Enter");
  await eventually(() => asked(work), ["explanation"]);
  await back(panel).click();
  await eventually(() => asked(work), ["severity/major"]);
  assert.equal(await panel.locator("input[type=text]").inputValue(), "so it is");
  await next(panel).click();
  assert.equal(await next(panel).innerText(), "Finish edit");
  await next(panel).click();
  await eventually(() => panel.count(), 0);
  assert.equal(await work.edits.getAttribute("data-annotated"), "true");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual(edit.span_roles, { target: ["error"] });
  assert.deepEqual(edit.annotation.severity, { val: "major", major: "so it is" });
});

test("a finished edit goes through the same steps, and what was left in between is kept", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("contradiction").click();
  await work.select("target", "sister");
  await work.select("target", "child");
  await work.waitForRows("contradiction-1");
  await work.goToInstance(2);
  await work.goToInstance(1);
  await byId(work.edits, "edit-open").click();
  const panel = work.openPanel;
  await eventually(() => asked(work), ["severity"]);
  await byId(panel, "step-back").click();
  await eventually(() => step(panel), [3, 5]);
  assert.match(await panel.innerText(), /Now select: Antecedent/);
  await work.select("target", "only");
  await eventually(async () => (await work.downloadedEdits())[0].output_idx, [[30, 36], [9, 13]]);
  for (const index of [2, 1]) {
    await byId(panel, "step-back").click();
    await eventually(() => step(panel), [index, 5]);
  }
  assert.equal(await byId(panel, "step-back").isEnabled(), false);
  assert.equal(await byId(panel, "change-category").inputValue(), "0");
  for (const index of [2, 3, 4]) {
    await byId(panel, "step-next").click();
    await eventually(() => step(panel), [index, 5]);
  }
  assert.deepEqual(await asked(work), ["severity"]);
});

/** Runs in the page: presses keys one after the other, with what the page does at once in between. */
async function pressAtOnce(keys) {
  for (const key of keys) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 50; turn += 1) await null;
  }
}

test("the keyboard goes on and back", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("grammar").click();
  await work.select("target", "left");
  await eventually(() => asked(work), ["bad"]);
  await eventually(() => step(work.openPanel), [3, 3]);
  await work.page.keyboard.press("Backspace");
  await eventually(() => step(work.openPanel), [2, 3]);
  // As from a quick hand on a slow device: the answer follows before a timer ends.
  await work.page.evaluate(pressAtOnce, ["Enter", "1"]);
  await eventually(() => work.edits.getAttribute("data-annotated"), "true");
  await work.page.keyboard.press("Enter");
  await eventually(() => work.openPanel.count(), 0);
});

test("the box of no problem declares an instance done, and goes off when an edit is made", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const box = byId(work.page, "no-problem");
  const isOn = () => box.getAttribute("aria-checked");
  await box.click();
  await eventually(isOn, "true");
  await eventually(() => work.status.getAttribute("data-status"), "done-no-errors");
  await box.click();
  await eventually(isOn, "false");
  await box.click();
  await work.category("grammar").click();
  await work.select("target", "left");
  await work.waitForRows("grammar-1");
  await eventually(isOn, "false");
  assert.equal(await box.getAttribute("aria-disabled"), "true");
  await box.click({ force: true });
  await byId(work.page, "notice").filter({ hasText: "There are edits" }).waitFor();
  assert.equal(await isOn(), "false");
  await work.goToInstance(2);
  await eventually(isOn, "false");
  await box.click();
  await eventually(isOn, "true");
  const [, second] = await work.annotations();
  assert.equal(second._spanwise.done, true);
});
