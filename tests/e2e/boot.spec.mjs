import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { startApp } from "./harness.mjs";

/** The address of the app's program file, as the page names it. */
function programAddress(page) {
  return page.evaluate(() => new URL(document.querySelector("script[data-wasm]").dataset.wasm, document.baseURI).href);
}

/** The page that could not start: its message, once it is there. */
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

test("a start asks only its own host, and for each file once", async (t) => {
  const app = await startApp(t);
  await app.open();
  const asked = app.requests;
  assert.deepEqual(asked.filter((address) => !address.startsWith(app.url)), []);
  assert.deepEqual(asked, [...new Set(asked)]);
});

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

test("a browser without WebAssembly is told to update", async (t) => {
  const app = await startApp(t);
  app.allow(/WebAssembly/);
  await app.context.addInitScript(() => delete globalThis.WebAssembly);
  await app.open("", { ready: false });
  assert.match(await failure(app.page), /Update your browser/);
});

test("without JavaScript the page says that it needs it", async (t) => {
  const app = await startApp(t, { context: { javaScriptEnabled: false } });
  await app.open("", { ready: false });
  assert.match(await app.page.locator("body").innerText(), /needs JavaScript/);
});
