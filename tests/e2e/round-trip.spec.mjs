// Files in and out: everything comes back, in the unit that the download names, and others can read it.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  DATA, TEMPLATE, annotating, bundle, chooseFiles, download, mark, openMenu, start, startAnnotating,
} from "./journeys-support.mjs";
import { ensureThresh, readWithThresh } from "./thresh-python.mjs";
import { openComment } from "./pages.mjs";

const { python, missing } = await ensureThresh();

/** Data as in the wild, with more than Thresh writes, such as numbers that JavaScript cannot hold. */
const WILD = `[
  {"zeta": 1, "source": "The ferry sank.", "target": "It sank.", "id": 12345678901234567890, "score": 1.0,
   "alpha": {"b": [1e400, -0, null], "a": "\\u0041\\/"},
   "edits": [
     {"votes": 2, "category": "deletion", "id": 0, "annotation": {"loss": "minor", "extra": [1.50]}, "input_idx": [[4, 9]]},
     {"category": "deletion", "id": 0, "annotation": null, "input_idx": [[10, 400]]},
     {"category": "unheard-of", "id": "7b", "annotation": {"q": {"val": "x", "stray": {"val": "y"}}}, "output_idx": [[0, 2]]},
     {"category": "insertion", "id": 3, "annotation": {"why": {"val": "explains", "explains": "yes", "other": "stale"}}, "output_idx": [[3, 3], [0, 2]]},
     "no edit"
   ],
   "metadata": {"annotator": "b"}},
  {"target": "Nur ein Ziel.", "edits": null, "_thresh_id": 2},
  {"source": "", "target": null, "bookmark": true, "comment": "first round"}
]`;

/** The JSON with every number as the text that stands in the file, and without the bookkeeping. */
function exactly(text) {
  const quoted = text.replace(/("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)/g, (_, string, number) => string ?? `"#${number}"`);
  return JSON.parse(quoted, (key, value) => (key === "_thresh_id" ? undefined : value));
}

/** The hash of a typology. */
const TYPOLOGY = /^[0-9a-f]{16}$/;

/** Names of all members of all objects, in the order of the file. */
const keyOrder = (value) =>
  value && typeof value === "object" ? Object.entries(value).flatMap(([key, item]) => [key, ...keyOrder(item)]) : [];

function assertSameJson(actual, expected) {
  assert.deepEqual(exactly(actual), exactly(expected));
  assert.deepEqual(keyOrder(exactly(actual)), keyOrder(exactly(expected)), "the order of members");
}

test("a file that is saved unchanged is the file that was opened, whatever it holds", async (t) => {
  const { app, annotate } = await startAnnotating(t, { data: WILD });
  await annotate.next.click();
  await annotate.next.click();
  const file = await download(app);
  assert.equal(file.name, "annotations.json");
  assertSameJson(file.text, WILD);
});

// Thresh 11.13: reading and writing loses ids and changes answers
test("a change leaves all other fields, edits and instances as they were", async (t) => {
  const { app, annotate } = await startAnnotating(t, { data: WILD });
  await mark(annotate, "deletion", "source", "The ferry");
  const before = exactly(WILD);
  const after = exactly((await download(app)).text);
  const [added] = after[0].edits.filter((edit) => !before[0].edits.some((old) => JSON.stringify(old) === JSON.stringify(edit)));
  const person = { _spanwise: { origin: { from: "person" } } };
  assert.deepEqual(added, { category: "deletion", id: "#1", annotation: null, input_idx: [["#0", "#9"]], ...person });
  after[0].edits.splice(after[0].edits.indexOf(added), 1);
  const { _spanwise } = after[0];
  delete after[0]._spanwise;
  assert.deepEqual(Object.keys(_spanwise), ["typology", "origin"]);
  assert.match(_spanwise.typology, TYPOLOGY);
  assert.deepEqual(after, before);
  assert.deepEqual(keyOrder(after), keyOrder(before));
});

test("a change that is undone leaves nothing behind in the file", async (t) => {
  const { app, annotate } = await startAnnotating(t, { data: WILD });
  await annotate.deleteEdit(annotate.edits.first());
  await mark(annotate, "deletion", "source", "sank.");
  await annotate.choose("loss", "a lot");
  while (await annotate.undo.isEnabled()) await annotate.undo.click();
  assertSameJson((await download(app)).text, WILD);
});

test("JSON Lines stay JSON Lines", async (t) => {
  const lines = DATA.map((instance) => JSON.stringify(instance)).join("\n");
  const { app, annotate } = await startAnnotating(t, { data: lines });
  await mark(annotate, "deletion", "source", "built");
  const written = (await download(app)).text.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(written[0].edits.length, 1);
  assert.deepEqual(written.slice(1), DATA.slice(1));
});

test("what was annotated is downloaded with its typology after the network is gone", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await app.context.setOffline(true);
  const { json } = await download(app);
  assert.match(json[0]._spanwise.typology, TYPOLOGY);
});

/** The words of an edit's only span on the source, for a program that counts code points. */
const wordsByCodePoints = (source, [[start, end]]) => Array.from(source).slice(start, end).join("");

test("the download counts in UTF-16 units, the one for Python in code points, and each says so", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await annotate.goTo.fill("3");
  await annotate.goTo.press("Enter");
  await annotate.waitForInstance(3);
  await mark(annotate, "deletion", "source", "बंदरगाह");
  const { source } = DATA[2];
  const utf16 = (await download(app)).json[2].edits.map(({ input_idx: [[start, end]] }) => source.slice(start, end));
  assert.deepEqual(utf16, ["पुरानी", "बंदरगाह"]);
  const python = await download(app, "download-python");
  assert.match(python.name, /code-points/);
  assert.equal(python.json[2]._spanwise.offsets, "code-points");
  assert.deepEqual(python.json[2].edits.map((edit) => wordsByCodePoints(source, edit.input_idx)), ["पुरानी", "बंदरगाह"]);
  assert.match(await annotate.downloadButton.getAttribute("title"), /UTF-16/);
  await openMenu(app.page);
  assert.match(await app.page.getByTestId("download-python").innerText(), /code points/i);

  await chooseFiles(app.page, [{ name: python.name, text: python.text }]);
  await annotate.waitForInstance(1);
  const again = (await download(app)).json[2];
  assert.deepEqual(again.edits.map(({ input_idx: [[start, end]] }) => source.slice(start, end)), utf16);
  assert.deepEqual(Object.keys(again._spanwise), ["typology", "origin"]);
});

