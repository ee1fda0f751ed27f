// Groups of edits over all annotators, and what is decided about each: gold.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { adjudicating, annotated, startAdjudicating, swap, templateFor, wrong } from "./adjudicate-support.mjs";
import { start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const ANNA = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 20, 34), wrong(2, 0, 6)], [wrong(1, 0, 2)], [wrong(1, 0, 9)]);
const BEN = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 20, 35, "a lot")], [], [wrong(1, 0, 9)]);
const CEM = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 24, 34)], [wrong(1, 0, 6)], [wrong(1, 0, 9, "a lot")]);

/** Gold that begins without edits, beside three annotators. */
async function deciding(t, { data = [annotated(), ANNA, BEN, CEM], ...options } = {}) {
  const { app, page } = await startAdjudicating(t, { template: templateFor(data.length), data, ...options });
  return { app, page, decisions: new Decisions(app.page, page) };
}

class Decisions {
  constructor(page, adjudicating) {
    this.page = page;
    this.adjudicating = adjudicating;
  }

  get all() {
    return this.page.getByTestId("decision");
  }

  /** The standing and state of each group, in their order. */
  listed() {
    return this.all.evaluateAll((all) => all.map((group) => [group.dataset.standing, group.dataset.state]));
  }

  waitForListed(...wanted) {
    return eventually(() => this.listed(), wanted);
  }

  button(at, testid, annotator) {
    const which = annotator === undefined ? "" : `[data-annotator="${annotator}"]`;
    return this.all.nth(at).locator(`[data-testid="${testid}"]${which}`);
  }

  async progress() {
    const { done, total } = await this.page.getByTestId("decisions-progress").evaluate((element) => element.dataset);
    return `${done}/${total}`;
  }

  async edits(instance) {
    return (await this.adjudicating.annotations())[instance - 1].edits ?? [];
  }

  /** The group with the focus. */
  focused() {
    return this.page.evaluate(() => document.activeElement.closest("[data-group]")?.dataset.standing);
  }
}

const spansOf = (edits) => edits.map((edit) => edit.output_idx[0]);

test("each group says who agrees and how they differ, and takes one annotator's edit, a union, an intersection or none", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await eventually(() => decisions.progress(), "0/5");
  await page.goToInstance(2);
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  assert.match(await decisions.all.first().innerText(), /boundary differs · answers differ/);
  assert.match(await decisions.all.nth(1).innerText(), /only one has it/);
  await assertAccessible(app.page);

  await decisions.button(0, "union").click();
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  assert.deepEqual(spansOf(await decisions.edits(2)), [[20, 35]]);
  assert.deepEqual((await decisions.edits(2))[0].annotation, { severity: "minor" }, "the answer of most");
  await decisions.button(0, "intersection").click();
  await eventually(async () => spansOf(await decisions.edits(2)), [[24, 34]]);
  await decisions.button(0, "majority").click();
  await eventually(async () => spansOf(await decisions.edits(2)), [[20, 34]]);
  await decisions.button(0, "take", 3).click();
  await eventually(async () => spansOf(await decisions.edits(2)), [[20, 35]]);
  assert.deepEqual((await decisions.edits(2))[0].annotation, { severity: "a lot" });
  assert.equal(await decisions.button(0, "take", 3).getAttribute("aria-pressed"), "true");
  await decisions.button(1, "reject").click();
  await eventually(() => decisions.progress(), "2/5");
  assert.equal((await decisions.edits(2)).length, 1);

  for (const wanted of [[[20, 35]], [[20, 34]], [[24, 34]], [[20, 35]], []]) {
    await page.undo.click();
    await eventually(async () => spansOf(await decisions.edits(2)), wanted);
  }
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  await eventually(() => decisions.progress(), "0/5");
});

test("decisions, reasons and progress are there after a reload, and stand in the file", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await decisions.button(0, "union").click();
  await decisions.button(0, "rationale").fill("ben saw more");
  await decisions.button(0, "rationale").press("Tab");
  await page.waitSaved();
  await app.page.reload();
  await page.waitForInstance(2);
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  await eventually(() => decisions.progress(), "1/5");
  assert.equal(await decisions.button(0, "rationale").inputValue(), "ben saw more");
  const [note, ...others] = (await page.annotations())[1]._spanwise.decisions;
  assert.deepEqual([note.decision, note.rationale, others.length], ["union", "ben saw more", 0]);
  // What is changed by hand is the adjudicator's own.
  await page.column(1).row("wrong", 1).getByTestId("edit-open").click();
  await app.page.keyboard.press("Delete");
  await eventually(() => decisions.button(0, "own").getAttribute("aria-pressed"), "true");
});

