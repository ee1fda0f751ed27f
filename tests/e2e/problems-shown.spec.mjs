// Problems of templates and data are reported: errors of a template lead to the builder, all others to one notice and
// the list behind it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { assertAccessible } from "./accessibility.mjs";
import { eventually } from "./pages.mjs";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, answer, bundle, chooseFiles, download, dropFiles, mark, noticeText, shown, start, startAnnotating, stored,
} from "./journeys-support.mjs";

const TEMPLATE_FILE = `${ELSEWHERE}/broken.yml`;
const DATA_FILE = `${ELSEWHERE}/data.json`;
/** Two errors: a boundary that is none, in line 7, and a category without a name. */
const BROKEN = TEMPLATE.replace("color: red", "boundary: syllable").replace("  - name: swap\n    label", "  - label");
const JSON_TEXT = JSON.stringify(DATA);
const dataHolds = (page, text) => page.getByTestId("data-editor").locator(".cm-content").getByText(text).first().waitFor();
const editor = (page) => page.getByTestId("template-editor").locator(".cm-content");
const activeLine = (page) => page.getByTestId("template-editor").locator(".cm-activeLine").innerText();

/** Asserts that the builder shows the broken template at its first error, with the reason. */
async function assertInBuilder(page, name) {
  await shown(page, "build");
  const text = await noticeText(page, "error");
  for (const part of [name, /2 errors/, /can’t be annotated/]) assert.match(text, part);
  await editor(page).waitFor();
  await eventually(() => activeLine(page), "    boundary: syllable");
  await page.getByTestId("template-problems").locator(".diagnostic--error").nth(1).waitFor();
}

test("a template with errors behind a link opens in the builder, with its data", async (t) => {
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer(BROKEN), [DATA_FILE]: answer(JSON_TEXT) } });
  await app.open(`?i=${TEMPLATE_FILE}&d=${DATA_FILE}`);
  await assertInBuilder(app.page, /broken\.yml/);
  await dataHolds(app.page, "ferry-1");
  const reason = app.page.getByTestId("no-preview");
  await reason.waitFor();
  assert.match(await reason.innerText(), /has errors.*no version without/);
  assert.equal(await app.page.getByTestId("preview").isVisible(), false);
  assert.equal(await app.page.getByText("The last version without errors").count(), 0);
  // Mended, it is shown with its data.
  await editor(app.page).click();
  await app.page.keyboard.press("Control+a");
  await app.page.keyboard.press("Delete");
  await app.page.keyboard.insertText(TEMPLATE);
  const frame = app.page.frameLocator('[data-testid="preview"]');
  await frame.getByTestId("pane-source").getByText(DATA[0].source).waitFor();
  assert.equal(await reason.isVisible(), false);
});

test("a template with errors without data opens in the builder, not as a page of its own", async (t) => {
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer(BROKEN) } });
  await app.open(`?i=${TEMPLATE_FILE}`);
  await assertInBuilder(app.page, /broken\.yml/);
});

test("a template with errors that is chosen or dropped opens in the builder", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "broken.yml", text: BROKEN }, { name: "pairs.csv", text: "source,target\nA ferry,A boat\n" }]);
  await assertInBuilder(app.page, /broken\.yml/);
  await dataHolds(app.page, '"A ferry"');
  await app.open("#/");
  await dropFiles(app.page, [{ name: "dropped.yml", text: BROKEN }]);
  await eventually(() => app.page.url().includes("#/build/"), true);
});

test("a bundle whose template has errors opens in the builder, with its data", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "bundle.json", text: bundle(BROKEN) }]);
  await assertInBuilder(app.page, /bundle\.json/);
  await dataHolds(app.page, "ferry-1");
  assert.doesNotMatch(await app.page.getByTestId("data-editor").innerText(), /_thresh_template/);
});

