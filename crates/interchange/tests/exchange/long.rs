//! Texts as long as a book, with as many spans: reading the text through once for each of them would take minutes.

use std::time::{Duration, Instant};

use serde_json::json;
use spanwise_interchange::{FORMATS, TextFile};

use super::{of, read};

/// Far more than the work takes, also on a busy machine; less than work that grows with the square of the length.
const LONGEST: Duration = Duration::from_secs(20);

/// The only format that repeats the text for each span: the length of its files is the product of both numbers.
const REPEATS_THE_TEXT: &str = "mqm";

/// Fails if the work takes too long.
fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < LONGEST, "{what} took {:?}", start.elapsed());
    done
}

#[test]
fn a_long_line_of_conll_is_read_through_once() {
    let token = "x".repeat(1_000_000);
    let sentence = "あ".repeat(300_000);
    for line in [token.clone(), sentence, format!("{token} O"), format!("x O{token}")] {
        let imported =
            in_time("reading", || read("conll", &[TextFile::new("", format!("{line}\n"))]));
        assert_eq!(imported.corpus.records.len(), 1);
        let written = in_time("writing", || of("conll").export(&mut imported.corpus.clone()));
        assert_eq!(written.files[0].text, format!("{line}\n"));
    }
}

/// A text of numbered words, half of which are marked.
fn marked(words: usize) -> TextFile {
    let (mut text, mut edits, mut start) = (String::new(), Vec::new(), 0);
    for number in 0..words {
        let word = format!("é{number}");
        let end = start + word.chars().count();
        if number % 2 == 0 {
            edits.push(json!({"category": "c", "id": number, "output_idx": [[start, end]]}));
        }
        text.push_str(&word);
        text.push_str(" and more ");
        start = end + " and more ".len();
    }
    TextFile::new("", json!([{"target": text, "edits": edits}]).to_string())
}

#[test]
fn many_spans_on_a_long_text_are_written_and_read() {
    let corpus = read("thresh", &[marked(6_000)]).corpus;
    for format in FORMATS.iter().filter(|format| format.name != REPEATS_THE_TEXT) {
        let written = in_time(format.name, || format.export(&mut corpus.clone()));
        let again = in_time(format.name, || read(format.name, &written.files)).corpus;
        in_time(format.name, || format.export(&mut again.clone()));
    }
}

#[test]
fn many_quotes_without_their_places_are_found_in_a_long_text() {
    let mut corpus = read("thresh", &[marked(20_000)]).corpus;
    // Half of them are spelled otherwise.
    let quotes = (0..20_000).step_by(2).map(|word| match word % 4 {
        0 => json!({"span": format!("é{word}"), "error_type": "c"}),
        _ => json!({"span": format!("É{word}"), "error_type": "c"}),
    });
    let segment = json!({
        "text": corpus.records.remove(0).target().as_str(),
        "errors": quotes.collect::<Vec<_>>(),
    });
    let file = TextFile::new("", json!({"b": {"0": segment}}).to_string());
    let imported = in_time("snac", || read("snac", &[file]));
    assert_eq!((imported.located.exact, imported.located.case_folded), (5_000, 5_000));
    in_time("snac", || of("snac").export(&mut imported.corpus.clone()));
}
