// Every page, in both themes and at every width, for those who cannot see it well, or at all.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import {
  DATA, ELSEWHERE, TEMPLATE, answer, annotating, chooseFiles, mark, openMenu, select, shown, start, startAnnotating,
} from "./journeys-support.mjs";

const RICH = `${TEMPLATE}instructions: "## Before you begin\\n\\nRead [the guide](https://guide.example), then mark.\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\n~~~annotated\\nThe [old [ferry]{swap}]{deletion: Its age is left out.} sank[]{insertion}.\\n~~~"\n`;
const RICH_DATA = DATA.map((instance) => ({ ...instance, context: "### Report\n\nFrom the *harbour*." }));

for (const colorScheme of ["light", "dark"]) {
  const context = { colorScheme };

  test(`start page, landing page and failure have no accessibility faults, ${colorScheme}`, async (t) => {
    const app = await start(t, { context, answers: { [`${ELSEWHERE}/press.yml`]: answer(TEMPLATE), [`${ELSEWHERE}/none.yml`]: null } });
    app.allow(/Failed to load resource/);
    await app.open();
    await chooseFiles(app.page, [{ name: "press.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }]);
    await annotating(app.page);
    await app.page.getByRole("link", { name: "Press reports" }).click();
    await shown(app.page, "hub");
    await app.page.getByRole("textbox", { name: "Paste a link" }).press("Enter");
    await app.page.getByRole("alert").getByText("empty").waitFor();
    await assertAccessible(app.page);
    await app.open(`?i=${ELSEWHERE}/press.yml`);
    await shown(app.page, "landing");
    await assertAccessible(app.page);
    await app.open(`?i=${ELSEWHERE}/none.yml`);
    await shown(app.page, "failure");
    await assertAccessible(app.page);
  });

  test(`the annotate page has no accessibility faults in any state, ${colorScheme}`, async (t) => {
    const { app, annotate } = await startAnnotating(t, { context, template: RICH, data: RICH_DATA });
    const { page } = app;
    await assertAccessible(page);
    await select(annotate, "source", "sank near");
    await annotate.categoryMenu.waitFor();
    await assertAccessible(page);
    await annotate.categoryInMenu("swap").click();
    await annotate.draft.waitFor();
    await assertAccessible(page);
    await annotate.cancelEdit.click();
    await mark(annotate, "insertion", "target", "close");
    await annotate.choose("why", "other");
    await page.getByText("Boundaries").click();
    await assertAccessible(page);
    await openMenu(page);
    await assertAccessible(page);
    await page.getByRole("button", { name: "Keyboard" }).click();
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Instructions" }).click();
    await page.getByRole("dialog", { name: "Instructions" }).waitFor();
    await assertAccessible(page);
  });

  test(`the page follows the system's theme, ${colorScheme}`, async (t) => {
    const { app, annotate } = await startAnnotating(t, { context });
    const lightness = (locator, property) =>
      locator.evaluate((element, property) => {
        const [red, green, blue] = getComputedStyle(element)[property].match(/[\d.]+/g).map(Number);
        return (red + green + blue) / 3;
      }, property);
    const paper = await lightness(app.page.locator("body"), "backgroundColor");
    const ink = await lightness(annotate.pane("source"), "color");
    assert.ok(colorScheme === "dark" ? paper < 60 && ink > 180 : paper > 200 && ink < 80, `paper ${paper}, ink ${ink}`);
  });
}

test("closing the menu with Escape leaves the focus on its button", async (t) => {
  const { app } = await startAnnotating(t);
  await openMenu(app.page);
  await app.page.getByRole("slider", { name: "Text size" }).focus();
  await app.page.keyboard.press("Escape");
  const name = () => app.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await app.page.getByRole("slider", { name: "Text size" }).waitFor({ state: "hidden" });
  assert.equal(await name(), "Menu");
});

/** The elements that stick out of the window to the side. */
function overflow(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const out = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1);
    return document.documentElement.scrollWidth > width ? out.map((e) => e.className || e.tagName).slice(0, 5) : [];
  });
}

const LONG = "https://ports.example/registers/" + "unbreakable".repeat(20);

test("at 360 px nothing has to be scrolled sideways, with long words and open panels", async (t) => {
  const context = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const template = RICH.replace("label: Deletion", "label: Deletion of everything that a reader could do without");
  const data = [{ ...RICH_DATA[0], target: `The ferry sank. ${LONG}`, comment: LONG, context: `See ${LONG}` }, ...RICH_DATA.slice(1)];
  const { app, annotate } = await startAnnotating(t, { context, template, data });
  const { page } = app;
  assert.deepEqual(await overflow(page), [], "at rest");
  await annotate.category("swap").click();
  assert.deepEqual(await overflow(page), [], "with a draft");
  await annotate.cancelEdit.click();
  await mark(annotate, "insertion", "target", "sank.");
  await annotate.choose("why", "other");
  await annotate.write("why/other", LONG);
  assert.deepEqual(await overflow(page), [], "with an open edit");
  await openMenu(page);
  assert.deepEqual(await overflow(page), [], "with the menu");
  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  assert.deepEqual(await overflow(page), [], "with a dialog");
});

