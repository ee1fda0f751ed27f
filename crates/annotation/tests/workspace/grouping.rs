//! The grouping of commands into steps.

use spanwise_annotation::workspace::StepDirection;

use super::*;

/// A `word`, and another.
fn desk() -> (Desk, EditKey, EditKey) {
    let mut desk = Desk::new();
    let first = desk.word();
    let second = desk.make([choose("word"), target(4, 7)]);
    desk.act(Command::Select(Some(first)));
    (desk, first, second)
}

fn grouped(desk: &mut Desk, ms: f64, command: Command) -> bool {
    desk.act_after(ms, command).expect("a change").grouped
}

#[test]
fn typing_without_a_pause_is_one_step() {
    let (mut desk, key, _) = desk();
    assert!(!grouped(&mut desk, 5000.0, value(key, "why", "b")));
    assert!(grouped(&mut desk, 999.0, value(key, "why", "be")));
    assert!(grouped(&mut desk, 999.0, value(key, "why", "bec")));
    assert!(!grouped(&mut desk, 1000.0, value(key, "why", "beca")));
    desk.act(Command::Undo);
    desk.act(Command::Undo);
    assert!(desk.edit(key).answers.is_empty());
    desk.act(Command::Redo);
    let why = desk.edit(key).answers.get("why").cloned();
    assert_eq!(why, Some(spanwise_annotation::document::Answer::Value("bec".into())));
}

#[test]
fn clearing_the_text_belongs_to_the_typing() {
    let (mut desk, key, _) = desk();
    assert!(!grouped(&mut desk, 5000.0, value(key, "why", "b")));
    let nothing = Command::Answer(key.into(), path("why"), GivenAnswer::Nothing);
    assert!(grouped(&mut desk, 10.0, nothing));
}

#[test]
fn choices_are_steps_of_their_own() {
    let (mut desk, key, _) = desk();
    for text in ["minor", "a lot", "minor"] {
        assert!(!grouped(&mut desk, 1.0, value(key, "severity", text)));
    }
}

#[test]
fn another_question_or_edit_is_another_step() {
    let (mut desk, first, second) = desk();
    desk.act(option(first, "kind", "other"));
    assert!(!grouped(&mut desk, 1.0, value(first, "why", "a")));
    assert!(!grouped(&mut desk, 1.0, value(first, "kind/other", "a")));
    assert!(grouped(&mut desk, 1.0, value(first, "kind/other", "ab")));
    assert!(!grouped(&mut desk, 1.0, value(second, "why", "a")));
    assert!(!grouped(&mut desk, 1.0, value(first, "why", "ab")));
}

#[test]
fn looking_elsewhere_ends_the_step() {
    for away in [
        vec![Command::GoTo(1), Command::GoTo(0)],
        vec![Command::Select(None)],
        vec![Command::Undo, Command::Redo],
        vec![Command::SetBookmark(true)],
        vec![choose("swap"), Command::Escape],
    ] {
        let (mut desk, key, _) = desk();
        assert!(!grouped(&mut desk, 1.0, value(key, "why", "a")));
        for command in away {
            desk.act_after(1.0, command);
        }
        assert!(!grouped(&mut desk, 1.0, value(key, "why", "ab")));
    }
}

/// A grouped commit replaces the record before it, which must not be that of the undo.
#[test]
fn nothing_is_grouped_over_an_undo() {
    let (mut desk, key, _) = desk();
    assert!(!grouped(&mut desk, 1.0, value(key, "why", "a")));
    desk.act_after(1.0, Command::SetBookmark(true));
    desk.act_after(1.0, Command::Undo);
    assert!(!grouped(&mut desk, 1.0, value(key, "why", "ab")));
}

#[test]
fn a_boundary_moved_to_and_fro_is_one_step() {
    let (mut desk, key, _) = desk();
    let address = on(key, Side::Target, 0);
    let step = |direction| Command::StepEdge(address.clone(), SpanEdge::End, direction);
    assert!(!grouped(&mut desk, 1.0, step(StepDirection::Forward)));
    assert!(grouped(&mut desk, 1.0, step(StepDirection::Forward)));
    assert!(grouped(&mut desk, 1.0, step(StepDirection::Backward)));
    desk.act(Command::Undo);
    assert_eq!(desk.edit(key).spans.target(), [span(0, 3)]);
}

#[test]
fn comments_are_grouped_and_the_same_one_is_no_step() {
    let mut desk = Desk::new();
    assert!(desk.act(Command::SetComment(String::new())).is_none());
    assert!(!grouped(&mut desk, 1.0, Command::SetComment("a".into())));
    assert!(grouped(&mut desk, 1.0, Command::SetComment("ab".into())));
    assert_eq!(desk.undo_all(), 1);
}

#[test]
fn what_is_already_so_is_no_step() {
    let mut desk = Desk::at(2);
    assert!(desk.act(Command::SetBookmark(true)).is_none());
    assert!(desk.act(Command::SetDone(false)).is_none());
    assert!(desk.act(Command::Clear).is_none());
    assert!(!desk.workspace.can_undo());
}

#[test]
fn undo_goes_to_where_the_change_was() {
    let mut desk = Desk::new();
    let key = desk.word();
    desk.act(Command::GoTo(1));
    let other = desk.keys()[0];
    desk.act(Command::Delete(other));
    desk.act(Command::GoTo(2));
    desk.act(Command::Undo);
    assert_eq!(desk.view().instance, 1);
    desk.act(Command::Undo);
    assert_eq!(desk.view().instance, 0);
    assert_eq!(desk.keys(), []);
    desk.act(Command::Redo);
    assert_eq!((desk.view().instance, desk.view().selected), (0, Some(key)));
    desk.act(Command::Redo);
    assert_eq!(desk.view(), &WorkspaceView { instance: 1, ..WorkspaceView::default() });
}

#[test]
fn a_new_change_ends_what_could_be_redone() {
    let mut desk = Desk::new();
    desk.word();
    desk.act(Command::Undo);
    assert!(desk.workspace.can_redo());
    desk.act(Command::SetDone(true));
    assert_eq!(desk.refused(Command::Redo), Rejection::NothingToUndo);
}