test("what all agree on is taken at once, and a whole instance of one annotator, each as one step", async (t) => {
  const { app, page, decisions } = await deciding(t, { data: [annotated(), ANNA, BEN] });
  await eventually(() => decisions.progress(), "0/5");
  await app.page.getByTestId("take-all-unanimous").click();
  await eventually(() => decisions.progress(), "2/5");
  assert.equal((await decisions.edits(1)).length, 1);
  assert.equal((await decisions.edits(4)).length, 1);
  await page.undo.click();
  await eventually(() => decisions.progress(), "0/5");
  await page.goToInstance(2);
  await app.page.locator('[data-testid="take-instance"][data-annotator="3"]').click();
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "decided"]);
  assert.deepEqual(spansOf(await decisions.edits(2)), [[20, 35]]);
  await page.undo.click();
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  await app.page.locator('[data-testid="take-instance"][data-annotator="2"]').dblclick();
  assert.deepEqual(spansOf(await decisions.edits(2)).sort(), [[0, 6], [20, 34]], "a second click takes nothing twice");
});

test("the next disagreement is the gravest that is open; keys decide it, and a held key does so once", async (t) => {
  const { app, page, decisions } = await deciding(t);
  const press = (key) => app.page.keyboard.press(key);
  await app.page.getByTestId("next-disagreement").click();
  // Severity first: of those with "a lot", the boundary before the answers.
  await page.waitForInstance(2);
  await eventually(() => decisions.focused(), "boundary");
  await press("u");
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  assert.equal(await decisions.focused(), "boundary", "the focus stays");
  await press(">");
  await page.waitForInstance(4);
  await eventually(() => decisions.focused(), "answers");
  await app.page.keyboard.down("m");
  await app.page.keyboard.down("m");
  await app.page.keyboard.up("m");
  await eventually(() => decisions.progress(), "2/5");
  await page.undo.click();
  await eventually(() => decisions.progress(), "1/5");
  await app.page.getByTestId("next-disagreement").click();
  await page.waitForInstance(2);
  await eventually(() => decisions.focused(), "only-here");
  await press("x");
  await press(">");
  await page.waitForInstance(3);
  await eventually(() => decisions.focused(), "missed");
  await press("1");
  await decisions.waitForListed(["missed", "decided"]);
  await press("r");
  await eventually(() => app.page.evaluate(() => document.activeElement.dataset.testid), "rationale");
  await app.page.keyboard.type("u x 2");
  await press("Enter");
  await eventually(() => decisions.button(0, "rationale").inputValue(), "u x 2");
  await eventually(() => decisions.focused(), "missed");
  await press("r");
  await eventually(() => app.page.evaluate(() => document.activeElement.dataset.testid), "rationale");
  await app.page.keyboard.type(" and more");
  await press("Escape");
  await eventually(() => decisions.focused(), "missed");
  assert.equal(await decisions.button(0, "rationale").inputValue(), "u x 2");
  assert.deepEqual(spansOf(await decisions.edits(3)), [[0, 2]], "letters in a field are no keys");
  await page.goToInstance(4);
  await decisions.button(0, "reject").click();
  await app.page.getByTestId("next-disagreement").click();
  await app.page.getByText("What all agree on is not taken yet").waitFor();
});

test("digits take from the annotators in the order in which they are listed, and the buttons say which", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await app.page.getByTestId("next-disagreement").click();
  await eventually(() => decisions.focused(), "boundary");
  const taken = () => decisions.all.first().locator('[data-testid="take"][aria-pressed="true"]').evaluateAll((all) => all.map((b) => b.innerText));
  for (const [digit, name] of ["ben", "chris", "dora"].entries()) {
    await app.page.keyboard.press(String(digit + 1));
    await eventually(taken, [name]);
    const button = decisions.button(0, "take", digit + 2);
    assert.equal(await button.getAttribute("aria-keyshortcuts"), String(digit + 1));
    assert.match(await button.getAttribute("title"), new RegExp(`^Take this edit: ${name}, Wrong .*\\(${digit + 1}\\)$`));
  }
  await app.page.keyboard.press("4");
  assert.deepEqual(await taken(), ["dora"], "there are three");
  assert.equal(await decisions.button(0, "union").getAttribute("aria-keyshortcuts"), "U");
  await app.page.keyboard.press("Shift+Digit2");
  await eventually(taken, ["chris"]);
  await eventually(async () => spansOf(await decisions.edits(2)), [[20, 35]]);
  const all = app.page.locator('[data-testid="take-instance"][data-annotator="3"]');
  assert.deepEqual([await all.getAttribute("aria-keyshortcuts"), (await all.getAttribute("title")).endsWith("(Shift+2)")], ["Shift+2", true]);
});

