// The replay: the history of an instance on a slider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { download, openMenu } from "./journeys-support.mjs";
import { eventually, openWork } from "./pages.mjs";

const template = (keys = "") => `
template_name: replay
${keys}
edits:
  - name: wrong
    label: Wrong
    enable_output: true
    annotation: [{ name: why, options: textbox, required: false }]
`;
const DATA = [{ target: "Anna came in late." }, { target: "Ben left." }];

/** A work in which an edit was made, answered, undone, redone, another made and deleted. */
async function worked(t, keys) {
  const work = await openWork(t, { template: template(keys), data: DATA });
  await work.make("wrong", ["target", "came"]);
  await work.write("why", "tense");
  await eventually(() => work.page.getByText("tense").first().isVisible(), true);
  await work.undo.click();
  await work.redo.click();
  await work.make("wrong", ["target", "late"]);
  await work.write("why", "never");
  await work.deleteEdit(work.edits.nth(1));
  await work.waitSaved();
  return work;
}

const replay = (work) => {
  const root = work.page.getByTestId("replay");
  const step = root.getByTestId("replay-step");
  return {
    root,
    slider: root.getByTestId("replay-slider"),
    step,
    next: root.getByTestId("replay-next"),
    previous: root.getByTestId("replay-previous"),
    play: root.getByTestId("replay-play"),
    rows: () => root.getByTestId("edit").count(),
    at: async () => Number(await step.getAttribute("data-index")),
    total: async () => Number(await step.getAttribute("data-total")),
    text: () => root.getByTestId("pane-target").innerText(),
  };
};

async function openFromMenu(work) {
  await openMenu(work.page);
  await work.page.getByTestId("open-replay").click();
  const shown = replay(work);
  await shown.slider.waitFor();
  return shown;
}

test("the history of an instance is gone through by mouse, and the work is as it was", async (t) => {
  const work = await worked(t);
  const before = (await download(work.app)).text;
  const shown = await openFromMenu(work);
  const total = await shown.total();
  assert.ok(total >= 7, `${total} steps`);
  assert.equal(await shown.at(), total);
  assert.equal(await shown.rows(), 1);
  assert.match(await shown.step.innerText(), new RegExp(`^${total} of ${total}: Wrong deleted$`));
  const steps = [];
  while ((await shown.at()) > 0) {
    const at = await shown.at();
    steps.unshift(await shown.step.innerText());
    assert.equal(await shown.slider.getAttribute("aria-valuetext"), steps[0]);
    await shown.previous.click();
    await eventually(() => shown.at(), at - 1);
  }
  assert.equal(await shown.rows(), 0, "before the first change");
  const words = steps.map((step) => step.replace(/^\d+ of \d+: Wrong /, ""));
  assert.equal(words[0], "made");
  for (const word of ["answered", "undone", "redone", "deleted"]) assert.ok(words.includes(word), `${word}: ${words}`);
  await shown.next.click();
  await eventually(() => shown.rows(), 1);
  assert.equal((await shown.text()).trim(), DATA[0].target);
  assert.ok(await shown.root.locator('[data-mark="wrong-1"]').count(), "with its mark");
  assert.equal(await shown.root.getByTestId("edit-delete").count(), 0, "nothing can be changed");

  await shown.previous.click();
  await shown.play.click();
  await eventually(() => shown.at(), total, 30_000);
  await work.page.keyboard.press("Escape");
  await shown.root.waitFor({ state: "detached" });
  assert.equal((await download(work.app)).text, before);
  assert.ok(await work.undo.isEnabled());
});

test("by keyboard alone, after a reload", async (t) => {
  const work = await worked(t);
  await work.page.reload();
  await work.waitForInstance(1);
  await work.page.locator("#text-target").focus();
  // The first key is a sign of a person; what the second one needs is there once it was loaded.
  await work.page.keyboard.press("ArrowRight");
  const shown = replay(work);
  for (let tries = 0; tries < 50 && !(await shown.root.count()); tries++) {
    await work.page.keyboard.press("<");
    await work.page.waitForTimeout(100);
  }
  await shown.slider.waitFor();
  const total = await shown.total();
  await shown.slider.focus();
  await work.page.keyboard.press("Home");
  await eventually(() => shown.at(), 0);
  assert.equal(await shown.rows(), 0);
  await work.page.keyboard.press("ArrowRight");
  await eventually(() => shown.step.innerText(), `1 of ${total}: Wrong made`);
  assert.equal(await shown.rows(), 1);
  await work.page.keyboard.press("End");
  await eventually(() => shown.at(), total);
  await work.page.keyboard.press("Escape");
  await shown.root.waitFor({ state: "detached" });
  await eventually(() => work.rows(), ["wrong-1"]);
});

test("an instance without changes says so, and a work with an event log has times", async (t) => {
  const work = await worked(t, "event_log: true");
  let shown = await openFromMenu(work);
  assert.match(await shown.step.innerText(), /: Wrong deleted, .*\d+:\d\d/);
  await work.page.keyboard.press("Escape");
  await shown.root.waitFor({ state: "detached" });
  await work.next.click();
  await work.waitForInstance(2);
  await openMenu(work.page);
  await work.page.getByTestId("open-replay").click();
  shown = replay(work);
  await eventually(() => shown.step.innerText(), "Nothing has been changed in this instance on this device.");
});
