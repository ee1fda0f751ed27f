// One instance and the way through all of them: its state, its bookmark and comment, progress, context, instructions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startApp } from "./harness.mjs";
import { DATA, TEMPLATE, download, mark, startAnnotating } from "./journeys-support.mjs";
import { AnnotatePage } from "./pages.mjs";

const status = (page) => page.getByTestId("status");
const done = (page) => page.getByRole("button", { name: /^Done/ });
const progress = (page, text) => page.getByTestId("progress").getByText(text).waitFor();

/** Goes to an instance by its number. */
async function goTo(annotate, number) {
  await annotate.goTo.fill(String(number));
  await annotate.goTo.press("Enter");
}

// Thresh 11.28: no instance is ever complete
test("an instance is untouched, in progress, done, and reopened", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  const { page } = app;
  assert.equal(await status(page).innerText(), "Untouched");
  await progress(page, "0 of 4 done");
  await mark(annotate, "deletion", "source", "built");
  assert.equal(await status(page).innerText(), "In progress");
  await annotate.choose("loss", "minor");
  assert.equal(await status(page).innerText(), "In progress");
  await done(page).click();
  await annotate.waitForInstance(2);
  await progress(page, "1 of 4 done");
  await annotate.previous.click();
  assert.equal(await status(page).innerText(), "Done");
  await page.getByRole("button", { name: "Not done yet" }).click();
  assert.equal(await status(page).innerText(), "In progress");
  await progress(page, "0 of 4 done");
});

test("an instance without edits is done without errors", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await app.page.getByRole("button", { name: "Done, no errors" }).click();
  await annotate.waitForInstance(2);
  await annotate.previous.click();
  assert.equal(await status(app.page).innerText(), "Done, no errors");
  await progress(app.page, "1 of 4 done");
  await mark(annotate, "deletion", "source", "built");
  assert.notEqual(await status(app.page).innerText(), "Done, no errors", "an edit was made since");
});

test("an instance with an open question cannot be declared done, and says why", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await done(app.page).click();
  await annotate.noticesAt("info").filter({ hasText: "must be answered" }).waitFor();
  assert.equal((await annotate.position()).index, 1, "it stays here");
  await progress(app.page, "0 of 4 done");
  await annotate.choose("loss", "a lot");
  await done(app.page).click();
  await progress(app.page, "1 of 4 done");
});

// Thresh 11.28: no jump to an instance by number
test("one goes to an instance by its number, and no further than there are", async (t) => {
  const { annotate } = await startAnnotating(t);
  assert.equal(await annotate.previous.isDisabled(), true);
  for (const [typed, index] of [["99", 4], ["0", 1], ["3", 3], ["two", 3], ["", 3]]) {
    await goTo(annotate, typed);
    await annotate.waitForInstance(index);
    assert.equal(await annotate.text("source"), DATA[index - 1].source, typed);
  }
  await goTo(annotate, 4);
  assert.equal(await annotate.next.isDisabled(), true);
});

test("keys go to the next and the previous instance, and stay at the ends", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  for (const [key, index] of [[",", 1], [".", 2], [".", 3], [".", 4], [".", 4], [",", 3]]) {
    await app.page.keyboard.press(key);
    await annotate.waitForInstance(index);
  }
});

test("the next unfinished instance is one step away, past those that are done, and around the end", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  for (const instance of [2, 4]) {
    await goTo(annotate, instance);
    await done(app.page).click();
  }
  await goTo(annotate, 1);
  await app.page.keyboard.press("Tab");
  await app.page.getByRole("button", { name: "Next unfinished" }).click();
  await annotate.waitForInstance(3);
  await app.page.keyboard.press(";");
  await annotate.waitForInstance(1);
});

test("bookmarks are kept in the file and can be walked through", async (t) => {
  const data = DATA.map((instance, at) => (at === 3 ? { ...instance, bookmark: true } : instance));
  const { app, annotate } = await startAnnotating(t, { data });
  const { page } = app;
  await goTo(annotate, 2);
  const bookmark = page.getByRole("button", { name: "Bookmark" });
  assert.equal(await bookmark.getAttribute("aria-pressed"), "false");
  await bookmark.click();
  for (const index of [4, 2]) {
    await page.keyboard.press("'");
    await annotate.waitForInstance(index);
    assert.equal(await bookmark.getAttribute("aria-pressed"), "true");
  }
  assert.deepEqual((await download(app)).json.map((instance) => instance.bookmark ?? false), [false, true, false, true]);
});

