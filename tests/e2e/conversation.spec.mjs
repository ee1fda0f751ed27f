// Instances that are conversations: each turn is a text; those of the model are marked and have questions of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";
import { paneText, selectText } from "./selection.mjs";

const TEMPLATE = `
template_name: conversations
edits:
  - { name: error, label: Error, enable_output: true }
  - { name: unclear, label: Unclear request, enable_input: true }
text_questions:
  - { name: helpful, question: Is it helpful?, options: binary }
instance_questions:
  - { name: whole, question: How good is the conversation?, options: likert-3 }
`;

const MESSAGES = [
  { role: "system", content: "Answer in one sentence." },
  { role: "user", content: "When was the bridge built?" },
  { role: "assistant", content: [{ type: "text", text: "It was built" }, { type: "text", text: "in 1932." }] },
  { role: "user", content: "And <b>who</b> built it?" },
  { role: "assistant", content: "The city built it." },
];

const pane = (work, name) => work.page.locator(`[data-testid="pane"][data-text="${name}"]`);
const mark = async (work, name, words, category) => {
  const text = pane(work, name).locator(".pane__text");
  const start = (await paneText(text)).indexOf(words);
  await selectText(text, start, start + words.length);
  await work.categoryInMenu(category).click();
};
const first = async (work) => (await work.annotations())[0];

test("a conversation is shown turn by turn, marked and answered about, and its messages stay as they are", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ id: "c1", messages: MESSAGES }] });
  const panes = await work.page
    .getByTestId("pane")
    .evaluateAll((all) => all.map(({ dataset }) => [dataset.text, dataset.role]));
  assert.deepEqual(panes, [
    ["1 system", "context"],
    ["2 user", "source"],
    ["3 assistant", "target"],
    ["4 user", "source"],
    ["5 assistant", "target"],
  ]);
  assert.equal(await paneText(pane(work, "3 assistant")), "It was built\n\nin 1932.");
  assert.equal(await paneText(pane(work, "4 user")), "And <b>who</b> built it?");

  await mark(work, "3 assistant", "1932.", "error");
  await mark(work, "4 user", "it?", "unclear");
  await eventually(async () => (await first(work)).edits.map(({ category, spans }) => [category, spans]), [
    ["error", { "3 assistant": [[17, 22]] }],
    ["unclear", { "4 user": [[21, 24]] }],
  ]);
  const helpful = (name, value) =>
    pane(work, name).locator(`[data-testid="text-question"][data-path="helpful"] [data-value="${value}"]`).first();
  await helpful("3 assistant", "no").click();
  await helpful("5 assistant", "yes").click();
  assert.equal(await pane(work, "2 user").getByTestId("text-question").count(), 0);
  await eventually(async () => (await first(work))._spanwise.text_answers, {
    "3 assistant": { helpful: "no" },
    "5 assistant": { helpful: "yes" },
  });
  const { messages, source, target, texts } = await first(work);
  assert.deepEqual([messages, source, target, texts], [MESSAGES, undefined, undefined, undefined]);

  await work.waitSaved();
  await work.page.reload();
  await work.waitForInstance(1);
  await eventually(async () => (await first(work)).edits.length, 2);
});

test("a message that cannot be read is reported with its place, and the others keep their names", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: [{ messages: ["Hello.", ...MESSAGES.slice(1)] }] });
  assert.equal(await pane(work, "2 user").count(), 1);
  assert.equal(await pane(work, "1 system").count(), 0);
  await work.page.getByTestId("notice").getByText("not a turn of a conversation").waitFor();
});
