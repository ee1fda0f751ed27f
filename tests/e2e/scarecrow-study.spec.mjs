// A study as that of Dou et al. (2022), as docs/tutorial-training.md describes it: annotators pass the training, annotate
// generated texts with known errors hidden among them, and submit.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { startApp } from "./harness.mjs";
import { eventually } from "./pages.mjs";
import { addressOf, assertCodeKept, assertKept, fileOf, served } from "./studies-support.mjs";
import { Receiver, SubmitDialog } from "./submit-support.mjs";
import { TrainingPage, readCode, stepsOf } from "./training-support.mjs";

const STUDY = "scarecrow";
const shipped = (name) => readFile(new URL(`../../templates/scarecrow/${name}`, import.meta.url), "utf8");

/** The page of an annotator of the study, on a device of their own. */
async function openFor(t, receiver, annotator, page) {
  const template = `${await shipped("template.yml")}\n${receiver.block}`;
  const files = { "template.yml": template, "training.yml": await shipped("training.yml"), "work.json": await fileOf(STUDY, "work.json") };
  const app = await startApp(t, { answers: served(STUDY, files), servers: [receiver.origin] });
  app.page.setDefaultTimeout(15_000);
  await app.open(`${linkFor(annotator)}${page}`);
  return new TrainingPage(app.page, app);
}

const linkFor = (annotator) => `?i=${addressOf(STUDY, "template.yml")}&d=${addressOf(STUDY, "work.json")}&annotator=${annotator}`;

/** Marks a problem with its earlier words, if it has any, and answers what is asked about it. */
async function annotate(work, category, spans, explanation, severity) {
  await work.make(category, ...spans.map((words) => ["target", words]));
  await work.write("explanation", explanation);
  await work.choose(`${category}_type`, severity);
}

/** Declares the instance done, and waits for the next one. */
async function done(work, next) {
  await work.waitForDone();
  await work.page.getByTestId("mark-done").click();
  if (next) await work.waitForInstance(next);
}

async function submit(work) {
  await work.waitSaved();
  const dialog = new SubmitDialog(work.page);
  await dialog.submit();
  await dialog.shows("arrived");
  return work.page.getByTestId("completion-code").textContent();
}

/** The edits of an instance: category, the words of each span, severity. */
const told = ({ target, edits }) =>
  edits.map(({ category, output_idx: spans, annotation }) => [
    category,
    ...spans.map(([start, end]) => target.slice(start, end)),
    annotation[`${category}_type`],
  ]);

test("an annotator fails the training, passes it, annotates, and submits with the figures of hidden gold", async (t) => {
  const receiver = await Receiver.start(t);
  const ann = await openFor(t, receiver, "ann", "#/training");
  const { page } = ann;
  await ann.waitForPage();
  assert.equal(await page.getByTestId("trainee").inputValue(), "ann", "as the link names the trainee");
  const steps = await stepsOf("scarecrow/training.yml");
  const result = page.getByTestId("training-result");

  // A first attempt, in which nothing is found. What there was to find is shown beside the text, with its explanations.
  await page.getByTestId("begin").click();
  await ann.goOn();
  await ann.goOn();
  await ann.waitForStep("Grammar and usage");
  await ann.check();
  await ann.feedback.waitFor();
  assert.deepEqual(await ann.findings(), ["missed"]);
  assert.match(await ann.feedback.innerText(), /The past of “put” is “put”/);
  await ann.goOn();
  await ann.workThrough(steps, { rightly: false });
  assert.equal(await result.getAttribute("data-state"), "failed");
  assert.equal(await ann.points(), "0");

  await page.getByTestId("try-again").click();
  await page.getByTestId("begin").click();
  await ann.workThrough(steps, { rightly: true });
  assert.equal(await result.getAttribute("data-state"), "passed");
  assert.equal(await ann.points(), "100");
  const code = await page.getByTestId("result-code").innerText();
  assert.deepEqual([readCode(code).passed, readCode(code).of("ann")], [true, true]);
  // `spanwise training verify` is given this code.
  await assertCodeKept(STUDY, code);

  // The work, with the same link. The second instance is one with known errors, and looks like the others.
  await ann.app.open(linkFor("ann"));
  await ann.waitForInstance(1);
  assert.equal((await ann.position()).total, 3);
  await annotate(ann, "grammar_usage", ["can borrows"], "It is “can borrow”.", "minor");
  await annotate(ann, "redundant", ["The drills are in the room, and so are the saws.", "The room has drills, saws"], "We know what is there.", "somewhat");
  await annotate(ann, "self_contradiction", ["On Mondays the room stays closed.", "It is open on Mondays."], "Open or closed?", "a lot");
  await done(ann, 2);
  assert.ok(!(await page.content()).includes("Sand does not water"), "the gold is not in the page");
  await annotate(ann, "commonsense", ["watered with dry sand,"], "Sand is not wet.", "somewhat");
  await done(ann, 3);
  await annotate(ann, "bad_math", ["fifty-five in all."], "Forty and ten are fifty.", "somewhat");
  await done(ann);
  const completion = await submit(ann);
  const [submission] = await receiver.has(1);
  assert.equal(submission.completion_code, completion);
  assert.deepEqual(submission.hidden_gold, {
    instances: 1, found: 1, wrong_border: 0, wrong_category: 0, missed: 1, without_gold: 0, f1: 2 / 3,
  });
  assert.deepEqual(submission.annotations.map(told), [
    [
      ["grammar_usage", "can borrows", "minor"],
      ["redundant", "The drills are in the room, and so are the saws.", "The room has drills, saws", "somewhat"],
      ["self_contradiction", "On Mondays the room stays closed.", "It is open on Mondays.", "a lot"],
    ],
    [["commonsense", "watered with dry sand,", "somewhat"]],
    [["bad_math", "fifty-five in all.", "somewhat"]],
  ]);
  await assertKept(STUDY, "ann", submission);

  // A second annotator, who was trained before, on a device of their own.
  const ben = await openFor(t, receiver, "ben", "");
  await ben.waitForInstance(1);
  await annotate(ben, "grammar_usage", ["borrows"], "Wrong form.", "minor");
  await annotate(ben, "self_contradiction", ["On Mondays the room stays closed.", "open on Mondays."], "It is open.", "a lot");
  await done(ben, 2);
  await annotate(ben, "bad_math", ["twelve buckets in all."], "It is fifteen.", "somewhat");
  await annotate(ben, "commonsense", ["with dry sand,"], "Sand is dry.", "a lot");
  await done(ben, 3);
  await done(ben);
  await eventually(async () => (await ben.rows()).length, 0);
  await submit(ben);
  const [, second] = await receiver.has(2);
  assert.deepEqual(second.hidden_gold.found, 2, "a border may be off by two words");
  assert.deepEqual(second.annotations.map((one) => one.edits.length), [2, 2, 0]);
  await assertKept(STUDY, "ben", second);
});
