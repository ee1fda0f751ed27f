//! Operations on a template: the text after each, and the check that it has the expected data and no others.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test may fail")]

mod adding;
mod every;
mod expected;
mod fixing;
mod moving;
mod reading;
mod refusals;
mod texts;
mod training;
mod written;

use spanwise_template::model::{CategoryShape, Sides, SpanCount};
use spanwise_template::outline::{
    AnswerKind, ItemKind, ItemPath, MoveDestination, Outline, OutlineItem, OutlineList,
    OutlineObstacle, OutlineOperation, OutlinePatch, OutlineTraining, TrainingRole, apply, fix,
    fix_all, outline,
};
use spanwise_template::{Color, compile};

const SMALL: &str = "\
template_name: t
# The categories.
edits:
  # Words that are gone.
  - name: deletion
    label: Deletion # seen by people
    enable_input: true

  - name: insertion
    enable_output: true
    annotation:
      - name: kind
        question: What kind?
        options:
          # Fine.
          - name: good
          - name: bad # Not fine.
            options: likert-3
";

const TWO: &str = "\
edits:
  - name: a
    annotation:
      - name: q
        options:
          # Yes.
          - name: yes # sure
            options:
              - name: very
          - name: no
  - {name: b, annotation: [{name: r, options: [x, {name: y}]}, {name: s, options: binary}]}
  - name: c
";

/// `SMALL` with some of its text replaced.
fn small(replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(SMALL.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        text.replace(old, new)
    })
}

/// The text after an operation, with the checks that hold for any operation.
fn changed(text: &str, operation: &OutlineOperation) -> String {
    let patched = apply(text, operation).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let new = patched.applied_to(text);
    check_patch(text, &patched, &new);
    new
}

fn check_patch(text: &str, patched: &OutlinePatch, new: &str) {
    let mut last = None;
    for (range, with) in &patched.edits {
        assert!(text.get(range.clone()).is_some(), "{range:?}");
        assert!(last.is_none_or(|last| last < range.start), "{:?}", patched.edits);
        assert!(!range.is_empty() || !with.is_empty());
        last = Some(range.end);
    }
    assert!(new.get(patched.select.clone()).is_some(), "{:?} in {new}", patched.select);
}

fn path(indices: &[usize]) -> ItemPath {
    ItemPath::new(indices)
}

fn add_category(name: &str) -> OutlineOperation {
    let shape = CategoryShape::Spans { sides: Sides::Target, count: SpanCount::One };
    let name = (!name.is_empty()).then(|| name.to_owned());
    OutlineOperation::AddCategory { name, label: None, color: None, shape }
}

fn add_option(to: &[usize]) -> OutlineOperation {
    OutlineOperation::AddOption { to: path(to), name: None, label: None }
}

fn add_question(to: &[usize], answers: AnswerKind) -> OutlineOperation {
    OutlineOperation::AddQuestion { to: path(to), name: None, label: None, answers }
}

fn set(item: &[usize], key: &str, value: &str) -> OutlineOperation {
    OutlineOperation::SetText {
        item: path(item),
        key: key.to_owned(),
        value: Some(value.to_owned()),
    }
}

fn label_and_name(item: &[usize], label: &str) -> OutlineOperation {
    OutlineOperation::SetLabelAndName { item: path(item), label: label.to_owned() }
}

fn unset(item: &[usize], key: &str) -> OutlineOperation {
    OutlineOperation::SetText { item: path(item), key: key.to_owned(), value: None }
}

fn move_to(item: &[usize], to: MoveDestination) -> OutlineOperation {
    OutlineOperation::Move { item: path(item), to }
}

fn into(parent: &[usize], index: usize) -> MoveDestination {
    MoveDestination::Into { parent: path(parent), index }
}

fn delete(item: &[usize]) -> OutlineOperation {
    OutlineOperation::Delete { item: path(item) }
}

fn answers(item: &[usize], answers: Option<AnswerKind>) -> OutlineOperation {
    OutlineOperation::SetAnswers { item: path(item), answers }
}
