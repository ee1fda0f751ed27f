//! What the offsets of a format count, and whether a file keeps to it.

use crate::domain::text::{Byte, CodePoint, Span, Text, Utf16};

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

    /// The span between two offsets in this unit; `None` if it is reversed, reaches beyond the text or cuts a character.
    #[must_use]
    pub fn span(self, text: &Text, start: u32, end: u32) -> Option<Span> {
        let at = |offset: u32| {
            let at = match self {
                Unit::Utf16 => Utf16(offset),
                Unit::CodePoints => text.from_code_point(CodePoint(offset)),
                Unit::Bytes => text.to_utf16(Byte(offset as usize)),
            };
            (self.offset(text, text.to_utf16(text.to_byte(at))) == offset).then_some(at)
        };
        let (start, end) = (at(start)?, at(end)?);
        (start <= end).then(|| Span::between(start, end))
    }

    /// The offsets of a span in this unit.
    #[must_use]
    pub fn offsets(self, text: &Text, span: Span) -> (u32, u32) {
        (self.offset(text, span.start()), self.offset(text, span.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
