// Measures the built app in Chromium against its budgets and prints tables. With another build, both are measured in
// turn and stand beside each other.
// Usage: node tests/e2e/bench.mjs [DIST]   (after scripts/build; DIST: another build, such as that of the version before)
import { startServer } from "../../scripts/lib/static-server.mjs";
import { TEMPLATE, data } from "./bench-data.mjs";
import { study } from "./bench-study.mjs";
import { DIST, launchChromium } from "./chromium.mjs";
import { bytesOf, firstVisit } from "./first-visit.mjs";
import { selectText } from "./selection.mjs";
import { showWhole } from "./show-whole.mjs";

/** A measured value with its unit and its budget. */
const figure = (value, unit, budget) => ({ value, unit, budget });

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
const p95 = (numbers) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * 0.95))];

async function measureFirstVisit(browser, url) {
  const { ready, files } = await firstVisit(browser, `${url}?t=salsa`);
  const gzip = (chosen, budget) => figure(bytesOf(chosen) / 1000, "KB", budget);
  const first = (ending) => gzip(files.filter(({ name, later }) => !later && name.endsWith(ending)));
  const later = files.filter((file) => file.later);
  return {
    "html, gzip": first(".html"),
    "wasm, gzip": first(".wasm"),
    "js, gzip": first(".js"),
    "css, gzip": first(".css"),
    "loaded once it takes input, gzip": gzip(later),
    "in all, gzip": gzip(files, 540),
    "requests": figure(files.length, ""),
    "ready for input": figure(ready, "ms"),
  };
}

/** Opens the bench template with data, by the file chooser. Resolves with the page and the time that the data took. */
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

/** Runs in the page: collects the long tasks of the main thread from now on. Returns the time. */
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

/** Runs in the page: times many clicks, each until the second frame after it, and the run of the click itself. */
async function clicks({ selector, times }) {
  const painted = [];
  const script = [];
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let run = 0; run < times; run += 1) {
    const button = document.querySelector(selector);
    const start = performance.now();
    button.click();
    // Microtasks that the click sets off belong to it.
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
  const figures = {};
  for (const instances of [50, 5000]) {
    const { context, page } = await openWork(browser, url, data(instances, 1500, 20));
    await page.waitForTimeout(instances > 1000 ? 8000 : 500);
    const { painted, script } = await page.evaluate(clicks, { selector: "[data-testid=next]", times: 45 });
    figures[`next of ${instances} × 20 edits, painted p95`] = figure(p95(painted), "ms", 50);
    figures[`next of ${instances} × 20 edits, script p95`] = figure(p95(script), "ms", 8);
    if (instances > 1000) {
      await page.evaluate(walk, { selector: "[data-testid=next]" });
      figures["memory after walking 5 000 × 20"] = figure(await memory(context, page), "MB", 120);
    }
    await context.close();
  }
  return figures;
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
  return (usedSize + embedderHeapUsedSize + (await page.evaluate(programMemory))) / 1e6;
}

async function measureCommits(browser, url) {
  const figures = {};
  for (const [edits, length, budget] of [[200, 20_000, 50], [1000, 100_000, 80]]) {
    const { context, page } = await openWork(browser, url, data(1, length, edits));
    const target = page.locator("[data-testid=pane-target]");
    for (let run = 0; run < 15; run += 1) {
      await selectText(target, 40 + run * 37, 60 + run * 37);
      await page.locator("[data-testid=category-menu] [data-testid=category]").first().click();
      await page.waitForTimeout(120);
    }
    const commits = (await timings(page, "commit")).slice(-15);
    figures[`commit among ${edits} on ${length} characters, p95`] = figure(p95(commits), "ms", budget);
    await context.close();
  }
  return figures;
}

/** Runs in the page: notes for each mouse-up when its selection was marked and when the frame after it was painted. */
function noteSelections() {
  window.selections = [];
  const frame = (done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { done(); port1.close(); };
    port2.postMessage(null);
  });
  window.addEventListener("mouseup", ({ timeStamp }) => {
    const noted = { frames: 0, painted: null };
    window.selections.push(noted);
    const next = () => frame(() => {
      noted.frames += 1;
      if (document.querySelector(".run--pending")) noted.painted = performance.now() - timeStamp;
      else if (noted.frames < 60) next();
    });
    next();
  }, { capture: true });
}

async function measureShowing(browser, url) {
  const two = `[${data(1, 200, 2).slice(1, -1)},${data(1, 100_000, 1000).slice(1, -1)}]`;
  const { context, page } = await openWork(browser, url, two);
  // Nobody clicks without having moved the mouse, at which the page loads what edits are made with.
  await page.mouse.move(600, 400);
  await page.waitForTimeout(300);
  const { painted } = await page.evaluate(clicks, { selector: "[data-testid=next]", times: 1 });
  await page.getByTestId("previous").click();
  await page.waitForTimeout(500);
  const whole = await page.evaluate(showWhole, { selector: "[data-testid=next]", quiet: 500 });
  await page.evaluate(noteSelections);
  const target = page.getByTestId("pane-target");
  for (let run = 0; run < 15; run += 1) {
    // In the middle of the first block of the text, which is what selecting brings into view.
    await selectText(target, 800 + run * 25, 820 + run * 25);
    await page.waitForFunction((count) => window.selections.filter(({ painted }) => painted).length > count, run);
    await page.keyboard.press("Escape");
    await page.locator(".run--pending").first().waitFor({ state: "detached" });
  }
  const selections = await page.evaluate(() => window.selections);
  await context.close();
  return {
    "100 000 characters with 1 000 edits, first frame": figure(painted[0], "ms", 150),
    "… to the last row painted": figure(whole, "ms", 100),
    "… a selection painted after its mouse-up, p95": figure(p95(selections.map((noted) => noted.painted)), "ms"),
    "… frames until then, most": figure(Math.max(...selections.map(({ frames }) => frames)), "", 1),
  };
}

