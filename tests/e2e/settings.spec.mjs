// Settings of a template for the page: layout, sizes, words, and acts denied to annotators.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DATA, TEMPLATE, download, dropFiles, mark, noticeText, openMenu, select, startAnnotating,
} from "./journeys-support.mjs";

const WIDE = { viewport: { width: 1280, height: 800 } };

/** Starts with settings added to the template. */
const startWith = (t, settings, more = {}) => startAnnotating(t, { template: `${TEMPLATE}${settings}\n`, context: WIDE, ...more });

const box = (locator) => locator.boundingBox();

test("text-side-by-side puts source and target beside each other, and only then", async (t) => {
  for (const [settings, beside] of [["", false], ["display: [text-side-by-side]", true]]) {
    const { annotate } = await startWith(t, settings);
    const [source, target] = [await box(annotate.pane("source")), await box(annotate.pane("target"))];
    assert.equal(source.x + source.width <= target.x, beside, settings);
    assert.equal(source.y + source.height <= target.y, !beside, settings);
  }
});

test("text-side-by-side leaves a single text its width", async (t) => {
  const { annotate } = await startWith(t, "display: [text-side-by-side]", { data: [{ target: DATA[0].target }] });
  assert.equal(await annotate.pane("source").isVisible(), false);
  const target = await box(annotate.pane("target"));
  assert.ok(target.width > 500, `${target.width} px`);
});

test("side-by-side scrolls the texts and the edits on their own", async (t) => {
  const source = "The ferry sank near the harbour. ".repeat(300);
  const { app, annotate } = await startWith(t, "display: [side-by-side]", { data: [{ source, target: "It sank." }] });
  const [texts, list] = [await box(annotate.pane("source")), await box(app.page.getByRole("complementary", { name: "Edits" }))];
  assert.ok(texts.x + texts.width <= list.x, "beside each other");
  const overflow = await app.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(overflow <= 0, "the page itself does not scroll");
  await annotate.pane("source").hover();
  await app.page.mouse.wheel(0, 600);
  await app.page.waitForFunction((y) => document.querySelector('[data-testid="pane-source"]').getBoundingClientRect().y < y, texts.y);
  assert.equal((await box(app.page.getByRole("complementary", { name: "Edits" }))).y, list.y, "the edits stay");
});

const SWAPPED = [{ ...DATA[0], edits: [{ category: "swap", id: 1, annotation: null, input_idx: [[26, 30]], output_idx: [[10, 14]] }] }];

test("connectors join source and target of the open edit, unless the template asks for none", async (t) => {
  for (const [settings, drawn] of [["", true], ["display: [disable-lines]", false]]) {
    const { app, annotate } = await startWith(t, settings, { data: SWAPPED });
    await annotate.openEdit(annotate.editsOf("swap"));
    const curves = app.page.locator("svg.connectors path");
    if (drawn) await curves.first().waitFor({ state: "attached" });
    await app.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal((await curves.count()) > 0, drawn, settings);
  }
});

test("font_size sets the size of each text, and the reader's own setting scales it", async (t) => {
  const { app, annotate } = await startWith(t, "font_size:\n  source: 24\n  target: 14");
  const sizes = () => Promise.all(["source", "target"].map((side) => annotate.pane(side).evaluate((e) => getComputedStyle(e).fontSize)));
  assert.deepEqual(await sizes(), ["24px", "14px"]);
  await openMenu(app.page);
  await app.page.getByRole("slider", { name: "Text size" }).fill("150");
  assert.deepEqual(await sizes(), ["36px", "21px"]);
});

// Thresh 11.22: replacing one text loses those of its group
test("interface_text replaces single texts and leaves the others of their group", async (t) => {
  const settings = "interface_text:\n  typology:\n    source_label: Zeitungsbericht\n  questions:\n    likert_2: 2 – ziemlich";
  const { app, annotate } = await startWith(t, settings);
  await app.page.getByRole("heading", { name: "Zeitungsbericht" }).waitFor();
  await app.page.getByRole("heading", { name: "Target" }).waitFor();
  await mark(annotate, "deletion", "source", "built");
  await annotate.question("loss").getByRole("radio").first().waitFor();
  const labels = await annotate.question("loss").getByRole("radio").evaluateAll((all) => all.map((r) => r.labels[0].innerText));
  assert.match(labels.join("|"), /1 – minor.*2 – ziemlich.*3 – a lot/s);
});

