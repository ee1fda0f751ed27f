use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{Edit, ImportOptions, OffsetUnit, Record, TextFile};
use spanwise_annotation::document::{Answer, TextName, Texts};
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

fn value(answer: &str) -> Answer {
    Answer::Value(answer.to_owned())
}

/// A document with stacked annotations, parts of tokens, a point, a second layer and relations.
const DOCUMENT: &str = "#FORMAT=WebAnno TSV 3.3\n\
    #T_SP=webanno.custom.Span|sure|value|comment\n\
    #T_SP=x.Mention|identifier\n\
    #T_RL=x.Link|kind|BT_x.Mention\n\
    \n\n\
    #Sentence.id=s1\n\
    #Text=The 😀 old man\n\
    #Text=left\\tus.\n\
    1-1\t0-3\tThe\t*\tA\t*\tm\\|1\t_\t_\t\n\
    1-2\t4-6\t😀\tyes[1]|*[2]\tA[1]|B[2]\tso[1]|*[2]\t_\t_\t_\t\n\
    1-3\t7-10\told\tyes[1]\tA[1]\tso[1]\t_\tr\t1-1\t\n\
    1-3.1\t7-8\to\t*\tC\t*\t_\t_\t_\t\n\
    1-3.2\t8-8\t\t*\tD\t*\t_\t_\t_\t\n\
    1-4\t11-14\tman\t_\t_\t_\t*\t_\t_\t\n\
    1-5\t15-22\tleft\\tus\t_\t_\t_\t_\t_\t_\t\n\
    1-6\t22-23\t.\t_\t_\t_\t_\t_\t_\t\n\
    \n\
    #Text=End\n\
    2-1\t26-29\tEnd\t_\t_\t_\t_\t_\t_\t\n";

#[test]
fn annotations_of_span_layers_are_edits() {
    let imported = round_trip(&FORMAT, &[TextFile::new("", DOCUMENT)]);
    assert_eq!((imported.unit, imported.problems.warnings()), (Some(OffsetUnit::Utf16), 0));
    let record = &imported.corpus.records[0];
    // A gap between sentences is blanks, the first of which is the end of the line.
    assert_eq!(record.target().as_str(), "The 😀 old man\nleft\tus.\n  End");
    assert_eq!(
        marked(record),
        [
            ("A", Some("The")),
            ("m|1", Some("The")),
            ("A", Some("😀 old")),
            ("B", Some("😀")),
            ("C", Some("o")),
            ("D", Some("")),
            ("Mention", Some("man")),
        ]
    );
    let stacked = &record.edits[2];
    assert_eq!(stacked.answers.get("sure"), Some(&value("yes")));
    assert_eq!(stacked.metadata.to_json(), r#"{"comment":"so"}"#);
    assert_eq!(record.edits[1].metadata.to_json(), r#"{"layer":"x.Mention"}"#);
}

#[test]
fn paths_of_projects_name_document_and_annotator() {
    let text = "#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\t\n";
    let paths = ["annotation/d.txt/ann.tsv", "curation/d.txt/CURATION_USER.tsv", "a/b.tsv"];
    let files = paths.map(|path| TextFile::new(path, text));
    let imported = round_trip(&FORMAT, &files);
    let names = imported
        .corpus
        .records
        .iter()
        .map(|record| (record.metadata.text("document").unwrap(), record.annotator.as_deref()));
    let expected = [("d.txt", Some("ann")), ("d.txt", Some("CURATION_USER")), ("a/b", None)];
    assert_eq!(names.collect::<Vec<_>>(), expected.map(|(name, who)| (name.to_owned(), who)));
}

#[test]
fn new_annotations_get_rows_and_numbers() {
    let mut imported = read(DOCUMENT);
    let record = imported.corpus.records.first_mut().unwrap();
    // From within a word over a line break into the next sentence's gap.
    record.edits.push(Edit::on(Side::Target, "New_", vec![span(12, 22)]));
    record.edits[3].answers.set("other", Some(value("x")));
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let text = &written.files[0].text;
    assert!(text.contains("#T_SP=webanno.custom.Span|sure|value|comment|other\n"), "{text}");
    assert!(
        text.contains("\n1-2\t4-6\t😀\tyes[1]|*[2]\tA[1]|B[2]\tso[1]|*[2]\t*[1]|x[2]\t_\t_\t_\t\n"),
        "{text}"
    );
    assert!(
        text.contains("\n1-4.1\t12-14\tan\t*[3]\tNew\\_[3]\t*[3]\t*[3]\t_\t_\t_\t\n"),
        "{text}"
    );
    assert!(
        text.contains("\n1-5\t15-22\tleft\\tus\t*[3]\tNew\\_[3]\t*[3]\t*[3]\t_\t_\t_\t\n"),
        "{text}"
    );
    assert!(text.contains("\tr\t1-1\t\n"), "relations stay: {text}");
    let again = read(text);
    assert_eq!(again.problems.listed(), []);
    let all = |record: &Record| {
        let mut all: Vec<String> =
            record.edits.iter().map(|edit| format!("{} {:?}", edit.category, edit.spans)).collect();
        all.sort();
        all
    };
    assert_eq!(all(&again.corpus.records[0]), all(&imported.corpus.records[0]));
}

#[test]
fn relations_end_with_an_annotation_that_is_gone() {
    let mut imported = read(DOCUMENT);
    imported.corpus.records[0].edits.remove(0);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("relations, chains and slots", 2)]);
    assert!(!written.files[0].text.contains("\tr\t1-1"), "{}", written.files[0].text);
    assert_eq!(read(&written.files[0].text).corpus.records[0].edits.len(), 6);
}

