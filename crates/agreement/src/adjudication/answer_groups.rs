//! Answers of several annotators about one instance, gathered into groups by question.

use std::collections::BTreeSet;

use super::annotation_group::{
    AnnotationGroup, GroupContent, GroupDifferences, GroupId, InstanceQuestion, annotators_with,
    missed,
};
use super::flat_answers::{FlatAnswers, flatten_answers};
use super::matching::differing_answers;
use crate::measure::severity_of;
use spanwise_annotation::document::{Answer, Answers, Instance, QuestionPath};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_template::{Question, Typology};

/// Gathers the answers to each question that any annotator answered, about the instance and about its texts.
pub(super) fn answer_groups(
    instances: &[Option<&Instance>],
    typology: &Typology,
) -> Vec<AnnotationGroup> {
    let questions = answered_questions(instances, typology).into_iter();
    questions.map(|question| group(question, instances)).collect()
}

/// The questions that any annotator answered, in the order of the typology; those that it does not ask come last, by name.
fn answered_questions(
    instances: &[Option<&Instance>],
    typology: &Typology,
) -> Vec<InstanceQuestion> {
    let mut found: BTreeSet<InstanceQuestion> = BTreeSet::new();
    for instance in instances.iter().flatten() {
        let mut add = |text: Option<&_>, answers: &Answers| {
            let named =
                |name: &str| InstanceQuestion { text: text.cloned(), name: name.to_owned() };
            found.extend(answers.iter().map(|(name, _)| named(name)));
        };
        add(None, &instance.answers);
        for text in instance.texts.iter() {
            add(Some(&text.name), instance.text_answers.on(&text.name));
        }
    }
    let place = |question: &InstanceQuestion| {
        let asked: &[Question] = match question.text {
            Some(_) => typology.text_questions(),
            None => typology.instance_questions(),
        };
        asked.iter().position(|asked| asked.name == question.name).unwrap_or(asked.len())
    };
    let mut questions: Vec<InstanceQuestion> = found.into_iter().collect();
    questions.sort_by_key(|question| (question.text.clone(), place(question)));
    questions
}

fn group(question: InstanceQuestion, instances: &[Option<&Instance>]) -> AnnotationGroup {
    let present = annotators_with(instances, question.text.iter());
    let answer = |annotator: usize| {
        let answer = question.answer(instances.get(annotator).copied().flatten()?)?;
        Some((annotator, flat_answer(&question.name, answer)))
    };
    let given: Vec<(usize, FlatAnswers)> =
        present.iter().filter_map(|annotator| answer(*annotator)).collect();
    let annotators: Vec<usize> = given.iter().map(|(annotator, _)| *annotator).collect();
    let mut differing: BTreeSet<QuestionPath> = BTreeSet::new();
    // If any two differ, one of them differs from the first.
    if let Some(((_, first), others)) = given.split_first() {
        differing.extend(others.iter().flat_map(|(_, other)| differing_answers(first, other)));
    }
    let differences = GroupDifferences {
        missed: missed(&present, &annotators),
        answers: differing.into_iter().collect(),
        ..GroupDifferences::default()
    };
    AnnotationGroup {
        id: GroupId(fingerprint(spelled(&question, &given).as_bytes())),
        standing: differences.standing(annotators.len()),
        severity: given.iter().filter_map(|(_, answer)| severity_of(answer)).max(),
        content: GroupContent::Answers { question, annotators },
        differences,
    }
}

/// The answer to one question as paths and values.
pub(super) fn flat_answer(question: &str, answer: &Answer) -> FlatAnswers {
    let mut only = Answers::default();
    only.set(question, Some(answer.clone()));
    flatten_answers(&only)
}

/// The content of a group, as a text in which no name of an annotator has a part. It must stay the same in every version,
/// since notes of decisions name groups by it.
fn spelled(question: &InstanceQuestion, given: &[(usize, FlatAnswers)]) -> String {
    let text = question.text.as_ref().map_or("", |text| text.as_str());
    // No group of edits begins like this.
    let mut spelled = format!("\u{1e}{text}\u{1f}{}", question.name);
    let mut answers: Vec<&FlatAnswers> = given.iter().map(|(_, answer)| answer).collect();
    answers.sort_unstable();
    for answer in answers {
        spelled.push('\u{1e}');
        for (path, value) in answer.iter() {
            spelled.push_str(&format!("\u{1f}{}={value}", path.join("/")));
        }
    }
    spelled
}
