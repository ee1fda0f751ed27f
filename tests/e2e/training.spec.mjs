// The page of a training: lessons, exercises with feedback, quizzes, an examination, the result code; what is kept of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { startApp } from "./harness.mjs";
import { chooseFiles } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";
import { TrainingPage, readCode, stepsOf } from "./training-support.mjs";

async function openTraining(t, address, options) {
  const app = await startApp(t, options);
  app.page.setDefaultTimeout(15_000);
  await app.open(address);
  const page = new TrainingPage(app.page, app);
  return { app, page };
}

test("Scarecrow’s whole training, with a mistake, a reload in the middle, and a code at the end", async (t) => {
  const { app, page } = await openTraining(t, "#/t/scarecrow");
  await app.page.getByTestId("training").click();
  await page.waitForPage();
  await assertAccessible(app.page);
  assert.match(await app.page.locator("main").innerText(), /An exercise is worth 5 points/);
  await app.page.getByTestId("trainee").fill("Ann Lee");
  await app.page.getByTestId("begin").click();
  const steps = await stepsOf("scarecrow/training.yml");
  const exercises = steps.filter(({ kind }) => kind === "exercise" || kind === "examination");
  for (const [at, step] of steps.entries()) {
    await page.waitForStep(step.title);
    await eventually(() => app.page.locator("#training-heading").evaluate((one) => one === document.activeElement), true);
    if (step.kind === "lesson") {
      await page.goOn();
      continue;
    }
    if (step.kind === "quiz") {
      await page.answerQuiz(step.right.slice(0, 1), { rightly: true });
      await page.check();
      await page.noticesAt("info").filter({ hasText: "all questions" }).waitFor();
      await page.answerQuiz(step.right, { rightly: true });
      await page.check();
      await page.feedback.waitFor();
      assert.equal(await app.page.getByTestId("quiz").getAttribute("data-state"), "passed");
      assert.equal(await page.points(), "15");
      await page.goOn();
      continue;
    }
    const number = exercises.indexOf(step) + 1;
    await app.page.locator('[data-testid="exercise"][data-state="open"]').waitFor();
    assert.equal(await page.exercise.getAttribute("data-index"), String(number));
    assert.equal(await page.exercise.getAttribute("data-total"), String(exercises.length));
    if (step.kind === "examination") {
      for (const one of step.gold.slice(0, 5)) await page.mark(one);
      await page.check();
      await app.page.locator('[data-testid="exercise"][data-state="checked"]').waitFor();
      assert.equal(await page.feedback.count(), 0, "nothing is told before the attempt is finished");
      await page.goOn();
      continue;
    }
    if (number === 1) {
      // Something that is no error, and what is one is missed.
      await page.mark({ category: "grammar_usage", spans: [["target", "A bright promise on a dark shore."]] });
      await page.check();
      await page.feedback.waitFor();
      assert.equal(await page.exercise.getAttribute("data-state"), "failed");
      assert.deepEqual(await page.findings(), ["missed", "without-gold"]);
      assert.match(await page.feedback.innerText(), /The past of “put” is “put”/);
      assert.match(await page.feedback.innerText(), /A sentence without a verb can be meant that way/);
      assert.equal(await page.points(), "0");
      await assertAccessible(app.page);
      await app.page.reload();
      await page.waitForPage();
      await page.feedback.waitFor();
      assert.equal(await page.exercise.getAttribute("data-state"), "failed", "the first answer counts");
      await page.goOn();
      continue;
    }
    for (const one of step.gold) await page.mark(one);
    if (number === 2) {
      await app.page.reload();
      await page.waitForPage();
      await page.waitForRows("redundant-1");
    }
    await page.check();
    await page.feedback.waitFor();
    assert.deepEqual(await page.findings(), ["found"], `step ${at + 1}`);
    assert.equal(await page.exercise.getAttribute("data-state"), "passed");
    assert.equal(await page.points(), "5");
    const solution = app.page.getByTestId("solution").locator('[data-testid="pane-target"]');
    await eventually(() => solution.locator("[data-mark]").first().isVisible(), true);
    await page.goOn();
  }
  const result = app.page.getByTestId("training-result");
  await result.waitFor();
  assert.equal(await result.getAttribute("data-state"), "passed");
  assert.equal(await page.points(), "95");
  const code = readCode(await app.page.getByTestId("result-code").innerText());
  assert.deepEqual([code.passed, code.percent, code.of("Ann Lee"), code.of("Bob")], [true, 95, true, false]);
  assert.equal(await app.page.getByTestId("try-again").count(), 0, "who has passed needs no further attempt");
  await assertAccessible(app.page);
  await app.page.getByTestId("previous").click();
  await page.feedback.waitFor();
  assert.equal(await page.exercise.getAttribute("data-state"), "passed", "the solution of the examination is shown now");
});

