//! Reading paragraph by paragraph.

use std::sync::Arc;

use spanwise_annotation::change::{from_json, to_json};
use spanwise_annotation::document::ParagraphReading;
use spanwise_annotation::workspace::view_json::{read_view, write_view};
use spanwise_annotation::workspace::{
    Command, ParagraphTime, Rejection, SpanEdge, Workspace, reading,
};
use spanwise_template::{CategoryId, Side, compile};

use super::{Desk, dataset, on, source, target, to, written};

/// Paragraphs at 0, 14, 23 and 29; the last one ends at 34.
const DATA: &str = r#"[
{"source": "s", "target": "Anna came in.\n\nShe sat.\nBen left.\n\nThe end."},
{"target": ["Anna came in.", "She\n\nsat.", "The end."], "edits": [
  {"category": "error", "id": 1, "annotation": null, "output_idx": [[0, 4]]},
  {"category": "error", "id": 2, "annotation": null, "output_idx": [[26, 29]]}]},
{"target": "one paragraph"},
{"source": "no target"}
]"#;

const ERROR: Command = Command::ChooseCategory(CategoryId(0));
const PAIR: Command = Command::ChooseCategory(CategoryId(1));

fn desk(keys: &str) -> Desk {
    reading::enable();
    let text = format!(
        "template_name: t\nparagraphs: blank-line\n{keys}\nedits:
  - {{name: error, enable_output: true}}
  - {{name: pair, type: multi_span, enable_output: true}}
  - {{name: note}}
  - {{name: cause, enable_input: true}}\n"
    );
    let compiled = compile(&text);
    assert_eq!(compiled.diagnostics, []);
    let template = Arc::new(compiled.template.expect("a template"));
    Desk::with(Workspace::new(template, dataset(DATA)))
}

fn by_paragraph(revise: &str) -> Desk {
    desk(&format!("reveal: paragraph\nrevise: {revise}"))
}

fn go(paragraph: usize) -> Command {
    Command::GoToParagraph(paragraph, ParagraphTime { unix_ms: 1_000, dwell_ms: 20 })
}

fn newest(desk: &Desk) -> Option<(usize, usize, u32)> {
    let revealed = desk.workspace.revealed()?;
    Some((revealed.newest(), revealed.count(), revealed.end().0))
}

#[test]
fn a_text_is_revealed_paragraph_by_paragraph() {
    let mut desk = by_paragraph("allow");
    for (instance, count, end) in [(0, 3, 15), (1, 3, 15), (2, 1, 13), (3, 1, 0)] {
        desk.act(Command::GoTo(instance));
        assert_eq!(newest(&desk), Some((0, count, end)), "{instance}");
        assert_eq!(desk.refused(go(2)), Rejection::Gone, "{instance}");
    }
    desk.act(Command::GoTo(0));
    desk.act(go(1));
    assert_eq!(newest(&desk), Some((1, 3, 35)));
    desk.act(go(2));
    assert_eq!(newest(&desk), Some((2, 3, 43)));
    assert_eq!(desk.refused(go(3)), Rejection::Gone);
    desk.act(go(0));
    assert_eq!((newest(&desk), desk.workspace.paragraph()), (Some((2, 3, 43)), 0));
    desk.act(go(2));
    assert_eq!(desk.view().paragraph, None);
}

#[test]
fn a_text_is_shown_as_a_whole_unless_the_template_says_otherwise() {
    let mut desk = desk("");
    assert_eq!(newest(&desk), None);
    assert_eq!(desk.refused(go(1)), Rejection::Gone);
    desk.make([ERROR, target(36, 39)]);
}

#[test]
fn texts_shown_as_a_whole_are_annotated_as_a_whole() {
    let mut desk = by_paragraph("deny");
    desk.workspace.show_whole_texts(true);
    assert_eq!(newest(&desk), None);
    desk.make([ERROR, target(30, 33)]);
    desk.act(Command::SetDone(true));
    desk.workspace.show_whole_texts(false);
    assert_eq!(newest(&desk), Some((0, 3, 15)));
    desk.act(Command::GoTo(1));
    desk.workspace.show_whole_texts(true);
    desk.act(Command::SetDone(true));
}

#[test]
fn an_instance_is_done_once_all_of_it_was_read() {
    let mut desk = by_paragraph("allow");
    for next in [1, 2] {
        assert_eq!(desk.refused(Command::SetDone(true)), Rejection::NotRead);
        desk.act(go(next));
    }
    desk.act(Command::SetDone(true));
    assert!(desk.workspace.current().done);
}

#[test]
fn nothing_is_marked_beyond_what_is_revealed() {
    let mut desk = by_paragraph("allow");
    desk.act(ERROR);
    assert_eq!(desk.refused(target(10, 18)), Rejection::NoRoom);
    desk.act(Command::Escape);
    let key = desk.make([ERROR, target(10, 12)]);
    let address = on(key, Side::Target, 0);
    assert_eq!(desk.refused(to(&address, SpanEdge::End, 18)), Rejection::NoRoom);
    desk.act(go(1));
    desk.act(to(&address, SpanEdge::End, 18));
}

