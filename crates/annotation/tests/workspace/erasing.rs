//! The eraser.

use proptest::prelude::*;
use spanwise_annotation::document::{Instance, Spans};
use spanwise_annotation::workspace::InstanceChanges;
use spanwise_annotation::workspace::erasing::{Erasure, erase};

use super::random::moves;
use super::*;

fn erased(desk: &Desk, name: TextName, from: u32, to: u32, hidden: &str) -> Erasure {
    let typology = &desk.workspace.template().typology;
    let instance = desk.workspace.current();
    erase(instance, &name, span(from, to), typology, |edit| edit.category != hidden)
}

fn applied(desk: &mut Desk, erasure: Erasure) {
    let instance = desk.view().instance;
    desk.act(Command::Apply(vec![InstanceChanges { instance, changes: erasure.changes }]));
}

/// The spans of each edit on the two texts.
fn marks(instance: &Instance) -> Vec<(String, Vec<Span>, Vec<Span>)> {
    let of = |edit: &Arc<Edit>| {
        (edit.category.clone(), edit.spans.source().to_vec(), edit.spans.target().to_vec())
    };
    instance.all_edits().map(of).collect()
}

#[test]
fn what_it_leaves_of_an_edit() {
    use Side::{Source, Target};
    // "one two three four", "uno dos tres cuatro": the spans on either, the eraser, and what is left.
    type Pairs = &'static [(u32, u32)];
    type Left = Option<(Pairs, Pairs)>;
    type Case = (&'static str, &'static str, Pairs, Pairs, Side, (u32, u32), Left);
    let cases: [Case; 21] = [
        ("all", "word", &[], &[(4, 7)], Target, (4, 7), None),
        ("more than all", "word", &[], &[(4, 7)], Target, (0, 12), None),
        ("a part snaps to the word", "word", &[], &[(4, 7)], Target, (5, 6), None),
        ("the end", "word", &[], &[(0, 7)], Target, (5, 12), Some((&[], &[(0, 3)]))),
        ("the start", "word", &[], &[(0, 7)], Target, (0, 2), Some((&[], &[(4, 7)]))),
        ("beside it", "word", &[], &[(0, 3)], Target, (4, 7), Some((&[], &[(0, 3)]))),
        ("the gap beside it", "word", &[], &[(0, 3)], Target, (3, 4), Some((&[], &[(0, 3)]))),
        ("the gap inside it", "word", &[], &[(0, 7)], Target, (3, 4), Some((&[], &[(0, 7)]))),
        ("a gap at its start", "cut", &[(7, 9)], &[], Source, (0, 8), Some((&[(8, 9)], &[]))),
        ("the other text", "word", &[], &[(0, 3)], Source, (0, 18), Some((&[], &[(0, 3)]))),
        ("nothing", "word", &[], &[(0, 3)], Target, (1, 1), Some((&[], &[(0, 3)]))),
        ("the middle, one span", "word", &[], &[(0, 12)], Target, (4, 7), Some((&[], &[(8, 12)]))),
        (
            "of equal parts the first",
            "cut",
            &[(0, 13)],
            &[],
            Source,
            (4, 7),
            Some((&[(8, 13)], &[])),
        ),
        (
            "the middle, several spans",
            "many",
            &[(0, 3)],
            &[(0, 12)],
            Target,
            (4, 7),
            Some((&[(0, 3)], &[(0, 3), (8, 12)])),
        ),
        (
            "one of several",
            "many",
            &[(0, 3)],
            &[(0, 3), (8, 12)],
            Target,
            (0, 3),
            Some((&[(0, 3)], &[(8, 12)])),
        ),
        ("the last on a side that needs one", "swap", &[(0, 3)], &[(0, 3)], Target, (0, 3), None),
        ("characters", "letters", &[(0, 7)], &[], Source, (5, 7), Some((&[(0, 5)], &[]))),
        ("a point inside", "gap", &[], &[(7, 7)], Target, (5, 9), None),
        ("a point before a word", "gap", &[], &[(8, 8)], Target, (7, 9), None),
        ("a point at the edge", "gap", &[], &[(7, 7)], Target, (5, 6), Some((&[], &[(7, 7)]))),
        ("an edit without spans", "tag", &[], &[], Target, (0, 19), Some((&[], &[]))),
    ];
    for (what, name, source, target, side, (from, to), left) in cases {
        let mut desk = Desk::new();
        desk.word();
        let mut workspace = desk.workspace;
        let mut edit = Edit::clone(&workspace.current().edits[0]);
        edit.category = name.to_owned();
        edit.spans = Spans::usual(spans(source), spans(target));
        let change = spanwise_annotation::change::Change::Replace(Arc::new(edit));
        assert_eq!(workspace.replay(0, &[change]), 0);
        let mut desk = Desk::with(workspace);
        let erasure = erased(&desk, side.into(), from, to, "");
        let counts = (erasure.deleted, erasure.shortened);
        applied(&mut desk, erasure);
        let kept = left.map(|(source, target)| (name.to_owned(), spans(source), spans(target)));
        let is_same = left == Some((source, target));
        let expected = (usize::from(left.is_none()), usize::from(left.is_some() && !is_same));
        assert_eq!(marks(desk.workspace.current()), Vec::from_iter(kept), "{what}");
        assert_eq!(counts, expected, "{what}");
    }
}