test("a template that can't be read to its end opens in the builder, too", async (t) => {
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer("template_name: press\nedits: [\n  - name"), [DATA_FILE]: answer(JSON_TEXT) } });
  await app.open(`?i=${TEMPLATE_FILE}&d=${DATA_FILE}`);
  await shown(app.page, "build");
  assert.match(await noticeText(app.page, "error"), /can’t be annotated/);
  await editor(app.page).getByText("template_name: press").waitFor();
  await dataHolds(app.page, "ferry-1");
});

test("a template whose colours, icons, hotkeys and links cannot be used is annotated with all the same", async (t) => {
  const plain = TEMPLATE.replace("color: red", "color: reddish-brownish\n    icon: \"<\"\n    hotkey: Enter").replace("template_label", "paper_link: paper.pdf\ntemplate_label");
  const { app } = await startAnnotating(t, { template: plain, data: DATA });
  assert.match(await noticeText(app.page, "warning"), /4 problems in the template/);
});

test("who follows a link to annotate for others is told whom to ask", async (t) => {
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer(BROKEN), [DATA_FILE]: answer(JSON_TEXT) } });
  await app.open(`?i=${TEMPLATE_FILE}&d=${DATA_FILE}&annotator=ann`);
  await shown(app.page, "failure");
  const text = await noticeText(app.page, "error");
  for (const part of [/broken\.yml/, /2 errors/, /whoever gave it to you/, /line 7/]) assert.match(text, part);
});

test("work that was begun with a template that has errors stays within reach, and says so", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "press.yml", text: TEMPLATE }, { name: "data.json", text: JSON_TEXT }]);
  const annotate = await annotating(app.page);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  const link = app.page.url();
  // As stored by an earlier version of the app: the same work, and a template with errors.
  await app.open("#/");
  await shown(app.page, "hub");
  const key = Object.keys(await stored(app.page)).find((name) => name.endsWith("/template"));
  await app.page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, sealed(key, BROKEN)]);
  await app.page.goto("about:blank");
  await app.open(link);
  const again = await annotating(app.page);
  await eventually(() => again.editsOf("deletion").count(), 1);
  const notice = await noticeText(app.page, "error");
  for (const part of [/2 problems in the template/, /line 7/]) assert.match(notice, part);
});

/** A text as the device keeps it under a key. */
function sealed(key, text) {
  const sum = crc32(`${key}\n${text}`).toString(16).padStart(8, "0");
  return `1 ${sum} ${Buffer.byteLength(text)} ${text}`;
}

/** Template with a key that is unknown and an interface language that is none; data with a category that is unknown. */
const ODD = TEMPLATE.replace("template_label", "language: tlh\nshrug: 3\ntemplate_label");
const ODD_DATA = DATA.map((item, at) => (at < 2 ? { ...item, edits: [{ category: "typo", id: 1, input_idx: [[0, 3]] }] } : item));

test("problems of template and data are said once, with counts, file and place, and listed one click away", async (t) => {
  const { app } = await startAnnotating(t, { template: ODD, data: ODD_DATA });
  const text = await noticeText(app.page, "warning");
  for (const part of [/2 problems in the template/, /2 problems in the data/, /template\.yml/, /line 2, column 11/, /tlh/]) assert.match(text, part);
  assert.equal(await app.page.getByTestId("notice").count(), 1, "one notice");
  await app.page.getByTestId("notice").getByRole("button", { name: "Show all" }).click();
  const dialog = app.page.getByRole("dialog");
  assert.match(await dialog.getByRole("heading", { level: 2 }).innerText(), /2 problems in the template, 2 problems in the data/);
  const rows = await dialog.getByRole("listitem").evaluateAll((all) => all.map((row) => [row.dataset.origin, row.innerText]));
  assert.deepEqual(rows.map(([origin]) => origin), ["template", "template", "data", "data"]);
  for (const [origin, row] of rows) assert.match(row, new RegExp(origin, "i"));
  assert.match(rows[2][1], /instance 1, edits\[0\]/);
  await assertAccessible(app.page);
  assert.equal(await app.page.getByTestId("notice").count(), 0, "what was listed is not said any more");
});

