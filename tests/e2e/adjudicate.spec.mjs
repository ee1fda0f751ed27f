// Several annotators side by side: common movement, differences, and the state that each column keeps to itself.
// The defects named are those of Thresh's adjudication view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import {
  ANNA, BEN, TEMPLATE, TEXTS, adjudicating, annotated, startAdjudicating, swap, templateFor, wrong,
} from "./adjudicate-support.mjs";
import { noticeText, select, start, stored } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

// Thresh 11.21: nothing is compared
test("the tutorial opens with its two data files, and shows each kind of difference in signs and words", async (t) => {
  const app = await start(t);
  await app.open("?t=demo_adjudication");
  const page = await adjudicating(app);
  const [own, other] = [page.column(1), page.column(2)];
  const cases = [
    ["1 agrees", [["agrees", "agrees with all"]], [["agrees", "agrees with all"]]],
    ["1 differs", [["boundary", "boundary differs"]], [["boundary", "boundary differs"]]],
    ["1 differs", [["category", "category differs"]], [["category", "category differs"]]],
    ["1 only in “data2”", [], [["only-here", "only here"]]],
    ["1 differs", [["answers", "answers differ"]], [["answers", "answers differ"]]],
    ["1 only in “Your annotations”", [["only-here", "only here"]], []],
    ["No one has marked anything here.", [], []],
  ];
  for (const [at, [tally, first, second]] of cases.entries()) {
    if (at > 0) await page.next.click();
    await page.waitForInstance(at + 1);
    await page.waitForTally(tally);
    await own.waitForRemarks(...first);
    await other.waitForRemarks(...second);
  }
  assert.deepEqual(await page.position(), { index: 7, total: 7 });
});

test("one navigation moves all columns: buttons, number, keys", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const shows = async (index) => {
    await page.waitForInstance(index);
    for (const number of [1, 2]) {
      await eventually(() => page.column(number).text("target"), TEXTS[index - 1].target);
    }
  };
  assert.equal(await page.next.count(), 1, "there is one navigation");
  await shows(1);
  await page.next.click();
  await shows(2);
  await page.goToInstance(4);
  await shows(4);
  await page.previous.click();
  await shows(3);
  await page.column(2).pane("target").click();
  await app.page.keyboard.press(".");
  await shows(4);
  await app.page.keyboard.press(",");
  await app.page.keyboard.press(",");
  await shows(2);
});

test("the next instance with differences is found, and it is said when there is no other", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.nextDifference();
  await page.waitForInstance(2);
  assert.match(await page.tally(), /^1 differs · 1 only in “ben”$/);
  await app.page.keyboard.press(":");
  assert.match(await noticeText(app.page, "info"), /no other instance/);
  assert.equal((await page.position()).index, 2);
});

test("only differences are listed if one wants", async (t) => {
  const both = [wrong(1, 4, 8), wrong(2, 9, 13)];
  const data = [annotated(both), annotated([both[0], wrong(2, 9, 18)])];
  const { app, page } = await startAdjudicating(t, { data });
  assert.equal(await page.tally(), "1 agrees · 1 differs");
  await page.column(1).waitForRows("wrong-1", "wrong-2");
  await app.page.getByLabel("Only differences").check();
  await page.column(1).waitForRows("wrong-2");
  await page.column(2).waitForRows("wrong-2");
  await app.page.getByLabel("Only differences").uncheck();
  await page.column(2).waitForRows("wrong-1", "wrong-2");
});

test("the first annotator can change everything; what differs follows each change; undo, reload and download work", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const own = page.column(1);
  await page.next.click();
  await page.waitForInstance(2);
  await own.make("wrong", ["target", "No one"]);
  await page.waitForTally("2 differ");
  await own.choose("severity", "minor");
  await page.waitForTally("1 agrees · 1 differs");
  await own.waitForRemarks(["agrees", "agrees with all"], ["boundary", "boundary differs · answers differ"]);
  await page.undo.click();
  await page.waitForTally("2 differ");
  await page.redo.click();
  await page.waitForTally("1 agrees · 1 differs");
  // Undo on another instance goes back to that of the change, in all columns.
  await page.next.click();
  await page.waitForInstance(3);
  await page.undo.click();
  await page.waitForInstance(2);
  await eventually(() => page.column(2).text("target"), TEXTS[1].target);
  await page.redo.click();
  await page.waitSaved();
  await app.page.reload();
  await page.waitForInstance(2);
  await page.waitForTally("1 agrees · 1 differs");
  const file = await page.annotations();
  assert.deepEqual(file.map(({ edits }) => edits.length), [1, 2, 0, 1]);
  assert.deepEqual(file[1].edits[1], wrong(2, 0, 6));
});

