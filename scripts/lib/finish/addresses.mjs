// Pages at the addresses that Thresh has, /salsa, /annotate and the like, which lead to the app on any static host;
// and the page for all other addresses, on hosts that show a 404.html.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { escaped, filled, inlineScript, integrity, jsonForScript, withoutExports } from "./files.mjs";
import { policy } from "./policy.mjs";

// Thresh's pages that are no templates, and where they are here.
const PAGES = { annotate: "#/annotate", custom: "#/embed", demo: "#/build" };

/** Where each address leads, by its last part. */
export function routes(templates) {
  const ofTemplates = templates.map((name) => [name, `#/t/${name}`]);
  const taken = ofTemplates.find(([name]) => Object.hasOwn(PAGES, name));
  if (taken) throw new Error(`templates/${taken[0]}: rename the folder; the app has a page of that name`);
  return { ...Object.fromEntries(ofTemplates), ...PAGES };
}

/** A page with the scripts that it names and its style inside, and a policy that allows just these. */
async function selfContained(source, page, values) {
  const files = [page, "words.js", "lead-on.js", "lead-on.css"];
  const [html, words, leadOn, style] = await Promise.all(files.map((name) => readFile(join(source, "public", name), "utf8")));
  const scripts = Object.entries({ WORDS: withoutExports(words), SCRIPT: leadOn }).filter(([name]) => html.includes(`%${name}%`));
  return filled(html, {
    POLICY: policy({
      "script-src": scripts.map(([, code]) => `'${integrity(code)}'`).join(" "),
      "style-src": `'${integrity(style)}'`,
      "connect-src": "'self'",
      "img-src": undefined,
      "font-src": undefined,
      "form-action": "'none'",
      "frame-src": undefined,
      "manifest-src": undefined,
      "worker-src": undefined,
      "trusted-types": "'none'",
    }),
    STYLE: style,
    ...Object.fromEntries(scripts.map(([name, code]) => [name, inlineScript(code, name)])),
    ...values,
  });
}

async function writePage(dist, name, html) {
  const folder = join(dist, name);
  const page = join(folder, "index.html");
  const isThere = await stat(folder).catch(() => undefined);
  if (isThere && !(await stat(page).catch(() => undefined))) throw new Error(`templates/${name}: rename the folder; the app has files of that name`);
  await mkdir(folder, { recursive: true });
  await writeFile(page, html);
}

/** Writes NAME/index.html for each template and each page of Thresh, and 404.html. Returns the names. */
export async function writeAddresses({ dist, source, templates }) {
  const all = routes(templates);
  const json = jsonForScript(all);
  for (const [name, route] of Object.entries(all)) {
    await writePage(dist, name, await selfContained(source, "address.html", { ROUTES: json, ROUTE: escaped(route) }));
  }
  await writeFile(join(dist, "404.html"), await selfContained(source, "404.html", { ROUTES: json }));
  return Object.keys(all);
}
