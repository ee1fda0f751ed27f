// A language model annotates a work: prompts, a scripted endpoint on this machine that behaves and misbehaves, runs, and the
// way of their annotations to adjudication.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { assertAccessible } from "./accessibility.mjs";
import { shown } from "./journeys-support.mjs";
import { connect, endpoint, figure, keptRuns, marking, run, setField, startModel } from "./model-support.mjs";
import { eventually } from "./pages.mjs";

test("the prompt is shown as it is sent, for any instance, by variant and by a text of one's own", async (t) => {
  const { page } = await startModel(t, { url: "http://127.0.0.1:9" });
  const prompt = page.getByTestId("prompt");
  assert.match(await prompt.innerText(), /severity: How bad is it\?/);
  await setField(page, "shown-instance", "2");
  await prompt.filter({ hasText: "The new bridge fell." }).waitFor();
  await page.getByTestId("prompt-variant").selectOption("noreason");
  await eventually(async () => /`reason`/.test(await prompt.innerText()), false);
  await page.getByText("Change the text of the prompt").click();
  await setField(page, "prompt-template", "Mark errors.\n\n{targte}");
  await page.getByRole("alert").filter({ hasText: "Did you mean {target}?" }).waitFor();
  assert.equal(await page.getByTestId("run").isDisabled(), true);
  await setField(page, "prompt-template", "Mark errors.\n\n{target}");
  await eventually(() => prompt.innerText(), "Mark errors.\n\nThe new bridge fell.\n");
  await assertAccessible(page);
});

test("the versions of a prompt stay with the work, are compared, and come back with the settings of a run", async (t) => {
  const model = await endpoint(t, () => marking("June"));
  const { page } = await startModel(t, model);
  await connect(page, model);
  const [prompt, version] = [page.getByTestId("prompt"), page.getByTestId("prompt-version")];
  const write = async (text) => {
    await setField(page, "prompt-template", `${text}\n\n{target}\n\n{form}`);
    await prompt.filter({ hasText: text }).waitFor();
  };
  await page.getByText("Change the text of the prompt").click();
  await write("First.");
  await page.getByTestId("run").click();
  await figure(page, "edits").waitFor();
  await write("Second.");
  await eventually(() => version.inputValue(), "2");
  await page.getByTestId("difference-to").selectOption("1");
  await eventually(() => prompt.locator("del").innerText(), "-First.\n");
  assert.equal(await prompt.locator("ins").innerText(), "+Second.\n");
  await page.getByTestId("prompt-variant").selectOption("cot");
  await page.reload();
  await figure(page, "edits").waitFor();
  await page.getByText("Change the text of the prompt").click();
  await eventually(() => version.inputValue(), "2");
  assert.match(await page.getByTestId("run-settings").innerText(), /tiny Version 1 --variant base/);
  await page.getByTestId("use-settings").click();
  await eventually(() => version.inputValue(), "1");
  assert.equal(await page.getByTestId("prompt-variant").inputValue(), "base");
  await version.selectOption("");
  await eventually(async () => (await page.getByTestId("prompt-template").inputValue()).includes("{categories}"), true);
  await assertAccessible(page);
});

test("runs that are made in two tabs stay together", async (t) => {
  const model = await endpoint(t, () => marking("June"));
  const { app, page } = await startModel(t, model);
  await connect(page, model);
  const other = await app.context.newPage();
  await other.goto(page.url());
  await shown(other, "model");
  await connect(other, model);
  for (const tab of [page, other]) {
    await tab.getByTestId("run").click();
    await figure(tab, "edits").waitFor();
  }
  assert.equal(await run(other).getAttribute("data-run"), "2");
  await setField(page, "run-name", "mine");
  // Names are kept in the background.
  await page.waitForTimeout(300);
  await page.reload();
  await eventually(() => page.getByTestId("run-name").evaluateAll((all) => all.map(({ value }) => value)), ["tiny base quotes", "mine"]);
  await eventually(() => run(page).getByTestId("edits").allInnerTexts(), ["3", "3"]);
});

