use super::*;
use crate::report::ImportOutcome;
use crate::testing::{by_way_of_thresh, everything, lost, round_trip, same_values, written_by};
use crate::text_file::TextFile;
use crate::{Corpus, Edit, ImportOptions, Record};
use spanwise_annotation::document::{Answer, TextName, Texts};
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

const STORIES: &str = r#"{
 "tide": {"sentences": ["😀 <span class=\"ne ne-1\">Ada</span> waits &amp; waits.", "The tide turns. <span class=\"ne ne-1\">Ada</span> waits again."], "n": 1},
 "unread": {"sentences": []}
}"#;

/// Paragraph 0 is “😀 Ada waits & waits.”, paragraph 1 “The tide turns. Ada waits again.” On FALTE's page a space stands before the
/// current one, and white space around the earlier ones.
const ROWS: &str = "\
sampleid,segmentid,storyid,error,span1,span1_start,span1_end,span2,span2_start,span2_end,survey_code,feedback,annotator
3,1,tide,selection-repitition,waits,20,25,waits,33,38,AAAAAAAAA1,\"again, \"\"so\"\"\",turker
4,0,tide,character,Ada,3,6,,0,0,AAAAAAAAA1,,turker
5,0,tide,no-error,,,,,,,AAAAAAAAA2,,turker
6,1,tide,grammar,The tide,9,1,,0,0,AAAAAAAAA3,,turker
";

fn files(stories: &str, rows: &str) -> Vec<TextFile> {
    vec![TextFile::new("stories.json", stories), TextFile::new("annotations.csv", rows)]
}

fn rows_only(rows: &str) -> Vec<TextFile> {
    vec![TextFile::new("annotations.csv", rows)]
}

fn read(files: &[TextFile]) -> ImportOutcome {
    (FORMAT.read)(&mut files.to_vec(), ImportOptions::default())
}

fn row(cells: &str) -> String {
    format!("{}\n{cells}\n", columns::USUAL.join(","))
}

/// The texts of an edit with their starts.
fn marks(record: &Record, edit: usize) -> Vec<(u32, &str)> {
    let spans = record.edits[edit].spans.target().iter();
    spans.map(|span| (span.start().0, record.target().slice(*span))).collect()
}

fn said(imported: &ImportOutcome) -> Vec<String> {
    imported.problems.listed().iter().map(|problem| problem.diagnostic.to_string()).collect()
}

