//! CoNLL: a line for each token, which comes first, with its tag, which comes last; an empty line after each text.
//!
//! * A record is the lines between empty ones: a sentence, usually. `-DOCSTART-` starts a document; its number is
//!   `metadata.document`.
//! * Tags are `B-` and `I-` with a category, or `O`. `E-`, `L-`, `S-` and `U-` are understood too, and so is an `I-`
//!   that begins a span.
//! * The text is that of a comment `# text = …` if it contains the tokens one after the other; otherwise the tokens,
//!   separated by blanks.
//! * Lines come back as they were, whatever other columns they have; only the tags of a text are rewritten when its
//!   edits have changed.
//!
//! A text of another format is split at white space. A span that cuts a word is widened to the whole word. Of
//! overlapping spans the longest stays, of equally long ones the first. Widened and dropped spans are losses, and so is
//! white space other than single blanks. Columns are separated by tabs, since names of categories may have blanks.

mod block;
mod tags;
#[cfg(test)]
mod tests;

use self::block::{TokenBlock, each_block};
use crate::file_problems::FileProblems;
use crate::members::Members;
use crate::recognition::{FileHead, Recognition};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
#[cfg(test)]
use crate::testing::samples;
use crate::text_file::TextFile;
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, marks};
use crate::writing::sink::Sink;
use crate::{FileLayout, Format, HeldTexts, ImportOptions, PreservedDataOf, ReadingPurpose};
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_template::Side;
use spanwise_text::{Span, Text};

/// CoNLL.
pub(super) const FORMAT: Format = Format {
    name: "conll",
    about: "CoNLL: a token a line, with BIO tags",
    unit: None,
    layout: FileLayout::SingleFile,
    extension: "conll",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read,
    write,
    recognises,
    keys: &[],
    #[cfg(test)]
    sample: samples::CONLL,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let [Some(file), None] = [files.first(), files.get(1)] else { return Recognition::No };
    // WebAnno's files have a token a line, too, and `_` where nothing is annotated.
    if file.lines().next().is_some_and(|line| line.starts_with("#FORMAT=")) {
        return Recognition::No;
    }
    let tagged: Vec<bool> = file.lines().filter_map(block::has_known_tag).collect();
    let known = tagged.iter().filter(|is_known| **is_known).count();
    let is_tagged = known > 0 && 2 * known > tagged.len();
    (is_tagged || file.lines().next().is_some_and(|line| line.starts_with(block::DOCSTART))).into()
}

/// This format's member of `preserved`: in a record its lines and those before it, in the corpus the lines after all
/// records.
const OWN: &str = "conll";
/// The member of a record's metadata with the number of its document.
const DOCUMENT: &str = "document";

fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let (mut corpus, mut located) = (Corpus::default(), SpanLocationCounts::default());
    let mut problems = FileProblems::default();
    for file in files {
        let before = corpus.records.len();
        let rest = each_block(file, &mut problems, |block| {
            let mut record = record(&block);
            // As long as a file is read, its lines would take as much room once more.
            if reading.purpose == ReadingPurpose::AnyFormat {
                preserve(&block, &mut record);
            }
            located.exact += record.edits.len();
            corpus.add(record);
        });
        if corpus.records.len() == before {
            let said =
                ["There are no tokens here.", "Open a file with a token and a tag on each line."];
            problems.error(file, DiagnosticPlace::Whole, "no-tokens", said.map(str::to_owned));
        }
        if !rest.is_empty() {
            let mut own = Members::default();
            own.set_text("after", &rest);
            corpus.preserved.set(OWN, own.to_json());
        }
    }
    ImportOutcome { corpus, unit: None, located, problems, alignment: None }
}

fn record(block: &TokenBlock) -> Record {
    let (text, places) = block.text();
    let edits = tags::decode(&block.tags(), &places);
    let edits =
        edits.into_iter().map(|(category, span)| Edit::on(Side::Target, category, vec![span]));
    let mut record = Record {
        texts: Texts::target_only(text),
        edits: edits.collect(),
        done: true,
        ..Record::default()
    };
    if block.document > 0 {
        record.metadata.set(DOCUMENT, block.document.to_string());
    }
    record
}

/// Keeps the lines of a block with its record.
fn preserve(block: &TokenBlock, record: &mut Record) {
    let mut own = Members::default();
    own.set_text("before", &block.before);
    own.set_text("lines", &block.lines);
    record.preserved.set(OWN, own.to_json());
}

const CAPABILITIES: Capabilities =
    Capabilities { metadata: MemberFilter::Named(&[DOCUMENT]), ..SPANS_ONLY };

fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    sink.begin("");
    for (number, record) in corpus.records.iter().enumerate() {
        let holds = CAPABILITIES.for_record_of(record.preserved.get(OWN).is_some());
        let marks = marks(&holds.edits(record, number, &mut losses));
        let marks: Vec<(&str, Span)> =
            marks.into_iter().map(|(edit, span)| (edit.category.as_str(), span)).collect();
        match own_lines(record) {
            Some((before, block)) => {
                sink.push(&before);
                sink.push(&lines_with(&block, &marks, number, &mut losses));
            }
            None => sink.push(&new_lines(record.target(), &marks, number, &mut losses)),
        }
    }
    let own = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    sink.push(&own.text("after").unwrap_or_default());
    losses.into()
}

/// The original lines before a record and those of the record; `None` if its text has changed.
fn own_lines(record: &Record) -> Option<(String, TokenBlock)> {
    let own = Members::parse(record.preserved.get(OWN)?);
    let mut file = TextFile::new("", own.text("lines")?);
    let mut blocks = Vec::new();
    each_block(&mut file, &mut FileProblems::default(), |block| blocks.push(block));
    let [block] = <[TokenBlock; 1]>::try_from(blocks).ok()?;
    (block.text().0 == *record.target()).then(|| (own.text("before").unwrap_or_default(), block))
}

/// The lines of a block, with new tags if the marks have changed.
fn lines_with(
    block: &TokenBlock,
    marks: &[(&str, Span)],
    number: usize,
    losses: &mut Losses,
) -> String {
    let places = block.text().1;
    if tags::decode(&block.tags(), &places) == marks {
        return block.lines.clone();
    }
    block.with_tags(&tags::encode(marks, &places, number, losses))
}

/// The lines of a text of another format.
fn new_lines(text: &Text, marks: &[(&str, Span)], number: usize, losses: &mut Losses) -> String {
    let words: Vec<&str> = text.as_str().split_whitespace().collect();
    if words.is_empty() {
        losses.note("texts without words", number);
        return String::new();
    }
    if words.join(" ") != text.as_str() {
        losses.note("white space other than single blanks", number);
    }
    let places = block::places(text, &words).unwrap_or_default();
    let tags = tags::encode(marks, &places, number, losses);
    let lines: String =
        words.iter().zip(tags).map(|(word, tag)| format!("{word}\t{tag}\n")).collect();
    lines + "\n"
}
