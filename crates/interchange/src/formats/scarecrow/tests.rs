use super::*;
use crate::report::ImportOutcome;
use crate::testing::{by_way_of_thresh, everything, lost, round_trip, written_by};
use crate::text_file::TextFile;
use crate::{Corpus, Edit, ImportOptions, Record};
use spanwise_annotation::document::{Answer, TextName};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

/// Two annotators, one with a worker's id, and a text without responses.
const CSV: &str = "\
id,gid,prompt,generation,model,p,temperature,frequency_penalty,responses,note
7,g1,\"It rains, she says.\",\"So it 😀 does. It does, twice two is five.\",xl,0.96,1.0,0,\"[\
['A1B2C3D4E5F6G7', 12, None, 'it\\'s \"\"so\"\"', [\
['Redundant', 'Said_SEP_ _QUOTE_before_QUOTE_ _LEFT_here_RIGHT__NEWLINE_twice', 2, 15, 22, [3, 5, 9, 13]], \
['Bad_Math', '', 3, 24, 41, []]], 0.5], \
['x', None, None, None, []]]\",keep
8,g2,Prompt,Text,xl,,,,[],
";

fn file(text: &str) -> [TextFile; 1] {
    [TextFile::new("", text)]
}

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut file(text).to_vec(), ImportOptions::default())
}

fn row(generation: &str, responses: &str) -> String {
    let columns = ["gid", "prompt", "generation", "responses"].map(str::to_owned);
    let cells = ["1", "p", generation, responses].map(str::to_owned);
    crate::files::table::written(&columns, std::iter::once(cells))
}

fn answer<'r>(record: &'r Record, edit: usize, question: &str) -> Option<&'r str> {
    match record.edits[edit].answers.get(question) {
        Some(Answer::Value(text)) => Some(text),
        _ => None,
    }
}

