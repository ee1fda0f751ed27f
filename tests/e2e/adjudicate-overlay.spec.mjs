// The marks of all annotators over the texts of gold, the places of columns and notices, and what a reload restores.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { adjudicating, annotated, startAdjudicating, swap, templateFor, wrong } from "./adjudicate-support.mjs";
import { ELSEWHERE, dropFiles } from "./journeys-support.mjs";
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

test("a reload where no column can be changed restores the instance, hidden columns and the filter of the lists", async (t) => {
  const { app, page } = await open(t, { template: templateFor(4, { highlight: false }) });
  const { page: tab } = app;
  await page.goToInstance(2);
  await tab.locator('[data-testid="show-annotator"][data-annotator="3"]').uncheck();
  await tab.getByTestId("only-differences").check();
  await tab.reload();
  await page.waitForInstance(2);
  await eventually(() => page.column(3).root.isVisible(), false);
  assert.equal(await page.column(4).root.isVisible(), true);
  assert.equal(await tab.getByTestId("only-differences").isChecked(), true);
  // Of other files nothing is hidden.
  await app.open(`?i=${ELSEWHERE}/t.yml&d1=${ELSEWHERE}/ben.json&d2=${ELSEWHERE}/chris.json&d3=${ELSEWHERE}/dora.json&d4=${ELSEWHERE}/anna.json`);
  await page.waitForInstance(1);
  assert.equal(await page.column(3).root.isVisible(), true);
});

const COUNT = 2000;

/** Three annotators who agree in many instances, beside gold without edits. */
async function openMany(t, options = {}) {
  const many = (edits) => Array.from({ length: COUNT }, (_, at) => ({
    id: `i${at}`, source: `Source ${at}.`, target: `The ship ${at} went down.`, edits: edits(at),
  }));
  const alike = many(() => [wrong(1, 4, 8)]);
  // In the second instance, one has an edit of their own.
  const ben = many((at) => (at === 1 ? [wrong(1, 4, 8), wrong(2, 0, 3)] : [wrong(1, 4, 8)]));
  const opened = await open(t, { data: [many(() => []), alike, ben, alike], ...options });
  const progress = () => opened.app.page.getByTestId("decisions-progress").evaluate((element) => `${element.dataset.done}/${element.dataset.total}`);
  await eventually(progress, `0/${COUNT + 1}`);
  return { ...opened, progress };
}

/** The values that were written to localStorage, by the task that wrote them. */
function writesByTask(tab) {
  return tab.evaluate(() => {
    const written = [];
    let isNew = true;
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (isNew) {
        isNew = false;
        written.push(0);
        // The next task, before any timer.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (isNew = true);
        port2.postMessage(null);
      }
      written[written.length - 1] += 1;
      return setItem.call(this, key, value);
    };
    window.writesByTask = written;
  });
}

test("what all agree on in many instances is taken whole or not at all if the page is left meanwhile", async (t) => {
  const { app, page, progress } = await openMany(t);
  const { page: tab } = app;
  const isShown = await tab.evaluate(() => new Promise((resolve) => {
    document.querySelector('[data-testid="take-all-unanimous"]').click();
    requestAnimationFrame(() => setTimeout(() => {
      resolve(document.querySelector('[data-testid="taking"]') !== null);
      location.reload();
    }));
  }));
  assert.equal(isShown, true, "it is under way, and the page paints");
  await page.waitForInstance(1);
  await eventually(async () => [`0/${COUNT + 1}`, `${COUNT}/${COUNT + 1}`].includes(await progress()), true);
});

test("what all agree on in many instances is stored between frames, and undone as one step", async (t) => {
  const { app, page, progress } = await openMany(t);
  const { page: tab } = app;
  await writesByTask(tab);
  await tab.getByTestId("take-all-unanimous").click();
  await eventually(progress, `${COUNT}/${COUNT + 1}`);
  await page.undo.click();
  await eventually(progress, `0/${COUNT + 1}`);
  await page.waitSaved();
  const writes = await tab.evaluate(() => window.writesByTask);
  const total = writes.reduce((sum, count) => sum + count, 0);
  assert.ok(total > 2 * COUNT, `${total} values were written`);
  assert.ok(Math.max(...writes) < total / 4, `${Math.max(...writes)} of ${total} values were written in one task`);
});

test("what is taken in many instances is stored, also if the page is left or reloaded while that goes on", async (t) => {
  const { app, page, progress } = await openMany(t);
  const { page: tab } = app;
  const taken = `${COUNT}/${COUNT + 1}`;
  // The page is left as soon as it is made, when little of it can be stored.
  const leftWhile = await tab.evaluate(() => new Promise((resolve) => {
    document.querySelector('[data-testid="take-all-unanimous"]').click();
    const look = () => {
      if (document.querySelector('[data-testid="taking"]')) {
        setTimeout(look);
      } else {
        resolve(document.querySelector('[data-testid="save-state"]').dataset.state);
        location.reload();
      }
    };
    requestAnimationFrame(() => setTimeout(look));
  }));
  assert.equal(leftWhile, "saving");
  await page.waitForInstance(1);
  await eventually(progress, taken);
  assert.equal((await page.annotations()).filter(({ edits }) => edits.length === 1).length, COUNT);
});

