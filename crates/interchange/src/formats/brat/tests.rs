use super::names::DOCUMENT;
use super::*;
use crate::comments::COMMENT;
use crate::offset_unit::OffsetUnit;
use crate::testing::{everything, lost, round_trip, written_by};
use crate::{Edit, ImportOptions, ImportOutcome, Record, TextFile};
use spanwise_annotation::document::Answer;
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

fn read(files: &[(&str, &str)]) -> ImportOutcome {
    let files: Vec<TextFile> =
        files.iter().map(|(path, text)| TextFile::new(*path, *text)).collect();
    (FORMAT.read)(&mut files.to_vec(), ImportOptions::default())
}

fn marked(record: &Record) -> Vec<(&str, Vec<&str>)> {
    let edits = record.edits.iter().map(|edit| {
        let spans = edit.spans.target().iter().map(|span| record.target().slice(*span));
        (edit.category.as_str(), spans.collect())
    });
    edits.collect()
}

const TEXT: &str = "😀 Ann saw\nthe old and new house.\n";
const ANN: &str = "T1\tPerson 2 5\tAnn\nT2\tPlace 10 17;26 31\tthe old house\n#1\tAnnotatorNotes T1\twho is it?\n\
    T3\tSeen 6 13\tsaw the\nE1\tSeen:T3 By:T1\nA1\tSure T1\nA2\tHow T3 barely\nA3\tPast E1\nR1\tIn Arg1:T1 Arg2:T2\n\
    *\tEquiv T1 T2\nN1\tReference T2 Wiki:1\tHouse\nT4\tPerson 0 4\tnobody here\n#2\tAnnotatorNotes R1\todd\n";

fn folder() -> Vec<TextFile> {
    vec![
        TextFile::new("a/1.txt", TEXT),
        TextFile::new("a/1.ann", ANN),
        TextFile::new("a/2.txt", "nothing\r\nhere"),
        TextFile::new("a/2.ann", ""),
        TextFile::new("a/3.txt", "untouched"),
        TextFile::new("annotation.conf", "[entities]\n"),
    ]
}

#[test]
fn a_folder_is_read_whole() {
    let imported = round_trip(&FORMAT, &folder());
    let [first, second, third] = imported.corpus.records.as_slice() else { panic!() };
    assert_eq!(
        marked(first),
        [
            ("Person", vec!["Ann"]),
            ("Place", vec!["the old", "house"]),
            ("Seen", vec!["saw\nthe"]),
            ("Person", vec![])
        ]
    );
    let answers: Vec<_> = first.edits.iter().map(|edit| edit.answers.iter().next()).collect();
    let (yes, barely) = (Answer::Value("yes".to_owned()), Answer::Value("barely".to_owned()));
    assert_eq!(answers, [Some(("Sure", &yes)), None, Some(("How", &barely)), None]);
    assert_eq!(first.edits[0].metadata.text(COMMENT).as_deref(), Some("who is it?"));
    assert_eq!([first.done, second.done, third.done], [true, true, false]);
    assert_eq!(first.metadata.text(DOCUMENT).as_deref(), Some("a/1"));
    let located = imported.located;
    assert_eq!((located.exact, located.missing, imported.problems.warnings()), (4, 1, 1));
}

#[test]
fn only_what_was_changed_is_written_anew() {
    let mut imported = (FORMAT.read)(&mut folder().to_vec(), ImportOptions::default());
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].category = "Woman seen".to_owned();
    record.edits[0].metadata.set_text(COMMENT, "Ann");
    record.edits[2].answers.set("How", Some(Answer::Value("well".to_owned())));
    record.edits.remove(1);
    record.edits.push(Edit::on(Side::Target, "New", vec![Span::between(Utf16(0), Utf16(2))]));
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(
        lost(&written),
        [("blanks in names of categories", 1), ("relations with edits that are gone", 3)]
    );
    let expected = "T1\tWoman_seen 2 5\tAnn\nT3\tSeen 6 13\tsaw the\nE1\tSeen:T3 By:T1\nA1\tSure T1\nA3\tPast E1\n\
        T4\tPerson 0 4\tnobody here\n#2\tAnnotatorNotes R1\todd\n\
        #3\tAnnotatorNotes T1\tAnn\nA4\tHow T3 well\nT5\tNew 0 1\t😀\n";
    let file = written.files.iter().find(|file| file.path == "a/1.ann").unwrap();
    assert_eq!(file.text, expected);
}

#[test]
fn texts_and_units_are_checked() {
    let imported = read(&[("x.ann", "T1\tA 3 5\tab\n")]);
    assert_eq!(imported.problems.errors(), 1);
    assert_eq!(
        imported.corpus.records[0].edits[0].spans.target(),
        [Span::between(Utf16(3), Utf16(5))]
    );
    assert_eq!(
        written_by(FORMAT.write, &imported.corpus).files,
        [TextFile::new("x.ann", "T1\tA 3 5\tab\n")]
    );

    let imported = read(&[("x.ann", "T1\tA 3 5\tab\nT2\tA 6 8\tcd\n"), ("x.txt", "😀 ab cd")]);
    assert_eq!((imported.unit, imported.problems.warnings()), (Some(OffsetUnit::Utf16), 1));
    assert_eq!(marked(&imported.corpus.records[0]), [("A", vec!["ab"]), ("A", vec!["cd"])]);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records[0].edits[0].metadata.set_text(COMMENT, "so\nwhat");
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers that are choices, or that have blanks", 1),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits without a span", 1),
            ("insertion points", 1),
            ("line breaks in comments", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("names of annotators", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
        ]
    );
    let lines = "T1\tplain 0 5\tHello\nA1\tseverity T1 minor\n#1\tAnnotatorNotes T1\tso what\n\
        T2\tseveral 0 5;8 11\tHello all\nT3\tboth 6 7\t😀\nT4\tpart 6 7\t😀\n";
    assert_eq!(
        written.files,
        [
            TextFile::new("00001.txt", "Hello 😀 all, “you”"),
            TextFile::new("00001.ann", lines),
            TextFile::new("00002.txt", "nothing here")
        ]
    );
    round_trip(&FORMAT, &written.files);
}

#[test]
fn broken_files_are_survived() {
    let imported = read(&[
        ("x.txt", "ab"),
        ("x.ann", "T1\tA 0 1\ta\nT2 A 0 1\nT3\tA 2 1\tx\nT4\tA 0 99999999999\tx\n"),
    ]);
    let places: Vec<_> =
        imported.problems.listed().iter().map(|p| p.diagnostic.place.to_string()).collect();
    assert_eq!(places, [2, 3, 4].map(|line| format!("line {line}, column 1")));
    assert_eq!(imported.corpus.records[0].edits.len(), 1);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert!(written.files.iter().any(|file| file.text.contains("T4\tA 0 99999999999\tx\n")));
    assert!(read(&[]).problems.errors() > 0);
}
