//! From a selection and a category to an edit.

use spanwise_annotation::document::{Draft, EditId, MissingInDraft, Spans};
use spanwise_annotation::workspace::Tap;
use spanwise_text::Utf16;

use super::*;

#[test]
fn text_first_or_category_first_is_the_same() {
    let orders = [vec![target(1, 6), choose("word")], vec![choose("word"), target(1, 6)]];
    for commands in orders {
        let mut desk = Desk::new();
        let key = desk.make(commands);
        let edit = desk.edit(key);
        assert_eq!(edit.spans.target(), spans(&[(0, 7)]));
        assert_eq!((edit.category.as_str(), &edit.id), ("word", &Some(EditId::Number(1))));
        assert!(edit.answers.is_empty());
        assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    }
}

#[test]
fn a_selection_waits_for_a_category_that_fits() {
    let mut desk = Desk::new();
    desk.act(source(5, 6));
    let selected = AnnotatorActivity::Selected { text: TextName::SOURCE, span: span(5, 6) };
    assert_eq!(desk.view().activity, selected);
    assert_eq!(desk.workspace.preview(), Some((TextName::SOURCE, span(4, 7))));
    assert_eq!(desk.refused(choose("word")), Rejection::WrongSide(Side::Source));
    desk.act(target(0, 1));
    desk.act(Command::Finish);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    assert!(!desk.workspace.can_undo());
}

#[test]
fn white_space_is_no_selection() {
    let mut desk = Desk::new();
    assert_eq!(desk.refused(target(3, 4)), Rejection::NothingSelected);
    desk.act(choose("word"));
    assert_eq!(desk.refused(target(3, 4)), Rejection::NothingSelected);
    assert_eq!(desk.refused(source(0, 3)), Rejection::WrongSide(Side::Source));
}

#[test]
fn no_category_for_a_side_refuses_the_selection() {
    let yaml = "template_name: t\nedits: [{name: word, enable_output: true}, {name: tag}]";
    let template = Arc::new(compile(yaml).template.expect("a template"));
    let mut desk = Desk::with(Workspace::new(template, dataset(DATA)));
    assert_eq!(desk.refused(source(0, 3)), Rejection::WrongSide(Side::Source));
    assert_eq!(desk.workspace.fitting(Side::Source), []);
}

#[test]
fn an_edit_on_both_sides_says_what_is_missing() {
    let mut desk = Desk::new();
    desk.act(choose("swap"));
    let missing = |side| Rejection::Incomplete(MissingInDraft::Span(side));
    assert_eq!(desk.refused(Command::Finish), missing(Side::Source));
    desk.act(source(0, 3));
    assert_eq!(desk.refused(Command::Finish), missing(Side::Target));
    let key = desk.make([target(4, 7)]);
    let edit = desk.edit(key);
    assert_eq!(edit.spans, Spans::usual(vec![span(0, 3)], vec![span(4, 7)]));
    assert!(!desk.is_drafting(), "a full draft becomes an edit by itself");
}

#[test]
fn a_single_span_gives_way_to_a_new_selection() {
    let mut desk = Desk::new();
    let key = desk.make([choose("swap"), source(0, 3), source(4, 7), target(0, 3)]);
    assert_eq!(desk.edit(key).spans.source(), [span(4, 7)]);
}

#[test]
fn many_spans_are_taken_once_each_until_finished() {
    let mut desk = Desk::new();
    desk.act(choose("many"));
    for command in [source(4, 7), source(0, 3), source(5, 6), target(0, 3)] {
        desk.act(command);
    }
    assert_eq!(desk.drafted(Side::Source), spans(&[(4, 7), (0, 3)]), "in the order of selecting");
    let key = desk.make([Command::Finish]);
    assert_eq!(desk.edit(key).spans.source(), spans(&[(4, 7), (0, 3)]));
    assert_eq!(desk.undo_all(), 1, "one edit is one step");
}

