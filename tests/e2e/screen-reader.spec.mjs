// One whole instance as a screen reader tells it: by keys alone, what is said after each of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openWork } from "./pages.mjs";

const TEMPLATE = `
template_name: review
template_label: Review
instance_questions:
  - { name: fluent, question: Is it fluent?, description: Read it aloud., options: binary }
edits:
  - name: wrong
    label: Wrong
    description: It says something else.
    enable_output: true
    annotation:
      - name: severity
        question: How bad?
        description: For a reader in a hurry.
        options:
          - { name: minor, label: Minor, description: It is understood all the same. }
          - { name: major, label: Major, description: It misleads. }
      - name: touches
        question: What does it touch?
        multiple: true
        required: false
        options:
          - { name: time, label: Time, description: When it happened. }
          - { name: place, label: Place, description: Where it happened. }
      - { name: sure, question: Are you sure?, options: likert-3 }
      - { name: why, question: Why?, options: textbox }
  - { name: odd, label: Odd, enable_output: true }
`;

const DATA = [
  { source: "Er kam zu spät.", target: "He came too early." },
  { source: "Niemand war da.", target: "Nobody were there." },
  { source: "Es war kalt.", target: "It was cold." },
];

/** The states that a reader says, in the order in which it says them. */
const STATES = [
  ["checked", { true: "checked", false: "not checked" }],
  ["pressed", { true: "pressed" }],
  ["expanded", { true: "expanded", false: "collapsed" }],
  ["disabled", { true: "unavailable" }],
];

/** Roles that are said, with their names, when the focus comes into them. */
const GROUPS = ["group", "radiogroup", "region", "dialog", "complementary", "navigation", "main", "banner"];

const property = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;

/** The text below a node. */
function textOf(node, tree) {
  if (node.role?.value === "StaticText") return node.name?.value ?? "";
  const below = (node.childIds ?? []).map((id) => tree.get(id)).filter(Boolean);
  return below.map((child) => textOf(child, tree)).join("").trim();
}

/** A node as it is said: role, name, value, states, description. */
function told(node) {
  const role = node.role.value;
  const has = ["textbox", "searchbox", "spinbutton", "slider"].includes(role) && node.value?.value;
  const states = STATES.map(([name, words]) => words[property(node, name)]).filter(Boolean);
  const parts = [`${role} “${node.name?.value ?? ""}”`, has && `“${has}”`, ...states, node.description?.value];
  return parts.filter(Boolean).join(", ");
}

/** What a screen reader says of a page, from the accessibility tree of Chromium: the node with the focus, and live regions. */
class ScreenReader {
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    const reader = new ScreenReader(page, session);
    reader.last = await reader.read();
    return reader;
  }

  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  /** The group and the node with the focus, and the text of each live region. */
  async read() {
    const { nodes } = await this.session.send("Accessibility.getFullAXTree");
    const tree = new Map(nodes.map((node) => [node.nodeId, node]));
    const around = (node) => tree.get(node?.parentId);
    const focused = nodes.findLast((node) => property(node, "focused") === true);
    let group = around(focused);
    while (group && !(GROUPS.includes(group.role?.value) && group.name?.value)) group = around(group);
    const live = nodes.filter((node) => ["polite", "assertive"].includes(property(node, "live")));
    return {
      at: focused?.backendDOMNodeId,
      focus: focused ? told(focused) : "",
      group: group ? told(group) : "",
      regions: new Map(live.map((node) => [node.backendDOMNodeId, textOf(node, tree)])),
    };
  }

  /** The names of all nodes of a role. */
  async named(role) {
    const { nodes } = await this.session.send("Accessibility.getFullAXTree");
    return nodes.filter((node) => node.role?.value === role && !node.ignored).map((node) => node.name?.value ?? "");
  }

  /** What is said since the last time: what live regions say anew, then the node that now has the focus or another state. */
  async said() {
    const now = await this.read();
    const regions = [...now.regions].filter(([id, text]) => text !== "" && this.last.regions.get(id) !== text).map(([, text]) => text);
    const group = now.group !== this.last.group && now.group !== "" ? [now.group] : [];
    const focus = now.focus !== this.last.focus || now.at !== this.last.at ? [now.focus] : [];
    return { now, sentences: [...regions, ...group, ...focus] };
  }

  /** Presses keys, and waits until exactly these sentences are said. */
  async hears(keys, sentences, patience = 5000) {
    // A menu that opens has its place with the next frame.
    await this.page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
    await this.page.keyboard.press(keys);
    const latest = Date.now() + patience;
    for (;;) {
      const { now, sentences: said } = await this.said();
      try {
        assert.deepEqual(said, sentences, `after ${keys}`);
        this.last = now;
        return;
      } catch (difference) {
        if (Date.now() > latest) throw difference;
      }
      await pause(50);
    }
  }
}

