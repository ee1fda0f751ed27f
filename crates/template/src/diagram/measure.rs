//! Approximate widths of texts, independent of the font of an interface; and their directions.

use unicode_segmentation::UnicodeSegmentation;

/// The sign for omitted text.
const ELLIPSIS: char = '…';

/// A weight of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontWeight {
    Regular,
    Bold,
}

/// Measures texts of one size and weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextRuler {
    /// Font size, in CSS pixels.
    pub(super) size: i32,
    pub(super) weight: FontWeight,
}

impl TextRuler {
    /// Width in CSS pixels, rounded up: nearly that in the widest interface fonts, so that others fit too. A longer text is
    /// never narrower than its beginning.
    pub(super) fn width(self, text: &str) -> i32 {
        self.pixels(text.chars().map(hundredths).fold(0, i32::saturating_add))
    }

    /// The text, or as much of its beginning as fits with an ellipsis. At least the ellipsis.
    pub(super) fn fit(self, text: &str, width: i32) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let mut taken = hundredths(ELLIPSIS);
        let mut kept = String::new();
        for grapheme in text.graphemes(true) {
            taken = grapheme.chars().map(hundredths).fold(taken, i32::saturating_add);
            if self.pixels(taken) > width {
                break;
            }
            kept.push_str(grapheme);
        }
        kept.truncate(kept.trim_end().len());
        kept.push(ELLIPSIS);
        kept
    }

    /// Wraps a text into at most `lines` lines, and at least one: after a word if that leaves at least half of a line,
    /// and with an ellipsis for text that does not fit into the last line.
    pub(super) fn wrap(self, text: &str, width: i32, lines: usize) -> Vec<String> {
        let mut wrapped = Vec::new();
        let mut rest = text.trim();
        while wrapped.len() + 1 < lines && self.width(rest) > width {
            let (line, after) = self.first_line(rest, width);
            if line.is_empty() {
                break;
            }
            wrapped.push(line.trim_end().to_owned());
            rest = after.trim_start();
        }
        wrapped.push(self.fit(rest, width));
        wrapped
    }

    fn first_line(self, text: &str, width: i32) -> (&str, &str) {
        let (mut taken, mut end, mut word_end) = (0, 0, 0);
        for (at, grapheme) in text.grapheme_indices(true) {
            if grapheme == " " && self.pixels(taken) >= width / 2 {
                word_end = at;
            }
            taken = grapheme.chars().map(hundredths).fold(taken, i32::saturating_add);
            if self.pixels(taken) > width {
                break;
            }
            end = at + grapheme.len();
        }
        text.split_at_checked(if word_end > 0 { word_end } else { end }).unwrap_or((text, ""))
    }

    fn pixels(self, hundredths: i32) -> i32 {
        let bold = if self.weight == FontWeight::Bold { 116 } else { 100 };
        let width = i64::from(hundredths).saturating_mul(i64::from(self.size)).saturating_mul(bold);
        i32::try_from(width.saturating_add(9_999) / 10_000).unwrap_or(i32::MAX)
    }
}

/// Width of a character in hundredths of the font size.
fn hundredths(c: char) -> i32 {
    match c {
        'i' | 'j' | 'l' | 'I' | 'J' | '\'' | '’' => 28,
        ' ' | '.' | ',' | ':' | ';' | '|' | '/' | '·' => 33,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '!' | '-' | '‐' => 38,
        'c' | 's' | 'z' | '"' | '“' | '”' | '–' | '*' | '_' => 52,
        'k' | 'v' | 'x' | 'y' | 'F' | 'L' | '?' => 57,
        'w' => 80,
        'm' | 'M' | 'W' | '—' | '@' | '%' | '…' => 95,
        'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' | '+' | '<' | '=' | '>' | '&' => 75,
        'A'..='Z' => 66,
        '\u{0}'..='\u{7f}' => 61,
        _ => match u32::from(c) {
            // Marks that stand above or below other characters.
            0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x64b..=0x65f | 0x6d6..=0x6dc => 0,
            0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2069 | 0xfe00..=0xfe0f => 0,
            // Latin with accents, Greek, Cyrillic, Armenian.
            0x80..=0x58f => 68,
            // Hebrew, Arabic and their neighbours.
            0x590..=0x8ff => 58,
            // The scripts of South and Southeast Asia.
            0x900..=0x10ff => 66,
            // Hangul, Chinese, Japanese, and their full-width forms.
            0x1100..=0x11ff | 0x2e80..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7ff => 100,
            0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 => 100,
            0x2_0000..=0x3_ffff => 100,
            // Pictures.
            0x2600..=0x27bf | 0x1_f000..=0x1_ffff => 135,
            _ => 75,
        },
    }
}

