use super::*;
use crate::domain::typology::Color;
use crate::domain::typology::compile;
use crate::domain::typology::model::{Shape, Sides, SpanCount};

mod every;
mod tables;

/// The text after an operation, checked as far as it can be without knowing what was asked.
fn changed(text: &str, operation: &Operation) -> String {
    let patched = apply(text, operation).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let new = patched.applied_to(text);
    check_patch(text, &patched, &new);
    new
}

fn check_patch(text: &str, patched: &Patched, new: &str) {
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

fn add_category(name: &str) -> Operation {
    let shape = Shape::Spans { sides: Sides::Target, count: SpanCount::One };
    let name = (!name.is_empty()).then(|| name.to_owned());
    Operation::AddCategory { name, label: None, color: None, shape }
}

fn add_option(to: &[usize]) -> Operation {
    Operation::AddOption { to: path(to), name: None, label: None }
}

fn add_question(to: &[usize], answers: Answers) -> Operation {
    Operation::AddQuestion { to: path(to), name: None, label: None, answers }
}

fn set(item: &[usize], key: &str, value: &str) -> Operation {
    Operation::SetText { item: path(item), key: key.to_owned(), value: Some(value.to_owned()) }
}

fn unset(item: &[usize], key: &str) -> Operation {
    Operation::SetText { item: path(item), key: key.to_owned(), value: None }
}

fn move_to(item: &[usize], to: Destination) -> Operation {
    Operation::Move { item: path(item), to }
}

fn into(parent: &[usize], index: usize) -> Destination {
    Destination::Into { parent: path(parent), index }
}

fn delete(item: &[usize]) -> Operation {
    Operation::Delete { item: path(item) }
}

fn answers(item: &[usize], answers: Option<Answers>) -> Operation {
    Operation::SetAnswers { item: path(item), answers }
}