test("the training of the tutorial is failed, seen through, and passed", async (t) => {
  const { app, page } = await openTraining(t, "?t=demo_training&annotator=ann#/training");
  await page.waitForPage();
  const steps = await stepsOf("demo_training/template.yml");
  assert.deepEqual(steps.map(({ kind }) => kind), ["lesson", "exercise", "exercise", "quiz", "examination"]);
  for (const rightly of [false, true]) {
    await app.page.getByTestId("begin").click();
    await page.workThrough(steps, { rightly });
    const result = app.page.getByTestId("training-result");
    assert.equal(await result.getAttribute("data-state"), rightly ? "passed" : "failed");
    const code = readCode(await app.page.getByTestId("result-code").innerText());
    assert.deepEqual([code.passed, code.percent, code.of("ann")], [rightly, rightly ? 100 : 0, true]);
    if (!rightly) await app.page.getByTestId("try-again").click();
  }
});

const TEMPLATE = `template_name: own
edits:
  - { name: wrong, label: Wrong, enable_output: true }
  - { name: odd, label: Odd, enable_output: true }
training:
  title: Before you begin
  attempts: 2
  steps:
    - lesson: Welcome
      text: |
        Mark what is wrong.

        ~~~annotated
        A [bad]{wrong: It is bad.} thing.
        ~~~
    - exercise: One word
      annotated: "The cat [sitted]{wrong: It is “sat”.} on the mat."
    - quiz: Which?
      questions:
        - question: Two are right.
          options:
            - { right: A, why: First. }
            - { right: B, why: Second. }
            - { wrong: C, why: Not this one. }
`;

async function openOwn(t, template = TEMPLATE, options = {}) {
  const { app, page } = await openTraining(t, "", options);
  await chooseFiles(app.page, [{ name: "own.yml", text: template }]);
  await app.page.locator('[data-page="landing"]').waitFor();
  await app.page.getByTestId("training").click();
  return { app, page };
}

test("a training in its template is failed, and tried again", async (t) => {
  const { app, page } = await openOwn(t);
  await page.waitForPage();
  for (const marked of ["mat", "sitted"]) {
    await app.page.getByTestId("begin").click();
    // The lesson stays read.
    await page.waitForStep(marked === "mat" ? "Welcome" : "One word");
    if (marked === "mat") {
      await app.page.getByTestId("example").waitFor();
      await page.goOn();
    }
    await page.mark({ category: marked === "mat" ? "odd" : "wrong", spans: [["target", marked]] });
    await page.check();
    await page.goOn();
    for (const option of ["A", "B"]) await app.page.getByTestId("quiz-question").getByLabel(option, { exact: true }).check();
    await page.check();
    await page.feedback.waitFor();
    await page.goOn();
    const passed = marked === "sitted";
    await app.page.locator(`[data-testid="training-result"][data-state="${passed ? "passed" : "failed"}"]`).waitFor();
    if (!passed) {
      assert.equal(await app.page.getByTestId("result-code").count(), 0, "a code has a name");
      await app.page.getByTestId("trainee").fill("17");
      await app.page.getByTestId("trainee").blur();
      const code = readCode(await app.page.getByTestId("result-code").innerText());
      assert.deepEqual([code.passed, code.of("17")], [false, true]);
      await app.page.getByTestId("try-again").click();
    }
  }
  assert.deepEqual(readCode(await app.page.getByTestId("result-code").innerText()).percent, 100);
});

