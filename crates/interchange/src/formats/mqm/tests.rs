use super::super::thresh;
use super::*;
use crate::testing::{by_way_of_thresh, everything, lost, written_by};
use proptest::prelude::*;
use spanwise_annotation::document::{Answer, TextName};
use spanwise_template::Side;

/// Two raters, rows out of order, an additional column, quotation marks, missing and surplus cells.
const TABLE: &str = "doc\tsystem\tdoc_id\tseg_id\tsource\trater\ttarget\tseverity\tcategory\tcomment\n\
    d\tA\t1\t1\tder \"Hund\"\tr1\tthe <v>\"\"cat\"\"</v>\tMajor\tAccuracy/Mistranslation\tno\n\
    d\tA\t1\t2\tnichts\tr1\tnothing\tNo-error\tNo-error\t\n\
    d\tA\t1\t1\tder \"Hund\"\tr2\tthe \"\"cat\"\"\tno-error\tno-error\t\"\n\
    d\tA\t1\t1\t<v>der</v> \"Hund\"\tr1\tthe \"\"cat\"\"\tCritical\tAccuracy/Omission\t\n\
    d\tB\t1\t1\tder \"Hund\"\tr1\t<v>😀 é</v>\tneutral\tSource error/-\t\n\
    d\tB\t1\t2\tnichts\tr1\tfoo <v>bar\tMajor\tNon-translation!\n\
    \n\
    d\tB\n\
    d\tB\t1\t3\tx\tr1\t<v>a</v> <v>b</v>\tOdd\tStyle/Awkward\t\textra\n";

fn read_text(text: &str) -> ImportOutcome {
    read(&mut [TextFile::new("t.tsv", text)], ImportOptions::default())
}

fn text_of(written: &crate::ExportedFiles) -> String {
    written.files.first().unwrap().text.clone()
}

#[test]
fn a_record_is_what_a_rater_found_in_a_segment() {
    let ImportOutcome { corpus, located, .. } = read_text(TABLE);
    let heads: Vec<_> = corpus
        .records
        .iter()
        .map(|r| {
            (
                r.metadata.text("system").unwrap(),
                r.annotator.as_deref().unwrap(),
                r.target().as_str(),
                r.edits.len(),
            )
        })
        .collect();
    let head = |system: &str, rater, target, edits| (system.to_owned(), rater, target, edits);
    assert_eq!(
        heads,
        [
            head("A", "r1", "the \"\"cat\"\"", 2),
            head("A", "r2", "the \"\"cat\"\"", 0),
            head("A", "r1", "nothing", 0),
            head("B", "r1", "😀 é", 1),
            head("B", "r1", "foo bar", 1),
            head("B", "r1", "a b", 1),
        ]
    );
    assert!(corpus.records.iter().all(|record| record.done));
    assert_eq!(located.exact, 5);

    let edits = &corpus.records[0].edits;
    assert_eq!(corpus.records[0].target().slice(edits[0].spans.target()[0]), "\"\"cat\"\"");
    assert_eq!(corpus.records[0].source().slice(edits[1].spans.source()[0]), "der");
    assert_eq!(edits[0].metadata.text("severity").as_deref(), Some("Major"));
    assert_eq!(edits[0].metadata.text("comment").as_deref(), Some("no"));
    let mistranslation = Answer::Choice {
        option: "mistranslation".to_owned(),
        follow_up: Some(Box::new(Answer::Value("a lot".to_owned()))),
    };
    assert_eq!(edits[0].answers.get("accuracy_type"), Some(&mistranslation));
    let omission = Answer::Choice { option: "omission".to_owned(), follow_up: None };
    assert_eq!(
        edits[1].answers.get("accuracy_type"),
        Some(&omission),
        "Critical is not on the scale"
    );
    assert_eq!(edits[1].metadata.text("severity").as_deref(), Some("Critical"));
    assert_eq!(corpus.records[3].edits[0].category, "source_error");
    let garbled = &corpus.records[4].edits[0];
    assert_eq!(
        (garbled.category.as_str(), &garbled.spans),
        ("non_translation", &Default::default())
    );
    assert_eq!(corpus.records[5].edits[0].spans.target().len(), 2);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let said: Vec<String> = read_text(TABLE)
        .problems
        .listed()
        .iter()
        .map(|p| format!("{} {}", p.file, p.diagnostic))
        .collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("t.tsv line 7, column 1: error[unpaired-mark]"), "{said:?}");
    assert!(said[1].starts_with("t.tsv line 9, column 1: error[missing-cell]"), "{said:?}");

    for (text, missing) in [
        ("", "source, target, category, severity"),
        ("system\tsource\ttarget\tcategory\n", "severity"),
        ("\"source\"\ttarget\tcategory\tseverity", "source"),
    ] {
        let imported = read_text(text);
        assert_eq!(imported.problems.errors(), 1);
        let said = imported.problems.listed()[0].diagnostic.to_string();
        assert!(said.contains(&format!("column {missing}.")), "{said}");
        assert!(imported.corpus.records.is_empty());
    }
}

#[test]
fn the_table_comes_back_byte_for_byte() {
    let bom = format!("\u{feff}{}", TABLE.replace('\n', "\r\n"));
    for table in [TABLE, bom.as_str(), TABLE.trim_end()] {
        let corpus = read_text(table).corpus;
        let written = written_by(write, &corpus);
        assert_eq!(text_of(&written), table);
        assert_eq!(lost(&written), []);
        let written = written_by(write, &by_way_of_thresh(&corpus));
        assert_eq!(text_of(&written), table, "by way of Thresh");
        assert_eq!(lost(&written), []);
    }
}

