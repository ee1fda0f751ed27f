// Texts shown as Markdown, code or tables: they look so, and every character stays where it is in the text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = (rendering, more = "") => `
template_name: rendered
rendering: ${rendering}
edits:
  - name: wrong
    enable_input: true
    enable_output: true
${more}`;

const MARKDOWN = `# Report 👍

Ada *scored* **twice**, see [the site](https://example.org).

- one \`code\`
- two

> quoted

| team | goals |
|--|--|
| Utrecht | 2 |

\`\`\`
let  x = 1;
\`\`\`
<b>no HTML</b>
`;

const TABLE = "team,goals,place\nUtrecht,2,home\n\"Kiel, II\",1,away";

/** Opens a work and waits until its target is rendered. */
async function open(t, rendering, instance, more) {
  const work = await openWork(t, { template: TEMPLATE(rendering, more), data: [instance] });
  await work.pane("target").locator(".line").first().waitFor({ state: "attached" });
  return work;
}

/** The value of a style of the elements with a class, in the target. */
const styles = (work, selector, name) =>
  work.pane("target").locator(selector).evaluateAll((all, name) => all.map((one) => [one.textContent, getComputedStyle(one)[name]]), name);

test("Markdown looks as it is meant, and is the text character for character", async (t) => {
  const work = await open(t, "markdown", { source: "# plain *source*", target: MARKDOWN });
  assert.equal(await work.text("target"), MARKDOWN);
  assert.equal(await work.text("source"), "# plain *source*");
  const pane = work.pane("target");
  assert.equal(await pane.locator("a, b, table, code").count(), 0);
  const of = (selector) => pane.locator(selector).allTextContents();
  assert.deepEqual(await of(".line--h1"), ["# Report 👍\n"]);
  assert.deepEqual(await of(".fmt--strong"), ["twice"]);
  assert.deepEqual(await of(".fmt--emphasis"), ["scored"]);
  assert.deepEqual(await of(".fmt--link"), ["the site"]);
  assert.deepEqual(await of(".fmt--code"), ["code"]);
  assert.deepEqual(await of(".fmt--marker"), ["-", "-"]);
  assert.deepEqual(await of(".line--quote"), ["> quoted\n"]);
  assert.deepEqual(await of(".line--code"), ["```\n", "let  x = 1;\n", "```\n"]);
  const bold = await styles(work, ".fmt--strong", "fontWeight");
  assert.deepEqual(bold, [["twice", "700"]]);
  const [[, big]] = await styles(work, ".line--h1", "fontSize");
  const [[, usual]] = await styles(work, ".line:not([class*=line--])", "fontSize");
  assert.ok(parseFloat(big) > parseFloat(usual) * 1.3, `${big} ${usual}`);
  // Nothing is hidden.
  assert.deepEqual(await styles(work, ".fmt--markup >> nth=0", "display"), [["#", "inline"]]);
});

test("marks, the caret, handles and undo work over formatting, with the offsets of the text", async (t) => {
  const work = await open(t, "{target: markdown}", { source: "s", target: MARKDOWN });
  const span = "scored* **twi";
  const start = MARKDOWN.indexOf(span);
  await work.make("wrong", ["source", "s"], ["target", span]);
  const [edit] = await work.downloadedEdits();
  // Selections snap to words.
  const [[from, to]] = edit.output_idx;
  assert.ok(from <= start && to >= start + span.length);
  assert.equal(await work.text("target"), MARKDOWN);
  const marks = work.marks("wrong", 1);
  const marked = (await work.pane("target").locator("[data-mark~='wrong-1']").allTextContents()).join("");
  assert.equal(marked, MARKDOWN.slice(from, to));
  assert.deepEqual(await work.pane("target").locator(".fmt--strong").allTextContents().then((all) => all.join("")), "twice");
  assert.ok((await marks.count()) > 2);
  await work.pane("target").focus();
  for (let step = 0; step < 3; step++) await work.page.keyboard.press("ArrowRight");
  await work.page.getByTestId("undo").click();
  await eventually(() => work.pane("target").locator("[data-mark]").count(), 0);
  assert.equal(await work.text("target"), MARKDOWN);
  assert.deepEqual(await work.pane("target").locator(".fmt--strong").allTextContents(), ["twice"]);
});

test("tables have aligned columns, of commas, tabs and pipes", async (t) => {
  const pipes = "| team | goals |\n|--|--|\n| Utrecht | 2 |\n| B | 10 |";
  for (const [rendering, target, columns] of [
    ["table", TABLE, ["goals", "2", "1"]],
    ["table", TABLE.replaceAll('"Kiel, II"', "Kiel").replaceAll(",", "\t"), ["goals", "2", "1"]],
    ["{target: markdown}", pipes, ["goals", "2", "10"]],
  ]) {
    const work = await open(t, rendering, { target });
    assert.equal(await work.text("target"), target);
    const starts = await work.pane("target").evaluate((pane, columns) => {
      const text = pane.textContent;
      let from = 0;
      return columns.map((cell) => {
        const at = (from = text.indexOf(cell, from));
        const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
        let [before, node] = [0, walker.nextNode()];
        for (; before + node.length <= at; node = walker.nextNode()) before += node.length;
        const range = document.createRange();
        range.setStart(node, at - before);
        range.setEnd(node, at - before + 1);
        from += cell.length;
        return Math.round(range.getBoundingClientRect().left);
      });
    }, columns);
    assert.ok(Math.max(...starts) - Math.min(...starts) <= 1, `${rendering} ${starts}`);
  }
});

test("code keeps its white space in letters of equal width", async (t) => {
  const target = "def f():\n    return  '# no heading'\n\n\tpass";
  const work = await open(t, "code", { target });
  assert.equal(await work.text("target"), target);
  const [[, family]] = await styles(work, ".line--code >> nth=0", "fontFamily");
  assert.match(family, /monospace/);
  assert.deepEqual(await styles(work, ".line--code >> nth=1", "whiteSpaceCollapse"), [["    return  '# no heading'\n", "preserve"]]);
  assert.equal(await work.pane("target").locator(".line--heading").count(), 0);
});

test("paragraphs are revealed, and mentions light up, in a rendered text", async (t) => {
  const more = "paragraphs: blank-line\nreveal: paragraph\nmentions: [Ada]\n";
  const target = "**Ada** went.\n\n# Then Ada came";
  const work = await open(t, "{target: markdown}", { target }, more);
  assert.equal(await work.text("target"), "**Ada** went.\n\n");
  await work.page.getByTestId("next-paragraph").click();
  await eventually(() => work.text("target"), target);
  assert.deepEqual(await work.pane("target").locator(".line--h1").allTextContents(), ["# Then Ada came"]);
  await work.pane("target").locator(".fmt--strong").hover();
  await eventually(
    () => work.page.evaluate(() => [...(globalThis.CSS.highlights.get("mention") ?? [])].map(String)),
    ["Ada", "Ada"],
  );
});
