//! A document: its layers, its sentences and the rows of their tokens.

use super::escapes;
use super::names::{NEW_LAYER, UNIT, VALUE};
use crate::file_problems::FileProblems;
use crate::files::lines::lines;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::text_file::TextFile;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_text::Text;

/// The kind of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerKind {
    Span,
    /// A layer of relations or of chains.
    Other,
}

/// A layer, with a column for each feature.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    /// The start of its line in the header: `#T_SP=`.
    prefix: String,
    pub(super) kind: LayerKind,
    pub(super) name: String,
    /// The names of its features; one that is empty if it has none.
    pub(super) features: Vec<String>,
}

impl Layer {
    /// The layer of edits of other formats.
    pub(super) fn new(name: &str) -> Self {
        Layer {
            prefix: "#T_SP=".to_owned(),
            kind: LayerKind::Span,
            name: name.to_owned(),
            features: vec![VALUE.to_owned()],
        }
    }

    /// Reads a line of the header; `None` if it is none of a layer.
    fn parse(line: &str) -> Option<Self> {
        let (prefix, rest) = line.split_once('=')?;
        let kind = match prefix {
            "#T_SP" => LayerKind::Span,
            "#T_CH" | "#T_RL" => LayerKind::Other,
            _ => return None,
        };
        let mut parts = rest.split('|');
        let name = parts.next()?.to_owned();
        let mut features: Vec<String> =
            parts.filter(|feature| !feature.is_empty()).map(str::to_owned).collect();
        if features.is_empty() {
            features.push(String::new());
        }
        Some(Layer { prefix: format!("{prefix}="), kind, name, features })
    }

    fn line(&self) -> String {
        format!("{}{}|{}", self.prefix, self.name, self.features.join("|"))
    }

    /// Returns `true` if a column has slots or what they point to, not a feature of its own.
    pub(super) fn is_slot(&self, column: usize) -> bool {
        let is_role =
            |at: usize| self.features.get(at).is_some_and(|feature| feature.starts_with("ROLE_"));
        self.kind == LayerKind::Span && (is_role(column) || column > 0 && is_role(column - 1))
    }

    /// The columns of features of its own.
    pub(super) fn own_columns(&self) -> impl Iterator<Item = (usize, &str)> {
        let features = self.features.iter().enumerate();
        let own = features.filter(|(at, feature)| !self.is_slot(*at) && !feature.is_empty());
        own.map(|(at, feature)| (at, feature.as_str()))
    }

    /// The column of the category.
    pub(super) fn category(&self) -> Option<usize> {
        let named = |name: &str| self.own_columns().find(|(_, feature)| *feature == name);
        let usual = [VALUE, "label", "category", "type"].iter().find_map(|name| named(name));
        let first = || self.own_columns().find(|(_, feature)| *feature != "comment");
        usual.or_else(first).map(|(at, _)| at)
    }

    /// The last part of its name.
    pub(super) fn short_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or_default()
    }
}

/// The row of a token, or of a part of one.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The number of its line; 0 in a new document.
    pub(super) line: u64,
    pub(super) is_part: bool,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The cells after the text.
    pub(super) cells: Vec<String>,
}

/// A sentence.
#[derive(Debug, Clone, Default)]
pub(super) struct Sentence {
    /// Its lines that begin with `#`.
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// A document.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// The first line.
    pub(super) format: String,
    pub(super) layers: Vec<Layer>,
    pub(super) sentences: Vec<Sentence>,
    pub(super) text: Text,
    /// The unit of the offsets of rows.
    pub(super) unit: OffsetUnit,
}

/// The beginning of the first line.
const FORMAT: &str = "#FORMAT=WebAnno TSV 3";
const TEXT: &str = "#Text=";

