// The annotations of a model, gone through one by one: accepted, changed, rejected, by buttons and by keys; requests and
// replies as files; a sample that is judged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { annotating, download, shown, start } from "./journeys-support.mjs";
import { connect, endpoint, figure, run, setField, startModel, TEMPLATE } from "./model-support.mjs";
import { eventually } from "./pages.mjs";

const NOWHERE = { url: "http://127.0.0.1:9" };

/** An annotation in a reply. */
const annotation = (text, occurrence = 1) => ({
  reason: `because of ${text}`, category: "wrong", target: [{ text, occurrence }], answers: { severity: "a lot" },
});

/** What the model says of the first instance: two places that are there, and one that is not. Of the second, one. */
const REPLIES = [
  { annotations: [annotation("June"), annotation("June", 2), annotation("July")] },
  { annotations: [annotation("bridge")] },
  { annotations: [] },
];

/** Saves the requests, and gives replies to them in a file. */
async function withReplies(t) {
  const { app, page } = await startModel(t, NOWHERE);
  await setField(page, "model-name", "tiny");
  const requests = await app.download(() => page.getByTestId("save-requests").click());
  const ids = requests.text.trim().split("\n").map((line) => JSON.parse(line).id);
  assert.equal(ids.length, 3);
  const lines = ids.map((id, at) => JSON.stringify({ id, reply: `<think>Let me see.</think>${JSON.stringify(REPLIES[at])}` }));
  const file = { name: "replies.jsonl", mimeType: "", buffer: Buffer.from(lines.join("\n")) };
  await page.getByTestId("load-replies").setInputFiles(file);
  await figure(page, "edits").filter({ hasText: "4" }).waitFor();
  return { app, page };
}

/** Goes through the annotations of the run. */
async function goThrough(page) {
  await page.getByTestId("suggest-run").click();
  const annotate = await annotating(page);
  await page.getByTestId("suggestion").first().waitFor();
  return annotate;
}

const states = (page) => page.getByTestId("suggestion").evaluateAll((all) => all.map(({ dataset }) => dataset.state));
const left = (page) => page.getByTestId("suggestions-left").evaluate(({ dataset }) => [dataset.left, dataset.leftInAll]);

test("a model's annotations are accepted, changed and rejected one by one, and are apart until then", async (t) => {
  const { app, page } = await withReplies(t);
  const annotate = await goThrough(page);
  assert.equal(await annotate.edits.count(), 0, "none of them is an edit yet");
  await eventually(() => left(page), ["3", "4"]);
  const suggestion = page.getByTestId("suggestion");
  assert.equal(await suggestion.first().getAttribute("data-origin"), "model");
  assert.match(await suggestion.first().innerText(), /Contradiction[^]*June[^]*because of June/);
  assert.match(await suggestion.nth(2).innerText(), /July/);
  assert.equal(await suggestion.nth(2).getByTestId("accept").count(), 0, "what is not in the text cannot be accepted");
  await assertAccessible(page);

  await suggestion.first().getByTestId("accept").click();
  await eventually(() => states(page), ["accepted", "open", "open"]);
  await annotate.edits.nth(0).waitFor();
  assert.equal(await annotate.openPanel.count(), 0, "it is not opened");
  await suggestion.nth(1).getByTestId("mend").click();
  await annotate.openPanel.waitFor();
  await annotate.choose("severity", "minor");
  // What was not found is placed by hand; that is taken back here.
  await annotate.select("target", "only");
  await suggestion.nth(2).getByTestId("place").click();
  await eventually(() => states(page), ["accepted", "accepted", "accepted"]);
  await annotate.waitForRows("wrong-1", "wrong-2", "wrong-3");
  await annotate.undo.click();
  await suggestion.nth(2).getByTestId("reject").click();
  await eventually(() => states(page), ["accepted", "accepted", "rejected"]);
  await eventually(() => left(page), ["0", "1"]);

  // Each of these is a step that can be undone.
  await annotate.undo.click();
  await eventually(() => states(page), ["accepted", "accepted", "open"]);
  await annotate.redo.click();
  await eventually(() => states(page), ["accepted", "accepted", "rejected"]);
  await annotate.waitSaved();
  await page.reload();
  await eventually(() => states(page), ["accepted", "accepted", "rejected"], 10_000);

  const [first] = (await download(app)).json;
  const origins = first.edits.map((edit) => edit._spanwise.origin);
  assert.equal(new Set(origins.map(({ edit }) => edit)).size, 2);
  const origin = { from: "model", name: "tiny", run: "replies.jsonl #1" };
  assert.deepEqual(origins.map(({ edit, ...others }) => others), [origin, { ...origin, mended: true }]);
  assert.deepEqual(first.edits.map((edit) => edit.output_idx), [[[13, 17]], [[22, 26]]]);
  assert.equal(first.edits[0].metadata.reason, "because of June");
  assert.deepEqual(first._spanwise.rejected.map((edit) => edit.metadata.quote), ["July"]);

  await page.getByTestId("take-back").click();
  await eventually(() => states(page), ["accepted", "accepted", "open"]);
  await page.getByTestId("next-suggestions").click();
  await annotate.waitForInstance(2);
  await eventually(() => states(page), ["open"]);
  await page.getByTestId("model-reply").locator("summary").click();
  assert.match(await page.getByTestId("model-reply").innerText(), /"bridge"[^]*Let me see\./);
  await page.getByTestId("end-suggestions").click();
  await eventually(() => page.getByTestId("suggestions").count(), 0);
  await page.reload();
  await annotating(page);
  assert.equal(await page.getByTestId("suggestions").count(), 0);
  await annotate.goToInstance(1);
  await annotate.edits.nth(1).waitFor();
});

