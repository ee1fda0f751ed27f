//! The training of a template: read, and changed part by part.

use proptest::prelude::*;

use super::*;

const TRAINING: &str = "\
template_name: t
edits:
  - name: a
training:
  title: Before
  # By points.
  scoring: {rule: scarecrow, exercise: 4} # few
  steps:
    # First.
    - lesson: Hello
      text: Read.

    - quiz: Two
      questions:
        - question: Which?
          options:
            - right: this # really
              why: It is.
            - wrong: that
    - exercise: Three
      annotated: |
        a [b]{a: why}
";

fn step(indices: &[usize]) -> ItemPath {
    let root = ItemPath::of_list(OutlineList::TrainingSteps);
    indices.iter().fold(root, |path, index| path.child(*index))
}

fn training(replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(TRAINING.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        text.replace(old, new)
    })
}

fn add(role: TrainingRole) -> OutlineOperation {
    OutlineOperation::AddStep { role, title: "New".to_owned(), training: "Before".to_owned() }
}

fn set_text(item: &[usize], key: &str, value: Option<&str>) -> OutlineOperation {
    let value = value.map(str::to_owned);
    OutlineOperation::SetText { item: step(item), key: key.to_owned(), value }
}

fn scoring(key: &str, value: Option<&str>) -> OutlineOperation {
    OutlineOperation::SetScoring { key: key.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn the_parts_of_a_training_are_items() {
    let outline = outline(TRAINING);
    let OutlineTraining::Template { fields, scoring, steps } = &outline.training else {
        panic!("{:?}", outline.training)
    };
    let pairs = |fields: &[spanwise_template::outline::OutlineField]| -> Vec<String> {
        fields.iter().map(|field| format!("{}={}", field.key, field.text)).collect()
    };
    assert_eq!(pairs(fields), ["title=Before"]);
    assert_eq!(pairs(scoring), ["exercise=4", "rule=scarecrow"]);
    let read: Vec<_> = steps.iter().map(|one| (one.role, one.label.as_str())).collect();
    let role = Some;
    assert_eq!(
        read,
        [
            (role(TrainingRole::Lesson), "Hello"),
            (role(TrainingRole::Quiz), "Two"),
            (role(TrainingRole::Exercise), "Three")
        ]
    );
    let right = outline.find(&step(&[1, 0, 0])).unwrap();
    assert_eq!((right.role, right.label.as_str()), (role(TrainingRole::Right), "this"));
    assert_eq!(right.path.to_string(), "steps 1, questions 0, options 0");
    assert_eq!(outline.at(right.bytes.start), Some(right));
    let can_add = |path: &[usize]| outline.find(&step(path)).unwrap().can_add();
    assert_eq!(can_add(&[1]), Some(ItemKind::QuizQuestion));
    assert_eq!(can_add(&[1, 0]), Some(ItemKind::QuizOption));
    assert_eq!((can_add(&[0]), can_add(&[2]), can_add(&[1, 0, 0])), (None, None, None));

    let file = super::outline("edits: []\ntraining: training.yml\n").training;
    assert_eq!(file, OutlineTraining::File("training.yml".to_owned()));
    assert_eq!(super::outline(SMALL).training, OutlineTraining::None);
}

#[test]
fn a_training_is_made_from_nothing() {
    let one = changed("edits:\n  - name: a\n", &add(TrainingRole::Lesson));
    let lesson = "training:\n  title: Before\n  steps:\n    - lesson: New\n      text:\n";
    assert_eq!(one, format!("edits:\n  - name: a\n{lesson}"));
    let two = changed(&one, &add(TrainingRole::Quiz));
    let quiz = "    - quiz: New\n      questions:\n        - question:\n          options:\n            - right:\n            - wrong:\n";
    assert_eq!(two, format!("{one}{quiz}"));
    let three = changed(&two, &add(TrainingRole::Examination));
    assert_eq!(three, format!("{two}    - examination: New\n      annotated:\n"));
    let full = changed(&three, &set_text(&[2], "annotated", Some("a [b]{a: why}\n")));
    assert_eq!(
        full,
        format!("{three}|\n        a [b]{{a: why}}\n").replace("annotated:\n|", "annotated: |")
    );
    let asked = changed(&full, &OutlineOperation::AddQuizQuestion { to: step(&[1]) });
    let more = changed(&asked, &OutlineOperation::AddQuizOption { to: step(&[1, 1]) });
    let written = changed(&more, &set_text(&[1, 1, 2], "wrong", Some("- neither")));
    assert!(written.contains("            - wrong: \"- neither\"\n"), "{written}");
    for empty in ["training:\n", "training: null\n", "training: {}\n", "training: {title: T}\n"] {
        let text = changed(&format!("edits: []\n{empty}"), &add(TrainingRole::Lesson));
        assert_eq!(outline(&text).training.steps().len(), 1, "{text}");
    }
}

#[test]
fn parts_are_changed_where_they_stand() {
    let up = |item: &[usize]| OutlineOperation::Move { item: step(item), to: MoveDestination::Up };
    let delete = |item: &[usize]| OutlineOperation::Delete { item: step(item) };
    let role = |item: &[usize], role| OutlineOperation::SetRole { item: step(item), role };
    for (operation, expected) in [
        (set_text(&[], "title", Some("After")), training(&[("Before", "After")])),
        (set_text(&[], "title", None), training(&[(" Before", "")])),
        (set_text(&[], "pass", Some("80")), training(&[("few\n", "few\n  pass: 80\n")])),
        (set_text(&[0], "lesson", Some("Hi")), training(&[("Hello", "Hi")])),
        (set_text(&[0], "lesson", None), training(&[(" Hello", "")])),
        (set_text(&[1, 0, 0], "why", None), training(&[("              why: It is.\n", "")])),
        (
            set_text(&[1, 0, 1], "why", Some("No.")),
            training(&[("wrong: that\n", "wrong: that\n              why: No.\n")]),
        ),
        (role(&[1, 0, 0], TrainingRole::Wrong), training(&[("right: this", "wrong: this")])),
        (role(&[1, 0, 0], TrainingRole::Right), TRAINING.to_owned()),
        (
            role(&[2], TrainingRole::Examination),
            training(&[("exercise: Three", "examination: Three")]),
        ),
        (
            up(&[1, 0, 1]),
            training(&[(
                "            - right: this # really\n              why: It is.\n            - wrong: that\n",
                "            - wrong: that\n            - right: this # really\n              why: It is.\n",
            )]),
        ),
        (
            delete(&[0]),
            training(&[("    # First.\n    - lesson: Hello\n      text: Read.\n\n", "")]),
        ),
        (
            scoring("rule", Some("f1")),
            training(&[("{rule: scarecrow, exercise: 4}", "{rule: f1}")]),
        ),
        (
            scoring("boundary_tolerance", Some("overlap")),
            training(&[("exercise: 4}", "exercise: 4, boundary_tolerance: overlap}")]),
        ),
        (scoring("exercise", None), training(&[(", exercise: 4", "")])),
    ] {
        assert_eq!(changed(TRAINING, &operation), expected, "{operation:?}");
    }
}

#[test]
fn a_rule_without_settings_becomes_a_map() {
    let word = training(&[("{rule: scarecrow, exercise: 4}", "f1")]);
    let map = |settings: &str| {
        training(&[(" {rule: scarecrow, exercise: 4} # few", &format!(" # few\n    {settings}"))])
    };
    assert_eq!(
        changed(&word, &scoring("boundary_tolerance", Some("1"))),
        map("rule: f1\n    boundary_tolerance: 1")
    );
    assert_eq!(
        changed(&word, &scoring("rule", Some("scarecrow"))),
        training(&[("{rule: scarecrow, exercise: 4}", "scarecrow")])
    );
    let none = training(&[("  scoring: {rule: scarecrow, exercise: 4} # few\n", "")]);
    let set = changed(&none, &scoring("question", Some("2")));
    assert!(set.contains("  scoring:\n    rule: scarecrow\n    question: 2\n"), "{set}");
    assert_eq!(changed(&none, &scoring("question", None)), none);
}

#[test]
fn what_makes_no_sense_in_a_training_is_refused() {
    let refusal =
        |text: &str, operation: &OutlineOperation| apply(text, operation).unwrap_err().obstacle;
    for (text, operation) in [
        ("training: training.yml\n", add(TrainingRole::Quiz)),
        ("training: [a]\n", add(TrainingRole::Quiz)),
        (TRAINING, add(TrainingRole::Right)),
        (TRAINING, OutlineOperation::AddQuizQuestion { to: step(&[0]) }),
        (TRAINING, OutlineOperation::AddQuizOption { to: step(&[1]) }),
        (TRAINING, OutlineOperation::SetRole { item: step(&[0]), role: TrainingRole::Quiz }),
        (TRAINING, set_text(&[0], "name", Some("x"))),
    ] {
        assert_eq!(refusal(text, &operation), OutlineObstacle::Impossible, "{operation:?}");
    }
    assert_eq!(refusal(SMALL, &set_text(&[], "title", Some("x"))), OutlineObstacle::Missing);
    assert_eq!(refusal(SMALL, &scoring("rule", Some("f1"))), OutlineObstacle::Missing);
    assert_eq!(refusal(TRAINING, &set_text(&[9], "text", None)), OutlineObstacle::Missing);
}

proptest! {
    #[test]
    fn any_text_can_be_set_in_a_training(
        value in every::value(), place in prop::sample::select(vec![
            (vec![0], "text"), (vec![0], "lesson"), (vec![1, 0], "question"),
            (vec![1, 0, 0], "right"), (vec![1, 0, 1], "why"), (vec![2], "annotated"),
        ])
    ) {
        let (item, key) = place;
        let new = changed(TRAINING, &set_text(&item, key, Some(&value)));
        let outline = outline(&new);
        let found = outline.find(&step(&item)).unwrap();
        prop_assert_eq!(found.text(key), Some(value.as_str()), "{}", new);
        let back = changed(&new, &set_text(&item, key, Some("short")));
        prop_assert!(back.contains("# First.") && back.contains("# really"), "{}", back);
    }
}
