//! The unit of the offsets of a format, and the evidence in a file for or against it.

use super::ImportOptions;
use super::file_problems::FileProblems;
use super::record::Edit;
use super::report::ImportOutcome;
use super::text_file::TextFile;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_text::{Byte, CodePoint, Span, Text, Utf16};

/// The unit of offsets in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OffsetUnit {
    /// UTF-16 code units: JavaScript, and Thresh's files.
    Utf16,
    /// Unicode code points: Python.
    CodePoints,
    /// Bytes of UTF-8.
    Bytes,
}

impl OffsetUnit {
    /// All units.
    pub const ALL: [OffsetUnit; 3] = [OffsetUnit::Utf16, OffsetUnit::CodePoints, OffsetUnit::Bytes];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OffsetUnit::Utf16 => "utf16",
            OffsetUnit::CodePoints => "code-points",
            OffsetUnit::Bytes => "bytes",
        }
    }

    /// The unit with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        OffsetUnit::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// The unit in words.
    fn words(self) -> &'static str {
        match self {
            OffsetUnit::Utf16 => "UTF-16 units",
            OffsetUnit::CodePoints => "code points",
            OffsetUnit::Bytes => "bytes of UTF-8",
        }
    }

    /// The length of a text, which is also the largest offset.
    #[must_use]
    pub fn length(self, text: &Text) -> u32 {
        self.offset(text, text.len_utf16())
    }

    /// Converts an offset to this unit.
    #[must_use]
    pub fn offset(self, text: &Text, at: Utf16) -> u32 {
        match self {
            OffsetUnit::Utf16 => at.0,
            OffsetUnit::CodePoints => text.to_code_point(at).0,
            OffsetUnit::Bytes => u32::try_from(text.to_byte(at).0).unwrap_or(u32::MAX),
        }
    }

    /// The place of an offset in this unit; `None` if it is beyond the text or within a character.
    #[must_use]
    pub fn at(self, text: &Text, offset: u32) -> Option<Utf16> {
        let byte = self.byte_at(text, offset)?;
        Some(match self {
            OffsetUnit::Utf16 => Utf16(offset),
            OffsetUnit::CodePoints | OffsetUnit::Bytes => text.to_utf16(byte),
        })
    }

    /// The same in bytes.
    fn byte_at(self, text: &Text, offset: u32) -> Option<Byte> {
        match self {
            OffsetUnit::Utf16 => text.exact_byte(Utf16(offset)),
            OffsetUnit::CodePoints => {
                (offset <= self.length(text)).then(|| text.byte_of_code_point(CodePoint(offset)))
            }
            OffsetUnit::Bytes => {
                let byte = offset as usize;
                text.as_str().is_char_boundary(byte).then_some(Byte(byte))
            }
        }
    }

    /// The span between two offsets in this unit; `None` if it is reversed, reaches beyond the text or cuts a character.
    #[must_use]
    pub fn span(self, text: &Text, start: u32, end: u32) -> Option<Span> {
        let (start, end) = (self.at(text, start)?, self.at(text, end)?);
        (start <= end).then(|| Span::between(start, end))
    }

    /// The offsets of a span in this unit; if the text is missing, its own numbers.
    pub(crate) fn offsets_even_without(self, text: &Text, span: Span) -> (u32, u32) {
        let unit = if text.is_empty() { OffsetUnit::Utf16 } else { self };
        unit.offsets(text, span)
    }

    /// The offsets of a span in this unit.
    #[must_use]
    pub fn offsets(self, text: &Text, span: Span) -> (u32, u32) {
        (self.offset(text, span.start()), self.offset(text, span.end()))
    }
}

/// The number of quotes of a file that are at their offsets, by unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OffsetUnitEvidence {
    /// In the order of [`OffsetUnit::ALL`].
    fitting: [usize; 3],
    total: usize,
}

impl OffsetUnitEvidence {
    /// Counts a quote with its stated start. Quotes from texts in which all units are the same are no evidence, and are
    /// not counted.
    pub fn count(&mut self, text: &Text, start: u32, quote: &str) {
        let is_ascii = text.as_str().len() == text.len_utf16().0 as usize;
        if is_ascii || quote.is_empty() {
            return;
        }
        self.total += 1;
        for (unit, fitting) in OffsetUnit::ALL.into_iter().zip(&mut self.fitting) {
            *fitting += usize::from(unit.fits(text, start, quote));
        }
    }

