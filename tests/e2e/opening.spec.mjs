// Every way in: addresses, files, pasted links, recent work.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, answer, bundle, chooseFiles, dropFiles, mark, noticeText, shown, start,
} from "./journeys-support.mjs";

const JSON_TEXT = JSON.stringify(DATA);
const RAW = "https://raw.githubusercontent.com/press-lab/typologies";
const HUB = "https://huggingface.co/datasets/press-lab/reports/resolve";

/** Asserts that the page shows the first instance of the data, under the template's name. */
async function assertOpened(page) {
  const annotate = await annotating(page);
  assert.deepEqual(await annotate.position(), { index: 1, total: DATA.length });
  assert.equal(await annotate.text("source"), DATA[0].source);
  assert.equal(await annotate.text("target"), DATA[0].target);
  await page.getByRole("banner").getByText("Press reports").waitFor();
  return annotate;
}

const ADDRESSES = [
  ["any host", `?i=${ELSEWHERE}/a/press.yml&d=${ELSEWHERE}/b/data.json`, `${ELSEWHERE}/a/press.yml`, `${ELSEWHERE}/b/data.json`],
  [
    "a path on GitHub",
    "?gh=press-lab/typologies/main/v1/press.yml&d=press-lab/typologies/main/data.json",
    `${RAW}/main/v1/press.yml`,
    `${RAW}/main/data.json`,
  ],
  [
    "addresses pasted from GitHub",
    "?gh=https://github.com/press-lab/typologies/blob/v2/press.yml&d=https://github.com/press-lab/typologies/blob/v2/data.json",
    `${RAW}/v2/press.yml`,
    `${RAW}/v2/data.json`,
  ],
  [
    "a path pasted from GitHub, without its host",
    "?gh=press-lab/typologies/blob/main/press.yml&d=press-lab/typologies/blob/main/data.json",
    `${RAW}/main/press.yml`,
    `${RAW}/main/data.json`,
  ],
  [
    "a template on GitHub with data on another host",
    `?gh=press-lab/typologies/main/press.yml&d=${ELSEWHERE}/data.json`,
    `${RAW}/main/press.yml`,
    `${ELSEWHERE}/data.json`,
  ],
  [
    "a path on Hugging Face",
    "?hf=press-lab/reports/main/press.yml&d=press-lab/reports/main/data.json",
    `${HUB}/main/press.yml`,
    `${HUB}/main/data.json`,
  ],
  [
    "a branch other than main on Hugging Face",
    "?hf=press-lab/reports/second-round/press.yml&d=press-lab/reports/second-round/data.json",
    `${HUB}/second-round/press.yml`,
    `${HUB}/second-round/data.json`,
  ],
  [
    "an owner on Hugging Face whose name begins with main",
    "?hf=mainstream/reports/main/press.yml&d=mainstream/reports/main/data.json",
    "https://huggingface.co/datasets/mainstream/reports/resolve/main/press.yml",
    "https://huggingface.co/datasets/mainstream/reports/resolve/main/data.json",
  ],
  [
    "addresses pasted from Hugging Face",
    "?hf=https://huggingface.co/datasets/press-lab/reports/blob/main/press.yml&d=https://huggingface.co/datasets/press-lab/reports/blob/main/data.json",
    `${HUB}/main/press.yml`,
    `${HUB}/main/data.json`,
  ],
];

test("a link opens", async (t) => {
  const files = ADDRESSES.flatMap(([, , template, data]) => [[template, answer(TEMPLATE)], [data, answer(JSON_TEXT)]]);
  const app = await start(t, { answers: Object.fromEntries(files) });
  for (const [what, query, template, data] of ADDRESSES) {
    await t.test(what, async () => {
      const before = app.requests.length;
      await app.open(query);
      await assertOpened(app.page);
      const asked = app.requests.slice(before).filter((address) => !address.startsWith(app.url));
      assert.deepEqual(asked, [template, data], "these files, and no others");
    });
  }
});

test("a link opens files beside the app, relative to the page", async (t) => {
  const app = await start(t, { mount: "/annotation/", answers: { "files/press.yml": TEMPLATE, "files/data.json": JSON_TEXT } });
  await app.open("?i=files/press.yml&d=files/data.json");
  await assertOpened(app.page);
});

test("a template that comes with the app opens with its examples, or with other data", async (t) => {
  const data = [{ source: "Der Hafen.", target: "The port." }];
  const app = await start(t, { answers: { [`${ELSEWHERE}/data.json`]: answer(JSON.stringify(data)) } });
  await app.open("?t=mqm");
  let annotate = await annotating(app.page);
  assert.ok((await annotate.position()).total >= 6, "at least six examples");
  await app.open(`?t=mqm&d=${ELSEWHERE}/data.json`);
  annotate = await annotating(app.page);
  assert.equal(await annotate.text("target"), "The port.");
});

