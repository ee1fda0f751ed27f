// Imperfect data: oddities of a file are named and kept, and the rest can be annotated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./harness.mjs";
import { AnnotatePage, eventually, openWork } from "./pages.mjs";
import { clickText } from "./selection.mjs";

const TEMPLATE = `
template_name: review
edits:
  - name: wrong
    label: Wrong
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
      - name: kind
        question: What kind?
        required: false
        options:
          - { name: number, label: Number }
          - { name: name, label: Name, question: Whose?, options: [{ name: person, label: Person }, { name: place, label: Place }] }
  - { name: moved, label: Moved, type: multi_span, enable_output: true }
`;

const TARGET = "The ferry 🚢 left Lisbon at nine and reached Oran by dawn.";

const ODD = {
  id: "ferry-01",
  score: 1.5,
  target: TARGET,
  system: { name: "B", beams: [1, 2] },
  edits: [
    { category: "hallucination", id: 0, votes: 3, annotation: { certainty: "0.8" }, output_idx: [[18, 24]] },
    { category: "wrong", id: 0, annotation: { severity: "catastrophic" }, output_idx: [[28, 32]] },
    {
      category: "wrong",
      id: 1,
      annotation: { severity: "minor", kind: { val: "name", name: { val: "place" }, number: "yes" } },
      output_idx: [[45, 49]],
    },
    { category: "wrong", id: 2, output_idx: [[53, 900]] },
    { category: "wrong", id: 3, annotation: null, output_idx: [[4, 4]] },
    {
      category: "moved",
      id: 0,
      output_idx: [
        [41, 44],
        [4, 9],
        [5, 12],
      ],
    },
    { category: "wrong", annotation: { severity: "minor", kind: "number" }, output_idx: [[13, 17]] },
    { category: "wrong", id: 9, output_idx: [5, 9] },
    "not an edit",
  ],
};
const DATA = [
  { target: "Nothing to see.", edits: null },
  ODD,
  { source: "Só uma frase.", target: "Only a sentence.", _thresh_id: 3 },
];

const row = (work, category, id) => work.editsOf(category).and(work.page.locator(`[data-edit-id="${id}"]`));

/** Opens the second instance, the odd one. */
async function openOdd(t) {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.goToInstance(2);
  await row(work, "wrong", 1).waitFor();
  return work;
}

const withoutBookkeeping = (instances) => instances.map(({ _thresh_id, ...rest }) => rest);

test("a file that is opened and saved without a change keeps every value", async (t) => {
  const work = await openOdd(t);
  assert.equal(await work.text("target"), TARGET);
  await work.marks("wrong", 1).first().click();
  await eventually(() => work.openPanel.count(), 1);
  assert.deepEqual(withoutBookkeeping(await work.annotations()), withoutBookkeeping(DATA));
});

// Thresh 11.16: an unknown category freezes the list
test("an unknown category is shown as unknown, with its words, and kept when other edits change", async (t) => {
  const work = await openOdd(t);
  const unknown = row(work, "hallucination", 0);
  assert.match(await unknown.innerText(), /hallucination[^]*“Lisbon”/);
  assert.equal(await work.marks("hallucination", 0).first().textContent(), "Lisbon");
  await work.openEdit(unknown);
  await eventually(() => work.openPanel.innerText().then((text) => /no category “hallucination”/.test(text)), true);
  await work.openEdit(row(work, "wrong", 1));
  await work.choose("severity", "a lot");
  const edits = await work.downloadedEdits(2);
  assert.deepEqual(edits[0], ODD.edits[0]);
  assert.equal(edits[2].annotation.severity, "a lot");
});

test("an unknown answer is shown as unknown, and kept until another is given", async (t) => {
  const work = await openOdd(t);
  await work.openEdit(row(work, "wrong", 0));
  const question = work.question("severity");
  await question.waitFor();
  assert.match(await question.innerText(), /“catastrophic”/);
  assert.equal(await question.locator("input:checked").count(), 0);
  assert.equal(await row(work, "wrong", 0).getAttribute("data-annotated"), "false", "it is still open");
  await work.choose("kind", "number");
  assert.deepEqual((await work.downloadedEdits(2))[1].annotation, {
    severity: "catastrophic",
    kind: { val: "number" },
  });
  await work.choose("severity", "a lot");
  assert.deepEqual((await work.downloadedEdits(2))[1].annotation, { severity: "a lot", kind: { val: "number" } });
  assert.doesNotMatch(await question.innerText(), /catastrophic/);
});

test("answers are read past stray keys and older shapes", async (t) => {
  const work = await openOdd(t);
  await work.openEdit(row(work, "wrong", 1));
  await eventually(() => work.answer("kind", "name").isChecked(), true);
  assert.equal(await work.answer("kind/name", "place").isChecked(), true);
  await work.openEdit(work.editsOf("wrong").filter({ hasText: "left" }));
  await eventually(() => work.answer("kind", "number").isChecked(), true);
});

// Thresh 11.16: malformed edits corrupt what is shown
test("spans that are empty, out of order, overlapping or too long are all shown", async (t) => {
  const work = await openOdd(t);
  const text = async (category, id) => (await work.marks(category, id).allTextContents()).join("");
  assert.equal(await text("wrong", 2), "dawn.", "cut to the text");
  assert.equal(await text("wrong", 3), "");
  assert.equal(await text("moved", 0), "ferry 🚢" + "hed");
  assert.equal(await work.text("target"), TARGET);
});

