// Trainings made in the builder: steps, quizzes, gold that is marked, a trial, and what is made for annotators.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { start } from "./journeys-support.mjs";
import { AnnotatePage, eventually } from "./pages.mjs";

/** The builder with the training of its draft. */
class TrainingBuilder extends AnnotatePage {
  get part() {
    return this.page.getByTestId("training-outline");
  }

  get items() {
    return this.page.getByTestId("training-item");
  }

  item(path) {
    return this.items.and(this.page.locator(`[data-path="${path}"]`));
  }

  field(testid) {
    return this.part.getByTestId(testid);
  }

  /** Writes into a field of the form, and leaves it. */
  async fill(testid, text) {
    await this.field(testid).fill(text);
    await this.field(testid).blur();
  }

  async choose(path) {
    await this.item(path).click();
    await eventually(() => this.item(path).getAttribute("aria-selected"), "true");
  }

  async template() {
    const file = await this.app.download(() => this.page.getByTestId("download-template").click());
    return file.text;
  }

  /** Replaces the text of the template, as a person would: everything selected, then pasted. */
  async write(text) {
    await this.page.getByTestId("template-editor").locator(".cm-content").click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  problems() {
    return this.page.getByTestId("template-problems").innerText();
  }

  /** Adds a step; its title has the focus. */
  async add(kind) {
    await this.page.getByTestId(`add-${kind}`).click();
    const name = kind[0].toUpperCase() + kind.slice(1);
    const isThere = (field) => field === document.activeElement && field.value;
    await eventually(() => this.field("training-title").evaluate(isThere), name);
  }

  /** An exercise with a text, and nothing marked yet. */
  async addExercise(title, target) {
    await this.add("exercise");
    await this.fill("training-title", title);
    await this.fill("training-target", target);
  }

  async openGold() {
    await this.page.getByTestId("mark-gold").click();
    await this.pane("target").waitFor();
  }

  async waitForStep(title) {
    await eventually(() => this.page.locator("#training-heading").innerText(), title);
  }
}

async function openTrainingBuilder(t) {
  const app = await start(t);
  await app.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.open("#/build");
  const build = new TrainingBuilder(app.page, app);
  await app.page.frameLocator('[data-testid="preview"]').locator('[data-page="annotate"]').waitFor();
  await app.page.getByTestId("outline-training").click();
  return build;
}

test("a training is made from nothing, tried with an error, and downloaded", async (t) => {
  const build = await openTrainingBuilder(t);
  const { page } = build;
  assert.match(await page.getByTestId("training-notice").innerText(), /No training yet/);
  assert.ok(await page.getByTestId("training-try").isDisabled());
  assert.match(await page.getByTestId("training-cannot-be-hidden").innerText(), /can read the solutions before answering/);

  // A double click adds one lesson; its title has the focus.
  await page.getByTestId("add-lesson").dblclick();
  await eventually(() => build.items.count(), 1);
  await eventually(() => build.field("training-title").evaluate((one) => one === document.activeElement), true);
  assert.match(await build.problems(), /line \d+/, "a lesson without a text is a problem");
  await build.fill("training-title", "What is fluency?");
  await build.fill("outline-text", "Mark the **fewest words**.\n\n~~~annotated\nShe [have]{fluency} left.\n~~~");

  // A quiz that is half written is told, and stays so after a reload.
  await build.add("quiz");
  await eventually(() => build.items.count(), 5);
  await build.fill("training-title", "Which one?");
  await build.choose("steps 1, questions 0");
  await build.field("outline-question").fill("He **have** left.");
  await page.reload();
  await page.getByTestId("outline-training").click();
  await eventually(() => build.items.count(), 5);
  await page.getByTestId("template-problems").locator(".diagnostic--error").first().waitFor();
  await build.choose("steps 1, questions 0, options 0");
  await build.fill("training-option", "Fluency");
  await build.fill("outline-why", "It is “has”.");
  await build.choose("steps 1, questions 0, options 1");
  await build.fill("training-option", "Omission");
  await assertAccessible(page, '[data-testid="training-outline"]');

  await build.addExercise("Find it", "  She have left. He stayed: at home.  ");
  await build.openGold();
  await eventually(() => page.locator("#gold-heading").evaluate((one) => one === document.activeElement), true);
  assert.equal(await build.text("target"), "She have left. He stayed: at home.");
  await build.make("fluency", ["target", "have"]);
  await assertAccessible(page, '[data-testid="gold-page"]');
  await page.getByTestId("take-gold").click();
  await eventually(() => build.field("gold-explanation").count(), 1);
  await build.fill("gold-explanation", "“She” goes with “has”.");
  await build.part.getByLabel(/Fluency: have/).waitFor();

  await page.getByTestId("training-settings").locator("summary").click();
  await build.fill("training-setting-title", "Before you annotate");
  await page.getByTestId("training-rule").selectOption("f1");
  await build.fill("training-setting-pass", "80");
  await page.getByTestId("training-tolerance").selectOption("1");
  await eventually(() => build.problems(), "The template has no problems.");

  // The trial: one mark is missed, one is where nothing is to be found.
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("training")));
  assert.deepEqual(await stored(), []);
  await page.getByTestId("training-try").click();
  await page.locator('[data-page="training"]').waitFor();
  await eventually(() => page.locator("[data-page]").count(), 1);
  await eventually(() => page.getByTestId("leave-trial").evaluate((one) => one === document.activeElement), true);
  assert.match(await page.locator("main:visible").innerText(), /You pass with 80 %/);
  await page.getByTestId("begin").click();
  await build.waitForStep("What is fluency?");
  await page.getByTestId("next-step").click();
  await build.waitForStep("Which one?");
  await page.getByTestId("quiz-question").getByLabel("Omission").check();
  await page.getByTestId("check").click();
  await page.getByTestId("feedback").waitFor();
  assert.match(await page.getByTestId("quiz").innerText(), /It is “has”\./);
  await page.getByTestId("next-step").click();
  await build.waitForStep("Find it");
  await build.make("fluency", ["target", "home"]);
  await page.getByTestId("check").click();
  await page.getByTestId("feedback").waitFor();
  const states = await page.getByTestId("finding").evaluateAll((all) => all.map((one) => one.dataset.state));
  assert.deepEqual(states, ["missed", "without-gold"]);
  assert.match(await page.getByTestId("feedback").innerText(), /“She” goes with “has”\./);
  await page.getByTestId("leave-trial").click();
  await eventually(() => page.getByTestId("training-try").evaluate((one) => one === document.activeElement), true);
  assert.deepEqual(await stored(), [], "nothing is kept of a trial");
  await page.locator('[data-page="build"]').waitFor();
  assert.equal(await build.problems(), "The template has no problems.");

