// Every failure to open something names the file, the place where there is one, and the remedy.
import assert from "node:assert/strict";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, answer, chooseFiles, mark, noticeText, shown, start, startAnnotating,
} from "./journeys-support.mjs";

const TEMPLATE_FILE = `${ELSEWHERE}/press.yml`;
const DATA_FILE = `${ELSEWHERE}/data.json`;
const HTML = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in</body></html>";
const LATIN_1 = Buffer.from("template_name: B\xe9b\xe9", "latin1");

/** The message of the page about a failure, which takes input: no spinner, nothing blank. */
async function failureText(page) {
  await shown(page, "failure");
  assert.equal(await page.locator('[data-testid="notice"][data-level="error"]').count(), 1);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("link", { name: "Go to the start page" }).waitFor();
  return noticeText(page, "error");
}

/** Opens `query`, and checks that the message holds all of `says`. */
async function assertFails(app, query, says) {
  await app.open(query);
  const text = await failureText(app.page);
  for (const part of says) assert.match(text, part);
}

/** Starts the app with no other answers than these; the browser's own complaints are expected. */
async function startAmong(t, answers) {
  const app = await start(t, { answers });
  app.allow(/Failed to load resource/);
  return app;
}

/** Gives each row of a table an address of its own, and tests that opening it fails as it should. */
async function assertAllFail(t, table, answerOf, queryOf) {
  const rows = Object.entries(table).map(([what, [given, says]], at) => ({ what, given, says, address: `${ELSEWHERE}/${at}/file` }));
  const files = rows.map(({ address, given }) => [address, answerOf(given)]);
  const app = await startAmong(t, { ...Object.fromEntries(files), [TEMPLATE_FILE]: answer(TEMPLATE) });
  for (const { what, says, address } of rows) {
    await t.test(what, () => assertFails(app, queryOf(address), [exactly(address), ...says]));
  }
}

const asTemplate = (address) => `?i=${address}`;
const asData = (address) => `?i=${TEMPLATE_FILE}&d=${address}`;

const exactly = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

/** Answers of a host in place of a file, with the texts that the message must hold besides the address. */
const ANSWERS = {
  "is not there": [answer("404: Not Found", { status: 404 }), [/404/, /Check the owner, the repository, the branch and the path/]],
  "has a broken server": [answer("oops", { status: 500 }), [/500/, /again|later/i]],
  "cannot be reached": [null, [/can’t be reached/, /Check your connection/]],
  "is a web page": [answer(HTML, { type: "text/html" }), [/web page/, /raw file/]],
  "is not UTF-8": [answer(LATIN_1), [/not UTF-8/, /byte 16/, /Save it as UTF-8/]],
};

for (const [kind, queryOf] of [["a template", asTemplate], ["data", asData]]) {
  // Thresh 11.26: no messages for failed requests
  test(`${kind} that the host does not give is reported with its address and what to do`, (t) =>
    assertAllFail(t, ANSWERS, (given) => given, queryOf));
}

/** Texts that are no templates, and the place that the message must name. */
const TEMPLATES = {
  "is prose": ["Dear annotators, please mark every error.", [/line 1/, /neither a template \(YAML\) nor data/]],
  "is empty": ["", [/empty/i]],
};

/** Templates that have to be mended, and the place that the builder must name. */
const TO_MEND = {
  "is no YAML": ["template_name: press\nedits: [\n  - name", /line [23]/],
  "has no categories": ["template_name: press\n", /edits/],
  "has a list of categories that is none": ["template_name: press\nedits: deletion\n", /line 2[^]*edits/],
};

// Thresh 11.26: no messages for bad YAML
test("a template that is none is reported with the place", (t) => assertAllFail(t, TEMPLATES, answer, asTemplate));

test("a template that can't be used as it is opens in the builder, which points to the place", async (t) => {
  const app = await startAmong(t, Object.fromEntries(Object.values(TO_MEND).map(([text], at) => [`${ELSEWHERE}/${at}.yml`, answer(text)])));
  for (const [at, [what, [, says]]] of Object.entries(TO_MEND).entries()) {
    await t.test(what, async () => {
      await app.page.goto("about:blank");
      await app.open(asTemplate(`${ELSEWHERE}/${at}.yml`));
      await shown(app.page, "build");
      assert.match(await noticeText(app.page, "error"), exactly(`${at}.yml`));
      assert.match(await app.page.getByTestId("template-problems").innerText(), says);
    });
  }
});

