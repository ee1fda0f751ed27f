//! Edits of another annotator, taken into the work.

use spanwise_annotation::document::{EditId, Spans};

use super::*;

/// The edits of another annotator on an instance: a `word` with answers and a member of its own, and a composite of a
/// `cut` and a `word`.
pub(crate) fn foreign_edits(at: usize) -> Vec<Arc<Edit>> {
    Workspace::new(template(), dataset(DATA)).instance(at).edits.clone()
}

/// Takes an edit and returns the key of its copy.
fn taken(desk: &mut Desk, edit: &Arc<Edit>, instead_of: Option<EditKey>) -> EditKey {
    let before = desk.keys();
    desk.act(Command::Take { edit: edit.clone(), instead_of });
    let new: Vec<_> = desk.keys().into_iter().filter(|key| !before.contains(key)).collect();
    let [key] = new[..] else { panic!("one edit came: {new:?}") };
    assert_eq!(desk.view().selected, None, "it is not opened");
    key
}

fn content(edit: &Edit) -> impl PartialEq + std::fmt::Debug + use<> {
    (edit.category.clone(), edit.spans.clone(), edit.answers.clone())
}

#[test]
fn an_edit_comes_with_its_category_spans_answers_and_constituents_in_one_step() {
    for foreign in foreign_edits(1) {
        let mut desk = Desk::new();
        desk.word();
        let key = taken(&mut desk, &foreign, None);
        let copy = desk.edit(key).clone();
        assert_eq!(content(&copy), content(&foreign));
        assert_eq!(copy.original, foreign.original, "members that nobody knows come along");
        let constituents = |edit: &Edit| edit.constituents.iter().map(|c| content(c)).collect();
        let (ours, theirs): (Vec<_>, Vec<_>) = (constituents(&copy), constituents(&foreign));
        assert_eq!(ours, theirs);
        assert_eq!(desk.workspace.current().position(key), Some(1), "after those that are there");
        desk.act(Command::Undo);
        assert_eq!(desk.keys().len(), 1, "one step");
    }
}

#[test]
fn keys_and_ids_are_new_in_the_work() {
    let mut desk = Desk::at(1);
    let before: Vec<EditKey> = desk.workspace.current().all_edits().map(|edit| edit.key).collect();
    let key = taken(&mut desk, &foreign_edits(1)[1], None);
    let copy = desk.edit(key);
    let new = std::iter::once(copy.key).chain(copy.constituents.iter().map(|c| c.key));
    assert!(new.into_iter().all(|key| !before.contains(&key)));
    let ids: Vec<_> = copy.constituents.iter().map(|constituent| constituent.id.clone()).collect();
    assert_eq!(
        (&copy.id, ids),
        (&Some(EditId::Number(1)), vec![Some(EditId::Number(3)), Some(EditId::Number(5))],)
    );
}

#[test]
fn in_the_place_of_another_it_stands_there_and_undo_brings_that_back() {
    let mut desk = Desk::at(1);
    let before = desk.keys();
    let key = taken(&mut desk, &foreign_edits(1)[0], Some(before[1]));
    assert_eq!(desk.keys(), [before[0], key, before[2]]);
    desk.act(Command::Undo);
    assert_eq!(desk.keys(), before);
}

#[test]
fn what_does_not_fit_is_refused() {
    let [word, composite, _] = &foreign_edits(1)[..] else { panic!("three edits") };
    let far =
        Arc::new(Edit { spans: Spans::usual(vec![], vec![span(0, 99)]), ..Edit::clone(word) });
    let lost = foreign_edits(3)[0].clone();
    let constituent = composite.constituents[0].key;
    for (what, edit, instead_of) in [
        ("a span beyond the text", far, None),
        ("a span on a text that is not there", lost, None),
        ("in the place of an edit that is gone", word.clone(), Some(EditKey(99))),
    ] {
        let mut desk = Desk::at(1);
        assert_eq!(desk.refused(Command::Take { edit, instead_of }), Rejection::Gone, "{what}");
    }
    let take = Command::Take { edit: word.clone(), instead_of: Some(constituent) };
    assert_eq!(Desk::at(1).refused(take), Rejection::Constituent);
}
