//! What the offsets of a format count, and whether a file keeps to it.

use super::Reading;
use super::report::{File, Problems};
use spanwise_diagnostics::Place;
use spanwise_text::{Byte, CodePoint, Span, Text, Utf16};

/// What offsets in a file count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// UTF-16 code units: JavaScript, and Thresh's files.
    Utf16,
    /// Unicode code points: Python.
    CodePoints,
    /// Bytes of UTF-8.
    Bytes,
}

impl Unit {
    /// All units.
    pub const ALL: [Unit; 3] = [Unit::Utf16, Unit::CodePoints, Unit::Bytes];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Utf16 => "utf16",
            Unit::CodePoints => "code-points",
            Unit::Bytes => "bytes",
        }
    }

    /// The unit of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Unit::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// What it counts, in words.
    fn words(self) -> &'static str {
        match self {
            Unit::Utf16 => "UTF-16 units",
            Unit::CodePoints => "code points",
            Unit::Bytes => "bytes of UTF-8",
        }
    }

    /// The length of a text, which is also the largest offset.
    #[must_use]
    pub fn length(self, text: &Text) -> u32 {
        self.offset(text, text.len_utf16())
    }

    /// An offset in this unit.
    #[must_use]
    pub fn offset(self, text: &Text, at: Utf16) -> u32 {
        match self {
            Unit::Utf16 => at.0,
            Unit::CodePoints => text.to_code_point(at).0,
            Unit::Bytes => u32::try_from(text.to_byte(at).0).unwrap_or(u32::MAX),
        }
    }

    /// The place of an offset in this unit; `None` if it is beyond the text or within a character.
    #[must_use]
    pub fn at(self, text: &Text, offset: u32) -> Option<Utf16> {
        match self {
            Unit::Utf16 => text.exact_byte(Utf16(offset)).map(|_| Utf16(offset)),
            Unit::CodePoints => {
                (offset <= self.length(text)).then(|| text.from_code_point(CodePoint(offset)))
            }
            Unit::Bytes => {
                let byte = offset as usize;
                text.as_str().is_char_boundary(byte).then(|| text.to_utf16(Byte(byte)))
            }
        }
    }

    /// The span between two offsets in this unit; `None` if it is reversed, reaches beyond the text or cuts a character.
    #[must_use]
    pub fn span(self, text: &Text, start: u32, end: u32) -> Option<Span> {
        let (start, end) = (self.at(text, start)?, self.at(text, end)?);
        (start <= end).then(|| Span::between(start, end))
    }

    /// The offsets of a span in this unit; in a text that is not there, its own numbers.
    pub(crate) fn offsets_even_without(self, text: &Text, span: Span) -> (u32, u32) {
        let unit = if text.is_empty() { Unit::Utf16 } else { self };
        unit.offsets(text, span)
    }

    /// The offsets of a span in this unit.
    #[must_use]
    pub fn offsets(self, text: &Text, span: Span) -> (u32, u32) {
        (self.offset(text, span.start()), self.offset(text, span.end()))
    }
}

/// How many of the quotes of a file stand at their offsets, by what the offsets may count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fits {
    /// In the order of [`Unit::ALL`].
    fitting: [usize; 3],
    total: usize,
}

impl Fits {
    /// Counts a quote that the file says to start at an offset. Quotes from texts in which all units are the same say
    /// nothing, and are not counted.
    pub fn count(&mut self, text: &Text, start: u32, quote: &str) {
        let is_ascii = text.as_str().len() == text.len_utf16().0 as usize;
        if is_ascii || quote.is_empty() {
            return;
        }
        self.total += 1;
        for (unit, fitting) in Unit::ALL.into_iter().zip(&mut self.fitting) {
            *fitting += usize::from(unit.fits(text, start, quote));
        }
    }