impl Document {
    /// Reads a file; `None`, with a problem, if it is none of this format.
    pub(super) fn read(
        file: &TextFile,
        asked: Option<OffsetUnit>,
        problems: &mut FileProblems,
    ) -> Option<Self> {
        let text = file.text.trim_start_matches('\u{feff}');
        let mut document = Document {
            format: String::new(),
            layers: Vec::new(),
            sentences: Vec::new(),
            text: Text::EMPTY,
            unit: asked.unwrap_or(UNIT),
        };
        let mut tokens = Vec::new();
        let mut is_open = false;
        for line in lines(text) {
            let content = line.text.strip_suffix('\r').unwrap_or(line.text);
            if line.number == 1 {
                if !content.starts_with(FORMAT) {
                    let said = [
                        "This is no WebAnno TSV 3.",
                        "Its first line begins with “#FORMAT=WebAnno TSV 3”.",
                    ];
                    problems.error(file, line.place(), "no-webanno", said.map(str::to_owned));
                    return None;
                }
                content.clone_into(&mut document.format);
                continue;
            }
            let layer = if document.sentences.is_empty() { Layer::parse(content) } else { None };
            if let Some(layer) = layer {
                document.layers.push(layer);
            } else if content.is_empty() {
                is_open = false;
            } else if content.starts_with('#') {
                let has_rows = document.sentences.last().is_some_and(|last| !last.rows.is_empty());
                if !is_open || has_rows {
                    document.sentences.push(Sentence::default());
                }
                is_open = true;
                if let Some(last) = document.sentences.last_mut() {
                    last.head.push(content.to_owned());
                }
            } else if let Some((row, token)) = row(content, line.number)
                && let Some(last) = document.sentences.last_mut()
            {
                tokens.push((row.line, row.start, row.end, token));
                last.rows.push(row);
            } else {
                let said = format!("{} is no row of a token.", quoted(content));
                let remedy = "A row is a number such as 1-1, offsets such as 0-3, the token and a value for each column, with tabs between.";
                problems.error(file, line.place(), "no-row", [said, remedy.to_owned()]);
            }
        }
        document.text = document.joined();
        document.check(file, asked, &tokens, problems);
        Some(document)
    }

    /// Settles the unit by the texts of the tokens, and warns of the first that is not in its place.
    fn check(
        &mut self,
        file: &TextFile,
        asked: Option<OffsetUnit>,
        tokens: &[(u64, u32, u32, String)],
        problems: &mut FileProblems,
    ) {
        let mut fits = OffsetUnitEvidence::default();
        tokens.iter().for_each(|(_, start, _, token)| fits.count(&self.text, *start, token));
        let reading = crate::ImportOptions { unit: asked, ..crate::ImportOptions::default() };
        let unit = fits.settle(UNIT, reading, file, problems);
        if unit != self.unit {
            self.unit = unit;
            self.text = self.joined();
        }
        let is_wrong = |(_, start, end, token): &&(u64, u32, u32, String)| {
            let span = self.unit.span(&self.text, *start, *end);
            span.is_none_or(|span| self.text.slice(span) != token)
        };
        let wrong = tokens.iter().filter(is_wrong).count();
        if let Some((line, _, _, token)) = tokens.iter().find(is_wrong) {
            let said = format!(
                "{} is not at its offsets, and so are {} other tokens.",
                quoted(token),
                wrong - 1
            );
            let remedy = "Name another unit of offsets, or export the document again.".to_owned();
            problems.warn(file, place_of(*line), "token-elsewhere", [said, remedy]);
        }
        self.check_cells(file, problems);
    }

    /// Warns of the first row with fewer cells than the layers have columns.
    fn check_cells(&self, file: &TextFile, problems: &mut FileProblems) {
        let columns = self.first_column(self.layers.len());
        let mut rows = self.sentences.iter().flat_map(|sentence| &sentence.rows);
        // A line ends with a tab, after which an empty cell is read.
        let cells = |row: &Row| row.cells.iter().filter(|cell| !cell.is_empty()).count();
        if let Some(row) = rows.find(|row| cells(row) < columns) {
            let said = format!(
                "This row has {} cells after the token, not {columns} as the layers have columns.",
                cells(row)
            );
            let remedy = "What is annotated in the others is lost: export the document again.";
            problems.warn(file, place_of(row.line), "row-cut", [said, remedy.to_owned()]);
        }
    }

    /// The text of the sentences, with blanks where there are gaps between them.
    fn joined(&self) -> Text {
        let length = |text: &str| match self.unit {
            OffsetUnit::Utf16 => text.chars().map(char::len_utf16).sum::<usize>(),
            OffsetUnit::CodePoints => text.chars().count(),
            OffsetUnit::Bytes => text.len(),
        };
        let (mut text, mut written) = (String::new(), 0);
        // Gaps cannot be longer than the file is for documents that have any text.
        let most: usize = self
            .sentences
            .iter()
            .map(|sentence| {
                sentence.head.iter().map(String::len).sum::<usize>() + sentence.rows.len()
            })
            .sum();
        let mut room = most.saturating_mul(16);
        for sentence in &self.sentences {
            let start = sentence.rows.first().map(|row| row.start as usize);
            if start.is_some_and(|start| written > start) && text.ends_with('\n') {
                text.pop();
                written -= 1;
            }
            let gap = start.map_or(0, |start| start.saturating_sub(written)).min(room);
            room -= gap;
            text.extend(std::iter::repeat_n(' ', gap));
            written += gap;
            for line in sentence.head.iter().filter_map(|line| line.strip_prefix(TEXT)) {
                let line = escapes::read_text(line);
                written += length(&line) + 1;
                text.push_str(&line);
                text.push('\n');
            }
        }
        text.pop();
        Text::new(text)
    }

