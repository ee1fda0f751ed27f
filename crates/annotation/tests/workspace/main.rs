//! The rules of the annotate page: the effect of each command, its refusals, and that nothing is ever lost.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod applying;
mod boundaries;
mod categories;
mod changes;
mod composites;
mod drafts;
mod durable;
mod erasing;
mod event_log;
mod grouping;
mod instance_questions;
mod origins;
mod overlaps;
mod overview;
mod permissions;
mod questions;
mod random;
mod reading;
mod records;
mod replaying;
mod roles;
mod same_text;
mod several_outputs;
mod steps;
mod stored_shapes;
mod suggestions;
mod taking;
mod texts;
mod tokens;

use std::sync::Arc;

use spanwise_annotation::document::{AnswerOwner, Edit, EditKey, GivenAnswer, TextName};
use spanwise_annotation::format::{Dataset, DatasetReader};
use spanwise_annotation::workspace::{
    AnnotatorActivity, Command, Commit, Rejection, SpanAddress, SpanEdge, Workspace, WorkspaceView,
};
use spanwise_template::{CategoryId, Side, Template, Typology, compile};
use spanwise_text::{Span, Utf16};

/// One category of each shape; `word` has every kind of question.
const TEMPLATE: &str = "
template_name: rules
edits:
  - name: word
    enable_output: true
    annotation:
      - {name: severity, options: likert-3}
      - {name: sure, options: binary}
      - {name: why, required: false, options: textbox}
      - name: kind
        options:
          - name: style
          - name: grammar
            options:
              - {name: verb, options: [{name: agreement, options: binary}, {name: tense}]}
              - {name: noun, options: likert-5}
          - {name: other, options: textarea}
      - {name: count, required: false, options: number, min: 0, step: 0.5}
      - {name: degree, required: false, options: slider}
      - name: where
        required: false
        multiple: true
        options: [{name: start}, {name: middle}, {name: end}]
  - name: swap
    enable_input: true
    enable_output: true
    annotation:
      - {name: severity, options: likert-3}
      - {name: kind, options: [{name: style}]}
  - {name: many, type: multi_span, enable_input: true, enable_output: true}
  - {name: cut, enable_input: true}
  - {name: letters, enable_input: true, boundary: char}
  - {name: gap, type: split}
  - {name: tag}
  - {name: rewrite, type: composite, annotation: [{name: note, required: false, options: textarea}]}
";

/// An untouched instance; one with edits, laid out and with members of its own, among things that are none; one with
/// astral characters; one with two targets and a text to be read.
const DATA: &str = r#"[
{"source": "one two three four", "target": "uno dos tres cuatro"},
{"source": "one two three four", "target": "uno dos tres cuatro", "id": "x7",
  "edits": [
    {"category": "word", "id": 3, "votes": 2, "annotation": {"severity": "minor", "leftover": 1}, "output_idx": [[0, 3]]}, 7,
    {"category": "rewrite", "id": 0, "annotation": null, "constituent_edits": [
      {"id": 2, "category": "cut", "input_idx": [[0, 3]], "annotation": null, "by": "m"},
      {"id": 4, "category": "word", "output_idx": [[4, 7]], "annotation": {"sure": "yes"}}]}, null,
    {"category": "unheard_of", "id": "a", "input_idx": [[4, 7]]}
  ], "metadata": {"k": [1]}},
{"source": "a 😀 b", "target": "c 😀😀 d", "comment": "seen", "bookmark": true},
{"source": "one two three four", "target": "uno dos tres cuatro",
  "texts": [{"name": "b", "role": "target", "text": "um dois três quatro", "by": 2}, {"name": "notes", "role": "context", "text": "read me"}],
  "edits": [{"category": "many", "id": 1, "annotation": null, "input_idx": [[0, 3]], "spans": {"b": [ [3, 7] ], "lost": [[0, 1]]}}]}
]
"#;

const INSTANCES: usize = 4;

fn template() -> Arc<Template> {
    let compiled = compile(TEMPLATE);
    assert_eq!(compiled.diagnostics, []);
    let mut template = compiled.template.expect("a template");
    template.typology = about_instances(template.typology, Necessity::Optional);
    Arc::new(template)
}

/// The obligation of the questions about instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Necessity {
    Required,
    Optional,
}

/// The typology with the questions of `word` asked about each instance, too.
fn about_instances(typology: Typology, necessity: Necessity) -> Typology {
    let mut questions = typology.find("word").expect("a category").1.questions.clone();
    if necessity == Necessity::Optional {
        questions.iter_mut().for_each(|question| question.required = false);
    }
    typology.with_instance_questions(questions)
}

fn dataset(text: &str) -> Arc<Dataset> {
    Arc::new(DatasetReader::new(text.to_owned()).finish().expect("a data file"))
}

