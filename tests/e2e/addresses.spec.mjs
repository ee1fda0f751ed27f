// Thresh's addresses lead to the right page on any static host, and no address ends in nothing.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { assertAccessible } from "./accessibility.mjs";
import { DIST } from "./chromium.mjs";
import { startApp } from "./harness.mjs";

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The names of the folders in templates/. */
async function templateNames() {
  const entries = await readdir(TEMPLATES, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
}

/** Waits until the browser is at `address`, a query and fragment of the app. */
const arrives = (app, address) => app.page.waitForURL(new URL(address, app.url).href, { waitUntil: "commit", timeout: 5000 });

for (const mount of ["/", "/some/sub-path/"]) {
  // Thresh 11.40: a slash at the end breaks the page
  test(`each template and each page of Thresh has its address, below ${mount}`, async (t) => {
    const app = await startApp(t, { mount });
    // Their contents are not tested here.
    app.allow(/./);
    const pages = { annotate: "annotate", custom: "embed", demo: "build" };
    const expected = [...(await templateNames()).map((name) => [name, `#/t/${name}`]), ...Object.entries(pages).map(([name, page]) => [name, `#/${page}`])];
    for (const [name, route] of expected) {
      for (const written of [name, `${name}/`, `${name}/index.html`]) {
        await app.open(written, { ready: false });
        await arrives(app, route);
      }
    }
  });

  test(`query and fragment come along, and going back does not lead here again, below ${mount}`, async (t) => {
    const app = await startApp(t, { mount });
    app.allow(/./);
    await app.open();
    const query = "?d=https%3A%2F%2Fa.example%2Fd.json%3Fx=1&PROLIFIC_PID=p%201&q=a+b";
    await app.open(`salsa${query}`, { ready: false });
    await arrives(app, `${query}#/t/salsa`);
    await app.open(`demo/${query.replace("?", "?t=demo_start&")}`, { ready: false });
    await arrives(app, `${query.replace("?", "?t=demo_start&")}#/build`);
    await app.open(`annotate${query}#/w/k3x`, { ready: false });
    await arrives(app, `${query}#/w/k3x`);
    for (const address of [`${query.replace("?", "?t=demo_start&")}#/build`, `${query}#/t/salsa`, ""]) {
      await app.page.waitForLoadState();
      await app.page.goBack();
      await arrives(app, address);
    }
  });

  test(`other addresses say so and offer the start page, below ${mount}`, async (t) => {
    const app = await startApp(t, { mount });
    app.allow(/404/);
    for (const address of ["nothing", "nothing/here/at/all", "t/nothing/", "salsa/nothing?x=1#/t/salsa", "%E2%82%AC", "<b>x"]) {
      await app.page.goto(`${app.url}${address}`);
      await app.page.getByRole("heading", { name: "There is no such page here" }).waitFor();
      await app.page.waitForFunction((url) => document.getElementById("onward").href === url, app.url);
    }
    await assertAccessible(app.page);
    assert.ok((await app.page.locator("p").first().innerText()).includes(new URL(app.page.url()).pathname));
    await app.page.getByRole("link", { name: "start page" }).click();
    await app.page.locator("[data-page=hub]").waitFor();
  });

  test(`an address that ends in a known name leads on from any depth, below ${mount}`, async (t) => {
    const app = await startApp(t, { mount });
    app.allow(/./);
    for (const address of ["SALSA", "salsa.html", "t/salsa", "some/where/salsa/", "demo/salsa"]) {
      await app.open(`${address}?x=1`, { ready: false });
      await arrives(app, "?x=1#/t/salsa");
    }
  });
}

test("an address with two slashes leads to no other host", async (t) => {
  const app = await startApp(t);
  app.allow(/404/);
  await app.page.goto(`${app.url}/elsewhere.example/salsa?x=1`);
  await arrives(app, "?x=1#/t/salsa");
});

test("without JavaScript there is a link", async (t) => {
  const app = await startApp(t, { context: { javaScriptEnabled: false } });
  app.allow(/404/);
  await app.page.goto(`${app.url}salsa/`);
  await app.page.getByRole("link").click();
  await arrives(app, "#/t/salsa");
  await app.page.goto(`${app.url}nothing`);
  await app.page.getByRole("link", { name: "start page" }).click();
  await arrives(app, "");
});

test("the list of templates holds each folder with its template and its data", async () => {
  const list = JSON.parse(await readFile(join(DIST, "templates/index.json"), "utf8"));
  assert.deepEqual(list.map(({ name }) => name), await templateNames());
  for (const { name, template, data, ...rest } of list) {
    assert.equal(template, await readFile(new URL(`${name}/template.yml`, TEMPLATES), "utf8"));
    const files = await readdir(new URL(`${name}/`, TEMPLATES));
    assert.deepEqual(data, files.filter((file) => file.endsWith(".json")).sort());
    assert.deepEqual(rest, {});
  }
});
