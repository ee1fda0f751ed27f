// Data without texts that a template knows is not opened as blank work: the page asks for the fields of the texts.
// Files that are neither a template nor data are reported with their kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { eventually } from "./pages.mjs";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, answer, bundle, chooseFiles, download, dropFiles, forgetAll, mark, noticeText, shown, start,
  stored,
} from "./journeys-support.mjs";

const YAML = { name: "press.yml", text: TEMPLATE };
const TEMPLATE_FILE = `${ELSEWHERE}/press.yml`;
const ITEMS = [
  { uid: "a-1", text_a: "The ferry sank in 1962.", text_b: "The ferry sank.", lang: "en", meta: { page: 3 } },
  { uid: "a-2", text_a: "It rained for three days, and then it snowed.", text_b: "It rained a lot.", lang: "en", meta: { page: 4 } },
];
const UNKNOWN = { name: "pairs.json", text: JSON.stringify(ITEMS) };
const CSV = 'uid,text_a,text_b\r\n1,"The ferry, which ""sank""\r\nin 1962.",The ferry sank.\r\n2,It rained.,Rain.\r\n';

/** The page on which fields are chosen. */
const mapping = (page) => ({
  root: page.getByTestId("map-columns"),
  select: (text) => page.locator(`[data-testid="map"][data-text="${text}"] select`),
  preview: page.getByTestId("map-preview"),
  open: page.getByTestId("map-open"),
  async chosen() {
    return Object.fromEntries(
      await page.locator('[data-testid="map"]').evaluateAll((maps) =>
        maps.map((map) => [map.dataset.text, map.querySelector("select").value]),
      ),
    );
  },
});

async function startWith(t, files, options) {
  const app = await start(t, options);
  await app.open();
  await chooseFiles(app.page, files);
  return { app, map: mapping(app.page) };
}

/** Opens the data with the chosen fields, and gives the annotate page. */
async function openMapped(app, map) {
  await map.open.click();
  return annotating(app.page);
}

test("data with no known texts stops, says what it has, and opens with the fields that are chosen", async (t) => {
  const { app, map } = await startWith(t, [YAML, UNKNOWN]);
  await map.root.waitFor();
  await app.waitReady();
  assert.equal(await app.page.locator('[data-page="annotate"]').count(), 0);
  const said = await map.root.innerText();
  for (const part of [/pairs\.json/, /Items: 2/, /Press reports/, /source/, /target/, /text_a/, /The ferry sank in 1962/, /meta\.page/]) assert.match(said, part);
  assert.deepEqual(await map.chosen(), { source: "text_a", target: "text_b", context: "", id: "uid" });
  assert.match(await map.preview.innerText(), /The ferry sank in 1962[^]*The ferry sank\.[^]*It rained for three days/);
  await assertAccessible(app.page);
  await map.select("context").selectOption("lang");
  assert.match(await map.preview.innerText(), /en/);
  await map.select("context").selectOption("meta.page");
  await map.select("target").selectOption("");
  await map.select("source").selectOption("");
  assert.equal(await map.open.isDisabled(), true, "without a text there is nothing to open");
  await map.select("source").selectOption("text_a");
  await map.select("target").selectOption("text_b");
  const annotate = await openMapped(app, map);
  assert.deepEqual(await annotate.position(), { index: 1, total: 2 });
  assert.equal(await annotate.text("source"), ITEMS[0].text_a);
  assert.equal(await annotate.text("target"), ITEMS[0].text_b);
  await eventually(async () => (await annotate.pane("context").innerText()).trim(), "3");
});

test("what was annotated in mapped data comes back, and the download has all of each item", async (t) => {
  const { app, map } = await startWith(t, [YAML, UNKNOWN]);
  let annotate = await openMapped(app, map);
  await mark(annotate, "deletion", "source", "in 1962");
  await annotate.waitSaved();
  await app.page.reload();
  annotate = await annotating(app.page);
  assert.equal(await annotate.editsOf("deletion").count(), 1);
  const { json } = await download(app);
  assert.equal(json.length, 2);
  const { edits, _spanwise, ...item } = json[0];
  assert.deepEqual(item, { ...ITEMS[0], source: ITEMS[0].text_a, target: ITEMS[0].text_b, id: "a-1" });
  assert.equal(edits.length, 1);
  assert.deepEqual(Object.keys(_spanwise), ["typology", "origin"]);
  assert.deepEqual(json[1].meta, { page: 4 });
});

