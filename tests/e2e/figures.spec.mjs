// The page of figures: files of annotators in, figures with plots, tables and a report out, by the command line in a worker.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assertAccessible } from "./accessibility.mjs";
import { study } from "./bench-study.mjs";
import { eventually } from "./pages.mjs";
import { chooseFiles, shown, start, startAnnotating } from "./journeys-support.mjs";

const TEXTS = ["The ferry sank in May, in May.", "It rained for three days. Then it snowed.", "The old bridge stood over the river."];

/** An annotator's file: for each text the spans marked, as `[category, start, end]`. */
function file(name, marks) {
  const instance = (target, at) => ({
    id: `i${at}`, source: "", target,
    edits: marks[at].map(([category, start, end], number) => ({ category, id: number + 1, output_idx: [[start, end]] })),
  });
  return { name: `${name}.json`, text: JSON.stringify(TEXTS.map(instance)) };
}

const ANNA = file("anna", [[["redundant", 23, 29]], [["grammar", 3, 9]], []]);
const BEN = file("ben", [[["redundant", 21, 29]], [["grammar", 3, 9], ["redundant", 26, 40]], []]);
const CARLA = file("carla", [[["grammar", 23, 29]], [["grammar", 3, 9]], [["grammar", 4, 7]]]);

/** The command line, compiled for this machine. */
const PROGRAM = process.env.SPANWISE ?? fileURLToPath(new URL("../../target/debug/spanwise", import.meta.url));

/** Unfolds the usual options. */
const openOptions = (page) => page.getByTestId("options").locator("summary").first().click();

/** Unfolds all options. */
async function openAllOptions(page) {
  await openOptions(page);
  await page.getByTestId("more-options").locator("summary").click();
}

/** Opens the page of figures and chooses files. */
async function openFigures(app, files) {
  await app.open("#/figures");
  await shown(app.page, "figures");
  await chooseFiles(app.page, files);
}

async function startFigures(t, files = [ANNA, BEN, CARLA], options) {
  const app = await start(t, options);
  await openFigures(app, files);
  await app.page.getByTestId("main-figures").waitFor();
  return { app, page: app.page };
}

/** The page of files whose figures are not computed until requests are let go on, so that they are cancelled in time on any machine. */
async function startHeld(t, requests, files) {
  const app = await start(t);
  const context = app.page.context();
  const held = [];
  await context.route(requests, (route) => void held.push(route));
  await openFigures(app, files);
  // The request of a worker that was cancelled went with it.
  const release = async () => {
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
    await context.unroute(requests);
  };
  return { page: app.page, held, release };
}

/** Waits until nothing is computed any more: figures without γ may be shown before. */
const computed = (page) => page.locator("progress").waitFor({ state: "detached" });

/** The cells of the row of a table whose first cell is a name. */
const row = async (table, name) => {
  const rows = await table.locator("tbody tr").evaluateAll((all) => all.map((tr) => [...tr.cells].map((td) => td.textContent)));
  return rows.find(([first]) => first === name);
};

test("files of annotators give figures, plots and a report", async (t) => {
  const { app, page } = await startFigures(t);
  const main = page.getByTestId("main-figures");
  const gamma = await row(main, "γ");
  assert.ok(gamma, await main.innerText());
  assert.match(await page.getByTestId("method").innerText(), /Spanwise/);
  assert.ok((await page.getByTestId("plot").count()) >= 3);
  await assertAccessible(page);
  const report = await app.download(() => page.getByTestId("report").click());
  assert.equal(report.name, "report.html");
  assert.match(report.text, /^<!doctype html>/);
  const svg = await app.download(() => page.locator('[data-testid="export"][data-format="svg"]').first().click());
  assert.match(svg.text, /^<svg xmlns=/);
  const png = await app.download(() => page.locator('[data-testid="export"][data-format="png"]').first().click());
  assert.match(png.name, /\.png$/);
});

/** Runs in the page: notes for each command about Anna's file from now on the worker that is asked. */
function noteCommands() {
  window.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message) {
    if (message.run?.includes("anna.json")) window.asked.push(this);
    return postMessage.call(this, message);
  };
}

/** The numbers of commands noted, and of workers asked. */
const asked = (page) => page.evaluate(() => ({ commands: window.asked.length, workers: new Set(window.asked).size }));

/** The number of workers for commands of the page. */
const commandWorkers = (page) => page.workers().filter((worker) => worker.url().includes("commands/")).length;

/** Runs what a page says is the same on the command line, with a folder of files, on this machine; its answer and the folder. */
async function runCommand(t, command, files) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-figures-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const { name, text } of files) await writeFile(join(folder, name), text);
  const given = command.replace(/^spanwise /, '"$SPANWISE" --json ');
  const env = { ...process.env, SPANWISE: PROGRAM };
  const { stdout } = await promisify(execFile)("sh", ["-c", given], { cwd: folder, env, maxBuffer: 1 << 28 });
  return { answer: JSON.parse(stdout), folder };
}