#[test]
fn selecting_the_same_again_is_no_step() {
    let mut desk = Desk::new();
    desk.act(choose("many"));
    desk.act(source(0, 3));
    desk.act(source(0, 3));
    desk.act(Command::Undo);
    assert_eq!(desk.drafted(Side::Source), []);
}

#[test]
fn a_span_can_be_taken_out_of_the_draft() {
    let mut desk = Desk::new();
    assert_eq!(desk.refused(Command::DropDraftSpan(TextName::SOURCE, 0)), Rejection::Gone);
    desk.act(choose("many"));
    desk.act(source(0, 3));
    desk.act(source(4, 7));
    assert_eq!(desk.refused(Command::DropDraftSpan(TextName::SOURCE, 2)), Rejection::Gone);
    assert_eq!(desk.refused(Command::DropDraftSpan(TextName::TARGET, 0)), Rejection::Gone);
    desk.act(Command::DropDraftSpan(TextName::SOURCE, 0));
    assert_eq!(desk.drafted(Side::Source), [span(4, 7)]);
    desk.act(Command::Undo);
    assert_eq!(desk.drafted(Side::Source), spans(&[(0, 3), (4, 7)]));
}

#[test]
fn an_insertion_point_stands_at_the_edge_of_a_unit() {
    for command in [Command::SelectPoint(TextName::TARGET, Utf16(6)), target(6, 11)] {
        let mut desk = Desk::new();
        let key = desk.make([choose("gap"), command]);
        assert_eq!(desk.edit(key).spans.target(), [span(7, 7)]);
    }
}

#[test]
fn any_category_with_spans_takes_an_insertion_point() {
    let mut desk = Desk::new();
    let key = desk.make([Command::SelectPoint(TextName::TARGET, Utf16(8)), choose("word")]);
    assert_eq!(desk.edit(key).spans.target(), [span(8, 8)]);
}

#[test]
fn a_whole_needs_nothing_but_its_category() {
    let mut desk = Desk::new();
    let key = desk.make([choose("tag")]);
    assert_eq!(desk.edit(key).category, "tag");
    let again = desk.make([target(0, 3), choose("tag")]);
    assert_eq!(desk.edit(again).spans.target(), []);
}

#[test]
fn another_category_keeps_what_fits() {
    let mut desk = Desk::new();
    desk.word();
    desk.act(choose("many"));
    desk.act(source(0, 3));
    desk.act(source(4, 6));
    desk.act(choose("swap"));
    assert_eq!(desk.drafted(Side::Source), [span(4, 7)], "the last of several");
    desk.act(choose("rewrite"));
    assert_eq!(desk.drafted(Side::Source), []);
    desk.act(Command::Undo);
    assert_eq!(desk.drafted(Side::Source), [span(4, 7)]);
    let key = desk.make([choose("cut")]);
    assert_eq!(desk.edit(key).spans.source(), [span(4, 7)], "it was complete at once");
    assert_eq!(desk.undo_all(), 2);
}

#[test]
fn choosing_the_same_category_again_changes_nothing() {
    let mut desk = Desk::new();
    desk.act(choose("many"));
    desk.act(source(0, 3));
    desk.act(choose("many"));
    assert_eq!(desk.drafted(Side::Source), [span(0, 3)]);
}

#[test]
fn there_is_no_category_beyond_the_last() {
    let categories: String = (0..20).map(|i| format!("  - {{name: c{i}}}\n")).collect();
    let other = compile(&format!("template_name: t\nedits:\n{categories}"));
    let other = other.template.expect("a template");
    let beyond = other.typology.find("c19").expect("a category").0;
    let mut desk = Desk::new();
    assert_eq!(desk.refused(Command::ChooseCategory(beyond)), Rejection::Gone);
    let key = desk.word();
    assert_eq!(desk.refused(Command::SetCategory(key, beyond)), Rejection::Gone);
    assert!(!desk.workspace.can_become(key, beyond));
}

