// The annotate page for the eyes and the hand: where things are, what stays in sight, what answers to the pointer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { clickText, selectText } from "./selection.mjs";

const TEMPLATE = `
template_name: review
edits:
  - name: wrong
    label: Wrong
    group: Meaning
    color: red
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
      - name: kind
        question: Which kind?
        options:
          - { name: fact, label: A fact, description: It contradicts what is known. }
          - { name: number, label: A number, description: A figure is off., question: Of what?, options: textbox }
      - { name: sure, question: Are you sure?, options: binary }
  - { name: missing, label: Missing, group: Meaning, color: blue, type: split }
  - { name: clumsy, label: Clumsy, group: Style, color: green, enable_output: true }
  - { name: dropped, label: Dropped, color: purple, enable_input: true }
  - { name: both, label: Rewritten, group: Style, type: composite }
`;
const SOURCE = "The bridge was closed.";
const TARGET = "The bridge is open again, said the mayor of the town, and nobody knows for how long it will be.";
const open = (t, { data = [{ source: SOURCE, target: TARGET }], ...options } = {}) =>
  openWork(t, { template: TEMPLATE, data, ...options });

const desktop = (width, height = 800) => ({ viewport: { width, height } });
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** An edit on the `n`th word of the target. */
const editOn = (n, category = "wrong", annotation = null) => {
  const words = [...TARGET.matchAll(/\p{L}+/gu)];
  const { index, 0: word } = words[n];
  return { category, id: n + 1, annotation, output_idx: [[index, index + word.length]] };
};

const LONG = "Several hundred people walked over the old bridge that was closed for so long.\n".repeat(60);
const scrollTo = (work, top) => work.page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);

const inView = (locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const at = document.elementFromPoint(element.getBoundingClientRect().left + 4, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (element === at || element.contains(at) || at?.contains(element));
  });

test("the menu lists the categories that fit by group, with swatch, label and key, and filters by typing", async (t) => {
  const work = await open(t);
  await work.select("target", "open");
  const menu = work.categoryMenu;
  await menu.waitFor();
  assert.deepEqual((await menu.innerText()).split(/\s+/).filter(Boolean), ["Meaning", "Wrong", "1", "Missing", "2", "Style", "Clumsy", "3"]);
  assert.equal(await menu.locator(".category__swatch").count(), 3);
  const shown = () => menu.locator("[data-testid=category]:visible").evaluateAll((all) => all.map((b) => b.dataset.category));
  // A letter that is no key of a category goes into the filter, wherever the focus is.
  await work.page.keyboard.type("um");
  assert.equal(await work.page.getByTestId("category-filter").inputValue(), "um");
  assert.deepEqual(await shown(), ["clumsy"]);
  assert.doesNotMatch(await menu.innerText(), /Meaning/);
  await work.page.getByTestId("category-filter").fill("");
  assert.deepEqual(await shown(), ["wrong", "missing", "clumsy"]);
  await work.page.keyboard.press("ArrowDown");
  await work.page.keyboard.press("ArrowDown");
  assert.equal(await work.page.evaluate(() => document.activeElement.dataset.category), "missing");
  await work.page.getByTestId("category-filter").fill("clu");
  await work.page.keyboard.press("Enter");
  await work.waitForRows("clumsy-1");
});

test("categories used last come first in the menu if the person likes that", async (t) => {
  const work = await open(t);
  await work.openMenu();
  await work.page.getByTestId("recent-first").check();
  await work.page.keyboard.press("Escape");
  await work.make("clumsy", ["target", "open"]);
  await work.select("target", "town");
  await work.categoryMenu.waitFor();
  const order = await work.categoryMenu.getByTestId("category").evaluateAll((all) => all.map((b) => b.dataset.category));
  assert.deepEqual(order, ["clumsy", "wrong", "missing", "clumsy"]);
});

test("a category that cannot be used now says why", async (t) => {
  const work = await open(t);
  const both = work.category("both");
  assert.equal(await both.getAttribute("aria-disabled"), "true");
  assert.match(await both.getAttribute("title"), /First mark the edits/);
  await both.click({ force: true });
  assert.match(await work.noticesAt("info").innerText(), /First mark the edits/);
  assert.equal(await work.draft.count(), 0);
  await work.make("clumsy", ["target", "open"]);
  await eventually(() => both.getAttribute("aria-disabled"), "false");
  await work.select("target", "town");
  await eventually(() => work.category("dropped").getAttribute("aria-disabled"), "true");
  assert.match(await work.category("dropped").getAttribute("title"), /Target/);
});

