use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_limits::{LONGEST_TEMPLATE, MOST_TEMPLATE_NODES};

/// [`super::read`] in a program that explains syntax errors.
fn read(text: &str) -> YamlDocument {
    explain_syntax_errors();
    super::read(text)
}

/// The tree in short: `{key: value}`, `[item]`, texts in quotes, a `…` where it was cut.
fn sketch(node: &YamlNode) -> String {
    let mut out = match &node.value {
        YamlValue::Scalar(scalar) => match scalar.resolve() {
            ResolvedScalar::Null => "null".to_owned(),
            ResolvedScalar::Bool(value) => value.to_string(),
            ResolvedScalar::Text(text) => format!("{text:?}"),
        },
        YamlValue::Seq(list) => {
            format!("[{}]", list.items.iter().map(sketch).collect::<Vec<_>>().join(", "))
        }
        YamlValue::Map(map) => {
            let each = |e: &MappingEntry| format!("{}: {}", e.key_text(), sketch(&e.value));
            format!("{{{}}}", map.entries().map(each).collect::<Vec<_>>().join(", "))
        }
    };
    if node.cut {
        out.push('…');
    }
    out
}

fn tree(text: &str) -> String {
    let YamlDocument { root, diagnostics, .. } = read(text);
    assert_eq!(diagnostics, [], "in {text:?}");
    root.map_or_else(|| "nothing".to_owned(), |node| sketch(&node))
}