#[test]
fn what_changed_is_written_anew_where_it_was() {
    let mut corpus = read_text(TABLE).corpus;
    let record = &mut corpus.records[0];
    record.edits[0].answers = understood("Accuracy/Addition", "Minor").1;
    let first = record.target().span_of(0..3);
    record.edits[0].spans.set(TextName::TARGET, vec![first]);
    record.edits.remove(1);
    let record = &mut corpus.records[2];
    let all = record.target().span_of(0..7);
    record.edits.push(Edit::on(Side::Target, "other", vec![all]));
    let table = text_of(&written_by(write, &corpus));
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows[1],
        "d\tA\t1\t1\tder \"Hund\"\tr1\t<v>the</v> \"\"cat\"\"\tMinor\tAccuracy/Addition\tno"
    );
    assert!(table.contains("d\tA\t1\t2\tnichts\tr1\t<v>nothing</v>\t\tOther\t\n"), "{table}");
    assert!(!table.contains("Omission") && !table.contains("No-error"), "{table}");
    assert!(table.contains("foo <v>bar\tMajor"), "untouched rows stay as they were");
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let json = r#"[{"id": "x", "source": "a <v>", "target": "c\td e", "context": "k", "bookmark": true,
        "metadata": {"annotator": "ann", "seg_id": 3, "model": "m"},
        "edits": [
            {"category": "accuracy", "id": 1, "annotation": {"accuracy_type": {"val": "addition", "addition": "minor"}, "why": "so"},
             "input_idx": [[0, 1]], "output_idx": [[0, 2], [1, 3], [4, 4]], "votes": 2, "metadata": {"w": "v"}},
            {"category": "RelE", "id": 1, "annotation": null},
            {"category": "whole", "id": 1, "annotation": {"whole_type": "minor"},
             "constituent_edits": [{"category": "e", "id": 1, "output_idx": [[0, 1]]}]}
        ]},
        {"target": "untouched", "edits": []},
        {"target": "fine", "edits": [], "_spanwise": {"done": true}}]"#;
    let corpus =
        (thresh::FORMAT.read)(&mut [TextFile::new("", json)], ImportOptions::default()).corpus;
    let written = written_by(write, &corpus);
    assert_eq!(
        text_of(&written),
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n\
         \t\t\t3\tann\t<v>a</v> <v>\t<v>c </v>d <v></v>e\tAccuracy/Addition\tNeutral\n\
         \t\t\t3\tann\ta <v>\tc d e\tRelE\t\n\
         \t\t\t3\tann\ta <v>\t<v>c</v> d e\tE\t\n\
         \t\t\t\t\t\tfine\tNo-error\tNo-error\n"
    );
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("items that are not done", 1),
            ("metadata of edits", 1),
            ("metadata of items", 1),
            ("names of categories", 1),
            ("other members of edits", 1),
            ("other members of items", 2),
            ("overlapping spans of an edit", 1),
            ("tabs and line breaks", 1),
            ("texts that say <v> themselves", 1),
        ]
    );
}

#[test]
fn all_that_a_record_can_say_is_written_or_lost() {
    let written = written_by(write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("items that are not done", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("names of categories", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
        ]
    );
    let corpus = read_text(&text_of(&written)).corpus;
    let spans: Vec<_> = corpus
        .records
        .iter()
        .flat_map(|record| record.edits.iter().map(|e| (e.category.clone(), e.spans.clone())))
        .collect();
    let all = everything();
    let (composite, edits) = all.records[0].edits.split_last().unwrap();
    let mut expected: Vec<_> = edits
        .iter()
        .chain(&composite.constituents)
        .map(|e| (e.category.replace(' ', "_"), e.spans.clone()))
        .collect();
    expected
        .iter_mut()
        .for_each(|(_, spans)| spans.change(&TextName::TARGET, |spans| spans.sort()));
    assert_eq!(spans, expected);
}

#[test]
fn a_file_of_thresh_s_converter_becomes_a_table() {
    let json = r#"[{"source": "s", "target": "abc", "metadata": {"system": "A", "doc": "d", "doc_id": 1, "seg_id": 7, "rater": "r9"},
        "edits": [{"category": "akward", "id": 1, "annotation": {"akward_type": "somewhat"}, "output_idx": [[1, 2]]}]}]"#;
    let corpus =
        (thresh::FORMAT.read)(&mut [TextFile::new("", json)], ImportOptions::default()).corpus;
    let written = written_by(write, &corpus);
    assert_eq!(
        text_of(&written).lines().nth(1),
        Some("A\td\t1\t7\tr9\ts\ta<v>b</v>c\tStyle/Awkward\tMinor")
    );
    assert_eq!(lost(&written), []);
}

proptest! {
    #[test]
    fn any_table_comes_back(rows in "([a-cé😀 \"]{0,3}|<v>|</v>|\t|\n|\r|No-error|Major|Style/Awkward){0,40}") {
        let table = format!("source\ttarget\tseverity\tcategory\tx\n{rows}");
        let corpus = read_text(&table).corpus;
        prop_assert_eq!(text_of(&written_by(write, &corpus)), table.clone());
        if !corpus.records.is_empty() {
            prop_assert_eq!(text_of(&written_by(write, &by_way_of_thresh(&corpus))), table.clone());
        }
    }
}