for (const [name, context] of [["three columns", desktop(1280)], ["two columns", desktop(1024)], ["a large screen", desktop(2560, 1440)], ["a phone", PHONE]]) {
  test(`the open question is in sight and nothing moves while it is answered: ${name}`, async (t) => {
    const edits = Array.from({ length: 15 }, (_, n) => editOn(n));
    const work = await open(t, { context, data: [{ source: SOURCE, target: TARGET, edits }, { target: "Two." }] });
    const row = work.edits.nth(14);
    await row.scrollIntoViewIfNeeded();
    await work.openEdit(row);
    await work.answer("severity", "minor").waitFor({ state: "attached" });
    await eventually(() => inView(work.question("severity")), true);
    await eventually(() => inView(work.question("sure")), true);
    const boxes = () =>
      work.page.evaluate(() =>
        [...document.querySelectorAll('.edit-panel, [data-path=severity] .answer, [data-path=kind] > .answers > .answers__option > .answer, .list, .pane')].map((e) => {
          const { x, y, width } = e.getBoundingClientRect();
          return [e.className.split(" ")[0], x, y, width];
        }),
      );
    // The span of a row that is chosen comes into view.
    for (let last; JSON.stringify(last) !== JSON.stringify((last = await boxes())); ) await work.page.waitForTimeout(200);
    const before = await boxes();
    const answer = (path, value) => (context.hasTouch ? work.answer(path, value).tap() : work.choose(path, value));
    await answer("severity", "minor");
    await answer("kind", "fact");
    await answer("sure", "yes");
    await eventually(() => row.getAttribute("data-annotated"), "true");
    assert.deepEqual(await boxes(), before);
  });
}

test("questions are asked where the hand is, below the span or beside it; then they step aside", async (t) => {
  const work = await open(t);
  const box = (locator) => locator.boundingBox();
  const isApart = (a, b) => a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
  for (const [n, height] of [1000, 620].entries()) {
    await work.page.setViewportSize({ width: 1280, height });
    await work.select("target", "open");
    await work.categoryInMenu("wrong").click();
    await work.waitForRows(`wrong-${n + 1}`);
    const mark = await box(work.page.locator("[data-mark*=wrong]").first());
    const panel = await box(work.openPanel);
    assert.ok(isApart(mark, panel), `${height}: ${JSON.stringify([mark, panel])}`);
    assert.ok(panel.x - (mark.x + mark.width) < 40 && panel.y < mark.y + mark.height + 40, "beside the span");
    assert.ok(panel.y + panel.height <= height, "in the window");
    await work.choose("severity", "minor");
    await work.choose("kind", "fact");
    assert.deepEqual(await box(work.openPanel), panel, "it stays under the hand");
    // When nothing more is asked, or when the hand goes elsewhere, the text is free.
    if (n === 0) await work.choose("sure", "yes");
    else await work.page.mouse.move(5, 300);
    await eventually(async () => isApart(await box(work.openPanel), await box(work.pane("target"))), true);
    // Changing an answer moves nothing.
    const aside = await box(work.openPanel);
    await work.choose("kind", "number");
    assert.deepEqual((({ x, y }) => ({ x, y }))(await box(work.openPanel)), { x: aside.x, y: aside.y });
    await work.deleteEdit(work.edits.first());
  }
});

test("a single choice goes on by itself, by mouse and by key, unless it is switched off", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "open"]);
  await eventually(() => work.focusedQuestion(), "severity");
  await work.choose("severity", "minor");
  await eventually(() => work.focusedQuestion(), "kind");
  await work.page.keyboard.press("2");
  await eventually(() => work.focusedQuestion(), "kind/number");
  // A hand used to Enter does not skip a question.
  await work.page.keyboard.type("miles");
  await work.page.keyboard.press("Enter");
  await eventually(() => work.focusedQuestion(), "sure");
  const weights = () => work.page.locator(".edit-panel legend").evaluateAll((all) => all.map((legend) => getComputedStyle(legend).fontWeight));
  assert.deepEqual(await weights(), ["400", "400", "400", "600"], "only the active question is bold");

  await work.openMenu();
  await work.page.getByTestId("advance").uncheck();
  await work.page.keyboard.press("Escape");
  await work.choose("severity", "a lot");
  await work.page.waitForTimeout(100);
  assert.equal(await work.focusedQuestion(), "severity");
});

