// Browser storage that is full, blocked, damaged, newer, or shared by two tabs: each case has a
// visible outcome in which nothing is lost or silently overwritten.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startAdjudicating } from "./adjudicate-support.mjs";
import {
  DATA, TEMPLATE, annotating, asksBeforeLeaving, chooseFiles, crash, damage, download, mark, noRoom, noStorage, noticeText, recordKeys, refusedStorage, shown,
  start, startAnnotating, stored,
} from "./journeys-support.mjs";

const state = (page, name) => page.locator(`[data-testid="save-state"][data-state="${name}"]`).waitFor({ state: "attached" });

test("with full storage the work goes on in memory, says so, and is stored once there is room", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  const { page } = app;
  await mark(annotate, "deletion", "source", "built");
  await page.evaluate(noRoom);
  await mark(annotate, "deletion", "source", "near");
  await state(page, "unsaved");
  assert.match(await noticeText(page, "error"), /full.*download/is);
  await annotate.choose("loss", "a lot");
  await annotate.next.click();
  await annotate.previous.click();
  assert.equal(await annotate.edits.count(), 2, "nothing is lost in memory");
  assert.equal((await download(app)).json[0].edits.length, 2, "and it can be downloaded");
  await page.evaluate(() => (globalThis.room = Infinity));
  await mark(annotate, "insertion", "target", "close");
  await annotate.waitSaved();
  const again = await annotating((await crash(t, app)).page);
  assert.equal(await again.edits.count(), 3, "what was unsaved is stored with the rest");
  await again.openEdit(again.editsOf("deletion").nth(1));
  assert.equal(await again.answer("loss", "a lot").isChecked(), true);
});

test("storage that fills up after any write keeps a prefix of the work, and the page tells the truth", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await app.page.evaluate(noRoom);
  for (const [room, words] of [[2, "built"], [4, "near"], [12, "harbour."]]) {
    await app.page.evaluate((room) => (globalThis.room = room), room);
    await mark(annotate, "deletion", "source", words);
  }
  await state(app.page, "saved");
  await app.page.evaluate(() => (globalThis.room = 0));
  await mark(annotate, "insertion", "target", "close");
  await state(app.page, "unsaved");
  const again = await annotating((await crash(t, app)).page);
  assert.equal(await again.editsOf("deletion").count(), 3);
  assert.equal(await again.editsOf("insertion").count(), 1, "what localStorage refused, the durable store has");
});

test("storage that is full from the start is no obstacle to annotating", async (t) => {
  const prepare = (app) => app.context.addInitScript(noRoom);
  const { app, annotate } = await startAnnotating(t, { prepare });
  await mark(annotate, "deletion", "source", "built");
  await state(app.page, "unsaved");
  await app.page.locator('[data-testid="notice"]:is([data-level="error"], [data-level="warning"])').first().waitFor();
  assert.equal((await download(app)).json[0].edits.length, 1);
});

for (const [how, block] of [
  ["refused", refusedStorage],
  ["missing", noStorage],
]) {
  test(`with storage ${how} one can work, and is told that it lasts until the tab is closed`, async (t) => {
    const { app, annotate } = await startAnnotating(t, { prepare: (app) => app.context.addInitScript(block) });
    assert.match(await noticeText(app.page, "warning"), /until the tab is closed.*download/is);
    await mark(annotate, "deletion", "source", "built");
    await annotate.next.click();
    await annotate.previous.click();
    assert.equal(await annotate.edits.count(), 1);
    await state(app.page, "unsaved");
    assert.equal((await download(app)).json[0].edits.length, 1);
  });
}

