// The builder: text, outline, preview and data together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

class BuildPage {
  constructor(app) {
    this.app = app;
    this.page = app.page;
    this.template = this.page.getByTestId("template-editor").locator(".cm-content");
    this.data = this.page.getByTestId("data-editor").locator(".cm-content");
    this.preview = this.page.frameLocator('[data-testid="preview"]');
    this.problems = this.page.getByTestId("template-problems");
    this.dataProblems = this.page.getByTestId("data-problems");
    this.outline = this.page.getByTestId("outline-item");
  }

  async waitForPreview() {
    await this.preview.locator('[data-page="annotate"]').waitFor();
  }

  /** The text of an editor, whole. */
  text(id) {
    return this.page.getByTestId(id).evaluate((host) => {
      const view = host.shadowRoot.querySelector(".cm-content").cmTile?.view ?? host.shadowRoot.querySelector(".cm-content").cmView.view;
      return view.state.doc.toString();
    });
  }

  templateText() {
    return this.text("template-editor");
  }

  /** Replaces the whole text of an editor, as a person would: everything selected, then pasted. */
  async write(editor, text) {
    await editor.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  item(label) {
    return this.outline.filter({ hasText: label }).first();
  }

  categories() {
    return this.preview.locator('[data-testid="category"]').evaluateAll((all) => [...new Set(all.map((one) => one.dataset.category))]);
  }

  /** Makes an edit in the preview with the keyboard alone: the first word of the target. */
  async annotate(category) {
    await this.preview.locator("#text-target").focus();
    await this.page.keyboard.press("Shift+ArrowRight");
    await this.page.keyboard.press("Enter");
    await this.preview.locator(`[data-testid="category-menu"] [data-category="${category}"]`).click();
    await this.preview.locator(`[data-testid="edit"][data-category="${category}"]`).first().waitFor();
  }
}

async function openBuilder(t, address = "#/build", options = {}) {
  const app = await start(t, options);
  await app.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.open(address);
  const build = new BuildPage(app);
  await build.template.waitFor();
  await build.waitForPreview();
  return build;
}

const TEMPLATE = `template_name: tiny
template_label: Tiny
edits:
  # The only one.
  - name: odd
    label: Odd
    color: red
    enable_output: true
`;

test("a new draft begins with a template and data that work", async (t) => {
  const build = await openBuilder(t);
  assert.match(await build.problems.innerText(), /no problems/);
  await eventually(() => build.categories(), ["fluency", "omission"]);
  await build.page.getByTestId("save-state").and(build.page.locator('[data-state="saved"]')).waitFor();
});

test("problems are marked and listed as one types, fixed with a click, and the last good version stays", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE.replace("color: red", "colour: red").replace("enable_output: true", "enable_output: yep"));
  const rows = build.problems.locator(".diagnostic");
  await eventually(() => rows.count(), 2);
  assert.match(await build.problems.innerText(), /line 7, column 5/);
  assert.ok((await build.page.getByTestId("template-editor").locator(".cm-lintRange-error").count()) > 0, "marked in the text");
  await build.page.getByText("The last version without errors").waitFor();
  assert.deepEqual(await build.categories(), ["fluency", "omission"]);

  await build.problems.getByRole("button", { name: /line 8/ }).click();
  await build.problems.getByTestId("fix").first().click();
  await eventually(() => rows.count(), 1);
  assert.match(await build.templateText(), /^ {4}color: red$/m);
  await build.page.keyboard.press("ControlOrMeta+z");
  await eventually(() => rows.count(), 2);
});

test("broken YAML leaves the preview as it is", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, "template_name: [unclosed\nedits:\n  - name");
  await build.problems.locator(".diagnostic--error").first().waitFor();
  assert.deepEqual(await build.categories(), ["fluency", "omission"]);
  await build.write(build.template, TEMPLATE);
  await eventually(() => build.categories(), ["odd"]);
});

test("keys and values are completed with their documentation, and explained under the pointer", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  await build.page.keyboard.type("    annot");
  const list = build.page.locator(".cm-tooltip-autocomplete");
  await list.getByText("annotation", { exact: true }).waitFor();
  // A list that has only just opened does not take Enter yet: it may be meant for the text.
  await build.page.waitForTimeout(200);
  await build.page.keyboard.press("Enter");
  assert.match(await build.templateText(), /annotation:/);
  await build.write(build.template, TEMPLATE);
  await build.page.keyboard.type("    type: ");
  await build.page.keyboard.press("Control+Space");
  await list.getByText("multi_span", { exact: true }).waitFor();
  await build.page.keyboard.press("Escape");
  await build.template.getByText("enable_output").hover();
  await build.page.locator(".cm-tooltip .help").getByText("target", { exact: false }).first().waitFor();
});

