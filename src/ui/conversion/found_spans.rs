//! Spans that were not found exactly as they were quoted, and what is decided about them.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::place_by_hand::place_by_hand;
use crate::app::App;
use crate::app::conversion::{ListedSpan, MatchedSpan, MatchedSpans, SpanDecision, SpanDecisions};
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::button;
use spanwise_browser::console::reported;
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_text::{Span, Text, Utf16};

static STYLE: &str = include_str!("../../../style/found_spans.css");

/// The number of spans that are shown at first, and with each press for more.
const SHOWN: usize = 100;

/// The number of characters that are shown before and after a place.
const AROUND: usize = 24;

/// A list of spans, each with its decision; nothing if there is none. `number` is that of their source; `way_on` is a button for
/// all decisions.
pub(in crate::ui) fn found_spans(
    app: App,
    decisions: SpanDecisions,
    number: usize,
    spans: &Arc<MatchedSpans>,
    way_on: El,
) -> View {
    styles::adopt(STYLE);
    let total = spans.listed.len();
    if total == 0 {
        return View::Nothing;
    }
    let shown = RwSignal::new(SHOWN.min(total));
    let of_row = spans.clone();
    let rows = for_each(
        move || (0..shown.get()).collect(),
        |at| (u64::try_from(*at).unwrap_or(u64::MAX), 0),
        move |at| found_span(app, decisions, (number, at), &of_row),
    );
    let more = move || {
        button(app.text(TextId::ConversionShowMore))
            .on_click(move || shown.update(|shown| *shown = (*shown + SHOWN).min(total)))
    };
    let unlisted = spans.unlisted;
    let unlisted = (unlisted > 0).then(|| {
        el("p")
            .class("hint")
            .child(app.words().fill(TextId::ConversionMoreSpans, &[("n", &unlisted.to_string())]))
    });
    el("section")
        .child(el("h2").child(app.text(TextId::ConversionFoundSpans)))
        .child(el("p").class("hint").child(app.text(TextId::ConversionUndecided)))
        .child(decided(app, decisions, number, way_on))
        .child(el("ul").class("found-spans").attr("data-testid", "matches").child(rows))
        .child(show(flag(move || shown.get() < total), more))
        .child(unlisted)
        .into()
}

/// The number of decisions about spans of a source, and the buttons that accept all, undo the last step and go on with all.
fn decided(app: App, decisions: SpanDecisions, number: usize, way_on: El) -> El {
    let count = text(move || {
        let n = decisions.count(number).to_string();
        app.words().fill(TextId::ConversionDecided, &[("n", &n)])
    });
    el("p")
        .class("actions found-spans__decided")
        .child(el("span").attr("role", "status").attr("data-testid", "decided").child(count))
        .child(
            button(app.text(TextId::ConversionAcceptAll))
                .attr("data-testid", "accept-all")
                .attr("disabled", flag(move || !decisions.can_accept_all(number)))
                .on_click(move || decisions.accept_all(number)),
        )
        .child(
            button(app.text(TextId::BarUndo))
                .attr("data-testid", "undo-decision")
                .attr("disabled", flag(move || !decisions.can_undo()))
                .on_click(move || decisions.undo()),
        )
        .child(way_on)
}

/// A span: how it was found, what is quoted and what stands in the text, and the decision.
fn found_span(
    app: App,
    decisions: SpanDecisions,
    span: ListedSpan,
    spans: &Arc<MatchedSpans>,
) -> El {
    let Some(matched) = spans.listed.get(span.1) else { return el("li") };
    let row = el("li")
        .class("found-spans__row")
        .attr("data-testid", "match")
        .attr("data-tier", matched.way.clone())
        .attr("data-state", text(move || state(decisions.about(span)).to_owned()));
    let number = (matched.record + 1).to_string();
    let whose = [
        Some(app.words().fill(TextId::ConversionRecord, &[("n", &number)])),
        matched.annotator.clone(),
        matched.category.clone(),
    ];
    let whose = whose.into_iter().flatten().map(|part| el("bdi").child(part));
    let pair = |key: TextId, words: &str| {
        [el("dt").child(app.text(key)), el("dd").child(el("bdi").child(words))]
    };
    let pairs = [
        [el("dt").child(app.text(TextId::ConversionFoundHow)), el("dd").child(ways(app, matched))],
        pair(TextId::ConversionQuoted, &matched.quote),
        pair(TextId::ConversionFoundText, matched.found.as_deref().unwrap_or("—")),
    ];
    row.child(el("p").class("found-spans__whose").child(whose.collect::<Vec<_>>()))
        .child(
            el("dl")
                .class("found-spans__facts")
                .child(pairs.into_iter().flatten().collect::<Vec<_>>()),
        )
        .child(decision(app, decisions, span, spans, matched))
}

/// The state of a span for programs.
fn state(decision: Option<SpanDecision>) -> &'static str {
    match decision {
        None => "open",
        Some(SpanDecision::Accept | SpanDecision::Place(_)) => "placed",
        Some(SpanDecision::Drop) => "dropped",
    }
}

