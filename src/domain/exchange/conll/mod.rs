//! CoNLL: a line for each token, which comes first, with its tag, which comes last; an empty line after each text.
//!
//! * A record is what stands between empty lines: a sentence, usually. `-DOCSTART-` starts a document; its number is
//!   `metadata.document`.
//! * Tags are `B-` and `I-` with a category, or `O`. `E-`, `L-`, `S-` and `U-` are understood too, and so is `I-` where
//!   nothing began.
//! * The text is that of a comment `# text = …` before the tokens, if they stand in it one after the other; otherwise the
//!   tokens with a blank between each two.
//! * Lines come back as they were, whatever other columns they have; only the tags of a text are written anew when its
//!   edits have changed.
//!
//! A text of another format is cut at its white space. A span that cuts a word is widened to the whole word. Of spans
//! that overlap the longest stays, of equally long ones the first. Each of this is a loss, and so is white space other
//! than single blanks. Columns are written with tabs between them, since names of categories may have blanks.

mod block;
mod tags;
#[cfg(test)]
mod tests;

use self::block::{Block, blocks};
use super::marks::{Holds, marks, unheld};
use super::members::Members;
use super::record::{Corpus, Edit, Record};
use super::report::{File, Imported, Losses, Matched, Problems, Written};
use super::{Format, Reading};
use crate::domain::diagnostic::Place;
use crate::domain::text::{Span, Text};
use crate::domain::typology::Side;

/// CoNLL.
pub(super) const FORMAT: Format = Format {
    name: "conll",
    about: "CoNLL: a token a line, with BIO tags",
    unit: None,
    folder: false,
    read,
    write,
    keys: &[],
};

/// The member of `kept` that is for this format: of a record its lines, and those before it; of the corpus those after
/// all of them.
const OWN: &str = "conll";
/// The member of a record's metadata with the number of its document.
const DOCUMENT: &str = "document";

fn read(files: &[File], _: Reading) -> Imported {
    let (mut corpus, mut matched) = (Corpus::default(), Matched::default());
    let mut problems = Problems::default();
    for file in files {
        let (blocks, rest) = blocks(file, &mut problems);
        if blocks.is_empty() {
            let said =
                ["There are no tokens here.", "Open a file with a token and a tag on each line."];
            problems.error(file, Place::Whole, "no-tokens", said.map(str::to_owned));
        }
        for block in blocks {
            let record = record(&block);
            matched.exact += record.edits.len();
            corpus.records.push(record);
        }
        if !rest.is_empty() {
            let mut own = Members::default();
            own.set_text("after", &rest);
            corpus.kept.set(OWN, own.to_json());
        }
    }
    Imported { corpus, unit: None, matched, problems }
}

fn record(block: &Block) -> Record {
    let (text, places) = block.text();
    let edits = tags::decode(&block.tags(), &places);
    let edits =
        edits.into_iter().map(|(category, span)| Edit::on(Side::Target, category, vec![span]));
    let mut record =
        Record { target: text, edits: edits.collect(), done: true, ..Record::default() };
    if block.document > 0 {
        record.metadata.set(DOCUMENT, block.document.to_string());
    }
    let mut own = Members::default();
    own.set_text("before", &block.before);
    own.set_text("lines", &block.lines);
    record.kept.set(OWN, own.to_json());
    record
}

const HOLDS: Holds = Holds {
    source: false,
    context: false,
    annotator: false,
    answers: false,
    metadata: |name| name == DOCUMENT,
    edit_metadata: |_| false,
    untouched: false,
};

fn write(corpus: &Corpus) -> Written {
    let mut losses = unheld(corpus, HOLDS);
    let mut text = String::new();
    for (number, record) in corpus.records.iter().enumerate() {
        let marks = marks(&record.edits, number, &mut losses);
        let marks: Vec<(&str, Span)> =
            marks.into_iter().map(|mark| (mark.edit.category.as_str(), mark.span)).collect();
        match own_lines(record) {
            Some((before, block)) => {
                text.push_str(&before);
                text.push_str(&lines_with(&block, &marks, number, &mut losses));
            }
            None => {
                let document = record.metadata.get(DOCUMENT).iter().count();
                losses.note_many("metadata of items", number, document);
                text.push_str(&new_lines(&record.target, &marks, number, &mut losses));
            }
        }
    }
    let own = corpus.kept.get(OWN).map(Members::parse).unwrap_or_default();
    text.push_str(&own.text("after").unwrap_or_default());
    Written::single(text, losses)
}

/// The lines that a record was read from, if they still say its text, and those before them.
fn own_lines(record: &Record) -> Option<(String, Block)> {
    let own = Members::parse(record.kept.get(OWN)?);
    let file = File::new("", own.text("lines")?);
    let (blocks, _) = blocks(&file, &mut Problems::default());
    let [block] = <[Block; 1]>::try_from(blocks).ok()?;
    (block.text().0 == record.target).then(|| (own.text("before").unwrap_or_default(), block))
}

/// The lines of a block; with other tags if these do not say the marks.
fn lines_with(block: &Block, marks: &[(&str, Span)], number: usize, losses: &mut Losses) -> String {
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