test("a name follows its label until one is set; a name that was there stays", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  const field = (key) => build.page.getByTestId(`outline-${key}`);
  const label = async (text) => {
    await field("label").fill(text);
    await field("label").press("Tab");
  };
  await build.item("Odd").click();
  await label("Strange");
  await eventually(() => field("name").inputValue(), "odd");

  await build.page.getByTestId("add-category").click();
  await label("Word order");
  await eventually(() => field("name").inputValue(), "word_order");
  await label("Order of words");
  await eventually(() => field("name").inputValue(), "order_of_words");
  await eventually(async () => /label: Order of words/.test(await build.templateText()), true);
  await field("name").fill("order");
  await field("name").press("Tab");
  await label("Order");
  await label("Sequence");
  await eventually(() => field("name").inputValue(), "order");
});

test("a category that is renamed in the outline is renamed in the formula of the score", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, `${TEMPLATE}score: 100 - 100 * odd / words\n`);
  await build.item("Odd").click();
  await build.page.getByTestId("outline-name").fill("strange");
  await build.page.getByTestId("outline-name").press("Tab");
  await eventually(async () => /^score: 100 - 100 \* strange \/ words$/m.test(await build.templateText()), true);
  await eventually(() => build.categories(), ["strange"]);
  await build.problems.getByText("no problems").waitFor();
});

test("a colour that looks like another is a problem with a fix; a new category has one far from the others", async (t) => {
  const build = await openBuilder(t);
  const two = (color) => `template_name: two\nedits:\n  - { name: first, color: navy, enable_output: true }\n  - { name: second, color: ${color}, enable_output: true }\n`;
  await build.write(build.template, two("navy"));
  await build.problems.getByText("look alike").waitFor();
  await build.problems.getByTestId("fix").first().click();
  await eventually(async () => /color: navy, enable_output: true \}\n$/.test(await build.templateText()), false);
  await eventually(() => build.problems.getByText("look alike").count(), 0);
  // Eight categories: one more of each colour by default would repeat the first.
  for (let n = 0; n < 6; n += 1) {
    await build.page.getByTestId("add-category").click();
    await eventually(() => build.outline.count(), 3 + n);
  }
  const colors = [...(await build.templateText()).matchAll(/color: "?([#\w]+)"?/g)].map(([, color]) => color.toLowerCase());
  assert.equal(new Set(colors).size, colors.length, colors.join());
  assert.equal(await build.problems.getByText("look alike").count(), 0);
});

test("an annotated example that names no category is a problem with a fix", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, `${TEMPLATE}prepend_instructions: true\ninstructions: |\n  ~~~annotated\n  An [apple]{od}.\n  ~~~\n`);
  await build.problems.getByText("which is no category of the template").waitFor();
  assert.match(await build.problems.innerText(), /line 12, column 14/);
  await build.problems.getByTestId("fix").first().click();
  await eventually(async () => /\{odd\}/.test(await build.templateText()), true);
  await eventually(() => build.problems.getByText("which is no category").count(), 0);
  await build.preview.getByTestId("example").locator("mark", { hasText: "apple" }).waitFor();
});

test("a question about the instance is added to the outline, and asked in the preview", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  await eventually(() => build.outline.count(), 1);
  await build.page.getByTestId("add-instance-question").click();
  await eventually(async () => /^instance_questions:/m.test(await build.templateText()), true);
  await build.preview.locator('[data-testid="instance-question"]').first().waitFor();
});

test("the form of the outline is wide enough to read", async (t) => {
  const build = await openBuilder(t, "?t=salsa#/build");
  await build.item("Deletion").click();
  for (const key of ["label", "name", "description", "shape"]) {
    const { width } = await build.page.getByTestId(`outline-${key}`).boundingBox();
    assert.ok(width >= 230, `${key}: ${width} px`);
  }
});