test("a template without data says what it is and takes the data", async (t) => {
  const app = await start(t, { answers: { [`${ELSEWHERE}/press.yml`]: answer(TEMPLATE) } });
  await app.open(`?i=${ELSEWHERE}/press.yml`);
  await app.page.getByRole("heading", { name: "Press reports" }).waitFor();
  await app.page.getByText("What was changed to make a report easier to read.").waitFor();
  await chooseFiles(app.page, [{ name: "data.json", text: JSON_TEXT }]);
  await assertOpened(app.page);
});

test("a template without data offers the example data that it names", async (t) => {
  const template = `demo_data_link: data/examples.json\n${TEMPLATE}`;
  const answers = { [`${ELSEWHERE}/press.yml`]: answer(template), [`${ELSEWHERE}/data/examples.json`]: answer(JSON_TEXT) };
  const app = await start(t, { answers });
  await app.open(`?i=${ELSEWHERE}/press.yml`);
  await app.page.getByRole("button", { name: "Try with example data" }).click();
  await assertOpened(app.page);
});

test("a link to a bundle opens it", async (t) => {
  const app = await start(t, { answers: { [`${ELSEWHERE}/bundle.json`]: answer(bundle()) } });
  await app.open(`?i=${ELSEWHERE}/bundle.json`);
  await assertOpened(app.page);
});

const YAML_FILE = { name: "press.yml", text: TEMPLATE };
const DATA_FILE = { name: "data.json", text: JSON_TEXT };
const WITH_TEXTS = `${TEMPLATE}interface_text:\n  typology:\n    source_label: Report\n`;

/** The files given to the page, one group after the other. */
const FILES = {
  "template and data together": [[YAML_FILE, DATA_FILE]],
  "data and template together": [[DATA_FILE, YAML_FILE]],
  "template, then data": [[YAML_FILE], [DATA_FILE]],
  "data, then template": [[DATA_FILE], [YAML_FILE]],
  "a bundle with its template first": [[{ name: "bundle.json", text: bundle(TEMPLATE, DATA, 0) }]],
  "a bundle with its template in the middle": [[{ name: "bundle.json", text: bundle(TEMPLATE, DATA, 2) }]],
  "a bundle with its template last": [[{ name: "bundle.json", text: bundle() }]],
  "JSON Lines": [[YAML_FILE, { name: "data.jsonl", text: DATA.map((d) => JSON.stringify(d)).join("\n") }]],
  "files with a byte order mark": [
    [{ name: "press.yml", text: `\uFEFF${TEMPLATE}` }, { name: "data.json", text: `\uFEFF${JSON_TEXT}` }],
  ],
};

/** Gives the groups to the page in turn, as `give` does it, and checks its messages between them. */
async function assertFilesOpen(t, groups, give) {
  const app = await start(t);
  await app.open();
  for (const [at, group] of groups.entries()) {
    await give(app.page, group);
    if (at === groups.length - 1) break;
    if (group[0] === DATA_FILE) assert.match(await noticeText(app.page, "info"), /“data\.json”.*template/s);
    else await shown(app.page, "landing");
  }
  await assertOpened(app.page);
}

for (const [what, groups] of Object.entries(FILES)) {
  test(`files that are chosen open: ${what}`, (t) => assertFilesOpen(t, groups, chooseFiles));
}

for (const what of ["template and data together", "data, then template", "a bundle with its template last"]) {
  test(`files that are dropped open: ${what}`, (t) => assertFilesOpen(t, FILES[what], dropFiles));
}

test("a bundle brings its own words, and the app's where it has none", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "bundle.json", text: bundle(WITH_TEXTS) }]);
  await annotating(app.page);
  await app.page.getByRole("heading", { name: "Report", exact: true }).waitFor();
  await app.page.getByRole("heading", { name: "Target", exact: true }).waitFor();
});

test("data opened while a work is open is shown with its template", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [YAML_FILE, DATA_FILE]);
  await assertOpened(app.page);
  await dropFiles(app.page, [{ name: "more.json", text: JSON.stringify([{ source: "A buoy.", target: "A float." }]) }]);
  await app.page.getByText("A buoy.").waitFor();
  const annotate = await annotating(app.page);
  await mark(annotate, "deletion", "source", "A buoy.");
});

test("a link pasted on the start page opens", async (t) => {
  const app = await start(t, { answers: { [`${RAW}/main/press.yml`]: answer(TEMPLATE) } });
  await app.open();
  await app.page.getByRole("textbox", { name: "Paste a link" }).fill("https://github.com/press-lab/typologies/blob/main/press.yml");
  await app.page.getByRole("button", { name: "Open the link" }).click();
  await app.page.getByRole("heading", { name: "Press reports" }).waitFor();
});

