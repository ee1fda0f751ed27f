// The app as one HTML file, opened from disk.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { assemble } from "../../public/assemble.js";
import { DIST, launchForJourneys } from "./chromium.mjs";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { startApp } from "./harness.mjs";

let sharedBrowser;

after(async () => (await sharedBrowser)?.close());

/** The files of the build, without a server. */
const fromDist = async (name) => new Response(await readFile(join(DIST, name)));

/** Opens `html` from disk in a browser without a network, after `prepare` in its page. */
async function openFromDisk(t, html, { prepare = () => {}, ...options } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise file-"));
  const file = join(folder, "my work & more.html");
  await writeFile(file, html);
  sharedBrowser ??= launchForJourneys();
  const context = await (await sharedBrowser).newContext({ offline: true, ...options });
  t.after(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  await context.addInitScript(prepare);
  const page = await context.newPage();
  const seen = { faults: [], requests: [] };
  page.on("pageerror", (error) => seen.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && seen.faults.push(message.text()));
  page.on("request", (request) => seen.requests.push(request.url()));
  const address = pathToFileURL(file).href;
  await page.goto(address);
  return { page, address, ...seen };
}

const TEMPLATE = "template_name: tiny\nedits:\n  - name: cut\n    enable_input: true\n";

// Text that could end an element, or has a meaning for the code that fills in the page.
const NASTY = [
  "</script><script>globalThis.ran = 1</script>",
  "<!-- <script> --> ]]> </SCRIPT >",
  "$& $1 $` $' $$ {{spanwise-files}} {{spanwise-title}} %STYLE%",
  "\" ' ` \\ \\u003c \n \r\n \r \t \0 \u2028 \u2029",
  "العربية 🚢 हिन्दी \u{10FFFF}",
  "\ud800 alone",
];

/** The embedded data that the inner app finds. */
const inlined = (page) => page.evaluate(() => JSON.parse(document.getElementById("spanwise-inline").textContent));

test("the file starts from disk without a network, its later parts included", async (t) => {
  const html = await assemble(fromDist, { title: "Tiny", template: TEMPLATE, data: "[]" });
  const { page, address, faults, requests } = await openFromDisk(t, html);
  await page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("[data-page]").count(), 1);
  const list = JSON.parse(await readFile(join(DIST, "files.json"), "utf8"));
  const sizes = await page.evaluate(async (names) => {
    const sizes = {};
    for (const name of names) sizes[name] = (await (await fetch(`./${name}?x#y`)).arrayBuffer()).byteLength;
    return sizes;
  }, Object.keys(list.files));
  for (const [name, size] of Object.entries(sizes)) assert.equal(size, (await readFile(join(DIST, name))).length, name);
  assert.deepEqual(faults, []);
  assert.deepEqual(requests.filter((url) => url !== address && !url.startsWith("data:")), []);
});

test("the file works alone on a host, too: parts of the program come out of it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-file-"));
  await writeFile(join(folder, "work.html"), await assemble(fromDist, { template: TEMPLATE }));
  const server = await startServer({ directory: folder });
  sharedBrowser ??= launchForJourneys();
  const context = await (await sharedBrowser).newContext();
  t.after(async () => {
    await context.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const page = await context.newPage();
  const programs = [];
  page.on("request", (request) => /\.(wasm|js|css)$/.test(new URL(request.url()).pathname) && programs.push(request.url()));
  await page.goto(`${server.url}work.html#/`);
  // The start page is a part that is loaded when it is shown.
  await page.locator("[data-page]").waitFor();
  await page.locator('[data-testid="upload"]').waitFor({ state: "attached" });
  assert.deepEqual(programs, []);
});

test("what is stored from the file is there when it is opened again", async (t) => {
  const html = await assemble(fromDist, { title: "Tiny", template: TEMPLATE, data: "[]" });
  const { page } = await openFromDisk(t, html);
  await page.evaluate(() => localStorage.setItem("kept", "yes"));
  await page.reload();
  assert.equal(await page.evaluate(() => localStorage.getItem("kept")), "yes");
});

