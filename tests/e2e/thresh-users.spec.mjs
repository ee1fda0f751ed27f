// Features that someone who comes from Thresh, and who annotates for others, expects.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DATA, ELSEWHERE, TEMPLATE, answer, download, mark, select, start, startAnnotating } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";
import { Receiver, TWO, finishAll, startSubmitting } from "./submit-support.mjs";

const PROLIFIC = "&PROLIFIC_PID=5f1&STUDY_ID=s7&SESSION_ID=e9";
const IDS = { PROLIFIC_PID: "5f1", STUDY_ID: "s7", SESSION_ID: "e9" };

test("Prolific's ids are in each entry's metadata, in the submission and in every download", async (t) => {
  const receiver = await Receiver.start(t);
  const data = [{ ...TWO[0], metadata: { system: "A", n: 1.0 } }, TWO[1]];
  const { app, annotate } = await startSubmitting(t, {
    block: `${receiver.block}prolific_completion_code: C1A2\n`, servers: [receiver.origin], data, more: PROLIFIC,
  });
  await mark(annotate, "deletion", "source", "yellow");
  await annotate.choose("loss", "minor");
  const file = await app.download(() => annotate.downloadButton.click());
  const expected = [{ system: "A", n: 1, ...IDS }, IDS];
  assert.deepEqual(file.json.map(({ metadata }) => metadata), expected);
  assert.equal(file.json[0].edits.length, 1);
  const dialog = await finishAll(app.page);
  await dialog.open();
  await dialog.now.click();
  const [submission] = await receiver.has(1);
  assert.deepEqual(submission.annotations.map(({ metadata }) => metadata), expected);
  await app.open("#/");
  const again = await app.download(() => app.page.getByTestId("export-work").click());
  assert.deepEqual(again.json.map(({ metadata }) => metadata), expected);
});

test("without Prolific a download says nothing about the person", async (t) => {
  const { app, annotate } = await startSubmitting(t, { more: "&annotator=ann" });
  const file = await app.download(() => annotate.downloadButton.click());
  assert.deepEqual(file.json.map(({ metadata }) => metadata), [undefined, undefined]);
});

test("opening and downloading stand in the bar, on a small screen too, unless the template takes them away", async (t) => {
  const { app, annotate } = await startAnnotating(t, { template: TEMPLATE.replace("Press reports", "Press reports with a long and winding title") });
  const bar = app.page.locator("header.bar");
  await app.page.setViewportSize({ width: 1920, height: 900 });
  await bar.getByText("Open", { exact: true }).waitFor();
  await bar.getByText("Download", { exact: true }).waitFor();
  await app.page.setViewportSize({ width: 1280, height: 720 });
  await app.page.getByRole("button", { name: "Download annotations" }).waitFor();
  assert.equal(await annotate.menu.getAttribute("open"), null);
  assert.equal((await app.download(() => annotate.downloadButton.click())).name, "annotations.json");
  assert.equal(await annotate.upload.count(), 1);
  await app.page.setViewportSize({ width: 360, height: 700 });
  assert.equal(await bar.getByText("Download", { exact: true }).isVisible(), false);
  await app.page.getByRole("button", { name: "Download annotations" }).waitFor();
  assert.equal(await app.page.evaluate(() => document.documentElement.scrollWidth), 360);
  const [button, ours] = await Promise.all([annotate.downloadButton.boundingBox(), bar.boundingBox()]);
  assert.ok(button.x >= 0 && button.x + button.width <= 360 && ours.height < 190, `${JSON.stringify(button)} in ${ours.height}`);

  const disabled = await startAnnotating(t, { template: `${TEMPLATE}disable: [upload, download]\n` });
  await disabled.app.page.locator("header.bar").waitFor();
  assert.equal(await disabled.annotate.upload.count(), 0);
  assert.equal(await disabled.annotate.downloadButton.count(), 0);
});

const SWAPPED = [{
  ...DATA[0],
  edits: [
    { category: "swap", id: 1, annotation: null, input_idx: [[26, 30]], output_idx: [[10, 14]] },
    { category: "swap", id: 2, annotation: null, input_idx: [[40, 47]], output_idx: [[28, 32]] },
  ],
}];