/// The buttons by which a span is decided.
fn decision(
    app: App,
    decisions: SpanDecisions,
    span: ListedSpan,
    spans: &Arc<MatchedSpans>,
    matched: &MatchedSpan,
) -> View {
    let decided = Memo::new(move |_| decisions.about(span));
    let toggle = |key: TextId, testid: &'static str, decision: SpanDecision| {
        button(app.text(key))
            .attr("data-testid", testid)
            .attr("aria-pressed", text(move || (decided.get() == Some(decision)).to_string()))
            .on_click(move || decisions.toggle(span, decision))
    };
    let is_placing = RwSignal::new(false);
    let by_hand = button(app.text(TextId::ConversionPlaceByHand))
        .attr("data-testid", "place-by-hand")
        .attr("aria-expanded", text(move || is_placing.get().to_string()))
        .on_click(move || is_placing.update(|is_placing| *is_placing = !*is_placing));
    let opener: HtmlElement = by_hand.node();
    // The field takes the focus with it.
    let close = move || {
        reported(opener.focus());
        is_placing.set(false);
    };
    let accept = match matched.place {
        Some(_) => TextId::ConversionAccept,
        None => TextId::ConversionKeepUnplaced,
    };
    let places = places(app, decisions, span, decided, spans, matched);
    let (of_field, of_said) = ((spans.clone(), matched.clone()), (spans.clone(), matched.clone()));
    let field = move || {
        let (spans, matched) = &of_field;
        let placed = close.clone();
        let place = move |place| {
            decisions.decide(span, SpanDecision::Place(place));
            placed();
        };
        place_by_hand(app, &spans.text_of(matched), matched.place, place, close.clone())
    };
    let placed = dynamic(move || match decided.get() {
        // One of several places is shown by their choice.
        Some(SpanDecision::Place(place)) if !of_said.1.elsewhere.contains(&place) => {
            let words = source_slice(&of_said.0.text_of(&of_said.1), place);
            let said = app.words().fill(TextId::ConversionPlaced, &[("text", &words)]);
            Some(el("p").attr("data-testid", "placed").attr("dir", "auto").child(said))
        }
        Some(SpanDecision::Place(_) | SpanDecision::Accept | SpanDecision::Drop) | None => None,
    });
    View::from([
        el("p")
            .class("actions")
            .child(toggle(accept, "accept", SpanDecision::Accept))
            .child(places)
            .child(by_hand)
            .child(toggle(TextId::ConversionDrop, "drop", SpanDecision::Drop))
            .into(),
        placed,
        show(is_placing.into(), field),
    ])
}

/// The choice among the places of a text that stands at several.
fn places(
    app: App,
    decisions: SpanDecisions,
    span: ListedSpan,
    decided: Memo<Option<SpanDecision>>,
    spans: &Arc<MatchedSpans>,
    matched: &MatchedSpan,
) -> Option<El> {
    let found = matched.place.filter(|_| !matched.elsewhere.is_empty())?;
    let mut places = [&[found][..], &matched.elsewhere].concat();
    places.sort_unstable();
    let content = spans.text_of(matched);
    let total = places.len().to_string();
    let options = places.iter().enumerate().map(|(at, place)| {
        let words = in_context(&content, *place);
        let n = (at + 1).to_string();
        let filled = [("n", n.as_str()), ("total", total.as_str()), ("text", words.as_str())];
        let said = app.words().fill(TextId::ConversionPlaceOption, &filled);
        el("option").attr("value", at.to_string()).child(said)
    });
    let of_value = places.clone();
    let value = text(move || {
        let place = match decided.get() {
            Some(SpanDecision::Place(place)) => place,
            Some(SpanDecision::Accept | SpanDecision::Drop) | None => found,
        };
        let at = of_value.iter().position(|one| *one == place);
        at.map(|at| at.to_string()).unwrap_or_default()
    });
    let field = el("select")
        .attr("data-testid", "places")
        .attr("aria-label", app.text(TextId::ConversionPlaces))
        .child(options.collect::<Vec<_>>())
        .prop("value", value)
        .on(ev::change, move |event| {
            let at = event_target_value(&event).parse::<usize>().ok();
            match at.and_then(|at| places.get(at).copied()) {
                Some(place) if place == found => decisions.decide(span, SpanDecision::Accept),
                Some(place) => decisions.decide(span, SpanDecision::Place(place)),
                None => {}
            }
        });
    Some(field)
}

fn source_slice(content: &Text, [start, end]: [u32; 2]) -> String {
    content.slice(Span::between(Utf16(start), Utf16(end))).to_owned()
}

/// A place with some characters before and after it.
fn in_context(content: &Text, [start, end]: [u32; 2]) -> String {
    let whole = content.as_str();
    let (start, end) = (content.to_byte(Utf16(start)).0, content.to_byte(Utf16(end)).0);
    let before = whole.get(..start).unwrap_or_default();
    let after = whole.get(end..).unwrap_or_default();
    let from = before.char_indices().rev().take(AROUND).last().map_or(start, |(at, _)| at);
    let to = after.char_indices().nth(AROUND).map_or(whole.len(), |(at, _)| end + at);
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    let words = whole.get(from..to).unwrap_or_default().replace(['\n', '\r', '\t'], " ");
    format!("{}{words}{}", dots(from > 0), dots(to < whole.len()))
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
