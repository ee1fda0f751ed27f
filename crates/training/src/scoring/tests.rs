use super::*;
use crate::comparison::Counts;
use crate::testing::training;

const STEPS: &str = "steps:
  - exercise: E
    annotated: '[a]{bad: x} [b]{bad: x} [c]{bad: x}'
  - quiz: Q
    questions:
      - {question: one, options: [{right: a}, {wrong: b}]}
      - {question: two, options: [{right: a}, {wrong: b}]}
  - examination: X
    annotated: '[a]{bad: x} [b]{bad: x} [c]{bad: x} [d]{bad: x} [e]{bad: x} [f]{bad: x} [g]{bad: x}'
";

fn score(head: &str, outcomes: [Option<Outcome>; 3]) -> (Training, Score) {
    let training = training(&format!("title: T\n{head}\n{STEPS}"));
    let ids: Vec<StepId> = training.steps().iter().map(|step| step.id().clone()).collect();
    let outcome = |step: &StepId| outcomes.get(ids.iter().position(|id| id == step)?)?.as_ref();
    let score = training.score(outcome);
    (training, score)
}

fn marks(found: u32, missed: u32, [category, border, without_gold]: [u32; 3]) -> Option<Outcome> {
    let (wrong_category, wrong_border) = (category, border);
    Some(Outcome::Marked(Counts { found, missed, wrong_category, wrong_border, without_gold }))
}

fn answers(right: u32) -> Option<Outcome> {
    Some(Outcome::Answered { right, answered: 2 })
}

/// The points of the steps.
fn got(outcomes: [Option<Outcome>; 3]) -> Vec<String> {
    let (_, score) = score("scoring: scarecrow", outcomes);
    score.steps.iter().map(|step| step.points.unwrap().got.to_string()).collect()
}

#[test]
fn scarecrows_points_are_those_of_the_paper() {
    let none = [0, 0, 0];
    // "Each exercise is worth 5 points", "Each multiple choice question is worth 3 points", the task 20.
    let all = [marks(3, 0, none), answers(2), marks(7, 0, none)];
    assert_eq!(got(all), ["5", "6", "20"]);
    let nothing = [marks(0, 3, none), answers(0), marks(0, 7, none)];
    assert_eq!(got(nothing), ["0", "0", "0"]);
    assert_eq!(got([None, None, None]), ["0", "0", "0"]);
    // "As long as they can mark 5 of 7 error spans, they get a full 20 points. Otherwise, 4 points will be deducted for each
    // missing error span."
    for (found, points) in [(6, "20"), (5, "20"), (4, "16"), (3, "12"), (1, "4"), (0, "0")] {
        assert_eq!(got([None, None, marks(found, 7 - found, none)])[2], points);
        // However they are missing, and whatever else is marked.
        assert_eq!(got([None, None, marks(found, 0, [7 - found, 0, 9])])[2], points);
        assert_eq!(got([None, None, marks(found, 0, [0, 7 - found, 0])])[2], points);
    }
}

#[test]
fn an_exercise_loses_equal_shares_and_no_more_than_it_has() {
    let exercise = |marks| got([marks, None, None])[0].clone();
    assert_eq!(exercise(marks(2, 1, [0, 0, 0])), "3.33");
    assert_eq!(exercise(marks(1, 0, [1, 1, 0])), "1.66");
    assert_eq!(exercise(marks(3, 0, [0, 0, 1])), "3.33");
    assert_eq!(exercise(marks(3, 0, [0, 0, 100])), "0");
    assert_eq!(exercise(marks(0, 3, [0, 0, 100])), "0");
}

