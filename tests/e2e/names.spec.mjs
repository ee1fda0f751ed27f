// Works are named by SHA-256. Those that were begun under a former name, which others can be made to share, go on only if
// their texts are the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { DATA, ELSEWHERE, TEMPLATE, annotating, forgetAll, mark, startAnnotating, stored } from "./journeys-support.mjs";

const LINK = `?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json`;

/** The number by which texts were named (FNV-1a over eight bytes at a time). */
function fingerprint(text) {
  const bytes = Buffer.from(text);
  const times = (hash) => BigInt.asUintN(64, hash * 0x100000001b3n);
  const whole = bytes.length - (bytes.length % 8);
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < whole; at += 8) {
    hash = times(hash ^ bytes.readBigUInt64LE(at));
    hash ^= hash >> 29n;
  }
  for (const byte of bytes.subarray(whole)) hash = times(hash ^ BigInt(byte));
  return (hash ^ BigInt(bytes.length)).toString(16).padStart(16, "0");
}

/** A value as it is stored under a key. */
function seal(key, payload) {
  const sum = crc32(`${key}\n${payload}`).toString(16).padStart(8, "0");
  return `1 ${sum} ${Buffer.byteLength(payload)} ${payload}`;
}

/** Renames the one work of this device as earlier versions named it, with another template if one is given. */
async function renameWork(app, template = TEMPLATE) {
  const former = `${fingerprint(TEMPLATE)}-${fingerprint(JSON.stringify(DATA))}`;
  const entries = Object.entries(await stored(app.page)).flatMap(([key, value]) => {
    const [, part] = /^spanwise\/1\/[0-9a-f]{64}\/(.*)$/.exec(key) ?? [];
    if (!part) return [];
    const name = `spanwise/1/${former}/${part}`;
    const [, payload] = /^1 [0-9a-f]{8} \d+ (.*)$/s.exec(value) ?? [];
    if (payload === undefined) return [[name, value]];
    return [[name, seal(name, part === "template" ? template : payload)]];
  });
  assert.ok(entries.length > 4, "there is a work to rename");
  await app.page.goto(new URL("templates/index.json", app.url).href);
  await app.page.evaluate(forgetAll);
  await app.page.evaluate((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), entries);
  return former;
}

async function annotated(t) {
  const { app, annotate } = await startAnnotating(t);
  await mark(annotate, "deletion", "source", "built");
  await annotate.waitSaved();
  return app;
}

test("a work under its former name goes on", async (t) => {
  const app = await annotated(t);
  assert.match(app.page.url(), /#\/w\/[0-9a-f]{64}$/);
  const former = await renameWork(app);
  await app.open(LINK);
  const annotate = await annotating(app.page);
  assert.equal(await annotate.edits.count(), 1);
  assert.ok(app.page.url().endsWith(`#/w/${former}`));
  await mark(annotate, "deletion", "source", "near");
  await annotate.waitSaved();
  await app.page.reload();
  assert.equal(await (await annotating(app.page)).edits.count(), 2);
});

test("a work with the same former name and another template is not opened, nor its template replaced", async (t) => {
  const app = await annotated(t);
  const other = TEMPLATE.replace("Press reports", "Something else");
  const former = await renameWork(app, other);
  await app.open(LINK);
  const annotate = await annotating(app.page);
  assert.equal(await annotate.edits.count(), 0);
  assert.match(app.page.url(), /#\/w\/[0-9a-f]{64}$/);
  const key = `spanwise/1/${former}/template`;
  assert.equal((await stored(app.page))[key], seal(key, other));
});
