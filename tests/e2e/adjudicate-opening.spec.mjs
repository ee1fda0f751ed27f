// From the places of several annotators' data to their works side by side; missing or unfitting data is reported.
// The defects named are those of Thresh's adjudication view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { assertAccessible } from "./accessibility.mjs";
import {
  ANNA, BEN, TEMPLATE, TEXTS, adjudicating, annotated, startAdjudicating, templateFor, wrong,
} from "./adjudicate-support.mjs";
import { ELSEWHERE, answer, bundle, chooseFiles, dropFiles, noticeText, shown, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const file = (name, data) => ({ name, text: typeof data === "string" ? data : JSON.stringify(data) });
const files = (app) =>
  app.page.getByTestId("annotator-file").evaluateAll((all) => all.map((entry) => entry.textContent));

/** Both columns are there. */
async function assertOpen(app, names = ["Your annotations", "ben"]) {
  const page = await adjudicating(app);
  for (const name of names) await app.page.getByRole("region", { name, exact: true }).waitFor();
  assert.equal((await page.position()).total, TEXTS.length);
  return page;
}

test("files annotated with another version of the typology are named in one notice", async (t) => {
  const noted = (instances, typology) => instances.map((instance, at) => (at === 1 ? { ...instance, _spanwise: { typology } } : instance));
  const [old, later] = ["00000000000000aa", "00000000000000bb"];
  const opened = await startAdjudicating(t, { data: [noted(ANNA, old), noted(BEN, later)] });
  const notices = opened.page.noticesAt("warning");
  await eventually(() => notices.count(), 1);
  const told = await notices.innerText();
  for (const part of [`anna: ${old} × 1`, `ben: ${later} × 1`, "spanwise convert --map"]) assert.ok(told.includes(part), told);
  await assertAccessible(opened.app.page);

  // What is changed here is noted with the typology of the template.
  await opened.page.goToInstance(2);
  await opened.page.column(2).take("wrong", 7).click();
  await opened.page.waitForTally("1 agrees · 1 only in “ben”");
  const gold = await opened.page.annotations();
  const own = gold[1]._spanwise.typology;
  assert.match(own, /^[0-9a-f]{16}$/);
  assert.notEqual(own, old);
  const again = await startAdjudicating(t, { data: [gold, noted(BEN, later)] });
  await eventually(() => again.page.noticesAt("warning").count(), 1);
  const only = await again.page.noticesAt("warning").innerText();
  assert.ok(only.includes(own) && only.includes(`ben: ${later} × 1`) && !only.includes("anna: "), only);
});

// Thresh 11.21: no gh and hf prefix on the data of several annotators
test("data on GitHub and Hugging Face is named as the template is", async (t) => {
  const raw = "https://raw.githubusercontent.com/lab/study/main";
  const hub = "https://huggingface.co/datasets/lab/study/resolve/main";
  const at = (host) => ({
    [`${host}/t.yml`]: answer(TEMPLATE),
    [`${host}/anna.json`]: answer(JSON.stringify(ANNA)),
    [`${host}/ben.json`]: answer(JSON.stringify(BEN)),
  });
  const app = await start(t, { answers: { ...at(raw), ...at(hub) } });
  for (const parameter of ["gh", "hf"]) {
    const of = (name) => `lab/study/main/${name}`;
    await app.open(`?${parameter}=${of("t.yml")}&d1=${of("anna.json")}&d2=${of("ben.json")}`);
    await assertOpen(app);
  }
});

// Thresh 11.21: `d` shows empty interfaces
test("data of one annotator alone: what is missing is said, and may be given", async (t) => {
  const answers = {
    [`${ELSEWHERE}/t.yml`]: answer(TEMPLATE),
    [`${ELSEWHERE}/anna.json`]: answer(JSON.stringify(ANNA)),
    [`${ELSEWHERE}/ben.json`]: answer(JSON.stringify(BEN)),
  };
  const app = await start(t, { answers });
  for (const [query, wanted] of [
    [`d=${ELSEWHERE}/anna.json`, [`Annotator 1: ${ELSEWHERE}/anna.json`, "Annotator 2: missing"]],
    [`d1=${ELSEWHERE}/anna.json`, [`Annotator 1: ${ELSEWHERE}/anna.json`, "Annotator 2: missing"]],
    [`d2=${ELSEWHERE}/ben.json`, ["Annotator 1: missing", `Annotator 2: ${ELSEWHERE}/ben.json`]],
  ]) {
    await app.open(`?i=${ELSEWHERE}/t.yml&${query}`);
    await app.page.getByRole("heading", { name: "Data is missing" }).waitFor();
    assert.deepEqual(await files(app), wanted, query);
  }
  await assertAccessible(app.page);
  await chooseFiles(app.page, [file("anna.json", ANNA)]);
  await assertOpen(app);
});

// Thresh 11.15: several files can't be loaded together
test("files are chosen or dropped: with the template, after it, before it, one after the other", async (t) => {
  const template = file("t.yml", TEMPLATE);
  const [anna, ben] = [file("anna.json", ANNA), file("ben.json", BEN)];
  const ways = [
    [[template, anna, ben]],
    [[template], [anna, ben]],
    [[template], [anna], [ben]],
    [[anna, ben], [template]],
    [[template, anna], [ben]],
  ];
  for (const way of ways) {
    const app = await start(t);
    await app.open();
    for (const [at, step] of way.entries()) {
      if (at > 0) await app.waitReady();
      await dropFiles(app.page, step);
      if (at + 1 < way.length) await app.page.waitForTimeout(200);
    }
    await assertOpen(app);
  }
});

test("files dropped on open works join them as further annotators, each once, and are there when the works are opened again", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.goToInstance(2);
  await page.column(1).row("wrong", 1).getByTestId("edit-open").click();
  await app.page.keyboard.press("Delete");
  await page.waitSaved();
  const edits = await page.column(1).edits.count();
  await dropFiles(app.page, [file("chris.json", BEN)]);
  await eventually(() => page.columns().count(), 3);
  await assertOpen(app, ["Your annotations", "ben", "chris"]);
  // What was done stays, and so does the place.
  await page.waitForInstance(2);
  assert.equal(await page.column(1).edits.count(), edits);
  assert.equal(await page.noticesAt("warning").count(), 0);
  await dropFiles(app.page, [file("chris.json", BEN), file("dora.json", ANNA), file("emil.json", ANNA)]);
  const all = ["Your annotations", "ben", "chris", "dora", "emil"];
  await eventually(() => page.columns().count(), all.length);
  await assertOpen(app, all);
  await page.waitSaved();
  await app.page.reload();
  await eventually(() => page.columns().count(), all.length);
  await assertOpen(app, all);
  await page.waitForInstance(2);
  assert.equal(await page.column(1).edits.count(), edits);
  await dropFiles(app.page, [file("fay.json", ANNA)]);
  await eventually(() => page.columns().count(), all.length + 1);
  await assertOpen(app, [...all, "fay"]);
  await page.waitForInstance(2);
  assert.equal(await page.column(1).edits.count(), edits);
});