  const text = await build.template();
  const training = text.slice(text.indexOf("\ntraining:") + 1);
  assert.equal(
    training,
    `training:
  title: Before you annotate
  scoring:
    rule: f1
    boundary_tolerance: 1
  pass: 80
  steps:
    - lesson: What is fluency?
      text: |-
        Mark the **fewest words**.

        ~~~annotated
        She [have]{fluency} left.
        ~~~
    - quiz: Which one?
      questions:
        - question: He **have** left.
          options:
            - right: Fluency
              why: It is “has”.
            - wrong: Omission
    - exercise: Find it
      annotated: |
        She [have]{fluency: “She” goes with “has”.} left. He stayed: at home.
`,
  );
  assert.match(text, /^# A template: the categories/, "comments stay");
});

test("gold opens as marks, is changed, left as it was, and follows its words", async (t) => {
  const build = await openTrainingBuilder(t);
  const { page } = build;
  await build.add("exercise");
  await page.getByTestId("mark-gold").click();
  await build.noticesAt("info").filter({ hasText: "Write the text first" }).waitFor();
  await build.fill("training-target", "One two three four");
  await build.openGold();
  await build.make("fluency", ["target", "two"]);
  await page.keyboard.press("ControlOrMeta+Enter");
  await build.field("gold-explanation").waitFor();
  await build.fill("gold-explanation", "Why two");

  // Left with other marks: nothing changes, until they are taken after all.
  await build.openGold();
  await eventually(() => build.edits.count(), 1);
  await build.make("fluency", ["target", "four"]);
  await page.getByTestId("leave-gold").click();
  await eventually(() => page.getByTestId("mark-gold").evaluate((one) => one === document.activeElement), true);
  assert.match(await build.template(), /One \[two\]\{fluency: Why two\} three four/);
  const notice = build.noticesAt("info").filter({ hasText: "were not taken" });
  await notice.getByRole("button", { name: "Take as gold" }).click();
  await eventually(() => build.field("gold-explanation").count(), 2);
  assert.match(await build.template(), /One \[two\]\{fluency: Why two\} three \[four\]\{fluency\}/);

  // A reload keeps marks that were not taken yet.
  await build.openGold();
  await build.make("fluency", ["target", "three"]);
  await page.reload();
  await page.getByTestId("outline-training").click();
  await build.choose("steps 0");
  await eventually(() => build.field("gold-explanation").count(), 3);
  await build.openGold();
  await build.edits.nth(1).getByTestId("edit-delete").click();
  await page.getByTestId("take-gold").click();
  await eventually(() => build.field("gold-explanation").count(), 2);

  await build.fill("training-target", "Zero, one two three four");
  assert.match(await build.template(), /Zero, one \[two\]\{fluency: Why two\} three \[four\]\{fluency\}/);
  await page.getByTestId("training-role").selectOption("examination");
  assert.match(await build.template(), /- examination: Exercise\n/);
  await build.fill("training-source", "A source");
  assert.match(await build.template(), /source: A source\n +target: Zero,/);

  // Steps move and are deleted with keys, and come back.
  await build.add("lesson");
  await build.choose("steps 1");
  await build.item("steps 1").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await eventually(async () => /Lesson/.test(await build.item("steps 0").innerText()), true);
  await page.keyboard.press("Delete");
  await eventually(() => build.items.count(), 1);
  await build.noticesAt("info").filter({ hasText: "The step was deleted" }).getByRole("button", { name: "Undo" }).click();
  await eventually(() => build.items.count(), 2);
});

