//! The table of spans that are not just where a file says.

use super::formats::guarded_line;
use super::locate::{LocatedQuote, MatchTier};
use super::record::Corpus;
use super::report::{UncertainSpan, UncertainSpans};

/// The names of the columns.
const COLUMNS: [&str; 14] = [
    "record",
    "id",
    "annotator",
    "edit",
    "category",
    "text",
    "quote",
    "match",
    "moved",
    "ambiguous",
    "found",
    "start_utf16",
    "end_utf16",
    "elsewhere_utf16",
];

/// The name of the way in which a quote was found.
#[must_use]
pub fn match_name(found: Option<&LocatedQuote>) -> &'static str {
    match found.map(|found| found.tier) {
        None => "missing",
        Some(MatchTier::Exact) => "exact",
        Some(MatchTier::Folded) => "folded",
        Some(MatchTier::CaseFolded) => "case_folded",
        Some(MatchTier::Fuzzy) => "fuzzy",
    }
}

/// The listed spans as CSV for spreadsheets, with numbers of records and edits from 1.
#[must_use]
pub fn uncertain_table(spans: &UncertainSpans, corpus: &Corpus) -> String {
    let mut table = format!("\u{feff}{}", guarded_line(COLUMNS.map(str::to_owned)));
    for span in spans.listed() {
        table += &guarded_line(row(span, corpus));
    }
    table
}

fn row(span: &UncertainSpan, corpus: &Corpus) -> [String; 14] {
    let record = corpus.records.get(span.record);
    let edit = record.and_then(|record| record.edits.get(span.edit));
    let yes = |is: Option<bool>| if is == Some(true) { "yes" } else { "" }.to_owned();
    let offset = |at: Option<u32>| at.map(|at| at.to_string()).unwrap_or_default();
    let places = span.places_elsewhere().into_iter();
    let places = places.map(|[start, end]| format!("{start}..{end}"));
    [
        (span.record + 1).to_string(),
        record.and_then(|record| record.other.text("id")).unwrap_or_default(),
        record.and_then(|record| record.annotator.clone()).unwrap_or_default(),
        (span.edit + 1).to_string(),
        edit.map(|edit| edit.category.clone()).unwrap_or_default(),
        span.text.as_str().to_owned(),
        span.quote.clone(),
        match_name(span.found.as_ref()).to_owned(),
        yes(span.found.map(|found| found.moved)),
        yes(span.found.map(|found| found.ambiguous)),
        span.found_text.clone().unwrap_or_default(),
        offset(span.place().map(|[start, _]| start)),
        offset(span.place().map(|[_, end]| end)),
        places.collect::<Vec<_>>().join("; "),
    ]
}
