//! The lines of a CoNLL file in blocks, one for each text, and their tokens.

use crate::file_problems::FileProblems;
use crate::files::lines::blocks_of_lines;
use crate::text_file::TextFile;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_text::{Span, Text};

/// The line that starts a document.
pub(super) const DOCSTART: &str = "-DOCSTART-";

/// The lines of one text.
#[derive(Debug, Default)]
pub(super) struct TokenBlock {
    /// The lines before it: starts of documents, empty ones.
    pub(super) before: String,
    /// Its own lines, with the empty ones after it.
    pub(super) lines: String,
    /// The number of its document, from 1; 0 if no document was started.
    pub(super) document: usize,
}

/// A line with a token.
struct TaggedToken<'a> {
    token: &'a str,
    tag: &'a str,
}

/// Visits the blocks of a file; returns the lines after the last one.
pub(super) fn each_block(
    file: &mut TextFile,
    problems: &mut FileProblems,
    mut visit: impl FnMut(TokenBlock),
) -> String {
    let mut block = TokenBlock::default();
    let (mut document, mut ended, mut at) = (0, false, 0);
    let mut number = 0;
    for lines in blocks_of_lines(std::mem::take(&mut file.text)) {
        for line in lines.split_inclusive('\n') {
            let blank = line.trim().is_empty();
            let starts = line.starts_with(DOCSTART);
            if (starts || ended && !blank) && !block.lines.is_empty() {
                visit(std::mem::take(&mut block));
                ended = false;
            }
            document += usize::from(starts);
            if starts || blank && block.lines.is_empty() {
                block.before.push_str(line);
            } else {
                block.document = document;
                block.lines.push_str(line);
                ended |= blank;
                check(file, line, number, at, problems);
            }
            at += line.len();
            number += 1;
        }
    }
    if block.lines.is_empty() {
        return block.before;
    }
    visit(block);
    String::new()
}

/// Reports the problem of a line, if it has one.
fn check(file: &TextFile, line: &str, number: usize, at: usize, problems: &mut FileProblems) {
    let line = line.trim_end();
    let place = || DiagnosticPlace::Text {
        line: u32::try_from(number + 1).unwrap_or(u32::MAX),
        column: 1,
        bytes: at..at + line.len(),
    };
    if line.is_empty() || is_comment(line) {
        return;
    }
    let remedy =
        "Write a token, and after a tab B-, I- with a category, or O. The token has no tag.";
    match token(line) {
        Some(TaggedToken { tag, .. }) if !super::tags::is_known(tag) => {
            let message = format!("{} is no tag.", quoted(tag));
            problems.warn(file, place(), "unknown-tag", [message, remedy.to_owned()]);
        }
        Some(_) => {}
        None => {
            let message = format!("There is no tag after {}.", quoted(line.trim()));
            problems.warn(file, place(), "no-tag", [message, remedy.to_owned()]);
        }
    }
}

/// Token and tag of a line; `None` if it has only one column.
fn token(line: &str) -> Option<TaggedToken<'_>> {
    let tag_at = tag_at(line)?;
    let columns = line.get(..tag_at)?;
    let token = match columns.split_once('\t') {
        Some((token, _)) => token.trim(),
        None => columns.split_whitespace().next()?,
    };
    (!token.is_empty()).then_some(TaggedToken { token, tag: line.get(tag_at..)?.trim_end() })
}

/// Returns `true` if a line has a valid tag; `None` for a line that needs none.
pub(super) fn has_known_tag(line: &str) -> Option<bool> {
    let needs_tag = !line.starts_with(DOCSTART) && !is_comment(line.trim_end());
    needs_tag.then(|| token(line.trim_end()).is_some_and(|token| super::tags::is_known(token.tag)))
}

/// The start of the last column of a line. Tabs separate the columns if there are any, otherwise white space.
fn tag_at(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let has_tabs = line.contains('\t');
    let is_between = |c: char| if has_tabs { c == '\t' } else { c.is_whitespace() };
    let at = line.rfind(is_between)?;
    Some(at + line.get(at..)?.chars().next()?.len_utf8())
}

/// Returns `true` if a line is a comment such as those of CoNLL-U.
fn is_comment(line: &str) -> bool {
    line.starts_with("# ") && line.contains(" = ")
}

impl TokenBlock {
    fn tokens(&self) -> impl Iterator<Item = TaggedToken<'_>> {
        let lines = self.lines.lines().filter(|line| !line.trim().is_empty() && !is_comment(line));
        lines.map(|line| token(line).unwrap_or(TaggedToken { token: line.trim(), tag: "O" }))
    }

    pub(super) fn tags(&self) -> Vec<&str> {
        self.tokens().map(|token| token.tag).collect()
    }

    /// The text, and the span of each token in it.
    pub(super) fn text(&self) -> (Text, Vec<Span>) {
        let tokens: Vec<&str> = self.tokens().map(|token| token.token).collect();
        let told =
            self.lines.lines().find_map(|line| line.strip_prefix("# text = ")).map(Text::new);
        if let Some(text) = told
            && let Some(places) = places(&text, &tokens)
        {
            return (text, places);
        }
        let text = Text::new(tokens.join(" "));
        let places = places(&text, &tokens).unwrap_or_default();
        (text, places)
    }

    /// The lines with other tags.
    pub(super) fn with_tags(&self, tags: &[String]) -> String {
        let mut tags = tags.iter();
        let mut lines = String::with_capacity(self.lines.len());
        for line in self.lines.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            let is_token = !content.trim().is_empty() && !is_comment(content);
            let tag = if is_token { tags.next() } else { None };
            match tag {
                Some(tag) => {
                    let before = tag_at(content).and_then(|at| content.get(..at));
                    lines.push_str(before.unwrap_or(content));
                    if before.is_none() {
                        lines.push('\t');
                    }
                    lines.push_str(tag);
                    lines.push_str(line.get(content.len()..).unwrap_or_default());
                }
                None => lines.push_str(line),
            }
        }
        lines
    }
}

/// The spans of tokens in a text, one after the other; `None` if a token is missing.
pub(super) fn places(text: &Text, tokens: &[&str]) -> Option<Vec<Span>> {
    let string = text.as_str();
    let mut from = 0;
    let mut places = Vec::with_capacity(tokens.len());
    for token in tokens {
        let start = from + string.get(from..)?.find(token)?;
        from = start + token.len();
        places.push(text.span_of(start..from));
    }
    Some(places)
}
