//! `spanwise bundle`.

use spanwise_annotation::format::DatasetReader;
use spanwise_template::compile;

use super::{DATA, Folder, TEMPLATE};

#[test]
fn a_bundle_holds_template_and_data() {
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", DATA)]);
    let bundle = ["bundle", "t.yml", "d.json", "-o", "out.json"];
    folder.run(&bundle).exits(0).says("2 instances");
    let dataset = DatasetReader::new(folder.read("out.json")).finish().expect("a bundle");
    assert_eq!(dataset.template().as_deref(), Some(TEMPLATE));
    assert_eq!(dataset.len(), 2);
    assert!(dataset.raw(0).is_some_and(|raw| raw.contains("1.50")), "numbers stay as they are");

    let value: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let for_thresh = value[2]["_thresh_template"].as_str().expect("a template");
    let texts = compile(for_thresh).template.expect("a template").settings.interface_text;
    assert_eq!(texts.len(), 42);

    let json = folder.json(&bundle, 0);
    assert_eq!((json["instances"].as_u64(), json["for_thresh"].as_bool()), (Some(2), Some(true)));
    assert_eq!(json["written"], "out.json");
}

#[test]
fn the_texts_for_thresh_are_in_the_language_of_the_template() {
    let german = format!("language: de\n{TEMPLATE}");
    let folder = Folder::with(&[("t.yml", &german), ("d.json", DATA)]);
    let ran = folder.run(&["bundle", "t.yml", "d.json", "-o", "-"]).exits(0);
    assert!(ran.out.contains("Quelle") || ran.out.contains("Abbrechen"), "{}", ran.out);
}

#[test]
fn errors_in_template_or_data_are_refused() {
    let broken = TEMPLATE.replace("likert-3", "likert-9");
    let cut = "[{\"target\": \"a\"}, {\"target\": ";
    let folder = Folder::with(&[
        ("t.yml", TEMPLATE),
        ("bad.yml", &broken),
        ("d.json", DATA),
        ("cut.json", cut),
        ("none.json", "{}"),
    ]);
    for (template, data) in [("bad.yml", "d.json"), ("t.yml", "cut.json"), ("t.yml", "none.json")] {
        let bundle = ["bundle", template, data, "-o", "out.json"];
        folder.run(&bundle).exits(1).says("error[").says("Nothing was written");
        assert!(folder.json(&bundle, 1)["written"].is_null());
        assert!(!folder.has("out.json"), "{template} {data}");
    }
}

#[test]
fn what_thresh_cannot_be_given_is_a_warning() {
    // Nothing can be put before a key that is written with a question mark.
    let odd = format!("? template_name\n{}", TEMPLATE.replacen("template_name", "", 1));
    let folder = Folder::with(&[("t.yml", &odd), ("d.json", DATA)]);
    let bundle = ["bundle", "t.yml", "d.json", "-o", "out.json"];
    let json = folder.json(&bundle, 0);
    assert_eq!(json["for_thresh"], false);
    folder.run(&bundle).exits(0).says("warning[not-for-thresh]");
}

#[test]
fn data_of_another_typology_is_told_and_bundled() {
    let data = r#"[{"target": "a", "edits": [], "_spanwise": {"typology": "00000000000000aa"}}]"#;
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", data)]);
    let bundle = ["bundle", "t.yml", "d.json", "-o", "out.json"];
    folder
        .run(&bundle)
        .exits(0)
        .says("d.json: instance 1, _spanwise.typology: warning[other-typology]: ")
        .says("00000000000000aa × 1, but t.yml has ");
    assert!(folder.read("out.json").contains("00000000000000aa"));
}