#[test]
fn tokens_tell_the_unit() {
    let text = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Span|value\n\n\n#Text=😀 a b\n1-1\t0-1\t😀\t_\t\n1-2\t2-3\ta\tX\t\n1-3\t4-5\tb\t_\t\n";
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    assert_eq!(imported.unit, Some(OffsetUnit::CodePoints));
    assert_eq!(marked(&imported.corpus.records[0]), [("X", Some("a"))]);
    let mut changed = imported.corpus;
    changed.records[0].edits[0].spans.set(TextName::TARGET, vec![span(5, 6)]);
    let written = written_by(FORMAT.write, &changed).files.remove(0).text;
    assert!(written.contains("\n1-3\t5-6\tb\tX\t\n"), "{written}");
}

#[test]
fn slots_chains_and_layers_without_features_come_back() {
    let text = "#FORMAT=WebAnno TSV 3.2\n#T_SP=x.Frame|FE|ROLE_x.Frame:Roles_x.Link|x.Lu\n#T_SP=x.Lu|\n#T_CH=x.Coref|referenceType|referenceRelation\n\n\n#Text=Bob sold it\n1-1\t0-3\tBob\t_\t_\t_\t*\tp[1]\tc->1-1\t\n1-2\t4-8\tsold\ttrade\tseller;goods\t1-1;1-3\t_\t_\t_\t\n1-3\t9-11\tit\t_\t_\t_\t*\tp[1]\t*->1-2\t\n";
    let mut imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    let record = imported.corpus.records.first_mut().unwrap();
    assert_eq!(marked(record), [("Lu", Some("Bob")), ("trade", Some("sold")), ("Lu", Some("it"))]);
    record.edits.push(Edit::on(Side::Target, "X", vec![span(0, 3)]));
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let text = &written.files[0].text;
    assert!(
        text.contains("\n1-2\t4-8\tsold\ttrade\tseller;goods\t1-1;1-3\t_\t_\t_\t_\t\n"),
        "{text}"
    );
    assert!(text.contains("\n1-1\t0-3\tBob\t_\t_\t_\t*\tX\tp[1]\tc->1-1\t\n"), "{text}");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let imported =
        read(&DOCUMENT.replace("1-4\t11-14", "1-4\t11:14").replace("22-23\t.", "21-22\t."));
    let said: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|p| (p.diagnostic.place.to_string(), p.diagnostic.code))
        .collect();
    let expected = [("line 15, column 1", "no-row"), ("line 17, column 1", "token-elsewhere")];
    assert_eq!(said, expected.map(|(place, code)| (place.to_owned(), code)));
    for text in ["", "a\tb\n", "#FORMAT=WebAnno TSV 2\n"] {
        let imported = read(text);
        assert_eq!((imported.problems.errors(), imported.corpus.records.len()), (1, 0), "{text:?}");
    }
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records.push(Record {
        annotator: Some("a/b".to_owned()),
        texts: Texts::target_only(" \n one  two\n\nthree "),
        edits: [(3, 8), (7, 10), (6, 8), (9, 12), (10, 10)]
            .map(|(a, b)| Edit::on(Side::Target, "c|d", vec![span(a, b)]))
            .to_vec(),
        done: true,
        ..Record::default()
    });
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 1),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("names of annotators", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
            ("spans on white space", 1),
            ("that an item is not done", 1),
            ("white space at the ends of spans", 3),
        ]
    );
    let paths: Vec<_> = written.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["annotation/00001/ann.tsv", "00002.tsv", "00003.tsv"]);
    let again = round_trip(&FORMAT, &written.files);
    let [first, _, last] = again.corpus.records.as_slice() else { panic!() };
    assert_eq!(first.edits[0].answers.get("severity"), Some(&value("minor")));
    assert!(first.edits.iter().any(|edit| edit.spans.target() == [span(5, 5)]), "the point");
    assert_eq!(last.target().as_str(), " \n one  two\n\nthree ");
    let texts: Vec<_> = marked(last).into_iter().map(|(_, text)| text.unwrap()).collect();
    assert_eq!(texts, ["one", "tw", "wo", ""]);
}

