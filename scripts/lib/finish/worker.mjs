// The service worker of a build: the list of the files that it keeps, with their digests, and a version that changes
// with any of them. The page is told the version too.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digests, filesBelow, filled, shortDigest } from "./files.mjs";

const WORKER = "sw.js";
const PAGE = "index.html";
const PLACE = "const BUILD = null;";

/** What few pages need is kept once the app is: icons, of which a template needs few, and the command line. */
const LATER = ["font-awesome/", "commands/"];

/** The tokenizer is kept once it has been used, and only then. */
const USED = "tokenizer/";

/** Fills in the version of the build in index.html. */
async function fillVersion(dist, version) {
  const page = join(dist, PAGE);
  await writeFile(page, filled(await readFile(page, "utf8"), { BUILD: version }));
}

/** Without a list: a worker that removes itself and what an earlier one kept. */
export async function writeWorkerThatLeaves({ dist, source }) {
  await fillVersion(dist, "");
  await writeFile(join(dist, WORKER), await readFile(join(source, "public", WORKER)));
}

/**
 * Writes sw.js and the version into index.html; nothing in `dist` may change afterwards. `addresses`: the names of
 * the folders that only lead on to the app; of these one is kept, which serves for all.
 */
export async function writeWorker({ dist, source, addresses }) {
  const pages = new Set(addresses.slice(1).map((name) => `${name}/${PAGE}`));
  const left = new Set([WORKER, "404.html", ...pages]);
  const kept = (await filesBelow(dist)).filter((name) => !left.has(name) && !name.endsWith(".md"));
  const version = shortDigest(JSON.stringify(await digests(dist, kept)));
  await fillVersion(dist, version);
  // A page is asked for by its folder: some hosts answer its own name with a redirect.
  const address = (name) => name.replace(/(^|\/)index\.html$/, "$1");
  const all = (await digests(dist, kept)).map(([name, digest]) => [address(name), digest]);
  const isIn = (folders) => ([name]) => folders.some((folder) => name.startsWith(folder));
  const list = (folders) => Object.fromEntries(all.filter(isIn(folders)));
  const first = Object.fromEntries(all.filter((file) => !isIn([...LATER, USED])(file)));
  const worker = await readFile(join(source, "public", WORKER), "utf8");
  if (!worker.includes(PLACE)) throw new Error(`public/${WORKER} does not hold "${PLACE}"`);
  const build = `const BUILD = ${JSON.stringify({ version, files: first, later: list(LATER), used: list([USED]), addresses })};`;
  await writeFile(join(dist, WORKER), worker.replace(PLACE, () => build));
}
