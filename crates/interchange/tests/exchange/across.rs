//! Conversion from each format to each other: losses are reported, and preserved data of one are not used by another.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spanwise_interchange::{Corpus, Edit, FORMATS, Members, Record, TextFile};
use spanwise_template::Side;

use super::examples::EXAMPLES;
use super::{of, read, thresh};

/// The records as a program would make them that does not know their format.
fn plain(corpus: &Corpus) -> Corpus {
    fn forget(edit: &mut Edit) {
        edit.preserved = Members::default();
        edit.constituents.iter_mut().for_each(forget);
    }
    let mut corpus = corpus.clone();
    corpus.preserved = Members::default();
    for record in &mut corpus.records {
        record.preserved = Members::default();
        record.edits.iter_mut().for_each(forget);
    }
    corpus
}

#[test]
fn what_is_kept_for_a_format_is_nothing_to_another() {
    for example in &EXAMPLES {
        let corpus = read(example.format, &example.files()).corpus;
        let through = read("thresh", &[thresh(&corpus).0]).corpus;
        for to in FORMATS.iter().filter(|to| to.name != example.format && to.name != "thresh") {
            let expected = to.export(&mut plain(&corpus)).files;
            for corpus in [&corpus, &through] {
                assert_eq!(
                    to.export(&mut corpus.clone()).files,
                    expected,
                    "{} to {}",
                    example.format,
                    to.name
                );
            }
        }
    }
}

/// Content that must not be missing after conversion, unless a loss contains one of the words.
const MISSED: [(&str, Facts, &[&str]); 6] = [
    ("source texts", sources, &["source texts", "not done"]),
    ("contexts", contexts, &["contexts", "not done"]),
    ("annotators", annotators, &["annotators", "not done"]),
    ("spans on the source", |r| spans(r, Side::Source), &["spans", "texts", "categor", "tokens"]),
    (
        "spans on the target",
        |r| spans(r, Side::Target),
        &["span", "texts", "categor", "blank", "points"],
    ),
    ("comments", comments, &["metadata of edits", "answers", "edits"]),
];

type Facts = fn(&Record) -> BTreeSet<String>;

fn sources(record: &Record) -> BTreeSet<String> {
    BTreeSet::from([record.source().as_str().to_owned()])
}

fn contexts(record: &Record) -> BTreeSet<String> {
    record.context.iter().map(|context| context.to_string()).collect()
}

fn annotators(record: &Record) -> BTreeSet<String> {
    record.annotator.iter().cloned().collect()
}

fn spans(record: &Record, side: Side) -> BTreeSet<String> {
    let of =
        |edit: &Edit| edit.spans.on(&side.into()).iter().map(|span| format!("{span:?}")).collect();
    record.edits.iter().flat_map(|edit| -> Vec<String> { of(edit) }).collect()
}

fn comments(record: &Record) -> BTreeSet<String> {
    record.edits.iter().filter_map(|edit| edit.metadata.text("comment")).collect()
}

#[test]
fn what_is_gone_is_reported() {
    for example in &EXAMPLES {
        let corpus = read(example.format, &example.files()).corpus;
        for to in FORMATS {
            let written = to.export(&mut corpus.clone());
            let again = to.import(written.files.as_slice(), Default::default()).corpus;
            let losses: Vec<&str> = written.losses.iter().map(|loss| loss.what).collect();
            for (what, facts, words) in MISSED {
                let all = |corpus: &Corpus| -> BTreeSet<String> {
                    let facts = corpus.records.iter().flat_map(facts);
                    facts.filter(|fact| !fact.is_empty()).collect()
                };
                let (before, after) = (all(&corpus), all(&again));
                let gone: Vec<_> = before.difference(&after).collect();
                let is_said =
                    losses.iter().any(|loss| words.iter().any(|word| loss.contains(word)));
                let (from, to) = (example.format, to.name);
                assert!(gone.is_empty() || is_said, "{from} to {to}: {what} {gone:?}, {losses:?}");
            }
        }
    }
}