async function measureOpening(browser, url) {
  const { context, page, usable } = await openWork(browser, url, data(20_000, 800, 2));
  // Handing the file to the page is the browser driver's own task, before the import starts.
  const longest = await page.evaluate(() => {
    const since = performance.getEntriesByName("spanwise:import:start").at(-1).startTime;
    return Math.max(0, ...window.longTasks.filter((task) => task.startTime >= since).map((task) => task.duration));
  });
  await context.close();
  return { usable: figure(usable, "ms", 2000), "longest task": figure(longest, "ms") };
}

/** Milliseconds for which Chromium lets a worker run on that was ended. */
const ENDED_WORKER_RUNS = 2500;

/** The figures of 40 000 annotations, all but γ: from choosing the files on, and once more, by other samples. */
async function measureFigures(browser, url) {
  const figures = {};
  for (const [annotators, items] of [[2, 5_000], [4, 2_500]]) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${url}#/figures`);
    await page.evaluate(noteChoice);
    const upload = page.getByTestId("upload").first();
    await upload.waitFor({ state: "attached" });
    const files = study("study", annotators, items, 4).map(({ name, text }) => ({ name, mimeType: "", buffer: Buffer.from(text) }));
    await upload.setInputFiles(files);
    figures[`${annotators} annotators, first, from choosing files`] = figure(await page.evaluate(untilShown), "ms", 2000);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.waitForTimeout(ENDED_WORKER_RUNS);
    await page.getByTestId("options").locator("summary").first().click();
    await page.getByTestId("gamma").uncheck();
    await page.getByTestId("seed").fill("2");
    figures[`${annotators} annotators, again`] = figure(await page.evaluate(computing), "ms", 2000);
    await context.close();
  }
  return figures;
}

/** Runs in the page: notes the time at which files are chosen. */
function noteChoice() {
  addEventListener("change", () => (window.chosenAt = performance.now()), { capture: true, once: true });
}

/** Runs in the page: resolves with the time from choosing files until all figures but γ are shown. */
async function untilShown() {
  do await new Promise((done) => requestAnimationFrame(done));
  while (!document.querySelector("[data-testid=main-figures]"));
  return performance.now() - window.chosenAt;
}

/** Runs in the page: computes the figures, and resolves with the time until they are shown. */
async function computing() {
  const start = performance.now();
  document.querySelector("[data-testid=compute]").click();
  do await new Promise((done) => requestAnimationFrame(done));
  while (document.querySelector("progress"));
  return performance.now() - start;
}

/** The measurements, each the median of some rounds. */
const MEASUREMENTS = [
  { title: "First visit to the annotate page", rounds: 7, measure: measureFirstVisit },
  { title: "Going on", rounds: 3, measure: measureNavigation },
  { title: "Committing", rounds: 3, measure: measureCommits },
  { title: "Showing", rounds: 5, measure: measureShowing },
  { title: "Opening 20 000 instances, 18 MB", rounds: 3, measure: measureOpening },
  { title: "Figures of 40 000 annotations, all but γ", rounds: 3, measure: measureFigures },
];

/** The figures of each site, measured in turn, so that other work of the machine meets them alike. */
async function measureAll(browser, sites, { title, rounds, measure }) {
  const runs = sites.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, site] of sites.entries()) {
      console.error(`${title}: ${round} of ${rounds}, ${site.name}`);
      runs[at].push(await measure(browser, site.url));
    }
  }
  return runs.map((ofSite) => {
    const medianOf = (name) => median(ofSite.map((figures) => figures[name].value));
    return Object.fromEntries(Object.entries(ofSite[0]).map(([name, { unit, budget }]) => [name, figure(medianOf(name), unit, budget)]));
  });
}

/** Prints the figures. Returns the names of those of this build that are over their budget. */
function printTable({ title, rounds }, sites, figures) {
  const names = Object.keys(figures[0]);
  const width = Math.max(...names.map((name) => name.length));
  console.log(`\n${title} (median of ${rounds})`);
  if (sites.length > 1) console.log(`  ${"".padEnd(width)}${sites.map(({ name }) => name.padStart(12)).join("")}`);
  for (const name of names) {
    const values = figures.map((ofSite) => ofSite[name].value);
    const { unit, budget } = figures[0][name];
    const shown = values.map((value) => value.toFixed(1).padStart(12)).join("");
    const change = values.length > 1 ? `${((values[0] / values[1] - 1) * 100).toFixed(1).padStart(8)} %` : "";
    console.log(`  ${name.padEnd(width)}${shown} ${unit.padEnd(2)}${change}${budget ? `  (≤ ${budget})` : ""}`);
  }
  return names.filter((name) => figures[0][name].value > (figures[0][name].budget ?? Infinity));
}

const [before] = process.argv.slice(2);
const builds = [{ name: "this build", directory: DIST }, ...(before ? [{ name: "beside", directory: before }] : [])];
const servers = await Promise.all(builds.map(({ directory }) => startServer({ directory })));
const sites = builds.map(({ name }, at) => ({ name, url: servers[at].url }));
const browser = await launchChromium();
const over = [];
try {
  for (const measurement of MEASUREMENTS) over.push(...printTable(measurement, sites, await measureAll(browser, sites, measurement)));
} finally {
  await browser.close();
  await Promise.all(servers.map((server) => server.stop()));
}
if (over.length > 0) {
  console.error(`\nover budget: ${over.join("; ")}`);
  process.exitCode = 1;
}