#[test]
fn texts_come_back_whatever_their_lines_are() {
    for text in [
        "",
        "a",
        "a\n",
        "\n\na",
        "a\r\nb\r\n",
        " a\n  b \n\n\nc\n",
        " ",
        "\n",
        "a\tb\\n\u{1}",
        "é😀\u{2028}x",
    ] {
        let record = Record { texts: Texts::target_only(text), done: true, ..Record::default() };
        let corpus = crate::Corpus { records: vec![record], ..crate::Corpus::default() };
        let again = round_trip(&FORMAT, &written_by(FORMAT.write, &corpus).files);
        assert_eq!(again.corpus.records[0].target().as_str(), text, "{text:?}");
        assert_eq!(again.problems.warnings(), 0, "{text:?}");
    }
}

#[test]
fn files_with_few_annotations_are_not_taken_for_conll() {
    let text = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Error|value\n\n\n#Text=A b c\n1-1\t0-1\tA\t_\t\n1-2\t2-3\tb\t_\t\n1-3\t4-5\tc\tstyle\t\n";
    let names: Vec<&str> =
        crate::detect(&[TextFile::new("a.tsv", text)]).iter().map(|format| format.name).collect();
    assert_eq!(names, ["webanno"]);
}

#[test]
fn a_row_that_is_cut_short_is_told() {
    let cut = DOCUMENT.replace("man\t_\t_\t_\t*\t_\t_\t\n", "man\t_\t_\t_\t\n");
    let imported = read(&cut);
    let [problem] = imported.problems.listed() else { panic!("one problem") };
    assert_eq!(problem.diagnostic.code, "row-cut");
    assert!(problem.diagnostic.message.to_string().contains("3 cells"), "{:?}", problem.diagnostic);
    assert!(
        problem.diagnostic.place.to_string().contains("line 15"),
        "{}",
        problem.diagnostic.place
    );
}
