// Selecting with the mouse: drags and clicks for each boundary, and the places where they may begin and end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, clickText, selectText, selectTextBackwards, selectTextTo } from "./selection.mjs";

const TARGET_ONLY = (boundary) => `
template_name: errors
boundary: ${boundary}
edits:
  - name: wrong
    enable_output: true
  - name: cut
    type: multi_span
    enable_output: true
`;

/** One instance for each text. */
const targets = (...texts) => texts.map((target) => ({ target }));

/** Marks a drag over `drag` in each text as \`wrong\`, and gives the text and the range of each span. */
async function markEach(work, cases) {
  for (const [at, { drag, from = 0 }] of cases.entries()) {
    if (at > 0) await work.next.click();
    await work.waitForInstance(at + 1);
    const start = cases[at].text.indexOf(drag, from);
    await work.category("wrong").click();
    await selectText(work.pane("target"), start, start + drag.length);
    await work.waitForRows("wrong-1");
  }
  const instances = await work.annotations();
  return instances.map(({ target, edits: [edit] }) => {
    const [[start, end]] = edit.output_idx;
    return [target.slice(start, end), start, end];
  });
}

const SNAPPING = {
  whitespace: [
    { text: "Hello, world! foo-bar (baz) end.", drag: "el", becomes: ["Hello,", 0, 6] },
    { text: "Hello, world! foo-bar (baz) end.", drag: "orld! fo", becomes: ["world! foo-bar", 7, 21] },
    { text: "Hello, world! foo-bar (baz) end.", drag: ", w", becomes: ["Hello, world!", 0, 13] },
    { text: "line one\nline two", drag: "in", from: 9, becomes: ["line", 9, 13] },
    { text: "prix :\u00a05\u202f000\u00a0€ net", drag: "00", becomes: ["000", 9, 12] },
    { text: "你好世界，今天　天气很好", drag: "好世", becomes: ["你好世界，今天", 0, 7] },
  ],
  sentence: [
    { text: "One here. Two there!", drag: "wo", becomes: ["Two there!", 10, 20] },
    { text: "One here. Two there!", drag: "re. T", becomes: ["One here. Two there!", 0, 20] },
    { text: "今天很好。你呢？", drag: "你", becomes: ["你呢？", 5, 8] },
  ],
  paragraph: [
    { text: "One here.\nTwo there!\n\nThree.", drag: "wo", becomes: ["One here.\nTwo there!", 0, 20] },
    { text: "One here.\nTwo there!\n\nThree.", drag: "Thr", becomes: ["Three.", 22, 28] },
  ],
  char: [
    { text: "Hello, world!", drag: "llo, wo", becomes: ["llo, wo", 2, 9] },
    { text: "天气很好", drag: "气", becomes: ["气", 1, 2] },
  ],
  word: [
    { text: "Hello, world! foo", drag: "el", becomes: ["Hello", 0, 5] },
    { text: "She can't go.", drag: "an", becomes: ["can't", 4, 9] },
    { text: "Hello, world! foo", drag: "lo, wo", becomes: ["Hello, world", 0, 12] },
  ],
};

for (const [boundary, cases] of Object.entries(SNAPPING)) {
  test(`with boundary ${boundary}, a drag takes whole units, and the download has their exact range`, async (t) => {
    const work = await openWork(t, {
      template: TARGET_ONLY(boundary),
      data: targets(...cases.map(({ text }) => text)),
    });
    assert.deepEqual(
      await markEach(work, cases),
      cases.map(({ becomes }) => becomes),
    );
  });
}

test("a selection counts although the next press comes before the page has time for it", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("word"), data: targets("The bridge is open again.") });
  await work.category("cut").click();
  await work.draft.waitFor();
  await work.pane("target").evaluate(async (pane) => {
    const send = (Event, name, init) => pane.dispatchEvent(new Event(name, { bubbles: true, pointerType: "mouse", ...init }));
    const drag = async (word) => {
      send(PointerEvent, "pointerdown");
      // What the page does with the press, it does before the browser selects; no timer comes in between.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      send(MouseEvent, "mousedown", { detail: 1 });
      const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
      while (!walker.nextNode().data.includes(word));
      const start = walker.currentNode.data.indexOf(word);
      getSelection().setBaseAndExtent(walker.currentNode, start, walker.currentNode, start + word.length);
      send(PointerEvent, "pointerup");
      send(MouseEvent, "mouseup", { detail: 1 });
    };
    await drag("bridge");
    await drag("open");
  });
  await eventually(() => work.draft.locator(".chip").count(), 2);
});

test("with boundary subword, words are shown clean, and the download counts in the tokenised text", async (t) => {
  const text = "ĠIs Ġnob ler , Ġto Ġsuffer";
  const work = await openWork(t, { template: TARGET_ONLY("subword"), data: targets(text, text) });
  assert.equal(await work.text("target"), text, "the text is still all there");
  assert.doesNotMatch(await work.pane("target").innerText(), /Ġ|nob ler| ,/);
  assert.match(await work.pane("target").innerText(), /Is nobler, to suffer/);
  const cases = [
    { text, drag: "no", becomes: ["nob", 5, 8] },
    { text, drag: "nob ler", becomes: ["nob ler", 5, 12] },
  ];
  assert.deepEqual(
    await markEach(work, cases),
    cases.map(({ becomes }) => becomes),
  );
  assert.match(await work.edits.innerText(), /“nobler”/);
});

