// The interface in other languages: their choice, the texts that change, and those that stay as they are.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { DATA, TEMPLATE, mark, start, startAnnotating } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const root = (page) => page.locator("html");
const lang = (page) => root(page).getAttribute("lang");

async function openHub(t, locale, options) {
  const app = await start(t, { context: { locale }, ...options });
  await app.open();
  return app;
}

test("the browser's language is taken, with any region", async (t) => {
  for (const [locale, code, words] of [
    ["de-AT", "de", "Vorlage"],
    ["pt-BR", "pt", "modelo"],
    ["zh-CN", "zh", "模板"],
    ["ru-RU", "ru", "шаблон"],
  ]) {
    const { page } = await openHub(t, locale);
    assert.equal(await lang(page), code);
    assert.match(await page.locator("main").innerText(), new RegExp(words, "i"));
  }
});

test("a language that the app does not have is English", async (t) => {
  const { page } = await openHub(t, "sw-KE");
  assert.equal(await lang(page), "en");
});

test("the template's language goes before the browser's, and the reader's choice before both", async (t) => {
  const work = await startAnnotating(t, { template: `language: fr\n${TEMPLATE}`, context: { locale: "ja-JP" } });
  const { page } = work.app;
  assert.equal(await lang(page), "fr");
  await page.locator("header details.menu summary").click();
  await page.getByTestId("language").selectOption("ko");
  await eventually(() => lang(page), "ko");
  await page.reload();
  await eventually(() => lang(page), "ko");
  await page.locator("header details.menu summary").click();
  await page.getByTestId("language").selectOption("");
  await eventually(() => lang(page), "fr");
});

test("changing the language keeps work, place and history", async (t) => {
  const work = await startAnnotating(t);
  const { page } = work.app;
  await work.annotate.next.click();
  await work.annotate.waitForInstance(2);
  await work.annotate.deleteEdit(work.annotate.edits.first());
  await page.locator("header details.menu summary").click();
  await page.getByTestId("language").selectOption("tr");
  await eventually(() => lang(page), "tr");
  await work.annotate.waitForInstance(2);
  assert.equal(await work.annotate.edits.count(), 0);
  await work.annotate.undo.click();
  await eventually(() => work.annotate.edits.count(), 1);
});

for (const [locale, code] of [["ar-EG", "ar"], ["ur-PK", "ur"]]) {
  // Thresh 11.22: the interface never runs from right to left
  test(`the interface in ${code} runs from right to left, the texts as the data wants`, async (t) => {
    const work = await startAnnotating(t, { context: { locale } });
    const { page } = work.app;
    assert.equal(await root(page).getAttribute("dir"), "rtl");
    const side = (selector) => page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().left);
    assert.ok((await side(".work__texts")) > (await side(".work__edits")), "the texts stand first, at the right");
    for (const name of ["previous", "next", "next-unfinished"]) {
      const transform = await page.getByTestId(name).locator("svg").evaluate((icon) => getComputedStyle(icon).transform);
      assert.match(transform, /^matrix\(-1,/, `${name} points the other way`);
    }
    const direction = (pane) => work.annotate.pane(pane).evaluate((element) => getComputedStyle(element).direction);
    assert.equal(await direction("target"), "ltr", "English data");
    await work.annotate.next.click();
    await work.annotate.waitForInstance(2);
    assert.equal(await direction("target"), "rtl", "Arabic data");
    await assertAccessible(page);
  });
}

const ENGLISH = `
template_name: review
template_label: Reviews (2nd round)!
instance_questions:
  - { name: length, question: How long (in words)?, options: number, min: 2, max: 50 }
edits:
  - name: wrong
    label: Wrong (really)!
    group: Errors (all)!
    enable_output: true
    annotation:
      - name: kind
        question: Which kind (of two)?
        options:
          - { name: word, label: A word (or two)!, description: One of them (at least)! }
          - { name: order, label: Their order (alone)! }
`;

/** Whether the first text of an element stands in the order of English, its last sign at the right of its first. */
function isInOrder(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data } = walker.currentNode;
    const [start, end] = [data.search(/[\w“]/), data.trimEnd().length];
    if (start < 0) continue;
    const at = (from) => {
      const range = document.createRange();
      range.setStart(walker.currentNode, from);
      range.setEnd(walker.currentNode, from + 1);
      return range.getBoundingClientRect();
    };
    const [first, last] = [at(start), at(end - 1)];
    return first.width > 0 && first.top === last.top && first.left < last.left;
  }
  return false;
}

