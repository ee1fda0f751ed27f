// Files of annotators as large as those of a published study: made up, the same at each run.
import { random } from "./bench-data.mjs";

const CATEGORIES =
  "bad_math commonsense encyclopedic grammar_usage incoherent needs_google off_prompt redundant self_contradiction technical_jargon".split(" ");
const SEVERITIES = ["minor", "somewhat", "a lot"];
const WORDS =
  "the river ran slowly past old mills and “new” bridges while 12 people watched naïvely from the banks – why not, they said.".split(" ");
/** A text of words, with the start and the end of each. */
function text(words, pick) {
  const places = [];
  let out = "";
  for (let n = 0; n < words; n += 1) {
    const word = WORDS[pick(WORDS.length)];
    places.push([out.length, out.length + word.length]);
    out += `${word} `;
  }
  return { out: out.trimEnd(), places };
}

/** What there is to mark in an item: the places and the categories that most annotators agree about. */
function item(number, edits, pick) {
  const { out, places } = text(15 * edits + pick(60), pick);
  const errors = Array.from({ length: edits }, () => {
    const first = pick(places.length);
    return { first, last: Math.min(places.length - 1, first + pick(8)), category: pick(CATEGORIES.length) };
  });
  const metadata = { system: `Model ${"ABC"[number % 3]}`, document: `news-${number}`, temperature: (number % 4) / 4 };
  return { metadata, source: text(20, pick).out, target: out, places, errors };
}

/** The edits of one annotator, who finds other boundaries, another category or another place at times. */
function annotated({ metadata, source, target, places, errors }, pick) {
  const within = (at) => Math.max(0, Math.min(places.length - 1, at));
  const edits = errors.map(({ first, last, category }, at) => {
    const shift = pick(3) === 0 ? pick(3) - 1 : 0;
    const own = pick(4) === 0 ? pick(CATEGORIES.length) : category;
    const elsewhere = pick(5) === 0 ? pick(places.length) : 0;
    const [from, to] = [within(first + shift + elsewhere), within(last + elsewhere)].sort((a, b) => a - b);
    const name = CATEGORIES[own];
    const annotation = {
      explanation: `${text(3 + pick(9), pick).out}`,
      [`${name}_type`]: SEVERITIES[pick(3)],
    };
    return { category: name, id: at + 1, annotation, output_idx: [[places[from][0], places[to][1]]] };
  });
  return { metadata, source, target, edits };
}

/** A file for each annotator, with so many items and edits in each, as `{ name, text }`. */
export function study(name, annotators, items, edits) {
  const pick = random(7);
  const all = Array.from({ length: items }, (_, number) => item(number, edits, pick));
  const file = (_, at) => ({ name: `${name}-${at + 1}.json`, text: JSON.stringify(all.map((one) => annotated(one, pick))) });
  return Array.from({ length: annotators }, file);
}