test("Enter right after an answer means the same going on", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "open"]);
  await eventually(() => work.focusedQuestion(), "severity");
  for (const key of ["1", "Enter"]) await work.page.keyboard.press(key);
  await work.page.waitForTimeout(100);
  assert.equal(await work.focusedQuestion(), "kind");
});

test("the key after an answer is for the next question, however busy the machine", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "open"]);
  await eventually(() => work.focusedQuestion(), "severity");
  await work.page.evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = (call, ms, ...rest) => setTimeout(call, (ms ?? 0) + 300, ...rest);
  });
  for (const key of ["1", "Enter", "Backspace"]) await work.page.keyboard.press(key);
  await work.page.waitForTimeout(400);
  assert.equal(await work.focusedQuestion(), "severity", "it does not go on after one has gone back");
  for (const key of ["2", "2"]) await work.page.keyboard.press(key);
  await eventually(() => work.focusedQuestion(), "kind/number");
  assert.equal(await work.answer("severity", "somewhat").isChecked(), true);
  assert.equal(await work.answer("kind", "number").isChecked(), true);
});

test("what an option means reaches a screen reader, and stands behind a button", async (t) => {
  const work = await open(t);
  await work.make("wrong", ["target", "open"]);
  const about = (value) =>
    work.answer("kind", value).evaluate((radio) => document.getElementById(radio.getAttribute("aria-describedby")).textContent);
  assert.equal(await about("fact"), "It contradicts what is known.");
  const text = work.page.getByText("A figure is off.");
  assert.equal(await text.isVisible(), false);
  await work.question("kind").getByTestId("explain").click();
  await text.waitFor();
});

test("what the category of the open edit means stands behind a button, too, for those who point at nothing", async (t) => {
  const template = TEMPLATE.replace("label: Wrong", "label: Wrong\n    description: It is not so.");
  const work = await openWork(t, { template, data: [{ source: SOURCE, target: TARGET }], context: PHONE });
  await work.make("wrong", ["target", "open"]);
  const about = work.openPanel.getByText("It is not so.");
  assert.equal(await about.isVisible(), false);
  assert.equal(
    await work.openPanel.getByRole("heading").evaluate((h) => document.getElementById(h.getAttribute("aria-describedby")).textContent),
    "It is not so.",
  );
  await work.page.getByTestId("explain-category").tap();
  await about.waitFor();
  await work.make("clumsy", ["target", "mayor"]);
  assert.equal(await work.page.getByTestId("explain-category").count(), 0, "nothing is said about it");
});

test("lines have at most 75 characters, and texts and context one left edge", async (t) => {
  const line = "Several hundred people walked over the old bridge that was closed for so long. ".repeat(6);
  for (const context of [desktop(1024), desktop(1280), desktop(1920, 1080), desktop(3840, 2160)]) {
    const work = await open(t, { context, data: [{ context: "Some context.", source: line, target: line }] });
    const longest = await work.pane("target").evaluate((pane) => {
      const range = document.createRange();
      const text = pane.querySelector(".line").firstChild;
      let [top, length, longest] = [null, 0, 0];
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const rect = range.getBoundingClientRect();
        if (rect.width === 0) continue;
        [top, length] = rect.top === top ? [top, length + 1] : [rect.top, 1];
        longest = Math.max(longest, length);
      }
      return longest;
    });
    assert.ok(longest > 40 && longest <= 75, `${longest} characters at ${context.viewport.width}`);
    const left = (selector) => work.page.locator(selector).first().evaluate((e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return Math.round(range.getBoundingClientRect().left);
    });
    const source = await left("#text-source");
    assert.equal(await left("#text-target"), source);
    assert.equal(await left('[data-testid="pane-context"]'), source);
  }
});

// Times, among the narrowest faces for reading, needs 0.41 em a character, and Arial, for the interface, 0.46.
test("lines have at most 75 characters in a narrow face, too, at any size, and beside each other", async (t) => {
  const line = "Several hundred people walked over the old bridge that was closed for so long. ".repeat(6);
  for (const settings of ["font_size: {source: 14, target: 14}", "display: [text-side-by-side]"]) {
    const work = await openWork(t, {
      template: `${TEMPLATE}${settings}\n`,
      data: [{ context: line, source: line, target: line }],
      context: desktop(1920, 1080),
    });
    const ems = (locator) => locator.evaluate((e) => e.clientWidth / Number.parseFloat(getComputedStyle(e).fontSize));
    for (const side of ["source", "target"]) assert.ok((await ems(work.pane(side))) * (1 / 0.41) <= 75, settings);
    assert.ok((await ems(work.page.locator(".context .markdown"))) * (1 / 0.46) <= 75, settings);
  }
});

