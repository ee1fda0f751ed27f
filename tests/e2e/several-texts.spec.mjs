// Instances with any number of texts: each is shown and marked, outputs have questions of their own, may be blind and in a
// random order, and edits are copied from one to another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { paneText, selectText } from "./selection.mjs";

const EDITS = `
edits:
  - name: error
    label: Error
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3, required: false }
  - { name: omission, label: Omission, enable_input: true, enable_output: true }
  - { name: shared, label: Shared, type: multi_span, enable_output: true }
`;

const template = (settings = "") => `template_name: outputs\n${settings}${EDITS}`;

const SOURCE = "Der Zug fuhr um neun Uhr ab.";
const FIRST = "The train left at nine o'clock, the train was full.";
const SECOND = "The train leaves at nine. The train goes.";
const THIRD = "At nine a bus left.";
const PASSAGE = "Trains leave <b>every</b> hour.";
const RULES = "Write times in full.";

const INSTANCE = {
  source: SOURCE,
  target: FIRST,
  texts: [
    { name: "passage 1", role: "context", text: PASSAGE },
    { name: "rules", role: "context", text: RULES },
    { name: "system <i>b</i>", role: "target", text: SECOND },
    { name: "system-c", role: "target", text: THIRD },
  ],
};
const SECOND_NAME = "system <i>b</i>";
const OTHER = {
  ...INSTANCE,
  target: "The tram left.",
  texts: INSTANCE.texts.map((text) => (text.role === "target" ? { ...text, text: `Also: ${text.text}` } : text)),
};

const box = (work, name) => work.page.locator(`[data-testid="pane"][data-text=${JSON.stringify(name)}]`);
const text = (work, name) => box(work, name).locator(".pane__text");
const panes = (work) =>
  work.page.getByTestId("pane").evaluateAll((all) => all.map(({ dataset }) => [dataset.text, dataset.role]));
const headings = (work) => work.page.locator('[data-testid="pane"] h2 span').allTextContents();
const select = async (work, name, words, content) => {
  const start = content.indexOf(words);
  await selectText(text(work, name), start, start + words.length);
};
const mark = async (work, name, words, content, category = "error") => {
  await select(work, name, words, content);
  await work.categoryInMenu(category).click();
};
const edits = async (work) => (await work.annotations())[0].edits;
const spans = ({ input_idx, output_idx, spans }) => ({ input_idx, output_idx, spans });

test("every text is shown in the order of the data, by its name, and is what the data say", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  assert.deepEqual(await panes(work), [
    ["source", "source"],
    ["target", "target"],
    ["passage 1", "context"],
    ["rules", "context"],
    [SECOND_NAME, "target"],
    ["system-c", "target"],
  ]);
  assert.deepEqual(await headings(work), ["Source", "Target", "passage 1", "rules", SECOND_NAME, "system-c"]);
  const contents = [SOURCE, FIRST, PASSAGE, RULES, SECOND, THIRD];
  const shown = () => Promise.all([0, 1, 2, 3, 4, 5].map((at) => paneText(work.page.getByTestId("pane").nth(at))));
  assert.deepEqual(await shown(), contents);
  await mark(work, "target", "left", FIRST);
  await mark(work, SECOND_NAME, "leaves", SECOND);
  assert.deepEqual(await shown(), contents);
  assert.equal(await work.text("source"), SOURCE);
  assert.equal(await work.text("target"), FIRST);
  assert.equal(await work.notices.count(), 0);
});

