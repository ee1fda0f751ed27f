// The browser and the build that the tests and the measurements run on.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The release build, as scripts/build leaves it, or another one named by SPANWISE_DIST. */
export const DIST = process.env.SPANWISE_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

// Quiet: nothing asks the network on the browser's own behalf, and no host but this machine is found.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** Chromium as people have it, run headless: the one CHROMIUM names, or Debian's. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The same engine without the browser around it, in which journeys take a third less time; Chromium where it is missing. */
const HEADLESS_SHELL = process.env.CHROMIUM_HEADLESS_SHELL || CHROMIUM;

/** Starts Chromium, for measurements and pictures. The caller closes it. */
export function launchChromium() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Starts the browser of the journeys. The caller closes it. */
export function launchForJourneys() {
  const launch = () => chromium.launch({ executablePath: HEADLESS_SHELL, args: FLAGS });
  // On a busy machine it dies while it starts, once in some hundred times.
  return launch().catch(launch);
}

/** Starts Chromium on a profile of its own, with all its processes in one group, which `kill` ends as a power cut would. */
export async function startKillable(profile) {
  const args = [...FLAGS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(CHROMIUM, args, { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const address = await new Promise((found, failed) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) found(address);
    });
    exited.then(() => failed(new Error(`Chromium did not start: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  const kill = async () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
    await exited;
    await browser.close().catch(() => {});
  };
  /** Ends it as a person does, so that all is written to disk. */
  const close = async () => {
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.close").catch(() => {});
    await exited;
  };
  return { page: context.pages()[0] ?? (await context.newPage()), kill, close };
}
