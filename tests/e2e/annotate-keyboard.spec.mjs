// The annotate page by keyboard alone, and its texts for screen readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { selectByKeys } from "./selection.mjs";

const TEMPLATE = `
template_name: review
template_label: Review
instructions: "Mark what is **wrong**."
edits:
  - name: wrong
    label: Wrong
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
      - { name: why, question: Why?, options: textbox }
  - { name: changed, label: Changed, type: multi_span, enable_input: true, enable_output: true }
  - { name: group, label: Group, type: composite }
  - { name: gap, label: Gap, type: split, enable_output: true }
`;

const DATA = [
  { source: "Sie kam gestern zu spät nach Hause.", target: "She came home too early the day before yesterday." },
  { source: "שלום לכולם היום", target: "Hello to all today." },
];

/** Presses Tab until \`control\` has the focus. */
async function tabTo(work, control) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await work.page.keyboard.press("Tab");
  }
  assert.fail("Tab does not reach it");
}

// Thresh 11.27: no keyboard
test("a whole instance without the mouse: spans, categories, answers, a composite, done, the next one", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const { keyboard } = work.page;
  const press = async (...keys) => {
    for (const key of keys) await keyboard.press(key);
  };

  await tabTo(work, work.pane("target"));
  await press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter");
  await work.categoryMenu.waitFor();
  await press("1");
  await eventually(() => work.focusedQuestion(), "severity");
  await press("3", "Enter");
  await eventually(() => work.focusedQuestion(), "why");
  await keyboard.type("the opposite");
  await press("Enter");
  await eventually(() => work.pane("target").evaluate((pane) => pane === document.activeElement), true);

  await press("2");
  await eventually(() => work.missing(), "source");
  await press("Alt+1", "Home", "ArrowRight", "ArrowRight", "Enter");
  await eventually(() => work.missing(), "target");
  await press("Alt+2", "End", "Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft", "Enter");
  await eventually(() => work.missing(), "");
  await press("Enter");
  await eventually(() => work.edits.count(), 2);

  await press("3");
  await eventually(() => work.missing(), "edits");
  await press("Alt+3");
  await tabTo(work, work.editsOf("changed").getByTestId("edit-open"));
  await press("Enter");
  await eventually(() => work.missing(), "");
  await tabTo(work, work.finishEdit);
  await press("Enter");
  await eventually(async () => (await work.rows()).sort(), ["group-1", "wrong-1"]);

  await press("Control+Enter");
  await work.waitForInstance(2);
  const [{ edits }] = await work.annotations();
  const byCategory = Object.fromEntries(edits.map((edit) => [edit.category, edit]));
  assert.deepEqual(byCategory.wrong, {
    category: "wrong",
    id: 1,
    annotation: { severity: "a lot", why: "the opposite" },
    output_idx: [[14, 23]],
  });
  assert.deepEqual(byCategory.group.constituent_edits[0].input_idx, [[8, 15]]);
  assert.deepEqual(byCategory.group.constituent_edits[0].output_idx, [[24, 49]]);
  await press(",");
  await work.waitForInstance(1);
  assert.equal(await work.status.getAttribute("data-status"), "done");
});

test("the arrow keys follow the writing: in Hebrew the left one goes on", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.goToInstance(2);
  const { keyboard } = work.page;
  await work.pane("source").focus();
  await keyboard.press("Home");
  await keyboard.press("ArrowLeft");
  await keyboard.press("Shift+ArrowLeft");
  await keyboard.press("Enter");
  await eventually(() => work.selected(), "לכולם היום");
});

test("the up and down keys move the caret by line", async (t) => {
  const target = "one two three\nfour five six\nseven eight nine";
  const work = await openWork(t, { template: TEMPLATE, data: [{ target }] });
  const { keyboard } = work.page;
  await work.pane("target").focus();
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) await keyboard.press(key);
  await eventually(() => work.selected(), "four");
});

test("Home and End go to the ends of the line, with Ctrl to those of the text", async (t) => {
  const target = "one two three\nfour five six\nseven eight nine";
  const work = await openWork(t, { template: TEMPLATE, data: [{ target }] });
  const { keyboard } = work.page;
  for (const [keys, marked] of [
    [["End"], "six"],
    [["End", "Home"], "four"],
    [["Control+End"], "nine"],
    [["Control+Home"], "one"],
    [["Home", "Shift+End"], "four five six"],
  ]) {
    await work.pane("target").focus();
    for (const key of ["Control+Home", "ArrowDown", "ArrowRight", ...keys, "Enter"]) await keyboard.press(key);
    await eventually(() => work.selected(), marked);
    await keyboard.press("Escape");
  }
});

test("I marks an insertion point where the caret is", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.page.keyboard.press("4");
  await eventually(() => work.draft.getAttribute("data-category"), "gap");
  await selectByKeys(work.pane("target"), 2, 1);
  await work.page.keyboard.press("i");
  await work.waitForRows("gap-1");
  assert.deepEqual((await work.downloadedEdits())[0].output_idx, [[9, 9]]);
});

