import assert from "node:assert/strict";
import { request } from "node:http";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { startServer } from "../../scripts/lib/static-server.mjs";

/** Serves a small site, with a file beside it that must stay out of reach. */
async function site(t, mount) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-site-"));
  const directory = join(folder, "dist");
  await mkdir(join(directory, "templates"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "secret");
  await writeFile(join(directory, ".inputs"), "hidden");
  await writeFile(join(directory, "index.html"), "<!doctype html>");
  await mkdir(join(directory, "salsa"));
  await writeFile(join(directory, "salsa", "index.html"), "salsa");
  await writeFile(join(directory, "404.html"), "no such page");
  await mkdir(join(directory, "program-0123456789abcdef"));
  await writeFile(join(directory, "program-0123456789abcdef", "app.wasm"), "wasm");
  const server = await startServer({ directory, mount });
  t.after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  return { ...server, folder, directory };
}

/** Sends `path` as it stands: `fetch` would tidy it first. */
function ask(url, path, { method = "GET", headers = {} } = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      const parts = await response.toArray();
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    });
    sent.once("error", reject);
    sent.end();
  });
}

test("nothing outside the directory, and nothing hidden, is served", async (t) => {
  const { url } = await site(t);
  const paths = ["/../secret.txt", "/%2e%2e/secret.txt", "/templates/..%2f..%2fsecret.txt", "/..%5csecret.txt", "/.inputs", "/%00", "/templates"];
  for (const path of paths) {
    assert.equal((await ask(url, path)).status, 404, path);
  }
});

test("a link that leads out of the directory is not followed", async (t) => {
  const { url, folder, directory } = await site(t);
  await symlink(join(folder, "secret.txt"), join(directory, "link.txt"));
  assert.equal((await ask(url, "/link.txt")).status, 404);
});

test("a program file comes compressed, as WebAssembly, and may be kept", async (t) => {
  const { url } = await site(t);
  const { headers, body } = await ask(url, "/program-0123456789abcdef/app.wasm", { headers: { "accept-encoding": "gzip" } });
  assert.equal(headers["content-type"], "application/wasm");
  assert.equal(headers["content-encoding"], "gzip");
  assert.match(headers["cache-control"], /immutable/);
  assert.equal(gunzipSync(body).toString(), "wasm");
});

test("below a sub-path the rest of the host does not exist", async (t) => {
  const { url } = await site(t, "/sub/");
  assert.equal((await ask(url, "/sub/?a=/../b")).status, 200);
  assert.equal((await ask(url, "/sub")).headers.location, "/sub/");
  assert.equal((await ask(url, "/")).status, 404);
});

test("the page of a folder stands at an address with a slash; other addresses lead there, on this host only", async (t) => {
  const { url } = await site(t, "/sub/");
  assert.equal((await ask(url, "/sub/salsa/")).body.toString(), "salsa");
  for (const path of ["/sub/salsa?d=a/b#c", "/sub//salsa?d=a/b"]) {
    const { status, headers } = await ask(url, path);
    assert.equal(status, 308, path);
    const target = new URL(headers.location, new URL(path, new URL(url).origin));
    assert.equal(target.href.replace(/\/+salsa/, "/salsa"), `${url}salsa/?d=a/b`);
  }
});

test("someone who looks for a page that is not there gets a page, a program gets a line", async (t) => {
  const { url } = await site(t, "/sub/");
  const headers = { accept: "text/html,*/*" };
  const page = await ask(url, "/sub/none/of/these", { headers });
  assert.deepEqual([page.status, page.body.toString()], [404, "no such page"]);
  assert.match(page.headers["content-type"], /^text\/html/);
  assert.equal((await ask(url, "/sub/none")).body.toString(), "Not found");
  assert.equal((await ask(url, "/elsewhere", { headers })).body.toString(), "Not found");
});

test("bad addresses and other methods are refused", async (t) => {
  const { url } = await site(t);
  assert.equal((await ask(url, "/%zz")).status, 400);
  assert.equal((await ask(url, "/", { method: "POST" })).status, 405);
});
