// Selects text in a pane as a person does. Offsets are UTF-16 code units into the pane's
// text: its text nodes, without those inside [data-skip].
import { isDeepStrictEqual } from "node:util";

/**
 * Runs in the page. Finds the DOM positions of `start` and `end`, scrolls to them, and
 * gives the points on the screen where a drag over that range begins and ends.
 */
function locateRange(pane, { start, end }) {
  const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest("[data-skip]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes = [];
  for (let length = 0, node; (node = walker.nextNode()); length += node.length) {
    nodes.push({ node, from: length, to: length + node.length });
  }
  const text = nodes.map(({ node }) => node.data).join("");
  if (start < 0 || end > text.length || start >= end) {
    throw new RangeError(`no range ${start}..${end} in a text of ${text.length}`);
  }

  /** The position of `offset`, in the text node that holds the unit after it. */
  const before = (offset) => {
    const { node, from } = nodes.find(({ to }) => offset < to);
    return { node, offset: offset - from };
  };
  /** The position of `offset`, in the text node that holds the unit before it. */
  const behind = (offset) => {
    const { node, from } = nodes.find(({ to }) => offset <= to);
    return { node, offset: offset - from };
  };
  const box = (from, to) => {
    const range = document.createRange();
    const first = before(from);
    const last = behind(to);
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset);
    const boxes = range.getClientRects();
    return boxes.length > 0 && { first: boxes[0], last: boxes[boxes.length - 1] };
  };

  // As by a click elsewhere: a press on selected text would drag that text away.
  getSelection().removeAllRanges();
  const base = before(start);
  const extent = behind(end);
  base.node.parentElement.scrollIntoView({ block: "center" });
  // The element may be longer than the screen.
  const { first: sight } = box(start, start + 1) || {};
  if (sight && (sight.top < innerHeight / 4 || sight.bottom > (innerHeight * 3) / 4)) {
    scrollBy({ top: sight.top - innerHeight / 2, behavior: "instant" });
  }
  // Grapheme clusters: a person sees each as one character, and the mouse can stop between them.
  const characters = [...new Intl.Segmenter().segment(text.slice(start, end))]
    .map(({ index, segment }) => box(start + index, start + index + segment.length))
    .filter(Boolean);
  if (characters.length === 0) throw new Error(`${start}..${end} is not shown`);
  const firstBox = characters[0].first;
  const lastBox = characters.at(-1).last;
  /** Returns `true` if the text runs to the left between two neighbours, or if they don't tell, in the whole pane. */
  const runsLeft = (here, next) =>
    here && next && here.top === next.top ? next.left < here.left : getComputedStyle(pane).direction === "rtl";
  const edge = (rect, atLeft) => ({ x: atLeft ? rect.left + 1 : rect.right - 1, y: (rect.top + rect.bottom) / 2 });
  const startsLeft = !runsLeft(firstBox, characters[1]?.first);
  const endsLeft = runsLeft(characters.at(-2)?.last, lastBox);
  return {
    base,
    extent,
    drag: { text: text.slice(start, end), from: edge(firstBox, startsLeft), to: edge(lastBox, endsLeft) },
  };
}

/** Waits until the page has drawn two frames, for what comes after a press: a panel, a text that scrolls to its place. */
const twoFrames = (page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Waits until the page has taken over what was selected last, which it does in a task of its own after the mouse is let go. */
const taken = (page) => page.evaluate(() => new Promise((over) => setTimeout(over)));

/**
 * The drag over `start..end`, once the text stands still as it does under a person's hand, and a handle on the DOM
 * positions at its ends.
 */
async function locate(pane, start, end) {
  await taken(pane.page());
  for (let before, tries = 0; ; tries++) {
    const positions = await pane.evaluateHandle(locateRange, { start, end });
    const drag = await positions.evaluate(({ drag }) => drag);
    if (isDeepStrictEqual(drag, before) || tries === 50) return { ...drag, positions };
    await positions.dispose();
    before = drag;
    await twoFrames(pane.page());
  }
}

/** The text of a pane, as the automation contract counts it. */
export function paneText(pane) {
  return pane.evaluate((element) => {
    const copy = element.cloneNode(true);
    for (const skipped of copy.querySelectorAll("[data-skip]")) skipped.remove();
    return copy.textContent;
  });
}

/** Presses the mouse at one point, moves it to another in steps, and lets go. */
export async function dragMouse(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

/** Drags the mouse over `start..end` of `pane`, a locator. Gives the text that lies there. */
export async function selectText(pane, start, end) {
  const { from, to, text } = await locate(pane, start, end);
  await dragMouse(pane.page(), from, to);
  return text;
}

/** The same from the end to the start. */
export async function selectTextBackwards(pane, start, end) {
  const { from, to, text } = await locate(pane, start, end);
  await dragMouse(pane.page(), to, from);
  return text;
}

/** Drags from `start` to a point on the screen. */
export async function selectTextTo(pane, start, point) {
  const { from } = await locate(pane, start, start + 1);
  await dragMouse(pane.page(), from, point);
}

/** The points on the screen at which the character at `offset` begins and ends. */
export async function characterEdges(pane, offset) {
  const { from, to } = await locate(pane, offset, offset + 1);
  return { from, to };
}

/** Clicks the character at `offset`: `count` times in a row. */
export async function clickText(pane, offset, count = 1) {
  const { from, to } = await locate(pane, offset, offset + 1);
  await pane.page().mouse.click((from.x + to.x) / 2, from.y, { clickCount: count, delay: 10 });
}

/** The box of every unit of the pane's text on the page: left, top, width, height, or null if it is not shown. */
export function characterBoxes(pane) {
  return pane.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement.closest("[data-skip]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const boxes = [];
    for (let node; (node = walker.nextNode());) {
      for (let at = 0; at < node.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const [box] = range.getClientRects();
        boxes.push(box ? [box.left + scrollX, box.top + scrollY, box.width, box.height] : null);
      }
    }
    return boxes;
  });
}

/**
 * Selects by keys: from the first boundary unit of the pane, `skip` units on, then with Shift until `take` units are
 * selected. Leaves the selection open; Enter makes a span of it.
 */
export async function selectByKeys(pane, skip, take) {
  const { keyboard } = pane.page();
  await pane.focus();
  await keyboard.press("Home");
  for (let unit = 0; unit < skip; unit += 1) await keyboard.press("ArrowRight");
  for (let unit = 1; unit < take; unit += 1) await keyboard.press("Shift+ArrowRight");
}

/**
 * Selects by touch. A long press hands over to the phone's own selection handles: the page
 * sees a touch that is cancelled and changes of the selection, and no mouse. Needs a context with `hasTouch`.
 */
export async function selectByTouch(pane, start, end) {
  const page = pane.page();
  const { from, text, positions } = await locate(pane, start, end);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  await positions.evaluate(({ base, extent }) =>
    getSelection().setBaseAndExtent(base.node, base.offset, extent.node, extent.offset),
  );
  await session.send("Input.dispatchTouchEvent", { type: "touchCancel", touchPoints: [] });
  await session.detach();
  return text;
}

/** The units that have moved by half a pixel or more: their offsets, with both boxes. */
export function movedCharacters(before, now) {
  const apart = (a, b) => (a && b ? a.some((number, at) => Math.abs(number - b[at]) >= 0.5) : a !== b);
  if (before.length !== now.length) return [`${before.length} characters before, ${now.length} now`];
  return before.flatMap((box, offset) => (apart(box, now[offset]) ? [{ offset, before: box, now: now[offset] }] : []));
}