#[test]
fn a_composite_goes_with_its_last_constituent() {
    let mut desk = Desk::at(1);
    let composite = desk.keys()[1];
    let erasure = erased(&desk, TextName::SOURCE, 0, 3, "");
    assert_eq!((erasure.deleted, erasure.shortened), (0, 1));
    applied(&mut desk, erasure);
    let left: Vec<_> = desk.edit(composite).constituents.iter().map(|c| &*c.category).collect();
    assert_eq!(left, ["word"]);
    let erasure = erased(&desk, TextName::TARGET, 0, 7, "");
    assert_eq!((erasure.deleted, erasure.shortened), (2, 0), "with the word before it");
    applied(&mut desk, erasure);
    assert_eq!(desk.keys().len(), 1, "the edit of an unknown category is on the other text");
    desk.act(Command::Undo);
    assert_eq!(desk.keys().len(), 3, "one step");
}

#[test]
fn hidden_edits_stay() {
    let desk = Desk::at(1);
    let erasure = erased(&desk, TextName::TARGET, 0, 19, "word");
    assert_eq!((erasure.deleted, erasure.shortened), (0, 1), "only that in the composite");
    let erasure = erased(&desk, TextName::TARGET, 0, 19, "rewrite");
    assert_eq!((erasure.deleted, erasure.shortened), (1, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nothing_is_left_where_it_went_and_nothing_else_changes(
        moves in moves(1..40),
        side in prop::sample::select(&Side::ALL[..]),
        from in 0..20_u32,
        to in 0..20_u32,
    ) {
        let mut desk = Desk::new();
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
        }
        let name = TextName::from(side);
        let before = desk.workspace.current().clone();
        let (text, dragged) = (before.text(side).clone(), text_clamped(&before, side, from, to));
        let erasure = erased(&desk, name.clone(), from, to, "hidden");
        prop_assert_eq!(erasure.changes.len(), erasure.deleted + erasure.shortened);
        applied(&mut desk, erasure.clone());
        let after = desk.workspace.current().clone();
        let is_blank = text.slice(dragged).trim().is_empty();
        let overlaps = |s: &Span| s.start() < dragged.end() && dragged.start() < s.end();
        for old in before.all_edits() {
            let Some(new) = after.edit(old.key) else { continue };
            prop_assert_eq!(&new.answers, &old.answers);
            for (other, spans) in old.spans.iter().filter(|(other, _)| **other != name) {
                prop_assert_eq!(new.spans.on(other), spans);
            }
            for span in new.spans.on(&name) {
                let within = |s: &Span| s.start() <= span.start() && span.end() <= s.end();
                prop_assert!(old.spans.on(&name).iter().any(within), "{:?} is new", span);
                prop_assert!(is_blank || !overlaps(span), "{:?} is left", span);
            }
            if !old.spans.on(&name).iter().any(overlaps) && old.constituents.is_empty() {
                prop_assert_eq!(&new.spans, &old.spans);
            }
        }
        for gone in before.edits.iter().filter(|edit| after.edit(edit.key).is_none()) {
            let parts = std::iter::once(gone).chain(&gone.constituents);
            let touched = parts.flat_map(|edit| edit.spans.on(&name)).any(|span| {
                overlaps(span) || (span.is_empty() && !is_blank)
            });
            prop_assert!(touched, "{:?} was not touched", gone);
        }
        if !erasure.changes.is_empty() {
            desk.act(Command::Undo);
        }
        prop_assert_eq!(&desk.workspace.current().edits, &before.edits);
    }
}

/// The part of a text between two offsets that may lie beyond it.
fn text_clamped(instance: &Instance, side: Side, from: u32, to: u32) -> Span {
    instance.text(side).clamp(span(from, to))
}