    /// Counts a span that the file does not quote, but that a tool made which marks whole words only.
    pub fn count_words(&mut self, text: &Text, start: u32, end: u32) {
        let is_ascii = text.as_str().len() == text.len_utf16().0 as usize;
        if is_ascii {
            return;
        }
        self.total += 1;
        for (unit, fitting) in Unit::ALL.into_iter().zip(&mut self.fitting) {
            let span = unit.span(text, start, end);
            *fitting += usize::from(span.is_some_and(|span| are_words(text, span)));
        }
    }

    /// Warns where whole words speak for another unit than the one that was used. They are a hint, not a proof.
    pub fn doubt(&self, used: Unit, file: &File, problems: &mut Problems) {
        if let Some((_, message)) = self.better(used) {
            let used = used.words();
            let remedy = format!(
                "That is a guess, from whether spans are whole words: they were read as {used}. Name the unit if that is wrong."
            );
            problems.warn(file, Place::Whole, "other-unit", [message, remedy]);
        }
    }

    /// The unit that fits more of the spans, and a sentence that says so.
    fn better(&self, expected: Unit) -> Option<(Unit, String)> {
        let fitting = |unit: Unit| {
            Unit::ALL
                .into_iter()
                .zip(self.fitting)
                .find(|(other, _)| *other == unit)
                .map_or(0, |(_, n)| n)
        };
        let best = Unit::ALL
            .into_iter()
            .fold(expected, |best, unit| if fitting(unit) > fitting(best) { unit } else { best });
        if best == expected {
            return None;
        }
        let message = format!(
            "The offsets of this file count {}, not {}: {} of the {} spans that tell stand where they should, not {}.",
            best.words(),
            expected.words(),
            fitting(best),
            self.total,
            fitting(expected),
        );
        Some((best, message))
    }

    /// What the offsets of the file count: what the reader was told, or what the format declares if no other unit fits
    /// more of the quotes. A warning says where the quotes speak against it.
    pub fn settle(
        &self,
        declared: Unit,
        reading: Reading,
        file: &File,
        problems: &mut Problems,
    ) -> Unit {
        let expected = reading.unit.unwrap_or(declared);
        let Some((best, message)) = self.better(expected) else { return expected };
        let remedy = match reading.unit {
            None => "They were read so; name the unit if that is wrong.".to_owned(),
            Some(_) => format!("They were read as {}, as was asked.", expected.words()),
        };
        problems.warn(file, Place::Whole, "other-unit", [message, remedy]);
        reading.unit.unwrap_or(best)
    }
}

/// Whether a span holds whole words, without the space around them.
fn are_words(text: &Text, span: Span) -> bool {
    let (start, end) = (text.to_byte(span.start()).0, text.to_byte(span.end()).0);
    let before = text.as_str().get(..start).and_then(|before| before.chars().next_back());
    let after = text.as_str().get(end..).and_then(|after| after.chars().next());
    let slice = text.slice(span);
    let [first, last] = [slice.chars().next(), slice.chars().next_back()];
    let is = |c: Option<char>, test: fn(char) -> bool| c.is_some_and(test);
    let within = |a, b| is(a, char::is_alphanumeric) && is(b, char::is_alphanumeric);
    let space = is(first, char::is_whitespace) || is(last, char::is_whitespace);
    !slice.is_empty() && !space && !within(before, first) && !within(last, after)
}

