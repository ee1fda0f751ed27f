// No text from outside is ever HTML, code or a formula; nothing leaves the browser unasked.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  DATA, ELSEWHERE, TEMPLATE, annotating, answer, bundle, chooseFiles, download, mark, noticeText, openMenu, select, shown, start, startAnnotating,
} from "./journeys-support.mjs";
import { eventually, openComment } from "./pages.mjs";

const PICTURE = "https://pictures.example/map.png";
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=", "base64");

/** An attack that carries the name of the place where it stands. */
const attack = (where) =>
  `${where} <img src="${PICTURE}?${where}" onerror="globalThis.ran='${where}'"><script>globalThis.ran='${where}'</script>{{6*7}}\${6*7}&lt;b&gt;</pre></div><svg onload=globalThis.ran=1>`;

/** In YAML, with double quotes. */
const quoted = (where) => JSON.stringify(attack(where));

const HOSTILE_TEMPLATE = `template_name: press
template_label: ${quoted("template-label")}
template_description: ${quoted("description")}
instructions: ${quoted("instructions")}
interface_text:
  typology:
    source_label: ${quoted("interface-text")}
  comment_box:
    placeholder: ${quoted("placeholder")}
edits:
  - name: ${quoted("category-name")}
    label: ${quoted("category-label")}
    color: "red;background:url(${PICTURE}?color)"
    icon: "fa-x\\"><img src=x onerror=globalThis.ran=1>"
    enable_input: true
    annotation:
      - name: why
        label: ${quoted("question-label")}
        question: ${quoted("prompt")}
        options:
          - name: ${quoted("option-name")}
            label: ${quoted("option-label")}
            question: ${quoted("follow-up")}
            options: textbox
`;

const HOSTILE_DATA = [
  {
    context: attack("context"),
    source: attack("source"),
    target: attack("target"),
    source_context_before: attack("before"),
    comment: attack("comment"),
    edits: [
      {
        category: attack("category-name"),
        id: attack("id"),
        annotation: { why: { val: attack("option-name"), [attack("option-name")]: attack("answer") } },
        input_idx: [[0, 6]],
      },
      { category: attack("unknown-category"), id: 2, annotation: { q: attack("unknown-answer") }, input_idx: [[0, 6]] },
    ],
  },
];

/** Starts the app with an eye on everything that the page's policy forbids. */
async function watchPolicy(app) {
  await app.context.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", (event) =>
      globalThis.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
  });
}

/** Asserts that nothing ran, nothing became an element, nothing was asked for elsewhere. */
async function assertHarmless(page) {
  const found = await page.evaluate(() => ({
    ran: globalThis.ran,
    elements: document.querySelectorAll("img, body script, iframe, object, embed, svg[onload], [onerror], [onload]").length,
    links: document.querySelectorAll('a[href^="javascript:" i], a[href^="data:" i]').length,
    computed: document.body.innerText.match(/\b42\b/)?.[0],
    violations: globalThis.violations,
  }));
  assert.deepEqual(found, { ran: undefined, elements: 0, links: 0, computed: undefined, violations: [] });
}

// Thresh 11.23: markup and formulas in data are run
test("markup, scripts and formulas in any text are shown as text", async (t) => {
  const { app, annotate } = await startAnnotating(t, { template: HOSTILE_TEMPLATE, data: HOSTILE_DATA, prepare: watchPolicy });
  const { page } = app;
  for (const side of ["source", "target"]) assert.equal(await annotate.text(side), attack(side));
  await annotate.pane("context").getByText(/<img src=.*onerror/).first().waitFor();
  const seen = async (text) => page.getByText(text, { exact: false }).first().waitFor();
  for (const where of ["template-label", "interface-text", "category-label", "before"]) await seen(attack(where));
  await annotate.openEdit(annotate.edits.first());
  for (const where of ["prompt", "option-label", "follow-up"]) await seen(attack(where));
  assert.equal(await (await openComment(page)).inputValue(), attack("comment"));
  await assertHarmless(page);
  await annotate.openEdit(annotate.edits.nth(1));
  await seen(attack("unknown-category"));
  await page.getByRole("button", { name: "Instructions" }).click();
  await page.getByRole("dialog").getByText("instructions <img").waitFor();
  await page.keyboard.press("Escape");
  await assertHarmless(page);
});