test("the choice is remembered for the template, used with a word about it, and can be changed", async (t) => {
  const { app, map } = await startWith(t, [YAML, UNKNOWN]);
  await map.select("target").selectOption("");
  let annotate = await openMapped(app, map);
  await mark(annotate, "deletion", "source", "in 1962");
  await annotate.waitSaved();
  await app.open("");
  await chooseFiles(app.page, [YAML, UNKNOWN]);
  annotate = await annotating(app.page);
  assert.equal(await annotate.editsOf("deletion").count(), 1, "the same file with the same choice is the same work");
  const notice = app.page.getByTestId("notice").filter({ hasText: "pairs.json" });
  assert.match(await notice.innerText(), /source ← text_a/);
  await notice.getByRole("button", { name: "Choose others" }).click();
  await map.root.waitFor();
  assert.equal((await map.chosen()).target, "");
  await map.select("target").selectOption("text_b");
  annotate = await openMapped(app, map);
  assert.equal(await annotate.text("target"), ITEMS[0].text_b);
  assert.equal(await annotate.edits.count(), 0, "other texts are another work");
  // Data with other fields is asked about.
  await chooseFiles(app.page, [{ name: "other.jsonl", text: '{"eins": "Ein Satz hier."}\n{"eins": "Noch ein Satz."}\n' }]);
  await map.root.waitFor();
  assert.deepEqual(await map.chosen(), { source: "", target: "eins", context: "", id: "" });
});

/** Files with the same items in other forms: their name, their text, and the first source. */
const FORMS = {
  CSV: ["pairs.csv", CSV, 'The ferry, which "sank"\r\nin 1962.'],
  "CSV with a byte order mark and semicolons": ["pairs.csv", `\uFEFFuid;text_a;text_b\r\n1;A, b;B\r\n2;C;D\r\n`, "A, b"],
  TSV: ["pairs.tsv", 'uid\ttext_a\ttext_b\n1\t"A\tb"\tB\n2\tC\tD\n', "A\tb"],
  "TSV under another name": ["pairs.txt", "uid\ttext_a\ttext_b\n1\tA, b\tB\n2\tC\tD\n", "A, b"],
  "JSON Lines": ["pairs.jsonl", ITEMS.map((item) => JSON.stringify(item)).join("\n"), ITEMS[0].text_a],
  "one line of JSON": ["pairs.jsonl", `${JSON.stringify(ITEMS[0])}\n`, ITEMS[0].text_a],
};

for (const [form, [name, text, source]] of Object.entries(FORMS)) {
  test(`${form} of unknown fields is asked about and opened`, async (t) => {
    const { app, map } = await startWith(t, [YAML, { name, text }]);
    await map.root.waitFor();
    assert.deepEqual(await map.chosen(), { source: "text_a", target: "text_b", context: "", id: "uid" });
    const annotate = await openMapped(app, map);
    assert.equal((await annotate.text("source")).replace("\n", "\r\n").replace("\r\r", "\r"), source);
  });
}

test("a table whose first line names source and target opens at once, rows of another length are said with their line", async (t) => {
  const text = "source,target,id,note\r\nA ferry sank.,It sank.,x1,first\r\nShort,row\r\nLong,row,x3,n,more\r\n";
  const { app } = await startWith(t, [YAML, { name: "data.csv", text }]);
  const annotate = await annotating(app.page);
  assert.deepEqual(await annotate.position(), { index: 1, total: 3 });
  assert.equal(await annotate.text("source"), "A ferry sank.");
  const notice = await noticeText(app.page, "warning");
  for (const part of [/2 problems in the data/, /data\.csv/, /line 3/]) assert.match(notice, part);
  const { json } = await download(app);
  assert.deepEqual(json, [
    { source: "A ferry sank.", target: "It sank.", id: "x1", note: "first" },
    { source: "Short", target: "row" },
    { source: "Long", target: "row", id: "x3", note: "n", "column 5": "more" },
  ]);
  await app.page.reload();
  assert.equal(await (await annotating(app.page)).text("source"), "A ferry sank.");
});

