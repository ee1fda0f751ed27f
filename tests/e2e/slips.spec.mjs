// Slips of the hand: nothing enters the data that the person did not mean.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, clickText, dragMouse, selectText } from "./selection.mjs";

const TEMPLATE = `
template_name: slips
edits:
  - name: wording
    label: Wording
    enable_output: true
    annotation:
      - { name: severity, question: How bad is it?, options: likert-3 }
      - { name: sure, question: Are you sure?, options: binary }
  - { name: plain, label: Plain, enable_output: true }
  - { name: swap, label: Swap, enable_input: true, enable_output: true }
  - { name: reorder, label: Reorder, type: multi_span, enable_input: true, enable_output: true }
  - { name: structure, label: Structure, type: composite }
`;

const SOURCE = "The bridge that was closed has reopened.";
const TARGET = "The bridge is open again after it was shut for three weeks.";
const DATA = [1, 2, 3, 4].map((id) => ({ id, source: SOURCE, target: TARGET }));

const plain = (words, id = 1) => ({
  category: "plain",
  id,
  annotation: null,
  output_idx: [[TARGET.indexOf(words), TARGET.indexOf(words) + words.length]],
});

const openOn = (t, edits = [], options = {}) =>
  openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: TARGET, edits }, ...DATA], ...options });

const done = (work) => work.page.getByTestId("mark-done");
const words = (edit) => (edit.output_idx ?? []).map(([start, end]) => TARGET.slice(start, end));

/** The numbers (from 1) of the instances that are declared done. */
async function doneInstances(work) {
  const all = await work.annotations();
  return all.flatMap((instance, at) => (instance._spanwise?.done ? [at + 1] : []));
}

/** A point that lies on the word, this share of its width from its left. */
async function onWord(work, word, share) {
  const start = TARGET.indexOf(word);
  const { from } = await characterEdges(work.pane("target"), start);
  const { to } = await characterEdges(work.pane("target"), start + word.length - 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y };
}

test("a drag that starts on the word beside an open edit selects, and leaves the edit as it is", async (t) => {
  for (const [neighbour, from, to] of [
    ["after", 0.02, 0.98],
    ["is", 0.98, 0.02],
    ["it", 0.5, 0.98],
  ]) {
    const work = await openOn(t, [plain("open again")]);
    await work.openEdit(work.editsOf("plain"));
    await work.openPanel.waitFor();
    await dragMouse(work.page, await onWord(work, neighbour, from), await onWord(work, neighbour, to));
    await work.categoryMenu.waitFor();
    assert.equal(await work.selected(), neighbour);
    assert.deepEqual((await work.downloadedEdits()).map(words), [["open again"]]);
  }
});

test("the ends of an open edit are changed by their knobs, which stand off the lines of text", async (t) => {
  for (const spacing of ["150", "190"]) {
    const work = await openOn(t, [plain("open again")]);
    await work.page.evaluate((value) => document.querySelector(".annotate").style.setProperty("--line-height", value), `${spacing / 100}`);
    await work.openEdit(work.editsOf("plain"));
    const knob = (edge) => work.page.locator(`[data-testid="knob"][data-edge="${edge}"]`);
    await knob("end").waitFor();
    const line = await characterEdges(work.pane("target"), TARGET.indexOf("open"));
    for (const edge of ["start", "end"]) {
      const box = await knob(edge).boundingBox();
      assert.ok(box.y + box.height <= line.from.y - 4, `${edge} at ${spacing}: off the line`);
      assert.ok(box.height >= 4 && box.width >= 12, `${edge} at ${spacing}: ${box.width} × ${box.height}`);
    }
    const box = await knob("end").boundingBox();
    await dragMouse(work.page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, await onWord(work, "after", 0.6));
    assert.deepEqual((await work.downloadedEdits()).map(words), [["open again after"]]);
  }
});

