use super::*;
use crate::format::DatasetReader;
use spanwise_template::compile;

fn typology(sides: &str) -> Typology {
    let category = match sides {
        "source" => "enable_input: true",
        "target" => "enable_output: true",
        _ => "enable_input: true, enable_output: true",
    };
    let yaml = format!("template_name: t\nedits: [{{name: a, {category}}}]");
    compile(&yaml).template.unwrap().typology
}

fn survey(items: &[&str]) -> FieldSurvey {
    let mut survey = FieldSurvey::default();
    items.iter().for_each(|item| survey.add(item));
    survey
}

fn mapping(paths: [&str; TEXTS.len()]) -> FieldMapping {
    FieldMapping { paths: paths.map(|path| (!path.is_empty()).then(|| path.to_owned())) }
}

#[test]
fn texts_that_a_template_could_show_are_seen() {
    let cases = [
        (r#"{"source": "a"}"#, true),
        (r#"{"target": 7}"#, true),
        (r#"{"source": "", "target": " \n"}"#, false),
        (r#"{"source": null, "target": ["", "a"]}"#, true),
        (r#"{"source": [], "target": [" ", {"text": "a"}]}"#, false),
        (r#"{"text_a": "a", "context": "b"}"#, false),
        (r#"{"texts": [{"name": "a", "role": "target", "text": "b"}]}"#, true),
        (r#"{"texts": [{"name": "a", "role": "context", "text": "b"}]}"#, false),
        (r#"{"texts": [{"name": "a", "role": "target", "text": " "}], "target": null}"#, false),
        (r#"{"messages": [{"role": "assistant", "content": "b"}]}"#, true),
        (r#"{"messages": [{"role": "system", "content": "b"}]}"#, false),
        ("[]", false),
        ("\"a\"", false),
    ];
    for (raw, expected) in cases {
        assert_eq!(has_text(raw), expected, "{raw}");
    }
}

#[test]
fn fields_are_found_with_what_is_in_them() {
    let items = [
        r#"{"n": 1, "meta": {"a.b": "x", "deep": {"er": {"still": {"no": "y"}}}}, "none": null, "empty": ""}"#,
        r#"{"n": 2, "outputs": [{"text": "t"}, "u"], "yes": true}"#,
    ];
    let survey = survey(&items);
    let found: Vec<(&str, usize, &str)> =
        survey.fields().iter().map(|f| (f.path.as_str(), f.count, f.example.as_str())).collect();
    let expected = [
        ("n", 2, "1"),
        ("meta.a.b", 1, "x"),
        ("outputs.0.text", 1, "t"),
        ("outputs.1", 1, "u"),
        ("yes", 1, "true"),
    ];
    assert_eq!(found, expected);
    assert_eq!(survey.fields()[0].first, ["1", "2"].map(|n| Some(n.to_owned())));
    assert_eq!(survey.fields()[2].first, [None, Some("t".to_owned())]);
}

#[test]
fn fields_without_end_are_cut() {
    let item: Vec<String> = (0..1000).map(|n| format!("\"f{n}\": \"x\"")).collect();
    let item = format!("{{{}}}", item.join(","));
    assert_eq!(survey(&[&item, &item]).fields().len(), MOST_FIELDS);
}

#[test]
fn guesses_go_by_names_then_by_length() {
    let cases: [(&str, &str, [&str; TEXTS.len()]); 9] = [
        (r#"{"text_a": "x", "text_b": "y"}"#, "both", ["text_a", "text_b", "", ""]),
        (r#"{"Src": "x", "MT": "y", "seg_id": 3}"#, "both", ["Src", "MT", "", "seg_id"]),
        (
            r#"{"uid": 1, "text": "x", "instruction": "y"}"#,
            "target",
            ["", "text", "instruction", "uid"],
        ),
        (r#"{"document": "x"}"#, "target", ["", "document", "", ""]),
        (r#"{"text": "x"}"#, "source", ["text", "", "", ""]),
        (
            r#"{"k": "a", "eins": "long enough", "zwei": "long enough, too"}"#,
            "both",
            ["eins", "zwei", "", ""],
        ),
        (r#"{"lang": "de", "satz": "Ein ganzer Satz."}"#, "target", ["", "satz", "", ""]),
        (
            r#"{"input": "x", "outputs": [{"text": "y", "model": "m"}]}"#,
            "both",
            ["input", "outputs.0.text", "", ""],
        ),
        (r#"{"n": 1}"#, "both", ["", "", "", ""]),
    ];
    for (raw, sides, expected) in cases {
        assert_eq!(survey(&[raw]).guess(&typology(sides)), mapping(expected), "{raw}");
    }
}

#[test]
fn a_mapping_fits_where_its_fields_are() {
    let survey = survey(&[r#"{"a": "x", "b": "y", "id": 1}"#]);
    assert!(survey.fits(&mapping(["a", "", "", "id"])));
    assert!(!survey.fits(&mapping(["a", "c", "", ""])));
    assert!(!survey.fits(&mapping(["", "", "a", ""])), "a context is no text to annotate");
}

#[test]
fn items_get_their_texts_and_keep_all_else() {
    let cases = [
        (
            r#"{"a": "x\u00e9", "b": 2}"#,
            ["a", "b", "", ""],
            r#"{"a": "x\u00e9", "b": 2, "source": "xé", "target": "2"}"#,
        ),
        (r#"{"a":"x","b":"y"}"#, ["", "b", "", "a"], r#"{"a":"x","b":"y","target":"y","id":"x"}"#),
        (
            r#"{"source": {"text": "x"}, "target": ""}"#,
            ["source.text", "", "", ""],
            r#"{"original_source": {"text": "x"}, "target": "", "source": "x"}"#,
        ),
        (
            r#"{"id": 5, "context": "c", "t": "x"}"#,
            ["t", "", "", ""],
            r#"{"id": 5, "original_context": "c", "t": "x", "source": "x"}"#,
        ),
        (
            r#"{"id": 5, "uid": "u", "t": "x"}"#,
            ["t", "", "", "uid"],
            r#"{"original_id": 5, "uid": "u", "t": "x", "source": "x", "id": "u"}"#,
        ),
        (
            r#"{"a.b": "x", "a": {"b": "y"}}"#,
            ["a.b", "", "", ""],
            r#"{"a.b": "x", "a": {"b": "y"}, "source": "x"}"#,
        ),
        (
            r#"{"o": [{"t": "x"}, "y"]}"#,
            ["o.0.t", "o.1", "", ""],
            r#"{"o": [{"t": "x"}, "y"],"source": "x","target": "y"}"#,
        ),
        (r#"{"b": "y"}"#, ["a", "b", "", ""], r#"{"b": "y","target": "y"}"#),
        ("7", ["a", "", "", ""], "7"),
    ];
    for (raw, paths, expected) in cases {
        assert_eq!(mapped(raw, &mapping(paths)), expected, "{raw}");
    }
}

#[test]
fn a_mapped_file_is_a_list_of_everything() {
    let lines = "{\"a\": \"x\"}\nnonsense\n{\"a\": \"y\", \"n\": 1.0}\n{\"a\": ";
    let dataset = DatasetReader::new(lines.to_owned()).finish().unwrap();
    let mapping = mapping(["a", "", "", ""]);
    let mut mapper = FieldMapper::new(&dataset, &mapping);
    while mapper.step() {}
    let text = mapper.finish();
    for part in ["nonsense", "1.0", "\\\"a\\\": "] {
        assert!(text.contains(part), "{part} is in {text}");
    }
    let again = DatasetReader::new(text).finish().unwrap();
    assert_eq!(again.len(), 2);
    assert!(again.iter().all(has_text) && !again.is_damaged());
}
