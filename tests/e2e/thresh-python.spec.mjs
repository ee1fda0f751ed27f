import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ensureThresh, readWithThresh } from "./thresh-python.mjs";

const { python, missing } = await ensureThresh();

const TEMPLATE = `
template_name: demo
edits:
  - name: deletion
    enable_input: true
    annotation:
      - name: severity
        options: likert-3
`;

const instance = (category) => ({
  source: "One two",
  target: "One",
  edits: [{ category, id: 0, input_idx: [[3, 7]], annotation: { severity: "minor" } }],
});

/** Writes both files and lets Thresh read them. */
async function read(t, data) {
  const folder = await mkdtemp(join(tmpdir(), "spanwise-thresh-"));
  t.after(() => rm(folder, { recursive: true }));
  const template = join(folder, "template.yml");
  const annotations = join(folder, "annotations.json");
  await writeFile(template, TEMPLATE);
  await writeFile(annotations, JSON.stringify(data));
  return readWithThresh(python, template, annotations);
}

test("Thresh tells which edits it found", { skip: missing }, async (t) => {
  const { entries } = await read(t, [instance("deletion")]);
  const [edit] = entries[0].edits;
  assert.equal(edit.class, "DeletionEdit");
  assert.deepEqual(edit.input_idx, [[3, 7]]);
  assert.equal(edit.annotation.severity, 1);
});

test("a file that Thresh refuses is reported", { skip: missing }, async (t) => {
  await assert.rejects(read(t, [instance("unheard-of")]), /KeyError/);
});
