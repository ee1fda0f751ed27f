// The whole browser is killed, as by a power cut or for want of memory, on a real profile: all that the page called
// saved is there afterwards. SPANWISE_KILLS sets the number of kills; SPANWISE_SEED repeats a run.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST, startKillable } from "./chromium.mjs";
import { TEMPLATE, annotating, chooseFiles, mark, noticeText, stored } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const KILLS = Number(process.env.SPANWISE_KILLS ?? 8);
const SEED = Number(process.env.SPANWISE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The time that a step may take, in milliseconds: a busy machine is slow, which is no loss. */
const PATIENCE = 120_000;

const WORDS = "The ferry that was built in spring sank near the old harbour while its crew slept below the deck".split(" ");
const INSTANCES = 40;
const DATA = Array.from({ length: INSTANCES }, (_, at) => ({
  id: `n${at}`, source: WORDS.join(" "), target: "The ferry sank.", edits: [],
}));

/** Numbers from 0 to 1 that the seed fixes (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A profile and a server for one test, and browsers on them. */
async function killable(t) {
  const profile = await mkdtemp(join(tmpdir(), "spanwise-profile-"));
  const server = await startServer({ directory: DIST, mount: "/" });
  let browser;
  t.after(async () => {
    await browser?.kill();
    await server.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    async open(address) {
      browser = await startKillable(profile);
      browser.page.setDefaultTimeout(PATIENCE);
      browser.page.setDefaultNavigationTimeout(PATIENCE);
      await browser.page.goto(address ?? server.url);
      await browser.page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
      return browser.page;
    },
    kill: () => browser.kill(),
    close: () => browser.close(),
  };
}

/** Goes to an instance, also on a page that has only just appeared, where a first press may not count. */
const goTo = (annotate, at) =>
  eventually(async () => {
    // A draft that was under way is so again, and would keep the instance.
    await annotate.page.keyboard.press("Escape");
    await annotate.goTo.fill(String(at));
    await annotate.goTo.press("Enter");
    return (await annotate.position()).index;
  }, at, PATIENCE);

/** Runs one round of kills. If it takes too long, its error says that nothing was lost before. */
async function timed(round, run) {
  try {
    await run();
  } catch (error) {
    if (error.name !== "TimeoutError") throw new Error(`kill ${round}: ${error.message}`, { cause: error });
    throw new Error(`kill ${round} took too long, after ${round - 1} without loss`, { cause: error });
  }
}

/** The number of edits of each of these instances. */
const counts = async (annotate, instances) => {
  const found = new Map();
  for (const at of instances) {
    await goTo(annotate, at);
    found.set(at, await annotate.edits.count());
  }
  return found;
};

test(`of ${KILLS} killed browsers none has lost what was saved (seed ${SEED})`, async (t) => {
  const random = randomNumbers(SEED);
  const browsers = await killable(t);
  let page = await browsers.open();
  await chooseFiles(page, [
    { name: "press.yml", text: TEMPLATE },
    { name: "data.json", text: JSON.stringify(DATA) },
  ]);
  let annotate = await annotating(page);
  const address = page.url();
  const saved = new Map();
  let last;
  const round = async (kill) => {
    const at = 1 + Math.floor(random() * INSTANCES);
    await goTo(annotate, at);
    const commits = 1 + Math.floor(random() * 3);
    for (let commit = 0; commit < commits; commit += 1) {
      const done = saved.get(at) ?? 0;
      if (done >= WORDS.length) break;
      await mark(annotate, "deletion", "source", WORDS[done]);
      await annotate.waitSaved();
      saved.set(at, done + 1);
      last = at;
    }
    // Within some hundredths of a second after the answer, in the midst of a further change or not.
    if (random() < 0.5) void annotate.category("deletion").click().catch(() => {});
    await pause(random() * 50);
    await browsers.kill();
    page = await browsers.open(address);
    annotate = await annotating(page);
    assert.match(await noticeText(page, "info"), new RegExp(`ended without warning.*instance ${last}\\.`, "s"), `kill ${kill}`);
    await goTo(annotate, at);
    await eventually(() => annotate.edits.count(), saved.get(at) ?? 0);
  };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await timed(kill, () => round(kill));
    if (kill % 20 === 0) console.log(`${kill} kills, nothing lost`);
  }
  assert.deepEqual(await counts(annotate, saved.keys()), saved);
});

test("a draft of the builder is there after the browser was killed", async (t) => {
  const browsers = await killable(t);
  let page = await browsers.open();
  await page.goto(`${page.url()}#/build`);
  const editor = page.locator(".cm-content").first();
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# written before the crash");
  const isWritten = async () => Object.values(await stored(page)).some((value) => value.includes("before the crash"));
  await eventually(isWritten, true);
  await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor({ state: "attached" });
  const address = page.url();
  await browsers.kill();
  page = await browsers.open(address);
  const again = page.locator(".cm-content").first();
  await again.click();
  await page.keyboard.press("Control+End");
  await again.getByText("# written before the crash").waitFor();
});

test("a work that was deleted is so after the browser was killed", async (t) => {
  const browsers = await killable(t);
  let page = await browsers.open();
  const hub = page.url();
  await chooseFiles(page, [
    { name: "press.yml", text: TEMPLATE },
    { name: "data.json", text: JSON.stringify(DATA) },
  ]);
  const annotate = await annotating(page);
  await mark(annotate, "deletion", "source", "ferry");
  await annotate.waitSaved();
  const works = () => page.getByTestId("recent-work");
  const openHub = async () => {
    page = await browsers.open(hub);
    return works().count();
  };
  // The first store has the work on its disk, too, and cannot lose it by the kill.
  await browsers.close();
  assert.equal(await openHub(), 1);
  await page.getByRole("button", { name: /^Delete from this device: / }).click();
  await noticeText(page, "warning");
  await browsers.kill();
  assert.equal(await openHub(), 0, "deleted");
  await browsers.close();
  assert.equal(await openHub(), 0, "deleted for good");
});
