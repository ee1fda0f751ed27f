//! The formatting of Markdown, by the places of the parser's events.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use super::cells::add_cells;
use super::{BlockKind, ByteFormatting, InlineKind};
use crate::{OPTIONS, number};

pub(super) fn formatting(text: &str) -> ByteFormatting {
    let mut reader = FormattingReader { text, ..FormattingReader::default() };
    for (event, bytes) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        reader.take(event, bytes);
    }
    reader.markup_up_to(text.len());
    // Rows of tables are cut anew where their cells are.
    let mut found = reader.found;
    for (table, _) in found.blocks.clone().iter().filter(|(_, kind)| *kind == BlockKind::Table) {
        add_cells(&mut found, text, table.clone(), '|');
    }
    found
}

/// Everything between the texts that the parser finds is markup.
#[derive(Default)]
struct FormattingReader<'t> {
    text: &'t str,
    found: ByteFormatting,
    /// The formatting of the open elements, outermost first; `None` for those that are not formatted as characters.
    open: Vec<Option<InlineKind>>,
    /// The byte up to which the text was read.
    read: usize,
}

impl FormattingReader<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "events of the parser: others are markup")]
    fn take(&mut self, event: Event<'_>, bytes: Range<usize>) {
        match event {
            Event::Start(tag) => self.open(&tag, bytes),
            Event::End(_) => {
                self.open.pop();
            }
            Event::Text(_) | Event::Html(_) | Event::InlineHtml(_) => self.content(bytes, None),
            Event::Code(_) => {
                let code = self.text.get(bytes.clone()).unwrap_or_default();
                let fence = code.len() - code.trim_start_matches('`').len();
                let content = bytes.start + fence..bytes.end.saturating_sub(fence);
                self.content(content, Some(InlineKind::Code));
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "tags of the parser: others are plain")]
    fn open(&mut self, tag: &Tag<'_>, bytes: Range<usize>) {
        let (mut inline, mut block) = (None, None);
        match tag {
            Tag::Heading { level, .. } => block = Some(BlockKind::Heading(number(*level))),
            Tag::BlockQuote(_) => block = Some(BlockKind::Quote),
            Tag::CodeBlock(_) => block = Some(BlockKind::Code),
            Tag::Table(_) => block = Some(BlockKind::Table),
            Tag::Item => self.list_marker(&bytes),
            Tag::Emphasis => inline = Some(InlineKind::Emphasis),
            Tag::Strong => inline = Some(InlineKind::Strong),
            Tag::Strikethrough => inline = Some(InlineKind::Strike),
            Tag::Link { .. } | Tag::Image { .. } => inline = Some(InlineKind::Link),
            _ => {}
        }
        // However often it nests, a kind counts once.
        self.open.push(inline.filter(|kind| !self.open.contains(&Some(*kind))));
        let text = self.text.get(bytes.clone()).unwrap_or_default();
        let end = bytes.start + text.trim_end().len();
        self.found.blocks.extend(block.map(|kind| (bytes.start..end, kind)));
    }

    /// The bullet or number with which an item begins.
    fn list_marker(&mut self, item: &Range<usize>) {
        let text = self.text.get(item.clone()).unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        let marker = text.split_whitespace().next().unwrap_or_default();
        let start = item.start + indent;
        if start >= self.read && !marker.is_empty() {
            self.markup_up_to(start);
            self.add(start..start + marker.len(), vec![InlineKind::ListMarker]);
        }
    }

    /// Text that is shown, with the formatting of the elements around it and maybe its own.
    fn content(&mut self, bytes: Range<usize>, own: Option<InlineKind>) {
        if bytes.start < self.read || bytes.end < bytes.start {
            return;
        }
        self.markup_up_to(bytes.start);
        let kinds: Vec<InlineKind> = self.open.iter().copied().flatten().chain(own).collect();
        if !kinds.is_empty() {
            self.add(bytes.clone(), kinds);
        }
        self.read = bytes.end;
    }

    /// Marks what is left out of the text up to a byte, without the white space around it.
    fn markup_up_to(&mut self, end: usize) {
        let mut start = self.read;
        for line in self.text.get(start..end).unwrap_or_default().split_inclusive('\n') {
            let markup = line.trim();
            if !markup.is_empty() {
                let from = start + line.len() - line.trim_start().len();
                self.add(from..from + markup.len(), vec![InlineKind::Markup]);
            }
            start += line.len();
        }
        self.read = end.max(self.read);
    }

    fn add(&mut self, bytes: Range<usize>, kinds: Vec<InlineKind>) {
        self.read = bytes.end;
        self.found.runs.push((bytes, kinds));
    }
}