test("gold of an instance is done with its last decision, in the same step", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  const status = () => page.column(1).status.getAttribute("data-status");
  await decisions.button(0, "union").click();
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  assert.equal(await status(), "in-progress");
  await decisions.button(1, "reject").click();
  await eventually(status, "done");
  await page.undo.click();
  await eventually(status, "in-progress");
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  await page.goToInstance(1);
  await app.page.getByTestId("take-all-unanimous").click();
  await eventually(status, "done");
});

test("of a group of one edit, nothing is offered that would be the edit itself", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  assert.equal(await decisions.button(0, "union").count(), 1);
  for (const merge of ["union", "intersection"]) {
    assert.equal(await decisions.button(1, merge).count(), 0, merge);
  }
  await decisions.all.nth(1).focus();
  await app.page.keyboard.press("u");
  await app.page.keyboard.press("i");
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
});

test("gold without edits does not count as an annotator who differs", async (t) => {
  const { page, decisions } = await deciding(t);
  await page.waitForTally("1 agrees");
  await page.column(2).waitForRemarks(["agrees", "agrees with all"]);
  await page.goToInstance(2);
  await page.waitForTally("1 differs · 1 only in “ben”");
  assert.deepEqual((await page.column(2).remarks()).map(([standing]) => standing), ["only-here", "boundary"]);
  assert.doesNotMatch(await page.column(2).root.innerText(), /Your annotations/);
  await decisions.button(0, "take", 2).click();
  await page.waitForTally("1 differs · 1 only in “ben”");
  // On the first one, all annotators agree.
  await page.goToInstance(1);
  await page.nextDifference();
  await page.waitForInstance(2);
});

test("the group that was gone to stays visible as the current one, and its marks come into view and light up", async (t) => {
  const filler = Array.from({ length: 150 }, (_, n) => `Sentence number ${n} says nothing of interest.`).join(" ");
  const target = `${filler} The mayor says so.`;
  const at = target.length - "The mayor says so.".length;
  const by = (...edits) => [{ source: "It is so.", target, edits }];
  const data = [by(), by(wrong(1, at, at + 9)), by(wrong(1, at + 4, at + 9)), by()];
  for (const viewport of [{ width: 1600, height: 900 }, { width: 1000, height: 800 }, { width: 390, height: 844 }]) {
    const { app, page, decisions } = await deciding(t, { data });
    await app.page.setViewportSize(viewport);
    await decisions.waitForListed(["missed", "open"]);
    await app.page.getByTestId("next-disagreement").click();
    await eventually(() => decisions.all.first().getAttribute("aria-current"), "true");
    await eventually(() => decisions.focused(), "missed");
    const isInView = (locator) => locator.evaluate((element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return width > 0 && top >= 0 && bottom <= innerHeight;
    });
    const mark = page.column(2).marks("wrong", 1).first();
    await eventually(() => isInView(mark), true);
    if (viewport.width === 1600) {
      await eventually(() => isInView(decisions.all.first()), true);
    }
    const lit = (number) => page.column(number).root.locator(".run.is-hovered").allInnerTexts().then((all) => all.join(""));
    await eventually(() => lit(2), "The mayor");
    await eventually(() => lit(3), "mayor");
  }
});

test("the bar shows which instances are decided, leads to open ones, and says when all are decided", async (t) => {
  const { app, page, decisions } = await deciding(t, { data: [annotated(), ANNA, BEN] });
  await eventually(() => decisions.progress(), "0/5");
  const bar = app.page.getByTestId("progress");
  assert.match(await bar.innerText(), /^0 of 5 decided$/);
  const cells = () => bar.locator(".strip__cell").evaluateAll((all) => all.map((cell) => cell.style.getPropertyValue("--done")));
  await eventually(cells, ["0%", "0%", "0%", "0%"]);
  await app.page.getByTestId("take-all-unanimous").click();
  await eventually(cells, ["100%", "0%", "0%", "100%"]);
  // A cell leads to the first instance with something open.
  await bar.locator(".strip__cell").nth(1).click();
  await page.waitForInstance(2);
  await decisions.button(0, "union").click();
  await decisions.button(1, "reject").click();
  await page.goToInstance(3);
  await decisions.button(0, "reject").click();
  await eventually(() => bar.innerText(), "5 of 5 decided");
  assert.deepEqual(await cells(), ["100%", "100%", "100%", "100%"]);
  await page.undo.click();
  await eventually(cells, ["100%", "100%", "0%", "100%"]);
});