test("a file that cannot be read, dropped on open works, is refused, and they stay", async (t) => {
  const { app, page } = await startAdjudicating(t);
  await page.goToInstance(2);
  const edits = await page.column(1).edits.count();
  for (const text of ['[{"source": "The ferry', "[]"]) {
    await dropFiles(app.page, [file("broken.json", text)]);
    await page.noticesAt("error").filter({ hasText: "broken.json" }).first().waitFor();
    await page.waitForInstance(2);
    await assertOpen(app, ["Your annotations", "ben"]);
    assert.equal(await page.column(1).edits.count(), edits);
    await page.noticesAt("error").first().getByRole("button", { name: "Dismiss" }).click();
  }
});

test("more files than the template asks for, chosen at once, are left out with a word about it", async (t) => {
  const app = await start(t);
  await app.open();
  await dropFiles(app.page, [
    file("t.yml", TEMPLATE), file("chris.json", BEN), file("dora.json", ANNA), file("emil.json", ANNA),
  ]);
  await assertOpen(app, ["Your annotations", "dora"]);
  assert.match(await noticeText(app.page, "warning"), /shows 2 annotators, and 3 files are given/);
});

test("a bundle for several annotators asks for the others", async (t) => {
  const app = await start(t);
  await app.open();
  await chooseFiles(app.page, [{ name: "bundle.json", text: bundle(TEMPLATE, ANNA) }]);
  await app.page.getByRole("heading", { name: "Data is missing" }).waitFor();
  await chooseFiles(app.page, [file("ben.json", BEN)]);
  await assertOpen(app);
});

test("a share link holds the data of one annotator, and asks for the others", async (t) => {
  const app = await start(t);
  const packed = deflateRawSync(JSON.stringify({ template: TEMPLATE, data: JSON.stringify(ANNA) })).toString("base64url");
  await app.open(`#/s/1.${packed}`);
  await app.page.getByRole("heading", { name: "Data is missing" }).waitFor();
  await chooseFiles(app.page, [file("ben.json", BEN)]);
  await assertOpen(app);
});