test("the connectors of all edits are drawn, unless the person chose otherwise", async (t) => {
  const { app } = await startAnnotating(t, { data: SWAPPED });
  const curves = (page) => page.locator("svg.connectors path").count();
  await eventually(() => curves(app.page), 2);
  const chosen = await startAnnotating(t, {
    data: SWAPPED,
    prepare: (app) => app.page.addInitScript(() => localStorage.setItem("spanwise/1/prefs", JSON.stringify({ connectors: "chosen" }))),
  });
  await chosen.annotate.edits.first().waitFor();
  assert.equal(await curves(chosen.app.page), 0);
  await chosen.annotate.openEdit(chosen.annotate.edits.first());
  await eventually(() => curves(chosen.app.page), 1);
});

test("data that comes annotated is told from data on which nothing was done", async (t) => {
  const edits = [{ category: "swap", id: 1, annotation: null, input_idx: [[0, 3]], output_idx: [[0, 3]] }];
  const data = DATA.map((instance) => ({ ...instance, edits }));
  const { app, annotate } = await startAnnotating(t, { data });
  const progress = app.page.locator(".progress__text");
  await eventually(() => progress.innerText(), "4 of 4 annotated");
  await eventually(() => annotate.status.innerText(), "Annotated");
  await app.page.getByTestId("mark-done").click();
  await eventually(() => progress.innerText(), "1 of 4 done, 3 annotated");
  await annotate.waitSaved();
  await app.open("#/");
  await app.page.locator(".recent__work").getByText("1 of 4 done, 3 annotated").waitFor();
});

const WORDS = `template_name: words
edits:
  - name: word_choice
    enable_output: true
    annotation:
      - {name: is_harmful, question: Does it harm?, options: binary}
      - {name: seen, label: Seen before, options: binary}
      - name: kind
        options: [{name: false_friend}, {name: other, label: Something else}]
`;

test("the list says answers in labels, and nothing for a no", async (t) => {
  const edit = (id, annotation) => ({ category: "word_choice", id, annotation, output_idx: [[id, id + 2]] });
  const data = [{
    target: "A line of some words to be annotated.",
    edits: [
      edit(1, { is_harmful: "no", seen: "no", kind: { val: "other" } }),
      edit(4, { is_harmful: "yes", seen: "no", kind: { val: "false_friend" } }),
      edit(8, { is_harmful: "no", seen: "no", kind: { val: "gone_option" } }),
    ],
  }];
  const { annotate } = await startAnnotating(t, { template: WORDS, data });
  await annotate.edits.nth(2).waitFor();
  const words = (at) => annotate.edits.nth(at).locator(".row__answers").allInnerTexts();
  assert.deepEqual([await words(0), await words(1), await words(2)], [["Something else"], ["is harmful: Yes · false friend"], []]);
  assert.equal(await annotate.edits.first().locator(".row__label").innerText(), "word choice");
});

/** The first and the last line box of the text of `selector`, and the boxes of an element's own text. */
const lines = (page, selector) =>
  page.locator(selector).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    return { first: boxes[0].top, last: boxes.at(-1).top, left: boxes[0].left, right: boxes.at(-1).right };
  });