impl Unit {
    /// Whether a quote stands at an offset, but for the case of ASCII letters, which readers elsewhere do not mind.
    fn fits(self, text: &Text, start: u32, quote: &str) -> bool {
        let at = match self {
            Unit::Bytes => Some(Byte(start as usize)),
            Unit::Utf16 => text.exact_byte(Utf16(start)),
            Unit::CodePoints => Some(text.byte_of_code_point(CodePoint(start))),
        };
        let found = at.and_then(|Byte(at)| text.as_str().get(at..at.checked_add(quote.len())?));
        found.is_some_and(|found| found.eq_ignore_ascii_case(quote))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_tell_the_unit_too() {
        let text = Text::new("😀é one, 😀 two");
        for (unit, spans) in [
            (Unit::Utf16, [(4, 7), (12, 15)]),
            (Unit::CodePoints, [(3, 6), (10, 13)]),
            (Unit::Bytes, [(7, 10), (17, 20)]),
        ] {
            let mut fits = Fits::default();
            spans.iter().for_each(|(start, end)| fits.count_words(&text, *start, *end));
            let mut problems = Problems::default();
            let file = File::new("", "");
            fits.doubt(Unit::Utf16, &file, &mut problems);
            assert_eq!(problems.warnings(), usize::from(unit != Unit::Utf16), "{unit:?}");
        }
    }

    #[test]
    fn the_unit_is_what_fits_the_quotes() {
        let text = Text::new("😀é one 😀 two");
        // One starts at 4 in UTF-16, 3 in code points, 7 in bytes; two at 11, 9 and 16.
        type Case<'a> = (&'a [(u32, &'a str)], Unit, Option<Unit>, bool, Unit);
        let cases: [Case; 8] = [
            (&[(3, "one"), (9, "two")], Unit::CodePoints, None, false, Unit::CodePoints),
            (&[(4, "one"), (11, "TWO")], Unit::CodePoints, None, true, Unit::Utf16),
            (&[(7, "one"), (16, "two")], Unit::CodePoints, None, true, Unit::Bytes),
            (&[(4, "one"), (9, "two")], Unit::CodePoints, None, false, Unit::CodePoints),
            (&[(4, "one"), (9, "two")], Unit::Utf16, None, false, Unit::Utf16),
            (&[(4, "one")], Unit::CodePoints, Some(Unit::CodePoints), true, Unit::CodePoints),
            (&[(4, "one")], Unit::CodePoints, Some(Unit::Utf16), false, Unit::Utf16),
            (&[(u32::MAX, "one"), (1, ""), (2, "none")], Unit::Bytes, None, false, Unit::Bytes),
        ];
        for (quotes, declared, asked, warned, expected) in cases {
            let (mut fits, mut problems) = (Fits::default(), Problems::default());
            quotes.iter().for_each(|(start, quote)| fits.count(&text, *start, quote));
            fits.count(&Text::new("one"), 5, "one");
            let file = File::new("a.json", "");
            let unit = fits.settle(declared, Reading { unit: asked }, &file, &mut problems);
            assert_eq!((unit, problems.warnings() == 1), (expected, warned), "{quotes:?}");
        }
        let (mut fits, mut problems) = (Fits::default(), Problems::default());
        fits.count(&text, 4, "one");
        fits.settle(Unit::CodePoints, Reading::default(), &File::new("", ""), &mut problems);
        let said = problems.listed().first().unwrap().diagnostic.advice().to_string();
        assert_eq!(
            said,
            "The offsets of this file count UTF-16 units, not code points: 1 of the 1 spans that tell stand where they \
             should, not 0. They were read so; name the unit if that is wrong."
        );
    }

    #[test]
    fn spans_come_back_in_every_unit() {
        let text = Text::new("ab😀é”d");
        for (unit, offsets) in
            [(Unit::Utf16, (2, 5)), (Unit::CodePoints, (2, 4)), (Unit::Bytes, (2, 8))]
        {
            let span = unit.span(&text, offsets.0, offsets.1).unwrap();
            assert_eq!(text.slice(span), "😀é", "{unit:?}");
            assert_eq!(unit.offsets(&text, span), offsets);
            assert_eq!(Unit::of_name(unit.name()), Some(unit));
            let length = unit.length(&text);
            assert!(unit.span(&text, 0, length).is_some());
            assert!(unit.span(&text, 0, length + 1).is_none(), "{unit:?}: beyond the end");
            assert!(unit.span(&text, 1, 0).is_none(), "{unit:?}: reversed");
        }
        assert!(Unit::Utf16.span(&text, 3, 4).is_none(), "half a character");
        assert!(Unit::Bytes.span(&text, 3, 6).is_none(), "half a character");
    }
}