test("a file of several annotators opens as work, which offers to adjudicate them, however it came", async (t) => {
  const one = TEMPLATE.replace("adjudication: 2\n", "").replace("highlight_first_interface: true\n", "");
  const by = (annotator, data) => data.map((instance) => ({ ...instance, metadata: { annotator } }));
  const all = [...by("anna", ANNA), ...by("ben", BEN)];
  const ways = [
    (app) => app.open().then(() => dropFiles(app.page, [file("t.yml", one), file("all.json", all)])),
    (app) => app.open(`?i=${ELSEWHERE}/one.yml&d=${ELSEWHERE}/all.json`),
    (app) => app.open().then(() => chooseFiles(app.page, [{ name: "bundle.json", text: bundle(one, all) }])),
  ];
  const answers = { [`${ELSEWHERE}/one.yml`]: answer(one), [`${ELSEWHERE}/all.json`]: answer(JSON.stringify(all)) };
  for (const way of ways) {
    const app = await start(t, { answers });
    await way(app);
    await shown(app.page, "annotate");
    const offer = app.page.getByTestId("notice").filter({ hasText: "Several annotators worked on the same texts here: anna, ben." });
    await offer.getByRole("button", { name: "Adjudicate" }).click();
    const page = await adjudicating(app);
    await eventually(() => page.columns().locator(".column__header h2").allInnerTexts(), ["Your annotations", "anna", "ben"]);
    assert.equal(await app.page.getByTestId("position").getAttribute("data-total"), "4");
    await app.page.getByTestId("take-all-unanimous").click();
    await page.waitSaved();
    await app.page.reload();
    await eventually(() => page.columns().count(), 3);
    assert.equal(await offer.count(), 0);
    await app.page.goBack();
    await shown(app.page, "annotate");
    assert.equal(await app.page.getByTestId("position").getAttribute("data-total"), "8", "the work is as it was");
  }
});

test("a template for one annotator stays what it is", async (t) => {
  const app = await start(t);
  await app.open();
  await dropFiles(app.page, [file("t.yml", templateFor(1)), file("anna.json", ANNA)]);
  await shown(app.page, "annotate");
});

test("instances in another order are put together by their texts", async (t) => {
  const { page } = await startAdjudicating(t, { data: [ANNA, BEN.toReversed()] });
  for (const [at, tally] of ["1 agrees", "1 differs · 1 only in “ben”", "No one has marked anything here.", "1 agrees"].entries()) {
    await page.goToInstance(at + 1);
    await page.waitForTally(tally);
    assert.equal(await page.column(2).text("target"), TEXTS[at].target);
  }
});

test("files that are not of the same instances: who lacks what is told, in one message that covers nothing and in the column", async (t) => {
  const more = { source: "", target: "Only Ben has read this.", edits: [wrong(1, 0, 4)] };
  const { app, page } = await startAdjudicating(t, { data: [ANNA, [...BEN.slice(1), more]] });
  const notices = page.noticesAt("warning");
  await eventually(() => notices.count(), 1);
  const told = await notices.innerText();
  assert.match(told, /“anna” lacks 1 instance that others have: 5/);
  assert.match(told, /“ben” lacks 1 instance that others have: 1/);
  assert.equal(await app.page.locator("main").locator(notices).count(), 1, "it stands in the page");
  await assertAccessible(app.page);
  await notices.getByRole("button", { name: "Dismiss" }).click();
  await eventually(() => notices.count(), 0);
  assert.deepEqual(await page.position(), { index: 1, total: 5 });
  const lacks = (number) => page.column(number).root.getByTestId("lacks");
  await lacks(2).waitFor();
  assert.equal(await page.column(2).pane("target").isVisible(), false);
  assert.deepEqual(await page.column(1).remarks(), []);
  await page.goToInstance(5);
  await lacks(1).waitFor();
  assert.equal(await page.column(2).text("target"), more.target);
  // A hidden instance can't be changed.
  await app.page.keyboard.press("Control+Enter");
  await app.page.keyboard.press("Delete");
  await page.goToInstance(4);
  assert.equal(await page.column(1).status.getAttribute("data-status"), "in-progress");
  assert.equal(await page.column(1).edits.count(), 1);
});

test("files with nothing in common are refused, with what to do", async (t) => {
  const app = await start(t);
  await app.open();
  const others = [{ source: "a", target: "b" }];
  await dropFiles(app.page, [file("t.yml", TEMPLATE), file("anna.json", ANNA), file("ben.json", others)]);
  await shown(app.page, "failure");
  await app.page.getByText("no instance in common").waitFor();
  await app.page.getByText("Choose files of annotators").waitFor();
});