test("the works are opened again from the start page, those of the others too", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.column(1).make("wrong", ["target", "ship"]);
  await page.waitSaved();
  await app.page.getByRole("link", { name: "A panel" }).click();
  await app.page.locator('[data-page="hub"]').waitFor();
  await app.page.getByRole("link", { name: "A panel" }).click();
  await adjudicating(app);
  await page.columns().nth(1).waitFor();
  await page.column(1).waitForRows("swap-1", "wrong-1");
  await page.column(2).waitForRows("swap-7");
  await page.waitForTally("1 agrees · 1 only in “Your annotations”");
});

test("an edit that only another annotator has is taken with its category, spans and answers, in one step", async (t) => {
  const { page } = await startAdjudicating(t);
  const [own, other] = [page.column(1), page.column(2)];
  await page.goToInstance(2);
  await own.waitForRows("wrong-1");
  await other.take("wrong", 8).click();
  await page.waitForTally("1 agrees · 1 differs");
  assert.equal(await other.take("wrong", 8).count(), 0, "there is nothing left to take");
  const taken = (await page.annotations())[1].edits[1];
  assert.deepEqual(taken, wrong(2, 0, 6));
  await page.undo.click();
  await own.waitForRows("wrong-1");
  await other.take("wrong", 8).waitFor();
  await page.redo.click();
  await page.waitSaved();
  await page.page.reload();
  await page.waitForTally("1 agrees · 1 differs");
});

test("an edit that differs from one's own is taken in its place, or both are kept", async (t) => {
  const { page } = await startAdjudicating(t);
  const [own, other] = [page.column(1), page.column(2)];
  await page.goToInstance(2);
  await other.take("wrong", 7).click();
  await page.waitForTally("1 agrees · 1 only in “ben”");
  assert.deepEqual((await page.annotations())[1].edits, [wrong(2, 20, 34, "a lot")]);
  await page.undo.click();
  await page.waitForTally("1 differs · 1 only in “ben”");
  await other.takeBoth("wrong", 7).click();
  await own.waitForRows("wrong-1", "wrong-2");
  assert.deepEqual((await page.annotations())[1].edits, [wrong(1, 19, 34), wrong(2, 20, 34, "a lot")]);
  assert.equal(await other.takeBoth("wrong", 8).count(), 0, "nothing of one's own is matched with it");
  await page.undo.click();
  await own.waitForRows("wrong-1");
  await page.waitForTally("1 differs · 1 only in “ben”");
});

test("keys take the edit with the focus or under the pointer, and the focus stays in its row", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const [own, other] = [page.column(1), page.column(2)];
  await page.goToInstance(2);
  const focus = other.row("wrong", 8).getByTestId("edit-open");
  await focus.focus();
  await app.page.keyboard.press("=");
  await page.waitForTally("1 agrees · 1 differs");
  await eventually(() => focus.evaluate((button) => button === document.activeElement), true);
  await app.page.keyboard.press("Control+z");
  await own.waitForRows("wrong-1");
  await other.marks("wrong", 7).hover();
  await app.page.keyboard.press("+");
  await own.waitForRows("wrong-1", "wrong-2");
  await other.take("wrong", 8).press("Enter");
  await page.waitForTally("2 agree · 1 only in “Your annotations”");
  await eventually(() => focus.evaluate((button) => button === document.activeElement), true);
});

test("what several others agree on says so, and is taken once; where nothing can be made, nothing is taken", async (t) => {
  const data = [annotated(), BEN, BEN];
  const { page } = await startAdjudicating(t, { template: templateFor(3), data });
  await page.goToInstance(4);
  await eventually(() => page.column(2).take("wrong", 7).innerText(), "Take this edit (ben, chris)");
  await page.column(3).take("wrong", 7).click();
  await eventually(() => page.column(2).root.getByTestId("take").count(), 0);
  await eventually(() => page.column(3).root.getByTestId("take").count(), 0);
  assert.equal(await page.tally(), "1 agrees");
  for (const template of [templateFor(2, { highlight: false }), templateFor(2, { more: "disable: [selection]\n" })]) {
    const { page } = await startAdjudicating(t, { template });
    await page.goToInstance(2);
    await page.column(2).waitForRows("wrong-8", "wrong-7");
    assert.equal(await page.page.getByTestId("take").count(), 0);
  }
});

