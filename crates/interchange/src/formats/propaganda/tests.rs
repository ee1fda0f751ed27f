use super::*;
use crate::testing::{by_way_of_thresh, everything, lost, round_trip, written_by};
use spanwise_annotation::document::Texts;
use spanwise_template::Side;

fn folder() -> Vec<TextFile> {
    vec![
        TextFile::new("a/article7.txt", "One 😀 two\r\n\nthree\n"),
        TextFile::new("a/article08.txt", "no label here"),
        TextFile::new("a/article9.txt", "in the other file"),
        TextFile::new(
            "a/article7.labels.tsv",
            "7\tLoaded_Language\t4\t5\n7\tSmears\t6\t9\n07\tDoubt\t1\t2\n7\tDoubt \t0\t 3\textra\r\n\n7\tStraw_Men\t13\t18",
        ),
        TextFile::new("a/article08.labels.tsv", ""),
        TextFile::new("a/dev.task2-TC.labels", "9\tRepetition\t0\t2\n7\tDoubt\t3\t3\n"),
    ]
}

fn read_all(files: &[TextFile]) -> ImportOutcome {
    read(&mut files.to_vec(), ImportOptions::default())
}

fn by_path(files: &[TextFile]) -> Vec<(&str, &str)> {
    let mut all: Vec<_> = files.iter().map(|f| (f.path.as_str(), f.text.as_str())).collect();
    all.sort_unstable();
    all
}

#[test]
fn an_article_is_a_record() {
    let ImportOutcome { corpus, located, problems, .. } = read_all(&folder());
    let found: Vec<_> = corpus
        .records
        .iter()
        .map(|record| {
            let spans = record.edits.iter().flat_map(|edit| {
                edit.spans
                    .target()
                    .iter()
                    .map(|span| (edit.category.as_str(), record.target().slice(*span)))
            });
            (record.metadata.get("article_id").unwrap(), record.done, spans.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                "7",
                true,
                vec![
                    ("loaded_language", "😀"),
                    ("Smears", "two"),
                    ("doubt", "One"),
                    ("straw_man", "hree\n"),
                    ("doubt", "")
                ]
            ),
            ("\"08\"", true, vec![]),
            ("9", true, vec![("repetition", "in")]),
        ]
    );
    assert_eq!(located.by_offsets, 6);
    let said: Vec<_> =
        problems.listed().iter().map(|p| format!("{}: {}", p.file, p.diagnostic)).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("a/article7.labels.tsv: line 3, column 1: error[unreadable-label]"),
        "{said:?}"
    );
}

#[test]
fn the_folder_comes_back_byte_for_byte() {
    let corpus = read_all(&folder()).corpus;
    for corpus in [&corpus, &by_way_of_thresh(&corpus)] {
        let written = written_by(write, corpus);
        assert_eq!(by_path(&written.files), by_path(&folder()));
        assert_eq!(lost(&written), []);
    }
    let clean: Vec<TextFile> = folder()
        .into_iter()
        .map(|file| TextFile::new(file.path, file.text.replace("07\tDoubt\t1\t2\n", "")))
        .collect();
    round_trip(&FORMAT, &clean);
    let all = [
        TextFile::new("article1.txt", "abc"),
        TextFile::new("article2.txt", "abc"),
        TextFile::new("train-task-flc-tc.labels", "2\tSlogans\t0\t3\n"),
    ];
    assert!(round_trip(&FORMAT, &all).corpus.records.iter().all(|record| record.done));
    let bare = round_trip(&FORMAT, &all[..1]);
    assert!(!bare.corpus.records[0].done, "no file says that there is nothing");
}

#[test]
fn spans_without_a_technique_are_propaganda() {
    let files = [
        TextFile::new("article7.txt", "One 😀 two\n"),
        TextFile::new("article7.task1-SI.labels", "7\t4\t5\n7\t 6\t9\r\n7\tpropaganda\t0\t3\n"),
    ];
    let corpus = round_trip(&FORMAT, &files).corpus;
    let record = &corpus.records[0];
    let spans = record
        .edits
        .iter()
        .map(|edit| (edit.category.as_str(), record.target().slice(edit.spans.target()[0])));
    assert_eq!(
        spans.collect::<Vec<_>>(),
        [("propaganda", "😀"), ("propaganda", "two"), ("propaganda", "One")]
    );

    let mut record = Record {
        texts: Texts::target_only(Text::new("One 😀 two")),
        done: true,
        ..Record::default()
    };
    let span = record.target().span_of(0..3);
    record.edits = vec![Edit::on(Side::Target, "propaganda", vec![span])];
    let written = written_by(write, &Corpus { records: vec![record], ..Corpus::default() });
    assert_eq!(lost(&written), []);
    assert_eq!(written.files[1].text, "1\t0\t3\n");
}

