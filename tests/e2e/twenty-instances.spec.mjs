// Twenty instances of five typologies, annotated by mouse, by keys and by touch with all the slips of a hand: the download
// holds the intended edits, and nothing else. SPANWISE_LONG=1 annotates twenty of each.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, clickText, dragMouse, selectByKeys, selectByTouch } from "./selection.mjs";

const INSTANCES = process.env.SPANWISE_LONG ? 20 : 2;

/** By touch, where a browser takes its time for each press. */
const TOUCHED = process.env.SPANWISE_LONG ? 20 : 1;

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Categories to annotate with: sides, key, `many` if several spans are taken, and the boundary of selections. */
const TYPOLOGIES = {
  salsa: [
    { name: "deletion", key: "d", sides: ["source"] },
    { name: "insertion", key: "a", sides: ["target"] },
    { name: "substitution", key: "s", sides: ["source", "target"], many: true },
    { name: "reorder", key: "r", sides: ["source", "target"] },
  ],
  mqm: [
    { name: "accuracy", key: "a", sides: ["target"] },
    { name: "fluency", key: "f", sides: ["target"] },
    { name: "terminology", key: "t", sides: ["target"] },
  ],
  scarecrow: [
    { name: "grammar_usage", key: "g", sides: ["target"] },
    { name: "incoherent", key: "h", sides: ["target"] },
    { name: "technical_jargon", key: "j", sides: ["target"] },
  ],
  propaganda: [
    { name: "loaded_language", key: "l", sides: ["target"] },
    { name: "name_calling", key: "k", sides: ["target"] },
    { name: "straw_man", key: "m", sides: ["target"] },
  ],
  errant: [
    { name: "unnecessary", key: "u", sides: ["target"], char: true },
    { name: "replacement", key: "r", sides: ["target"], char: true },
    { name: "missing", key: "m", sides: ["target"], char: true, point: true },
  ],
};

/** The texts of a typology's example data, as often as it takes, without their edits. */
async function open(t, name, { instances = INSTANCES, context } = {}) {
  const file = (part) => readFile(new URL(`../../templates/${name}/${part}`, import.meta.url), "utf8");
  const examples = JSON.parse(await file("data.json"));
  const data = Array.from({ length: instances }, (_, at) => ({ ...examples[at % examples.length], id: at, edits: [] }));
  const work = await openWork(t, { template: await file("template.yml"), data, context });
  return { work, data };
}

/** Words of a text that stand beside each other: the third, the fourth, the fifth … as ranges. */
function wordsOf(text) {
  const words = [...text.matchAll(/\S+/g)].map((match) => [match.index, match.index + match[0].length]);
  // If selections snap to words, marks of punctuation stay outside.
  return words.filter(([start, end]) => /^\p{L}+$/u.test(text.slice(start, end)));
}

/** The intended edits of one instance: one of each category, on words of its own. */
function meant(categories, instance) {
  const places = { source: wordsOf(instance.source ?? ""), target: wordsOf(instance.target) };
  return categories.map((category, at) => ({
    category,
    spans: Object.fromEntries(category.sides.map((side) => [side, places[side][2 + at]])),
    answers: [],
  }));
}

/** The stored value at the path of a question. */
function valueAt(annotation, path) {
  const [root, ...options] = path.split("/");
  const node = options.reduce((node, option) => node?.[option], annotation?.[root]);
  return typeof node === "object" ? node?.val : node;
}

const leaves = (node) =>
  node === null || typeof node !== "object" ? 1 : Object.values(node).reduce((n, child) => n + leaves(child), 0);

function assertMeant(all, plans) {
  for (const [at, plan] of plans.entries()) {
    const { edits, _spanwise } = all[at];
    const found = edits.map(({ category, input_idx, output_idx }) => ({ category, source: input_idx, target: output_idx }));
    const wanted = plan.map(({ category, spans: { source, target } }) => ({
      category: category.name,
      source: source && [source],
      target: target && [target],
    }));
    assert.deepEqual(found, wanted, `instance ${at + 1}`);
    for (const [n, { annotation }] of edits.entries()) {
      const { answers } = plan[n];
      for (const [path, value] of answers) assert.equal(valueAt(annotation, path), value, `${at + 1}: ${path}`);
      assert.equal(annotation === null ? 0 : leaves(annotation), answers.length, `instance ${at + 1}, edit ${n + 1}`);
    }
    assert.equal(_spanwise?.done, true, `instance ${at + 1}`);
  }
  assert.equal(all.length, plans.length);
}

/** The path of the first open question, and the values of its answers; `null` if no edit has one. */
async function firstOpen(work) {
  // The questions of the first edit come a moment after it.
  await work.page.waitForFunction(() => {
    const isOpen = document.querySelector('[data-testid="edit"][data-annotated="false"]');
    return !isOpen || document.querySelector(".question--open");
  });
  return work.page.evaluate(() => {
    const question = document.querySelector(".question--open");
    if (!question) return null;
    const own = (e) => e.closest('[data-testid="question"]') === question;
    const values = [...question.querySelectorAll('[data-testid="answer"]')].filter(own).map((e) => e.dataset.value);
    return { path: question.dataset.path, values };
  });
}

