import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { startApp } from "./harness.mjs";
import { eventually, openWork } from "./pages.mjs";

/** The address of the app's program file, as the page names it. */
function programAddress(page) {
  return page.evaluate(() => new URL(document.querySelector("script[data-wasm]").dataset.wasm, document.baseURI).href);
}

/** The message of a page that could not start, once it is there. */
async function failure(page) {
  const message = page.getByRole("alert");
  await message.waitFor();
  return message.innerText();
}

for (const mount of ["/", "/some/sub-path/"]) {
  test(`the app starts below ${mount}`, async (t) => {
    const app = await startApp(t, { mount });
    await app.open();
    assert.equal(await app.page.locator("[data-page]").count(), 1);
    assert.equal(await app.page.locator("#boot").count(), 0, "the placeholder is gone");
  });
}

// Thresh 11.34: parts come from other hosts
test("a start asks only its own host, and for each file once", async (t) => {
  const app = await startApp(t);
  await app.open();
  const asked = app.requests;
  assert.deepEqual(asked.filter((address) => !address.startsWith(app.url)), []);
  assert.deepEqual(asked, [...new Set(asked)]);
});

// Thresh 11.34: does not work under a content security policy
test("the page carries a policy that forbids inline script, and holds none", async (t) => {
  const app = await startApp(t);
  await app.open();
  const policy = await app.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src"));
  assert.equal(scripts, "script-src 'self' 'wasm-unsafe-eval'");
  assert.match(policy, /^default-src 'none';/);
  assert.equal(await app.page.locator("script:not([src])").count(), 0);
});

test("a program file that cannot be loaded ends in a message with a remedy", async (t) => {
  const app = await startApp(t);
  await app.open();
  const program = await programAddress(app.page);
  for (const answer of [null, { status: 404, body: "" }, { body: "not the published file" }]) {
    const broken = await startApp(t, { answers: { [new URL(program).pathname]: answer } });
    broken.allow(/./);
    await broken.open("", { ready: false });
    const message = await failure(broken.page);
    assert.match(message, /could not be loaded/);
    assert.match(message, /reload the page/);
    await assertAccessible(broken.page);
  }
});

test("a style sheet that is not the one that was published is told, and the app works", async (t) => {
  const app = await startApp(t);
  await app.open();
  const sheet = await app.page.locator("link[rel=stylesheet]").evaluate((link) => new URL(link.href).pathname);
  for (const answer of [{ body: "body { color: red }", contentType: "text/css" }, { status: 404, body: "" }]) {
    const plain = await startApp(t, { answers: { [sheet]: answer }, context: { locale: "de-DE" } });
    plain.allow(/integrity|404|digest|MIME/i);
    await plain.open();
    const notice = plain.page.locator('#no_style[role="alert"]');
    await notice.getByText("Das Stylesheet dieser Seite konnte nicht geladen werden").waitFor();
    await notice.getByRole("button", { name: "Seite neu laden" }).waitFor();
    await plain.page.locator("[data-page=hub]").waitFor();
  }
});

test("a browser without WebAssembly is told to update", async (t) => {
  const app = await startApp(t);
  app.allow(/WebAssembly/);
  await app.context.addInitScript(() => delete globalThis.WebAssembly);
  await app.open("", { ready: false });
  assert.match(await failure(app.page), /Update your browser/);
});

test("after a fault of the program the page says that it stopped, once, and what to do", async (t) => {
  const app = await startApp(t);
  app.allow(/unreachable|RuntimeError/);
  await app.open("?t=mqm");
  await app.page.evaluate(async () => {
    const glue = await import(document.querySelector("script[data-js]").dataset.js);
    const { __wbindgen_malloc: allocate } = glue.initSync();
    for (let i = 0; i < 2; i += 1) setTimeout(() => allocate(-1, 1));
  });
  const notice = app.page.locator('#stopped[role="alert"]');
  await notice.waitFor();
  assert.match(await notice.innerText(), /stopped.*What was saved is safe/s);
  assert.equal(await notice.count(), 1);
  await notice.getByRole("button", { name: "Reload the page" }).click();
  await app.waitReady();
  assert.equal(await app.page.locator("[data-page=annotate]").count(), 1);
});

