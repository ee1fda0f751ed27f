//! Templates.

use std::time::{Duration, Instant};

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_template::compile;

use super::corpus::Corpus;

/// Far more than any short text needs, on a busy machine too.
const LONGEST: Duration = Duration::from_secs(20);

const WORDS: &[&str] = &[
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "name: ",
    ": ",
    "edits:",
    "annotation:",
    "options:",
    "label:",
    "type: composite",
    "enable_input: true",
    "color: red",
    "question: ",
    "likert-3",
    "binary",
    "textbox",
    "|",
    ">-",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "---",
    "...",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "'",
    "#",
    "\\",
    "\t",
    "\r",
    "\u{feff}",
    "\u{2028}",
    "é",
    "😀",
    "~",
    "0x1f",
    "1e999",
    "?",
    "database:",
    "interface_text:",
    "%YAML 1.2\n",
    "\u{0}",
];

#[test]
fn every_text_compiles() {
    let corpus = Corpus::of("compiler", WORDS);
    bolero::check!(name = "compiler").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| compiles(text));
    });
}

fn compiles(text: &str) {
    let began = Instant::now();
    let compiled = compile(text);
    let took = began.elapsed();
    assert!(took < LONGEST, "took {took:?}");
    assert!(
        compiled.template.is_some() || !compiled.diagnostics.is_empty(),
        "nothing is said of a text that is no template"
    );
    compiled.diagnostics.iter().for_each(|diagnostic| points_into(text, diagnostic));
}

/// Asserts that the place is in the text, and that line and column are those of its first byte.
fn points_into(text: &str, diagnostic: &Diagnostic) {
    assert!(!diagnostic.to_string().is_empty());
    let (line, column, bytes) = match &diagnostic.place {
        DiagnosticPlace::Whole => return,
        DiagnosticPlace::Text { line, column, bytes } => {
            (*line as usize, *column as usize, bytes.clone())
        }
        DiagnosticPlace::Data { .. } => panic!("a place in data: {diagnostic}"),
    };
    assert!(text.get(bytes.clone()).is_some(), "{bytes:?} of {}: {diagnostic}", text.len());
    let before = text.get(..bytes.start).unwrap_or_default();
    let is_break = |c: char| matches!(c, '\n' | '\r');
    let lines = before.replace("\r\n", "\n").matches(is_break).count() + 1;
    let columns = before.rsplit(is_break).next().unwrap_or_default().chars().count() + 1;
    // A byte order mark takes no column.
    if !text.contains('\u{feff}') {
        assert_eq!((line, column), (lines, columns), "{bytes:?}: {diagnostic}");
    }
}