    /// Counts a span without a quote, made by a tool that marks whole words only.
    pub fn count_words(&mut self, text: &Text, start: u32, end: u32) {
        let is_ascii = text.as_str().len() == text.len_utf16().0 as usize;
        if is_ascii {
            return;
        }
        self.total += 1;
        for (unit, fitting) in OffsetUnit::ALL.into_iter().zip(&mut self.fitting) {
            let ends = unit.byte_at(text, start).zip(unit.byte_at(text, end));
            let are = |(start, end)| are_words_between(text.as_str(), start, end);
            *fitting += usize::from(ends.is_some_and(are));
        }
    }

    /// Warns if whole words are evidence of another unit than the one that was used. They are a hint, not a proof.
    pub fn doubt(&self, used: OffsetUnit, file: &TextFile, problems: &mut FileProblems) {
        if let Some((_, message)) = self.better(used) {
            let used = used.words();
            let remedy = format!(
                "That is a guess, from whether spans are whole words: they were read as {used}. Name the unit if that is wrong."
            );
            problems.warn(file, DiagnosticPlace::Whole, "other-unit", [message, remedy]);
        }
    }

    /// The unit that fits more of the spans, with a message; `None` if no other unit does.
    fn better(&self, expected: OffsetUnit) -> Option<(OffsetUnit, String)> {
        let fitting = |unit: OffsetUnit| {
            OffsetUnit::ALL
                .into_iter()
                .zip(self.fitting)
                .find(|(other, _)| *other == unit)
                .map_or(0, |(_, n)| n)
        };
        let best = OffsetUnit::ALL
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

    /// The unit of the offsets of the file: the one in `reading`, otherwise the declared one, or another that fits more
    /// of the quotes. Warns if another unit than the expected one fits more of them.
    pub fn settle(
        &self,
        declared: OffsetUnit,
        reading: ImportOptions,
        file: &TextFile,
        problems: &mut FileProblems,
    ) -> OffsetUnit {
        let expected = reading.unit.unwrap_or(declared);
        let Some((best, message)) = self.better(expected) else { return expected };
        let remedy = match reading.unit {
            None => "They were read so; name the unit if that is wrong.".to_owned(),
            Some(_) => format!("They were read as {}, as was asked.", expected.words()),
        };
        problems.warn(file, DiagnosticPlace::Whole, "other-unit", [message, remedy]);
        reading.unit.unwrap_or(best)
    }
}

impl ImportOutcome {
    /// Warns if the spans of a file, in which nothing but the format says what offsets count, are whole words more often in
    /// another unit.
    pub(crate) fn doubt_declared_unit(&mut self, file: &TextFile) {
        const CODE: &str = "other-unit";
        let by_quotes = self.located.exact + self.located.folded + self.located.case_folded;
        let is_told = || self.problems.listed().iter().any(|told| told.diagnostic.code == CODE);
        let Some(unit) = self.unit else { return };
        if by_quotes > 0 || self.located.by_offsets == 0 || is_told() {
            return;
        }
        let mut evidence = OffsetUnitEvidence::default();
        for record in &self.corpus.records {
            let mut todo: Vec<&Edit> = record.edits.iter().collect();
            while let Some(edit) = todo.pop() {
                todo.extend(&edit.constituents);
                for (name, spans) in edit.spans.iter() {
                    let text = record.texts.content(name);
                    for (start, end) in spans.iter().map(|span| unit.offsets(text, *span)) {
                        evidence.count_words(text, start, end);
                    }
                }
            }
        }
        evidence.doubt(unit, file, &mut self.problems);
    }
}

/// Returns `true` if a span consists of whole words, without space around them.
pub(crate) fn are_words(text: &Text, span: Span) -> bool {
    are_words_between(text.as_str(), text.to_byte(span.start()), text.to_byte(span.end()))
}

fn are_words_between(text: &str, Byte(start): Byte, Byte(end): Byte) -> bool {
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    let after = text.get(end..).and_then(|after| after.chars().next());
    let Some(words) = text.get(start..end) else { return false };
    let [first, last] = [words.chars().next(), words.chars().next_back()];
    let is = |c: Option<char>, test: fn(char) -> bool| c.is_some_and(test);
    let within = |a, b| is(a, char::is_alphanumeric) && is(b, char::is_alphanumeric);
    let space = is(first, char::is_whitespace) || is(last, char::is_whitespace);
    !words.is_empty() && !space && !within(before, first) && !within(last, after)
}

impl OffsetUnit {
    /// Returns `true` if a quote is at an offset, regardless of the case of ASCII letters, which other readers ignore.
    fn fits(self, text: &Text, start: u32, quote: &str) -> bool {
        let at = self.byte_at(text, start);
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
            (OffsetUnit::Utf16, [(4, 7), (12, 15)]),
            (OffsetUnit::CodePoints, [(3, 6), (10, 13)]),
            (OffsetUnit::Bytes, [(7, 10), (17, 20)]),
        ] {
            let mut fits = OffsetUnitEvidence::default();
            spans.iter().for_each(|(start, end)| fits.count_words(&text, *start, *end));
            let mut problems = FileProblems::default();
            let file = TextFile::new("", "");
            fits.doubt(OffsetUnit::Utf16, &file, &mut problems);
            assert_eq!(problems.warnings(), usize::from(unit != OffsetUnit::Utf16), "{unit:?}");
        }
    }

