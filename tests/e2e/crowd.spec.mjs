// Links for annotators: the annotator, the sample of instances, and the way back to Prolific and Mechanical Turk.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DATA, ELSEWHERE, annotating, chooseFiles, download, dropFiles, mark, noStorage, noticeText, select, shown,
} from "./journeys-support.mjs";
import { Receiver, SubmitDialog, TWO, finishAll, linkTo, many, startSubmitting } from "./submit-support.mjs";

const PROLIFIC = "&PROLIFIC_PID=5f1&STUDY_ID=s7&SESSION_ID=e9";
const SANDBOX = "https://workersandbox.mturk.com";
const MTURK = `&assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=${encodeURIComponent(SANDBOX)}`;
const FORM = `${SANDBOX}/mturk/externalSubmit`;
const COMPLETE = "https://app.prolific.com/submissions/complete?cc=C1A2";
const page = (text) => ({ status: 200, contentType: "text/html", body: `<!DOCTYPE html><title>${text}</title>${text}` });

/** The sources of all instances, by going through them. */
async function sources(annotate) {
  const { total } = await annotate.position();
  const found = [];
  for (let at = 1; at <= total; at += 1) {
    await annotate.goToInstance(at);
    found.push(await annotate.text("source"));
  }
  return found;
}

test("a range in the link is the whole work: what is shown, submitted and downloaded", async (t) => {
  const receiver = await Receiver.start(t);
  const options = { block: receiver.block, servers: [receiver.origin], data: many(12), more: "&range=3-4,9" };
  const { app, annotate } = await startSubmitting(t, options);
  assert.deepEqual(await sources(annotate), [2, 3, 8].map((at) => `Sentence number ${at}.`));
  const dialog = await finishAll(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  const [submission] = await receiver.has(1);
  assert.deepEqual(submission.instances, [2, 3, 8]);
  await dialog.goOn.click();
  assert.equal((await download(app)).json.length, 3);
});

test("a seeded sample is the same for everyone and after a reload, and its work goes on", async (t) => {
  const { app, annotate } = await startSubmitting(t, { data: many(40), more: "&n=4&seed=pilot" });
  const sample = await sources(annotate);
  assert.equal(new Set(sample).size, 4);
  await annotate.goToInstance(2);
  await mark(annotate, "deletion", "source", "number");
  await annotate.waitSaved();
  await app.page.reload();
  const again = await annotating(app.page);
  await again.edits.nth(0).waitFor();
  assert.deepEqual(await sources(again), sample);

  await app.open(linkTo("&n=4&seed=pilot"));
  assert.deepEqual(await sources(await annotating(app.page)), sample);
  await app.open(linkTo("&n=4&seed=main"));
  assert.notDeepEqual(await sources(await annotating(app.page)), sample);
  assert.equal(await app.page.getByTestId("submit").count(), 0, "nobody asked for it");
});

// Thresh 11.28: annotators are not told apart
test("two annotators on one device do not see each other's work, and draw samples of their own", async (t) => {
  const { app, annotate } = await startSubmitting(t, { data: many(40), more: "&annotator=ann&n=5" });
  const anns = await sources(annotate);
  await annotate.goToInstance(1);
  await mark(annotate, "deletion", "source", "number");
  await annotate.waitSaved();
  await app.open(linkTo("&annotator=bob&n=5"));
  const bob = await annotating(app.page);
  assert.notDeepEqual(await sources(bob), anns);
  await app.open(linkTo("&annotator=ann&n=5"));
  const ann = await annotating(app.page);
  await ann.goToInstance(1);
  await ann.edits.nth(0).waitFor();

  await app.open(linkTo("&annotator=bob"));
  assert.equal(await (await annotating(app.page)).edits.count(), 0, "on the same instances too");
});

// Thresh 11.28: annotators are not told apart
test("a link without data is for whom it names, whatever data is opened", async (t) => {
  const receiver = await Receiver.start(t);
  const { app } = await startSubmitting(t, { block: receiver.block, servers: [receiver.origin], open: false });
  const file = (data) => [{ name: "data.json", text: JSON.stringify(data) }];
  const openAs = async (who) => {
    await app.open(`?i=${ELSEWHERE}/template.yml&annotator=${who}`);
    await shown(app.page, "landing");
    await chooseFiles(app.page, file(TWO));
    return annotating(app.page);
  };
  const first = await openAs("ann");
  await mark(first, "deletion", "source", "yellow,");
  await first.choose("loss", "minor");
  await first.waitSaved();
  await app.page.reload();
  await (await annotating(app.page)).edits.nth(0).waitFor();
  assert.equal(await (await openAs("bob")).edits.count(), 0, "bob begins anew");
  await (await openAs("ann")).edits.nth(0).waitFor();

  const submitted = async (count) => {
    const dialog = await finishAll(app.page);
    await dialog.submit();
    await dialog.shows("arrived");
    await dialog.goOn.click();
    return (await receiver.has(count)).at(-1);
  };
  assert.deepEqual((await submitted(1)).worker, { platform: "named", id: "ann" });
  await dropFiles(app.page, file(many(3)));
  await app.page.locator('[data-testid="position"][data-total="3"]').waitFor();
  assert.deepEqual((await submitted(2)).worker, { platform: "named", id: "ann" }, "another file, too");
});

test("a link without data chooses from the data that is opened first", async (t) => {
  const { app } = await startSubmitting(t, { open: false });
  await app.open(`?i=${ELSEWHERE}/template.yml&annotator=ann&range=9-10`);
  await shown(app.page, "landing");
  await chooseFiles(app.page, [{ name: "data.json", text: JSON.stringify(many(12)) }]);
  assert.deepEqual(await sources(await annotating(app.page)), ["Sentence number 8.", "Sentence number 9."]);
  await dropFiles(app.page, [{ name: "more.json", text: JSON.stringify(many(3)) }]);
  await app.page.locator('[data-testid="position"][data-total="3"]').waitFor();
  await app.page.getByTestId("submit").waitFor();
});

test("the example data of a template is for whom the link names", async (t) => {
  const { app } = await startSubmitting(t, { open: false });
  const openAs = async (who) => {
    await app.open(`?annotator=${who}#/t/salsa`);
    await app.page.getByRole("button", { name: "Try with example data" }).click();
    await app.page.getByTestId("submit").waitFor();
    return annotating(app.page);
  };
  const ann = await openAs("ann");
  await app.page.getByTestId("bookmark").click();
  await ann.waitSaved();
  const pressed = () => app.page.getByTestId("bookmark").getAttribute("aria-pressed");
  await openAs("bob");
  assert.equal(await pressed(), "false");
  await openAs("ann");
  assert.equal(await pressed(), "true");
});

for (const [what, more, says] of [
  ["a placeholder that Prolific did not fill in", "&PROLIFIC_PID={{%25PROLIFIC_PID%25}}", /PROLIFIC_PID[^]*placeholder/],
  ["a range beyond the data", "&range=3-9", /instance 9[^]*1 to 4/],
  ["a random sample without anyone to draw it for", "&n=2", /seed/],
  ["a form that goes elsewhere", "&assignmentId=A&workerId=W&turkSubmitTo=https://example.org", /turkSubmitTo/],
]) {
  test(`a link with ${what} says so`, async (t) => {
    const { app } = await startSubmitting(t, { data: DATA, more, open: false });
    await app.open(linkTo(more));
    await shown(app.page, "failure");
    assert.match(await noticeText(app.page, "error"), says);
  });
}

test("a participant of Prolific submits and returns with the completion code", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, annotate } = await startSubmitting(t, {
    block: `${receiver.block}crowdsource: prolific\nprolific_completion_code: C1A2\n`,
    servers: [receiver.origin],
    more: PROLIFIC,
    answers: { [COMPLETE]: page("Back at Prolific") },
  });
  assert.equal(await app.page.getByTestId("setup-problems").count(), 0);
  const dialog = await finishAll(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  // The page leaves by itself some seconds later.
  assert.equal(await dialog.wayBack.getAttribute("href"), COMPLETE);
  await app.page.waitForURL(COMPLETE);
  const [submission] = await receiver.has(1);
  assert.deepEqual(submission.worker, { platform: "prolific", id: "5f1", study: "s7", session: "e9" });
  assert.equal(submission.completion_code, "C1A2");
  assert.deepEqual(submission.annotations[1].metadata, { PROLIFIC_PID: "5f1", STUDY_ID: "s7", SESSION_ID: "e9" });

  await app.page.goBack();
  await annotating(app.page);
  await dialog.open();
  await dialog.shows("arrived");
  assert.equal(await dialog.wayBack.getAttribute("href"), COMPLETE, "and finds the way back again");
  assert.equal(await annotate.edits.count(), 0);
});