test("what all agree on is counted wherever it is taken, and the end is said", async (t) => {
  const { app, page, decisions } = await deciding(t, { data: [annotated(), ANNA, BEN] });
  await eventually(() => decisions.progress(), "0/5");
  await page.goToInstance(3);
  await decisions.waitForListed(["only-here", "open"]);
  await app.page.getByTestId("take-all-unanimous").click();
  await eventually(() => decisions.progress(), "2/5");
  await decisions.button(0, "reject").click();
  await page.goToInstance(2);
  await decisions.button(0, "union").click();
  await decisions.button(1, "reject").click();
  await eventually(() => decisions.progress(), "5/5");
  await app.page.getByTestId("next-disagreement").click();
  await app.page.getByText("Everything is decided").waitFor();
});

test("filters leave groups by difference, category and annotator; annotators are hidden", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  const filter = (name, value) => app.page.getByTestId(`filter-${name}`).selectOption(value);
  await filter("kind", "missed");
  await decisions.waitForListed(["only-here", "open"]);
  await filter("annotator", "2");
  await decisions.waitForListed();
  await app.page.getByTestId("next-disagreement").click();
  await app.page.getByText("No disagreement is open that the filters leave.").waitFor();
  await filter("kind", "");
  await decisions.waitForListed(["boundary", "open"]);
  await filter("category", "swap");
  await decisions.waitForListed();
  await page.goToInstance(1);
  await decisions.waitForListed(["agrees", "open"]);
  const laid = (name) => app.page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), name);
  assert.deepEqual(await laid("by-all"), []);
  await app.page.getByTestId("lay-over").check();
  await eventually(() => laid("by-all"), ["ferry", "ship"]);
  await page.goToInstance(2);
  await eventually(() => laid("by-all"), [" the mayor"]);
  assert.deepEqual(await laid("by-one"), ["No one", "."]);
  await page.goToInstance(1);
  await app.page.locator('[data-testid="show-annotator"][data-annotator="3"]').uncheck();
  assert.equal(await page.column(3).root.isVisible(), false);
  assert.equal(await page.column(4).root.isVisible(), true);
});

test("an edit of one's own begins as that of the majority, and is opened", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await decisions.button(0, "own").click();
  await eventually(async () => spansOf(await decisions.edits(2)), [[20, 34]]);
  await page.column(1).root.locator('[data-testid="edit"][aria-current="true"]').waitFor();
  await app.page.keyboard.press("[");
  await eventually(() => page.column(1).root.getByTestId("edit").innerText().then((words) => words.includes("mayor")), false);
  assert.equal(await decisions.button(0, "own").getAttribute("aria-pressed"), "true");
});

test("a first file with edits is an annotator's, and gold begins as it", async (t) => {
  const { page, decisions } = await deciding(t, { data: [ANNA, BEN] });
  await eventually(() => decisions.progress(), "2/5");
  await page.goToInstance(2);
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  await page.column(2).take("wrong", 1).click();
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
  assert.equal(await decisions.button(0, "take", 2).getAttribute("aria-pressed"), "true");
});

test("nothing is decided where nothing can be changed", async (t) => {
  for (const template of [templateFor(2, { highlight: false }), templateFor(2, { more: "disable: [selection]\n" })]) {
    const { app } = await startAdjudicating(t, { template, data: [ANNA, BEN] });
    assert.equal(await app.page.getByTestId("decisions").count(), 0);
    assert.equal(await app.page.getByTestId("next-disagreement").count(), 0);
  }
});

