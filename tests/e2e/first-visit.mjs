// A visit with nothing cached: the time until it takes input, and the files of the app that it downloads.

/** Runs in the page before anything else: notes the time at which it first takes input. */
function noteReadiness() {
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.appReady !== "true") return;
    observer.disconnect();
    performance.mark("ready");
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/** Runs in the page: milliseconds from navigation to ready, and the app's files with their bytes as sent; those that are
 *  asked for once the page takes input are `later`. */
function readVisit() {
  const [page] = performance.getEntriesByType("navigation");
  const [ready] = performance.getEntriesByName("ready");
  const path = (entry) => new URL(entry.name).pathname;
  const isProgram = (entry) => !/\.(json|ya?ml|svg|png|webmanifest)$/.test(path(entry));
  const file = (entry) => ({ name: path(entry).split("/").pop(), bytes: entry.encodedBodySize, later: entry.startTime > ready.startTime });
  const files = performance.getEntriesByType("resource").filter(isProgram).map(file);
  return { ready: ready.startTime, files: [{ name: "index.html", bytes: page.encodedBodySize, later: false }, ...files] };
}

/** Visits an address in a fresh browser context. */
export async function firstVisit(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(noteReadiness);
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    await page.waitForLoadState("networkidle");
    return await page.evaluate(readVisit);
  } finally {
    await context.close();
  }
}

/** The bytes of some files. */
export const bytesOf = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0);
