// The page of a training, and the trainings that come with the app as journeys work through them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { AnnotatePage, eventually } from "./pages.mjs";

/**
 * The steps of a training that comes with the app, by its path in the folder of templates: kind, title, gold by category with the words of its spans as
 * `[side, words]`, the right option of each question.
 */
export async function stepsOf(path) {
  return stepsIn(await readFile(new URL(`../../templates/${path}`, import.meta.url), "utf8"));
}

/** The steps of the training in a text. */
export function stepsIn(text) {
  const [, ...steps] = text.split(/^ +- (?=(?:lesson|exercise|quiz|examination): )/m);
  return steps.map((step) => {
    const [, kind, title] = /^(\w+): (.*)$/m.exec(step);
    const gold = new Map();
    if (kind === "exercise" || kind === "examination") {
      for (const line of step.split("\n")) {
        const side = /^\s*source:/.test(line) ? "source" : "target";
        for (const [, words, category, label] of line.matchAll(/\[([^\]]+)\]\{(\w+)(#\d+)?/g)) {
          const key = category + (label ?? "");
          gold.set(key, { category, spans: [...(gold.get(key)?.spans ?? []), [side, words]] });
        }
      }
    }
    const right = [...step.matchAll(/^ +- right: (.*)$/gm)].map(([, option]) => option);
    return { kind, title, gold: [...gold.values()], right };
  });
}

/** Reads a result code as `crates/training/src/result_code.rs` writes it. */
export function readCode(text) {
  assert.match(text, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const bits = [...text.replaceAll("-", "")].reduce((all, digit) => (all << 5n) | BigInt(digits.indexOf(digit)), 0n);
  const payload = bits >> 22n;
  const first = (said, count) => BigInt(`0x${createHash("sha256").update(said).digest("hex").slice(0, 8)}`) >> (32n - count);
  assert.equal(bits & 0x3fffffn, first(`spanwise training result ${payload}`, 22n), "the check value");
  const of = (name) => ((payload >> 8n) & 0xfffffn) === first(`spanwise trainee ${name.toLowerCase()}`, 20n);
  return { passed: (payload & 1n) === 1n, percent: Number((payload >> 1n) & 127n), of };
}

/** A page of a training. */
export class TrainingPage extends AnnotatePage {
  get exercise() {
    return this.page.getByTestId("exercise");
  }

  get feedback() {
    return this.page.getByTestId("feedback");
  }

  async waitForPage() {
    await this.page.locator('html[data-app-ready="true"] [data-page="training"]').waitFor();
  }

  async waitForStep(title) {
    await eventually(() => this.page.locator("#training-heading").innerText(), title);
  }

  async check() {
    await this.page.getByTestId("check").click();
  }

  async goOn() {
    await this.page.getByTestId("next-step").click();
  }

  async points() {
    return this.page.getByTestId("points").getAttribute("data-value");
  }

  async findings() {
    return this.page.getByTestId("finding").evaluateAll((items) => items.map((item) => item.dataset.state));
  }

  async mark({ category, spans }) {
    await this.make(category, ...spans);
  }

  /** Answers each question of a quiz, rightly or by another option. */
  async answerQuiz(right, { rightly }) {
    for (const [at, option] of right.entries()) {
      const labels = this.page.getByTestId("quiz-question").nth(at).locator("label");
      const chosen = rightly ? labels.filter({ hasText: option }) : labels.filter({ hasNotText: option });
      await chosen.first().locator("input").check();
    }
  }

  /** Whether another step or the result is shown: read at once, since the last step's heading goes as the result comes. */
  #hasLeft(title) {
    return this.page.evaluate((title) => {
      const heading = document.querySelector("#training-heading")?.innerText;
      return document.querySelector('[data-testid="training-result"]') !== null || (heading ?? title) !== title;
    }, title);
  }

  /** Goes through an attempt to its result: everything is found and right, or nothing. */
  async workThrough(steps, { rightly }) {
    const heading = this.page.locator("#training-heading");
    const result = this.page.getByTestId("training-result");
    for (;;) {
      await heading.or(result).first().waitFor();
      if (await result.count()) return;
      const title = await heading.innerText();
      const step = steps.find((one) => one.title === title);
      if (step.kind !== "lesson") {
        if (step.kind === "quiz") await this.answerQuiz(step.right, { rightly });
        else await this.page.locator('[data-testid="exercise"][data-state="open"]').waitFor();
        if (rightly) for (const gold of step.gold) await this.mark(gold);
        await this.check();
        if (step.kind === "examination") await this.page.locator('[data-testid="exercise"][data-state="checked"]').waitFor();
        else await this.feedback.waitFor();
      }
      await this.goOn();
      await eventually(() => this.#hasLeft(title), true);
    }
  }
}
