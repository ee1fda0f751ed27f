// Storage that is full to the last byte, nearly full, or denied: stored work can be read; unsaved work is reported with
// the right reason and stored by itself once there is room, and the person is warned and reminded before.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, asksBeforeLeaving, chooseFiles, mark, noticeText, recordKeys, refusedStorage, shown, start,
  startAnnotating, stored,
} from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const LINK = `?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`;
const FILES = [{ name: "press.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }];

const state = (page, name) => page.locator(`[data-testid="save-state"][data-state="${name}"]`).waitFor({ state: "attached" });

/** Runs in the page: fills localStorage until not one more unit fits, or up to a share of 5 Mi units. */
function fill(share) {
  let ballast = "";
  if (share) {
    localStorage.setItem("ballast", ballast.padEnd(5 * 1024 * 1024 * share));
    return;
  }
  for (let size = 4 * 1024 * 1024; size >= 1; size /= 2) {
    try {
      localStorage.setItem("ballast", ballast.padEnd(ballast.length + size));
      ballast = localStorage.getItem("ballast");
    } catch {
      // Half as much, then.
    }
  }
}

/** Runs in the page: removes the ballast of `fill`. */
function empty() {
  localStorage.removeItem("ballast");
}

/** Leaves the app for a page at the same origin with nothing of it. */
async function leave(app, page = app.page) {
  await page.goto(new URL("templates/index.json", app.url).href);
  return page;
}

/** Resolves to `true` if anything at all can be stored. */
const hasRoom = (page) =>
  page.evaluate(() => {
    try {
      localStorage.setItem("~", "");
      localStorage.removeItem("~");
      return true;
    } catch {
      return false;
    }
  });

/** Resolves to `true` if the browser would ask before the page is left. */
const wouldAsk = (page) => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));

/** Fills storage from another tab, which is given back. Tabs hear of each other's changes a little later. */
async function fillUp(app, share) {
  const other = await leave(app, await app.context.newPage());
  await other.waitForTimeout(300);
  await other.evaluate(fill, share);
  // A tab behind another is painted once a second only.
  await app.page.bringToFront();
  if (share !== undefined) return other;
  const tabs = [other, app.page].filter((page) => page.url().startsWith(app.url));
  const areFull = () => eventually(() => Promise.all(tabs.map(hasRoom)), tabs.map(() => false));
  // A tab that did not know yet of another's removals has left room.
  await areFull().catch(async () => {
    await tabs.at(-1).evaluate(fill);
    await areFull();
  });
  return other;
}

test("a link whose work is stored opens with all its edits though not one byte fits", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.choose("loss", "somewhat");
  await mark(annotate, "insertion", "target", "close");
  await annotate.next.click();
  await mark(annotate, "deletion", "source", "قرب");
  const before = await stored(app.page);
  await leave(app);
  await fillUp(app);
  await app.open(LINK);
  const again = await annotating(app.page);
  await again.goToInstance(1);
  assert.equal(await again.edits.count(), 2);
  await again.openEdit(again.editsOf("deletion").first());
  assert.equal(await again.answer("loss", "somewhat").isChecked(), true);
  await again.goToInstance(2);
  assert.equal(await again.edits.count(), DATA[1].edits.length + 1);
  await state(app.page, "saved");
  assert.equal(await again.noticesAt("error").count(), 0, "nothing is unsaved");
  const records = (entries) => Object.fromEntries(Object.entries(entries).filter(([key]) => key.includes("/log/")));
  assert.deepEqual(records(await stored(app.page)), records(before));
});

test("recent work opens from full storage", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, FILES);
  await mark(await annotating(app.page), "deletion", "source", "built");
  await leave(app);
  await fillUp(app);
  await app.open("#/");
  await shown(app.page, "hub");
  assert.match(await noticeText(app.page, "warning"), /about 100 % full.*delete/is, "the start page says how full it is");
  await app.page.getByRole("link", { name: "Press reports" }).click();
  assert.equal(await (await annotating(app.page)).edits.count(), 1);
});