// Thresh 11.22: nothing runs from right to left
test("right-to-left texts run from right to left, whatever the interface does", async (t) => {
  const { app, annotate } = await startWith(t, "", { data: [{ ...DATA[1], target: "The old boat sank." }] });
  const direction = (side) => annotate.pane(side).evaluate((e) => getComputedStyle(e).direction);
  assert.equal(await direction("source"), "rtl");
  assert.equal(await direction("target"), "ltr");
  assert.equal(await app.page.evaluate(() => getComputedStyle(document.body).direction), "ltr");
  await mark(annotate, "deletion", "source", "قرب الميناء");
  const edits = (await download(app)).json[0].edits;
  const [[start, end]] = edits.at(-1).input_idx;
  assert.equal(DATA[1].source.slice(start, end), "قرب الميناء");
});

// Thresh 11.20: `disable: upload` is cosmetic
test("disable: upload leaves no way to open files here, dropping included", async (t) => {
  const { app, annotate } = await startWith(t, "disable: [upload]");
  await openMenu(app.page);
  await annotate.downloadButton.waitFor();
  assert.equal(await annotate.upload.count(), 0);
  await dropFiles(app.page, [{ name: "other.json", text: JSON.stringify([{ source: "A buoy.", target: "" }]) }]);
  assert.match(await noticeText(app.page, "warning"), /does not allow/);
  assert.equal(await annotate.text("source"), DATA[0].source);
});

// Thresh 11.20: `disable: download` is cosmetic
test("disable: download leaves no way to download", async (t) => {
  const { app, annotate } = await startWith(t, "disable: [download]");
  await openMenu(app.page);
  await annotate.upload.waitFor({ state: "attached" });
  assert.equal(await app.page.getByText(/^Download/).count(), 0);
});

const ANNOTATED = [
  {
    ...DATA[0],
    context: "From the harbour.",
    edits: [{ category: "deletion", id: 1, annotation: { loss: "minor" }, input_idx: [[11, 16]] }],
  },
];

// Thresh 11.20: `disable: selection` blocks the context
test("disable: selection keeps the edits as they are, by mouse and keyboard; questions and context stay open", async (t) => {
  const { app, annotate } = await startWith(t, "disable: [selection]\ndisplay: [hide-context]", { data: ANNOTATED });
  const { page } = app;
  await annotate.category("deletion").click({ force: true });
  await select(annotate, "source", "near the");
  await page.evaluate(() => getSelection().removeAllRanges());
  await annotate.openEdit(annotate.edits.first());
  await annotate.choose("loss", "a lot");
  await annotate.pane("target").focus();
  for (const key of ["1", "Control+Home", "Shift+ArrowRight", "Enter", "Escape"]) await page.keyboard.press(key);
  await annotate.openEdit(annotate.edits.first());
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ["Delete", "[", "]", "{", "}"]) await page.keyboard.press(key);
  assert.equal(await annotate.draft.count(), 0);
  assert.equal(await annotate.categoryMenu.count(), 0);
  assert.equal(await annotate.edits.count(), 1);
  await page.getByRole("button", { name: "Show context" }).click();
  await page.getByText("From the harbour.").waitFor();
  const [edit] = (await download(app)).json[0].edits;
  const _spanwise = { origin: { from: "pre-annotation", mended: true } };
  assert.deepEqual(edit, { ...ANNOTATED[0].edits[0], annotation: { loss: "a lot" }, _spanwise });
});

// Thresh 11.20: a click on a mark bypasses `disable: annotation`
test("disable: annotation asks nothing, a click on a mark included; edits can still be made", async (t) => {
  const { app, annotate } = await startWith(t, "disable: [annotation]", { data: ANNOTATED });
  await annotate.marks("deletion", 1).first().click();
  await annotate.openEdit(annotate.edits.first());
  assert.equal(await app.page.getByTestId("question").count(), 0);
  assert.equal(await app.page.getByText("How much is lost?").count(), 0);
  assert.doesNotMatch(await annotate.edits.first().innerText(), /minor|question/);
  await mark(annotate, "insertion", "target", "close");
  assert.equal(await app.page.getByTestId("question").count(), 0);
  await app.page.keyboard.press("1");
  assert.doesNotMatch(await app.page.getByTestId("status").innerText(), /question/);
  const edits = (await download(app)).json[0].edits;
  assert.deepEqual(edits[0], ANNOTATED[0].edits[0], "the answers in the file stay");
  assert.equal(edits.length, 2);
});