#[test]
fn a_line_needs_numbers_where_they_belong() {
    for line in ["7", "7\t1", "7\tDoubt\t1", "7\t1\tDoubt", "7\t1\t2\t", "7\t2\t1", "7\t1\t99"] {
        let files = [TextFile::new("article7.txt", "One two"), TextFile::new("a.labels", line)];
        let imported = read_all(&files);
        assert_eq!(imported.problems.errors(), 1, "{line:?}");
        assert_eq!(
            by_path(&written_by(write, &imported.corpus).files),
            by_path(&files),
            "{line:?}"
        );
    }
}

#[test]
fn what_is_new_follows_what_was_there() {
    let mut corpus = read_all(&folder()).corpus;
    let record = &mut corpus.records[2];
    let other = record.target().span_of(3..6);
    record.edits.push(Edit::on(Side::Target, "slogans", vec![other]));
    corpus.records[0].edits.remove(0);
    corpus.records[1].preserved =
        Members::parse(r#"{"file": "../up.txt", "labels": "/etc/labels"}"#);
    corpus.records[1].done = true;
    let files = written_by(write, &corpus).files;
    let text = |path: &str| files.iter().find(|f| f.path == path).map(|f| f.text.as_str());
    assert_eq!(
        text("a/dev.task2-TC.labels"),
        Some("9\tRepetition\t0\t2\n9\tSlogans\t3\t6\n7\tDoubt\t3\t3\n")
    );
    assert!(text("a/article7.labels.tsv").unwrap().starts_with("7\tSmears"));
    assert_eq!(text("article08.txt"), Some("no label here"));
    assert_eq!(text("article08.labels.tsv"), Some(""));
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let written = written_by(write, &everything());
    assert_eq!(
        by_path(&written.files),
        [
            (
                "article1.labels.tsv",
                "1\tplain\t0\t5\n1\tseveral\t8\t11\n1\tseveral\t0\t5\n1\tboth\t6\t7\n1\tpoint\t5\t5\n1\tpart\t6\t7\n"
            ),
            ("article1.txt", "Hello 😀 all, “you”"),
            ("article2.txt", "nothing here"),
        ]
    );
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
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
        ]
    );
}

#[test]
fn each_record_has_files_of_its_own() {
    let mut corpus = everything();
    let two = corpus.records[1].clone();
    corpus.records = vec![two.clone(), two.clone(), two.clone(), two];
    for (record, id) in corpus.records.iter_mut().zip(["3", "\"a/b\"", "3", "[]"]) {
        record.metadata.set("article_id", id);
    }
    let files = written_by(write, &corpus).files;
    let paths: Vec<_> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["article3.txt", "article2.txt", "article4.txt", "article5.txt"]);
}

#[test]
fn what_is_wrong_is_said_with_its_file() {
    for (line, message) in [
        ("7\tDoubt\t1", "This is no label."),
        ("7\tDoubt\t1\t4294967296", "This is no label."),
        ("7\tDoubt\t-1\t2", "This is no label."),
        ("7\tDoubt\t2\t1", "The label reaches beyond the article."),
        ("7\tDoubt\t0\t4", "The label reaches beyond the article."),
        ("8\tDoubt\t0\t1", "There is no article 8."),
    ] {
        let files = [
            TextFile::new("article7.txt", "abc"),
            TextFile::new("x.labels", format!("\n{line}\n")),
        ];
        let imported = read_all(&files);
        let said: Vec<_> = imported
            .problems
            .listed()
            .iter()
            .map(|p| (p.file.as_str(), p.diagnostic.to_string()))
            .collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert_eq!(said[0].0, "x.labels");
        assert!(said[0].1.starts_with("line 2") && said[0].1.contains(message), "{said:?}");
        assert_eq!(by_path(&written_by(write, &imported.corpus).files), by_path(&files));
    }
    let odd = read_all(&[
        TextFile::new("article7.txt", ""),
        TextFile::new("b/article7.txt", ""),
        TextFile::new("readme", ""),
    ]);
    assert_eq!((odd.problems.errors(), odd.problems.warnings()), (1, 1));
}