test("where nothing can be stored, one returns to Prolific all the same, without being asked about lost work", async (t) => {
  const receiver = await Receiver.start(t);
  const { app } = await startSubmitting(t, {
    block: `${receiver.block}crowdsource: prolific\nprolific_completion_code: C1A2\n`,
    servers: [receiver.origin],
    more: PROLIFIC,
    answers: { [COMPLETE]: page("Back at Prolific") },
    prepare: (app) => app.context.addInitScript(noStorage),
  });
  const asked = [];
  app.page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  for (const at of [1, 2]) {
    await (await annotating(app.page)).goToInstance(at);
    await app.page.getByTestId("mark-done").click();
  }
  const dialog = new SubmitDialog(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  await app.page.waitForURL(COMPLETE);
  assert.deepEqual(asked, []);
  assert.equal(receiver.kept.length, 1);
});

test("who closes the thanks is not taken away", async (t) => {
  const receiver = await Receiver.start(t);
  const { app } = await startSubmitting(t, {
    block: `${receiver.block}crowdsource: prolific\nprolific_completion_code: C1A2\n`,
    servers: [receiver.origin],
    more: PROLIFIC,
  });
  const dialog = await finishAll(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  await dialog.goOn.click();
  await app.page.waitForTimeout(6000);
  await annotating(app.page);
});

test("a study that leads nowhere says so before anyone begins, and gives the completion code only for a file", async (t) => {
  const block = "prolific_completion_code: C1A2\n";
  const { app } = await startSubmitting(t, { block, more: PROLIFIC, answers: { [COMPLETE]: page("Back") } });
  const problems = app.page.getByTestId("setup-problems");
  assert.match(await problems.innerText(), /does not say where annotations go[^]*Do not begin/);
  await app.page.getByRole("button", { name: "Look at it all the same" }).click();
  const dialog = await finishAll(app.page);
  await dialog.open();
  await dialog.shows("review");
  assert.equal(await dialog.wayBack.count(), 0);
  const file = await app.download(() => dialog.now.click());
  assert.equal(file.name, "annotations-5f1.json");
  assert.equal(file.json[0].metadata.PROLIFIC_PID, "5f1");
  await dialog.shows("by-hand");
  await dialog.wayBack.click();
  await app.page.waitForURL(COMPLETE);
});

test("a template for Prolific opened from elsewhere can be tried, and says so", async (t) => {
  const block = "crowdsource: prolific\nprolific_completion_code: C1A2\n";
  const { app } = await startSubmitting(t, { block });
  assert.match(await noticeText(app.page, "warning"), /participants on Prolific/);
});

test("a preview on Mechanical Turk shows the task, changes nothing and submits nothing", async (t) => {
  const receiver = await Receiver.start(t);
  const more = "&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=H1";
  const { app, annotate } = await startSubmitting(t, { block: receiver.block, servers: [receiver.origin], more });
  assert.match(await noticeText(app.page, "warning"), /preview[^]*Accept the task/);
  await select(annotate, "source", "yellow,");
  await app.page.keyboard.press("1");
  await app.page.keyboard.press("Control+Enter");
  assert.deepEqual([await annotate.draft.count(), await annotate.edits.count()], [0, 0]);
  assert.equal(await annotate.status.getAttribute("data-status"), "untouched");
  await annotate.goToInstance(1);
  await annotate.next.click();
  await annotate.waitForInstance(2);
  const dialog = new SubmitDialog(app.page);
  await dialog.open();
  await dialog.shows("preview");
  assert.equal(await dialog.now.count(), 0);
  await dialog.goOn.click();
  await app.page.reload();
  await annotating(app.page);
  assert.match(await noticeText(app.page, "warning"), /preview/);
  assert.equal(receiver.posts, 0);

  await app.open(linkTo(MTURK));
  await annotating(app.page);
  await app.page.getByTestId("mark-done").click();
  await annotate.waitSaved();
});

// Thresh 11.15: no Mechanical Turk
test("without a database, the form of Mechanical Turk carries the annotations", async (t) => {
  const { app } = await startSubmitting(t, { more: MTURK, answers: { [FORM]: page("Thanks from Turk") } });
  const dialog = await finishAll(app.page);
  await dialog.open();
  await dialog.shows("review");
  const [request] = await Promise.all([app.page.waitForRequest(FORM), dialog.now.click()]);
  assert.equal(request.method(), "POST");
  const fields = new URLSearchParams(request.postData());
  assert.equal(fields.get("assignmentId"), "A1");
  const submission = JSON.parse(fields.get("submission"));
  assert.equal(fields.get("submission_id"), submission.id);
  assert.deepEqual(submission.worker, { platform: "mturk", id: "W1", assignment: "A1", hit: "H1", submit_to: FORM });
  assert.equal(submission.annotations.length, 2);
  await app.page.waitForURL(FORM);
});

test("with a database, Mechanical Turk hears of it once the database has the work", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [503, "keep"];
  const options = { block: receiver.block, servers: [receiver.origin], more: MTURK, answers: { [FORM]: page("Thanks") } };
  const { app } = await startSubmitting(t, options);
  app.allow(/Failed to load resource/);
  const dialog = await finishAll(app.page);
  await dialog.open();
  await dialog.shows("review");
  const posted = app.page.waitForRequest(FORM);
  await dialog.now.click();
  const fields = new URLSearchParams((await posted).postData());
  const [submission] = await receiver.has(1);
  assert.deepEqual([...fields.keys()], ["assignmentId", "submission_id"]);
  assert.equal(fields.get("submission_id"), submission.id);
});
