// Three annotators' files, each of another tool, become gold, a record of decisions, tables, plots and a report on the page;
// all as the command line makes them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { adjudicating } from "./adjudicate-support.mjs";
import { chooseFiles, shown, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const FILES = fileURLToPath(new URL("../../docs/python/annotators/", import.meta.url));
/** Thresh's JSON, a table, and Label Studio's JSON, with the same eight instances in other orders. */
const ANNOTATORS = ["anna.json", "ben.csv", "cleo.json"];
const TEMPLATE = "template.yml";
const PROGRAM = process.env.SPANWISE ?? fileURLToPath(new URL("../../target/debug/spanwise", import.meta.url));

/** A copy of the files for the command line. */
async function folderOfFiles(t) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-three-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const name of [...ANNOTATORS, TEMPLATE]) await copyFile(join(FILES, name), join(folder, name));
  const run = (...given) => promisify(execFile)(PROGRAM, ["--json", ...given], { cwd: folder, maxBuffer: 1 << 28 });
  const read = (name) => readFile(join(folder, name), "utf8");
  return { folder, run, read };
}

const chosen = (names) =>
  Promise.all(names.map(async (name) => ({ name, text: await readFile(join(FILES, name), "utf8") })));

/** What gold says, without what only the page that decided notes. */
const said = (gold) =>
  JSON.parse(gold).map(({ id, source, target, edits }) => ({ id, source, target, edits: edits.map(({ category, output_idx, annotation }) => ({ category, output_idx, annotation })) }));

/** The main figures by their names, with their values in full, once all are computed. */
async function computedFigures(page) {
  await shown(page, "figures");
  await page.getByTestId("main-figures").waitFor();
  await page.locator("progress").waitFor({ state: "detached" });
  const figures = page.getByTestId("main-figures").getByTestId("figure");
  return figures.evaluateAll((all) => all.map(({ dataset }) => [dataset.measure, dataset.value]));
}

test("three files of three tools become gold, a record, tables, plots and a report, those of the command line", async (t) => {
  const { run, read, folder } = await folderOfFiles(t);
  const app = await start(t);
  const { page } = app;
  await app.open();
  await chooseFiles(page, await chosen([...ANNOTATORS, TEMPLATE]));
  await shown(page, "conversion");
  await page.getByTestId("open-adjudication").click();
  const adjudicate = await adjudicating(app);
  await eventually(() => adjudicate.columns().count(), 4);

  // What all made alike at once, then the majority of each group, else what any marked, else the first who made something.
  await page.getByTestId("take-all-unanimous").click();
  const progress = page.getByTestId("decisions-progress");
  const left = async () => Number(await progress.getAttribute("data-total")) - Number(await progress.getAttribute("data-done"));
  for (let before = await left(); before > 0; before = await left()) {
    await page.getByTestId("next-disagreement").click();
    const group = page.locator('[data-testid="decision"][aria-current="true"]');
    await group.waitFor();
    const way = group.locator('[data-testid="majority"]:enabled, [data-testid="union"]:enabled, [data-testid="take"]:enabled');
    await way.first().click();
    await eventually(async () => (await left()) < before, true);
  }
  const gold = await app.download(() => adjudicate.downloadButton.click());
  const record = await app.download(() => page.getByTestId("record-csv").click());
  await writeFile(join(folder, "gold.json"), gold.text);
  await writeFile(join(folder, "decisions.csv"), record.text);

  // The record is that of the command line, and makes the gold again, by the annotators' files alone.
  await run("gold", "record", "gold.json", ...ANNOTATORS, "--template", TEMPLATE, "-o", "recorded.csv");
  assert.equal(await read("recorded.csv"), record.text);
  await run("gold", "make", ...ANNOTATORS, "--decisions", "decisions.csv", "-o", "made.json");
  assert.deepEqual(said(await read("made.json")), said(gold.text));
  assert.ok(said(gold.text).flatMap(({ edits }) => edits).length > 10);

  // Figures of what is open: those of the files.
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByTestId("open-figures").click();
  const figures = await computedFigures(page);
  const report = ["report", ...ANNOTATORS, "--template", TEMPLATE, "--output", "report.html"];
  const { stdout } = await run(...report);
  const { main } = JSON.parse(stdout).agree;
  assert.ok(figures.length > 4);
  assert.deepEqual(figures, figures.map(([name]) => [name, `${main[name].value}`]));

  // The files themselves, as a report names them.
  await app.open("#/figures");
  await shown(page, "figures");
  const leaveOut = page.getByRole("button", { name: /^Leave out / });
  for (let files = await leaveOut.count(); files > 0; files--) {
    await leaveOut.first().click();
    await eventually(() => leaveOut.count(), files - 1);
  }
  await chooseFiles(page, await chosen([...ANNOTATORS, TEMPLATE]));
  assert.deepEqual(await computedFigures(page), figures);
  assert.equal(await page.getByTestId("command").innerText(), `spanwise ${report.join(" ")}`);
  const html = await app.download(() => page.getByTestId("report").click());
  const table = await app.download(() => page.getByRole("button", { name: "LaTeX", exact: true }).first().click());
  const plot = await app.download(() => page.locator('[data-testid="export"][data-format="svg"]').first().click());
  assert.equal(html.text, await read("report.html"));
  await run(...report, "--plots", "plots", "--force");
  assert.match(table.text, /\\toprule/);
  assert.equal(plot.text, await read(`plots/${plot.name}`));
  app.assertNoFaults();
});