const SENTENCE = "The old harbour was rebuilt after the flood, and it keeps growing.";

/** Selects by `action` and gives the words of the edit that it makes. */
async function marked(work, category, action) {
  const before = await work.rows();
  await work.category(category).click();
  await action(work.pane("target"));
  await eventually(async () => (await work.rows()).length, before.length + 1);
  const edits = await work.downloadedEdits();
  const [[start, end]] = edits.at(-1).output_idx;
  return SENTENCE.slice(start, end);
}

// Thresh 11.30: the mouse must be let go inside the box
test("a selection counts forwards and backwards, and when the mouse is let go outside the box", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("whitespace"), data: targets(SENTENCE) });
  const start = SENTENCE.indexOf("rebuilt");
  const end = SENTENCE.indexOf(" flood");
  assert.equal(await marked(work, "wrong", (pane) => selectText(pane, start, end)), "rebuilt after the");
  assert.equal(await marked(work, "wrong", (pane) => selectTextBackwards(pane, start, end)), "rebuilt after the");
  const box = await work.pane("target").boundingBox();
  const below = { x: box.x + box.width / 2, y: box.y + box.height + 25 };
  const besides = async (pane) => ({ x: box.x - 30, y: (await characterEdges(pane, start)).from.y });
  assert.equal(await marked(work, "wrong", (pane) => selectTextTo(pane, start, below)), SENTENCE.slice(start));
  assert.equal(
    await marked(work, "wrong", async (pane) => selectTextTo(pane, end, await besides(pane))),
    SENTENCE.slice(0, end),
    "what a drag beyond the beginning of the line takes",
  );
});

test("a drag from one text into the other takes the first to its end, and nothing of the second", async (t) => {
  const template = TARGET_ONLY("whitespace").replaceAll("enable_output", "enable_input: true\n    enable_output");
  const work = await openWork(t, { template, data: [{ source: "One two three.", target: "Un deux trois." }] });
  const into = async (pane, offset) => (await characterEdges(pane, offset)).to;
  await work.category("wrong").click();
  await selectTextTo(work.pane("source"), 4, await into(work.pane("target"), 6));
  await eventually(() => work.missing(), "target");
  await selectTextTo(work.pane("target"), 6, await into(work.pane("source"), 5));
  await work.waitForRows("wrong-1");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual([edit.input_idx, edit.output_idx], [[[4, 14]], [[0, 7]]]);
});

test("each category can have a boundary of its own", async (t) => {
  const template = `${TARGET_ONLY("whitespace")}    boundary: char\n`;
  const work = await openWork(t, { template, data: targets("Hello, world!") });
  await work.make("wrong", ["target", "el"]);
  await work.make("cut", ["target", "el"]);
  assert.deepEqual(
    (await work.downloadedEdits()).map(({ output_idx }) => output_idx),
    [[[0, 6]], [[1, 3]]],
  );
});

test("two clicks take a word, three the whole paragraph, Ctrl+A the whole text", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("whitespace"), data: targets(SENTENCE) });
  const at = SENTENCE.indexOf("flood") + 2;
  assert.equal(await marked(work, "wrong", (pane) => clickText(pane, at, 2)), "flood,");
  assert.equal(await marked(work, "wrong", (pane) => clickText(pane, at, 3)), SENTENCE);
  const all = async (pane) => {
    await pane.focus();
    await work.page.keyboard.press("Control+A");
  };
  assert.equal(await marked(work, "wrong", all), SENTENCE);
});

test("a selection may run across marks, begin in one and end in another", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("whitespace"), data: targets(SENTENCE) });
  await work.make("wrong", ["target", "old"]);
  await work.make("wrong", ["target", "harbour was"]);
  await work.make("wrong", ["target", "flood,"]);
  await work.make("wrong", ["target", "old harbour"]);
  await work.make("wrong", ["target", "was rebuilt after the flood"]);
  const ranges = (await work.downloadedEdits()).map(({ output_idx: [[start, end]] }) => SENTENCE.slice(start, end));
  assert.deepEqual(ranges, ["old", "harbour was", "flood,", "old harbour", "was rebuilt after the flood,"]);
});

// Thresh 11.3: off by one in the target once something is marked
test("by characters, a new span lies where it was dragged when the text already has marks", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("char"), data: targets("seafood and foo-bars") });
  await work.make("wrong", ["target", "and"]);
  await work.make("wrong", ["target", "foo-"]);
  await work.make("wrong", ["target", "food"]);
  const ranges = (await work.downloadedEdits()).map(({ output_idx }) => output_idx);
  assert.deepEqual(ranges, [[[8, 11]], [[12, 16]], [[3, 7]]]);
});

test("a selection of nothing but white space makes no edit", async (t) => {
  const work = await openWork(t, { template: TARGET_ONLY("whitespace"), data: targets("one     two") });
  await work.category("wrong").click();
  await selectText(work.pane("target"), 4, 7);
  assert.equal(await work.missing(), "target");
  await selectText(work.pane("target"), 0, 2);
  await work.waitForRows("wrong-1");
});