/** The command that a page shows, once it has computed by what is chosen. */
async function commandOf(page, option) {
  await page.getByTestId("compute").click();
  const command = page.getByTestId("command");
  await command.filter({ hasText: option }).waitFor();
  await computed(page);
  return command.innerText();
}

/** Checks the figures and the report of files against those of the command line on this machine, to the last digit. */
async function assertSameAsCommand(t, files) {
  const { app, page } = await startFigures(t, files);
  await page.evaluate(noteCommands);
  await openOptions(page);
  await page.getByTestId("average").fill("id");
  const command = await commandOf(page, "--average");
  assert.equal((await asked(page)).workers, 2);
  const report = await app.download(() => page.getByTestId("report").click());
  const table = await app.download(() => page.getByRole("button", { name: "CSV", exact: true }).first().click());
  const { answer, folder } = await runCommand(t, command, files);
  assert.equal(report.text, await readFile(join(folder, "report.html"), "utf8"));
  const f1 = page.locator('[data-testid="figure"][data-measure="f1"]');
  const { value, interval_95, n, convention } = answer.agree.main.f1;
  const [low, high] = interval_95 ?? [null, null];
  assert.deepEqual(await f1.evaluate((row) => ({ ...row.dataset })), {
    testid: "figure", measure: "f1", convention, value: `${value}`, low: `${low}`, high: `${high}`, n: `${n}`,
  });
  const mean = page.locator('[data-testid="figure"][data-measure="gamma.cat.mean"]');
  assert.equal(await mean.getAttribute("data-value"), `${answer.agree.gamma.cat.mean}`);
  const undefinedOne = page.locator('[data-testid="figure"][data-value="null"]').first();
  assert.deepEqual(await undefinedOne.evaluate((row) => [row.dataset.low, row.dataset.high]), ["null", "null"]);
  const [{ table: { columns, rows }, notes }] = answer.tables;
  // In place of their marks stand the notes.
  const noteOf = (mark) => notes.find((note) => note.startsWith(`${mark} `))?.slice(mark.length + 1);
  const cell = (value) => (/[,"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : `${value ?? ""}`);
  const withNote = (row) => row.map((value, at) => cell(columns[at].name === "note" && value ? noteOf(value) : value));
  const lines = [columns.map(({ name }) => cell(name)), ...rows.map(withNote)].map((row) => row.join(","));
  assert.equal(table.text, `${lines.join("\n")}\n`);
}

test("the command that is shown makes the same figures and the same report on this machine, to the last digit", (t) =>
  assertSameAsCommand(t, [ANNA, BEN, CARLA]));

/** The file of an annotator, the items in which are of two systems. */
function ofSystems({ name, text }) {
  const instances = JSON.parse(text).map((instance, at) => ({ ...instance, system: at < 2 ? "A" : "B" }));
  return { name, text: JSON.stringify(instances) };
}

/** A value for each field and choice of the page; `true` for its check-boxes. */
const EVERY_OPTION = {
  by: "system; system, id", where: "system=A, system=B", category: "redundant, Grammar", annotator: "anna, ben, carla",
  "leave-out": "Grammar=0", average: "system", systems: "system", samples: "50", seed: "7", offsets: "utf16", "goes-on": true,
  format: "thresh", side: "target", tokens: "space", "told-apart": "--by-position", "first-spans": true, pool: true, all: true,
  "map-categories": "grammar=Grammar", "same-edit": "iou=0.5", weights: "minor=2, major=9", "other-categories": true,
  empty: "count", alpha: "2", beta: "0.5", "delta-empty": "1.5", sampler: "shuffle", "gamma-samples": "20", precision: "0.1", soft: true,
  "alt-test": "carla", epsilon: "0.2", "alt-score": "count", competence: true,
};

/** Chooses the values of options by their names in the page. */
async function setOptions(page, values) {
  for (const [testid, value] of Object.entries(values)) {
    const control = page.getByTestId(testid);
    if (value === true) await control.check();
    else if (await control.evaluate((control) => control.localName === "select")) await control.selectOption(value);
    else await control.fill(value);
  }
}

test("every option of the page, and the template, do what they do on the command line, to the last digit", async (t) => {
  const files = [ANNA, BEN, CARLA].map(ofSystems);
  const template = { ...TEMPLATE, text: TEMPLATE.text.replace("edits:", "score: weights\nedits:") };
  const { app, page } = await startFigures(t, [...files, template]);
  const usual = await page.getByTestId("command").innerText();
  assert.equal(usual, "spanwise report anna.json ben.json carla.json --template errors.yml --output report.html");
  await openAllOptions(page);
  await assertAccessible(page);
  const { keys, reference, ...others } = Object.fromEntries(
    await page.locator("[data-testid=options] :is(input, select)").evaluateAll((all) => all.map(({ dataset }) => [dataset.testid, true])),
  );
  assert.deepEqual(Object.keys({ ...others, gamma: undefined }).sort(), [...Object.keys(EVERY_OPTION), "gamma"].sort());
  assert.ok(keys && reference);
  await setOptions(page, EVERY_OPTION);
  const command = await commandOf(page, "--alt-score count");
  const report = await app.download(() => page.getByTestId("report").click());
  const { answer, folder } = await runCommand(t, command, [...files, template]);
  assert.equal(report.text, await readFile(join(folder, "report.html"), "utf8"));
  const score = page.locator('[data-testid="figure"][data-measure="score.all"]');
  assert.equal(await score.getAttribute("data-value"), `${answer.stats.score.all.value}`);

  await page.getByTestId("told-apart").selectOption("");
  await setOptions(page, { keys: "id" });
  assert.match(await commandOf(page, "--keys"), / --keys id /);
  // What is usual again is not said.
  await page.getByTestId("samples").fill("1000");
  await page.getByTestId("side").selectOption("");
  assert.doesNotMatch(await commandOf(page, "--seed"), /--resamples|--side/);
});

/** The texts with white space between their tokens, some of which are parts of words. */
const TOKENS = { name: "tokens.txt", text: TEXTS.map((text) => `${text.replace(/[.,]/g, " $&").replaceAll("er", "e r")}\n`).join("") };

/** Chooses a file in a field. */
const chooseFor = (field, { name, text }) => field.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("tokens are those of a file, as on the command line, until it is left out", async (t) => {
  const { app, page } = await startFigures(t);
  await openAllOptions(page);
  const tokens = page.getByTestId("tokens");
  await tokens.selectOption("file");
  await chooseFor(page.getByTestId("tokens-file"), TOKENS);
  await eventually(() => tokens.evaluate((select) => select === document.activeElement), true);
  await assertAccessible(page);
  const command = await commandOf(page, "--tokens tokens.txt");
  const report = await app.download(() => page.getByTestId("report").click());
  const { answer, folder } = await runCommand(t, command, [ANNA, BEN, CARLA, TOKENS]);
  assert.equal(report.text, await readFile(join(folder, "report.html"), "utf8"));
  const alpha = page.locator('[data-testid="figure"][data-measure="alpha"]');
  assert.equal(await alpha.getAttribute("data-value"), `${answer.agree.main.alpha.value}`);
  assert.equal(answer.agree.tokens, "given");
  const labels = await app.download(() => page.getByTestId("soft-labels").click());
  assert.equal(labels.name, "soft-labels.jsonl");

  await page.reload();
  await page.getByTestId("main-figures").waitFor();
  assert.equal(await page.getByTestId("command").innerText(), command);
  await openAllOptions(page);
  assert.equal(await tokens.inputValue(), "file");
  await page.getByRole("button", { name: "Leave out tokens.txt" }).click();
  assert.equal(await tokens.inputValue(), "word");
  await page.getByTestId("compute").click();
  await page.getByTestId("command").filter({ hasNotText: "--tokens" }).waitFor();
  await page.reload();
  await page.getByTestId("main-figures").waitFor();
  assert.doesNotMatch(await page.getByTestId("command").innerText(), /--tokens/);
});

test("a file of tokens that is missing, is no text, or lacks texts is refused with the reason", async (t) => {
  const { page } = await startFigures(t);
  await openAllOptions(page);
  await page.getByTestId("tokens").selectOption("file");
  const field = page.getByTestId("tokens-file");
  await page.getByTestId("compute").click();
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  await assertAccessible(page);
  const reasons = async () => {
    const ids = await field.getAttribute("aria-describedby");
    return (await Promise.all(ids.split(" ").map((id) => page.locator(`#${id}`).innerText()))).join(" ");
  };
  assert.match(await reasons(), /each text in a line of its own/);
  await chooseFor(field, { name: "tokens.bin", text: "\0\x01\x02" });
  await eventually(async () => /tokens\.bin: This file holds no text/.test(await reasons()), true);
  assert.doesNotMatch(await page.getByTestId("command").innerText(), /--tokens/);
  await chooseFor(field, { name: "few.txt", text: TOKENS.text.split("\n").slice(1).join("\n") });
  await field.waitFor({ state: "detached" });
  await page.getByTestId("compute").click();
  const reason = page.getByRole("alert").filter({ hasText: "few.txt lacks 1 text" });
  await reason.waitFor();
  assert.match(await reason.innerText(), /“The ferry sank in May, in May\.” \(the target of item i0\)\. Put each text in a line of its own/);
  await page.getByRole("button", { name: "Leave out few.txt" }).click();
  await page.getByTestId("compute").click();
  await page.getByTestId("main-figures").waitFor();
});

test("a file that joins the others is read by the options as they are", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN]);
  await openAllOptions(page);
  await page.getByTestId("tokens").selectOption("file");
  await chooseFor(page.getByTestId("tokens-file"), TOKENS);
  await commandOf(page, "--tokens tokens.txt");
  await page.getByTestId("average").fill("id");
  await page.getByTestId("average").blur();
  await chooseFiles(page, [CARLA]);
  const command = page.getByTestId("command").filter({ hasText: "carla.json" });
  assert.match(await command.innerText(), /anna\.json ben\.json carla\.json --average id --tokens tokens\.txt /);
});

