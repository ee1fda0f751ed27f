// Files in formats of others: recognised by their content, converted by the command line in a worker, opened with a template,
// and written again.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { adjudicating } from "./adjudicate-support.mjs";
import { AnnotatePage, eventually } from "./pages.mjs";
import { DATA, annotating, chooseFiles, dropFiles, mark, noticeText, shown, start, startAnnotating } from "./journeys-support.mjs";

/** A line of Mu-SHROOM's data, with an emoji before what is marked: its offsets count code points. */
const SHROOM = {
  id: "en-1", lang: "EN", model_input: "When did the ferry sink?", model_output_text: "🚢 The ferry sank in 1962, in May.",
  soft_labels: [{ start: 17, end: 24, prob: 0.75 }], hard_labels: [[17, 24]],
};
const MU_SHROOM = { name: "shroom.jsonl", text: `${JSON.stringify(SHROOM)}\n` };

/** Opens files on the start page, as far as the page on which they are converted. */
async function startWith(t, files) {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, files);
  await shown(app.page, "conversion");
  return { app, page: app.page, open: app.page.getByTestId("open-converted") };
}

test("a file of another format is recognised, says what it holds, and opens with its template", async (t) => {
  const { app, page, open } = await startWith(t, [MU_SHROOM]);
  await open.waitFor();
  assert.equal(await page.getByTestId("format").inputValue(), "mu-shroom");
  const overview = await page.getByTestId("overview").innerText();
  for (const part of [/Records\s+1/, /Edits\s+1/, /hallucination/]) assert.match(overview, part);
  await assertAccessible(page);
  await open.click();
  const annotate = await annotating(page);
  assert.equal(await annotate.text("target"), SHROOM.model_output_text);
  assert.match(await annotate.edits.first().innerText(), /in 1962/);
  app.assertNoFaults();
});

test("the unit of offsets can be said, and the spans follow", async (t) => {
  const { page, open } = await startWith(t, [MU_SHROOM]);
  await open.waitFor();
  await page.getByTestId("offsets").selectOption("utf16");
  await page.getByTestId("open-converted").waitFor();
  await open.click();
  const annotate = await annotating(page);
  assert.match(await annotate.edits.first().innerText(), /“in 196”/);
});

/** The examples of formats, as researchers have them, with the numbers of records and edits. Those of pygamma hold no texts. */
const EXAMPLES = new URL("../../crates/interchange/tests/exchange/files/", import.meta.url);
const HELD = {
  factgenie: [3, 3], mqm: [2, 2], esa: [2, 2], "mu-shroom": [4, 7], propaganda: [2, 2], arxivedits: [1, 2],
  "fg-rlhf": [2, 2], falte: [2, 2], frank: [3, 5], scarecrow: [2, 2], snac: [2, 2], "web-annotation": [1, 1],
  conll: [2, 2], brat: [1, 2], "csv-spans": [3, 4], "tsv-spans": [3, 4], "csv-edits": [3, 4],
  "tsv-edits": [3, 4], jsonl: [3, 4], "label-studio": [5, 6], doccano: [4, 4], webanno: [2, 6], "uima-cas": [1, 4],
  ragtruth: [3, 3], prodigy: [3, 3],
};

/** The files of an example, without the folders that they are in. */
function exampleFiles(format) {
  const root = new URL(`${format}/`, EXAMPLES);
  const paths = readdirSync(root, { recursive: true }).map((path) => new URL(path, root));
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ name: basename(path.pathname), text: readFileSync(path, "utf8") }));
}

test("a file of each format opens with all that it holds", async (t) => {
  const app = await start(t);
  await app.open();
  for (const [format, [records, edits]] of Object.entries(HELD)) {
    await app.open("#/");
    await chooseFiles(app.page, exampleFiles(format));
    await shown(app.page, "conversion");
    // WebAnno has a file for each annotator.
    const [one, several] = [app.page.getByTestId("open-converted"), app.page.getByTestId("open-adjudication")];
    await one.or(several).first().waitFor();
    assert.equal(await app.page.getByTestId("format").inputValue(), format);
    const overviews = await app.page.getByTestId("overview").allInnerTexts();
    const counts = overviews.map((text) => /Records\s+(\d+)\s+Edits\s+(\d+)\b/.exec(text).slice(1).map(Number));
    assert.deepEqual(counts.reduce((sum, [r, e]) => [sum[0] + r, sum[1] + e]), [records, edits], format);
    assert.equal(await app.page.locator(".diagnostic--error").count(), 0, format);
    if (overviews.length > 1) {
      await several.click();
      await adjudicating(app);
      continue;
    }
    await one.click();
    const annotate = await annotating(app.page);
    assert.equal((await annotate.position()).total, records, format);
  }
  app.assertNoFaults();
});