test("answers about the instance and its output are decided like edits", async (t) => {
  const about = `instance_questions:
  - { name: fluent, question: Is it fluent?, options: binary }
  - { name: kind, question: Which kind?, options: [{ name: news, label: News, question: From where?, options: textbox }, { name: other, label: Other }] }
text_questions:
  - { name: clear, question: Is it clear?, options: binary }
`;
  const by = (...answers) =>
    annotated().map((instance, at) => ({ ...instance, ...(answers[at] && { _spanwise: answers[at] }) }));
  const answers = (fluent, kind, clear) => ({ answers: { fluent, ...kind }, ...(clear && { text_answers: { target: { clear } } }) });
  const news = { kind: { val: "news", news: "a paper" } };
  const data = [
    annotated(),
    by(answers("yes", news, "no"), answers("no")),
    by(answers("yes", { kind: { val: "other" } }, "yes"), answers("no")),
    by(answers("yes", news), answers("no")),
  ];
  const { app, page, decisions } = await deciding(t, { template: templateFor(4, { more: about }), data });
  const own = page.column(1).root;
  await eventually(() => decisions.progress(), "0/4");
  await decisions.waitForListed(["missed", "open"], ["answers", "open"], ["agrees", "open"]);
  assert.match(await decisions.all.nth(1).innerText(), /Which kind\?[^]*answers differ[^]*News · a paper[^]*Other/);
  assert.equal(await decisions.all.nth(1).getByTestId("union").count(), 0);
  await assertAccessible(app.page);

  await decisions.button(1, "majority").click();
  await eventually(() => own.locator('[data-path="kind/news"] input').inputValue(), "a paper");
  await decisions.button(1, "take", 3).click();
  await eventually(() => own.locator('[data-path="kind"] [data-value="other"]').first().isChecked(), true);
  await page.undo.click();
  await eventually(() => own.locator('[data-path="kind/news"] input').inputValue(), "a paper");

  // Missed by some comes first; one's own begins as an answer that was given, and its question has the focus.
  await app.page.getByTestId("next-disagreement").click();
  await eventually(() => decisions.focused(), "missed");
  await app.page.keyboard.press("o");
  await eventually(() => app.page.evaluate(() => document.activeElement.closest("[data-testid=text-question]")?.dataset.path), "clear");
  await decisions.waitForListed(["missed", "decided"], ["answers", "decided"], ["agrees", "open"]);
  await app.page.getByTestId("take-all-unanimous").click();
  await eventually(() => decisions.progress(), "4/4");
  const [first, second] = await page.annotations();
  assert.deepEqual(first._spanwise.answers, { fluent: "yes", kind: { val: "news", news: "a paper" } });
  assert.deepEqual(first._spanwise.text_answers, { target: { clear: "no" } });
  assert.deepEqual(second._spanwise.answers, { fluent: "no" });
  await decisions.button(0, "reject").click();
  await eventually(async () => (await page.annotations())[0]._spanwise.text_answers ?? {}, {});
  await page.waitSaved();
  await app.page.reload();
  await page.waitForInstance(1);
  await decisions.waitForListed(["missed", "decided"], ["answers", "decided"], ["agrees", "decided"]);
  await app.page.getByTestId("filter-kind").selectOption("missed");
  await decisions.waitForListed(["missed", "decided"]);
});

test("who lacks a text neither agrees with, misses nor outvotes what others marked on it", async (t) => {
  const template = templateFor(4).replace("label: Wrong\n", "label: Wrong\n    enable_input: true\n");
  const onSource = (start, end) => ({ category: "wrong", id: 9, annotation: { severity: "minor" }, input_idx: [[start, end]] });
  // As files of formats that hold one text.
  const withoutSources = (instances) => instances.map(({ source, ...others }) => others);
  const data = [
    annotated(),
    annotated([onSource(4, 9), wrong(1, 4, 8)], [onSource(0, 6)]),
    annotated([onSource(4, 9), wrong(1, 4, 8)]),
    withoutSources(annotated()),
  ];
  const { app, page, decisions } = await deciding(t, { template, data });
  await decisions.waitForListed(["missed", "open"], ["agrees", "open"]);
  const saysOf = (group, name) => decisions.all.nth(group).locator(".decision__member", { hasText: name }).innerText();
  assert.match(await saysOf(0, "dora"), /no edit/);
  assert.match(await saysOf(1, "dora"), /does not have this text/);
  await assertAccessible(app.page);
  await app.page.getByTestId("lay-over").check();
  const places = () => app.page.getByTestId("overlay-places").locator("li").allInnerTexts();
  await eventually(async () => (await places()).map((place) => place.match(/“(.*)”: (\d of \d)/)?.slice(1)), [["ferry", "2 of 2"], ["ship", "2 of 3"]]);
  const legend = await app.page.getByTestId("overlay-legend").innerText();
  assert.match(legend, /1 of 2 \(0\.50\)[^]*2 of 2 \(1\.00\)[^]*1 of 3[^]*3 of 3/);

  // Nothing of theirs is taken or rejected there.
  await app.page.locator('[data-testid="take-instance"][data-annotator="4"]').click();
  await decisions.waitForListed(["missed", "decided"], ["agrees", "open"]);
  await app.page.getByTestId("take-unanimous").click();
  await decisions.waitForListed(["missed", "decided"], ["agrees", "decided"]);
  assert.deepEqual((await decisions.edits(1)).map((edit) => edit.input_idx), [[[4, 9]]]);
  // One of the two who have the source is no majority.
  await page.goToInstance(2);
  await decisions.waitForListed(["only-here", "open"]);
  assert.match(await saysOf(0, "chris"), /no edit/);
  assert.match(await saysOf(0, "dora"), /does not have this text/);
  await decisions.button(0, "majority").click();
  await decisions.waitForListed(["only-here", "decided"]);
  assert.deepEqual(await decisions.edits(2), []);
});