// Thresh 11.11: bundles can't be resumed from what was downloaded
test("the downloaded bundle opens elsewhere and goes on", async (t) => {
  const { app, annotate } = await startAnnotating(t, { data: WILD });
  await mark(annotate, "deletion", "source", "The");
  await annotate.choose("loss", "somewhat");
  const file = await download(app, "download-bundle");

  const elsewhere = await start(t);
  await elsewhere.open();
  await chooseFiles(elsewhere.page, [{ name: file.name, text: file.text }]);
  const again = await annotating(elsewhere.page);
  const made = again.editsOf("deletion").filter({ hasText: "“The”" });
  await again.openEdit(made);
  assert.equal(await again.answer("loss", "somewhat").isChecked(), true);
  await mark(again, "insertion", "target", "sank.");
  const result = (await download(elsewhere)).json;
  assert.equal(result.filter((item) => "_thresh_template" in item).length, 1, "the template is still with it");
  assert.equal(result[0].edits.length, JSON.parse(WILD)[0].edits.length + 2);
});

test("a bundle that is saved unchanged keeps its template where it was", async (t) => {
  const app = await start(t);
  const text = bundle(`# Made by hand\n${TEMPLATE}`, DATA, 1);
  await app.open();
  await chooseFiles(app.page, [{ name: "bundle.json", text }]);
  await annotating(app.page);
  assertSameJson((await download(app)).text, text);
});

test("what was declared, bookmarked and noted comes back with the file", async (t) => {
  const { app } = await startAnnotating(t);
  const { page } = app;
  await (await openComment(page)).fill("which harbour?");
  await page.getByRole("button", { name: "Bookmark" }).click();
  await page.getByRole("button", { name: "Done, no errors" }).click();
  const { text } = await download(app);
  assert.equal(JSON.parse(text)[0].comment, "which harbour?");
  assert.equal(JSON.parse(text)[0].bookmark, true);

  const other = await startAnnotating(t, { data: text });
  assert.equal(await other.app.page.getByTestId("status").innerText(), "Done, no errors");
  assert.equal(await (await openComment(other.app.page)).inputValue(), "which harbour?");
  assert.equal(await other.app.page.getByRole("button", { name: "Bookmark" }).getAttribute("aria-pressed"), "true");
});

/** Reads a template and a download with Thresh's own library. */
async function readByThresh(t, template, annotations) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-round-trip-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "template.yml"), template);
  await writeFile(join(folder, "annotations.json"), annotations);
  return readWithThresh(python, join(folder, "template.yml"), join(folder, "annotations.json"));
}

test("Thresh's library reads what was annotated here", { skip: missing }, async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "insertion", "target", "close");
  await annotate.choose("why", "explains");
  await annotate.choose("why/explains", "yes");
  await mark(annotate, "deletion", "source", "built in 1962,");
  await annotate.choose("loss", "a lot");
  const { text } = await download(app, "download-python");
  const { entries } = await readByThresh(t, TEMPLATE, text);
  assert.equal(entries.length, DATA.length);
  const edits = Object.fromEntries(entries[0].edits.map((edit) => [edit.class, edit]));
  assert.equal(wordsByCodePoints(DATA[0].source, edits.DeletionEdit.input_idx), "built in 1962,");
  assert.equal(edits.DeletionEdit.annotation.loss, 3);
  assert.equal(wordsByCodePoints(DATA[0].target, edits.InsertionEdit.output_idx), "close");
  assert.equal(edits.InsertionEdit.annotation.why.val, true);
  assert.equal(wordsByCodePoints(DATA[2].source, entries[2].edits[0].input_idx), "पुरानी");
  assert.deepEqual(entries[3].edits, [], "an instance without edits has none");
});

for (const name of ["salsa", "mqm", "scarecrow"]) {
  test(`Thresh's library reads the examples of ${name} after a visit here`, { skip: missing }, async (t) => {
    const app = await start(t);
    await app.open(`?t=${name}`);
    const annotate = await annotating(app.page);
    const { total } = await annotate.position();
    const template = await app.page.evaluate((name) => fetch(`templates/${name}/template.yml`).then((r) => r.text()), name);
    const { text } = await download(app, "download-python");
    assert.equal((await readByThresh(t, template, text)).entries.length, total);
  });
}

test("offsets inside a character, which Python cannot say, are told with the file", async (t) => {
  const data = [DATA[0], { source: "🚢 left", target: "left", edits: [{ category: "deletion", id: 1, annotation: null, input_idx: [[1, 3]] }] }];
  const { app } = await startAnnotating(t, { data });
  const told = app.page.getByTestId("notice").filter({ hasText: "Offsets inside a character" });
  assert.deepEqual((await download(app)).json, data, "as it was");
  assert.equal(await told.count(), 0);
  const { json } = await download(app, "download-python");
  assert.deepEqual(json[1].edits[0].input_idx, [[0, 2]]);
  assert.match(await told.innerText(), /Instances: 2/);
});