test("fields offer the names that the data has, after those that they have", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN, CARLA].map(ofSystems));
  await openAllOptions(page);
  const offered = (testid) => page.locator(`#${testid}-names option`).evaluateAll((all) => all.map(({ value }) => value));
  const of = (testid) => page.getByTestId(testid);
  assert.equal(await of("by").getAttribute("list"), "by-names");
  await eventually(() => offered("by"), ["id", "system"]);
  await of("by").fill("id, ");
  await eventually(() => offered("by"), ["id, id", "id, system"]);
  assert.deepEqual(await offered("where"), ["id=", "system="]);
  assert.deepEqual(await offered("category"), ["grammar", "redundant"]);
  assert.deepEqual(await offered("alt-test"), ["anna", "ben", "carla"]);
  // Names that a choice leaves out are offered still.
  await of("by").fill("");
  await of("annotator").fill("anna, ben");
  await of("category").fill("grammar");
  await commandOf(page, "--annotator");
  assert.deepEqual(await offered("annotator"), ["anna, anna", "anna, ben", "anna, carla"]);
  assert.deepEqual(await offered("leave-out"), ["grammar=", "redundant="]);
});

test("the soft labels of all annotators are a file, by their competence if that is chosen", async (t) => {
  const files = [ANNA, BEN, CARLA];
  const { app, page } = await startFigures(t, files);
  const save = () => app.download(() => page.getByTestId("soft-labels").click());
  const expected = async (more) => {
    const command = `spanwise agree ${files.map(({ name }) => name).join(" ")} --soft-labels soft.jsonl ${more}`;
    const { folder } = await runCommand(t, command, files);
    return readFile(join(folder, "soft.jsonl"), "utf8");
  };
  const share = await save();
  assert.equal(share.name, "soft-labels.jsonl");
  assert.equal(share.text, await expected(""));
  await openOptions(page);
  await page.getByTestId("competence").check();
  await commandOf(page, "competence");
  const competence = await save();
  assert.notEqual(competence.text, share.text);
  assert.equal(competence.text, await expected("--soft-from competence"));
});