// Thresh 11.12: the HTML file breaks on quotes and line breaks in the data
test("no title, template or data can break out of its place, and each comes back as it was", async (t) => {
  const text = NASTY.join("\n");
  const html = await assemble(fromDist, { title: text, template: text, data: text });
  const { page, faults } = await openFromDisk(t, html);
  await page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
  assert.deepEqual(await inlined(page), { template: text, data: text });
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  const plain = await assemble(fromDist, { title: "Tiny", template: "", data: "" });
  const scripts = (html) => html.match(/<script/gi).length;
  assert.equal(scripts(html.replace(/<title>.*?<\/title>/s, "")), scripts(plain));
  assert.deepEqual(faults, []);
});

test("the title is the one that was given, or the name of the app", async (t) => {
  const titleOf = async (title) => /<title>(.*?)<\/title>/s.exec(await assemble(fromDist, { title, template: TEMPLATE }))[1];
  assert.equal(await titleOf("A < B & C"), "A &lt; B &amp; C");
  assert.equal(await titleOf(""), "Spanwise");
  assert.equal(await titleOf(undefined), "Spanwise");
});

test("a file that cannot start says so in the reader's language, which it brings along", async (t) => {
  const html = await assemble(fromDist, { template: TEMPLATE });
  const { page } = await openFromDisk(t, html, { locale: "ko-KR", prepare: () => delete globalThis.WebAssembly });
  await page.getByRole("alert").getByRole("heading", { name: "Spanwise를 시작할 수 없습니다" }).waitFor();
});

test("without data the file says so", async () => {
  const html = await assemble(fromDist, { template: TEMPLATE });
  const [, json] = /id="spanwise-inline">(.*?)<\/script>/s.exec(html);
  assert.deepEqual(JSON.parse(json), { template: TEMPLATE, data: null });
});

test("a file that cannot be had is named", async () => {
  const refusing = (missing, answer) => (name) => (name.includes(missing) ? answer() : fromDist(name));
  const gone = () => new Response("", { status: 404 });
  const silent = () => Promise.reject(new TypeError("Failed to fetch"));
  await assert.rejects(assemble(refusing("files.json", gone), { template: "" }), /files\.json could not be loaded: HTTP status 404/);
  await assert.rejects(assemble(refusing("_bg.wasm", silent), { template: "" }), /_bg\.wasm could not be loaded: no answer/);
  await assert.rejects(assemble(refusing("standalone.html", () => new Response("<p>{{spanwise-title}}</p>")), { template: "" }), /not one of this version/);
});

/** A one-file version, with its files replaced by their digests. */
function unpacked(html) {
  const start = '<script type="application/json" id="spanwise-files">';
  const [before, rest] = html.split(start);
  const end = rest.indexOf("</script>");
  const digest = ([name, packed]) => [name, createHash("sha256").update(gunzipSync(Buffer.from(packed, "base64"))).digest("hex")];
  const files = Object.fromEntries(Object.entries(JSON.parse(rest.slice(0, end))).map(digest));
  return { before, files, after: rest.slice(end) };
}

test("the page allows no script but its own", async (t) => {
  const html = await assemble(fromDist, { template: TEMPLATE });
  const added = html.replace("</body>", "<script>globalThis.ran = 1</script></body>");
  const { page, faults } = await openFromDisk(t, added);
  await page.locator('html[data-app-ready="true"]').waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(faults.length, 1);
  assert.match(faults[0], /Content Security Policy/);
});

test("the running app makes the file of what is published beside it", async (t) => {
  const app = await startApp(t);
  await app.open();
  const html = await app.page.evaluate(async (template) => (await globalThis.spanwise.load("./assemble.js")).assemble(undefined, { title: "Tiny", template, data: "[]" }), TEMPLATE);
  const here = await assemble(fromDist, { title: "Tiny", template: TEMPLATE, data: "[]" });
  // Each engine packs in its own way; the unpacked files are the same.
  assert.deepEqual(unpacked(html), unpacked(here));
});
