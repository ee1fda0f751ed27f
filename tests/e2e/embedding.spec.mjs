// The app in a frame of another page, at another origin.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DATA, ELSEWHERE, TEMPLATE, answer, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);

/** Serves pages at an origin of their own, which the app under test may be embedded in. */
async function startHost(t, app, pages) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-host-"));
  for (const [name, html] of Object.entries(pages)) await writeFile(join(folder, name), html);
  const server = await startServer({ directory: folder });
  await app.context.route(`${server.url}**`, (route) => route.continue());
  app.allow(/favicon/);
  t.after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  return server.url;
}

const PAGE = '<!DOCTYPE html><title>Host</title><link rel="icon" href="data:,"><iframe id="frame" style="width: 100%; height: 900px"></iframe>';

/**
 * A host whose page records the messages that it gets and sends those of the test. `allowed`: the origin in the address
 * of the frame, that of the host unless told.
 */
async function hosted(t, { allowed, hash = "#/embed" } = {}) {
  const app = await start(t);
  const host = await startHost(t, app, { "index.html": PAGE });
  const origin = new URL(host).origin;
  const { page } = app;
  await page.goto(host);
  const frameAddress = `${app.url}${allowed === "" ? "" : `?origin=${encodeURIComponent(allowed ?? origin)}`}${hash}`;
  await page.evaluate((address) => {
    globalThis.heard = [];
    addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));
    document.getElementById("frame").src = address;
  }, frameAddress);
  const frame = page.frameLocator("#frame");
  return {
    app,
    page,
    frame,
    say: (message) => page.evaluate((message) => document.getElementById("frame").contentWindow.postMessage(message, "*"), message),
    heard: (type) => page.evaluate((type) => heard.filter((message) => message.type === type), type),
    async hears(type, count = 1) {
      await eventually(async () => (await this.heard(type)).length >= count, true, 15_000);
      return (await this.heard(type)).at(-1);
    },
  };
}

/** Makes a deletion of the first word of the source, by keyboard. */
async function annotate(page, frame) {
  await frame.locator('[data-testid="category"][data-category="deletion"]').first().click();
  await byId(frame, "pane-source").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await byId(frame, "edit").first().waitFor();
}

const LOAD = { type: "load", template: TEMPLATE, data: JSON.stringify(DATA) };

test("a page of another origin hands over work, hears how it goes, and gets the annotations", async (t) => {
  const host = await hosted(t);
  const ready = await host.hears("ready");
  assert.equal(ready.spanwise, 1);
  assert.equal(ready.origin, new URL(host.app.url).origin);
  await host.say({ ...LOAD, instance: 2 });
  assert.deepEqual((await host.hears("loaded")).problems, []);
  await byId(host.frame, "position").and(host.frame.locator('[data-index="2"]')).waitFor();
  await host.say({ type: "go", instance: 1 });
  await eventually(async () => (await host.hears("state")).instance, 1);
  await annotate(host.page, host.frame);
  await host.say({ type: "get", id: { mine: 7 } });
  const result = await host.hears("result");
  assert.deepEqual(result.id, { mine: 7 });
  const annotations = JSON.parse(result.data);
  assert.equal(annotations[0].edits.length, 1);
  assert.deepEqual(annotations.slice(1), DATA.slice(1));
  const state = await host.hears("state");
  assert.deepEqual([state.instance, state.total, state.done, state.saved], [1, 4, 0, true]);
});

test("a work goes on when the same is handed over again", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  await host.say(LOAD);
  await host.hears("loaded");
  await annotate(host.page, host.frame);
  await host.say(LOAD);
  await host.hears("loaded", 2);
  await byId(host.frame, "edit").waitFor();
});

// Thresh 11.24: messages of any origin are accepted
test("messages from another origin than the one allowed are ignored, and the frame says why", async (t) => {
  // Thresh's own page took them from anyone (defect 11.24).
  for (const allowed of ["https://somewhere.example", ""]) {
    const host = await hosted(t, { allowed });
    await host.frame.locator('[data-page="embed"]').waitFor();
    await host.say(LOAD);
    await host.say({ template: TEMPLATE, data: "[]" });
    await byId(host.frame, "notice").getByText("was ignored").waitFor();
    await host.say({ type: "get" });
    assert.equal(await host.frame.locator('[data-page="embed"]').count(), 1);
    assert.deepEqual(await host.page.evaluate(() => heard), [], "nothing is told to it either");
    host.app.allow(/target origin|does not match the recipient/);
  }
});

// Thresh 11.24: messages of any window are accepted
test("a frame of another window is not heard", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  await host.page.evaluate((load) => {
    // The origin is right, the window is not the one around the frame.
    const other = document.body.appendChild(document.createElement("iframe"));
    other.contentWindow.eval(`parent.document.getElementById("frame").contentWindow.postMessage(${JSON.stringify(load)}, "*")`);
  }, LOAD);
  await host.say({ type: "get" });
  assert.equal((await host.hears("result")).data, undefined);
});

test("an origin is understood however it is written, and one that is none is refused", async (t) => {
  const probe = await hosted(t);
  const { origin } = new URL(probe.page.url());
  const host = await hosted(t, { allowed: `${origin.toUpperCase()}/some/page?x#y` });
  // Each host has a port of its own, so this one is not heard; but the address is read.
  await host.frame.locator('[data-page="embed"]').waitFor();
  host.app.allow(/target origin|does not match the recipient/);
  const bad = await hosted(t, { allowed: "example.org" });
  await bad.frame.locator('[data-page="failure"]').getByText("not the address of a website").waitFor();
});

