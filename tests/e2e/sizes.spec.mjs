// Inputs of a size that nobody has in mind: the page goes on answering, or names the limit that they exceed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { ELSEWHERE, answer, annotating, noticeText, shown, start } from "./journeys-support.mjs";

/** The longest task that is let pass, on a busy machine too: a step that grows too fast takes far longer. */
const LONGEST_MS = Number(process.env.SPANWISE_LONGEST_MS ?? 3000);

const TEMPLATE = `template_name: sizes
edits:
  - {name: wrong, enable_output: true, annotation: [{name: severity, options: likert-3}]}
  - {name: vague, enable_output: true}
`;

const edit = (id, start, end, category = "wrong") => ({ category, id, output_idx: [[start, end]] });
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const instance = (target, edits = []) => JSON.stringify([{ source: "", target, edits }]);

/** Edits that lie within each other. */
const nested = (count, shift = 0) => many(count, (at) => edit(at + 1, at + shift, 4 * count - at));

/** Starts the app with these files, noting the tasks that hold the page. */
async function startNoting(t, files, options = {}) {
  const answers = Object.entries(files).map(([name, text]) => [`${ELSEWHERE}/${name}`, answer(text)]);
  const app = await start(t, { answers: Object.fromEntries(answers), ...options });
  app.context.setDefaultTimeout(60_000);
  await app.page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) window.longTasks.push(task.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  return app;
}

/** The longest task since the last time this was asked, which must not be too long. */
async function longest(t, page, what) {
  await page.waitForTimeout(1500);
  const tasks = await page.evaluate(() => window.longTasks.splice(0));
  const most = Math.max(0, ...tasks);
  t.diagnostic(`${what}: longest task ${most.toFixed(0)} ms`);
  assert.ok(most < LONGEST_MS, `${what} held the page for ${most} ms`);
}

async function annotate(t, data, template = TEMPLATE) {
  const app = await startNoting(t, { "template.yml": template, "data.json": data });
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`);
  return { app, page: app.page, annotate: await annotating(app.page) };
}

/** Waits until the whole target is on the page. */
const whole = (page, length) =>
  page.waitForFunction(
    (length) => document.querySelector("[data-testid=pane-target]").textContent.length >= length,
    length,
  );

test("a text of a hundred thousand lines", async (t) => {
  const text = "a line of some words\n".repeat(100_000);
  const { page } = await annotate(t, instance(text, [edit(1, 2, 6)]));
  await whole(page, text.length);
  await longest(t, page, "opening");
  assert.equal(await page.getByTestId("pane-target").evaluate((pane) => pane.textContent), text);
  await page.locator('[data-mark="wrong-1"]').first().click();
  await longest(t, page, "a click");
});

test("a line of four megabytes", async (t) => {
  const text = "some words of a long line ".repeat(160_000);
  const { page } = await annotate(t, instance(text, [edit(1, 5, 10)]));
  await whole(page, text.length);
  await longest(t, page, "opening");
});

test("a larger instance is refused", async (t) => {
  const large = instance("some words of a long line ".repeat(400_000), [edit(1, 5, 10)]);
  const app = await startNoting(t, { "template.yml": TEMPLATE, "data.json": large });
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`);
  await shown(app.page, "failure");
  const said = await noticeText(app.page, "error");
  for (const part of [/has 10\d{3} KB/, /at most 4 MB/, /Split it/]) assert.match(said, part);
  await longest(t, app.page, "refusing");
});

test("a thousand marks within each other", async (t) => {
  const { page } = await annotate(t, instance("word ".repeat(800), nested(1000)));
  await longest(t, page, "opening");
  const middle = page.locator('[data-mark~="wrong-1000"]').first();
  // On its second line: the middle of so long a mark is out of sight.
  await middle.click({ position: { x: 40, y: 60 } });
  assert.equal(await page.locator('[data-testid="edit"][aria-current="true"]').getAttribute("data-edit-id"), "1000");
  await longest(t, page, "a click");
});

