//! The trainings that come with the app: without a problem, solvable, and not passed by doing nothing.

#![expect(clippy::panic, reason = "a test that cannot read its files fails")]

use std::fs;
use std::path::{Path, PathBuf};

use spanwise_template::{TrainingPlace, Typology};
use spanwise_training::{Counts, Outcome, Progress, StepBody, Task, Training, compare, compile};

/// The trainings of templates, each with the name of the template's folder and its typology.
fn shipped() -> Vec<(String, Training, Typology)> {
    let templates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates"));
    let folders = fs::read_dir(templates).into_iter().flatten().flatten();
    let folders: Vec<PathBuf> = folders.map(|folder| folder.path()).collect();
    let templates = folders.iter().filter(|folder| folder.join("template.yml").exists());
    templates
        .filter_map(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = text_of(&folder.join("template.yml"));
            let template = spanwise_template::compile(&text).template;
            let template = template.unwrap_or_else(|| panic!("{name}"));
            let text = match template.settings.training? {
                TrainingPlace::Template => text,
                TrainingPlace::File(link) => text_of(&folder.join(link)),
            };
            let compiled = compile(&text, &template.typology);
            let problems = compiled.diagnostics.iter().map(|problem| format!("{problem}\n"));
            assert_eq!(problems.collect::<String>(), "", "{name}");
            let training = compiled.training.unwrap_or_else(|| panic!("{name}"));
            Some((name, training, template.typology))
        })
        .collect()
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Works through a training: each task with the counts that `of_task` gives, each question with the options that `chosen`
/// takes of the right ones and the wrong ones.
fn worked(
    training: &Training,
    of_task: impl Fn(&Task) -> Counts,
    chosen: impl Fn(bool) -> bool,
) -> Progress {
    let mut progress = Progress::default();
    progress.adapt(training);
    for step in training.steps() {
        let outcome = match step.body() {
            StepBody::Lesson => Outcome::Read,
            StepBody::Exercise(task) | StepBody::Examination(task) => {
                Outcome::Marked(of_task(task))
            }
            StepBody::Quiz(questions) => {
                let answers = questions.iter().map(|question| {
                    let options = question.options().iter().enumerate();
                    options
                        .filter(|(_, option)| chosen(option.is_right()))
                        .map(|(at, _)| at)
                        .collect()
                });
                Outcome::of_quiz(questions, &answers.collect::<Vec<Vec<usize>>>())
            }
        };
        assert!(progress.record(step, outcome), "{}", step.title());
    }
    progress
}

#[test]
fn the_gold_of_a_training_gets_everything() {
    for (name, training, typology) in shipped() {
        let tolerance = training.scoring().tolerance();
        let solved =
            |task: &Task| compare(task, &typology, tolerance, &task.solution(&typology)).counts();
        let mut progress = worked(&training, solved, |is_right| is_right);
        let result = progress.finish(&training).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(
            (result.score.percent.to_string().as_str(), result.passed),
            ("100", true),
            "{name}"
        );
        assert!(result.score.steps.iter().all(|step| step.losses.is_empty()), "{name}");
    }
}

#[test]
fn who_does_nothing_or_marks_everything_fails() {
    for (name, training, typology) in shipped() {
        let tolerance = training.scoring().tolerance();
        let nothing = |task: &Task| compare(task, &typology, tolerance, &[]).counts();
        for (what, progress) in [
            ("nothing", worked(&training, nothing, |_| false)),
            ("every option", worked(&training, nothing, |_| true)),
            ("wrong options", worked(&training, nothing, |is_right| !is_right)),
            (
                "every category",
                worked(
                    &training,
                    |task| all_of_it(task, &typology, &training),
                    |is_right| is_right,
                ),
            ),
        ] {
            let score = progress.score(&training);
            assert!(!training.is_passed_with(&score), "{name}: {what} gets {}", score.percent);
        }
        let score = worked(&training, nothing, |_| false).score(&training);
        assert_eq!(score.percent.to_string(), "0", "{name}");
    }
}

/// The counts of someone who marks each text whole in every category.
fn all_of_it(task: &Task, typology: &Typology, training: &Training) -> Counts {
    let solution = task.solution(typology);
    let Some(first) = solution.first() else { panic!("no gold") };
    let target = task.text(spanwise_template::Side::Target);
    let whole = spanwise_text::Span::between(spanwise_text::Utf16(0), target.len_utf16());
    let edits = typology.categories().iter().map(|category| {
        let mut edit = (**first).clone();
        edit.category.clone_from(&category.name);
        edit.spans = spanwise_annotation::document::Spans::usual(Vec::new(), vec![whole]);
        edit.into()
    });
    let edits: Vec<_> = edits.collect();
    compare(task, typology, training.scoring().tolerance(), &edits).counts()
}

#[test]
fn scarecrow_has_the_parts_of_the_paper() {
    let all = shipped();
    assert!(["mqm", "demo_training"].iter().all(|one| all.iter().any(|(name, ..)| name == one)));
    let Some((_, training, typology)) = all.iter().find(|(name, ..)| name == "scarecrow") else {
        panic!("no training of Scarecrow")
    };
    let (mut exercises, mut questions, mut examinations) = (Vec::new(), 0, Vec::new());
    for step in training.steps() {
        match step.body() {
            StepBody::Lesson => {}
            StepBody::Exercise(task) => exercises.push(task),
            StepBody::Quiz(of_quiz) => questions += of_quiz.len(),
            StepBody::Examination(task) => examinations.push(task.gold().len()),
        }
    }
    assert_eq!((exercises.len(), questions, examinations), (10, 10, vec![7]));
    // Each exercise is about another category, with one gold edit.
    let mut taught: Vec<_> =
        exercises.iter().flat_map(|task| task.gold()).map(|gold| gold.category()).collect();
    taught.sort_unstable();
    assert_eq!(taught, typology.iter().map(|(category, _)| category).collect::<Vec<_>>());
    let points = Progress::default().score(training).points.unwrap_or_default();
    assert_eq!(points.of.to_string(), "100");
}

#[test]
fn every_category_is_in_some_exercise() {
    for (name, training, typology) in shipped() {
        for (id, category) in typology.iter() {
            let is_taught = training.steps().iter().any(|step| match step.body() {
                StepBody::Lesson | StepBody::Quiz(_) => false,
                StepBody::Exercise(task) | StepBody::Examination(task) => {
                    task.gold().iter().any(|gold| gold.category() == id)
                }
            });
            assert!(is_taught || category.name == "other", "{name}: {}", category.name);
        }
    }
}
