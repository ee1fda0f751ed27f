// Plain texts divided by the tokenizer that a template names: selections snap to its tokens, their numbers go out, and it
// is kept for offline use.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startSite } from "./builds.mjs";
import { launchForJourneys } from "./chromium.mjs";
import { dropFiles } from "./journeys-support.mjs";
import { AnnotatePage, eventually, openWork } from "./pages.mjs";
import { selectText } from "./selection.mjs";

const FIXTURES = fileURLToPath(new URL("../../crates/tokenizer/tests/expected/", import.meta.url));
const fixture = (name) => readFile(join(FIXTURES, `${name}.json`), "utf8");
const ADDRESS = "https://huggingface.co/lab/model/resolve/main/tokenizer.json";

const TEMPLATE = (tokenizer) => `
template_name: tokens
boundary: subword
${tokenizer ? `tokenizer: ${tokenizer}` : ""}
edits:
  - name: wrong
    enable_output: true
`;

/** What the Python library makes of a text: its tokens, each with its range in UTF-16, without the white space before it unless
 *  there is nothing else. */
async function tokensOf(kind, text) {
  const [, tokens] = JSON.parse(await fixture("expected"))[kind].find(([known]) => known === text);
  const characters = [...text];
  const utf16 = (at) => characters.slice(0, at).join("").length;
  return tokens.map(([, start, end]) => {
    const piece = characters.slice(start, end).join("");
    const trimmed = piece.trimStart() || piece;
    return [utf16(end) - trimmed.length, utf16(end)];
  });
}

/** The units of tokens: those that share a character are one. */
function unitsOf(tokens) {
  const units = [];
  for (const [at, [start, end]] of tokens.entries()) {
    if (start === end) continue;
    let unit = { start, end, first: at, last: at };
    while (units.length > 0 && units.at(-1).end > unit.start) {
      const before = units.pop();
      unit = { start: Math.min(before.start, start), end: Math.max(before.end, unit.end), first: before.first, last: at };
    }
    units.push(unit);
  }
  return units;
}

/** The longest unit that begins with a whole character as people see them, which a drag can begin and end at, and the end of
 *  that character. */
function longestUnit(text, units) {
  const ends = new Map([...new Intl.Segmenter().segment(text)].map(({ index, segment }) => [index, index + segment.length]));
  const usable = units.filter(({ start, end }) => ends.get(start) <= end);
  const unit = usable.reduce((best, one) => (one.end - one.start > best.end - best.start ? one : best));
  return { unit, end: ends.get(unit.start) };
}

/** The texts of the kept answers in which a journey marks something: Latin, Greek, Arabic, Hebrew, Devanagari. */
async function sentences(kind) {
  const all = JSON.parse(await fixture("expected"))[kind].map(([text]) => text);
  return [0, 3, 5, 6, 7].map((at) => all[at]);
}

const isTokenized = (work) => work.page.waitForFunction(() => globalThis.CSS.highlights.get("token")?.size > 0);

/** Shows the tokens, and waits until they are there. By keys: notices may lie over the menu. */
async function showTokens(work) {
  await work.page.locator("header details.menu > summary").press("Enter");
  await work.page.getByTestId("show-tokens").press("Enter");
  await isTokenized(work);
}

const tokenizerWorkers = ({ page }) => page.workers().filter((worker) => worker.url().includes("/tokenizer/"));

for (const kind of ["byte_level_bpe", "wordpiece", "unigram"]) {
  test(`selections snap to the tokens of ${kind}, and their numbers go out`, async (t) => {
    const texts = await sentences(kind);
    const work = await openWork(t, {
      template: TEMPLATE("hf:lab/model"),
      data: texts.map((target) => ({ target })),
      answers: { [ADDRESS]: await fixture(kind) },
    });
    await showTokens(work);
    assert.equal(tokenizerWorkers(work).length, 1, "the tokenizer runs in a worker");
    for (const [at, text] of texts.entries()) {
      if (at > 0) await work.next.click();
      await work.waitForInstance(at + 1);
      await isTokenized(work);
      const units = unitsOf(await tokensOf(kind, text));
      const { unit, end } = longestUnit(text, units);
      // From the white space before it, which is part of a byte-level token, but not of its span.
      const isGap = unit.start > 0 && !units.some((other) => other.start < unit.start && unit.start <= other.end);
      await work.category("wrong").click();
      await selectText(work.pane("target"), isGap ? unit.start - 1 : unit.start, end);
      await work.waitForRows("wrong-1");
      const [edit] = await work.downloadedEdits(at + 1);
      assert.deepEqual(edit.output_idx, [[unit.start, unit.end]]);
      assert.deepEqual(edit.token_idx, { target: [[unit.first, unit.last + 1]] });
    }
  });
}