// Thresh 11.23: formulas in answers are run
test("what an annotator types is shown and stored as typed", async (t) => {
  const { app, annotate } = await startAnnotating(t, { prepare: watchPolicy });
  await mark(annotate, "insertion", "target", "close");
  await annotate.choose("why", "other");
  await annotate.write("why/other", attack("typed"));
  await (await openComment(app.page)).fill(attack("note"));
  await app.page.getByText("“typed <img").waitFor();
  await assertHarmless(app.page);
  const [instance] = (await download(app)).json;
  assert.deepEqual(instance.edits[0].annotation, { why: { val: "other", other: attack("typed") } });
  assert.equal(instance.comment, attack("note"));
});

test("hostile texts are text on the other pages and in messages too", async (t) => {
  const app = await start(t, { answers: { [`${ELSEWHERE}/press.yml`]: answer(HOSTILE_TEMPLATE) } });
  await watchPolicy(app);
  await app.open(`?i=${ELSEWHERE}/press.yml`);
  await app.page.getByRole("heading", { name: "template-label <img" }).waitFor();
  await app.page.getByText("description <img").waitFor();
  await assertHarmless(app.page);
  await chooseFiles(app.page, [{ name: "<img src=x onerror=globalThis.ran=1>.txt", text: "prose" }]);
  assert.match(await noticeText(app.page, "error"), /<img src=x/);
  await chooseFiles(app.page, [{ name: "data.json", text: JSON.stringify(HOSTILE_DATA) }]);
  await annotating(app.page);
  await app.page.getByRole("link", { name: "template-label" }).click();
  await shown(app.page, "hub");
  await assertHarmless(app.page);
  await app.open(`?t=${encodeURIComponent("<img src=x onerror=globalThis.ran=1>")}`);
  await shown(app.page, "failure");
  assert.match(await noticeText(app.page, "error"), /<img src=x/);
  await assertHarmless(app.page);
});

/** Resolves to `true` if an expression fails on the page because its policy forbids it. */
const isRefused = (page, act) => page.evaluate(`(async () => { try { await (${act}); return false; } catch (error) { return error instanceof TypeError; } })()`);

const SINKS = [
  'document.body.innerHTML = "<b>"',
  'document.createElement("iframe").srcdoc = "<b>"',
  'document.createElement("script").src = "boot.js"',
  'new Worker("boot.js")',
  'navigator.serviceWorker.register("boot.js")',
  'trustedTypes.createPolicy("default", { createHTML: (html) => html })',
];

test("no text becomes markup, code or the address of a script, on any page", async (t) => {
  const app = await start(t, { context: { serviceWorkers: "allow" } });
  app.allow(/Trusted|Content Security Policy/);
  for (const address of ["", "?t=salsa", "#/build", "outside.html", "404.html", "try.html"]) {
    await app.page.goto("about:blank");
    await app.open(address, { ready: !address.endsWith(".html") });
    for (const act of SINKS) assert.ok(await isRefused(app.page, act), `${address}: ${act}`);
  }
  const policies = await Promise.all(["salsa/", "standalone.html"].map(async (name) => (await (await app.page.request.get(app.url + name)).text()).match(/Content-Security-Policy" content="([^"]*)"/)[1]));
  for (const policy of policies) assert.match(policy, /; require-trusted-types-for 'script'; trusted-types 'none'$/);
});

test("the page itself reaches no other host, and shows no picture from one", async (t) => {
  const { app } = await startAnnotating(t, { prepare: watchPolicy });
  app.allow(/Content Security Policy/);
  const asked = () => app.requests.filter((address) => address.startsWith(ELSEWHERE));
  const before = asked();
  const found = await app.page.evaluate(async (address) => {
    const fetched = await fetch(address).then(() => true, () => false);
    const shown = await new Promise((done) => Object.assign(new Image(), { onload: () => done(true), onerror: () => done(false), src: address }));
    return [fetched, shown, globalThis.violations.map((text) => text.split(":")[0]).sort()];
  }, `${ELSEWHERE}/template.yml`);
  assert.deepEqual(found, [false, false, ["connect-src", "img-src"]]);
  assert.deepEqual(asked(), before, "nothing goes out");
  assert.equal(await app.page.locator("iframe").count(), 0, "nothing stays of the page from which it was fetched");
});

test("with the header of docs/hosting.md links and the builder's preview work, and other pages cannot frame the app", async (t) => {
  const [, header] = /add_header Content-Security-Policy "([^"]+)"/.exec(await readFile(new URL("../../docs/hosting.md", import.meta.url), "utf8"));
  const app = await start(t, {
    answers: {
      [`${ELSEWHERE}/template.yml`]: answer(TEMPLATE),
      [`${ELSEWHERE}/around.html`]: { body: "<!DOCTYPE html><iframe></iframe>", contentType: "text/html" },
    },
  });
  app.allow(/frame-ancestors|refused|framing/i);
  await app.context.route(`${app.url}**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": header } });
  });
  await app.open(`?i=${ELSEWHERE}/template.yml`);
  await shown(app.page, "landing");
  await app.open("?t=mqm#/build");
  await app.page.frameLocator('[data-testid="preview"]').locator('[data-page="annotate"]').waitFor();
  await app.page.goto(`${ELSEWHERE}/around.html`);
  await app.page.locator("iframe").evaluate((frame, url) => new Promise((done) => Object.assign(frame, { onload: done, src: url })), app.url);
  await eventually(async () => app.page.frames()[1].url().split(":")[0], "chrome-error");
  // Files that are still on their way are of no interest.
  await app.context.unrouteAll({ behavior: "ignoreErrors" });
});

test("where the host forbids the app to frame its pages, a link says so, and the start page works", async (t) => {
  const app = await start(t, { answers: { [`${ELSEWHERE}/template.yml`]: answer(TEMPLATE) } });
  app.allow(/frame-ancestors|refused|framing/i);
  await app.context.route(`${app.url}**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "frame-ancestors 'none'" } });
  });
  await app.open(`?i=${ELSEWHERE}/template.yml`);
  await shown(app.page, "failure");
  assert.match(await noticeText(app.page, "error"), /frame-ancestors 'self'/);
  await app.open("?t=mqm");
  await shown(app.page, "annotate");
  await app.context.unrouteAll({ behavior: "ignoreErrors" });
});