test("one key decides about each annotation of a model, and a held key or a double click about one only", async (t) => {
  const { page } = await withReplies(t);
  const annotate = await goThrough(page);
  const current = () => page.locator('[data-testid="suggestion"][aria-current="true"]').getAttribute("data-number");
  await eventually(current, "1");
  await annotate.waitForDone();
  await page.keyboard.down("+");
  await page.keyboard.down("+");
  await page.keyboard.down("+");
  await page.keyboard.up("+");
  await eventually(() => states(page), ["accepted", "open", "open"]);
  await eventually(current, "2");
  await page.keyboard.press("/");
  await eventually(() => states(page), ["accepted", "rejected", "open"]);
  await page.keyboard.press("+");
  await eventually(() => states(page), ["accepted", "rejected", "open"]);
  assert.equal(await annotate.edits.count(), 1);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await eventually(() => states(page), ["open", "open", "open"]);
  await page.getByTestId("accept").first().dblclick();
  await eventually(() => states(page), ["accepted", "open", "open"]);
  // Nothing moves under the pointer when another one becomes the current one.
  await page.keyboard.press("Control+z");
  await eventually(() => states(page), ["open", "open", "open"]);
  const reject = page.getByTestId("suggestion").nth(1).getByTestId("reject");
  // The mouse goes to places of the window, whatever is scrolled.
  await reject.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await reject.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  assert.deepEqual(await reject.boundingBox(), { x, y, width, height });
  await page.mouse.up();
  await eventually(() => states(page), ["open", "rejected", "open"]);
  await page.getByTestId("take-back").click();
  await page.getByTestId("accept").first().click();
  await page.getByTestId("suggestion").nth(1).getByTestId("reject").focus();
  await page.keyboard.press("Enter");
  await eventually(() => states(page), ["accepted", "rejected", "open"]);
  await eventually(() => page.evaluate(() => document.activeElement.closest(".suggestion")?.dataset.number), "3");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog");
  await keys.filter({ hasText: "Accept and change" }).waitFor();
});

test("answers about the instance are taken, and annotations of several replies are there once, with their number", async (t) => {
  const template = `${TEMPLATE}instance_questions:\n  - { name: fluent, question: Is it fluent?, options: binary }\n`;
  const { app, page } = await startModel(t, NOWHERE, { template });
  await setField(page, "model-name", "tiny");
  await page.getByText("Further settings").click();
  await setField(page, "model-samples", "2");
  const requests = await app.download(() => page.getByTestId("save-requests").click());
  const ids = requests.text.trim().split("\n").map((line) => JSON.parse(line).id);
  assert.equal(ids.length, 6);
  const replies = [[annotation("June"), annotation("June", 2)], [annotation("June")]];
  const line = (id, at) => JSON.stringify({ id, reply: JSON.stringify({ annotations: at < 2 ? replies[at] : [], answers: { fluent: "yes" } }) });
  const file = { name: "replies.jsonl", mimeType: "", buffer: Buffer.from(ids.map(line).join("\n")) };
  await page.getByTestId("load-replies").setInputFiles(file);
  await figure(page, "edits").filter({ hasText: "3" }).waitFor();
  const annotate = await goThrough(page);
  assert.deepEqual(await page.getByTestId("in-samples").allInnerTexts(), ["In 2 of 2 replies", "In 1 of 2 replies"]);
  await eventually(() => left(page), ["2", "2"]);
  const given = page.getByTestId("suggested-answer");
  assert.match(await given.innerText(), /Is it fluent\?\s*Yes/);
  await annotate.waitForDone();
  await given.getByTestId("take-answer").click();
  await eventually(() => given.getAttribute("data-state"), "accepted");
  await eventually(() => page.locator("h3[tabindex='-1']").evaluateAll((all) => all.some((one) => one === document.activeElement)), true);
  await assertAccessible(page);
  await page.getByTestId("suggestion").first().getByTestId("accept").click();
  const saved = await download(app);
  assert.equal(saved.json[0].edits.length, 1);
  assert.equal(JSON.stringify(saved.json[0]).includes('"fluent"'), true);
});

