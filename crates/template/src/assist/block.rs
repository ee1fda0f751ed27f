//! Reads lines by their indentation.

use std::ops::Range;

use super::lines::{
    byte, content_end, is_dash, key_at, line_end, next_line, skip_blanks, skip_properties,
};
use super::reading::{Kind, Reading, Seat, Spot, Way, What};

/// How much deeper than a key its list or map is put.
const STEP: usize = 2;

/// Reads a text with the cursor at a byte.
pub(super) fn read(text: &str, at: usize) -> Reading<'_> {
    let mut scanner = Scanner { text, at, reading: Reading::new(text), open: Vec::new() };
    let mut line = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while line <= text.len() {
        line = scanner.line(line);
    }
    scanner.reading
}

/// Goes through a text once.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    /// The cursor.
    pub(super) at: usize,
    pub(super) reading: Reading<'t>,
    /// The nodes that a line may go on with, outermost first.
    open: Vec<usize>,
}

impl Scanner<'_> {
    /// Reads a line, and those that its last value reaches into. All readers give the start of the next line.
    fn line(&mut self, start: usize) -> usize {
        let (from, end) = (skip_blanks(self.text, start), line_end(self.text, start));
        let next = next_line(self.text, end);
        if from == end {
            if (start..=end).contains(&self.at) {
                self.gap(self.at - start, self.at..self.at);
            }
            return next;
        }
        if byte(self.text, from) == Some(b'#') {
            return next;
        }
        if from == start {
            let line = self.text.get(start..end).unwrap_or_default();
            let is_marker = matches!(line.split([' ', '\t']).next(), Some("---" | "..."));
            if is_marker || line.starts_with('%') && self.reading.is_empty() {
                // Only the first document is read.
                return if self.reading.is_empty() { next } else { self.text.len() + 1 };
            }
        }
        self.content(from - start, from, end)
    }

    /// Reads what starts at a column: items, a key or a value.
    fn content(&mut self, mut column: usize, mut from: usize, end: usize) -> usize {
        while is_dash(self.text, from) {
            let list = self.enter(column, Kind::List);
            let item = self.reading.push(list, from..from);
            let next = skip_blanks(self.text, from + 1);
            if next == end || byte(self.text, next) == Some(b'#') {
                let last = if next == end { end } else { next - 1 };
                if (from + 1..=last).contains(&self.at) {
                    let glued = self.at == from + 1;
                    let column = column + if glued { STEP } else { self.at - from };
                    let word = self.at..self.at;
                    self.spot(What::Value(item), word, Way::Here, column);
                    self.glue(glued);
                }
                return next_line(self.text, end);
            }
            column += next - from;
            from = next;
        }
        let Some(key) = key_at(self.text, from, end) else { return self.bare(column, from, end) };
        let map = self.enter(column, Kind::Map);
        let seat = self.reading.push(map, key.name.clone());
        let entry = self.reading.node(map).and_then(|node| node.entries.len().checked_sub(1));
        if (key.name.start..=key.name.end).contains(&self.at) {
            let what = What::Key { map, entry, colon: true, beside: None };
            let quoted = key.name.start != from;
            self.spot(what, key.name, Way::Here, column);
            self.quote(quoted);
        }
        self.value(key.colon + 1, end, column, seat)
    }

    /// Reads what stands behind a key.
    fn value(&mut self, colon_end: usize, end: usize, column: usize, seat: Seat) -> usize {
        let mut from = skip_blanks(self.text, colon_end);
        let empty = from == end || byte(self.text, from) == Some(b'#');
        // What was put right before a comment would become one with it.
        let last = if from == end { end } else { from - 1 };
        if empty && (colon_end..=last).contains(&self.at) {
            self.spot(What::Value(seat), self.at..self.at, Way::Below, column + STEP);
            self.glue(self.at == colon_end);
        }
        from = skip_properties(self.text, from, end);
        if from >= end || byte(self.text, from) == Some(b'#') {
            return next_line(self.text, end);
        }
        match byte(self.text, from) {
            Some(b'[' | b'{') => self.flow(from, Some(column), seat),
            _ => self.text_value(from, end, Some(column), seat, column + STEP),
        }
    }

    /// Reads a text that is the value of a seat. Lines that are indented no more than `limit` are not part of it.
    fn text_value(
        &mut self,
        from: usize,
        end: usize,
        limit: Option<usize>,
        seat: Seat,
        column: usize,
    ) -> usize {
        self.reading.fill(seat);
        let next = next_line(self.text, end);
        match byte(self.text, from) {
            Some(b'|' | b'>') => self.block_text(next, limit),
            Some(b'"' | b'\'') => {
                let close = self.quoted(from, limit);
                let inner = from + 1..close.min(end).max(from + 1);
                if close <= end && (inner.start..=inner.end).contains(&self.at) {
                    self.spot(What::Value(seat), inner, Way::Below, column);
                    self.quote(true);
                }
                next_line(self.text, line_end(self.text, close))
            }
            Some(b'*') => next,
            _ => {
                let word = from..content_end(self.text, from, end);
                if (word.start..=word.end).contains(&self.at) {
                    self.spot(What::Value(seat), word, Way::Below, column);
                }
                next
            }
        }
    }

    /// Reads something at a column that is neither an item nor a key with its colon: a value, or what will be a key.
    fn bare(&mut self, column: usize, from: usize, end: usize) -> usize {
        let frame = self.frame_at(column);
        let limit = frame.and_then(|frame| self.reading.node(frame)).map(|node| node.column);
        let seat = match frame {
            None if self.reading.is_empty() => Seat::Root,
            None => Seat::Nowhere,
            Some(frame) => self.reading.last(frame),
        };
        match byte(self.text, from) {
            Some(b'[' | b'{') => self.flow(from, limit, seat),
            Some(b'|' | b'>') => {
                self.reading.fill(seat);
                self.block_text(next_line(self.text, end), limit)
            }
            Some(b'"' | b'\'') => {
                let close = self.quoted(from, limit);
                let inner = from + 1..close.min(end).max(from + 1);
                if close <= end && (inner.start..=inner.end).contains(&self.at) {
                    self.gap(column, inner);
                    self.quote(true);
                }
                next_line(self.text, line_end(self.text, close))
            }
            Some(b'&' | b'!' | b'*' | b'%' | b'@' | b'`') => next_line(self.text, end),
            _ => {
                let word = from..content_end(self.text, from, end);
                if (word.start..=word.end).contains(&self.at) {
                    self.gap(column, word);
                }
                next_line(self.text, end)
            }
        }
    }

    /// Reads past the lines of a block text.
    fn block_text(&mut self, mut start: usize, limit: Option<usize>) -> usize {
        // A less indented empty line is part of the text only if more of it follows.
        let mut after = None;
        while start <= self.text.len() {
            let (from, end) = (skip_blanks(self.text, start), line_end(self.text, start));
            if from == end {
                let here = (start..=end).contains(&self.at).then(|| self.at - start);
                after = after.or(here.filter(|column| limit.is_some_and(|limit| *column <= limit)));
            } else if limit.is_some_and(|limit| from - start <= limit) {
                break;
            } else {
                after = None;
            }
            start = next_line(self.text, end);
        }
        if let Some(column) = after {
            self.gap(column, self.at..self.at);
        }
        start
    }

    /// Where a quoted text ends: at its closing quote, or else with the last line that is indented enough.
    pub(super) fn quoted(&self, from: usize, limit: Option<usize>) -> usize {
        let quote = byte(self.text, from);
        let (mut at, mut line) = (from + 1, None);
        while let Some(found) = byte(self.text, at) {
            let doubled = quote == Some(b'\'') && byte(self.text, at + 1) == quote;
            at = match found {
                b'\n' | b'\r' => {
                    let next = next_line(self.text, at);
                    let text = skip_blanks(self.text, next);
                    if text == line_end(self.text, next) {
                        line = line.or(Some(at));
                    } else if limit.is_some_and(|limit| text - next <= limit) {
                        break;
                    } else {
                        line = None;
                    }
                    next
                }
                b'\\' if quote == Some(b'"') && line_end(self.text, at) > at + 1 => at + 2,
                _ if Some(found) != quote => at + 1,
                _ if doubled => at + 2,
                _ => return at,
            };
        }
        line.unwrap_or(at.min(self.text.len()))
    }

    /// The node that a key or an item at a column belongs to.
    fn enter(&mut self, column: usize, kind: Kind) -> usize {
        while self.open.len().checked_sub(1).is_some_and(|top| self.is_left(top, column, kind)) {
            self.open.pop();
        }
        let top = self.open.last().copied();
        let node = match top.and_then(|top| Some((top, self.reading.node(top)?))) {
            Some((top, node)) if node.column == column && node.kind == kind => return top,
            Some((_, node)) if node.column == column && kind == Kind::Map => {
                self.reading.add(kind, column, Seat::Nowhere)
            }
            Some((top, _)) => self.child_of(self.reading.last(top), column, kind),
            None if self.reading.is_empty() => self.reading.add(kind, column, Seat::Root),
            None => self.child_of(Seat::Root, column, kind),
        };
        self.open.push(node);
        node
    }

    /// Whether a key or item at a column shows that an open node has ended.
    fn is_left(&self, index: usize, column: usize, kind: Kind) -> bool {
        let open = |index: usize| self.open.get(index).and_then(|node| self.reading.node(*node));
        let Some(node) = open(index) else { return true };
        // A list may stand right below its key, and another key right below it.
        let below = index.checked_sub(1).and_then(open);
        let is_level = node.kind != kind && below.is_some_and(|below| below.column == column);
        node.column > column || node.column == column && is_level
    }

    /// Whether a node is a list whose dashes stand right below the key that it belongs to.
    fn is_level_list(&self, node: usize) -> bool {
        let column = |node: usize| self.reading.node(node).map(|node| node.column);
        let is_list = self.reading.node(node).is_some_and(|node| node.kind == Kind::List);
        match self.reading.seat_of(node) {
            Seat::In(parent, _) => is_list && column(parent) == column(node),
            Seat::Root | Seat::Nowhere => false,
        }
    }

    /// The node of a seat, new or found again.
    fn child_of(&mut self, seat: Seat, column: usize, kind: Kind) -> usize {
        let child = self.reading.child(seat);
        let same = child.filter(|c| self.reading.node(*c).is_some_and(|node| node.kind == kind));
        match same {
            Some(node) => {
                self.reading.move_to(node, column);
                node
            }
            None if self.reading.is_filled(seat) || seat == Seat::Root => {
                self.reading.add(kind, column, Seat::Nowhere)
            }
            None => self.reading.add(kind, column, seat),
        }
    }

    /// The innermost node that something at a column may belong to, whatever it is.
    fn frame_at(&self, column: usize) -> Option<usize> {
        let fits = |index: &usize| !self.is_left(*index, column, Kind::Map);
        let innermost = (0..self.open.len()).rev().find(fits)?;
        self.open.get(innermost).copied()
    }

    /// The cursor is in an empty line or in the only word of one.
    fn gap(&mut self, column: usize, word: Range<usize>) {
        let Some(frame) = self.frame_at(column) else {
            if self.reading.is_empty() {
                self.spot(What::Value(Seat::Root), word, Way::Here, column);
            }
            return;
        };
        let Some(node) = self.reading.node(frame) else { return };
        let (level, kind) = (node.column == column, node.kind);
        let last = self.reading.last(frame);
        let what = match (level, kind) {
            (true, Kind::Map) => {
                let child = self.reading.child(last);
                let is_free = !self.reading.is_filled(last)
                    && child.is_none_or(|child| self.is_level_list(child));
                What::Key { map: frame, entry: None, colon: false, beside: is_free.then_some(last) }
            }
            (true, Kind::List) => What::Value(self.reading.seat_of(frame)),
            (false, _) if self.reading.is_filled(last) => return,
            (false, _) => What::Value(last),
        };
        self.spot(what, word, Way::Here, column);
    }

    pub(super) fn spot(&mut self, what: What, word: Range<usize>, way: Way, column: usize) {
        self.reading.spot = Some(Spot { what, word, quoted: false, glued: false, way, column });
    }

    pub(super) fn glue(&mut self, glued: bool) {
        if let Some(spot) = &mut self.reading.spot {
            spot.glued = glued;
        }
    }

    pub(super) fn quote(&mut self, quoted: bool) {
        if let Some(spot) = &mut self.reading.spot {
            spot.quoted = quoted;
        }
    }
}