test("a comment belongs to its instance", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  const comment = await annotate.openComment();
  await comment.fill("ships: 🚢, و«ميناء»");
  await annotate.next.click();
  await annotate.waitForInstance(2);
  assert.equal(await (await annotate.openComment()).inputValue(), "");
  await annotate.previous.click();
  await annotate.waitForInstance(1);
  assert.equal(await (await annotate.openComment()).inputValue(), "ships: 🚢, و«ميناء»");
  assert.equal((await download(app)).json[0].comment, "ships: 🚢, و«ميناء»");
});

test("undo goes back to the instance where the change was made", async (t) => {
  const { annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await goTo(annotate, 4);
  await annotate.waitForInstance(4);
  await annotate.undo.click();
  await annotate.waitForInstance(1);
  assert.equal(await annotate.edits.count(), 0);
  await goTo(annotate, 3);
  await annotate.waitForInstance(3);
  await annotate.redo.click();
  await annotate.waitForInstance(1);
  assert.equal(await annotate.edits.count(), 1);
});

// Thresh 11.4: an open panel carries its spans to another instance
test("what is unfinished on one instance is not carried to another", async (t) => {
  const { annotate } = await startAnnotating(t);
  await annotate.category("swap").click();
  await annotate.draft.waitFor();
  await annotate.next.click();
  await annotate.noticesAt("info").filter({ hasText: "An edit is under way" }).waitFor();
  await annotate.cancelEdit.click();
  await annotate.next.click();
  await annotate.waitForInstance(2);
  assert.equal(await annotate.draft.count(), 0);
  assert.equal(await annotate.edits.count(), 1);
});

const INSTRUCTIONS = "## Before you begin\n\nRead the **whole** report.\n\n1. Mark.\n2. Answer.\n";
const instructed = (more = "") => `${TEMPLATE}instructions: ${JSON.stringify(INSTRUCTIONS)}\n${more}`;

test("instructions open in a dialog, and the focus comes back", async (t) => {
  const { app } = await startAnnotating(t, { template: instructed() });
  const button = app.page.getByRole("button", { name: "Instructions" });
  assert.equal(await app.page.getByText("Before you begin").count(), 0);
  await button.press("Enter");
  const dialog = app.page.getByRole("dialog", { name: "Instructions" });
  await dialog.getByRole("heading", { name: "Before you begin" }).waitFor();
  assert.deepEqual(await dialog.getByRole("listitem").allInnerTexts(), ["Mark.", "Answer."]);
  await app.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await button.evaluate((element) => element === document.activeElement), true);
});

test("instructions above the text need no button", async (t) => {
  const { app, annotate } = await startAnnotating(t, { template: instructed("prepend_instructions: true\n") });
  const heading = app.page.getByRole("heading", { name: "Before you begin" });
  await heading.waitFor();
  const [above, below] = await Promise.all([heading.boundingBox(), annotate.pane("source").boundingBox()]);
  assert.ok(above.y + above.height <= below.y);
  assert.equal(await app.page.getByRole("button", { name: "Instructions" }).count(), 0);
});

const EXAMPLE = `${TEMPLATE}prepend_instructions: true
instructions: |
  ~~~annotated
  source: The [old [ferry]{swap}]{deletion: Its age is left out.} sank.
  target: The [ship]{swap} sank[]{insertion: When is not said.}.
  ~~~

  ~~~annotated
  השקיעה של [המעבורת]{swap}
  ~~~

  ~~~annotated
  The [ferry]{swop} sank.
  ~~~
`;