test("undo while what all agree on is planned gives that up, and takes back nothing else", async (t) => {
  const { app, page, progress } = await openMany(t);
  const { page: tab } = app;
  await page.goToInstance(2);
  const groups = tab.getByTestId("decision");
  await eventually(() => groups.count(), 2);
  await groups.first().getByTestId("reject").click();
  await eventually(progress, `1/${COUNT + 1}`);
  const duringPlanning = (act) => tab.evaluate((act) => new Promise((resolve) => {
    document.querySelector('[data-testid="take-all-unanimous"]').click();
    requestAnimationFrame(() => setTimeout(() => {
      const isPlanned = document.querySelector('[data-testid="taking"]') !== null;
      document.querySelector(act).click();
      resolve(isPlanned);
    }));
  }), act);
  assert.equal(await duringPlanning('[data-testid="undo"]'), true);
  await tab.getByTestId("taking").waitFor({ state: "detached" });
  await tab.waitForTimeout(300);
  assert.equal(await progress(), `1/${COUNT + 1}`, "the decision before it stays, and nothing is taken");
  // A decision meanwhile stays, too, and is a step of its own.
  await duringPlanning('[data-testid="decision"]:first-child [data-testid="take"]');
  await eventually(progress, `${COUNT + 1}/${COUNT + 1}`);
  await page.undo.click();
  await eventually(progress, `1/${COUNT + 1}`);
  await page.undo.click();
  await eventually(() => groups.first().getByTestId("reject").getAttribute("aria-pressed"), "true");
});

test("of two tabs with the same adjudication, one decides, and the other one takes it over whole", async (t) => {
  const { app, page, progress } = await openMany(t);
  const { page: tab } = app;
  await page.goToInstance(2);
  await tab.getByTestId("decision").first().getByTestId("reject").click();
  await eventually(progress, `1/${COUNT + 1}`);
  await page.waitSaved();
  const other = await tab.context().newPage();
  await other.goto(tab.url());
  const second = await adjudicating(app, other);
  await second.waitForInstance(2);
  const progressThere = () => other.getByTestId("decisions-progress").evaluate((element) => `${element.dataset.done}/${element.dataset.total}`);
  await eventually(progressThere, `1/${COUNT + 1}`);
  await eventually(() => other.getByTestId("save-state").getAttribute("data-state"), "read-only");
  await other.getByTestId("decision").first().getByTestId("take").first().click();
  await other.getByTestId("take-all-unanimous").click();
  await other.getByTestId("taking").waitFor({ state: "detached" });
  assert.equal(await progressThere(), `1/${COUNT + 1}`);
  // The first one goes on, until the other one takes over.
  await tab.getByTestId("take-all-unanimous").click();
  await eventually(progress, `${COUNT + 1}/${COUNT + 1}`);
  await page.waitSaved();
  // It loads the page anew.
  const loaded = other.waitForEvent("load");
  await other.getByRole("button", { name: "Annotate here instead" }).first().click();
  await loaded;
  await eventually(progressThere, `${COUNT + 1}/${COUNT + 1}`);
  await eventually(() => tab.getByTestId("save-state").getAttribute("data-state"), "read-only");
  await other.getByTestId("undo").waitFor();
});

test("a held key and a double click go to one disagreement and take once", async (t) => {
  const { app, page } = await open(t, { data: [annotated(), ANNA, BEN, CLEO] });
  const { page: tab } = app;
  const groups = tab.getByTestId("decision");
  await tab.getByTestId("next-disagreement").dblclick();
  await page.waitForInstance(2);
  const current = () => tab.evaluate(() => document.activeElement.closest("[data-group]")?.dataset.group);
  await eventually(async () => (await current()) !== undefined, true);
  const first = await groups.first().getAttribute("data-group");
  assert.equal(await current(), first, "the first one, not the second");
  await tab.keyboard.down(">");
  for (let times = 0; times < 5; times += 1) {
    await tab.keyboard.down(">");
  }
  await tab.keyboard.up(">");
  const second = await groups.nth(1).getAttribute("data-group");
  await eventually(current, second);
  // Both clicks are on the same button; a held key is for the row that it went down in.
  const edits = async () => (await page.annotations())[1].edits?.length ?? 0;
  await groups.first().getByTestId("take").first().dblclick();
  await eventually(edits, 1);
  const row = page.column(2).row("wrong", 2);
  await row.hover();
  await tab.keyboard.down("=");
  await tab.keyboard.down("=");
  await tab.keyboard.up("=");
  await eventually(edits, 2);
  await tab.waitForTimeout(200);
  assert.equal(await edits(), 2);
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