/// Returns `true` if a text runs from right to left: if its first character with a direction does.
pub(super) fn is_rtl(text: &str) -> bool {
    let right_to_left = |c: char| {
        matches!(u32::from(c), 0x590..=0x8ff | 0x200f | 0xfb1d..=0xfdff | 0xfe70..=0xfeff
            | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
    };
    let strong = |c: &char| right_to_left(*c) && !c.is_numeric() || c.is_alphabetic();
    text.chars().find(strong).is_some_and(right_to_left)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PLAIN: TextRuler = TextRuler { size: 10, weight: FontWeight::Regular };

    #[test]
    fn texts_that_fit_are_whole_and_others_end_in_an_ellipsis() {
        for (text, width, expected) in [
            ("", 0, ""),
            ("same", 100, "same"),
            ("Capitalisation", 60, "Capitalisa…"),
            ("One two", 36, "One…"),
            ("wide", 0, "…"),
            // Two characters of full width, and the ellipsis.
            ("漢字漢字漢字", 30, "漢字…"),
            // A cluster stays whole.
            ("e\u{301}e\u{301}e\u{301}", 17, "e\u{301}…"),
        ] {
            assert_eq!(PLAIN.fit(text, width), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_cut_between_words_where_there_are_any() {
        for (text, lines) in [
            ("", &[""][..]),
            ("short", &["short"]),
            ("one has to know it", &["one has to", "know it"]),
            ("a unquestionably long text", &["a unquestio", "nably long…"]),
            ("漢字漢字漢字漢字", &["漢字漢字漢字", "漢字"]),
        ] {
            assert_eq!(PLAIN.wrap(text, 62, 2), lines, "{text}");
        }
        assert_eq!(PLAIN.wrap("ab", 1, 2), ["…"]);
    }

    #[test]
    fn characters_of_full_width_are_as_wide_as_the_font_is_high() {
        assert_eq!(PLAIN.width("漢字"), 20);
        assert_eq!(PLAIN.width("한글"), 20);
        assert!(PLAIN.width("iiii") < PLAIN.width("nnnn"));
        assert!(
            PLAIN.width("nnnn") < TextRuler { weight: FontWeight::Bold, ..PLAIN }.width("nnnn")
        );
    }

    #[test]
    fn the_first_letter_says_which_way_a_text_runs() {
        for (text, rtl) in [
            ("", false),
            ("1–3", false),
            ("yes / no", false),
            ("حذف", true),
            ("(عربي) text", true),
            ("MQM عربي", false),
            ("12 שלום", true),
            ("٣ latin", false),
        ] {
            assert_eq!(is_rtl(text), rtl, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shortened_fits(text in "\\PC{0,40}", size in 1..40, width in 0..400) {
            let ruler = TextRuler { size, weight: FontWeight::Bold };
            let fitted = ruler.fit(&text, width);
            prop_assert!(ruler.width(&fitted) <= width.max(ruler.width("…")));
            prop_assert!(fitted == text || text.starts_with(fitted.trim_end_matches(ELLIPSIS)));
        }

        #[test]
        fn wrapped_lines_fit_and_say_the_same(text in "[a-z ]{0,40}|\\PC{0,40}", width in 15..400) {
            let lines = PLAIN.wrap(&text, width, 2);
            prop_assert!((1..=2).contains(&lines.len()));
            prop_assert!(lines.iter().all(|line| PLAIN.width(line) <= width));
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            let said = letters(&lines.concat());
            let whole = letters(&text);
            prop_assert!(said == whole || whole.starts_with(said.trim_end_matches(ELLIPSIS)));
        }

        #[test]
        fn more_text_is_not_narrower(text in "\\PC{0,20}", more in "\\PC{0,5}") {
            let longer = [text.as_str(), &more].concat();
            prop_assert!(PLAIN.width(&text) <= PLAIN.width(&longer));
        }
    }
}
