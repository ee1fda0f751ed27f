// Long texts: read and annotated paragraph by paragraph.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { eventually, openWork } from "./pages.mjs";

const template = (keys = "") => `
template_name: long
paragraphs: blank-line
reveal: paragraph
${keys}
edits:
  - { name: error, label: Error, enable_output: true }
  - { name: pair, label: Pair, type: multi_span, enable_output: true }
`;

const STORY = [
  "Anna came in and sat down.",
  "Ben left the house at nine.",
  "Nobody had come in, said Ben.",
  "That was all there is to tell.",
];
const edit = (category, id, ...spans) => ({ category, id, annotation: null, output_idx: spans });

const open = (t, { keys, first = {}, ...options } = {}) =>
  openWork(t, {
    template: template(keys),
    data: [
      { target: STORY.join("\n\n"), ...first },
      { target: STORY.slice(0, 2) },
      { target: "One paragraph alone." },
      { target: ["a\n\nb\n\nc", "d"] },
    ],
    ...options,
  });

const paragraphs = (work) =>
  work.page
    .getByTestId("paragraph")
    .evaluateAll((all) => all.map(({ dataset, textContent }) => [dataset.index, dataset.state, textContent.trim()]));
const next = (work) => work.page.getByTestId("next-paragraph");
const previous = (work) => work.page.getByTestId("previous-paragraph");
const position = (work) => work.page.getByTestId("paragraph-position").innerText();
const read = (count) =>
  STORY.slice(0, count).map((text, at) => [`${at + 1}`, at + 1 === count ? "current" : "read", text]);
const own = async (work) => (await work.annotations())[0]._spanwise;

