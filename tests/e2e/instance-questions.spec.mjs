// Questions about an instance as a whole: every kind, stored, taken back, and open until they are answered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: whole
instance_questions:
  - { name: fluent, question: Is it fluent?, options: binary }
  - name: kind
    question: What kind of text is it?
    options:
      - { name: news, label: News }
      - { name: other, label: Other, question: Which?, options: textbox }
  - name: aspects
    question: What is good?
    multiple: true
    required: false
    options: [{ name: style, label: Style, description: How it is said. }, { name: facts, label: Facts }, { name: order, label: Order }]
  - { name: words, question: How many words could go?, options: number, min: 2, max: 50, step: 1, unit: words, required: false }
  - { name: quality, question: How good is it?, options: slider, max: 10, min_label: bad, max_label: good, required: false }
  - { name: remarks, question: Anything else?, options: textarea, required: false }
edits:
  - name: fault
    enable_output: true
    annotation:
      - { name: severity, question: How bad is it?, options: likert-3 }
      - { name: length, question: How long is it?, options: number, required: false }
`;

const DATA = [{ target: "The rain falled all night." }, { target: "Nobody were there." }];

const of = (work, path) => work.page.locator(`[data-testid="instance-question"][data-path="${path}"]`);
const answer = (work, path, value) => of(work, path).locator(`[data-value="${value}"]`).first();
const answers = async (work, instance = 1) => (await work.annotations())[instance - 1]._spanwise?.answers;
const status = (work) => work.status.getAttribute("data-status");
const focused = (work) =>
  work.page.evaluate(() => document.activeElement?.closest(".question")?.getAttribute("data-path") ?? null);

test("answers of every kind are stored, taken back and there again after a reload", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await answer(work, "fluent", "yes").click();
  await answer(work, "kind", "other").click();
  await of(work, "kind/other").locator("input").fill("a letter");
  await answer(work, "aspects", "facts").click();
  await answer(work, "aspects", "style").click();
  await of(work, "words").getByTestId("number").fill("12");
  await of(work, "quality").getByTestId("slider").fill("7");
  await of(work, "remarks").locator("textarea").fill("none");
  const all = {
    fluent: "yes",
    kind: { val: "other", other: "a letter" },
    aspects: ["style", "facts"],
    words: "12",
    quality: "7",
    remarks: "none",
  };
  assert.deepEqual(await answers(work), all);
  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(() => answers(work), all);
  assert.equal(await of(work, "words").getByTestId("number").inputValue(), "12");
  assert.equal(await of(work, "quality").getByTestId("slider").inputValue(), "7");
  assert.equal(await answer(work, "aspects", "style").isChecked(), true);
  await answer(work, "aspects", "style").click();
  await eventually(async () => (await answers(work)).aspects, ["facts"]);
  await work.undo.click();
  await eventually(async () => (await answers(work)).aspects, ["style", "facts"]);
});

test("the definition of a check-box is read with it, and shown behind ⓘ", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const definition = of(work, "aspects").getByText("How it is said.");
  const style = answer(work, "aspects", "style");
  await style.waitFor();
  assert.equal(await style.getAttribute("aria-describedby"), await definition.getAttribute("id"));
  assert.equal(await answer(work, "aspects", "facts").getAttribute("aria-describedby"), null, "it has none");
  assert.equal(await definition.isVisible(), false);
  const explain = of(work, "aspects").getByTestId("explain");
  await explain.click();
  await definition.waitFor();
  assert.equal(await explain.getAttribute("aria-expanded"), "true");
  await explain.click();
  await definition.waitFor({ state: "hidden" });
});

test("an instance is done once its required questions are answered", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const done = work.page.getByTestId("mark-done");
  await work.waitForDone();
  await of(work, "fluent").waitFor();
  await done.click();
  assert.deepEqual(await work.position(), { index: 1, total: 2 });
  assert.equal(await status(work), "untouched");
  await eventually(() => focused(work), "fluent");
  await answer(work, "fluent", "no").click();
  await eventually(() => status(work), "in-progress");
  await answer(work, "kind", "news").click();
  await done.click();
  await work.waitForInstance(2);
  await work.goToInstance(1);
  assert.equal(await status(work), "done-no-errors");
  // The next instance has its own answers.
  await work.goToInstance(2);
  assert.equal(await answer(work, "fluent", "no").isChecked(), false);
});

test("below a long text, their number is in sight, and leads to them", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ target: "The rain falled all night.\n".repeat(80) }] });
  const open = work.page.getByTestId("open-questions");
  assert.equal(await open.getAttribute("aria-label"), "2 questions open");
  const inView = (locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  assert.equal(await inView(of(work, "fluent")), false, "the text is long");
  assert.equal(await inView(open), true);
  await open.click();
  await eventually(() => focused(work), "fluent");
  await eventually(() => inView(of(work, "fluent")), true);
  await answer(work, "fluent", "no").click();
  await eventually(() => open.innerText(), "1");
  await answer(work, "kind", "news").click();
  await open.waitFor({ state: "detached" });
});

test("keys answer the question that has the focus; a number that is none is not kept", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await answer(work, "fluent", "yes").focus();
  await work.page.keyboard.press("2");
  await work.page.keyboard.press("Enter");
  await eventually(() => focused(work), "kind");
  await work.page.keyboard.press("1");
  await work.page.keyboard.press("Enter");
  await eventually(() => focused(work), "aspects");
  await work.page.keyboard.press("3");
  // A check-box is not the last word: the focus stays for the next one.
  await eventually(() => answer(work, "aspects", "order").isChecked(), true);
  assert.equal(await focused(work), "aspects");
  await work.page.keyboard.press("1");
  await eventually(() => answer(work, "aspects", "style").isChecked(), true);
  await eventually(() => answers(work), { fluent: "no", kind: { val: "news" }, aspects: ["style", "order"] });
  const number = of(work, "words").getByTestId("number");
  await number.fill("1");
  assert.equal((await answers(work)).words, undefined);
  await number.fill("15,0");
  await eventually(async () => (await answers(work)).words, "15");
  await number.fill("99");
  await number.blur();
  await eventually(() => number.inputValue(), "15");
  await work.page.getByText("That is not one of the answers offered.").waitFor();
});

test("the first open question of an edit has the focus, not one about the instance", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "falled"]);
  await eventually(() => work.focusedQuestion(), "severity");
  await work.choose("severity", "minor");
  await work.question("length").getByTestId("number").fill("6");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual(edit.annotation, { severity: "minor", length: "6" });
  assert.equal(await answers(work), undefined);
});
