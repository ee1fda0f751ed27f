// Files in formats of others: recognised by their content, converted by the command line in a worker, opened with a template,
// and written again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { eventually } from "./pages.mjs";
import { DATA, annotating, chooseFiles, mark, noticeText, shown, start, startAnnotating } from "./journeys-support.mjs";

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

test("what is not recognised is opened as before, or refused, and the page stays", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await chooseFiles(app.page, [{ name: "notes.txt", text: "Dear annotators, please mark every error." }]);
  assert.match(await noticeText(app.page, "error"), /notes\.txt/);
  assert.equal(await annotate.text("source"), DATA[0].source);
});

test("a work is saved in another format, with what is lost named first", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByTestId("save-as").click();
  const dialog = app.page.getByTestId("save-as-dialog");
  const format = dialog.getByTestId("save-as-format");
  await format.waitFor();
  await format.selectOption({ label: await optionNamed(format, "conll") });
  await dialog.getByTestId("losses").waitFor();
  await format.selectOption({ label: await optionNamed(format, "jsonl") });
  await dialog.getByTestId("no-loss").waitFor();
  const file = await app.download(() => dialog.getByTestId("save-file").click());
  assert.equal(file.name, "annotations.jsonl");
  assert.match(file.text, /"quote":"built"/);
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