test("pasted text that is no link is answered beside it", async (t) => {
  const app = await start(t);
  await app.open();
  const link = app.page.getByRole("textbox", { name: "Paste a link" });
  for (const text of ["", "press typology", "ftp://files.example/press.yml", "https://github.com/press-lab"]) {
    await link.fill(text);
    await link.press("Enter");
    assert.match(await noticeText(app.page, "error"), text ? new RegExp(text) : /empty/);
    await app.page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  }
  await shown(app.page, "hub");
});

test("recent work is listed with its progress and goes on where it was left", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [YAML_FILE, DATA_FILE]);
  const annotate = await assertOpened(app.page);
  await mark(annotate, "insertion", "target", "close");
  await annotate.choose("why", "other");
  await annotate.write("why/other", "a softer word");
  await app.page.getByTestId("mark-done").click();
  await annotate.waitForInstance(2);
  await app.page.getByRole("link", { name: "Press reports" }).click();
  await shown(app.page, "hub");
  const recent = app.page.getByRole("listitem").filter({ has: app.page.getByRole("link", { name: "Press reports" }) });
  assert.match(await recent.innerText(), /1 of 4 done/);
  await recent.getByRole("link").click();
  await annotate.waitForInstance(2);
  assert.equal(await annotate.text("source"), DATA[1].source);
  await annotate.waitSaved();
});

test("recent work that is deleted can be brought back", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [YAML_FILE, DATA_FILE]);
  await mark(await assertOpened(app.page), "deletion", "source", "ferry,");
  await app.page.getByRole("link", { name: "Press reports" }).click();
  const link = app.page.getByRole("link", { name: "Press reports" });
  await link.waitFor();
  await app.page.getByRole("button", { name: "Delete from this device" }).click();
  await link.waitFor({ state: "detached" });
  await app.page.getByRole("button", { name: "Bring it back" }).click();
  await link.click();
  assert.equal(await (await annotating(app.page)).editsOf("deletion").count(), 1);
});

test("a template that is written as JSON in a file for YAML is a template", async (t) => {
  const app = await start(t);
  await app.open();
  const template = JSON.stringify({ template_name: "tiny", edits: [{ name: "odd", enable_output: true }] });
  await chooseFiles(app.page, [{ name: "template.yml", text: template }, { name: "data.json", text: JSON.stringify(DATA) }]);
  await app.page.locator('[data-testid="category"][data-category="odd"]').first().waitFor();
});

test("what is being opened can be given up, and does not come after all", async (t) => {
  const app = await start(t, { answers: { [`${ELSEWHERE}/template.yml`]: answer(TEMPLATE) } });
  let answerNow;
  const asked = new Promise((asked) => {
    app.context.route(`${ELSEWHERE}/data.json`, (route) => {
      answerNow = () => route.fulfill(answer(JSON_TEXT));
      asked();
    });
  });
  await app.page.goto(new URL(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`, app.url).href);
  await asked;
  await app.page.getByTestId("give-up").click();
  await shown(app.page, "hub");
  await answerNow().catch(() => {});
  await app.page.waitForTimeout(500);
  await shown(app.page, "hub");
});

test("reading a large file says how far it is, and the button that gives it up keeps its place and the focus", async (t) => {
  const one = (at) => JSON.stringify({ source: `Sentence number ${at}. ${"Some words. ".repeat(40)}`, target: "Words." });
  const text = `[${Array.from({ length: 100_000 }, (_, at) => one(at)).join(",")}]`;
  const answers = { [`${ELSEWHERE}/template.yml`]: answer(TEMPLATE), [`${ELSEWHERE}/data.json`]: answer(text) };
  const app = await start(t, { answers });
  await app.page.addInitScript(() => {
    // As in a browser in which pauses take some milliseconds each.
    delete globalThis.Scheduler?.prototype.postTask;
    let first;
    const watch = new MutationObserver(() => {
      const said = document.querySelector("[data-page=opening] [role=status]")?.textContent ?? "";
      const count = Number(said.match(/(\d+) instances/)?.[1] ?? 0);
      const button = document.querySelector("[data-testid=give-up]");
      if (count === 0 || !button) return;
      if (!first) button.focus();
      first ??= { button, count };
      if (count < first.count + 10_000) return;
      watch.disconnect();
      globalThis.same = button === first.button && document.activeElement === button;
      button.click();
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await app.page.goto(new URL(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`, app.url).href);
  await shown(app.page, "hub");
  assert.equal(await app.page.evaluate(() => globalThis.same), true);
  await app.page.waitForTimeout(1000);
  await shown(app.page, "hub");
});
