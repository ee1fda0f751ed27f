// The whole way of someone new, as the paper on Thresh draws it (its Figure 5): choose a template, change it, test it
// with one's own data, deploy it, annotate, collect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { annotating, chooseFiles, mark, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const MINE = [
  { id: "a", source: "The committee met on Tuesday, although two of its members were ill.", target: "The committee met on Tuesday." },
  { id: "b", source: "Rain is expected in the north.", target: "Rain in the north." },
];

test("from the gallery to annotations in a file", async (t) => {
  const app = await start(t);
  const { page } = app;
  await app.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.open();

  // Choose.
  await page.getByTestId("search").fill("simplification");
  await page.locator('[data-template="salsa"] .gallery__name a').click();
  await page.locator("svg.tree text", { hasText: "Deletion" }).first().waitFor();

  // Change.
  await page.getByTestId("customise").click();
  const preview = page.frameLocator('[data-testid="preview"]');
  await preview.locator('[data-testid="position"][data-total="9"]').waitFor();
  await page.getByTestId("outline-item").filter({ hasText: "Reorder" }).first().click();
  await page.getByTestId("outline-label").fill("Moved");
  await page.getByTestId("outline-label").press("Tab");
  await preview.locator('[data-testid="category"][data-category="reorder"]', { hasText: "Moved" }).waitFor();

  // Test with one's own data.
  await page.getByTestId("data-editor").locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(MINE, null, 2));
  await page.keyboard.press("ControlOrMeta+v");
  await preview.locator('[data-testid="position"][data-total="2"]').waitFor();
  await eventually(() => preview.getByTestId("pane-target").textContent(), MINE[0].target);

  // Deploy.
  await page.getByTestId("deploy-open").click();
  await page.locator('[data-testid="deploy-way"][data-way="bundle"]').click();
  const section = page.locator('[data-testid="deploy-section"][data-way="bundle"]');
  const bundle = await app.download(() => section.getByRole("button", { name: /^Download/ }).click());
  assert.equal(bundle.name, "salsa_packaged.json");

  // Annotate, as the colleague who was sent the file.
  await app.open("#/annotate");
  await chooseFiles(page, [{ name: bundle.name, text: bundle.text }]);
  const annotate = await annotating(page);
  assert.equal(await annotate.text("source"), MINE[0].source);
  assert.match(await annotate.category("reorder").innerText(), /Moved/);
  await mark(annotate, "deletion", "source", "although two of its members were ill.");
  await eventually(() => annotate.edits.count(), 1);

  // Collect.
  await page.locator("header details.menu summary").click();
  const collected = await app.download(() => page.getByTestId("download").click());
  const [first, second] = collected.json;
  assert.equal(first.id, "a");
  assert.equal(first.edits[0].category, "deletion");
  const [[from, to]] = first.edits[0].input_idx;
  assert.equal(first.source.slice(from, to), "although two of its members were ill.");
  assert.equal(second.id, "b");
});
