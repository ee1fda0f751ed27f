//! The formatting of a text that is shown as what it is written in, while every character of it stays: which characters
//! are strong, code or markup, which lines are headings or code, and how wide the cells of tables are.
//!
//! Offsets are UTF-16 code units of the text, as the DOM counts. Start reading at [`Formatting::of`].

mod cells;
mod markdown;

use std::ops::Range;

use spanwise_limits::LONGEST_MARKDOWN;
use spanwise_text::{Byte, Span, Text, Utf16};

/// The notation in which a text is written and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rendering {
    /// Markdown, as in instructions.
    Markdown,
    /// Code of any language.
    Code,
    /// A table whose cells are separated by tabs, `|`, `;` or commas.
    Table,
}

/// The formatting of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formatting {
    /// Characters that are not plain, in order; no two runs overlap.
    pub runs: Vec<FormattedRun>,
    /// Blocks of lines, outer ones before those in them.
    pub blocks: Vec<FormattedBlock>,
    /// The room before characters that separate cells, in order.
    pub paddings: Vec<CellPadding>,
}

/// Characters with the same formatting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormattedRun {
    /// The characters.
    pub span: Span,
    /// The kinds of formatting, outer ones first; at least one.
    pub kinds: Vec<InlineKind>,
}

/// The formatting of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlineKind {
    /// Characters that only say how others are formatted, or separate cells.
    Markup,
    /// The number or bullet of an item of a list.
    ListMarker,
    /// Strongly emphasised.
    Strong,
    /// Emphasised.
    Emphasis,
    /// Struck out.
    Strike,
    /// Code in a line.
    Code,
    /// The text of a link or picture.
    Link,
}

/// Lines with a formatting of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormattedBlock {
    /// From its first character to its last; a line of which a part is in it belongs to it.
    pub span: Span,
    /// The kind of its lines.
    pub kind: BlockKind,
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading, 1 to 6.
    Heading(u8),
    /// Lines in which white space counts.
    Code,
    /// A quotation.
    Quote,
    /// Rows of a table.
    Table,
}

/// Room before a character, so that the cells of a column begin below each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPadding {
    /// The character.
    pub at: Utf16,
    /// The room, in characters of a font in which all are equally wide.
    pub columns: usize,
}

impl Formatting {
    /// The formatting of a text; none if it is longer than [`LONGEST_MARKDOWN`].
    #[must_use]
    pub fn of(text: &Text, rendering: Rendering) -> Self {
        let string = text.as_str();
        if string.len() > LONGEST_MARKDOWN {
            return Formatting::default();
        }
        let found = match rendering {
            Rendering::Markdown => markdown::formatting(string),
            Rendering::Code => ByteFormatting::of_block(string, BlockKind::Code),
            Rendering::Table => cells::table(string),
        };
        found.in_utf16(text)
    }
}

/// A formatting with offsets in bytes.
#[derive(Debug, Default)]
struct ByteFormatting {
    runs: Vec<(Range<usize>, Vec<InlineKind>)>,
    blocks: Vec<(Range<usize>, BlockKind)>,
    /// Bytes of separators, and the room before them.
    paddings: Vec<(usize, usize)>,
}

impl ByteFormatting {
    /// A text that is one block.
    fn of_block(text: &str, kind: BlockKind) -> Self {
        ByteFormatting { blocks: vec![(0..text.len(), kind)], ..ByteFormatting::default() }
    }

    fn in_utf16(self, text: &Text) -> Formatting {
        let at = |byte: usize| text.to_utf16(Byte(byte));
        let span = |bytes: Range<usize>| Span::between(at(bytes.start), at(bytes.end));
        let run = |(bytes, kinds)| FormattedRun { span: span(bytes), kinds };
        let block = |(bytes, kind)| FormattedBlock { span: span(bytes), kind };
        let padding = |(byte, columns)| CellPadding { at: at(byte), columns };
        Formatting {
            runs: self.runs.into_iter().map(run).collect(),
            blocks: self.blocks.into_iter().map(block).collect(),
            paddings: self.paddings.into_iter().map(padding).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
