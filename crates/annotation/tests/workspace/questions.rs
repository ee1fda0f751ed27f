//! Answers: those that are taken, those that are refused, and that none leaks into another edit.

use spanwise_annotation::document::Answer;
use spanwise_annotation::document::flow::in_words;
use spanwise_annotation::format::read_edit;

use super::*;

#[test]
fn what_is_not_asked_or_not_offered_is_refused() {
    let mut desk = Desk::new();
    let key = desk.word();
    let gone = [
        value(EditKey(99), "sure", "yes"),
        value(key, "nothing", "yes"),
        value(key, "kind/other", "text"),
        Command::Answer(key.into(), Vec::new(), GivenAnswer::Nothing),
    ];
    for command in gone {
        assert_eq!(desk.refused(command), Rejection::Gone);
    }
    for command in [
        value(key, "severity", "huge"),
        value(key, "sure", "perhaps"),
        value(key, "kind", "style"),
        option(key, "kind", "nothing"),
        option(key, "sure", "yes"),
        value(key, "count", "-1"),
        value(key, "count", "1.25"),
        value(key, "count", "many"),
        value(key, "degree", "101"),
        option(key, "where", "nowhere"),
        value(key, "where", "start"),
    ] {
        assert_eq!(desk.refused(command), Rejection::NotAnAnswer);
    }
}

#[test]
fn an_edit_of_an_unknown_category_is_not_asked() {
    let mut desk = Desk::at(1);
    let unheard = desk.keys()[2];
    assert_eq!(desk.refused(value(unheard, "sure", "yes")), Rejection::Gone);
}

#[test]
fn answers_in_words_are_labels_and_a_no_needs_none() {
    let template = compile(
        "template_name: t
edits:
  - name: word_choice
    enable_output: true
    annotation:
      - {name: is_wrong, question: Wrong?, options: binary}
      - {name: harm, label: Harm, options: likert-3}
      - {name: empty, label: '', options: binary}
      - {name: why, options: textbox}
      - name: kind
        options:
          - {name: false_friend}
          - {name: other_kind, label: Another kind, question: Seen before?, options: binary}
          - {name: graded, options: likert-3}
",
    );
    let template = template.template.expect("a template");
    let category = template.typology.find("word_choice").expect("a category").1;
    let words = |annotation: &str| {
        let raw = format!("{{\"category\": \"word_choice\", \"annotation\": {{{annotation}}}}}");
        let edit = read_edit(&raw, &mut || EditKey(0), &template.typology).expect("an edit");
        in_words(&category.questions, &edit.answers, |_, value| value.to_uppercase()).join(" · ")
    };
    for (annotation, expected) in [
        ("", ""),
        (r#""is_wrong": "no", "empty": "no""#, ""),
        (r#""is_wrong": "yes", "empty": "yes""#, "is wrong: YES · empty: YES"),
        (r#""is_wrong": "perhaps", "harm": "huge""#, ""),
        (r#""harm": "minor", "why": "it is""#, "Harm: MINOR · IT IS"),
        (r#""kind": {"val": "false_friend"}"#, "false friend"),
        (r#""kind": {"val": "no_such_kind"}"#, ""),
        (r#""kind": {"val": "other_kind", "other_kind": "no"}"#, "Another kind"),
        (r#""kind": {"val": "other_kind", "other_kind": "yes"}"#, "Another kind: YES"),
        (r#""kind": {"val": "graded", "graded": "minor"}"#, "graded: MINOR"),
        (r#""is_wrong": {"val": "false_friend"}"#, ""),
    ] {
        assert_eq!(words(annotation), expected, "{annotation}");
    }
    assert_eq!(category.label, "word choice");
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

#[test]
fn done_opens_the_first_edit_with_an_open_question_instead() {
    let mut desk = Desk::new();
    let later = desk.make([choose("swap"), source(4, 7), target(4, 7)]);
    let first = desk.word();
    desk.act(Command::Select(None));
    for (key, answers) in [
        (
            first,
            vec![
                value(first, "severity", "minor"),
                value(first, "sure", "no"),
                option(first, "kind", "style"),
            ],
        ),
        (later, vec![value(later, "severity", "minor"), option(later, "kind", "style")]),
    ] {
        assert!(desk.act(Command::SetDone(true)).is_none());
        assert!(!desk.workspace.current().done);
        assert_eq!(desk.view().selected, Some(key), "in the order of the text");
        answers.into_iter().for_each(|answer| drop(desk.act(answer)));
    }
    desk.act(Command::SetDone(true));
    assert!(desk.workspace.current().done);
}

#[test]
fn done_makes_an_edit_of_the_draft_and_opens_it_if_its_questions_are_open() {
    let mut desk = Desk::new();
    desk.act(choose("letters"));
    desk.act(Command::ClickPoint(TextName::SOURCE, Utf16(1)));
    let word = desk.word();
    desk.act(choose("letters"));
    desk.act(Command::ClickPoint(TextName::SOURCE, Utf16(1)));
    assert!(desk.act(Command::SetDone(true)).is_some());
    assert_eq!(desk.view().selected, Some(word));
    assert!(!desk.is_drafting() && !desk.workspace.current().done);
}

#[test]
fn a_template_may_allow_open_questions() {
    let text = format!("enforce: false\n{TEMPLATE}");
    let template = compile(&text).template.expect("a template");
    let mut desk = Desk::with(Workspace::new(Arc::new(template), dataset(DATA)));
    desk.word();
    desk.act(Command::SetDone(true));
    assert!(desk.workspace.current().done);
}