test("what comes later is not in the page: not in the DOM, not for a screen reader, not for search", async (t) => {
  const work = await open(t);
  await next(work).waitFor();
  assert.deepEqual(await paragraphs(work), read(1));
  assert.equal(await work.text("target"), `${STORY[0]}\n\n`);
  const everything = await work.page.evaluate(() => document.documentElement.outerHTML);
  for (const later of STORY.slice(1)) assert.ok(!everything.includes(later), later);
  assert.equal(await work.page.evaluate(() => window.find("Ben")), false);
  const session = await work.page.context().newCDPSession(work.page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const heard = nodes.map(({ name }) => name?.value ?? "").join("\n");
  assert.ok(heard.includes(STORY[0]) && !heard.includes("Ben"), heard);
  await next(work).click();
  assert.deepEqual(await paragraphs(work), read(2));
  await assertAccessible(work.page);
});

test("going on says that there are no more errors here; what was read stands in a box at its end", async (t) => {
  const work = await open(t);
  assert.equal(await next(work).innerText(), "No more errors here, next paragraph");
  assert.equal(await position(work), "Paragraph 1 of 4");
  assert.equal(await previous(work).isDisabled(), true);
  assert.equal(await work.page.getByTestId("context-box").count(), 0);
  for (const count of [2, 3, 4]) {
    await next(work).click();
    await eventually(() => paragraphs(work), read(count));
    assert.equal(await position(work), `Paragraph ${count} of 4`);
    const box = work.page.getByTestId("context-box");
    await eventually(
      () => box.evaluate((it) => Math.abs(it.scrollHeight - it.clientHeight - it.scrollTop) <= 1),
      true,
    );
    assert.equal((await box.innerText()).includes(STORY[count - 1]), false);
  }
  assert.equal(await next(work).isDisabled(), true);
  await previous(work).click();
  assert.deepEqual(await paragraphs(work), read(3));
  assert.equal(await next(work).innerText(), "Next paragraph");
  // A list of paragraphs in the data; a text of one paragraph. Each instance has its own, also if as many are read.
  await work.goToInstance(2);
  assert.equal(await position(work), "Paragraph 1 of 2");
  await next(work).click();
  await eventually(() => paragraphs(work), read(2));
  await work.goToInstance(3);
  assert.equal(await position(work), "Paragraph 1 of 1");
  assert.deepEqual(await paragraphs(work), [["1", "current", "One paragraph alone."]]);
  await work.goToInstance(4);
  await next(work).click();
  await eventually(() => paragraphs(work), [["1", "read", "a\n\nb\n\nc"], ["2", "current", "d"]]);
  await work.goToInstance(2);
  await eventually(() => paragraphs(work), read(2));
});

test("a double click reveals one paragraph", async (t) => {
  const work = await open(t);
  await next(work).dblclick();
  await eventually(() => position(work), "Paragraph 2 of 4");
});

test("a pair has one span in what was read and one in the paragraph", async (t) => {
  const work = await open(t);
  await next(work).click();
  await next(work).click();
  await work.make("pair", ["target", "Anna came in"], ["target", "Nobody had come in"]);
  assert.deepEqual(
    (await work.downloadedEdits()).map(({ output_idx: spans }) => spans),
    [[[0, 12], [57, 76]]],
  );
  // Its row names both, and goes to them.
  await previous(work).click();
  await work.openEdit(work.edits.first());
  assert.equal(await position(work), "Paragraph 3 of 4");
});

test("the keyboard stays in what is revealed, and goes on with Ctrl+Enter", async (t) => {
  const work = await open(t);
  await work.pane("target").focus();
  await work.page.keyboard.press("Control+End");
  await work.page.keyboard.press("ArrowRight");
  await work.page.keyboard.press("Enter");
  await work.categoryInMenu("error").click();
  assert.deepEqual(
    (await work.downloadedEdits()).map(({ output_idx: spans }) => spans),
    [[[21, 26]]],
  );
  await work.page.keyboard.press("Escape");
  for (const count of [2, 3, 4]) {
    await work.page.keyboard.press("Control+Enter");
    await eventually(() => position(work), `Paragraph ${count} of 4`);
  }
  await work.waitForDone();
  await work.page.keyboard.press("Control+Enter");
  await work.waitForInstance(2);
  await eventually(async () => (await own(work)).done, true);
});

test("an instance is done once all of it was read", async (t) => {
  const work = await open(t);
  await work.waitForDone();
  await work.page.getByTestId("mark-done").click();
  await work.noticesAt("info").filter({ hasText: "not read yet" }).waitFor();
  assert.equal((await work.position()).index, 1);
});

test("edits in text that is not revealed are neither marked nor listed", async (t) => {
  const work = await open(t, { first: { edits: [edit("error", 1, [0, 4]), edit("error", 2, [28, 31])] } });
  assert.deepEqual(await work.rows(), ["error-1"]);
  assert.equal(await work.marks("error", 2).count(), 0);
  await next(work).click();
  await eventually(() => work.rows(), ["error-1", "error-2"]);
  assert.equal(await work.marks("error", 2).innerText(), "Ben");
});

test("where one was comes back after a reload; reveals, times and late changes are in the file", async (t) => {
  const work = await open(t);
  await next(work).click();
  await next(work).click();
  await previous(work).click();
  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(() => position(work), "Paragraph 2 of 4");
  await work.make("error", ["target", "house"]);
  await work.waitSaved();
  const [first, second, third] = (await own(work)).reading;
  assert.ok(first.dwell_ms > 0 && first.revealed_ms === undefined && !first.revised, JSON.stringify(first));
  assert.equal(second.revised, true);
  assert.ok(third.revealed_ms >= second.revealed_ms && Date.now() - third.revealed_ms < 120_000);
  // Undoing it does not unsee the third paragraph.
  await work.undo.click();
  assert.equal((await own(work)).reading[1].revised, true);
});

test("`revise: view` lets look at earlier paragraphs, `revise: deny` does not", async (t) => {
  for (const revise of ["view", "deny"]) {
    const work = await open(t, { keys: `revise: ${revise}` });
    await work.make("error", ["target", "Anna"]);
    await next(work).click();
    await work.category("error").click();
    await work.select("target", "sat");
    await work.noticesAt("info").filter({ hasText: "cannot be changed" }).waitFor();
    assert.deepEqual(await work.rows(), ["error-1"]);
    await work.page.keyboard.press("Escape");
    if (revise === "view") {
      await previous(work).click();
      assert.equal(await position(work), "Paragraph 1 of 4");
    } else {
      assert.equal(await previous(work).count(), 0);
    }
  }
});

test("5 000 words in 500 paragraphs are gone through in time", async (t) => {
  const words = "the quiet river carried nine small boats past our house";
  const target = Array.from({ length: 500 }, (_, at) => `${at} ${words}`);
  const reading = Array.from({ length: 499 }, () => ({ dwell_ms: 1 }));
  const work = await openWork(t, { template: template(), data: [{ target, _spanwise: { reading } }] });
  await eventually(() => position(work), "Paragraph 499 of 500");
  await next(work).click();
  await eventually(() => position(work), "Paragraph 500 of 500");
  await previous(work).click();
  await eventually(() => position(work), "Paragraph 499 of 500");
  const times = await work.timings("navigate");
  assert.ok(Math.max(...times) < 600, times.join(" "));
});