test("edits of each output are its own: made, stretched, erased, undone and there again after a reload", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  await mark(work, SECOND_NAME, "leaves", SECOND);
  await eventually(async () => (await edits(work)).map(spans), [
    { input_idx: undefined, output_idx: undefined, spans: { [SECOND_NAME]: [[10, 16]] } },
  ]);
  await work.marks("error", 1).first().waitFor();
  assert.match(await work.edits.first().innerText(), /system <i>b<\/i>: “leaves”/);
  await mark(work, "target", "left", FIRST);
  await mark(work, "system-c", "bus", THIRD);
  await eventually(async () => (await edits(work)).map(spans), [
    { input_idx: undefined, output_idx: undefined, spans: { [SECOND_NAME]: [[10, 16]] } },
    { input_idx: undefined, output_idx: [[10, 14]], spans: undefined },
    { input_idx: undefined, output_idx: undefined, spans: { "system-c": [[10, 13]] } },
  ]);

  // The handle of a span on the third output.
  const { x, y } = await work.knob("end");
  const { mouse } = work.page;
  const end = await text(work, "system-c").evaluate((pane) => {
    const range = document.createRange();
    range.selectNodeContents(pane);
    const { right, bottom, height } = [...range.getClientRects()].at(-1);
    return { x: right - 3, y: bottom - height / 2 };
  });
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 8 });
  await mouse.up();
  await eventually(async () => (await edits(work))[2].spans, { "system-c": [[10, 19]] });

  await work.page.keyboard.press("-");
  await work.page.locator(".eraser").first().waitFor({ state: "attached" });
  await select(work, "system-c", "left.", THIRD);
  await eventually(async () => (await edits(work))[2].spans, { "system-c": [[10, 13]] });
  await work.page.keyboard.press("Escape");
  await work.undo.click();
  await eventually(async () => (await edits(work))[2].spans, { "system-c": [[10, 19]] });
  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(async () => (await edits(work))[2].spans, { "system-c": [[10, 19]] });
});

test("an edit of one span on each side has it on one of the outputs, one of several spans on as many as are marked", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  await work.category("omission").click();
  await select(work, SECOND_NAME, "leaves", SECOND);
  await eventually(() => work.missing(), "source");
  await select(work, "system-c", "bus", THIRD);
  await eventually(() => work.missing(), "source");
  await select(work, "source", "Zug", SOURCE);
  await eventually(async () => (await edits(work)).map(spans), [
    { input_idx: [[4, 7]], output_idx: undefined, spans: { "system-c": [[10, 13]] } },
  ]);
  await work.category("shared").click();
  await select(work, "target", "nine", FIRST);
  await select(work, SECOND_NAME, "nine", SECOND);
  await work.finishEdit.click();
  await eventually(async () => spans((await edits(work))[1]), {
    input_idx: undefined,
    output_idx: [[18, 22]],
    spans: { [SECOND_NAME]: [[20, 25]] },
  });
});

test("by the keyboard: from output to output, a span made there, and its text announced", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  const { keyboard } = work.page;
  const focused = () =>
    work.page.evaluate(() => document.activeElement?.closest("[data-testid=pane]")?.getAttribute("data-text"));
  const order = [];
  for (let presses = 0; presses < 4; presses += 1) {
    await keyboard.press("Alt+2");
    order.push(await focused());
  }
  assert.deepEqual(order, ["target", SECOND_NAME, "system-c", "target"]);
  await keyboard.press("Alt+2");
  await keyboard.press("Alt+2");
  for (const key of ["Home", "ArrowRight", "Shift+ArrowRight", "Enter"]) await keyboard.press(key);
  await work.categoryMenu.waitFor();
  const announced = work.page.getByTestId("announcement");
  await eventually(async () => (await announced.textContent()).includes("system-c: “nine a”"), true);
  await keyboard.press("1");
  await eventually(async () => (await edits(work)).map(spans), [
    { input_idx: undefined, output_idx: undefined, spans: { "system-c": [[3, 9]] } },
  ]);
  await eventually(async () => (await announced.textContent()).includes("system-c: “nine a”"), true);
});

test("no text moves when the buttons that fold the contexts come", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  const top = async () => (await text(work, "system-c").boundingBox()).y;
  await box(work, "rules").getByTestId("fold").waitFor();
  const withButtons = await top();
  await work.page.getByTestId("fold").evaluateAll((buttons) => buttons.forEach((button) => button.remove()));
  assert.equal(await top(), withButtons);
});