/** Texts that are no data, with the place and the remedy that the message must hold. */
const DATASETS = {
  "with a comma too many": ['[\n  {"source": "A buoy.",}\n]', [/line 2, column 23/, /Remove the comma/]],
  "as Python prints it": ["[{'source': 'A buoy.'}]", [/line 1, column 3/, /double quotes/]],
  "that is a text": ['"A buoy."', [/list of objects/]],
  "that is a number": ["42", [/list of objects/]],
  "that is an object of something else": ['{"name": "press", "version": 3}', [/list|array/i]],
  "that is an empty list": ["[]", [/empty|no instances/i]],
  "that is a list of texts": ['["A buoy.", "A ferry."]', [/instance|item|\[0\]/i, /object/]],
  "that is an empty file": ["", [/empty/]],
};

// Thresh 11.26: no messages for bad JSON
test("data that are none are reported with the place and the remedy", (t) => assertAllFail(t, DATASETS, answer, asData));

/** Links that cannot be followed: nothing is asked for, and the message names the remedy. */
const LINKS = {
  "?t=unheard-of": [/unheard-of/, /no template named/],
  "?t=../secret": [/\.\.\/secret/, /not the name of a template/],
  [`?d=${DATA_FILE}`]: [/data, but no template/, /Add/],
  "?gh=press-lab/typologies": [/press-lab\/typologies/, /owner\/repository\/branch\/path/],
  [`?hf=${TEMPLATE_FILE}`]: [/Hugging Face/, /parameter “i”/],
  "?i=ftp://files.example/press.yml": [/ftp:/, /https:\/\//],
  "#/w/0123-unknown": [/not on this device/],
};

test("a link that cannot be followed says which part of it, and what to write", async (t) => {
  const app = await startAmong(t, {});
  for (const [link, says] of Object.entries(LINKS)) {
    await app.page.goto("about:blank");
    await app.open(link);
    await app.page.locator("[data-page]").waitFor();
    const text = await failureText(app.page).catch(() => assert.fail(`no failure page for ${link}`));
    for (const part of says) assert.match(text, part, link);
  }
  assert.deepEqual(app.requests.filter((address) => !address.startsWith(app.url)), [], "nothing is asked of other hosts");
});

// Thresh 11.26: a spinner without end
test("an address that does not answer shows what is waited for, not a blank page", async (t) => {
  const app = await start(t);
  const asked = new Promise((resolve) => app.context.route(TEMPLATE_FILE, resolve));
  await app.open(`?i=${TEMPLATE_FILE}`, { ready: false });
  await app.page.getByText(TEMPLATE_FILE).waitFor();
  // The clock must not run before the frame that asks is there.
  await asked;
});

test("an address that never answers is given up after 30 seconds, with what to do", async (t) => {
  const app = await start(t);
  app.allow(/Failed to load resource/);
  await app.page.clock.install();
  const asked = new Promise((resolve) => app.context.route(TEMPLATE_FILE, resolve));
  await app.open(`?i=${TEMPLATE_FILE}`, { ready: false });
  await app.page.getByText(TEMPLATE_FILE).waitFor();
  // The clock must not run before the frame that asks is there.
  await asked;
  await app.page.clock.runFor(29_000);
  await shown(app.page, "opening");
  await app.page.clock.runFor(2_000);
  const text = await failureText(app.page);
  for (const part of [exactly(TEMPLATE_FILE), /did not answer within 30 seconds/]) assert.match(text, part);
});

/** Writes a file for as long as the test runs; resolves with its path. */
async function fileOnDisk(t, name, text) {
  const directory = await mkdtemp(join(tmpdir(), "spanwise-"));
  t.after(() => rm(directory, { recursive: true }));
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}

test("a file that is too large is refused before it is read, from a host or from the device", async (t) => {
  const huge = { ...answer("[]"), headers: { "content-length": String(600 * 2 ** 20), "access-control-allow-origin": "*" } };
  const app = await startAmong(t, { [TEMPLATE_FILE]: answer(TEMPLATE), [DATA_FILE]: huge });
  await assertFails(app, asData(DATA_FILE), [exactly(DATA_FILE), /larger than 512 MB, more than a browser can work with. Split it/]);

  const path = await fileOnDisk(t, "huge.json", "");
  // Sparse: it takes no room on the disk.
  await truncate(path, 513 * 2 ** 20);
  await app.open("");
  await app.page.getByTestId("upload").setInputFiles(path);
  const text = await noticeText(app.page, "error");
  for (const part of [/huge\.json/, /larger than 512 MB, more than a browser can work with. Split it/]) assert.match(text, part);
});

test("a file that takes a while to read shows how many instances are read", async (t) => {
  const many = Array.from({ length: 20_000 }, () => ({ ...DATA[0], context: "x".repeat(700) }));
  const path = await fileOnDisk(t, "many.json", JSON.stringify(many));
  const { app } = await startAnnotating(t);
  await app.page.evaluate(() => {
    // As in a browser in which pauses take some milliseconds each.
    delete globalThis.Scheduler?.prototype.postTask;
    window.seen = [];
    const note = () => {
      const page = document.querySelector('[data-page="opening"]');
      if (page) window.seen.push(page.textContent);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const devtools = await app.context.newCDPSession(app.page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await app.page.getByTestId("upload").setInputFiles(path);
  await app.page.locator('[data-testid="position"][data-total="20000"]').waitFor({ timeout: 60_000 });
  const counts = await app.page.evaluate(() => window.seen.map((text) => Number(/(\d+)\D*$/.exec(text)?.[1] ?? 0)));
  const rising = counts.filter((count) => count > 0);
  assert.ok(rising.length > 1 && rising.at(-1) > rising[0] && rising.at(-1) <= 20_000, `counts shown: ${counts}`);
});

test("after a failure the file can be asked for again", async (t) => {
  const app = await startAmong(t, { [TEMPLATE_FILE]: null });
  await assertFails(app, asTemplate(TEMPLATE_FILE), [/can’t be reached/]);
  await app.context.route(TEMPLATE_FILE, (route) => route.fulfill(answer(TEMPLATE)));
  await app.page.getByRole("button", { name: "Try again" }).click();
  await shown(app.page, "landing");
});

test("after a failure the start page is one step away", async (t) => {
  const app = await startAmong(t, { [TEMPLATE_FILE]: null });
  await assertFails(app, asTemplate(TEMPLATE_FILE), [/can’t be reached/]);
  await assertAccessible(app.page);
  await app.page.getByRole("link", { name: "Go to the start page" }).click();
  await shown(app.page, "hub");
});

/** Files that cannot be opened, with the texts that the notice must hold besides the name. */
const FILES = [
  { name: "map.png", bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), says: [/picture/] },
  { name: "notes.txt", text: "Dear annotators, please mark every error.", says: [/neither a template \(YAML\) nor data \(JSON, JSON Lines, CSV, TSV\)/] },
  { name: "data.json", text: '[\n  {"source": "A buoy.",}\n]', says: [/line 2, column 23/, /Remove the comma/] },
  { name: "none.json", text: "[]", says: [/empty|no instances/i] },
  { name: "latin-1.json", bytes: Buffer.from('[{"source": "B\xe9b\xe9"}]', "latin1"), says: [/byte 14/, /Save it as UTF-8/] },
];

test("a chosen file that cannot be opened is named, and what was open stays", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  for (const { says, ...file } of FILES) {
    await t.test(file.name, async () => {
      await chooseFiles(app.page, [file]);
      const text = await noticeText(app.page, "error");
      for (const part of [exactly(file.name), ...says]) assert.match(text, part);
      assert.equal(await annotate.text("source"), DATA[0].source);
      assert.equal(await annotate.edits.count(), 1);
      await app.page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    });
  }
});

test("an instance with faults loads as far as it is right, and its faults are listed by instance and path", async (t) => {
  const data = [{ ...DATA[0], edits: [{ category: "deletion", id: 1, input_idx: [[4, 9]] }, { category: "deletion", id: 2, input_idx: "4-9" }] }];
  const { app, annotate } = await startAnnotating(t, { data });
  assert.equal(await annotate.marks("deletion", 1).first().getAttribute("data-mark"), "deletion-1");
  await app.page.getByLabel("Menu", { exact: true }).click();
  await app.page.getByTestId("problems").click();
  const dialog = app.page.getByRole("dialog");
  assert.match(await dialog.innerText(), /instance 1, edits\[1\]\.input_idx/);
});

test("data that breaks off still gives what comes before, and the notice says so", async (t) => {
  const app = await start(t, {
    answers: {
      [TEMPLATE_FILE]: answer(TEMPLATE),
      [DATA_FILE]: answer(`${JSON.stringify(DATA).slice(0, -40)}`),
    },
  });
  await app.open(`?i=${TEMPLATE_FILE}&d=${DATA_FILE}`);
  const annotate = await annotating(app.page);
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.match(await noticeText(app.page, "error"), /line 1.*cut off/s);
});