const dragOver = async (work, side, [start, end]) => {
  const pane = work.pane(side);
  const { from } = await characterEdges(pane, start);
  const { to } = await characterEdges(pane, end - 1);
  await dragMouse(work.page, from, to);
};

/** Turns the wheel over an element, down and up again. What comes after meets a page that stands still, as a person sees it. */
async function turnWheel(work, locator) {
  await locator.hover();
  await work.page.mouse.wheel(0, 40);
  await work.page.mouse.wheel(0, -40);
  await work.page.evaluate(scrollingEnds);
}

/** Runs in the page: waits until nothing has scrolled for 100 ms. */
async function scrollingEnds() {
  let last = performance.now();
  const note = () => (last = performance.now());
  addEventListener("scroll", note, true);
  while (performance.now() - last < 100) await new Promise((frame) => requestAnimationFrame(frame));
  removeEventListener("scroll", note, true);
}

for (const [name, categories] of Object.entries(TYPOLOGIES)) {
  test(`${name} by mouse: double clicks, drags beside open edits, wheel turns`, async (t) => {
    const { work, data } = await open(t, name);
    const plans = data.map((instance) => meant(categories, instance));
    for (const [at, plan] of plans.entries()) {
      await work.waitForInstance(at + 1);
      for (const [n, { category, spans, answers }] of plan.entries()) {
        const sides = Object.entries(spans);
        if (category.point) {
          spans.target = [spans.target[0], spans.target[0]];
          await work.category(category.name).dblclick();
          await clickText(work.pane("target"), spans.target[0], 1);
          await eventually(() => work.missing(), "");
          await work.finishEdit.dblclick();
        } else if ((at + n) % 2 === 0) {
          // Text first; the drag begins on the word beside the edit that is open.
          await dragOver(work, ...sides[0]);
          await work.categoryMenu.waitFor();
          await work.categoryInMenu(category.name).dblclick();
          for (const side of sides.slice(1)) await dragOver(work, ...side);
          if (category.many) await work.finishEdit.dblclick();
        } else {
          await work.category(category.name).dblclick();
          for (const side of sides) await dragOver(work, ...side);
          if (category.many) await work.finishEdit.dblclick();
        }
        await eventually(() => work.edits.count(), n + 1);
        assert.equal(await work.draft.count(), 0);
        for (let question; (question = await firstOpen(work)); ) {
          const { path, values } = question;
          const value = values.length > 0 ? values[(at + n) % values.length] : "words";
          // A press that the panel scrolls away from under is made again.
          if (answers.at(-1)?.[0] !== path) answers.push([path, value]);
          if (values.length > 0) {
            await turnWheel(work, work.answer(path, value));
            await work.answer(path, value).dblclick();
          } else {
            await work.write(path, value);
          }
        }
        await turnWheel(work, work.page.locator(".list__controls select").first());
      }
      // One too many, deleted with a double click.
      const last = wordsOf(data[at].target)[9];
      const extra = categories.find(({ sides, many, point }) => sides.join() === "target" && !many && !point);
      await dragOver(work, "target", last);
      await work.categoryMenu.waitFor();
      await work.categoryInMenu(extra.name).click();
      await eventually(() => work.edits.count(), plan.length + 1);
      const rows = await work.edits.evaluateAll((all) => all.map((row) => row.getAttribute("aria-current")));
      await work.edits.nth(rows.indexOf("true")).getByTestId("edit-delete").dblclick();
      await eventually(() => work.edits.count(), plan.length);
      await work.page.getByTestId("mark-done").dblclick();
    }
    assertMeant(await work.annotations(), plans);
  });

  test(`${name} by keys, each of them held too long`, async (t) => {
    const { work, data } = await open(t, name);
    const { keyboard } = work.page;
    await work.page.evaluate(countKeys);
    const hold = async (key) => {
      for (let repeat = 0; repeat < 3; repeat += 1) await keyboard.down(key);
      await keyboard.up(key);
    };
    const holdWithControl = async (key) => {
      await keyboard.down("Control");
      await hold(key);
      await keyboard.up("Control");
    };
    /** Moves the caret to a range, in units of words or characters, and takes it. */
    const take = async (side, [start, end], category) => {
      const text = await work.text(side);
      if (category.char) {
        await selectByKeys(work.pane(side), start, end - start);
      } else {
        await selectByKeys(work.pane(side), unitsBefore(name, text, start), 1);
      }
      await hold("Enter");
    };
    const plans = data.map((instance) => meant(categories, instance));
    for (const [at, plan] of plans.entries()) {
      await work.waitForInstance(at + 1);
      for (const [n, { category, spans, answers }] of plan.entries()) {
        const sides = Object.entries(spans);
        if (category.point) {
          spans.target = [spans.target[0], spans.target[0]];
          await selectByKeys(work.pane("target"), spans.target[0], 1);
          await hold("i");
          await hold(category.key);
        } else {
          if ((at + n) % 2 === 0) {
            await take(...sides[0], category);
            await hold(category.key);
            for (const side of sides.slice(1)) await take(...side, category);
          } else {
            await hold(category.key);
            for (const side of sides) await take(...side, category);
          }
          if (category.many) {
            await eventually(() => work.missing(), "");
            await hold("Enter");
          }
        }
        await eventually(() => work.edits.count(), n + 1);
        assert.equal(await work.draft.count(), 0);
        for (let question; (question = await firstOpen(work)); ) {
          const { path, values } = question;
          await eventually(() => work.focusedQuestion(), path);
          const choice = (at + n) % Math.min(values.length || 1, 9);
          answers.push([path, values[choice] ?? "words"]);
          if (values.length > 0) {
            const key = await work.answer(path, values[choice]).getAttribute("data-hotkey");
            await hold(key);
          } else {
            await keyboard.type("words");
          }
          await eventually(async () => (await firstOpen(work))?.path !== path, true);
          await hold("Enter");
          const next = await firstOpen(work);
          // Enter goes to the next question, which may be answered or optional.
          for (let step = 0; next && step < 5 && (await work.focusedQuestion()) !== next.path; step += 1) {
            await keyboard.press("Enter");
          }
        }
      }
      await work.waitForDone();
      await holdWithControl("Enter");
      if (at + 1 < plans.length) await work.waitForInstance(at + 2);
    }
    const { arrows, others } = await work.page.evaluate(() => window.keys);
    const edits = plans.flat().length;
    const mean = (keys) => (keys / edits).toFixed(1);
    t.diagnostic(`${name}: ${mean(others)} keys an edit, and ${mean(arrows)} to get to its words`);
    assertMeant(await work.annotations(), plans);
  });

  test(`${name} by touch: each thing is tapped twice`, async (t) => {
    const { work, data } = await open(t, name, { instances: TOUCHED, context: PHONE });
    const { touchscreen } = work.page;
    let taps = 0;
    // A browser takes presses that are quicker than any person's for one double tap.
    const pause = () => work.page.waitForTimeout(400);
    /** Taps twice: the second one is a slip. */
    const tap = async (locator) => {
      taps += 1;
      await pause();
      await locator.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await locator.boundingBox();
      await touchscreen.tap(x + width / 2, y + height / 2);
      await touchscreen.tap(x + width / 2, y + height / 2);
    };
    /** Taps on the middle of a word, or on the place between characters. */
    const tapText = async (side, [start, end]) => {
      taps += 1;
      await pause();
      const pane = work.pane(side);
      await pane.evaluate(scrollingEnds);
      const { from } = await characterEdges(pane, start);
      const { to } = await characterEdges(pane, Math.max(end - 1, start));
      await touchscreen.tap(start === end ? from.x : (from.x + to.x) / 2, from.y);
    };
    const plans = data.map((instance) => meant(categories, instance));
    for (const [at, plan] of plans.entries()) {
      await work.waitForInstance(at + 1);
      for (const [n, { category, spans, answers }] of plan.entries()) {
        if (category.point) spans.target = [spans.target[0], spans.target[0]];
        const sides = Object.entries(spans);
        if ((at + n) % 2 === 0 && !category.point) {
          await selectByTouch(work.pane(sides[0][0]), ...sides[0][1]);
          taps += 1;
          await work.categoryMenu.waitFor();
          await tap(work.categoryInMenu(category.name));
          for (const side of sides.slice(1)) await tapText(...side);
        } else {
          await tap(work.category(category.name));
          for (const side of sides) await tapText(...side);
        }
        if (category.many || category.point) await tap(work.finishEdit);
        await eventually(() => work.edits.count(), n + 1);
        assert.equal(await work.draft.count(), 0);
        for (let question; (question = await firstOpen(work)); ) {
          const { path, values } = question;
          const value = values.length > 0 ? values[(at + n) % values.length] : "words";
          answers.push([path, value]);
          if (values.length > 0) await tap(work.answer(path, value).locator("xpath=ancestor::label[1]"));
          else await work.write(path, value);
          await eventually(async () => (await firstOpen(work))?.path !== path, true);
        }
        await work.page.keyboard.press("Escape");
      }
      await work.waitForDone();
      await tap(work.page.getByTestId("mark-done"));
    }
    const edits = plans.flat().length;
    t.diagnostic(`${name}: ${(taps / edits).toFixed(1)} taps an edit`);
    assertMeant(await work.annotations(), plans);
  });
}

/** Runs in the page: counts the keys that are pressed from now on. */
function countKeys() {
  window.keys = { arrows: 0, others: 0 };
  const count = ({ key, repeat }) => {
    if (!repeat && !["Control", "Shift"].includes(key)) window.keys[key.startsWith("Arrow") ? "arrows" : "others"] += 1;
  };
  addEventListener("keydown", count, true);
}

/** The number of units that the caret passes from the first one to the word at an offset. */
function unitsBefore(name, text, offset) {
  if (name !== "mqm") return text.slice(0, offset).match(/\S+/g)?.length ?? 0;
  const segments = new Intl.Segmenter("en", { granularity: "word" }).segment(text.slice(0, offset));
  return [...segments].filter(({ segment }) => /\S/.test(segment)).length;
}