test("keys go to the next, previous and next unfinished instance, and set a bookmark", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [...DATA, { target: "Three." }] });
  const { keyboard } = work.page;
  await keyboard.press(".");
  await work.waitForInstance(2);
  await keyboard.press("*");
  await eventually(() => work.page.getByRole("button", { name: "Bookmark" }).getAttribute("aria-pressed"), "true");
  await work.waitForDone();
  await keyboard.press("Control+Enter");
  await work.waitForInstance(3);
  await keyboard.press(",");
  await keyboard.press(",");
  await work.waitForInstance(1);
  await keyboard.press("'");
  await work.waitForInstance(2);
  await keyboard.press(";");
  await work.waitForInstance(3);
});

test("N goes through the edits in reading order, Shift+N back, Escape closes, Delete deletes the open one", async (t) => {
  const span = (id, ...range) => ({ category: "wrong", id, annotation: null, output_idx: [range] });
  const work = await openWork(t, {
    template: TEMPLATE,
    data: [{ target: DATA[0].target, edits: [span(1, 14, 17), span(2, 0, 3), span(3, 0, 8)] }],
  });
  const current = () =>
    work.page
      .locator('[data-testid="edit"][aria-current="true"]')
      .evaluateAll((rows) => rows.map((r) => r.dataset.editId));
  const order = (await work.rows()).map((name) => name.split("-")[1]);
  assert.equal(order.at(-1), "1");
  await work.pane("target").focus();
  for (const id of [...order, order[0]]) {
    await work.page.keyboard.press("n");
    await eventually(current, [id]);
  }
  await work.page.keyboard.press("Shift+N");
  await eventually(current, [order.at(-1)]);
  await work.page.keyboard.press("Delete");
  await work.waitForRows(...order.slice(0, -1).map((id) => `wrong-${id}`));
  await work.page.keyboard.press("n");
  await eventually(async () => (await current()).length, 1);
  await work.page.keyboard.press("Escape");
  await eventually(current, []);
});

test("typing in a text field is typing: no key of the page takes it away", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const comment = await work.openComment();
  await comment.pressSequentially("1. n; why? [*] .,'");
  assert.equal(await comment.inputValue(), "1. n; why? [*] .,'");
  assert.equal((await work.position()).index, 1);
  assert.equal(await work.draft.count(), 0);
  assert.equal(await work.page.getByRole("dialog").count(), 0);
});

test("the key of a question goes to it while its edit is open; it stands beside it and in the list of keys", async (t) => {
  const template = `
template_name: keys
edits:
  - name: wrong
    enable_output: true
    annotation:
      - { name: severity, hotkey: b, question: How bad?, options: likert-3 }
      - { name: kind, hotkey: K, question: Which kind?, options: [{ name: word }, { name: order, hotkey: b }] }
      - { name: why, hotkey: w, question: Why?, options: textbox }
`;
  const work = await openWork(t, { template, data: DATA });
  const { keyboard } = work.page;
  const help = work.page.getByRole("dialog", { name: "Keyboard" });
  await work.pane("target").focus();
  await keyboard.press("k");
  assert.equal(await work.focusedQuestion(), null, "no question is shown");

  await work.make("wrong", ["target", "early"]);
  await eventually(() => work.focusedQuestion(), "severity");
  await keyboard.press("k");
  await eventually(() => work.focusedQuestion(), "kind");
  // The question that has the focus takes its own keys first.
  await keyboard.press("b");
  await eventually(() => work.page.locator('[data-value="order"]').isChecked(), true);
  await eventually(() => work.focusedQuestion(), "why");
  await keyboard.type("bk");
  assert.equal(await work.focusedQuestion(), "why", "typing is typing");
  await work.pane("target").focus();
  await keyboard.press("Shift+B");
  await eventually(() => work.focusedQuestion(), "severity");

  const legends = work.page.getByTestId("question").locator("> legend > kbd");
  assert.deepEqual(await legends.allInnerTexts(), ["b", "k", "w"]);
  await keyboard.press("?");
  await help.waitFor();
  await eventually(async () => /b k w\s+go to the question/.test(await help.innerText()), true);
});

test("? shows the keys, Escape closes them and gives the focus back", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.pane("target").focus();
  await work.page.keyboard.press("?");
  const help = work.page.getByRole("dialog", { name: "Keyboard" });
  await help.waitFor();
  for (const key of ["Enter", "Escape", "Delete", "Ctrl+Z", "?"]) {
    assert.match(await help.innerText(), new RegExp(key.replace(/[+?]/g, "\\$&")));
  }
  await work.page.keyboard.press("1");
  assert.equal(await work.draft.count(), 0, "behind the dialog nothing happens");
  await work.page.keyboard.press("Escape");
  await eventually(() => help.count(), 0);
  assert.equal(await work.pane("target").evaluate((pane) => pane === document.activeElement), true);
});