test("twenty thousand edits are marked and listed up to a limit that says so", async (t) => {
  const edits = many(20_000, (at) => edit(at + 1, 5 * at, 5 * at + 4, at % 2 ? "vague" : "wrong"));
  const { page } = await annotate(t, instance("word ".repeat(20_000), edits));
  await longest(t, page, "opening");
  const said = await page.getByTestId("more-edits").innerText();
  for (const part of [/20000 edits/, /At most 2000 are listed/, /split the instance/]) assert.match(said, part);
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Delete all edits of this instance" }).click();
  await page.getByTestId("more-edits").waitFor({ state: "detached" });
  await longest(t, page, "clearing");
  await page.getByTestId("undo").click();
  await page.getByTestId("more-edits").waitFor();
  await longest(t, page, "taking that back");
});

test("fifty thousand edits", async (t) => {
  const edits = many(50_000, (at) => edit(at + 1, 5 * at, 5 * at + 4));
  const { page } = await annotate(t, instance("word ".repeat(50_000), edits));
  await longest(t, page, "opening");
  assert.match(await page.getByTestId("more-edits").innerText(), /50000 edits/);
  await page.locator('[data-mark="wrong-1"]').first().click();
  await longest(t, page, "a click");
});

test("fifty megabytes of data", async (t) => {
  const one = (at) => ({ source: `Sentence number ${at}. ${"Some words of it. ".repeat(24)}`, target: "Words.", edits: [edit(1, 0, 3)] });
  const data = JSON.stringify(many(100_000, one));
  assert.ok(data.length > 50e6);
  const { page, annotate: work } = await annotate(t, data);
  assert.equal((await work.position()).total, 100_000);
  await longest(t, page, "opening");
  await work.goToInstance(99_999);
  await longest(t, page, "going to the last but one");
});

test("a million lines that are no instances", async (t) => {
  const app = await startNoting(t, { "template.yml": TEMPLATE, "data.jsonl": "{no instance\n".repeat(1_000_000) });
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.jsonl`);
  await shown(app.page, "failure");
  await longest(t, app.page, "refusing");
});

test("fifty megabytes of a template are refused", async (t) => {
  const app = await startNoting(t, { "template.yml": `${TEMPLATE}#${" ".repeat(50e6)}`, "data.json": instance("some words") });
  await app.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`);
  await shown(app.page, "failure");
  assert.match(await noticeText(app.page, "error"), /at most 1024 KB/);
  await longest(t, app.page, "refusing");
});

for (const count of [500, 2000]) {
  test(`${count} overlapping edits of each of two annotators`, async (t) => {
    const text = "word ".repeat(count);
    const app = await startNoting(t, {
      "t.yml": `${TEMPLATE}adjudication: 2\n`,
      "anna.json": instance(text, nested(count)),
      "ben.json": instance(text, nested(count, 1)),
    });
    await app.open(`?i=${ELSEWHERE}/t.yml&d1=${ELSEWHERE}/anna.json&d2=${ELSEWHERE}/ben.json`);
    await shown(app.page, "adjudicate");
    await longest(t, app.page, "opening");
    await app.page.locator('[data-annotator="1"] [data-testid="edit-open"]').nth(2).click();
    await longest(t, app.page, "a click");
  });
}

test("a template of five hundred categories is used, one of nineteen thousand is not", async (t) => {
  const template = (count) => `template_name: t\nedits:\n${many(count, (at) => `  - {name: c${at}, enable_output: true}\n`).join("")}`;
  const { app, page } = await annotate(t, instance("some words"), template(500));
  await longest(t, page, "500 categories");
  await app.page.unrouteAll();
  const refused = await startNoting(t, { "template.yml": template(19_000), "data.json": instance("some words") });
  await refused.open(`?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`);
  // It is opened in the builder, to be mended.
  await refused.page.getByText(/19000 categories; at most 500/).first().waitFor();
  await refused.page.getByText(/Combine categories/).first().waitFor();
});

test("a share link that unpacks to a gigabyte", async (t) => {
  const packed = deflateRawSync(Buffer.alloc(2 ** 30)).toString("base64url");
  const app = await startNoting(t, {});
  await app.open("");
  await longest(t, app.page, "the start page");
  const began = Date.now();
  await app.page.evaluate((link) => { location.hash = link; }, `/s/1.${packed}`);
  await shown(app.page, "failure");
  t.diagnostic(`refused after ${Date.now() - began} ms`);
  assert.match(await noticeText(app.page, "error"), /more than 8 MB/);
  await longest(t, app.page, "a share link of 1 GB");
});
