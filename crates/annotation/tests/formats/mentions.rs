//! The mentions that are given with instances: read, checked, left as they are, and counted in the unit of their file.

use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, convert_mentions, cuts_characters, in_utf16, write_dataset,
    write_instance,
};

use super::{listed, load, typology};

/// Text, offsets and cluster of each mention.
fn mentions(raw: &str) -> Vec<String> {
    let instance = load(raw).instance;
    let mentions = instance.mentions.iter().flat_map(|mentions| mentions.iter());
    let shown = mentions.map(|given| {
        let (span, cluster) = (given.mention.span, &given.mention.cluster);
        format!("{} {}..{} {cluster}", given.text.as_str(), span.start().0, span.end().0)
    });
    shown.collect()
}

fn instance(mentions: &str) -> String {
    format!(r#"{{"source": "s", "target": "😀 Ann", "mentions": {mentions}}}"#)
}

#[test]
fn mentions_are_read_and_what_is_wrong_is_told_with_its_place() {
    let at = |text: &str, start: &str, end: &str| {
        format!(r#"[{{"cluster": "1", "text": "{text}", "start": {start}, "end": {end}}}]"#)
    };
    let wrong = || vec!["mentions[0] not-a-mention".to_owned()];
    let cases: Vec<(String, &[&str], Vec<String>)> = vec![
        ("null".into(), &[], vec![]),
        ("[]".into(), &[], vec![]),
        (at("target", "3", "6"), &["target 3..6 1"], vec![]),
        (at("target", "0", "2"), &["target 0..2 1"], vec![]),
        (at("source", "0.0", "1"), &["source 0..1 1"], vec![]),
        (
            r#"[7, {"cluster": 12, "text": "source", "start": 0, "end": 1, "note": "x"}]"#.into(),
            &["source 0..1 12"],
            wrong(),
        ),
        // Beyond the text, empty, reversed, within a character; no such text, no offsets, no cluster.
        (at("target", "3", "7"), &[], wrong()),
        (at("target", "3", "3"), &[], wrong()),
        (at("target", "6", "3"), &[], wrong()),
        (at("target", "1", "3"), &[], wrong()),
        (at("target", "-1", "4294967296"), &[], wrong()),
        (at("other", "0", "1"), &[], wrong()),
        (at("target", "null", "\"3\""), &[], wrong()),
        (r#"[{"text": "source", "start": 0, "end": 1}]"#.into(), &[], wrong()),
        (r#"[{"cluster": "", "text": "source", "start": 0, "end": 1}]"#.into(), &[], wrong()),
        (r#"[{"cluster": ["1"], "text": "source", "start": 0, "end": 1}]"#.into(), &[], wrong()),
        (r#"{"1": [[0, 1]]}"#.into(), &[], vec!["mentions unreadable-mentions".to_owned()]),
        ("true".into(), &[], vec!["mentions unreadable-mentions".to_owned()]),
    ];
    for (given, expected, problems) in cases {
        let raw = instance(&given);
        assert_eq!(mentions(&raw), expected, "{raw}");
        assert_eq!(listed(&load(&raw).problems), problems, "{raw}");
        // Nothing of it is written otherwise.
        assert_eq!(write_instance(&load(&raw).instance, &typology()), raw);
    }
    assert!(load(r#"{"target": "t"}"#).instance.mentions.is_none());
}

#[test]
fn offsets_of_mentions_count_code_points_for_python_and_come_back() {
    let raw = r#"{"target": "😀 Ann", "mentions": [ {"cluster": "1", "text": "target", "start": 3, "end": 6}, 7, {"text": "gone", "start": 3} ], "edits": []}"#;
    let open = |text: String| DatasetReader::new(text).finish().expect("a data file");
    let python = write_dataset(&open(format!("[{raw}]")), |_| None, OffsetUnit::CodePoints);
    let expected = raw
        .replace(r#""start": 3, "end": 6"#, r#""start": 2, "end": 5"#)
        .replace("[]}", r#"[], "_spanwise": {"offsets":"code-points"}}"#);
    assert_eq!(python, format!("[{expected}]"));
    assert_eq!(in_utf16(&open(python)), Some(format!("[{raw}]")));
    // Without a character of two units there is nothing to convert.
    let plain = raw.replace('😀', "ab");
    let python = write_dataset(&open(format!("[{plain}]")), |_| None, OffsetUnit::CodePoints);
    assert_eq!(python, format!("[{plain}]"));
    assert!(cuts_characters(&raw.replace("\"start\": 3, \"end\"", "\"start\": 1, \"end\"")));
    assert!(!cuts_characters(raw));
    assert_eq!(convert_mentions("7", &load(raw).instance.texts, &|_, offset| offset), None);
}