for (const locale of ["ar-EG", "ur-PK"]) {
  test(`English names and values keep their order in the interface of ${locale}`, async (t) => {
    const data = [{ target: "He came early (at 5).", edits: [{ category: "wrong", id: 1, annotation: { kind: { val: "word" } }, output_idx: [[8, 21]] }] }, { target: "Two." }];
    // Wide enough for one line of the list in any font.
    const viewport = { width: 1800, height: 900 };
    const work = await startAnnotating(t, { template: ENGLISH, data, context: { locale, viewport } });
    const { annotate, app } = work;
    await annotate.openEdit(annotate.edits.first());
    await annotate.question("kind").getByTestId("explain").click();
    const page = app.page;
    const shown = {
      title: page.locator(".bar__title a"),
      palette: page.locator(".categories .category__label"),
      group: page.locator(".categories__group"),
      "name in the list": page.locator(".row__label"),
      "text in the list": page.locator(".row__text"),
      "answers in the list": page.locator(".row__answers"),
      heading: page.locator(".edit-panel h2"),
      question: annotate.question("kind").locator(".question__prompt").first(),
      option: annotate.question("kind").locator(".answer span").first(),
      definition: annotate.question("kind").locator(".answers__about"),
      "question about the instance": page.locator('[data-path="length"] .question__prompt').first(),
      range: page.locator('[data-path="length"] .number-answer ~ .hint'),
    };
    for (const [what, locator] of Object.entries(shown)) {
      await locator.first().waitFor();
      assert.equal(await locator.first().evaluate(isInOrder), true, what);
    }
    await app.open();
    const recent = page.getByTestId("recent-work").first();
    await recent.waitFor();
    assert.equal(await recent.evaluate(isInOrder), true, "recent work");
    await assertAccessible(page);
  });
}

test("right-to-left data in a left-to-right interface", async (t) => {
  const work = await startAnnotating(t, { context: { locale: "de-DE" } });
  await work.annotate.next.click();
  await work.annotate.waitForInstance(2);
  assert.equal(await root(work.app.page).getAttribute("dir"), "ltr");
  assert.equal(await work.annotate.pane("source").evaluate((element) => getComputedStyle(element).direction), "rtl");
});

test("stored answers are the English tokens in every language", async (t) => {
  const work = await startAnnotating(t, { context: { locale: "hi-IN" }, data: [{ ...DATA[1] }] });
  const { annotate, app } = work;
  await annotate.openEdit(annotate.edits.first());
  await annotate.answer("loss", "a lot").click();
  await app.page.locator("header details.menu summary").click();
  const file = await app.download(() => app.page.getByTestId("download").click());
  assert.equal(file.json[0].edits[0].annotation.loss, "a lot");
});

test("single texts of the template beat the language", async (t) => {
  const template = `language: de\ninterface_text:\n  typology:\n    source_label: Urtext\n${TEMPLATE}`;
  const work = await startAnnotating(t, { template });
  const text = await work.app.page.locator(".work__texts").innerText();
  assert.match(text, /Urtext/);
  assert.match(text, /Zieltext/, "the other labels stay in the language");
});

test("a language that can't be loaded is told, and the page is in English", async (t) => {
  const app = await start(t, { context: { locale: "es-ES" }, answers: { "languages/es.json": null } });
  app.allow(/Failed to load resource/);
  await app.open();
  await app.page.locator('[data-testid="notice"][data-level="warning"]', { hasText: "Español" }).waitFor();
  assert.equal(await lang(app.page), "en");
});

/** Runs in the page before anything else: the texts of a language come just when the work has been opened, and what follows
 *  waits for a third of a second. */
function letLanguageComeLate() {
  const { fetch, setTimeout } = globalThis;
  const isOpened = () => location.hash.startsWith("#/w/");
  const pause = (ms) => new Promise((end) => setTimeout(end, ms));
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    while (answer.url.includes("languages/") && !isOpened()) await pause(1);
    return answer;
  };
  globalThis.setTimeout = (run, ms, ...rest) => setTimeout(run, isOpened() && ms === 0 ? 300 : ms, ...rest);
}

test("a work that is opened before its language has come stays open", async (t) => {
  const prepare = (app) => app.context.addInitScript(letLanguageComeLate);
  const { annotate, app } = await startAnnotating(t, { context: { locale: "es-ES" }, prepare });
  // What has ended is disposed of after a second.
  await app.page.waitForTimeout(1500);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  assert.equal(await lang(app.page), "es");
});