fn workspace() -> Workspace {
    Workspace::new(template(), dataset(DATA))
}

fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

fn spans(pairs: &[(u32, u32)]) -> Vec<Span> {
    pairs.iter().map(|&(start, end)| span(start, end)).collect()
}

/// Selects in the source.
fn source(start: u32, end: u32) -> Command {
    Command::SelectText(TextName::SOURCE, span(start, end))
}

/// Selects in the target.
fn target(start: u32, end: u32) -> Command {
    Command::SelectText(TextName::TARGET, span(start, end))
}

fn category(name: &str) -> CategoryId {
    template().typology.find(name).expect("a category of the template").0
}

fn choose(name: &str) -> Command {
    Command::ChooseCategory(category(name))
}

fn path(text: &str) -> Vec<String> {
    text.split('/').map(str::to_owned).collect()
}

fn value(about: impl Into<AnswerOwner>, question: &str, text: &str) -> Command {
    Command::Answer(about.into(), path(question), GivenAnswer::Value(text.to_owned()))
}

fn option(about: impl Into<AnswerOwner>, question: &str, name: &str) -> Command {
    Command::Answer(about.into(), path(question), GivenAnswer::Option(name.to_owned()))
}

fn on(edit: EditKey, text: impl Into<TextName>, index: usize) -> SpanAddress {
    SpanAddress { edit, text: text.into(), index }
}

fn to(address: &SpanAddress, edge: SpanEdge, at: u32) -> Command {
    Command::MoveEdge(address.clone(), edge, Utf16(at))
}

/// A workspace at which someone works.
struct Desk {
    workspace: Workspace,
    now_ms: f64,
}

impl Desk {
    fn new() -> Self {
        Desk::with(workspace())
    }

    fn with(workspace: Workspace) -> Self {
        Desk { workspace, now_ms: 0.0 }
    }

    fn at(instance: usize) -> Self {
        let mut desk = Desk::new();
        desk.act(Command::GoTo(instance));
        desk
    }

    /// Executes a command on one instance, long after the one before.
    fn act(&mut self, command: Command) -> Option<Commit> {
        self.act_after(10_000.0, command)
    }

    fn act_after(&mut self, ms: f64, command: Command) -> Option<Commit> {
        self.now_ms += ms;
        let done = self.workspace.dispatch(command.clone(), self.now_ms);
        let mut commits =
            done.unwrap_or_else(|reject| panic!("{command:?} was refused: {reject:?}"));
        assert!(commits.len() < 2, "{command:?} changed several instances");
        commits.pop()
    }

    /// Tries a command that is refused, and checks that nothing changed.
    fn refused(&mut self, command: Command) -> Rejection {
        let before = self.seen();
        let reject = self.workspace.dispatch(command.clone(), self.now_ms);
        let Err(reject) = reject else { panic!("{command:?} was done") };
        assert_eq!(self.seen(), before, "after {command:?}");
        reject
    }

    /// All that a command could change.
    fn seen(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let w = &self.workspace;
        (w.view().clone(), written(w), w.can_undo(), w.can_redo(), w.progress())
    }

    /// Makes an edit and returns its key.
    fn make(&mut self, commands: impl IntoIterator<Item = Command>) -> EditKey {
        for command in commands {
            self.act(command);
        }
        self.selected()
    }

    /// A `word` on the first word of the target.
    fn word(&mut self) -> EditKey {
        self.make([choose("word"), target(0, 3)])
    }

    fn selected(&self) -> EditKey {
        self.workspace.view().selected.expect("an edit is open")
    }

    fn edit(&self, key: EditKey) -> &Edit {
        self.workspace.current().edit(key).expect("the edit is there")
    }

    fn keys(&self) -> Vec<EditKey> {
        self.workspace.current().edits.iter().map(|edit| edit.key).collect()
    }

    fn view(&self) -> &WorkspaceView {
        self.workspace.view()
    }

    fn is_drafting(&self) -> bool {
        matches!(self.view().activity, AnnotatorActivity::Drafting(_))
    }

    /// The spans of the draft.
    fn drafted(&self, text: impl Into<TextName>) -> Vec<Span> {
        match &self.view().activity {
            AnnotatorActivity::Drafting(draft) => draft.spans.on(&text.into()).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Takes back everything, and counts the steps.
    fn undo_all(&mut self) -> usize {
        let mut steps = 0;
        while self.workspace.can_undo() {
            self.act(Command::Undo);
            steps += 1;
        }
        steps
    }
}

/// Every instance as a download would hold it.
fn written(workspace: &Workspace) -> Vec<String> {
    let raw = |at| workspace.dataset().raw(at).unwrap_or_default().to_owned();
    (0..workspace.len()).map(|at| workspace.written(at).unwrap_or_else(|| raw(at))).collect()
}