test("what finds no room is unsaved, told with the reason, and stored by itself when another tab makes room", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  const other = await fillUp(app);
  await mark(annotate, "deletion", "source", "near");
  await state(app.page, "unsaved");
  const notice = await noticeText(app.page, "error");
  assert.match(notice, /storage is full.*download.*delete old work/is);
  assert.match(notice, /Download annotations/, "with a button");
  await annotate.choose("loss", "a lot");
  await mark(annotate, "insertion", "target", "close");
  assert.equal(await annotate.noticesAt("error").count(), 1, "it is said once");
  assert.equal(await asksBeforeLeaving(app.page), true);

  await other.evaluate(empty);
  await state(app.page, "saved");
  await app.page.getByText("There is room again").waitFor();
  assert.equal(await annotate.noticesAt("error").count(), 0, "what is no longer true is not said any more");
  assert.equal(await wouldAsk(app.page), false);
  await app.page.reload();
  const again = await annotating(app.page);
  assert.equal(await again.edits.count(), 3);
  await again.openEdit(again.editsOf("deletion").nth(1));
  assert.equal(await again.answer("loss", "a lot").isChecked(), true);
});

test("a work that is begun in full storage is stored with its files once there is room", async (t) => {
  const app = await start(t);
  await app.open();
  const other = await fillUp(app);
  await chooseFiles(app.page, FILES);
  const annotate = await annotating(app.page);
  assert.match(await noticeText(app.page, "error"), /storage is full/);
  await state(app.page, "unsaved");
  assert.equal(await wouldAsk(app.page), false, "nothing was done yet");
  await mark(annotate, "deletion", "source", "built");
  assert.equal(await wouldAsk(app.page), true);
  await other.evaluate(empty);
  await state(app.page, "saved");
  await app.page.reload();
  const again = await annotating(app.page);
  assert.equal(await again.text("source"), DATA[0].source, "template and data are kept");
  assert.equal(await again.edits.count(), 1);
});

test("room that nobody tells of is found before long", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await app.page.evaluate(fill);
  await mark(annotate, "deletion", "source", "built");
  await state(app.page, "unsaved");
  // No other tab: no event.
  await app.page.evaluate(empty);
  await state(app.page, "saved");
  assert.equal((await recordKeys(app.page)).length, 1);
});

test("old work deleted on the start page of the same tab makes room, and the unsaved work is still there", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  // Another work, large enough for the changes to come.
  const text = JSON.stringify([{ id: 1, source: "Old ".repeat(2000), target: "old", edits: [] }]);
  await chooseFiles(app.page, [{ name: "old.yml", text: TEMPLATE.replace("Press reports", "Old work") }, { name: "old.json", text }]);
  await app.page.getByText("Old old").first().waitFor();
  await annotate.waitSaved();
  await leave(app);
  const other = await fillUp(app);
  await other.close();
  await app.open(LINK);
  const again = await annotating(app.page);
  await mark(again, "deletion", "source", "near");
  await state(app.page, "unsaved");

  await app.page.locator("header .bar__title").click();
  await shown(app.page, "hub");
  assert.equal(await wouldAsk(app.page), true, "also where the work is not shown");
  await app.page.getByRole("link", { name: /Press reports/ }).click();
  await annotating(app.page);
  assert.equal(await again.edits.count(), 2, "the unsaved edit did not go with the page");
  await state(app.page, "unsaved");

  await app.page.locator("header .bar__title").click();
  await shown(app.page, "hub");
  await app.page.locator(".recent__work", { hasText: "Old work" }).getByRole("button", { name: /Delete/ }).click();
  await app.page.getByText("There is room again").waitFor();
  await app.page.getByRole("link", { name: /Press reports/ }).click();
  await annotating(app.page);
  await state(app.page, "saved");
  await app.page.reload();
  await annotating(app.page);
  assert.equal(await again.edits.count(), 2);
});