test("a mark names its category and lights its row, and the row lights the mark", async (t) => {
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET, edits: [editOn(1), editOn(4, "clumsy")] }] });
  const tooltip = work.page.getByTestId("mark-tooltip");
  await work.marks("wrong", 2).hover();
  await eventually(() => tooltip.innerText(), "Wrong · pre-annotation");
  const lit = () => work.page.locator(".row.is-hovered").evaluateAll((rows) => rows.map((row) => row.dataset.category));
  assert.deepEqual(await lit(), ["wrong"]);
  await work.editsOf("clumsy").getByTestId("edit-open").hover();
  await eventually(() => work.marks("clumsy", 5).evaluate((mark) => mark.classList.contains("is-hovered")), true);
  assert.deepEqual(await lit(), ["clumsy"]);
  // The same by keys: the focus in the list, the caret in the text.
  await work.editsOf("wrong").getByTestId("edit-open").focus();
  await eventually(lit, ["wrong"]);
  await work.pane("target").focus();
  await work.page.keyboard.press("Home");
  await eventually(lit, []);
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => tooltip.innerText(), "Wrong · pre-annotation");
});

test("an open edit is filled in its own colour only, and its fill ends with the words", async (t) => {
  const long = { category: "wrong", id: 1, annotation: null, output_idx: [[0, 30]] };
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET, edits: [long, editOn(1, "clumsy")] }] });
  await work.openEdit(work.editsOf("wrong"));
  const fills = await work.marks("wrong", 1).evaluateAll((runs) =>
    runs.map((run) => {
      const style = getComputedStyle(run);
      return [style.backgroundColor, style.backgroundClip.split(", ").at(-1)];
    }),
  );
  assert.ok(fills.length >= 3);
  assert.equal(new Set(fills.map(String)).size, 1, JSON.stringify(fills));
  assert.equal(fills[0][1], "content-box");
});

test("choosing a row brings its span into view, but does not scroll where it is", async (t) => {
  const target = `${TARGET}\n`.repeat(40).trim();
  const at = target.lastIndexOf("mayor");
  const edits = [editOn(1), { category: "wrong", id: 9, annotation: null, output_idx: [[at, at + 5]] }];
  const work = await open(t, { data: [{ source: SOURCE, target, edits }] });
  await work.openEdit(work.edits.nth(0));
  await work.page.waitForTimeout(300);
  assert.equal(await work.page.evaluate(() => scrollY), 0);
  await work.openEdit(work.edits.nth(1));
  await eventually(() => inView(work.marks("wrong", 9)), true);
});

test("it scrolls smoothly, and not at all where the span is near the bar; with reduced motion at once", async (t) => {
  const target = "A line of the text.\n".repeat(120);
  const at = (line) => ({ category: "wrong", id: line, annotation: null, output_idx: [[line * 20 + 2, line * 20 + 6]] });
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const work = await openWork(t, { template: TEMPLATE, data: [{ target, edits: [at(30), at(100)] }], context: { ...desktop(1280), reducedMotion } });
    await work.page.evaluate(() => {
      window.behaviors = [];
      const scrollIntoView = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (options) {
        if (this.closest(".pane__text")) window.behaviors.push(options?.behavior);
        return scrollIntoView.call(this, options);
      };
    });
    const top = (id) => work.marks("wrong", id).first().evaluate((mark) => mark.getBoundingClientRect().top);
    await scrollTo(work, (await top(30)) - 120);
    const before = await work.page.evaluate(() => scrollY);
    await work.openEdit(work.edits.first());
    await eventually(() => work.page.evaluate(() => window.behaviors.length), 1);
    assert.equal(await work.page.evaluate(() => scrollY), before);
    await work.openEdit(work.edits.nth(1));
    await eventually(() => inView(work.marks("wrong", 100).first()), true);
    const behaviors = await work.page.evaluate(() => window.behaviors);
    assert.deepEqual([...new Set(behaviors)], [reducedMotion === "reduce" ? "instant" : "smooth"]);
  }
});

