// Runs the built app in Chromium for one test: a static server over dist/, a fresh browser
// context, and a network in which only that server and the test's own answers exist.
// Anything the test did not foresee (a request elsewhere, an error in the console or on
// the page) fails it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST, launchForJourneys } from "./chromium.mjs";

// How a request fails that no test answers.
const UNREACHABLE = /ERR_(NAME_NOT_RESOLVED|CONNECTION_REFUSED)/;

let sharedBrowser;

async function browser() {
  sharedBrowser ??= launchForJourneys();
  return sharedBrowser;
}

after(async () => (await sharedBrowser)?.close());

/**
 * Starts the app for the test `t` and stops it when the test ends.
 *
 * `mount`: the path the app is served below, `/` unless told.
 * `answers`: the answers of the outside world, by full address: a string or Buffer (the body),
 * or an object for Playwright's `route.fulfill`, or `null` for no answer at all. A plain
 * path in place of an address overrides one of the app's own files.
 * `servers`: origins of servers that the test runs itself, on this machine.
 * `context`: options for the browser context (locale, colorScheme, hasTouch, viewport, ...). Service workers are
 * blocked unless told, since their requests are out of the test's control: offline.spec.mjs tests them.
 */
export async function startApp(t, { mount = "/", answers = {}, servers = [], context: options = {} } = {}) {
  const context = await (await browser()).newContext({ acceptDownloads: true, serviceWorkers: "block", ...options });
  // After the browser, without which nothing would stop it.
  const server = await startServer({ directory: DIST, mount });
  const app = new App(server.url, context, await context.newPage());
  stopAtEnd(t, { app, server });
  await app.governNetwork(answers, servers);
  app.watch(app.page);
  context.on("page", (page) => app.watch(page));
  return app;
}

const started = new WeakMap();

// One hook for all that a test starts: after one that fails no other is run, and a server that goes on keeps its file of
// tests from ending.
function stopAtEnd(t, run) {
  if (!started.has(t)) {
    started.set(t, []);
    t.after(() => stopAll(started.get(t)));
  }
  started.get(t).push(run);
}

async function stopAll(runs) {
  for (const { app, server } of runs) {
    // The unfinished requests of a page that is closed fail: that is not the app's doing.
    app.stopWatching();
    await app.context.close().finally(() => server.stop());
  }
  for (const { app } of runs) app.assertNoFaults();
}

/** One run of the app: its first page, and the checks of every page. */
export class App {
  #allowed = [];
  #faults = [];
  #requests = [];
  #downloadedAt = 0;
  #unanswered = new Set();
  #isWatched = true;

  constructor(url, context, page) {
    this.url = url;
    this.context = context;
    this.page = page;
  }

  /** Every address that was asked for, in order, without those that the page's policy kept it from. */
  get requests() {
    return this.#requests.filter((request) => request.failure()?.errorText !== "csp").map((request) => request.url());
  }

  /** Opens `address`, a query and hash or a path relative to the app's root, and waits until it takes input. */
  async open(address = "", { page = this.page, ready = true } = {}) {
    await page.goto(new URL(address, this.url).href);
    if (ready) await this.waitReady(page);
  }

  /** Waits until all that was asked for has come, and nothing has been asked for since a second. */
  async untilIdle() {
    let before;
    do {
      before = this.#requests.length;
      await pause(1000);
    } while (this.#requests.length > before || this.#unanswered.size > 0);
  }

  /** Waits until the page can take input. */
  async waitReady(page = this.page) {
    await page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
  }

  /** A second tab on the same storage. */
  async openTab(address = "") {
    const page = await this.context.newPage();
    await this.open(address, { page });
    return page;
  }

  /** Says that faults matching `pattern` are part of this test. */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** Runs `action`, which starts a download, and reads the file: its name, its text, its JSON. */
  async download(action, page = this.page) {
    // Chromium drops those beyond ten a second.
    await pause(Math.max(0, this.#downloadedAt + 110 - Date.now()));
    this.#downloadedAt = Date.now();
    const [download] = await Promise.all([page.waitForEvent("download"), action()]);
    const path = await download.path();
    const text = await readFile(path, "utf8");
    return {
      name: download.suggestedFilename(),
      path,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  }

  // Only requests that have an answer are intercepted: Playwright takes milliseconds for each, and the app has many files.
  // Others reach no host but this machine (chromium.mjs).
  async governNetwork(answers, servers = []) {
    const own = [new URL(this.url).origin, ...servers];
    const known = new Map(Object.entries(answers).map(([key, value]) => [new URL(key, this.url).href, value]));
    this.context.on("request", (request) => {
      this.#requests.push(request);
      this.#unanswered.add(request);
    });
    this.context.on("requestfinished", (request) => this.#unanswered.delete(request));
    this.context.on("requestfailed", (request) => {
      this.#unanswered.delete(request);
      const isForeseen = known.has(request.url()) || own.includes(new URL(request.url()).origin);
      if (!isForeseen && UNREACHABLE.test(request.failure().errorText)) this.#blame(`unforeseen request: ${request.url()}`);
    });
    if (known.size === 0) return;
    await this.context.route((url) => known.has(url.href), (route) => giveAnswer(route, known.get(route.request().url())));
  }

  watch(page) {
    page.on("pageerror", (error) => this.#blame(`page error: ${error.message}`));
    page.on("console", (message) => {
      // A page or a frame that goes while it registers its worker, or fetches, says so, without a reason.
      const isLeft = /unknown error occurred when fetching the script|^Fetch API cannot load \S+\.\s*$/.test(message.text());
      if (message.type() === "error" && !isLeft) this.#blame(`console: ${message.text()}`);
    });
  }

  #blame(fault) {
    if (this.#isWatched) this.#faults.push(fault);
  }

  /** From here on nothing counts as a fault. */
  stopWatching() {
    this.#isWatched = false;
  }

  assertNoFaults() {
    const unexpected = this.#faults.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
    assert.deepEqual(unexpected, [], "the app did something the test did not foresee");
  }
}

function giveAnswer(route, answer) {
  if (answer === null) return route.abort();
  if (typeof answer === "string" || Buffer.isBuffer(answer)) {
    return route.fulfill({ body: answer, headers: { "access-control-allow-origin": "*" } });
  }
  return route.fulfill(answer);
}