test("three annotators' files of a format become columns, and what is decided is saved as gold", async (t) => {
  const by = (...labels) => `${JSON.stringify({ ...SHROOM, soft_labels: labels.map(([start, end]) => ({ start, end, prob: 1 })), hard_labels: labels })}\n`;
  const { app, page } = await startWith(t, [
    { name: "anna.jsonl", text: by([17, 24]) },
    { name: "ben.jsonl", text: by([17, 24], [26, 32]) },
    { name: "cem.jsonl", text: by([26, 32]) },
  ]);
  await page.getByTestId("open-adjudication").waitFor();
  assert.equal(await page.getByTestId("overview").count(), 3);
  await assertAccessible(page);
  await page.getByTestId("open-adjudication").click();
  const adjudicate = await adjudicating(app);
  await eventually(() => adjudicate.columns().count(), 4);
  assert.deepEqual(await adjudicate.columns().locator(".column__header h2").allInnerTexts(), ["Your annotations", "anna", "ben", "cem"]);
  const groups = page.getByTestId("decision");
  await eventually(() => groups.count(), 2);
  await groups.nth(0).locator('[data-testid="take"][data-annotator="2"]').click();
  await groups.nth(1).locator('[data-testid="take"][data-annotator="4"]').click();
  await eventually(() => groups.evaluateAll((all) => all.map((group) => group.dataset.state)), ["decided", "decided"]);
  const gold = await adjudicate.annotations();
  assert.deepEqual(gold[0].edits.map((edit) => edit.output_idx), [[[18, 25]], [[27, 33]]]);
  app.assertNoFaults();
});

test("a file that holds no sources is decided about with those that do, on the texts with sources", async (t) => {
  const source = "Die Fähre sank im Mai.";
  const target = "The ferry sank in May.";
  const mark = (id, input, output) => ({ category: input ? "odd" : "style", id, annotation: null, ...(input && { input_idx: [input] }), ...(output && { output_idx: [output] }) });
  const thresh = (...edits) => JSON.stringify([{ source, target, edits }]);
  const doccano = { id: 7, text: target, label: [[4, 9, "style"]] };
  const { app, page } = await startWith(t, [
    { name: "anna.jsonl", text: `${JSON.stringify(doccano)}\n` },
    { name: "ben.json", text: thresh(mark(1, null, [4, 9]), mark(2, [4, 9], null)) },
    { name: "cem.json", text: thresh(mark(1, null, [4, 9])) },
  ]);
  await page.getByTestId("open-adjudication").click();
  const adjudicate = await adjudicating(app);
  await eventually(() => adjudicate.columns().count(), 4);
  assert.deepEqual(await adjudicate.position(), { index: 1, total: 1 });
  assert.equal(await adjudicate.column(1).text("source"), source);
  const groups = page.getByTestId("decision");
  await eventually(() => groups.evaluateAll((all) => all.map((group) => group.dataset.standing)), ["only-here", "agrees"]);
  await page.getByTestId("take-unanimous").click();
  const gold = await adjudicate.annotations();
  assert.deepEqual([gold[0].source, gold[0].edits.map((edit) => edit.output_idx)], [source, [[[4, 9]]]]);
  app.assertNoFaults();
});

test("files of several formats stand in their order, and each that is given again is there already", async (t) => {
  const texts = { id: "a", source: "Die Fähre 🚢 sank.", target: "The ferry 🚢 sank." };
  const edits = [{ category: "style", id: 1, annotation: null, output_idx: [[4, 9]] }];
  const files = [
    // With the blanks of Python's module.
    { name: "anna.json", text: `[${JSON.stringify({ ...texts, edits }).replaceAll(/([:,])"/g, '$1 "')}]` },
    { name: "ben.csv", text: `category,start,end,quote,id,source,target\nstyle,4,9,ferry,a,${texts.source},${texts.target}\n` },
    { name: "cem.jsonl", text: `${JSON.stringify({ ...texts, edits: [] })}\n${JSON.stringify({ id: "b", target: "Two.", edits: [] })}\n` },
    { name: "dora.jsonl", text: `${JSON.stringify({ id: 1, text: texts.target, label: [[4, 9, "style"]] })}\n` },
  ];
  const { app, page } = await startWith(t, files);
  await page.getByTestId("open-adjudication").click();
  await adjudicating(app);
  const columns = page.locator(".column__header h2");
  const names = ["Your annotations", "anna", "ben", "cem", "dora"];
  await eventually(() => columns.allInnerTexts(), names);
  for (const file of files) {
    await chooseFiles(page, [file]);
    const open = page.getByTestId("open-converted");
    await open.or(page.getByTestId("open-adjudication")).or(page.getByText(`“${file.name}” is here already.`)).first().waitFor();
    if (await open.count()) await open.click();
    await page.getByText(new RegExp(`“${file.name.split(".")[0]}\\.json.?” is here already\\.`)).first().waitFor();
    assert.deepEqual(await columns.allInnerTexts(), names);
  }
  app.assertNoFaults();
});

