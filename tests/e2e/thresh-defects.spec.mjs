// Defects of Thresh that no other journey passes by. Each journey names its defect by the numbers of
// tests/thresh_defects/main.rs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { data as manyInstances, TEMPLATE as PLAIN } from "./bench-data.mjs";
import { asksBeforeLeaving, download, dropFiles, mark, noRoom, refusedStorage, startAnnotating } from "./journeys-support.mjs";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: review
template_label: Review
edits:
  - name: slip
    label: Slip
    enable_output: true
    annotation:
      - { name: size, question: How big?, options: likert-3 }
  - { name: swap, label: Swap, enable_input: true, enable_output: true }
  - { name: move, label: Move, type: multi_span, enable_input: true, enable_output: true }
`;

const SOURCE = "The mill by the river was sold in spring.";
const TARGET = "In spring the river mill changed hands.";

const slip = (id, start, end, annotation = null) => ({ category: "slip", id, annotation, output_idx: [[start, end]] });

const row = (work, category, id) => work.editsOf(category).and(work.page.locator(`[data-edit-id="${id}"]`));

// Thresh 11.4: an open panel stores its answers on the edit of the same name in the next instance
test("an edit that is open is closed on the way to another instance, though that has one of the same id", async (t) => {
  const data = [
    { target: TARGET, edits: [slip(1, 0, 2)] },
    { target: TARGET, edits: [slip(1, 3, 9, { size: "minor" })] },
  ];
  const work = await openWork(t, { template: TEMPLATE, data });
  await work.openEdit(work.edits);
  await work.choose("size", "a lot");
  await work.next.click();
  await work.waitForInstance(2);
  assert.equal(await work.page.getByTestId("question").count(), 0);
  await work.openEdit(work.edits);
  await eventually(() => work.answer("size", "minor").isChecked(), true);
  const answers = (await work.annotations()).map(({ edits }) => edits[0].annotation);
  assert.deepEqual(answers, [{ size: "a lot" }, { size: "minor" }]);
});

// Thresh 11.5: leaving does not warn
test("the browser asks before work that could not be stored is left, and only then", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  assert.equal(await asksBeforeLeaving(app.page), false, "everything is stored");
  await app.page.goBack();
  await annotate.edits.first().waitFor();
  await app.page.evaluate(noRoom);
  await mark(annotate, "deletion", "source", "near");
  await app.page.locator('[data-testid="save-state"][data-state="unsaved"]').waitFor({ state: "attached" });
  assert.equal(await asksBeforeLeaving(app.page), true, "something is in memory only");
});

// Thresh 11.5: leaving does not warn
test("the browser asks before work is left where nothing may be stored at all", async (t) => {
  const { app, annotate } = await startAnnotating(t, { prepare: (app) => app.context.addInitScript(refusedStorage) });
  // The browser asks only for pages that were used.
  await annotate.pane("source").click();
  assert.equal(await asksBeforeLeaving(app.page), false, "nothing was done yet");
  await app.page.goBack();
  await annotate.pane("source").waitFor();
  await mark(annotate, "deletion", "source", "built");
  assert.equal(await asksBeforeLeaving(app.page), true);
});

// Thresh 11.9: opening other data replaces the work without a word and without a way back
test("data that are opened replace no work: the one before is among the recent ones", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.choose("loss", "minor");
  await dropFiles(app.page, [{ name: "more.json", text: JSON.stringify([{ source: "A buoy.", target: "A float." }]) }]);
  await app.page.getByText("A buoy.").waitFor();
  assert.equal(await annotate.edits.count(), 0);
  await app.page.getByRole("link", { name: "Press reports" }).click();
  const before = app.page.getByRole("listitem").filter({ hasText: "of 4 done" });
  await before.getByRole("link", { name: "Press reports" }).click();
  await annotate.edits.first().waitFor();
  const [instance] = (await download(app)).json;
  assert.deepEqual(instance.edits.map(({ annotation }) => annotation), [{ loss: "minor" }]);
});

// Thresh 11.9: the button that deletes all edits of an instance asks nothing and can't be undone
test("all edits of an instance are deleted at once and come back at once", async (t) => {
  const data = [{ target: TARGET, edits: [slip(1, 0, 2, { size: "minor" }), slip(2, 3, 9)] }];
  const work = await openWork(t, { template: TEMPLATE, data });
  await work.openMenu();
  await work.page.getByRole("button", { name: "Delete all edits of this instance" }).click();
  await work.waitForRows();
  await work.undo.click();
  await work.waitForRows("slip-1", "slip-2");
  assert.deepEqual(await work.downloadedEdits(), data[0].edits);
});

// Thresh 11.14: deleting one of two edits with the same category and id deletes both
test("of two edits with the same id, each is opened, answered and deleted by itself", async (t) => {
  const data = [{ target: TARGET, edits: [slip(1, 0, 2), slip(1, 10, 13), slip(2, 20, 24)] }];
  const work = await openWork(t, { template: TEMPLATE, data });
  const rows = () => work.edits.evaluateAll((all) => all.map((one) => /“(.*?)”/.exec(one.innerText)[1]));
  assert.deepEqual(await rows(), ["In", "the", "mill"]);
  await work.openEdit(work.edits.nth(1));
  await work.choose("size", "a lot");
  await eventually(() => work.edits.evaluateAll((all) => all.map((one) => one.dataset.annotated)), ["false", "true", "false"]);
  await work.deleteEdit(work.edits.nth(0));
  await eventually(rows, ["the", "mill"]);
  assert.deepEqual(await work.marks("slip", 1).allTextContents(), ["the"]);
  assert.deepEqual(await work.downloadedEdits(), [slip(1, 10, 13, { size: "a lot" }), slip(2, 20, 24)]);
});

// Thresh 11.29: rows show the words of one side; connectors join first spans only
test("a row names all words of both sides, and each span has its connector", async (t) => {
  const at = (text, words) => [text.indexOf(words), text.indexOf(words) + words.length];
  const edits = [
    { category: "swap", id: 1, input_idx: [at(SOURCE, "was sold")], output_idx: [at(TARGET, "changed hands")] },
    {
      category: "move",
      id: 1,
      input_idx: [at(SOURCE, "mill"), at(SOURCE, "river")],
      output_idx: [at(TARGET, "In spring"), at(TARGET, "the"), at(TARGET, "mill")],
    },
  ];
  const work = await openWork(t, { template: TEMPLATE, data: [{ source: SOURCE, target: TARGET, edits }] });
  assert.match(await work.editsOf("swap").innerText(), /was sold.*changed hands/s);
  assert.match(await work.editsOf("move").innerText(), /mill.*river.*In spring.*the.*mill/s);
  await work.openEdit(work.editsOf("move"));
  await eventually(() => work.page.locator("svg.connectors path.is-strong").count(), 3);
});

/** The slowest of the runs of an interaction, in milliseconds. */
const slowest = async (work, name) => Math.max(...(await work.timings(name)));

// Thresh 11.33: with 500 instances of 20 edits, going on and deleting take three seconds each
test("with 500 instances of 20 edits, going on and deleting take no time", async (t) => {
  const work = await openWork(t, { template: PLAIN, data: manyInstances(500, 1500, 20) });
  for (const index of [2, 3, 4]) {
    await work.next.click();
    await work.waitForInstance(index);
    const before = await work.edits.count();
    await work.deleteEdit(work.edits.first());
    await eventually(() => work.edits.count(), before - 1);
  }
  // A tenth of the time in Thresh: code that copies or writes all data is far above that, on any machine.
  for (const name of ["navigate", "commit"]) assert.ok((await slowest(work, name)) < 300, `${name}: ${await work.timings(name)} ms`);
});

const NAMES = ["my-cat", "two words", "7", "a.b#c:d[e]", 'quo"te\'s', "Größe 😀", "constructor", "__proto__"];

// Thresh 11.37: a name with a hyphen, a space or a digit in front breaks deleting, answering and colours
test("categories, questions and options may have any names", async (t) => {
  const option = { name: "", label: "Odd", question: "Sure?", options: "binary" };
  const category = (name) => ({
    name,
    label: `Label ${NAMES.indexOf(name)}`,
    enable_output: true,
    annotation: [{ name, question: "Which?", options: [{ ...option, name }, { name: `${name} too`, label: "Even" }] }],
  });
  const template = `# All of JSON is YAML.\n${JSON.stringify({ template_name: "names", edits: NAMES.map(category) })}`;
  const words = TARGET.split(" ");
  const work = await openWork(t, { template, data: [{ target: `${TARGET} At last.` }] });
  const looks = new Set();
  for (const [at, name] of NAMES.entries()) {
    await work.make(name, ["target", (words[at] ?? "At last.").replace(".", "")]);
    await work.choose(name, name);
    await work.choose(`${name}/${name}`, "yes");
    await eventually(() => work.editsOf(name).getAttribute("data-annotated"), "true");
    const mark = work.page.locator("[data-mark]").filter({ hasText: words[at] ?? "At" }).first();
    looks.add(await mark.evaluate((element) => getComputedStyle(element).backgroundImage + getComputedStyle(element).getPropertyValue("--tint")));
    await work.page.keyboard.press("Escape");
  }
  assert.equal(looks.size, NAMES.length, "each category has its colour in the text");
  const expected = NAMES.map((name) => [name, { [name]: Object.fromEntries([["val", name], [name, "yes"]]) }]);
  const edits = await work.downloadedEdits();
  assert.deepEqual(
    edits.map(({ category, annotation }) => [category, JSON.stringify(annotation)]),
    expected.map(([name, annotation]) => [name, JSON.stringify(name === "__proto__" ? JSON.parse('{"__proto__":{"val":"__proto__","__proto__":"yes"}}') : annotation)]),
  );
  for (const name of NAMES) {
    await work.deleteEdit(work.editsOf(name));
    await eventually(() => work.editsOf(name).count(), 0);
  }
});

