// Selects text in a pane as a person does. Offsets are UTF-16 code units into the pane's
// text: its text nodes, without those inside [data-skip].

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
    if (boxes.length === 0) throw new Error(`${from}..${to} is not shown`);
    return { first: boxes[0], last: boxes[boxes.length - 1] };
  };

  // As by a click elsewhere: a press on selected text would drag that text away.
  getSelection().removeAllRanges();
  const base = before(start);
  const extent = behind(end);
  base.node.parentElement.scrollIntoView({ block: "center" });
  const rightToLeft = getComputedStyle(pane).direction === "rtl";
  const highSurrogate = (index) => /[\uD800-\uDBFF]/.test(text[index] ?? "");
  const firstBox = box(start, highSurrogate(start) ? start + 2 : start + 1).first;
  const lastBox = box(highSurrogate(end - 2) ? end - 2 : end - 1, end).last;
  const edge = (rect, leading) => ({
    x: leading !== rightToLeft ? rect.left + 1 : rect.right - 1,
    y: (rect.top + rect.bottom) / 2,
  });
  return {
    base,
    extent,
    drag: { text: text.slice(start, end), from: edge(firstBox, true), to: edge(lastBox, false) },
  };
}

/** The drag over `start..end`, and a handle on the DOM positions at its ends. */
async function locate(pane, start, end) {
  const positions = await pane.evaluateHandle(locateRange, { start, end });
  return { ...(await positions.evaluate(({ drag }) => drag)), positions };
}

/** The text of a pane, as the automation contract counts it. */
export function paneText(pane) {
  return pane.evaluate((element) => {
    const copy = element.cloneNode(true);
    for (const skipped of copy.querySelectorAll("[data-skip]")) skipped.remove();
    return copy.textContent;
  });
}

/** Drags the mouse over `start..end` of `pane`, a locator. Gives the text that lies there. */
export async function selectText(pane, start, end) {
  const { mouse } = pane.page();
  const { from, to, text } = await locate(pane, start, end);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 6 });
  await mouse.up();
  return text;
}

/**
 * Selects by keys: from the start of the pane, `skip` boundary units on, then `take` units
 * with Shift held. Leaves the selection open; Enter makes a span of it.
 */
export async function selectByKeys(pane, skip, take) {
  const { keyboard } = pane.page();
  await pane.focus();
  await keyboard.press("Control+Home");
  for (let unit = 0; unit < skip; unit += 1) await keyboard.press("ArrowRight");
  for (let unit = 0; unit < take; unit += 1) await keyboard.press("Shift+ArrowRight");
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
