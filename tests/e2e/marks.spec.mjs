// Marks that are there: their context menu, the eraser, and the same text elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, clickText, dragMouse, selectByKeys, selectByTouch } from "./selection.mjs";

const TEMPLATE = `
template_name: marks
edits:
  - name: plain
    label: Plain
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
  - { name: other, label: Other, enable_output: true }
  - { name: many, label: Many, type: multi_span, enable_output: true }
  - { name: swap, label: Swap, enable_input: true, enable_output: true }
`;

const SOURCE = "The cat sat on a mat.";
const TARGET = "the cat saw the cat near The house today";

const span = (words, from = 0) => [TARGET.indexOf(words, from), TARGET.indexOf(words, from) + words.length];
const edit = (category, id, ...spans) => ({ category, id, annotation: null, output_idx: spans });

const open = (t, edits = [], options = {}) =>
  openWork(t, {
    template: TEMPLATE,
    data: [
      { source: SOURCE, target: TARGET, edits },
      { source: SOURCE, target: "a cat and cattle" },
      { source: SOURCE, target: "no such word" },
    ],
    ...options,
  });

const menu = (work) => work.page.getByTestId("mark-menu");
const item = (work, action) => menu(work).locator(`[data-action="${action}"]`);
const words = ({ output_idx: spans }) => spans.map(([start, end]) => TARGET.slice(start, end));
const targets = async (work) =>
  (await work.downloadedEdits()).map((found) => [`${found.category}-${found.id}`, ...words(found)]);

/** A point within the character at an offset of the target. */
async function middle(work, offset) {
  const { from, to } = await characterEdges(work.pane("target"), offset);
  return { x: Math.round(from.x + (to.x - from.x) / 4), y: Math.round(from.y) };
}

async function rightClick(work, offset, options = {}) {
  const { x, y } = await middle(work, offset);
  await work.page.mouse.move(x, y);
  if (options.shift) await work.page.keyboard.down("Shift");
  await work.page.mouse.click(x, y, { button: "right" });
  if (options.shift) await work.page.keyboard.up("Shift");
}

/** Counts the requests for a context menu, and those of them that the app has answered. */
const countMenus = (work) =>
  work.page.evaluate(() => {
    window.menus = { asked: 0, answered: 0 };
    window.addEventListener("contextmenu", (event) => {
      window.menus.asked += 1;
      if (event.defaultPrevented) window.menus.answered += 1;
      else event.preventDefault();
    });
  });
const menusCounted = (work) => work.page.evaluate(() => window.menus);

/** Waits until the listeners of the person are there: they come with the first sign of one. */
async function awaken(work) {
  await work.openMenu();
  await work.page.getByTestId("eraser-toggle").waitFor();
  await work.page.keyboard.press("Escape");
  const mark = work.page.locator("[data-mark]").first();
  await eventually(async () => {
    // The menu of the click before may come between, over the mark.
    if ((await menu(work).count()) === 0) await mark.click({ button: "right", timeout: 1000 }).catch(() => {});
    return menu(work).locator(":focus").count();
  }, 1);
  await work.page.keyboard.press("Escape");
  await eventually(() => menu(work).count(), 0);
}

const CAT = edit("plain", 1, span("cat"));

test("a right click on a mark opens a menu that opens, changes, duplicates and deletes its edit", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat"))]);
  await awaken(work);
  await rightClick(work, 5);
  await menu(work).waitFor();
  const actions = await menu(work)
    .getByTestId("mark-menu-item")
    .evaluateAll((items) => items.map((found) => found.dataset.action));
  assert.deepEqual(actions, ["open", "category", "duplicate", "same-text", "erase", "delete"]);
  await item(work, "open").click();
  await work.openPanel.waitFor();
  assert.equal(await menu(work).count(), 0);
  await rightClick(work, 5);
  await item(work, "duplicate").click();
  await work.waitForRows("plain-1", "plain-2");
  await work.undo.click();
  await work.waitForRows("plain-1");
  await rightClick(work, 5);
  await item(work, "category").click();
  await menu(work).locator('[data-category="other"]').click();
  await work.waitForRows("other-1");
  await rightClick(work, 5);
  await item(work, "delete").click();
  await eventually(() => work.edits.count(), 0);
  await work.page.getByTestId("undo-delete").click();
  await work.waitForRows("other-1");
});

test("the menu names every edit that covers the place, the shortest first", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat saw")), edit("other", 1, span("cat"))]);
  await awaken(work);
  await rightClick(work, 5);
  const name = () => menu(work).getByRole("menu").getAttribute("aria-label");
  await eventually(async () => (await name()).includes("Other “cat”"), true);
  await item(work, "other").click();
  await eventually(async () => (await name()).includes("Plain “the cat saw”"), true);
  await item(work, "delete").click();
  await work.waitForRows("other-1");
});

