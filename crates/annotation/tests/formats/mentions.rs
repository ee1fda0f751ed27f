//! The mentions that are given with instances: read, checked, left as they are, and counted in the unit of their file.

use spanwise_annotation::format::report::InstanceReport;
use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, convert_edits, cuts_characters, in_utf16, write_dataset,
    write_instance,
};
use spanwise_annotation::mentions::read_mentions;
use spanwise_diagnostics::Diagnostic;
use spanwise_json::Object;

use super::{listed, load, typology};

/// Text, offsets and cluster of each mention, and the problems.
fn mentions(raw: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let mut report = InstanceReport::new(0);
    let instance = Object::parse(raw).expect("an object");
    let list = instance.get("mentions").unwrap_or("null");
    let mentions = read_mentions(list, &load(raw).instance.texts, &mut report);
    let shown = mentions.iter().map(|given| {
        let (span, cluster) = (given.mention.span, &given.mention.cluster);
        format!("{} {}..{} {cluster}", given.text.as_str(), span.start().0, span.end().0)
    });
    (shown.collect(), report.into_problems())
}

fn instance(mentions: &str) -> String {
    format!(r#"{{"source": "s", "target": "😀 Ann", "mentions": {mentions}}}"#)
}

#[test]
fn mentions_are_read_and_what_is_wrong_is_told_with_its_place() {
    let on_target = |spans: &str| format!(r#"[{{"cluster": "1", "output_idx": {spans}}}]"#);
    let not_a_mention = "mentions[0] not-a-mention";
    let cases: [(String, &[&str], &[&str]); 18] = [
        ("null".into(), &[], &[]),
        ("[]".into(), &[], &[]),
        (on_target("[[3, 6], [0, 2]]"), &["target 3..6 1", "target 0..2 1"], &[]),
        (
            r#"[7, {"cluster": 12, "input_idx": [[0.0, 1]], "note": "x"}]"#.into(),
            &["source 0..1 12"],
            &[not_a_mention],
        ),
        (
            r#"[{"cluster": "a", "spans": {"source": [[0, 1]]}, "output_idx": [[0, 2]]}]"#.into(),
            &["source 0..1 a", "target 0..2 a"],
            &[],
        ),
        // Beyond the text, or within a character: the others are shown.
        (
            on_target("[[3, 7], [3, 6]]"),
            &["target 3..6 1"],
            &["mentions[0].output_idx[0] span-out-of-range"],
        ),
        (on_target("[[1, 3]]"), &[], &["mentions[0].output_idx[0] span-in-character"]),
        (on_target("[[6, 3]]"), &["target 3..6 1"], &["mentions[0].output_idx[0] reversed-span"]),
        // Empty; no offsets, no such text, no cluster.
        (on_target("[[3, 3]]"), &[], &[not_a_mention]),
        (on_target("[]"), &[], &[not_a_mention]),
        (
            on_target("[[-1, 4294967296]]"),
            &[],
            &["mentions[0].output_idx[0] unreadable-span", not_a_mention],
        ),
        (
            r#"[{"cluster": "1", "spans": {"other": [[0, 1]]}}]"#.into(),
            &[],
            &["mentions[0].spans.other unknown-text"],
        ),
        (r#"[{"output_idx": [[0, 2]]}]"#.into(), &[], &[not_a_mention]),
        (r#"[{"cluster": "", "output_idx": [[0, 2]]}]"#.into(), &[], &[not_a_mention]),
        (r#"[{"cluster": ["1"], "output_idx": [[0, 2]]}]"#.into(), &[], &[not_a_mention]),
        (r#"[{"cluster": "1"}]"#.into(), &[], &[not_a_mention]),
        (r#"{"1": [[0, 1]]}"#.into(), &[], &["mentions unreadable-mentions"]),
        ("true".into(), &[], &["mentions unreadable-mentions"]),
    ];
    for (given, expected, problems) in cases {
        let raw = instance(&given);
        let (found, told) = mentions(&raw);
        assert_eq!(found, expected, "{raw}");
        assert_eq!(listed(&told), problems, "{raw}");
        // Whoever has no use for them is told nothing, and nothing of them is written otherwise.
        assert_eq!(listed(&load(&raw).problems), [""; 0], "{raw}");
        assert_eq!(write_instance(&load(&raw).instance, &typology()), raw);
    }
    assert_eq!(mentions(r#"{"target": "t"}"#).0, [""; 0]);
}

#[test]
fn offsets_of_mentions_count_code_points_for_python_and_come_back() {
    let raw = r#"{"target": "😀 Ann", "mentions": [ {"cluster": "1", "output_idx": [[3, 6]]}, 7, {"spans": {"gone": [[3, 4]]}} ], "edits": []}"#;
    let open = |text: String| DatasetReader::new(text).finish().expect("a data file");
    let python = write_dataset(&open(format!("[{raw}]")), |_| None, OffsetUnit::CodePoints);
    let expected = raw
        .replace("[[3, 6]]", "[[2, 5]]")
        .replace("[]}", r#"[], "_spanwise": {"offsets":"code-points"}}"#);
    assert_eq!(python, format!("[{expected}]"));
    assert_eq!(in_utf16(&open(python)), Some(format!("[{raw}]")));
    // Without a character of two units there is nothing to convert.
    let plain = raw.replace('😀', "ab");
    let python = write_dataset(&open(format!("[{plain}]")), |_| None, OffsetUnit::CodePoints);
    assert_eq!(python, format!("[{plain}]"));
    assert!(cuts_characters(&raw.replace("[[3, 6]]", "[[1, 6]]")));
    assert!(!cuts_characters(raw));
    assert_eq!(convert_edits("7", &load(raw).instance.texts, &|_, offset| offset), None);
}