test("a record cut off in the middle costs that change only, and a notice tells where", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.next.click();
  await annotate.waitForInstance(2);
  await mark(annotate, "insertion", "target", "غرق");
  await annotate.next.click();
  await annotate.waitForInstance(3);
  await mark(annotate, "insertion", "target", "नाव");
  const [, middle] = await recordKeys(app.page);
  const cut = (await stored(app.page))[middle].slice(0, -9);
  await damage(app.page, middle, cut);
  await app.page.reload();
  await annotating(app.page);
  assert.match(await noticeText(app.page, "warning"), /damaged.*cut off/is);
  for (const [instance, count] of [[1, 1], [2, DATA[1].edits.length], [3, DATA[2].edits.length + 1]]) {
    await annotate.goTo.fill(String(instance));
    await annotate.goTo.press("Enter");
    await annotate.waitForInstance(instance);
    assert.equal(await annotate.edits.count(), count, `instance ${instance}`);
  }
  assert.ok(Object.values(await stored(app.page)).includes(cut), "the damaged record is kept aside");
  await mark(annotate, "insertion", "target", "गई।");
  await annotate.waitSaved();
});

test("work stored by a newer version is shown as far as it can be read, and left as it is", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await mark(annotate, "deletion", "source", "near");
  const key = (await recordKeys(app.page)).at(-1);
  // A record begins with the version of its format.
  await damage(app.page, key, (await stored(app.page))[key].replace(/^\d+/, "999"));
  const before = await stored(app.page);
  await app.page.reload();
  await annotating(app.page);
  assert.match(await noticeText(app.page, "warning"), /another version|newer version/);
  await state(app.page, "read-only");
  assert.equal(await annotate.text("source"), DATA[0].source);
  await app.page.keyboard.press("Control+z");
  await app.page.keyboard.press("*");
  await app.page.reload();
  await annotating(app.page);
  const records = (entries) => Object.entries(entries).filter(([key]) => key.includes("/log/")).sort();
  assert.deepEqual(records(await stored(app.page)), records(before));
});

test("a second tab on the same work reads, and takes over when asked; nothing is lost", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const second = await app.openTab(app.page.url());
  const there = await annotating(second);
  await state(second, "read-only");
  assert.match(await noticeText(second, "warning"), /another tab/);
  assert.equal(await there.edits.count(), 1);
  await mark(annotate, "deletion", "source", "near");

  await second.getByRole("button", { name: "Annotate here instead" }).click();
  await state(second, "saved");
  await second.locator('[data-testid="edit"]').nth(1).waitFor();
  assert.equal(await there.edits.count(), 2, "with what the first tab did meanwhile");
  await state(app.page, "read-only");
  assert.match(await noticeText(app.page, "warning"), /taken over/);

  await mark(there, "insertion", "target", "close");
  const before = await recordKeys(second);
  await app.page.keyboard.press("Control+z");
  await app.page.keyboard.press("*");
  assert.deepEqual(await recordKeys(second), before, "the first tab writes nothing");
  await app.page.getByRole("button", { name: "Annotate here instead" }).click();
  await state(app.page, "saved");
  await annotate.edits.nth(2).waitFor();
});

test("a tab that is closed leaves the work to the next one", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const url = app.page.url();
  await app.page.close();
  const there = await annotating(await app.openTab(url));
  await there.waitSaved();
});

/** More than a megabyte. */
const LARGE = Array.from({ length: 3000 }, (_, at) => ({
  id: at,
  source: `${DATA[at % 4].source} ${"The crew was saved by a fishing boat from the next village. ".repeat(6)}`,
  target: DATA[at % 4].target,
  edits: [],
}));
const LARGE_FILES = [{ name: "press.yml", text: TEMPLATE }, { name: "large.json", text: JSON.stringify(LARGE) }];

async function openLarge(app) {
  await app.open();
  await chooseFiles(app.page, LARGE_FILES);
  return annotating(app.page);
}

