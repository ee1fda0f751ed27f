//! Files that are no tokenizer, or one that cannot be loaded, and what is said of them.

#![expect(clippy::panic, reason = "a test may fail")]

use spanwise_text::{Text, Utf16};
use spanwise_tokenizer::Tokenizer;

/// A small tokenizer of whole words, with other parts put in.
fn with(parts: &str) -> String {
    let model = r#""model":{"type":"WordLevel","vocab":{"a":0,"b":1},"unk_token":"none"}"#;
    format!(r#"{{"version":"1.0","added_tokens":[],{parts}{model}}}"#)
}

fn refusal(json: &str) -> String {
    match Tokenizer::read(json.as_bytes()) {
        Ok(_) => panic!("read: {json}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_refusal_names_the_part() {
    let cases = [
        ("", "not JSON: EOF while parsing a value at line 1 column 0"),
        ("[1, 2]", "JSON, but without a model"),
        (r#"{"edits": []}"#, "JSON, but without a model"),
        (r#"{"model": {"type": "Neural", "vocab": {}}}"#, "its model `Neural` cannot be loaded"),
        (r#"{"model": {"vocab": 3}}"#, "its model cannot be loaded"),
        (&with(r#""normalizer":{"type":"Sing"},"#), "its normalizer `Sing` cannot be loaded"),
        (
            &with(
                r#""pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Whitespace"},{"type":"Jieba"}]},"#,
            ),
            "its pre_tokenizer `Jieba` cannot be loaded",
        ),
        (
            &with(
                r#""pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated","invert":false},"#,
            ),
            "its pre_tokenizer `Split` cannot be loaded",
        ),
        (&with(r#""decoder":{"type":"Ink"},"#), "its decoder `Ink` cannot be loaded"),
        (&with(r#""post_processor":{"type":"Ink"},"#), "its post_processor `Ink` cannot be loaded"),
        (
            &with(r#""version":"2.0","#),
            "its parts do not fit together: Unknown tokenizer version '2.0'",
        ),
    ];
    for (json, expected) in cases {
        let said = refusal(json);
        assert!(said.starts_with(expected), "{json}\n{said}");
    }
}

#[test]
fn a_text_without_a_token_is_an_error() {
    let json = with(r#""pre_tokenizer":{"type":"Whitespace"},"#);
    let tokenizer = Tokenizer::read(json.as_bytes()).expect("a tokenizer");
    let tokens = tokenizer.tokens(&Text::from("a  b")).expect("tokens");
    let spans: Vec<(u32, Utf16, Utf16)> =
        tokens.iter().map(|token| (token.id, token.span.start(), token.span.end())).collect();
    assert_eq!(spans, [(0, Utf16(0), Utf16(1)), (1, Utf16(3), Utf16(4))]);
    let error = tokenizer.tokens(&Text::from("a c")).expect_err("no token for `c`");
    assert!(error.to_string().starts_with("no token for a part of the text"), "{error}");
}
