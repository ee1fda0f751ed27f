// Each change is in two stores of the browser. Each covers for the other, values that vanish under an open page are
// stored again, and the save state is true.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ELSEWHERE, annotating, mark, noRoom, noticeText, shown, start, startAnnotating, stored,
} from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const LINK = `?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`;

const state = (page, name) => page.locator(`[data-testid="save-state"][data-state="${name}"]`).waitFor({ state: "attached" });

/** Another page of the same origin, with nothing of the app. */
async function neighbour(app, page) {
  const other = page ?? (await app.context.newPage());
  await other.goto(new URL("templates/index.json", app.url).href);
  return other;
}

/** Runs in a page: empties the durable store. */
const emptyDurable = () =>
  new Promise((done, failed) => {
    const opening = indexedDB.open("spanwise");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("entries", "readwrite");
      transaction.objectStore("entries").clear();
      transaction.oncomplete = () => done(opening.result.close());
    };
  });

/** Two edits in the first instance, one in the third. */
async function annotated(t) {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await mark(annotate, "insertion", "target", "close");
  await annotate.goToInstance(3);
  await mark(annotate, "insertion", "target", "नाव");
  await annotate.goToInstance(1);
  await annotate.waitSaved();
  return { app, annotate };
}

async function assertAll(annotate, first) {
  await annotate.goToInstance(1);
  await eventually(() => annotate.edits.count(), first);
  await annotate.goToInstance(3);
  await eventually(() => annotate.edits.count(), 2);
}

for (const [how, lose] of [
  ["the first store is", () => localStorage.clear()],
  ["the durable store is", emptyDurable],
]) {
  test(`when ${how} emptied while no page is open, nothing is missing`, async (t) => {
    const { app } = await annotated(t);
    const before = await stored(app.page);
    await neighbour(app, app.page);
    await app.page.evaluate(lose);
    await app.open(LINK);
    await assertAll(await annotating(app.page), 2);
    await state(app.page, "saved");
    const after = await stored(app.page);
    for (const key of Object.keys(before)) assert.ok(key in after, `${key} is there`);
  });
}

test("what came back from the durable store is told, with its instances", async (t) => {
  const { app } = await annotated(t);
  await neighbour(app, app.page);
  await app.page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((key) => /\/log\/[23]$/.test(key))) localStorage.removeItem(key);
  });
  await app.open(LINK);
  await assertAll(await annotating(app.page), 2);
  assert.match(await noticeText(app.page, "warning"), /second copy.*Instances: 1, 3\./s);
});

test("when the first store is emptied under an open page, the page stores all of it again", async (t) => {
  const { app, annotate } = await annotated(t);
  const other = await neighbour(app);
  await other.evaluate(() => localStorage.clear());
  assert.match(await noticeText(app.page, "warning"), /stored again/);
  assert.doesNotMatch(await noticeText(app.page, "warning"), /another tab/);
  await mark(annotate, "deletion", "source", "near");
  await state(app.page, "saved");
  await app.page.reload();
  await assertAll(await annotating(app.page), 3);
});

test("when the page finds its first store empty at the next change, nothing is lost", async (t) => {
  const { app, annotate } = await annotated(t);
  await app.page.evaluate(() => localStorage.clear());
  await mark(annotate, "deletion", "source", "near");
  assert.match(await noticeText(app.page, "warning"), /stored again/);
  await state(app.page, "saved");
  await app.page.reload();
  await assertAll(await annotating(app.page), 3);
});