// Thresh 11.16: data are never verified
test("problems are counted, and each is listed with its instance and its place", async (t) => {
  const work = await openOdd(t);
  await work.openMenu();
  await work.page.getByRole("button", { name: /problems? in the data/ }).click();
  const dialog = work.page.getByRole("dialog");
  await dialog.waitFor();
  const problems = await dialog.getByRole("listitem").allInnerTexts();
  const about = (...parts) => problems.some((problem) => parts.every((part) => problem.includes(part)));
  for (const [place, what] of [
    ["edits[0].category", "hallucination"],
    ["edits[1].annotation.severity", "catastrophic"],
    ["edits[3].output_idx", ""],
    ["edits[6]", "id"],
    ["edits[7].output_idx", "[[0, 5]]"],
    ["edits[8]", ""],
  ]) {
    assert.ok(about("instance 2", place, what), `${place} is listed in:\n${problems.join("\n")}`);
  }
  assert.ok(!about("instance 1") && !about("instance 3"), "what is right is not listed");
});

test("JSON Lines with a byte order mark open and are saved as instances", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const lines = [{ target: "Erste Zeile." }, { target: "Zweite Zeile.", edits: [] }];
  await work.openFiles({
    name: "lines.jsonl",
    text: `\ufeff${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
  });
  await eventually(() => work.text("target"), "Erste Zeile.");
  assert.equal((await work.position()).total, 2);
  await work.make("wrong", ["target", "Zeile."]);
  await work.openMenu();
  const { text } = await work.app.download(() => work.downloadButton.click());
  const saved = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line.replace("\ufeff", "")));
  assert.deepEqual(
    saved.map(({ target }) => target),
    lines.map(({ target }) => target),
  );
  assert.deepEqual(saved[0].edits[0].output_idx, [[6, 12]]);
});

test("an instance that is changed keeps what is not ours as it was written: numbers, order, unknown fields", async (t) => {
  const foreign = '"serial":12345678901234567890,"score":1.50,"_b":null,"2":[1e3],"a":{"z":-0.0,"y":"\\u00e9"}';
  const work = await openWork(t, { template: TEMPLATE, data: `[{${foreign},"target":"One two."}]` });
  await work.make("wrong", ["target", "two."]);
  await work.openMenu();
  const { text } = await work.app.download(() => work.downloadButton.click());
  assert.ok(text.replace(/\s/g, "").includes(foreign), text);
  assert.deepEqual(JSON.parse(text)[0].edits[0].output_idx, [[4, 8]]);
});

// Thresh 11.11: results can't be opened again without their template
test("a download with the template opens alone, and goes on", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ target: TARGET }] });
  await work.make("wrong", ["target", "Lisbon"]);
  await work.openMenu();
  const bundle = await work.app.download(() =>
    work.page.getByRole("button", { name: "Download with the template" }).click(),
  );
  const app = await startApp(t);
  await app.open();
  const again = new AnnotatePage(app.page, app);
  await again.openFiles({ name: bundle.name, text: bundle.text });
  await again.waitForRows("wrong-1");
  await again.make("wrong", ["target", "Oran"]);
  const ranges = (await again.downloadedEdits()).map(({ output_idx }) => output_idx);
  assert.deepEqual(ranges, [[[18, 24]], [[45, 49]]]);
});

test("a downloaded result opens again and goes on", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ target: TARGET }, { target: "Zwei." }] });
  await work.make("wrong", ["target", "Lisbon"]);
  await work.choose("severity", "minor");
  await work.openMenu();
  const { text } = await work.app.download(() => work.downloadButton.click());
  const again = await openWork(t, { template: TEMPLATE, data: JSON.parse(text) });
  await again.waitForRows("wrong-1");
  await again.openEdit(again.edits);
  await eventually(() => again.answer("severity", "minor").isChecked(), true);
  await again.make("wrong", ["target", "Oran"]);
  await again.waitForRows("wrong-1", "wrong-2");
  assert.deepEqual(
    (await again.downloadedEdits()).map(({ id, output_idx }) => [id, output_idx]),
    [
      [1, [[18, 24]]],
      [2, [[45, 49]]],
    ],
  );
});

// Thresh 11.18: subword tokens are shown raw
test("subword data is shown as clean text, its bytes decoded, and marks stay in place", async (t) => {
  const target = "The ĠcafÃ© Ġon ĠRue ĠMont orgue il âĢĶ Ġclosed .";
  const template = TEMPLATE.replace("edits:", "boundary: subword\nedits:");
  const work = await openWork(t, {
    template,
    data: [{ target, edits: [{ category: "wrong", id: 1, annotation: null, output_idx: [[16, 34]] }] }],
  });
  assert.equal(await work.text("target"), target);
  const shown = await work.pane("target").innerText();
  assert.match(shown, /The café on Rue Montorgueil— closed\./);
  assert.match(await work.edits.innerText(), /“Rue Montorgueil”/);
  await work.make("wrong", ["target", "il"]);
  assert.deepEqual((await work.downloadedEdits())[1].output_idx, [[32, 34]]);
  await clickText(work.pane("target"), target.indexOf("orgue"));
  await eventually(() => work.openPanel.innerText().then((text) => text.includes("Rue Montorgueil")), true);
});