test("a point is listed by the word it stands before, and stands between the words", async (t) => {
  const work = await open(t);
  await work.category("missing").click();
  await clickText(work.pane("target"), TARGET.indexOf("open"), 1);
  await work.waitForRows("missing-1");
  assert.match(await work.edits.innerText(), /Missing before “open”/);
  const [point, word] = await work.pane("target").evaluate((pane, at) => {
    const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (at < seen + node.length) {
        const range = document.createRange();
        range.setStart(node, at - seen);
        range.setEnd(node, at - seen + 1);
        return [pane.querySelector(".point").getBoundingClientRect().left, range.getBoundingClientRect().left];
      }
      seen += node.length;
    }
    return [];
  }, TARGET.indexOf("open"));
  assert.ok(point < word - 1 && point > word - 6, `${point}, ${word}`);
});

test("the strip shows how far each stretch is, and a click goes to what is unfinished in it", async (t) => {
  const data = Array.from({ length: 5000 }, (_, n) => ({ source: SOURCE, target: `${n + 1}. ${TARGET}` }));
  const work = await open(t, { data });
  const cells = work.page.locator(".strip__cell[data-at]");
  const count = await cells.count();
  assert.ok(count >= 30 && count <= 100, `${count}`);
  await cells.first().hover();
  assert.match(await cells.first().getAttribute("title"), /^1–\d+: 0 done, 0 in progress$/);
  await work.waitForDone();
  await work.page.getByTestId("mark-done").click();
  await work.waitForInstance(2);
  await eventually(() => cells.first().evaluate((cell) => cell.style.getPropertyValue("--done")), "1%");
  await cells.last().click();
  await eventually(async () => (await work.position()).index > 4800, true);
  await cells.first().click();
  await work.waitForInstance(2);
  await work.page.getByTestId("progress-legend").click();
  await eventually(async () => /Done, no errors\s*1/.test(await work.page.locator(".legend").innerText()), true);
});

test("the strip is neutral: all its states are greys, whatever the categories", async (t) => {
  const answered = { severity: "minor", kind: { val: "fact" }, sure: "yes" };
  // Not begun, in progress, annotated, done.
  const edits = [[], [editOn(1)], [editOn(1, "wrong", answered)], [editOn(1, "wrong", answered)]];
  const data = edits.map((edits, at) => ({ source: SOURCE, target: TARGET, edits, ...(at === 3 && { _spanwise: { done: true } }) }));
  for (const colorScheme of ["light", "dark"]) {
    // The first is the one that is shown: its edge has the colour of links.
    const work = await open(t, { data: [data[0], ...data], context: { colorScheme } });
    const cells = work.page.locator(".strip__cell[data-at]");
    await eventually(() => cells.count(), data.length + 1);
    const paints = () => cells.evaluateAll((all) => all.slice(1).map((cell) => getComputedStyle(cell).backgroundImage));
    await eventually(async () => new Set(await paints()).size, data.length);
    // Each colour as the canvas paints it: red, green, blue.
    const colors = await cells.evaluateAll((all) => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      return all.slice(1).flatMap((cell) => getComputedStyle(cell).backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g)).map((color) => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [color, ...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      });
    });
    assert.ok(colors.length > data.length);
    for (const [color, ...parts] of colors) assert.ok(Math.max(...parts) - Math.min(...parts) <= 32, `${colorScheme}: ${color} is no grey`);
  }
});

test("after the last instance a panel says so and offers the download, with the variants for analysis apart", async (t) => {
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET }, { source: SOURCE, target: "Two." }] });
  const panel = work.page.getByTestId("all-done");
  for (const index of [1, 2]) {
    await work.waitForInstance(index);
    assert.equal(await panel.count(), 0);
    await work.waitForDone();
    await work.page.getByTestId("mark-done").click();
  }
  await panel.waitFor();
  assert.match(await panel.innerText(), /All instances are done/);
  const file = await work.app.download(() => panel.getByTestId("download").click());
  assert.equal(file.json.length, 2);
  await panel.getByText("For analysis").click();
  await panel.getByTestId("download-python").waitFor();
  await work.page.keyboard.press("Escape");
  await work.page.getByTestId("reopen").click();
  await eventually(() => panel.count(), 0);
});

