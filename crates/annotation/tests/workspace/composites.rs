//! Edits made of edits, and spans and constituents added later.

use spanwise_annotation::document::{EditId, MissingInDraft};

use super::*;

/// Two edits, the first one answered, and the composite made of them.
fn composed(desk: &mut Desk) -> (EditKey, EditKey, EditKey) {
    let first = desk.word();
    desk.act(value(first, "severity", "minor"));
    let second = desk.make([choose("cut"), source(0, 3)]);
    let commands = [
        choose("rewrite"),
        Command::ToggleConstituent(first),
        Command::ToggleConstituent(second),
        Command::Finish,
    ];
    let composite = desk.make(commands);
    (first, second, composite)
}

fn constituents(desk: &Desk, composite: EditKey) -> Vec<EditKey> {
    desk.edit(composite).constituents.iter().map(|constituent| constituent.key).collect()
}

// Thresh 11.8: making a composite drops the answers of its constituents
#[test]
fn constituents_leave_the_list_with_their_answers() {
    let mut desk = Desk::new();
    let (first, second, composite) = composed(&mut desk);
    assert_eq!(desk.keys(), [composite]);
    assert_eq!(constituents(&desk, composite), [first, second]);
    let constituent = desk.edit(composite).constituents.first().expect("a constituent");
    assert!(constituent.answers.get("severity").is_some());
    assert_eq!(desk.undo_all(), 4, "two edits, an answer, a composite");
}

#[test]
fn a_composite_needs_a_constituent() {
    let mut desk = Desk::new();
    let word = desk.word();
    assert_eq!(desk.refused(Command::ToggleConstituent(word)), Rejection::Gone);
    desk.act(choose("rewrite"));
    let missing = Rejection::Incomplete(MissingInDraft::Edits);
    assert_eq!(desk.refused(Command::Finish), missing);
    desk.act(Command::ToggleConstituent(word));
    desk.act(Command::ToggleConstituent(word));
    assert_eq!(desk.refused(Command::Finish), missing, "taken in and out again");
    assert_eq!(desk.refused(target(0, 3)), Rejection::WrongSide(Side::Target));
}

#[test]
fn a_composite_contains_no_composite() {
    let mut desk = Desk::new();
    let (_, _, composite) = composed(&mut desk);
    assert!(!desk.workspace.can_be_constituent(composite));
    desk.word();
    desk.act(choose("rewrite"));
    assert_eq!(desk.refused(Command::ToggleConstituent(composite)), Rejection::NotAConstituent);
    desk.act(Command::Extend(composite));
    assert_eq!(desk.refused(Command::ToggleConstituent(composite)), Rejection::NotAConstituent);
}

#[test]
fn only_composites_have_constituents() {
    let mut desk = Desk::new();
    let first = desk.word();
    let second = desk.make([choose("cut"), source(0, 3)]);
    desk.act(Command::Extend(first));
    assert_eq!(desk.refused(Command::ToggleConstituent(second)), Rejection::NotAConstituent);
    desk.act(choose("swap"));
    assert_eq!(desk.refused(Command::ToggleConstituent(second)), Rejection::NotAConstituent);
    assert_eq!(desk.refused(Command::TakeApart(first)), Rejection::Gone);
}

// Thresh 11.41: while something else is being made, edits can't be opened
#[test]
fn edits_are_taken_only_into_a_composite_that_is_being_made() {
    let mut desk = Desk::new();
    let word = desk.word();
    let swap = desk.make([choose("swap"), source(0, 3), target(0, 3)]);
    assert!(!desk.workspace.can_be_constituent(word), "nothing is being made");
    desk.act(choose("many"));
    assert!(!desk.workspace.can_be_constituent(word), "an edit of spans is being made");
    desk.act(source(0, 3));
    desk.act(Command::Select(Some(word)));
    assert_eq!((desk.selected(), desk.is_drafting()), (word, true), "it is opened");
    desk.act(Command::Escape);
    desk.act(Command::Extend(swap));
    assert!(!desk.workspace.can_be_constituent(word), "an edit of spans is being extended");
    desk.act(choose("rewrite"));
    assert!(desk.workspace.can_be_constituent(word), "a composite is being made");
}