test("a part of the program that cannot be loaded is asked for again", async (t) => {
  const app = await startApp(t);
  app.allow(/Failed to (load resource|fetch)/);
  await app.open("?t=salsa");
  let reachable = false;
  await app.page.route(/\/split_markdown\w*\.wasm$/, (route) => (reachable ? route.fallback() : route.abort()));
  await app.page.getByRole("button", { name: "Instructions" }).click();
  const dialog = app.page.getByRole("dialog");
  const message = dialog.getByRole("alert");
  await message.waitFor();
  assert.match(await message.innerText(), /could not be loaded. Check your connection/);
  reachable = true;
  await message.getByRole("button", { name: "Try again" }).click();
  await dialog.locator(".markdown p").first().waitFor();
});

test("an answer by key goes on to a question whose control comes late, unless one has gone elsewhere", async (t) => {
  const template = `template_name: late
edits:
  - name: wrong
    enable_output: true
    annotation:
      - { name: severity, options: likert-3 }
      - { name: touches, multiple: true, options: [{ name: time }, { name: place }] }
      - { name: sure, options: binary }
`;
  const work = await openWork(t, { template, data: [{ source: "", target: "uno dos" }, { source: "", target: "tres" }] });
  const held = [];
  await work.page.route(/\/split_typology_views\w*\.wasm$/, (route) => held.push(route));
  const question = () => work.page.evaluate(() => document.activeElement.closest(".question")?.dataset.path);
  await work.make("wrong", ["target", "uno"]);
  await eventually(question, "severity");
  await work.page.keyboard.press("2");
  await eventually(() => held.length > 0, true);
  assert.equal(await question(), "severity", "there is nothing to go on to yet");
  for (const route of held) await route.fallback();
  await eventually(question, "touches");
  await work.page.keyboard.press("1");
  await eventually(() => work.answer("touches", "time").isChecked(), true);
});

test("a download that cannot be written without the network is offered again", async (t) => {
  const app = await startApp(t);
  app.allow(/Failed to (load resource|fetch)/);
  let reachable = false;
  await app.page.route(/\/split_edit\w*\.wasm$/, (route) => (reachable ? route.fallback() : route.abort()));
  await app.open("?t=salsa");
  await app.page.getByTestId("download").click();
  const notice = app.page.locator('[data-testid="notice"][data-level="error"]');
  await notice.getByText("could not be loaded. Check your connection").waitFor();
  reachable = true;
  const file = await app.download(() => notice.getByRole("button", { name: "Try again" }).click());
  assert.equal(file.name, "annotations.json");
  assert.ok(file.json.length > 0);
});

test("a host that does not know the type of program files will do", async (t) => {
  const app = await startApp(t);
  app.allow(/application\/wasm/);
  await app.page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
  });
  await app.open("");
  await app.page.locator("[data-page=hub]").waitFor();
  // A part that is fetched a moment later may still be on its way.
  await app.page.unrouteAll({ behavior: "wait" });
});

test("who follows a link to data does not download the start page", async (t) => {
  const app = await startApp(t);
  await app.open("?t=mqm");
  const parts = app.requests.filter((address) => /\/split_(start|markdown)\w*\.wasm$/.test(address));
  assert.deepEqual(parts, []);
  await app.page.getByRole("banner").getByRole("link").click();
  await app.page.locator("[data-page=hub]").waitFor();
});

test("without JavaScript the page says that it needs it", async (t) => {
  const app = await startApp(t, { context: { javaScriptEnabled: false } });
  await app.open("", { ready: false });
  assert.match(await app.page.locator("body").innerText(), /needs JavaScript/);
});