test("a deleted work that finds no room any more can be brought back later", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, FILES);
  await mark(await annotating(app.page), "deletion", "source", "built");
  await app.open("#/");
  await shown(app.page, "hub");
  await app.page.locator(".recent__work").getByRole("button", { name: /Delete/ }).click();
  const other = await fillUp(app);
  const back = app.page.getByRole("button", { name: "Bring it back" });
  await back.click();
  assert.match(await noticeText(app.page, "error"), /full/);
  await back.waitFor();
  await other.evaluate(empty);
  await eventually(() => hasRoom(app.page), true);
  // Messages move while others come and go.
  const link = app.page.getByRole("link", { name: "Press reports" });
  await eventually(async () => {
    if (await back.count()) await back.click({ timeout: 1000 }).catch(() => {});
    return link.count();
  }, 1, 20_000);
  await link.click();
  assert.equal(await (await annotating(app.page)).edits.count(), 1);
});

test("storage that is denied is told as denied, and the work goes on in memory", async (t) => {
  const { app, annotate } = await startAnnotating(t, { prepare: (app) => app.context.addInitScript(refusedStorage) });
  const notice = await noticeText(app.page, "warning");
  assert.match(notice, /does not let this page store anything/);
  assert.doesNotMatch(notice, /full/);
  await mark(annotate, "deletion", "source", "built");
  await annotate.next.click();
  await annotate.previous.click();
  assert.equal(await annotate.edits.count(), 1);
  await state(app.page, "unsaved");
  assert.equal(await annotate.notices.filter({ hasText: /full/ }).count(), 0);
});

test("before storage is full a warning says roughly how full, once, with a button that downloads", async (t) => {
  const app = await start(t, {
    answers: { [`${ELSEWHERE}/template.yml`]: TEMPLATE, [`${ELSEWHERE}/data.json`]: JSON.stringify(DATA) },
  });
  await app.open("#/");
  const other = await fillUp(app, 0.85);
  await app.open(LINK);
  const annotate = await annotating(app.page);
  assert.match(await noticeText(app.page, "warning"), /about 8[56] % full.*Download.*delete/is);
  const file = await app.download(() => app.page.getByTestId("notice").getByRole("button", { name: "Download annotations" }).click());
  assert.equal(file.json.length, DATA.length);
  await state(app.page, "saved");
  await mark(annotate, "deletion", "source", "built");
  await app.page.waitForTimeout(2500);
  assert.equal(await annotate.noticesAt("warning").count(), 0, "once");
  await other.close();
  await app.open("#/");
  await shown(app.page, "hub");
  assert.match(await noticeText(app.page, "warning"), /about 8[56] % full/);
});

test("with half of storage used nothing is said of it", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await fillUp(app, 0.5);
  await app.page.reload();
  await annotating(app.page);
  await app.page.waitForTimeout(2500);
  assert.equal(await annotate.notices.count(), 0);
});

test("much work that was never downloaded brings one calm reminder", async (t) => {
  const data = Array.from({ length: 52 }, (_, at) => ({ id: at, source: `Ferry ${at} sank.`, target: "It sank.", edits: [] }));
  const { app, annotate } = await startAnnotating(t, { data });
  const reminder = annotate.noticesAt("info").filter({ hasText: "only in this browser" });
  const markAt = async (index) => {
    await annotate.goToInstance(index);
    await mark(annotate, "deletion", "source", "Ferry");
  };
  for (let index = 1; index < 50; index += 1) await markAt(index);
  assert.equal(await reminder.count(), 0);
  await markAt(50);
  assert.match(await reminder.innerText(), /50 instances.*Download annotations/is);
  await app.download(() => reminder.getByRole("button", { name: "Download annotations" }).click());
  await eventually(() => reminder.count(), 0);
  await markAt(51);
  await app.page.reload();
  await annotating(app.page);
  await app.page.waitForTimeout(500);
  assert.equal(await reminder.count(), 0, "what was downloaded counts no longer");
});

