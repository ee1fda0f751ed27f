// The app with the network off, installed, and changing from one build to the next.
import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { SOURCE, startSite } from "./builds.mjs";
import { launchForJourneys } from "./chromium.mjs";
import { AnnotatePage, eventually } from "./pages.mjs";

let sharedBrowser;

after(async () => (await sharedBrowser)?.close());

/** A browser profile of its own in which workers run. */
async function profile(t) {
  sharedBrowser ??= launchForJourneys();
  const context = await (await sharedBrowser).newContext({ serviceWorkers: "allow" });
  context.setDefaultTimeout(15_000);
  t.after(() => context.close());
  return context;
}

const isReady = (page) => page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });

async function open(context, address) {
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(address);
  await isReady(page);
  return Object.assign(page, { faults });
}

/** Waits until the worker keeps the app and answers for this page. */
async function untilKept(page) {
  // It keeps some hundred files, one after another.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
}

/** Visits the site with its worker in place. */
async function visit(t, { mount, address = "" } = {}) {
  const site = await startSite(t, { mount });
  const context = await profile(t);
  const page = await open(context, new URL(address, site.url).href);
  await untilKept(page);
  return { site, context, page };
}

async function goOffline(site, context) {
  await site.stop();
  await context.setOffline(true);
}

const buildOf = (page) => page.evaluate(() => document.querySelector("script[data-build]").dataset.build);
const cachesOf = (page) => page.evaluate(() => caches.keys());

/** Has the browser look for a new worker, as it does now and then by itself. */
const lookForUpdate = (page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

/** Waits until a new version is ready but not in use. */
async function untilWaiting(page) {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

const notice = (page) => page.getByTestId("notice").filter({ hasText: /new version/ });

/** Opens the instructions, which need a part of the program that is loaded then. */
async function readInstructions(page) {
  await page.getByRole("button", { name: "Instructions" }).click();
  await page.getByRole("dialog").locator(".markdown p").first().waitFor();
  await page.keyboard.press("Escape");
}

for (const mount of ["/", "/some/sub-path/"]) {
  // Thresh 11.34: does not work without a network
  test(`a visited app works with the network off, below ${mount}`, async (t) => {
    const { site, context, page } = await visit(t, { mount });
    await goOffline(site, context);
    await page.reload();
    await page.locator("[data-page=hub]").waitFor();
    await page.goto(`${site.url}?t=salsa`);
    await page.locator("[data-page=annotate]").waitFor();
    await readInstructions(page);
    assert.ok((await new AnnotatePage(page).text("source")).length > 0);
    await page.goto(`${site.url}salsa/?PROLIFIC_PID=p1`);
    await isReady(page);
    assert.equal(page.url(), `${site.url}?PROLIFIC_PID=p1#/t/salsa`);
    assert.deepEqual(page.faults, []);
  });
}

test("the page that was open while the app was first kept needs no reload to go on offline", async (t) => {
  const { site, context, page } = await visit(t, { address: "?t=salsa" });
  await goOffline(site, context);
  await readInstructions(page);
});

test("the icons of a template are drawn with the network off, too", async (t) => {
  const { site, context, page } = await visit(t);
  const isKept = () => page.evaluate(async () => (await Promise.all(Array.from({ length: 128 }, (_, file) => caches.match(`./font-awesome/${file}.json`)))).every(Boolean));
  await eventually(isKept, true, 60_000);
  await goOffline(site, context);
  await page.goto(`${site.url}?t=salsa`);
  const icons = page.locator(".category__icon");
  await icons.first().waitFor();
  assert.equal(await icons.count(), await page.locator(".category__mark--icon").count());
});

/** Puts something else in the place of a kept file; the shortest of the files whose names match. */
const damage = (page, pattern) => page.evaluate(async (pattern) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const urls = (await cache.keys()).map(({ url }) => url).filter((url) => new RegExp(pattern).test(new URL(url).pathname));
    const [url] = urls.sort((a, b) => a.length - b.length);
    const { headers } = await cache.match(url);
    await cache.put(url, new Response("damaged", { headers }));
  }
}, pattern);

const repaired = (page) => page.getByTestId("notice").filter({ hasText: "was damaged" });

// The kinds of files that the app needs: its page, its scripts, its program, its looks, and the files that it reads.
for (const pattern of ["/$", "/boot\\.js$", "/spanwise-app\\.js$", "_bg\\.wasm$", "/style\\.css$", "/templates/index\\.json$"]) {
  test(`a kept file that was damaged is fetched anew, and the page says so: ${pattern}`, async (t) => {
    const { site, context, page } = await visit(t);
    await damage(page, pattern);
    await page.reload();
    await isReady(page);
    await page.locator("[data-page=hub]").waitFor();
    await repaired(page).waitFor();
    await page.reload();
    await isReady(page);
    await page.locator("[data-page=hub]").waitFor();
    await page.waitForTimeout(300);
    assert.equal(await repaired(page).count(), 0, "it is told once");
    await goOffline(site, context);
    await page.reload();
    await page.locator("[data-page=hub]").waitFor();
    assert.deepEqual(page.faults, []);
  });
}

