// The browser and the build that the tests and the measurements run on.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The release build, as scripts/build leaves it, or another one named by SPANWISE_DIST. */
export const DIST = process.env.SPANWISE_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

// Quiet: nothing asks the network on the browser's own behalf.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** Headless Chromium: the one CHROMIUM names, or Debian's. The caller closes it. */
export function launchChromium() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}
