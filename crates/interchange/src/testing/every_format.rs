//! Properties of every format.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use super::super::{
    Corpus, Edit, FORMATS, FileLayout, Format, ImportOptions, Members, OffsetUnit, Record,
    TextFile, format,
};
use super::corpora::corpora;
use super::{by_way_of_thresh, everything, same_values, samples, written_by};
use crate::writing::texts::HeldTexts;
use spanwise_annotation::document::{Answers, NamedText, Spans, TextName, TextRole, Texts};
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

fn thresh() -> &'static Format {
    format("thresh").unwrap()
}

fn read(format: &Format, files: &[TextFile]) -> super::super::ImportOutcome {
    format.import(files, ImportOptions::default())
}

/// Returns `true` if all expected and actual items can be paired, in any order, so that `says` holds for each pair.
fn all_said<T>(expected: &[T], actual: &[T], says: impl Fn(&T, &T) -> bool) -> bool {
    let mut left: Vec<&T> = actual.iter().collect();
    expected.len() == actual.len()
        && expected.iter().all(|expected| {
            let at = left.iter().position(|actual| says(expected, actual));
            at.map(|at| left.remove(at)).is_some()
        })
}

fn says(expected: &Record, actual: &Record) -> bool {
    let is_done = |record: &Record| record.done || !record.edits.is_empty();
    // Formats that need a name give one.
    let given = |name: &String| name.starts_with("annotator") || name == "unnamed";
    let name = |record: &Record| record.annotator.clone().filter(|name| !given(name));
    (&expected.texts, &expected.context) == (&actual.texts, &actual.context)
        && (is_done(expected), name(expected)) == (is_done(actual), name(actual))
        && has_members(&expected.metadata, &actual.metadata)
        && answers(&expected.answers) == answers(&actual.answers)
        && all_said(&expected.edits, &actual.edits, says_edit)
}

/// Answers, in whatever order they were given.
fn answers(answers: &Answers) -> Vec<String> {
    let mut answers: Vec<_> = answers.iter().map(|answer| format!("{answer:?}")).collect();
    answers.sort();
    answers
}

fn says_edit(expected: &Edit, actual: &Edit) -> bool {
    let spans = |edit: &Edit| {
        Side::ALL.map(|side| {
            let mut spans = edit.spans.on(&side.into()).to_vec();
            spans.sort();
            spans
        })
    };
    expected.category == actual.category
        && spans(expected) == spans(actual)
        && answers(&expected.answers) == answers(&actual.answers)
        && has_members(&expected.metadata, &actual.metadata)
        && all_said(&expected.constituents, &actual.constituents, says_edit)
}

/// Returns `true` if the second ones have all of the first ones. In tables, all values are texts.
fn has_members(expected: &Members, actual: &Members) -> bool {
    let words =
        |json: &str, all: &Members, name: &str| all.text(name).unwrap_or_else(|| json.to_owned());
    // In tables, cells may be empty.
    let mut told = expected.iter().filter(|(_, json)| *json != "\"\"");
    told.all(|(name, json)| {
        actual
            .get(name)
            .is_some_and(|other| words(json, expected, name) == words(other, actual, name))
    })
}

/// Everything that is not reported as a loss is read again.
pub(crate) fn comes_back(format: &Format, corpus: &Corpus) -> TestCaseResult {
    let written = format.export(&mut corpus.clone());
    if written.losses.is_empty() {
        let again = read(format, &written.files);
        prop_assert_eq!(again.problems.errors(), 0, "{:?}", again.problems.listed());
        prop_assert!(
            all_said(&corpus.records, &again.corpus.records, says),
            "{}was read as {}from {:?}",
            shown(corpus),
            shown(&again.corpus),
            written.files
        );
    }
    Ok(())
}

fn shown(corpus: &Corpus) -> String {
    written_by(thresh().write, corpus).files.into_iter().map(|file| file.text).collect()
}

