//! `spanwise check`.

use super::{DATA, Folder, TEMPLATE};

const BROKEN: &str =
    "template_name: t\nedits:\n  - name: a\n    colr: red\n    enable_output: maybe\n";

#[test]
fn nothing_is_printed_where_all_is_well() {
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", DATA)]);
    let ran = folder.run(&["check", "t.yml", "d.json"]).exits(0).says("0 errors, 0 warnings");
    assert_eq!(ran.out, "");
    let json = folder.json(&["check", "t.yml", "d.json"], 0);
    assert_eq!(json["template"]["categories"], 2);
    assert_eq!(json["data"][0]["instances"], 2);
    assert_eq!(json["data"][0]["edits"], 1);
    assert_eq!(json["problems"].as_array().map(Vec::len), Some(0));
}

#[test]
fn problems_of_a_template_name_line_and_column() {
    let folder = Folder::with(&[("t.yml", BROKEN)]);
    let ran = folder.run(&["check", "t.yml"]).exits(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    let first = lines.first().copied().unwrap_or_default();
    assert!(first.starts_with("t.yml:4:5: error[unknown-key]: "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("t.yml:5:20: error[")), "{lines:?}");
    assert!(!ran.out.contains('\u{1b}'), "colours that nobody sees");

    let json = folder.json(&["check", "t.yml"], 1);
    let first = &json["problems"][0];
    assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(4), Some(5)));
    assert_eq!(
        (first["severity"].as_str(), first["file"].as_str()),
        (Some("error"), Some("t.yml"))
    );
    assert!(first["index"].is_null());
    let found = json["problems"].as_array().map_or(0, Vec::len) as u64;
    assert_eq!(
        json["errors"].as_u64().zip(json["warnings"].as_u64()).map(|(e, w)| e + w),
        Some(found)
    );
}

#[test]
fn problems_of_data_name_file_instance_and_path() {
    let data = DATA.replace("[[2, 4]]", "[[2, \"x\"]]");
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("good.json", DATA), ("bad.json", &data)]);
    let ran = folder.run(&["check", "t.yml", "good.json", "bad.json"]);
    assert!(ran.out.contains("bad.json: instance 1, edits[0].output_idx[0]: "), "{ran:?}");
    assert!(!ran.out.contains("good.json"), "{ran:?}");
    let json = folder.json(&["check", "t.yml", "good.json", "bad.json"], 1);
    let problems = json["problems"].as_array().expect("a list");
    let spans = problems.iter().find(|p| p["path"] == "edits[0].output_idx[0]").expect("the span");
    assert_eq!((spans["index"].as_u64(), spans["file"].as_str()), (Some(0), Some("bad.json")));
    assert_eq!(json["data"][0]["errors"], 0);
    assert_ne!(json["data"][1]["errors"], 0);
}

#[test]
fn mentions_are_checked_for_templates_that_show_them() {
    let data = r#"[{"target": "Ann", "mentions": [{"cluster": "1", "output_idx": [[0, 9]]}]}]"#;
    let shows = format!("mentions: data\n{TEMPLATE}");
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("shows.yml", &shows), ("d.json", data)]);
    assert_eq!(folder.run(&["check", "t.yml", "d.json"]).exits(0).out, "");
    let ran = folder.run(&["check", "shows.yml", "d.json"]);
    assert!(ran.out.contains("d.json: instance 1, mentions[0].output_idx[0]: "), "{ran:?}");
}

#[test]
fn the_training_in_a_template_is_checked() {
    let template = "template_name: t\nedits:\n  - {name: a, enable_output: true}\ntraining:\n  title: T\n  steps:\n    - exercise: E\n      annotated: 'x [y]{b: why}'\n";
    let folder = Folder::with(&[("t.yml", template)]);
    let ran = folder.run(&["check", "t.yml"]).exits(1);
    assert!(ran.out.starts_with("t.yml:8:"), "{}", ran.out);
    assert!(ran.out.contains("error[unknown-category]"), "{}", ran.out);
}

