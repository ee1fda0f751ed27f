//! `spanwise training`.

use super::{Folder, TEMPLATE};

const TRAINING: &str = "title: T
pass: 80
steps:
  - lesson: L
    text: Read this.
  - exercise: E
    annotated: |
      one [two]{fluency: because} three
  - quiz: Q
    questions:
      - question: Which?
        options: [{right: a, why: so}, {wrong: b}]
";

/// The code of a trainee who did all of a training rightly.
fn code(yaml: &str, trainee: &str) -> String {
    let typology = spanwise_template::compile(TEMPLATE).template.expect("a template").typology;
    let training = spanwise_training::compile(yaml, &typology).training.expect("a training");
    spanwise_training::ResultCode::new(&training.id(), trainee, 100, true).to_string()
}

fn folder() -> Folder {
    Folder::with(&[("t.yml", TEMPLATE), ("training.yml", TRAINING)])
}

#[test]
fn a_training_without_a_problem_is_summed_up() {
    let arguments = ["training", "check", "training.yml", "--template", "t.yml"];
    let ran = folder().run(&arguments).exits(0).says("0 errors, 0 warnings");
    assert_eq!(ran.out, "");
    let ran = ran.says("1 lesson, 1 exercise, 1 question, 0 examinations").says("worth 5 points");
    ran.says("can read the solutions");
    let json = folder().json(&arguments, 0);
    let training = &json["training"];
    assert_eq!((training["exercises"].as_u64(), training["pass"].as_u64()), (Some(1), Some(80)));
    assert!(training["attempts"].is_null() && training["id"].is_string());
}

#[test]
fn problems_of_a_training_name_line_and_column() {
    let folder = folder();
    folder.write("bad.yml", TRAINING.replace("{fluency", "{fluancy"));
    let arguments = ["training", "check", "bad.yml", "--template", "t.yml"];
    let ran = folder.run(&arguments).exits(1);
    assert!(ran.out.starts_with("bad.yml:8:17: error[unknown-category]: "), "{ran:?}");
    assert!(ran.out.contains("`fluency`"), "{ran:?}");
    assert_eq!(folder.json(&arguments, 1)["problems"][0]["line"], 8);

    folder.write("hint.yml", TRAINING.replace(": because", ""));
    let arguments = ["training", "check", "hint.yml", "--template", "t.yml"];
    folder.run(&arguments).exits(0).says("0 errors, 1 warning");
    folder.run(&[&arguments[..], &["--strict"]].concat()).exits(1);
}

#[test]
fn a_training_is_read_from_its_template() {
    let folder = folder();
    folder.run(&["training", "check", "training.yml"]).exits(2).says("--template FILE");
    let indented: String = TRAINING.lines().map(|line| format!("  {line}\n")).collect();
    folder.write("both.yml", format!("{TEMPLATE}training:\n{indented}"));
    let inside = folder.json(&["training", "check", "both.yml"], 0);
    let beside = folder.json(&["training", "check", "training.yml", "--template", "t.yml"], 0);
    assert_eq!(inside["training"]["id"], beside["training"]["id"]);
}

#[test]
fn a_code_is_verified() {
    let folder = folder();
    let code = code(TRAINING, "Ann Lee");
    let verify = |code: &str, rest: &[&str]| -> Vec<String> {
        let arguments =
            ["training", "verify", code, "--training", "training.yml", "--template", "t.yml"];
        arguments.iter().chain(rest).map(|one| (*one).to_owned()).collect()
    };
    let run = |code: &str, rest: &[&str]| {
        let arguments = verify(code, rest);
        folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(run(&code, &[]).exits(0).out, "passed, 100 %\n");
    assert_eq!(
        run(&code.to_lowercase(), &["--trainee", "ann lee"]).exits(0).out,
        "passed, 100 %\n"
    );
    run(&code, &["--trainee", "Ben"]).exits(1).says("other-trainee");
    run(&code[1..], &[]).exits(1).says("16 letters and digits, and this one 15");
    run("ABCD-EFGH-JKMN-PQRS", &[]).exits(1).says("mistyped");
    run("ABCD-EFGH-JKMN-PQRU", &[]).exits(1).says("no “U”");

    let arguments = verify(&code, &["--trainee", "Ben"]);
    let json = folder.json(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert_eq!((json["training"].as_bool(), json["trainee"].as_bool()), (Some(true), Some(false)));
    assert_eq!((json["percent"].as_u64(), json["passed"].as_bool()), (Some(100), Some(true)));

    // Explanations may be corrected afterwards; the gold may not.
    folder.write("training.yml", TRAINING.replace(": because", ": for this reason"));
    run(&code, &[]).exits(0);
    folder.write(
        "training.yml",
        TRAINING.replace("[two]{fluency: because} three", "two [three]{fluency: because}"),
    );
    run(&code, &[]).exits(1).says("other-training");
}
