// The start page: the gallery, and work on this device.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { DATA, ELSEWHERE, TEMPLATE, answer, chooseFiles, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const TYPOLOGIES = ["salsa", "mqm", "frank", "snac", "scarecrow", "errant", "fg-rlhf", "multipit", "cwzcc", "propaganda", "arxivedits"];

const cards = (page) => page.locator("[data-template]");
const names = (page) => cards(page).evaluateAll((all) => all.map((card) => card.dataset.template));

/** The groups of the gallery by their headings, each with the names of its templates. */
const groups = (page) =>
  page.locator(".gallery__group").evaluateAll((all) =>
    Object.fromEntries(
      all.map((group) => [
        group.querySelector("h3").textContent,
        [...group.querySelectorAll("[data-template]")].map((card) => card.dataset.template),
      ]),
    ),
  );

async function openHub(t, options) {
  const app = await start(t, options);
  await app.open();
  await cards(app.page).first().waitFor();
  return app;
}

/** Opens a work of one template and data, and goes back to the start page. */
async function openWithWork(t) {
  const app = await openHub(t);
  await chooseFiles(app.page, [{ name: "template.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }]);
  await app.page.locator('[data-page="annotate"]').waitFor();
  await app.page.getByTestId("mark-done").click();
  await app.page.getByRole("link", { name: "Press reports" }).click();
  await app.page.locator('[data-page="hub"]').waitFor();
  return app;
}

test("the gallery shows every template of the app, with a picture of each typology", async (t) => {
  const { page } = await openHub(t);
  const shown = await names(page);
  assert.deepEqual(shown.filter((name) => !name.startsWith("demo_")).sort(), [...TYPOLOGIES].sort());
  const folders = await readdir(new URL("../../templates/", import.meta.url), { withFileTypes: true });
  assert.deepEqual([...shown].sort(), folders.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort());
  for (const name of TYPOLOGIES) {
    const card = page.locator(`[data-template="${name}"]`);
    assert.ok((await card.locator("svg rect").count()) > 1, `${name} has a picture`);
    assert.match(await card.innerText(), /categor/);
  }
  const tutorials = shown.filter((name) => name.startsWith("demo_"));
  assert.equal(tutorials.length, 13);
  assert.equal(tutorials[0], "demo_start", "the first steps come first");
});

test("a template that is added to the folder shows up in the gallery", async (t) => {
  const template = TEMPLATE.replace("template_name: press", "template_name: press\ntask: Journalism\nlanguages: en");
  const index = JSON.stringify([{ name: "press", template, data: ["data.json"] }]);
  const answers = { "templates/index.json": index, "templates/press/template.yml": template };
  const { page } = await openHub(t, { answers });
  assert.deepEqual(await names(page), ["press"]);
  await page.getByRole("link", { name: "Press reports", exact: true }).click();
  await page.locator('[data-page="landing"]').waitFor();
  assert.match(page.url(), /#\/t\/press$/);
});

test("typologies are grouped by task, each with one button", async (t) => {
  const { page } = await openHub(t);
  assert.deepEqual(await groups(page), {
    Translation: ["mqm"],
    Summarization: ["frank", "snac"],
    "News and persuasion": ["propaganda"],
    "Simplification and paraphrase": ["multipit", "salsa"],
    "Generated text": ["fg-rlhf", "scarecrow"],
    "Correction and revision": ["arxivedits", "cwzcc", "errant"],
  });
  const buttons = await cards(page).evaluateAll((all) => all.map((card) => card.querySelectorAll(".button, button").length));
  assert.deepEqual([...new Set(buttons)], [1]);
});

test("a mark of the sentence shows its category to the pointer and to the focus, and nothing moves", async (t) => {
  const { page } = await openHub(t);
  const sentence = page.getByTestId("marked-sentence");
  const marks = sentence.locator("mark");
  const shown = () => sentence.locator("p:visible strong").allInnerTexts();
  const place = () => page.getByRole("heading", { name: "Open a file" }).boundingBox();
  assert.deepEqual(await marks.allInnerTexts(), ["spans in a text", "say what each one is", "a few questions"]);
  assert.deepEqual(await shown(), ["Span"]);
  const before = await place();
  await marks.nth(1).hover();
  await eventually(shown, ["Category"]);
  await marks.nth(1).focus();
  await page.keyboard.press("Tab");
  await eventually(shown, ["Questions"]);
  assert.deepEqual(await place(), before);
  const described = await marks.nth(2).evaluate((mark) => document.getElementById(mark.getAttribute("aria-describedby")).innerText);
  assert.match(described, /Yes or no/);
});

test("at once one sees what this is: the sentence, two ways in, then recent work, then the gallery", async (t) => {
  const { page } = await openHub(t, { context: { viewport: { width: 1280, height: 800 } } });
  const box = async (locator) => (await locator.first().boundingBox()) ?? assert.fail(`${locator} is not shown`);
  const heading = (name) => page.getByRole("heading", { name, exact: true });
  const sentence = await box(page.getByTestId("marked-sentence"));
  const [open, build] = [await box(heading("Open a file")), await box(heading("Build a template"))];
  const recent = await box(heading("Recent work on this device"));
  const gallery = await box(page.getByTestId("gallery"));
  assert.ok(sentence.y + sentence.height <= Math.min(open.y, build.y));
  assert.ok(Math.max(open.y, build.y) < recent.y && recent.y < gallery.y);
  for (const { y, height } of [sentence, open, build, recent]) assert.ok(y >= 0 && y + height <= 800);
});

test("the gallery is searched by task, language and category", async (t) => {
  const { page } = await openHub(t);
  const search = page.getByTestId("search");
  for (const [words, found] of [
    ["translation", ["mqm"]],
    ["narrative SUMMARIZATION", ["snac"]],
    ["whataboutism", ["propaganda"]],
    ["cbk", ["cwzcc"]],
    ["correction", ["arxivedits", "cwzcc", "errant", "demo_corrections"]],
    ["nothing of the kind", []],
  ]) {
    await search.fill(words);
    await eventually(() => names(page), found);
  }
  await search.fill("");
  await eventually(() => cards(page).count(), 24);
});

test("where the gallery can't be had, the page says so and works", async (t) => {
  const app = await start(t, { answers: { "templates/index.json": null } });
  app.allow(/Failed to load resource|ERR_FAILED/);
  await app.open();
  await app.page.getByText(/templates\/index\.json: The address can’t be reached/).waitFor();
  await app.page.getByTestId("upload").first().waitFor({ state: "attached" });
});

test("recent work shows its progress, and is renamed, downloaded, deleted and brought back", async (t) => {
  const app = await openWithWork(t);
  const { page } = app;
  const row = page.locator(".recent__work");
  assert.match(await row.innerText(), /1 of 4 done/);

  await row.getByTestId("rename-work").click();
  const field = page.getByTestId("new-name");
  await field.fill("Ferries");
  await field.press("Enter");
  await page.getByRole("link", { name: "Ferries" }).waitFor();
  await row.getByTestId("rename-work").click();
  await page.getByTestId("new-name").fill("dropped");
  await page.getByTestId("new-name").press("Escape");
  await page.getByRole("link", { name: "Ferries" }).waitFor();

  const file = await app.download(() => row.getByTestId("export-work").click());
  assert.equal(file.name, "Ferries.json");
  assert.deepEqual(file.json.map(({ id }) => id), DATA.map(({ id }) => id));
  const { typology, ...own } = file.json[0]._spanwise;
  assert.deepEqual(own, { done: true });
  assert.match(typology, /^[0-9a-f]{16}$/);

  await row.getByRole("button", { name: "Delete from this device" }).click();
  await eventually(() => row.count(), 0);
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("link", { name: "Ferries" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Ferries" }).click();
  await page.locator('[data-page="annotate"]').waitFor();
});

test("works with the same title say who annotates them and from which file they are", async (t) => {
  const answers = Object.fromEntries(
    [["t.yml", TEMPLATE], ["a.json", JSON.stringify(DATA)], ["b.json", JSON.stringify(DATA.slice(1))]]
      .map(([name, text]) => [`${ELSEWHERE}/${name}`, answer(text)]),
  );
  const app = await start(t, { answers });
  const { page } = app;
  const apart = async () => {
    await app.open();
    await page.locator('[data-page="hub"]').waitFor();
    return page.locator(".recent__work").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('[data-testid="recent-apart"]')].map((part) => part.textContent)),
    );
  };
  const work = async (parameters) => {
    await app.open(`?i=${ELSEWHERE}/t.yml&${parameters}`);
    await page.locator('[data-page="annotate"]').waitFor();
  };
  await work(`d=${ELSEWHERE}/a.json&annotator=anna`);
  assert.deepEqual(await apart(), [[]], "one work has nothing to be told from");
  await work(`d=${ELSEWHERE}/a.json&annotator=ben`);
  assert.deepEqual(await apart(), [["Annotator: ben"], ["Annotator: anna"]]);
  await page.getByRole("button", { name: "Delete from this device: Press reports · Annotator: ben" }).waitFor();
  await work(`d=${ELSEWHERE}/b.json`);
  assert.deepEqual(await apart(), [["b.json"], ["Annotator: ben", "a.json"], ["Annotator: anna", "a.json"]]);
  await assertAccessible(page);
});

test("back and forward go between the pages of the app", async (t) => {
  const { page } = await openHub(t);
  const at = (name) => page.locator(`[data-page="${name}"]`).waitFor();
  await page.locator('[data-template="mqm"]').getByRole("link", { name: "MQM", exact: true }).click();
  await at("landing");
  await page.getByRole("button", { name: "Try with example data" }).click();
  await at("annotate");
  await page.goBack();
  await at("landing");
  await page.goBack();
  await at("hub");
  await page.goForward();
  await at("landing");
});

for (const colorScheme of ["light", "dark"]) {
  test(`the start page has no accessibility faults in the ${colorScheme}`, async (t) => {
    const { page } = await openHub(t, { context: { colorScheme } });
    await assertAccessible(page);
  });
}