test("of several works handed over at once the last is shown", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  // The first takes longest.
  const named = (name, at) => ({ ...LOAD, data: JSON.stringify(Array.from({ length: [30_000, 300, 1][at] }, () => ({ source: name, target: name }))) });
  await host.page.evaluate((all) => {
    for (const message of all) document.getElementById("frame").contentWindow.postMessage(message, "*");
  }, ["one", "two", "three"].map(named));
  await byId(host.frame, "pane-source").getByText("three").waitFor();
  // Nothing comes afterwards.
  await host.page.waitForTimeout(1500);
  await host.say({ type: "get", id: 1 });
  const annotations = JSON.parse((await host.hears("result")).data);
  assert.deepEqual(annotations.map(({ source }) => source), ["three"]);
  assert.equal(await byId(host.frame, "pane-source").getByText("three").count(), 1);
});

test("Thresh's message is understood, and its repetition disturbs nobody", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  const message = { template: TEMPLATE, data: JSON.stringify(DATA) };
  await host.say(message);
  await host.hears("loaded");
  await host.frame.locator('[data-testid="category"][data-category="swap"]').first().click();
  await byId(host.frame, "draft").waitFor();
  await host.say(message);
  await host.say({ type: "get", id: 1 });
  await host.hears("result");
  assert.equal(await byId(host.frame, "draft").count(), 1, "what was begun is still there");
  assert.equal((await host.heard("loaded")).length, 1);
  // Without data, Thresh writes `null`.
  await host.say({ template: TEMPLATE, data: "null" });
  await host.frame.locator('[data-page="landing"]').waitFor();
});

test("what cannot be used is reported to the page around", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  await host.say({ type: "load", template: "edits: [", data: "[]" });
  const failed = await host.hears("failed");
  assert.match(failed.message, /template could not be used/);
  assert.ok(failed.problems.length > 0);
  await host.say({ type: "load", template: TEMPLATE, data: "{ no" });
  assert.match((await host.hears("failed", 2)).message, /data could not be read/);
  // Odd messages are nothing to it.
  for (const odd of ["text", 5, null, [], { type: 7 }, { type: "go", instance: "x" }, { type: "go", instance: -3 }]) await host.say(odd);
  await host.say(LOAD);
  await host.hears("loaded");
});

test("nothing is kept on the device where the page around looks after it", async (t) => {
  const host = await hosted(t);
  await host.hears("ready");
  await host.say({ ...LOAD, keep: false });
  await host.hears("loaded");
  await annotate(host.page, host.frame);
  const frame = host.page.frames().find((frame) => frame.url().startsWith(host.app.url));
  assert.deepEqual(await frame.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("/w/") || key.includes("work"))), []);
});

/** The page that the deploy dialog hands out. */
async function handedOut(t) {
  const answers = { [`${ELSEWHERE}/t.yml`]: answer(TEMPLATE), [`${ELSEWHERE}/d.json`]: answer(JSON.stringify(DATA)) };
  const app = await start(t, { answers });
  await app.open(`?i=${ELSEWHERE}/t.yml&d=${ELSEWHERE}/d.json#/build`);
  await byId(app.page, "deploy-open").click();
  await app.page.locator('[data-testid="deploy-way"][data-way="embed"]').click();
  return app;
}

test("the page that is handed out works at an origin of its own, and from disk", async (t) => {
  const app = await handedOut(t);
  const file = await app.download(() => byId(app.page, "deploy-host-page").click());
  const host = await startHost(t, app, { "index.html": file.text });
  app.allow(/favicon|404/);
  const folder = await mkdtemp(join(tmpdir(), "spanwise-host-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "page.html"), file.text);
  await app.context.route("file://**", (route) => route.continue());
  for (const address of [host, pathToFileURL(join(folder, "page.html")).href]) {
    const page = await app.context.newPage();
    await page.goto(address);
    await page.getByText("0 of 4 done").waitFor();
    const frame = page.frameLocator("iframe");
    await annotate(page, frame);
    const saved = await app.download(() => page.getByRole("button", { name: "Save the annotations" }).click(), page);
    assert.equal(saved.name, "annotations.json");
    assert.equal(saved.json[0].edits.length, 1);
    await page.close();
  }
});

test("the dialog gives the frame for an address, and shows the messages", async (t) => {
  const app = await handedOut(t);
  const { page } = app;
  await byId(page, "deploy-origin").fill("https://lab.example/study/");
  const html = await byId(page, "deploy-frame").textContent();
  assert.ok(html.includes(`src="${app.url}?origin=https%3A%2F%2Flab.example#/embed"`), html);
  await byId(page, "deploy-origin").fill("lab");
  await byId(page, "deploy-frame").getByText("not the address of a website").waitFor();
  await byId(page, "try").click();
  const frame = page.frameLocator('[data-testid="deploy-frame-trial"]');
  await byId(frame, "position").waitFor();
  await byId(page, "deploy-log").getByText('"type":"state"').first().waitFor();
  await byId(page, "deploy-get").click();
  await byId(page, "deploy-log").getByText('"type":"result"').first().waitFor();
});
