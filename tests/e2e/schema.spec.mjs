// The published JSON Schema of templates, judged by a validator that knows nothing of this app.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schema = JSON.parse(await readFile(join(root, "public/template.schema.json"), "utf8"));
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strict: true });
const validate = ajv.compile(schema);

/** The faults of a template, one line each. */
function problems(text) {
  if (validate(parse(text, { merge: true }))) return [];
  return validate.errors.map((error) => `${error.instancePath} ${error.message}`);
}

/** Templates that the compiler takes without a word: the gallery, and those that expect no diagnostic. */
async function goodTemplates() {
  const gallery = await readdir(join(root, "templates"), { recursive: true });
  const files = gallery.filter((name) => name.endsWith("template.yml")).map((name) => join("templates", name));
  for (const name of await readdir(join(root, "crates/template/tests/templates"))) {
    if (!name.endsWith(".expected")) continue;
    const expected = await readFile(join(root, "crates/template/tests/templates", name), "utf8");
    if (expected.trim() === "") files.push(join("crates/template/tests/templates", name.replace(/expected$/, "yml")));
  }
  return files;
}

test("every template that compiles without a word is valid", async () => {
  const files = await goodTemplates();
  assert.ok(files.includes("crates/template/tests/templates/everything.yml"));
  assert.ok(files.length > 3);
  for (const file of files) {
    assert.deepEqual(problems(await readFile(join(root, file), "utf8")), [], file);
  }
});

/** A template with lines of its own, and with lines for its category, its question and its option. */
function template({ top = "", category = "", question = "", option = "" }) {
  return `
template_name: t
${top}
edits:
  - name: c
    ${category}
    annotation:
      - name: q
        ${question || "options: [{name: o}]"}
      - name: r
        options:
          - name: p
            ${option}
`;
}

test("what the compiler takes is valid", () => {
  const good = [
    {},
    { top: "unknown_key: 1" },
    { top: "template_label: 12" },
    { top: "template_label:" },
    { top: "boundary: subword" },
    { top: "tokenization: tokenized" },
    { top: "version: 1" },
    { top: "display: side-by-side" },
    { top: "display: [side-by-side, hide-context]" },
    { top: "display: {first: side-by-side}" },
    { top: "disable: []" },
    { top: "crowdsource: false" },
    { top: "crowdsource: our own site" },
    { top: "adjudication: 2" },
    { top: 'adjudication: "2"' },
    { top: "font_size: {source: 8, target: 72}" },
    { top: "demo_data_link: ../data/demo.json" },
    { top: "demo_data_link: HTTPS://example.org/demo.json" },
    { top: "paper_link: https://example.org/a?b#c" },
    { top: "interface_text: {typology: {source_label: 1, unknown: 2}}" },
    { category: "enable_input: false" },
    { category: "enable_input:" },
    { category: "color: teal" },
    { category: "color: Teal" },
    { category: "color: '#3ca3a7'" },
    { category: "color: rgb(1, 2, 3)" },
    { category: "hotkey: 1" },
    { category: "hotkey: D" },
    { category: "hotkey: 字" },
    { category: "hotkey: 😀" },
    { category: "icon: fa-trash" },
    { question: "options: likert-5" },
    { question: "options: [{name: yes}, {name: 2}, {name: true}]" },
    { option: "options: textbox" },
    { option: "options: [{name: a, options: [{name: b, options: [{name: c, question: d, options: binary}]}]}]" },
    { option: "options:" },
  ];
  for (const lines of good) {
    assert.deepEqual(problems(template(lines)), [], JSON.stringify(lines));
  }
});

test("what the compiler does not take is not valid", () => {
  const bad = [
    { top: "template_label: [a]" },
    { top: "boundary: token" },
    { top: "boundary: [char]" },
    { top: "language: xx" },
    { top: "display: sidebyside" },
    { top: "disable: [upload, uploads]" },
    { top: "disable: {first: uploads}" },
    { top: "adjudication: 0" },
    { top: "adjudication: two" },
    { top: "font_size: 16" },
    { top: "font_size: {source: 7}" },
    { top: "font_size: {input: 12}" },
    { top: "paper_link: www.example.org" },
    { top: "paper_link: ../paper" },
    { top: "paper_link: javascript:alert(1)" },
    { top: "demo_data_link: javascript:alert(1)" },
    { top: "demo_data_link: //example.org/x" },
    { top: "interface_text: {typology: {source_label: [a]}}" },
    { top: "interface_text: text" },
    { top: "prepend_instructions: 'yes'" },
    { top: "source: a text" },
    { top: "enable_input: true" },
    { top: "title: a" },
    { category: "colour: red" },
    { category: "color: nocolor" },
    { category: "color: 123" },
    { category: "type: double_span" },
    { category: "icon: trash" },
    { category: "hotkey: ab" },
    { category: "hotkey: '?'" },
    { category: "hotkey: 12" },
    { category: "enable_output: perhaps" },
    { category: "template_name: a" },
    { question: "question: Why?" },
    { question: "options:" },
    { question: "options: []" },
    { question: "options: likert-4" },
    { question: "options: {name: a}" },
    { question: "options: [{label: a}]" },
    { question: "options: [{name: [a]}]" },
    { option: "options: likert-4" },
    { option: "options: [{name: a, options: [{name: b, options: [{label: c}]}]}]" },
    { option: "questions: Why?" },
  ];
  for (const lines of bad) {
    assert.notDeepEqual(problems(template(lines)), [], JSON.stringify(lines));
  }
});

test("a template needs a name and categories", () => {
  const whole = "template_name: t\nedits: [{name: a}]\n";
  assert.deepEqual(problems(whole), []);
  for (const text of [
    "",
    "text",
    "[]",
    "template_name: t",
    "edits: [{name: a}]",
    "template_name:\nedits: [{name: a}]",
    "template_name: t\nedits:",
    "template_name: t\nedits: []",
    "template_name: t\nedits: {name: a}",
    "template_name: t\nedits: [a]",
    "template_name: t\nedits: [{label: a}]",
    "template_name: t\nedits: [{name: ''}]",
  ]) {
    assert.notDeepEqual(problems(text), [], text);
  }
});