test("a table behind a link is asked about, and its link opens it on another device", async (t) => {
  const data = `${ELSEWHERE}/pairs.csv`;
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer(TEMPLATE), [data]: answer(CSV) } });
  await app.open(`?i=${TEMPLATE_FILE}&d=${data}`);
  const map = mapping(app.page);
  await map.root.waitFor();
  await openMapped(app, map);
  const link = app.page.url();
  await app.page.reload();
  await annotating(app.page);
  await app.page.evaluate(forgetAll);
  await app.page.goto("about:blank");
  await app.open(link);
  await map.root.waitFor();
});

test("dropped data is asked about, on the start page before its template, too", async (t) => {
  const app = await start(t);
  await app.open();
  await dropFiles(app.page, [{ name: "pairs.csv", text: CSV }]);
  await app.page.getByText("holds data without a template").waitFor();
  await dropFiles(app.page, [YAML]);
  await mapping(app.page).root.waitFor();
});

test("items without a text among others are no reason to ask", async (t) => {
  const { app } = await startWith(t, [YAML, { name: "some.json", text: JSON.stringify([{ id: 1 }, { id: 2 }, DATA[0]]) }]);
  const annotate = await annotating(app.page);
  assert.deepEqual(await annotate.position(), { index: 1, total: 3 });
});

test("a bundle of unknown fields is asked about", async (t) => {
  const { app, map } = await startWith(t, [{ name: "bundle.json", text: bundle(TEMPLATE, ITEMS) }]);
  await map.root.waitFor();
  const annotate = await openMapped(app, map);
  assert.deepEqual(await annotate.position(), { index: 1, total: 2 });
});

test("several annotators' data of unknown fields is asked about once", async (t) => {
  const template = TEMPLATE.replace("edits:", "adjudication: 2\nhighlight_first_interface: true\nedits:");
  const files = ["ann", "ben"].map((name) => ({ name: `${name}.json`, text: JSON.stringify(ITEMS.map((item) => ({ ...item, by: name }))) }));
  const { app, map } = await startWith(t, [{ name: "two.yml", text: template }, ...files]);
  await map.root.waitFor();
  assert.match(await map.root.innerText(), /ann\.json/);
  await map.open.click();
  await app.page.getByTestId("annotator").nth(1).waitFor();
  assert.match(await app.page.getByTestId("pane-source").first().innerText(), /The ferry sank in 1962/);
});

test("who annotates for others is told whom to ask, not asked", async (t) => {
  const data = `${ELSEWHERE}/pairs.json`;
  const app = await start(t, { answers: { [TEMPLATE_FILE]: answer(TEMPLATE), [data]: answer(UNKNOWN.text) } });
  await app.open(`?i=${TEMPLATE_FILE}&d=${data}&annotator=ann`);
  await shown(app.page, "failure");
  const text = await noticeText(app.page, "error");
  for (const part of [/pairs\.json/, /None of the items has a text/, /text_a/, /Whoever made this/]) assert.match(text, part);
});

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Files of other kinds: their bytes, and the texts that the message must hold. */
const FOREIGN = {
  "paper.pdf": [bytes("%PDF-1.7\n%\xb5\xb5"), [/PDF/, /JSON Lines, CSV, TSV/]],
  "renamed.json": [bytes("%PDF-1.4\n1 0 obj"), [/PDF/]],
  "table.xlsx": [bytes("PK\x03\x04", [20, 0, 6, 0], "xl/workbook.xml"), [/Excel/, /CSV/]],
  "old.xls": [bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), [/Excel/, /CSV/]],
  "data.json.gz": [bytes([0x1f, 0x8b, 8, 0, 0]), [/gzip/, /[Uu]npack/]],
  "map.png": [bytes([0x89], "PNG\r\n", [0x1a, 10]), [/picture/]],
  "photo.jpg": [bytes([0xff, 0xd8, 0xff, 0xe0, 0]), [/picture/]],
  "program.json": [bytes([0x7f], "ELF", [2, 0, 0]), [/no text/]],
  "empty.json": [bytes(""), [/empty/]],
  "blank.csv": [bytes(" \n\t\n"), [/white space/]],
  "saved.json": [bytes("<!DOCTYPE html><html><body>Not found</body></html>"), [/web page/, /raw file/]],
  "feed.xml": [bytes('<?xml version="1.0"?><x/>'), [/XML/]],
  "letter.rtf": [bytes("{\\rtf1 Dear"), [/RTF/]],
  "notes.txt": [bytes("Dear annotators, please mark every error."), [/neither a template \(YAML\) nor data/]],
  "latin-1.json": [bytes('[{"source": "B', [0xe9], 'b"}]'), [/byte 14/, /Save it as UTF-8/]],
  "object.json": [bytes('{"name": "press", "version": 3}'), [/“name”/, /list of objects/]],
};