#[test]
fn every_annotator_of_a_row_is_a_record() {
    let imported = round_trip(&FORMAT, &file(CSV));
    let [first, second, third] = imported.corpus.records.as_slice() else {
        panic!("three records")
    };
    assert_eq!((first.source().as_str(), first.context.as_deref()), ("It rains, she says.", None));
    assert_eq!(first.annotator.as_deref(), Some("A1B2C3D4E5F6G7"));
    assert_eq!(second.annotator.as_deref(), Some("annotator 2"));
    assert_eq!(first.target(), second.target());
    assert_eq!((first.done, second.done, third.done), (true, true, false));
    assert_eq!((second.edits.len(), third.edits.len(), third.annotator.clone()), (0, 0, None));
    assert_eq!(
        first.metadata.to_json(),
        r#"{"id":"7","gid":"g1","model":"xl","p":"0.96","temperature":"1.0","frequency_penalty":"0","note":"keep"}"#
    );
    assert_eq!(third.metadata.to_json(), r#"{"id":"8","gid":"g2","model":"xl"}"#);

    let slices = |edit: usize| -> Vec<&str> {
        first.edits[edit].spans.target().iter().map(|span| first.target().slice(*span)).collect()
    };
    assert_eq!(slices(0), ["It does", "it", "does"]);
    assert_eq!(slices(1), ["twice two is five"]);
    let categories: Vec<_> = first.edits.iter().map(|edit| edit.category.as_str()).collect();
    assert_eq!(categories, ["redundant", "bad_math"]);
    assert_eq!(answer(first, 0, "explanation"), Some("Said, \"before\" <here>\ntwice"));
    assert_eq!(answer(first, 0, "redundant_type"), Some("somewhat"));
    assert_eq!(
        (answer(first, 1, "explanation"), answer(first, 1, "bad_math_type")),
        (None, Some("a lot"))
    );
    assert_eq!((imported.located.by_offsets, imported.located.missing), (4, 0));
}

#[test]
fn records_of_a_row_find_each_other_whatever_stands_between() {
    let mut corpus = read(CSV).corpus;
    corpus.records.swap(1, 2);
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(written.files[0].text, CSV);
}

#[test]
fn other_spellings_come_back_as_they_were() {
    let spelled = [
        // The older form: a response is its annotations.
        "[[['Redundant', 'x', 1, 0, 2, [3, 4]]], []]",
        "[['a', 1, (2,), None, (('redundant', 'x', '1', '0', '2', [3, 4]),)]]",
        r#"[[1, 2, 3, 4, ['["Redundant","x",1,0,2,[]]']]]"#,
        "[[1, 2, 3, 4, [['My type', 'a, b', 2, 5, 3]]]]",
        "[[1, 2, 3, 4, [['Incoherent', 'x', None, 0, 2, [], 'more']]]]",
    ];
    for responses in spelled {
        let imported = round_trip(&FORMAT, &file(&row("some words", responses)));
        assert_eq!(imported.corpus.records[0].edits.len(), 1, "{responses}");
        assert!(!imported.corpus.records[0].edits[0].spans.target().is_empty(), "{responses}");
    }
}

#[test]
fn what_can_not_be_read_has_a_place_and_comes_back() {
    let cases = [
        (
            "[[1, 2, 3, 4, [['Redundant', 'x', 1, 0, 99, []]]]]",
            "annotation 1: The span from 0 to 99",
        ),
        (
            "[[1, 2, 3, 4, [['Redundant', 'x', 1, 0, 2, [7]]]]]",
            "annotation 1: The offsets of a span",
        ),
        (
            "[[1, 2, 3, 4, [['Redundant', 'x', 1, -3, 1e400, []]]]]",
            "annotation 1: The offsets of a span",
        ),
        (
            "[[1, 2, 3, 4, [['Redundant', 'x', 4, 0, 2, []]]]]",
            "The severity is not 1, 2 or 3 but 4.",
        ),
        ("[[1, 2, 3, 4, [['Redundant', 5, 1, 0, 2, []]]]]", "The explanation is not a text but 5."),
        (
            "[[1, 2, 3, 4, [['Redundant', 'x', 1, 0, 2, []], 'half', [1]]]]",
            "annotation 2: It is not a list",
        ),
        ("[[1, 2, 3, 4, [[1, 2, 3, 4, 5]]]]", "Its first item is not the name of a type."),
        ("[[1, 2, 3, 4]]", "Response 1 has no list of annotations as its item 4."),
        ("[7, None]", "Response 1 has no list"),
        (
            "[[1, 2, 3, 4, [",
            "The responses can't be read: the literal ends too early, at character 16.",
        ),
        ("{}", "this is not a Python literal, at character 1"),
        ("5", "The responses are not a list."),
    ];
    for (responses, said) in cases {
        let text = row("some words", responses);
        let imported = read(&text);
        let problems: Vec<String> = imported
            .problems
            .listed()
            .iter()
            .map(|problem| problem.diagnostic.to_string())
            .collect();
        assert!(problems.iter().any(|problem| problem.contains(said)), "{responses}: {problems:?}");
        assert!(
            problems.iter().all(|problem| problem.starts_with("line 2, column 1: ")),
            "{problems:?}"
        );
        for corpus in [imported.corpus.clone(), by_way_of_thresh(&imported.corpus)] {
            let written = written_by(FORMAT.write, &corpus);
            let cell = |text: &str| text.replace(['"', '\n'], "");
            assert_eq!(cell(&written.files[0].text), cell(&text), "{responses}");
            assert!(written.losses.is_empty(), "{responses}: {:?}", written.losses);
        }
    }
    let imported = read("prompt,text\na,b\n");
    assert_eq!((imported.problems.errors(), imported.corpus), (1, Corpus::default()));
}

#[test]
fn what_was_changed_is_written_anew() {
    let text =
        row("some words", "[[1, 2, 3, 4, [['redundant', 'a, b', '1', 0, 4]]], [5, 6, 7, 8, []]]");
    let mut corpus = read(&text).corpus;
    let edit = &mut corpus.records[0].edits[0];
    edit.spans.set(TextName::TARGET, vec![Span::between(Utf16(5), Utf16(10))]);
    corpus.records[1].annotator = Some("A0000000000002".to_owned());
    let written = written_by(FORMAT.write, &corpus);
    let expected = row(
        "some words",
        "[[1, 2, 3, 4, [['Redundant', 'a_SEP_ b', 1, 5, 10, []]]], [5, 6, 7, 8, []]]",
    );
    assert_eq!(written.files[0].text.replace('"', ""), expected.replace('"', ""));
    assert_eq!(lost(&written), [("names of annotators", 1),], "no place is free for the name");
}

#[test]
fn offsets_can_count_code_points() {
    let text = row("😀 ab cd", "[[1, 2, 3, 4, [['Incoherent', '', 1, 2, 4, [5, 7]]]]]");
    for (unit, warnings, expected) in [
        (Some(OffsetUnit::Utf16), 1, [" a", " c"]),
        (Some(OffsetUnit::CodePoints), 0, ["ab", "cd"]),
        (None, 1, [" a", " c"]),
    ] {
        let imported = (FORMAT.read)(
            &mut file(&text).to_vec(),
            ImportOptions { unit, ..ImportOptions::default() },
        );
        let record = &imported.corpus.records[0];
        let spans = record.edits[0].spans.target().iter();
        assert_eq!(spans.map(|span| record.target().slice(*span)).collect::<Vec<_>>(), expected);
        assert_eq!(imported.unit, Some(unit.unwrap_or(OffsetUnit::Utf16)));
        assert_eq!((imported.problems.warnings(), imported.problems.errors()), (warnings, 0));
    }
}

#[test]
fn a_foreign_record_is_written_as_far_as_it_goes() {
    let written = written_by(FORMAT.write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits without a span", 1),
            ("metadata of edits", 1),
            ("metadata of items", 1),
            ("names of annotators", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
        ]
    );
    let again = (FORMAT.read)(&mut written.files.to_vec(), ImportOptions::default());
    assert_eq!(again.problems.listed(), []);
    let records = again.corpus.records;
    let categories: Vec<_> = records[0].edits.iter().map(|edit| edit.category.as_str()).collect();
    assert_eq!(categories, ["plain", "several", "both", "point", "part"]);
    assert_eq!(records[0].edits[1].spans, everything().records[0].edits[1].spans);
    assert_eq!(records[0].metadata.to_json(), r#"{"n":"2"}"#);
    assert_eq!((records.len(), records[1].done, records[1].annotator.clone()), (2, false, None));
}

#[test]
fn records_of_threshs_own_converter_are_written() {
    let thresh = r#"[{"source": "p", "target": "some words",
        "metadata": {"gid": "g", "model": "m", "p": "0.9", "temperature": "1", "frequency_penalty": "0"},
        "edits": [{"category": "off_prompt", "id": 1, "output_idx": [[0, 4]],
                   "annotation": {"explanation": "a_LEFT_ b", "off_prompt_type": "minor"}}]}]"#;
    let corpus =
        (crate::format("thresh").unwrap().read)(&mut file(thresh), ImportOptions::default()).corpus;
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        written.files[0].text,
        "id,gid,prompt,generation,model,p,temperature,frequency_penalty,responses\n\
         ,g,p,some words,m,0.9,1,0,\"[[None, None, None, None, [['Off-prompt', 'a_LEFT_ b', 1, 0, 4, []]]]]\"\n"
    );
    assert_eq!(lost(&written), [("explanations that hold an escape", 1)]);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let deep = row("w", &"[".repeat(10_000));
    assert_eq!(read(&deep).problems.errors(), 1);
}

#[test]
fn annotators_with_sessions_of_their_own_share_a_row() {
    let mut corpus = Corpus::default();
    for (session, edits) in [("AAAAAAAAA1", 1), ("AAAAAAAAA2", 0)] {
        let mut record = Record { done: true, ..Record::default() };
        record.texts.set(Side::Target, Text::new("He dried it in the river."));
        record.metadata.set_text("model", "small");
        record.metadata.set_text("session", session);
        let spans = vec![Span::between(Utf16(12), Utf16(25))];
        record
            .edits
            .extend((0..edits).map(|_| Edit::on(Side::Target, "commonsense", spans.clone())));
        corpus.add(record);
    }
    let written = written_by(FORMAT.write, &corpus);
    let text = &written.files[0].text;
    assert!(!text.contains("session") && !text.contains("AAAAAAAAA"), "{text}");
    let back = read(text).corpus;
    assert_eq!(back.records.len(), 2, "two annotators of one row");
    assert_eq!(text.lines().count(), 2);
    assert_eq!(lost(&written), [("metadata of items", 2)]);
}