test("a file of another format is recognised beside a member that is called like a text of Thresh's", async (t) => {
  const lines = {
    doccano: { id: 1, text: "The ferry sank.", label: [[4, 9, "style"]], source: "news" },
    factgenie: { output: "The ferry sank.", annotations: [{ type: 0, text: "ferry", start: 4 }], source: "news" },
    ragtruth: { id: "1", source_id: "1", response: "The ferry sank.", labels: [{ start: 4, end: 9, text: "ferry", label_type: "style" }], source: "news" },
    "mu-shroom": { ...SHROOM, target: "de" },
  };
  const { app, page } = await startWith(t, [{ name: "a.jsonl", text: `${JSON.stringify(lines.doccano)}\n` }]);
  for (const [format, line] of Object.entries(lines)) {
    await page.goto("about:blank");
    await app.open();
    await chooseFiles(page, [{ name: "a.jsonl", text: `${JSON.stringify(line)}\n` }]);
    await page.getByTestId("open-converted").waitFor();
    assert.equal(await page.getByTestId("format").inputValue(), format);
  }
  // Thresh's own without edits stays what it is.
  await page.goto("about:blank");
  await app.open();
  const own = { source: ["One.", "Two."], target: "The ferry sank.", metadata: { a: [1] }, tags: ["x"] };
  await chooseFiles(page, [{ name: "own.json", text: JSON.stringify([own]) }]);
  assert.match(await noticeText(page, "info"), /without a template/);
  app.assertNoFaults();
});

test("in a language that is written from the right, names of formats begin where they can be read", async (t) => {
  const app = await start(t, { context: { locale: "ar" } });
  await app.open();
  await chooseFiles(app.page, [MU_SHROOM]);
  const format = app.page.getByTestId("format");
  await format.waitFor();
  const directions = await format.evaluate((field) => [field, field.selectedOptions[0]].map((element) => getComputedStyle(element).direction));
  assert.deepEqual(directions, ["rtl", "ltr"]);
});

/** The columns of an adjudication that is begun on the page of the conversion. */
async function adjudicateConverted(app) {
  await app.page.getByTestId("open-adjudication").click();
  await adjudicating(app);
  const columns = app.page.locator(".column__header h2");
  await columns.nth(2).waitFor();
  return columns.allInnerTexts();
}

/** Drops a folder of the disk on the page, as a person does. */
async function dropFolder(page, folder) {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await client.send("Input.dispatchDragEvent", { type, x: 200, y: 200, data });
  }
}

