// Submitting: gaps are shown first, the work is stored before anything is sent, and it arrives exactly once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { annotating, mark, noRoom, noStorage, noticeText, stored } from "./journeys-support.mjs";
import { eventually, openComment } from "./pages.mjs";
import { NETWORK, Receiver, SubmitDialog, TWO, finishAll, startCouch, startSubmitting } from "./submit-support.mjs";

/** A work of two instances for a receiver, all done. */
async function readyFor(t, receiver, options = {}) {
  const { app, annotate } = await startSubmitting(t, { block: receiver.block, servers: [receiver.origin], ...options });
  app.allow(NETWORK);
  return { app, annotate, dialog: await finishAll(app.page) };
}

// Thresh 11.6: work is handed in twice
test("work is submitted once it is done, from any instance, and not twice", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, annotate, dialog } = await readyFor(t, receiver);
  await annotate.goToInstance(1);
  await dialog.submit();
  await dialog.shows("arrived");
  assert.match(await dialog.text(), /Thank you/);
  const [submission] = await receiver.has(1);
  assert.equal(submission.schema, "spanwise-submission/1");
  assert.equal(submission.worker.platform, "device");
  assert.equal(submission.template.name, "press");
  assert.deepEqual(submission.instances, [0, 1]);
  const { typology } = submission.annotations[0]._spanwise;
  assert.match(typology, /^[0-9a-f]{16}$/);
  const code = await app.page.getByTestId("completion-code").textContent();
  assert.match(code, /^[0-9A-Z]{10}$/);
  assert.equal(submission.completion_code, code);
  const written = { metadata: { session: code }, _spanwise: { done: true, typology } };
  assert.deepEqual(submission.annotations, TWO.map((instance) => ({ ...instance, ...written })));

  await dialog.goOn.click();
  await dialog.open();
  await dialog.shows("arrived");
  assert.match(await dialog.text(), /submitted already/);
  assert.equal(await app.page.getByTestId("completion-code").textContent(), code, "it can be read again");
  await dialog.goOn.click();

  await mark(annotate, "deletion", "source", "yellow,");
  await annotate.choose("loss", "minor");
  await annotate.waitSaved();
  await dialog.submit();
  await dialog.shows("arrived");
  const [, changed] = await receiver.has(2);
  assert.notEqual(changed.id, submission.id);
  assert.equal(changed.worker.id, submission.worker.id);
  assert.equal(changed.annotations[0].edits.length, 1);
  assert.equal(Object.keys(await stored(app.page)).filter((key) => key.endsWith("/parcel")).length, 0);
});

test("who presses the button at the end before the submission is loaded has it once it is", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, dialog } = await readyFor(t, receiver);
  const held = [];
  await app.context.route(/split_submit[^/]*\.wasm$/, (route) => void held.push(route));
  await app.page.reload();
  await dialog.button.click();
  await eventually(() => held.length, 1);
  await held[0].continue();
  await dialog.shows("review");
});

test("a template that does not enforce its questions lets work be submitted with open ones", async (t) => {
  const receiver = await Receiver.start(t);
  const block = `${receiver.block}enforce: false\n`;
  const { app, annotate } = await startSubmitting(t, { block, servers: [receiver.origin] });
  const dialog = new SubmitDialog(app.page);
  await mark(annotate, "deletion", "source", "yellow,");
  await dialog.open();
  await dialog.incomplete.check();
  await dialog.now.click();
  await dialog.shows("arrived");
});

// Thresh 11.6: work is handed in unfinished, without a word
test("what is missing comes first, and leads to where it is missing", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, annotate } = await startSubmitting(t, { block: receiver.block, servers: [receiver.origin] });
  const dialog = new SubmitDialog(app.page);
  await dialog.open();
  await dialog.shows("review");
  assert.match(await dialog.text(), /Nothing has been annotated/);
  assert.equal(await dialog.now.count(), 0, "nothing is not submitted");
  await assertAccessible(app.page);
  await dialog.goOn.click();

  await mark(annotate, "deletion", "source", "yellow,");
  await annotate.waitSaved();
  await dialog.open();
  await dialog.shows("review");
  const rows = await dialog.gaps.allInnerTexts();
  assert.equal(rows.length, 2);
  assert.match(await dialog.text(), /\b2 of \d+ are not finished:/);
  assert.match(rows[0], /Instance 1[^]*not declared done[^]*1 question open/);
  assert.match(rows[1], /Instance 2[^]*not begun/);
  await assertAccessible(app.page);
  await dialog.gaps.nth(1).click();
  await annotate.waitForInstance(2);
  await eventually(() => app.page.evaluate(() => document.activeElement.id), "text-target");
  assert.equal(await dialog.root.isVisible(), false);

  await dialog.open();
  await dialog.shows("review");
  assert.equal(await dialog.incomplete.count(), 0, "questions that must be answered are open");
  assert.equal(await dialog.now.isDisabled(), true);
  assert.match(await dialog.text(), /must be answered/);
  await dialog.gaps.nth(0).click();
  await annotate.waitForInstance(1);
  await eventually(() => annotate.focusedQuestion(), "loss");
  await annotate.choose("loss", "minor");
  await annotate.waitSaved();

  await dialog.open();
  await dialog.shows("review");
  assert.equal(await dialog.now.isDisabled(), true);
  await dialog.incomplete.check();
  await dialog.now.click();
  await dialog.shows("arrived");
  assert.equal((await receiver.has(1))[0].annotations[0].edits.length, 1);
});