// Thresh 11.21: missing data crash the page
test("data that can't be had or read ends in a message, not in an empty page", async (t) => {
  const answers = {
    [`${ELSEWHERE}/t.yml`]: answer(TEMPLATE),
    [`${ELSEWHERE}/anna.json`]: answer(JSON.stringify(ANNA)),
    [`${ELSEWHERE}/none.json`]: answer("", { status: 404 }),
    [`${ELSEWHERE}/broken.json`]: answer('[{"target": '),
    [`${ELSEWHERE}/empty.json`]: answer("[]"),
  };
  const app = await start(t, { answers });
  app.allow(/Failed to load resource/);
  for (const [name, says] of [["none", "no file at this address"], ["broken", "could not be read"], ["empty", "could not be read"]]) {
    await app.open(`?i=${ELSEWHERE}/t.yml&d1=${ELSEWHERE}/anna.json&d2=${ELSEWHERE}/${name}.json`);
    await shown(app.page, "failure");
    await app.page.getByText(`${ELSEWHERE}/${name}.json`).waitFor();
    await app.page.getByText(says).first().waitFor();
  }
});

test("an edit of an unknown category is shown and compared like any other", async (t) => {
  const odd = { category: "odd", id: 1, annotation: null, output_idx: [[4, 8]] };
  const { page } = await startAdjudicating(t, { data: [annotated([odd]), annotated([odd])] });
  await page.waitForTally("1 agrees");
  await page.column(2).openEdit(page.column(2).edits.first());
  await page.column(2).root.getByTestId("reading").getByText("no category “odd”").waitFor();
  await page.column(2).root.getByText("1 problem").waitFor();
});

test("the language can be changed, and all is as it was", async (t) => {
  const { app, page } = await startAdjudicating(t, { answers: { "languages/de.json": "{}" } });
  await page.column(1).make("wrong", ["target", "ship"]);
  await page.waitSaved();
  await page.openMenu();
  await app.page.getByTestId("language").selectOption("de");
  await app.page.locator('html[lang="de"]').waitFor();
  await assertOpen(app);
  await page.column(1).waitForRows("swap-1", "wrong-1");
  assert.equal(app.requests.filter((address) => address === `${ELSEWHERE}/ben.json`).length, 1, "nothing is fetched again");
});

test("where all is read-only, changing the language keeps the place", async (t) => {
  const template = templateFor(2, { highlight: false });
  const { app, page } = await startAdjudicating(t, { template, answers: { "languages/de.json": "{}" } });
  await page.goToInstance(3);
  await page.openMenu();
  await app.page.getByTestId("language").selectOption("de");
  await app.page.locator('html[lang="de"]').waitFor();
  await page.waitForInstance(3);
  assert.equal(await page.column(2).text("target"), TEXTS[2].target);
});

/** Runs in the page: deletes the large texts in IndexedDB. */
const loseBlobs = () =>
  new Promise((done, failed) => {
    const opening = indexedDB.open("spanwise");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("data", "readwrite");
      transaction.objectStore("data").clear();
      transaction.oncomplete = () => done(opening.result.close());
    };
  });

/** Runs in the page: deletes the data in localStorage and in its mirror. */
const loseData = () =>
  new Promise((done, failed) => {
    const keys = Object.keys(localStorage).filter((key) => key.endsWith("/data"));
    keys.forEach((key) => localStorage.removeItem(key));
    const opening = indexedDB.open("spanwise");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("entries", "readwrite");
      keys.forEach((key) => transaction.objectStore("entries").delete(key));
      transaction.oncomplete = () => done(opening.result.close());
    };
  });

/** Loads the page anew once its data is kept and `lose`, which runs in the page, has deleted some of it. */
async function openWithout(app, lose) {
  // The data of the others is kept in the background.
  await eventually(() => app.page.evaluate(() => indexedDB.databases().then((all) => all.length)), 1);
  await app.page.waitForTimeout(200);
  await app.page.evaluate(lose);
  await app.page.reload();
  await app.page.getByRole("heading", { name: "Data is missing" }).waitFor();
}

