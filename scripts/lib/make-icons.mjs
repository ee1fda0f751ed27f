// Draws the icons of the installed app, public/icons, from public/icon.svg. To be run when that changes.
// Usage: node scripts/lib/make-icons.mjs   (after `npm ci --prefix tests/e2e`)
import { readFile, writeFile } from "node:fs/promises";
import { launchChromium } from "../../tests/e2e/chromium.mjs";

// `share`: how much of the width the drawing takes. A mask may cut away all but a circle of 80 %; iOS fills what is
// clear with black.
const ICONS = [
  { name: "icon-192", size: 192, share: 1, ground: "transparent" },
  { name: "icon-512", size: 512, share: 1, ground: "transparent" },
  { name: "icon-180", size: 180, share: 0.75, ground: "#ffffff" },
  { name: "maskable-512", size: 512, share: 0.58, ground: "#ffffff" },
];

const folder = new URL("../../public/", import.meta.url);
const drawing = await readFile(new URL("icon.svg", folder), "utf8");
const browser = await launchChromium();
const page = await browser.newPage();
for (const { name, size, share, ground } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${share * 100}vw}</style>${drawing}`);
  await writeFile(new URL(`icons/${name}.png`, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