test("runs that another version keeps in another way stay as they are, and no other is begun", async (t) => {
  const model = await endpoint(t, () => marking("June"));
  const { page } = await startModel(t, model);
  await connect(page, model);
  await page.getByTestId("run").click();
  await figure(page, "edits").waitFor();
  const [asked, otherwise] = [model.requests.length, '{"runs": {"format": 2}}'];
  await page.evaluate(keptRuns, otherwise);
  await page.getByTestId("run").click();
  await page.getByRole("alert").filter({ hasText: "another version of Spanwise" }).waitFor();
  await page.reload();
  await page.getByText("another version of Spanwise").waitFor();
  assert.equal(await page.evaluate(keptRuns), otherwise);
  assert.equal(model.requests.length, asked);
});

test("a run goes through an endpoint that fails at times, is there after a reload, and asks for nothing twice", async (t) => {
  const model = await endpoint(t, (prompt, attempt) => {
    if (/bridge/.test(prompt)) return marking("The bridge");
    if (/harbour/.test(prompt)) return attempt === 1 ? { status: 429, headers: { "retry-after": "0" }, body: "slow" } : '{"annotations": []}';
    return attempt === 1 ? { status: 500, headers: { "retry-after": "0" }, body: "oops" } : `Sure:\n\`\`\`json\n${marking("June").replace("]}", ",]}")}\n\`\`\``;
  });
  const { app, page } = await startModel(t, model);
  app.allow(/status of (429|500)/);
  await connect(page, model);
  await setField(page, "api-key", "sk-secret");
  await page.getByTestId("run").click();
  await figure(page, "edits").waitFor();
  assert.equal(model.requests.length, 5);
  assert.ok(model.requests.every(({ headers }) => headers.authorization === "Bearer sk-secret"));
  assert.equal(model.requests[0].body.response_format.type, "json_schema");
  const numbers = async () => Promise.all(["edits", "exact", "fuzzy", "empty", "missing", "input-tokens"].map((name) => figure(page, name).innerText()));
  const before = await numbers();
  assert.deepEqual([before[0], before[3], before[4], before[5]], ["2", "1", "0", "1500"]);
  assert.equal(await run(page).getAttribute("data-run"), "1");
  await page.reload();
  await figure(page, "edits").waitFor();
  assert.deepEqual(await numbers(), before);
  assert.equal(await page.getByTestId("api-key").inputValue(), "", "a key is not kept unless one wants that");
  await page.getByTestId("go-on").click();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  assert.equal(model.requests.length, 5);
  const replies = await app.download(() => page.getByTestId("save-replies").click());
  assert.ok(!replies.text.includes("sk-secret") && replies.text.includes("June"));
  const saved = await app.download(() => page.getByTestId("save-run").click());
  assert.equal(saved.json.length, 3);
  assert.deepEqual(saved.json[0]._spanwise.origin, { from: "model", name: "tiny" });
  assert.deepEqual(saved.json[0].edits[0].output_idx, [[13, 17]]);
  await assertAccessible(page);
  await page.getByTestId("adjudicate-run").click();
  await shown(page, "adjudicate");
});