#[test]
fn extending_takes_constituents_in_and_out_again() {
    let mut desk = Desk::new();
    let (first, second, composite) = composed(&mut desk);
    let third = desk.make([choose("tag")]);
    desk.act(Command::Extend(composite));
    desk.act(Command::ToggleConstituent(third));
    assert_eq!(constituents(&desk, composite), [first, second, third]);
    assert_eq!(desk.view().activity, AnnotatorActivity::Extending { edit: composite, role: None });
    desk.act(Command::ToggleConstituent(first));
    assert_eq!(constituents(&desk, composite), [second, third]);
    assert_eq!(desk.keys(), [composite, first]);
    desk.act(Command::Undo);
    desk.act(Command::Undo);
    assert_eq!(constituents(&desk, composite), [first, second]);
    assert_eq!(desk.keys(), [composite, third]);
}

#[test]
fn a_constituent_taken_out_is_an_edit_again() {
    let mut desk = Desk::new();
    let (first, second, composite) = composed(&mut desk);
    let out = |constituent| Command::RemoveConstituent { composite, constituent };
    assert_eq!(desk.refused(out(EditKey(99))), Rejection::Gone);
    desk.act(out(first));
    assert_eq!(desk.keys(), [composite, first]);
    assert!(desk.edit(first).answers.get("severity").is_some());
    assert_eq!(desk.refused(out(second)), Rejection::LastOne);
    let elsewhere = Command::RemoveConstituent { composite: EditKey(99), constituent: second };
    assert_eq!(desk.refused(elsewhere), Rejection::Gone);
}

// Thresh 11.8: constituents of a composite do not come back
#[test]
fn taken_apart_all_come_back_as_they_were() {
    let mut desk = Desk::at(1);
    let [word, composite, unheard] = desk.keys()[..] else { panic!("three edits") };
    let before = desk.edit(composite).constituents.clone();
    desk.act(Command::TakeApart(composite));
    let inner: Vec<EditKey> = before.iter().map(|constituent| constituent.key).collect();
    assert_eq!(desk.keys(), [&[word][..], &inner, &[unheard]].concat());
    for constituent in &before {
        assert_eq!(desk.edit(constituent.key).answers, constituent.answers);
        assert_eq!(desk.edit(constituent.key).original, constituent.original);
    }
    assert_eq!(desk.selected(), inner[0]);
    desk.act(Command::Undo);
    assert_eq!(desk.keys(), [word, composite, unheard]);
    assert_eq!(desk.refused(Command::TakeApart(EditKey(99))), Rejection::Gone);
}

#[test]
fn a_duplicate_has_its_own_ids_and_keys() {
    let mut desk = Desk::at(1);
    let [word, composite, _] = desk.keys()[..] else { panic!("three edits") };
    let copy = desk.make([Command::Duplicate(composite)]);
    let (old, new) = (desk.edit(composite), desk.edit(copy));
    assert_eq!(desk.workspace.current().position(copy), Some(2), "right after it");
    assert_eq!(new.id, Some(EditId::Number(1)));
    let ids: Vec<_> = new.constituents.iter().map(|constituent| constituent.id.clone()).collect();
    assert_eq!(ids, [Some(EditId::Number(3)), Some(EditId::Number(5))]);
    for (a, b) in old.constituents.iter().zip(&new.constituents) {
        assert_ne!(a.key, b.key);
        assert_eq!((&a.spans, &a.answers, &a.category), (&b.spans, &b.answers, &b.category));
    }
    let copy = desk.make([Command::Duplicate(word)]);
    assert_eq!(desk.edit(copy).answers, desk.edit(word).answers);
    assert_eq!(desk.edit(copy).id, Some(EditId::Number(6)));
    assert_eq!(desk.refused(Command::Duplicate(EditKey(99))), Rejection::Gone);
    let written = desk.workspace.written(1).expect("a change");
    assert_eq!(written.matches("\"votes\": 2").count(), 2, "{written}");
}

#[test]
fn the_largest_id_is_no_end() {
    let raw = r#"[{"target": "a", "edits": [{"category": "rewrite", "id": 9223372036854775807,
        "constituent_edits": [{"category": "tag", "id": 9223372036854775807}]}]}]"#;
    let mut desk = Desk::with(Workspace::new(template(), dataset(raw)));
    let key = desk.keys()[0];
    desk.act(Command::Duplicate(key));
    desk.act(choose("tag"));
}