test("bundles carry the training; one that is a file of its own is not in them, and not changed here", async (t) => {
  const build = await openTrainingBuilder(t);
  const { page, app } = build;
  await build.addExercise("Find it", "She have left.");
  await build.openGold();
  await build.make("fluency", ["target", "have"]);
  await page.getByTestId("take-gold").click();
  await build.field("gold-explanation").waitFor();
  await page.getByTestId("deploy-open").click();
  const bundle = await app.download(() => page.getByTestId("deploy-bundle").click());
  assert.match(bundle.text, /She \[have\]\{fluency\} left\./);
  assert.equal(await page.getByTestId("deploy-training-elsewhere").count(), 0);
  await page.locator('[data-testid="deploy-way"][data-way="link"]').click();
  const address = await page.getByTestId("deploy-share").innerText();
  await page.keyboard.press("Escape");
  await app.open(address);
  await page.locator('html[data-app-ready="true"] [data-page="annotate"]').waitFor();
  await build.openMenu();
  await page.getByTestId("training").click();
  await page.locator('[data-page="training"]').waitFor();
  await eventually(() => page.getByTestId("step").count(), 1);

  await app.open("#/build");
  await page.getByTestId("outline-training").click();
  const text = await build.template();
  await build.write(`${text.slice(0, text.indexOf("\ntraining:"))}\ntraining: training.yml\n`);
  await eventually(() => build.items.count(), 0);
  assert.match(await page.getByTestId("training-notice").innerText(), /a file of its own.*Copy its text/);
  assert.equal(await page.getByTestId("add-lesson").isVisible(), false);
  await page.getByTestId("deploy-open").click();
  assert.match(await page.getByTestId("deploy-training-elsewhere").innerText(), /training\.yml/);
});