for (const [whose, lose, names, lost] of [
  ["of the others", loseBlobs, [`Annotator 1: ${ELSEWHERE}/anna.json`, "Annotator 2: missing"], file("ben.json", BEN)],
  ["of the first one", loseData, ["Annotator 1: missing", `Annotator 2: ${ELSEWHERE}/ben.json`], file("anna.json", ANNA)],
]) {
  test(`data ${whose} that the browser has deleted is asked for again, with the reason, and nothing else`, async (t) => {
    const { app, page } = await startAdjudicating(t);
    await page.column(1).make("wrong", ["target", "ship"]);
    await page.waitSaved();
    await openWithout(app, lose);
    await app.page.getByText(/no longer has the missing files/).waitFor();
    assert.deepEqual(await files(app), names);
    await chooseFiles(app.page, [lost]);
    await assertOpen(app);
    await page.column(1).waitForRows("swap-1", "wrong-1");
    if (lose === loseData) return;
    await app.page.waitForTimeout(200);
    await app.page.reload();
    await assertOpen(app);
  });
}

test("a file of another format is converted where an annotator's file is missing, and what was decided stays", async (t) => {
  const target = "The ferry sank in May.";
  const of = (...edits) => [{ id: "7", source: "", target, edits }];
  const { app, page } = await startAdjudicating(t, { data: [of(wrong(1, 4, 9)), of(wrong(1, 4, 9))] });
  await page.column(1).make("wrong", ["target", "May"]);
  await page.waitSaved();
  await openWithout(app, loseBlobs);
  const doccano = { id: 7, text: target, label: [[0, 3, "wrong"], [4, 9, "wrong"]] };
  await dropFiles(app.page, [file("cem.jsonl", `${JSON.stringify(doccano)}\n`)]);
  await shown(app.page, "conversion");
  const open = app.page.getByTestId("open-converted");
  await open.waitFor();
  assert.deepEqual(await app.page.getByTestId("template-choice").locator("option").allInnerTexts(), ["A panel"]);
  assert.equal(await app.page.getByTestId("open-adjudication").count(), 0);
  await open.click();
  await adjudicating(app);
  await app.page.getByRole("region", { name: "cem", exact: true }).waitFor();
  await page.column(1).waitForRows("wrong-1", "wrong-2");
  await eventually(() => page.column(2).edits.count(), 2);
});

test("a converted file of several annotators fills all places that are missing", async (t) => {
  const target = "The ferry sank in May.";
  const of = (...edits) => [{ id: "7", source: "", target, edits }];
  const data = [of(wrong(1, 4, 9)), of(wrong(1, 4, 9)), of()];
  const { app, page } = await startAdjudicating(t, { template: templateFor(3), data });
  await page.column(1).make("wrong", ["target", "May"]);
  await page.waitSaved();
  await openWithout(app, loseBlobs);
  const line = (name, end) =>
    JSON.stringify({ text: target, spans: [{ start: 4, end, label: "wrong" }], answer: "accept", _annotator_id: name });
  await dropFiles(app.page, [file("both.jsonl", `${line("dora", 9)}\n${line("emil", 14)}\n`)]);
  await shown(app.page, "conversion");
  await app.page.getByTestId("open-converted").click();
  await adjudicating(app);
  for (const name of ["dora", "emil"]) await app.page.getByRole("region", { name, exact: true }).waitFor();
  await page.column(1).waitForRows("wrong-1", "wrong-2");
});

test("the builder's preview shows its one data text to all, and takes what is annotated back", async (t) => {
  const app = await start(t, {
    answers: { [`${ELSEWHERE}/t.yml`]: answer(TEMPLATE), [`${ELSEWHERE}/anna.json`]: answer(JSON.stringify(ANNA)) },
  });
  await app.open(`?i=${ELSEWHERE}/t.yml&d=${ELSEWHERE}/anna.json#/build`);
  const frame = app.page.frameLocator('[data-testid="preview"]');
  // The preview is narrow: one column is shown at a time.
  await frame.getByRole("button", { name: "Annotator 2", exact: true }).click();
  await frame.locator('[data-annotator="2"] [data-testid="edit"]').waitFor();
  await frame.getByRole("button", { name: "Your annotations", exact: true }).click();
  assert.equal(await frame.getByTestId("tally").innerText(), "1 agrees");
  await frame.locator('[data-annotator="1"] [data-testid="edit-delete"]').click();
  await frame.getByText("1 only in “Annotator 2”").waitFor();
  await app.page.locator('[data-testid="write-back"]:enabled').click();
  await frame.getByText("No one has marked anything here.").waitFor();
});

test("data that takes long to read opens all the same", async (t) => {
  const prepare = (app) =>
    app.context.addInitScript(() => {
      let now = 0;
      performance.now = () => (now += 400);
    });
  const long = Array.from({ length: 3000 }, (_, at) => ({ source: `Sentence ${at}.`, target: "A target. ".repeat(20), edits: [] }));
  const { page } = await startAdjudicating(t, { prepare, data: [long, long] });
  assert.equal((await page.position()).total, long.length);
});
