// Every page has one heading of the first rank, and landmarks that can be told apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { startAdjudicating } from "./adjudicate-support.mjs";
import { DATA, TEMPLATE, chooseFiles, shown, start } from "./journeys-support.mjs";

const RULES = ["page-has-heading-one", "empty-heading", "heading-order", "landmark-one-main", "landmark-unique", "landmark-no-duplicate-banner"];

/** Fails unless the page has one heading of the first rank, and the order and landmarks that axe asks for. */
async function assertStructured(page, what) {
  await page.evaluate(axe.source);
  const faults = await page.evaluate(async (values) => {
    const { violations } = await globalThis.axe.run({ exclude: [["iframe"]] }, { runOnly: { type: "rule", values }, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(" ")}`));
  }, RULES);
  assert.deepEqual(faults, [], what);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, what);
}

for (const [name, address, ready] of [
  ["hub", "", "[data-template]"],
  ["landing", "#/t/salsa", "svg.tree text"],
  ["build", "?t=salsa#/build", '[data-testid="outline-item"]'],
  ["training", "?t=scarecrow#/training", '[data-testid="begin"]'],
  ["adjudicate", "?t=demo_adjudication", '[data-testid="annotator"]'],
  ["failure", "?gh=press-lab/typologies", '[data-testid="notice"]'],
]) {
  test(`headings and landmarks of ${name}`, async (t) => {
    const app = await start(t);
    const { page } = app;
    await app.open(address);
    await shown(page, name);
    await page.locator(ready).first().waitFor();
    await assertStructured(page, name);
  });
}

test("headings and landmarks with an open edit in each column", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.goToInstance(2);
  for (const number of [1, 2]) await page.column(number).openEdit(page.column(number).edits.first());
  await page.column(2).root.getByTestId("reading").waitFor();
  await assertStructured(app.page, "adjudicate");
});

test("headings and landmarks of the page on which the texts of data are chosen", async (t) => {
  const app = await start(t);
  await app.open();
  const data = [{ first: "One two.", second: "Three four." }];
  await chooseFiles(app.page, [{ name: "template.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(data) }]);
  await app.page.getByTestId("map-columns").waitFor();
  await assertStructured(app.page, "columns");
});

test("the dialog that deploys has the headings of its ways", async (t) => {
  const app = await start(t);
  await app.open("?t=salsa#/build");
  await app.page.getByTestId("deploy-open").click();
  const dialog = app.page.getByRole("dialog", { name: "Deploy" });
  await dialog.getByRole("heading", { level: 2, name: "Deploy" }).waitFor();
  for (const way of await dialog.getByTestId("deploy-way").all()) {
    await way.click();
    await dialog.getByRole("heading", { level: 3, name: await way.innerText(), exact: true }).waitFor();
    await assertStructured(app.page, await way.innerText());
  }
});

test("recent work is a list below a heading", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "template.yml", text: TEMPLATE }, { name: "data.json", text: JSON.stringify(DATA) }]);
  await app.page.locator('[data-page="annotate"]').waitFor();
  await app.open();
  await app.page.getByRole("region", { name: "Recent work on this device" }).getByRole("link", { name: "Press reports" }).waitFor();
  await assertStructured(app.page, "hub");
});
