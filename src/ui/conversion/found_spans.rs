//! Spans that were not found exactly as they were quoted.

use crate::app::App;
use crate::app::conversion::MatchedSpan;
use crate::ui::view::{El, el};
use spanwise_i18n::TextId;

/// The most spans that are listed.
const LISTED: usize = 200;

/// A table of the spans, or nothing if there is none.
pub(super) fn found_spans(app: App, matches: &[MatchedSpan]) -> El {
    if matches.is_empty() {
        return el("div");
    }
    let head = |key: TextId| el("th").attr("scope", "col").child(app.text(key));
    let row = |span: &MatchedSpan| {
        let cell = |content: &str| el("td").attr("dir", "auto").child(content);
        el("tr")
            .attr("data-way", span.way.clone())
            .child(el("td").child(ways(app, span)))
            .child(cell(&span.quote))
            .child(cell(span.found.as_deref().unwrap_or("—")))
    };
    let more = matches.len().saturating_sub(LISTED);
    el("section")
        .child(el("h2").child(app.text(TextId::ConversionFoundSpans)))
        .child(
            el("div").class("conversion-page__frame").attr("tabindex", "0").child(
                el("table")
                    .attr("data-testid", "found-spans")
                    .child(el("thead").child(el("tr").child([
                        head(TextId::ConversionFoundHow),
                        head(TextId::ConversionQuoted),
                        head(TextId::ConversionFoundText),
                    ])))
                    .child(
                        el("tbody").child(matches.iter().take(LISTED).map(row).collect::<Vec<_>>()),
                    ),
            ),
        )
        .child((more > 0).then(|| {
            el("p")
                .class("hint")
                .child(app.words().fill(TextId::ConversionMoreSpans, &[("n", &more.to_string())]))
        }))
}

/// The ways in which a span was found, in words.
fn ways(app: App, span: &MatchedSpan) -> String {
    let text = match span.way.as_str() {
        "folded" => Some(TextId::ConversionFolded),
        "case_folded" => Some(TextId::ConversionCaseFolded),
        "fuzzy" => Some(TextId::ConversionFuzzy),
        "missing" => Some(TextId::ConversionMissing),
        // Found as it is.
        _ => None,
    };
    let moved = span.moved.then_some(TextId::ConversionMoved);
    let ambiguous = span.ambiguous.then_some(TextId::ConversionAmbiguous);
    let all = [text, moved, ambiguous].into_iter().flatten();
    all.map(|key| app.text(key)).collect::<Vec<_>>().join("; ")
}
