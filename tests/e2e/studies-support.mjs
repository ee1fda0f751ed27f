// Studies carried out from the files of their designer to the files that come back. The files of each are in tests/studies:
// those of the designer, and what its annotators submitted, as the journey sees it. The command line goes on with the same
// files (crates/cli/tests/cli/studies.rs).
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { ELSEWHERE, answer } from "./journeys-support.mjs";

const STUDIES = new URL("../studies/", import.meta.url);

/** The text of a file of a study. */
export const fileOf = (study, name) => readFile(new URL(`${study}/${name}`, STUDIES), "utf8");

/** The address of a file of a study, as a link names it. */
export const addressOf = (study, name) => `${ELSEWHERE}/${study}/${name}`;

/** Answers with the files of a study, by their names. */
export const served = (study, files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [addressOf(study, name), answer(text)]));

/** What differs from one run to the next: when, for how long, and the codes that are made of it. */
function isOfOneRun(name) {
  return ["revealed_ms", "dwell_ms", "ms", "times", "session", "completion_code", "durations_ms", "submitted_at"].includes(name);
}

/** A submission without what differs from one run to the next. */
function lasting({ annotations, worker, hidden_gold: hiddenGold, instances }) {
  const plain = JSON.stringify({ annotations, worker, hiddenGold, instances }, (name, value) =>
    isOfOneRun(name) ? undefined : value,
  );
  return JSON.parse(plain);
}

/** The text of a file that a journey makes. With UPDATE_STUDIES it becomes what the journey made. */
async function made(study, name, text) {
  const path = new URL(`${study}/${name}`, STUDIES);
  if (process.env.UPDATE_STUDIES) {
    await mkdir(new URL(".", path), { recursive: true });
    await writeFile(path, `${text}\n`);
  }
  return readFile(path, "utf8");
}

/** Asserts that a result code is the one in the study's folder. */
export async function assertCodeKept(study, code) {
  assert.equal(code, (await made(study, "result-code.txt", code)).trim());
}

/** Asserts that a submission is the one in the study's folder. */
export async function assertKept(study, name, submission) {
  // The name of the work depends on the address of one run.
  const text = JSON.stringify({ ...submission, work: "study" });
  const kept = await made(study, `submissions/${name}.json`, text);
  assert.deepEqual(lasting(submission), lasting(JSON.parse(kept)));
}
