// Questions: every kind at every depth, stored as Thresh stores it, kept with its edit, and never out of sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: style
edits:
  - name: fault
    label: Fault
    enable_output: true
    annotation:
      - { name: is_rude, question: Is it rude?, options: binary }
      - { name: severity, question: How bad is it?, options: likert-3 }
      - { name: sure, question: How sure are you?, options: likert-5 }
      - name: kind
        question: What kind of fault is it?
        options:
          - { name: style, label: Style }
          - { name: tense, label: Tense, question: How wrong is the tense?, options: likert-3 }
          - name: grammar
            label: Grammar
            question: Which part of grammar?
            options:
              - name: verb
                label: Verb
                question: Which rule?
                options:
                  - { name: agreement, label: Agreement, question: With a subject near it?, options: binary }
                  - { name: aspect, label: Aspect }
              - { name: noun, label: Noun }
          - { name: other, label: Other, question: Which?, options: textbox }
      - { name: fix, question: What would be right?, options: textbox }
      - { name: note, question: Anything else?, options: textarea, required: false }
  - name: praise
    label: Praise
    enable_output: true
    annotation:
      - name: kind
        question: What is good?
        options:
          - { name: style, label: Style }
          - { name: grammar, label: Grammar }
`;

const DATA = [
  { target: "Me and him goes to whom the office was opening yesterday." },
  { target: "The rain falled all night." },
  { target: "Nobody were there." },
];

/** The answers of each edit in the download. */
const annotations = async (work, instance) =>
  (await work.downloadedEdits(instance)).map(({ annotation }) => annotation);

const row = (work, category, id) => work.editsOf(category).and(work.page.locator(`[data-edit-id="${id}"]`));

const PATHS = [
  { kind: { val: "style" }, choose: [["kind", "style"]] },
  {
    kind: { val: "tense", tense: "a lot" },
    choose: [
      ["kind", "tense"],
      ["kind/tense", "a lot"],
    ],
  },
  {
    kind: { val: "grammar", grammar: { val: "verb", verb: { val: "agreement", agreement: "yes" } } },
    choose: [
      ["kind", "grammar"],
      ["kind/grammar", "verb"],
      ["kind/grammar/verb", "agreement"],
      ["kind/grammar/verb/agreement", "yes"],
    ],
  },
  {
    kind: { val: "grammar", grammar: { val: "noun" } },
    choose: [
      ["kind", "grammar"],
      ["kind/grammar", "noun"],
    ],
  },
];

// Thresh 11.15: no likert-5
test("every kind of answer at every depth is stored as Thresh stores it", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  await work.choose("is_rude", "no");
  await work.choose("severity", "somewhat");
  await work.choose("sure", "4");
  await work.write("fix", "go");
  await work.write("note", "Line one\nline “two” <b>");
  for (const { kind, choose } of PATHS) {
    for (const [path, value] of choose) await work.choose(path, value);
    assert.deepEqual(await annotations(work), [
      { is_rude: "no", severity: "somewhat", sure: "4", kind, fix: "go", note: "Line one\nline “two” <b>" },
    ]);
  }
  await work.choose("kind", "other");
  await work.write("kind/other", "register");
  const [{ kind }] = await annotations(work);
  assert.deepEqual(kind, { val: "other", other: "register" });
});

test("leaving a branch drops its answers; undo brings them back, and they are shown", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  for (const [path, value] of PATHS[2].choose) await work.choose(path, value);
  await work.choose("kind", "style");
  await eventually(() => work.question("kind/grammar").count(), 0);
  assert.deepEqual(await annotations(work), [{ kind: { val: "style" } }]);
  await work.choose("kind", "grammar");
  assert.equal(await work.question("kind/grammar").locator("input:checked").count(), 0, "the branch starts empty");
  await work.undo.click();
  await work.undo.click();
  await eventually(() => work.question("kind/grammar/verb/agreement").count(), 1);
  for (const [path, value] of PATHS[2].choose) {
    assert.equal(await work.answer(path, value).isChecked(), true, `${path} shows ${value}`);
  }
  assert.deepEqual(await annotations(work), [{ kind: PATHS[2].kind }]);
});

// Thresh 11.2: nested answers leak into later edits
test("nothing leaks from one edit to another, of the same or another category or instance", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  for (const [path, value] of PATHS[2].choose) await work.choose(path, value);
  await work.write("fix", "go");
  await work.make("fault", ["target", "whom"]);
  assert.equal(await work.openPanel.locator("input:checked").count(), 0, "a new edit shows no answers");
  assert.equal(await work.question("fix").locator("input").inputValue(), "");
  await work.choose("kind", "style");
  await work.make("praise", ["target", "office"]);
  assert.equal(await work.openPanel.locator("input:checked").count(), 0);
  await work.choose("kind", "grammar");
  assert.deepEqual(await annotations(work), [
    { kind: PATHS[2].kind, fix: "go" },
    { kind: { val: "style" } },
    { kind: { val: "grammar" } },
  ]);
  await work.next.click();
  await work.waitForInstance(2);
  await work.make("fault", ["target", "falled"]);
  assert.equal(await work.openPanel.locator("input:checked").count(), 0);
  await work.choose("kind", "grammar");
  assert.deepEqual(await annotations(work, 2), [{ kind: { val: "grammar" } }]);
});

// Thresh 11.7: annotating again starts blank
test("opening an edit again shows its answers, and going on with another edit shows the other's", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  await work.choose("severity", "a lot");
  await work.write("fix", "go");
  await work.make("fault", ["target", "whom"]);
  await work.choose("severity", "minor");
  await work.openEdit(row(work, "fault", 1));
  await eventually(() => work.answer("severity", "a lot").isChecked(), true);
  assert.equal(await work.question("fix").locator("input").inputValue(), "go");
  await work.openEdit(row(work, "fault", 2));
  await eventually(() => work.answer("severity", "minor").isChecked(), true);
  assert.equal(await work.question("fix").locator("input").inputValue(), "");
});

// Thresh 11.19: nested and choice questions are never required
test("open questions are counted on the row, and decide the state of the instance and the progress", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const progress = work.page.getByTestId("progress");
  assert.equal(await work.status.getAttribute("data-status"), "untouched");
  assert.match(await progress.innerText(), /0 of 3/);
  await work.make("fault", ["target", "goes"]);
  const fault = row(work, "fault", 1);
  assert.match(await fault.innerText(), /5 questions open/, "the optional one is not counted");
  assert.equal(await fault.getAttribute("data-annotated"), "false");
  assert.equal(await work.status.getAttribute("data-status"), "in-progress");
  await work.choose("is_rude", "no");
  await work.choose("severity", "minor");
  await work.choose("sure", "5");
  await work.write("fix", "go");
  await eventually(() => fault.innerText().then((text) => /(\d+) questions? open/.exec(text)?.[1]), "1");
  await work.choose("kind", "grammar");
  assert.match(await fault.innerText(), /1 question open/, "a follow-up is as required as its root");
  await work.choose("kind/grammar", "noun");
  await eventually(() => fault.getAttribute("data-annotated"), "true");
  assert.doesNotMatch(await fault.innerText(), /open/);
  await work.page.getByTestId("mark-done").click();
  await eventually(() => progress.innerText().then((text) => /1 of 3/.test(text)), true);
  await work.goToInstance(1);
  assert.equal(await work.status.getAttribute("data-status"), "done");
});

test("an instance that the data declare done with questions open says so and does not count as done", async (t) => {
  const edits = [{ category: "praise", id: 1, annotation: null, output_idx: [[0, 3]] }];
  const [first, ...others] = DATA;
  const data = [{ ...first, edits, _spanwise: { done: true } }, ...others];
  const work = await openWork(t, { template: TEMPLATE, data });
  await eventually(() => work.status.innerText().then((text) => /1 edit has an open question/.test(text)), true);
  assert.match(await work.page.getByTestId("progress").innerText(), /0 of 3/);
  await work.openEdit(work.edits);
  await work.choose("kind", "style");
  await eventually(() => work.status.getAttribute("data-status"), "done");
  assert.match(await work.page.getByTestId("progress").innerText(), /1 of 3/);
});

test("an answer can be taken back, and then the question is open again", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("praise", ["target", "office"]);
  await work.choose("kind", "style");
  await eventually(() => row(work, "praise", 1).getAttribute("data-annotated"), "true");
  await work.question("kind").getByRole("button", { name: "Clear the answer" }).click();
  await eventually(() => row(work, "praise", 1).getAttribute("data-annotated"), "false");
  assert.deepEqual(await annotations(work), [null]);
});

test("by keys: the first open question has the focus, numbers choose, Enter goes on, Backspace goes back", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  const { keyboard } = work.page;
  const focus = (path) => eventually(() => work.focusedQuestion(), path);
  await work.make("fault", ["target", "goes"]);
  await focus("is_rude");
  await keyboard.press("2");
  await keyboard.press("Enter");
  await focus("severity");
  await keyboard.press("3");
  await keyboard.press("Enter");
  await focus("sure");
  await keyboard.press("Backspace");
  await focus("severity");
  await keyboard.press("2");
  await keyboard.press("Enter");
  await keyboard.press("1");
  await keyboard.press("Enter");
  await focus("kind");
  await keyboard.press("3");
  await keyboard.press("Enter");
  await focus("kind/grammar");
  await keyboard.press("1");
  await keyboard.press("Enter");
  await focus("kind/grammar/verb");
  await keyboard.press("2");
  await keyboard.press("Enter");
  await focus("fix");
  await keyboard.type("go, 2 of us");
  await keyboard.press("Enter");
  await focus("note");
  assert.deepEqual(await annotations(work), [
    {
      is_rude: "no",
      severity: "somewhat",
      sure: "1",
      kind: { val: "grammar", grammar: { val: "verb", verb: { val: "aspect" } } },
      fix: "go, 2 of us",
    },
  ]);
});

test("an edit opened again has the focus on its first open question", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  await work.choose("is_rude", "no");
  await work.choose("severity", "minor");
  await work.make("praise", ["target", "office"]);
  await eventually(() => work.focusedQuestion(), "kind");
  await work.openEdit(row(work, "fault", 1));
  await eventually(() => work.focusedQuestion(), "sure");
});

test("typing an answer is one step back; white space is no answer", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("fault", ["target", "goes"]);
  await work.choose("is_rude", "yes");
  const input = work.question("fix").locator("input");
  // Everything typed within a second is one step, however slow the machine of this test is.
  await work.page.evaluate(() => (performance.now = () => 1));
  await input.pressSequentially("they go");
  await work.undo.click();
  await eventually(() => input.inputValue(), "");
  assert.equal(await work.answer("is_rude", "yes").isChecked(), true);
  await work.redo.click();
  await eventually(() => input.inputValue(), "they go");
  await input.fill("   ");
  assert.deepEqual(await annotations(work), [{ is_rude: "yes" }]);
});

test("confidence is asked last about each edit, may stay open, and is stored like any answer", async (t) => {
  const template = `
template_name: sure
confidence: How sure?
edits:
  - name: wrong
    enable_output: true
    annotation:
      - { name: severity, question: How bad?, options: likert-3 }
  - { name: odd, enable_output: true }
`;
  const work = await openWork(t, { template, data: [{ target: "The bridge is open again." }] });
  await work.make("wrong", ["target", "bridge"]);
  const asked = () => work.openPanel.locator('[data-testid="question"]').evaluateAll((all) => all.map((q) => q.dataset.path));
  await eventually(asked, ["severity", "confidence"]);
  await work.choose("severity", "minor");
  await eventually(() => work.edits.first().getAttribute("data-annotated"), "true");
  await work.make("odd", ["target", "open"]);
  await eventually(asked, ["confidence"]);
  await work.choose("confidence", "4");
  const edits = await work.downloadedEdits();
  assert.deepEqual(edits.map((edit) => edit.annotation), [{ severity: "minor" }, { confidence: "4" }]);
  await work.page.getByTestId("mark-done").click();
  await eventually(() => work.status.getAttribute("data-status"), "done");
});