test("an address that names a host without http or https is refused before anything is asked for", async (t) => {
  const app = await start(t);
  for (const address of ["//elsewhere.example/t.yml", "\\\\elsewhere.example\\t.yml", "/\\elsewhere.example/t.yml"]) {
    for (const query of [`?i=${encodeURIComponent(address)}`, `?t=salsa&d=${encodeURIComponent(address)}`]) {
      await app.open(query);
      await shown(app.page, "failure");
      assert.match(await noticeText(app.page, "error"), /is not an http or https address/);
    }
  }
  assert.deepEqual(app.requests.filter((address) => !address.startsWith(app.url)), []);
});

const INSTRUCTIONS = [
  "## How to mark",
  "Read **all** of it. See [the guide](https://guide.example/press) or [run it](javascript:globalThis.ran=1),",
  "[again](JaVaScRiPt&colon;globalThis.ran=1) or [data](data:text/html,<script>globalThis.ran=1</script>).",
  `![A map of the harbour](${PICTURE})`,
  "<b onmouseover=globalThis.ran=1>bold</b>",
].join("\n\n");

/** The template with these instructions. */
const withInstructions = (text) => `${TEMPLATE}instructions: ${JSON.stringify(text)}\n`;

test("Markdown becomes elements, links only those that are harmless", async (t) => {
  const { app } = await startAnnotating(t, { template: withInstructions(INSTRUCTIONS), prepare: watchPolicy });
  await app.page.getByRole("button", { name: "Instructions" }).click();
  const dialog = app.page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "How to mark" }).waitFor();
  assert.equal(await dialog.getByText("all", { exact: true }).evaluate((e) => e.tagName), "STRONG");
  const links = await dialog.getByRole("link").evaluateAll((all) => all.map((a) => [a.textContent, a.href, a.rel]));
  assert.deepEqual(links, [["the guide", "https://guide.example/press", "noopener noreferrer"]]);
  for (const words of ["run it", "again", "data"]) await dialog.getByText(words).first().click();
  await dialog.getByText("<b onmouseover").waitFor();
  await assertHarmless(app.page);
});

test("a picture on another host is fetched only when the person asks for it", async (t) => {
  const { app } = await startAnnotating(t, {
    template: withInstructions(INSTRUCTIONS),
    answers: { [PICTURE]: { status: 200, body: PIXEL, contentType: "image/png" } },
    prepare: watchPolicy,
  });
  const asked = () => app.requests.filter((address) => address.startsWith(PICTURE)).length;
  await app.page.getByRole("button", { name: "Instructions" }).click();
  const show = app.page.getByRole("button", { name: /picture from pictures\.example/ });
  await show.waitFor();
  assert.equal(asked(), 0);
  await show.click();
  const picture = app.page.getByRole("img", { name: "A map of the harbour" });
  await picture.waitFor();
  await eventually(async () => (await picture.boundingBox()).width, 1);
  assert.equal(asked(), 1);
  assert.deepEqual(await app.page.evaluate(() => globalThis.violations), []);
});

