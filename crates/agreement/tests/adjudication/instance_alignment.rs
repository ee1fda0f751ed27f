//! Alignment of the instances of several files.

use spanwise_agreement::adjudication::{AlignedInstance, AnnotatorFile, Annotators};

use super::data;

fn aligned(files: &[&str]) -> Annotators {
    let annotator = |(at, text): (usize, &&str)| AnnotatorFile {
        name: format!("annotator {at}"),
        dataset: data(text),
    };
    Annotators::new(files.iter().enumerate().map(annotator).collect())
}

/// A file from targets in short: `a b c`; `a:7` is the target `a` of the name 7.
fn file(targets: &str) -> String {
    let item = |target: &str| match target.split_once(':') {
        Some((target, id)) => format!(r#"{{"target": "{target}", "id": "{id}"}}"#),
        None => format!(r#"{{"target": "{target}"}}"#),
    };
    format!("[{}]", targets.split(' ').map(item).collect::<Vec<_>>().join(","))
}

/// Rows in short: the numbers of each annotator, `-` where the file lacks the instance.
fn rows(annotators: &Annotators) -> Vec<String> {
    let row = |row: &AlignedInstance| {
        let number = |at: &Option<usize>| at.map_or("-".to_owned(), |at| at.to_string());
        row.at.iter().map(number).collect::<String>()
    };
    annotators.rows().iter().map(row).collect()
}

#[test]
fn instances_are_put_together_by_name_then_by_text() {
    let cases: [(&str, &[&str], &[&str]); 10] = [
        ("the same", &["a b c", "a b c"], &["00", "11", "22"]),
        ("another order", &["a b c", "c a b"], &["01", "12", "20"]),
        ("one lacks one", &["a b c", "a c"], &["00", "1-", "21"]),
        ("one has one more", &["a c", "a b c"], &["00", "12", "-1"]),
        ("nothing in common", &["a", "b"], &["0-", "-0"]),
        ("the same text twice, in order", &["a a b", "b a a"], &["01", "12", "20"]),
        ("the same text twice, by name", &["a:1 a:2 b", "b a:2 a:1"], &["02", "11", "20"]),
        ("the same texts in the same places, by name", &["a:1 a:2", "a:2 a:1"], &["01", "10"]),
        ("the same name, other texts", &["a:1 b:2", "c:1 b:2"], &["0-", "11", "-0"]),
        ("three, the last two without the first", &["a", "a b", "b a"], &["001", "-10"]),
    ];
    for (what, files, wanted) in cases {
        let files: Vec<String> = files.iter().map(|targets| file(targets)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(rows(&aligned(&files)), wanted, "{what}");
    }
}

#[test]
fn source_and_target_both_count_and_do_not_run_into_each_other() {
    let one = r#"[{"source": "ab", "target": "c"}]"#;
    let other = r#"[{"source": "a", "target": "bc"}]"#;
    assert_eq!(rows(&aligned(&[one, other])), ["0-", "-0"]);
}

#[test]
fn names_are_also_found_in_the_metadata() {
    let one = r#"[{"target": "a", "metadata": {"id": 1}}, {"target": "a", "metadata": {"id": 2}}, {"target": "x"}]"#;
    let two = r#"[{"target": "x"}, {"target": "a", "metadata": {"id": 1}}, {"target": "a", "metadata": {"id": 2}}]"#;
    assert_eq!(rows(&aligned(&[one, two])), ["01", "12", "20"]);
    let three = r#"[{"target": "x"}, {"target": "y"}, {"target": "a", "metadata": {"id": 2}}, {"target": "a", "metadata": {"id": 1}}]"#;
    assert_eq!(rows(&aligned(&[one, three])), ["03", "12", "20", "-1"]);
}

#[test]
fn what_an_annotator_lacks_is_told() {
    let annotators = aligned(&[&file("a:1 b:2 c"), &file("a:1 x:2"), &file("a:1 b:2 c")]);
    assert_eq!(rows(&annotators), ["000", "1-1", "2-2", "-1-"]);
    let missing_instances = annotators.missing_instances();
    let found: Vec<(usize, &[usize], &[usize])> =
        missing_instances.iter().map(|l| (l.annotator, &l.rows[..], &l.other_texts[..])).collect();
    let wanted: [(usize, &[usize], &[usize]); 3] =
        [(0, &[3], &[3]), (1, &[1, 2], &[1]), (2, &[3], &[3])];
    assert_eq!(found, wanted);
    assert!(aligned(&[&file("a b"), &file("b a")]).missing_instances().is_empty());
}

#[test]
fn the_outputs_of_other_systems_for_the_same_source_are_told() {
    let outputs = |all: &[(&str, &str)]| {
        let item = |(source, target): &(&str, &str)| {
            format!(r#"{{"source": "{source}", "target": "{target}"}}"#)
        };
        format!("[{}]", all.iter().map(item).collect::<Vec<_>>().join(", "))
    };
    let anna = outputs(&[("s", "system A"), ("t", "system A"), ("u", "")]);
    let ben = outputs(&[("s", "system B"), ("t", "system A"), ("", "")]);
    let annotators = aligned(&[&anna, &ben]);
    assert_eq!(rows(&annotators), ["0-", "11", "2-", "-0", "-2"]);
    let told: Vec<(Vec<usize>, Vec<usize>)> = annotators
        .missing_instances()
        .into_iter()
        .map(|missing| (missing.rows, missing.other_texts))
        .collect();
    assert_eq!(told, [(vec![3, 4], vec![3]), (vec![0, 2], vec![0])]);
}

#[test]
fn rows_are_found_by_instance() {
    let annotators = aligned(&[&file("a b c"), &file("c a")]);
    let found = |annotator, instance| annotators.row_of(annotator, instance);
    assert_eq!(
        [found(0, 2), found(1, 0), found(1, 1), found(1, 2)],
        [Some(2), Some(2), Some(0), None]
    );
}

#[test]
fn files_aligned_in_steps_give_the_same_rows() {
    let all: Vec<AnnotatorFile> = aligned(&[&file("a b c"), &file("c a x")]).all().to_vec();
    let mut aligning = Annotators::aligning(&all);
    let mut steps = 0;
    while !aligning.step(1) {
        steps += 1;
        assert!(steps < 100, "it ends");
    }
    let stepped = Annotators::aligned(all.clone(), aligning);
    assert_eq!(rows(&stepped), rows(&Annotators::new(all)));
}

#[test]
fn the_instances_of_the_first_annotator_stand_for_the_whole() {
    let annotators = aligned(&[&file("c a"), &file("a b c"), &file("d c")]).of_first();
    assert_eq!(rows(&annotators), ["021", "10-"]);
    let missing_instances: Vec<(usize, Vec<usize>)> = annotators
        .missing_instances()
        .into_iter()
        .map(|lack| (lack.annotator, lack.rows))
        .collect();
    assert_eq!(missing_instances, [(2, vec![1])]);
}
