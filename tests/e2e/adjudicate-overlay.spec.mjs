// The marks of all annotators over the texts of gold, the places of columns and notices, and what a reload restores.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { annotated, startAdjudicating, swap, templateFor, wrong } from "./adjudicate-support.mjs";
import { dropFiles } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const ANNA = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 20, 34), wrong(2, 0, 6)]);
const BEN = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 20, 35, "a lot")]);
const CLEO = annotated([swap(1, [4, 9], [4, 8])], [swap(1, [0, 6], [24, 34])]);

async function open(t, options = {}) {
  const data = [annotated(), ANNA, BEN, CLEO];
  return startAdjudicating(t, { template: templateFor(data.length), data, ...options });
}

/** The boxes of lanes with the signs at their beginnings. */
const lanes = (page) =>
  page.locator(".lane").evaluateAll((all) =>
    all.map((lane) => [lane.querySelector(".lane__sign")?.dataset.sign, Math.round(lane.getBoundingClientRect().top)]),
  );

test("marks laid over each other say whose they are, of which category, and how many share a place", async (t) => {
  const { app, page } = await open(t);
  const { page: tab } = app;
  await page.goToInstance(2);
  const target = page.column(1).pane("target");
  const before = await target.innerText();
  await tab.getByTestId("lay-over").check();
  const legend = tab.getByTestId("overlay-legend");
  await legend.waitFor();
  await eventually(async () => (await lanes(tab)).map(([sign]) => sign), ["3", "1", "1", "2", "3"]);
  const ofTarget = (await lanes(tab)).slice(1);
  const tops = new Map(ofTarget);
  assert.equal(new Set(tops.values()).size, 3, "a lane for each annotator");
  assert.ok(tops.get("1") < tops.get("2") && tops.get("2") < tops.get("3"));
  assert.equal(await target.innerText(), before, "the text is the text");
  assert.match(await legend.innerText(), /anna[^]*ben[^]*chris|ben[^]*chris[^]*dora/);
  assert.match(await legend.innerText(), /Swap[^]*Wrong[^]*1 of 3 \(0\.33\)[^]*2 of 3 \(0\.67\)[^]*3 of 3 \(1\.00\)/);

  const places = () => tab.getByTestId("overlay-places").locator("li").allInnerTexts();
  assert.ok((await places()).some((place) => /“the mayor|“ the mayor/.test(place) && /3 of 3 \(1\.00\) · 1 \w+: Wrong · 2 \w+: Wrong · 3 \w+: Swap/.test(place)), (await places()).join("\n"));
  const word = await tab.evaluate(() => {
    const root = document.querySelector('[data-annotator="1"] [data-testid="pane-target"]');
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf("mayor");
      if (at >= 0) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + 5);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
    }
  });
  await tab.mouse.move(word.x, word.y);
  const tip = tab.getByTestId("overlay-place");
  await tip.waitFor();
  assert.match(await tip.innerText(), /^3 of 3 \(1\.00\) · 1 \w+: Wrong/);
  await tab.mouse.move(2, 2);
  await tip.waitFor({ state: "detached" });

  // By keyboard the caret says the same.
  await target.focus();
  await tab.keyboard.press("Home");
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowLeft");
  await eventually(async () => /^1 of 3 \(0\.33\) · 1 \w+: Wrong$/.test(await tab.getByTestId("overlay-said").textContent()), true);
  await assertAccessible(tab);

  await tab.locator('[data-testid="show-annotator"][data-annotator="4"]').uncheck();
  await eventually(async () => (await lanes(tab)).map(([sign]) => sign), ["1", "1", "2"]);
  assert.match(await legend.innerText(), /2 of 2 \(1\.00\)/);
  await tab.getByTestId("lay-over").uncheck();
  await eventually(() => lanes(tab), []);
  await legend.waitFor({ state: "detached" });
});

