//! Reading a text with syntax errors, as while someone types.
//!
//! The parser ends at a syntax error. The reader then follows one rule:
//!
//! *The part that could not be read is read alone, as if the text ended with it; reading goes on with the line below.*
//!
//! The part begins at the end of the text already read. In quotes or brackets it ends before the first line that is
//! indented no deeper than the list or map around it, and open quotes and brackets are closed there; otherwise it ends
//! with its line, and a text without a colon is a key if it can be nothing else, or if the line below is indented like
//! it. A value that cannot be read even so is kept as a text; anything else is left out.
//!
//! The parser reads a part inside its lists and maps: lines that open the same ones are put before it, and the builder
//! does not see their events.

use std::ops::Range;

use granit_parser::{Event, Parser, ScanError, Span, StrInput, StructureStyle};

use super::build::{Excerpt, OpenCollection, OpenContent, TreeBuilder};
use super::lines::{WHITE, column, line_end, next_line, rest, skip_blank, slice, trimmed};
use super::location::TextLocation;
use super::read::{options, too_long};
use super::syntax;
use super::tree::{CollectionLayout, MappingEntry, YamlDocument, YamlNode, YamlValue};
use spanwise_limits::{LONGEST_TEMPLATE, MOST_SYNTAX_ERRORS};

/// Reads the first document of a YAML text like [`read`](super::read()), but goes on after syntax errors.
///
/// The [diagnostics](YamlDocument::diagnostics) are those up to the first syntax error. A key without a colon has no
/// [indicator](super::NodeSource::indicator) before its value. Scalars and collections that are not closed are
/// [cut](YamlNode::cut).
#[must_use]
pub fn read_with_recovery(text: &str) -> YamlDocument {
    if text.len() > LONGEST_TEMPLATE {
        return YamlDocument { diagnostics: vec![too_long(text)], ..YamlDocument::default() };
    }
    let mut builder = TreeBuilder::new(text);
    let ParsingOutcome::Failed(error) = builder.parse_all() else { return builder.finish() };
    let mut diagnostics = builder.diagnostics.clone();
    diagnostics.push(syntax::diagnostic(text, &error, builder.end()));
    for _ in 0..MOST_SYNTAX_ERRORS {
        match builder.go_on() {
            ParsingOutcome::Failed(_) => {}
            ParsingOutcome::Ended => break,
        }
    }
    builder.close_all();
    YamlDocument { diagnostics, ..builder.finish() }
}

/// The outcome of parsing.
enum ParsingOutcome {
    /// A syntax error.
    Failed(ScanError),
    /// The end of the document, or a limit of templates.
    Ended,
}

/// Lines that reopen the open lists and maps, for the parser to read before a part.
struct OpenLines {
    lines: String,
    /// The number of nodes in these lines, keys included.
    nodes: usize,
}

