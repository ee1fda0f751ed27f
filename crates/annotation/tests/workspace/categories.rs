//! Another category for an edit.

use spanwise_annotation::document::{Answer, EditId};

use super::*;

#[test]
fn answers_go_along_as_far_as_they_are_asked() {
    let mut desk = Desk::new();
    let key = desk.make([choose("swap"), source(0, 3), target(0, 3)]);
    desk.act(value(key, "severity", "a lot"));
    desk.act(option(key, "kind", "style"));
    desk.act(Command::SetCategory(key, category("word")));
    let edit = desk.edit(key);
    assert_eq!(edit.answers.get("severity"), Some(&Answer::Value("a lot".into())));
    assert_eq!(edit.spans.source(), [], "a word has no span in the source");
    assert_eq!(edit.id, Some(EditId::Number(1)));
    desk.act(option(key, "kind", "grammar"));
    desk.act(Command::Undo);
    desk.act(Command::Undo);
    assert_eq!(desk.edit(key).spans.source(), [span(0, 3)]);
}

#[test]
fn answers_that_the_other_does_not_offer_stay_behind() {
    let mut desk = Desk::new();
    let key = desk.make([choose("swap"), source(0, 3), target(0, 3)]);
    let word = desk.word();
    desk.act(option(word, "kind", "grammar"));
    desk.act(value(word, "sure", "yes"));
    desk.act(Command::SetCategory(key, category("many")));
    assert!(!desk.workspace.can_become(word, category("swap")));
    assert_eq!(
        desk.refused(Command::SetCategory(word, category("swap"))),
        Rejection::DoesNotFit,
        "there is no span in the source"
    );
    desk.act(Command::SetCategory(word, category("tag")));
    let edit = desk.edit(word);
    assert!(edit.answers.is_empty() && edit.spans.target().is_empty());
}

#[test]
fn too_many_spans_or_no_points_do_not_fit() {
    let mut desk = Desk::new();
    let many =
        desk.make([choose("many"), source(0, 3), source(4, 7), target(0, 3), Command::Finish]);
    let cases = [("swap", false), ("cut", false), ("word", true), ("gap", false), ("tag", true)];
    for (name, fits) in cases {
        assert_eq!(desk.workspace.can_become(many, category(name)), fits, "{name}");
    }
    assert!(desk.workspace.can_become(many, category("many")), "itself");
}

#[test]
fn composites_stay_composites() {
    let mut desk = Desk::at(1);
    let [word, composite, unheard] = desk.keys()[..] else { panic!("three edits") };
    for name in ["word", "tag", "gap"] {
        let command = Command::SetCategory(composite, category(name));
        assert_eq!(desk.refused(command), Rejection::DoesNotFit);
    }
    let command = Command::SetCategory(word, category("rewrite"));
    assert_eq!(desk.refused(command), Rejection::DoesNotFit);
    desk.act(Command::SetCategory(unheard, category("cut")));
    assert_eq!(desk.edit(unheard).id, Some(EditId::Number(3)), "constituents count too");
    assert_eq!(desk.refused(Command::SetCategory(EditKey(99), category("cut"))), Rejection::Gone);
}

#[test]
fn its_own_category_is_no_step() {
    let mut desk = Desk::at(1);
    let word = desk.keys()[0];
    assert!(desk.act(Command::SetCategory(word, category("word"))).is_none());
    assert!(!desk.workspace.can_undo());
}