test("when both stores are emptied under an open page, it stores what it has", async (t) => {
  const { app, annotate } = await annotated(t);
  const other = await neighbour(app);
  await other.evaluate(emptyDurable);
  await other.evaluate(() => localStorage.clear());
  assert.match(await noticeText(app.page, "warning"), /stored again/);
  await state(app.page, "saved");
  await mark(annotate, "deletion", "source", "near");
  await state(app.page, "saved");
  // It opens by itself, without its files.
  const address = app.page.url().replace(/\?.*#/, "#");
  await app.page.goto("about:blank");
  await app.page.goto(address);
  await assertAll(await annotating(app.page), 3);
});

test("what cannot be stored again for want of room is once there is some, and nothing else is said before", async (t) => {
  const { app, annotate } = await annotated(t);
  const other = await neighbour(app);
  await app.page.evaluate(noRoom);
  await other.evaluate(emptyDurable);
  await other.evaluate(() => localStorage.clear());
  assert.match(await noticeText(app.page, "error"), /full/);
  await state(app.page, "unsaved");
  await app.page.waitForTimeout(3000);
  assert.equal(await annotate.notices.filter({ hasText: /stored again/ }).count(), 0, "it is not");
  await app.page.evaluate(() => (globalThis.room = Infinity));
  await state(app.page, "saved");
  await app.page.reload();
  await assertAll(await annotating(app.page), 2);
});

for (const [what, change, first] of [
  ["an edit", (annotate) => mark(annotate, "deletion", "source", "near"), 3],
  ["an instance that is done", (annotate) => annotate.page.getByTestId("mark-done").click(), 2],
]) {
  test(`work deleted in another tab is there again if it is gone on with here, with ${what}`, async (t) => {
    const { app, annotate } = await annotated(t);
    if (first === 2) await annotate.goToInstance(4);
    const hub = await app.openTab("#/");
    await shown(hub, "hub");
    await hub.locator(".recent__work").getByRole("button", { name: /Delete/ }).click();
    await hub.close();
    await change(annotate);
    await state(app.page, "read-only");
    const left = Object.keys(await stored(app.page)).filter((key) => /^spanwise\/1\/[0-9a-f]{64}\//.test(key));
    assert.deepEqual(left, [], "nothing is written to what was deleted");
    await app.page.getByTestId("notice").getByRole("button", { name: "Annotate here instead" }).click();
    await state(app.page, "saved");
    await app.page.reload();
    await assertAll(await annotating(app.page), first);
  });
}

test("until the durable store has answered, the save state says that saving goes on", async (t) => {
  const { app, annotate } = await annotated(t);
  const other = await neighbour(app);
  // A transaction that is kept busy holds back all later ones.
  await other.evaluate(
    () =>
      new Promise((begun) => {
        const opening = indexedDB.open("spanwise");
        opening.onsuccess = () => {
          const entries = opening.result.transaction("entries", "readwrite").objectStore("entries");
          const go = () => {
            begun();
            if (!globalThis.isReleased) entries.count().onsuccess = go;
          };
          go();
        };
      }),
  );
  await mark(annotate, "deletion", "source", "near");
  await state(app.page, "saving");
  await app.page.getByText("Saving…").waitFor();
  await other.evaluate(() => (globalThis.isReleased = true));
  await state(app.page, "saved");
  await app.page.getByText("Saved on this device").waitFor();
});

test("without a durable store the page says that a crash can undo the last minutes", async (t) => {
  const { app, annotate } = await startAnnotating(t, {
    prepare: (app) =>
      app.context.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("denied", "SecurityError");
        };
      }),
  });
  assert.equal(await annotate.noticesAt("warning").count(), 0, "as long as there is no work");
  await mark(annotate, "deletion", "source", "built");
  assert.match(await noticeText(app.page, "warning"), /crash.*last minutes/s);
  await app.page.getByText("a crash can undo").first().waitFor();
  await app.page.reload();
  await annotating(app.page);
  assert.equal(await annotate.edits.count(), 1);
});

test("a durable store that never answers holds nothing up for long", async (t) => {
  const app = await start(t, { answers: {} });
  await app.context.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget();
  });
  const began = Date.now();
  await app.open("#/");
  await shown(app.page, "hub");
  assert.ok(Date.now() - began < 10_000);
});