/** Writes files below a new folder, and returns it. */
function folderOf(t, files) {
  const root = mkdtempSync(join(tmpdir(), "spanwise-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("a dropped folder opens with the paths of its files: documents and annotators are those of its folders", async (t) => {
  const app = await start(t);
  await app.open();
  const files = { ".hidden": "x" };
  // More than a browser hands out at once.
  for (let n = 0; n < 110; n++) {
    files[`export/annotation/doc${n}.txt/anna.tsv`] = webanno("style");
    files[`export/annotation/doc${n}.txt/ben.tsv`] = webanno("grammar");
  }
  await dropFolder(app.page, join(folderOf(t, files), "export"));
  await shown(app.page, "conversion");
  const decide = app.page.getByTestId("open-adjudication");
  await decide.waitFor();
  assert.equal(await app.page.getByTestId("format").inputValue(), "webanno");
  assert.match(await app.page.getByTestId("overview").innerText(), /Records\s+220\s[^]*anna 110\s+ben 110/);
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben"]);
  app.assertNoFaults();
});

test("an empty folder is refused by name, and one with files of brat opens", async (t) => {
  const app = await start(t);
  await app.open();
  const root = folderOf(t, { "empty/.hidden": "x", "work/a.txt": "one two", "work/a.ann": "T1\tA 0 3\tone\n" });
  await dropFolder(app.page, join(root, "empty"));
  assert.match(await noticeText(app.page, "error"), /empty/);
  await dropFolder(app.page, join(root, "work"));
  await shown(app.page, "conversion");
  await app.page.getByTestId("open-converted").waitFor();
  assert.equal(await app.page.getByTestId("format").inputValue(), "brat");
  app.assertNoFaults();
});

/** A document of WebAnno with the category of the second word. */
const webanno = (value) => `#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Error|value


#Text=The ferry sank.
1-1\t0-3\tThe\t_\t
1-2\t4-9\tferry\t${value}\t
1-3\t10-14\tsank\t_\t
1-4\t14-15\t.\t_\t
`;

test("files of one text each, which name nobody, are those of several annotators", async (t) => {
  const { app, page } = await startWith(t, [
    { name: "anna.tsv", text: webanno("style") }, { name: "ben.tsv", text: webanno("grammar") },
  ]);
  await page.getByTestId("open-adjudication").waitFor();
  assert.equal(await page.getByTestId("overview").count(), 2);
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben"]);
  app.assertNoFaults();
});

test("a file of a folder that its format does not read is named, with what to do", async (t) => {
  const documents = ["The ferry sank.", "It was in May."];
  const doccano = documents.map((text, n) => ({ name: `export/${n}.jsonl`, text: JSON.stringify({ id: n, text, label: [[0, 2, "number"]] }) }));
  const { app, page, open } = await startWith(t, [...doccano, { name: "export/notes.md", text: "# What we agreed on\n" }]);
  await open.waitFor();
  assert.equal(await page.getByTestId("format").inputValue(), "doccano");
  assert.match(await page.getByTestId("problems").innerText(), /export\/notes\.md\s+The file is not read\.[^]*doccano's files end in \.jsonl or \.json\./);
  app.assertNoFaults();
});

test("files that are opened one after the other stay together, and their template may come last", async (t) => {
  const by = (label) => `${JSON.stringify({ ...SHROOM, soft_labels: [{ start: label, end: 24, prob: 1 }] })}\n`;
  const { app, page, open } = await startWith(t, [{ name: "anna.jsonl", text: by(17) }]);
  await open.waitFor();
  const ben = { name: "ben.jsonl", text: by(20) };
  // Nobody waits until the files before are recognised.
  for (const files of [[ben], [ben], [{ name: "own.yml", text: OWN_TEMPLATE }]]) await dropFiles(page, files);
  await eventually(() => page.getByTestId("template-choice").locator("option").first().innerText(), "Our own");
  assert.equal(await page.getByTestId("overview").count(), 2);
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben"]);
  await page.getByRole("heading", { name: "Our own" }).or(page.getByRole("link", { name: "Our own" })).first().waitFor();
});

const OWN_TEMPLATE = "template_name: own\ntemplate_label: Our own\nedits:\n  - name: hallucination\n    enable_output: true\n";

test("annotators' files without their template, in Thresh's format, offer one made from their categories", async (t) => {
  const app = await start(t);
  await app.open();
  const edit = (category, start) => ({ category, id: 1, output_idx: [[start, 9]] });
  const file = (name, edits) => ({ name, text: JSON.stringify([{ source: "a", target: "The ferry sank.", edits }]) });
  await chooseFiles(app.page, [
    file("anna.json", [edit("style", 4)]), file("ben.json", [edit("style", 0)]), file("cem.json", [edit("grammar", 4)]),
  ]);
  await app.page.getByTestId("make-template").click();
  await shown(app.page, "conversion");
  await app.page.getByTestId("open-adjudication").waitFor();
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben", "cem"]);
  await eventually(() => app.page.getByTestId("decision").count(), 1);
  app.assertNoFaults();
});

/** A line of factgenie with quotes that are spelled otherwise, at several places, and nowhere. */
const QUOTED = {
  dataset: "d", example_idx: 1, output: "One “two” two Three", metadata: { annotator_id: "ann" },
  annotations: [{ type: 0, text: '"two"', start: 4 }, { type: 1, text: "two" }, { type: 1, text: "three", start: 0 }, { type: 0, text: "four" }],
};

test("spans that are not just where the file says are accepted, placed or left out before the data opens", async (t) => {
  const { app, page, open } = await startWith(t, [{ name: "quoted.jsonl", text: `${JSON.stringify(QUOTED)}\n` }]);
  await open.waitFor();
  const spans = page.getByTestId("match");
  assert.deepEqual(await spans.evaluateAll((all) => all.map((span) => span.dataset.tier)), ["folded", "exact", "case_folded", "missing"]);
  await spans.nth(0).getByTestId("accept").click();
  await spans.nth(1).getByTestId("places").selectOption({ index: 1 });
  await spans.nth(2).getByTestId("drop").click();
  const last = spans.nth(3);
  const decided = (n) => eventually(() => page.getByTestId("decided").innerText(), `Decided: ${n}`);
  // With the keys.
  await last.getByTestId("place-by-hand").click();
  const field = last.getByTestId("place-field");
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  await assertAccessible(page);
  await page.keyboard.press("x");
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await decided(4);
  // The focus goes back to where it came from, and the field is not opened again.
  const isBack = () => last.getByTestId("place-by-hand").evaluate((button) => button === document.activeElement);
  await eventually(isBack, true);
  assert.equal(await field.count(), 0);
  await page.keyboard.press("Enter");
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  await page.keyboard.press("Escape");
  await eventually(isBack, true);
  assert.equal(await field.count(), 0);
  assert.match(await last.getByTestId("placed").innerText(), /“One”/);
  await page.getByTestId("undo-decision").click();
  await decided(3);
  // With the mouse.
  await last.getByTestId("place-by-hand").click();
  await field.dblclick({ position: { x: 20, y: 16 } });
  await last.getByTestId("place-here").click();
  await decided(4);
  // What is decided is not lost with the page without being asked.
  const asked = page.waitForEvent("dialog");
  const reload = page.reload().catch(() => {});
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await reload;
  // As docs/command-line.md says.
  const saved = await app.download(() => page.getByTestId("save-decisions").click());
  assert.equal(saved.name, "quoted.decisions.json");
  assert.equal(saved.text, `{"decisions": [
  {"number": 0, "quote": "\\"two\\"", "decision": "accept"},
  {"number": 1, "quote": "two", "decision": "place", "place": [10, 13]},
  {"number": 2, "quote": "three", "decision": "drop"},
  {"number": 3, "quote": "four", "decision": "place", "place": [0, 3]}
]}
`);

  await open.click();
  await annotating(page);
  const edits = (await new AnnotatePage(page, app).annotations())[0].edits;
  assert.deepEqual(edits.map((edit) => edit.output_idx), [[[4, 9]], [[10, 13]], [[0, 3]]]);
  app.assertNoFaults();
});

test("all spans that are in one place only are accepted at once with the keys, and undone at once", async (t) => {
  const { page, open } = await startWith(t, [{ name: "quoted.jsonl", text: `${JSON.stringify(QUOTED)}\n` }]);
  await open.waitFor();
  const states = (expected) => eventually(() => page.getByTestId("match").evaluateAll((all) => all.map((span) => span.dataset.state)), expected);
  await page.getByTestId("match").nth(2).getByTestId("drop").click();
  const all = page.getByTestId("accept-all");
  await all.focus();
  await page.keyboard.press("Enter");
  // What is at several places, not found, or decided already stays.
  await states(["placed", "open", "dropped", "open"]);
  assert.equal(await all.isDisabled(), true);
  await page.getByTestId("undo-decision").click();
  await states(["open", "open", "dropped", "open"]);
  assert.equal(await all.isDisabled(), false);
});

/** A line of factgenie, whose offsets count code points: a quote is where they say only if they are read as such. */
const LATE = {
  dataset: "d", example_idx: 1, output: "😀 One “two” two Three, late and late", metadata: { annotator_id: "ann" },
  annotations: [{ type: 0, text: '"two"', start: 6 }, { type: 1, text: "late", start: 23 }, { type: 0, text: "four" }],
};

test("what was decided about spans stays when the unit of offsets is chosen anew, and what does not is told", async (t) => {
  const { app, page, open } = await startWith(t, [{ name: "late.jsonl", text: `${JSON.stringify(LATE)}\n` }]);
  await open.waitFor();
  const spans = page.getByTestId("match");
  const read = async (unit, states) => {
    await page.getByTestId("offsets").selectOption(unit);
    const found = () => spans.evaluateAll((all) => all.map((span) => span.dataset.state));
    await eventually(found, states);
  };
  await read("utf16", ["open", "open", "open"]);
  await spans.nth(0).getByTestId("accept").click();
  await spans.nth(1).getByTestId("accept").click();
  await spans.nth(2).getByTestId("drop").click();
  await read("bytes", ["placed", "placed", "dropped"]);
  assert.equal(await page.getByTestId("notice").count(), 0);
  // The second one is no longer listed: it is just where its offsets say.
  await read("code-points", ["placed", "dropped"]);
  assert.match(await noticeText(page, "warning"), /no longer apply.*: 1/);
  assert.equal(await page.getByTestId("decided").innerText(), "Decided: 2");
  await open.click();
  await annotating(page);
  const edits = (await new AnnotatePage(page, app).annotations())[0].edits;
  assert.deepEqual(edits.map((edit) => edit.output_idx), [[[7, 12]], [[24, 28]]]);
  app.assertNoFaults();
});

test("what was decided about spans stays when further files join, and when the same files are chosen again", async (t) => {
  const late = { name: "late.jsonl", text: `${JSON.stringify(LATE)}\n` };
  const { app, page, open } = await startWith(t, [late]);
  await open.waitFor();
  const states = (expected) => eventually(() => page.getByTestId("match").evaluateAll((all) => all.map((span) => span.dataset.state)), expected);
  await page.getByTestId("offsets").selectOption("utf16");
  await states(["open", "open", "open"]);
  await page.getByTestId("match").nth(0).getByTestId("accept").click();
  await page.getByTestId("match").nth(2).getByTestId("drop").click();
  await states(["placed", "open", "dropped"]);
  await dropFiles(page, [MU_SHROOM]);
  await eventually(() => page.getByTestId("overview").count(), 2);
  await states(["placed", "open", "dropped"]);
  assert.equal(await page.getByTestId("offsets").first().inputValue(), "utf16");
  await page.getByTestId("open-adjudication").click();
  await shown(page, "adjudicate");
  await page.evaluate(() => (location.hash = "#/"));
  await shown(page, "hub");
  await chooseFiles(page, [late, MU_SHROOM]);
  await states(["placed", "open", "dropped"]);
  assert.equal(await page.getByTestId("notice").count(), 0);
  app.assertNoFaults();
});

test("while several formats fit, one is chosen, or the files are opened as plain data", async (t) => {
  const { page, app } = await startWith(t, [
    { name: "article1.txt", text: "one" }, { name: "a.ann", text: "T1\tA 0 3\tone\n" }, { name: "a.txt", text: "one" },
  ]);
  await page.getByTestId("as-fields").waitFor();
  assert.match(await page.getByTestId("format").innerText(), /fits several/);
  assert.equal(await page.getByTestId("open-converted").count(), 0);
  await page.getByTestId("format").selectOption("brat");
  await page.getByTestId("open-converted").waitFor();
  assert.match(await page.getByTestId("overview").innerText(), /Edits\s+1/);
  app.assertNoFaults();
});

test("offsets that count code points are noticed although nothing says so, and read as such on request", async (t) => {
  const response = "[[0, 'A1', ['x'], 1.5, [['Off-prompt', 'x', 1, 8, 10, []], ['Grammar', 'y', 1, 11, 14, []]]]]";
  const table = `id,gid,prompt,generation,model,p,temperature,frequency_penalty,responses
1,1-a,It was,"😀 late, it was late.",gpt3,0.96,1.0,0.0,"${response}"
`;
  const { page, open } = await startWith(t, [{ name: "by-python.csv", text: table }]);
  await page.getByTestId("problems").waitFor();
  assert.match(await page.getByTestId("problems").innerText(), /count code points/);
  await page.getByTestId("offsets").selectOption("code-points");
  await page.getByTestId("problems").waitFor({ state: "detached" });
  await open.click();
  const annotate = await annotating(page);
  assert.match(await annotate.edits.first().innerText(), /“it”/);
});

/** Two annotators' files in different formats, each of which is read alone. */
const ANNA = { name: "anna.jsonl", text: `${JSON.stringify(SHROOM)}\n` };
const BEN = { name: "ben.jsonl", text: `${JSON.stringify({ id: 1, text: SHROOM.model_output_text, label: [[17, 24, "number"]] })}\n` };

test("a file that cannot be read is named with the place and the remedy, and the others open without it", async (t) => {
  const broken = { name: "broken.json", text: '[{"source": "a", "target": "b", "edits": [}]' };
  const { app, page } = await startWith(t, [ANNA, broken, BEN]);
  const faulty = page.getByTestId("faulty-file");
  await faulty.waitFor();
  assert.match(await faulty.innerText(), /broken\.json[^]*line 1, column 43[^]*Found “}”[^]*closing bracket that is missing before it/);
  assert.equal(await page.getByTestId("open-adjudication").count(), 0, "nothing opens while a file is neither read nor left out");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Leave out broken.json" }).click();
  await page.getByTestId("open-adjudication").waitFor();
  assert.equal(await page.getByTestId("faulty-file").count(), 0);
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben"]);
  app.assertNoFaults();
});

test("the errors of a file that is read in part stand first, with the number of its records", async (t) => {
  const cut = { name: "cut.jsonl", text: `${BEN.text}{"id": 2, "text": "The f` };
  const { page } = await startWith(t, [ANNA, cut]);
  const decide = page.getByTestId("open-adjudication");
  await decide.waitFor();
  const faulty = page.getByTestId("faulty-file");
  assert.match(await faulty.innerText(), /cut\.jsonl[^]*line 2, column 25[^]*never ends/);
  assert.equal(await faulty.getByTestId("records-read").innerText(), "1");
  const [top, button, format] = await Promise.all([faulty, decide, page.getByTestId("format")].map((one) => one.first().boundingBox()));
  assert.ok(top.y < format.y && top.y < button.y);
  assert.equal(await page.getByText("never ends").count(), 1, "it is said once");
  await page.getByTestId("leave-out").click();
  await faulty.waitFor({ state: "detached" });
  await eventually(() => page.getByTestId("overview").count(), 1);
});

test("the page that decides begins at its top, however far the one before it was scrolled", async (t) => {
  const { app, page } = await startWith(t, [ANNA, BEN]);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByTestId("open-adjudication").scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate(() => scrollY > 100));
  await page.getByTestId("open-adjudication").click();
  await adjudicating(app);
  await page.getByTestId("decision").first().waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
});