test("some work of yesterday that was not downloaded brings the reminder when it is opened", async (t) => {
  const data = Array.from({ length: 10 }, (_, at) => ({ id: at, source: `Ferry ${at} sank.`, target: "It sank.", edits: [] }));
  const { app, annotate } = await startAnnotating(t, { data });
  for (let index = 1; index <= 10; index += 1) {
    await annotate.goToInstance(index);
    await mark(annotate, "deletion", "source", "Ferry");
  }
  const reminder = annotate.noticesAt("info").filter({ hasText: "only in this browser" });
  assert.equal(await reminder.count(), 0);
  await app.context.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 25 * 3600 * 1000;
  });
  await app.page.reload();
  await annotating(app.page);
  await reminder.waitFor();
});

test("the builder goes on in full storage, says why it is not saved, and saves by itself when there is room", async (t) => {
  const app = await start(t);
  await app.open("#/");
  const other = await fillUp(app);
  await app.open("#/build");
  const template = app.page.getByTestId("template-editor").locator(".cm-content");
  await template.waitFor();
  await state(app.page, "unsaved");
  assert.match(await noticeText(app.page, "error"), /draft could not be saved.*full/is);
  assert.equal(await wouldAsk(app.page), false, "nothing was built yet");
  await template.click();
  await app.page.keyboard.type("# more");
  await eventually(() => wouldAsk(app.page), true);

  // The draft is still there after a look at another page.
  await app.page.evaluate(() => (location.hash = "#/"));
  await shown(app.page, "hub");
  assert.equal(await wouldAsk(app.page), true);
  await app.page.evaluate(() => (location.hash = "#/build"));
  await template.getByText("# more").waitFor();

  await other.evaluate(empty);
  await state(app.page, "saved");
  assert.equal(await wouldAsk(app.page), false);
  await app.page.reload();
  await template.getByText("# more").waitFor();
});

test("a draft that is stored opens from full storage without a word", async (t) => {
  const app = await start(t);
  await app.open("#/build");
  const template = app.page.getByTestId("template-editor").locator(".cm-content");
  await template.click();
  await app.page.keyboard.type("# more");
  await state(app.page, "saved");
  await leave(app);
  await fillUp(app);
  await app.open("#/build");
  await template.getByText("# more").waitFor();
  assert.equal(await app.page.getByTestId("notice").count(), 0);
  await state(app.page, "saved");
});

test("how one likes to read lasts as long as the page in full storage, and is kept once there is room", async (t) => {
  const { app } = await startAnnotating(t);
  const other = await fillUp(app);
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByLabel("Text size").fill("150");
  const scale = () => app.page.locator(".annotate").evaluate((node) => node.style.getPropertyValue("--text-scale"));
  await eventually(scale, "1.50");
  await other.evaluate(empty);
  await eventually(async () => /"text_size":150/.test((await stored(app.page))["spanwise/1/prefs"] ?? ""), true);
});

/** More than half a megabyte, which is kept in IndexedDB. */
const LARGE = JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({
  id: at,
  source: `${at} ${"The crew was saved by a fishing boat from the next village. ".repeat(4)}`,
  target: "They were saved.",
  edits: [],
})));

test("large data for which IndexedDB has no room is kept once there is some", async (t) => {
  const app = await start(t);
  await app.context.addInitScript(() => {
    // As Chromium does it: the request succeeds, and the transaction fails in the end.
    const { commit } = IDBTransaction.prototype;
    globalThis.isFull = true;
    IDBTransaction.prototype.commit = function () {
      if (!globalThis.isFull || !this.objectStoreNames.contains("data")) return commit.call(this);
      Object.defineProperty(this, "error", { get: () => new DOMException("full", "QuotaExceededError") });
      return this.abort();
    };
  });
  await app.open();
  await chooseFiles(app.page, [FILES[0], { name: "large.json", text: LARGE }]);
  const annotate = await annotating(app.page);
  assert.match(await noticeText(app.page, "warning"), /could not be kept.*Keep the file.*full/is);
  await mark(annotate, "deletion", "source", "crew");
  await annotate.waitSaved();
  await app.page.evaluate(() => (globalThis.isFull = false));
  await app.page.getByText("There is room again").waitFor();
  await app.page.evaluate(() => (globalThis.isFull = false));
  await app.page.reload();
  await annotating(app.page);
  assert.equal(await annotate.edits.count(), 1, "the data is there without its file");
});