#[test]
fn strict_makes_warnings_errors() {
    let warned = TEMPLATE.replace("name: omission", "name: o-mission");
    let folder = Folder::with(&[("t.yml", &warned)]);
    let ran = folder.run(&["check", "t.yml"]).exits(0).says("0 errors, 1 warning");
    assert!(ran.out.contains(": warning["), "{ran:?}");
    let ran = folder.run(&["check", "t.yml", "--strict"]).exits(1).says("1 error, 0 warnings");
    assert!(ran.out.contains(": error["), "{ran:?}");
    assert_eq!(folder.json(&["check", "t.yml", "--strict"], 1)["errors"], 1);
}

#[test]
fn what_is_no_template_or_no_data_is_said() {
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("empty.yml", ""), ("d.json", "no data")]);
    let ran = folder.run(&["check", "empty.yml", "d.json"]).exits(1).says("was not checked");
    assert!(ran.out.contains("error[empty-template]"), "{ran:?}");
    assert!(folder.json(&["check", "empty.yml"], 1)["template"].is_null());
    let ran = folder.run(&["check", "t.yml", "d.json"]).exits(1);
    assert!(ran.out.starts_with("d.json:1:1: error["), "{ran:?}");
}

#[test]
fn offsets_in_code_points_that_say_so_are_understood() {
    let data = r#"[{"target": "😀😀ab", "_spanwise": {"offsets": "code-points"}, "edits": [
        {"category": "fluency", "id": 1, "annotation": {"severity": "minor"}, "output_idx": [[2, 4]]}]}]"#;
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", data)]);
    assert_eq!(folder.run(&["check", "t.yml", "d.json"]).exits(0).out, "");
    // The same offsets in UTF-16 units would end in the middle of a character of this text.
    let utf16 = data.replace("code-points", "other").replace("[[2, 4]]", "[[1, 3]]");
    folder.write("d.json", utf16);
    assert_ne!(folder.run(&["check", "t.yml", "d.json"]).out, "");
}

#[test]
fn text_from_files_cannot_steer_a_terminal() {
    let folder = Folder::with(&[("t.yml", "template_name: t\nedits: [{name: \"a\\e[31mb\"}]\n")]);
    let ran = folder.run(&["check", "t.yml"]);
    assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
    assert!(ran.out.contains("[31mb"), "{ran:?}");
}

#[test]
fn the_typology_is_printed_and_data_of_another_is_told() {
    let other = TEMPLATE.replace("likert-3", "likert-5");
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("other.yml", &other)]);
    let typology = |template: &str| {
        let json = folder.json(&["check", template], 0);
        let typology = json["template"]["typology"].as_str().expect("a hash").to_owned();
        folder
            .run(&["check", template])
            .exits(0)
            .says(&format!("2 categories, typology {typology}"));
        typology
    };
    let (own, later) = (typology("t.yml"), typology("other.yml"));
    assert_ne!(own, later);
    let instance = format!(
        r#"{{"target": "a", "edits": [], "_spanwise": {{"done": true, "typology": "{own}"}}}}"#
    );
    folder.write("d.json", format!(r#"[{{"target": "b"}}, {instance}, {instance}]"#));
    assert_eq!(folder.json(&["check", "t.yml", "d.json"], 0)["warnings"], 0);
    let ran = folder.run(&["check", "other.yml", "d.json"]).exits(0);
    let line = "d.json: instance 2, _spanwise.typology: warning[other-typology]: ";
    let told: Vec<&str> = ran.out.lines().filter(|told| told.starts_with(line)).collect();
    assert!(told.len() == 1 && told[0].contains(&format!("{own} × 2")), "{ran:?}");
    assert!(told[0].contains(&later) && told[0].contains("spanwise convert --map"), "{ran:?}");
    folder.run(&["check", "--strict", "other.yml", "d.json"]).exits(1);
}