test("the model is asked about one instance at a time while annotating, and nothing twice", async (t) => {
  let wait = () => {};
  const about = (prompt) => (prompt.includes("June only") ? 0 : prompt.includes("bridge") ? 1 : 2);
  const { url, requests } = await endpoint(t, async (prompt) => {
    await wait();
    return JSON.stringify(REPLIES[about(prompt)]);
  });
  const { page } = await startModel(t, { url });
  await connect(page, { url });
  await setField(page, "api-key", "secret");
  await page.getByTestId("ask-while-annotating").click();
  const annotate = await annotating(page);
  const ask = page.getByTestId("ask-model");
  await ask.waitFor();
  assert.equal(requests.length, 0, "nothing is asked before the person wants it");
  await assertAccessible(page);

  // A second press while the model is asked is none.
  let answerNow;
  wait = () => new Promise((resolve) => (answerNow = resolve));
  await ask.dblclick();
  await page.getByTestId("cancel-asking").waitFor();
  await eventually(() => requests.length, 1);
  await ask.focus();
  await page.keyboard.press("Enter");
  await assertAccessible(page);
  answerNow();
  await eventually(() => states(page), ["open", "open", "open"]);
  assert.equal(requests.length, 1);
  assert.equal(requests[0].headers.authorization, "Bearer secret");
  assert.equal(await ask.count(), 0);
  await eventually(() => page.evaluate(() => document.activeElement.id), "suggestions-heading");
  await page.getByTestId("suggestion").first().getByTestId("accept").click();
  await eventually(() => states(page), ["accepted", "open", "open"]);

  // What is given up is not taken, and can be asked again.
  await annotate.goToInstance(2);
  await ask.click();
  await eventually(() => requests.length, 2);
  await page.getByTestId("cancel-asking").click();
  await eventually(() => page.getByTestId("cancel-asking").count(), 0);
  assert.equal(await page.getByTestId("suggestion").count(), 0);
  wait = () => {};
  await ask.click();
  await eventually(() => states(page), ["open"]);
  await page.reload();
  await annotating(page);
  await eventually(() => states(page), ["open"]);
  await annotate.goToInstance(1);
  await eventually(() => states(page), ["accepted", "open", "open"]);

  // An instance of which the model says nothing has its reply, too. The key went with the page.
  await annotate.goToInstance(3);
  await ask.click();
  await page.getByText("The model has annotated nothing here.").waitFor();
  assert.equal(requests.at(-1).headers.authorization, undefined);
  assert.equal(requests.length, 4);
  assert.equal(await ask.count(), 0);
  await annotate.openMenu();
  await page.getByTestId("open-model").click();
  await shown(page, "model");
  await figure(page, "edits").filter({ hasText: "4" }).waitFor();
  assert.equal(await run(page).count(), 1);
});

test("what keeps the model from answering is said where it was asked, with its remedy", async (t) => {
  const { url } = await endpoint(t, () => ({ status: 401, body: { error: { message: "no such key" } } }));
  const { app, page } = await startModel(t, { url });
  app.allow(/401/);
  await connect(page, { url });
  await page.getByTestId("ask-while-annotating").click();
  await annotating(page);
  await page.getByTestId("ask-model").click();
  await page.getByRole("alert").filter({ hasText: /key/ }).waitFor();
  assert.equal(await page.getByTestId("ask-model").getAttribute("aria-disabled"), "false");
  await assertAccessible(page);
});