for (const [name, leave] of [
  ["Done", (work) => done(work).click()],
  ["Ctrl+Enter", (work) => work.page.keyboard.press("Control+Enter")],
  ["next", (work) => work.next.click()],
  ["the key .", (work) => work.page.keyboard.press(".")],
  ["a number", (work) => work.goTo.fill("2").then(() => work.goTo.press("Enter"))],
]) {
  test(`${name} finishes a complete draft, and stops at an incomplete one, saying what is missing`, async (t) => {
    const work = await openOn(t);
    await work.category("reorder").click();
    await work.select("source", "bridge");
    await eventually(() => work.missing(), "target");
    await leave(work);
    await work.noticesAt("info").filter({ hasText: "Target" }).waitFor();
    assert.equal((await work.position()).index, 1);
    assert.equal(await work.missing(), "target", "the draft is still there");
    await work.select("target", "again");
    await eventually(() => work.missing(), "");
    await leave(work);
    await work.waitForInstance(2);
    const [first] = await work.annotations();
    assert.deepEqual(first.edits.map(words), [["again"]]);
    assert.equal(first.edits.length, 1);
  });
}

test("while an edit is under way there is one main button at most, and Done is not it", async (t) => {
  const work = await openOn(t, [plain("open again")]);
  const main = () => work.page.locator(".annotate .button--main:visible").evaluateAll((all) => all.map((b) => b.dataset.testid));
  await eventually(main, ["mark-done"]);
  await work.category("swap").click();
  await eventually(main, ["finish-edit"]);
  await work.page.keyboard.press("Escape");
  await work.select("target", "three");
  await work.categoryMenu.waitFor();
  await eventually(main, []);
});

test("a double click on Done closes one instance", async (t) => {
  const work = await openOn(t, [plain("open again")]);
  await done(work).dblclick();
  await work.waitForInstance(2);
  await work.page.waitForTimeout(700);
  assert.deepEqual(await doneInstances(work), [1]);
});

test("Ctrl+Enter held, or pressed twice in haste, closes one instance", async (t) => {
  const work = await openOn(t, [plain("open again")]);
  const { keyboard } = work.page;
  // None waits for what the one before did, as on a busy machine the second press would no longer be in haste.
  await Promise.all([
    keyboard.down("Control"),
    ...Array.from({ length: 8 }, () => keyboard.down("Enter")),
    keyboard.up("Enter"),
    keyboard.down("Enter"),
    keyboard.up("Enter"),
    keyboard.up("Control"),
  ]);
  await work.waitForInstance(2);
  assert.deepEqual(await doneInstances(work), [1]);
});

test("Enter held on the button Done closes one instance", async (t) => {
  const work = await openOn(t, [plain("open again")]);
  await done(work).focus();
  for (let repeat = 0; repeat < 8; repeat += 1) await work.page.keyboard.down("Enter");
  await work.page.keyboard.up("Enter");
  await work.waitForInstance(2);
  assert.deepEqual(await doneInstances(work), [1]);
});

test("a double click on a category of the menu makes one edit and begins no other", async (t) => {
  const text = "Here the menu lies over the words of the lines that follow. ".repeat(12);
  const work = await openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: `three ${text}` }] });
  await work.select("target", "three");
  await work.categoryMenu.waitFor();
  await work.categoryInMenu("plain").dblclick();
  await work.waitForRows("plain-1");
  await work.page.waitForTimeout(400);
  assert.equal(await work.draft.count(), 0);
  assert.equal(await work.categoryMenu.count(), 0, "no word under the menu is selected");
  assert.equal(await work.openPanel.count(), 1);
});

test("a double click on a category of the bar begins its edit", async (t) => {
  const work = await openOn(t);
  await work.category("swap").dblclick();
  await work.draft.waitFor();
  await work.page.waitForTimeout(300);
  assert.equal(await work.draft.count(), 1);
});

test("a double click, or two slow ones, on a trash delete one edit; Undo stands in its place", async (t) => {
  const edits = [plain("bridge"), plain("open", 2), plain("shut", 3), plain("weeks", 4)];
  const work = await openOn(t, edits);
  const trash = work.edits.nth(1).getByTestId("edit-delete");
  const box = await trash.boundingBox();
  const places = () => work.edits.evaluateAll((rows) => rows.map((row) => [row.dataset.editId, row.getBoundingClientRect().y]));
  const before = await places();
  await trash.dblclick();
  await work.waitForRows("plain-1", "plain-3", "plain-4");
  await work.page.waitForTimeout(700);
  await work.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await work.page.waitForTimeout(200);
  assert.deepEqual(await work.rows(), ["plain-1", "plain-3", "plain-4"]);
  assert.deepEqual(await places(), before.filter(([id]) => id !== "2"), "no row moved");
  const deleted = work.page.getByTestId("deleted");
  assert.match(await deleted.innerText(), /Deleted/);
  await work.edits.nth(2).getByTestId("edit-delete").click();
  await work.waitForRows("plain-1", "plain-3");
  assert.equal(await work.page.getByTestId("undo-delete").count(), 1, "what was deleted last can be taken back");
  await work.page.getByTestId("undo-delete").click();
  await work.waitForRows("plain-1", "plain-3", "plain-4");
  await work.page.getByTestId("undo-delete").click();
  await work.waitForRows("plain-1", "plain-2", "plain-3", "plain-4");
  assert.equal(await deleted.count(), 0);
  assert.equal(await work.undo.isDisabled(), true);
});