const exactly = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

test("a chosen file of another kind says what it is and what to do", async (t) => {
  const app = await start(t);
  await app.open();
  for (const [name, [content, says]] of Object.entries(FOREIGN)) {
    await t.test(name, async () => {
      // A template stands ready, so that data is opened at once.
      await chooseFiles(app.page, [YAML, { name, bytes: content }]);
      const text = await noticeText(app.page, "error");
      for (const part of [exactly(name), ...says]) assert.match(text, part);
      await app.page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    });
  }
});

test("a file of another kind behind a link says what it is and what to do", async (t) => {
  const address = (name) => `${ELSEWHERE}/files/${name}`;
  const answers = Object.entries(FOREIGN).map(([name, [content]]) => [address(name), answer(content)]);
  const app = await start(t, { answers: { ...Object.fromEntries(answers), [TEMPLATE_FILE]: answer(TEMPLATE) } });
  app.allow(/Failed to load resource/);
  for (const [name, [, says]] of Object.entries(FOREIGN)) {
    await t.test(name, async () => {
      await app.open(`?i=${TEMPLATE_FILE}&d=${address(name)}`);
      await shown(app.page, "failure");
      const text = await noticeText(app.page, "error");
      for (const part of [exactly(address(name)), ...says]) assert.match(text, part);
    });
  }
});

test("a template in the place of data, and data in that of a template, are told", async (t) => {
  const data = `${ELSEWHERE}/data.json`;
  const table = `${ELSEWHERE}/table.csv`;
  const answers = { [TEMPLATE_FILE]: answer(TEMPLATE), [data]: answer(JSON.stringify(DATA)), [table]: answer(CSV) };
  const app = await start(t, { answers });
  for (const [query, says] of [
    [`?i=${TEMPLATE_FILE}&d=${TEMPLATE_FILE}`, [/This is a template/, /data is expected/]],
    [`?i=${data}`, [/data without a template/, /data\.json/]],
    [`?i=${table}&d=${data}`, [/data without a template/, /table\.csv/]],
  ]) {
    await app.page.goto("about:blank");
    await app.open(query);
    await shown(app.page, "failure");
    const text = await noticeText(app.page, "error");
    for (const part of says) assert.match(text, part);
  }
});

test("texts in UTF-16 that say so are read", async (t) => {
  const utf16 = (text) => Buffer.from(`\uFEFF${text}`, "utf16le");
  const { app } = await startWith(t, [
    { name: "press.yml", bytes: utf16(TEMPLATE) },
    { name: "data.txt", bytes: utf16("source\ttarget\nÄpfel 🚢\tObst\nBirnen\tObst\n") },
  ]);
  const annotate = await annotating(app.page);
  assert.equal(await annotate.text("source"), "Äpfel 🚢");
});

test("a template written as JSON is a template whatever its file is called", async (t) => {
  const template = JSON.stringify({ template_name: "tiny", edits: [{ name: "odd", enable_output: true }] });
  const { app } = await startWith(t, [{ name: "template.json", text: template }, { name: "data.json", text: JSON.stringify(DATA) }]);
  await app.page.locator('[data-testid="category"][data-category="odd"]').first().waitFor();
});

test("the choice is kept under a key of its own", async (t) => {
  const { app, map } = await startWith(t, [YAML, UNKNOWN]);
  await openMapped(app, map);
  await eventually(async () => Object.keys(await stored(app.page)).filter((key) => key.startsWith("spanwise/1/columns/")).length, 1);
});
