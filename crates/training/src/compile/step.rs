//! The steps of a training, and the questions of its quizzes.

use super::reader::{Fields, Reader};
use super::task;
use crate::model::{QuizOption, QuizQuestion, StepBody};
use spanwise_i18n::say;
use spanwise_markdown::code_blocks;
use spanwise_template::example::{AnnotatedExample, EXAMPLE_LANGUAGE};
use spanwise_template::yaml::{MappingEntry, YamlNode, place_in_literal};

/// The kinds of steps.
#[derive(Clone, Copy)]
enum StepKind {
    Lesson,
    Exercise,
    Quiz,
    Examination,
}

impl StepKind {
    const ALL: [StepKind; 4] =
        [StepKind::Lesson, StepKind::Exercise, StepKind::Quiz, StepKind::Examination];

    /// The key that names the kind, with the title as value.
    fn key(self) -> &'static str {
        match self {
            StepKind::Lesson => "lesson",
            StepKind::Exercise => "exercise",
            StepKind::Quiz => "quiz",
            StepKind::Examination => "examination",
        }
    }

    /// All keys of such a step.
    fn keys(self) -> &'static [&'static str] {
        match self {
            StepKind::Lesson => &["lesson", "text"],
            StepKind::Exercise => &["exercise", "text", "annotated", "not_errors"],
            StepKind::Quiz => &["quiz", "text", "questions"],
            StepKind::Examination => &["examination", "text", "annotated", "not_errors"],
        }
    }
}

/// The title, the text and the body of a step; `None` if it has errors.
pub(super) fn step(reader: &mut Reader<'_>, node: &YamlNode) -> Option<(String, String, StepBody)> {
    let kind = kind(reader, node)?;
    let fields = reader.fields(node, kind.key(), kind.keys())?;
    let title = reader.needed_text(&fields, kind.key(), &format!("{}: …", kind.key()))?;
    let text = match kind {
        StepKind::Lesson => Some(reader.needed(&fields, "text", "text: …")?),
        StepKind::Exercise | StepKind::Quiz | StepKind::Examination => fields.get("text"),
    };
    let text = text.and_then(|entry| markdown(reader, entry));
    let body = match kind {
        StepKind::Lesson => StepBody::Lesson,
        StepKind::Exercise => StepBody::Exercise(task::task(reader, &fields)?),
        StepKind::Quiz => StepBody::Quiz(questions(reader, &fields)?),
        StepKind::Examination => StepBody::Examination(task::task(reader, &fields)?),
    };
    Some((title, text.unwrap_or_default(), body))
}

/// The kind of a step, by the only one of its keys that names one.
fn kind(reader: &mut Reader<'_>, node: &YamlNode) -> Option<StepKind> {
    let Some(mapping) = node.as_mapping() else {
        reader.wrong_kind("steps", node, say!(TrainingBeginStep));
        return None;
    };
    let mut named = StepKind::ALL.into_iter().filter(|kind| mapping.get(kind.key()).is_some());
    let first = named.next();
    if let (Some(first), Some(second)) = (first, named.next()) {
        let message = say!(TrainingTwoKinds, first = first.key(), second = second.key());
        reader.add(node.head().error("two-kinds", message, say!(TrainingTwoSteps)));
        return None;
    }
    if first.is_none() && !node.cut {
        let message = say!(TrainingNoKind);
        reader.add(node.head().error("no-kind", message, say!(TrainingBeginStep)));
    }
    first
}

/// A text in Markdown, whose annotated examples are checked.
fn markdown(reader: &mut Reader<'_>, entry: &MappingEntry) -> Option<String> {
    let text = reader.text_of(entry)?;
    let content = entry.value.as_scalar().map_or("", |scalar| &*scalar.text);
    for block in code_blocks(content) {
        if block.language != EXAMPLE_LANGUAGE {
            continue;
        }
        if let Err(error) = AnnotatedExample::parse(&block.text, reader.typology()) {
            // Before the block is its fence.
            let lines_before = block.line + 1;
            let at =
                place_in_literal(reader.text(), &entry.value, &block.text, lines_before, &error.at);
            task::report(reader, &error.kind, &at.unwrap_or_else(|| entry.value.at.clone()));
        }
    }
    Some(text)
}

fn questions(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Vec<QuizQuestion>> {
    let entry = reader.needed(fields, "questions", "questions: [{question: …, options: […]}]")?;
    let items = reader.items(entry);
    let questions: Vec<_> = items.iter().filter_map(|node| question(reader, node)).collect();
    // Without one of its questions, a quiz would be worth less than the author says.
    (!questions.is_empty() && questions.len() == items.len()).then_some(questions)
}

fn question(reader: &mut Reader<'_>, node: &YamlNode) -> Option<QuizQuestion> {
    let fields = reader.fields(node, "questions", &["question", "options"])?;
    let question = reader.needed(&fields, "question", "question: …");
    let question = question.and_then(|entry| markdown(reader, entry));
    let example = "options: [{right: …, why: …}, {wrong: …, why: …}]";
    let entry = reader.needed(&fields, "options", example)?;
    let items = reader.items(entry);
    let options: Vec<_> = items.iter().filter_map(|node| option(reader, node)).collect();
    if options.len() < items.len() {
        return None;
    }
    let has = |is_right| options.iter().any(|option| option.is_right == is_right);
    if !has(true) || !has(false) {
        let problem =
            entry.key.at.error("no-choice", say!(TrainingNoChoice), say!(TrainingAddOption));
        reader.add(problem);
        return None;
    }
    Some(QuizQuestion { question: question?, options })
}

fn option(reader: &mut Reader<'_>, node: &YamlNode) -> Option<QuizOption> {
    let fields = reader.fields(node, "options", &["right", "wrong", "why"])?;
    let (right, wrong) = (fields.get("right"), fields.get("wrong"));
    let (Some(entry), None) = (right.or(wrong), right.and(wrong)) else {
        reader.add(node.head().error("no-choice", say!(TrainingNoChoice), say!(TrainingAddOption)));
        return None;
    };
    let text = reader.text_of(entry)?;
    let why = reader.optional_text(&fields, "why");
    Some(QuizOption { text, is_right: right.is_some(), why })
}
