//! A group: what is decided together, edits of several annotators or their answers to one question about the instance.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::comparison::Standing;
use spanwise_annotation::change::Change;
use spanwise_annotation::document::{Answer, Answers, EditKey, Instance, QuestionPath, TextName};

/// An edit in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupMember {
    /// The position of its annotator.
    pub annotator: usize,
    /// Its key in the annotator's instance.
    pub key: EditKey,
}

/// A question about an instance as a whole, or about one of its texts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceQuestion {
    /// The text that it is about; `None` for the instance.
    pub text: Option<TextName>,
    /// Its name.
    pub name: String,
}

impl InstanceQuestion {
    /// The answer to it, with its follow-ups.
    #[must_use]
    pub fn answer<'i>(&self, instance: &'i Instance) -> Option<&'i Answer> {
        self.answers(instance).get(&self.name)
    }

    /// The answers about its instance or text.
    fn answers<'i>(&self, instance: &'i Instance) -> &'i Answers {
        self.text.as_ref().map_or(&instance.answers, |text| instance.text_answers.on(text))
    }

    /// The change that answers it, or takes the answer away.
    pub(super) fn change(&self, instance: &Instance, answer: Option<Answer>) -> Change {
        let mut answers = self.answers(instance).clone();
        answers.set(&self.name, answer);
        match &self.text {
            Some(text) => Change::TextAnswers(text.clone(), answers),
            None => Change::Answers(answers),
        }
    }
}

/// The edits or answers of the annotators of a group, at most one of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupContent {
    /// Edits that belong together, in the order of the annotators; at least one.
    Edits(Vec<GroupMember>),
    /// Answers to a question about the instance.
    Answers {
        /// The question.
        question: InstanceQuestion,
        /// The annotators who answered it, in order; at least one.
        annotators: Vec<usize>,
    },
}

/// The ways in which the members of a group differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GroupDifferences {
    /// Annotators who have the instance, and one of the texts that the group is about, but no edit or answer in it.
    pub missed: Vec<usize>,
    /// `true` if two members have different categories.
    pub category: bool,
    /// `true` if two members have different spans.
    pub boundary: bool,
    /// Paths of the questions that two members answer differently, or only one of them. Edits of different categories are
    /// not compared.
    pub answers: Vec<QuestionPath>,
}

impl GroupDifferences {
    /// The gravest difference, in a group with so many members.
    pub(super) fn standing(&self, members: usize) -> Standing {
        match members {
            1 if !self.missed.is_empty() => Standing::OnlyHere,
            _ if !self.missed.is_empty() => Standing::Missed,
            _ if self.category => Standing::Category,
            _ if self.boundary => Standing::Boundary,
            _ if !self.answers.is_empty() => Standing::Answers,
            _ => Standing::Agrees,
        }
    }
}

/// The id of a group in its instance: the same for the same edits or answers, whoever made them and in whatever order the
/// annotators are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u64);

impl std::fmt::Display for GroupId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Edits or answers of several annotators that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotationGroup {
    /// Its id.
    pub id: GroupId,
    /// Its members.
    pub content: GroupContent,
    /// The differences of its members.
    pub differences: GroupDifferences,
    /// The gravest difference.
    pub standing: Standing,
    /// The highest severity that a member states ([`severity`](crate::measure::severity)).
    pub severity: Option<u8>,
}

/// The place of a group among all that are to be decided: the more grave, the smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gravity(Reverse<u8>, u8);

impl AnnotationGroup {
    /// Its place among all that are to be decided: by severity, the highest first and those that state none last; then
    /// those that someone missed or that differ in category, those that differ in boundaries, those that differ in
    /// answers, and those that agree.
    #[must_use]
    pub fn gravity(&self) -> Gravity {
        let rank = match self.standing {
            Standing::OnlyHere | Standing::Missed | Standing::Category => 0,
            Standing::Boundary => 1,
            Standing::Answers => 2,
            Standing::Agrees => 3,
        };
        // Severities start at 0.
        Gravity(Reverse(self.severity.map_or(0, |severity| severity.saturating_add(1))), rank)
    }

    /// The annotators with an edit or an answer in it, in order.
    #[must_use]
    pub fn annotators(&self) -> Vec<usize> {
        match &self.content {
            GroupContent::Edits(members) => members.iter().map(|m| m.annotator).collect(),
            GroupContent::Answers { annotators, .. } => annotators.clone(),
        }
    }

    /// Its edits; none if it has answers.
    #[must_use]
    pub fn edits(&self) -> &[GroupMember] {
        match &self.content {
            GroupContent::Edits(members) => members,
            GroupContent::Answers { .. } => &[],
        }
    }

    /// Its edit by an annotator.
    #[must_use]
    pub fn edit_of(&self, annotator: usize) -> Option<EditKey> {
        self.edits().iter().find(|member| member.annotator == annotator).map(|member| member.key)
    }

    /// `true` if an annotator's file has the instance, and one of the texts that the group is about.
    #[must_use]
    pub fn concerns(&self, annotator: usize) -> bool {
        self.annotators().contains(&annotator) || self.differences.missed.contains(&annotator)
    }

    /// The question that it has answers to; `None` if it has edits.
    #[must_use]
    pub fn question(&self) -> Option<&InstanceQuestion> {
        match &self.content {
            GroupContent::Edits(_) => None,
            GroupContent::Answers { question, .. } => Some(question),
        }
    }

    /// `true` if every annotator whom it concerns made the same.
    #[must_use]
    pub fn is_unanimous(&self) -> bool {
        self.standing == Standing::Agrees
    }

    /// The least number of annotators that is more than half of those whom it concerns.
    pub(super) fn majority(&self) -> usize {
        (self.annotators().len() + self.differences.missed.len()) / 2 + 1
    }
}

/// The annotators who have the instance.
pub(super) fn present(instances: &[Option<&Instance>]) -> Vec<usize> {
    (0..instances.len()).filter(|at| instances.get(*at).is_some_and(Option::is_some)).collect()
}

/// The annotators who have the instance and one of these texts: all who have the instance, unless their files lack the
/// texts that those of others have.
#[must_use]
pub fn annotators_with<'t>(
    instances: &[Option<&Instance>],
    texts: impl Iterator<Item = &'t TextName>,
) -> Vec<usize> {
    let has_at = |annotator: usize, name: &TextName| {
        instances.get(annotator).copied().flatten().is_some_and(|instance| has(instance, name))
    };
    let written: BTreeSet<&TextName> = texts.filter(|name| is_written(instances, name)).collect();
    let could = |annotator: &usize| {
        written.is_empty() || written.iter().any(|name| has_at(*annotator, name))
    };
    present(instances).into_iter().filter(could).collect()
}

/// `true` if an instance lacks one of these texts, while that of an annotator has it.
pub(super) fn lacks_any<'t>(
    instance: &Instance,
    annotators: &[Option<&Instance>],
    mut texts: impl Iterator<Item = &'t TextName>,
) -> bool {
    texts.any(|name| !has(instance, name) && is_written(annotators, name))
}

fn has(instance: &Instance, name: &TextName) -> bool {
    !instance.texts.content(name).is_empty()
}

fn is_written(instances: &[Option<&Instance>], name: &TextName) -> bool {
    instances.iter().flatten().any(|instance| has(instance, name))
}

/// Of the annotators who have the instance, those without a part in a group.
pub(super) fn missed(present: &[usize], annotators: &[usize]) -> Vec<usize> {
    let members: BTreeSet<&usize> = annotators.iter().collect();
    present.iter().copied().filter(|annotator| !members.contains(annotator)).collect()
}
