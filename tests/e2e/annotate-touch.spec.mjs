// Annotating on a phone: a touch, no mouse, no keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterBoxes, characterEdges, selectByTouch } from "./selection.mjs";

const TEMPLATE = `
template_name: review
edits:
  - name: wrong
    label: Wrong
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
  - { name: changed, label: Changed, enable_input: true, enable_output: true }
`;

const SOURCE = "Der Zug fährt heute nicht.";
const TARGET = "The train does not leave tomorrow.";
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

const open = (t) =>
  openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: TARGET }, { target: "Two." }], context: PHONE });

/** Selects words by a long press and the phone's handles. */
async function touchWords(work, side, text, words) {
  const start = text.indexOf(words);
  await selectByTouch(work.pane(side), start, start + words.length);
}

// Thresh 11.27: no selection by touch
test("a whole edit by touch: select, choose, answer, done", async (t) => {
  const work = await open(t);
  await touchWords(work, "target", TARGET, "tomorrow");
  await work.categoryMenu.waitFor();
  await work.categoryInMenu("wrong").tap();
  await work.waitForRows("wrong-1");
  await work.answer("severity", "a lot").tap();
  await eventually(() => work.edits.getAttribute("data-annotated"), "true");
  await work.page.getByTestId("mark-done").tap();
  await work.waitForInstance(2);
  assert.deepEqual(await work.downloadedEdits(), [
    { category: "wrong", id: 1, annotation: { severity: "a lot" }, output_idx: [[25, 34]] },
  ]);
});

/** A long text on a phone, with and edits; `look` scrolls a place of the window to `foot`. */
async function openLong(t) {
  const sentences = Array.from({ length: 60 }, (_, n) => `Sentence ${n} tells of a train that did not leave.`);
  const target = sentences.join(" ");
  const edits = [1, 11, 21, 31].map((n) => {
    const start = target.indexOf(`Sentence ${n} `);
    return { category: "wrong", id: n, annotation: null, output_idx: [[start, start + 8]] };
  });
  const work = await openWork(t, { template: TEMPLATE, data: [{ target, edits }], context: PHONE });
  const middleOf = async (offset) => {
    const [left, top, width, height] = (await characterBoxes(work.pane("target")))[offset];
    return { x: left + width / 2, y: top + height / 2 - (await scrollY(work)) };
  };
  const look = (y, foot) => work.page.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), y - foot);
  return { work, target, middleOf, look };
}

const scrollY = (work) => work.page.evaluate(() => Math.round(window.scrollY));

/** Runs in the page: resolves once nothing has scrolled for 200 ms. */
async function standsStill() {
  let last = performance.now();
  addEventListener("scroll", () => (last = performance.now()), true);
  while (performance.now() - last < 200) await new Promise((frame) => requestAnimationFrame(frame));
}

test("on a phone the text stays in view when a mark is tapped or an edit made", async (t) => {
  const { work, target, middleOf, look } = await openLong(t);
  const { touchscreen } = work.page;
  const mark = target.indexOf("Sentence 21 ") + 3;
  await look((await middleOf(mark)).y, 300);
  const before = await scrollY(work);
  const { x, y } = await middleOf(mark);
  await touchscreen.tap(x, y);
  await work.openPanel.waitFor();
  await work.page.evaluate(standsStill);
  assert.equal(await scrollY(work), before, "a mark that is in view is tapped");
  await work.page.keyboard.press("Escape");
  await work.openPanel.waitFor({ state: "detached" });
  await work.category("wrong").tap();
  const word = await middleOf(target.indexOf("tells", mark) + 2);
  await touchscreen.tap(word.x, word.y);
  await eventually(() => work.edits.count(), 5);
  await work.page.evaluate(standsStill);
  assert.equal(await scrollY(work), before, "an edit is made on a word in view");
});