test("a large data file is kept beside the journal, and recent work opens it", async (t) => {
  const app = await start(t);
  const annotate = await openLarge(app);
  await annotate.goTo.fill("2500");
  await annotate.goTo.press("Enter");
  await annotate.waitForInstance(2500);
  await mark(annotate, "deletion", "source", "crew");
  await app.page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes('"indexed-db"')));
  assert.ok(JSON.stringify(await stored(app.page)).length < 100_000, "localStorage holds no copy of it");
  const next = await crash(t, app);
  await next.open("#/");
  await shown(next.page, "hub");
  await next.page.getByRole("link", { name: "Press reports" }).click();
  const again = await annotating(next.page);
  await again.waitForInstance(2500);
  assert.deepEqual(await again.position(), { index: 2500, total: 3000 });
  assert.equal(await again.edits.count(), 1);
});

test("a large data file that cannot be kept: it says so, and the annotations wait for the file", async (t) => {
  const app = await start(t);
  await app.context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  const annotate = await openLarge(app);
  assert.match(await noticeText(app.page, "warning"), /Keep the file/);
  await mark(annotate, "deletion", "source", "ferry,");
  await annotate.waitSaved();
  await app.page.reload();
  await shown(app.page, "landing");
  assert.match(await noticeText(app.page, "warning"), /Open the same data file again/);
  await chooseFiles(app.page, [LARGE_FILES[1]]);
  await annotating(app.page);
  assert.equal(await annotate.editsOf("deletion").count(), 1);
  await annotate.waitSaved();
});

// Thresh 11.5: leaving does not warn
test("who leaves the page of several annotators is asked as long as the own work is not stored", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const own = page.column(1);
  await app.page.evaluate(noRoom);
  await own.deleteEdit(own.edits.first());
  await state(app.page, "unsaved");
  assert.equal(await asksBeforeLeaving(app.page), true);
  await app.page.evaluate(() => (globalThis.room = Infinity));
  await page.goToInstance(2);
  await own.deleteEdit(own.edits.first());
  await state(app.page, "saved");
  assert.equal(await asksBeforeLeaving(app.page), false);
});

/** Opens the builder on a page, and puts the cursor into its template. */
async function build(app, page, saved = "saved") {
  await app.open("#/build", { page });
  const template = page.getByTestId("template-editor").locator(".cm-content");
  await template.waitFor();
  await state(page, saved);
  await template.click();
}

const holds = async (page, text) =>
  Object.entries(await stored(page)).some(([key, value]) => key.endsWith("/template") && value.includes(text));

// Thresh 11.5: leaving does not warn
test("who leaves the builder is asked as long as the draft is not stored", async (t) => {
  const app = await start(t);
  await build(app, app.page);
  await app.page.evaluate(noRoom);
  await app.page.keyboard.type("# more");
  await noticeText(app.page, "error");
  assert.equal(await asksBeforeLeaving(app.page), true);
  await app.page.evaluate(() => (globalThis.room = Infinity));
  assert.equal(await asksBeforeLeaving(app.page), false);
  assert.ok(await holds(await app.openTab("#/"), "# more"), "what could not be stored before is stored then");
});

test("what is typed in the builder last is stored, however quickly one leaves", async (t) => {
  const app = await start(t);
  await build(app, app.page);
  await app.page.keyboard.type("# within the app");
  await app.page.evaluate(() => (location.hash = "#/"));
  await shown(app.page, "hub");
  assert.ok(await holds(app.page, "# within the app"));
  await build(app, app.page);
  await app.page.keyboard.type("# closed");
  assert.equal(await asksBeforeLeaving(app.page), false);
  assert.ok(await holds(await app.openTab("#/"), "# closed"));
});

test("where nothing can be stored, who leaves the app is asked once something was built", async (t) => {
  const app = await start(t);
  await app.context.addInitScript(noStorage);
  const untouched = await app.context.newPage();
  await build(app, untouched, "unsaved");
  assert.equal(await asksBeforeLeaving(untouched), false, "nothing was");
  await build(app, app.page, "unsaved");
  await app.page.keyboard.type("# more");
  await app.page.evaluate(() => (location.hash = "#/"));
  await shown(app.page, "hub");
  await app.page.mouse.click(5, 5);
  assert.equal(await asksBeforeLeaving(app.page), true, "also elsewhere in it");
});
