// Looks for accessibility faults that a program can find; keyboard journeys find the rest.
import assert from "node:assert/strict";
import axe from "axe-core";

const GRAVE = new Set(["serious", "critical"]);

/** Fails if axe finds a serious or critical fault on the page, or in the part of it that `selector` names. */
export async function assertAccessible(page, selector = "html") {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((selector) => globalThis.axe.run(selector, { resultTypes: ["violations"] }), selector);
  const faults = violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`));
  assert.deepEqual(faults, [], "accessibility faults");
}