test("open questions about the instance are missing, too, and are gone to", async (t) => {
  const receiver = await Receiver.start(t);
  const asked = "\ninstance_questions:\n  - { name: fluent, question: Is it fluent?, options: binary }\n";
  const { app, annotate } = await startSubmitting(t, { block: receiver.block + asked, servers: [receiver.origin] });
  const dialog = new SubmitDialog(app.page);
  await mark(annotate, "deletion", "source", "yellow,");
  await annotate.choose("loss", "minor");
  await annotate.waitSaved();
  await dialog.open();
  await dialog.shows("review");
  const [first] = await dialog.gaps.allInnerTexts();
  assert.match(first, /Instance 1[^]*question open/);
  await dialog.gaps.nth(0).click();
  const focused = () => app.page.evaluate(() => document.activeElement.closest(".question")?.dataset.path);
  await eventually(focused, "fluent");
});

test("offline, work waits and says so; back online it goes out by itself, once", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, dialog } = await readyFor(t, receiver);
  // The code of submitting comes with the page.
  await app.page.getByTestId("submit").waitFor();
  await app.context.setOffline(true);
  await dialog.submit();
  await dialog.shows("waiting");
  assert.match(await dialog.text(), /wait on this device[^]*Check your connection/);
  assert.ok(Object.keys(await stored(app.page)).some((key) => key.endsWith("/parcel")));
  await dialog.goOn.click();
  await app.context.setOffline(false);
  await dialog.shows("arrived");
  assert.equal(receiver.posts, 1);
});

test("what waits is sent though localStorage is emptied meanwhile", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, dialog } = await readyFor(t, receiver);
  receiver.moods = [503];
  await dialog.submit();
  await dialog.shows("waiting");
  const other = await app.context.newPage();
  await other.goto(new URL("templates/index.json", app.url).href);
  await other.evaluate(() => localStorage.clear());
  await eventually(async () => Object.keys(await stored(app.page)).some((key) => key.endsWith("/parcel")), true);
  receiver.moods = ["keep"];
  await dialog.shows("arrived");
  assert.equal((await receiver.has(1)).length, 1);
});

test("a server in trouble is asked again, and the work arrives once", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [503, 500, "keep"];
  const { dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("waiting");
  assert.match(await dialog.text(), /503[^]*sent again/);
  await dialog.shows("arrived");
  assert.deepEqual([receiver.posts, receiver.kept.length], [3, 1]);
});

for (const [mood, words] of [
  ["page", /did not answer as it should/],
  ["login", /did not confirm that it has stored/],
  ["elsewhere", /did not answer as it should/],
]) {
  test(`something in place of the server (${mood}) has not stored anything: the work is kept and sent again`, async (t) => {
    const receiver = await Receiver.start(t);
    receiver.moods = [mood, "keep"];
    const { app, dialog } = await readyFor(t, receiver);
    await dialog.submit();
    await dialog.shows("waiting");
    assert.match(await dialog.text(), words);
    assert.equal(receiver.kept.length, 0);
    const file = await app.download(() => dialog.file.click());
    assert.deepEqual(file.json.map(({ id }) => id), ["tram-1", "tram-2"]);
    await dialog.shows("arrived");
    assert.deepEqual([receiver.posts, receiver.kept.length], [2, 1]);
  });
}

test("when the answer is lost, the next attempt is recognised", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = ["lose", "keep"];
  const { dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("arrived");
  assert.deepEqual([receiver.posts, receiver.kept.length], [2, 1]);
});

// Thresh 11.6: errors of the database are not shown
test("a refusal keeps the work, says what to do, and can be tried again", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [403];
  const { app, dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("failed");
  assert.match(await dialog.text(), /kept on this device[^]*not in the mood[^]*Tell the researchers/);
  const file = await app.download(() => dialog.file.click());
  assert.deepEqual(file.json.map(({ id }) => id), ["tram-1", "tram-2"]);
  await assertAccessible(app.page);
  await dialog.goOn.click();
  await dialog.open();
  await dialog.shows("failed");
  receiver.moods = ["keep"];
  await dialog.again.click();
  await dialog.shows("arrived");
  assert.equal((await receiver.has(1)).length, 1);
});

