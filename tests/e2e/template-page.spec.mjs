// The page of a template: its description, its tree, and the ways on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { DATA, chooseFiles, start } from "./journeys-support.mjs";

async function openPage(t, name, options) {
  const app = await start(t, options);
  await app.open(`#/t/${name}`);
  await app.page.locator('[data-page="landing"]').waitFor();
  return app;
}

test("the decision tree is drawn, listed, and saved as a file", async (t) => {
  const app = await openPage(t, "salsa");
  const { page } = app;
  const labels = await page.locator("svg.tree text").allTextContents();
  for (const label of ["Deletion", "Insertion", "Substitution", "Good deletion"]) assert.ok(labels.includes(label), label);
  await page.getByText("As a list").click();
  assert.ok((await page.locator(".typology-list li").count()) > 40);
  const file = await app.download(() => page.getByTestId("tree-file").click());
  assert.equal(file.name, "salsa.svg");
  // The app's own page parses no markup, whoever asks.
  const blank = await app.context.newPage();
  const isSvg = await blank.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    return parsed.querySelector("parsererror") === null && parsed.querySelectorAll("text").length > 40;
  }, file.text);
  assert.ok(isSvg, "an SVG file with the texts");
});

/** Boxes of texts that cover each other. */
function overlapping(boxes) {
  const touch = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => touch(a, b)).map((b) => `${a.text} / ${b.text}`));
}

for (const name of ["cwzcc", "errant", "propaganda"]) {
  test(`no text of ${name}’s tree covers another`, async (t) => {
    const { page } = await openPage(t, name);
    const boxes = await page.locator("svg.tree text").evaluateAll((all) =>
      all.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { left, right, top, bottom, text: text.textContent };
      }),
    );
    assert.ok(boxes.length > 15);
    assert.deepEqual(overlapping(boxes), []);
  });
}

test("what holds for each category is said once, at the root", async (t) => {
  const { page } = await openPage(t, "mqm");
  const labels = await page.locator("svg.tree text").allTextContents();
  assert.ok(labels.some((label) => label.includes("each: target")), labels.join());
});

test("the citation is copied with one click", async (t) => {
  const { page, context } = await openPage(t, "frank");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByTestId("cite").click();
  await page.getByTestId("copy-citation").click();
  await page.getByText("Copied.").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^@inproceedings\{[\s\S]*FRANK/);
});

test("one annotates one’s own data with it", async (t) => {
  const { page } = await openPage(t, "mqm");
  await chooseFiles(page, [{ name: "mine.json", text: JSON.stringify(DATA) }]);
  await page.locator('[data-page="annotate"]').waitFor();
  assert.equal(await page.getByTestId("position").getAttribute("data-total"), String(DATA.length));
  assert.ok(await page.locator('[data-testid="category"][data-category="accuracy"]').count());
});

test("it is customised in the builder, as a draft of its own", async (t) => {
  const { page } = await openPage(t, "snac");
  await page.getByTestId("customise").click();
  await page.locator('[data-page="build"]').waitFor();
  await page.getByRole("heading", { name: "Building: SNaC" }).waitFor();
  assert.match(page.url(), /#\/build\/[0-9a-f]+$/);
});

test("instructions are there to read", async (t) => {
  const { page } = await openPage(t, "scarecrow");
  await page.locator("summary", { hasText: "Instructions" }).click();
  await page.getByRole("heading", { name: "What you do" }).waitFor();
});

test("annotated examples in the instructions have the colours of their categories", async (t) => {
  const { page } = await openPage(t, "demo_instructions");
  await page.locator("summary", { hasText: "Instructions" }).click();
  const marks = page.getByTestId("example").locator("mark");
  await marks.first().waitFor();
  assert.equal(await marks.count(), 5);
  const tints = await marks.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).getPropertyValue("--tint")));
  assert.equal(new Set(tints).size, 3, tints.join());
  assert.ok(tints.every((tint) => tint !== ""), tints.join());
  await assertAccessible(page);
});

for (const colorScheme of ["light", "dark"]) {
  test(`the page has no accessibility faults in the ${colorScheme}`, async (t) => {
    const { page } = await openPage(t, "salsa", { context: { colorScheme } });
    await assertAccessible(page);
  });
}
