//! The file of what a person decided about spans that are not just where the data says, for `convert --matches-decided`.

use std::fmt::Write;

use serde::Deserialize;
use spanwise_json::encode;

/// A file of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpanDecisionFile {
    /// The decisions.
    pub decisions: Vec<DecidedSpan>,
}

/// A decision about a span.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecidedSpan {
    /// The 0-based number of the span in `matches` of `convert --json`.
    pub number: usize,
    /// The text as quoted.
    pub quote: String,
    /// The decision.
    pub decision: SpanFate,
    /// Start and end in UTF-16 units, where it is placed.
    pub place: Option<[u32; 2]>,
}

/// The kind of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanFate {
    /// It is where it was found.
    Accept,
    /// It is at another place.
    Place,
    /// It is left out.
    Drop,
}

impl SpanFate {
    fn name(self) -> &'static str {
        match self {
            SpanFate::Accept => "accept",
            SpanFate::Place => "place",
            SpanFate::Drop => "drop",
        }
    }
}

impl SpanDecisionFile {
    /// The file, a line for each decision.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = "{\"decisions\": [".to_owned();
        for (at, span) in self.decisions.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let DecidedSpan { number, quote, decision, place } = span;
            let (quote, decision) = (encode(quote), decision.name());
            // Writing to a string cannot fail.
            let _ = write!(
                json,
                "{comma}\n  {{\"number\": {number}, \"quote\": {quote}, \"decision\": \"{decision}\""
            );
            if let Some([start, end]) = place {
                let _ = write!(json, ", \"place\": [{start}, {end}]");
            }
            json.push('}');
        }
        json.push_str("\n]}\n");
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_as_documented_and_read_as_it_was_written() {
        let documented = include_str!("../../../../docs/command-line.md");
        let start = documented.find("{\"decisions\": [").expect("an example");
        let end = documented[start..].find("```").expect("its end");
        let example = &documented[start..start + end];
        let read: SpanDecisionFile = serde_json::from_str(example).expect("a file of decisions");
        assert_eq!(read.decisions.len(), 3);
        assert_eq!(read.to_json(), example);

        for quote in ["\"x\"\\", "two\r\nlines\u{2028}\u{1}", "🚢"] {
            let drop = DecidedSpan {
                number: 7,
                quote: quote.into(),
                decision: SpanFate::Drop,
                place: None,
            };
            let file = SpanDecisionFile { decisions: vec![drop] };
            assert_eq!(serde_json::from_str(&file.to_json()).ok(), Some(file));
        }
        let none = SpanDecisionFile::default();
        assert_eq!(serde_json::from_str(&none.to_json()).ok(), Some(none));
    }
}