#[test]
fn places_in_texts_that_are_not_there_are_lost_where_texts_are_needed() {
    let corpus = read("pygamma", &[TextFile::new("", "anna,cat,0,5\nben,cat,1,4\n")]).corpus;
    let lost = |name: &str| {
        let losses = of(name).export(&mut corpus.clone()).losses;
        losses.iter().find(|loss| loss.what.contains("beyond the text")).map(|loss| loss.count)
    };
    for name in ["factgenie", "mqm", "esa", "mu-shroom", "propaganda", "scarecrow", "snac", "falte"]
    {
        assert_eq!(lost(name), Some(2), "{name}");
    }
    for name in ["thresh", "pygamma", "brat", "web-annotation"] {
        assert_eq!(lost(name), None, "{name}");
    }
}

#[test]
fn a_bundle_keeps_its_template_and_other_formats_say_that_they_do_not() {
    let bundle = json!([{"target": "a", "edits": []}, {"_thresh_template": "template_name: t\n"}]);
    let corpus = read("thresh", &[TextFile::new("", bundle.to_string())]).corpus;
    let (_, value): (_, Value) = thresh(&corpus);
    assert_eq!(value, bundle);
    let losses = of("conll").export(&mut corpus.clone()).losses;
    assert!(losses.iter().any(|loss| loss.what == "templates of bundles"));
}

#[test]
fn what_people_made_of_an_item_is_a_loss_where_it_is_not_written() {
    let own = json!({
        "done": true,
        "text_answers": {"target": {"fluent": "yes", "good": "no"}},
        "corrected": {"target": "a b"},
        "decisions": [{"group": "8fd745f85a1a3b7f", "decision": "reject"}],
        "rejected": [{"category": "c"}],
    });
    let data = json!([{"target": "a", "edits": [{"category": "c", "output_idx": [[0, 1]]}], "_spanwise": own}]);
    let corpus = read("thresh", &[TextFile::new("", data.to_string())]).corpus;
    for format in FORMATS {
        let is_held = format.name == "thresh"
            || ["csv-", "tsv-", "jsonl"].iter().any(|own| format.name.starts_with(own));
        let losses = format.export(&mut corpus.clone()).losses;
        for (what, count) in [
            ("answers about texts", 2),
            ("corrected texts", 1),
            ("decisions of an adjudicator", 1),
            ("rejected annotations", 1),
        ] {
            let found = losses.iter().find(|loss| loss.what == what).map(|loss| loss.count);
            assert_eq!(found, (!is_held).then_some(count), "{} in {}", what, format.name);
        }
    }
}

#[test]
fn the_id_of_an_item_of_thresh_is_written_where_formats_have_one() {
    let data = json!([
        {"id": 7, "target": "one", "edits": [{"category": "c", "output_idx": [[0, 3]]}]},
        {"id": "8", "target": "two", "metadata": {"id": "own"}, "edits": [{"category": "c", "output_idx": [[0, 3]]}]},
    ]);
    let corpus = read("thresh", &[TextFile::new("", data.to_string())]).corpus;
    for name in ["label-studio", "doccano", "prodigy", "mu-shroom", "ragtruth", "factgenie"] {
        let written = of(name).export(&mut corpus.clone());
        let again = read(name, &written.files).corpus;
        let ids = again.records.iter().map(|record| record.metadata.text("id"));
        assert_eq!(ids.collect::<Vec<_>>(), [Some("7".into()), Some("own".into())], "{name}");
        let others = written.losses.iter().find(|loss| loss.what == "other members of items");
        assert_eq!(others.map(|loss| loss.count), Some(1), "{name}");
    }
    let losses = of("conll").export(&mut corpus.clone()).losses;
    assert!(losses.iter().any(|loss| loss.what == "metadata of items" && loss.count == 2));
}
