// Roles of spans: which one a selection takes, what says so, and what is open without it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: contradictions
edits:
  - name: contradiction
    label: Contradiction
    enable_output: true
    spans:
      - { name: error, label: Error }
      - { name: antecedent, label: Antecedent, required: true }
  - name: unsupported
    label: Unsupported
    spans:
      - { name: claim, label: Claim }
      - { name: evidence, label: Evidence, side: source, multiple: true }
`;

const SOURCE = "The ferry runs on weekdays and on Sundays.";
const TARGET = "He is an only child here. His sister left in spring.";
const DATA = [{ source: SOURCE, target: TARGET }];

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);

/** The range of words in a text. */
const range = (text, words) => [text.indexOf(words), text.indexOf(words) + words.length];

/** The roles in a part of the page, each with its text. */
const roles = (part) =>
  part.locator("[data-span-role]").evaluateAll((all) => all.map((one) => [one.dataset.spanRole, one.textContent]));

test("the draft names the role that is selected next", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("contradiction").click();
  await work.draft.waitFor();
  await eventually(async () => /Now select: Error/.test(await work.draft.innerText()), true);
  assert.equal(await work.missing(), "target");
  assert.equal(await work.draft.getAttribute("data-missing-role"), "error");
  assert.equal(await work.finishEdit.isEnabled(), false, "an edit has a span of its first role");
  await work.select("target", "sister");
  await eventually(async () => /Now select: Antecedent/.test(await work.draft.innerText()), true);
  assert.equal(await work.missing(), "");
  assert.equal(await work.draft.getAttribute("data-missing-role"), "antecedent", "it can be finished, but is open then");
  assert.deepEqual(await roles(work.draft), [["error", "Error: “sister”"]]);
  await work.select("target", "only child");
  await work.waitForRows("contradiction-1");
  assert.equal(await work.draft.count(), 0, "with all roles it is an edit by itself");
  assert.deepEqual(await roles(work.edits), [
    ["error", "Error: “sister”"],
    ["antecedent", "Antecedent: “only child”"],
  ]);
  const [edit] = await work.downloadedEdits();
  assert.deepEqual(edit.output_idx, [range(TARGET, "sister"), range(TARGET, "only child")]);
  assert.deepEqual(edit.span_roles, { target: ["error", "antecedent"] });
});

test("a required role without a span is open, and its button goes on to it", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.category("contradiction").click();
  await work.select("target", "sister");
  await work.finishEdit.click();
  await work.waitForRows("contradiction-1");
  assert.equal(await work.edits.getAttribute("data-annotated"), "false");
  const select = work.page.locator(".edit-panel > .actions [data-testid=select-role]");
  assert.equal(await select.getAttribute("data-role"), "antecedent");
  assert.equal(await select.innerText(), "Antecedent: select it");
  await select.click();
  await byId(work.page, "extending").waitFor();
  await work.select("target", "only child");
  await eventually(() => work.edits.getAttribute("data-annotated"), "true");
  assert.equal(await select.count(), 0);
  await work.finishEdit.click();
  assert.deepEqual((await roles(work.edits)).map(([role]) => role), ["error", "antecedent"]);
});

test("a role on the other side takes several spans", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("unsupported", ["target", "spring"], ["source", "weekdays"], ["source", "Sundays"]);
  const [edit] = await work.downloadedEdits();
  assert.deepEqual(edit.span_roles, { source: ["evidence", "evidence"], target: ["claim"] });
  assert.equal(await work.edits.getAttribute("data-annotated"), "true");
});

test("spans of older data take the roles in their order, and are downloaded as they were", async (t) => {
  const edits = [{ category: "contradiction", id: 1, annotation: null, output_idx: [range(TARGET, "sister"), range(TARGET, "only child")] }];
  const work = await openWork(t, { template: TEMPLATE, data: [{ ...DATA[0], edits }] });
  await work.waitForRows("contradiction-1");
  assert.deepEqual((await roles(work.edits)).map(([role]) => role), ["error", "antecedent"]);
  assert.equal(await work.edits.getAttribute("data-annotated"), "true");
  assert.deepEqual(await work.downloadedEdits(), edits);
});

test("the span of a role can be changed, added and taken out later", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("contradiction", ["target", "sister"], ["target", "only child"]);
  await byId(work.edits.first(), "edit-open").click();
  await work.openPanel.locator(".boundaries summary").click();
  const button = (role) => work.openPanel.locator(`[data-testid="select-role"][data-role="${role}"]`);
  await button("error").click();
  assert.equal(await button("error").getAttribute("aria-pressed"), "true");
  await eventually(async () => /Now select: Error/.test(await byId(work.page, "extending").innerText()), true);
  await work.select("target", "left");
  await work.finishEdit.click();
  assert.deepEqual(await roles(work.edits), [
    ["antecedent", "Antecedent: “only child”"],
    ["error", "Error: “left”"],
  ]);
  await work.openPanel.locator(".boundary", { hasText: "only child" }).getByRole("button").last().click();
  await eventually(async () => (await roles(work.edits)).length, 1);
  assert.equal(await work.edits.getAttribute("data-annotated"), "false");
  await button("antecedent").first().click();
  await work.select("target", "child");
  await eventually(() => work.edits.getAttribute("data-annotated"), "true");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual(edit.span_roles, { target: ["error", "antecedent"] });
});

test("tooltips and handles name the roles, and a curve leads from one to the other", async (t) => {
  const edits = [{ category: "contradiction", id: 1, annotation: null, output_idx: [range(TARGET, "sister"), range(TARGET, "only child")] }];
  const work = await openWork(t, { template: TEMPLATE, data: [{ ...DATA[0], edits }] });
  await work.edits.hover();
  const tooltips = byId(work.page, "mark-tooltip");
  await eventually(async () => (await tooltips.allInnerTexts()).sort(), ["Antecedent", "Contradiction · pre-annotation: Error"]);
  const names = await tooltips.evaluateAll((all) => all.map((one) => one.dataset.role));
  assert.deepEqual(names.sort(), ["antecedent", "error"]);
  await byId(work.edits, "edit-open").click();
  const knobs = byId(work.page, "knob");
  await knobs.first().waitFor();
  const titles = await knobs.evaluateAll((all) => all.map((knob) => knob.title));
  assert.deepEqual(titles.sort(), ["Antecedent", "Antecedent", "Error", "Error"]);
  await eventually(() => work.page.locator(".connectors path").count(), 1);
});
