// Writing systems: the stored span is the text dragged over, in any script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWork } from "./pages.mjs";
import { characterBoxes, clickText, selectText } from "./selection.mjs";

const template = (boundary) => `
template_name: review
boundary: ${boundary}
edits:
  - name: wrong
    enable_output: true
`;

/** Marks \`drag\` in the target of each instance, and gives the text at the stored offsets. */
async function markEach(work, cases) {
  for (const [at, { text, drag }] of cases.entries()) {
    await work.goToInstance(at + 1);
    const start = text.indexOf(drag);
    await work.category("wrong").click();
    await selectText(work.pane("target"), start, start + drag.length);
    await work.waitForRows("wrong-1");
  }
  const instances = await work.annotations();
  return instances.map(({ target, edits }) => target.slice(...edits[0].output_idx[0]));
}

const CHARACTERS = [
  { text: "ab😀cd", drag: "😀" },
  { text: "Famille 👩‍👩‍👧 au complet", drag: "👩‍👩‍👧" },
  { text: "Well done 👍🏽👏🏿!", drag: "👍🏽" },
  { text: "nai\u0308ve cafe\u0301s", drag: "e\u0301s" },
  { text: "हिन्दी क्षमा", drag: "क्षमा" },
  { text: "𠮷田さんの家", drag: "𠮷田" },
  { text: "السلام عليكم", drag: "لا" },
  { text: "שָׁלוֹם עולם", drag: "שָׁ" },
];

test("by characters, a drag takes whole visible characters of any script", async (t) => {
  const work = await openWork(t, {
    template: template("char"),
    data: CHARACTERS.map(({ text }) => ({ target: text })),
  });
  assert.deepEqual(
    await markEach(work, CHARACTERS),
    CHARACTERS.map(({ drag }) => drag),
  );
});

const RIGHT_TO_LEFT = [
  { text: "كان الطقس جميلاً في القاهرة أمس.", drag: "طقس جميل", becomes: "الطقس جميلاً" },
  { text: "מזג האוויר היה נעים אתמול.", drag: "יה נעים", becomes: "היה נעים" },
  { text: "קניתי מחשב של Lenovo אתמול בבוקר", drag: "enovo אתמ", becomes: "Lenovo אתמול" },
  { text: "The word سلام means peace", drag: "word سلا", becomes: "word سلام" },
];

test("right-to-left and mixed text is marked where it is dragged over, to whole words", async (t) => {
  const work = await openWork(t, {
    template: template("whitespace"),
    data: RIGHT_TO_LEFT.map(({ text }) => ({ target: text })),
  });
  assert.deepEqual(
    await markEach(work, RIGHT_TO_LEFT),
    RIGHT_TO_LEFT.map(({ becomes }) => becomes),
  );
});

// Thresh 11.31: no words in Chinese and Japanese, punctuation sticks to words
test("by words, a double click takes a word of Japanese, and punctuation stays out", async (t) => {
  const work = await openWork(t, {
    template: template("word"),
    data: [{ target: "カタカナの語。" }],
  });
  await work.category("wrong").click();
  await clickText(work.pane("target"), 1, 2);
  await work.waitForRows("wrong-1");
  assert.deepEqual((await work.downloadedEdits())[0].output_idx, [[0, 4]]);
});

test("a Hebrew source runs from the right and an English target from the left, on one page", async (t) => {
  const work = await openWork(t, {
    template: template("whitespace"),
    data: [{ source: "שלום עולם", target: "Hello world" }],
  });
  const order = async (side) => {
    const pane = work.pane(side);
    const box = await pane.boundingBox();
    const boxes = await characterBoxes(pane);
    const [first] = boxes[0];
    const [last] = boxes.at(-1);
    return { runsLeft: first > last, inRightHalf: first > box.x + box.width / 2 };
  };
  assert.deepEqual(await order("source"), { runsLeft: true, inRightHalf: true });
  assert.deepEqual(await order("target"), { runsLeft: false, inRightHalf: false });
});

test("the download counts UTF-16 units, the one for Python code points", async (t) => {
  const target = "ab😀cd 𠮷田";
  const work = await openWork(t, { template: template("char"), data: [{ target }] });
  await work.make("wrong", ["target", "cd"]);
  await work.make("wrong", ["target", "田"]);
  const ranges = (edits) => edits.map(({ output_idx }) => output_idx[0]);
  assert.deepEqual(ranges(await work.downloadedEdits()), [
    [4, 6],
    [9, 10],
  ]);
  await work.openMenu();
  const python = await work.app.download(() => work.page.getByRole("button", { name: "Download for Python" }).click());
  assert.deepEqual(ranges(python.json[0].edits), [
    [3, 5],
    [7, 8],
  ]);
});

test("what is marked is named in the list as it is written", async (t) => {
  const target = "हिन्दी में लिखा 👩‍👩‍👧 हुआ";
  const work = await openWork(t, { template: template("whitespace"), data: [{ target }] });
  await work.make("wrong", ["target", "लिखा 👩‍👩‍👧"]);
  assert.match(await work.edits.innerText(), /“लिखा 👩‍👩‍👧”/u);
});
