// Every act of the annotator is on disk before the next frame, and comes back whatever ends the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DATA, annotating, chooseFiles, crash, mark, select, shown, start, startAnnotating, stored, TEMPLATE,
} from "./journeys-support.mjs";
import { eventually, openComment } from "./pages.mjs";

/**
 * Records every frame from now on, before it is painted: the work as shown, and the
 * records of the journal that are stored by then.
 */
function watchFrames() {
  const shown = () => {
    const texts = [...document.querySelectorAll('[data-testid="edit"], [data-testid="status"]')].map((e) => e.innerText);
    const fields = [...document.querySelectorAll("input[type=text], textarea")].map((e) => e.value);
    const chosen = [...document.querySelectorAll('[data-testid="answer"]:checked')].map((e) => e.dataset.value);
    const pressed = [...document.querySelectorAll('[data-testid="bookmark"]')].map((e) => e.getAttribute("aria-pressed"));
    return JSON.stringify([texts, fields, chosen, pressed]);
  };
  const records = () => Object.keys(localStorage).filter((key) => /\/log\/\d+$/.test(key));
  const journal = () => JSON.stringify(records().sort().map((key) => [key, localStorage.getItem(key)]));
  globalThis.frames = [];
  const look = () => {
    globalThis.frames.push({ shown: shown(), journal: journal() });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Does something, and makes sure that no frame showed a change that was not stored by then. */
async function assertStoredWhenShown(page, what, action) {
  await page.evaluate(() => (globalThis.frames.length = 0));
  await page.waitForFunction(() => globalThis.frames.length > 0);
  await action();
  await page.waitForFunction(() => globalThis.frames.at(-1).journal !== globalThis.frames[0].journal);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const [first, ...others] = await page.evaluate(() => globalThis.frames);
  assert.notEqual(others.at(-1).shown, first.shown, `${what} shows`);
  const early = others.filter(({ shown, journal }) => shown !== first.shown && journal === first.journal);
  assert.deepEqual(early, [], `${what} was shown before it was stored`);
}

// Thresh 11.5: nothing is kept
test("each change is on disk in the frame that shows it", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  const { page } = app;
  await page.evaluate(watchFrames);
  const why = annotate.question("why/other").locator("input");
  const steps = {
    "an edit made with the mouse": () => mark(annotate, "insertion", "target", "close"),
    "an answer that is clicked": () => annotate.choose("why", "other"),
    "a letter of a text": () => why.press("s"),
    "the next letter": () => why.press("o"),
    "a branch that is left": () => annotate.choose("why", "explains"),
    "an answer by a key": async () => {
      await annotate.answer("why/explains", "no").focus();
      await page.keyboard.press("1");
    },
    undo: () => annotate.undo.click(),
    redo: () => annotate.redo.click(),
    "a comment": () => page.getByTestId("comment").fill("unsure"),
    "a bookmark": () => page.getByRole("button", { name: "Bookmark" }).click(),
    "an edit deleted": () => annotate.deleteEdit(annotate.edits.first()),
    "declaring it done": () => page.getByRole("button", { name: "Done, no errors" }).click(),
  };
  for (const [what, action] of Object.entries(steps)) {
    if (what === "a comment") {
      await openComment(page);
      await page.waitForTimeout(100);
    }
    await assertStoredWhenShown(page, what, action);
  }
});

// Thresh 11.33: each change copies and writes all data
test("a change writes a small record, however much there is already", async (t) => {
  const words = Array.from({ length: 1000 }, (_, at) => `w${String(at).padStart(3, "0")}`);
  const edits = words.map((_, at) => ({ category: "deletion", id: at + 1, annotation: { loss: "minor" }, input_idx: [[at * 5, at * 5 + 4]] }));
  const { app, annotate } = await startAnnotating(t, { data: [{ source: words.join(" "), target: "All gone.", edits }] });
  await mark(annotate, "insertion", "target", "gone.");
  await annotate.answer("why", "other").waitFor();
  const written = await app.page.evaluate(() => {
    let size = 0;
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      size += key.length + value.length;
      return setItem.call(this, key, value);
    };
    document.querySelector('[data-testid="question"][data-path="why"] [data-value="other"]').click();
    return size;
  });
  assert.ok(written > 0, "stored in the task of the click");
  assert.ok(written < 2048, `${written} characters were written`);
});

