use proptest::prelude::*;

use super::*;
use crate::testing::{task, training, typology};
use crate::{BoundaryTolerance, ScarecrowPoints, Scoring, StepBody};
use spanwise_diagnostics::{DiagnosticPlace, Severity};
use spanwise_template::Side;

const WHOLE: &str = "title: T
scoring: {rule: scarecrow, exercise: 4, boundary_tolerance: 2}
pass: 80
attempts: 3
steps:
  - lesson: Hello
    text: |
      Read *this*.

      ~~~annotated
      a [b]{bad}
      ~~~
  - exercise: One
    text: Find it.
    annotated: |
      source: one [two]{pair#1: both}
      target: eins [zwei]{pair#1} [drei]{bad: third} vier
    not_errors:
      - {words: vier, why: It is right.}
  - quiz: Two
    questions:
      - question: Which?
        options:
          - right: this
          - {wrong: that, why: no}
  - examination: Three
    annotated: 'a [b]{good: x}'
";

/// The codes of the problems, each with the text at its place.
fn problems(text: &str) -> Vec<(&'static str, Severity, String)> {
    let listed = compile(text, &typology()).diagnostics.into_iter().map(|problem| {
        let DiagnosticPlace::Text { bytes, .. } = &problem.place else {
            panic!("{problem} has no place")
        };
        assert!(!problem.advice().is_none() && !problem.remedy.is_none(), "{problem}");
        (problem.code, problem.severity, text[bytes.clone()].to_owned())
    });
    listed.collect()
}

fn exercise(rest: &str) -> String {
    format!("title: T\nsteps:\n  - exercise: E\n    {rest}\n")
}

#[test]
fn all_of_a_training_is_read() {
    let training = training(WHOLE);
    assert_eq!((training.title(), training.pass_mark()), ("T", 80));
    assert_eq!(training.attempts().map(|n| n.get()), Some(3));
    let tolerance = BoundaryTolerance::Words(2);
    let points = ScarecrowPoints { exercise: 4, tolerance, ..ScarecrowPoints::default() };
    assert_eq!(*training.scoring(), Scoring::Scarecrow(points));
    let titles: Vec<&str> = training.steps().iter().map(TrainingStep::title).collect();
    assert_eq!(titles, ["Hello", "One", "Two", "Three"]);

    let task = task(&training.steps()[1]);
    assert_eq!(task.text(Side::Source).as_str(), "one two");
    assert_eq!(task.text(Side::Target).as_str(), "eins zwei drei vier");
    let [pair, bad] = task.gold() else { panic!("{:?}", task.gold()) };
    assert_eq!(pair.spans().len(), 2);
    assert_eq!(task.text(Side::Source).slice(pair.spans().source()[0]), "two");
    assert_eq!(task.text(Side::Target).slice(pair.spans().target()[0]), "zwei");
    assert_eq!((pair.explanation(), bad.explanation()), (Some("both"), Some("third")));
    assert_eq!(task.text(Side::Target).slice(task.not_errors()[0].span()), "vier");
    assert_eq!(task.instance_json(), r#"{"source":"one two","target":"eins zwei drei vier"}"#);

    let StepBody::Quiz(questions) = training.steps()[2].body() else { panic!("a quiz") };
    assert!(questions[0].is_answered_by(&[0]));
    for wrong in [&[][..], &[1], &[0, 1], &[0, 7]] {
        assert!(!questions[0].is_answered_by(wrong), "{wrong:?}");
    }
}

#[test]
fn a_training_may_stand_in_its_template() {
    let indented: String = WHOLE.lines().map(|line| format!("  {line}\n")).collect();
    let inside = training(&format!("template_name: t\ntraining:\n{indented}edits: []\n"));
    assert_eq!(inside, training(WHOLE));
}

#[test]
fn a_rule_has_the_defaults_of_its_paper() {
    let with =
        |scoring: &str| {
            training(&WHOLE.replace(
                "{rule: scarecrow, exercise: 4, boundary_tolerance: 2}\npass: 80",
                scoring,
            ))
        };
    let scarecrow = with("scarecrow");
    assert_eq!(*scarecrow.scoring(), Scoring::Scarecrow(ScarecrowPoints::default()));
    assert_eq!(scarecrow.pass_mark(), 90);
    let f1 = with("{rule: f1, boundary_tolerance: overlap}");
    assert_eq!(*f1.scoring(), Scoring::F1 { tolerance: BoundaryTolerance::Overlap });
    assert_eq!(f1.pass_mark(), 50);
    assert_eq!(with("f1").scoring().tolerance(), BoundaryTolerance::Words(0));
}

#[test]
fn problems_have_their_place() {
    use Severity::{Error, Hint, Warning};
    let gold = |marked: &str| exercise(&format!("annotated: |\n      {marked}"));
    let quiz = |options: &str| {
        format!("title: T\nsteps:\n- quiz: Q\n  questions: [{{question: q, options: {options}}}]\n")
    };
    let cases = [
        (String::new(), vec![("empty-training", Error, "")]),
        ("- a".to_owned(), vec![("wrong-value", Error, "- a")]),
        ("title: T\n".to_owned(), vec![("missing-key", Error, "title")]),
        ("title: T\nsteps: []".to_owned(), vec![("nothing-scored", Error, "[]")]),
        (
            "title: T\nsteps: [{lesson: L, text: x}]".to_owned(),
            vec![("nothing-scored", Error, "title")],
        ),
        ("title: T\nsteps: [{lesson: L}]".to_owned(), vec![("missing-key", Error, "lesson")]),
        ("title: T\nsteps: [{text: x}]".to_owned(), vec![("no-kind", Error, "text")]),
        (
            "title: T\nsteps: [{lesson: L, quiz: Q}]".to_owned(),
            vec![("two-kinds", Error, "lesson")],
        ),
        (
            exercise("annotatd: x"),
            vec![("missing-key", Error, "exercise"), ("unknown-key", Error, "annotatd")],
        ),
        (format!("{WHOLE}pss: 3\n"), vec![("unknown-key", Error, "pss")]),
        (WHOLE.replace("pass: 80", "pass: 101"), vec![("wrong-value", Error, "101")]),
        (
            WHOLE.replace("rule: scarecrow", "rule: scarecrw"),
            vec![("unknown-value", Error, "scarecrw")],
        ),
        (WHOLE.replace("rule: scarecrow", "rule: f1"), vec![("unused-key", Warning, "exercise")]),
        (WHOLE.replace("tolerance: 2", "tolerance: much"), vec![("wrong-value", Error, "much")]),
        (WHOLE.replace("[b]{bad}", "[b]{bed}"), vec![("unknown-category", Error, "bed")]),
        (WHOLE.replace("words: vier", "words: fünf"), vec![("words-absent", Error, "fünf")]),
        (WHOLE.replace("words: vier", "words: ei"), vec![("words-twice", Error, "ei")]),
        (gold("a [b c"), vec![("bad-marks", Error, "[")]),
        (gold("a b] c"), vec![("bad-marks", Error, "]")]),
        (gold("a [b] c"), vec![("bad-marks", Error, "]")]),
        (gold("a [b]{badd: x} c"), vec![("unknown-category", Error, "badd")]),
        (gold("a b c"), vec![("no-gold", Error, "annotated")]),
        (gold("a [b]{bad} c"), vec![("no-explanation", Hint, "annotated")]),
        (gold("a [b]{all: x} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("a [b]{left: x} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("a [b]{pair: x} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("a [b]{gap: x} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("a []{bad: x} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("[a]{bad#1: x} [b]{bad#1} c"), vec![("misfit-gold", Error, "annotated")]),
        (gold("a [b]{bad: x}c"), vec![("off-boundary", Warning, "annotated")]),
        (
            gold("target: [a]{bad: x}\n      target: b"),
            vec![("same-text-twice", Error, "annotated")],
        ),
        (quiz("[{right: a}]"), vec![("no-choice", Error, "options")]),
        (quiz("[{wrong: a}]"), vec![("no-choice", Error, "options")]),
        (quiz("[{right: a, wrong: b}]"), vec![("no-choice", Error, "right")]),
    ];
    for (text, expected) in cases {
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(code, severity, at)| (code, severity, at.to_owned()))
            .collect();
        assert_eq!(problems(&text), expected, "{text}");
    }
}

#[test]
fn marks_that_fit_their_category_are_no_problem() {
    for marked in [
        "[a]{twice#1: x} b [c]{twice#1}",
        "a []{gap: x} b",
        "[a [b]{bad: x} c]{good: y}",
        // The same category twice, and equal labels of different categories.
        "[a]{bad#1: x} [b]{good#1: y} [c]{bad: z}",
        // A border that differs from the word's by punctuation alone.
        "a [b]{bad: x}.",
    ] {
        training(&exercise(&format!("annotated: |\n      {marked}")));
    }
}

#[test]
fn steps_with_errors_are_left_out_and_the_others_work() {
    let compiled = compile(&WHOLE.replace("[drei]{bad: third}", "[drei]"), &typology());
    assert_eq!(compiled.training.unwrap().steps().len(), 3);
}

#[test]
fn ids_stay_where_nothing_changes_that_results_depend_on() {
    let ids = |text: &str| {
        let training = training(text);
        let ids = training.steps().iter().map(|step| step.id().clone()).collect::<Vec<_>>();
        (training.id(), ids)
    };
    let whole = ids(WHOLE);
    for (from, to) in [
        ("Hello", "Hi"),
        (": third", ": the third"),
        ("why: no", "why: not"),
        ("Find it.", "Find all."),
    ] {
        assert_eq!(ids(&WHOLE.replace(from, to)), whole, "{from}");
    }
    let mut changed = vec![whole.0.clone()];
    for (from, to) in [
        ("[drei]{bad", "[drei]{good"),
        ("[drei]{bad: third} vier", "drei [vier]{bad: third}"),
        ("right: this", "right: that one"),
        ("pass: 80", "pass: 81"),
        ("exercise: 4", "exercise: 5"),
        ("attempts: 3", "attempts: 4"),
        ("tolerance: 2", "tolerance: overlap"),
    ] {
        let (id, _) = ids(&WHOLE.replace(from, to).replace("{words: vier", "{words: eins"));
        assert!(!changed.contains(&id), "{from}");
        changed.push(id);
    }
    // Equal steps are told apart.
    let exercise = "  - exercise: E\n    annotated: '[a]{bad: x}'\n";
    let (_, twice) = ids(&format!("title: T\nsteps:\n{exercise}{exercise}"));
    assert_ne!(twice[0], twice[1]);
}

proptest! {
    #[test]
    fn nothing_panics(cut in 0..WHOLE.len(), inserted in "[\\[\\]{}:#\\-\\|a \n]{0,6}") {
        if WHOLE.is_char_boundary(cut) {
            let text = format!("{}{inserted}{}", &WHOLE[..cut], &WHOLE[cut..]);
            for problem in compile(&text, &typology()).diagnostics {
                prop_assert!(!problem.remedy.is_none());
            }
        }
    }
}

#[test]
fn problems_of_a_training_in_a_template_are_those_of_the_training() {
    let codes = |training: &str| {
        let text =
            format!("template_name: t\nedits: [{{name: a, enable_output: true}}]\n{training}");
        let compiled = spanwise_template::compile(&text);
        let found = problems_in_template(&text, &compiled);
        found.iter().map(|problem| problem.code).collect::<Vec<_>>()
    };
    let good = "training: {title: T, steps: [{exercise: E, annotated: 'x [y]{a: why}'}]}\n";
    assert_eq!(codes(good), [""; 0]);
    assert_eq!(codes(&good.replace("{a: why}", "{b: why}")), ["unknown-category"]);
    assert_eq!(codes("training: training.yml\n"), [""; 0]);
    assert_eq!(codes(""), [""; 0]);
    // Told by the compiler of the template, too.
    assert_eq!(codes(&format!("{good}task: a\ntask: b\n")), [""; 0]);
}

#[test]
fn the_keys_that_the_outline_of_the_builder_writes_are_known() {
    use spanwise_template::schema::{
        NOT_ERROR, QUIZ_OPTION, QUIZ_QUESTION, SchemaSection, TRAINING, TRAINING_SCORING,
        TRAINING_STEP,
    };
    let whole = |key: &str| vec![format!("{key}: x")];
    let scoring = |key: &str| vec![format!("scoring: {{{key}: x}}")];
    let step = |key: &str| {
        let kinds = ["lesson", "exercise", "quiz", "examination"];
        if kinds.contains(&key) {
            return vec![format!("steps: [{{{key}: L}}]")];
        }
        kinds.map(|kind| format!("steps: [{{{kind}: L, {key}: x}}]")).to_vec()
    };
    let not_error = |key: &str| {
        let annotated = "annotated: '[a]{bad: x}'";
        vec![format!("steps: [{{exercise: E, {annotated}, not_errors: [{{{key}: x}}]}}]")]
    };
    let question = |key: &str| vec![format!("steps: [{{quiz: Q, questions: [{{{key}: x}}]}}]")];
    let option = |key: &str| {
        vec![format!("steps: [{{quiz: Q, questions: [{{question: q, options: [{{{key}: x}}]}}]}}]")]
    };
    type Written<'a> = &'a dyn Fn(&str) -> Vec<String>;
    let sections: [(&SchemaSection, Written<'_>); 6] = [
        (&TRAINING, &whole),
        (&TRAINING_SCORING, &scoring),
        (&TRAINING_STEP, &step),
        (&NOT_ERROR, &not_error),
        (&QUIZ_QUESTION, &question),
        (&QUIZ_OPTION, &option),
    ];
    let is_known = |text: &str| problems(text).iter().all(|(code, ..)| *code != "unknown-key");
    for (section, written) in sections {
        for key in section.keys {
            assert!(written(key.name).iter().any(|text| is_known(text)), "{}", key.name);
        }
        assert!(!written("unheard").iter().any(|text| is_known(text)), "{:?}", section.part);
    }
}
