//! Tags of tokens, and the spans that they encode.

use crate::report::Losses;
use spanwise_text::Span;

/// Parses a tag: whether it begins a span, whether it ends one, and the category. `None` for a token outside all spans.
fn parse(tag: &str) -> Option<(bool, bool, &str)> {
    let (kind, category) = tag.split_once('-').filter(|(_, category)| !category.is_empty())?;
    Some(match kind {
        "B" => (true, false, category),
        "I" => (false, false, category),
        "E" | "L" => (false, true, category),
        "S" | "U" => (true, true, category),
        _ => return None,
    })
}

/// Returns `true` if a tag is valid.
pub(super) fn is_known(tag: &str) -> bool {
    matches!(tag, "O" | "_") || parse(tag).is_some()
}

/// The spans with their categories.
pub(super) fn decode<'a>(tags: &[&'a str], places: &[Span]) -> Vec<(&'a str, Span)> {
    let mut spans: Vec<(&str, Span)> = Vec::new();
    let mut open = false;
    for (tag, place) in tags.iter().zip(places) {
        let Some((begins, ends, category)) = parse(tag) else {
            open = false;
            continue;
        };
        match spans.last_mut().filter(|(last, _)| open && !begins && *last == category) {
            Some((_, span)) => *span = Span::between(span.start(), place.end()),
            None => spans.push((category, *place)),
        }
        open = !ends;
    }
    spans
}

/// The tags for spans. The longest are encoded first, of equally long ones the one that starts first; one that overlaps
/// with an encoded one is lost.
pub(super) fn encode(
    marks: &[(&str, Span)],
    places: &[Span],
    number: usize,
    losses: &mut Losses,
) -> Vec<String> {
    let mut marks = marks.to_vec();
    marks.sort_by_key(|(_, span)| (std::cmp::Reverse(span.len()), span.start()));
    let mut tags: Vec<Option<String>> = vec![None; places.len()];
    for (category, span) in marks {
        let first = places.partition_point(|place| place.end() <= span.start());
        let after = places.partition_point(|place| place.start() < span.end());
        let covered = places.get(first..after).unwrap_or_default();
        let ([start, ..], [.., end]) = (covered, covered) else {
            losses.note("spans on white space", number);
            continue;
        };
        let free = tags.get_mut(first..after).filter(|tags| tags.iter().all(Option::is_none));
        let Some(free) = free else {
            losses.note("spans that overlap with longer ones", number);
            continue;
        };
        if (start.start(), end.end()) != (span.start(), span.end()) {
            losses.note("exact ends of spans, which were fitted to whole words", number);
        }
        let category: String =
            category.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        for (at, tag) in free.iter_mut().enumerate() {
            *tag = Some(format!("{}-{category}", if at == 0 { 'B' } else { 'I' }));
        }
    }
    tags.into_iter().map(|tag| tag.unwrap_or_else(|| "O".to_owned())).collect()
}