const SAME_NAMES = `
template_name: same
edits:
  - name: slip
    label: Slip
    enable_output: true
    annotation:
      - name: kind
        question: Which kind?
        options:
          - name: kind
            label: A kind
            question: Which kind of kind?
            options:
              - { name: kind, label: The kind, question: Really?, options: [{ name: kind, label: Yes }, { name: other, label: No }] }
              - { name: other, label: Another }
          - { name: other, label: Another }
      - name: other
        question: And else?
        options: [{ name: kind, label: The same }, { name: other, label: Another }]
`;

// Thresh 11.38: choosing in one question takes the tick from another of the same name
test("questions of the same name keep their ticks", async (t) => {
  const work = await openWork(t, { template: SAME_NAMES, data: [{ target: TARGET }] });
  await work.make("slip", ["target", "spring"]);
  const given = [["kind", "kind"], ["kind/kind", "kind"], ["kind/kind/kind", "other"], ["other", "kind"]];
  for (const [path, option] of given) await work.choose(path, option);
  const ticked = () => work.openPanel.locator("input:checked").evaluateAll((all) => all.map((one) => one.dataset.value));
  await eventually(ticked, ["kind", "kind", "other", "kind"]);
  await work.choose("kind/kind/kind", "kind");
  await eventually(ticked, ["kind", "kind", "kind", "kind"]);
});