test("a model is asked again about what could not be used, with the reason", async (t) => {
  const model = await endpoint(t, (prompt, attempt) => marking(/bridge/.test(prompt) && attempt === 1 ? "The old bridge" : /bridge/.test(prompt) ? "The new bridge" : "June"));
  const { page } = await startModel(t, model);
  await connect(page, model);
  await page.getByTestId("run").click();
  await figure(page, "unmatched").filter({ hasText: /^2$/ }).waitFor();
  await page.getByTestId("ask-again").click();
  await figure(page, "unmatched").filter({ hasText: /^1$/ }).waitFor();
  const [, again] = model.requests.filter(({ prompt }) => /bridge/.test(prompt));
  assert.deepEqual(again.body.messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.match(again.body.messages[2].content, /“The old bridge” is not there/);
});

test("spans that were not found exactly are placed and left out, and stay so after a reload and after asking again", async (t) => {
  const spans = { bridge: ["The old bridge", "bridge"], June: ["June", "june"] };
  const model = await endpoint(t, (prompt) => {
    const quotes = /in June only/.test(prompt) ? spans.June : /bridge fell/.test(prompt) ? spans.bridge : [];
    return JSON.stringify({ annotations: quotes.map((text) => ({ ...JSON.parse(marking(text)).annotations[0], target: [{ text }] })) });
  });
  const { app, page } = await startModel(t, model);
  await connect(page, model);
  await page.getByTestId("run").click();
  await figure(page, "unmatched").filter({ hasText: /^1$/ }).waitFor();
  const places = page.getByTestId("place-spans");
  await places.click();
  const [spansOf, decided] = [page.getByTestId("match"), page.getByTestId("decided")];
  const states = () => spansOf.evaluateAll((all) => all.map(({ dataset }) => `${dataset.tier} ${dataset.state}`));
  await spansOf.first().waitFor();
  assert.deepEqual(await states(), ["exact open", "case_folded open", "missing open"]);
  await spansOf.nth(0).getByTestId("places").selectOption({ index: 1 });
  await spansOf.nth(1).getByTestId("drop").click();
  await spansOf.nth(2).getByTestId("place-by-hand").click();
  const field = spansOf.nth(2).getByTestId("place-field");
  await eventually(() => field.evaluate((one) => one === document.activeElement), true);
  for (let n = 0; n < 7; n += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await eventually(() => decided.innerText(), "Decided: 3");
  await assertAccessible(page);
  await page.reload();
  await figure(page, "edits").waitFor();
  await eventually(async () => {
    const saved = (await app.download(() => page.getByTestId("save-run").click())).json;
    return saved.map(({ edits }) => edits.map(({ output_idx: places }) => places ?? null));
  }, [[[[22, 26]]], [[[0, 7]], [[8, 14]]], []]);
  await page.getByTestId("ask-again").click();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  await places.click();
  await eventually(states, ["exact placed", "case_folded dropped", "missing placed"]);
  await page.getByTestId("end-placing").click();
  await eventually(() => page.getByTestId("placing").count(), 0);
});

test("a run can be ended, and gone on with", async (t) => {
  let isSlow = true;
  const model = await endpoint(t, async (prompt) => {
    if (isSlow && !/bridge/.test(prompt)) await pause(1500);
    return marking("June");
  });
  const { page } = await startModel(t, model);
  await connect(page, model);
  await page.getByText("Further settings").click();
  await setField(page, "parallel", "1");
  await page.getByTestId("run").click();
  await page.getByTestId("run-progress").waitFor();
  await eventually(() => model.requests.length > 0, true);
  await page.getByTestId("cancel-run").click();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  await figure(page, "missing").filter({ hasNotText: "0" }).waitFor();
  isSlow = false;
  await page.getByTestId("go-on").click();
  await figure(page, "missing").filter({ hasText: /^0$/ }).waitFor();
  assert.equal(model.requests.length, 3);
});

test("the time is estimated from what the person says and from earlier answers; requests keep to their pace", async (t) => {
  const model = await endpoint(t, async () => {
    await pause(300);
    return marking("June");
  });
  const { page } = await startModel(t, model);
  await connect(page, model);
  const estimate = page.getByTestId("estimate");
  await estimate.filter({ hasText: "The time is known once the model has answered." }).waitFor();
  await page.getByText("Further settings").click();
  await setField(page, "seconds-of-answer", "50");
  await setField(page, "parallel", "1");
  await estimate.filter({ hasText: "Time: about 3 min." }).waitFor();
  await setField(page, "seconds-of-answer", "");
  await setField(page, "parallel", "3");
  await setField(page, "per-minute", "60");
  const begun = performance.now();
  await page.getByTestId("run").click();
  await page.getByTestId("run-progress").filter({ hasText: /1 of 3, failed: 0: about \d+ s/ }).waitFor();
  await eventually(() => model.requests.length, 3);
  assert.ok(performance.now() - begun >= 2000, "a second lies between two requests");
  await figure(page, "edits").waitFor();
  await estimate.filter({ hasText: /Time: about \d+ s\./ }).waitFor();
});

/** Starts a run of which one request is under way: each is answered when `answerNow` is called. */
async function startHeldRun(t) {
  let answerNow;
  const model = await endpoint(t, async () => {
    await new Promise((resolve) => (answerNow = resolve));
    return marking("June");
  });
  const { page } = await startModel(t, model);
  await connect(page, model);
  await page.getByText("Further settings").click();
  await setField(page, "parallel", "1");
  await page.getByTestId("run").click();
  await eventually(() => model.requests.length, 1);
  return { page, model, answerNow: () => answerNow() };
}

test("a reply that is under way is waited for, and given up only on request", async (t) => {
  const { page, model, answerNow } = await startHeldRun(t);
  await page.getByTestId("cancel-run").dblclick();
  await page.getByTestId("give-up").waitFor();
  await assertAccessible(page);
  answerNow();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  await figure(page, "missing").filter({ hasText: /^2$/ }).waitFor();
  await page.getByTestId("go-on").click();
  await eventually(() => model.requests.length, 2);
  await page.getByTestId("cancel-run").click();
  await page.getByTestId("give-up").click();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  await figure(page, "missing").filter({ hasText: /^2$/ }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0, "what is given up is no fault");
  assert.equal(model.requests.length, 2);
});

test("a run that a reload interrupts goes on with what has no reply, and ends at its cost", async (t) => {
  let isHanging = true;
  const model = await endpoint(t, async (prompt, attempt) => {
    if (/harbour/.test(prompt) && attempt === 1) return { body: '{"choices": [{"message": {"cont' };
    if (isHanging && /bridge/.test(prompt)) await new Promise(() => {});
    return marking(/bridge/.test(prompt) ? "bridge" : "June");
  });
  const { app, page } = await startModel(t, model);
  await connect(page, model);
  await page.getByText("Further settings").click();
  await setField(page, "parallel", "1");
  await page.getByTestId("run").click();
  await page.locator('[data-testid="run-progress"][data-done="1"]').waitFor();
  await eventually(() => model.requests.length, 2);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await figure(page, "missing").filter({ hasText: /^2$/ }).waitFor();

  isHanging = false;
  await page.getByText("Further settings").click();
  await setField(page, "input-price", "1000");
  await setField(page, "output-price", "1000");
  await setField(page, "most-cost", "0.5");
  await page.getByTestId("go-on").click();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
  await figure(page, "missing").filter({ hasText: /^1$/ }).waitFor();
  await setField(page, "most-cost", "");
  await page.getByTestId("go-on").click();
  await figure(page, "missing").filter({ hasText: /^0$/ }).waitFor();
  await figure(page, "edits").filter({ hasText: "3" }).waitFor();
  const asked = (words) => model.requests.filter(({ prompt }) => words.test(prompt)).length;
  // The one that hung, and the one whose answer was cut off, were asked for twice.
  assert.deepEqual([asked(/June only/), asked(/bridge/), asked(/harbour/)], [1, 2, 2]);
  app.assertNoFaults();
});

test("a reply that comes after the page was left is kept, and not asked for again", async (t) => {
  const { page, model, answerNow } = await startHeldRun(t);
  await page.getByRole("link", { name: "Start page" }).click();
  await shown(page, "hub");
  answerNow();
  // What is kept is read when the page is shown.
  await page.waitForTimeout(500);
  await page.goBack();
  await shown(page, "model");
  await figure(page, "missing").filter({ hasText: /^2$/ }).waitFor();
  assert.equal(model.requests.length, 1);
});

test("a known endpoint comes with the temperature and the seed that its models take, unless others are set", async (t) => {
  const { page } = await startModel(t, await endpoint(t, () => marking("June")));
  const [preset, temperature, seed] = ["preset", "temperature", "seed"].map((id) => page.getByTestId(id));
  const settings = async () => [await temperature.inputValue(), await seed.inputValue()];
  await page.getByText("Further settings").click();
  assert.deepEqual(await settings(), ["0", "42"]);
  await preset.selectOption("OpenAI");
  await eventually(settings, ["", ""]);
  await preset.selectOption("ollama");
  await eventually(settings, ["0", "42"]);
  await setField(page, "temperature", "0.7");
  await preset.selectOption("Anthropic");
  assert.equal(await page.getByTestId("endpoint").inputValue(), "https://api.anthropic.com/v1");
  assert.deepEqual(await settings(), ["0.7", "42"]);
});

for (const { api, reply, structured } of [
  {
    api: "ollama", structured: (body) => body.format.type === "object" && body.stream === false,
    reply: (text) => ({ message: { content: text }, done_reason: "stop", prompt_eval_count: 500, eval_count: 50 }),
  },
  {
    api: "anthropic", structured: (body) => body.output_config.format.type === "json_schema" && body.max_tokens > 0,
    reply: (text) => ({ content: [{ type: "text", text }], stop_reason: "end_turn", usage: { input_tokens: 500, output_tokens: 50 } }),
  },
]) {
  test(`a run by the interface of ${api}`, async (t) => {
    const model = await endpoint(t, () => ({ body: reply(marking("June")) }));
    const { page } = await startModel(t, model);
    await connect(page, model);
    await page.getByText("Further settings").click();
    await page.getByTestId("api").selectOption(api);
    await setField(page, "api-key", "secret");
    await page.getByTestId("test-connection").click();
    await page.getByTestId("connection-test").filter({ hasText: "The model answers." }).waitFor();
    await page.getByTestId("run").click();
    await figure(page, "edits").filter({ hasText: "3" }).waitFor();
    assert.equal(await figure(page, "input-tokens").innerText(), "1500");
    const { headers, body } = model.requests.at(-1);
    assert.ok(structured(body), JSON.stringify(body).slice(0, 500));
    assert.ok([headers.authorization, headers["x-api-key"]].join(" ").includes("secret"));
  });
}

test("the most tokens of an answer are said by the name that the endpoint knows", async (t) => {
  const refusal = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  const model = await endpoint(t, (prompt, attempt) => (attempt === 1 ? { status: 400, body: { error: { message: refusal } } } : marking("June")));
  const { app, page } = await startModel(t, model);
  app.allow(/status of 400/);
  await connect(page, model);
  await page.getByText("Further settings").click();
  await setField(page, "max-tokens", "50");
  await page.getByTestId("run").click();
  await figure(page, "missing").filter({ hasText: /^0$/ }).waitFor();
  assert.match(await page.getByTestId("run-settings").innerText(), /--max-tokens 50/);
  const limits = model.requests.map(({ body }) => body.max_tokens ?? -body.max_completion_tokens);
  assert.deepEqual(limits.sort((a, b) => a - b), [-50, -50, -50, 50, 50, 50]);
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("the figures of runs are shown beside each other", async (t) => {
  const model = await endpoint(t, (prompt) => marking(/bridge/.test(prompt) ? "bridge" : "June"));
  const { page } = await startModel(t, model);
  await connect(page, model);
  await page.getByTestId("run").click();
  await figure(page, "edits").waitFor();
  await setField(page, "model-name", "other");
  await page.getByTestId("run").click();
  await eventually(() => run(page).count(), 2);
  await figure(page, "edits").waitFor();
  await page.getByTestId("compare-runs").click();
  await shown(page, "figures");
  await page.getByTestId("main-figures").waitFor();
  const files = await page.getByTestId("files").innerText();
  assert.match(files, /other-base-quotes\.json[^]*tiny-base-quotes\.json/);
});

test("what is wrong with an endpoint is said in words", async (t) => {
  const refusing = await endpoint(t, () => ({ status: 401, body: { error: { message: "bad key" } } }));
  const { app, page } = await startModel(t, refusing);
  app.allow(/status of 401|CORS|ERR_FAILED|ERR_CONNECTION_REFUSED/);
  await connect(page, refusing);
  const outcome = page.getByTestId("connection-test");
  await page.getByTestId("test-connection").click();
  await outcome.filter({ hasText: "Check the key" }).waitFor();
  await page.getByTestId("run").click();
  await page.getByRole("alert").filter({ hasText: "bad key" }).first().waitFor();
  await eventually(() => page.getByTestId("run-progress").count(), 0);
});

test("an endpoint that lets no page read its answers is said to do so", async (t) => {
  const closed = await endpoint(t, () => marking("June"), { cors: {} });
  const { app, page } = await startModel(t, closed);
  app.allow(/CORS|ERR_FAILED/);
  await connect(page, closed);
  await page.getByTestId("test-connection").click();
  await page.getByTestId("connection-test").filter({ hasText: "CORS" }).waitFor();
  await page.getByText("Further settings").click();
  await page.getByTestId("api").selectOption("ollama");
  await page.getByTestId("test-connection").click();
  await page.getByTestId("connection-test").filter({ hasText: "OLLAMA_ORIGINS=http" }).waitFor();
});
