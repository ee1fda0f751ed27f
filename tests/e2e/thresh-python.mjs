// Asks Thresh's own Python library whether it can read what the app wrote.
import { execFile } from "node:child_process";
import { access, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const VERSION = "1.1.1";
const READER = fileURLToPath(new URL("thresh_read.py", import.meta.url));

/** The same place as in scripts/lib/common.sh. */
function cache() {
  const { SPANWISE_CACHE, XDG_CACHE_HOME } = process.env;
  return SPANWISE_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "spanwise");
}

/** Makes the virtual environment beside its place and moves it there whole. */
async function install(place) {
  const draft = `${place}.${process.pid}`;
  try {
    await run("python3", ["-m", "venv", draft]);
    await run(join(draft, "bin/python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `thresh==${VERSION}`]);
    await rename(draft, place);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * The library, installed on first use: `{ python }`, or `{ missing }`, the reason it cannot
 * be had here, for a test's `skip`.
 */
export async function ensureThresh() {
  const place = join(cache(), `thresh-${VERSION}`);
  const python = join(place, "bin/python");
  try {
    await access(python).catch(() => install(place));
    return { python };
  } catch (error) {
    const reason = (error.stderr || error.message).trim().split("\n").at(-1);
    return { missing: `thresh ${VERSION} cannot be installed from PyPI: ${reason}` };
  }
}

/** Reads a template file and an annotations file with Thresh; see thresh_read.py for the result. */
export async function readWithThresh(python, template, annotations) {
  const { stdout } = await run(python, [READER, template, annotations], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}