test("a damaged file that cannot be fetched stops the app with a message, and no longer than that", async (t) => {
  const { site, context, page } = await visit(t);
  await damage(page, "_bg\\.wasm$");
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  await goOffline(site, context);
  await page.reload();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await context.setOffline(false);
  await site.start();
  await page.reload();
  await isReady(page);
  await page.locator("[data-page=hub]").waitFor();
});

test("what the browser deleted of the app is kept again at the next visit", async (t) => {
  const { site, context, page } = await visit(t);
  const count = () => page.evaluate(async () => {
    const [name] = await caches.keys();
    return name ? (await (await caches.open(name)).keys()).length : 0;
  });
  const build = JSON.parse(/const BUILD = (\{.*\});/.exec(await readFile(join(site.directory, "sw.js"), "utf8"))[1]);
  const kept = Object.keys({ ...build.files, ...build.later }).length;
  await eventually(count, kept, 60_000);
  // Files that are not needed are dropped after that.
  await page.waitForTimeout(500);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await isReady(page);
  await eventually(count, kept, 60_000);
  await goOffline(site, context);
  await page.goto(`${site.url}?t=salsa`);
  await page.locator("[data-page=annotate]").waitFor();
  await readInstructions(page);
  assert.deepEqual(page.faults, []);
});

test("only files of the build are kept: nothing from other hosts, nothing that lies beside it", async (t) => {
  const { site, context, page } = await visit(t);
  const template = await readFile(join(SOURCE, "templates/mqm/template.yml"), "utf8");
  await writeFile(join(site.directory, "mine.yml"), template);
  await context.route("https://elsewhere.example/**", (route) => route.fulfill({ body: template, headers: { "access-control-allow-origin": "*" } }));
  for (const address of ["https://elsewhere.example/template.yml", `${site.url}mine.yml`]) {
    await page.goto(`${site.url}?i=${encodeURIComponent(address)}`);
    await page.locator("[data-page=landing]").waitFor();
  }
  const kept = await page.evaluate(async () => {
    const addresses = [];
    for (const name of await caches.keys()) addresses.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    return addresses;
  });
  assert.ok(kept.includes(`${site.url}templates/salsa/data.json`));
  assert.deepEqual(kept.filter((url) => !url.startsWith(site.url) || url.includes("mine") || url.includes("?")), []);
});

test("a new version is announced, waits, and is taken without loss", async (t) => {
  const { site, context, page } = await visit(t, { address: "?t=salsa" });
  const first = await buildOf(page);
  const annotate = new AnnotatePage(page);
  await annotate.waitForInstance(1);
  const words = (await annotate.text("source")).split(/\s/).slice(0, 2).join(" ");
  await annotate.make("deletion", ["source", words]);
  const rows = await annotate.rows();
  await site.publishNext();
  await lookForUpdate(page);
  await notice(page).waitFor();
  assert.match(await notice(page).innerText(), /new version of Spanwise is ready/);
  assert.equal(await buildOf(page), first);
  // The host has only the new parts; the page needs one of its own.
  await readInstructions(page);
  await page.reload();
  await isReady(page);
  assert.equal(await buildOf(page), first, "a reload does not change the version");
  await notice(page).getByRole("button", { name: "Change to it" }).click();
  await page.waitForFunction((first) => document.querySelector("script[data-build]")?.dataset.build !== first, first);
  await isReady(page);
  await annotate.waitForRows(...rows);
  assert.equal(await notice(page).count(), 0);
  await eventually(async () => (await cachesOf(page)).length, 1, 30_000);
  await goOffline(site, context);
  await page.reload();
  await annotate.waitForRows(...rows);
  await readInstructions(page);
  assert.deepEqual(page.faults, []);
});

test("another tab keeps the version it runs until it is loaded anew", async (t) => {
  const { site, context, page } = await visit(t, { address: "?t=mqm" });
  const other = await open(context, `${site.url}?t=salsa`);
  const first = await buildOf(other);
  await site.publishNext();
  await lookForUpdate(page);
  await notice(page).getByRole("button", { name: "Change to it" }).click();
  await page.waitForFunction((first) => document.querySelector("script[data-build]")?.dataset.build !== first, first);
  await isReady(page);
  assert.equal((await cachesOf(page)).length, 2);
  await readInstructions(other);
  assert.equal(await buildOf(other), first);
  // The other tab was told, too; pressing there only loads the page.
  await notice(other).getByRole("button", { name: "Change to it" }).click();
  await other.waitForFunction((first) => document.querySelector("script[data-build]")?.dataset.build !== first, first);
  await eventually(async () => (await cachesOf(page)).length, 1, 30_000);
});