test("the comment and the bookmark are icons with state", async (t) => {
  const work = await open(t);
  const comment = work.page.getByTestId("open-comment");
  assert.equal(await comment.getAttribute("data-state"), "empty");
  await (await work.openComment()).fill("odd");
  await work.page.keyboard.press("Escape");
  await eventually(() => comment.getAttribute("data-state"), "written");
  assert.equal(await comment.getAttribute("title"), "odd");
  assert.equal(await work.page.getByTestId("comment").isVisible(), false);
  assert.equal(await comment.evaluate((button) => button === document.activeElement), true, "the focus is back");
});

test("plain text can be read and copied, and nothing is annotated meanwhile", async (t) => {
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET, edits: [editOn(1), editOn(4, "clumsy")] }] });
  await work.openMenu();
  await work.page.getByTestId("plain-text").click();
  await work.page.getByTestId("plain-text-hint").waitFor();
  assert.equal(await work.pane("target").locator("[data-mark]").count(), 0);
  assert.equal(await work.text("target"), TARGET);
  await selectText(work.pane("target"), 4, 18);
  await work.page.waitForTimeout(100);
  assert.equal(await work.categoryMenu.count(), 0);
  assert.equal(await work.page.evaluate(() => getSelection().toString()), "bridge is open");
  await work.page.getByTestId("plain-text-hint").getByRole("button").click();
  await eventually(() => work.pane("target").locator("[data-mark]").count(), 2);
});

test("several categories are hidden at once, with the number of their edits", async (t) => {
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET, edits: [editOn(1), editOn(4, "clumsy"), editOn(6, "clumsy")] }] });
  await work.page.getByTestId("list-filter").click();
  const box = (name) => work.page.locator(`[data-testid="filter-category"][data-category="${name}"]`);
  assert.match(await box("clumsy").innerText(), /Clumsy\s*2/);
  await box("clumsy").locator("input").uncheck();
  await box("missing").locator("input").uncheck();
  await work.waitForRows("wrong-2");
  assert.equal(await work.pane("target").locator("[data-mark]").count(), 1);
  // A group is hidden and shown as a whole.
  await work.page.locator(".filter-panel").getByText("Style", { exact: true }).click();
  await work.waitForRows("wrong-2", "clumsy-5", "clumsy-7");
  await work.page.getByTestId("filter-open").check();
  await work.waitForRows("wrong-2");
  await work.page.getByTestId("filter-all").click();
  await work.waitForRows("wrong-2", "clumsy-5", "clumsy-7");
});

test("a screen reader hears the instance gone to, the menu that opens, the edit that is made; no focus falls to the page", async (t) => {
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET }, { source: SOURCE, target: "Two." }] });
  const said = () => work.page.getByTestId("announcement").innerText();
  const focused = () => work.page.evaluate(() => document.activeElement !== document.body);
  await work.next.click();
  await eventually(said, "Instance 2 of 2");
  await eventually(focused, true);
  await work.previous.click();
  await eventually(said, "Instance 1 of 2");
  await work.select("target", "open");
  await eventually(said, "What is it? “open”");
  await work.categoryInMenu("clumsy").click();
  await eventually(said, "Clumsy “open”");
  await eventually(focused, true);
  await work.page.keyboard.press("Delete");
  await eventually(() => work.edits.count(), 0);
  await eventually(focused, true);
  assert.equal(await work.page.getByRole("heading", { level: 1 }).count(), 1);
  const names = await work.page.locator("main, nav, aside, header, footer").evaluateAll((all) =>
    all.filter((e) => !e.closest("section, article, dialog") || e.matches("nav, aside")).map((e) => `${e.tagName} ${e.getAttribute("aria-label") ?? e.getAttribute("aria-labelledby") ?? ""}`),
  );
  assert.equal(new Set(names).size, names.length, names.join(", "));
});

test("the menu has only what can be done: no connectors for one side, nothing to erase where nothing is", async (t) => {
  const entries = async (template, data) => {
    const work = await openWork(t, { template, data });
    await work.page.locator("header details.menu summary").click();
    await work.page.getByTestId("plain-text").waitFor();
    const panel = work.page.locator(".menu__panel");
    const has = (name) => panel.getByText(name).isVisible();
    return [await has("Delete all edits"), await has("Eraser"), await has("Connectors")];
  };
  assert.deepEqual(await entries(TEMPLATE, [{ source: SOURCE, target: TARGET }]), [false, false, false]);
  const twoSided = TEMPLATE.replace("enable_input: true }", "enable_input: true, enable_output: true }");
  assert.deepEqual(await entries(twoSided, [{ source: SOURCE, target: TARGET, edits: [editOn(1)] }]), [true, true, true]);
});

