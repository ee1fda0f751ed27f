//! Summaries of instances: figures and status that are kept without the instance.

use super::flow::{QuestionPath, open_questions};
use super::instance::{Edit, Instance};
use super::roles::AssignedRoles;
use super::texts::{NamedText, Texts};
use spanwise_template::{Category, Side, SpanRole, TemplateSettings, Typology};

/// The progress of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InstanceStatus {
    /// No edits and no answers about the instance, and not declared done.
    Untouched,
    /// With edits or answers about the instance and not declared done, or declared done with a required question open.
    InProgress,
    /// Declared done, with edits and no required question open.
    Done,
    /// Declared done without any edit, and no required question open.
    DoneNoErrors,
}

impl InstanceStatus {
    /// Returns `true` if nothing is left to do.
    #[must_use]
    pub fn is_done(self) -> bool {
        matches!(self, InstanceStatus::Done | InstanceStatus::DoneNoErrors)
    }
}

/// Figures of one instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstanceSummary {
    /// Top-level edits.
    pub edits: u32,
    /// Top-level edits that are not complete: with a required question open, or a required role without a span.
    pub open: u32,
    /// Required questions about the instance as a whole and about its outputs that are open.
    pub open_questions: u32,
    /// `true` if a question about the instance as a whole or one of its texts is answered.
    pub answered: bool,
    /// `done` of the instance.
    pub done: bool,
    /// `bookmark` of the instance.
    pub bookmark: bool,
    /// `true` if the instance is unchanged from the data.
    pub pristine: bool,
}

impl InstanceSummary {
    /// Computes the figures of an instance, with `pristine` not set.
    #[must_use]
    pub fn of(instance: &Instance, typology: &Typology, settings: &TemplateSettings) -> Self {
        let is_open =
            |e: &&std::sync::Arc<Edit>| !is_complete(e, &instance.texts, typology, settings);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        InstanceSummary {
            edits: count(instance.edits.len()),
            open: count(instance.edits.iter().filter(is_open).count()),
            open_questions: count(
                open_instance_questions(instance, typology, settings).len()
                    + open_text_questions(instance, typology, settings),
            ),
            answered: !instance.answers.is_empty() || !instance.text_answers.is_empty(),
            done: instance.done,
            bookmark: instance.bookmark,
            pristine: false,
        }
    }

    /// Returns `true` if a required question is open, of an edit or about the instance.
    #[must_use]
    pub fn has_open_questions(self) -> bool {
        self.open > 0 || self.open_questions > 0
    }

    /// Returns `true` if the instance came with annotations and no open question, is unchanged, and is not declared done.
    #[must_use]
    pub fn came_annotated(self) -> bool {
        let in_progress = self.status() == InstanceStatus::InProgress;
        self.pristine && in_progress && !self.has_open_questions()
    }

    /// The progress of the instance.
    #[must_use]
    pub fn status(self) -> InstanceStatus {
        match (self.done, self.edits) {
            (true, _) if self.has_open_questions() => InstanceStatus::InProgress,
            (true, 0) => InstanceStatus::DoneNoErrors,
            (true, _) => InstanceStatus::Done,
            (false, 0) if !self.answered => InstanceStatus::Untouched,
            (false, _) => InstanceStatus::InProgress,
        }
    }
}

/// The number of required questions of an edit that are open, and of required roles that no span has. Those that the
/// template does not let anyone answer or select do not count; 0 if the typology does not know the category.
#[must_use]
pub fn open_count(
    edit: &Edit,
    category: Option<&Category>,
    texts: &Texts,
    settings: &TemplateSettings,
) -> usize {
    let Some(category) = category else { return 0 };
    let questions = match settings.disable.annotation {
        true => 0,
        false => open_questions(&category.questions, &edit.answers).len(),
    };
    questions + open_roles(edit, category, texts, settings).len()
}

/// The required roles of a category that no span of an edit has; none if the template disables selection.
#[must_use]
pub fn open_roles<'c>(
    edit: &Edit,
    category: &'c Category,
    texts: &Texts,
    settings: &TemplateSettings,
) -> Vec<&'c SpanRole> {
    if settings.disable.selection || category.roles.is_empty() {
        return Vec::new();
    }
    let assigned = AssignedRoles::of(&edit.spans, &category.roles, texts);
    assigned.missing().filter(|role| role.required).collect()
}

/// Paths of the required questions about an instance that are open; none if the template disables annotation.
#[must_use]
pub fn open_instance_questions(
    instance: &Instance,
    typology: &Typology,
    settings: &TemplateSettings,
) -> Vec<QuestionPath> {
    if settings.disable.annotation {
        return Vec::new();
    }
    open_questions(typology.instance_questions(), &instance.answers)
}

/// The number of required questions about the outputs of an instance that are open; 0 if the template disables
/// annotation.
#[must_use]
pub fn open_text_questions(
    instance: &Instance,
    typology: &Typology,
    settings: &TemplateSettings,
) -> usize {
    if settings.disable.annotation || typology.text_questions().is_empty() {
        return 0;
    }
    let open = |text: &NamedText| {
        let answers = instance.text_answers.on(&text.name);
        open_questions(typology.text_questions(), answers).len()
    };
    instance.texts.on(Side::Target).map(open).sum()
}

/// Returns `true` if no required question of an edit is open, and no required role is without a span.
#[must_use]
pub fn is_complete(
    edit: &Edit,
    texts: &Texts,
    typology: &Typology,
    settings: &TemplateSettings,
) -> bool {
    open_count(edit, typology.find(&edit.category).map(|(_, c)| c), texts, settings) == 0
}