    #[test]
    fn the_unit_is_what_fits_the_quotes() {
        let text = Text::new("😀é one 😀 two");
        // One starts at 4 in UTF-16, 3 in code points, 7 in bytes; two at 11, 9 and 16.
        type Case<'a> = (&'a [(u32, &'a str)], OffsetUnit, Option<OffsetUnit>, bool, OffsetUnit);
        let cases: [Case; 8] = [
            (
                &[(3, "one"), (9, "two")],
                OffsetUnit::CodePoints,
                None,
                false,
                OffsetUnit::CodePoints,
            ),
            (&[(4, "one"), (11, "TWO")], OffsetUnit::CodePoints, None, true, OffsetUnit::Utf16),
            (&[(7, "one"), (16, "two")], OffsetUnit::CodePoints, None, true, OffsetUnit::Bytes),
            (
                &[(4, "one"), (9, "two")],
                OffsetUnit::CodePoints,
                None,
                false,
                OffsetUnit::CodePoints,
            ),
            (&[(4, "one"), (9, "two")], OffsetUnit::Utf16, None, false, OffsetUnit::Utf16),
            (
                &[(4, "one")],
                OffsetUnit::CodePoints,
                Some(OffsetUnit::CodePoints),
                true,
                OffsetUnit::CodePoints,
            ),
            (
                &[(4, "one")],
                OffsetUnit::CodePoints,
                Some(OffsetUnit::Utf16),
                false,
                OffsetUnit::Utf16,
            ),
            (
                &[(u32::MAX, "one"), (1, ""), (2, "none")],
                OffsetUnit::Bytes,
                None,
                false,
                OffsetUnit::Bytes,
            ),
        ];
        for (quotes, declared, asked, warned, expected) in cases {
            let (mut fits, mut problems) = (OffsetUnitEvidence::default(), FileProblems::default());
            quotes.iter().for_each(|(start, quote)| fits.count(&text, *start, quote));
            fits.count(&Text::new("one"), 5, "one");
            let file = TextFile::new("a.json", "");
            let unit = fits.settle(
                declared,
                ImportOptions { unit: asked, ..ImportOptions::default() },
                &file,
                &mut problems,
            );
            assert_eq!((unit, problems.warnings() == 1), (expected, warned), "{quotes:?}");
        }
        let (mut fits, mut problems) = (OffsetUnitEvidence::default(), FileProblems::default());
        fits.count(&text, 4, "one");
        fits.settle(
            OffsetUnit::CodePoints,
            ImportOptions::default(),
            &TextFile::new("", ""),
            &mut problems,
        );
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
        for (unit, offsets) in [
            (OffsetUnit::Utf16, (2, 5)),
            (OffsetUnit::CodePoints, (2, 4)),
            (OffsetUnit::Bytes, (2, 8)),
        ] {
            let span = unit.span(&text, offsets.0, offsets.1).unwrap();
            assert_eq!(text.slice(span), "😀é", "{unit:?}");
            assert_eq!(unit.offsets(&text, span), offsets);
            assert_eq!(OffsetUnit::of_name(unit.name()), Some(unit));
            let length = unit.length(&text);
            assert!(unit.span(&text, 0, length).is_some());
            assert!(unit.span(&text, 0, length + 1).is_none(), "{unit:?}: beyond the end");
            assert!(unit.span(&text, 1, 0).is_none(), "{unit:?}: reversed");
        }
        assert!(OffsetUnit::Utf16.span(&text, 3, 4).is_none(), "half a character");
        assert!(OffsetUnit::Bytes.span(&text, 3, 6).is_none(), "half a character");
    }
}
