// Marks: the text on the screen is the data, nothing moves it, and every edit can be seen and reached.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterBoxes, characterEdges, clickText, movedCharacters } from "./selection.mjs";

const TEMPLATE = `
template_name: review
boundary: char
edits:
  - name: wrong
    enable_output: true
    annotation:
      - name: why
        question: Why is it wrong?
        options: textarea
  - name: both
    enable_input: true
    enable_output: true
`;

const TEXT = "0123456789ABCDEFGHIJ";

/** An instance with these spans in the target, each an edit: the first is \`wrong-1\`. */
const marked = (...spans) => ({
  target: TEXT,
  edits: spans.map((span, at) => ({ category: "wrong", id: at + 1, annotation: null, output_idx: [span] })),
});

const LAYOUTS = {
  none: marked(),
  disjoint: marked([2, 5], [7, 9]),
  touching: marked([2, 5], [5, 9]),
  nested: marked([2, 8], [4, 6]),
  "nested three deep": marked([2, 10], [3, 8], [4, 6]),
  "two in one": marked([2, 10], [3, 5], [6, 8]),
  coinciding: marked([2, 6], [2, 6]),
  "coinciding three times": marked([2, 6], [2, 6], [2, 6]),
  crossing: marked([2, 6], [4, 8]),
  "crossing out of order": marked([12, 14], [4, 8], [2, 6]),
  "a shared start": marked([2, 9], [2, 4]),
  "the whole text and its ends": marked([0, 20], [0, 1], [19, 20]),
  empty: marked([4, 4]),
  "empty at both ends": marked([0, 0], [20, 20]),
  "empty inside and at the edge of a span": marked([2, 8], [5, 5], [8, 8]),
};

// Thresh 11.1: overlapping or touching spans blank or falsify the text
test("whatever is marked, the text is the data, each edit has its mark, and each layout its own look", async (t) => {
  const names = Object.keys(LAYOUTS);
  const work = await openWork(t, { template: TEMPLATE, data: Object.values(LAYOUTS) });
  const pane = work.pane("target");
  const looks = new Map();
  let positions;
  for (const [at, name] of names.entries()) {
    await work.goToInstance(at + 1);
    await eventually(() => work.edits.count(), LAYOUTS[name].edits.length);
    assert.equal(await work.text("target"), TEXT, name);
    assert.equal(await pane.innerText(), TEXT, name);
    positions ??= await characterBoxes(pane);
    assert.deepEqual(movedCharacters(positions, await characterBoxes(pane)), [], `${name}: characters that moved`);
    for (const { id, output_idx } of LAYOUTS[name].edits) {
      const marks = await work.marks("wrong", id).allTextContents();
      assert.ok(marks.length > 0, `${name}: edit ${id} has a mark`);
      assert.equal(marks.join(""), TEXT.slice(...output_idx[0]), `${name}: edit ${id}`);
    }
    const look = (await pane.locator("..").screenshot()).toString("base64");
    assert.equal(looks.get(look), undefined, `${name} looks like ${looks.get(look)}`);
    looks.set(look, name);
  }
});

test("line breaks, runs of spaces and tabs are shown as they are in the data", async (t) => {
  const target = "First  line,\n\n\tthird   line.\n";
  const work = await openWork(t, {
    template: TEMPLATE,
    data: [{ target, edits: [{ category: "wrong", id: 1, output_idx: [[7, 22]] }] }],
  });
  assert.equal(await work.text("target"), target);
  const boxes = await characterBoxes(work.pane("target"));
  const [line, third] = [boxes[target.indexOf("line")], boxes[target.indexOf("third")]];
  assert.ok(third[1] - line[1] > 1.5 * line[3], "there is an empty line between the first and the third");
  assert.ok(boxes[6][2] > 0, "the second of two spaces has a width");
});

const LONG = "The council approved the plan on Tuesday, although several members had asked for more time to read it. ";
const ARABIC = "وافق المجلس على الخطة يوم الثلاثاء رغم أن بعض الأعضاء طلبوا مزيداً من الوقت لقراءتها.";

for (const [size, viewport] of Object.entries({
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
})) {
  test(`no character moves while one selects, adds, opens, changes and deletes edits (${size})`, async (t) => {
    const work = await openWork(t, {
      template: TEMPLATE,
      data: [{ source: LONG.repeat(2).trim(), target: ARABIC }],
      context: { viewport },
    });
    const positions = async () => [
      ...(await characterBoxes(work.pane("source"))),
      ...(await characterBoxes(work.pane("target"))),
    ];
    const before = await positions();
    const unmoved = async (when) => assert.deepEqual(movedCharacters(before, await positions()).slice(0, 5), [], when);
    await work.select("target", "جلس على");
    await work.categoryMenu.waitFor();
    await unmoved("while a selection waits for its category");
    await work.categoryInMenu("wrong").click();
    await work.waitForRows("wrong-1");
    await unmoved("with a mark in the middle of an Arabic word");
    await work.write("why", "رأيي");
    await unmoved("while a question is answered");
    await work.page.keyboard.press("Escape");
    await work.category("both").click();
    await work.select("source", "ouncil approved the pla");
    await eventually(() => work.missing(), "target");
    await unmoved("with a draft");
    await work.select("target", "الخطة يوم");
    await eventually(() => work.edits.count(), 2);
    await unmoved("with connected marks");
    await work.marks("both", 1).first().hover();
    await unmoved("under the pointer");
    await work.openPanel.getByRole("button", { name: "Delete" }).click();
    await work.waitForRows("wrong-1");
    await unmoved("after deleting");
    await work.undo.click();
    await eventually(() => work.edits.count(), 2);
    await unmoved("after undoing");
  });
}