test("elsewhere, with Shift and in fields the menu is the browser's", async (t) => {
  const work = await open(t, [CAT]);
  await awaken(work);
  await countMenus(work);
  await rightClick(work, TARGET.indexOf("house"));
  await rightClick(work, 5, { shift: true });
  await work.page.getByTestId("goto").click({ button: "right" });
  assert.deepEqual(await menusCounted(work), { asked: 3, answered: 0 });
  assert.equal(await menu(work).count(), 0);
  await rightClick(work, 5);
  await menu(work).waitFor();
  assert.deepEqual(await menusCounted(work), { asked: 4, answered: 1 });
});

test("the menu is used by keys alone, and the focus goes back", async (t) => {
  const work = await open(t, [CAT]);
  await awaken(work);
  const { keyboard } = work.page;
  const focused = () =>
    menu(work)
      .locator(":focus")
      .evaluateAll(([found]) => found?.dataset.action);
  // On the row of the list.
  await work.page.getByTestId("edit-open").focus();
  await keyboard.press("Shift+F10");
  await eventually(focused, "open");
  await keyboard.press("ArrowUp");
  await eventually(focused, "delete");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await eventually(focused, "category");
  await keyboard.press("ArrowRight");
  await eventually(focused, "set-category");
  await keyboard.press("Escape");
  await eventually(focused, "open");
  await keyboard.press("End");
  await eventually(focused, "delete");
  await keyboard.press("Escape");
  await eventually(() => menu(work).count(), 0);
  await eventually(() => work.page.evaluate(() => document.activeElement?.dataset.testid), "edit-open");
  // On the mark at the caret.
  await selectByKeys(work.pane("target"), 1, 1);
  await keyboard.press("Shift+F10");
  await eventually(focused, "open");
  await item(work, "erase").focus();
  await keyboard.press("Enter");
  await eventually(() => work.edits.count(), 0);
  await keyboard.press("Control+z");
  await work.waitForRows("plain-1");
  assert.equal(await menu(work).count(), 0);
});

test("a long press is left to the selection of the phone", async (t) => {
  const work = await open(t, [CAT], { context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } });
  await work.page.locator("#list-heading").tap();
  await selectByTouch(work.pane("target"), ...span("saw"));
  await work.categoryMenu.waitFor();
  assert.equal(await menu(work).count(), 0);
});

test("“erase marks here” takes the mark out of all edits that cover it, in one step", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat saw")), edit("other", 1, span("cat"))]);
  await awaken(work);
  await rightClick(work, 5);
  await item(work, "erase").click();
  await work.waitForRows("plain-1");
  assert.deepEqual(await targets(work), [["plain-1", "the"]]);
  await work.undo.click();
  await eventually(() => work.edits.count(), 2);
});

const eraser = (work) => work.page.getByTestId("eraser");

/** Turns the eraser on by its key. */
async function erase(work) {
  await awaken(work);
  await work.pane("target").focus();
  await work.page.keyboard.press("-");
  await eraser(work).waitFor();
}

/** Drags over words of the target, from the middle of a character to that of another. */
async function dragOver(work, first, last) {
  await dragMouse(work.page, await middle(work, first), await middle(work, last));
}

const said = (work) => eraser(work).getByRole("status").innerText();

test("the eraser is a switch in the menu and has a key, Escape ends it", async (t) => {
  const work = await open(t, [CAT]);
  await awaken(work);
  const toggle = work.page.getByTestId("eraser-toggle");
  const pressed = async () => {
    await work.openMenu();
    const state = await toggle.getAttribute("aria-pressed");
    await work.page.keyboard.press("Escape");
    return state;
  };
  assert.equal(await pressed(), "false");
  await work.openMenu();
  await toggle.click();
  await eraser(work).waitFor();
  const cursor = await work.pane("target").evaluate((pane) => getComputedStyle(pane).cursor);
  assert.match(cursor, /url/);
  await work.page.keyboard.press("Escape");
  await eventually(() => eraser(work).count(), 0);
  assert.equal(await pressed(), "false");
  await work.pane("target").focus();
  for (const count of [1, 0, 1]) {
    await work.page.keyboard.press("-");
    await eventually(() => eraser(work).count(), count);
  }
  await work.page.getByTestId("eraser-end").click();
  await eventually(() => eraser(work).count(), 0);
  // Whoever goes on to make an edit erases no longer.
  await work.page.keyboard.press("-");
  await eraser(work).waitFor();
  await work.category("other").click();
  await eventually(() => eraser(work).count(), 0);
  assert.deepEqual(await targets(work), [["plain-1", "cat"]]);
});

