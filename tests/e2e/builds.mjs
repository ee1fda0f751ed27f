// Sites whose build changes, and whose host goes away: for the journeys with the service worker.
import { appendFile, cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { routes } from "../../scripts/lib/finish/addresses.mjs";
import { integrity } from "../../scripts/lib/finish/files.mjs";
import { writeTemplateIndex } from "../../scripts/lib/finish/templates.mjs";
import { writeWorker } from "../../scripts/lib/finish/worker.mjs";
import { startServer } from "../../scripts/lib/static-server.mjs";
import { DIST } from "./chromium.mjs";

export const SOURCE = fileURLToPath(new URL("../..", import.meta.url));

/** Changes a text file of a build by pairs of a text and its replacement. */
async function replaceIn(file, pairs) {
  const text = await readFile(file, "utf8");
  await writeFile(file, pairs.reduce((text, [from, to]) => text.replaceAll(from, to), text));
}

/** Makes of the build in `directory` the next one: its program is in another folder, and its style sheet has changed. */
export async function makeNextBuild(directory) {
  const program = (await readdir(directory)).find((name) => name.startsWith("program-"));
  const next = "program-0123456789abcdef";
  const style = join(directory, next, "style.css");
  await rename(join(directory, program), join(directory, next));
  const before = integrity(await readFile(style));
  await appendFile(style, "\n:root { --build: next; }");
  const page = join(directory, "index.html");
  const [, version] = /data-build="(\w+)"/.exec(await readFile(page, "utf8"));
  await replaceIn(page, [[program, next], [before, integrity(await readFile(style))], [version, "%BUILD%"]]);
  await replaceIn(join(directory, "files.json"), [[program, next]]);
  const templates = await writeTemplateIndex(directory);
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
    /** Publishes the next build in place of the present one. */
    publishNext: () => makeNextBuild(directory),
  };
  t.after(async () => {
    await site.stop();
    await rm(directory, { recursive: true });
  });
  return site;
}
