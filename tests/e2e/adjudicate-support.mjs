// The page of several annotators, and a template and data for it.
import { ELSEWHERE, answer, start } from "./journeys-support.mjs";
import { AnnotatePage, eventually } from "./pages.mjs";

/** Edits on both sides, so that there are connectors, and a question with radio buttons. */
export const TEMPLATE = `template_name: panel
template_label: A panel
adjudication: 2
highlight_first_interface: true
edits:
  - name: swap
    label: Swap
    color: blue
    enable_input: true
    enable_output: true
  - name: wrong
    label: Wrong
    color: red
    enable_output: true
    annotation:
      - {name: severity, question: How bad?, options: likert-3}
      - name: kind
        question: Which kind?
        required: false
        options: [{name: word, label: A word, question: Known?, options: binary}, {name: style, label: Style}]
`;

/** The same for another number of annotators, or with none set apart. */
export function templateFor(count, { highlight = true, more = "" } = {}) {
  return TEMPLATE.replace("adjudication: 2", `adjudication: ${count}`)
    .replace("highlight_first_interface: true", `highlight_first_interface: ${highlight}`)
    .concat(more);
}

export const TEXTS = [
  { source: "The ferry sank near the harbour.", target: "The ship went down close to the port." },
  { source: "Nobody was hurt.", target: "No one was injured, says the mayor." },
  { source: "It had been built in 1962.", target: "It was old." },
  { source: "Divers will search on Monday.", target: "On Monday, divers begin to search." },
];

export function wrong(id, start, end, severity = "minor", more = {}) {
  return { category: "wrong", id, annotation: { severity, ...more }, output_idx: [[start, end]] };
}

export function swap(id, input, output) {
  return { category: "swap", id, annotation: null, input_idx: [input], output_idx: [output] };
}

/** Instances with the edits of one annotator. */
export function annotated(...edits) {
  return TEXTS.map((texts, at) => ({ ...texts, edits: edits[at] ?? [] }));
}

export const ANNA = annotated([swap(1, [4, 9], [4, 8])], [wrong(1, 19, 34)], [], [wrong(1, 0, 9)]);
export const BEN = annotated([swap(7, [4, 9], [4, 8])], [wrong(7, 20, 34, "a lot"), wrong(8, 0, 6)], [], [wrong(7, 0, 9)]);

/** The page with columns. */
export class AdjudicatePage extends AnnotatePage {
  /** The column of an annotator, from 1, as a page of its own. */
  column(number) {
    return new Column(this.page, this.app, this.page.locator(`[data-testid="annotator"][data-annotator="${number}"]`));
  }

  columns() {
    return this.page.getByTestId("annotator");
  }

  tally() {
    return this.page.getByTestId("tally").innerText();
  }

  waitForTally(text) {
    return eventually(() => this.tally(), text);
  }

  nextDifference() {
    return this.page.getByTestId("next-difference").click();
  }
}

/** One column, with everything of an annotate page in it. */
class Column extends AnnotatePage {
  constructor(page, app, root) {
    super(page, app);
    this.root = root;
    this.edits = root.getByTestId("edit");
    this.finishEdit = root.getByTestId("finish-edit");
    this.draft = root.getByTestId("draft");
    this.status = root.getByTestId("status");
  }

  pane(side) {
    return this.root.getByTestId(`pane-${side}`);
  }

  category(name) {
    return this.root.locator(`[data-testid="category"][data-category="${name}"]`);
  }

  marks(category, id) {
    return this.root.locator(`[data-mark~="${category}-${id}"]`);
  }

  /** The remarks on the edits, in the order of the list: the attribute and the words. */
  remarks() {
    return this.root.getByTestId("remark").evaluateAll((all) =>
      all.map((remark) => [remark.dataset.standing, remark.lastChild.textContent]),
    );
  }

  /** The button that takes an edit of this annotator into the editable work. */
  take(category, id) {
    return this.row(category, id).getByTestId("take");
  }

  takeBoth(category, id) {
    return this.row(category, id).getByTestId("take-both");
  }

  row(category, id) {
    return this.root.locator(`[data-testid="edit"][data-category="${category}"][data-edit-id="${id}"]`);
  }

  waitForRemarks(...wanted) {
    return eventually(() => this.remarks(), wanted);
  }
}

/** The page of several annotators, once it is shown. */
export async function adjudicating(app, page = app.page) {
  await page.locator('[data-page="adjudicate"]').waitFor();
  return new AdjudicatePage(page, app);
}

/** Opens a template and the data of each annotator, all on another host. */
export async function startAdjudicating(t, { template = TEMPLATE, data = [ANNA, BEN], answers = {}, more = "", prepare, ...options } = {}) {
  const files = { [`${ELSEWHERE}/t.yml`]: answer(template) };
  data.forEach((instances, at) => {
    files[`${ELSEWHERE}/${names[at]}.json`] = answer(JSON.stringify(instances));
  });
  const app = await start(t, { answers: { ...files, ...answers }, ...options });
  await prepare?.(app);
  const parameters = data.map((_, at) => `&d${at + 1}=${ELSEWHERE}/${names[at]}.json`);
  await app.open(`?i=${ELSEWHERE}/t.yml${parameters.join("")}${more}`);
  const page = await adjudicating(app);
  await page.columns().nth(data.length - 1).waitFor({ state: "attached" });
  return { app, page };
}

const names = ["anna", "ben", "chris", "dora", "emil"];