#[test]
fn earlier_paragraphs_are_revised_as_the_template_says() {
    for revise in ["allow", "view", "deny"] {
        let mut desk = by_paragraph(revise);
        let key = desk.make([ERROR, target(0, 4)]);
        desk.act(go(1));
        let changes = [Command::Delete(key), to(&on(key, Side::Target, 0), SpanEdge::End, 7)];
        for change in changes {
            if revise == "allow" {
                desk.act(change);
                desk.act(Command::Undo);
                desk.act(Command::Redo);
                desk.act(Command::Undo);
            } else {
                assert_eq!(desk.refused(change.clone()), Rejection::EarlierParagraph, "{change:?}");
            }
        }
        if revise != "allow" {
            assert_eq!(desk.refused(Command::Undo), Rejection::EarlierParagraph);
        }
        desk.act(ERROR);
        if revise == "allow" {
            desk.act(target(5, 9));
            desk.act(go(0));
        } else {
            assert_eq!(desk.refused(target(5, 9)), Rejection::EarlierParagraph);
            desk.act(Command::Escape);
            // An edit that reaches into the newest paragraph may begin in an earlier one.
            desk.make([PAIR, target(5, 9), target(15, 18), Command::Finish]);
            desk.make([Command::ChooseCategory(CategoryId(2)), Command::Finish]);
            desk.make([Command::ChooseCategory(CategoryId(3)), source(0, 1)]);
            match revise {
                "view" => drop(desk.act(go(0))),
                _ => assert_eq!(desk.refused(go(0)), Rejection::EarlierParagraph),
            }
        }
    }
}

#[test]
fn reading_and_late_revisions_are_recorded() {
    let mut desk = by_paragraph("allow");
    desk.act(go(0));
    assert_eq!(written(&desk.workspace)[0], desk.workspace.dataset().raw(0).unwrap_or_default());
    desk.make([ERROR, target(0, 4)]);
    desk.act(go(1));
    desk.act(go(0));
    desk.act(go(1));
    desk.act(go(1));
    let read = |revealed_ms, dwell_ms, revised| ParagraphReading { revealed_ms, dwell_ms, revised };
    let unrevised = [read(None, 40, false), read(Some(1_000), 40, false)];
    assert_eq!(desk.workspace.current().reading, unrevised);
    desk.make([ERROR, target(15, 18)]);
    assert_eq!(desk.workspace.current().reading, unrevised, "it lies in the newest paragraph");
    let late = desk.make([ERROR, target(5, 9)]);
    let revised = [read(None, 40, true), read(Some(1_000), 40, false)];
    assert_eq!(desk.workspace.current().reading, revised);
    desk.act(Command::Undo);
    assert!(desk.workspace.current().edit(late).is_none());
    assert_eq!(desk.workspace.current().reading, revised, "it was seen, and cannot be unseen");
    let json = &written(&desk.workspace)[0];
    let record = r#""_spanwise": {"reading":[{"dwell_ms":40,"revised":true},{"revealed_ms":1000,"dwell_ms":40}]}"#;
    assert!(json.contains(record), "{json}");
}

#[test]
fn reading_comes_back_from_a_journal_and_from_a_file() {
    let mut desk = by_paragraph("allow");
    desk.act(go(1));
    desk.act(go(2));
    desk.act(go(1));
    let typology = desk.workspace.template().typology.clone();
    let changes = desk.workspace.snapshot(0);
    let json = to_json(&changes, &typology).expect("JSON");
    let mut other = by_paragraph("allow");
    other.workspace.replay(0, &from_json(&json, &typology).expect("changes"));
    assert_eq!(other.workspace.current().reading, desk.workspace.current().reading);
    assert_eq!(newest(&other), newest(&desk));
    let view = write_view(desk.view()).expect("JSON");
    other.workspace.restore_view(read_view(&view).expect("a view"));
    assert_eq!(other.workspace.paragraph(), 1);

    let file = format!("[{}]", written(&desk.workspace)[0]);
    let again = Workspace::new(desk.workspace.template().clone(), dataset(&file));
    assert_eq!(again.current().reading, desk.workspace.current().reading);
    assert_eq!(again.revealed(), desk.workspace.revealed());
}

#[test]
fn an_edit_that_is_opened_is_in_a_paragraph_that_is_shown() {
    let mut desk = by_paragraph("allow");
    desk.act(go(1));
    let key = desk.make([ERROR, target(15, 18)]);
    desk.act(go(0));
    assert_eq!(desk.view().selected, None);
    desk.act(Command::Select(Some(key)));
    assert_eq!(desk.workspace.paragraph(), 1);
}

#[test]
fn edits_beyond_what_is_revealed_are_told_from_others() {
    let mut desk = by_paragraph("allow");
    desk.act(Command::GoTo(1));
    let held = |desk: &Desk| {
        let revealed = desk.workspace.revealed().expect("by paragraph").clone();
        desk.workspace.current().edits.iter().map(|edit| revealed.hold(edit)).collect::<Vec<_>>()
    };
    assert_eq!(held(&desk), [true, false]);
    desk.act(go(1));
    desk.act(go(2));
    assert_eq!(held(&desk), [true, true]);
}

#[test]
fn a_read_only_work_reveals_nothing() {
    let mut desk = by_paragraph("allow");
    desk.act(go(1));
    desk.workspace.set_read_only(true);
    assert_eq!(desk.refused(go(2)), Rejection::ReadOnly);
    let before = written(&desk.workspace);
    desk.act(go(0));
    assert_eq!((desk.workspace.paragraph(), written(&desk.workspace)), (0, before));
}