test("what was refused is told of at the next visit, and can be tried again from there", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [403];
  const { app, dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("failed");
  await app.page.goto("about:blank");
  await app.open("#/");
  assert.match(await noticeText(app.page, "warning"), /could not be sent[^]*not in the mood/);
  receiver.moods = ["keep"];
  await app.page.getByRole("button", { name: "Try again now" }).click();
  assert.match(await noticeText(app.page, "info"), /have been sent/);
  assert.equal(receiver.kept.length, 1);
});

test("a reload in the middle of sending loses nothing and doubles nothing", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = ["hang", "keep"];
  const { app, dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await receiver.has(1);
  await app.page.reload();
  await annotating(app.page);
  await eventually(() => receiver.posts, 2, 15_000);
  await dialog.open();
  await dialog.shows("arrived");
  assert.equal(receiver.kept.length, 1);
});

test("a submission goes from a frame that reaches the database's host, and no other", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = ["hang"];
  const { app, dialog } = await readyFor(t, receiver);
  app.allow(/Content Security Policy/);
  await dialog.submit();
  await receiver.has(1);
  const frame = app.page.frames().find((frame) => frame.url().endsWith("outside.html"));
  const reached = await frame.evaluate(
    (addresses) => Promise.all(addresses.map((address) => fetch(address).then(({ status }) => status, () => null))),
    [receiver.url, `${receiver.origin.replace("127.0.0.1", "localhost")}/submit`, "https://files.example/template.yml"],
  );
  assert.deepEqual(reached, [200, null, null]);
  assert.equal(await frame.locator("script").count(), 0);
});

test("what waits goes out at the next visit, from any page", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [503];
  const { app, dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("waiting");
  await app.page.goto("about:blank");
  receiver.moods = ["keep"];
  const before = receiver.posts;
  await app.open("#/");
  assert.match(await noticeText(app.page, "info"), /have been sent/);
  assert.deepEqual([receiver.posts - before, receiver.kept.length], [1, 1]);
});

test("of several tabs one sends", async (t) => {
  const receiver = await Receiver.start(t);
  receiver.moods = [503];
  const { app, dialog } = await readyFor(t, receiver);
  await dialog.submit();
  await dialog.shows("waiting");
  const tabs = await Promise.all([app.openTab("#/"), app.openTab("#/"), app.openTab("#/")]);
  receiver.moods = ["keep"];
  const before = receiver.posts;
  await receiver.has(1);
  await dialog.shows("arrived");
  await tabs[0].waitForTimeout(2500);
  assert.equal(receiver.posts - before, 1, "the others leave it alone");
});

test("where nothing can be stored, the work is sent all the same, and offered as a file before", async (t) => {
  const receiver = await Receiver.start(t);
  const { app } = await startSubmitting(t, {
    block: receiver.block,
    servers: [receiver.origin],
    prepare: (app) => app.context.addInitScript(noStorage),
  });
  const dialog = new SubmitDialog(app.page);
  await app.page.getByTestId("mark-done").click();
  await (await annotating(app.page)).goToInstance(2);
  await app.page.getByTestId("mark-done").click();
  await dialog.open();
  await dialog.shows("review");
  assert.match(await dialog.text(), /could not be stored/);
  assert.equal((await app.download(() => dialog.file.click())).json.length, 2);
  receiver.moods = [503, "keep"];
  app.allow(NETWORK);
  await dialog.now.click();
  await dialog.shows("waiting");
  assert.match(await dialog.text(), /Keep this page open/);
  await dialog.shows("arrived");
  assert.equal((await receiver.has(1)).length, 1);
});

test("with full storage the work is sent all the same", async (t) => {
  const receiver = await Receiver.start(t);
  const { app, dialog } = await readyFor(t, receiver);
  await app.page.evaluate(noRoom);
  await dialog.submit();
  await dialog.shows("arrived");
  assert.deepEqual([receiver.posts, (await receiver.has(1)).length], [1, 1]);
});

// Thresh 11.6: without a database the work is thrown away
test("without a database nothing is thrown away: the annotator gets a file", async (t) => {
  const { app } = await startSubmitting(t, { block: "crowdsource: custom\n" });
  const dialog = await finishAll(app.page);
  await dialog.open();
  await dialog.shows("review");
  assert.match(await dialog.text(), /does not say where annotations go/);
  const file = await app.download(() => dialog.now.click());
  assert.equal(file.json.length, 2);
  await dialog.shows("by-hand");
  assert.doesNotMatch(await dialog.text(), /arrived/);
});