test("on a phone questions are a sheet at the foot, a tap takes a word into a draft, and no keys are shown", async (t) => {
  const work = await open(t, { context: PHONE });
  await work.category("wrong").tap();
  const { x, y } = await work.pane("target").evaluate((pane, at) => {
    const range = document.createRange();
    const text = pane.querySelector(".line").firstChild;
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const rect = range.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
  }, TARGET.indexOf("pen again"));
  await work.page.touchscreen.tap(x, y);
  await work.waitForRows("wrong-1");
  assert.deepEqual((await work.downloadedEdits())[0].output_idx, [[14, 18]]);
  const sheet = await work.openPanel.boundingBox();
  const foot = await work.page.getByTestId("mark-done").boundingBox();
  assert.ok(sheet.y > 400 && sheet.y + sheet.height <= foot.y && foot.y + foot.height <= 844, JSON.stringify([sheet, foot]));
  await work.page.locator("details.menu summary").last().tap();
  await work.page.getByTestId("eraser-toggle").waitFor();
  assert.equal(await work.page.locator("kbd:visible").count(), 0);
});

test("a reader can have colours that colour-blind people tell apart", async (t) => {
  const work = await open(t);
  const color = () => work.page.locator(".annotate").evaluate((page) => page.style.getPropertyValue("--c1"));
  const own = await color();
  await work.openMenu();
  await work.page.getByTestId("safe-colors").check();
  await eventually(async () => (await color()) !== own, true);
  await work.page.getByTestId("safe-colors").uncheck();
  await eventually(color, own);
});

test("the open question stays in sight when the text is scrolled", async (t) => {
  for (const context of [desktop(1280), desktop(1024)]) {
    const edits = [{ category: "wrong", id: 1, annotation: null, output_idx: [[0, 7]] }];
    const work = await open(t, { context, data: [{ source: "", target: LONG, edits }] });
    await work.openEdit(work.edits.first());
    await eventually(() => work.focusedQuestion(), "severity");
    await scrollTo(work, 1000);
    await eventually(() => work.page.evaluate(() => scrollY > 500), true);
    assert.equal(await inView(work.question("severity")), true, `${context.viewport.width}`);
  }
});

/** Whether all of a question is within the window and the panel. */
const isWhole = (work, path) =>
  work.question(path).evaluate((question) => {
    const room = question.closest(".edit-panel").getBoundingClientRect();
    const { top, bottom } = question.getBoundingClientRect();
    return top >= Math.max(0, room.top) && bottom <= Math.min(innerHeight, room.bottom);
  });

test("each question comes into sight as the one before it is answered", async (t) => {
  const options = "[{ name: a, label: One }, { name: b, label: Two }, { name: c, label: Three }, { name: d, label: Four }]";
  const questions = Array.from({ length: 8 }, (_, n) => `      - { name: q${n}, question: The ${n + 1}th?, options: ${options} }`);
  const template = `template_name: many\nedits:\n  - name: wrong\n    enable_output: true\n    annotation:\n${questions.join("\n")}\n`;
  for (const context of [desktop(1280, 620), desktop(1024, 620)]) {
    const work = await openWork(t, { template, data: [{ target: TARGET, edits: [editOn(4)] }], context });
    await work.openEdit(work.edits.first());
    for (let n = 0; n < 8; n += 1) {
      await eventually(() => work.focusedQuestion(), `q${n}`);
      await eventually(() => isWhole(work, `q${n}`), true);
      await work.choose(`q${n}`, "c");
    }
    await eventually(() => work.edits.first().getAttribute("data-annotated"), "true");
  }
});

test("Done is in sight in each window, however long the text and the words in the bar are", async (t) => {
  const long = TEMPLATE.replace("template_name: review", "template_name: review\ntemplate_label: A template with a label of many words, as some have\nscore: weights");
  const windows = [
    { template: TEMPLATE, context: PHONE },
    { template: long, context: desktop(700) },
    { template: long, context: desktop(1024) },
    { template: long, context: { ...desktop(1280), locale: "de" } },
    { template: `${long}display: [side-by-side]\n`, context: desktop(1920, 1080) },
  ];
  for (const { template, context } of windows) {
    const work = await openWork(t, { template, data: [{ source: LONG, target: LONG }, { target: "Two." }], context });
    for (const top of [0, 800, 100_000]) {
      await scrollTo(work, top);
      assert.equal(await inView(work.page.getByTestId("mark-done")), true, `${context.viewport.width} at ${top}`);
    }
  }
});