test("the outline adds, renames, recolours, moves and deletes without touching comments", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  await eventually(() => build.outline.count(), 1);
  await build.page.getByTestId("add-category").click();
  await eventually(() => build.outline.count(), 2);
  const name = build.page.getByTestId("outline-name");
  await name.fill("dull");
  await name.press("Tab");
  await build.page.getByTestId("outline-label").fill("Dull: or so");
  await build.page.getByTestId("outline-label").press("Tab");
  await eventually(() => build.categories(), ["odd", "dull"]);
  assert.match(await build.templateText(), /label: "Dull: or so"/);

  await build.page.getByTestId("outline-color").fill("#123456");
  await eventually(async () => /color: "#123456"/.test(await build.templateText()), true);
  await build.page.getByTestId("outline-add").click();
  await eventually(() => build.outline.count(), 3);
  await build.page.getByTestId("outline-answers").selectOption("likert-3");
  await eventually(async () => /options: likert-3/.test(await build.templateText()), true);

  await build.item("Dull").click();
  await build.page.getByTestId("outline-up").click();
  await eventually(() => build.categories(), ["dull", "odd"]);
  await build.item("Odd").click();
  await build.page.getByTestId("outline-delete").click();
  await eventually(() => build.categories(), ["dull"]);
  await build.page.getByRole("button", { name: "Undo" }).click();
  await eventually(() => build.categories(), ["dull", "odd"]);
  assert.match(await build.templateText(), /# The only one\.\n {2}- name: odd/);
  assert.match(await build.problems.innerText(), /no problems/);
});

test("the outline works with the keyboard alone", async (t) => {
  const build = await openBuilder(t);
  await build.outline.first().focus();
  const chosen = () => build.page.locator('[data-testid="outline-item"][aria-selected="true"]').innerText();
  await build.page.keyboard.press("ArrowDown");
  await eventually(async () => /severity/i.test(await chosen()), true);
  await build.page.keyboard.press("ArrowLeft");
  await eventually(async () => /Fluency/.test(await chosen()), true);
  await build.page.keyboard.press("Alt+ArrowDown");
  await eventually(() => build.categories(), ["omission", "fluency"]);
  await build.page.keyboard.press("Delete");
  await eventually(() => build.categories(), ["omission"]);
});

// Thresh 11.10: compiling erases what was annotated in the preview
test("what was annotated in the preview stays while the template changes, and is written back on request", async (t) => {
  const build = await openBuilder(t);
  await build.annotate("fluency");
  const writeBack = build.page.getByTestId("write-back");
  await eventually(() => writeBack.isEnabled(), true);
  await build.item("Fluency").click();
  await build.page.getByTestId("outline-label").fill("Fluent");
  await build.page.getByTestId("outline-label").press("Tab");
  await build.preview.getByText("Fluent").first().waitFor();
  await eventually(() => build.preview.locator('[data-testid="edit"]').count(), 1);
  assert.doesNotMatch(await build.text("data-editor"), /edits/);

  await writeBack.click();
  await eventually(async () => JSON.parse(await build.text("data-editor"))[0].edits?.length, 1);
  await eventually(() => writeBack.isEnabled(), false);
});

test("annotations of the preview follow a category that is renamed, and come back with it", async (t) => {
  const build = await openBuilder(t);
  await build.annotate("fluency");
  await eventually(() => build.page.getByTestId("write-back").isEnabled(), true);
  await build.item("Fluency").click();
  const name = build.page.getByTestId("outline-name");
  for (const to of ["language", "fluency"]) {
    await name.fill(to);
    await name.press("Tab");
    await build.preview.locator(`[data-testid="edit"][data-category="${to}"]`).waitFor();
    await eventually(() => build.preview.locator('[data-testid="edit"]').count(), 1);
    assert.match(await build.problems.innerText(), /no problems/);
  }
});

test("the builder says which annotations no longer fit, and leads to them", async (t) => {
  const build = await openBuilder(t);
  await build.annotate("fluency");
  await eventually(() => build.page.getByTestId("write-back").isEnabled(), true);
  await build.item("Fluency").click();
  await build.page.getByTestId("outline-delete").click();
  await build.page.getByText("1 problem of an edit that no longer fits").waitFor();
  assert.match(await build.dataProblems.innerText(), /instance 1, edits\[0\]/);
  // The edit itself is kept as it is.
  await eventually(() => build.preview.locator('[data-testid="edit"]').count(), 1);
});

test("data that the template cannot show as meant is listed, with a way to it", async (t) => {
  const build = await openBuilder(t);
  const data = [{ target: "One." }, { target: "Two." }, { target: "Three.", edits: [{ category: "nope", id: 1, output_idx: [[0, 3]] }] }];
  await build.write(build.data, JSON.stringify(data));
  const row = build.dataProblems.getByRole("button", { name: /instance 3/ });
  await row.first().waitFor();
  await row.first().click();
  await build.preview.locator('[data-testid="position"][data-index="3"]').waitFor();
  await build.write(build.data, "[{");
  await build.dataProblems.locator(".diagnostic").first().waitFor();
  await build.preview.locator('[data-testid="position"][data-index="3"]').waitFor();
});

