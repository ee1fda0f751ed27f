// Data beside a text: the context as trees, tables and charts, folded, in pages, and searched.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: beside
edits:
  - name: wrong
    enable_output: true
`;

const TARGET = "Utrecht won, with two goals by Ada.";

const CONTEXT = {
  match: { home: "Utrecht", away: "Kiel", deep: { deeper: { deepest: "Hidden at first" } } },
  players: [
    { name: "Ada", goals: 2, minutes: 90 },
    { name: "Bo", goals: -1, minutes: null },
    { name: "Zoë", minutes: 61, clubs: ["A", "B"] },
  ],
  "<b>no HTML</b>": "<img src=x>",
};

/** Opens a work whose only instance has a context; waits until its data is there. */
async function open(t, context, more = "", options = {}) {
  const work = await openWork(t, { template: TEMPLATE + more, data: [{ context, target: TARGET }], ...options });
  const data = work.page.getByTestId("data");
  await data.waitFor({ state: "attached" });
  return { work, page: work.page, data };
}

/** The texts of a table's cells, row by row. */
const cells = (table) =>
  table.locator("tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));

test("objects are trees that fold, lists of records are tables, and nothing is HTML", async (t) => {
  const { work, page, data } = await open(t, CONTEXT);
  await data.getByText("Kiel").waitFor();
  assert.equal(await data.locator("b, img").count(), 0);
  await data.getByText("<img src=x>").waitFor();
  // What lies deep is folded, and opened by keys.
  assert.equal(await data.getByText("Hidden at first").count(), 0);
  for (const name of ["deep", "deeper"]) {
    const summary = data.locator("summary", { hasText: new RegExp(`^${name}`) });
    await summary.press("Enter");
  }
  await data.getByText("Hidden at first").waitFor();
  const table = data.getByRole("table");
  assert.deepEqual(await cells(table), [
    ["#", "name", "goals", "minutes", "clubs"],
    ["0", "Ada", "2", "90", ""],
    ["1", "Bo", "-1", "null", ""],
    ["2", "Zoë", "", "61", "[2]"],
  ]);
  assert.deepEqual(await table.getByRole("columnheader").allInnerTexts(), ["#", "name", "goals", "minutes", "clubs"]);
  assert.deepEqual(await table.getByRole("rowheader").allInnerTexts(), ["0", "1", "2"]);
  // The text is annotated as ever.
  await work.make("wrong", ["target", "Utrecht"]);
  assert.equal(await work.text("target"), TARGET);
  assert.equal(await page.getByTestId("data-table").count(), 1);
});

test("a search shows what matches with its path, whatever its case", async (t) => {
  const { page, data } = await open(t, CONTEXT);
  const cases = [
    ["ADA", ["players[0].name Ada"]],
    ["zoë", ["players[2].name Zoë"]],
    ["goals", ["players[0].goals 2", "players[1].goals -1"]],
    ["hidden", ["match.deep.deeper.deepest Hidden at first"]],
    ["nowhere", []],
  ];
  for (const [sought, expected] of cases) {
    await page.getByTestId("data-search").fill(sought);
    await eventually(
      () => data.getByTestId("data-found").locator("li").evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.innerText).join(" "))),
      expected,
    );
    await data.getByRole("status").filter({ hasText: `${expected.length} found` }).waitFor();
  }
  await page.getByTestId("data-search").fill("");
  await data.getByRole("table").waitFor();
});

test("columns of numbers and lists of numbers can be seen as bars or a line", async (t) => {
  const { page, data } = await open(t, CONTEXT);
  await data.getByTestId("data-charts").locator("summary").press("Enter");
  const chart = data.getByTestId("data-chart");
  assert.equal(await chart.locator("figcaption").innerText(), "goals: 2 numbers from -1 to 2");
  assert.deepEqual(await chart.locator("rect title").allTextContents(), ["Ada: 2", "Bo: -1"]);
  // A bar above the line at 0, and one below it that is half as high.
  const [up, down] = await chart.locator("rect").evaluateAll((all) => all.map((one) => ["y", "height"].map((name) => +one.getAttribute(name))));
  const zero = +(await chart.locator("line").getAttribute("y1"));
  assert.ok(Math.abs(up[0] + up[1] - zero) < 0.1 && Math.abs(down[0] - zero) < 0.1, `${up} ${down} ${zero}`);
  assert.ok(Math.abs(up[1] - 2 * down[1]) < 0.1);
  await page.getByTestId("data-column").selectOption({ label: "minutes" });
  await eventually(() => chart.locator("figcaption").innerText(), "minutes: 2 numbers from 61 to 90");
  await page.getByTestId("data-as-line").check();
  await eventually(() => chart.locator("polyline").count(), 1);
  assert.equal(await chart.locator("rect").count(), 0);
});

test("ten thousand rows come in pages, and are found by the search", async (t) => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [`row ${n}`, n % 97, n * 2]);
  const { page, data } = await open(t, [["name", "a", "b"], ...rows]);
  const table = data.getByTestId("data-table");
  const first = () => table.locator("tbody tr").first().innerText();
  assert.equal(await table.locator("tbody tr").count(), 100);
  assert.equal(await first(), "1\trow 0\t0\t0");
  await page.getByTestId("data-next").click();
  await eventually(first, "101\trow 100\t3\t200");
  await data.getByText("101 to 200 of 10000").waitFor();
  await page.getByTestId("data-previous").click();
  await page.getByTestId("data-previous").click();
  await eventually(first, "1\trow 0\t0\t0");
  await page.getByTestId("data-search").fill("row 9999");
  await data.getByText("[10000][0]").waitFor();
  await page.getByTestId("data-search").fill("");
  await data.getByTestId("data-charts").locator("summary").click();
  await data.getByText("a: 10000 numbers from 0 to 96").waitFor();
  assert.ok((await data.locator("polyline").getAttribute("points")).split(" ").length <= 400);
});

test("a text that is JSON is data, one that only begins so is Markdown; both are written as they were", async (t) => {
  const cases = [
    [JSON.stringify({ a: "of a text" }), true],
    ["[a *link*](https://example.org)", false],
    ["{not JSON}", false],
    [{ a: 1.5 }, true],
    [[], true],
  ];
  for (const [context, isData] of cases) {
    const data = [{ context, target: TARGET }];
    const work = await openWork(t, { template: TEMPLATE, data });
    const pane = work.page.getByTestId("pane-context");
    await pane.locator(isData ? ".data" : ".markdown *").first().waitFor();
    assert.equal(await pane.locator(".data").count(), isData ? 1 : 0);
    await work.make("wrong", ["target", "Utrecht"]);
    const [instance] = await work.annotations();
    assert.deepEqual(instance.context, context);
  }
});

test("a context that the template folds is folded, data or not", async (t) => {
  const { page, data } = await open(t, CONTEXT, "display: [hide-context]\n");
  assert.equal(await data.isVisible(), false);
  await page.getByRole("button", { name: "Show context" }).click();
  await data.getByText("Kiel").waitFor();
});