test("an annotated example in the instructions has marks as the texts have, and a list of them", async (t) => {
  const { app, annotate } = await startAnnotating(t, { template: EXAMPLE });
  const { page } = app;
  const examples = page.getByTestId("example");
  await examples.first().waitFor();
  assert.equal(await examples.count(), 2);
  const rows = examples.first().getByRole("listitem");
  const listed = (await rows.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.deepEqual(listed, [
    "Deletion old ferry Its age is left out.", "Swap ferry", "Swap ship", "Insertion insertion point When is not said.",
  ]);
  // The colour is that of the category's button.
  const tint = (locator) => locator.evaluate((element) => getComputedStyle(element).getPropertyValue("--tint"));
  const button = page.locator('[data-testid="category"][data-category="deletion"]').first();
  const mark = examples.first().locator("mark").first();
  assert.equal(await tint(mark), await tint(button));
  assert.match(await mark.evaluate((element) => getComputedStyle(element).backgroundImage), /gradient/);
  const direction = await examples.nth(1).locator("mark").evaluate((element) => getComputedStyle(element).direction);
  assert.equal(direction, "rtl");
  // One that names no category is code, and nothing of an example is an edit.
  await page.locator("pre", { hasText: "The [ferry]{swop} sank." }).waitFor();
  await mark.click();
  assert.equal(await annotate.edits.count(), 0);
  assert.equal(await page.getByTestId("category-menu").count(), 0);
});

const WITH_CONTEXT = DATA.map((instance, at) => ({
  ...instance,
  context: at === 2 ? "" : `### Report ${at + 1}\n\nFrom the *harbour*.`,
  source_context_before: at === 0 ? "Earlier that day:" : undefined,
  target_context_after: at === 0 ? "More follows." : undefined,
}));

test("context is shown as Markdown, and what stands around the texts is not part of them", async (t) => {
  const { app, annotate } = await startAnnotating(t, { data: WITH_CONTEXT });
  await annotate.pane("context").getByRole("heading", { name: "Report 1" }).waitFor();
  await app.page.getByText("Earlier that day:").waitFor();
  await app.page.getByText("More follows.").waitFor();
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.equal(await annotate.text("target"), DATA[0].target);
  await goTo(annotate, 3);
  await annotate.waitForInstance(3);
  assert.equal(await annotate.pane("context").count(), 0);
});

/** A template that needs parts of the program beside the first one: icons, a score, submitting. */
const WITH_PARTS = `${TEMPLATE.replaceAll("    color:", "    icon: fa-pen\n    color:")
  .replace("label: An explanation", "label: An explanation\n            weight: 2")}
score: weights
crowdsource: custom
`;

test("texts, bar and categories stand still from their first frame on, however late parts of the program come", async (t) => {
  const app = await startApp(t);
  await app.page.addInitScript(() => {
    window.places = new Set();
    const parts = '[data-testid^="pane-"], [data-testid="category"], [data-testid="progress"], .bar button, .work__edits';
    new MutationObserver(() => {
      if (!document.querySelector("[data-page=annotate]")) return;
      for (const element of document.querySelectorAll(parts)) {
        const { x, y } = element.getBoundingClientRect();
        element.first ??= [x, y];
        if (element.first[0] !== x || element.first[1] !== y) {
          window.places.add(`${element.dataset.testid ?? element.textContent}: ${element.first} to ${[x, y]}`);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await app.open();
  await app.page.route(/\/split_\w*\.wasm$/, async (route) => {
    await pause(500);
    await route.fallback();
  });
  const annotate = new AnnotatePage(app.page, app);
  await annotate.openFiles({ name: "t.yml", text: WITH_PARTS }, { name: "d.json", text: JSON.stringify(WITH_CONTEXT) });
  await annotate.pane("context").getByRole("heading", { name: "Report 1" }).waitFor();
  await app.page.getByRole("button", { name: "Submit" }).waitFor();
  await annotate.category("deletion").locator(".icon, svg").first().waitFor({ state: "attached" });
  await app.page.getByTestId("score").first().waitFor();
  assert.deepEqual(await app.page.evaluate(() => [...window.places]), []);
});

test("hidden context can be shown, and is folded away again on the next instance", async (t) => {
  const { app, annotate } = await startAnnotating(t, { template: `${TEMPLATE}display: [hide-context]\n`, data: WITH_CONTEXT });
  const context = annotate.pane("context");
  assert.equal(await context.isVisible(), false);
  await app.page.getByRole("button", { name: "Show context" }).click();
  await context.getByText("Report 1").waitFor();
  await app.page.getByRole("button", { name: "Hide context" }).click();
  assert.equal(await context.isVisible(), false);
  await app.page.getByRole("button", { name: "Show context" }).click();
  await annotate.next.click();
  await annotate.waitForInstance(2);
  await context.waitFor({ state: "hidden" });
});