test("problems of data that are found later are added to the notice that is there", async (t) => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ id: at, source: "x".repeat(500), target: "A ferry.", edits: [] }));
  many[19_999].edits = [{ category: "deletion", id: 1, input_idx: "4-9" }];
  const { app } = await startAnnotating(t, { template: ODD, data: many });
  await app.page.getByTestId("notice").getByText("2 problems in the data").waitFor();
  assert.equal(await app.page.getByTestId("notice").count(), 1);
  assert.match(await noticeText(app.page, "error"), /2 problems in the template, 2 problems in the data.*data\.json.*instance 20000/s);
});

test("what changes nothing that is shown is listed, but no notice", async (t) => {
  const data = [{ source: "A ferry sank.", edits: [{ category: "deletion", input_idx: [[2, 7]] }] }];
  const { app, annotate } = await startAnnotating(t, { data });
  await annotate.openMenu();
  await app.page.getByTestId("problems").waitFor();
  await app.page.waitForTimeout(1500);
  assert.equal(await app.page.getByTestId("notice").count(), 0);
});

test("annotations made with another version of the typology are told, and come back as they were", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const { text, json } = await download(app);
  const { typology } = json[0]._spanwise;
  assert.equal(json.filter((instance) => instance._spanwise).length, 1, "only what was annotated has a note");

  const relabelled = TEMPLATE.replace("label: Deletion", "label: Gone").replace("color: red", "color: orange");
  const same = await startAnnotating(t, { template: relabelled, data: text });
  await same.app.page.waitForTimeout(1500);
  assert.equal(await same.app.page.getByTestId("notice").count(), 0, "annotations mean the same");

  const more = `${TEMPLATE}  - name: typo\n    label: Typo\n    enable_output: true\n`;
  const other = await startAnnotating(t, { template: more, data: text });
  const told = await noticeText(other.app.page, "warning");
  for (const part of ["1 problem in the data", "data.json", "another version of the typology", `${typology} × 1`, "spanwise convert --map"])
    assert.ok(told.includes(part), told);
  assert.equal((await download(other.app)).text, text);
});

test("a notice goes with its work", async (t) => {
  const { app } = await startAnnotating(t, { template: ODD, data: ODD_DATA });
  await noticeText(app.page, "warning");
  await app.page.getByRole("link", { name: "Press reports" }).click();
  await shown(app.page, "hub");
  assert.equal(await app.page.getByTestId("notice").count(), 0);
});

test("who annotates for others hears of errors only", async (t) => {
  const answers = { [`${ELSEWHERE}/odd.yml`]: answer(ODD), [DATA_FILE]: answer(JSON.stringify(ODD_DATA)) };
  const app = await start(t, { answers });
  await app.open(`?i=${ELSEWHERE}/odd.yml&d=${DATA_FILE}&annotator=ann`);
  const annotate = await annotating(app.page);
  await annotate.openMenu();
  await app.page.getByTestId("problems").waitFor();
  await app.page.waitForTimeout(1500);
  assert.equal(await app.page.getByTestId("notice").count(), 0);
});

test("of several annotators' data all problems are said in one notice, and listed by file", async (t) => {
  const app = await start(t);
  await app.open();
  const template = ODD.replace("edits:", "adjudication: 2\nhighlight_first_interface: true\nedits:");
  const files = [["ann", DATA], ["ben", ODD_DATA]].map(([name, data]) => ({ name: `${name}.json`, text: JSON.stringify(data) }));
  await chooseFiles(app.page, [{ name: "two.yml", text: template }, ...files]);
  await shown(app.page, "adjudicate");
  const text = await noticeText(app.page, "warning");
  for (const part of [/2 problems in the template/, /2 problems in the data/, /two\.yml/]) assert.match(text, part);
  await app.page.getByTestId("notice").getByRole("button", { name: "Show all" }).click();
  const dialog = app.page.getByRole("dialog");
  await dialog.getByText("ben.json").waitFor();
  assert.equal(await dialog.getByRole("listitem").count(), 4);
  assert.equal(await dialog.getByText("ann.json").count(), 0);
});