fn codes(text: &str) -> Vec<&'static str> {
    read(text).diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn scalars_follow_the_core_schema() {
    assert_eq!(
        tree("[yes, no, on, off, true, False, TRUE, tRUE, ~, null, 1, 0x1f, 'true', \"null\"]"),
        r#"["yes", "no", "on", "off", true, false, true, "tRUE", null, null, "1", "0x1f", "true", "null"]"#
    );
    assert_eq!(tree("[!!str true, !!bool 'true', ! null]"), r#"["true", true, "null"]"#);
    assert_eq!(tree("a: |\n  x\n  y\nb: >-\n  x\n  y\n"), r#"{a: "x\ny\n", b: "x y"}"#);
}

#[test]
fn nothing_is_no_document() {
    for text in ["", "   ", "# only a comment\n", "\u{feff}"] {
        assert_eq!(tree(text), "nothing");
    }
    assert_eq!(tree("---\n"), "null");
}

#[test]
fn aliases_repeat_and_merge_keys_take_in() {
    assert_eq!(tree("a: &x {p: 1}\nb: *x\n"), r#"{a: {p: "1"}, b: {p: "1"}}"#);
    assert_eq!(
        tree("a: &x {p: 1, q: 2}\nb:\n  q: 3\n  <<: *x\n"),
        r#"{a: {p: "1", q: "2"}, b: {q: "3", p: "1"}}"#
    );
    assert_eq!(
        tree("- &x {p: 1}\n- &y {p: 2, q: 2}\n- <<: [*x, *y]\n"),
        r#"[{p: "1"}, {p: "2", q: "2"}, {p: "1", q: "2"}]"#
    );
    assert_eq!(codes("a: *nobody\n"), ["yaml-alias"]);
    assert_eq!(codes("a: &x [*x]\n"), ["yaml-alias"]);
    assert_eq!(codes("<<: text\n"), ["yaml-merge"]);
}

#[test]
fn every_problem_of_a_text_is_reported() {
    assert_eq!(
        codes("a: 1\na: 2\n? [k]\n: 3\n: 4\nb: !odd 5\n---\nc: 6\n"),
        ["yaml-duplicate-key", "yaml-key", "yaml-key", "yaml-tag", "yaml-several-documents"]
    );
}

#[test]
fn a_byte_order_mark_moves_no_position() {
    let root = read("\u{feff}a: b\n").root.expect("a tree");
    let at = &root.as_mapping().and_then(|map| map.get("a")).expect("a map").value.at;
    assert_eq!((at.line, at.column, at.bytes.clone()), (1, 4, 6..7));
}

#[test]
fn what_comes_before_a_syntax_error_is_kept() {
    let YamlDocument { root, diagnostics, .. } = read("a: 1\nb:\n  - c: 2\n    d: @\n");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(root.as_ref().map(sketch).unwrap(), r#"{a: "1", b: [{c: "2"}…]…}…"#);
}

#[test]
fn what_follows_a_syntax_error_is_read() {
    explain_syntax_errors();
    for (text, expected) in [
        // A text without a colon is a key.
        ("a: 1\nb\nc: 2\n", r#"{a: "1", b: null, c: "2"}"#),
        ("a:\n  b\n  c: 2\n", r#"{a: {b: null, c: "2"}}"#),
        ("a:\n  - b\n    c: 2\nd: 3\n", r#"{a: [{b: null, c: "2"}], d: "3"}"#),
        ("a:\n  - b: 1\n    c\n    d: 2\n", r#"{a: [{b: "1", c: null, d: "2"}]}"#),
        ("a: 1\nb # note\nc: 2\n", r#"{a: "1", b: null, c: "2"}"#),
        ("a: 1\nb\n  - c\nd\n", r#"{a: "1", b: ["c"], d: null}"#),
        // Quotes and brackets are closed.
        ("a: \"b\nc: 2\n", r#"{a: "b"…, c: "2"}"#),
        ("a: 'b\n  b\nc: 2\n", r#"{a: "b b"…, c: "2"}"#),
        ("a: [b, {c: d\ne: 2\n", r#"{a: ["b", {c: "d"}…]…, e: "2"}"#),
        ("a: [b,\n  c\ne: 2\n", r#"{a: ["b", "c"]…, e: "2"}"#),
        ("- {a: \"b\n- c\n", r#"[{a: "b"…}…, "c"]"#),
        // A value that cannot be read is a text; anything else is left out.
        ("a: b: c\nd: 2\n", r#"{a: "b", d: "2"}"#),
        ("a: @b\nd: 2\n", r#"{a: "@b"…, d: "2"}"#),
        ("a:\n  - b\n  c: 1\n  - d\n", r#"{a: ["b", "d"]}"#),
        ("a: 1\n- b\nc: 2\n", r#"{a: "1", c: "2"}"#),
        // A list that goes on with another indentation is the same.
        ("a:\n    - b\n  - c\n", r#"{a: ["b", "c"]}"#),
        ("a:\n\tb: 1\nc: 2\n", r#"{a: {b: "1"}, c: "2"}"#),
        // Nothing is read of a second document.
        ("a: 1\nb\n---\nc: 2\n", r#"{a: "1", b: null}"#),
    ] {
        let document = read_with_recovery(text);
        assert_eq!(document.diagnostics, read(text).diagnostics, "{text}");
        let found = document.root.as_ref().map(sketch).unwrap_or_default();
        assert_eq!(found, expected, "{text}");
    }
}

/// The text with the fix of its only problem applied.
fn mended(text: &str) -> String {
    let problems = read(text).diagnostics;
    let [Diagnostic { place: DiagnosticPlace::Text { bytes, .. }, fix: Some(fix), .. }] =
        &problems[..]
    else {
        panic!("{problems:?}")
    };
    format!("{}{fix}{}", &text[..bytes.start], &text[bytes.end..])
}

#[test]
fn fixes_of_syntax_errors_mend_them() {
    for text in [
        "a:\n\tb: c\n",
        "a: x\nb:y\nc: d\n",
        "- name:x\n  label: y\n",
        "a: x: y\n",
        "question: Is it wrong: don't ask?\n",
    ] {
        for line_break in ["\n", "\r\n", "\r"] {
            let mended = mended(&text.replace('\n', line_break));
            assert_eq!(read(&mended).diagnostics, [], "{mended:?}");
        }
    }
}

#[test]
fn syntax_errors_in_plain_words() {
    let mut out = String::new();
    for text in [
        "a:\n\tb: c\n",
        "a: x\nb:y\nc: d\n",
        "a: x: y\n",
        "a: \"never\nb: c\n",
        "a: 'it's'\n",
        "a: \"\\q\"\n",
        "a: [1, 2\nb: 3\n",
        "a: [1, 2}\n",
        "a: [1, 2",
        "a: ]\n",
        "a: @me\n",
        "a: `me`\n",
        "a: *\n",
        "a:\n  - b: c\n   d: e\n",
        "a: b\n c: d\n",
        "a:\n  b: c\n d: e\n",
        "a: - b\n",
        "a: -]\n",
        "a: |x\n  b\n",
        "a: |0\n  b\n",
        "a: \"\\xZZ\"\n",
        "a: \"\\ud800\"\n",
        "a: \"b\"#c\n",
        "a: b #c\n  d\n",
        "a: !<b c\n",
        "a: !%zz c\n",
        "a: !x!y c\n",
        "%YAML 1.1\n%YAML 1.1\n---\na: b\n",
        "%YAML 1\n---\na: b\n",
        "%TAG x\n---\na: b\n",
        "a: \"b\n--- c\n",
        "[a, b]: [c\n",
        "? a\n?\tb\n",
        "a: b\n... c\n",
    ] {
        for problem in read(text).diagnostics {
            writeln!(out, "{text:?}\n  {problem}").unwrap();
        }
    }
    expect_test::expect_file!["./syntax_errors.txt"].assert_eq(&out);
}

#[test]
fn limits_hold() {
    assert_eq!(codes(&"x".repeat(LONGEST_TEMPLATE + 1)), ["yaml-too-long"]);
    assert_eq!(codes(&format!("{}{}", "[".repeat(65), "]".repeat(65))), ["yaml-too-deep"]);
    assert_eq!(codes(&"[".repeat(1 << 20)), ["yaml-too-deep"]);
    assert_eq!(codes(&"- ".repeat(65)), ["yaml-too-deep"]);
    assert_eq!(tree(&format!("{}{}", "[".repeat(64), "]".repeat(64))).len(), 128);
    assert_eq!(codes(&format!("[{}]", "a,".repeat(MOST_TEMPLATE_NODES))), ["yaml-too-large"]);
    let levels: String =
        (1..20).map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(9))).collect();
    assert_eq!(codes(&format!("a0: &a0 lol\n{levels}")), ["yaml-too-large"]);
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(500_000), "*a,".repeat(10_000));
    assert_eq!(codes(&long), ["yaml-too-large"]);
}

#[test]
fn nasty_texts_take_no_time() {
    let mb = 1 << 20;
    let fill = |part: &str| part.repeat(mb / part.len());
    let nasty = [
        fill("["),
        fill("{"),
        fill("- "),
        fill("? "),
        fill("a: "),
        fill("\""),
        fill("\"a\n"),
        fill("'"),
        fill("#"),
        fill(" "),
        fill("\n"),
        fill("\t"),
        fill("&a "),
        fill("*a "),
        fill("!"),
        fill("%A\n"),
        fill("---\n"),
        fill("a\n"),
        fill("a:\n"),
        fill("[a]: "),
        fill("{a, "),
        fill("\u{feff}"),
        fill("é"),
        fill("|\n"),
        format!("a: |\n{}", fill("  x\n")),
        format!("a: |\n{}b", fill(" ")),
        format!("a: \"{}", fill("\\n")),
        (0..40_000).map(|i| format!("key{i}: &a{i} value\n")).collect(),
    ];
    for text in nasty {
        let text = &text[..text.len().min(mb)];
        let start = Instant::now();
        let _ = read(text);
        let took = start.elapsed();
        assert!(
            took < Duration::from_secs(3),
            "{:?} took {took:?}",
            text.chars().take(12).collect::<String>()
        );
    }
}

fn every_node(node: &YamlNode, check: &mut impl FnMut(&TextLocation)) {
    check(&node.at);
    match &node.value {
        YamlValue::Scalar(_) => {}
        YamlValue::Seq(list) => list.items.iter().for_each(|item| every_node(item, check)),
        YamlValue::Map(map) => map.entries().for_each(|entry| {
            check(&entry.key.at);
            every_node(&entry.value, check);
        }),
    }
}

/// Text that looks enough like YAML to get far into the parser.
fn yaml_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("  "),
        Just("- "),
        Just(": "),
        Just("a"),
        Just("é𝒳"),
        Just("\""),
        Just("'"),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(", "),
        Just("&a "),
        Just("*a"),
        Just("<<: "),
        Just("|\n"),
        Just(">-\n"),
        Just("# c"),
        Just("? "),
        Just("!!str "),
        Just("---\n"),
        Just("\t"),
        Just("~"),
        Just("\r\n"),
        Just("%"),
        Just("\\"),
        Just("\u{feff}"),
        Just("..."),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn check_places(text: &str) {
    let YamlDocument { root, diagnostics, .. } = read(text);
    let check = &mut |at: &TextLocation| {
        assert!(text.get(at.bytes.clone()).is_some(), "{at:?} in {text:?}");
        let counted = TextLocation::in_text(text, at.bytes.clone());
        assert_eq!(at.line, counted.line, "{at:?} in {text:?}");
        // Byte order marks inside a text are counted as columns in some places only.
        if !text.trim_start_matches('\u{feff}').contains('\u{feff}') {
            assert_eq!(at.column, counted.column, "{at:?} in {text:?}");
        }
    };
    if let Some(root) = root {
        every_node(&root, check);
    }
    for problem in diagnostics {
        let DiagnosticPlace::Text { bytes, .. } = problem.place else {
            panic!("no place: {text:?}")
        };
        assert!(text.get(bytes).is_some(), "in {text:?}");
    }
}

/// Trees as the other reader has them.
fn values() -> impl Strategy<Value = serde_yaml::Value> {
    use serde_yaml::Value as Other;
    let text = prop_oneof![
        "[a-z]{0,6}",
        "\\PC{0,12}",
        "[ a-z:#'\"\\n\\t\\-\\[\\]{},&*!|>%@`~?]{0,10}",
        Just("true".to_owned()),
        Just("null".to_owned()),
        Just("~".to_owned()),
        Just("<<x".to_owned()),
        Just("yes".to_owned()),
        Just("1".to_owned()),
        Just("0x1F".to_owned()),
    ]
    // YAML 1.1, which the other writer follows, takes these for line breaks; YAML 1.2 does not.
    .prop_map(|text: String| text.replace(['\u{85}', '\u{2028}', '\u{2029}'], ""))
    .boxed();
    let leaf = prop_oneof![
        Just(Other::Null),
        any::<bool>().prop_map(Other::Bool),
        any::<i32>().prop_map(|n| Other::Number(n.into())),
        text.clone().prop_map(Other::String),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Other::Sequence),
            prop::collection::vec((text.clone(), inner), 0..5).prop_map(|entries| {
                Other::Mapping(entries.into_iter().map(|(k, v)| (Other::String(k), v)).collect())
            }),
        ]
    })
}

fn same(ours: &YamlNode, other: &serde_yaml::Value) -> bool {
    use serde_yaml::Value as Other;
    match (&ours.value, other) {
        (YamlValue::Seq(a), Other::Sequence(b)) => {
            a.items.len() == b.len() && a.items.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (YamlValue::Map(a), Other::Mapping(b)) => {
            let same_entry = |(a, b): (&MappingEntry, (&Other, &Other))| {
                Some(a.key_text()) == b.0.as_str() && same(&a.value, b.1)
            };
            a.entries().count() == b.len() && a.entries().zip(b).all(same_entry)
        }
        (YamlValue::Scalar(scalar), other) => match (scalar.resolve(), other) {
            (ResolvedScalar::Null, Other::Null) => true,
            (ResolvedScalar::Bool(a), Other::Bool(b)) => a == *b,
            (ResolvedScalar::Text(a), Other::String(b)) => a == b,
            (ResolvedScalar::Text(a), Other::Number(b)) => a == b.to_string(),
            _ => false,
        },
        _ => false,
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(?s).{0,200}") {
        check_places(&text);
    }

    #[test]
    fn any_yaml_like_text_is_read(text in yaml_like()) {
        check_places(&text);
    }

    #[test]
    fn any_broken_text_is_read(text in prop_oneof![yaml_like(), "(?s).{0,200}"]) {
        let (strict, recovered) = (read(&text), read_with_recovery(&text));
        let is_syntax = |problem: &&Diagnostic| problem.code == "yaml-syntax";
        let syntax = strict.diagnostics.iter().find(is_syntax);
        prop_assert_eq!(syntax, recovered.diagnostics.iter().find(is_syntax));
        if strict.diagnostics.is_empty() {
            prop_assert_eq!(&strict.root, &recovered.root);
        }
        if let Some(root) = &recovered.root {
            root.visit(&mut |node| {
                assert!(text.get(node.source.outer()).is_some(), "{text:?}: {node:?}");
            });
        }
    }

    #[test]
    fn both_readers_agree(value in values()) {
        let text = serde_yaml::to_string(&value).unwrap();
        let YamlDocument { root, diagnostics, .. } = read(&text);
        prop_assert_eq!(diagnostics, vec![], "{}", text);
        prop_assert!(same(&root.unwrap(), &value), "{}", text);
    }
}
