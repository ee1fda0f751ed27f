// Completes what Trunk has built: one style sheet, the list of the templates, the pages at Thresh's addresses, and in
// index.html the names and digests of the program's files. A release also gets a name for the program's folder that
// changes with its content, the Content-Security-Policy (`trunk serve` injects an inline script, so debug builds go
// without), short scripts, the makings of one HTML file, and the service worker.
import { execFileSync } from "node:child_process";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAddresses } from "./finish/addresses.mjs";
import { digests, filled, integrity, shortDigest } from "./finish/files.mjs";
import { policy } from "./finish/policy.mjs";
import { writeStandalone } from "./finish/standalone.mjs";
import { writeTemplateIndex } from "./finish/templates.mjs";
import { writeWorker, writeWorkerThatLeaves } from "./finish/worker.mjs";

const esbuild = (...args) => execFileSync("esbuild", ["--minify", "--target=es2022", "--log-level=warning", ...args], { stdio: "inherit" });

/** Gives the program's folder a name that changes with its content. Returns the name. */
async function nameProgram(dist) {
  const name = `program-${shortDigest(JSON.stringify(await digests(join(dist, "program"))))}`;
  await rename(join(dist, "program"), join(dist, name));
  return name;
}

/** Fills in what index.html says of the program; the service worker's version is filled in last, by what writes the worker. */
async function fillPage(dist, program, policy) {
  const page = join(dist, "index.html");
  const digest = async (name) => integrity(await readFile(join(dist, program, name)));
  await writeFile(page, filled(await readFile(page, "utf8"), {
    POLICY: policy,
    PROGRAM: `./${program}`,
    SCRIPT_DIGEST: await digest("spanwise-app.js"),
    WASM_DIGEST: await digest("spanwise-app_bg.wasm"),
    STYLE_DIGEST: await digest("style.css"),
  }));
}

/** The rest of a build for work on the app. */
async function finishDebug(dist, source) {
  await fillPage(dist, "program", "");
  await writeAddresses({ dist, source, templates: await writeTemplateIndex(dist) });
  await writeWorkerThatLeaves({ dist, source });
}

/** The rest of a release. */
async function finishRelease(dist, source) {
  const program = await nameProgram(dist);
  await fillPage(dist, program, policy());
  esbuild(join(dist, "boot.js"), join(dist, "register-service-worker.js"), `--outdir=${dist}`, "--allow-overwrite");
  // The program has these texts in it.
  await Promise.all(["en.json", "build/en.json"].map((name) => rm(join(dist, "languages", name))));
  const addresses = await writeAddresses({ dist, source, templates: await writeTemplateIndex(dist) });
  await writeStandalone({ dist, source, program });
  await writeWorker({ dist, source, addresses });
}

const { TRUNK_STAGING_DIR: dist, TRUNK_SOURCE_DIR: source, TRUNK_PROFILE: profile } = process.env;
esbuild(join(source, "style", "main.css"), "--bundle", `--outfile=${join(dist, "program", "style.css")}`);
await (profile === "release" ? finishRelease : finishDebug)(dist, source);