impl TreeBuilder<'_> {
    fn parse_all(&mut self) -> ParsingOutcome {
        for step in Parser::new_from_str_with_options(self.text, options()) {
            let (event, span) = match step {
                Ok(step) => step,
                Err(error) => return ParsingOutcome::Failed(error),
            };
            if !self.accept(event, &span) {
                break;
            }
        }
        ParsingOutcome::Ended
    }

    /// Reads the part at a syntax error, and the text after it up to the next error.
    fn go_on(&mut self) -> ParsingOutcome {
        self.undo_held_lines();
        self.settle();
        self.undo_unfinished();
        let start = self.unread();
        self.close_deeper(start);
        let end = self.part_end(start);
        let part = start..end;
        let is_read =
            self.read_part(part.clone()) || self.reopen(start) && self.read_part(part.clone());
        if !is_read {
            self.keep_as_text(part);
        }
        let below = next_line(self.text, end.max(start)).map(|line| skip_blank(self.text, line));
        let Some(below) = below.filter(|below| *below < self.text.len()) else {
            return ParsingOutcome::Ended;
        };
        self.close_deeper(below);
        self.parse_rest(below)
    }

    /// Reads the text from a position on.
    fn parse_rest(&mut self, start: usize) -> ParsingOutcome {
        let Some(OpenLines { mut lines, nodes }) = self.context(start) else {
            return ParsingOutcome::Ended;
        };
        self.enter_excerpt(&lines, start..self.text.len());
        lines.push_str(rest(self.text, start));
        let mut skipped = ContextReader::new(nodes);
        for step in self.parser(&lines) {
            let (event, span) = match step {
                Ok(step) => step,
                Err(error) => return ParsingOutcome::Failed(error),
            };
            if !skipped.is_part_of_context(&event) && !self.accept(event, &span) {
                break;
            }
        }
        ParsingOutcome::Ended
    }

    /// Reads a part as if the text ended with it; returns `false`, with nothing read, if that is impossible.
    fn read_part(&mut self, part: Range<usize>) -> bool {
        let Some(context) = self.context(part.start) else { return false };
        let written = slice(self.text, part.clone());
        let content = without_dashes(written);
        let ends = match closing(content) {
            Some(closing) => [closing.clone(), closing + ":"],
            None if self.goes_on_below(part.end - content.len(), part.end) => {
                [":".to_owned(), String::new()]
            }
            None => [String::new(), ":".to_owned()],
        };
        ends.iter().any(|end| {
            let input = [context.lines.as_str(), written, end].concat();
            let Some(events) = self.events_of_part(&input, context.nodes) else { return false };
            self.enter_excerpt(&context.lines, part.clone());
            let last = events.len().saturating_sub(1);
            for (index, (event, span)) in events.into_iter().enumerate() {
                self.settle();
                let is_left_out = matches!(&event, Event::Scalar(..)) && span.is_empty();
                // A value that is left out at the end may follow in the lines below.
                if index == last && is_left_out && self.has_pending_key()
                    || !self.accept(event, &span)
                {
                    break;
                }
            }
            self.settle();
            true
        })
    }

    /// Returns `true` if the line below a part is indented like the part or deeper.
    fn goes_on_below(&self, start: usize, end: usize) -> bool {
        let below = next_line(self.text, end).map(|line| skip_blank(self.text, line));
        below.is_some_and(|below| {
            below < self.text.len() && column(self.text, below) >= column(self.text, start)
        })
    }

    /// The events of a part that ends a text, without the final ends of lists and maps in lines, which the lines below
    /// may continue. `None` if the part cannot be parsed or has no events.
    fn events_of_part<'i>(&self, input: &'i str, nodes: usize) -> Option<Vec<(Event<'i>, Span)>> {
        let mut skipped = ContextReader::new(nodes);
        let (mut events, mut length) = (Vec::new(), 0);
        let mut open = Vec::new();
        for step in self.parser(input) {
            let (event, span) = step.ok()?;
            if skipped.is_part_of_context(&event) {
                continue;
            }
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "the events of the parser may become more"
            )]
            let is_end_of_lines = match &event {
                Event::SequenceStart(style, ..) | Event::MappingStart(style, ..) => {
                    open.push(*style);
                    false
                }
                Event::SequenceEnd | Event::MappingEnd => open.pop() != Some(StructureStyle::Flow),
                Event::DocumentEnd | Event::StreamEnd => true,
                _ => false,
            };
            events.push((event, span));
            if !is_end_of_lines {
                length = events.len();
            }
        }
        events.truncate(length);
        (length > 0).then_some(events)
    }

    /// A parser whose anchors are numbered after those so far.
    fn parser<'i>(&self, input: &'i str) -> Parser<'i, StrInput<'i>> {
        let mut parser = Parser::new_from_str_with_options(input, options());
        parser.set_anchor_offset(self.next_anchor());
        parser
    }

    /// Takes back the innermost open lists and maps while they are in brackets or empty.
    fn undo_unfinished(&mut self) {
        while let Some(frame) = self.frames.last()
            && (frame.layout == CollectionLayout::Flow || frame.is_empty())
        {
            let start = frame.source.indicator().unwrap_or(frame.source.start());
            self.frames.pop();
            self.places.end = start;
        }
    }

    /// The start of the first unread part.
    fn unread(&self) -> usize {
        let next = self.places.next();
        if self.has_pending_key() && self.places.is(next, b':') {
            return skip_blank(self.text, next + 1);
        }
        next
    }

    fn has_pending_key(&self) -> bool {
        self.frames.last().is_some_and(OpenCollection::has_pending_key)
    }

    /// Returns `true` if a part is the value of a key in the same line.
    fn is_beside_key(&self, start: usize) -> bool {
        let key = self.frames.last().and_then(OpenCollection::pending_key);
        key.is_some_and(|key| {
            !slice(self.text, key.source.content().end..start).contains(['\n', '\r'])
        })
    }

    /// The end of the part that starts at a position.
    fn part_end(&self, start: usize) -> usize {
        let line = line_end(self.text, start);
        let written = without_dashes(slice(self.text, start..line));
        if !written.starts_with(QUOTES) && !written.starts_with(BRACKETS) {
            let comment = slice(self.text, start..line).find(" #");
            return trimmed(self.text, comment.map_or(line, |length| start + length)).max(start);
        }
        let in_brackets = written.starts_with(BRACKETS);
        let is_item = written.len() < slice(self.text, start..line).len();
        let around = self.frames.last().map(|frame| frame.column(self.text));
        let limit = if is_item { Some(column(self.text, start)) } else { around };
        let mut end = line;
        let mut next = next_line(self.text, line);
        while let Some(start) = next {
            let line = slice(self.text, start..line_end(self.text, start));
            let content = line.trim_start_matches([' ', '\t']);
            let indent = line.len() - content.len();
            // Closing brackets and bare items are often indented less than YAML allows.
            let may_be_outside = in_brackets && content.starts_with([',', '[', ']', '{', '}', '#']);
            if !content.is_empty() {
                if !may_be_outside && limit.is_some_and(|limit| indent <= limit) {
                    break;
                }
                end = start + line.len();
            }
            next = next_line(self.text, start);
        }
        end
    }

    /// The lines that open the lists and maps around a part; `None` if one of them is the key of a map.
    fn context(&self, start: usize) -> Option<OpenLines> {
        let mut context = OpenLines { lines: String::new(), nodes: 0 };
        let beside = self.is_beside_key(start);
        for (index, frame) in self.frames.iter().enumerate() {
            let is_last = index + 1 == self.frames.len();
            let column = frame.column(self.text);
            let lines = &mut context.lines;
            lines.extend(std::iter::repeat_n(' ', column));
            let is_complete = is_last && !frame.has_pending_key();
            match &frame.parts {
                OpenContent::Map(_) if !is_last && !frame.has_pending_key() => return None,
                OpenContent::Map(_) => {
                    lines.push_str("k:");
                    context.nodes += 2;
                }
                OpenContent::Seq(_) => {
                    lines.push('-');
                    context.nodes += 1;
                }
            }
            if is_complete {
                lines.push_str(" ''");
                context.nodes += 1;
            }
            if is_last && beside {
                let width = self::column(self.text, start).saturating_sub(column + "k:".len());
                lines.extend(std::iter::repeat_n(' ', width.max(1)));
                return Some(context);
            }
            lines.push('\n');
        }
        context.lines.extend(std::iter::repeat_n(' ', self::column(self.text, start)));
        Some(context)
    }

    fn enter_excerpt(&mut self, before: &str, part: Range<usize>) {
        let line = TextLocation::in_text(self.text, part.start..part.start).line;
        self.excerpt = Excerpt {
            prefix: before.len(),
            prefix_lines: before.matches('\n').count(),
            start: part.start,
            lines: usize::try_from(line).unwrap_or_default().saturating_sub(1),
            end: part.end,
        };
    }

    /// Closes the lists and maps that are indented deeper than a position.
    fn close_deeper(&mut self, start: usize) {
        let column = column(self.text, start);
        while self.frames.last().is_some_and(|frame| frame.column(self.text) > column) {
            self.close_last();
        }
    }

    fn close_all(&mut self) {
        self.settle();
        self.undo_unfinished();
        while !self.frames.is_empty() {
            self.close_last();
        }
    }

    fn close_last(&mut self) {
        if self.has_pending_key() {
            let end = self.unread().min(self.places.end);
            self.attach_text(end..end);
        }
        self.close(false);
    }

    /// Reopens the list or map that is the last value of the innermost map, if the line at `start` continues it with
    /// another indentation.
    fn reopen(&mut self, start: usize) -> bool {
        let (text, is_item) = (self.text, rest(self.text, start).starts_with("- "));
        let Some(frame) = self.frames.last_mut() else { return false };
        // A list may stand right below its key.
        let first_column = frame.column(text) + usize::from(!is_item);
        let OpenContent::Map(map) = &mut frame.parts else { return false };
        let fits = |entry: &mut MappingEntry| match &entry.value.value {
            YamlValue::Scalar(_) => false,
            YamlValue::Seq(sequence) => is_item && sequence.layout == CollectionLayout::Block,
            YamlValue::Map(mapping) => !is_item && mapping.layout == CollectionLayout::Block,
        };
        if column(text, start) < first_column || map.pending.is_some() {
            return false;
        }
        let Some(MappingEntry { key, value, role }) = map.written.pop_if(fits) else {
            return false;
        };
        map.pending = Some((key, role));
        let reopened = OpenCollection::reopened(value, column(text, start));
        self.frames.extend(reopened);
        true
    }

    /// Keeps an unreadable part as a text, up to the end of its line, if it is the value of a key in that line.
    fn keep_as_text(&mut self, part: Range<usize>) {
        if self.is_beside_key(part.start) {
            let line = line_end(self.text, part.start).min(part.end);
            self.attach_text(part.start..line);
        }
        self.places.reach(part.end);
    }
}

