// Measures a first visit to the built app in Chromium and prints a table.
// Usage: node tests/e2e/bench.mjs   (after scripts/build)
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST, launchChromium } from "./chromium.mjs";

const VISITS = 7;

/** Runs in the page before anything else: notes when it first takes input. */
function noteReadiness() {
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.appReady !== "true") return;
    observer.disconnect();
    performance.mark("ready");
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/** Runs in the page: milliseconds from navigation to ready, and bytes as sent, by kind of file. */
function readVisit() {
  const sent = (name) =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => new URL(entry.name).pathname.endsWith(name))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  const [page] = performance.getEntriesByType("navigation");
  const [ready] = performance.getEntriesByName("ready");
  return {
    ready: ready.startTime,
    bytes: { html: page.encodedBodySize, wasm: sent(".wasm"), js: sent(".js"), css: sent(".css") },
  };
}

/** A visit with nothing cached. */
async function firstVisit(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(noteReadiness);
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    return await page.evaluate(readVisit);
  } finally {
    await context.close();
  }
}

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
  const { bytes } = visits[0];
  const total = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  printTable(`First visit (${VISITS} visits, median time)`, [
    ...Object.entries(bytes).map(([kind, size]) => [`${kind}, gzip`, kilobytes(size), "kB"]),
    ["total, gzip", kilobytes(total), "kB"],
    ["ready for input", median(visits.map(({ ready }) => ready)).toFixed(0), "ms"],
  ]);
}

const server = await startServer({ directory: DIST });
const browser = await launchChromium();
try {
  await measureFirstVisit(browser, server.url);
} finally {
  await browser.close();
  await server.stop();
}
