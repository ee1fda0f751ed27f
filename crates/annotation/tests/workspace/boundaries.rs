//! The ends of spans.

use spanwise_annotation::workspace::StepDirection;

use super::*;

use SpanEdge::{End, Start};
use StepDirection::{Backward, Forward};

fn step(address: &SpanAddress, edge: SpanEdge, direction: StepDirection) -> Command {
    Command::StepEdge(address.clone(), edge, direction)
}

/// A `cut` on “two three”.
fn desk() -> (Desk, SpanAddress) {
    let mut desk = Desk::new();
    let key = desk.make([choose("cut"), source(4, 13)]);
    (desk, on(key, Side::Source, 0))
}

fn cut(desk: &Desk) -> Span {
    desk.workspace.current().edits[0].spans.source()[0]
}

#[test]
fn a_moved_end_snaps() {
    for (edge, at, expected) in [
        (Start, 0, span(0, 13)),
        (Start, 1, span(0, 13)),
        (Start, 3, span(4, 13)),
        (Start, 10, span(8, 13)),
        (End, 15, span(4, 18)),
        (End, 999, span(4, 18)),
        (End, 7, span(4, 7)),
        (End, 5, span(4, 7)),
        (End, 8, span(4, 7)),
    ] {
        let (mut desk, address) = desk();
        desk.act(to(&address, edge, at));
        assert_eq!(cut(&desk), expected, "{edge:?} to {at}");
    }
}

#[test]
fn ends_do_not_meet() {
    let (mut desk, address) = desk();
    for (edge, at) in [(Start, 13), (Start, 99), (End, 4), (End, 0)] {
        assert_eq!(desk.refused(to(&address, edge, at)), Rejection::NoRoom, "{edge:?} to {at}");
    }
}

#[test]
fn an_end_steps_by_units() {
    for (edge, direction, expected) in [
        (Start, Backward, Some(span(0, 13))),
        (Start, Forward, Some(span(8, 13))),
        (End, Forward, Some(span(4, 18))),
        (End, Backward, Some(span(4, 7))),
    ] {
        let (mut desk, address) = desk();
        desk.act(step(&address, edge, direction));
        assert_eq!(Some(cut(&desk)), expected, "{edge:?} {direction:?}");
        assert_eq!(desk.refused(step(&address, edge, direction)), Rejection::NoRoom);
    }
}

#[test]
fn an_end_steps_by_characters_that_people_see() {
    let mut desk = Desk::at(2);
    let key = desk.make([choose("letters"), source(2, 3)]);
    assert_eq!(desk.edit(key).spans.source(), [span(2, 4)], "a whole emoji");
    desk.act(step(&on(key, Side::Source, 0), End, Forward));
    desk.act(step(&on(key, Side::Source, 0), Start, Backward));
    assert_eq!(desk.edit(key).spans.source(), [span(1, 5)]);
}

#[test]
fn spans_are_made_of_sentences_and_paragraphs() {
    spanwise_text::sentence::enable();
    let template = "
template_name: blocks
edits:
  - {name: sentence, enable_input: true, boundary: sentence}
  - {name: paragraph, enable_input: true, boundary: paragraph}
";
    let source_text = "One here. Two!\\n\\nThree.  Four?";
    let data = format!(r#"[{{"source": "{source_text}"}}]"#);
    let template = Arc::new(compile(template).template.expect("a template"));
    // Category, what is selected, the span; its ends moved and stepped, and the span then.
    let cases = [
        (0, (1, 2), (0, 9), (End, Forward), (0, 14)),
        (0, (8, 11), (0, 14), (Start, Forward), (10, 14)),
        (0, (17, 18), (16, 22), (Start, Backward), (10, 22)),
        (1, (1, 2), (0, 14), (End, Forward), (0, 29)),
        (1, (24, 25), (16, 29), (Start, Backward), (0, 29)),
    ];
    for (category, (from, until), made, (edge, direction), stepped) in cases {
        let mut workspace = Workspace::new(template.clone(), dataset(&data));
        let mut act = |command| {
            workspace.dispatch(command, 0.0).expect("allowed");
            let edit = workspace.current().edits.first().cloned();
            edit.map(|edit| (edit.key, edit.spans.source().to_vec()))
        };
        assert_eq!(act(Command::ChooseCategory(CategoryId(category))), None);
        let (key, found) = act(source(from, until)).expect("an edit");
        assert_eq!(found, spans(&[made]), "{from}-{until}");
        let address = on(key, Side::Source, 0);
        let (_, found) = act(step(&address, edge, direction)).expect("an edit");
        assert_eq!(found, spans(&[stepped]), "{from}-{until}");
    }
}

#[test]
fn an_insertion_point_moves_as_a_whole() {
    let mut desk = Desk::new();
    let key = desk.make([choose("gap"), target(4, 4)]);
    let address = on(key, Side::Target, 0);
    let expected = [(Forward, 7), (Forward, 8), (Backward, 7), (Backward, 4), (Backward, 3)];
    for (direction, at) in expected {
        for edge in [Start, End] {
            let mut other = Desk::with(workspace());
            other.workspace.replay(0, &desk.workspace.snapshot(0));
            other.act(step(&address, edge, direction));
            assert_eq!(other.edit(key).spans.target(), [span(at, at)], "{direction:?}");
        }
        desk.act(step(&address, End, direction));
    }
    desk.act(to(&address, Start, 18));
    assert_eq!(desk.edit(key).spans.target(), [span(19, 19)]);
    assert_eq!(desk.refused(step(&address, End, Forward)), Rejection::NoRoom);
    desk.act(to(&address, End, 0));
    assert_eq!(desk.refused(step(&address, Start, Backward)), Rejection::NoRoom);
}

#[test]
fn a_move_that_changes_nothing_is_no_step() {
    let (mut desk, address) = desk();
    assert!(desk.act(to(&address, Start, 3)).is_none());
    assert_eq!(desk.undo_all(), 1);
}

#[test]
fn a_span_is_taken_out_unless_it_is_needed() {
    let mut desk = Desk::new();
    let key =
        desk.make([choose("many"), source(0, 3), source(4, 7), target(0, 3), Command::Finish]);
    let remove = |side, index| Command::RemoveSpan(on(key, side, index));
    assert_eq!(desk.refused(remove(Side::Target, 0)), Rejection::LastOne);
    assert_eq!(desk.refused(remove(Side::Source, 2)), Rejection::Gone);
    desk.act(remove(Side::Source, 0));
    assert_eq!(desk.edit(key).spans.source(), [span(4, 7)]);
    assert_eq!(desk.refused(remove(Side::Source, 0)), Rejection::LastOne);
    let gone = on(EditKey(99), Side::Source, 0);
    assert_eq!(desk.refused(Command::RemoveSpan(gone.clone())), Rejection::Gone);
    assert_eq!(desk.refused(to(&gone, Start, 0)), Rejection::Gone);
    assert_eq!(desk.refused(step(&gone, Start, Forward)), Rejection::Gone);
}

#[test]
fn a_span_that_the_category_has_no_place_for_can_go() {
    let mut desk = Desk::at(1);
    let unheard = desk.keys()[2];
    desk.act(Command::RemoveSpan(on(unheard, Side::Source, 0)));
    assert_eq!(desk.edit(unheard).spans.source(), []);
}