// Thresh 11.30: marks vanish while one drags
test("no node of the text is replaced while a drag is under way", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [marked([2, 8], [4, 6])] });
  const pane = work.pane("target");
  const nodes = await pane.evaluateHandle((element) =>
    [...element.querySelectorAll("*")].flatMap((e) => [...e.childNodes]),
  );
  const [{ from }, { to }] = [await characterEdges(pane, 3), await characterEdges(pane, 12)];
  const { mouse } = work.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 8 });
  const kept = await nodes.evaluate((list) => list.filter((node) => node.isConnected).length === list.length);
  assert.ok(kept, "all nodes are still there");
  assert.equal(await work.page.evaluate(() => getSelection().toString()), TEXT.slice(3, 13));
  await mouse.up();
});

/** The edit whose row is marked as the current one. */
const current = (work) =>
  work.page
    .locator('[data-testid="edit"][aria-current="true"]')
    .evaluateAll((rows) => rows.map((r) => r.dataset.editId));

test("clicking again and again on the same spot opens every edit there, the shortest first", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [marked([2, 12], [4, 8], [5, 6], [5, 6], [14, 16])] });
  const opened = [];
  for (let click = 0; click < 5; click += 1) {
    await clickText(work.pane("target"), 5);
    await eventually(async () => (await current(work)).length, 1);
    opened.push(...(await current(work)));
    // Not a double click.
    await work.page.waitForTimeout(600);
  }
  assert.deepEqual(opened.slice(0, 2).sort(), ["3", "4"], "first both of the shortest");
  assert.deepEqual(opened.slice(2), ["2", "1", opened[0]], "then the longer ones, then from the beginning");
});

test("hovering shows the shortest edit under the pointer, in all its length", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [marked([2, 12], [4, 8])] });
  const backgrounds = () =>
    work.page
      .locator("[data-mark]")
      .evaluateAll((marks) => marks.map((m) => [m.textContent, getComputedStyle(m).backgroundColor]));
  const resting = new Map(await backgrounds());
  const lit = async () =>
    (await backgrounds())
      .filter(([text, color]) => resting.get(text) !== color)
      .map(([text]) => text)
      .join("");
  const { from, to } = await characterEdges(work.pane("target"), 5);
  await work.page.mouse.move((from.x + to.x) / 2, from.y);
  await eventually(lit, TEXT.slice(4, 8));
  const outside = await characterEdges(work.pane("target"), 10);
  await work.page.mouse.move(outside.from.x + 2, outside.from.y);
  await eventually(lit, TEXT.slice(2, 12));
});

// Thresh 11.32: spans without length can't be seen
test("an edit at a point between characters opens with a click there, and so does each of two", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [marked([4, 4]), marked([2, 8], [5, 5], [5, 5])] });
  const clickPoint = async (offset) => {
    const { from } = await characterEdges(work.pane("target"), offset);
    await work.page.mouse.click(from.x - 1, from.y);
  };
  await clickPoint(4);
  await eventually(() => current(work), ["1"]);
  await work.goToInstance(2);
  const opened = new Set();
  for (let click = 0; click < 3; click += 1) {
    await clickPoint(5);
    await eventually(async () => (await current(work)).length, 1);
    opened.add((await current(work))[0]);
    await work.page.waitForTimeout(600);
  }
  assert.ok(opened.has("2") && opened.has("3"), `clicks opened only ${[...opened]}`);
});

// Thresh 11.41: after one edit is opened no other opens
test("each row of the list opens its edit, and a click beside all marks closes it", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [marked([4, 6], [4, 6], [4, 4])] });
  for (const id of ["1", "2", "3"]) {
    await work.openEdit(work.page.locator(`[data-testid="edit"][data-edit-id="${id}"]`));
    await eventually(() => current(work), [id]);
    await work.question("why").waitFor();
  }
  await clickText(work.pane("target"), 15);
  await eventually(() => current(work), []);
  assert.equal(await work.question("why").count(), 0);
});

test("what is selected is underlined where its edit will be", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ target: "The bridge is open." }] });
  const underline = (selector) =>
    work.page.locator(selector).evaluateAll((all) =>
      all.map((run) => {
        const { left, bottom, width } = run.getBoundingClientRect();
        const { backgroundPosition, backgroundSize, paddingBottom } = getComputedStyle(run);
        return [left, bottom, width, backgroundPosition, backgroundSize, paddingBottom];
      }),
    );
  await work.select("target", "bridge");
  await work.categoryMenu.waitFor();
  const selected = await underline(".run--pending");
  assert.equal(selected.length, 1);
  await work.categoryInMenu("wrong").click();
  await work.waitForRows("wrong-1");
  assert.deepEqual(await underline('[data-mark="wrong-1"]'), selected);
});