#[test]
fn escape_drops_the_draft_and_undo_brings_it_back() {
    let mut desk = Desk::new();
    desk.act(choose("swap"));
    desk.act(source(0, 3));
    let draft = desk.view().clone();
    desk.act(Command::Escape);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    desk.act(Command::Undo);
    assert_eq!(desk.view(), &draft);
    let key = desk.make([target(0, 3)]);
    assert_eq!(desk.edit(key).spans.source(), [span(0, 3)]);
    assert_eq!(desk.undo_all(), 1);
}

#[test]
fn escape_also_closes_a_selection_an_extension_and_an_edit() {
    let mut desk = Desk::new();
    let key = desk.word();
    desk.act(Command::Extend(key));
    desk.act(Command::Escape);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    assert_eq!(desk.view().selected, Some(key));
    desk.act(Command::Escape);
    assert_eq!(desk.view().selected, None);
    desk.act(target(0, 3));
    desk.act(Command::Escape);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
}

#[test]
fn a_click_sets_an_insertion_point_at_once() {
    let mut desk = Desk::new();
    let key = desk.make([choose("gap"), Command::ClickPoint(TextName::TARGET, Utf16(4))]);
    assert_eq!(desk.edit(key).spans.target(), [span(4, 4)]);
}

#[test]
fn a_click_gives_a_draft_of_characters_a_point_that_a_range_takes_the_place_of() {
    let click = |at| Command::ClickPoint(TextName::SOURCE, Utf16(at));
    let mut desk = Desk::new();
    desk.act(choose("letters"));
    desk.act(click(2));
    desk.act(click(3));
    assert_eq!(desk.drafted(Side::Source), [span(3, 3)]);
    assert_eq!(desk.keys(), [], "nothing is made until the draft is finished");
    let key = desk.make([Command::Finish]);
    assert_eq!(desk.edit(key).spans.source(), [span(3, 3)]);
    let other = desk.make([choose("letters"), click(5), source(1, 2)]);
    assert_eq!(desk.edit(other).spans.source(), [span(1, 2)]);
}

#[test]
fn a_click_means_nothing_to_a_draft_of_words_or_without_one() {
    let mut desk = Desk::new();
    let word = desk.word();
    let click = Command::ClickPoint(TextName::TARGET, Utf16(4));
    desk.act(click.clone());
    desk.act(choose("word"));
    desk.act(click.clone());
    assert_eq!(desk.drafted(Side::Target), []);
    desk.act(choose("rewrite"));
    desk.act(click);
    assert_eq!(desk.keys(), [word]);
}

#[test]
fn a_tap_takes_the_word_under_the_finger_into_the_draft() {
    let tap_in = |text, character, nearest, at_edge| {
        let [character, nearest] = [character, nearest].map(Utf16);
        Command::TapWord(text, Tap { character, nearest, at_edge })
    };
    let tap = |character| tap_in(TextName::SOURCE, character, character, false);
    let tap_at_edge = |character, nearest| tap_in(TextName::SOURCE, character, nearest, true);
    let mut desk = Desk::new();
    desk.act(tap(1));
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle, "nothing is under way");
    desk.act(choose("many"));
    desk.act(tap(0));
    desk.act(tap_at_edge(4, 4));
    assert_eq!(desk.drafted(Side::Source), spans(&[(0, 3), (4, 7)]));
    desk.act(Command::Escape);
    for command in [tap(1), tap(2), tap_at_edge(1, 2)] {
        let letters = desk.make([choose("letters"), command.clone()]);
        assert_eq!(
            desk.edit(letters).spans.source(),
            [span(0, 3)],
            "a word, though it marks characters: {command:?}"
        );
        desk.act(Command::Delete(letters));
    }
    for (command, at) in [(tap(0), 0), (tap_at_edge(4, 4), 4), (tap_at_edge(2, 3), 3)] {
        desk.act(choose("letters"));
        desk.act(command);
        assert_eq!(desk.drafted(Side::Source), [span(at, at)], "a point at the edge of a word");
        desk.act(Command::Escape);
    }
    let key = desk.make([choose("gap"), tap_in(TextName::TARGET, 3, 4, false)]);
    assert_eq!(desk.edit(key).spans.target(), [span(4, 4)], "a point where points are marked");
}

