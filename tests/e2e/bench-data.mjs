// Data for the measurements: made up, the same at each run.

/** One category with a question, spans in the target. */
export const TEMPLATE = `template_name: bench
template_label: Bench
boundary: whitespace
edits:
  - name: wrong
    label: Wrong
    color: red
    enable_output: true
    annotation:
      - name: severity
        question: How bad is it?
        options: likert-3
  - name: odd
    label: Odd
    color: blue
    enable_output: true
    annotation:
      - name: severity
        question: How odd is it?
        options: likert-3
`;

const WORDS = "the river ran slowly past old mills and new bridges while people watched from the banks".split(" ");

/** A small generator of pseudo-random numbers (mulberry32), so that each run is the same. */
export function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** A text of words, with the start and the end of each word. */
function text(length, pick) {
  const spans = [];
  let out = "";
  while (out.length < length) {
    const word = WORDS[pick(WORDS.length)];
    spans.push([out.length, out.length + word.length]);
    out += `${word} `;
  }
  return { out: out.trimEnd(), spans };
}

function instance(length, edits, pick) {
  const { out, spans } = text(length, pick);
  const made = [];
  for (let id = 1; id <= edits; id += 1) {
    const from = pick(spans.length);
    const to = Math.min(spans.length - 1, from + pick(4));
    const annotation = pick(2) === 0 ? null : { severity: "minor" };
    made.push({ category: id % 2 === 0 ? "wrong" : "odd", id, annotation, output_idx: [[spans[from][0], spans[to][1]]] });
  }
  return { source: text(120, pick).out, target: out, edits: made };
}

/** A data file: so many instances, each with so many characters and edits. */
export function data(instances, length, edits, seed = 1) {
  const pick = random(seed);
  return JSON.stringify(Array.from({ length: instances }, () => instance(length, edits, pick)));
}
