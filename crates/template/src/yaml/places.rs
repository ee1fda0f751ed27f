//! Positions that the parser does not report: dashes, colons, and the starts of anchors and tags, found by scanning
//! between those that it does report. All positions are bytes of the text.

use super::lines::{WHITE, rest, skip_blank};

/// A text, and the position up to which it is read.
pub(super) struct PositionScanner<'t> {
    text: &'t str,
    /// The end of the text already read.
    pub(super) end: usize,
}

impl<'t> PositionScanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let end = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        PositionScanner { text, end }
    }

    /// Advances to a position, unless it is already past that.
    pub(super) fn reach(&mut self, end: usize) {
        self.end = self.end.max(end);
    }

    /// The start of the next part, after white space and comments.
    pub(super) fn next(&self) -> usize {
        skip_blank(self.text, self.end)
    }

    /// Returns `true` if this ASCII character is at a position.
    pub(super) fn is(&self, at: usize, character: u8) -> bool {
        self.text.as_bytes().get(at) == Some(&character)
    }

    /// Reads an ASCII character, if it comes next; returns its position.
    pub(super) fn take(&mut self, character: u8) -> Option<usize> {
        let at = self.next();
        self.is(at, character).then(|| {
            self.end = at + 1;
            at
        })
    }

    /// Reads the comma and the `?` before a key; returns `true` if there is a `?`.
    pub(super) fn take_before_key(&mut self) -> bool {
        self.take(b',');
        let at = self.next();
        let found = self.is(at, b'?') && rest(self.text, at + 1).starts_with(WHITE);
        if found {
            self.end = at + 1;
        }
        found
    }

    /// Reads the anchor and the tag before a node; returns their start.
    pub(super) fn take_properties(&mut self) -> Option<usize> {
        let mut start = None;
        loop {
            let at = self.next();
            let property = rest(self.text, at);
            if !property.starts_with(['&', '!']) {
                return start;
            }
            start.get_or_insert(at);
            let length = property.find(|c| WHITE.contains(&c) || ",[]{}".contains(c));
            self.end = at + length.unwrap_or(property.len());
        }
    }
}
