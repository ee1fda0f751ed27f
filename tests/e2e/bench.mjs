// Measures the built app in Chromium against its budgets and prints tables.
// Usage: node tests/e2e/bench.mjs   (after scripts/build)
import { startServer } from "../../scripts/lib/static-server.mjs";
import { TEMPLATE, data } from "./bench-data.mjs";
import { DIST, launchChromium } from "./chromium.mjs";
import { bytesOf, firstVisit } from "./first-visit.mjs";
import { selectText } from "./selection.mjs";

const VISITS = 7;

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function printTable(title, rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${title}`);
  for (const [name, value, unit] of rows) {
    console.log(`  ${name.padEnd(width)}  ${value.padStart(8)} ${unit}`);
  }
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

async function measureFirstVisit(browser, url) {
  const visits = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await firstVisit(browser, url));
  const [{ files }] = visits;
  const first = (ending) => bytesOf(files.filter(({ name, later }) => !later && ending.test(name)));
  const sizes = {
    html: first(/\.html$/),
    wasm: first(/\.(wasm|bin)$/),
    js: first(/\.js$/),
    css: first(/\.css$/),
    later: bytesOf(files.filter(({ later }) => later)),
    total: bytesOf(files),
  };
  printTable(`First visit (${VISITS} visits, median time)`, [
    ...Object.entries(sizes).map(([kind, size]) => [`${kind}, gzip`, kilobytes(size), "kB"]),
    ["ready for input", median(visits.map(({ ready }) => ready)).toFixed(0), "ms"],
  ]);
}

function p95(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
}

const ms = (number) => number.toFixed(1);

/** Opens the bench template with data, by the file chooser. Resolves with the page and how long the data took. */
async function openWork(browser, url, json) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("html[data-app-ready=true]");
  const upload = page.locator("[data-testid=upload]");
  await upload.setInputFiles({ name: "bench.yml", mimeType: "", buffer: Buffer.from(TEMPLATE) });
  await page.waitForSelector("[data-page=landing]");
  const before = await page.evaluate(watchLongTasks);
  await upload.setInputFiles({ name: "bench.json", mimeType: "", buffer: Buffer.from(json) });
  await page.waitForSelector("[data-page=annotate]", { timeout: 60_000 });
  await page.waitForFunction(
    (since) => performance.getEntriesByName("spanwise:import:end").some(({ startTime }) => startTime > since),
    before,
    { timeout: 60_000 },
  );
  const [usable] = (await timings(page, "import")).slice(-1);
  return { context, page, usable };
}

/** Runs in the page: collects how long the main thread was held at a time. Returns the time. */
function watchLongTasks() {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
  }).observe({ type: "longtask" });
  return performance.now();
}

/** Milliseconds from the start to the painted end of each run of an interaction. */
function timings(page, name) {
  return page.evaluate((prefix) => {
    const at = (edge) => performance.getEntriesByName(`${prefix}:${edge}`).map(({ startTime }) => startTime);
    const starts = at("start");
    return at("end").map((end, run) => end - starts[run]);
  }, `spanwise:${name}`);
}

/** Runs in the page: clicks and waits for the second frame after, many times; also how long the click itself ran. */
async function clicks({ selector, times }) {
  const painted = [];
  const script = [];
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let run = 0; run < times; run += 1) {
    const button = document.querySelector(selector);
    const start = performance.now();
    button.click();
    // What the click sets off in microtasks belongs to it.
    await Promise.resolve();
    await new Promise((done) => queueMicrotask(done));
    script.push(performance.now() - start);
    await frame();
    await frame();
    painted.push(performance.now() - start);
  }
  return { painted, script };
}

async function measureNavigation(browser, url) {
  const rows = [];
  for (const instances of [50, 5000]) {
    const { context, page } = await openWork(browser, url, data(instances, 1500, 20));
    await page.waitForTimeout(instances > 1000 ? 8000 : 500);
    const { painted, script } = await page.evaluate(clicks, { selector: "[data-testid=next]", times: 45 });
    rows.push([`next of ${instances} × 20 edits, painted p95`, ms(p95(painted)), "ms  (≤ 50)"]);
    rows.push([`next of ${instances} × 20 edits, script p95`, ms(p95(script)), "ms  (≤ 8)"]);
    if (instances > 1000) {
      await page.evaluate(walk, { selector: "[data-testid=next]" });
      rows.push(["memory after walking 5 000 × 20", await memory(context, page), "MB  (≤ 120)"]);
    }
    await context.close();
  }
  printTable("Going on", rows);
}

/** Runs in the page: clicks once a frame for as long as the button can be clicked. */
async function walk({ selector }) {
  const button = document.querySelector(selector);
  while (!button.disabled) {
    button.click();
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** Runs in the page: bytes of WebAssembly memory, which never shrinks. */
async function programMemory() {
  const glue = await import(new URL(document.querySelector("script[data-js]").dataset.js, document.baseURI));
  return glue.initSync().memory.buffer.byteLength;
}

/** Megabytes of JavaScript heap and of WebAssembly memory, after collecting garbage. */
async function memory(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize, embedderHeapUsedSize = 0 } = await session.send("Runtime.getHeapUsage");
  return ((usedSize + embedderHeapUsedSize + (await page.evaluate(programMemory))) / 1e6).toFixed(1);
}

async function measureCommits(browser, url) {
  const rows = [];
  for (const [edits, length, budget] of [[200, 20_000, 50], [1000, 100_000, 80]]) {
    const { context, page } = await openWork(browser, url, data(1, length, edits));
    const target = page.locator("[data-testid=pane-target]");
    for (let run = 0; run < 15; run += 1) {
      await selectText(target, 40 + run * 37, 60 + run * 37);
      await page.locator("[data-testid=category-menu] [data-testid=category]").first().click();
      await page.waitForTimeout(120);
    }
    const commits = (await timings(page, "commit")).slice(-15);
    rows.push([`commit among ${edits} on ${length} characters, p95`, ms(p95(commits)), `ms  (≤ ${budget})`]);
    await context.close();
  }
  printTable("Committing", rows);
}

async function measureShowing(browser, url) {
  const two = `[${data(1, 200, 2).slice(1, -1)},${data(1, 100_000, 1000).slice(1, -1)}]`;
  const shown = [];
  for (let run = 0; run < 5; run += 1) {
    const { context, page } = await openWork(browser, url, two);
    await page.waitForTimeout(300);
    const { painted } = await page.evaluate(clicks, { selector: "[data-testid=next]", times: 1 });
    shown.push(painted[0]);
    await context.close();
  }
  printTable("Showing", [["100 000 characters with 1 000 edits, median", ms(median(shown)), "ms  (≤ 150)"]]);
}

async function measureOpening(browser, url) {
  const json = data(20_000, 800, 2);
  const { context, page, usable } = await openWork(browser, url, json);
  // Handing the file to the page is the browser driver's own task, before the import starts.
  const longest = await page.evaluate(() => {
    const since = performance.getEntriesByName("spanwise:import:start").at(-1).startTime;
    return Math.max(0, ...window.longTasks.filter((task) => task.startTime >= since).map((task) => task.duration));
  });
  printTable(`Opening ${(json.length / 1e6).toFixed(1)} MB, 20 000 instances`, [
    ["usable", ms(usable), "ms  (≤ 2000)"],
    ["longest task", ms(longest), "ms"],
  ]);
  await context.close();
}

const server = await startServer({ directory: DIST });
const browser = await launchChromium();
try {
  await measureFirstVisit(browser, `${server.url}?t=salsa`);
  await measureNavigation(browser, server.url);
  await measureCommits(browser, server.url);
  await measureShowing(browser, server.url);
  await measureOpening(browser, server.url);
} finally {
  await browser.close();
  await server.stop();
}