#[test]
fn constituents_of_their_composites_own_category_get_ids_of_their_own() {
    let raw = r#"[{"target": "a", "edits": [{"category": "word", "id": 1,
        "constituent_edits": [{"category": "word", "id": 2}]}]}]"#;
    let mut desk = Desk::with(Workspace::new(template(), dataset(raw)));
    let key = desk.keys()[0];
    let copy = desk.make([Command::Duplicate(key)]);
    assert_eq!(desk.edit(copy).id, Some(EditId::Number(3)));
    assert_eq!(desk.edit(copy).constituents[0].id, Some(EditId::Number(4)));
}

#[test]
fn extending_adds_spans() {
    let mut desk = Desk::new();
    let many = desk.make([choose("many"), source(0, 3), target(0, 3), Command::Finish]);
    desk.act(Command::Extend(many));
    desk.act(source(4, 7));
    desk.act(source(4, 7));
    assert_eq!(desk.edit(many).spans.source(), spans(&[(0, 3), (4, 7)]));
    assert_eq!(desk.view().activity, AnnotatorActivity::Extending { edit: many, role: None });
    desk.act(Command::Finish);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    assert_eq!(desk.view().selected, Some(many));
    assert_eq!(desk.undo_all(), 2);
}

#[test]
fn extending_a_single_span_moves_it() {
    let mut desk = Desk::new();
    let word = desk.word();
    desk.act(Command::Extend(word));
    desk.act(target(4, 7));
    assert_eq!(desk.edit(word).spans.target(), [span(4, 7)]);
    assert_eq!(desk.refused(source(0, 3)), Rejection::WrongSide(Side::Source));
    assert_eq!(desk.refused(Command::Extend(EditKey(99))), Rejection::Gone);
}

#[test]
fn an_edit_of_an_unknown_category_is_not_extended() {
    let mut desk = Desk::at(1);
    let unheard = desk.keys()[2];
    assert_eq!(desk.refused(Command::Extend(unheard)), Rejection::Gone);
}

// Thresh 11.8: deleting a composite loses its constituents
#[test]
fn deleting_takes_the_constituents_along_and_undo_brings_them_back() {
    let mut desk = Desk::new();
    let (first, second, composite) = composed(&mut desk);
    desk.act(Command::Delete(composite));
    assert_eq!(desk.keys(), []);
    assert_eq!(desk.refused(Command::Delete(composite)), Rejection::Gone);
    desk.act(Command::Undo);
    assert_eq!(constituents(&desk, composite), [first, second]);
}

// Thresh 11.9: deleting all edits can't be undone
#[test]
fn clearing_is_one_step() {
    let mut desk = Desk::at(1);
    let before = written(&desk.workspace);
    desk.act(Command::Clear);
    assert_eq!(desk.keys(), []);
    desk.act(Command::Undo);
    assert_eq!(written(&desk.workspace), before);
    assert!(!desk.workspace.can_undo());
}

// Thresh 11.8: making a composite drops the answers of its constituents
#[test]
fn constituents_keep_their_answers_within_reach() {
    let mut desk = Desk::new();
    let (first, _, composite) = composed(&mut desk);
    desk.act(Command::Select(Some(first)));
    assert_eq!(desk.selected(), first);
    desk.act(value(first, "severity", "a lot"));
    desk.act(to(&on(first, Side::Target, 0), SpanEdge::End, 7));
    assert_eq!(desk.selected(), first, "it stays open");
    assert_eq!(desk.edit(first).spans.target(), [span(0, 7)]);
    assert_eq!(constituents(&desk, composite).len(), 2);
    let written = desk.workspace.written(0).expect("a change");
    assert!(written.contains("a lot"), "{written}");
    desk.act(Command::Undo);
    desk.act(Command::Undo);
    assert_eq!(desk.edit(first).spans.target(), [span(0, 3)]);
}

#[test]
fn a_constituent_is_taken_out_before_it_is_deleted_copied_or_changed() {
    let mut desk = Desk::new();
    let (first, second, composite) = composed(&mut desk);
    for command in [
        Command::Delete(first),
        Command::Duplicate(first),
        Command::SetCategory(first, category("cut")),
    ] {
        assert_eq!(desk.refused(command), Rejection::Constituent);
    }
    desk.word();
    desk.act(choose("rewrite"));
    assert_eq!(desk.refused(Command::ToggleConstituent(first)), Rejection::NotAConstituent);
    desk.act(Command::Escape);
    desk.act(Command::RemoveConstituent { composite, constituent: first });
    desk.act(Command::Delete(first));
    assert_eq!(constituents(&desk, composite), [second]);
}
