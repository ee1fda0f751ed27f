// The effort of one edit with the mouse: drags, clicks, and the way of the pointer after the first drag, for five typologies.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { characterEdges, dragMouse } from "./selection.mjs";

/** An edit of each typology; `sides`: where it has spans; `most`: the way in CSS pixels that it may take, if that is bound. */
const EDITS = [
  { template: "mqm", category: "accuracy", sides: ["target"], most: 400 },
  { template: "propaganda", category: "loaded_language", sides: ["target"] },
  { template: "salsa", category: "substitution", sides: ["source", "target"], many: true },
  { template: "scarecrow", category: "redundant", sides: ["target", "target"], many: true },
  { template: "errant", category: "replacement", sides: ["target"] },
];

/** The words on which the edit is made, one after the other: at the start, in the middle and at the end of lines. */
const WORDS = [1, 3, 5, 7, 9, 11];

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** The hand: the place of the pointer, and what it did. */
class Hand {
  constructor(work) {
    Object.assign(this, { work, at: null, travel: 0, clicks: 0, drags: 0 });
  }

  /** Goes to a place; the way counts once the first drag is over. */
  go(to) {
    if (this.at) this.travel += Math.hypot(to.x - this.at.x, to.y - this.at.y);
    this.at = to;
  }

  async click(locator) {
    // Once it stands still and can be pressed, as a hand would.
    await locator.click({ trial: true });
    this.go(await centre(locator));
    this.clicks += 1;
    await this.work.page.mouse.click(this.at.x, this.at.y);
  }

  async drag(side, [start, end]) {
    const { from } = await characterEdges(this.work.pane(side), start);
    const { to } = await characterEdges(this.work.pane(side), end - 1);
    if (this.at) this.go(from);
    this.drags += 1;
    await dragMouse(this.work.page, from, to);
    this.at = to;
  }
}

/** The answer to the first open question: the input of its first option, or nothing. */
const firstOpen = (work) =>
  work.page.evaluate(() => {
    const question = document.querySelector(".edit-panel .question--open");
    return question && { path: question.dataset.path, value: question.querySelector("[data-testid=answer]")?.dataset.value };
  });

/** Makes the edit on the word with this number and answers what is asked. Gives the hand. */
async function annotate(work, { category, sides, many }, word) {
  const texts = { source: await work.text("source"), target: await work.text("target") };
  const range = (side, n) => {
    const words = [...texts[side].matchAll(/\p{L}+/gu)];
    const { index, 0: found } = words[Math.min(n, words.length - 1)];
    return [index, index + found.length];
  };
  const hand = new Hand(work);
  await hand.drag(sides[0], range(sides[0], word));
  await work.categoryMenu.waitFor();
  await hand.click(work.categoryInMenu(category));
  for (const [n, side] of sides.slice(1).entries()) await hand.drag(side, range(side, word + 2 * (n + 1)));
  if (many) await hand.click(work.finishEdit);
  await eventually(() => work.edits.count(), 1);
  await work.openPanel.waitFor();
  for (let question; (question = await firstOpen(work)); ) {
    const { path, value } = question;
    if (value === undefined) {
      await work.write(path, "words");
    } else {
      await hand.click(work.answer(path, value).locator("xpath=ancestor::label[1]"));
    }
    await eventually(async () => (await firstOpen(work))?.path !== path, true);
  }
  return hand;
}

for (const edit of EDITS) {
  test(`the effort of one edit: ${edit.template}, ${edit.category}`, async (t) => {
    const file = (part) => readFile(new URL(`../../templates/${edit.template}/${part}`, import.meta.url), "utf8");
    const [example] = JSON.parse(await file("data.json"));
    const data = [{ ...example, edits: [] }];
    const context = { viewport: { width: 1280, height: 800 } };
    const work = await openWork(t, { template: await file("template.yml"), data, context });
    const hands = [];
    for (const word of WORDS) {
      hands.push(await annotate(work, edit, word));
      await work.page.keyboard.press("Escape");
      await work.deleteEdit(work.edits.first());
      await eventually(() => work.edits.count(), 0);
      await work.page.evaluate(() => scrollTo(0, 0));
    }
    const mean = (figure) => Math.round(hands.reduce((sum, hand) => sum + hand[figure], 0) / hands.length);
    t.diagnostic(`${edit.template} ${edit.category}: ${mean("drags")} drags, ${mean("clicks")} clicks, ${mean("travel")} px`);
    if (edit.most) assert.ok(mean("travel") < edit.most, `${mean("travel")} px, more than ${edit.most}`);
  });
}
