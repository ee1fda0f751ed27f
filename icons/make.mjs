// Writes the icons of Font Awesome Free as small files of names and paths, of which the app loads those that a
// template names: FOLDER/0.json to 127.json, all names in names.json, and the licence.
//
// A file maps names to `[width, height, path]`, or to another name that means the same icon. A name alone is the icon in
// solid, or in the style it has; `regular/circle` and `brands/…` are there where that is another one.
// Usage: node icons/make.mjs FOLDER
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Into how many files the names are dealt out. */
const FILES = 128;

const STYLES = ["solid", "regular", "brands"];

/** Font Awesome's short names of styles. */
const PREFIXES = { fas: "solid", far: "regular", fab: "brands" };

const require = createRequire(import.meta.url);
const source = dirname(require.resolve("@fortawesome/fontawesome-free/package.json"));

/** The file that a name is in, as in crates/template/src/icons.rs and public/assemble.js. */
const fileOf = (name) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % FILES;

function drawing(name, { viewBox: [x, y, width, height], path }) {
  if (x !== 0 || y !== 0 || typeof path !== "string" || !/^[MmLlHhVvCcSsQqTtAaZz0-9.,\- ]+$/.test(path)) {
    throw new Error(`the icon ${name} is not one path: has the package changed?`);
  }
  return [width, height, path];
}

/** Everything by name: the icons, their other names, and those that they had in version 4. */
function entries(families, shims) {
  const all = new Map();
  for (const [name, { svgs }] of Object.entries(families)) {
    const [first, ...others] = STYLES.filter((style) => svgs.classic[style]);
    all.set(name, drawing(name, svgs.classic[first]));
    for (const style of others) all.set(`${style}/${name}`, drawing(name, svgs.classic[style]));
  }
  const alias = (name, means) => all.has(name) || all.set(name, means);
  for (const [name, { aliases }] of Object.entries(families)) for (const other of aliases?.names ?? []) alias(other, name);
  for (const [name, prefix, means] of shims) {
    if (typeof name !== "string" || !means) continue;
    const styled = `${PREFIXES[prefix]}/${means}`;
    alias(name, all.has(styled) ? styled : means);
  }
  for (const [name, means] of all) {
    if (typeof means === "string" && !Array.isArray(all.get(means))) throw new Error(`${name} means ${means}, which is no icon`);
  }
  return all;
}

const json = async (name) => JSON.parse(await readFile(join(source, name), "utf8"));
const all = entries(await json("metadata/icon-families.json"), Object.values(require("@fortawesome/fontawesome-free/js/v4-shims.js")));
const files = Array.from({ length: FILES }, () => ({}));
for (const [name, entry] of all) files[fileOf(name.split("/").at(-1))][name] = entry;
const names = [...all.keys()].filter((name) => !name.includes("/")).sort();

const [folder] = process.argv.slice(2);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await Promise.all([
  ...files.map((content, at) => writeFile(join(folder, `${at}.json`), JSON.stringify(content))),
  writeFile(join(folder, "names.json"), JSON.stringify(names)),
  cp(join(source, "LICENSE.txt"), join(folder, "LICENSE.txt")),
]);