test("what cannot be loaded is said, nothing is selected then, and a tokenizer dropped on the page is used", async (t) => {
  const text = "The old lighthouse keeper counted forty-two boats, didn't he? It's 3.14 or 2,718 – whichever you'd prefer.";
  const broken = JSON.parse(await fixture("wordpiece"));
  broken.pre_tokenizer = { type: "Clairvoyance" };
  const work = await openWork(t, {
    template: TEMPLATE("hf:lab/model"),
    data: [{ target: text }],
    answers: { [ADDRESS]: JSON.stringify(broken) },
  });
  await work.noticesAt("error").filter({ hasText: "pre_tokenizer “Clairvoyance”" }).waitFor();
  await work.category("wrong").click();
  await work.select("target", "lighthouse");
  await work.noticesAt("info").filter({ hasText: "not known yet" }).waitFor();
  assert.deepEqual(await work.rows(), []);
  await dropFiles(work.page, [{ name: "mine.json", text: await fixture("wordpiece") }]);
  await work.noticesAt("info").filter({ hasText: "“mine.json”" }).waitFor();
  await showTokens(work);
  await work.select("target", "lighthouse");
  await work.waitForRows("wrong-1");
  // It stays with the work.
  await work.waitSaved();
  const asked = () => work.app.requests.filter((address) => address === ADDRESS).length;
  const before = asked();
  await work.page.reload();
  await work.waitForInstance(1);
  await showTokens(work);
  assert.equal(asked(), before);
  assert.equal((await work.downloadedEdits())[0].token_idx.target.length, 1);
});

test("a tokenizer that no work asks for, and a name that is none, are said with their place", async (t) => {
  const work = await openWork(t, { template: TEMPLATE("hf:lab/model/more"), data: [{ target: "one two" }] });
  await work.noticesAt("error").filter({ hasText: "“hf:lab/model/more”: It divides plain texts" }).waitFor();
  const other = await openWork(t, { template: TEMPLATE(null), data: [{ target: "one two" }] });
  await other.uploadFile({ name: "mine.json", text: await fixture("wordpiece") });
  await other.noticesAt("error").filter({ hasText: "mine.json" }).waitFor();
});

/** Whether a tokenizer is stored in a database of the page. */
const isStored = (work) =>
  work.page.evaluate(async () => {
    const answer = (request) => new Promise((done, failed) => Object.assign(request, { onsuccess: () => done(request.result), onerror: failed }));
    const names = (await indexedDB.databases()).map(({ name }) => name);
    for (const name of names) {
      const database = await answer(indexedDB.open(name));
      const keys = [];
      for (const store of database.objectStoreNames) keys.push(...(await answer(database.transaction(store).objectStore(store).getAllKeys())));
      database.close();
      if (keys.some((key) => String(key).endsWith("+tokenizer"))) return true;
    }
    return false;
  });

for (const [name, address] of [["hf:lab/model", ADDRESS], ["https://lab.example/kept/tokenizer.json", "https://lab.example/kept/tokenizer.json"]]) {
  test(`the tokenizer ${name} is asked for once, and kept with the work`, async (t) => {
    const [target] = await sentences("wordpiece");
    const work = await openWork(t, { template: TEMPLATE(name), data: [{ target }], answers: { [address]: await fixture("wordpiece") } });
    await showTokens(work);
    await eventually(() => isStored(work), true);
    await work.waitSaved();
    await work.page.reload();
    await work.waitForInstance(1);
    await showTokens(work);
    assert.equal(work.app.requests.filter((asked) => asked === address).length, 1);
  });
}

test("a tokenizer at an address, and one that is missing there", async (t) => {
  const address = "https://lab.example/files/tokenizer.json";
  const [text] = await sentences("byte_level_bpe");
  const options = { template: TEMPLATE(address), data: [{ target: text }] };
  const work = await openWork(t, { ...options, answers: { [address]: await fixture("byte_level_bpe") } });
  await showTokens(work);
  const missing = { status: 404, body: "", headers: { "access-control-allow-origin": "*" } };
  const without = await openWork(t, { ...options, answers: { [address]: missing } });
  without.app.allow(/404/);
  await without.noticesAt("error").filter({ hasText: `“${address}”` }).waitFor();
});

test("texts tokenised elsewhere go on as before, and load no tokenizer", async (t) => {
  const text = "ĠIs Ġnob ler , Ġto Ġsuffer";
  const work = await openWork(t, { template: TEMPLATE("gpt2"), data: [{ target: text }] });
  await work.category("wrong").click();
  await work.select("target", "no");
  await work.waitForRows("wrong-1");
  const [edit] = await work.downloadedEdits();
  assert.deepEqual([edit.output_idx, edit.token_idx], [[[5, 8]], undefined]);
  assert.deepEqual(work.app.requests.filter((address) => address.includes("/tokenizer/")), []);
});

test("a tokenizer beside the template divides texts with the network off, too", async (t) => {
  const site = await startSite(t);
  await mkdir(join(site.directory, "study"));
  await cp(join(FIXTURES, "unigram.json"), join(site.directory, "study", "tokenizer.json"));
  await writeFile(join(site.directory, "study", "template.yml"), TEMPLATE("tokenizer.json"));
  const [text] = await sentences("unigram");
  await writeFile(join(site.directory, "study", "data.json"), JSON.stringify([{ target: text }]));
  const browser = await launchForJourneys();
  t.after(() => browser.close());
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto(`${site.url}?i=study/template.yml&d=study/data.json`);
  const work = new AnnotatePage(page);
  await work.waitForInstance(1);
  await showTokens(work);
  const isKept = () => page.evaluate(async () => (await Promise.all(["tokenizer.js", "worker.js", "program_bg.wasm"].map((name) => caches.match(`./tokenizer/${name}`)))).every(Boolean));
  await eventually(isKept, true, 60_000);
  await work.waitSaved();
  await site.stop();
  await context.setOffline(true);
  await page.reload();
  await work.waitForInstance(1);
  await showTokens(work);
});
