// Annotating on a phone: a touch, no mouse, no keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, selectByTouch } from "./selection.mjs";

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
