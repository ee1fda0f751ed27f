//! Commands that a template or another tab forbids.

use spanwise_annotation::workspace::StepDirection;

use super::taking::foreign_edits;
use super::*;

fn disabling(what: &str) -> Desk {
    let compiled = compile(&format!("{TEMPLATE}\ndisable: [{what}]\n"));
    let template = Arc::new(compiled.template.expect("a template"));
    let mut desk = Desk::with(Workspace::new(template, dataset(DATA)));
    desk.act(Command::GoTo(1));
    desk
}

/// Every command that makes, changes or deletes edits.
fn changing_edits(key: EditKey) -> Vec<Command> {
    let address = on(key, Side::Target, 0);
    vec![
        target(0, 3),
        Command::SelectPoint(TextName::TARGET, Utf16(0)),
        choose("tag"),
        Command::ToggleConstituent(key),
        Command::DropDraftSpan(TextName::SOURCE, 0),
        Command::Finish,
        Command::Extend(key),
        Command::Delete(key),
        Command::Clear,
        Command::Duplicate(key),
        Command::Take { edit: foreign_edits(1)[0].clone(), instead_of: None },
        Command::SetCategory(key, category("tag")),
        to(&address, SpanEdge::Start, 4),
        Command::StepEdge(address.clone(), SpanEdge::End, StepDirection::Forward),
        Command::RemoveSpan(address),
        Command::RemoveConstituent { composite: key, constituent: key },
        Command::TakeApart(key),
    ]
}

/// Every other command that changes something.
fn changing_else(key: EditKey) -> Vec<Command> {
    vec![
        value(key, "sure", "no"),
        Command::SetBookmark(true),
        Command::SetComment("hm".into()),
        Command::SetDone(true),
        Command::Undo,
        Command::Redo,
    ]
}

// Thresh 11.20: `disable: selection` is cosmetic
#[test]
fn selection_disabled_means_that_edits_stay_as_they_are() {
    let mut desk = disabling("selection");
    let key = desk.keys()[0];
    for command in changing_edits(key) {
        assert_eq!(desk.refused(command), Rejection::SelectionDisabled);
    }
    assert_eq!(desk.refused(Command::Undo), Rejection::NothingToUndo);
    desk.act(Command::Select(Some(key)));
    desk.act(value(key, "sure", "no"));
    desk.act(option(key, "kind", "style"));
    desk.act(Command::SetDone(true));
    assert_eq!(desk.undo_all(), 3);
    desk.act(Command::Redo);
}

// Thresh 11.20: `disable: annotation` is cosmetic
#[test]
fn annotation_disabled_means_no_answers() {
    let mut desk = disabling("annotation");
    let key = desk.keys()[0];
    assert_eq!(desk.refused(value(key, "sure", "no")), Rejection::AnnotationDisabled);
    desk.act(Command::Duplicate(key));
    desk.workspace.scan(INSTANCES);
    assert_eq!(desk.workspace.progress().open_edits, 0);
}

#[test]
fn read_only_means_looking() {
    let mut desk = Desk::at(1);
    let key = desk.keys()[0];
    desk.act(Command::SetBookmark(true));
    desk.workspace.set_read_only(true);
    assert!(desk.workspace.is_read_only());
    for command in changing_edits(key).into_iter().chain(changing_else(key)) {
        assert_eq!(desk.refused(command), Rejection::ReadOnly);
    }
    assert!(!desk.workspace.can_undo() && !desk.workspace.can_redo());
    desk.act(Command::Select(Some(key)));
    desk.act(Command::GoTo(0));
    desk.workspace.set_read_only(false);
    desk.act(Command::Undo);
}

#[test]
fn without_instances_there_is_nothing_to_do() {
    let mut desk = Desk::with(Workspace::new(template(), dataset("[]")));
    let key = EditKey(0);
    for command in changing_edits(key).into_iter().chain(changing_else(key)) {
        assert_eq!(desk.refused(command), Rejection::Gone);
    }
    assert_eq!(desk.refused(Command::GoTo(0)), Rejection::Gone);
    assert_eq!(desk.refused(Command::Select(Some(key))), Rejection::Gone);
    desk.act(Command::Select(None));
    assert!(desk.workspace.is_empty());
    assert_eq!(desk.workspace.overview().next_unfinished(0), None);
    assert_eq!(desk.workspace.scan(5).total, 0);
    desk.workspace.restore_view(WorkspaceView { instance: 3, ..WorkspaceView::default() });
    assert_eq!(desk.workspace.replay(0, &[]), 0);
}

#[test]
fn nothing_to_undo_is_said() {
    let mut desk = Desk::new();
    assert_eq!(desk.refused(Command::Undo), Rejection::NothingToUndo);
    assert_eq!(desk.refused(Command::Redo), Rejection::NothingToUndo);
}