test("texts with questions between them are shown once these are there, sliders included", async (t) => {
  const questions = "text_questions: [{name: score, question: How good is it?, options: slider, min: 0, max: 100}]\n";
  const work = await openWork(t, { template: template(questions), data: [INSTANCE] });
  const tops = () =>
    work.page.evaluate(() => [...document.querySelectorAll(".pane__text")].map((pane) => pane.getBoundingClientRect().y));
  await work.page.addInitScript(() => {
    globalThis.seen = [];
    const look = () => {
      const panes = [...document.querySelectorAll(".pane__text")].map((pane) => pane.getBoundingClientRect().y);
      if (document.documentElement.dataset.appReady === "true") globalThis.seen.push(JSON.stringify(panes));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work.page.reload();
  await work.waitForInstance(1);
  await box(work, "system-c").locator("input[type=range]").waitFor();
  // The app can be ready before the next frame, in which its texts are looked at for the first time.
  await work.page.waitForFunction(() => globalThis.seen.length > 1);
  const seen = await work.page.evaluate(() => [...new Set(globalThis.seen)]);
  assert.deepEqual(seen, [JSON.stringify(await tops())]);
});

test("texts that are only read take no mark, and stay folded on the instances that follow", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE, OTHER] });
  await select(work, "rules", "times", RULES);
  await text(work, "rules").focus();
  for (const key of ["Home", "Enter"]) await work.page.keyboard.press(key);
  await eventually(() => work.noticesAt("info").count(), 1);
  assert.equal(await work.categoryMenu.count(), 0);
  const fold = box(work, "rules").getByTestId("fold");
  await fold.click();
  assert.equal(await text(work, "rules").isVisible(), false);
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  await work.next.click();
  await work.waitForInstance(2);
  assert.equal(await text(work, "rules").isVisible(), false);
  assert.equal(await text(work, "passage 1").isVisible(), true);
  assert.equal(await paneText(box(work, SECOND_NAME)), `Also: ${SECOND}`);
  await fold.click();
  assert.equal(await text(work, "rules").isVisible(), true);
});

test("the browser's search finds what is folded, and unfolds it", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  const fold = box(work, "rules").getByTestId("fold");
  await fold.click();
  await eventually(() => text(work, "rules").getAttribute("hidden"), "until-found");
  // The search of the browser cannot be driven; it sends this event.
  await text(work, "rules").evaluate((pane) => pane.dispatchEvent(new Event("beforematch", { bubbles: true })));
  await eventually(() => fold.getAttribute("aria-expanded"), "true");
  assert.equal(await text(work, "rules").isVisible(), true);
});

test("outputs stand in columns where the template says so, and one below the other in a narrow window", async (t) => {
  const data = [INSTANCE];
  const work = await openWork(t, { template: template("display: outputs-side-by-side\n"), data });
  const lefts = async () =>
    Promise.all(
      ["target", SECOND_NAME, "system-c", "source"].map(async (name) => Math.round((await box(work, name).boundingBox()).x)),
    );
  await work.page.setViewportSize({ width: 1600, height: 900 });
  await eventually(async () => {
    const [a, b, c, source] = await lefts();
    return [b !== c, a === source];
  }, [true, true]);
  await work.page.setViewportSize({ width: 390, height: 900 });
  await eventually(async () => new Set(await lefts()).size, 1);
});

const SCORED = `
text_questions:
  - { name: score, question: How good is it?, options: likert-5 }
  - { name: remark, question: Why?, options: textbox, required: false }
`;

test("questions about each output are stored by its name, keep the instance open, and are undone", async (t) => {
  const work = await openWork(t, { template: template(SCORED), data: [INSTANCE, OTHER] });
  const question = (name, path) => box(work, name).locator(`[data-testid="text-question"][data-path="${path}"]`);
  const score = (name, value) => question(name, "score").locator(`[data-value="${value}"]`).first();
  const answers = async (instance = 0) => (await work.annotations())[instance]._spanwise?.text_answers;
  const status = () => work.status.getAttribute("data-status");
  await score("target", "4").click();
  await score(SECOND_NAME, "2").click();
  await question(SECOND_NAME, "remark").locator("input").fill("tense");
  await eventually(() => answers(), { target: { score: "4" }, [SECOND_NAME]: { score: "2", remark: "tense" } });
  assert.equal(await paneText(box(work, SECOND_NAME)), SECOND);
  assert.equal(await box(work, "source").getByTestId("text-questions").count(), 0);
  assert.equal(await box(work, "rules").getByTestId("text-questions").count(), 0);

  await work.waitForDone();
  await work.page.getByTestId("mark-done").click();
  await eventually(status, "in-progress");
  await score("system-c", "1").click();
  await work.undo.click();
  await eventually(async () => Object.keys(await answers()).sort(), ["system <i>b</i>", "target"]);
  await work.redo.click();
  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(() => answers(), {
    target: { score: "4" },
    [SECOND_NAME]: { score: "2", remark: "tense" },
    "system-c": { score: "1" },
  });
  assert.equal(await score("system-c", "1").isChecked(), true);
  await work.goToInstance(2);
  assert.equal(await score("system-c", "1").isChecked(), false);
});