test("the others are read-only, and nothing of theirs is kept as work", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const other = page.column(2);
  assert.equal(await other.root.getByTestId("category").count(), 0);
  assert.equal(await other.root.getByTestId("edit-delete").count(), 0);
  await select(other, "target", "went down");
  await app.page.keyboard.press("1");
  await app.page.waitForTimeout(300);
  assert.equal(await page.column(2).edits.count(), 1);
  assert.equal(await page.column(1).edits.count(), 1);
  const works = Object.keys(await stored(app.page)).filter((key) => key.endsWith("/meta"));
  assert.equal(works.length, 1);
});

test("where no one is set apart, all is read-only and nothing is kept", async (t) => {
  const { app, page } = await startAdjudicating(t, { template: templateFor(2, { highlight: false }) });
  assert.equal(await app.page.getByTestId("category").count(), 0);
  assert.equal(await app.page.getByTestId("save-state").count(), 0);
  assert.equal(await page.undo.count(), 0);
  assert.equal(await app.page.getByRole("region", { name: "anna" }).count(), 1);
  await app.page.keyboard.press(".");
  await page.waitForInstance(2);
  await app.page.keyboard.press("Delete");
  assert.equal(await page.column(1).edits.count(), 1);
  const works = Object.keys(await stored(app.page)).filter((key) => key.endsWith("/meta"));
  assert.deepEqual(works, []);
});

// Thresh 11.21: panels and questions of one annotator open in another's
test("an edit opens in its own column: questions and answers, and which differ", async (t) => {
  const kind = { kind: { val: "word", word: "yes" } };
  const data = [
    annotated([wrong(1, 4, 8, "minor", kind)]),
    annotated([wrong(1, 4, 8, "minor", { kind: { val: "word", word: "no" } })]),
  ];
  const { page } = await startAdjudicating(t, { data });
  const other = page.column(2);
  await other.openEdit(other.edits.first());
  const reading = other.root.getByTestId("reading");
  await reading.waitFor();
  const read = await reading.getByTestId("question-read").evaluateAll((all) =>
    all.map((entry) => [entry.dataset.path, entry.querySelector("dt").textContent, entry.querySelector("dd").textContent.trim(), entry.dataset.differs]),
  );
  assert.deepEqual(read, [
    ["severity", "How bad?", "1 – minor", "false"],
    ["kind", "Which kind?", "A word", "false"],
    ["kind/word", "Known?", "No ≈ differs", "true"],
  ]);
  // Thresh opened the panel of the first column, and its radio buttons were those of all columns.
  assert.equal(await page.column(1).root.getByTestId("question").count(), 0);
  const own = page.column(1);
  await own.openEdit(own.edits.first());
  await own.choose("kind/word", "no");
  await page.waitForTally("1 agrees");
  await eventually(() => reading.getByTestId("question-read").last().getAttribute("data-differs"), "false");
  assert.equal(await reading.getByTestId("question-read").last().locator("dd").innerText(), "No");
});

// Thresh 11.21: connectors are drawn for one annotator only
test("each column has its own connectors", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const curves = (number) => page.column(number).root.locator("svg.connectors path");
  await app.page.evaluate(() => {
    localStorage.setItem("spanwise/1/prefs", JSON.stringify({ connectors: "all" }));
  });
  for (const number of [1, 2]) {
    const mark = page.column(number).pane("source").locator("[data-mark]");
    await mark.hover();
    await eventually(() => curves(number).count(), 1);
    const [frame, curve] = await Promise.all([page.column(number).root.boundingBox(), curves(number).boundingBox()]);
    assert.ok(curve.x >= frame.x && curve.x + curve.width <= frame.x + frame.width, "the line is in its column");
  }
});

test("an edit pointed at, or with the focus, lights up with its counterparts", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.next.click();
  await page.waitForInstance(2);
  const lit = (number) =>
    page.column(number).root.locator("[data-mark].is-hovered").evaluateAll((all) => all.map((run) => run.dataset.mark));
  await page.column(1).marks("wrong", 1).hover();
  await eventually(() => lit(1), ["wrong-1"]);
  await eventually(() => lit(2), ["wrong-7"]);
  await page.column(2).marks("wrong", 8).hover();
  await eventually(() => lit(2), ["wrong-8"]);
  await eventually(() => lit(1), []);
  await app.page.mouse.move(2, 2);
  await eventually(() => lit(2), []);
  await page.column(2).edits.last().getByTestId("edit-open").focus();
  await eventually(() => lit(1), ["wrong-1"]);
});