test("one file that is not recognised among others is named alone, and left out", async (t) => {
  const junk = { name: "junk.csv", text: "Name;Datum\nfoo;1.2.\n" };
  const { app, page } = await startWith(t, [ANNA, junk, BEN]);
  const faulty = page.getByTestId("faulty-file");
  await faulty.waitFor();
  assert.equal(await faulty.count(), 1);
  assert.match(await faulty.innerText(), /^junk\.csv\s+Choose the format/);
  await page.getByRole("button", { name: "Leave out junk.csv" }).click();
  await page.getByTestId("open-adjudication").waitFor();
  assert.deepEqual(await adjudicateConverted(app), ["Your annotations", "anna", "ben"]);
  app.assertNoFaults();
});

test("what was decided about spans stays when another file is left out, also one of the same name", async (t) => {
  const late = { name: "same.jsonl", text: `${JSON.stringify(LATE)}\n` };
  const broken = { name: "same.jsonl", text: `${BEN.text}{"id": 2, "text": "The f` };
  const { page } = await startWith(t, [broken, late]);
  const states = (expected) => eventually(() => page.getByTestId("match").evaluateAll((all) => all.map((span) => span.dataset.state)), expected);
  await page.getByTestId("offsets").last().selectOption("utf16");
  await states(["open", "open", "open"]);
  await page.getByTestId("match").nth(2).getByTestId("drop").click();
  await states(["open", "open", "dropped"]);
  await page.getByTestId("leave-out").click();
  await page.getByTestId("faulty-file").waitFor({ state: "detached" });
  await states(["open", "open", "dropped"]);
});

