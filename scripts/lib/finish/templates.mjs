// The list of the templates that come with the app, from which the gallery is made.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const TEMPLATE = "template.yml";

// As in the addresses that open them: crates/links.
const NAME = /^[a-z0-9_-]+$/;

/** One folder as `{ name, template, data }`. Fails for one that could not be opened. */
async function readFolder(directory, name) {
  const files = (await readdir(join(directory, name))).sort();
  if (!files.includes(TEMPLATE)) throw new Error(`templates/${name} holds no ${TEMPLATE}`);
  if (!NAME.test(name)) throw new Error(`templates/${name}: rename the folder; a-z, 0-9, _ and - can stand in an address`);
  return {
    name,
    template: await readFile(join(directory, name, TEMPLATE), "utf8"),
    data: files.filter((file) => /\.jsonl?$/.test(file)),
  };
}

/** Writes templates/index.json: each folder's name, its template's text and the names of its data files. Returns the names. */
export async function writeTemplateIndex(dist) {
  const directory = join(dist, "templates");
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  const templates = await Promise.all(names.map((name) => readFolder(directory, name)));
  await writeFile(join(directory, "index.json"), `${JSON.stringify(templates)}\n`);
  return names;
}
