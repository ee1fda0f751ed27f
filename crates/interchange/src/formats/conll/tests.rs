use super::*;
use crate::testing::{everything, lost, round_trip, written_by};
use spanwise_annotation::document::{TextName, Texts};
use spanwise_template::Side;
use spanwise_text::Utf16;

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// The texts, with category and text of each edit.
fn marked(imported: &ImportOutcome) -> Vec<(&str, Vec<(&str, &str)>)> {
    let records = imported.corpus.records.iter().map(|record| {
        let text =
            |edit: &Edit| record.target().slice(*edit.spans.target().first().unwrap()).to_owned();
        let edits = record.edits.iter().map(|edit| (edit.category.as_str(), text(edit)));
        let edits = edits.map(|(category, text)| (category, &*text.leak()));
        (record.target().as_str(), edits.collect())
    });
    records.collect()
}

#[test]
fn a_file_is_read_whole() {
    let text = "-DOCSTART- -X- O O\n\nAnn NNP B-PER\nSmith NNP I-PER\n, , O\nin IN O\nNew NNP I-LOC\nYork NNP I-LOC\n\n\r\n\
                # text = Good, “so”\r\nGood\tJJ\tS-A\r\n,\t,\tO\r\n“\tO\r\nso\tRB\tB-A B\r\n”\t\tE-A B\r\n\n-DOCSTART- -X- O O\n\nlast O";
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    assert_eq!(
        marked(&imported),
        [
            ("Ann Smith , in New York", vec![("PER", "Ann Smith"), ("LOC", "New York")]),
            ("Good, “so”", vec![("A", "Good"), ("A B", "so”")]),
            ("last", vec![]),
        ]
    );
    let documents: Vec<_> =
        imported.corpus.records.iter().map(|record| record.metadata.text(DOCUMENT)).collect();
    assert_eq!(documents, ["1", "1", "2"].map(|n| Some(n.to_owned())));
    assert_eq!((imported.unit, imported.located.exact), (None, 4));
}

#[test]
fn tags_say_spans() {
    type Case<'a> = (&'a [&'a str], &'a [(&'a str, u32, u32)]);
    let cases: [Case; 6] = [
        (&["B-x", "I-x", "O", "B-x"], &[("x", 0, 3), ("x", 6, 7)]),
        (&["B-x", "B-x"], &[("x", 0, 1), ("x", 2, 3)]),
        (&["I-x", "I-y", "I-y"], &[("x", 0, 1), ("y", 2, 5)]),
        (&["S-x", "I-x", "E-x", "I-x"], &[("x", 0, 1), ("x", 2, 5), ("x", 6, 7)]),
        (&["U-x", "B-x-y", "L-x-y", "O"], &[("x", 0, 1), ("x-y", 2, 5)]),
        (&["I-x", "?", "I-x", "_"], &[("x", 0, 1), ("x", 4, 5)]),
    ];
    let places: Vec<Span> = (0..4).map(|n| Span::between(Utf16(2 * n), Utf16(2 * n + 1))).collect();
    for (given, expected) in cases {
        let decoded: Vec<_> = tags::decode(given, &places)
            .into_iter()
            .map(|(category, span)| (category, span.start().0, span.end().0))
            .collect();
        assert_eq!(decoded, expected, "{given:?}");
    }
}

#[test]
fn changed_edits_change_only_the_tags() {
    let mut imported = read("# text = a b-c\na N B-x\nb N O\n- N O\nc\tN\tO\n\n");
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].spans.set(TextName::TARGET, vec![Span::between(Utf16(2), Utf16(5))]);
    record.edits.push(Edit::on(Side::Target, "y", vec![Span::between(Utf16(0), Utf16(1))]));
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let expected = "# text = a b-c\na N B-y\nb N B-x\n- N I-x\nc\tN\tI-x\n\n";
    assert_eq!(written.files, [TextFile::new("", expected)]);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records.push(Record {
        texts: Texts::target_only("one  two\nthree four"),
        edits: [(0, 8), (6, 14), (9, 10), (3, 4)]
            .map(|(a, b)| Edit::on(Side::Target, "c d", vec![Span::between(Utf16(a), Utf16(b))]))
            .to_vec(),
        ..Record::default()
    });
    corpus.records.push(Record { texts: Texts::target_only(" "), done: true, ..Record::default() });
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("exact ends of spans, which were fitted to whole words", 2),
            ("insertion points", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("names of annotators", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
            ("spans on white space", 1),
            ("spans that overlap with longer ones", 3),
            ("texts without words", 1),
            ("that an item is not done", 1),
            ("white space other than single blanks", 1),
        ]
    );
    let text = "Hello\tB-plain\n😀\tB-both\nall,\tB-several\n“you”\tO\n\nnothing\tO\nhere\tO\n\n\
                one\tB-c d\ntwo\tI-c d\nthree\tB-c d\nfour\tO\n\n";
    assert_eq!(written.files, [TextFile::new("", text)]);
    let again = round_trip(&FORMAT, &written.files);
    assert_eq!(
        marked(&again)[2],
        ("one two three four", vec![("c d", "one two"), ("c d", "three")])
    );
}

#[test]
fn broken_files_are_survived() {
    let imported = read("a B-x\nb\nc Z-x\n\n");
    let said: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|p| (p.diagnostic.place.to_string(), p.diagnostic.message.to_string()))
        .collect();
    let expected = [(2, "There is no tag after “b”."), (3, "“Z-x” is no tag.")]
        .map(|(line, said)| (format!("line {line}, column 1"), said.to_owned()));
    assert_eq!(said, expected);
    assert_eq!(marked(&imported), [("a b c", vec![("x", "a")])]);
    assert!(read("").problems.errors() > 0);
}
