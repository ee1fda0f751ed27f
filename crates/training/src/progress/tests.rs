use super::*;
use crate::testing::{edits, exercise, task, training, typology};
use crate::{LossReason, compare};

const TEXT: &str = "title: T
pass: 90
attempts: 2
steps:
  - {lesson: L, text: read}
  - exercise: E
    annotated: '[a]{bad: x} b'
  - quiz: Q
    questions: [{question: one, options: [{right: a}, {wrong: b}]}]
";

/// Does all steps, with the exercise right or wrong.
fn work(progress: &mut Progress, training: &Training, is_right: bool) {
    let made = edits(if is_right { &[("bad", &[(0, 1)])] } else { &[] });
    for step in training.steps() {
        let outcome = match step.body() {
            StepBody::Lesson => Outcome::Read,
            StepBody::Quiz(questions) => Outcome::of_quiz(questions, &[vec![0]]),
            StepBody::Exercise(_) | StepBody::Examination(_) => Outcome::Marked(
                compare(task(step), &typology(), training.scoring().tolerance(), &made).counts(),
            ),
        };
        progress.record(step, outcome);
    }
}

fn begun(training: &Training) -> Progress {
    let mut progress = Progress::default();
    progress.adapt(training);
    progress
}

#[test]
fn attempts_end_and_the_best_result_stays() {
    let training = training(TEXT);
    let mut progress = begun(&training);
    assert_eq!(progress.next_step(&training).unwrap().title(), "L");
    assert_eq!((progress.finish(&training), progress.result_code("Ann")), (None, None));
    work(&mut progress, &training, true);
    assert!(!progress.may_begin_again(&training) && !progress.may_show_solutions(&training));
    let result = progress.finish(&training).unwrap();
    assert_eq!(
        (result.attempt, result.passed, result.score.percent.to_string().as_str()),
        (1, true, "100")
    );
    assert!(progress.finish(&training).is_none(), "it is finished");
    assert!(progress.may_show_solutions(&training) && progress.has_passed());

    assert!(progress.begin_again(&training));
    assert_eq!(progress.next_step(&training).unwrap().title(), "E", "the lesson is read");
    assert!(!progress.may_show_solutions(&training));
    work(&mut progress, &training, false);
    let result = progress.finish(&training).unwrap();
    assert_eq!((result.attempt, result.passed), (2, false));
    assert!(progress.has_passed() && !progress.begin_again(&training));
    assert_eq!(progress.result_code("Ann").unwrap().percent(), 100);
}

#[test]
fn without_passing_solutions_wait_for_the_last_attempt() {
    let training = training(TEXT);
    let mut progress = begun(&training);
    for (is_last, attempt) in [(false, 1), (true, 2)] {
        work(&mut progress, &training, false);
        assert_eq!(progress.finish(&training).map(|result| result.attempt), Some(attempt));
        assert_eq!(progress.may_show_solutions(&training), is_last);
        assert_eq!(progress.begin_again(&training), !is_last);
    }
    assert!(!progress.result_code("Ann").unwrap().passed());
}

#[test]
fn the_first_answer_counts() {
    let training = training(TEXT);
    let mut progress = begun(&training);
    work(&mut progress, &training, false);
    let before = progress.clone();
    work(&mut progress, &training, true);
    assert_eq!(progress, before);
    let quiz = &training.steps()[2];
    assert!(!begun(&training).record(quiz, Outcome::Read), "no outcome of a quiz");
}

#[test]
fn progress_survives_an_edited_training() {
    let training = training(TEXT);
    let mut progress = begun(&training);
    work(&mut progress, &training, true);
    progress.finish(&training).unwrap();
    let stored = serde_json::to_string(&progress).unwrap();
    assert!(stored.len() < 600, "{stored}");
    let restored = |text: &str| {
        let training = crate::testing::training(text);
        let mut progress: Progress = serde_json::from_str(&stored).unwrap();
        progress.adapt(&training);
        (training, progress)
    };
    // Words that nothing depends on.
    let (same, progress) =
        restored(&TEXT.replace("bad: x", "bad: because").replace("exercise: E", "exercise: F"));
    assert!(progress.is_finished() && progress.score(&same).percent.to_string() == "100");

    // An exercise changed: it is to be done again, in the same attempt; the result of the old one stays.
    let (changed, mut progress) = restored(&TEXT.replace("[a]{bad: x} b", "a [b]{bad: x}"));
    assert!(!progress.is_finished() && progress.finished_attempts() == 0 && progress.has_passed());
    assert_eq!(progress.next_step(&changed).unwrap().title(), "E");
    let score = progress.score(&changed);
    assert_eq!(score.steps[0].losses[0].reason, LossReason::NotDone);
    assert!(score.steps[1].losses.is_empty());
    let code = progress.result_code("Ann").unwrap();
    assert!(code.is_of_training(&training.id()) && !code.is_of_training(&changed.id()));
    work(&mut progress, &changed, false);
    assert_eq!(progress.finish(&changed).unwrap().attempt, 1);

    // The rule changed: all is done, and counts by the new one.
    let (stricter, mut progress) = restored(&TEXT.replace("pass: 90", "pass: 100"));
    assert!(progress.next_step(&stricter).is_none());
    assert!(progress.finish(&stricter).unwrap().passed);
}

#[test]
fn what_is_stored_may_be_anything() {
    let training = exercise("f1", "[a]{bad: x}");
    let id = training.steps()[0].id().as_str();
    let counts = r#"{"found":4294967295,"missed":4294967295,"wrong_category":4294967295,"wrong_border":4294967295,"without_gold":4294967295}"#;
    let stored = format!(
        r#"{{"training":"é","outcomes":{{"{id}":{{"marked":{counts}}},"x":"read"}},"finished":65535,"is_finished":false,"best":{{"training":"éééééé","percent":255,"passed":false}}}}"#
    );
    let mut progress: Progress = serde_json::from_str(&stored).unwrap();
    progress.adapt(&training);
    assert!(progress.finish(&training).is_some());
    assert_eq!(progress.result_code("x").unwrap().percent(), 100);
    assert!(serde_json::from_str::<Progress>("[]").is_err());
}
