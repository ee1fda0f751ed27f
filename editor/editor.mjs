// The text editor of the builder: CodeMirror, fitted to what the program asks of it. Loaded by src/browser/editor.rs.
// All positions are UTF-16 code units, as everywhere in JavaScript.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours are custom properties of the page, so they follow light and dark with it.
const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "0.5rem" },
  ".cm-cursor": { borderInlineStartColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 6%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
  ".cm-tooltip, .cm-panels": {
    color: "var(--ink)",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--round)",
    maxWidth: "28rem",
  },
  ".cm-panels": { maxWidth: "none", borderRadius: "0" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo, .help": { padding: "0.4rem 0.6rem", fontFamily: "var(--interface)", whiteSpace: "pre-line" },
  ".help strong": { fontFamily: "var(--mono)" },
  ".help p": { margin: "0.25rem 0 0" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.75", fontStyle: "normal" },
  ".cm-diagnostic": { fontFamily: "var(--interface)", borderInlineStartWidth: "3px" },
  ".cm-diagnostic-error": { borderColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderColor: "var(--warn)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textUnderlineOffset: "3px",
  },
  ".cm-diagnosticAction, .cm-button, .cm-textfield": {
    color: "var(--ink)",
    background: "var(--paper)",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
    font: "0.8125rem var(--interface)",
    padding: "0.15rem 0.5rem",
    cursor: "pointer",
  },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: "var(--warn)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.meta, tags.typeName, tags.labelName], color: "var(--bad)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-soft)" },
]);

/** An element with a text. */
function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A character that cannot be seen: as CodeMirror shows it, with its code for a name, since it names few in English. */
const special = (phrases) => (code, _, shown) => {
  const made = element("span", shown, "cm-specialChar");
  const name = `${phrases["Control character"]} U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  made.title = name;
  made.setAttribute("aria-label", name);
  return made;
};

/** What is wrong, and a button that mends it. Beside its own buttons CodeMirror says more, in English. */
function diagnosis(message, fix, apply) {
  const made = element("span", message);
  const button = element("button", fix, "cm-diagnosticAction");
  button.type = "button";
  // The editor keeps the focus.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", apply);
  made.append(" ", button);
  return made;
}

/** A text with `code` marked as Markdown does. */
function prose(tag, text, className = "") {
  const made = element(tag, "", className);
  text.split("`").forEach((part, at) => made.append(at % 2 ? element("code", part) : part));
  return made;
}

/** What the program offers at a place, as CodeMirror wants it. */
function completionSource(complete) {
  return (context) => {
    const answer = complete(context.state.doc.toString(), context.pos, context.explicit);
    if (!answer) return null;
    const { from, to, items } = JSON.parse(answer);
    const options = items.map(({ label, detail, doc, insert, cursor, kind }, rank) => ({
      label,
      detail: detail.replaceAll("`", ""),
      info: doc ? () => prose("div", doc) : undefined,
      type: kind,
      boost: -Math.min(rank, 99),
      apply(view, _, start, end) {
        view.dispatch({
          changes: { from: start, to: end, insert },
          selection: { anchor: start + cursor },
          userEvent: "input.complete",
          scrollIntoView: true,
        });
      },
    }));
    // The program chooses and sorts, and is asked again at every letter.
    return options.length ? { from, to, options, filter: false } : null;
  };
}

function hoverSource(hover) {
  return (view, position) => {
    const answer = hover(view.state.doc.toString(), position);
    if (!answer) return null;
    const { from, to, title, doc } = JSON.parse(answer);
    return {
      pos: from,
      end: to,
      above: true,
      create() {
        const dom = element("div", "", "help");
        dom.append(prose("strong", title), prose("p", doc));
        return { dom };
      },
    };
  };
}

/** An editor inside an element of the page. */
class Editor {
  #view;

  /**
   * `options`: `text`; `language`, `yaml` or `json`; `label`, its accessible name; `phrases`, CodeMirror's own texts
   * in the language of the page; and what the program is asked or told: `changed(text)`,
   * `complete(text, position, explicit)` and `hover(text, position)` (JSON texts or null), `fixed(index)` when the
   * fix of a diagnostic is asked for.
   */
  constructor(host, options) {
    // In a shadow root the styles are constructed, which a policy without inline styles allows.
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.options = options;
    this.#view = new EditorView({
      parent: root,
      root,
      state: this.#state(options.text),
    });
  }

  #state(text) {
    const { language, label, phrases, changed, complete, hover } = this.options;
    const extensions = [
      lineNumbers(),
      highlightActiveLine(),
      highlightSpecialChars({ render: special(phrases) }),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      indentUnit.of("  "),
      EditorView.lineWrapping,
      search({ top: true }),
      lintGutter(),
      syntaxHighlighting(COLOURS),
      LOOK,
      language === "yaml" ? yaml() : json(),
      EditorState.phrases.of(phrases),
      // YAML and JSON run from left to right in every language, and the numbers of the lines stand before them.
      EditorView.editorAttributes.of({ dir: "ltr" }),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
      // Tab indents, so Escape then Tab leaves the editor: CodeMirror's own way, told under the editor.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ];
    if (complete) extensions.push(autocompletion({ override: [completionSource(complete)], icons: false }));
    if (hover) extensions.push(hoverTooltip(hoverSource(hover), { hoverTime: 350 }));
    return EditorState.create({ doc: text, extensions });
  }

  /** Replaces the whole text, as one step of the undo history. */
  setText(text) {
    if (text !== this.#view.state.doc.toString()) this.patch([[0, this.#view.state.doc.length, text]]);
  }

  /** Replaces ranges `[from, to, insert]` of the text, in one step; then selects `from` to `to`, if they are given. */
  patch(changes, from, to) {
    this.#view.dispatch({
      changes: changes.map(([start, end, insert]) => ({ from: start, to: end, insert })),
      userEvent: "input",
    });
    if (from !== undefined) this.select(from, to);
  }

  /** Marks what is wrong: `{ from, to, severity, message, fix }`, where `fix` is the name of an action or nothing. */
  mark(diagnostics) {
    const length = this.#view.state.doc.length;
    const within = (at) => Math.min(at, length);
    const marks = diagnostics.map(({ from, to, severity, message, fix }, index) => ({
      from: within(from),
      to: within(to),
      severity,
      message,
      renderMessage: fix ? () => diagnosis(message, fix, () => this.options.fixed(index)) : undefined,
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Selects a range and shows it. */
  select(from, to) {
    const length = this.#view.state.doc.length;
    const anchor = Math.min(from, length);
    this.#view.dispatch({
      selection: { anchor, head: Math.min(to ?? from, length) },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
  }

  undo() {
    undo(this.#view);
  }

  focus() {
    this.#view.focus();
  }

  destroy() {
    this.#view.destroy();
  }
}

/** Makes an editor; see `Editor`. */
export function createEditor(host, options) {
  return new Editor(host, options);
}
