//! Offsets typed by their unit, and texts that convert between them.
//!
//! Three units meet in this app: the DOM and Thresh's files count UTF-16 code units, Rust counts bytes, Python counts
//! code points. Spans are kept in UTF-16, as they are in files; the other two appear only at the edges.

use std::{ops::Range, sync::Arc};

/// Offset in UTF-16 code units: the DOM, JavaScript, and Thresh's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Utf16(pub u32);

impl Utf16 {
    /// The length of a text.
    #[must_use]
    pub fn length_of(text: &str) -> Self {
        Utf16(u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX))
    }
}

/// Offset in bytes of UTF-8: Rust's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Byte(pub usize);

/// Offset in Unicode scalar values: Python's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CodePoint(pub u32);

/// A half-open range of a text, in UTF-16 code units, with `start <= end`. May be empty (an insertion point).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: Utf16,
    end: Utf16,
}

impl Span {
    /// The range between two offsets, in whichever order they come.
    #[must_use]
    pub fn between(a: Utf16, b: Utf16) -> Self {
        Span { start: a.min(b), end: a.max(b) }
    }

    /// First offset inside.
    #[must_use]
    pub fn start(self) -> Utf16 {
        self.start
    }

    /// First offset after.
    #[must_use]
    pub fn end(self) -> Utf16 {
        self.end
    }

    /// Length in UTF-16 code units.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end.0 - self.start.0
    }

    /// Returns `true` for an insertion point.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// An immutable text that converts between units of offset. Cheap to clone.
///
/// An empty text takes one machine word, as there are at least two texts in every record and most sources are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(Option<Arc<Indexed>>);

/// A text that is not empty.
#[derive(Debug, PartialEq, Eq)]
struct Indexed {
    string: Box<str>,
    /// Offsets of the first character that starts at every [`STRIDE`] bytes or after; empty for pure ASCII, where all
    /// units agree.
    marks: Box<[Mark]>,
    end: Checkpoint,
}

/// A place in a text without its byte, which follows from the index of the mark: a third less for so many of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    utf16: u32,
    code_point: u32,
}

/// A place in a text in all units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Checkpoint {
    byte: usize,
    utf16: u32,
    code_point: u32,
}

impl Checkpoint {
    /// The place after a character, given the first byte of its UTF-8.
    fn after(self, first: u8) -> Self {
        let is = |least: u8| first >= least;
        Checkpoint {
            byte: self.byte
                + 1
                + usize::from(is(0xc0))
                + usize::from(is(0xe0))
                + usize::from(is(0xf0)),
            utf16: self.utf16 + 1 + u32::from(starts_pair(first)),
            code_point: self.code_point + 1,
        }
    }
}