impl OpenCollection {
    fn is_empty(&self) -> bool {
        match &self.parts {
            OpenContent::Seq(items) => items.is_empty(),
            OpenContent::Map(map) => map.written.is_empty() && map.pending.is_none(),
        }
    }

    /// The key that waits for its value.
    fn pending_key(&self) -> Option<&YamlNode> {
        match &self.parts {
            OpenContent::Seq(_) => None,
            OpenContent::Map(map) => map.pending.as_ref().map(|(key, _)| key),
        }
    }

    fn has_pending_key(&self) -> bool {
        self.pending_key().is_some()
    }
}

/// Skips the events of [`OpenLines`], by counting their nodes.
struct ContextReader {
    nodes: usize,
    has_document: bool,
}

impl ContextReader {
    fn new(nodes: usize) -> Self {
        ContextReader { nodes, has_document: false }
    }

    fn is_part_of_context(&mut self, event: &Event<'_>) -> bool {
        if !self.has_document {
            self.has_document = matches!(event, Event::DocumentStart(..));
            return true;
        }
        let is_part = self.nodes > 0;
        self.nodes -= usize::from(is_part && event.is_node());
        is_part
    }
}

const QUOTES: [char; 2] = ['"', '\''];
const BRACKETS: [char; 2] = ['[', '{'];

