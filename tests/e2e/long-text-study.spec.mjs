// A study of long texts as that of Goyal, Li and Durrett (2022), as docs/tutorial-long-texts.md describes it: stories of
// FALTE's form are read and annotated paragraph by paragraph, by two annotators on devices of their own, and submitted; before
// that, one of them passes the training.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { startApp } from "./harness.mjs";
import { download } from "./journeys-support.mjs";
import { hover, lit } from "./mentions-support.mjs";
import { eventually } from "./pages.mjs";
import { addressOf, assertCodeKept, assertKept, fileOf, served } from "./studies-support.mjs";
import { Receiver, SubmitDialog } from "./submit-support.mjs";
import { TrainingPage, stepsIn } from "./training-support.mjs";

const STUDY = "long-texts";

/** The link of an annotator. */
const linkOf = (annotator) => `?i=${addressOf(STUDY, "template.yml")}&d=${addressOf(STUDY, "data.json")}&annotator=${annotator}`;

/** The pages of an annotator of the study, on a device of their own. */
class StoryPage extends TrainingPage {
  static async open(t, receiver, annotator, page = "") {
    const template = `${await fileOf(STUDY, "template.yml")}\n${receiver.block}`;
    const answers = served(STUDY, { "template.yml": template, "data.json": await fileOf(STUDY, "data.json") });
    const app = await startApp(t, { answers, servers: [receiver.origin] });
    app.page.setDefaultTimeout(15_000);
    await app.open(`${linkOf(annotator)}${page}`);
    return new StoryPage(app.page, app);
  }

  async openStories(annotator) {
    await this.app.open(linkOf(annotator));
    await this.waitForInstance(1);
  }

  paragraph() {
    return this.page.getByTestId("paragraph-position").innerText();
  }

  /** Says that the paragraph holds no more errors. */
  async nextParagraph(to) {
    await this.page.getByTestId("next-paragraph").click();
    await eventually(() => this.paragraph(), to);
  }

  async previousParagraph(to) {
    await this.page.getByTestId("previous-paragraph").click();
    await eventually(() => this.paragraph(), to);
  }

  /** Marks words, then chooses their category, as on FALTE's page. */
  async markThenName(words, category) {
    const before = await this.edits.count();
    await this.select("target", words);
    await this.categoryInMenu(category).click();
    await this.edits.nth(before).waitFor();
    await this.page.keyboard.press("Escape");
  }

  async declareDone() {
    await this.waitForDone();
    await this.page.getByTestId("mark-done").click();
  }

  /** The words of the events that were logged. */
  async logged() {
    await this.waitSaved();
    const { text } = await download(this.app, "download-log");
    return text.trim().split("\n").map((line) => JSON.parse(line).event);
  }

  /** Submits what is done, and gives the completion code that the page shows. */
  async submit() {
    await this.waitSaved();
    const dialog = new SubmitDialog(this.page);
    await dialog.submit();
    await dialog.shows("arrived");
    return this.page.getByTestId("completion-code").textContent();
  }
}

/** The edits of an instance: category, the words of each span, the comment. */
const told = ({ target, edits }) =>
  edits.map(({ category, output_idx: spans, annotation }) => [
    category,
    ...spans.map(([start, end]) => target.slice(start, end)),
    ...(annotation?.feedback ? [{ comment: annotation.feedback }] : []),
  ]);