test("CouchDB gets one document per annotator, which a later submission replaces", async (t) => {
  const couch = await startCouch(t);
  const more = "&annotator=ann";
  const { app, annotate } = await startSubmitting(t, { block: couch.block, servers: [couch.origin], more });
  app.allow(NETWORK);
  const dialog = await finishAll(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  const [first] = Object.values(await couch.documents());
  assert.match(first._id, /^[0-9a-f]{64}:ann$/);
  assert.match(first._rev, /^1-/);
  assert.deepEqual(first.worker, { platform: "named", id: "ann" });
  await dialog.goOn.click();

  await annotate.goToInstance(1);
  await (await openComment(app.page)).fill("looked at it again");
  await annotate.waitSaved();
  await dialog.submit();
  await dialog.shows("arrived");
  const documents = Object.values(await couch.documents());
  assert.equal(documents.length, 1);
  assert.match(documents[0]._rev, /^2-/);
  assert.equal(documents[0].annotations[0].comment, "looked at it again");
});

test("a document in CouchDB that is not ours stays as it is, and ours lies beside it", async (t) => {
  const couch = await startCouch(t);
  const options = { block: couch.block, servers: [couch.origin], more: "&annotator=ann" };
  const { app } = await startSubmitting(t, options);
  app.allow(NETWORK);
  await finishAll(app.page);
  const work = /#\/w\/(.*)$/.exec(app.page.url())[1];
  await couch.put({ _id: `${work}:ann`, somebody: "else" });
  const dialog = new SubmitDialog(app.page);
  await dialog.submit();
  await dialog.shows("arrived");
  const documents = await couch.documents();
  assert.equal(documents[`${work}:ann`].somebody, "else");
  const beside = Object.keys(documents).find((name) => name.startsWith(`${work}:ann:`));
  assert.equal(documents[beside].annotations.length, 2);
});

/** Runs in the page before anything else: a clock that can be put forward. */
function adjustableClock() {
  const { now } = Date;
  globalThis.ahead = 0;
  Date.now = () => now() + globalThis.ahead;
}

/** Lets time pass, and then moves the mouse. */
async function pass(page, seconds) {
  await page.evaluate((ms) => (globalThis.ahead += ms), seconds * 1000);
  await page.mouse.move(300 + (seconds % 50), 300);
  await page.mouse.move(310 + (seconds % 50), 310);
}

/** Runs in the page: its tab goes to the back, or comes to the front. */
function turnTab(isHidden) {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

/** The time spent on each instance so far, as it is stored, in milliseconds. */
async function storedTimes(page) {
  const entries = Object.entries(await stored(page)).map(([key, value]) => [key.match(/\/time\/(\d+)$/)?.[1], value]);
  return Object.fromEntries(entries.filter(([at]) => at).map(([at, ms]) => [at, Number(ms)]));
}

/** Asserts that a time is the one spent, but for the seconds that the test itself takes. */
function assertSpent(ms, seconds, what) {
  assert.ok(ms >= seconds * 1000 && ms < (seconds + 20) * 1000, `${what}: ${ms} ms for ${seconds} s`);
}

// Thresh 11.28: no times of the instances
test("the time spent on each instance is submitted, without pauses, and outlives a reload", async (t) => {
  const receiver = await Receiver.start(t);
  const prepare = (app) => app.context.addInitScript(adjustableClock);
  const { app, annotate } = await startSubmitting(t, { block: receiver.block, servers: [receiver.origin], prepare });
  const { page } = app;
  await page.getByTestId("submit").waitFor();
  await pass(page, 60);
  await pass(page, 50);
  await pass(page, 600);
  assert.deepEqual(await storedTimes(page), {}, "nothing is written by the second");
  await mark(annotate, "deletion", "source", "yellow,");
  await annotate.choose("loss", "minor");
  await eventually(async () => Object.keys(await storedTimes(page)), ["0"]);
  assertSpent((await storedTimes(page))[0], 230, "written with a change");

  await annotate.goToInstance(2);
  await pass(page, 30);
  await page.evaluate(turnTab, true);
  assertSpent((await storedTimes(page))[1], 30, "written when the page goes out of sight");
  await page.evaluate((ms) => (globalThis.ahead += ms), 60_000);
  await page.evaluate(turnTab, false);
  await page.reload();
  await annotating(page);
  await page.getByTestId("submit").waitFor();
  await pass(page, 25);
  const dialog = await finishAll(page);
  await dialog.submit();
  await dialog.shows("arrived");
  const [{ durations_ms: durations }] = await receiver.has(1);
  assert.equal(durations.length, 2);
  assertSpent(durations[0], 230, "the first instance");
  assertSpent(durations[1], 55, "the second one");
});

test("a work that is not submitted keeps no times", async (t) => {
  const { app, annotate } = await startSubmitting(t, { data: TWO });
  await annotate.goToInstance(2);
  await app.page.evaluate(turnTab, true);
  assert.deepEqual(await storedTimes(app.page), {});
});