test("the key Delete held deletes one edit, and says so in its place", async (t) => {
  const work = await openOn(t, [plain("bridge"), plain("open", 2), plain("shut", 3)]);
  await work.openEdit(work.edits.nth(0));
  await work.openPanel.waitFor();
  for (let repeat = 0; repeat < 6; repeat += 1) await work.page.keyboard.down("Delete");
  await work.page.keyboard.up("Delete");
  await work.page.getByTestId("undo-delete").waitFor();
  await work.waitForRows("plain-2", "plain-3");
});

test("a held category key begins one edit", async (t) => {
  const work = await openOn(t);
  await work.select("target", "three");
  await work.categoryMenu.waitFor();
  for (let repeat = 0; repeat < 6; repeat += 1) await work.page.keyboard.down("2");
  await work.page.keyboard.up("2");
  await work.waitForRows("plain-1");
  assert.equal(await work.draft.count(), 0);
});

test("a held category key types nothing into the question that opens", async (t) => {
  const template = `
template_name: typing
edits:
  - { name: wrong, label: Wrong, hotkey: w, enable_output: true, annotation: [{ name: why, options: textarea }] }
`;
  const work = await openWork(t, { template, data: DATA });
  await work.select("target", "three");
  await work.categoryMenu.waitFor();
  await work.page.keyboard.down("w");
  await eventually(() => work.focusedQuestion(), "why");
  for (let repeat = 0; repeat < 6; repeat += 1) await work.page.keyboard.down("w");
  await work.page.keyboard.up("w");
  await work.page.keyboard.type("ww");
  assert.equal((await work.downloadedEdits())[0].annotation.why, "ww");
});

test("no control moves while an edit is made, deleted, or answered", async (t) => {
  const work = await openOn(t, [plain("open again")]);
  const controls = () =>
    work.page
      .locator('[data-testid="category"]:not([data-testid="category-menu"] *), [data-testid="mark-done"], [data-testid="bookmark"], [data-testid="open-comment"]')
      .evaluateAll((all) => all.map((c) => [c.dataset.category ?? c.dataset.testid, c.getBoundingClientRect().x, c.getBoundingClientRect().y]));
  const before = await controls();
  const stay = async (what) => assert.deepEqual(await controls(), before, what);
  await work.select("target", "three");
  await work.categoryMenu.waitFor();
  await stay("with the menu");
  await work.categoryInMenu("swap").click();
  await work.draft.waitFor();
  await stay("with a draft");
  await work.select("source", "closed");
  await work.waitForRows("plain-1", "swap-1");
  await stay("with an open edit");
  await work.category("reorder").click();
  for (const part of ["The", "bridge", "that", "was closed", "reopened"]) await work.select("source", part);
  await work.page.waitForTimeout(100);
  await stay("with a draft of many spans");
});

/** The number of selected lines that the menu covers. */
const linesUnderMenu = (work) =>
  work.page.evaluate(() => {
    const menu = document.querySelector('[data-testid="category-menu"]').getBoundingClientRect();
    const lines = [...document.querySelectorAll(".run--pending")].flatMap((run) => [...run.getClientRects()]);
    return lines.filter((r) => r.bottom - 13 > menu.top && r.top < menu.bottom && r.right > menu.left && r.left < menu.right).length;
  });