test("what one annotator only has stands out in the text, without its colour", async (t) => {
  const { page } = await startAdjudicating(t);
  await page.next.click();
  await page.waitForInstance(2);
  const outline = (number, id) => page.column(number).marks("wrong", id).evaluate((run) => getComputedStyle(run).outlineStyle);
  await page.column(2).waitForRemarks(["only-here", "only here"], ["boundary", "boundary differs · answers differ"]);
  assert.deepEqual([await outline(2, 8), await outline(2, 7), await outline(1, 1)], ["dashed", "dotted", "dotted"]);
  await page.goToInstance(4);
  await page.column(1).waitForRemarks(["agrees", "agrees with all"]);
  assert.equal(await outline(1, 1), "none");
});

test("more than three annotators stand side by side and can be scrolled to; each difference says with whom", async (t) => {
  const data = [ANNA, BEN, ANNA, annotated(), BEN];
  const { app, page } = await startAdjudicating(t, { template: templateFor(5), data });
  assert.equal(await page.columns().count(), 5);
  await page.waitForTally("1 differs");
  await page.column(1).waitForRemarks(["missed", "not in dora"]);
  await page.goToInstance(2);
  await page.column(1).waitForRemarks(["missed", "not in dora · boundary differs (ben, emil) · answers differ (ben, emil)"]);
  await page.column(5).root.scrollIntoViewIfNeeded();
  const box = await page.column(5).root.boundingBox();
  const { width } = app.page.viewportSize();
  assert.ok(box.x + box.width <= width + 1, "the last column can be seen");
  assert.ok(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page itself does not scroll");
});

test("on a narrow page the columns are one below the other, and a name leads to each", async (t) => {
  const { app, page } = await startAdjudicating(t, { context: { viewport: { width: 360, height: 740 } } });
  const top = async (number) => Math.round((await page.column(number).root.boundingBox()).y);
  const [first, second] = await Promise.all([1, 2].map((number) => page.column(number).root.boundingBox()));
  assert.ok(first.y + first.height <= second.y, "below");
  assert.ok(second.y > 740, "out of view");
  await app.page.getByRole("button", { name: "ben", exact: true }).click();
  await eventually(async () => (await top(2)) >= 0 && (await top(2)) < 370, true);
  assert.ok(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
});

for (const colorScheme of ["light", "dark"]) {
  test(`the page has no accessibility faults; columns are regions with names, ${colorScheme}`, async (t) => {
    const { app, page } = await startAdjudicating(t, { context: { colorScheme } });
    await assertAccessible(app.page);
    await page.goToInstance(2);
    await page.column(1).openEdit(page.column(1).edits.first());
    await page.column(2).openEdit(page.column(2).edits.first());
    await page.column(2).root.getByTestId("reading").waitFor();
    await assertAccessible(app.page);
    for (const name of ["Your annotations", "ben"]) {
      assert.equal(await app.page.getByRole("region", { name, exact: true }).count(), 1, name);
    }
  });
}

// Thresh 11.21: other languages crash the page
test("other languages have a heading for the first annotator, and the page can run from right to left", async (t) => {
  const template = templateFor(2, { more: "language: ar\n" });
  const arabic = JSON.stringify({ adjudication: { highlight_label: "تعليقاتك" } });
  const { app, page } = await startAdjudicating(t, { template, answers: { "languages/ar.json": arabic } });
  await app.page.getByRole("region", { name: "تعليقاتك" }).waitFor();
  const [first, second] = await Promise.all([1, 2].map((number) => page.column(number).root.boundingBox()));
  assert.ok(first.x > second.x, "the first column is at the right");
  assert.ok(await app.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
});

test("a template replaces the heading of the first annotator", async (t) => {
  const template = templateFor(2, { more: "interface_text:\n  adjudication:\n    highlight_label: Gold\n" });
  const { app } = await startAdjudicating(t, { template });
  await app.page.getByRole("region", { name: "Gold", exact: true }).waitFor();
});

test("the page works with the keyboard alone", async (t) => {
  const { app, page } = await startAdjudicating(t);
  const { keyboard } = app.page;
  await keyboard.press(":");
  await page.waitForInstance(2);
  await keyboard.press("n");
  await page.column(1).root.getByTestId("question").first().waitFor();
  await eventually(() => page.focusedQuestion(), "severity");
  await keyboard.press("3");
  await page.column(1).waitForRemarks(["boundary", "boundary differs"]);
  await keyboard.press("Escape");
  await page.column(1).root.getByTestId("edit-open").first().focus();
  await keyboard.press("Control+z");
  await page.column(1).waitForRemarks(["boundary", "boundary differs · answers differ"]);
  await page.column(2).edits.first().getByTestId("edit-open").focus();
  await keyboard.press("Enter");
  await page.column(2).root.getByTestId("reading").waitFor();
});

test("the list of keys has those of this page; where all is read-only, only those that work", async (t) => {
  for (const highlight of [true, false]) {
    const { app } = await startAdjudicating(t, { template: templateFor(2, { highlight }) });
    const help = app.page.getByRole("dialog", { name: "Keyboard" });
    await eventually(async () => {
      await app.page.keyboard.press("?");
      return help.count();
    }, 1);
    const keys = await help.locator("dt").allInnerTexts();
    assert.equal(keys[0], ":");
    assert.equal(await help.locator("dd").first().innerText(), "Next instance with differences");
    assert.equal(keys.includes("Delete"), highlight);
    assert.equal(keys.includes("="), highlight);
    if (!highlight) assert.deepEqual(keys, [":", ". ,", "← ↑ → ↓", "?"]);
  }
});

const ABOUT = `instance_questions:
  - { name: fluent, question: Is it fluent?, options: binary }
  - { name: kind, question: Which kind?, options: [{ name: news, label: News, question: From where?, options: textbox }, { name: other, label: Other }] }
`;

test("answers about the instance stand side by side, and another annotator's is taken in one step", async (t) => {
  const answered = (answers) => TEXTS.map((texts, at) => ({ ...texts, edits: [], ...(at === 0 && { _spanwise: { answers } }) }));
  const anna = answered({ fluent: "yes" });
  const ben = answered({ fluent: "no", kind: { val: "news", news: "a paper" } });
  const { app, page } = await startAdjudicating(t, { template: TEMPLATE + ABOUT, data: [anna, ben] });
  const [own, other] = [page.column(1).root, page.column(2).root.getByTestId("instance-answers")];
  const read = () =>
    other.getByTestId("question-read").evaluateAll((all) =>
      all.map((question) => [question.dataset.path, question.dataset.differs, question.querySelector("dd > span").textContent]),
    );
  await eventually(read, [
    ["fluent", "true", "No"],
    ["kind", "true", "News"],
    ["kind/news", "false", "a paper"],
  ]);
  await own.locator('[data-path="fluent"] [data-value="yes"]').waitFor();
  assert.equal(await own.locator('[data-path="fluent"] [data-value="yes"]').isChecked(), true);

  await other.getByRole("button", { name: "Take this answer: Which kind?" }).click();
  await eventually(() => own.locator('[data-path="kind/news"] input').inputValue(), "a paper");
  await eventually(async () => (await read()).map(([, differs]) => differs), ["true", "false", "false"]);
  assert.equal(await other.getByTestId("take-answer").count(), 1, "the same answer is not offered");
  await eventually(() => app.page.evaluate(() => document.activeElement.textContent), "About this instance");
  await page.undo.click();
  await eventually(() => own.locator('[data-path="kind"] [data-value="news"]').first().isChecked(), false);
  await other.getByTestId("take-answer").first().click();
  await eventually(() => own.locator('[data-path="fluent"] [data-value="no"]').isChecked(), true);
  await eventually(() => other.getByTestId("take-answer").count(), 1);
  await assertAccessible(app.page);
  const file = await app.download(() => page.downloadButton.click());
  assert.deepEqual(file.json[0]._spanwise.answers, { fluent: "no" });

  await page.goToInstance(3);
  await page.nextDifference();
  await page.waitForInstance(1);
});

test("texts that are else read paragraph by paragraph are shown and annotated as a whole", async (t) => {
  const target = ["Anna came in.", "Ben left.", "The end."];
  const by = (...edits) => [{ source: "s", target, edits }];
  const { page } = await startAdjudicating(t, {
    template: `${TEMPLATE}paragraphs: blank-line\nreveal: paragraph\nrevise: deny\n`,
    data: [by(), by(wrong(7, 30, 33))],
  });
  const own = page.column(1);
  await eventually(() => own.text("target"), target.join("\n\n"));
  await page.column(2).take("wrong", 7).click();
  await eventually(() => own.rows(), ["wrong-1"]);
  await own.make("wrong", ["target", "Ben"]);
  await eventually(async () => (await own.rows()).length, 2);
});
