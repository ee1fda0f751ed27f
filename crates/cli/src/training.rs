//! `spanwise training`: the problems of a training, and what a result code of it says.

use std::path::Path;

use serde_json::{Value, json};

use super::args::{TrainingArgs, TrainingCheckArgs, TrainingCommand, TrainingVerifyArgs};
use super::files;
use super::paths::shown;
use super::report::{Console, Failure, counted};
use spanwise_diagnostics::Severity;
use spanwise_template::Template;
use spanwise_training::scoring::what_cannot_be_hidden;
use spanwise_training::{CodeError, ResultCode, StepBody, Training};

pub(super) fn run(args: &TrainingArgs, console: &mut Console) -> Result<Value, Failure> {
    match &args.command {
        TrainingCommand::Check(args) => check(args, console),
        TrainingCommand::Verify(args) => verify(args, console),
    }
}

fn check(args: &TrainingCheckArgs, console: &mut Console) -> Result<Value, Failure> {
    console.problems_are_the_answer();
    if args.strict {
        console.be_strict();
    }
    let training = open(&args.training, args.template.as_deref(), console)?;
    let members = training.as_ref().map_or(Value::Null, |training| {
        let numbers = StepNumbers::of(training);
        console.say(&format!("{}: {}", shown(&args.training), numbers.listed()));
        training.rules().iter().for_each(|rule| console.say(&format!("  {rule}")));
        console.say(&what_cannot_be_hidden().to_string());
        json!({
            "file": shown(&args.training),
            "title": training.title(),
            "lessons": numbers.lessons,
            "exercises": numbers.exercises,
            "questions": numbers.questions,
            "examinations": numbers.examinations,
            "pass": training.pass_mark(),
            "attempts": training.attempts(),
            "id": training.id().to_string(),
        })
    });
    let (errors, warnings) = (console.errors(), console.warnings());
    let (errors, warnings) =
        (counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"));
    console.say(&format!("{errors}, {warnings}"));
    Ok(json!({ "training": members }))
}

/// The numbers of steps of a training by kind, and of the questions of its quizzes.
#[derive(Default)]
struct StepNumbers {
    lessons: usize,
    exercises: usize,
    questions: usize,
    examinations: usize,
}

impl StepNumbers {
    fn of(training: &Training) -> Self {
        let mut numbers = StepNumbers::default();
        for step in training.steps() {
            match step.body() {
                StepBody::Lesson => numbers.lessons += 1,
                StepBody::Exercise(_) => numbers.exercises += 1,
                StepBody::Quiz(questions) => numbers.questions += questions.len(),
                StepBody::Examination(_) => numbers.examinations += 1,
            }
        }
        numbers
    }

    fn listed(&self) -> String {
        [
            counted(self.lessons, "lesson", "lessons"),
            counted(self.exercises, "exercise", "exercises"),
            counted(self.questions, "question", "questions"),
            counted(self.examinations, "examination", "examinations"),
        ]
        .join(", ")
    }
}

fn verify(args: &TrainingVerifyArgs, console: &mut Console) -> Result<Value, Failure> {
    let training = open(&args.training, args.template.as_deref(), console)?;
    let nothing = json!({ "training": Value::Null, "trainee": Value::Null, "percent": Value::Null,
        "passed": Value::Null });
    let Some(training) = training else { return Ok(nothing) };
    let code = match ResultCode::parse(&args.code) {
        Ok(code) => code,
        Err(error) => {
            let remedy = "Ask the trainee to copy the code.".to_owned();
            console.found(&args.training, Severity::Error, "bad-code", [no_code(error), remedy]);
            return Ok(nothing);
        }
    };
    let is_of_training = code.is_of_training(&training.id());
    if !is_of_training {
        let said = [
            "The code is of another training, or of this one as it was before texts, gold, questions or rules were changed.",
            "Name the file as the trainee had it.",
        ];
        console.found(&args.training, Severity::Error, "other-training", said.map(str::to_owned));
    }
    let is_of_trainee = args.trainee.as_deref().map(|trainee| code.is_of_trainee(trainee));
    if is_of_trainee == Some(false) {
        let said = [
            "The code is of a trainee with another name.",
            "Write the name as the trainee did; case and spaces do not matter.",
        ];
        console.found(&args.training, Severity::Error, "other-trainee", said.map(str::to_owned));
    }
    let passed = if code.passed() { "passed" } else { "not passed" };
    console.print_text(&format!("{passed}, {} %\n", code.percent()));
    Ok(json!({
        "training": is_of_training,
        "trainee": is_of_trainee,
        "percent": code.percent(),
        "passed": code.passed(),
    }))
}

fn no_code(error: CodeError) -> String {
    match error {
        CodeError::Length(length) => {
            format!("A result code has 16 letters and digits, and this one {length}.")
        }
        CodeError::Character(c) => format!("A result code has no “{c}”."),
        CodeError::Check => "The result code was mistyped, or made up.".to_owned(),
    }
}

/// Reads a training and reports its problems, and the errors of its template.
fn open(
    path: &Path,
    template: Option<&Path>,
    console: &mut Console,
) -> Result<Option<Training>, Failure> {
    let template_path = template.unwrap_or(path);
    files::refuse_twice_standard(template.map(Path::to_owned).iter().chain([&path.to_owned()]))?;
    let text = files::read(path)?;
    let typology_text = match template {
        Some(template) => files::read(template)?,
        None => text.clone(),
    };
    let compiled = spanwise_template::compile(&typology_text);
    let has_categories = |template: &Template| !template.typology.categories().is_empty();
    if template.is_none() && !compiled.template.as_ref().is_some_and(has_categories) {
        return Err(Failure::new(
            format!("{} is no template, so the categories are not known.", shown(path)),
            "Name the template: --template FILE.",
        ));
    }
    let errors = compiled.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    errors.for_each(|problem| console.problem(template_path, problem));
    let Some(Template { typology, .. }) = compiled.template else { return Ok(None) };
    let compiled = spanwise_training::compile(&text, &typology);
    compiled.diagnostics.iter().for_each(|problem| console.problem(path, problem));
    Ok(compiled.training)
}