test("the columns of gold and three annotators fit, and nothing scrolls sideways", async (t) => {
  const { app, page } = await open(t);
  const boxes = () => Promise.all([1, 2, 3, 4].map((number) => page.column(number).root.boundingBox()));
  for (const [width, rows] of [[1600, 1], [1280, 2], [390, 4]]) {
    await app.page.setViewportSize({ width, height: 900 });
    await eventually(async () => new Set((await boxes()).map((box) => Math.round(box.y))).size, rows);
    for (const box of await boxes()) {
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${width}: ${box.x} ${box.width}`);
    }
    const overflow = () => app.page.evaluate(() =>
      [document.documentElement, document.querySelector(".columns")].some((element) => element.scrollWidth > element.clientWidth));
    assert.equal(await overflow(), false, `${width}`);
  }
});

test("the buttons of a group stand in one line", async (t) => {
  const by = (start, end) => annotated([wrong(1, start, end)]);
  const { app } = await open(t, { data: [annotated(), by(0, 8), by(4, 8), by(4, 12)], context: { viewport: { width: 1600, height: 900 } } });
  await app.page.getByTestId("union").waitFor();
  const tops = await app.page.locator(".decision__merges .button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
  assert.equal(tops.length, 5);
  assert.equal(new Set(tops).size, 1);
});

test("keys decide in all instances, filter, hide annotators, lay marks over and save the record", async (t) => {
  const { app, page } = await open(t, { data: [annotated(), ANNA, ANNA, BEN] });
  const { page: tab } = app;
  const press = (key) => tab.keyboard.press(key);
  const focused = () => tab.evaluate(() => document.activeElement.closest("[data-testid]")?.dataset.testid);
  const progress = () => tab.getByTestId("decisions-progress").evaluate((element) => `${element.dataset.done}/${element.dataset.total}`);
  await press(">");
  await eventually(focused, "decision");
  await press("Shift+A");
  await eventually(progress, "1/3");
  await page.undo.click();
  await eventually(progress, "0/3");
  await press(">");
  await eventually(focused, "decision");
  await press("l");
  await eventually(() => tab.getByTestId("lay-over").isChecked(), true);
  await press("d");
  await eventually(() => tab.getByTestId("only-differences").isChecked(), true);
  await press("d");
  await press("f");
  await eventually(focused, "filter-kind");
  await press("Escape");
  await eventually(focused, "decision");
  await press("h");
  await eventually(focused, "show-annotator");
  await press("3");
  await eventually(() => page.column(4).root.isVisible(), false);
  await press("3");
  await eventually(() => page.column(4).root.isVisible(), true);
  assert.equal(await page.draft.count(), 0, "a digit there chooses no category");
  await press("Escape");
  await eventually(focused, "decision");
  assert.match((await app.download(() => press("s"))).name, /-decisions\.json$/);
  assert.match((await app.download(() => press("Shift+S"))).name, /-decisions\.csv$/);
  await press("?");
  const keys = await tab.locator("dialog[open] .keys").innerText();
  for (const key of ["Shift+A", "F", "H, 1 … 9", "L", "D", "S", "Shift+S"]) {
    assert.ok(keys.split("\n").includes(key), key);
  }
});

test("a reload in the middle restores what is shown and a reason that is not given yet", async (t) => {
  const { app, page } = await open(t);
  const { page: tab } = app;
  await page.goToInstance(2);
  const groups = tab.getByTestId("decision");
  await groups.first().getByTestId("majority").click();
  await tab.getByTestId("lay-over").check();
  await tab.locator('[data-testid="show-annotator"][data-annotator="3"]').uncheck();
  await tab.getByTestId("filter-annotator").selectOption("1");
  await eventually(() => groups.count(), 2);
  await groups.first().getByTestId("rationale").pressSequentially("half a rea");
  await page.waitSaved();
  await tab.reload();
  await page.waitForInstance(2);
  await eventually(() => groups.count(), 2);
  assert.equal(await tab.getByTestId("lay-over").isChecked(), true);
  assert.equal(await page.column(3).root.isVisible(), false);
  assert.equal(await tab.getByTestId("filter-annotator").inputValue(), "1");
  const reason = groups.first().getByTestId("rationale");
  assert.equal(await reason.inputValue(), "half a rea");
  const given = async () => (await page.annotations())[1]._spanwise.decisions[0].rationale;
  await reason.focus();
  await tab.keyboard.press("End");
  await tab.keyboard.type("son");
  await tab.keyboard.press("Enter");
  await eventually(given, "half a reason");
  await reason.fill("another");
  await reason.press("Escape");
  assert.equal(await reason.inputValue(), "half a reason");
  await tab.reload();
  await page.waitForInstance(2);
  await eventually(() => reason.inputValue(), "half a reason");
});

test("what all agree on in many instances is taken between frames, as one step, whole or not at all", async (t) => {
  const many = (own) => Array.from({ length: 2000 }, (_, at) => ({
    id: `i${at}`, source: `Source ${at}.`, target: `The ship ${at} went down.`, edits: own ? [wrong(1, 4, 8)] : [],
  }));
  const { app, page } = await open(t, { data: [many(false), many(true), many(true), many(true)] });
  const { page: tab } = app;
  const progress = () => tab.getByTestId("decisions-progress").evaluate((element) => `${element.dataset.done}/${element.dataset.total}`);
  await eventually(progress, "0/2000");
  const isShown = () => tab.evaluate(() => new Promise((resolve) => {
    document.querySelector('[data-testid="take-all-unanimous"]').click();
    requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector('[data-testid="taking"]') !== null)));
  }));
  assert.equal(await isShown(), true, "it is under way, and the page paints");
  await tab.reload();
  await page.waitForInstance(1);
  await eventually(async () => ["0/2000", "2000/2000"].includes(await progress()), true);
  if ((await progress()) === "0/2000") {
    await tab.getByTestId("take-all-unanimous").click();
    await eventually(progress, "2000/2000");
  }
  await page.undo.click();
  await eventually(progress, "0/2000");
});

test("notices leave what one works with free", async (t) => {
  const { app, page } = await open(t);
  const { page: tab } = app;
  for (const width of [1600, 1280, 390]) {
    await tab.setViewportSize({ width, height: 844 });
    await page.goToInstance(2);
    for (const testid of ["record-json", "record-csv"]) {
      await app.download(() => tab.getByTestId(testid).click());
    }
    await tab.keyboard.press(">");
    await eventually(() => tab.evaluate(() => document.activeElement.dataset.testid), "decision");
    assert.ok((await tab.getByTestId("notice").count()) >= 2);
    const covered = () => tab.evaluate(() => {
      const group = document.activeElement.getBoundingClientRect();
      return [...document.querySelectorAll(".notice")].some((notice) => {
        const box = notice.getBoundingClientRect();
        return box.top < Math.min(group.bottom, innerHeight) && group.top < box.bottom && box.left < group.right && group.left < box.right;
      });
    });
    await eventually(covered, false);
  }
});

test("a file that is there already is told", async (t) => {
  const { app, page } = await open(t);
  const eve = { name: "eve.json", text: JSON.stringify(BEN) };
  await dropFiles(app.page, [eve]);
  await eventually(() => page.columns().count(), 5);
  await dropFiles(app.page, [eve]);
  await app.page.getByText("“eve.json” is here already.").waitFor();
  assert.equal(await page.columns().count(), 5);
});