test("two annotators carry out a study of long texts, from the training to the completion code", async (t) => {
  const receiver = await Receiver.start(t);
  const anna = await StoryPage.open(t, receiver, "anna", "#/training");
  const { page } = anna;

  // The training of the pilot: a first attempt fails, the second passes.
  await anna.waitForPage();
  const steps = stepsIn(await fileOf(STUDY, "template.yml"));
  for (const rightly of [false, true]) {
    await page.getByTestId("begin").click();
    await anna.workThrough(steps, { rightly });
    assert.equal(await page.getByTestId("training-result").getAttribute("data-state"), rightly ? "passed" : "failed");
    if (!rightly) await page.getByTestId("try-again").click();
  }
  await assertCodeKept(STUDY, await page.getByTestId("result-code").innerText());
  await anna.openStories("anna");

  // The first paragraph is there, and nothing of the rest.
  assert.equal(await anna.paragraph(), "Paragraph 1 of 4");
  assert.ok(!(await page.content()).includes("The ferry is late"));
  await anna.nextParagraph("Paragraph 2 of 4");
  await anna.markThenName("Mrs. Ferrer", "CharE");
  await anna.nextParagraph("Paragraph 3 of 4");

  // All that speak of Ada light up, as far as they are revealed.
  const text = await anna.text("target");
  const ada = text.lastIndexOf("Ada");
  await hover(anna, "target", ada, ada + 3);
  await eventually(() => lit(anna), ["Ada Brook", "Ada", "Ada"]);
  await page.mouse.move(0, 0);

  // An error of two places: the later words, then the earlier ones in the box of what was read.
  const box = page.getByTestId("context-box");
  assert.ok((await box.innerText()).includes("She has lived by the sea"));
  await anna.make("InconE", ["target", "has never seen the sea before"], ["target", "has lived by the sea all her life"]);
  await anna.write("feedback", "She lives beside it.");
  await assertAccessible(page);

  // Back to the second paragraph, where something was missed; a reload in the middle of it.
  await anna.previousParagraph("Paragraph 2 of 4");
  await anna.markThenName("After the trial", "RefE");
  await anna.markThenName("looks up", "GramE");
  const before = await anna.logged();
  await page.reload();
  await anna.waitForInstance(1);
  await eventually(() => anna.paragraph(), "Paragraph 2 of 4");
  await anna.waitForRows("InconE-1", "CharE-1", "RefE-1", "GramE-1");
  const after = await anna.logged();
  assert.deepEqual(after.slice(0, before.length), before, "the log goes on");
  assert.equal(after.filter((event) => event === "revealed").length, 2);
  // A revision: it was no error.
  await anna.deleteEdit(anna.editsOf("GramE"));
  await anna.waitForRows("InconE-1", "CharE-1", "RefE-1");

  await anna.nextParagraph("Paragraph 3 of 4");
  await anna.nextParagraph("Paragraph 4 of 4");
  await anna.markThenName("walks", "GramE");
  await anna.make("RepE", ["target", "The ferry brings her brother Jonas back to her today"], ["target", "today the ferry brings her brother Jonas"]);
  await anna.declareDone();
  await anna.waitForInstance(2);
  await anna.nextParagraph("Paragraph 2 of 3");
  await anna.markThenName("the boy", "CharE");
  await anna.nextParagraph("Paragraph 3 of 3");
  await anna.declareDone();
  const code = await anna.submit();
  assert.match(code, /^[0-9A-Z]{10}$/);

  const [submission] = await receiver.has(1);
  assert.equal(submission.completion_code, code);
  assert.deepEqual(submission.worker, { platform: "named", id: "anna" });
  const [tide, mill] = submission.annotations;
  assert.deepEqual(told(tide), [
    ["CharE", "Mrs. Ferrer"],
    ["InconE", "has never seen the sea before", "has lived by the sea all her life", { comment: "She lives beside it." }],
    ["RefE", "After the trial"],
    ["GramE", "walks"],
    ["RepE", "The ferry brings her brother Jonas back to her today", "today the ferry brings her brother Jonas"],
  ]);
  assert.deepEqual(told(mill), [["CharE", "the boy"]]);
  for (const { metadata, _spanwise: own } of [tide, mill]) {
    assert.equal(metadata.session, code);
    assert.equal(own.done, true);
    assert.ok(own.times.ms > 0);
  }
  assert.deepEqual(tide._spanwise.reading.map(({ revised }) => Boolean(revised)), [false, true, false, false]);
  await assertKept(STUDY, "anna", submission);

  // Somebody else, somewhere else: nothing of anna's work is there. The second story holds no error.
  const ben = await StoryPage.open(t, receiver, "ben");
  await ben.waitForInstance(1);
  assert.deepEqual(await ben.rows(), []);
  assert.equal(await ben.paragraph(), "Paragraph 1 of 4");
  await ben.nextParagraph("Paragraph 2 of 4");
  await ben.markThenName("Mrs. Ferrer", "CharE");
  await ben.nextParagraph("Paragraph 3 of 4");
  await ben.make("InconE", ["target", "never seen the sea before"], ["target", "lived by the sea all her life"]);
  await ben.nextParagraph("Paragraph 4 of 4");
  await ben.declareDone();
  await ben.waitForInstance(2);
  await ben.nextParagraph("Paragraph 2 of 3");
  await ben.nextParagraph("Paragraph 3 of 3");
  await ben.declareDone();
  assert.notEqual(await ben.submit(), code);
  const [, second] = await receiver.has(2);
  assert.deepEqual(told(second.annotations[0]), [
    ["CharE", "Mrs. Ferrer"],
    ["InconE", "never seen the sea before", "lived by the sea all her life"],
  ]);
  assert.deepEqual(told(second.annotations[1]), []);
  await assertKept(STUDY, "ben", second);

  // The files are also the annotators' own.
  const dialog = new SubmitDialog(ben.page);
  await dialog.goOn.click();
  const file = await ben.annotations();
  assert.deepEqual(file.map(told), second.annotations.map(told));
});
