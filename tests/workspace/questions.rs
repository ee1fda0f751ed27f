//! Answers: what is taken, what is refused, and that nothing leaks.

use spanwise::domain::document::Answer;

use super::*;

#[test]
fn what_is_not_asked_or_not_offered_is_refused() {
    let mut desk = Desk::new();
    let key = desk.word();
    let gone = [
        value(EditKey(99), "sure", "yes"),
        value(key, "nothing", "yes"),
        value(key, "kind/other", "text"),
        Command::Answer(key, Vec::new(), Given::Nothing),
    ];
    for command in gone {
        assert_eq!(desk.refused(command), Reject::Gone);
    }
    for command in [
        value(key, "severity", "huge"),
        value(key, "sure", "perhaps"),
        value(key, "kind", "style"),
        option(key, "kind", "nothing"),
        option(key, "sure", "yes"),
    ] {
        assert_eq!(desk.refused(command), Reject::NotAnAnswer);
    }
}

#[test]
fn an_edit_of_an_unknown_category_is_not_asked() {
    let mut desk = Desk::at(1);
    let unheard = desk.keys()[2];
    assert_eq!(desk.refused(value(unheard, "sure", "yes")), Reject::Gone);
}

#[test]
fn the_same_answer_again_is_no_step() {
    let mut desk = Desk::at(1);
    let key = desk.keys()[0];
    assert!(desk.act(value(key, "severity", "minor")).is_none());
    assert!(desk.act(value(key, "why", "  \n")).is_none());
    assert!(!desk.workspace.can_undo());
}

/// §3.7 of the description of Thresh: a nested answer of one edit turned up in the next.
// Thresh 11.2: nested answers leak into later edits
#[test]
fn answers_of_one_edit_do_not_turn_up_in_another() {
    let mut desk = Desk::new();
    let first = desk.word();
    for (at, name) in
        [("kind", "grammar"), ("kind/grammar", "verb"), ("kind/grammar/verb", "agreement")]
    {
        desk.act(option(first, at, name));
    }
    let second = desk.make([choose("word"), target(4, 7)]);
    desk.act(option(second, "kind", "style"));
    let style = Answer::Choice { option: "style".into(), follow_up: None };
    assert_eq!(desk.edit(second).answers.get("kind"), Some(&style));
    desk.act(Command::GoTo(1));
    let third = desk.make([choose("word"), target(0, 3)]);
    desk.act(option(third, "kind", "grammar"));
    let grammar = Answer::Choice { option: "grammar".into(), follow_up: None };
    assert_eq!(desk.edit(third).answers.get("kind"), Some(&grammar));
    let written = written(&desk.workspace).join("\n");
    assert_eq!(written.matches("agreement").count(), 1, "{written}");
}

#[test]
fn leaving_a_branch_drops_its_answers_and_undo_brings_them_back() {
    let mut desk = Desk::new();
    let key = desk.word();
    desk.act(option(key, "kind", "other"));
    desk.act(value(key, "kind/other", "words"));
    let full = desk.edit(key).answers.clone();
    desk.act(option(key, "kind", "style"));
    assert_ne!(desk.edit(key).answers, full);
    desk.act(Command::Undo);
    assert_eq!(desk.edit(key).answers, full);
}

#[test]
fn an_answer_of_a_copy_is_not_one_of_the_original() {
    let mut desk = Desk::at(1);
    let original = desk.keys()[0];
    let before = desk.edit(original).answers.clone();
    let copy = desk.make([Command::Duplicate(original)]);
    desk.act(value(copy, "severity", "a lot"));
    assert_eq!(desk.edit(original).answers, before);
}