/** Opens the app without its program file. Resolves to the message of the page, once it is there. */
async function openWithoutProgram(t, options) {
  const app = await start(t, options);
  app.allow(/program|Failed to load resource/);
  await app.page.route(/_bg\.wasm$/, (route) => route.abort());
  await app.open("", { ready: false });
  const message = app.page.getByRole("alert");
  await message.waitFor();
  return { app, message, text: await message.innerText() };
}

test("a page that cannot start says so in the reader's language", async (t) => {
  const { app, message, text } = await openWithoutProgram(t, { context: { locale: "de-DE" } });
  assert.match(text, /Spanwise konnte nicht starten/);
  assert.match(text, /Programmdatei konnte nicht geladen werden/);
  assert.equal(await message.getAttribute("lang"), "de");
  await message.getByRole("button", { name: "Seite neu laden" }).waitFor();
  await assertAccessible(app.page);
  await app.page.evaluate(() => localStorage.setItem("spanwise/1/prefs", '{"language":"ar"}'));
  await app.page.reload();
  await message.getByRole("heading", { name: "تعذّر بدء Spanwise" }).waitFor();
  assert.equal(await message.evaluate((element) => getComputedStyle(element).direction), "rtl");
});

test("a page that cannot start says so in English where no other language is wanted or can be had", async (t) => {
  const english = await openWithoutProgram(t, { context: { locale: "en-GB" } });
  assert.match(english.text, /Spanwise could not start/);
  assert.deepEqual(english.app.requests.filter((address) => address.includes("/languages/")), []);
  const { text } = await openWithoutProgram(t, { context: { locale: "fr-FR" }, answers: { "languages/fr.json": null } });
  assert.match(text, /Spanwise could not start/);
});

test("whoever waits for long is told what to do in a language of their own", async (t) => {
  const app = await start(t, { context: { locale: "ja-JP" } });
  const { page } = app;
  await page.clock.install();
  await page.route(/_bg\.wasm$/, () => {});
  await app.open("", { ready: false });
  await page.clock.fastForward(7000);
  await eventually(() => page.locator(".boot__patience").getAttribute("lang"), "ja");
  assert.match(await page.locator(".boot__patience").textContent(), /再読み込み/);
});

test("an address without a page says so in the reader's language", async (t) => {
  const app = await start(t, { context: { locale: "ur-PK" } });
  app.allow(/404/);
  const { page } = app;
  await page.goto(`${app.url}nothing/here`);
  const heading = page.getByRole("heading", { name: "یہاں ایسا کوئی صفحہ نہیں" });
  await heading.waitFor();
  assert.equal(await heading.getAttribute("lang"), "ur");
  assert.equal(await page.locator("main").evaluate((element) => getComputedStyle(element).direction), "rtl");
  await page.getByText("/nothing/here").waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Spanwise کا ابتدائی صفحہ کھولیں" }).click();
  await page.locator("[data-page=hub]").waitFor();
});

test("the builder's editor speaks the language of the page", async (t) => {
  const app = await start(t, { context: { locale: "de-DE" } });
  const { page } = app;
  await app.open("?t=demo_start#/build");
  const editor = page.getByTestId("template-editor");
  const text = editor.getByRole("textbox", { name: "Vorlage" });
  await text.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("citaton: x\u200b\n");
  await editor.getByLabel("Steuerzeichen U+200B").waitFor();
  await page.keyboard.press("Control+Shift+M");
  await editor.getByRole("listbox", { name: "Probleme" }).locator("button", { hasText: "Beheben" }).first().click();
  await eventually(async () => (await text.innerText()).startsWith("citation: x"), true);
  await text.click();
  await page.keyboard.press("Control+f");
  await editor.getByRole("textbox", { name: "Suchen" }).fill("edits");
  await editor.getByRole("button", { name: "nächster" }).waitFor();
});

// Thresh 11.22: texts of the interface are missing in other languages
test("every language shows every page without a fault", async (t) => {
  const files = await readdir(new URL("../../languages/", import.meta.url));
  for (const code of files.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, 2))) {
    const app = await start(t, { context: { locale: code } });
    for (const [address, name] of [["", "hub"], ["#/t/salsa", "landing"], ["?t=salsa", "annotate"], ["?t=salsa#/build", "build"]]) {
      await app.open(address);
      await app.page.locator(`[data-page="${name}"]`).first().waitFor();
      assert.equal(await lang(app.page), code, `${name} in ${code}`);
      const text = await app.page.locator("body").innerText();
      assert.doesNotMatch(text, /\{\w+\}/, `${name} in ${code}: a placeholder is shown`);
      if (name === "hub") assert.equal(await app.page.locator("[data-testid=marked-sentence] mark").count(), 3, code);
    }
    app.stopWatching();
    await app.context.close();
  }
});
