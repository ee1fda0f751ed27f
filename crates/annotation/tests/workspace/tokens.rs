//! Texts that a tokenizer divides: spans of tokens, and their numbers.

use spanwise_annotation::document::TokenNumbers;
use spanwise_annotation::workspace::StepDirection;

use super::*;

const WITH_TOKENIZER: &str = "
template_name: tokens
tokenizer: tokenizer.json
edits:
  - {name: a, type: multi_span, enable_output: true, boundary: subword}
  - {name: b, type: composite}
";

/// A desk whose first target, `unfriendly cats`, has an edit on `un`, made elsewhere.
fn desk() -> Desk {
    let compiled = compile(WITH_TOKENIZER);
    assert_eq!(compiled.diagnostics, []);
    let data = r#"[{"source": "", "target": "unfriendly cats", "edits": [
      {"category": "a", "id": 1, "output_idx": [[0, 2]], "annotation": null, "token_idx": {"target": [[7, 8]]}}]},
      {"source": "", "target": "dogs"}]"#;
    let template = Arc::new(compiled.template.expect("a template"));
    Desk::with(Workspace::new(template, dataset(data)))
}

/// Finds the tokens of the first target: `un`, `friend`, `ly`, `cat`, `s`.
fn find_tokens(desk: &mut Desk) {
    let texts = desk.workspace.texts_without_tokens(0);
    assert_eq!(texts.len(), 2);
    let found = |(name, text): (TextName, spanwise_text::Text)| {
        let tokens =
            if text.is_empty() { &[][..] } else { &[(0, 2), (2, 8), (8, 10), (11, 14), (14, 15)] };
        (name, text.with_tokens(&spans(tokens)))
    };
    desk.workspace.set_tokens(0, texts.into_iter().map(found).collect());
    assert_eq!(desk.workspace.texts_without_tokens(0), []);
}

fn numbers(desk: &Desk, key: EditKey) -> TokenNumbers {
    desk.workspace.current().edit(key).expect("the edit").tokens.clone()
}

fn on_target(ranges: &[(u32, u32)]) -> TokenNumbers {
    let ranges = ranges.iter().map(|&(first, end)| first..end).collect();
    vec![(TextName::TARGET, ranges)]
}

#[test]
fn nothing_is_selected_until_tokens_are_known() {
    let mut desk = desk();
    let first = desk.workspace.current().edits[0].key;
    assert_eq!(desk.refused(target(3, 4)), Rejection::NoTokens);
    let end = on(first, Side::Target, 0);
    assert_eq!(desk.refused(to(&end, SpanEdge::End, 4)), Rejection::NoTokens);
    find_tokens(&mut desk);
    desk.act(to(&end, SpanEdge::End, 4));
    assert_eq!(desk.workspace.current().edits[0].spans.target(), spans(&[(0, 8)]));
}

#[test]
fn edits_know_the_numbers_of_their_tokens() {
    let mut desk = desk();
    find_tokens(&mut desk);
    desk.act(Command::ChooseCategory(CategoryId(0)));
    desk.act(target(3, 12));
    desk.act(target(0, 1));
    desk.act(Command::Finish);
    let key = desk.selected();
    assert_eq!(numbers(&desk, key), on_target(&[(1, 4), (0, 1)]));
    desk.act(Command::StepEdge(on(key, Side::Target, 0), SpanEdge::End, StepDirection::Forward));
    assert_eq!(numbers(&desk, key), on_target(&[(1, 5), (0, 1)]));
    desk.act(Command::Undo);
    assert_eq!(numbers(&desk, key), on_target(&[(1, 4), (0, 1)]));
    let written = desk.workspace.written(0).expect("a changed instance");
    assert!(written.contains(r#""token_idx":{"target":[[1,4],[0,1]]}"#), "{written}");
    // After another instance, and after the work was opened anew, they are still there.
    desk.act(Command::GoTo(1));
    desk.act(Command::GoTo(0));
    desk.act(target(11, 12));
    let changes = desk.workspace.snapshot(0);
    let mut again = self::desk();
    assert_eq!(again.workspace.replay(0, &changes), 0);
    assert_eq!(again.workspace.written(0), Some(written));
}

#[test]
fn numbers_stay_with_spans_that_stay() {
    let mut desk = desk();
    let first = desk.workspace.current().edits[0].key;
    desk.act(Command::Duplicate(first));
    assert_eq!(numbers(&desk, first), on_target(&[(7, 8)]));
    assert_eq!(numbers(&desk, desk.selected()), TokenNumbers::default());
    find_tokens(&mut desk);
    desk.act(Command::Duplicate(first));
    assert_eq!(numbers(&desk, desk.selected()), on_target(&[(0, 1)]));
    assert_eq!(numbers(&desk, first), on_target(&[(7, 8)]));
}