#[test]
fn a_tap_takes_a_word_of_one_character_in_its_middle() {
    let data = dataset(r#"[{"source": "Now I go", "target": "x"}]"#);
    let mut desk = Desk::with(Workspace::new(template(), data));
    for (nearest, at_edge, taken) in
        [(4, false, (4, 5)), (5, false, (4, 5)), (4, true, (4, 4)), (5, true, (5, 5))]
    {
        desk.act(choose("letters"));
        let tap = Tap { character: Utf16(4), nearest: Utf16(nearest), at_edge };
        let made = desk.act(Command::TapWord(TextName::SOURCE, tap));
        let spans = match &made {
            Some(_) => desk.view().selected.map(|key| desk.edit(key).spans.source().to_vec()),
            None => Some(desk.drafted(Side::Source).to_vec()),
        };
        assert_eq!(spans, Some(vec![span(taken.0, taken.1)]), "{tap:?}");
        desk.act(Command::Escape);
    }
}

#[test]
fn a_category_that_cannot_be_chosen_says_why() {
    let mut desk = Desk::new();
    let refusal = |desk: &Desk, name: &str| desk.workspace.refusal(category(name));
    assert_eq!(refusal(&desk, "word"), None);
    assert_eq!(refusal(&desk, "rewrite"), Some(Rejection::NothingToCompose));
    assert_eq!(desk.refused(choose("rewrite")), Rejection::NothingToCompose);
    desk.word();
    assert_eq!(refusal(&desk, "rewrite"), None);
    desk.act(target(0, 3));
    assert_eq!(refusal(&desk, "cut"), Some(Rejection::WrongSide(Side::Target)));
}

/// A draft that has all it needs and could take more.
fn complete_draft(desk: &mut Desk) {
    desk.act(choose("many"));
    desk.act(source(0, 3));
    desk.act(target(0, 3));
    assert!(desk.is_drafting());
}

#[test]
fn an_incomplete_draft_keeps_one_from_leaving_and_from_being_done() {
    for (commands, missing) in [
        (vec![choose("swap"), source(0, 3)], MissingInDraft::Span(Side::Target)),
        (vec![choose("swap")], MissingInDraft::Span(Side::Source)),
        (vec![choose("rewrite")], MissingInDraft::Edits),
    ] {
        let mut desk = Desk::new();
        desk.word();
        commands.into_iter().for_each(|command| drop(desk.act(command)));
        let draft = desk.view().clone();
        for command in [Command::GoTo(1), Command::SetDone(true)] {
            assert_eq!(desk.refused(command), Rejection::Incomplete(missing));
            assert_eq!(desk.view(), &draft);
        }
        desk.act(Command::Escape);
        desk.act(Command::GoTo(1));
        assert_eq!(desk.view(), &WorkspaceView { instance: 1, ..WorkspaceView::default() });
    }
}

// Thresh 11.4: an open panel carries its spans to another instance
#[test]
fn leaving_makes_an_edit_of_a_complete_draft() {
    let mut desk = Desk::new();
    complete_draft(&mut desk);
    assert!(desk.act(Command::GoTo(1)).is_some(), "to be made durable");
    assert_eq!(desk.view(), &WorkspaceView { instance: 1, ..WorkspaceView::default() });
    desk.act(Command::GoTo(0));
    let [key] = desk.keys()[..] else { panic!("one edit") };
    assert_eq!(desk.edit(key).spans.source(), [span(0, 3)]);
    assert_eq!(desk.undo_all(), 1);
}

#[test]
fn done_makes_an_edit_of_a_complete_draft() {
    let mut desk = Desk::new();
    complete_draft(&mut desk);
    desk.act(Command::SetDone(true));
    assert_eq!(desk.keys().len(), 1);
    assert!(desk.workspace.current().done);
    assert_eq!(desk.undo_all(), 1);
}

#[test]
fn a_work_that_became_read_only_can_be_looked_through_whatever_is_under_way() {
    let mut desk = Desk::new();
    complete_draft(&mut desk);
    desk.workspace.set_read_only(true);
    assert!(desk.act(Command::GoTo(1)).is_none());
    assert_eq!(desk.view(), &WorkspaceView { instance: 1, ..WorkspaceView::default() });
}

#[test]
fn going_nowhere_is_refused_and_staying_keeps_the_draft() {
    let mut desk = Desk::new();
    desk.act(choose("swap"));
    assert_eq!(desk.refused(Command::GoTo(INSTANCES)), Rejection::Gone);
    desk.act(Command::GoTo(0));
    assert!(desk.is_drafting());
}

#[test]
fn what_is_not_about_edits_leaves_the_draft_alone() {
    let mut desk = Desk::new();
    desk.act(choose("swap"));
    desk.act(source(0, 3));
    desk.act(Command::SetBookmark(true));
    desk.act(Command::SetComment("hm".into()));
    desk.act(Command::Clear);
    assert_eq!(desk.drafted(Side::Source), [span(0, 3)]);
}

#[test]
fn changes_to_other_edits_leave_the_draft_alone() {
    for change in [
        |key| value(key, "severity", "minor"),
        |key| Command::Duplicate(key),
        |key| Command::Delete(key),
        |key| to(&on(key, Side::Target, 0), SpanEdge::End, 7),
    ] {
        let mut desk = Desk::new();
        let key = desk.word();
        desk.act(choose("swap"));
        desk.act(source(0, 3));
        desk.act(change(key));
        assert_eq!(desk.drafted(Side::Source), [span(0, 3)]);
    }
}

#[test]
fn a_composite_under_way_ends_with_the_deletion_of_its_constituent_and_undo_brings_both_back() {
    let mut desk = Desk::new();
    let key = desk.word();
    desk.act(choose("rewrite"));
    desk.act(Command::ToggleConstituent(key));
    desk.act(Command::Delete(key));
    assert!(!desk.is_drafting());
    desk.act(Command::Undo);
    assert!(desk.is_drafting());
    assert_eq!(desk.keys(), [key]);
}

#[test]
fn a_draft_of_an_earlier_visit_goes_on() {
    let mut desk = Desk::new();
    desk.act(choose("swap"));
    desk.act(source(0, 3));
    let view = desk.view().clone();
    let mut again = Desk::new();
    again.workspace.restore_view(view.clone());
    assert_eq!(again.view(), &view);
    let key = again.make([target(0, 3)]);
    assert_eq!(again.edit(key).spans.source(), [span(0, 3)]);
    again.act(Command::Undo);
    assert_eq!(again.view(), &view);
}

#[test]
fn a_view_that_no_longer_fits_is_left_out() {
    let mut desk = Desk::new();
    let first = desk.word();
    desk.act(choose("rewrite"));
    desk.act(Command::ToggleConstituent(first));
    let view = desk.view().clone();
    let mut again = Desk::new();
    again.workspace.restore_view(view.clone());
    assert_eq!(again.view(), &WorkspaceView::default(), "its constituent is not there");
    again
        .workspace
        .restore_view(WorkspaceView { selected: Some(first), ..WorkspaceView::default() });
    assert_eq!(again.view(), &WorkspaceView::default());

    let AnnotatorActivity::Drafting(draft) = view.activity else { panic!("a draft") };
    let doubled = Draft { constituents: vec![first, first], ..draft.clone() };
    let activity = AnnotatorActivity::Drafting(doubled);
    desk.workspace.restore_view(WorkspaceView { activity, ..WorkspaceView::default() });
    assert_eq!(desk.view(), &WorkspaceView::default(), "a constituent twice");

    let spans = Draft { constituents: Vec::new(), ..draft };
    let beyond = WorkspaceView {
        instance: 7,
        activity: AnnotatorActivity::Drafting(spans),
        ..WorkspaceView::default()
    };
    desk.workspace.restore_view(beyond);
    assert!(!desk.is_drafting(), "a draft stays with its instance");
}