test("the record of decisions is downloaded as JSON and as CSV", async (t) => {
  const { app, page, decisions } = await deciding(t);
  await page.goToInstance(2);
  await decisions.button(0, "union").click();
  const download = async (testid) => {
    const [download] = await Promise.all([app.page.waitForEvent("download"), app.page.getByTestId(testid).click()]);
    return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
  };
  const [name, text] = await download("record-json");
  assert.equal(name, "panel-decisions.json");
  const rows = JSON.parse(text);
  assert.equal(rows.filter((row) => row.group).length, 5);
  const [union] = rows.filter((row) => row.decision === "union");
  assert.deepEqual([union.instance, union.annotators, union.text, union.edit.output_idx], [2, "ben, chris, dora", "says the mayor.", [[20, 35]]]);
  const [table, csv] = await download("record-csv");
  assert.equal(table, "panel-decisions.csv");
  assert.equal(csv.split("\r\n")[0], "\ufeffinstance,id,texts,group,standing,annotators,missed_by,decision,annotator,rationale,category,question,text,place,edit,members");

  // Gold itself in another format.
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByTestId("save-as").click();
  const dialog = app.page.getByTestId("save-as-dialog");
  const format = dialog.getByTestId("save-as-format");
  await format.waitFor();
  const labels = () => format.locator("option").allInnerTexts();
  await eventually(async () => (await labels()).some((label) => label.startsWith("jsonl ")), true);
  await format.selectOption({ label: (await labels()).find((label) => label.startsWith("jsonl ")) });
  await dialog.getByTestId("no-loss").waitFor();
  const gold = await app.download(() => dialog.getByTestId("save-file").click());
  assert.match(gold.name, /^.+-gold\.jsonl$/);
  assert.equal(gold.text.match(/"category":/g).length, 1);
  assert.match(gold.text, /"quote":"says the mayor\."/);
});

test("any number of files with a template for one annotator, one of them of several, become gold's beginning and columns", async (t) => {
  const one = templateFor(2).replace("adjudication: 2\n", "").replace("highlight_first_interface: true\n", "");
  const by = (name, edits) => edits.map((instance) => ({ ...instance, metadata: { annotator: name } }));
  const others = [...BEN.slice(0, 3), { ...BEN[3], id: "last", target: "Another system's output." }];
  const app = await start(t);
  await app.open();
  await app.page.locator('input[type="file"]').first().setInputFiles([
    { name: "t.yml", mimeType: "text/yaml", buffer: Buffer.from(one) },
    { name: "all.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify([...by("anna", ANNA.map((i, at) => (at === 3 ? { ...i, id: "last" } : i))), ...by("cem", CEM)])) },
    ...["given", "given again"].map(() => ({ name: "ben.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(others)) })),
  ]);
  const page = await adjudicating(app);
  const decisions = new Decisions(app.page, page);
  await eventually(() => page.columns().count(), 4);
  assert.deepEqual(await page.columns().locator(".column__header h2").allInnerTexts(), ["Your annotations", "anna", "cem", "ben"]);
  await page.goToInstance(2);
  await decisions.waitForListed(["boundary", "open"], ["only-here", "open"]);
  const list = app.page.getByTestId("not-aligned");
  await list.locator("summary").click();
  assert.match(await list.innerText(), /3 of 5 instances are in the files of all annotators/);
  const entries = list.getByTestId("not-aligned-instance");
  assert.match(await entries.first().innerText(), /another source or target in .*ben/);
  await decisions.button(0, "union").click();
  await page.waitSaved();
  await app.page.reload();
  await eventually(() => page.columns().count(), 4);
  await page.waitForInstance(2);
  await decisions.waitForListed(["boundary", "decided"], ["only-here", "open"]);
});