/// A part without the dashes of the items that it begins.
fn without_dashes(part: &str) -> &str {
    let mut content = part;
    while let Some(item) = content.strip_prefix('-')
        && item.starts_with(WHITE)
    {
        content = item.trim_start_matches(WHITE);
    }
    content
}

/// The text that closes the open quotes and brackets of a part; `None` if it begins with neither.
fn closing(part: &str) -> Option<String> {
    if !part.starts_with(QUOTES) && !part.starts_with(BRACKETS) {
        return None;
    }
    let mut brackets = String::new();
    let (mut quote, mut in_comment, mut is_escaped) = (None, false, false);
    let mut before = ' ';
    for c in part.chars() {
        let begins_token = WHITE.contains(&before) || "[]{},:".contains(before);
        match quote {
            _ if in_comment => in_comment = c != '\n' && c != '\r',
            Some(_) if is_escaped => is_escaped = false,
            Some('"') if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            // The second of two single quotes is one in the text.
            None if c == '\'' && before == '\'' || begins_token && QUOTES.contains(&c) => {
                quote = Some(c);
            }
            None => match c {
                '#' if WHITE.contains(&before) => in_comment = true,
                '[' => brackets.push(']'),
                '{' => brackets.push('}'),
                ']' | '}' => {
                    brackets.pop();
                }
                _ => {}
            },
        }
        before = c;
    }
    let escape = if is_escaped { "\\" } else { "" };
    let line = if in_comment { "\n" } else { "" };
    let brackets: String = brackets.chars().rev().collect();
    Some(
        [escape, quote.map_or("", |quote| if quote == '"' { "\"" } else { "'" }), line, &brackets]
            .concat(),
    )
}
