//! The steps of making an edit: which apply, in which order, and what each lacks.

use super::*;
use spanwise_annotation::document::enable_roles;
use spanwise_annotation::document::steps::{
    EditStep, StepState, position, question_at, step_state, steps,
};

const STEPS: &str = "\
template_name: t
edits:
  - name: contradiction
    spans: [{name: error}, {name: antecedent, required: true}, {name: hint}]
    annotation:
      - name: kind
        options:
          - name: fact
            question: Which?
            options: [{name: date, question: When?, options: textbox, required: false}, {name: place}]
          - name: style
      - {name: explanation, options: textarea, required: false}
  - {name: word, enable_output: true, annotation: [{name: bad, options: binary}]}
  - {name: parts, type: composite}
  - {name: all}
";

fn desk(edits: &str) -> Desk {
    enable_roles();
    let compiled = compile(STEPS);
    assert_eq!(compiled.diagnostics, []);
    let data = format!(r#"[{{"source": "one", "target": "uno dos tres", "edits": [{edits}]}}]"#);
    Desk::with(Workspace::new(Arc::new(compiled.template.expect("it is there")), dataset(&data)))
}

/// A step by its words: the name of a role, or the path of a question after `?`.
fn said(step: &EditStep) -> String {
    match step {
        EditStep::Category => "category".to_owned(),
        EditStep::Spans => "spans".to_owned(),
        EditStep::Role(name) => name.clone(),
        EditStep::Question(path) => format!("?{}", path.join("/")),
    }
}

/// The steps of the first edit, each with `!` if it is required and lacks something, and `-` if it may be skipped.
fn steps_of(desk: &Desk) -> String {
    let edit = desk.edit(desk.keys()[0]);
    let typology = &desk.workspace.template().typology;
    let (_, category) = typology.find(&edit.category).expect("it is there");
    let texts = &desk.workspace.current().texts;
    let state = |step: &EditStep| {
        let mark = match step_state(step, category, &edit.spans, &edit.answers, texts) {
            StepState::Taken => "",
            StepState::Optional => "-",
            StepState::Required => "!",
        };
        said(step) + mark
    };
    steps(category, Some(&edit.answers)).iter().map(state).collect::<Vec<_>>().join(" ")
}

#[test]
fn steps_are_the_category_then_spans_then_questions() {
    let cases = [
        (
            r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3]]}"#,
            "category error antecedent! hint- ?kind! ?explanation-",
        ),
        (
            r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3], [4, 7], [8, 12]],
                "annotation": {"kind": ["fact", {}], "explanation": "why"}}"#,
            "category error antecedent hint ?kind! ?explanation",
        ),
        (r#"{"category": "word", "id": 1, "output_idx": [[0, 3]]}"#, "category spans ?bad!"),
        (r#"{"category": "all", "id": 1}"#, "category"),
    ];
    for (edit, expected) in cases {
        assert_eq!(steps_of(&desk(edit)), expected, "{edit}");
    }
}

#[test]
fn follow_ups_are_steps_while_they_are_asked() {
    let mut desk = desk(r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3]]}"#);
    let key = desk.keys()[0];
    let mut answer = |path: &[&str], option: &str| {
        let path = path.iter().map(|&name| name.to_owned()).collect();
        desk.act(Command::Answer(key.into(), path, GivenAnswer::Option(option.to_owned())));
        steps_of(&desk)
    };
    let before = "category error antecedent! hint-";
    let fact = format!("{before} ?kind ?kind/fact! ?explanation-");
    assert_eq!(answer(&["kind"], "fact"), fact);
    let date = format!("{before} ?kind ?kind/fact ?kind/fact/date- ?explanation-");
    assert_eq!(answer(&["kind", "fact"], "date"), date);
    assert_eq!(answer(&["kind"], "style"), format!("{before} ?kind ?explanation-"));
}

#[test]
fn a_step_that_no_longer_applies_is_the_nearest_above() {
    let desk = desk(
        r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3]],
            "annotation": {"kind": "style"}}"#,
    );
    let edit = desk.edit(desk.keys()[0]);
    let typology = &desk.workspace.template().typology;
    let (_, category) = typology.find("contradiction").expect("it is there");
    let all = steps(category, Some(&edit.answers));
    let question = |path: &str| EditStep::Question(path.split('/').map(str::to_owned).collect());
    let cases = [
        (EditStep::Category, "category"),
        (question("kind"), "?kind"),
        (question("kind/fact/date"), "?kind"),
        (question("gone"), "?explanation"),
        (EditStep::Spans, "?explanation"),
    ];
    for (step, expected) in cases {
        assert_eq!(said(&all[position(&all, &step)]), expected, "{step:?}");
    }
    assert_eq!(steps(category, None).len(), 4, "without questions");
    let found = |path: &[&str]| {
        let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        question_at(&category.questions, &path).map(|question| question.prompt.clone())
    };
    assert_eq!(found(&["kind", "fact", "date"]).as_deref(), Some("When?"));
    assert_eq!(found(&["kind", "style", "date"]), None);
}

#[test]
fn an_edit_of_other_edits_has_them_as_a_step() {
    enable_roles();
    let typology = compile(STEPS).template.expect("it is there").typology;
    let (_, category) = typology.find("parts").expect("it is there");
    assert_eq!(steps(category, None), [EditStep::Category, EditStep::Spans]);
}