/// Files of the format itself are written as they were read.
pub(crate) fn is_stable(format: &Format, files: &[TextFile]) -> TestCaseResult {
    let again = read(format, files).corpus;
    let twice = written_by(format.write, &again);
    prop_assert_eq!(&twice.files, files);
    prop_assert!(twice.losses.is_empty(), "{:?} of {:?}", twice.losses, files);
    let through = written_by(format.write, &by_way_of_thresh(&again));
    prop_assert_eq!(&through.files, files, "by way of Thresh's JSON");
    prop_assert!(through.losses.is_empty(), "by way of Thresh's JSON: {:?}", through.losses);
    Ok(())
}

#[test]
fn a_file_of_a_folder_that_is_none_of_the_format_is_told() {
    let others = [
        TextFile::new("notes.md", "Some words."),
        TextFile::new("b/other.json", r#"{"x": 1}"#),
        TextFile::new("b/other.jsonl", r#"{"x": 1}"#),
    ];
    for format in FORMATS.iter().filter(|format| format.layout == FileLayout::Folder) {
        for other in &others {
            let mut files = samples::of(format);
            files.push(other.clone());
            let imported = read(format, &files);
            let mut problems = imported.problems.listed().iter();
            assert!(
                problems.any(|problem| problem.file == other.path),
                "{} in {}",
                other.path,
                format.name
            );
        }
    }
}

#[test]
fn samples_come_back() {
    for format in FORMATS {
        let files = samples::of(format);
        let read = read(format, &files);
        assert!(!read.corpus.records.is_empty(), "{}", format.name);
        for corpus in [by_way_of_thresh(&read.corpus), read.corpus] {
            let written = written_by(format.write, &corpus);
            assert!(written.losses.is_empty(), "{}: {:?}", format.name, written.losses);
            same_values(&files, &written.files);
        }
    }
}

#[test]
fn a_single_file_has_an_extension() {
    for format in FORMATS {
        let alone = |file: TextFile| read(format, &[TextFile::new("", file.text)]).corpus;
        let read_alone = samples::of(format).into_iter().map(alone);
        for mut corpus in read_alone.chain([everything(), Corpus::default()]) {
            let files = format.export(&mut corpus).files;
            let is_single = files.iter().any(|file| file.path.is_empty());
            assert!(!is_single || !format.extension.is_empty(), "{}", format.name);
        }
    }
}

/// A record with the texts of these names and roles, and an edit on each of them and on the last two together.
fn with_texts(named: &[(&str, TextRole)]) -> Record {
    let mut record = Record { texts: Texts::none(), done: true, ..Record::default() };
    let span = || vec![Span::between(Utf16(0), Utf16(4))];
    for (name, role) in named {
        let name = TextName::new(name);
        record.texts.add(NamedText::new(name.clone(), *role, "Some text".into())).unwrap();
        let spans = Spans::of(name, span());
        record.edits.push(Edit { category: "Grammar".into(), spans, ..Edit::default() });
    }
    let mut both = Edit { category: "Grammar".into(), ..Edit::default() };
    for (name, _) in named.iter().rev().take(2) {
        both.spans.set(TextName::new(name), span());
    }
    record.edits.push(both);
    record
}

#[test]
fn further_texts_are_held_or_lost() {
    use TextRole::{Context, Source, Target};
    let further = "texts beside one source and one target";
    let spans = "spans on texts beside one source and one target";
    // For each case: the texts, and the numbers of texts and of spans that formats of two texts lose.
    type Named<'a> = &'a [(&'a str, TextRole)];
    let cases: [(Named, [usize; 2]); 5] = [
        (&[("source", Source), ("target", Target)], [0, 0]),
        (&[("x", Source), ("y", Target)], [0, 0]),
        (&[("source", Source), ("target", Target), ("b", Target)], [1, 2]),
        (&[("b", Target), ("c", Target), ("notes", Context)], [2, 4]),
        (&[("target", Source), ("source", Target)], [0, 0]),
    ];
    for (named, lost) in cases {
        for format in FORMATS {
            let mut corpus = Corpus { records: vec![with_texts(named)], ..Corpus::default() };
            let written = format.export(&mut corpus);
            let count = |what| {
                written.losses.iter().find(|loss| loss.what == what).map_or(0, |loss| loss.count)
            };
            let holds_all = format.texts == HeldTexts::All;
            let expected = if holds_all { [0, 0] } else { lost };
            assert_eq!([count(further), count(spans)], expected, "{named:?} in {}", format.name);
            let record = &corpus.records[0];
            if holds_all {
                assert_eq!(*record, with_texts(named));
                let again = read(format, &written.files);
                assert_eq!(again.corpus.records[0].texts, record.texts, "{named:?}");
                assert_eq!(again.corpus.records[0].edits[0].spans, record.edits[0].spans);
            } else {
                let is_usual = |edit: &Edit| edit.spans.iter().count() > 0;
                assert!(record.texts.are_usual() && record.edits.iter().all(is_usual));
            }
        }
    }
}

/// Reads files, and writes the result in all formats. Nothing of this may panic, and problems have a file.
fn survives(format: &Format, files: &[TextFile]) {
    for unit in [None, Some(OffsetUnit::Bytes), Some(OffsetUnit::Utf16)] {
        let imported = format.import(files, ImportOptions { unit, ..ImportOptions::default() });
        for problem in imported.problems.listed() {
            let is_known = files.iter().any(|file| file.path == problem.file);
            assert!(is_known || files.is_empty(), "{problem:?}");
        }
        FORMATS.iter().for_each(|other| drop(other.export(&mut imported.corpus.clone())));
    }
}

/// Replacements of characters that damage a file.
const DAMAGES: [&str; 12] =
    ["", "\"", "9999999999999999999999", "-", "}", "]", "é", "\n", "\t", ",", "[[[[", "</v>"];

#[test]
fn samples_cut_off_anywhere_are_survived() {
    for format in FORMATS {
        let files = samples::of(format);
        for (at, file) in files.iter().enumerate() {
            for (cut, _) in file.text.char_indices() {
                let mut files = files.clone();
                files[at].text.truncate(cut);
                let imported = read(format, &files);
                written_by(format.write, &imported.corpus);
            }
        }
        survives(format, &[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_files_are_survived(
        corpus in corpora(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, prop::sample::select(&DAMAGES[..])), 1..4),
        file in any::<prop::sample::Index>(),
    ) {
        for format in FORMATS {
            for mut files in [samples::of(format), written_by(format.write, &corpus).files] {
                if files.is_empty() {
                    continue;
                }
                let at = file.index(files.len());
                let text = &mut files[at].text;
                for (at, length, other) in &damages {
                    let mut characters: Vec<char> = text.chars().collect();
                    let start = at.index(characters.len() + 1);
                    let end = characters.len().min(start + length);
                    characters.splice(start..end, other.chars());
                    *text = characters.into_iter().collect();
                }
                survives(format, &files);
            }
        }
    }

    #[test]
    fn any_text_is_survived(text in any::<String>(), name in "(|article1|annotations|x)") {
        for format in FORMATS {
            let endings = ["", ".txt", ".ann", ".csv", ".json", ".jsonl", ".labels"];
            let files = endings.map(|ending| TextFile::new(format!("{name}{ending}"), text.as_str()));
            files.iter().for_each(|file| survives(format, std::slice::from_ref(file)));
            survives(format, &files);
        }
    }

    #[test]
    fn what_is_not_reported_as_lost_comes_back(corpus in corpora()) {
        for format in FORMATS {
            comes_back(format, &corpus).map_err(|fault| named(format, fault))?;
        }
    }

    #[test]
    fn what_one_format_reads_another_writes(corpus in corpora(), from in 0..FORMATS.len()) {
        let from = &FORMATS[from];
        let corpus = read(from, &written_by(from.write, &corpus).files).corpus;
        prop_assume!(!corpus.records.is_empty());
        for format in FORMATS.iter().filter(|format| format.name != from.name) {
            comes_back(format, &corpus).map_err(|fault| named(format, fault))?;
        }
    }

    #[test]
    fn what_was_written_comes_back(corpus in corpora()) {
        for format in FORMATS {
            let files = written_by(format.write, &corpus).files;
            is_stable(format, &files).map_err(|fault| named(format, fault))?;
        }
    }
}

fn named(format: &Format, fault: TestCaseError) -> TestCaseError {
    TestCaseError::fail(format!("{}: {fault}", format.name))
}
