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