test("annotations of the preview follow their instance when the data changes", async (t) => {
  const build = await openBuilder(t);
  await build.annotate("fluency");
  await eventually(() => build.page.getByTestId("write-back").isEnabled(), true);
  const data = JSON.parse(await build.text("data-editor"));
  const written = (await build.text("data-editor")).split(/\n(?= {2}\{)/);
  assert.equal(data.length, 2);
  await build.write(build.data, `${written[0]}\n  {"target": "A new one first."},\n${written.slice(1).join("\n")}`);
  await build.preview.locator('[data-testid="position"][data-total="3"]').waitFor();
  await build.preview.getByTestId("next").click();
  await eventually(() => build.preview.locator('[data-testid="edit"]').count(), 1);
});

test("a draft survives a reload, annotations of the preview included", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  await eventually(() => build.categories(), ["odd"]);
  await build.annotate("odd");
  await eventually(() => build.page.getByTestId("write-back").isEnabled(), true);
  await build.page.locator('[data-testid="save-state"][data-state="saved"]').first().waitFor();
  await build.page.reload();
  await build.template.waitFor();
  assert.equal(await build.templateText(), TEMPLATE);
  await eventually(() => build.preview.locator('[data-testid="edit"]').count(), 1);
});

test("one goes back to an earlier version, and from there on again", async (t) => {
  const build = await openBuilder(t);
  const first = await build.templateText();
  await build.write(build.template, TEMPLATE);
  await build.page.getByTestId("versions").click();
  await build.page.getByTestId("keep-version").click();
  const versions = build.page.getByTestId("version-list").locator("li");
  await eventually(() => versions.count(), 2);
  await versions.last().getByTestId("restore").click();
  await eventually(() => build.templateText(), first);
  await build.page.getByTestId("versions").click();
  await versions.nth(0).getByTestId("restore").click();
  await eventually(async () => [first, TEMPLATE].includes(await build.templateText()), true);
});

// Thresh 11.10: another template erases what was written, silently
test("opening another template leaves the draft as it is", async (t) => {
  const build = await openBuilder(t);
  await build.write(build.template, TEMPLATE);
  await build.page.locator('[data-testid="save-state"][data-state="saved"]').first().waitFor();
  await build.app.open("?t=mqm#/build");
  await build.page.getByRole("heading", { name: "Building: MQM" }).waitFor();
  await build.template.waitFor();
  await build.page.getByTestId("versions").click();
  await build.page.getByTestId("draft-list").getByRole("link", { name: "Tiny" }).click();
  await build.page.getByRole("heading", { name: "Building: Tiny" }).waitFor();
  await eventually(() => build.templateText(), TEMPLATE);
});

// Thresh 11.34: the builder needs the network
test("with the network off one goes on building", async (t) => {
  const build = await openBuilder(t);
  // What is loaded when it is first needed is then here, as it is with the service worker (offline.spec.mjs).
  await build.write(build.template, TEMPLATE);
  await eventually(() => build.categories(), ["odd"]);
  await build.annotate("odd");
  await build.app.context.setOffline(true);
  await build.write(build.template, TEMPLATE.replace("name: odd", "name: even"));
  await eventually(() => build.categories(), ["even"]);
  await build.annotate("even");
});

// Thresh 11.23: markup and formulas in the builder are run
test("nothing in a template or in data is run or shown as HTML", async (t) => {
  const build = await openBuilder(t);
  const hostile = `<img src=x onerror="document.title='run'">{{ 6*7 }}`;
  await build.write(build.template, TEMPLATE.replace("label: Odd", `label: '${hostile.replaceAll("'", "''")}'`));
  await build.write(build.data, JSON.stringify([{ target: hostile }]));
  await eventually(() => build.preview.getByTestId("pane-target").textContent(), hostile);
  assert.equal(await build.page.locator("main img").count(), 0);
  assert.notEqual(await build.page.title(), "run");
});

for (const colorScheme of ["light", "dark"]) {
  test(`the builder has no accessibility faults in the ${colorScheme}`, async (t) => {
    const build = await openBuilder(t, "?t=salsa#/build", { context: { colorScheme } });
    await build.outline.first().click();
    await assertAccessible(build.page);
  });
}