test("what stands before and after a text runs on with it, and is no part of it", async (t) => {
  // Short enough for one line in any font.
  const before = "Strong wind.";
  const after = "More.";
  const data = [
    { ...DATA[0], source_context_before: before, source_context_after: after },
    { ...DATA[1], edits: [], target_context_before: "في وقت سابق من ذلك اليوم." },
    { ...DATA[3], source: "一\n二", source_context_before: before, source_context_after: after },
  ];
  const { app, annotate } = await startAnnotating(t, { data });
  const pane = '[data-testid="pane-source"]';
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.equal(await annotate.pane("source").evaluate((element) => element.textContent), before + DATA[0].source + after);
  const [lead, text, tail] = await Promise.all(
    [".around--before", ".line > :not([data-skip]), .line", ".around--after"].map((one) => lines(app.page, `${pane} ${one} >> nth=0`)),
  );
  assert.equal(lead.last, text.first, "the text goes on in the line of what stands before it");
  assert.equal(text.last, tail.first);
  assert.ok(lead.right < text.right && tail.left > lead.left);

  await annotate.category("deletion").click();
  await select(annotate, "source", "The");
  await annotate.edits.first().waitFor();
  // A drag that starts in the words shown before the text marks nothing of it.
  const box = await app.page.locator(`${pane} .around--before`).boundingBox();
  await app.page.mouse.move(box.x + 10, box.y + 8);
  await app.page.mouse.down();
  await app.page.mouse.move(box.x + box.width - 10, box.y + 8, { steps: 4 });
  await app.page.mouse.up();
  assert.equal(await annotate.categoryMenu.count(), 0);
  await annotate.waitSaved();
  assert.deepEqual((await download(app)).json[0].edits[0].input_idx, [[0, 3]]);

  await annotate.goToInstance(2);
  assert.equal(await app.page.locator(`${pane} [data-skip]`).count(), 0);
  assert.equal(await annotate.text("target"), DATA[1].target);
  const rtl = await lines(app.page, '[data-testid="pane-target"] .around--before');
  const own = await lines(app.page, '[data-testid="pane-target"] .line');
  assert.ok(rtl.left > own.left || rtl.right > own.left, "from right to left");
  await mark(annotate, "insertion", "target", "القارب");
  assert.deepEqual((await download(app)).json[1].edits[0].output_idx, [[4, 10]]);

  await annotate.goToInstance(3);
  assert.equal(await annotate.text("source"), "一\n二");
  const around = await Promise.all([".around--before", ".around--after"].map((one) => lines(app.page, `${pane} ${one}`)));
  assert.ok(around[0].last < around[1].first, "before the first line and after the last");
});

test("a title is cut only where there is no room for it", async (t) => {
  const label = "An unusually long title of a typology for reports of the press";
  const { app } = await startAnnotating(t, { template: TEMPLATE.replace("Press reports", label) });
  const title = app.page.locator(".bar__title");
  const isCut = () => title.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
  await app.page.setViewportSize({ width: 1920, height: 900 });
  assert.equal(await isCut(), false);
  await app.page.setViewportSize({ width: 500, height: 900 });
  assert.equal(await isCut(), true);
  assert.match(await title.getAttribute("title"), /of the press/);
});

test("what a crowd worker is told is plain: no names of keys, and what to do", async (t) => {
  const { app } = await startSubmitting(t, { more: PROLIFIC });
  const problems = app.page.getByTestId("setup-problems");
  const said = await problems.innerText();
  assert.match(said, /no completion code[^]*Do not begin yet\. Tell the researchers/);
  assert.doesNotMatch(said, /[`_]/);
  const unfilled = await startSubmitting(t, { more: `&PROLIFIC_PID=${encodeURIComponent("{{%PROLIFIC_PID%}}")}`, open: false });
  await unfilled.app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json&PROLIFIC_PID=${encodeURIComponent("{{%PROLIFIC_PID%}}")}`);
  const page = await unfilled.app.page.locator('[data-page="failure"]').innerText();
  assert.match(page, /The link does not say who you are[^]*Open the study from Prolific/);
  assert.doesNotMatch(page, /`/);
});

test("the builder takes an older shape of an answer for what it means, not for an edit that no longer fits", async (t) => {
  const template = `template_name: older\nedits:\n  - name: odd\n    enable_output: true\n    annotation:\n      - name: why\n        question: Why?\n        options: [{name: style, label: Style}]\n`;
  const data = [{ target: "One word.", edits: [{ category: "odd", id: 0, annotation: { why: "style" }, output_idx: [[0, 3]] }] }];
  const app = await start(t, {
    answers: { [`${ELSEWHERE}/template.yml`]: answer(template), [`${ELSEWHERE}/data.json`]: answer(JSON.stringify(data)) },
  });
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json#/build`);
  const preview = app.page.frameLocator('[data-testid="preview"]');
  await preview.locator('[data-testid="edit"]').waitFor();
  await preview.locator(".row__answers").getByText("Style").waitFor();
  assert.equal(await app.page.getByText(/no longer fit/).count(), 0);
});