/** Presses a button as soon as it is there, so that it is in time on any machine. */
function pressOnceThere(page, selector) {
  return page.evaluate((selector) => {
    const press = new MutationObserver(() => {
      const button = document.querySelector(selector);
      if (button) {
        press.disconnect();
        button.click();
        document.body.dataset.pressed = "true";
      }
    });
    delete document.body.dataset.pressed;
    press.observe(document.body, { childList: true, subtree: true });
  }, selector);
}

/** Returns `true` once that button was pressed. */
const wasPressed = (page) => page.evaluate(() => document.body.dataset.pressed === "true");

test("that reading was cancelled is said, and the files are read again", async (t) => {
  const { page, open } = await startWith(t, [MU_SHROOM]);
  await open.waitFor();
  await pressOnceThere(page, ".conversion-page__progress button");
  await page.getByTestId("offsets").selectOption("code-points");
  const cancelled = page.getByTestId("reading-cancelled");
  await cancelled.waitFor();
  assert.match(await cancelled.innerText(), /Reading the files was cancelled/);
  assert.equal(await open.count(), 0);
  await page.getByTestId("read-again").click();
  await open.waitFor();
  assert.equal(await cancelled.count(), 0);
});

test("recognising a large file says so, and can be cancelled: the open work stays", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await pressOnceThere(app.page, '[data-testid="notice"] button');
  await chooseFiles(app.page, [{ name: "shroom.jsonl", text: MU_SHROOM.text.repeat(60_000) }]);
  await eventually(() => wasPressed(app.page), true);
  await app.page.getByTestId("notice").waitFor({ state: "detached" });
  assert.equal(await annotate.text("source"), DATA[0].source);
  // The next file is opened as ever, and no notice stays.
  await chooseFiles(app.page, [MU_SHROOM]);
  await shown(app.page, "conversion");
  assert.equal(await app.page.getByTestId("notice").count(), 0);
  app.assertNoFaults();
});

