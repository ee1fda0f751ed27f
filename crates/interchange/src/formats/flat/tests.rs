use super::*;
use crate::offset_unit::OffsetUnit;
use crate::testing::{everything, marked, same_values};
use crate::{Corpus, Edit, ImportOptions, ImportOutcome, TextFile, format};

const ALL: [Format; 5] = [CSV_SPANS, TSV_SPANS, CSV_EDITS, TSV_EDITS, JSONL];

fn read(text: &str) -> ImportOutcome {
    CSV_SPANS.import([TextFile::new("", text)], ImportOptions::default())
}

fn codes(imported: &ImportOutcome) -> Vec<&str> {
    imported.problems.listed().iter().map(|problem| problem.diagnostic.code).collect()
}

#[test]
fn everything_comes_back() {
    let thresh = format("thresh").unwrap();
    for of in ALL {
        let sample = of.import(samples::of(&of), ImportOptions::default());
        assert_eq!((codes(&sample), sample.corpus.records.len()), (vec![], 2), "{}", of.name);
        for mut corpus in [everything(), sample.corpus] {
            let written = of.export(&mut corpus);
            assert!(written.losses.is_empty(), "{}: {:?}", of.name, written.losses);
            let mut again = of.import(written.files, ImportOptions::default()).corpus;
            let json = |corpus: &mut Corpus| thresh.export(corpus).files;
            same_values(&json(&mut corpus), &json(&mut again));
        }
    }
}

#[test]
fn rows_are_read_in_any_order_with_any_separator() {
    let Some(sample) = samples::of(&CSV_SPANS).pop() else { panic!("no sample") };
    let expected = read(&sample.text).corpus;
    let table = "sep=;\r\nid;category;end_utf16;start_utf16;annotator;target\r\n\
                 2;b;1;0;;two\r\n1;a;3;0;x;one\r\n1;a;3;2;x;\r\n2;b;3.0;2;;\r\n";
    let imported = read(table);
    assert_eq!((codes(&imported), imported.unit), (vec![], Some(OffsetUnit::Utf16)));
    let found: Vec<_> = imported.corpus.records.iter().map(marked).collect();
    let expected_marks =
        [vec![("b", Some("t")), ("b", Some("o"))], vec![("a", Some("one")), ("a", Some("e"))]];
    assert_eq!(found, expected_marks);
    assert!(imported.corpus.records.iter().all(|record| record.done));

    // The row with the texts comes last.
    let mut rows: Vec<&str> = sample.text.split_inclusive('\n').collect();
    let end = rows.iter().rposition(|row| row.contains("two\""));
    let quoted = end.map_or(0, |end| rows.drain(1..=end).collect::<Vec<_>>().len());
    assert_eq!(quoted, 2, "a row with a line break");
    let split = sample.text.split_inclusive('\n').skip(1).take(quoted);
    let moved: String = rows.into_iter().chain(split).collect();
    assert_eq!(read(&moved).corpus, expected);
}

