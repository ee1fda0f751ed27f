//! Changes to several instances, made as one step.

use spanwise_annotation::change::Change;
use spanwise_annotation::document::Answers;
use spanwise_annotation::workspace::InstanceChanges;
use spanwise_annotation::workspace::same_text::mark;

use super::*;

/// A `word` on the first three characters of the targets of these instances.
fn words(desk: &Desk, instances: &[usize]) -> Vec<InstanceChanges> {
    let place = [(TextName::TARGET, span(0, 3))];
    let changes = |at: &usize| InstanceChanges {
        instance: *at,
        changes: mark(&desk.workspace.instance(*at), "word", &Answers::default(), &place),
    };
    instances.iter().map(changes).collect()
}

fn counts(desk: &Desk) -> Vec<usize> {
    (0..INSTANCES).map(|at| desk.workspace.instance(at).edits.len()).collect()
}

#[test]
fn they_are_undone_and_redone_together_where_they_were_made() {
    let mut desk = Desk::new();
    let key = desk.word();
    let before = written(&desk.workspace);
    let view = desk.view().clone();
    let dispatch = |desk: &mut Desk, command| {
        let commits = desk.workspace.dispatch(command, 0.0).expect("it is done");
        commits.iter().map(|commit| commit.instance).collect::<Vec<_>>()
    };
    let batch = words(&desk, &[0, 1, 3]);
    assert_eq!(dispatch(&mut desk, Command::Apply(batch)), [0, 1, 3]);
    let after = written(&desk.workspace);
    assert_eq!(counts(&desk), [2, 4, 0, 2]);
    assert_eq!(desk.view().selected, Some(key), "the open edit stays open");
    for away in [0, 1, 2] {
        desk.act(Command::GoTo(away));
        assert_eq!(dispatch(&mut desk, Command::Undo), [3, 1, 0]);
        assert_eq!(written(&desk.workspace).len(), before.len());
        assert_eq!((counts(&desk), desk.view()), (vec![1, 3, 0, 1], &view));
        desk.act(Command::GoTo(away));
        assert_eq!(dispatch(&mut desk, Command::Redo), [0, 1, 3]);
        assert_eq!((written(&desk.workspace), desk.view()), (after.clone(), &view));
    }
    assert!(!desk.workspace.can_redo());
    dispatch(&mut desk, Command::Undo);
    desk.act(Command::Undo);
    assert_eq!(counts(&desk), [0, 3, 0, 1], "the step before is one of its own");
    desk.act(Command::Redo);
    assert_eq!(counts(&desk), [1, 3, 0, 1], "and is made again alone");
}

#[test]
fn none_is_made_if_one_does_not_fit() {
    type Batch = fn(&Desk) -> Vec<InstanceChanges>;
    let cases: [(&str, Batch); 4] = [
        ("an instance that is not there", |desk| {
            let mut batch = words(desk, &[0]);
            batch.push(InstanceChanges { instance: INSTANCES, changes: vec![] });
            batch
        }),
        ("an instance twice", |desk| words(desk, &[1, 1])),
        ("out of order", |desk| words(desk, &[1, 0])),
        ("an edit that is gone", |desk| {
            let mut batch = words(desk, &[0]);
            let changes = vec![Change::Remove(EditKey(99))];
            batch.push(InstanceChanges { instance: 1, changes });
            batch
        }),
    ];
    for (what, batch) in cases {
        let mut desk = Desk::new();
        let batch = batch(&desk);
        assert_eq!(desk.refused(Command::Apply(batch)), Rejection::Gone, "{what}");
    }
}