test("a drag deletes, shortens and divides edits, in one step that is announced", async (t) => {
  const work = await open(t, [
    edit("plain", 1, span("the cat saw the")),
    edit("other", 1, span("saw")),
    edit("many", 1, span("cat saw the cat")),
  ]);
  await erase(work);
  const [start, end] = span("saw");
  // Within the word: the whole word goes, as a selection would take it.
  await dragOver(work, start, end - 1);
  await work.waitForRows("plain-1", "many-1");
  await eventually(() => said(work), "Edits deleted: 1, shortened: 2");
  assert.deepEqual(await targets(work), [
    ["plain-1", "the cat"],
    ["many-1", "cat", "the cat"],
  ]);
  await work.undo.click();
  await eventually(() => work.edits.count(), 3);
  await work.redo.click();
  await work.waitForRows("plain-1", "many-1");
});

test("a click deletes the edit under the pointer, and the next one on another its own", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat saw")), edit("other", 1, span("cat"))]);
  await erase(work);
  await clickText(work.pane("target"), 5);
  await work.waitForRows("plain-1");
  await eventually(() => said(work), "Edits deleted: 1, shortened: 0");
  assert.equal(await work.openPanel.count(), 0, "it is not opened");
  await work.undo.click();
  await eventually(() => work.edits.count(), 2);
});

test("slips of the eraser delete no more than was meant", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat saw")), edit("other", 1, span("cat")), edit("many", 1, span("house"))]);
  await erase(work);
  // A double click is one click.
  await clickText(work.pane("target"), 5, 2);
  await eventually(() => work.edits.count(), 2);
  await work.undo.click();
  await eventually(() => work.edits.count(), 3);
  // A drag that starts beside the texts.
  const beside = await work.page.locator("header").first().boundingBox();
  await dragMouse(work.page, { x: beside.x + 5, y: beside.y + 5 }, await middle(work, TARGET.indexOf("today")));
  // A drag over what has no mark, and a click there.
  await dragOver(work, ...[TARGET.indexOf("near"), TARGET.indexOf("near") + 3]);
  await eventually(() => said(work), "Nothing was erased.");
  await clickText(work.pane("target"), TARGET.indexOf("today"));
  assert.equal(await work.edits.count(), 3);
  assert.equal(await work.categoryMenu.count(), 0, "nothing is selected either");
  // A drag with the other button.
  await work.page.mouse.move(...Object.values(await middle(work, 0)));
  await work.page.mouse.down({ button: "right" });
  await work.page.mouse.move(...Object.values(await middle(work, 9)));
  await work.page.mouse.up({ button: "right" });
  await work.page.keyboard.press("Escape");
  assert.equal(await work.edits.count(), 3);
});

test("hidden edits stay", async (t) => {
  const work = await open(t, [edit("plain", 1, span("cat")), edit("other", 1, span("cat"))]);
  await work.page.getByTestId("list-filter").click();
  await work.page.locator('[data-testid="filter-category"][data-category="plain"]').click();
  await work.page.keyboard.press("Escape");
  await work.waitForRows("other-1");
  await erase(work);
  await dragOver(work, 0, 9);
  await eventually(() => work.edits.count(), 0);
  assert.deepEqual(await targets(work), [["plain-1", "cat"]]);
});

test("by keys, Delete erases the selection once, however long it is held", async (t) => {
  const work = await open(t, [edit("plain", 1, span("the cat saw")), edit("other", 1, span("house"))]);
  await work.openEdit(work.editsOf("other"));
  await erase(work);
  const { keyboard } = work.page;
  await selectByKeys(work.pane("target"), 1, 1);
  await keyboard.down("Delete");
  await keyboard.down("Delete");
  await keyboard.up("Delete");
  await eventually(() => said(work), "Edits deleted: 0, shortened: 1");
  assert.deepEqual(await targets(work), [
    ["plain-1", "the"],
    ["other-1", "house"],
  ]);
  await keyboard.press("Backspace");
  assert.equal(await work.edits.count(), 2, "the open edit is not deleted instead");
});

test("by touch, what is selected is erased, and a tap deletes", async (t) => {
  const work = await open(t, [CAT, edit("other", 1, span("house"))], {
    context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await work.menu.locator("summary").tap();
  await work.page.getByTestId("eraser-toggle").tap();
  await eraser(work).waitFor();
  await selectByTouch(work.pane("target"), ...span("cat"));
  await work.waitForRows("other-1");
  assert.equal(await work.categoryMenu.count(), 0);
  const { x, y } = await middle(work, TARGET.indexOf("house") + 2);
  await work.page.touchscreen.tap(x, y);
  await eventually(() => work.edits.count(), 0);
});

const dialog = (work) => work.page.getByTestId("same-text");
const places = (work) =>
  dialog(work)
    .getByTestId("same-text-place")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const marked = row.dataset.marked === "true" ? ["marked"] : [];
        const ticked = row.querySelector("input").checked ? ["ticked"] : [];
        return [row.dataset.instance, row.querySelector("mark").textContent, ...marked, ...ticked].join(" ");
      }),
    );