#[test]
fn the_unit_is_told_by_columns_quotes_or_options() {
    for (columns, options, unit) in [
        ("start,end,quote", None, OffsetUnit::Utf16),
        ("start_code_points,end_code_points,quote", None, OffsetUnit::Utf16),
        ("start_utf16,end_utf16,quote", None, OffsetUnit::Utf16),
        ("start,end,x", None, OffsetUnit::CodePoints),
        ("start,end,x", Some(OffsetUnit::Utf16), OffsetUnit::Utf16),
    ] {
        let text = format!("category,{columns},target\na,3,6,one,😀 one\n");
        let options = ImportOptions { unit: options, ..ImportOptions::default() };
        let imported = CSV_SPANS.import([TextFile::new("", text)], options);
        assert_eq!(imported.unit, Some(unit), "{columns}");
        let expected = if unit == OffsetUnit::Utf16 { "one" } else { "ne" };
        if unit == OffsetUnit::Utf16 {
            assert_eq!(marked(&imported.corpus.records[0]), [("a", Some(expected))], "{columns}");
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    for (rows, code) in [
        ("1,a,5,9,,one", "span-not-found"),
        ("1,a,0,1,two,one", "span-not-found"),
        ("1,a,x,y,z,one", "span-not-found"),
        ("1,a,,,ONE,one", ""),
        ("1,a,1,2,one,one", ""),
    ] {
        let imported = read(&format!("edit,category,start,end,quote,target\n{rows}\n"));
        assert_eq!(codes(&imported), if code.is_empty() { vec![] } else { vec![code] }, "{rows}");
        assert_eq!(imported.located.missing, usize::from(!code.is_empty()), "{rows}");
        assert_eq!(imported.corpus.records[0].edits.len(), 1);
    }
    let imported = read("id,edit,category,start,end,target\n1,1,a,0,1,one\n1,1,b,1,2,\n");
    assert_eq!(codes(&imported), ["differing-rows"]);
    assert_eq!(imported.corpus.records[0].edits[0].spans.len(), 2);
    assert_eq!(codes(&read("a,b\n1,2\n")), ["no-category"]);
    let imported = read("id,category,item_more\n1,,[]\n");
    assert_eq!(codes(&imported), ["no-object"]);
}

#[test]
fn quotes_alone_are_searched_for() {
    let spans = |format: &Format, text: &str| {
        let imported = format.import([TextFile::new("", text)], ImportOptions::default());
        let record = imported.corpus.records.first().unwrap();
        let all = |edit: &Edit| edit.spans.target().to_vec();
        let found = record.edits.iter().flat_map(all);
        let found: Vec<_> = found.map(|span| record.target().slice(span).to_owned()).collect();
        (found, imported.located.missing, codes(&imported).len())
    };
    let one = "category,target,quote\na,one two one,one\nb,one two one,one\nc,one two one,six\n";
    let found = spans(&CSV_SPANS, one);
    assert_eq!(found, (vec!["one".into(), "one".into()], 1, 1));
    for (columns, places, quotes) in [
        ("quotes:target", "", "two … one"),
        ("spans_code_points:target,quotes:target", "\"\",", "two … one"),
        // Whatever the order of the columns, each quote is that of a span.
        ("quotes:target,spans_code_points:target", "", "two … one,5..8; 0..3"),
    ] {
        let text = format!("category,target,{columns}\na,one two one,{places}{quotes}\n");
        let (mut found, missing, problems) = spans(&CSV_EDITS, &text);
        found.sort();
        assert_eq!((found, missing, problems), (vec!["one".into(), "two".into()], 0, 0));
    }
}

#[test]
fn tables_with_quotes_alone_are_recognised() {
    for (columns, format) in [
        ("category,target,quote", "csv-spans"),
        ("category,target,quotes:target", "csv-edits"),
        ("quote\tcategory", "tsv-spans"),
    ] {
        let found = crate::detect(&[TextFile::new("", format!("{columns}\n"))]);
        assert_eq!(found.iter().map(|format| format.name).collect::<Vec<_>>(), [format]);
    }
}

#[test]
fn cells_that_are_no_offsets_are_told_as_they_are() {
    let told = |format: &Format, text: &str| {
        let imported = format.import([TextFile::new("", text)], ImportOptions::default());
        let [problem] = imported.problems.listed() else { panic!("one problem of {text}") };
        (problem.diagnostic.message.to_string(), problem.diagnostic.place.to_string())
    };
    for (cells, shown) in [("-1,2", "“-1 to 2”"), ("x,2", "“x to 2”"), (",2", "“ to 2”")]
    {
        let text = format!("category,start,end,target\nb,0,1,one\na,{cells},one\n");
        let (message, place) = told(&CSV_SPANS, &text);
        assert!(message.contains(shown), "{message}");
        assert!(place.ends_with("edits[1]"), "{place}");
    }
    let text = "category,spans_code_points:target,target\na,0-2,one 0-2\n";
    assert!(told(&CSV_EDITS, text).0.contains("“0-2”"));
}

#[test]
fn other_columns_are_metadata() {
    let imported =
        read("id,category,start,end,target,model,severity\n1,a,0,1,one,,2\n2,,,,two,m,\n");
    let [first, second] = imported.corpus.records.as_slice() else { panic!("two records") };
    assert_eq!(first.edits[0].metadata.get("severity"), Some("2"));
    assert_eq!(second.metadata.get("model"), Some("\"m\""));
}

#[test]
fn formulas_are_never_written() {
    let mut corpus = read("id,category,start,end,target\n'=1,'@a,0,1,'+x\n").corpus;
    assert_eq!(corpus.records[0].edits[0].category, "@a");
    assert_eq!(corpus.records[0].target().as_str(), "+x");
    for of in [CSV_SPANS, TSV_SPANS, CSV_EDITS, TSV_EDITS] {
        let written = of.export(&mut corpus).files;
        let text = &written[0].text;
        assert!(text.starts_with('\u{feff}'), "{}", of.name);
        let separator = if of.name.starts_with('t') { b'\t' } else { b',' };
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.delimiter(separator).from_reader(text.as_bytes());
        for row in reader.records() {
            for cell in &row.unwrap() {
                assert!(!cell.starts_with(['=', '+', '@', '-']), "{}: {cell}", of.name);
            }
        }
    }
}
