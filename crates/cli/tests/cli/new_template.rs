//! `spanwise new`.

use spanwise_template::{CategoryShape, Sides, compile};

use super::Folder;

#[test]
fn a_template_compiles_without_a_word() {
    let folder = Folder::new();
    let arguments = [
        "new",
        "My errors",
        "Omission:source",
        "Añadido:both",
        "no",
        "#1",
        "--severity",
        "--comment",
    ];
    let yaml = folder.run(&arguments).exits(0).out;
    let compiled = compile(&yaml);
    assert_eq!(compiled.diagnostics, Vec::new(), "{yaml}");
    let template = compiled.template.expect("a template");
    assert_eq!((template.name.as_str(), template.label.as_str()), ("my_errors", "My errors"));
    let sides: Vec<CategoryShape> =
        template.typology.categories().iter().map(|c| c.shape).collect();
    for (shape, expected) in
        sides.iter().zip([Sides::Source, Sides::Both, Sides::Target, Sides::Target])
    {
        assert!(
            matches!(shape, CategoryShape::Spans { sides, .. } if *sides == expected),
            "{shape:?}"
        );
    }
    let json = folder.json(&arguments, 0);
    assert_eq!((json["template"].as_str(), json["categories"].as_u64()), (Some(&*yaml), Some(4)));
    assert!(json["written"].is_null());
}

#[test]
fn other_readers_of_yaml_read_the_same() {
    let labels = ["yes", "null", "1e3", "~", "a: b", "- c", "'d\"", "é\u{85}f", "#x", "{g}"];
    let folder = Folder::new();
    let yaml = folder.run(&[&["new", "on", "--"][..], &labels].concat()).exits(0).out;
    let value: serde_yaml::Value = serde_yaml::from_str(&yaml).expect("YAML");
    assert_eq!(value["template_name"].as_str(), Some("on"));
    let edits = value["edits"].as_sequence().expect("a list");
    let read: Vec<Option<&str>> = edits.iter().map(|edit| edit["label"].as_str()).collect();
    assert_eq!(read, labels.map(Some));
    assert!(edits.iter().all(|edit| edit["name"].is_string()), "{yaml}");
}

#[test]
fn categories_come_from_a_file_or_standard_input_too() {
    let folder = Folder::with(&[("list.txt", "Omission:source\r\n\n  Fluency \n")]);
    let from_file = folder.run(&["new", "t", "--list", "list.txt"]).exits(0).out;
    let from_input =
        folder.run_with(&["new", "t", "--list", "-"], "Omission:source\nFluency").exits(0);
    let named = folder.run(&["new", "t", "Omission:source", "Fluency"]).exits(0).out;
    assert_eq!((&from_file, &from_input.out), (&named, &named));
    folder.run_with(&["new", "t", "--list", "-"], "\n \n").exits(2).says("No category");
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let folder = Folder::with(&[("t.yml", "mine")]);
    let new = ["new", "t", "a", "-o", "t.yml"];
    folder.run(&new).exits(2).says("--force");
    assert_eq!(folder.json(&new, 2)["failure"]["message"], "t.yml would be overwritten.");
    assert_eq!(folder.read("t.yml"), "mine");
    folder.run(&[&new[..], &["--force"]].concat()).exits(0);
    assert!(folder.read("t.yml").starts_with("template_name: t"));
}

#[test]
fn a_template_is_made_of_data_and_fits_them() {
    let data = r#"[{"source": "one two", "target": "un deux", "_spanwise": {"answers": {"fluent": "yes"}}, "edits": [
        {"category": "Bad Math", "id": 1, "annotation": {"severity": "minor", "kind": {"val": "other: x", "other: x": "why"}}, "output_idx": [[0, 2]]},
        {"category": "Bad Math", "id": 2, "annotation": {"severity": "a lot", "kind": {"val": "sum"}}, "output_idx": [[3, 7]]},
        {"category": "moved", "id": 1, "annotation": {"parts": ["a", "b"], "n": "4"}, "input_idx": [[0, 3], [4, 7]], "output_idx": [[0, 2]]},
        {"category": "point", "id": 1, "annotation": null, "output_idx": [[2, 2]]},
        {"category": "all", "id": 1, "annotation": null, "constituent_edits": [{"category": "point", "id": 2, "annotation": null, "output_idx": [[7, 7]]}]}
    ]}]"#;
    let folder = Folder::with(&[("d.json", data)]);
    let json = folder.json(&["new", "Of data", "--from-data", "d.json", "-o", "t.yml"], 0);
    assert_eq!(json["categories"], 4);
    let yaml = folder.read("t.yml");
    for line in [
        "type: multi_span",
        "type: split",
        "type: composite",
        "options: likert-3",
        "multiple: true",
        "instance_questions:",
    ] {
        assert!(yaml.contains(line), "{line}: {yaml}");
    }
    let checked = folder.json(&["check", "t.yml", "d.json"], 0);
    let of_data: Vec<_> = checked["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|problem| problem["file"] == "d.json")
        .collect();
    assert!(of_data.is_empty(), "{of_data:?}\n{yaml}");
    folder.run(&["new", "x", "a", "--from-data", "d.json"]).exits(2);
    folder.write("empty.json", "[]");
    folder.run(&["new", "x", "--from-data", "empty.json"]).exits(2).says("no edit");
}