test("the marks are found by keyboard alone", async (t) => {
  const { app, page } = await openOwn(t);
  await page.waitForPage();
  const { keyboard } = app.page;
  const tabTo = async (control) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press("Tab");
    }
    assert.fail("Tab does not reach it");
  };
  await tabTo(app.page.getByTestId("begin"));
  await keyboard.press("Enter");
  await page.waitForStep("Welcome");
  await tabTo(app.page.getByTestId("next-step"));
  await keyboard.press("Enter");
  await page.waitForStep("One word");
  await tabTo(page.pane("target"));
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter"]) await keyboard.press(key);
  await page.categoryMenu.waitFor();
  await keyboard.press("1");
  await page.waitForRows("wrong-1");
  await keyboard.press("Control+z");
  await page.waitForRows();
  await keyboard.press("Control+Shift+z");
  await page.waitForRows("wrong-1");
  await keyboard.press("Control+Enter");
  await page.feedback.waitFor();
  assert.deepEqual(await page.findings(), ["found"]);
  await eventually(() => app.page.locator("#training-feedback").evaluate((one) => one === document.activeElement), true);
  assert.match(await app.page.getByRole("status").allInnerTexts().then((all) => all.join()), /Found: 1 of 1/);
});

test("a task may be checked before the frame after its last mark", async (t) => {
  const { app, page } = await openOwn(t);
  await page.waitForPage();
  const { keyboard } = app.page;
  await app.page.getByTestId("begin").click();
  await page.waitForStep("Welcome");
  await app.page.getByTestId("next-step").click();
  await page.waitForStep("One word");
  await app.page.evaluate(() => (window.requestAnimationFrame = (call) => setTimeout(call, 500, 0)));
  await page.pane("target").focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter"]) await keyboard.press(key);
  await page.categoryMenu.waitFor();
  await keyboard.press("1");
  await page.waitForRows("wrong-1");
  await keyboard.press("Control+Enter");
  await page.feedback.waitFor();
  // Whatever the frame was to place is gone.
  await app.page.waitForTimeout(700);
  assert.deepEqual(await page.findings(), ["found"]);
});

test("the menu of the annotate page leads to the training, and back leads to the work", async (t) => {
  const { app, page } = await openTraining(t, "?t=scarecrow");
  await page.waitForInstance(1);
  await page.openMenu();
  await page.menu.getByTestId("training").click();
  await page.waitForPage();
  assert.match(app.page.url(), /\?t=scarecrow#\/training$/);
  await app.page.goBack();
  await app.page.locator('[data-page="annotate"]').waitFor();
});

test("two tabs go on from each other’s state", async (t) => {
  const template = TEMPLATE.replace(/^training:[\s\S]*$/m, "training: training.yml\n");
  const training = TEMPLATE.slice(TEMPLATE.indexOf("training:\n") + "training:\n".length).replace(/^ {2}/gm, "");
  const answers = { "/own/template.yml": template, "/own/training.yml": training };
  const { app, page } = await openTraining(t, "?i=own/template.yml&annotator=Ann#/training", { answers });
  await page.waitForPage();
  assert.equal(await app.page.getByTestId("trainee").inputValue(), "Ann", "as the link names the trainee");
  await app.page.getByTestId("begin").click();
  await page.goOn();
  await page.mark({ category: "wrong", spans: [["target", "cat"]] });
  const second = new TrainingPage(await app.openTab("?i=own/template.yml&annotator=Ann#/training"), app);
  await second.waitForRows("wrong-1");
  await second.mark({ category: "odd", spans: [["target", "mat"]] });
  await page.waitForRows("wrong-1", "odd-1");
  await page.check();
  await page.feedback.waitFor();
  await second.feedback.waitFor();
  assert.deepEqual(await second.findings(), ["missed", "without-gold", "without-gold"]);
});

test("what cannot be used of a training is told", async (t) => {
  const { app } = await openOwn(t, TEMPLATE.replace("annotated: \"The cat [sitted]", "annotated: \"The cat [sitted"));
  const problems = app.page.getByTestId("training-problems");
  await problems.locator('[data-code="bad-marks"]').waitFor();
  const nothing = TEMPLATE.replace(/^ {2}steps:[\s\S]*$/m, "  steps: []\n");
  const { app: other } = await openOwn(t, nothing);
  await other.page.locator('[data-page="failure"] [data-code="nothing-scored"]').waitFor();
});
