// Takes the pictures of docs/workflow.md: a person goes from a typology to collected annotations, and each step is
// photographed. Usage: node pictures.mjs DIRECTORY
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST, launchChromium } from "./chromium.mjs";

const directory = process.argv[2];
if (!directory) throw new Error("usage: node pictures.mjs DIRECTORY");

const byId = (scope, id) => scope.locator(`[data-testid="${id}"]`);

/** Each step leaves the page as its picture shows it. */
const STEPS = {
  async "1-choose"(page) {
    await page.locator('[data-template="salsa"] svg').waitFor();
    await byId(page, "gallery").evaluate((gallery) => gallery.scrollIntoView());
  },
  async "2-typology"(page) {
    await page.locator('[data-template="salsa"] .gallery__name a').click();
    await page.locator("svg.tree text").first().waitFor();
  },
  async "3-change"(page) {
    await byId(page, "customise").click();
    const preview = page.frameLocator('[data-testid="preview"]');
    await preview.locator('[data-page="annotate"]').waitFor();
    await byId(page, "outline-item").filter({ hasText: "Reorder" }).first().click();
    await byId(page, "outline-label").fill("Moved");
    await byId(page, "outline-label").press("Tab");
    await preview.locator('[data-testid="category"]', { hasText: "Moved" }).waitFor();
  },
  async "4-deploy"(page) {
    await byId(page, "deploy-open").click();
    await byId(page, "deploy-way").first().waitFor();
    await page.locator('[data-testid="deploy-way"][data-way="link"]').click();
    await page.waitForTimeout(800);
  },
  async "5-annotate"(page, url) {
    await page.goto(`${url}?t=salsa`);
    await byId(page, "edit").first().waitFor();
    await byId(byId(page, "edit").first(), "edit-open").click();
    await byId(page, "question").first().waitFor();
    await page.locator('[data-testid="category"] path').first().waitFor({ state: "attached" });
  },
  async "6-compare"(page, url) {
    await page.goto(`${url}?t=demo_adjudication`);
    await byId(page, "next-difference").click();
    await page.locator('[data-testid="position"]:not([data-index="1"])').waitFor();
    await page.waitForTimeout(500);
  },
  async "7-collect"(page, url) {
    await page.goto(`${url}?t=salsa`);
    await byId(page, "edit").first().waitFor();
    await page.locator("header details.menu summary").click();
    await byId(page, "download").waitFor();
  },
};

const server = await startServer({ directory: DIST });
const browser = await launchChromium();
try {
  await mkdir(directory, { recursive: true });
  const options = { viewport: { width: 1280, height: 800 }, locale: "en-GB", colorScheme: "light", serviceWorkers: "block" };
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(server.url);
  for (const [name, step] of Object.entries(STEPS)) {
    await step(page, server.url);
    await page.screenshot({ path: join(directory, `${name}.png`) });
    console.log(`${name}.png`);
  }
} finally {
  await browser.close();
  await server.stop();
}
