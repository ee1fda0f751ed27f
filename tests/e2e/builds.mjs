// Sites whose build changes, and whose host goes away: for the journeys with the service worker.
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { routes } from "../../scripts/lib/finish/addresses.mjs";
import { writeStandalone } from "../../scripts/lib/finish/standalone.mjs";
import { writeTemplateIndex } from "../../scripts/lib/finish/templates.mjs";
import { writeWorker } from "../../scripts/lib/finish/worker.mjs";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST } from "./chromium.mjs";

export const SOURCE = fileURLToPath(new URL("../..", import.meta.url));

const sri = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;
const named = (name, content) => name.replace(/-[0-9a-f]{12,16}/, `-${createHash("sha256").update(content).digest("hex").slice(0, 16)}`);

/** Gives `file` other contents and, as a build would, another name; returns both as pairs of what to replace by what. */
async function renew(directory, file, change) {
  const before = await readFile(join(directory, file));
  const after = change(before);
  const name = named(file, `${after.length}next${file}`);
  await rm(join(directory, file));
  await writeFile(join(directory, name), after);
  return [[file, name], [sri(before), sri(after)]];
}

const replaceAll = (text, pairs) => pairs.reduce((text, [from, to]) => text.replaceAll(from, to), String(text));

/** Makes of the build in `directory` the next one: its parts, its script and its style sheet have other names. */
export async function makeNextBuild(directory) {
  const files = await readdir(directory);
  const one = (pattern) => files.find((file) => pattern.test(file));
  const pairs = [];
  for (const part of files.filter((file) => /^(markdown|start)-\w+\.wasm$/.test(file))) {
    const name = named(part, `next${part}`);
    await rename(join(directory, part), join(directory, name));
    pairs.push([part, name]);
  }
  pairs.push(...(await renew(directory, one(/^spanwise-app-\w+\.js$/), (script) => Buffer.from(replaceAll(script, pairs)))));
  pairs.push(...(await renew(directory, one(/^style-\w+\.css$/), (sheet) => Buffer.from(`${sheet}\n:root { --build: next; }`))));
  const page = join(directory, "index.html");
  await writeFile(page, replaceAll(await readFile(page, "utf8"), pairs));
  const templates = await writeTemplateIndex(directory);
  await writeStandalone({ dist: directory, source: SOURCE });
  await writeWorker({ dist: directory, source: SOURCE, addresses: Object.keys(routes(templates)) });
}

/** A copy of the build on a server of its own that the test `t` can stop, start again, and publish to. */
export async function startSite(t, { mount = "/" } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "spanwise-site-"));
  await cp(DIST, directory, { recursive: true });
  let server = await startServer({ directory, mount });
  const { url } = server;
  const site = {
    url,
    directory,
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async start() {
      server = await startServer({ directory, mount, port: Number(new URL(url).port) });
    },
    /** Replaces what is published by the next build. */
    publishNext: () => makeNextBuild(directory),
  };
  t.after(async () => {
    await site.stop();
    await rm(directory, { recursive: true });
  });
  return site;
}