test("blind and shuffled: letters in the order of the page, the same order on each device, and files as before", async (t) => {
  const blind = template("outputs: { blind: true, shuffle: 2026 }\n");
  const data = Array.from({ length: 8 }, (_, n) => ({ ...INSTANCE, target: `${n} ${FIRST}` }));
  const work = await openWork(t, { template: blind, data });
  const order = async (page) => (await panes(page)).filter(([, role]) => role === "target").map(([name]) => name);
  const orders = [];
  for (let at = 1; at <= data.length; at += 1) {
    await work.goToInstance(at);
    assert.deepEqual(await headings(work), ["Source", "A", "passage 1", "rules", "B", "C"]);
    orders.push((await order(work)).join());
  }
  assert.ok(new Set(orders).size > 1, "another order for each instance");
  const names = (await work.page.locator("main").ariaSnapshot()).match(/system/g);
  assert.equal(names, null);
  await work.goToInstance(1);
  const [first] = await order(work);
  await mark(work, first, "nine", await paneText(text(work, first)));
  assert.match(await work.edits.first().innerText(), /A: “nine/);
  const [{ texts, edits: made, target }] = await work.annotations();
  assert.deepEqual([texts, target, made.length], [INSTANCE.texts, data[0].target, 1]);

  const again = await openWork(t, { template: blind, data: [...data].reverse() });
  const reversed = [];
  for (let at = 1; at <= data.length; at += 1) {
    await again.goToInstance(at);
    reversed.push((await order(again)).join());
  }
  assert.deepEqual(reversed.reverse(), orders);
});

test("an edit is copied to the same words of another output, in one step; where they are not plain, that is told", async (t) => {
  const work = await openWork(t, { template: template(), data: [INSTANCE] });
  const copy = (name) => work.openPanel.locator(`[data-testid="copy-to"][data-text=${JSON.stringify(name)}]`);
  const second = FIRST.lastIndexOf("train");
  await selectText(text(work, "target"), second, second + 5);
  await work.categoryInMenu("error").click();
  await work.choose("severity", "somewhat");
  await copy(SECOND_NAME).click();
  const there = SECOND.lastIndexOf("train");
  await eventually(async () => (await edits(work)).map(({ annotation, ...edit }) => [annotation, spans(edit)]), [
    [{ severity: "somewhat" }, { input_idx: undefined, output_idx: [[second, second + 5]], spans: undefined }],
    [{ severity: "somewhat" }, { input_idx: undefined, output_idx: undefined, spans: { [SECOND_NAME]: [[there, there + 5]] } }],
  ]);
  await work.undo.click();
  await eventually(async () => (await edits(work)).length, 1);
  await work.openEdit(work.edits.first());
  await copy("system-c").click();
  await eventually(async () => (await work.notices.last().innerText()).includes("does not occur"), true);
  assert.equal((await edits(work)).length, 1);
});

test("a claim is paired with its evidence in the documents beside it", async (t) => {
  const documents = `template_name: claims
edits:
  - name: support
    label: Supported
    spans:
      - { name: claim, label: Claim }
      - { name: evidence, label: Evidence, side: source, required: true, multiple: true }
`;
  const answer = "The ferry runs daily.";
  const [weekdays, sundays] = ["It runs on weekdays.", "On Sundays, too."];
  const data = [
    {
      target: answer,
      texts: [
        { name: "timetable", role: "source", text: weekdays },
        { name: "notice", role: "source", text: sundays },
        { name: "question", role: "context", text: "When does it run?" },
      ],
    },
  ];
  const work = await openWork(t, { template: documents, data });
  await work.category("support").click();
  await select(work, "target", "runs", answer);
  await select(work, "timetable", "runs", weekdays);
  await select(work, "notice", "On", sundays);
  await work.finishEdit.click();
  await eventually(async () => (await edits(work)).map((edit) => ({ ...spans(edit), roles: edit.span_roles })), [
    {
      input_idx: undefined,
      output_idx: [[10, 14]],
      spans: { timetable: [[3, 7]], notice: [[0, 2]] },
      roles: { target: ["claim"], timetable: ["evidence"], notice: ["evidence"] },
    },
  ]);
});