const add = (work) => work.page.getByTestId("same-text-add");

/** Opens the dialog from the tools of the open edit. */
async function seek(work) {
  await awaken(work);
  await work.openEdit(work.editsOf("plain"));
  await work.page.getByTestId("same-text-open").click();
  await dialog(work).waitFor();
}

test("the same text is marked in the instance after a review, in one step", async (t) => {
  const work = await open(t, [edit("plain", 1, span("cat"))]);
  await seek(work);
  await eventually(() => places(work), ["1 cat marked", "1 cat ticked"]);
  await eventually(() => add(work).innerText(), "Add 1 edit");
  await work.page.getByTestId("same-text-all").click();
  await eventually(() => add(work).isDisabled(), true);
  await work.page.getByTestId("same-text-all").click();
  await add(work).click();
  await work.waitForRows("plain-1", "plain-2");
  assert.deepEqual(await targets(work), [
    ["plain-1", "cat"],
    ["plain-2", "cat"],
  ]);
  assert.equal((await work.downloadedEdits())[1].output_idx[0][0], TARGET.lastIndexOf("cat"));
  await work.undo.click();
  await work.waitForRows("plain-1");
});

test("in the whole work only whole words are found, and one undo takes all back", async (t) => {
  const work = await open(t, [edit("plain", 1, span("cat"))]);
  await seek(work);
  await work.page.getByTestId("same-text-everywhere").click();
  await eventually(() => places(work), ["1 cat marked", "1 cat ticked", "2 cat ticked"]);
  await add(work).click();
  await work.waitForRows("plain-1", "plain-2");
  const counts = async () => (await work.annotations()).map(({ edits }) => edits?.length ?? 0);
  assert.deepEqual(await counts(), [2, 1, 0]);
  await work.goToInstance(2);
  await work.waitForRows("plain-1");
  await work.undo.click();
  await work.waitForInstance(1);
  await work.waitForRows("plain-1");
  assert.deepEqual(await counts(), [1, 0, 0]);
  await work.redo.click();
  await eventually(counts, [2, 1, 0]);
  // It is stored: a reload shows it.
  await work.waitSaved();
  await work.page.reload();
  await work.waitForRows("plain-1", "plain-2");
  assert.deepEqual(await counts(), [2, 1, 0]);
});

test("case and answers are matters of choice, and places can be left out", async (t) => {
  const work = await open(t, [{ ...edit("plain", 1, [0, 3]), annotation: { severity: "minor" } }]);
  await awaken(work);
  await rightClick(work, 1);
  await item(work, "same-text").click();
  await eventually(() => places(work), ["1 the marked", "1 the ticked"]);
  await work.page.getByTestId("same-text-case").click();
  await eventually(() => places(work), ["1 the marked", "1 the ticked", "1 The ticked"]);
  await work.page.getByTestId("same-text-answers").click();
  const boxes = dialog(work).locator(".same-text__places input:enabled");
  await boxes.first().focus();
  await work.page.keyboard.press("Space");
  await work.page.keyboard.press("ArrowDown");
  await eventually(() => places(work), ["1 the marked", "1 the", "1 The ticked"]);
  await add(work).click();
  await work.waitForRows("plain-1", "plain-2");
  const [, made] = await work.downloadedEdits();
  assert.deepEqual([words(made), made.annotation], [["The"], { severity: "minor" }]);
});

test("a category that needs a span in both texts offers no marking of the same text", async (t) => {
  const swap = { category: "swap", id: 1, annotation: null, input_idx: [[4, 7]], output_idx: [span("cat")] };
  const work = await open(t, [swap]);
  await awaken(work);
  await rightClick(work, 5);
  await menu(work).waitFor();
  assert.equal(await item(work, "same-text").count(), 0);
});

test("a work of 5 000 instances is searched without holding up the page", async (t) => {
  const data = Array.from({ length: 5000 }, (_, at) => ({
    source: SOURCE,
    target: at % 10 === 0 ? TARGET : "nothing of interest here",
    edits: at === 0 ? [CAT] : [],
  }));
  const work = await openWork(t, { template: TEMPLATE, data });
  await seek(work);
  await work.page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await work.page.getByTestId("same-text-everywhere").click();
  await work.page.locator('[data-testid="same-text-count"][data-searching="false"]').waitFor();
  await eventually(() => add(work).innerText(), "Add 999 edits");
  t.diagnostic(`longest task of the search: ${await work.page.evaluate(() => window.longest)} ms`);
  await add(work).click();
  await work.waitForRows("plain-1", "plain-2");
});
