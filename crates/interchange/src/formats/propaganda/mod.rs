//! The Propaganda Techniques Corpus (Da San Martino et al. 2019): articles, with spans of 18 techniques.
//!
//! A folder of `article<ID>.txt`, and of files with a line for each mark: the id of the article, the technique, and the
//! start and end in code points, separated by tabs. There is one for each article (`article<ID>.labels.tsv`,
//! `article<ID>.task-FLC.labels`, `article<ID>.task-flc-tc.labels`) or one for all (`….task2-TC.labels`): every file
//! ending in `.labels` or `.labels.tsv` is read, and the id identifies the article. Texts keep their line breaks, files
//! their names, and lines their order; a line that can't be read comes back as it was.
//!
//! The spans of SemEval 2020's task SI (`….task1-SI.labels`) have no technique, only id, begin and end: their category is
//! `propaganda`, and one of this category is written so.

mod articles;
mod names;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::alignment::TextAlignment;
use crate::file_problems::FileProblems;
use crate::files::lines::{NumberedLines, TextLine, cell, lines, preserved_row};
use crate::in_order::InOrder;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::{preserve_line, unchanged_line};
use crate::recognition::{FileHead, Recognition};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf};
use articles::{ARTICLE, ArticleNames, FILE, article_id, is_labels, is_labels_path, own_labels};
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_template::Side;
use spanwise_text::{Span, Text};

/// The Propaganda Techniques Corpus.
pub(super) const FORMAT: Format = Format {
    name: "propaganda",
    about: "Propaganda Techniques Corpus: articles with files of labels",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "tsv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &[ARTICLE],
    #[cfg(test)]
    sample: samples::PROPAGANDA,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_own = |name| article_id(name).is_some() || is_labels(name);
    files.iter().any(|file| is_own(file.name())).into()
}

const CAPABILITIES: Capabilities = Capabilities {
    undone_items: true,
    metadata: MemberFilter::Words(&MemberFilter::Named(&[ARTICLE])),
    insertion_points: true,
    ..SPANS_ONLY
};
const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// The path of the labels of an article, in preserved data of the record.
const LABELS: &str = "labels";
/// The lines that are not labels of a known article, by files, in preserved data of the corpus.
const UNREAD: &str = "unread";

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let files = &*files;
    let unit = reading.unit.unwrap_or(UNIT);
    let mut reader = PropagandaReader { unit, ..PropagandaReader::default() };
    for file in files {
        match article_id(file.name()) {
            Some(id) => reader.article(file, id),
            None if is_labels(file.name()) => {}
            None => reader.problems.other_file(
                file,
                "Articles and their labels are called like article12.txt and article12.labels.tsv.",
            ),
        }
    }
    let labels: Vec<&TextFile> = files.iter().filter(|file| is_labels(file.name())).collect();
    for file in &labels {
        reader.labels(file);
    }
    if let [all] = labels.as_slice()
        && own_labels(all.name()).is_none()
    {
        // The only file of labels is about all articles: one that it does not name has no labels.
        reader.records.iter_mut().for_each(|record| belongs(record, &all.path));
    }
    let PropagandaReader { records, preserved, located, problems, mut alignment, .. } = reader;
    alignment.not_annotated = records.iter().filter(|record| !record.done).count();
    let alignment = (!labels.is_empty()).then_some(alignment);
    ImportOutcome {
        corpus: Corpus { records, preserved },
        unit: Some(unit),
        located,
        problems,
        alignment,
    }
}

/// Marks an article as labelled by a file.
fn belongs(record: &mut Record, labels: &str) {
    record.done = true;
    if record.preserved.get(LABELS).is_none() {
        record.preserved.set_text(LABELS, labels);
    }
}

struct PropagandaReader {
    unit: OffsetUnit,
    records: Vec<Record>,
    /// Records by the ids of their articles.
    articles: HashMap<String, usize>,
    preserved: Members,
    located: SpanLocationCounts,
    problems: FileProblems,
    alignment: TextAlignment,
}

impl PropagandaReader {
    fn article(&mut self, file: &TextFile, id: &str) {
        let mut record =
            Record { texts: Texts::target_only(file.text.as_str()), ..Record::default() };
        record.metadata.set(ARTICLE, articles::json_id(id));
        record.preserved.set_text(FILE, &file.path);
        if self.articles.insert(id.to_owned(), self.records.len()).is_some() {
            let message = format!("There is more than one article {id}.");
            let remedy = "Labels are taken to be of the last one: give each an id of its own.";
            self.problems.error(
                file,
                DiagnosticPlace::Whole,
                "same-article",
                [message, remedy.to_owned()],
            );
        }
        self.records.push(record);
    }

    fn labels(&mut self, file: &TextFile) {
        if let Some(at) = own_labels(file.name()).and_then(|id| self.articles.get(id)) {
            self.records.get_mut(*at).into_iter().for_each(|record| belongs(record, &file.path));
        }
        let mut unread = NumberedLines::default();
        for line in lines(&file.text) {
            if let Err(said) = self.label(file, line) {
                unread.add(Some(line.number), line.text.to_owned());
                if !line.is_blank() {
                    self.problems.error(file, line.place(), "unreadable-label", said);
                }
            }
        }
        let mut all = self.preserved.get(UNREAD).map(Members::parse).unwrap_or_default();
        all.set(&file.path, unread.to_json());
        self.preserved.set(UNREAD, all.to_json());
    }

