// Icons of categories: Font Awesome's free ones, loaded when a template names them.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assemble } from "../../public/assemble.js";
import { DIST, launchForJourneys } from "./chromium.mjs";
import { DATA, TEMPLATE, select, startAnnotating } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

const ICONS = join(DIST, "font-awesome");
const STYLES = { fas: "solid", "fa-solid": "solid", far: "regular", "fa-regular": "regular", fab: "brands", "fa-brands": "brands" };

/** All entries of all files, by name. */
async function entries() {
  const files = (await readdir(ICONS)).filter((name) => /^\d+\.json$/.test(name));
  const contents = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(ICONS, name), "utf8"))));
  return new Map(contents.flatMap((content) => Object.entries(content)));
}

/** A template whose categories name these icons. */
const withIcons = (icons) =>
  `template_name: icons\nedits:\n${icons.map((icon, at) => `  - name: c${at}\n    label: Category ${at}\n    enable_input: true\n${icon ? `    icon: ${icon}\n` : ""}`).join("")}`;

/** Holds back every file with icons until the function that it gives is called. */
async function holdIcons(app) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await app.context.route(/\/font-awesome\/\d+\.json/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The boxes of all elements that could move. */
const boxes = (page, within = ".annotate") =>
  page.locator(`${within} :is([data-testid="category"], .category__label, .category__mark, .category__swatch, kbd, .pane__text, .foot)`).evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.className, x, y, width, height];
    }),
  );

const drawn = (annotate, at) => annotate.category(`c${at}`).locator(".category__icon path");

test("every name of the gallery, of old versions and of each style is there, as a path and nothing else", async () => {
  const all = await entries();
  const meant = (name) => {
    const entry = all.get(name);
    return typeof entry === "string" ? all.get(entry) : entry;
  };
  for (const [name, entry] of all) {
    const [width, height, path, ...more] = meant(name) ?? [];
    assert.ok(width > 0 && height > 0 && more.length === 0 && /^[A-Za-z0-9.,\- ]+$/.test(path), `${name}: ${entry}`);
  }
  const folder = join(import.meta.dirname, "../../templates");
  const templates = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const texts = await Promise.all(templates.map(({ name }) => readFile(join(folder, name, "template.yml"), "utf8")));
  const named = texts.flatMap((text) => [...text.matchAll(/icon: fa-([a-z0-9-]+)/g)].map(([, name]) => name));
  assert.ok(named.length > 50);
  const old = ["trash-alt", "times", "arrow-circle-up", "circle-o", "pencil-square-o", "exchange", "clone", "github", "regular/star"];
  assert.deepEqual([...named, ...old].filter((name) => !meant(name)), []);
  assert.match(await readFile(join(ICONS, "LICENSE.txt"), "utf8"), /CC BY 4\.0/);
  const worker = await readFile(join(DIST, "sw.js"), "utf8");
  for (const file of await readdir(ICONS)) assert.ok(worker.includes(`"font-awesome/${file}"`), `${file} is kept for the time offline`);
});

test("an icon is drawn by each form of its name, and asks only for the files that it is in", async (t) => {
  const icons = ["fa-trash-can", "trash-alt", "fas fa-circle", "fa-regular fa-circle", "far fa-circle", "fab fa-github", "fa-solid fa-times fa-fw", ""];
  const { app, annotate } = await startAnnotating(t, { template: withIcons(icons) });
  await eventually(() => app.page.locator(".category__icon path").count(), 7);
  const paths = await Promise.all(icons.slice(0, 7).map((_, at) => drawn(annotate, at).getAttribute("d")));
  assert.equal(paths[0], paths[1], "an older name");
  assert.notEqual(paths[2], paths[3], "another style");
  assert.equal(paths[3], paths[4]);
  const all = await entries();
  assert.equal(paths[5], all.get("github")[2]);
  assert.equal(paths[6], all.get("xmark")[2]);
  const inside = await app.page.locator(".category__icon").evaluateAll((all) => all.map(({ innerHTML }) => innerHTML.replace(/d="[^"]*"/, "")));
  assert.deepEqual(new Set(inside), new Set(["<path ></path>"]));
  const asked = app.requests.filter((url) => url.includes("/font-awesome/"));
  assert.ok(asked.length > 0 && asked.length <= 9, asked.join());
});

for (const [what, context] of Object.entries({ "a wide page": {}, "a phone": { viewport: { width: 390, height: 800 } } })) {
  test(`nothing moves when the icons come, on ${what}`, async (t) => {
    let release;
    const { app, annotate } = await startAnnotating(t, {
      context,
      template: withIcons(["fa-trash", "fa-people-group", "fa-no-such-icon", "", "fa-i-cursor"]),
      prepare: async (app) => (release = await holdIcons(app)),
    });
    await select(annotate, "source", "sank near");
    await annotate.categoryMenu.waitFor();
    const before = await boxes(app.page);
    assert.equal(await app.page.locator(".category__icon").count(), 0);
    release();
    await eventually(() => app.page.locator(".category__icon path").count(), 6);
    assert.deepEqual(await boxes(app.page), before);
    const leads = await Promise.all(["c2", "c3"].map((name) => annotate.category(name).evaluate((button) => button.querySelector(".category__label").getBoundingClientRect().x - button.getBoundingClientRect().x)));
    assert.equal(leads[0], leads[1], "an icon that there is not leaves no gap");
  });
}

test("without a way to the icons the page works without them", async (t) => {
  let refused = 0;
  const { annotate } = await startAnnotating(t, {
    template: withIcons(["fa-trash"]),
    prepare: async (app) => {
      app.allow(/font-awesome|Failed to load resource/);
      await app.context.route(/\/font-awesome\//, (route) => {
        refused += 1;
        return route.abort();
      });
    },
  });
  await eventually(() => refused, 1);
  await annotate.make("c0", ["source", "ferry"]);
  assert.equal(await drawn(annotate, 0).count(), 0);
});

let sharedBrowser;
after(async () => (await sharedBrowser)?.close());

test("the one-file version draws the icons of its template without a network", async (t) => {
  const fromDist = async (name) => new Response(await readFile(join(DIST, name)));
  const template = withIcons(["fa-trash-alt", "fa-regular fa-star", "circle-o"]);
  const html = await assemble(fromDist, { title: "Icons", template, data: JSON.stringify(DATA) });
  const without = await assemble(fromDist, { title: "Icons", template: TEMPLATE, data: JSON.stringify(DATA) });
  assert.ok(html.length - without.length < 60_000, "only what the template names");
  const folder = await mkdtemp(join(tmpdir(), "spanwise-icons-"));
  await writeFile(join(folder, "work.html"), html);
  sharedBrowser ??= launchForJourneys();
  const context = await (await sharedBrowser).newContext({ offline: true });
  t.after(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, "work.html")).href);
  await eventually(() => page.locator(".category__icon path").count(), 3, 15_000);
});
