// The event log: what is logged, what is not, and the times in files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { download } from "./journeys-support.mjs";
import { openComment, openWork } from "./pages.mjs";

const template = (keys) => `
template_name: log
${keys}
edits:
  - name: error
    enable_output: true
    annotation: [{ name: why, options: textbox }]
`;
const DATA = [{ target: "Anna came in." }, { target: "Ben left the house." }];

const open = (t, keys = "event_log: true") => openWork(t, { template: template(keys), data: DATA });
const told = (work) => work.page.getByText("This task logs");

async function log(work) {
  const { text } = await download(work.app, "download-log");
  return { text, events: text.trim().split("\n").map((line) => JSON.parse(line)) };
}

test("what is done is logged in its order, without texts, and stays after a reload", async (t) => {
  const work = await open(t);
  await told(work).waitFor();
  await work.make("error", ["target", "came"]);
  await work.write("why", "secret answer");
  await (await openComment(work.page)).fill("secret comment");
  await work.undo.click();
  await work.next.click();
  await work.waitForInstance(2);
  await work.waitForDone();
  await work.page.getByTestId("mark-done").click();
  // The first instance is not done.
  await work.waitForInstance(1);
  await work.waitSaved();
  const { text, events } = await log(work);
  const words = events.map(({ event }) => event);
  const order = ["opened", "selected", "committed", "answered", "changed", "undone", "shown", "done"];
  // Edits are opened by the page itself, too.
  const firsts = order.map((word) => words.indexOf(word));
  assert.ok(!firsts.includes(-1), words.join(" "));
  assert.deepEqual(firsts, firsts.toSorted((a, b) => a - b), words.join(" "));
  assert.deepEqual(events.map(({ ms }) => ms), events.map(({ ms }) => ms).toSorted((a, b) => a - b));
  for (const secret of ["came", "secret", "error", "why", "Anna"]) assert.ok(!text.includes(secret), secret);
  const { edit } = events.find(({ event }) => event === "committed");
  assert.equal(events.find(({ event }) => event === "answered").edit, edit);

  await work.page.reload();
  await work.waitForInstance(1);
  assert.equal(await told(work).count(), 0);
  assert.equal((await log(work)).text, text);
  await work.next.click();
  await work.waitForInstance(2);
  const after = (await log(work)).events.slice(events.length);
  assert.deepEqual(after.map(({ event, instance }) => [event, instance]), [["opened", 0], ["shown", 1]]);
});

test("files have the time on each instance and edit, and keep what they had", async (t) => {
  const work = await open(t);
  await work.make("error", ["target", "came"]);
  await work.next.click();
  await work.waitForInstance(2);
  await work.waitSaved();
  const [first] = await work.annotations();
  const { ms, edits } = first._spanwise.times;
  assert.ok(Number.isInteger(ms) && ms > 0, `${ms}`);
  const [id] = Object.keys(edits.error);
  assert.equal(Number(id), first.edits[0].id);
  assert.ok(edits.error[id] <= ms, `${edits.error[id]} of ${ms}`);
});

test("without the key nothing is logged, and files have no times", async (t) => {
  const work = await open(t, "");
  await work.make("error", ["target", "came"]);
  await work.next.click();
  await work.waitForInstance(2);
  await work.waitSaved();
  assert.equal(await told(work).count(), 0);
  const keys = await work.page.evaluate(() => Object.keys(localStorage));
  assert.deepEqual(keys.filter((key) => key.includes("/events/")), []);
  const [first] = await work.annotations();
  assert.equal(first._spanwise?.times, undefined);
  await work.openMenu();
  assert.equal(await work.page.getByTestId("download-log").count(), 0);
});

test("downloads that the template turns off take the log with them", async (t) => {
  const work = await open(t, "event_log: true\ndisable: [download]");
  await work.openMenu();
  assert.equal(await work.page.getByTestId("download-log").count(), 0);
});