test("while many files are recognised, what is done of it is shown", async (t) => {
  const { app } = await startAnnotating(t);
  await app.page.evaluate(() => {
    const shares = new Set();
    const look = () => {
      const bar = document.querySelector('[data-testid="notice"] progress');
      if (bar) shares.add(bar.position);
      requestAnimationFrame(look);
    };
    look();
    globalThis.shares = shares;
  });
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `shroom${n}.jsonl`, text: MU_SHROOM.text.repeat(3000 + n) }));
  await chooseFiles(app.page, files);
  await shown(app.page, "conversion");
  const shares = await app.page.evaluate(() => [...globalThis.shares]);
  assert.ok(new Set(shares).size > 4, `${shares}`);
  assert.deepEqual(shares, shares.toSorted((a, b) => a - b), "it only grows");
  assert.ok(shares.every((share) => share >= 0 && share <= 1), `${shares}`);
  app.assertNoFaults();
});

test("Back leads from the files to the open work", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  const work = app.page.url();
  await chooseFiles(app.page, [MU_SHROOM]);
  await shown(app.page, "conversion");
  await app.page.goBack();
  await annotating(app.page);
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.equal(app.page.url(), work);
  app.assertNoFaults();
});

test("a file in which a chosen format finds nothing is told with the choice of the page", async (t) => {
  const { page, open } = await startWith(t, [MU_SHROOM]);
  await open.waitFor();
  await page.getByTestId("format").selectOption("frank");
  const faulty = page.getByTestId("faulty-file");
  await faulty.waitFor();
  assert.match(await faulty.innerText(), /no record of the format frank[^]*See whether another choice under “Format” fits/);
  assert.doesNotMatch(await faulty.innerText(), /--from/);
});