test("a reason names the controls of the page by which one can go on", async (t) => {
  const other = ({ name, text }) => ({ name, text: text.replaceAll("redundant", "Redundant").replaceAll("grammar", "Grammar") });
  const { page } = await startFigures(t, [ANNA, CARLA]);
  await page.getByRole("button", { name: "Leave out carla.json" }).click();
  await chooseFiles(page, [other(BEN)]);
  const reason = page.getByRole("alert").filter({ hasText: "no category in common" });
  await reason.waitFor();
  const words = await reason.innerText();
  assert.doesNotMatch(words, /--/);
  const named = [...words.matchAll(/“([^”]+)”/g)].map(([, name]) => name).slice(-2);
  assert.deepEqual(named, ["Categories taken for others", "Go on, even if annotators share no category"]);
  await openAllOptions(page);
  await page.getByLabel(named[0]).fill("Redundant=redundant, Grammar=grammar");
  await page.getByTestId("compute").click();
  await page.getByTestId("main-figures").waitFor();
});

test("what two workers cannot compute is said", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN, CARLA]);
  await openOptions(page);
  await page.getByTestId("by").fill("model");
  await page.getByTestId("compute").click();
  await page.getByRole("alert").filter({ hasText: "No record has `model`" }).waitFor();
  assert.equal(await page.getByTestId("main-figures").count(), 0);
});

test("cancelling ends both workers, and computing starts them again", async (t) => {
  const { page, held, release } = await startHeld(t, /spanwise\.wasm$/, [ANNA, BEN]);
  await eventually(() => commandWorkers(page), 2);
  await eventually(() => held.length, 1);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await eventually(() => commandWorkers(page), 0);
  await release();
  await page.getByTestId("compute-again").click();
  await page.getByTestId("main-figures").waitFor();
});

