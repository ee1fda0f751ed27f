//! Groups of the gallery: typologies for related tasks, and the tutorials.

use crate::app::gallery::ShippedTemplate;
use spanwise_i18n::TextId;

/// A group of the gallery, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaskGroup {
    Translation,
    Summarization,
    Media,
    Rewriting,
    Generation,
    Correction,
    Other,
    Tutorials,
}

impl TaskGroup {
    /// The groups of typologies.
    pub(super) const TYPOLOGIES: [TaskGroup; 7] = [
        TaskGroup::Translation,
        TaskGroup::Summarization,
        TaskGroup::Media,
        TaskGroup::Rewriting,
        TaskGroup::Generation,
        TaskGroup::Correction,
        TaskGroup::Other,
    ];

    /// The group of a template: that of its task, or the tutorials.
    pub(super) fn of(shipped: &ShippedTemplate) -> Self {
        if shipped.is_tutorial() {
            return TaskGroup::Tutorials;
        }
        TaskGroup::of_task(shipped.template.settings.task.as_deref().unwrap_or_default())
    }

    /// The first group with a word that occurs in the task, which a template says in English.
    fn of_task(task: &str) -> Self {
        let task = task.to_lowercase();
        let has_word = |group: &TaskGroup| group.words().iter().any(|word| task.contains(word));
        TaskGroup::TYPOLOGIES.into_iter().find(has_word).unwrap_or(TaskGroup::Other)
    }

    /// Beginnings of words in tasks of this group, in lower case.
    fn words(self) -> &'static [&'static str] {
        match self {
            TaskGroup::Translation => &["translat"],
            TaskGroup::Summarization => &["summar"],
            TaskGroup::Rewriting => &["simplif", "paraphras", "style transfer"],
            TaskGroup::Correction => &["correct", "spell", "gramma", "revision", "editing"],
            TaskGroup::Generation => &["generat", "rlhf", "question answering", "dialogue"],
            TaskGroup::Media => &["propaganda", "news", "persua", "hate", "misinformation"],
            TaskGroup::Other | TaskGroup::Tutorials => &[],
        }
    }

    pub(super) fn heading(self) -> TextId {
        match self {
            TaskGroup::Translation => TextId::HubTaskTranslation,
            TaskGroup::Summarization => TextId::HubTaskSummarization,
            TaskGroup::Rewriting => TextId::HubTaskRewriting,
            TaskGroup::Correction => TextId::HubTaskCorrection,
            TaskGroup::Generation => TextId::HubTaskGeneration,
            TaskGroup::Media => TextId::HubTaskMedia,
            TaskGroup::Other => TextId::HubOtherTasks,
            TaskGroup::Tutorials => TextId::HubTutorials,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn a_task_has_a_group() {
        for (task, group) in [
            ("Machine translation", TaskGroup::Translation),
            ("Narrative summarization", TaskGroup::Summarization),
            ("Text simplification", TaskGroup::Rewriting),
            ("Paraphrase generation", TaskGroup::Rewriting),
            ("Grammatical error correction", TaskGroup::Correction),
            ("Text revision", TaskGroup::Correction),
            ("Open-ended text generation", TaskGroup::Generation),
            ("Propaganda detection", TaskGroup::Media),
            ("Journalism", TaskGroup::Other),
            ("", TaskGroup::Other),
        ] {
            assert_eq!(TaskGroup::of_task(task), group, "{task}");
        }
    }
}
