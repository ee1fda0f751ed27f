// Several annotators side by side by a link that names the annotator, whose work is the one that can be changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANNA, TEMPLATE, TEXTS, adjudicating, startAdjudicating, templateFor } from "./adjudicate-support.mjs";
import { noticeText, select } from "./journeys-support.mjs";
import { Receiver, SubmitDialog } from "./submit-support.mjs";

const NAMED = { platform: "named", id: "ann" };

/** Opens the columns by a link with `more` parameters; the template names a receiver. */
async function startFor(t, more, template = TEMPLATE) {
  const receiver = await Receiver.start(t);
  const options = { template: template + receiver.block, servers: [receiver.origin], more };
  return { receiver, ...(await startAdjudicating(t, options)) };
}

/** Takes the first edit of the first column away. */
async function deleteFirst(page) {
  const own = page.column(1);
  const count = await own.edits.count();
  await own.deleteEdit(own.edits.first());
  await own.edits.nth(count - 1).waitFor({ state: "detached" });
}

/** Submits the work, even if it is incomplete. */
async function submit(app) {
  const dialog = new SubmitDialog(app.page);
  await dialog.open();
  await dialog.shows("review");
  await dialog.incomplete.check();
  await dialog.now.click();
  await dialog.shows("arrived");
}

test("the work that can be changed is submitted by whom the link names, and by no one else's hand", async (t) => {
  const { app, page, receiver } = await startFor(t, "&annotator=ann");
  await deleteFirst(page);
  await page.waitSaved();
  await submit(app);
  const [submission] = await receiver.has(1);
  assert.deepEqual([submission.worker, submission.instances], [NAMED, [0, 1, 2, 3]]);
  assert.deepEqual(submission.annotations.map(({ edits }) => edits.length), [0, 1, 0, 1]);
  assert.equal(submission.durations_ms.length, 4);

  const address = app.page.url();
  await app.page.reload();
  await adjudicating(app);
  await app.page.getByTestId("submit").waitFor();
  assert.equal(await page.column(1).edits.count(), 0, "it goes on");
  await app.open(new URL(address).search.replace("annotator=ann", "annotator=bob"));
  await (await adjudicating(app)).column(1).edits.first().waitFor();
});

test("what the link chooses is the whole work, beside what the others made of it", async (t) => {
  const { app, page, receiver } = await startFor(t, "&annotator=ann&range=2,4");
  assert.equal((await page.position()).total, 2);
  assert.equal(await page.column(2).text("source"), TEXTS[1].source);
  assert.equal(await page.column(2).edits.count(), 2);
  await page.goToInstance(2);
  assert.equal(await page.column(2).text("source"), TEXTS[3].source);
  await page.column(1).edits.first().waitFor();
  await deleteFirst(page);
  await page.waitSaved();
  await app.page.reload();
  assert.equal((await (await adjudicating(app)).position()).total, 2, "after a reload, too");
  await app.page.getByTestId("submit").waitFor();
  await submit(app);
  const [submission] = await receiver.has(1);
  assert.deepEqual([submission.worker, submission.instances], [NAMED, [1, 3]]);
  assert.deepEqual(submission.annotations.map(({ edits }) => edits.length), [1, 0]);
});

test("who only looks at a task changes nothing", async (t) => {
  const { app, page } = await startFor(t, "&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1");
  assert.match(await noticeText(app.page, "warning"), /preview/);
  await select(page.column(1), "target", "went");
  await app.page.keyboard.press("2");
  assert.equal(await page.column(1).edits.count(), ANNA[0].edits.length);
});

test("where no work can be changed, a link that says who annotates has no effect, and the page says so", async (t) => {
  const template = templateFor(2, { highlight: false });
  const { app } = await startFor(t, "&PROLIFIC_PID=5f1", template);
  assert.match(await noticeText(app.page, "warning"), /who annotates[^]*no effect/);
  assert.equal(await app.page.getByTestId("submit").count(), 0);
});
