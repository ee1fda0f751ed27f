//! Texts that a tokenizer divides: spans of tokens, and their numbers.

use spanwise_annotation::document::Answers;
use spanwise_annotation::tokens::number_tokens;
use spanwise_annotation::workspace::same_text::mark;
use spanwise_annotation::workspace::{InstanceChanges, StepDirection};
use spanwise_text::Text;
use spanwise_text::tokens::learn;

use super::*;

const WITH_TOKENIZER: &str = "
template_name: tokens
tokenizer: tokenizer.json
edits:
  - {name: a, type: multi_span, enable_output: true, boundary: subword}
  - {name: b, type: composite}
  - {name: letters, enable_output: true, boundary: char}
";

/// A desk whose first target, `unfriendly cats`, has an edit on `un`, made elsewhere.
fn desk() -> Desk {
    let compiled = compile(WITH_TOKENIZER);
    assert_eq!(compiled.diagnostics, []);
    let data = r#"[{"source": "", "target": "unfriendly cats", "edits": [
      {"category": "a", "id": 1, "output_idx": [[0, 2]], "annotation": null, "token_idx": {"target": [[7, 8]]}}]},
      {"source": "", "target": "dogs"}]"#;
    let template = Arc::new(compiled.template.expect("a template"));
    let mut desk = Desk::with(Workspace::new(template, dataset(data)));
    desk.workspace.complete_changes_with(number_tokens);
    desk
}

/// The tokens of the first target: `un`, `friend`, `ly`, `Ġcat`, `s`.
fn learn_tokens() {
    let tokens = [(0, 2), (2, 8), (8, 10), (10, 14), (14, 15)];
    learn(&Text::from("unfriendly cats"), &spans(&tokens));
}

fn numbers(desk: &Desk, key: EditKey) -> Option<String> {
    let edit = desk.workspace.current().edit(key).expect("the edit").clone();
    edit.tokens.as_deref().map(str::to_owned)
}

/// As a file had them.
const BEFORE: &str = r#"{"target": [[7, 8]]}"#;

fn on_target(ranges: &str) -> Option<String> {
    Some(format!(r#"{{"target":{ranges}}}"#))
}

#[test]
fn nothing_is_selected_until_tokens_are_known() {
    let mut desk = desk();
    let first = desk.workspace.current().edits[0].key;
    let end = on(first, Side::Target, 0);
    desk.act(Command::ChooseCategory(CategoryId(0)));
    assert_eq!(desk.refused(target(3, 4)), Rejection::NoTokens);
    desk.act(Command::Escape);
    assert_eq!(desk.refused(to(&end, SpanEdge::End, 4)), Rejection::NoTokens);
    let step = Command::StepEdge(end.clone(), SpanEdge::End, StepDirection::Forward);
    assert_eq!(desk.refused(step), Rejection::NoTokens);
    learn_tokens();
    desk.act(to(&end, SpanEdge::End, 4));
    assert_eq!(desk.workspace.current().edits[0].spans.target(), spans(&[(0, 8)]));
}

#[test]
fn edits_know_the_numbers_of_their_tokens() {
    let mut desk = desk();
    learn_tokens();
    desk.act(Command::ChooseCategory(CategoryId(0)));
    desk.act(target(3, 12));
    desk.act(target(0, 1));
    desk.act(Command::Finish);
    let key = desk.selected();
    assert_eq!(numbers(&desk, key), on_target("[[1,4],[0,1]]"));
    desk.act(Command::StepEdge(on(key, Side::Target, 0), SpanEdge::End, StepDirection::Forward));
    assert_eq!(numbers(&desk, key), on_target("[[1,5],[0,1]]"));
    desk.act(Command::Undo);
    assert_eq!(numbers(&desk, key), on_target("[[1,4],[0,1]]"));
    let written = desk.workspace.written(0).expect("a changed instance");
    assert!(written.contains(r#""token_idx":{"target":[[1,4],[0,1]]}"#), "{written}");
    // After another instance, and after the work was opened anew, they are still there.
    desk.act(Command::GoTo(1));
    desk.act(Command::GoTo(0));
    let changes = desk.workspace.snapshot(0);
    let mut again = self::desk();
    assert_eq!(again.workspace.replay(0, &changes), 0);
    assert_eq!(again.workspace.written(0), Some(written));
}

#[test]
fn constituents_have_numbers_too() {
    let mut desk = desk();
    learn_tokens();
    let first = desk.workspace.current().edits[0].key;
    desk.act(Command::ChooseCategory(CategoryId(1)));
    desk.act(Command::ToggleConstituent(first));
    desk.act(Command::Finish);
    assert_eq!(numbers(&desk, desk.selected()), None);
    assert_eq!(numbers(&desk, first), on_target("[[0,1]]"));
}

#[test]
fn without_a_tokenizer_numbers_stay_only_with_spans_that_stay() {
    let mut desk = desk();
    let first = desk.workspace.current().edits[0].key;
    desk.act(Command::SetCategory(first, CategoryId(2)));
    assert_eq!(numbers(&desk, first).as_deref(), Some(BEFORE));
    desk.act(to(&on(first, Side::Target, 0), SpanEdge::End, 3));
    assert_eq!(numbers(&desk, first), None);
    desk.act(Command::Undo);
    assert_eq!(numbers(&desk, first).as_deref(), Some(BEFORE));
    // A copy is a new edit.
    desk.act(Command::Duplicate(first));
    assert_eq!(numbers(&desk, desk.selected()), None);
    learn_tokens();
    desk.act(to(&on(first, Side::Target, 0), SpanEdge::End, 3));
    assert_eq!(numbers(&desk, first), on_target("[[0,2]]"));
}

#[test]
fn edits_that_several_instances_get_in_one_step_know_them_too() {
    let mut desk = desk();
    learn_tokens();
    let place = [(TextName::TARGET, span(2, 10))];
    let changes = mark(desk.workspace.current(), "a", &Answers::default(), &place);
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
    let key = desk.workspace.current().edits[1].key;
    assert_eq!(numbers(&desk, key), on_target("[[1,3]]"));
}