test("at 360 px the other pages need no scrolling sideways either", async (t) => {
  const app = await start(t, { context: { viewport: { width: 360, height: 740 } }, answers: { [LONG]: null } });
  app.allow(/Failed to load resource/);
  await app.open();
  assert.deepEqual(await overflow(app.page), [], "start page");
  await chooseFiles(app.page, [{ name: `${"x".repeat(120)}.txt`, text: "prose" }]);
  await app.page.getByRole("alert").getByText("xxx").waitFor();
  assert.deepEqual(await overflow(app.page), [], "a notice");
  await app.open(`?i=${LONG}`);
  await shown(app.page, "failure");
  assert.deepEqual(await overflow(app.page), [], "failure");
});

test("at 360 px texts, categories, questions and edits are all on the page and can be used", async (t) => {
  const { annotate } = await startAnnotating(t, { context: { viewport: { width: 360, height: 740 } } });
  await mark(annotate, "deletion", "source", "built");
  await annotate.choose("loss", "minor");
  await annotate.openEdit(annotate.edits.first());
  await annotate.next.click();
  await annotate.waitForInstance(2);
});

test("on a screen of 3840 px lines stay readable and nothing is out of reach", async (t) => {
  const data = [{ source: "The ferry sank near the harbour. ".repeat(60), target: "It sank." }];
  const { app, annotate } = await startAnnotating(t, { context: { viewport: { width: 3840, height: 2160 } }, data });
  assert.deepEqual(await overflow(app.page), []);
  const { width, size } = await annotate.pane("source").evaluate((e) => ({ width: e.clientWidth, size: parseFloat(getComputedStyle(e).fontSize) }));
  assert.ok(width / size < 75, `a line of ${Math.round(width / size)} em`);
  await mark(annotate, "deletion", "source", "ferry");
});

test("with reduced motion nothing moves, and without it nothing takes longer than 150 ms", async (t) => {
  for (const [reducedMotion, most] of [["reduce", 0], ["no-preference", 0.15]]) {
    const { app, annotate } = await startAnnotating(t, { context: { reducedMotion } });
    await mark(annotate, "deletion", "source", "built");
    await openMenu(app.page);
    const slow = await app.page.evaluate((most) => {
      const longest = (style) => Math.max(...`${style.transitionDuration}, ${style.animationDuration}`.split(", ").map(parseFloat));
      return [...document.querySelectorAll("*")].filter((e) => longest(getComputedStyle(e)) > most).map((e) => e.className);
    }, most);
    assert.deepEqual(slow, [], reducedMotion);
  }
});

test("the texts do not move while one selects, opens, answers and deletes", async (t) => {
  const { annotate } = await startAnnotating(t);
  const places = () =>
    Promise.all(
      ["source", "target"].map((side) =>
        annotate.pane(side).evaluate((pane) => {
          const range = document.createRange();
          range.selectNodeContents(pane);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x, y: y + scrollY, width, height };
        }),
      ),
    );
  const before = await places();
  const steps = {
    selecting: () => select(annotate, "source", "sank near").then(() => annotate.categoryMenu.waitFor()),
    "choosing a category": () => annotate.categoryInMenu("swap").click(),
    "dropping the draft": () => annotate.cancelEdit.click(),
    "making an edit": () => mark(annotate, "deletion", "source", "built"),
    answering: () => annotate.choose("loss", "minor"),
    deleting: () => annotate.deleteEdit(annotate.edits.first()),
  };
  for (const [what, action] of Object.entries(steps)) {
    await action();
    assert.deepEqual(await places(), before, what);
  }
});

test("a category shows its icon where there is a drawing of it, in the bar and in the menu on a selection", async (t) => {
  const icon = (template, category, name) => template.replace(`- name: ${category}\n`, (line) => `${line}    icon: ${name}\n`);
  const template = icon(icon(TEMPLATE, "deletion", "fa-trash"), "insertion", "fa-no-such-icon");
  const { app, annotate } = await startAnnotating(t, { template });
  const icons = (name) => annotate.category(name).locator(".category__icon path").count();
  await annotate.category("deletion").locator(".category__icon path").waitFor();
  assert.deepEqual(await Promise.all(["deletion", "insertion", "swap"].map(icons)), [1, 0, 0]);
  assert.equal(await annotate.category("insertion").locator(".category__icon").count(), 0, "no room is kept for nothing");
  assert.equal(await app.page.getByRole("button", { name: "Deletion", exact: true }).count(), 1, "it adds nothing to the name");
  await select(annotate, "source", "sank near");
  await annotate.categoryInMenu("deletion").locator("path").waitFor();
});