const HELP = "Arrow keys move by word, Shift with arrow keys extends, Enter makes a span, I marks an insertion point.";
const TARGET = `textbox “Target”, “He came too early.”, ${HELP}`;
const FLUENT = ["group “Is it fluent?”, Read it aloud.", "radio “Yes”, not checked"];

/** Keys, and what is said after each: first by live regions, then of a group that the focus comes into, then of the focus. */
const STEPS = [
  ["Tab", ["link “Skip to the text”"]],
  ["Enter", [TARGET]],
  // The text is read word by word, and words are selected.
  ["Home", ["He"]],
  ["ArrowRight", ["came"]],
  ["ArrowRight", ["too"]],
  ["Shift+ArrowRight", ["too early."]],
  // The menu of categories.
  ["Enter", ["What is it? “too early.”"]],
  ["Tab", ["group “What is it?”", "button “Wrong”, It says something else."]],
  ["ArrowDown", ["button “Odd”"]],
  ["ArrowUp", ["button “Wrong”, It says something else."]],
  // The edit that is made, and its questions one after the other.
  ["Enter", ["In progress", "Wrong “too early.”", "group “How bad?”, For a reader in a hurry.", "radio “Minor”, not checked, It is understood all the same."]],
  ["2", ["group “What does it touch? (optional)”", "checkbox “Time”, not checked, When it happened."]],
  ["Space", ["checkbox “Time”, checked, When it happened."]],
  ["Tab", ["checkbox “Place”, not checked, Where it happened."]],
  ["2", ["checkbox “Place”, checked, Where it happened."]],
  ["Enter", ["group “Are you sure?”", "radio “1 – minor”, not checked"]],
  ["ArrowDown", ["radio “2 – somewhat”, checked"]],
  ["1", ["group “Why?”", "textbox “Why?”"]],
  ["w", ["textbox “Why?”, “w”"]],
  ["Enter", [TARGET]],
  // Where the caret is, and in which edit.
  ["Home", ["He"]],
  ["End", ["early., in Wrong"]],
  // A question about the instance is open.
  ["Control+Enter", ["This question must be answered before the instance is done.", ...FLUENT]],
  ["1", ["radio “Yes”, checked"]],
  ["Control+Enter", ["Untouched", "Instance 2 of 3", `textbox “Target”, “Nobody were there.”, ${HELP}`]],
];

test("a whole instance, sentence by sentence", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.waitForDone();
  const reader = await ScreenReader.of(work.page);
  for (const [keys, sentences] of STEPS) await reader.hears(keys, sentences);
  const [{ edits, _spanwise: { typology, ...own } }] = await work.annotations();
  assert.deepEqual(edits[0].annotation, { severity: { val: "major" }, touches: ["time", "place"], sure: "minor", why: "w" });
  assert.deepEqual(own, { answers: { fluent: "yes" }, done: true });
  assert.match(typology, /^[0-9a-f]{16}$/);
});

test("headings and landmarks can be told apart", async (t) => {
  const work = await openWork(t, { template: TEMPLATE, data: DATA });
  await work.make("wrong", ["target", "early"]);
  const reader = await ScreenReader.of(work.page);
  assert.deepEqual(await reader.named("heading"), [
    "Review", "About this instance", "Source", "Target", "Wrong “early.”", "Edits 1 With open questions: 1",
  ]);
  const landmarks = ["banner", "main", "navigation", "region", "complementary", "contentinfo", "form", "search"];
  const named = await Promise.all(landmarks.map(async (role) => (await reader.named(role)).map((name) => `${role} ${name}`.trim())));
  assert.deepEqual(named.flat(), [
    "banner", "main", "navigation Instance", "region Wrong “early.”", "complementary Edits 1 With open questions: 1",
  ]);
});