/** Two annotators' files of so many spans that γ takes some seconds. */
const slowGamma = () => {
  const target = "so it goes on ".repeat(400);
  const spans = (shift) => Array.from({ length: 200 }, (_, at) => [at % 3 === 0 ? "grammar" : "redundant", 20 * at + shift, 20 * at + 29]);
  const edits = (shift) => spans(shift).map(([category, start, end], at) => ({ category, id: at + 1, output_idx: [[start, end]] }));
  const instances = (shift) => Array.from({ length: 60 }, (_, at) => ({ id: `long${at}`, source: "", target, edits: edits(shift) }));
  const of = (name, shift) => ({ name, text: JSON.stringify(instances(shift)) });
  return [of("dora.json", 0), of("emil.json", 3)];
};

test("all figures but γ are shown at once, when all of them are made", async (t) => {
  const app = await start(t);
  const { page } = app;
  await app.open("#/figures");
  await shown(page, "figures");
  await page.evaluate(() => {
    const figures = () => document.querySelectorAll('[data-testid=figure]:not([data-measure*="gamma"])').length;
    const note = (_, observer) => {
      if (!document.querySelector("[data-testid=main-figures]")) return;
      observer.disconnect();
      window.figuresAtFirst = figures();
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await chooseFiles(page, study("study", 3, 60, 4));
  await page.getByTestId("main-figures").waitFor();
  await computed(page);
  const all = await page.locator('[data-testid="figure"]:not([data-measure*="gamma"])').count();
  assert.ok(all > 500, `${all} figures`);
  assert.equal(await page.evaluate(() => window.figuresAtFirst), all);
});

test("figures without γ are there while it is computed, can be looked into, and stay as they are when it is there", async (t) => {
  const { page, app } = await startFigures(t, slowGamma());
  const main = page.getByTestId("main-figures");
  assert.equal(await row(main, "γ"), undefined);
  await page.locator("progress").waitFor();
  const cell = page.locator("[data-cell][role=button]").first();
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("confused-span").first().waitFor();
  const table = page.locator("details", { hasText: "α" }).last();
  await table.locator("summary").click();
  await computed(page);
  assert.notEqual(await row(main, "γ"), undefined);
  assert.equal(await table.evaluate((details) => details.open && details.contains(document.activeElement)), true);
  assert.ok(await page.getByTestId("confused-span").count());
  const report = await app.download(() => page.getByTestId("report").click());
  assert.match(report.text, /gamma/);
});

test("γ alone can be cancelled and computed again", async (t) => {
  const { page } = await startFigures(t, slowGamma());
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const main = page.getByTestId("main-figures");
  assert.notEqual(await row(main, "F1"), undefined);
  const again = page.getByTestId("compute-again");
  await again.click();
  await again.waitFor({ state: "detached" });
  await page.locator("progress").waitFor();
  await computed(page);
  assert.notEqual(await row(main, "γ"), undefined);
  assert.equal(await again.count(), 0);
});

test("the files and options are there after a reload, and a file can be left out", async (t) => {
  const { page } = await startFigures(t);
  await openOptions(page);
  await page.getByTestId("gamma").uncheck();
  await page.getByTestId("compute").click();
  await page.getByTestId("command").filter({ hasText: "--measures" }).waitFor();
  await page.reload();
  await page.getByTestId("main-figures").waitFor();
  assert.equal(await page.getByTestId("gamma").isChecked(), false);
  assert.equal(await page.getByTestId("files").locator("li").count(), 3);
  await page.getByRole("button", { name: "Leave out carla.json" }).click();
  await eventually(() => page.getByTestId("files").locator("li").count(), 2);
  await page.getByTestId("main-figures").waitFor();
  assert.match(await page.getByTestId("command").textContent(), /spanwise .*report anna\.json ben\.json/);
});

test("options change what is computed, and what they cannot mean is said", async (t) => {
  const { page } = await startFigures(t);
  await openOptions(page);
  await page.getByTestId("by").fill("model");
  await page.getByTestId("compute").click();
  await page.getByRole("alert").filter({ hasText: "No record has `model`" }).waitFor();
  await page.getByTestId("by").fill("");
  await page.getByTestId("gamma").uncheck();
  await page.getByTestId("compute").click();
  await eventually(async () => await row(page.getByTestId("main-figures"), "γ"), undefined);
});

test("where annotators lack items, one can go on without these", async (t) => {
  const few = ({ name, text }) => ({ name, text: JSON.stringify(JSON.parse(text).slice(0, 1)) });
  const { page } = await startFigures(t, [ANNA, BEN]);
  await page.getByRole("button", { name: "Leave out ben.json" }).click();
  await chooseFiles(page, [few(CARLA)]);
  await page.getByRole("alert").filter({ hasText: "“Go on, however many items only one annotator has”" }).waitFor();
  await openOptions(page);
  await page.getByTestId("goes-on").check();
  await page.getByTestId("compute").click();
  await page.getByTestId("main-figures").waitFor();
  assert.match(await page.getByTestId("command").textContent(), /--max-left-out 100/);
  await assertAccessible(page);
});

test("the unit of offsets can be chosen, and a doubt about it stands before the figures", async (t) => {
  const emoji = "😀😀😀😀";
  const target = `${emoji} The ferry sank in May, in May.`;
  const marked = (name, start, end) => ({
    name: `${name}.json`,
    text: JSON.stringify([{ id: "1", source: "", target, edits: [{ category: "redundant", id: 1, output_idx: [[start, end]] }] }]),
  });
  // “in May” and “sank” by code points, as Python counts; by UTF-16 units both begin within words.
  const units = target.indexOf("sank") - emoji.length / 2;
  const { page } = await startFigures(t, [marked("anna", units, units + 4), marked("ben", units, units + 4)]);
  const doubt = page.locator(".diagnostic", { hasText: /code points/i }).first();
  const [above, below] = [await doubt.boundingBox(), await page.getByTestId("main-figures").boundingBox()];
  assert.ok(above.y < below.y, "the doubt is above the figures");
  await openOptions(page);
  await page.getByTestId("offsets").selectOption("code-points");
  await page.getByTestId("compute").click();
  await eventually(() => page.getByTestId("command").textContent().then((text) => text.includes("--offsets code-points")), true);
});

test("files and values may have any letters in their names", async (t) => {
  const named = (file, name) => ({ ...file, name });
  const files = [named(ANNA, "Größe_Müller_ÄÖÜ.json"), named(BEN, "بيانات_الموسم_الأول.json"), named(CARLA, "标注结果_第一轮_数据.json")];
  const { page } = await startFigures(t, files);
  await openOptions(page);
  await page.getByTestId("annotator").fill("Größe_Müller_ÄÖÜ, 标注结果_第一轮_数据");
  await page.getByTestId("compute").click();
  await page.getByTestId("command").filter({ hasText: "--annotator" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("values may begin like options", async (t) => {
  const { page } = await startFigures(t);
  await openAllOptions(page);
  await page.getByTestId("category").fill("-x");
  await page.getByTestId("compute").click();
  await page.getByRole("alert").filter({ hasText: "There is no category “-x”." }).waitFor();
  await page.getByTestId("category").fill("");
  await page.getByTestId("precision").fill("-1");
  await page.getByTestId("compute").click();
  await page.getByRole("alert").filter({ hasText: /'-1' for “Precision.*”: write a number above 0/ }).waitFor();
});

test("an option that means nothing is answered in the words of the command line, and no other figures stand below", async (t) => {
  const { page } = await startFigures(t);
  await openOptions(page);
  await page.getByTestId("leave-out").fill("grammar");
  await page.getByTestId("compute").click();
  await page.getByRole("alert").filter({ hasText: "CATEGORY=SEVERITY" }).waitFor();
  assert.equal(await page.getByTestId("main-figures").count(), 0);
});

test("a seed and a number of samples that are no numbers are said to be so, and nothing is computed by others", async (t) => {
  const { page } = await startFigures(t);
  await openOptions(page);
  const command = await page.getByTestId("command").textContent();
  for (const [testid, wrong, right] of [["seed", "-1", "7"], ["samples", "many", "20"]]) {
    const field = page.getByTestId(testid);
    await field.fill(wrong);
    // A press on something below is one, although the reason comes between.
    const check = page.getByTestId("competence");
    const wasOn = await check.isChecked();
    const { x, y, width, height } = await check.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.waitForTimeout(100);
    await page.mouse.up();
    assert.equal(await check.isChecked(), !wasOn);
    assert.equal(await field.inputValue(), wrong);
    await page.getByTestId("compute").click();
    await eventually(() => field.evaluate((field) => field === document.activeElement), true);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    const reason = page.locator(`#${await field.getAttribute("aria-describedby")}`);
    assert.match(await reason.innerText(), /Write a whole number from .*0.* to .*4294967295/);
    await assertAccessible(page);
    assert.equal(await page.getByTestId("command").textContent(), command);
    await field.fill(right);
    await field.blur();
    await eventually(() => field.getAttribute("aria-invalid"), "false");
    assert.equal(await reason.innerText(), "");
  }
  await page.getByTestId("compute").click();
  await page.getByTestId("command").filter({ hasText: "--seed 7" }).waitFor();
  assert.match(await page.getByTestId("command").textContent(), /--resamples 20/);
});

test("that computing was cancelled is said, with the way to compute", async (t) => {
  const { page, release } = await startHeld(t, /commands[^/]*\.js$/, [ANNA, BEN]);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const again = page.getByTestId("compute-again");
  await again.waitFor();
  assert.match(await page.getByRole("status").filter({ hasText: "cancelled" }).innerText(), /Computing was cancelled/);
  await assertAccessible(page);
  await page.evaluate(noteCommands);
  await release();
  await again.click();
  await page.getByTestId("main-figures").waitFor();
  await computed(page);
  // Three parts, the report without γ and the one with it: what was cancelled before its worker was there is not computed.
  assert.deepEqual(await asked(page), { commands: 5, workers: 2 });
  assert.equal(await again.count(), 0);
});

test("the figures of an open work are one step away", async (t) => {
  const { app } = await startAnnotating(t);
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByTestId("open-figures").click();
  await shown(app.page, "figures");
  await app.page.getByTestId("plot").first().waitFor();
});

test("gold is no annotator: its figures are those of the others, unless it is compared with", async (t) => {
  const { app, page } = await startFigures(t);
  const figure = async () => (await row(page.getByTestId("main-figures"), "F1"))?.slice(1);
  const ofAnnotators = await figure();
  await page.goto(new URL("#/", page.url()).href);
  await shown(page, "hub");
  await chooseFiles(page, [ANNA, BEN, CARLA, TEMPLATE]);
  await shown(page, "adjudicate");
  await page.getByTestId("take-instance").first().click();
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByTestId("open-figures").click();
  await shown(page, "figures");
  await page.getByTestId("main-figures").waitFor();
  assert.deepEqual(await figure(), ofAnnotators);
  // The command reads the files that can be saved here.
  const saved = [];
  for (const { name } of [ANNA, BEN, CARLA]) {
    saved.push(await app.download(() => page.getByRole("button", { name: `Download ${name}` }).click()));
  }
  const command = await page.getByTestId("command").innerText();
  const { answer } = await runCommand(t, command, [...saved, TEMPLATE]);
  assert.equal(await page.locator('[data-measure="f1"]').first().getAttribute("data-value"), `${answer.agree.main.f1.value}`);
  await page.getByTestId("with-gold").click();
  const files = () => page.getByTestId("files").locator("li bdi").allInnerTexts();
  await eventually(files, ["gold.json", "anna.json", "ben.json", "carla.json"]);
  await page.getByTestId("main-figures").waitFor();
  assert.match(await page.getByTestId("command").textContent(), /--reference gold\.json/);
  await page.getByRole("button", { name: "Leave out gold.json" }).click();
  await eventually(files, ["anna.json", "ben.json", "carla.json"]);
  await eventually(figure, ofAnnotators);
});

const TEMPLATE = {
  name: "errors.yml",
  text: "template_name: errors\ntemplate_label: Errors\nedits:\n  - name: redundant\n    label: Redundant\n    enable_output: true\n  - name: grammar\n    label: Grammar\n    enable_output: true\n",
};

const cell = (page, row, column) => page.locator(`[data-measure=confusion] [data-cell="${row} → ${column}"]`);

/** The number of annotator and the id of the edit that has the focus. */
const focusedEdit = (page) => page.evaluate(() => {
  const focused = document.activeElement;
  const column = focused.closest("[data-testid=annotator]")?.dataset.annotator;
  return `${column} ${focused.closest("[data-testid=edit]")?.dataset.editId}`;
});

test("a cell of the confusion lists its spans, and one leads to the edit", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN, TEMPLATE]);
  await page.locator("[data-measure=confusion]").waitFor();
  await cell(page, "redundant", "redundant").click();
  const spans = page.getByTestId("confused-span");
  await eventually(() => spans.count(), 1);
  await cell(page, "∅", "redundant").click();
  await eventually(async () => await spans.first().getAttribute("data-item"), "i1");
  assert.equal(await spans.count(), Number(/\d+/.exec(await cell(page, "∅", "redundant").textContent())));
  assert.match(await spans.first().innerText(), /anna\s+no span[^]*ben\s+redundant[^]*Then it snowed 26–40/);
  await assertAccessible(page);
  await spans.first().getByRole("button").click();
  await shown(page, "adjudicate");
  await eventually(async () => await page.getByTestId("position").getAttribute("data-index"), "2");
  await eventually(() => focusedEdit(page), "3 2");
  await page.goBack();
  await shown(page, "figures");
});

test("spans of files in another format, without a template, lead to the edits as they were read", async (t) => {
  const marks = { anna: [["redundant", 23, 29]], ben: [["grammar", 23, 29], ["redundant", 4, 9]] };
  const files = Object.entries(marks).map(([name, all]) => {
    const line = { id: 5, text: TEXTS[0], label: all.map(([category, start, end]) => [start, end, category]) };
    return { name: `${name}.jsonl`, text: `${JSON.stringify(line)}\n` };
  });
  const { page } = await startFigures(t, files);
  await page.locator("[data-measure=confusion]").waitFor();
  await cell(page, "redundant", "grammar").click();
  await page.getByTestId("confused-span").getByRole("button").click();
  await shown(page, "adjudicate");
  await eventually(() => page.locator("[data-testid=annotator] .column__header h2").allInnerTexts(), ["Your annotations", "anna", "ben"]);
  await eventually(() => focusedEdit(page), "2 1");
});

test("on a narrow page plots are scrolled by keys", async (t) => {
  const { page } = await startFigures(t, undefined, { context: { viewport: { width: 390, height: 844 } } });
  await computed(page);
  await assertAccessible(page);
  const drawing = page.locator("[data-testid=plot] .figures-page__drawing").first();
  await drawing.focus();
  await page.keyboard.press("ArrowRight");
  await eventually(() => drawing.evaluate((drawing) => drawing.scrollLeft > 0), true);
});

test("the cells of a confusion are reached by keys", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN]);
  await page.locator("[data-measure=confusion]").waitFor();
  await page.locator("[data-measure=confusion] [role=button][tabindex='0']").focus();
  const chosen = () => page.evaluate(() => document.activeElement.dataset.cell ?? document.activeElement.id);
  assert.equal(await chosen(), "grammar → grammar");
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen(), "redundant → redundant");
  await page.keyboard.press("ArrowDown");
  assert.equal(await chosen(), "∅ → redundant");
  await page.keyboard.press("Enter");
  await eventually(chosen, "confused-spans-heading");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually(chosen, "∅ → redundant");
});