test("the menu lies beside the selection, never over it", async (t) => {
  const long = "A sentence of some length that goes on for a while.\n".repeat(30).trim();
  const work = await openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: long }] });
  for (const [start, end] of [
    [0, 20],
    [700, 760],
    [long.length - 60, long.length - 2],
  ]) {
    const words = long.slice(start, end);
    await selectText(work.pane("target"), start, end);
    await work.categoryMenu.waitFor();
    assert.equal(await linesUnderMenu(work), 0, words);
    const box = await work.categoryMenu.boundingBox();
    assert.ok(box.x >= 0 && box.y >= 0 && box.y + box.height <= 721, JSON.stringify(box));
    await work.page.keyboard.press("Escape");
  }
});

test("nor with eighteen categories, in each window", async (t) => {
  const template = await readFile(new URL("../../templates/propaganda/template.yml", import.meta.url), "utf8");
  const target = "A sentence of some length that goes on for a while.\n".repeat(30).trim();
  for (const viewport of [{ width: 1280, height: 800 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
    const work = await openWork(t, { template, data: [{ target }], context: { viewport } });
    const palette = await work.page.locator(".work__making").boundingBox();
    assert.ok(palette.height <= viewport.height / 4, `${palette.height} of ${viewport.height}`);
    for (const at of [0, 700, target.length - 30]) {
      await selectText(work.pane("target"), at + 2, at + 20);
      await work.categoryMenu.waitFor();
      assert.equal(await linesUnderMenu(work), 0, `${at} at ${viewport.width}`);
      const { x, y, width, height } = await work.categoryMenu.boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height + 1, JSON.stringify({ x, y, width, height }));
      await work.page.keyboard.press("Escape");
    }
  }
});

test("“Done, no errors” is no main button until the end of a long text was in sight", async (t) => {
  const long = "One more paragraph that somebody has to read. ".repeat(200);
  const data = [{ source: SOURCE, target: long }, { source: SOURCE, target: long }, { source: SOURCE, target: TARGET }];
  const work = await openWork(t, { template: TEMPLATE, data });
  const isMain = () => done(work).evaluate((button) => button.classList.contains("button--main"));
  await eventually(isMain, false);
  await work.page.mouse.wheel(0, 100_000);
  await eventually(isMain, true);
  await work.page.mouse.wheel(0, -100_000);
  await work.page.waitForTimeout(200);
  assert.equal(await isMain(), true, "once read, it stays");
  await work.goToInstance(2);
  await eventually(isMain, false);
  await work.goToInstance(3);
  await eventually(isMain, true);
});

test("Done goes to the first open question instead", async (t) => {
  const work = await openOn(t);
  await work.make("wording", ["target", "three"]);
  await work.choose("severity", "minor");
  await work.page.keyboard.press("Escape");
  await done(work).click();
  await eventually(() => work.focusedQuestion(), "sure");
  assert.equal((await work.position()).index, 1);
  assert.notEqual(await work.status.getAttribute("data-status"), "done");
  await work.choose("sure", "no");
  await done(work).click();
  await work.waitForInstance(2);
  assert.deepEqual(await doneInstances(work), [1]);
});

test("a template that does not enforce its questions lets an instance be done", async (t) => {
  const work = await openWork(t, { template: `enforce: false\n${TEMPLATE}`, data: DATA });
  await work.make("wording", ["target", "three"]);
  await done(work).click();
  await work.waitForInstance(2);
  assert.deepEqual(await doneInstances(work), [1]);
});

test("after an answer by mouse the number keys answer the next open question", async (t) => {
  const work = await openOn(t);
  await work.make("wording", ["target", "three"]);
  await work.choose("severity", "a lot");
  await eventually(() => work.focusedQuestion(), "sure");
  await work.page.keyboard.press("2");
  assert.deepEqual((await work.downloadedEdits())[0].annotation, { severity: "a lot", sure: "no" });
});

test("one question at a time shows its keys, and takes all numbers", async (t) => {
  const work = await openOn(t);
  await work.make("wording", ["target", "three"]);
  const shown = () =>
    work.page.locator(".answer kbd").evaluateAll((all) =>
      all.filter((kbd) => getComputedStyle(kbd).visibility === "visible").map((kbd) => kbd.closest("[data-path]").dataset.path),
    );
  await eventually(() => work.focusedQuestion(), "severity");
  await eventually(shown, ["severity", "severity", "severity"]);
  await work.page.keyboard.press("5");
  assert.equal(await work.draft.count(), 0, "5 is no answer, and no category either");
  await work.page.keyboard.press("1");
  await work.page.keyboard.press("Enter");
  await eventually(shown, ["sure", "sure"]);
});

test("keys of the page are not the template's; ? shows what is true; single keys can be turned off", async (t) => {
  const template = `
template_name: keys
edits:
  - { name: noun, label: Noun, hotkey: n, enable_output: true }
  - { name: insertion, label: Insertion, hotkey: i, enable_output: true }
  - { name: deletion, label: Deletion, hotkey: d, enable_output: true }
`;
  const work = await openWork(t, { template, data: [{ ...DATA[0], edits: [plain("bridge")] }] });
  const { keyboard } = work.page;
  await keyboard.press("n");
  await work.openPanel.waitFor();
  assert.equal(await work.draft.count(), 0);
  await keyboard.press("Escape");
  await keyboard.press("d");
  assert.equal(await work.draft.getAttribute("data-category"), "deletion");
  await keyboard.press("Escape");
  await keyboard.press("?");
  const help = work.page.locator("dialog[open]");
  await help.waitFor();
  const text = await help.innerText();
  assert.match(text, /1 … 3/);
  assert.match(text, /D\s+Deletion/);
  assert.doesNotMatch(text, /Noun|Insertion/);
  await keyboard.press("Escape");
  await work.openMenu();
  await work.page.getByTestId("single-keys").uncheck();
  await work.menu.locator("summary").click();
  await work.pane("target").focus();
  for (const key of ["d", "1", "n", ".", "*", "?"]) await keyboard.press(key);
  assert.equal(await work.draft.count(), 0);
  assert.equal(await help.count(), 0);
  assert.equal(await work.openPanel.count(), 0);
  await work.page.reload();
  await work.app.waitReady();
  await keyboard.press("d");
  assert.equal(await work.draft.count(), 0, "kept");
});

const POINTS = `
template_name: points
edits:
  - { name: missing, label: Missing, boundary: char, enable_output: true }
  - { name: break, label: Break, type: split, enable_output: true }
  - { name: word, label: Word, enable_output: true }
`;

test("a click sets an insertion point where the draft takes one", async (t) => {
  const work = await openWork(t, { template: POINTS, data: DATA });
  await work.category("break").click();
  await clickText(work.pane("target"), TARGET.indexOf("open"));
  await work.waitForRows("break-1");
  await work.category("missing").click();
  await clickText(work.pane("target"), TARGET.indexOf("weeks"));
  await eventually(() => work.missing(), "");
  assert.equal(await work.edits.count(), 1, "nothing is made by a click beside");
  await work.finishEdit.click();
  await eventually(() => work.edits.count(), 2);
  await work.category("word").click();
  await clickText(work.pane("target"), 3);
  assert.equal(await work.missing(), "target", "a click is no word");
  await work.page.keyboard.press("Escape");
  const [point, missing] = (await work.downloadedEdits()).map((edit) => edit.output_idx[0]);
  assert.ok(point[0] === point[1] && missing[0] === missing[1], JSON.stringify([point, missing]));
  assert.ok(Math.abs(missing[0] - TARGET.indexOf("weeks")) <= 1);
});

test("an insertion point by a tap", async (t) => {
  const context = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const work = await openWork(t, { template: POINTS, data: DATA, context });
  await work.category("missing").tap();
  const { from } = await characterEdges(work.pane("target"), TARGET.indexOf("open"));
  await work.page.touchscreen.tap(from.x, from.y);
  await eventually(() => work.missing(), "");
  await work.finishEdit.tap();
  await eventually(() => work.edits.count(), 1);
  const [[start, end]] = (await work.downloadedEdits())[0].output_idx;
  assert.equal(start, end);
});

test("parts chosen for a composite are seen, can be taken back, and stay within reach afterwards", async (t) => {
  const severity = { ...plain("bridge"), category: "wording", annotation: { severity: "minor", sure: "yes" } };
  const work = await openOn(t, [severity, plain("open"), plain("shut", 2)]);
  const chosen = () =>
    work.edits.evaluateAll((rows) =>
      rows.map((row) => row.querySelector('[data-testid="edit-open"]').getAttribute("aria-pressed")),
    );
  await work.category("structure").click();
  await eventually(chosen, ["false", "false", "false"]);
  await work.openEdit(work.edits.nth(0));
  await work.openEdit(work.edits.nth(1));
  await work.openEdit(work.edits.nth(2));
  await eventually(chosen, ["true", "true", "true"]);
  assert.equal(await work.page.locator(".run.is-chosen").count(), 3, "in the text, too");
  await work.openEdit(work.edits.nth(2));
  await eventually(chosen, ["true", "true", "false"]);
  await work.finishEdit.click();
  await work.waitForRows("structure-1", "plain-2");
  await eventually(chosen, [null, null]);
  // Nested in the row of the composite, with their answers.
  const parts = work.edits.first().getByTestId("constituent");
  assert.equal(await parts.count(), 2);
  assert.match(await parts.and(work.page.locator('[data-category="wording"]')).innerText(), /minor/);
  const part = work.page.getByTestId("constituent").and(work.page.locator('[data-category="wording"]'));
  await part.getByTestId("constituent-open").click();
  await work.question("severity").waitFor();
  assert.equal(await work.answer("severity", "minor").isChecked(), true);
  await work.choose("severity", "a lot");
  const [, composite] = (await work.downloadedEdits()).toSorted((a, b) => a.category.localeCompare(b.category));
  assert.equal(composite.constituent_edits[0].annotation.severity, "a lot");
});

test("a new instance starts at its top", async (t) => {
  const long = "One more paragraph that somebody has to read. ".repeat(200);
  const work = await openWork(t, { template: TEMPLATE, data: [1, 2, 3].map(() => ({ source: SOURCE, target: long })) });
  for (const leave of [() => work.page.keyboard.press("."), () => work.page.keyboard.press("Control+Enter")]) {
    await work.page.evaluate(() => scrollTo(0, 100_000));
    await eventually(() => work.page.evaluate(() => scrollY > 500), true);
    const { index } = await work.position();
    await leave();
    await work.waitForInstance(index + 1);
    await eventually(() => work.page.evaluate(() => scrollY), 0);
    await work.page.waitForTimeout(500);
  }
});

test("in columns that scroll by themselves, too", async (t) => {
  const long = "One more paragraph that somebody has to read. ".repeat(200);
  const template = `${TEMPLATE}display: [side-by-side]\n`;
  const data = [1, 2].map(() => ({ context: long, source: long, target: long }));
  const work = await openWork(t, { template, data, context: { viewport: { width: 1600, height: 800 } } });
  const scrolled = () =>
    work.page.evaluate(() =>
      [document.scrollingElement, ...document.querySelectorAll(".annotate *:not(.visually-hidden)")].filter((e) => e.scrollTop > 0).map((e) => e.className || e.tagName),
    );
  await work.page.evaluate(() => {
    for (const e of [document.scrollingElement, ...document.querySelectorAll(".annotate *:not(.visually-hidden)")]) e.scrollTop = 300;
  });
  await eventually(async () => (await scrolled()).length > 0, true);
  await work.page.keyboard.press(".");
  await work.waitForInstance(2);
  await eventually(scrolled, []);
});

test("a long selection breaks no layout", async (t) => {
  const long = "Donaudampfschifffahrtsgesellschaft".repeat(60);
  for (const width of [390, 1280]) {
    const context = { viewport: { width, height: 800 } };
    const work = await openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: `Ein Wort: ${long} und mehr.` }], context });
    const fits = async (what) =>
      assert.ok(await work.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} at ${width}`);
    await work.page.keyboard.press("Alt+2");
    await work.page.keyboard.press("Control+a");
    await work.categoryMenu.waitFor();
    await fits("the menu");
    await work.categoryInMenu("reorder").click();
    await work.draft.waitFor();
    await fits("the draft");
    await work.select("source", "bridge");
    await work.finishEdit.click();
    await work.openPanel.waitFor();
    await work.page.locator(".boundaries summary").click();
    await fits("the edit");
    const panel = await work.page.locator(".boundary").first().boundingBox();
    assert.ok(panel.height < 160, `${panel.height}`);
  }
});

test("text that is selected can be copied", async (t) => {
  const work = await openOn(t, [], { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await work.select("target", "open again");
  await work.categoryMenu.waitFor();
  await work.page.keyboard.press("Control+c");
  assert.equal(await work.page.evaluate(() => navigator.clipboard.readText()), "open again");
});
