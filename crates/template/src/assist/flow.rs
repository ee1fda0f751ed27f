//! Reads maps and lists in brackets.

use std::ops::Range;

use super::block::Scanner;
use super::lines::{byte, closing_quote, content_end, is_space, line_end, next_line, skip_blanks};
use super::reading::{Kind, Seat, Way, What};

/// A map or list whose bracket is open.
struct Frame {
    node: usize,
    kind: Kind,
    state: State,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A key, or an item.
    Start,
    /// The colon of a key.
    Colon,
    /// The value of a key.
    Value,
    /// A comma, or the closing bracket.
    Comma,
}

impl Scanner<'_> {
    /// Reads a map or list in brackets; it ends before a line of the block around it if brackets stay open: one that
    /// is indented no more than `limit`. Gives the start of the next line.
    pub(super) fn flow(&mut self, from: usize, limit: Option<usize>, seat: Seat) -> usize {
        let mut frames: Vec<Frame> = Vec::new();
        let (mut at, mut seat) = (from, seat);
        loop {
            if at == self.at
                && let Some(frame) = frames.last()
            {
                self.flow_gap(frame);
            }
            let Some(found) = byte(self.text, at) else { return self.text.len() + 1 };
            at = match found {
                b' ' | b'\t' => at + 1,
                b'\n' | b'\r' if self.block_goes_on(at, limit) => return next_line(self.text, at),
                b'\n' | b'\r' => next_line(self.text, at),
                b'#' if at == from || is_space(self.text, at - 1) => self.flow_comment(at),
                b'[' | b'{' => {
                    if at == self.at {
                        self.reading.spot = None;
                    }
                    if let Some(frame) = frames.last_mut() {
                        seat = self.seat_in(frame);
                    }
                    let kind = if found == b'[' { Kind::List } else { Kind::Map };
                    let node = self.reading.add(kind, 0, seat);
                    frames.push(Frame { node, kind, state: State::Start });
                    at + 1
                }
                b']' | b'}' => {
                    frames.pop();
                    if frames.is_empty() {
                        return next_line(self.text, line_end(self.text, at));
                    }
                    at + 1
                }
                b',' | b':' => {
                    if let Some(frame) = frames.last_mut() {
                        frame.state = if found == b',' { State::Start } else { State::Value };
                    }
                    at + 1
                }
                _ => match frames.last_mut() {
                    Some(frame) => self.flow_text(at, limit, frame),
                    None => return next_line(self.text, line_end(self.text, at)),
                },
            };
        }
    }

    /// Whether the line after this line's end belongs to the block around.
    fn block_goes_on(&self, end: usize, limit: Option<usize>) -> bool {
        let next = next_line(self.text, end);
        let from = skip_blanks(self.text, next);
        // Closing brackets and bare items are often put where, strictly, they must not be.
        let is_mark = |b: u8| matches!(b, b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'\n' | b'\r');
        let looks_so = byte(self.text, from).is_some_and(|b| !is_mark(b));
        looks_so && limit.is_some_and(|limit| from.saturating_sub(next) <= limit)
    }

    /// Reads past a comment; nothing is offered in it.
    fn flow_comment(&mut self, from: usize) -> usize {
        let end = line_end(self.text, from);
        if (from..=end).contains(&self.at) {
            self.reading.spot = None;
        }
        // The cursor at the end of a comment must not be met again.
        if end == self.at { next_line(self.text, end) } else { end }
    }

    /// Makes the next value that of a key or of a new item, and gives its seat.
    fn seat_in(&mut self, frame: &mut Frame) -> Seat {
        let is_key = frame.kind == Kind::Map && frame.state == State::Value;
        frame.state = State::Comma;
        match frame.kind {
            Kind::Map if is_key => self.reading.last(frame.node),
            Kind::Map => Seat::Nowhere,
            Kind::List => self.reading.push(frame.node, 0..0),
        }
    }

    /// The cursor is between two parts.
    fn flow_gap(&mut self, frame: &Frame) {
        let node = frame.node;
        let count = self.reading.node(node).map_or(0, |node| node.entries.len());
        let what = match (frame.kind, frame.state) {
            (Kind::Map, State::Start) => {
                What::Key { map: node, entry: None, colon: false, beside: None }
            }
            (Kind::Map, State::Value) => What::Value(self.reading.last(node)),
            (Kind::List, State::Start) => What::Value(Seat::In(node, count)),
            _ => return,
        };
        self.spot(what, self.at..self.at, Way::Brackets, 0);
        let before = self.at.checked_sub(1).and_then(|before| byte(self.text, before));
        self.glue(before == Some(b':'));
    }

    /// Reads a text: a key, a value or an item. Gives its end.
    fn flow_text(&mut self, from: usize, limit: Option<usize>, frame: &mut Frame) -> usize {
        let quoted = matches!(byte(self.text, from), Some(b'"' | b'\''));
        let (word, end) =
            if quoted { self.quoted_word(from, limit) } else { self.plain_word(from) };
        let touches = (word.start..=word.end).contains(&self.at);
        let what = if frame.kind == Kind::Map && frame.state != State::Value {
            frame.state = State::Colon;
            let entry = match self.reading.push(frame.node, word.clone()) {
                Seat::In(_, entry) => Some(entry),
                Seat::Root | Seat::Nowhere => None,
            };
            let colon = byte(self.text, skip_blanks(self.text, end)) == Some(b':');
            What::Key { map: frame.node, entry, colon, beside: None }
        } else {
            What::Value(self.seat_in(frame))
        };
        if touches {
            self.spot(what, word, Way::Brackets, 0);
            self.quote(quoted);
        } else if (from..=end).contains(&self.at) {
            self.reading.spot = None;
        }
        end
    }

    /// What is in the quotes, and where it ends with them.
    fn quoted_word(&self, from: usize, limit: Option<usize>) -> (Range<usize>, usize) {
        let line = line_end(self.text, from);
        match closing_quote(self.text, from, line) {
            Some(close) => (from + 1..close, close + 1),
            None => {
                let end = self.quoted(from, limit);
                let is_closed = end > line && matches!(byte(self.text, end), Some(b'"' | b'\''));
                (from + 1..line.max(from + 1), if is_closed { end + 1 } else { end.max(from + 1) })
            }
        }
    }

    /// A text without quotes, and where it ends.
    fn plain_word(&self, from: usize) -> (Range<usize>, usize) {
        let line = line_end(self.text, from);
        let is_mark =
            |at: usize| matches!(byte(self.text, at), Some(b',' | b'[' | b']' | b'{' | b'}'));
        let is_colon = |at: usize| {
            byte(self.text, at) == Some(b':') && (is_space(self.text, at + 1) || is_mark(at + 1))
        };
        let stop = (from..line).find(|at| is_mark(*at) || is_colon(*at)).unwrap_or(line);
        let end = content_end(self.text, from, stop).max((from + 1).min(stop));
        (from..end, end)
    }
}
