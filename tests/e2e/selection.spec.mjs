import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchForJourneys } from "./chromium.mjs";
import { paneText, selectByTouch, selectText } from "./selection.mjs";

let browser;
before(async () => {
  browser = await launchForJourneys();
});
after(() => browser.close());

/** A page that holds only a pane with this markup. */
async function pane(t, markup, direction = "ltr") {
  const context = await browser.newContext({ hasTouch: true });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.setContent(`<div id="pane" dir="${direction}" style="width: 24ch; font: 16px/1.9 serif">${markup}</div>`);
  return page.locator("#pane");
}

/** The selected text, without line breaks. */
function selectedText(locator) {
  return locator.evaluate(() => getSelection().toString().replaceAll("\n", ""));
}

const MARKUP = 'One <b>two</b><i data-skip style="user-select: none">99</i> three, and four 👍🏽 thumbs.';

test("a drag selects exactly the range, over elements and lines, without what is skipped", async (t) => {
  const box = await pane(t, MARKUP);
  const text = await paneText(box);
  assert.equal(text, "One two three, and four 👍🏽 thumbs.");
  for (const wanted of ["One", "two", "two three", "ree, and fou", "👍🏽", text]) {
    const start = text.indexOf(wanted);
    assert.equal(await selectText(box, start, start + wanted.length), wanted);
    assert.equal(await selectedText(box), wanted);
  }
});

test("a drag over right-to-left text selects exactly the range", async (t) => {
  const box = await pane(t, "שלום עולם וברכה", "rtl");
  assert.equal(await selectText(box, 5, 9), "עולם");
  assert.equal(await selectedText(box), "עולם");
});

test("a touch leaves the range selected, and the page sees no mouse", async (t) => {
  const box = await pane(t, MARKUP);
  await box.evaluate((element) => element.addEventListener("mousedown", () => element.setAttribute("data-mouse", "")));
  await selectByTouch(box, 4, 13);
  assert.equal(await selectedText(box), "two three");
  assert.equal(await box.getAttribute("data-mouse"), null);
});

test("a range outside the text is refused", async (t) => {
  const box = await pane(t, "short");
  await assert.rejects(selectText(box, 3, 9), /no range 3\.\.9/);
});
