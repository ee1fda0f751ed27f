// Coreference cues: the mentions of a cluster light together under the pointer or the caret, and nothing moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hover, lit } from "./mentions-support.mjs";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = (mentions) => `
template_name: cues
${mentions && `mentions: ${mentions}`}
edits:
  - name: wrong
    enable_output: true
`;

const SOURCE = "Ada met Bo.";
const TARGET = "Ada saw her boat. 😀 Then she called Bo, and Ada left.";

/** The spans of words, in the order of a text. */
function spans(text, words) {
  let from = 0;
  return words.map((word) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return [start, from];
  });
}

const INSTANCE = {
  source: SOURCE,
  target: TARGET,
  mentions: [
    { cluster: "1", input_idx: spans(SOURCE, ["Ada"]), output_idx: spans(TARGET, ["Ada", "her", "she", "Ada"]) },
    { cluster: "2", input_idx: spans(SOURCE, ["Bo"]), output_idx: spans(TARGET, ["Bo"]) },
  ],
};

/** What is said of the mention at the caret. */
const said = ({ page }) => page.getByTestId("mention-said");

/** Moves the pointer over the first place of a word in the target. */
const hoverWord = (work, word, text = TARGET) =>
  hover(work, "target", text.indexOf(word), text.indexOf(word) + word.length);

/** Where each line stands among the texts. */
const places = ({ page }) =>
  page.locator(".line").evaluateAll((all) =>
    all.map((one) => {
      const around = one.closest(".texts").getBoundingClientRect();
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x - around.x, y - around.y, width, height].map(Math.round);
    }),
  );

/** Waits until what the pointer did is shown. */
const painted = ({ page }) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Opens a work, and waits until its mentions can light up. */
async function open(t, data = [INSTANCE], rule = "data", template = TEMPLATE(rule)) {
  const work = await openWork(t, { template, data });
  await said(work).waitFor({ state: "attached" });
  return work;
}

test("hovering a mention lights all of its cluster, in both texts, and nothing moves", async (t) => {
  const work = await open(t);
  assert.deepEqual(await lit(work), []);
  const before = await places(work);
  await hoverWord(work, "she");
  await eventually(() => lit(work), ["Ada", "Ada", "her", "she", "Ada"]);
  await hover(work, "source", ...INSTANCE.mentions[1].input_idx[0]);
  await eventually(() => lit(work), ["Bo", "Bo"]);
  // The first and the last character of a word belong to it, those beside it do not.
  const [start, end] = INSTANCE.mentions[0].output_idx[1];
  for (const [from, expected] of [
    [start - 1, []],
    [start, ["Ada", "Ada", "her", "she", "Ada"]],
    [end, []],
    [end - 1, ["Ada", "Ada", "her", "she", "Ada"]],
  ]) {
    await hover(work, "target", from, from + 1);
    await eventually(() => lit(work), expected);
  }
  assert.deepEqual(await places(work), before);
  assert.equal(await work.text("target"), TARGET);
  await work.page.mouse.move(0, 0);
  await eventually(() => lit(work), []);
});

test("a mention under a mark is one", async (t) => {
  const mentions = [{ cluster: "1", output_idx: spans(TARGET, ["her boat", "she"]) }];
  const work = await open(t, [{ ...INSTANCE, mentions }]);
  await work.make("wrong", ["target", "saw her"]);
  const start = TARGET.indexOf("her boat");
  // Handles lie over the end of the mark.
  await hover(work, "target", start, start + 1);
  await eventually(() => lit(work), ["her boat", "she"]);
  await hoverWord(work, "boat");
  await eventually(() => lit(work), ["her boat", "she"]);
  assert.equal(await work.text("target"), TARGET);
});

test("the caret lights the mention that it stands in, and says how many there are", async (t) => {
  const work = await open(t);
  await work.pane("target").focus();
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => lit(work), ["Ada", "Ada", "her", "she", "Ada"]);
  await eventually(() => said(work).textContent(), "mention, one of 5");
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => lit(work), []);
  await eventually(() => said(work).textContent(), "");
});

test("a reader who switches them off has none, also later", async (t) => {
  const work = await open(t);
  await hoverWord(work, "she");
  await eventually(async () => (await lit(work)).length, 5);
  await work.openMenu();
  await work.page.getByTestId("mentions").uncheck();
  await work.page.keyboard.press("Escape");
  await hoverWord(work, "she");
  await painted(work);
  assert.deepEqual(await lit(work), []);
  await work.page.reload();
  await work.waitForInstance(1);
  await said(work).waitFor({ state: "attached" });
  await work.openMenu();
  const toggle = work.page.getByTestId("mentions");
  await toggle.waitFor();
  assert.equal(await toggle.isChecked(), false);
  await toggle.check();
  await work.page.keyboard.press("Escape");
  await hoverWord(work, "she");
  await eventually(async () => (await lit(work)).length, 5);
});

test("a template finds names or phrases where the data has no mentions; without the key, nothing lights up", async (t) => {
  const anna = "Later Anna came. When Anna saw Mr Berg, he left; Anna stayed, and Mr Berg did not.";
  const cases = [
    ["names", { target: anna }, "Anna", ["Anna", "Anna", "Anna"]],
    ["names", INSTANCE, "her", ["Ada", "Ada", "her", "she", "Ada"]],
    ['["Mr Berg", he]', { target: anna }, "Berg", ["Mr Berg", "Mr Berg"]],
    ["[آنا]", { target: "قالت آنا إن آنا هنا" }, "آنا", ["آنا", "آنا"]],
  ];
  for (const [rule, instance, word, expected] of cases) {
    const work = await open(t, [instance], rule);
    await hoverWord(work, word, instance.target);
    await eventually(() => lit(work), expected);
    assert.equal(await work.text("target"), instance.target);
  }
  const work = await openWork(t, { template: TEMPLATE(""), data: [INSTANCE] });
  await work.openMenu();
  await work.page.getByTestId("safe-colors").waitFor();
  assert.equal(await work.page.getByTestId("mentions").count(), 0);
  assert.equal(await said(work).count(), 0);
});

test("only what is revealed lights up", async (t) => {
  const template = `${TEMPLATE("[Ada]")}paragraphs: blank-line\nreveal: paragraph\n`;
  const target = "Ada went.\n\nThen Ada came.\n\nAda left.";
  const work = await open(t, [{ target }], "[Ada]", template);
  await work.pane("target").focus();
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => lit(work), ["Ada"]);
  await eventually(() => said(work).textContent(), "mention, the only one");
  await work.page.getByTestId("next-paragraph").click();
  const second = target.indexOf("Ada came");
  await hover(work, "target", second, second + 3);
  await eventually(() => lit(work), ["Ada", "Ada"]);
});

test("far down a long text, mentions are lit, too", async (t) => {
  const lines = 2_000;
  const work = await open(t, [{ target: "Ada went on.\n".repeat(lines) }], "[Ada]");
  await work.pane("target").focus();
  await work.page.keyboard.press("ArrowRight");
  await eventually(async () => (await lit(work)).length, lines);
});

test("what is wrong with a mention is said with its place", async (t) => {
  const data = `[{"target": "Ada", "mentions": [ {"cluster": 1, "output_idx": [[0, 9]]} ]}]`;
  const work = await openWork(t, { template: TEMPLATE("data"), data });
  // By keys: notices may lie over the menu.
  await work.page.locator("header details.menu > summary").press("Enter");
  await work.page.getByTestId("problems").press("Enter");
  const row = work.page.locator('[data-testid="problems-of-file"] [data-origin="data"]');
  await row.filter({ hasText: "mentions[0]" }).first().waitFor();
});