test("what could not be stored keeps the page from changing", async (t) => {
  const { site, page } = await visit(t, { address: "?t=mqm" });
  const first = await buildOf(page);
  await site.publishNext();
  await lookForUpdate(page);
  await notice(page).waitFor();
  await page.locator('[data-testid="save-state"]').evaluate((element) => { element.dataset.state = "unsaved"; });
  await notice(page).getByRole("button", { name: "Change to it" }).click();
  await notice(page).getByText("Download it before").waitFor();
  await untilWaiting(page);
  assert.equal(await buildOf(page), first);
});

test("a build that is published in part is not taken", async (t) => {
  const { site, context, page } = await visit(t);
  const first = await buildOf(page);
  await site.publishNext();
  const program = (await readdir(site.directory)).find((name) => name.startsWith("program-"));
  await writeFile(join(site.directory, program, "style.css"), "of another build");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing.addEventListener("statechange", () => { document.body.dataset.worker = installing.state; });
    });
    await registration.update().catch(() => {});
  });
  await page.locator("body[data-worker=redundant]").waitFor();
  assert.equal(await notice(page).count(), 0);
  await goOffline(site, context);
  await page.reload();
  await isReady(page);
  assert.equal(await buildOf(page), first);
});

test("a development build at the same address removes the worker of a release", async (t) => {
  const { site, context, page } = await visit(t);
  await writeFile(join(site.directory, "sw.js"), await readFile(join(SOURCE, "public/sw.js")));
  await page.close();
  const next = await context.newPage();
  await next.goto(site.url);
  await eventually(() => next.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length).catch(() => -1), 0);
  assert.deepEqual(await cachesOf(next), []);
});

test("where no worker can be registered, the app says nothing of it", async (t) => {
  const site = await startSite(t);
  const context = await profile(t);
  await context.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException("not here", "SecurityError"));
  });
  const messages = [];
  context.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  const page = await open(context, site.url);
  await page.waitForTimeout(500);
  assert.deepEqual(messages, []);
  assert.deepEqual(page.faults, []);
});

test("inside another page the app keeps nothing and announces nothing", async (t) => {
  const site = await startSite(t);
  const context = await profile(t);
  await writeFile(join(site.directory, "around.html"), '<!DOCTYPE html><iframe src="./"></iframe>');
  const page = await context.newPage();
  await page.goto(`${site.url}around.html`);
  const frame = page.frameLocator("iframe");
  await frame.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
  await page.waitForTimeout(500);
  const [, inner] = page.frames();
  assert.equal(await inner.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});

/** Width and height of a PNG file, from its head. */
const pngSize = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].join("x");

test("the app can be installed: its manifest is sound and its icons have the sizes they claim", async (t) => {
  const { site, context, page } = await visit(t, { mount: "/some/sub-path/" });
  const session = await context.newCDPSession(page);
  const { errors, url, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${site.url}manifest.webmanifest`);
  // Playwright's profiles are private windows, in which nothing can be installed.
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  const manifest = JSON.parse(data);
  for (const key of ["start_url", "scope"]) assert.equal(new URL(manifest[key], url).href, site.url);
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = await readFile(join(site.directory, src));
    assert.equal(pngSize(bytes), sizes, src);
    assert.equal(type, "image/png");
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  assert.equal(pngSize(await readFile(join(site.directory, touch))), "180x180");
});

test("a file opened from the system opens in the installed app", async (t) => {
  const site = await startSite(t);
  const context = await profile(t);
  await context.addInitScript(() => {
    globalThis.matchMedia = new Proxy(globalThis.matchMedia, {
      apply: (media, self, [query]) => (query.includes("standalone") ? { matches: true } : Reflect.apply(media, self, [query])),
    });
    const file = new File(['[{"source": "one two", "target": "one", "edits": []}]'], "data.json");
    const template = new File(["template_name: tiny\nedits:\n  - name: cut\n    enable_input: true\n"], "template.yml");
    const handles = [template, file].map((file) => ({ getFile: async () => file }));
    Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: (consumer) => consumer({ files: handles }) } });
  });
  const page = await open(context, site.url);
  const annotate = new AnnotatePage(page);
  await annotate.waitForInstance(1);
  assert.equal(await annotate.text("source"), "one two");
});