test("on a phone no sheet covers the span that it asks about", async (t) => {
  const { work, target, middleOf, look } = await openLong(t);
  const opened = work.page.locator(".run.is-open").first();
  const isAbove = async () => {
    const [mark, sheet] = [await opened.boundingBox(), await work.openPanel.boundingBox()];
    return mark !== null && sheet !== null && mark.y > 0 && mark.y + mark.height <= sheet.y;
  };
  const mark = target.indexOf("Sentence 21 ") + 3;
  await look((await middleOf(mark)).y, 600);
  const at = await middleOf(mark);
  await work.page.touchscreen.tap(at.x, at.y);
  await eventually(isAbove, true);
  await work.page.keyboard.press("Escape");
  await work.openPanel.waitFor({ state: "detached" });
  await work.category("wrong").tap();
  const offset = target.indexOf("tells", mark) + 2;
  await look((await middleOf(offset)).y, 600);
  const word = await middleOf(offset);
  await work.page.touchscreen.tap(word.x, word.y);
  await eventually(() => work.edits.count(), 5);
  await eventually(isAbove, true);
});

test("category first, then a selection by touch on each side", async (t) => {
  const work = await open(t);
  await work.category("changed").tap();
  await touchWords(work, "source", SOURCE, "heute");
  await eventually(() => work.missing(), "target");
  await touchWords(work, "target", TARGET, "tomorrow");
  await work.waitForRows("changed-1");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual([edit.input_idx, edit.output_idx], [[[14, 19]], [[25, 34]]]);
});

test("a tap opens the edit under the finger, and its end can be dragged with the finger", async (t) => {
  const edits = [{ category: "wrong", id: 1, annotation: null, output_idx: [[4, 9]] }];
  const work = await openWork(t, {
    template: TEMPLATE,
    data: [{ source: SOURCE, target: TARGET, edits }],
    context: PHONE,
  });
  await work.openEdit(work.edits);
  await work.pane("target").scrollIntoViewIfNeeded();
  const point = async (offset) => (await characterEdges(work.pane("target"), offset)).from;
  const to = await point(TARGET.indexOf("ot leave"));
  const from = await work.knob("end");
  const session = await work.page.context().newCDPSession(work.page);
  const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  for (let step = 1; step <= 5; step += 1) {
    await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 });
  }
  // A finger that is lifted in full motion flings, and the browser takes the next tap for the end of that.
  await work.page.waitForTimeout(300);
  await touch("touchMove", to);
  await touch("touchEnd");
  assert.deepEqual((await work.downloadedEdits())[0].output_idx, [[4, 18]]);
  const beside = await point(TARGET.indexOf("leave") + 2);
  await work.page.touchscreen.tap(beside.x, beside.y);
  await eventually(() => work.openPanel.count(), 0);
  const inside = await point(TARGET.indexOf("does") + 2);
  await work.page.touchscreen.tap(inside.x, inside.y);
  await eventually(() => work.openPanel.count(), 1);
});

for (const display of ["", "side-by-side", "text-side-by-side"]) {
  test(`the palette stands above the foot of a phone: ${display}`, async (t) => {
    const target = `${TARGET} `.repeat(60);
    const work = await openWork(t, {
      template: `${TEMPLATE}display: [${display}]\n`,
      data: [{ source: SOURCE, target }],
      context: PHONE,
    });
    for (const scrolled of [0, 500]) {
      await work.page.evaluate((to) => scrollTo(0, to), scrolled);
      for (const category of ["wrong", "changed"]) {
        const { y, height } = await work.category(category).boundingBox();
        assert.ok(y > 400 && y + height <= 844 - 48, `${category} from ${y} on, ${height} high`);
      }
    }
  });
}

test("nothing is wider than a phone, and every target of a finger is at least 24 pixels", async (t) => {
  const work = await open(t);
  await work.category("wrong").tap();
  await touchWords(work, "target", TARGET, "train");
  await work.waitForRows("wrong-1");
  assert.ok((await work.page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const small = await work.page.locator("button:visible, summary:visible, select:visible").evaluateAll((controls) =>
    controls
      .map((control) => ({
        name: control.getAttribute("aria-label") ?? control.textContent,
        box: control.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );
  assert.deepEqual(small, []);
});