test("a picture allowed for one template is not allowed for another", async (t) => {
  const app = await start(t, { answers: { [PICTURE]: { status: 200, body: PIXEL, contentType: "image/png" } } });
  await app.open();
  for (const name of ["One", "Two"]) {
    const template = withInstructions(INSTRUCTIONS).replace("Press reports", name);
    await chooseFiles(app.page, [{ name: `${name}.json`, text: bundle(template) }]);
    await app.page.getByRole("link", { name }).waitFor();
    await app.page.getByRole("button", { name: "Instructions" }).click();
    await app.page.getByRole("button", { name: /picture from/ }).waitFor();
    if (name === "One") await app.page.getByRole("button", { name: /picture from/ }).click();
    await app.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  }
});

test("a picture allowed from one host is not allowed from another", async (t) => {
  const other = "https://others.example/plan.png";
  const { app } = await startAnnotating(t, {
    template: withInstructions(`${INSTRUCTIONS}\n\n![A plan](${other})`),
    answers: { [PICTURE]: { status: 200, body: PIXEL, contentType: "image/png" } },
  });
  await app.page.getByRole("button", { name: "Instructions" }).click();
  await app.page.getByRole("button", { name: /picture from pictures\.example/ }).click();
  await app.page.getByRole("img", { name: "A map of the harbour" }).waitFor();
  await app.page.getByRole("button", { name: /picture from others\.example/ }).waitFor();
  const pictureFrame = () => app.page.frames().find((frame) => frame.url().endsWith("outside.html"));
  await eventually(() => pictureFrame() !== undefined, true);
  app.allow(/Content Security Policy|unforeseen request/);
  const reached = await pictureFrame().evaluate(async (other) => [
    await fetch("https://pictures.example/map.png").then(() => true, () => false),
    await new Promise((done) => Object.assign(new Image(), { onload: () => done(true), onerror: () => done(false), src: other })),
  ], other);
  assert.deepEqual(reached, [false, false]);
  assert.deepEqual(app.requests.filter((address) => address.startsWith("https://others.example")), []);
});

test("a whole journey keeps to the page's policy and asks no other host than those in the link", async (t) => {
  const { app, annotate } = await startAnnotating(t, { prepare: watchPolicy });
  const { page } = app;
  assert.equal(await page.locator('meta[http-equiv="Content-Security-Policy"]').count(), 1, "the page has a policy");
  await annotate.category("swap").click();
  await select(annotate, "source", "sank near");
  await annotate.cancelEdit.click();
  await mark(annotate, "deletion", "source", "built");
  await annotate.choose("loss", "a lot");
  await annotate.undo.click();
  await annotate.redo.click();
  await annotate.next.click();
  await annotate.waitForInstance(2);
  for (const entry of ["download", "download-python", "download-bundle"]) await download(app, entry);
  await openMenu(page);
  await page.getByRole("slider", { name: "Text size" }).fill("150");
  await page.getByRole("button", { name: "Keyboard" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await annotating(page);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  const others = new Set(app.requests.map((address) => new URL(address).origin));
  assert.deepEqual([...others].sort(), [new URL(app.url).origin, ELSEWHERE].sort());
});

test("with the network gone after the first visit, one goes on annotating, downloading and opening files", async (t) => {
  const { app, annotate } = await startAnnotating(t);
  // The code that opens files is loaded a moment after the page, that which makes edits when somebody is there.
  await annotate.pane("source").hover();
  await eventually(() => app.requests.some((address) => /\/split_edit\w*\.wasm$/.test(address)), true);
  await app.untilIdle();
  const asked = [];
  await app.context.route("**/*", (route) => {
    // The browser fetches the page's icon when it pleases.
    if (route.request().url().endsWith(".svg")) return route.continue();
    asked.push(route.request().url());
    return route.abort("internetdisconnected");
  });
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  assert.equal((await download(app)).json[0].edits.length, 1);
  await chooseFiles(app.page, [{ name: "more.json", text: JSON.stringify([{ source: DATA[3].source, target: "" }]) }]);
  await app.page.getByText(DATA[3].source).waitFor();
  assert.deepEqual(asked, [], "nothing is asked for");
});
