// Mentions in texts: the pointer over them, and what is lit.

/** The mentions that are lit. */
export const lit = ({ page }) => page.evaluate(() => [...(globalThis.CSS.highlights.get("mention") ?? [])].map(String));

/** Moves the pointer over a part of a text, from its start. */
export async function hover({ page }, side, start, end) {
  const { x, y } = await page.evaluate(
    ([side, start, end]) => {
      const walker = document.createTreeWalker(document.querySelector(`[data-testid=pane-${side}]`), NodeFilter.SHOW_TEXT);
      let [before, node] = [0, walker.nextNode()];
      for (; before + node.length <= start; node = walker.nextNode()) before += node.length;
      const range = document.createRange();
      range.setStart(node, start - before);
      range.setEnd(node, Math.min(end - before, node.length));
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    [side, start, end],
  );
  await page.mouse.move(x, y);
}
