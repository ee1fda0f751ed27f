// The score in the bar: of the instance and of the work, as edits and answers change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: weighed
score: weights
edits:
  - name: error
    weight: 2
    enable_output: true
    annotation:
      - name: severity
        options: [{name: minor, weight: 1}, {name: major, weight: 5}]
  - name: gain
    weight: -0.5
    enable_output: true
`;

const score = async (work, scope) =>
  work.page.locator(`[data-testid="score"][data-scope="${scope}"]`).getAttribute("data-value");

/** The scores of the instance shown and of the work. */
const scores = async (work) => [await score(work, "instance"), await score(work, "work")];

test("the score follows edits, answers, undo and the instance", async (t) => {
  const data = ["one two three", "four five six"].map((target) => ({ target }));
  const work = await openWork(t, { template: TEMPLATE, data });
  await eventually(() => scores(work), ["0", "0"]);

  await work.make("error", ["target", "two"]);
  await eventually(() => scores(work), ["2", "1"]);
  await work.choose("severity", "major");
  await eventually(() => scores(work), ["10", "5"]);

  await work.next.click();
  await work.waitForInstance(2);
  await eventually(() => scores(work), ["0", "5"]);
  await work.make("gain", ["target", "five"]);
  await eventually(() => scores(work), ["-0.5", "4.75"]);

  await work.undo.click();
  await eventually(() => scores(work), ["0", "5"]);
  await work.undo.click();
  await work.waitForInstance(1);
  await eventually(() => scores(work), ["2", "1"]);
});

test("a score by a formula follows edits, answers and the length of the text", async (t) => {
  const formula = "max(0, 100 - 100 * weights / words) + 1000 * gain";
  const data = ["one two three four", "five"].map((target) => ({ target }));
  const work = await openWork(t, { template: TEMPLATE.replace("score: weights", `score: ${formula}`), data });
  await eventually(() => scores(work), ["100", "100"]);
  await work.make("error", ["target", "two"]);
  await eventually(() => scores(work), ["50", "75"]);
  await work.choose("severity", "major");
  await eventually(() => scores(work), ["0", "50"]);
  await work.make("gain", ["target", "four"]);
  await eventually(() => scores(work), ["1000", "550"]);
  assert.equal(await work.page.getByTestId("score").first().getAttribute("title"), formula);
});

test("instances without a value are left out of the mean, which says so", async (t) => {
  const data = ["one two", "three four", "five six"].map((target) => ({ target }));
  const template = TEMPLATE.replace("score: weights", "score: 12 / edits");
  const work = await openWork(t, { template, data });
  const hint = () => work.page.locator('[data-testid="score"][data-scope="work"]').getAttribute("title");
  await work.make("gain", ["target", "two"]);
  await eventually(() => scores(work), ["12", "12"]);
  assert.match(await hint(), /left out: 2$/);

  await work.next.click();
  await work.waitForInstance(2);
  await eventually(() => scores(work), ["", "12"]);
  await work.make("gain", ["target", "three"]);
  await work.make("gain", ["target", "four"]);
  await eventually(() => scores(work), ["6", "9"]);
  assert.match(await hint(), /left out: 1$/);
});

test("a template without a score shows none", async (t) => {
  const work = await openWork(t, { template: TEMPLATE.replace("score: weights\n", ""), data: [{ target: "one two" }] });
  await work.make("gain", ["target", "two"]);
  assert.equal(await work.page.locator('[data-testid="score"]').count(), 0);
});
