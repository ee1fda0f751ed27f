// The download of a first visit to the annotate page stays within its budget.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST, launchForJourneys } from "./chromium.mjs";
import { bytesOf, firstVisit } from "./first-visit.mjs";

/** All files of the program, compressed as hosts send them, in bytes. */
const BUDGET = 540_000;

test("a first visit to the annotate page", async (t) => {
  const server = await startServer({ directory: DIST });
  t.after(() => server.stop());
  const browser = await launchForJourneys();
  t.after(() => browser.close());
  const { files } = await firstVisit(browser, `${server.url}?t=salsa`);
  for (const { name, bytes } of files.toSorted((a, b) => b.bytes - a.bytes)) t.diagnostic(`${String(bytes).padStart(7)}  ${name}`);
  const total = bytesOf(files);
  t.diagnostic(`${String(total).padStart(7)}  in all, of ${BUDGET}`);
  assert.ok(files.some(({ name }) => name.endsWith(".wasm")), "no program was downloaded");
  assert.ok(total <= BUDGET, `a first visit downloads ${total} bytes, more than ${BUDGET}`);
});