    fn label(&mut self, file: &TextFile, line: TextLine) -> Result<(), [String; 2]> {
        let remedy = || {
            "It is not read: a line has the id of an article, the technique or none, and two offsets."
                .to_owned()
        };
        let Some(label) = PropagandaLabel::read(line.text) else {
            return Err(["This is no label.".to_owned(), remedy()]);
        };
        let record = self.articles.get(label.article).and_then(|at| self.records.get_mut(*at));
        let Some(record) = record else {
            self.alignment.without_counterpart.insert(label.article.to_owned());
            return Err([format!("There is no article {}.", label.article), remedy()]);
        };
        self.alignment.by_name += 1;
        let Some(mut edit) = label.edit(record.target(), self.unit) else {
            return Err(["The label reaches beyond the article.".to_owned(), remedy()]);
        };
        belongs(record, &file.path);
        if let Some(span) = edit.spans.target().first() {
            let again = label_line(&edit, *span, record, label.article);
            preserve_line(&mut edit.preserved, line.text, &again);
        }
        edit.preserved.set("row", line.number.to_string());
        if record.preserved.text(LABELS).as_deref() != Some(&file.path) {
            edit.preserved.set_text(FILE, &file.path);
        }
        record.edits.push(edit);
        self.located.by_offsets += 1;
        Ok(())
    }
}

impl Default for PropagandaReader {
    fn default() -> Self {
        PropagandaReader {
            unit: UNIT,
            records: Vec::new(),
            articles: HashMap::new(),
            preserved: Members::default(),
            located: SpanLocationCounts::default(),
            problems: FileProblems::default(),
            alignment: TextAlignment::new("labels", FORMAT.keys),
        }
    }
}

/// The content of a line.
struct PropagandaLabel<'a> {
    article: &'a str,
    technique: &'a str,
    start: u32,
    end: u32,
}

impl<'a> PropagandaLabel<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let (article, technique, start, end) = match *cells.as_slice() {
            [article, start, end] => (article, names::ANY, start, end),
            [article, technique, start, end, ..] => (article, technique, start, end),
            _ => return None,
        };
        Some(PropagandaLabel {
            article,
            technique,
            start: start.parse().ok()?,
            end: end.parse().ok()?,
        })
    }

    fn edit(&self, target: &Text, unit: OffsetUnit) -> Option<Edit> {
        let span = unit.span(target, self.start, self.end)?;
        Some(Edit::on(Side::Target, names::category(self.technique), vec![span]))
    }
}

fn label_line(edit: &Edit, span: Span, record: &Record, id: &str) -> String {
    let (start, end) = UNIT.offsets(record.target(), span);
    match names::technique(&edit.category) {
        names::ANY => format!("{}\t{start}\t{end}", cell(id)),
        technique => format!("{}\t{}\t{start}\t{end}", cell(id), cell(technique)),
    }
}

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let mut names = ArticleNames::new(&corpus.records);
    let mut articles = Vec::new();
    // Files of labels in the order in which they are first needed; those that were read are there even if empty.
    let mut labels = InOrder::default();
    let new = |path: &String| (path.clone(), NumberedLines::default());
    let unread = corpus.preserved.get(UNREAD).map(Members::parse).unwrap_or_default();
    for (path, _) in unread.iter().filter(|(path, _)| is_labels_path(path)) {
        let path = path.to_owned();
        labels.at(path.clone(), || new(&path));
    }
    for (number, record) in corpus.records.iter().enumerate() {
        let edits = CAPABILITIES.edits(record, number, &mut losses);
        let article = names.article(record, number);
        let named = record.metadata.text(ARTICLE);
        let renamed = named.is_some_and(|named| named != article.id);
        losses.note_many(loss_names::ITEM_METADATA, number, usize::from(renamed));
        let own = record.preserved.text(LABELS).filter(|path| is_labels_path(path));
        let own = own.unwrap_or_else(|| article.labels());
        if record.done || !edits.is_empty() {
            labels.at(own.clone(), || new(&own));
        }
        for edit in edits {
            let technique = cell(names::technique(&edit.category));
            let renamed = names::category(&technique) != edit.category;
            losses.note_many(loss_names::CATEGORIES, number, usize::from(renamed));
            let path = edit.preserved.text(FILE).filter(|path| is_labels_path(path));
            let path = path.unwrap_or_else(|| own.clone());
            for line in label_lines(edit, record, &article.id) {
                let (_, all) = labels.at(path.clone(), || new(&path));
                all.add(preserved_row(&edit.preserved), line);
            }
        }
        articles.push(TextFile::new(article.file, record.target().as_str()));
    }
    for (path, mut all) in labels.into_values() {
        match unread.get(&path) {
            Some(_) => all.add_preserved(&unread, &path),
            // The last line ends in a line feed, too.
            None => all.add(Some(u64::MAX), String::new()),
        }
        articles.push(TextFile::new(path, all.into_text()));
    }
    articles.into_iter().for_each(|file| sink.file(file));
    losses.into()
}

/// The line as it was read if it still describes the edit, else one for each span.
fn label_lines(edit: &Edit, record: &Record, id: &str) -> Vec<String> {
    let read = |line: &str| {
        let label = PropagandaLabel::read(line).filter(|label| label.article == id)?;
        label.edit(record.target(), UNIT)
    };
    if let Some(line) = unchanged_line(edit, read) {
        return vec![line];
    }
    edit.spans.target().iter().map(|span| label_line(edit, *span, record, id)).collect()
}