test("a scale is one row of segments within the panel", async (t) => {
  const template = TEMPLATE.replace("options: likert-3 }", "options: likert-3 }\n      - { name: five, question: And now?, options: likert-5 }");
  for (const context of [desktop(1280), desktop(1024), PHONE]) {
    const work = await openWork(t, { template, data: [{ target: TARGET, edits: [editOn(4)] }], context });
    await work.openEdit(work.edits.first());
    await work.question("five").waitFor();
    for (const [path, count] of [["severity", 3], ["five", 5]]) {
      const segments = await work.question(path).locator(".answers--row > .answer").evaluateAll((all) =>
        all.map((e) => e.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      );
      assert.equal(segments.length, count);
      const panel = await work.openPanel.evaluate((e) => e.getBoundingClientRect().right);
      for (const [at, { left, right, top, bottom }] of segments.entries()) {
        const before = segments[at - 1] ?? { right: left };
        assert.ok(Math.abs(left - before.right) < 1, `${path}, ${at}`);
        assert.ok(top === segments[0].top && bottom === segments[0].bottom && right <= panel, `${path}, ${at}`);
      }
    }
  }
});

test("an open edit is filled and has its handles in the colour of its own category, also within another edit", async (t) => {
  const around = { category: "clumsy", id: 9, annotation: null, output_idx: [[0, 40]] };
  const work = await open(t, { data: [{ source: SOURCE, target: TARGET, edits: [editOn(1), around] }] });
  await work.openEdit(work.edits.and(work.page.locator('[data-category="wrong"]')));
  await work.page.locator(".handle__knob").first().waitFor();
  const colors = await work.page.evaluate(() => {
    const resolved = (property, value) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.setProperty(property, value);
      document.querySelector(".annotate").append(probe);
      const color = getComputedStyle(probe).getPropertyValue(property);
      probe.remove();
      return color;
    };
    const opened = [...document.querySelectorAll(".run.is-open")];
    const hues = (color) => color.replace(/[\d.]+\)?$/, "");
    return {
      fills: opened.map((run) => hues(getComputedStyle(run).backgroundColor)),
      own: hues(resolved("background-color", "color-mix(in srgb, var(--c0) 24%, transparent)")),
      knob: getComputedStyle(document.querySelector(".handle__knob"), "::before").backgroundColor,
      category: resolved("background-color", "var(--c0)"),
    };
  });
  assert.ok(colors.fills.length > 0);
  for (const fill of colors.fills) assert.equal(fill, colors.own);
  assert.equal(colors.knob, colors.category);
});

/** Whether two elements have no pixel in common. */
async function assertApart(one, other, what) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  const apart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
  assert.ok(apart, `${what}: ${JSON.stringify([a, b])}`);
}

test("notices on a phone leave Done free, and nothing moves when they go", async (t) => {
  const by = (annotator) => ({ source: SOURCE, target: LONG, edits: [], metadata: { annotator } });
  const work = await open(t, { data: [by("anna"), by("ben")], context: PHONE });
  const notice = work.page.getByTestId("notice");
  await notice.waitFor();
  const done = work.page.getByTestId("mark-done");
  await assertApart(notice, done, "Done");
  assert.ok(await inView(done), "Done is in view");
  const palette = work.page.locator(".work__making");
  const places = async () => [await done.boundingBox(), await palette.boundingBox()];
  const before = await places();
  await notice.getByRole("button", { name: "Dismiss" }).tap();
  await notice.waitFor({ state: "detached" });
  assert.deepEqual(await places(), before);
});

test("an open menu on a phone lies above notices", async (t) => {
  const by = (annotator) => ({ source: SOURCE, target: LONG, edits: [], metadata: { annotator } });
  const work = await open(t, { data: [by("anna"), by("ben")], context: { ...PHONE, viewport: { width: 390, height: 600 } } });
  const notice = work.page.getByTestId("notice");
  await notice.waitFor();
  await work.openMenu();
  const panel = work.menu.locator(".dropdown__panel");
  await panel.waitFor();
  const { y, height } = await notice.boundingBox();
  const isOnTop = await panel.evaluate((panel, y) => {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    return top < y && y < bottom && panel.contains(document.elementFromPoint((left + right) / 2, y));
  }, y + height / 2);
  assert.ok(isOnTop, "the menu is where the notice is, and can be pressed there");
});