/** Leaves work in the middle: on the second instance, an edit with an answer open there. */
async function leaveInTheMiddle({ annotate }) {
  await mark(annotate, "deletion", "source", "built in 1962");
  await annotate.choose("loss", "somewhat");
  await annotate.next.click();
  await annotate.waitForInstance(2);
  await mark(annotate, "deletion", "source", "قرب");
  await annotate.choose("loss", "a lot");
}

/** The work is as it was left. */
async function assertAsLeft(page) {
  const annotate = await annotating(page);
  await annotate.waitForInstance(2);
  assert.equal(await annotate.edits.count(), 2);
  assert.equal(await annotate.answer("loss", "a lot").isChecked(), true, "the edit is open, with its answer");
  await annotate.previous.click();
  await annotate.waitForInstance(1);
  await annotate.openEdit(annotate.edits.first());
  assert.equal(await annotate.answer("loss", "somewhat").isChecked(), true);
  await annotate.waitSaved();
}

// Thresh 11.5: nothing is kept, a reload loses everything
test("after a reload the same instance, edit and answers are there", async (t) => {
  const run = await startAnnotating(t);
  await leaveInTheMiddle(run);
  await run.app.page.reload();
  await assertAsLeft(run.app.page);
});

test("after a crash the same instance, edit and answers are there", async (t) => {
  const run = await startAnnotating(t);
  await leaveInTheMiddle(run);
  const { page } = await crash(t, run.app);
  await assertAsLeft(page);
});

test("after a crash a draft goes on", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await annotate.category("swap").click();
  await select(annotate, "source", "sank near");
  await app.page.locator('[data-testid="draft"][data-missing="target"]').waitFor();
  const { page } = await crash(t, app);
  const again = await annotating(page);
  assert.equal(await again.missing(), "target");
  await select(again, "target", "sank close");
  await again.editsOf("swap").waitFor();
  assert.match(await again.editsOf("swap").innerText(), /sank near.*sank close/s);
});

test("after a crash, what was left without a link goes on from recent work", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "press.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }]);
  await leaveInTheMiddle({ annotate: await annotating(app.page) });
  const next = await crash(t, app);
  await next.open("#/");
  await shown(next.page, "hub");
  await next.page.getByRole("link", { name: "Press reports" }).click();
  await assertAsLeft(next.page);
});

test("the same files opened again go on, and say so", async (t) => {
  const app = await start(t);
  const files = [{ name: "press.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }];
  await app.open();
  await chooseFiles(app.page, files);
  await leaveInTheMiddle({ annotate: await annotating(app.page) });
  const page = await app.context.newPage();
  await app.page.close();
  await app.open("", { page });
  await chooseFiles(page, files);
  await page.getByText("goes on where you left it").waitFor();
  await assertAsLeft(page);
});

test("hundreds of changes, folded together on the way, come back all", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const press = (values) =>
    app.page.evaluate((values) => {
      for (const value of values) {
        document.querySelector(`[data-testid="question"][data-path="loss"] [data-value="${value}"]`).click();
      }
    }, values);
  await app.page.locator('[data-testid="question"][data-path="loss"]').waitFor();
  await press(Array.from({ length: 600 }, (_, at) => ["minor", "somewhat"][at % 2]));
  await app.page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes("/snap/")));
  await press(["a lot"]);
  await annotate.waitSaved();
  const { page } = await crash(t, app);
  const again = await annotating(page);
  assert.equal(await again.answer("loss", "a lot").isChecked(), true);
});

test("a link to a work that this device does not have opens the files that the link names", async (t) => {
  const { app } = await startAnnotating(t);
  const link = app.page.url();
  await app.page.evaluate(() => localStorage.clear());
  await app.page.goto("about:blank");
  await app.open(link);
  const annotate = await annotating(app.page);
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.ok(Object.keys(await stored(app.page)).length > 0, "and it is kept from now on");
});

test("a stored work whose restoring code cannot be downloaded opens as it was once it can", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  app.allow(/Failed to (load resource|fetch)/);
  let reachable = false;
  await app.page.route(/\/split_edit\w*\.wasm$/, (route) => (reachable ? route.fallback() : route.abort()));
  await app.page.reload();
  await app.page.getByText("could not be loaded. Check your connection").waitFor();
  assert.equal(await app.page.locator("[data-page=annotate]").count(), 0);
  reachable = true;
  await app.page.getByRole("button", { name: "Try again" }).click();
  await app.waitReady();
  await eventually(() => annotate.edits.count(), 1);
});