test("code points are noticed in Thresh's own JSON opened with its template, and read as such on request", async (t) => {
  const of = (output_idx, target = "🚢 The ferry sank in 1962.") => JSON.stringify([{ source: "s", target, edits: [{ category: "hallucination", id: 1, annotation: null, output_idx }] }]);
  const app = await start(t);
  await app.open();
  const template = { name: "own.yml", text: OWN_TEMPLATE };
  await chooseFiles(app.page, [template, { name: "by-python.json", text: of([[20, 24]]) }]);
  await shown(app.page, "conversion");
  const open = app.page.getByTestId("open-converted");
  await open.waitFor();
  assert.match(await app.page.getByTestId("problems").innerText(), /count code points/);
  await app.page.getByTestId("offsets").selectOption("code-points");
  await app.page.getByTestId("problems").waitFor({ state: "detached" });
  await open.click();
  const annotate = await annotating(app.page);
  assert.match(await annotate.edits.first().innerText(), /“1962”/);
  // What counts as Thresh does opens at once.
  await app.open("#/");
  await chooseFiles(app.page, [template, { name: "by-thresh.json", text: of([[21, 25]]) }]);
  assert.match(await (await annotating(app.page)).edits.first().innerText(), /“1962”/);
  app.assertNoFaults();
});

test("what is not recognised is opened as before, or refused, and the page stays", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await chooseFiles(app.page, [{ name: "notes.txt", text: "Dear annotators, please mark every error." }]);
  assert.match(await noticeText(app.page, "error"), /notes\.txt/);
  assert.equal(await annotate.text("source"), DATA[0].source);
});

/** The dialog in which an open work is saved in another format, and its choice of formats. */
async function openSaveAs(app) {
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByTestId("save-as").click();
  const dialog = app.page.getByTestId("save-as-dialog");
  const format = dialog.getByTestId("save-as-format");
  await format.waitFor();
  return { dialog, format };
}

test("a work is saved in another format, with what is lost named first", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const { dialog, format } = await openSaveAs(app);
  await format.selectOption({ label: await optionNamed(format, "conll") });
  await dialog.getByTestId("losses").waitFor();
  await format.selectOption({ label: await optionNamed(format, "jsonl") });
  await dialog.getByTestId("no-loss").waitFor();
  const file = await app.download(() => dialog.getByTestId("save-file").click());
  assert.equal(file.name, "annotations.jsonl");
  assert.match(file.text, /"quote":"built"/);
  // A single file of a format that may have folders, too.
  await format.selectOption({ label: await optionNamed(format, "doccano") });
  await dialog.getByTestId("losses").waitFor();
  const single = await app.download(() => dialog.getByTestId("save-file").click());
  assert.equal(single.name, "annotations.jsonl");
});

test("writing a work in another format can be cancelled, and the format chosen again", async (t) => {
  const { app } = await startAnnotating(t);
  const { dialog, format } = await openSaveAs(app);
  await pressOnceThere(app.page, ".save-as .conversion-page__progress button");
  await format.selectOption({ label: await optionNamed(format, "jsonl") });
  await eventually(() => wasPressed(app.page), true);
  await eventually(() => format.inputValue(), "");
  assert.equal(await dialog.getByTestId("save-file").isDisabled(), true);
  await format.selectOption({ label: await optionNamed(format, "jsonl") });
  await eventually(() => dialog.getByTestId("save-file").isDisabled(), false);
  app.assertNoFaults();
});

test("a table is saved with semicolons for spreadsheets that expect them, and opens as it is", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  const { dialog, format } = await openSaveAs(app);
  const separator = dialog.getByTestId("save-as-separator");
  await format.selectOption({ label: await optionNamed(format, "jsonl") });
  await dialog.getByTestId("no-loss").waitFor();
  assert.equal(await separator.count(), 0);
  await format.selectOption({ label: await optionNamed(format, "csv-spans") });
  await dialog.getByTestId("no-loss").waitFor();
  await separator.selectOption(";");
  await eventually(() => dialog.getByTestId("save-file").isDisabled(), false);
  const file = await app.download(() => dialog.getByTestId("save-file").click());
  assert.equal(file.name, "annotations.csv");
  assert.match(file.text, /^\ufeff?record;id;annotator;/);
  await app.page.keyboard.press("Escape");
  await chooseFiles(app.page, [{ name: "saved.csv", text: file.text }]);
  await shown(app.page, "conversion");
  await eventually(() => app.page.getByTestId("format").inputValue(), "csv-spans");
});

/** The label of the option that begins with a name. */
async function optionNamed(select, name) {
  let label;
  await eventually(async () => {
    const labels = await select.locator("option").allInnerTexts();
    label = labels.find((text) => text.startsWith(`${name} `));
    return label !== undefined;
  }, true);
  return label;
}