/** Resolves to `true` if the strong connector leads from one mark of edit `swap-1` to the other. */
async function isConnected(work) {
  // Without the width of the line, which the box of the browser's driver includes.
  const box = (locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON());
  const [curve, source, target] = await Promise.all([
    box(work.page.locator("svg.connectors path.is-strong")),
    box(work.pane("source").locator('[data-mark~="swap-1"]')),
    box(work.pane("target").locator('[data-mark~="swap-1"]')),
  ]);
  const middle = ({ x, width }) => x + width / 2;
  const [left, right] = [middle(source), middle(target)].sort((a, b) => a - b);
  const near = (a, b, most) => Math.abs(a - b) <= most;
  // A mark is as high as its line, a connector begins at the letters.
  return (
    near(curve.x, left, 3) &&
    near(curve.x + curve.width, right, 3) &&
    near(curve.y, source.y + source.height, source.height) &&
    near(curve.y + curve.height, target.y, target.height)
  );
}

const staysConnected = (work) => eventually(() => isConnected(work), true);

// Thresh 11.39: connectors stay where they were when the texts move
test("connectors go along when the texts are scrolled, moved and resized", async (t) => {
  const source = `The ferry sank. ${"Nobody was on board that day. ".repeat(120)}`;
  const target = `It went down. ${"It was empty. ".repeat(120)}`;
  const start = source.lastIndexOf("board");
  const edits = [{ category: "swap", id: 1, annotation: null, input_idx: [[start, start + 5]], output_idx: [[3, 7]] }];
  const template = `${TEMPLATE}display: [side-by-side, hide-context]\n`;
  const work = await openWork(t, {
    template,
    data: [{ context: "From the harbour.\n\n".repeat(8), source, target, edits }],
    context: { viewport: { width: 1280, height: 800 } },
  });
  await work.openEdit(work.edits);
  await staysConnected(work);
  await work.pane("source").hover();
  const top = (await work.pane("source").boundingBox()).y;
  await work.page.mouse.wheel(0, 400);
  await eventually(async () => (await work.pane("source").boundingBox()).y < top, true);
  await staysConnected(work);
  await work.page.getByRole("button", { name: "Show context" }).click();
  await staysConnected(work);
  await work.page.setViewportSize({ width: 1000, height: 700 });
  await staysConnected(work);
  await work.openMenu();
  await work.page.getByRole("slider", { name: "Text size" }).fill("150");
  await staysConnected(work);
});

// Thresh 11.41: opening an edit while a panel is open leaves the page stuck
test("edits are opened while another is open or being made, and the one in the making goes on", async (t) => {
  const data = [{ source: SOURCE, target: TARGET, edits: [slip(1, 0, 2, { size: "minor" }), slip(2, 3, 9, { size: "a lot" })] }];
  const work = await openWork(t, { template: TEMPLATE, data });
  const opens = async (id, size) => {
    await work.openEdit(row(work, "slip", id));
    await eventually(() => work.answer("size", size).isChecked(), true);
  };
  for (let round = 0; round < 2; round += 1) {
    await opens(1, "minor");
    await opens(2, "a lot");
  }
  await work.category("swap").click();
  await work.select("source", "sold");
  await eventually(() => work.missing(), "target");
  await opens(1, "minor");
  await opens(2, "a lot");
  await eventually(() => work.missing(), "target");
  await work.select("target", "hands.");
  await row(work, "swap", 1).waitFor();
  await opens(1, "minor");
  await work.cancelEdit.waitFor({ state: "detached" });
  assert.equal(await work.edits.count(), 3);
});
