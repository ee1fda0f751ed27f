// What the steps after a build share: the files of a folder, digests, and pages with their scripts inside.
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The files below `directory`, by their paths from there with `/`, sorted; hidden ones are left out. */
export async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((entry) => relative(directory, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"));
  return names.filter((name) => !name.split("/").some((part) => part.startsWith("."))).sort();
}

/** A digest as an integrity attribute or a policy takes it, `sha256-` and base64. */
export function integrity(content) {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}

/** Pairs of the files below `directory` that `names` names, all of them unless told, and their digests. */
export async function digests(directory, names) {
  const read = async (name) => [name, integrity(await readFile(join(directory, name)))];
  return Promise.all((names ?? (await filesBelow(directory))).map(read));
}

/** Sixteen digits that stand for a content. */
export function shortDigest(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** A value as JSON that can stand in a script element: no data can end the element. */
export function jsonForScript(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Text as an element or an attribute in double quotes takes it. */
export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Code that will stand in a script element. Fails where the element would end, or begin again, inside it. */
export function inlineScript(code, name) {
  if (/<\/?script/i.test(code)) throw new Error(`${name} names a script element and cannot stand in one`);
  return code;
}

/** A module that imports nothing, as code that can stand before other code in one script. */
export function withoutExports(code) {
  return code.replaceAll(/^export /gm, "");
}

/** `page` with each `%name%` filled in. Fails for a name that is not there. */
export function filled(page, values) {
  return Object.entries(values).reduce((text, [name, value]) => {
    const [before, ...after] = text.split(`%${name}%`);
    if (after.length === 0) throw new Error(`the page has no %${name}% to fill in`);
    return [before, ...after].join(value);
  }, page);
}