/// Returns `true` if a byte of UTF-8 is the first one of a character.
fn is_first(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Returns `true` if a byte of UTF-8 is the first one of a character with two code units in UTF-16.
fn starts_pair(byte: u8) -> bool {
    byte >= 0xf0
}

/// UTF-16 code units of a character: 2 outside the Basic Multilingual Plane, otherwise 1.
pub(super) fn utf16_len(c: char) -> u32 {
    if c.len_utf16() == 2 { 2 } else { 1 }
}

/// Bytes between marks: bounds the work of one conversion. They take an eighth of the room of the text.
const STRIDE: usize = 64;

impl Text {
    /// A text without a character.
    pub const EMPTY: Text = Text(None);

    /// Indexes a string. One pass over it unless it is ASCII.
    #[must_use]
    pub fn new(string: impl Into<Box<str>>) -> Self {
        let string: Box<str> = string.into();
        if string.is_empty() {
            return Text(None);
        }
        if string.is_ascii() {
            let n = u32::try_from(string.len()).unwrap_or(u32::MAX);
            let end = Checkpoint { byte: string.len(), utf16: n, code_point: n };
            return Text(Some(Arc::new(Indexed { string, marks: Box::default(), end })));
        }
        let mut marks = Vec::with_capacity(string.len().div_ceil(STRIDE));
        let mut at = Checkpoint::default();
        for block in string.as_bytes().chunks(STRIDE) {
            // The character before may reach into the block; it is counted already.
            marks.push(Mark { utf16: at.utf16, code_point: at.code_point });
            let count = |is: fn(u8) -> bool| block.iter().map(|byte| u32::from(is(*byte))).sum();
            let (characters, pairs): (u32, u32) = (count(is_first), count(starts_pair));
            at.byte += block.len();
            at.utf16 += characters + pairs;
            at.code_point += characters;
        }
        Text(Some(Arc::new(Indexed { string, marks: marks.into(), end: at })))
    }

    /// The place at its end.
    fn end(&self) -> Checkpoint {
        self.0.as_ref().map_or(Checkpoint::default(), |text| text.end)
    }

    fn marks(&self) -> &[Mark] {
        self.0.as_ref().map_or(&[], |text| &text.marks)
    }

    /// The place of a mark.
    fn marked(&self, number: usize) -> Option<Checkpoint> {
        let Mark { utf16, code_point } = *self.marks().get(number)?;
        let block = self.as_str().as_bytes().get(number * STRIDE..)?;
        let inside = block.iter().take_while(|byte| !is_first(**byte)).count();
        Some(Checkpoint { byte: number * STRIDE + inside, utf16, code_point })
    }

    /// The text itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("", |text| &text.string)
    }

    /// Returns `true` if the text has no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Length, which is also the largest offset.
    #[must_use]
    pub fn len_utf16(&self) -> Utf16 {
        Utf16(self.end().utf16)
    }

    /// The byte of an offset: rounded down to a character, clamped to the text.
    #[must_use]
    pub fn to_byte(&self, offset: Utf16) -> Byte {
        Byte(self.place(offset).byte)
    }

    /// The byte of an offset: rounded up to a character, clamped to the text.
    #[must_use]
    pub fn to_byte_up(&self, offset: Utf16) -> Byte {
        let place = self.place(offset);
        let within_pair = place.utf16 < offset.0.min(self.end().utf16);
        if within_pair { self.to_byte(Utf16(offset.0 + 1)) } else { Byte(place.byte) }
    }

    /// The offset of a byte: rounded down to a character, clamped to the text.
    #[must_use]
    pub fn to_utf16(&self, byte: Byte) -> Utf16 {
        let bytes = u32::try_from(byte.0).unwrap_or(u32::MAX);
        Utf16(self.locate(|c| u32::try_from(c.byte).unwrap_or(u32::MAX), bytes, byte.0).utf16)
    }

    /// The code point of an offset: rounded down to a character, clamped to the text.
    #[must_use]
    pub fn to_code_point(&self, offset: Utf16) -> CodePoint {
        CodePoint(self.place(offset).code_point)
    }

    /// The offset of a code point, clamped to the text.
    #[must_use]
    pub fn from_code_point(&self, offset: CodePoint) -> Utf16 {
        Utf16(self.locate(|c| c.code_point, offset.0, offset.0 as usize).utf16)
    }

    /// The span of a range of bytes: rounded down to characters, clamped to the text.
    #[must_use]
    pub fn span_of(&self, bytes: Range<usize>) -> Span {
        Span::between(self.to_utf16(Byte(bytes.start)), self.to_utf16(Byte(bytes.end)))
    }

    /// The part of the text in a span, as far as it lies within the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let (start, end) = (self.to_byte(span.start()).0, self.to_byte(span.end()).0);
        self.as_str().get(start..end).unwrap_or_default()
    }

    /// The span cut to the text, and to whole characters: both ends rounded down, so that spans that touch still do.
    #[must_use]
    pub fn clamp(&self, span: Span) -> Span {
        Span::between(self.floor(span.start), self.floor(span.end))
    }

    /// The offset rounded down to a character, clamped to the text.
    fn floor(&self, offset: Utf16) -> Utf16 {
        Utf16(self.place(offset).utf16)
    }

    /// The byte of an offset; `None` if it is beyond the text or within a character.
    #[must_use]
    pub fn exact_byte(&self, offset: Utf16) -> Option<Byte> {
        let place = self.place(offset);
        (place.utf16 == offset.0).then_some(Byte(place.byte))
    }

    /// The byte of a code point, clamped to the text.
    #[must_use]
    pub fn byte_of_code_point(&self, offset: CodePoint) -> Byte {
        Byte(self.locate(|c| c.code_point, offset.0, offset.0 as usize).byte)
    }

    fn place(&self, offset: Utf16) -> Checkpoint {
        self.locate(|c| c.utf16, offset.0, offset.0 as usize)
    }

    /// The last character boundary whose `unit` is at most `wanted`. `ascii` is the same offset, for ASCII texts.
    fn locate(&self, unit: impl Fn(&Checkpoint) -> u32, wanted: u32, ascii: usize) -> Checkpoint {
        let end = self.end();
        if wanted >= unit(&end) {
            return end;
        }
        if self.marks().is_empty() {
            return Checkpoint { byte: ascii, utf16: wanted, code_point: wanted };
        }
        let is_after = |number: usize| self.marked(number).is_none_or(|at| unit(&at) > wanted);
        let (mut before, mut after) = (0, self.marks().len());
        while after - before > 1 {
            let middle = usize::midpoint(before, after);
            *(if is_after(middle) { &mut after } else { &mut before }) = middle;
        }
        let mut at = self.marked(before).unwrap_or_default();
        while let Some(first) = self.as_str().as_bytes().get(at.byte) {
            let next = at.after(*first);
            if unit(&next) > wanted {
                break;
            }
            at = next;
        }
        at
    }
}

impl From<&str> for Text {
    fn from(string: &str) -> Self {
        Text::new(string)
    }
}