#[test]
fn losses_add_up_to_what_was_lost() {
    for outcomes in [
        [None, None, None],
        [marks(1, 1, [1, 0, 1]), answers(1), marks(2, 3, [1, 1, 4])],
        [marks(0, 1, [1, 1, 7]), answers(0), marks(5, 1, [0, 1, 2])],
        [marks(3, 0, [0, 0, 0]), answers(2), marks(7, 0, [0, 0, 0])],
    ] {
        let (_, score) = score("scoring: scarecrow", outcomes);
        for step in &score.steps {
            let points = step.points.unwrap();
            let lost = step
                .losses
                .iter()
                .fold(Points::default(), |all, loss| all.plus(loss.points.unwrap()));
            assert_eq!(points.got.plus(lost), points.of, "{step:?}");
        }
    }
    let (_, score) = score("scoring: scarecrow", [None, None, marks(4, 1, [1, 1, 3])]);
    let losses: Vec<(LossReason, u32, String)> = score.steps[2]
        .losses
        .iter()
        .map(|loss| (loss.reason, loss.count, loss.points.unwrap().to_string()))
        .collect();
    // Two are passed over, the slightest first.
    assert_eq!(
        losses,
        [
            (LossReason::WrongBorder, 1, "0".to_owned()),
            (LossReason::WrongCategory, 1, "0".to_owned()),
            (LossReason::Missed, 1, "4".to_owned()),
            (LossReason::WithoutGold, 3, "0".to_owned()),
        ]
    );
}

#[test]
fn the_pass_mark_is_reached_exactly() {
    // 31 points in all.
    let outcomes = [marks(3, 0, [0, 0, 0]), answers(1), marks(7, 0, [0, 0, 0])];
    for (pass, passes) in [(90, true), (91, false)] {
        let (training, score) = score(&format!("pass: {pass}"), outcomes);
        assert_eq!(score.points.unwrap().got.to_string(), "28");
        assert_eq!(score.percent.to_string(), "90.32");
        assert_eq!(training.is_passed_with(&score), passes);
    }
}

#[test]
fn f1_is_that_of_all_edits_and_answers() {
    let f1 = |outcomes| score("scoring: f1", outcomes).1.percent.to_string();
    assert_eq!(f1([None, None, None]), "0");
    assert_eq!(f1([marks(3, 0, [0, 0, 0]), answers(2), marks(7, 0, [0, 0, 0])]), "100");
    // Gold 3 + 2 + 7; marked 4 + 2 + 8; found 2 + 1 + 5: 16 / 26.
    assert_eq!(f1([marks(2, 0, [1, 0, 1]), answers(1), marks(5, 0, [1, 1, 1])]), "61.53");
    // Marking everything is no way to pass.
    assert_eq!(f1([marks(3, 0, [0, 0, 97]), answers(2), marks(7, 0, [0, 0, 93])]), "11.21");
    let (training, half) =
        score("scoring: f1", [marks(3, 0, [0, 0, 0]), None, marks(1, 6, [0, 0, 0])]);
    assert_eq!((half.percent.to_string().as_str(), training.is_passed_with(&half)), ("50", true));
    assert!(half.points.is_none() && half.steps.iter().all(|step| step.points.is_none()));
    assert_eq!(
        half.steps[1].losses,
        [Loss { reason: LossReason::NotDone, count: 1, points: None }]
    );
}

#[test]
fn an_outcome_of_another_kind_counts_for_nothing() {
    let wrong = [answers(2), marks(2, 0, [0, 0, 0]), Some(Outcome::Read)];
    assert_eq!(got(wrong), ["0", "0", "0"]);
    assert_eq!(score("scoring: f1", wrong).1.percent, Points::default());
}

#[test]
fn the_needed_part_is_five_of_seven() {
    let needed: Vec<usize> = [1, 2, 3, 5, 7, 8, 14].into_iter().map(needed_of).collect();
    assert_eq!(needed, [1, 2, 3, 4, 5, 6, 10]);
}

#[test]
fn the_rules_are_said_in_words() {
    let said = |head: &str| {
        let rules = training(&format!("title: T\n{head}\n{STEPS}")).rules();
        rules.iter().map(|rule| format!("{rule}\n")).collect::<String>()
    };
    let scarecrow =
        said("scoring: {rule: scarecrow, question: 4, boundary_tolerance: 2}\nattempts: 3");
    for part in [
        "exercise is worth 5",
        "question is worth 4",
        "examination is worth 20",
        "words than 2",
        "90 %",
        "Attempts: 3",
    ] {
        assert!(scarecrow.contains(part), "{part}: {scarecrow}");
    }
    let f1 = said("scoring: f1");
    for part in ["F1", "its borders.", "50 %", "as often"] {
        assert!(f1.contains(part), "{part}: {f1}");
    }
    assert!(!f1.contains("worth"), "{f1}");
    assert!(!what_cannot_be_hidden().is_none());
}
