// Coreference cues: the mentions of a cluster light together under the pointer or the caret, and nothing moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = (mentions = "") => `
template_name: cues
${mentions && `mentions: ${mentions}`}
edits:
  - name: wrong
    enable_output: true
`;

const SOURCE = "Ada met Bo.";
const TARGET = "Ada saw her boat. 😀 Then she called Bo, and Ada left.";

/** The mentions of words, in the order of a text. */
function mentions(cluster, text, words) {
  let from = 0;
  const whole = { source: SOURCE, target: TARGET }[text];
  return words.map((word) => {
    const start = whole.indexOf(word, from);
    from = start + word.length;
    return { cluster, text, start, end: from };
  });
}

const INSTANCE = {
  source: SOURCE,
  target: TARGET,
  mentions: [
    ...mentions("1", "source", ["Ada"]),
    ...mentions("1", "target", ["Ada", "her", "she", "Ada"]),
    ...mentions("2", "source", ["Bo"]),
    ...mentions("2", "target", ["Bo"]),
  ],
};

const mention = ({ page }) => page.getByTestId("mention");
const texts = (found) => found.evaluateAll((all) => all.map((one) => one.textContent));
const lit = ({ page }) => texts(page.locator('[data-testid="mention"][data-lit="true"]'));

/** Where each line and mention stands among the texts. */
const places = ({ page }) =>
  page.locator(".line, [data-testid=mention]").evaluateAll((all) =>
    all.map((one) => {
      const around = one.closest(".texts").getBoundingClientRect();
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x - around.x, y - around.y, width, height].map(Math.round);
    }),
  );

const open = (t, data = [INSTANCE], rule) => openWork(t, { template: TEMPLATE(rule), data });

test("hovering a mention lights all of its cluster, in both texts, and nothing moves", async (t) => {
  const work = await open(t);
  await eventually(() => texts(mention(work)), ["Ada", "Bo", "Ada", "her", "she", "Bo", "Ada"]);
  assert.equal(await work.text("target"), TARGET);
  assert.equal(await work.text("source"), SOURCE);
  const before = await places(work);
  await mention(work).filter({ hasText: "she" }).hover();
  await eventually(() => lit(work), ["Ada", "Ada", "her", "she", "Ada"]);
  assert.deepEqual(await places(work), before);
  await mention(work).filter({ hasText: "Bo" }).first().hover();
  await eventually(() => lit(work), ["Bo", "Bo"]);
  assert.deepEqual(await places(work), before);
  await work.page.mouse.move(0, 0);
  await eventually(() => lit(work), []);
});

test("a mention under a mark is one, in as many parts as the mark makes of it", async (t) => {
  const work = await open(t, [{ ...INSTANCE, mentions: mentions("1", "target", ["her boat", "she"]) }]);
  await mention(work).first().waitFor();
  await work.make("wrong", ["target", "saw her"]);
  await eventually(() => texts(mention(work)), ["her", " boat", "she"]);
  assert.equal(await work.text("target"), TARGET);
  await work.marks("wrong", 1).last().hover();
  await eventually(() => lit(work), ["her", " boat", "she"]);
  const shown = await work.page
    .locator('[data-lit="true"]')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).textDecorationLine));
  assert.deepEqual(shown, ["overline", "overline", "overline"]);
});

test("the caret lights the mention that it stands in, and says how many there are", async (t) => {
  const work = await open(t);
  await mention(work).first().waitFor();
  const said = work.page.locator("[aria-live=assertive]");
  await work.pane("target").focus();
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => lit(work), ["Ada", "Ada", "her", "she", "Ada"]);
  await eventually(() => said.textContent(), "Ada, mention, one of 5");
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => lit(work), []);
  await eventually(() => said.textContent(), "saw");
});

test("a reader who switches them off has none, also later", async (t) => {
  const work = await open(t);
  await mention(work).first().waitFor();
  await work.openMenu();
  await work.page.getByTestId("mentions").uncheck();
  await eventually(() => mention(work).count(), 0);
  assert.equal(await work.text("target"), TARGET);
  await work.page.reload();
  await work.waitForInstance(1);
  await work.openMenu();
  await work.page.getByTestId("mentions").check();
  await eventually(() => mention(work).count(), 7);
});

test("a template finds names or phrases where the data has no mentions, or wants none at all", async (t) => {
  const anna = "Later Anna came. When Anna saw Mr Berg, he left; Anna stayed, and Mr Berg did not.";
  const cases = [
    ["names", { target: anna }, ["Anna", "Anna", "Mr Berg", "Anna", "Mr Berg"]],
    ["names", INSTANCE, ["Ada", "Bo", "Ada", "her", "she", "Bo", "Ada"]],
    ['["Mr Berg", he]', { target: anna }, ["Mr Berg", "he", "Mr Berg"]],
    ["[آنا]", { target: "قالت آنا إن آنا هنا" }, ["آنا", "آنا"]],
  ];
  for (const [rule, instance, expected] of cases) {
    const work = await open(t, [instance], rule);
    await eventually(() => texts(mention(work)), expected);
    assert.equal(await work.text("target"), instance.target);
  }
  for (const [rule, instance] of [["none", INSTANCE], ["data", { target: anna }]]) {
    const work = await open(t, [instance], rule);
    await work.openMenu();
    await work.page.getByTestId("safe-colors").waitFor();
    assert.equal(await work.page.getByTestId("mentions").count(), 0);
    assert.equal(await mention(work).count(), 0);
  }
});

test("far down a long text, mentions are there when they come near, and lit if their cluster is", async (t) => {
  const lines = 2_000;
  const work = await open(t, [{ target: "Ada went on.\n".repeat(lines) }], "[Ada]");
  await mention(work).first().waitFor();
  await work.pane("target").focus();
  await work.page.keyboard.press("ArrowRight");
  await eventually(async () => (await lit(work)).length > 0, true);
  assert.ok((await mention(work).count()) < lines, "not all at once");
  const last = work.pane("target").locator(".line").last();
  await eventually(() => work.pane("target").locator(".line").count(), lines);
  await last.scrollIntoViewIfNeeded();
  await last.locator('[data-testid="mention"][data-lit="true"]').waitFor();
});

test("what is wrong with a mention is said with its place", async (t) => {
  const data = `[{"target": "Ada", "mentions": [ {"cluster": 1, "text": "target", "start": 0, "end": 9} ]}]`;
  const work = await openWork(t, { template: TEMPLATE(), data });
  // By keys: notices may lie over the menu.
  await work.page.locator("header details.menu > summary").press("Enter");
  await work.page.getByTestId("problems").press("Enter");
  const row = work.page.locator('[data-testid="problems-of-file"] [data-origin="data"]');
  await row.filter({ hasText: "mentions[0]" }).first().waitFor();
});