test("figures are averaged and chosen as on the command line", async (t) => {
  const { page } = await startFigures(t, [ANNA, BEN, CARLA].map(ofSystems));
  await openOptions(page);
  await page.getByTestId("average").fill("system");
  await page.getByTestId("category").fill("redundant, grammar");
  await page.getByTestId("gamma").uncheck();
  await page.getByTestId("compute").click();
  const command = /report anna\.json ben\.json carla\.json --category 'redundant, grammar' --average system /;
  await eventually(async () => command.test(await page.getByTestId("command").textContent()), true);
  // Of three pairs and two systems.
  const f1 = await row(page.getByTestId("main-figures"), "F1");
  assert.ok(f1.includes("5") || f1.includes("6"), f1.join(" "));
  assert.ok(await page.getByText("averages (").count() >= 2);
});

test("the headings of tables are in the language of the page, those of groups and of the alternative annotator test too, with its outcomes", async (t) => {
  // As many texts and annotators as the alternative annotator test takes.
  const inSystems = ({ name, text }) => {
    const answers = { fluent: "yes" };
    const copies = Array.from({ length: 10 }, (_, copy) => JSON.parse(text).map((instance) => ({ ...instance, id: `${instance.id}.${copy}` })));
    const instances = copies.flat().map((instance, at) => ({ ...instance, system: at < 15 ? "A" : "B", _spanwise: { answers } }));
    return { name, text: JSON.stringify(instances) };
  };
  const { page } = await startFigures(t, [ANNA, BEN, CARLA, { ...ANNA, name: "dora.json" }].map(inSystems), { context: { locale: "de-DE" } });
  await page.getByTestId("options").locator("summary").first().click();
  await page.getByTestId("by").fill("system");
  await page.getByTestId("more-options").locator("summary").first().click();
  await page.getByTestId("alt-test").fill("carla");
  await page.getByTestId("gamma").uncheck();
  await page.getByTestId("compute").click();
  await page.locator("summary").getByText("Maße nach Gruppe").first().waitFor();
  const table = page.locator("section:has(> h2[lang=de]:text-is('Alternative Annotator Test')) table");
  await table.waitFor();
  const columns = ["Getestet", "Annotierende", "ω", "ρ", "Vorteil der Getesteten", "Vorteil der Annotierenden", "p", "Ergebnis"];
  assert.deepEqual(await table.locator("th").allInnerTexts(), columns);
  const outcomes = await table.locator("td:last-child").allInnerTexts();
  assert.equal(outcomes.length, 4, "of all together, and of each annotator");
  for (const outcome of outcomes) assert.match(outcome, /^(nicht )?(bestanden|gewonnen)$/);
  const headings = await page.locator("h2, summary").allInnerTexts();
  assert.deepEqual(headings.filter((heading) => /^(groups|averages|ranking|item answers|Alternative annotator test)/.test(heading)), []);
  assert.ok(headings.some((heading) => heading.startsWith("Antworten zu Texten")));
});