#[test]
fn stories_and_rows_are_joined() {
    let imported = round_trip(&FORMAT, &files(STORIES, ROWS));
    let [a, b, c, unread] = imported.corpus.records.as_slice() else { panic!("four records") };
    assert_eq!(a.target().as_str(), "😀 Ada waits & waits.\n\nThe tide turns. Ada waits again.");
    assert_eq!(a.metadata.to_json(), r#"{"storyid":"tide","paragraphs":[[0,20],[22,54]]}"#);
    let mentions = r#"[{"cluster":"1","output_idx":[[3,6],[39,42]]}]"#;
    assert_eq!(a.other.get("mentions"), Some(mentions));
    assert_eq!(unread.other.get("mentions"), None);
    let names: Vec<_> = [a, b, c, unread].iter().map(|r| r.annotator.as_deref()).collect();
    assert_eq!(names, [Some("AAAAAAAAA1"), Some("AAAAAAAAA2"), Some("AAAAAAAAA3"), None]);
    let done: Vec<_> = [a, b, c, unread].iter().map(|r| (r.done, r.edits.len())).collect();
    assert_eq!(done, [(true, 2), (true, 0), (true, 1), (false, 0)]);
    let said: Vec<_> =
        a.edits.iter().map(|e| (e.category.as_str(), e.metadata.to_json())).collect();
    assert_eq!(
        said,
        [
            ("RepE", r#"{"segmentid":1,"feedback":"again, \"so\""}"#.to_owned()),
            ("CharE", r#"{"segmentid":0}"#.to_owned()),
        ]
    );
    // The second span is in the earlier paragraph, padded as on FALTE's page.
    assert_eq!(marks(a, 0), [(43, "waits"), (15, "waits")]);
    assert_eq!(marks(a, 1), [(3, "Ada")]);
    assert_eq!(marks(c, 0), [(23, "The tide")], "dragged backward, after a space");
    let located = imported.located;
    assert_eq!((located.exact, located.moved, located.ambiguous, located.missing), (4, 0, 0, 0));
    assert_eq!((imported.unit, imported.problems.listed().len()), (Some(OffsetUnit::Utf16), 0));
    assert_eq!(written_by(FORMAT.write, &imported.corpus).files[1].text, ROWS, "byte for byte");
}

#[test]
fn the_answer_of_a_question_called_feedback_is_the_comment() {
    let mut corpus = read(&files(STORIES, ROWS)).corpus;
    corpus.records.truncate(1);
    let edits = &mut corpus.records[0].edits;
    edits[1].answers.set("feedback", Some(Answer::Value("Who is she?".to_owned())));
    edits[1].answers.set("sure", Some(Answer::Value("no".to_owned())));
    let written = written_by(FORMAT.write, &corpus);
    let rows = |comment: &str| written.files[1].text.matches(comment).count();
    assert_eq!((rows(",Who is she?,"), rows("again, ")), (1, 1));
    assert_eq!(lost(&written), [("answers", 1)]);

    corpus.records[0].edits[0].answers.set("feedback", Some(Answer::Value("New.".to_owned())));
    let written = written_by(FORMAT.write, &corpus);
    assert!(written.files[1].text.contains(",New.,") && !written.files[1].text.contains("again, "));
    assert_eq!(lost(&written), [("answers", 1), ("metadata of edits", 1)]);
}

#[test]
fn rows_alone_and_stories_alone_come_back() {
    let imported = round_trip(&FORMAT, &rows_only(ROWS));
    assert!(said(&imported)[0].contains("4 rows are about stories that are not there"));
    assert_eq!(imported.problems.listed().len(), 1);
    let first = &imported.corpus.records[0];
    assert_eq!((first.target().as_str(), first.edits[0].spans.target().len()), ("", 0));
    assert_eq!(imported.located.missing, 4);
    let imported = round_trip(&FORMAT, &[TextFile::new("stories.json", STORIES)]);
    assert_eq!(imported.corpus.records.len(), 2);
}

#[test]
fn paragraphs_written_with_spaces_are_the_same() {
    let mut corpus = read(&files(STORIES, ROWS)).corpus;
    let lost_with = |corpus: &mut Corpus, paragraphs: &str| {
        corpus.records[0].metadata.set("paragraphs", paragraphs);
        lost(&written_by(FORMAT.write, corpus))
    };
    assert_eq!(lost_with(&mut corpus, "[[0, 20], [22, 54]]"), []);
    assert_eq!(lost_with(&mut corpus, "[[0, 20], [22, 53]]").len(), 1);
}

#[test]
fn sessions_and_annotators_have_a_column_each() {
    let rows = [
        ("AAAAAAAAA1", "turker", Some("AAAAAAAAA1"), None),
        ("AAAAAAAAA1", "ann", Some("ann"), Some("AAAAAAAAA1")),
        ("AAAAAAAAA1", "", None, Some("AAAAAAAAA1")),
        ("", "ann", Some("ann"), None),
        ("ann", "ann", Some("ann"), None),
        ("", "", None, None),
    ];
    for (code, annotator, expected, session) in rows {
        let table = row(&format!("1,0,tide,grammar,Ada,2,5,,,,{code},,{annotator}"));
        let imported = round_trip(&FORMAT, &files(STORIES, &table));
        let record = &imported.corpus.records[0];
        let found = (record.annotator.as_deref(), record.metadata.text("session"));
        assert_eq!(found, (expected, session.map(str::to_owned)), "{code} {annotator}");
        assert_eq!(written_by(FORMAT.write, &imported.corpus).files[1].text, table);
    }
}

#[test]
fn the_papers_columns_are_read_and_kept() {
    let rows = "\
Document ID,Paragraph ID,Text Span,Span Start Index,Span End Index,Error Category,Paired Text,Optional Comments,Session ID,extra
tide,1,Ada,16,19,inconsistent,Ada,why,S1,x
tide,0,,,,no-error,,,S2,
";
    let imported = round_trip(&FORMAT, &files(STORIES, rows));
    let first = &imported.corpus.records[0];
    assert_eq!(first.annotator.as_deref(), Some("S1"));
    assert_eq!(first.edits[0].category, "InconE");
    // The two occurrences cannot be distinguished: the left one is paired.
    assert_eq!(marks(first, 0), [(39, "Ada"), (3, "Ada")]);
    assert_eq!(written_by(FORMAT.write, &imported.corpus).files[1].text, rows);
}

#[test]
fn what_falte_stores_wrongly_is_put_right_or_reported() {
    let long = "word ".repeat(120);
    let stories =
        format!(r#"{{"s": {{"sentences": ["one two one two", "one three", "{long}"]}}}}"#);
    let cut = &long[..500];
    let cases = [
        // The offsets of the first span are those of the second, which is in the current paragraph.
        (
            "1,1,s,repitition,three,0,3,one,0,0,c,,t".to_owned(),
            vec![(21, "three"), (0, "one")],
            "“three” does not stand at its offsets",
        ),
        // The second span in the paragraphs before, joined without separator; in the current paragraph; as it is
        // written here.
        ("1,1,s,repitition,one,0,3,two,12,15,c,,t".to_owned(), vec![(17, "one"), (12, "two")], ""),
        (
            "1,1,s,inconsistent,one,1,4,three,4,9,c,,t".to_owned(),
            vec![(17, "one"), (21, "three")],
            "",
        ),
        (
            "1,1,s,inconsistent,one,0,3,three,21,26,c,,t".to_owned(),
            vec![(17, "one"), (21, "three")],
            "",
        ),
        ("1,0,s,coref,two,4,7,one,8,11,c,,t".to_owned(), vec![(4, "two")], "has no second span"),
        ("1,0,s,mine,two,12,15,one,8,11,c,,t".to_owned(), vec![(12, "two"), (8, "one")], ""),
        (format!("1,2,s,grammar,{cut},0,600,,0,0,c,,t"), vec![(28, long.as_str())], ""),
        (
            "1,0,s,grammar,gone,0,4,,0,0,c,,t".to_owned(),
            vec![],
            "“gone” does not occur where it should",
        ),
        ("1,9,s,grammar,one,0,3,,0,0,c,,t".to_owned(), vec![], "does not name a paragraph"),
        (
            "1,x,s,grammar,one,-7,99999999999999999999,,0,0,c,,t".to_owned(),
            vec![],
            "does not name a paragraph",
        ),
        ("1,0,s,grammar,,0,0,,0,0,c,,t".to_owned(), vec![], ""),
    ];
    for (cells, expected, problem) in cases {
        let files = files(&stories, &row(&cells));
        let imported = read(&files);
        assert_eq!(marks(&imported.corpus.records[0], 0), expected, "{cells}");
        let said = said(&imported);
        assert_eq!(said.is_empty(), problem.is_empty(), "{said:?}");
        assert!(said.iter().all(|said| said.starts_with("line 2, column 1: ")), "{said:?}");
        assert!(problem.is_empty() || said.iter().any(|said| said.contains(problem)), "{said:?}");
        for corpus in [imported.corpus.clone(), by_way_of_thresh(&imported.corpus)] {
            let written = written_by(FORMAT.write, &corpus);
            same_values(&files, &written.files);
            assert!(written.losses.is_empty(), "{cells}: {:?}", written.losses);
        }
    }
}

#[test]
fn what_can_not_be_read_has_a_place_and_comes_back() {
    let odd = r#"{"s": {"sentences": ["a"]}, "t": {"sentences": [1]}, "u": 7}"#;
    let files = [TextFile::new("stories.json", odd)];
    let imported = read(&files);
    assert_eq!(
        said(&imported).iter().map(|s| &s[..11]).collect::<Vec<_>>(),
        ["instance 2:", "instance 3:"]
    );
    for corpus in [imported.corpus.clone(), by_way_of_thresh(&imported.corpus)] {
        same_values(&files, &written_by(FORMAT.write, &corpus).files);
    }
    for (text, place) in [
        ("[]", "instance 1: "),
        ("{\"a\": ", "line 1, column "),
        ("a,b\n1,2\n", "error"),
        ("", "error"),
    ] {
        let imported = read(&[TextFile::new("x", text)]);
        assert_eq!((imported.problems.errors(), imported.corpus.records.len()), (1, 0), "{text}");
        assert!(said(&imported)[0].starts_with(place), "{text}: {:?}", said(&imported));
    }
}

#[test]
fn offsets_are_counted_as_they_fit() {
    // Ada stands at 3 in UTF-16 units, and at 2 in code points; nothing else is so near.
    let rows = row("1,0,tide,character,Ada,2,5,,,,c,,t\n2,0,tide,character,waits,6,11,,,,c,,t");
    let imported = read(&files(STORIES, &rows));
    assert_eq!(imported.unit, Some(OffsetUnit::CodePoints));
    assert_eq!((imported.problems.warnings(), imported.located.moved), (1, 0));
    assert_eq!(marks(&imported.corpus.records[0], 1), [(7, "waits")]);
}

#[test]
fn what_was_changed_is_written_anew() {
    let mut corpus = read(&files(STORIES, ROWS)).corpus;
    let spans = [Span::between(Utf16(39), Utf16(42)), Span::between(Utf16(43), Utf16(48))];
    corpus.records[0].edits[0].spans.set(TextName::TARGET, spans.to_vec());
    corpus.records[0].edits.remove(1);
    let new = Edit::on(Side::Target, "SceneE", vec![Span::between(Utf16(7), Utf16(12))]);
    corpus.records[1].edits.push(new);
    corpus.records[2].annotator = Some("me".to_owned());
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        written.files[1].text,
        row(
            "3,1,tide,selection-repitition,Ada,16,19,waits,43,48,AAAAAAAAA1,\"again, \"\"so\"\"\",turker\n\
         6,1,tide,grammar,The tide,9,1,,0,0,me,,me\n\
         7,0,tide,scene,waits,7,12,,,,AAAAAAAAA2,,AAAAAAAAA2"
        )
    );
    let again = read(&written.files);
    assert_eq!(marks(&again.corpus.records[0], 0), [(39, "Ada"), (43, "waits")]);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
}

#[test]
fn mentions_are_carried_over_and_come_back() {
    let mention = |cluster: &str, start: u32, end: u32| {
        format!(r#"{{"cluster":"{cluster}","output_idx":[[{start},{end}]]}}"#)
    };
    // Within another; across paragraphs; crossing; no class of CSS.
    let cases: [(&[String], &str, usize); 6] = [
        (
            &[mention("7", 10, 13), mention("1", 0, 2)],
            r#""<span class=\"ne ne-1\">😀</span> &amp; Ada", "<span class=\"ne ne-7\">Bo.</span>""#,
            0,
        ),
        (
            &[mention("2", 5, 8), mention("1", 0, 8)],
            r#""<span class=\"ne ne-1\">😀 &amp; <span class=\"ne ne-2\">Ada</span></span>", "Bo.""#,
            0,
        ),
        (&[mention("1", 5, 12)], r#""😀 &amp; Ada", "Bo.""#, 1),
        (
            &[mention("1", 0, 6), mention("2", 5, 8)],
            r#""<span class=\"ne ne-1\">😀 &amp; A</span>da", "Bo.""#,
            1,
        ),
        (&[mention("a b", 5, 8)], r#""😀 &amp; Ada", "Bo.""#, 1),
        (&[], r#""😀 &amp; Ada", "Bo.""#, 0),
    ];
    for (mentions, sentences, lost_mentions) in cases {
        let mut record =
            Record { texts: Texts::target_only("😀 & Ada\n\nBo."), ..Record::default() };
        record.other.set("mentions", format!("[{}]", mentions.join(",")));
        let corpus = Corpus { records: vec![record], ..Corpus::default() };
        let written = written_by(FORMAT.write, &corpus);
        let expected = format!("{{\n\"0\": {{\"sentences\": [{sentences}]}}\n}}\n");
        assert_eq!(written.files[0].text, expected);
        let lost: Vec<_> = lost(&written).into_iter().map(|(_, count)| count).collect();
        assert_eq!(lost, Vec::from_iter((lost_mentions > 0).then_some(lost_mentions)));
    }
    // A story is written as it was read, unless its mentions were changed.
    let stories = [TextFile::new("stories.json", STORIES)];
    let mut corpus = by_way_of_thresh(&read(&stories).corpus);
    let written = written_by(FORMAT.write, &corpus);
    same_values(&stories, &written.files);
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    corpus.records[0].other.set("mentions", "[]");
    let written = written_by(FORMAT.write, &corpus);
    assert!(!written.files[0].text.contains("span"), "{}", written.files[0].text);
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
            ("insertion points", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
        ]
    );
    let mut corpus = everything();
    corpus.preserved = Default::default();
    let written = written_by(FORMAT.write, &corpus);
    let again = read(&written.files);
    assert_eq!((again.problems.listed().len(), again.located.moved), (0, 0));
    let [first, second] = again.corpus.records.as_slice() else { panic!("two records") };
    assert_eq!((first.annotator.as_deref(), first.edits.len()), (Some("ann"), 8));
    assert_eq!(first.edits[1].spans, everything().records[0].edits[1].spans);
    assert_eq!((second.target().as_str(), second.done), ("nothing here", false));
}

#[test]
fn spans_that_a_row_can_not_hold_are_counted() {
    let span = |start, end| Span::between(Utf16(start), Utf16(end));
    let edit = |category: &str, spans: &[Span]| Edit::on(Side::Target, category, spans.to_vec());
    let record = |annotator: &str| Record {
        annotator: Some(annotator.to_owned()),
        texts: Texts::target_only("one two\n\nthree"),
        done: true,
        edits: vec![
            edit("GramE", &[span(0, 3), span(4, 7)]),
            edit("RepE", &[span(0, 3), span(4, 7), span(9, 10)]),
            edit("CorefE", &[span(4, 12)]),
            edit("grammar", &[span(9, 14)]),
        ],
        ..Record::default()
    };
    let records = vec![record("a"), record("a"), record("b")];
    let written = written_by(FORMAT.write, &Corpus { records, ..Corpus::default() });
    assert_eq!(
        lost(&written),
        [
            ("ends of spans in a later paragraph", 3),
            ("further spans on the target", 6),
            ("names of annotators", 1),
            ("names of categories", 3),
        ]
    );
    assert_eq!(written.files[0].text, "{\n\"0\": {\"sentences\": [\"one two\", \"three\"]}\n}\n");
    let again = read(&written.files);
    assert_eq!(again.corpus.records.len(), 2);
    let last = &again.corpus.records[1];
    assert_eq!((marks(last, 2), marks(last, 3)), (vec![(4, "two")], vec![(9, "three")]));
}

#[test]
fn the_second_span_of_a_paired_type_is_the_antecedent() {
    let corpus = read(&files(STORIES, ROWS)).corpus;
    let roles = |edit: usize| {
        let roles = corpus.records[0].edits[edit].spans.roles_on(&TextName::TARGET);
        roles.iter().map(|role| role.as_deref().unwrap_or("-").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(roles(0), ["error", "antecedent"]);
    assert_eq!(roles(1), [""; 0]);
    // An edit of the app may have been made in another order.
    let mut turned = corpus.clone();
    let spans = &mut turned.records[0].edits[0].spans;
    spans.change(&TextName::TARGET, |spans| spans.reverse());
    let names = ["antecedent", "error"].map(|name| Some(name.into()));
    spans.set_roles(&TextName::TARGET, names.to_vec());
    let written = written_by(FORMAT.write, &turned);
    assert!(written.files[1].text.contains("waits,20,25,waits,15,20"), "{}", written.files[1].text);
    assert!(written.losses.is_empty());
    let names = ["claim", "error"].map(|name| Some(name.into()));
    turned.records[0].edits[0].spans.set_roles(&TextName::TARGET, names.to_vec());
    assert_eq!(lost(&written_by(FORMAT.write, &turned)), [("roles of spans", 1)]);
}
