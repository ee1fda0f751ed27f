//! A format comes back as it was, from its records and by way of Thresh's JSON.

use spanwise_interchange::{Edit, FORMATS, ImportOptions, Record};
use spanwise_template::Side;

use super::examples::EXAMPLES;
use super::{of, read, thresh, values};

#[test]
fn every_format_has_an_example() {
    for format in FORMATS {
        assert!(EXAMPLES.iter().any(|example| example.format == format.name), "{}", format.name);
    }
}

#[test]
fn the_examples_are_read_whole() {
    for example in &EXAMPLES {
        let imported = read(example.format, &example.files());
        let name = example.format;
        assert_eq!(imported.problems.errors(), 0, "{name}: {:?}", imported.problems.listed());
        let records = &imported.corpus.records;
        assert_eq!(records.len(), example.records, "{name}");
        let edits = records.iter().map(|record| record.edits.len()).sum::<usize>();
        assert_eq!(edits, example.edits, "{name}");
        let spans = records.iter().flat_map(|record| {
            record.edits.iter().filter_map(move |edit| first_text(record, edit))
        });
        assert_eq!(spans.collect::<Vec<_>>(), example.spans, "{name}");
    }
}

/// The text under the first span, if there is any.
fn first_text<'a>(record: &'a Record, edit: &Edit) -> Option<&'a str> {
    Side::ALL.into_iter().find_map(|side| {
        let span = edit.spans.on(&side.into()).first()?;
        Some(record.text(side).slice(*span))
    })
}

#[test]
fn every_format_comes_back_also_by_way_of_threshs_json() {
    for example in &EXAMPLES {
        let name = example.format;
        let corpus = read(name, &example.files()).corpus;
        let through = read("thresh", &[thresh(&corpus).0]);
        assert_eq!(through.problems.errors(), 0, "{name}: {:?}", through.problems.listed());
        for corpus in [&corpus, &through.corpus] {
            let written = of(name).export(&mut corpus.clone());
            assert!(written.losses.is_empty(), "{name}: {:?}", written.losses);
            assert_eq!(values(name, &written.files), values(name, &example.files()), "{name}");
        }
    }
}

#[test]
fn line_ends_come_back() {
    // The same files as a program on Windows has them.
    for example in &EXAMPLES {
        let name = example.format;
        // A line break in a quoted cell belongs to its text, and so do those of texts that are files.
        if matches!(name, "scarecrow" | "brat" | "propaganda") {
            continue;
        }
        let mut files = example.files();
        for file in &mut files {
            file.text = file.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        let imported = read(name, &files);
        assert_eq!(imported.problems.errors(), 0, "{name}: {:?}", imported.problems.listed());
        assert_eq!(imported.corpus.records.len(), example.records, "{name}");
        let written = of(name).export(&mut imported.corpus.clone());
        assert_eq!(values(name, &written.files), values(name, &files), "{name}");
    }
}

#[test]
fn offsets_of_threshs_files_are_read_in_the_unit_that_is_named() {
    // Thresh's converters in Python count code points.
    let file =
        r#"[{"target": "😀 one", "edits": [{"category": "c", "id": 1, "output_idx": [[2, 5]]}]}]"#;
    let files = [spanwise_interchange::TextFile::new("", file)];
    let unit = spanwise_interchange::OffsetUnit::CodePoints;
    let imported =
        of("thresh").import(&files, ImportOptions { unit: Some(unit), ..ImportOptions::default() });
    let record = imported.corpus.records.first().expect("a record");
    assert_eq!(record.edits.first().and_then(|edit| first_text(record, edit)), Some("one"));
}
