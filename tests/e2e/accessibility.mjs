// Looks for accessibility faults that a program can find; keyboard journeys find the rest.
import assert from "node:assert/strict";
import axe from "axe-core";

const GRAVE = new Set(["serious", "critical"]);

/** Fails when axe finds a serious or critical fault on the page. */
export async function assertAccessible(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const faults = violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`));
  assert.deepEqual(faults, [], "accessibility faults");
}
