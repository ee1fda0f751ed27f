//! Labels: estimates of their width, and text elements.

use unicode_segmentation::UnicodeSegmentation;

use super::{SMALL, TEXT};
use crate::svg::{SvgElement, SvgName, coordinate};
use crate::table::one_line;

/// An isolate whose direction is that of its first strong character: a label from right to left keeps its order beside
/// numbers, and its place. Some programs show it as a box, so that only such labels have it.
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

/// Returns `true` for a character of a script from right to left, or a control of directions.
fn is_from_right(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8ff}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

/// The estimated width of a text of a size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.graphemes(true).map(|grapheme| grapheme.chars().next().map_or(0.0, share)).sum::<f64>()
        * size
}

/// The width of a character by the height of the text: that of DejaVu Sans, which is wider than other fonts, or a little more.
fn share(first: char) -> f64 {
    match first {
        'i' | 'j' | 'l' | 'I' | 'J' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '/' | '\\'
        | ' ' => 0.35,
        't' | 'f' | 'r' | '(' | ')' | '[' | ']' | '-' => 0.42,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | '_' | '"' | '*' | '?' => 0.6,
        'a' | 'e' | 'o' => 0.62,
        'm' | 'M' | 'W' | '%' | '@' | '—' | '…' => 1.0,
        'w' | '<' | '>' | '+' | '=' | '−' | '#' | '~' | '^' | '×' | '÷' | '±' | '→' => 0.84,
        'A'..='Z' | '&' => 0.79,
        '\u{400}'..='\u{52f}' => 0.76,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{1f000}'..='\u{3ffff}' => 1.05,
        _ => 0.64,
    }
}

/// The text, cut with an ellipsis if it is wider than `room`.
pub(super) fn fitted(text: &str, room: f64, size: f64) -> String {
    let text = one_line(text);
    if width(&text, size) <= room {
        return text;
    }
    let mut kept = String::new();
    let mut used = size;
    for grapheme in text.graphemes(true) {
        used += width(grapheme, size);
        if used > room {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.trim_end().to_owned() + "…"
}

/// The text in at most `most` lines, divided at spaces; what finds no room is cut.
pub(super) fn lines(text: &str, room: f64, size: f64, most: usize) -> Vec<String> {
    let text = one_line(text);
    let mut lines: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while lines.len() + 1 < most && width(rest, size) > room {
        let mut breaks = rest.match_indices(' ').map(|(at, _)| at);
        let fits = |at: &usize| rest.get(..*at).is_some_and(|line| width(line, size) <= room);
        let Some((line, after)) = breaks.rfind(fits).and_then(|at| rest.split_at_checked(at))
        else {
            break;
        };
        lines.push(line.to_owned());
        rest = after.trim_start();
    }
    lines.push(fitted(rest, room, size));
    lines
}

/// Of the ticks of a horizontal axis of a width, each how manieth has room for its label.
pub(super) fn every(ticks: &[(f64, String)], room: f64) -> usize {
    let widest = ticks.iter().map(|(_, tick)| width(tick, SMALL)).fold(0.0, f64::max) + 6.0;
    let fit = (room / widest).floor().max(1.0) as usize;
    ticks.len().div_ceil(fit).max(1)
}

fn text(shown: &str, [x, y]: [f64; 2], anchor: &'static str, size: f64) -> SvgElement {
    let [open, close] = ISOLATE;
    let said = if shown.contains(is_from_right) {
        format!("{open}{shown}{close}")
    } else {
        shown.to_owned()
    };
    SvgElement::new(SvgName::Text)
        .length("x", x)
        .length("y", y)
        .with("text-anchor", anchor)
        .with("font-size", coordinate(size))
        .saying(said)
}

/// Adds the whole text as a tooltip if what is shown is only a part of it.
fn with_whole(element: SvgElement, shown: &str, whole: &str) -> SvgElement {
    if shown == one_line(whole) {
        return element;
    }
    let [first, rest] = [SvgElement::new(SvgName::Title).saying(whole), element];
    SvgElement::new(SvgName::G).holding(first).holding(rest)
}

/// A text that begins at a place.
pub(super) fn after(shown: &str, whole: &str, place: [f64; 2]) -> SvgElement {
    let label = text(shown, place, "start", TEXT).with("class", "plot-label");
    with_whole(label, shown, whole)
}

/// A text that ends at a place.
pub(super) fn before_whole(shown: &str, whole: &str, place: [f64; 2]) -> SvgElement {
    with_whole(text(shown, place, "end", TEXT), shown, whole)
}

/// A small text that begins at a place.
pub(super) fn small(shown: &str, place: [f64; 2], class: &'static str) -> SvgElement {
    text(shown, place, "start", SMALL).with("class", class)
}

/// A small text that ends at a place.
pub(super) fn before(shown: &str, place: [f64; 2], class: &'static str) -> SvgElement {
    text(shown, place, "end", SMALL).with("class", class)
}

/// A small text around a place.
pub(super) fn centred(shown: &str, place: [f64; 2], class: &'static str) -> SvgElement {
    text(shown, place, "middle", SMALL).with("class", class)
}

/// The title of an axis around a place.
pub(super) fn centred_title(shown: &str, whole: &str, place: [f64; 2]) -> SvgElement {
    with_whole(text(shown, place, "middle", TEXT), shown, whole)
}

/// A text that goes upwards from a place.
pub(super) fn upwards(shown: &str, whole: &str, [x, y]: [f64; 2]) -> SvgElement {
    let turn = format!("rotate(-90 {} {})", coordinate(x), coordinate(y));
    with_whole(text(shown, [x, y], "start", SMALL).with("transform", turn), shown, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_is_wider_than_estimated() {
        // Of DejaVu Sans.
        for (character, share) in [
            ("<", 0.838),
            (">", 0.838),
            ("+", 0.838),
            ("−", 0.838),
            ("W", 0.989),
            ("M", 0.863),
            ("O", 0.788),
            ("&", 0.78),
            ("@", 1.0),
            ("%", 0.951),
            ("m", 0.975),
            ("w", 0.818),
            ("n", 0.634),
            ("8", 0.637),
            ("y", 0.592),
            ("r", 0.412),
            ("t", 0.393),
            ("…", 1.0),
        ] {
            assert!(width(character, 1.0) >= share, "{character}");
        }
    }

    #[test]
    fn only_labels_from_right_to_left_are_isolated() {
        for (label, expected) in
            [("a − 1 é 中", "a − 1 é 中"), ("שלום 1", "\u{2068}שלום 1\u{2069}")]
        {
            let element = small(label, [0.0, 0.0], "plot-soft");
            assert_eq!(element.children, [crate::SvgNode::Text(expected.to_owned())]);
        }
    }

    #[test]
    fn labels_are_divided_and_cut_between_characters() {
        assert_eq!(fitted("short", 100.0, 12.0), "short");
        assert_eq!(fitted("a\nb", 100.0, 12.0), "a b");
        assert_eq!(fitted("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 40.0, 12.0), "👩‍👩‍👧👩‍👩‍👧…");
        assert_eq!(lines("one two three four", 50.0, 12.0, 3), ["one two", "three", "four"]);
        assert_eq!(lines("one two three four five six", 50.0, 12.0, 2).len(), 2);
        assert_eq!(lines("unbreakableunbreakable", 50.0, 12.0, 2).len(), 1);
        assert_eq!(lines("", 50.0, 12.0, 2), [""]);
    }
}