    /// A document for a text of another format: a sentence for each line with words, a token for each word.
    pub(super) fn of(text: &Text, layers: Vec<Layer>) -> Self {
        let mut sentences: Vec<(usize, usize)> = Vec::new();
        let (mut start, mut at, mut has_words) = (0, 0, false);
        let whole = text.as_str();
        for line in whole.split_inclusive('\n') {
            let is_blank = line.trim().is_empty();
            if has_words && !is_blank {
                sentences.push((start, at));
                start = at;
            }
            has_words |= !is_blank;
            at += line.len();
        }
        if start < at {
            sentences.push((start, at));
        }
        let count = sentences.len();
        let sentence = |(number, (start, end)): (usize, (usize, usize))| {
            let part = whole.get(start..end).unwrap_or_default();
            // The line break after a sentence is not written, but for the last one, after which there is none.
            let is_last = number + 1 == count;
            let shown = if is_last { part } else { part.strip_suffix('\n').unwrap_or(part) };
            let head = shown.split('\n').map(|line| format!("{TEXT}{}", escapes::text(line)));
            let row = |bytes: std::ops::Range<usize>| {
                let span = text.span_of(start + bytes.start..start + bytes.end);
                let (start, end) = UNIT.offsets(text, span);
                Row { line: 0, is_part: false, start, end, cells: Vec::new() }
            };
            Sentence { head: head.collect(), rows: tokens(shown).into_iter().map(row).collect() }
        };
        let sentences = sentences.into_iter().enumerate().map(sentence).collect();
        let format = format!("{FORMAT}.3");
        Document { format, layers, sentences, text: text.clone(), unit: UNIT }
    }

    /// The columns of all layers before one.
    pub(super) fn first_column(&self, layer: usize) -> usize {
        self.layers.iter().take(layer).map(|layer| layer.features.len()).sum()
    }

    /// The text of the file.
    pub(super) fn to_text(&self) -> String {
        let mut out = format!("{}\n", self.format);
        for layer in &self.layers {
            out.push_str(&layer.line());
            out.push('\n');
        }
        out.push('\n');
        for (number, sentence) in (1..).zip(&self.sentences) {
            out.push('\n');
            for line in &sentence.head {
                out.push_str(line);
                out.push('\n');
            }
            let (mut token, mut part) = (0, 0);
            for row in &sentence.rows {
                part = if row.is_part { part + 1 } else { 0 };
                token += usize::from(!row.is_part);
                let id = match row.is_part {
                    true => format!("{number}-{token}.{part}"),
                    false => format!("{number}-{token}"),
                };
                let span = self.unit.span(&self.text, row.start, row.end);
                let text = span.map(|span| self.text.slice(span)).unwrap_or_default();
                let cells: String = row.cells.iter().map(|cell| format!("{cell}\t")).collect();
                let (start, end) = (row.start, row.end);
                out.push_str(&format!("{id}\t{start}-{end}\t{}\t{cells}\n", escapes::text(text)));
            }
        }
        out
    }
}

impl Layer {
    /// Returns `true` for the layer of edits of other formats.
    pub(super) fn is_new(&self) -> bool {
        self.name == NEW_LAYER
    }
}

/// The place of a line, by its number.
fn place_of(line: u64) -> DiagnosticPlace {
    let line = u32::try_from(line).unwrap_or(u32::MAX);
    DiagnosticPlace::Text { line, column: 1, bytes: 0..0 }
}

/// Reads a row, with the text of its token.
fn row(line: &str, number: u64) -> Option<(Row, String)> {
    let mut cells = line.split('\t');
    let (id, offsets, token) = (cells.next()?, cells.next()?, cells.next()?);
    let (start, end) = offsets.split_once('-')?;
    let (start, end) = (start.parse().ok()?, end.parse().ok()?);
    id.split_once('-')?;
    let cells = cells.map(str::to_owned).collect();
    let row = Row { line: number, is_part: id.contains('.'), start, end, cells };
    (start <= end).then(|| (row, escapes::read_text(token)))
}

/// The tokens of a sentence, in bytes: its words, of which the first begins where the sentence does.
fn tokens(sentence: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut open = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        match (open, c.is_whitespace()) {
            (None, false) => open = Some(at),
            (Some(start), true) => {
                tokens.push(start..at);
                open = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    match tokens.first_mut() {
        Some(first) => first.start = 0,
        None if !sentence.is_empty() => tokens.push(0..sentence.len()),
        None => {}
    }
    tokens
}
