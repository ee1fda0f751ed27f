//! An instance with a hundred thousand edits.

use std::sync::Arc;

use spanwise_annotation::change;
use spanwise_annotation::document::{EditKey, GivenAnswer};
use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::workspace::{Command, Workspace};

use super::{Short, json, template, within};

const MANY: usize = 100_000;

fn workspace() -> Workspace {
    let edits = (0..MANY).map(|i| {
        let category = if i % 2 == 0 { "wrong" } else { "vague" };
        let short: Short = (category, 5 * i, 5 * i + 4, 1);
        short
    });
    let data = format!("[{}]", json(&"word ".repeat(MANY), edits));
    let dataset = DatasetReader::new(data).finish().unwrap_or_else(|problem| panic!("{problem}"));
    Workspace::new(Arc::new(template()), Arc::new(dataset))
}

#[test]
fn all_edits_are_cleared_and_come_back() {
    let mut work = workspace();
    let keys = |work: &Workspace| -> Vec<EditKey> {
        work.current().edits.iter().map(|edit| edit.key).collect()
    };
    let before = keys(&work);
    let cleared = within(1000, || work.dispatch(Command::Clear, 0.0));
    let cleared = cleared.expect("allowed").expect("a change");
    assert_eq!(keys(&work), []);
    assert!(within(1000, || work.snapshot(0)).len() >= MANY);
    within(1000, || work.dispatch(Command::Undo, 0.0)).expect("a step");
    assert_eq!(keys(&work), before);
    within(1000, || work.dispatch(Command::Redo, 0.0)).expect("a step");
    assert_eq!(keys(&work), []);
    work.dispatch(Command::Undo, 0.0).expect("a step");

    // A journal holds the same changes; one of an earlier version has them in the other order.
    let mut earlier = cleared.changes.clone();
    earlier.reverse();
    for changes in [cleared.changes, earlier] {
        let mut work = workspace();
        let typology = &work.template().typology;
        let stored = change::to_json(&changes, typology).expect("well-formed");
        let stored = change::from_json(&stored, typology).expect("well-formed");
        assert_eq!(within(1000, || work.replay(0, &stored)), 0);
        assert_eq!(keys(&work), []);
        assert_eq!(work.current().next_id("wrong"), MANY as i64);
    }
}

#[test]
fn one_edit_among_many_is_changed_at_once() {
    let mut work = workspace();
    let path = vec!["severity".to_owned()];
    let answer =
        Command::Answer(EditKey(99_998).into(), path, GivenAnswer::Value("somewhat".to_owned()));
    within(300, || work.dispatch(answer, 0.0)).expect("allowed");
    within(300, || work.dispatch(Command::Delete(EditKey(50_000)), 0.0)).expect("allowed");
    within(300, || work.dispatch(Command::Duplicate(EditKey(7)), 0.0)).expect("allowed");
    within(300, || work.dispatch(Command::SetDone(true), 0.0)).expect("allowed");
    assert!(work.current().done);
    assert_eq!(within(2000, || work.snapshot(0)).len(), 5);
}

#[test]
fn every_second_edit_is_deleted() {
    let mut work = workspace();
    let keys: Vec<EditKey> = work.current().edits.iter().map(|edit| edit.key).collect();
    let removed: Vec<_> = keys.into_iter().step_by(2).map(change::Change::Remove).collect();
    assert_eq!(within(1000, || work.replay(0, &removed)), 0);
    assert_eq!(work.current().edits.len(), MANY / 2);
    assert_eq!(within(2000, || work.snapshot(0)).len(), MANY / 2);
}