/** Runs in the page: the controls that a person sees and can use, with their names. Of radio buttons, one of each group. */
function visibleControls() {
  const name = (element) => {
    const labelled = element.getAttribute("aria-labelledby");
    const texts = [
      element.getAttribute("aria-label"),
      labelled && document.getElementById(labelled)?.textContent,
      ...[...(element.labels ?? [])].map((label) => label.textContent),
      element.textContent,
    ];
    return (texts.find((text) => text?.trim()) ?? "").trim().replace(/\s+/g, " ");
  };
  const groups = new Set();
  return [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [tabindex='0']")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest("[inert]"))
    .filter((e) => e.type !== "radio" || (!groups.has(e.name) && groups.add(e.name)))
    .map((e) => ({ kind: e.type === "radio" ? `radio ${e.name}` : e.localName, name: name(e) }));
}

// Thresh 11.27: the focus is neither seen nor kept
test("Tab reaches every control, each with a name and a visible focus", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("wrong", ["target", "early"]);
  await work.choose("severity", "minor");
  await work.category("changed").click();
  const controls = await work.page.evaluate(visibleControls);
  assert.deepEqual(
    controls.filter(({ name }) => name === ""),
    [],
    "controls without a name",
  );
  const focused = () =>
    work.page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      element.dataset.reached = "";
      const shown = (e) =>
        e && (getComputedStyle(e).outlineStyle !== "none" || getComputedStyle(e).boxShadow !== "none");
      return { html: element.outerHTML.slice(0, 120), shown: shown(element) || shown(element.closest("label")) };
    });
  await work.page.evaluate(() => document.activeElement.blur());
  const unseen = [];
  for (let presses = 0; presses < controls.length + 10; presses += 1) {
    await work.page.keyboard.press("Tab");
    const at = await focused();
    if (at && !at.shown) unseen.push(at.html);
  }
  assert.deepEqual([...new Set(unseen)], [], "controls that do not show that they have the focus");
  const missed = await work.page.evaluate(() => {
    const groups = new Set(
      [...document.querySelectorAll("input[type=radio][data-reached]")].map((radio) => radio.name),
    );
    return [...document.querySelectorAll("button, input, select, textarea, summary, a[href], [tabindex='0']")]
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest("[inert]"))
      .filter((e) => e.dataset.reached === undefined && !(e.type === "radio" && groups.has(e.name)))
      .map((e) => e.outerHTML.slice(0, 120));
  });
  assert.deepEqual(missed, [], "controls that Tab does not reach");
});

// Thresh 11.27: no roles and names for screen readers
test("a screen reader finds the texts, the list and the questions by role and name, and hears the caret", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("wrong", ["target", "too early"]);
  const { page } = work;
  assert.equal(await page.getByRole("textbox", { name: "Target" }).count(), 1);
  assert.equal(await page.getByRole("textbox", { name: "Source" }).count(), 1);
  assert.equal(await page.getByRole("button", { name: /^Wrong “too early” .*2 questions open/ }).count(), 1);
  assert.equal(await page.getByRole("button", { name: "Delete Wrong “too early”" }).count(), 1);
  const severities = page.getByRole("group", { name: /How bad\?/ }).getByRole("radio");
  await severities.first().waitFor();
  assert.equal(await severities.count(), 3);
  assert.equal(await page.getByRole("textbox", { name: "Why?" }).count(), 1);
  assert.equal(await page.getByRole("heading", { name: /^Edits/ }).count(), 1);
  await selectByKeys(work.pane("target"), 3, 1);
  const said = page.locator("[aria-live=assertive]");
  await eventually(() => said.innerText(), "too, in Wrong");
  await page.keyboard.press("ArrowLeft");
  await eventually(() => said.innerText(), "home");
});

test("what the caret has selected is nobody's selection once the focus is elsewhere", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const { page } = work;
  await work.pane("target").focus();
  await page.keyboard.press("End");
  await page.getByRole("link").first().focus();
  // Browsers tell of the selection once more when the page around it changes.
  await page.evaluate(() => document.dispatchEvent(new Event("selectionchange")));
  await page.waitForTimeout(1000);
  assert.equal(await work.categoryMenu.isVisible(), false);
});

test("where categories mark sentences or paragraphs, the caret goes by these", async (t) => {
  const target = "One here. Two there!\n\nThree. Four.";
  for (const [boundary, span] of [["sentence", [10, 20]], ["paragraph", [22, 34]]]) {
    const template = `template_name: whole\nboundary: ${boundary}\nedits: [{ name: odd, enable_output: true }]\n`;
    const work = await openWork(t, { template, data: [{ target }] });
    await selectByKeys(work.pane("target"), 1, 1);
    await work.page.keyboard.press("Enter");
    await work.categoryMenu.waitFor();
    await work.page.keyboard.press("1");
    await work.waitForRows("odd-1");
    assert.deepEqual((await work.downloadedEdits())[0].output_idx, [span], boundary);
  }
});