test("annotations in paragraphs that are not revealed yet are neither listed nor counted here", async (t) => {
  const model = await endpoint(t, () => JSON.stringify({ annotations: [annotation("June"), annotation("July")] }));
  const data = [{ id: "i0", source: "It rained in May.", target: "It rained in June.\n\nIt rained in July.", edits: [] }];
  const { page } = await startModel(t, model, { template: `${TEMPLATE}paragraphs: blank-line\nreveal: paragraph\n`, data });
  await connect(page, model);
  await page.getByTestId("run").click();
  await figure(page, "edits").filter({ hasText: "2" }).waitFor();
  await goThrough(page);
  await eventually(() => left(page), ["1", "2"]);
  assert.equal(await page.getByTestId("suggestion").count(), 1);
  await page.getByRole("button", { name: "next paragraph" }).click();
  await eventually(() => left(page), ["2", "2"]);
  await eventually(() => states(page), ["open", "open"]);
});

test("what a person deletes is open again, and works of others know nothing of it", async (t) => {
  const { page } = await withReplies(t);
  const annotate = await goThrough(page);
  await page.getByTestId("accept").first().click();
  await annotate.edits.nth(0).waitFor();
  await annotate.deleteEdit(annotate.edits.nth(0));
  await eventually(() => states(page), ["open", "open", "open"]);
  await annotate.openMenu();
  await page.getByTestId("open-model").click();
  await shown(page, "model");
  await figure(page, "edits").filter({ hasText: "4" }).waitFor();
  assert.equal(await run(page).count(), 1, "the run is kept with its work, whatever was annotated meanwhile");
});

test("requests are saved for batches, and a file that has no replies is said to have none", async (t) => {
  const { app, page } = await startModel(t, NOWHERE);
  await page.getByTestId("requests-form").selectOption("openai");
  assert.equal(await page.getByTestId("save-requests").isDisabled(), true, "a batch is for a model");
  await setField(page, "model-name", "tiny");
  const openai = await app.download(() => page.getByTestId("save-requests").click());
  const [line] = openai.text.split("\n").map((text) => text && JSON.parse(text));
  assert.deepEqual([line.url, line.body.model], ["/v1/chat/completions", "tiny"]);
  await page.getByTestId("requests-form").selectOption("anthropic");
  const anthropic = await app.download(() => page.getByTestId("save-requests").click());
  assert.ok(JSON.parse(anthropic.text.split("\n")[0]).params.messages);
  const file = { name: "other.jsonl", mimeType: "", buffer: Buffer.from('{"some": "thing"}\n') };
  await page.getByTestId("load-replies").setInputFiles(file);
  await page.getByRole("alert").waitFor();
});

test("a prompt is compared with another variant, line by line", async (t) => {
  const { page } = await startModel(t, NOWHERE);
  await page.getByTestId("difference-to").selectOption("noguide");
  await page.getByTestId("prompt").locator("ins").first().waitFor();
  assert.match(await page.getByTestId("prompt").locator("ins").first().innerText(), /^\+/);
  await page.getByTestId("difference-to").selectOption("base");
  await page.getByTestId("prompt").filter({ hasText: "the same" }).waitFor();
});

test("a sample of a model's annotations is judged", async (t) => {
  const { page } = await withReplies(t);
  await setField(page, "audit-each", "2");
  await page.getByTestId("audit-run").click();
  const annotate = await annotating(page);
  assert.deepEqual(await annotate.position(), { index: 1, total: 2 });
  assert.match(await annotate.pane("context").innerText(), /because of/);
  await annotate.waitForDone();
  const judge = (question, judgement) =>
    page.locator(`[data-testid="instance-question"][data-path="${question}"] [data-value="${judgement}"]`).first().click();
  await judge("annotation", "correct");
  await judge("reason", "partial");
  await page.keyboard.press("Control+Enter");
  await annotate.waitForInstance(2);
});

test("a template that forbids overlaps refuses an edit that has characters of another one", async (t) => {
  const app = await start(t, {});
  await app.open();
  const template = "template_name: apart\noverlap: forbid\nedits: [{ name: one, enable_output: true }]\n";
  const data = JSON.stringify([{ source: "", target: "uno dos tres" }]);
  await app.page.getByTestId("upload").setInputFiles([
    { name: "template.yml", mimeType: "", buffer: Buffer.from(template) },
    { name: "data.json", mimeType: "", buffer: Buffer.from(data) },
  ]);
  const annotate = await annotating(app.page);
  await annotate.make("one", ["target", "uno dos"]);
  await annotate.category("one").click();
  await annotate.select("target", "dos tres");
  await app.page.locator('[data-testid="notice"]').filter({ hasText: "must not overlap" }).waitFor();
  assert.equal(await annotate.edits.count(), 1);
});
