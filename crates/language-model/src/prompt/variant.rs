//! The variants of prompts whose effect Kasner et al. (2025, section 5.1) measured, in words of our own.

use crate::answer_form::AnswerForm;

/// A variant of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PromptVariant {
    /// Definitions, instructions, examples and hints; each annotation has a reason.
    Base,
    /// Without instructions, examples and hints; definitions stay.
    NoGuide,
    /// Without reasons.
    NoReason,
    /// The model thinks before it answers.
    ChainOfThought,
    /// With five solved instances.
    FiveShot,
}

/// The most instances that [`PromptVariant::FiveShot`] shows.
const FIVE: usize = 5;

impl PromptVariant {
    /// All variants.
    pub const ALL: [PromptVariant; 5] = [
        PromptVariant::Base,
        PromptVariant::NoGuide,
        PromptVariant::NoReason,
        PromptVariant::ChainOfThought,
        PromptVariant::FiveShot,
    ];

    /// Its name, as in the paper.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PromptVariant::Base => "base",
            PromptVariant::NoGuide => "noguide",
            PromptVariant::NoReason => "noreason",
            PromptVariant::ChainOfThought => "cot",
            PromptVariant::FiveShot => "5shot",
        }
    }

    /// The variant with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// The form of answers that it asks for, given the one that is asked for otherwise.
    #[must_use]
    pub fn form(self, form: AnswerForm) -> AnswerForm {
        AnswerForm { has_reasons: form.has_reasons && self != PromptVariant::NoReason, ..form }
    }

    /// The most solved instances that it shows.
    #[must_use]
    pub fn most_shots(self) -> usize {
        if self == PromptVariant::FiveShot { FIVE } else { 0 }
    }

    /// The text of its template; see [`PromptTemplate`](super::PromptTemplate).
    #[must_use]
    pub fn text(self) -> String {
        let mut blocks = vec![TASK];
        if self != PromptVariant::NoGuide {
            blocks.extend([INSTRUCTIONS, CATEGORIES, EXAMPLES, HINTS]);
        } else {
            blocks.push(CATEGORIES);
        }
        blocks.push(QUESTIONS);
        blocks.push(FORM);
        if self == PromptVariant::ChainOfThought {
            blocks.push(THINK);
        }
        if self == PromptVariant::FiveShot {
            blocks.push(SHOTS);
        }
        blocks.extend(ITEM);
        blocks.join("\n\n") + "\n"
    }
}

const TASK: &str = "You annotate texts for the task “{typology}”. Find everything that one of the categories below describes.";
const INSTRUCTIONS: &str = "Instructions for annotators:\n{instructions}";
const CATEGORIES: &str = "Categories:\n{categories}";
const EXAMPLES: &str = "Examples of annotations, as [span]{{category: reason}}:\n{examples}";
const HINTS: &str = "Hints:\n{hints}";
const QUESTIONS: &str = "Questions about the item as a whole:\n{questions}";
const FORM: &str = "{form}";
const THINK: &str = "Before you answer, go through the text sentence by sentence and weigh what each category would say to it. \
Write these thoughts between <think> and </think>, and the answer after them. For instance:\n\
<think>The first sentence agrees with what is given. The second names a date that is not given, so …</think>\n\
and then the answer.";
const SHOTS: &str = "Solved items:\n{shots}";
const ITEM: [&str; 4] = [
    "The item to annotate follows.",
    "Context:\n{context}",
    "Source:\n{source}",
    "Target:\n{target}",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::PromptTemplate;

    #[test]
    fn variants_are_templates_without_problems_and_differ_as_they_say() {
        for variant in PromptVariant::ALL {
            let text = variant.text();
            assert!(PromptTemplate::parse(&text).is_ok(), "{}", variant.name());
            assert_eq!(PromptVariant::named(variant.name()), Some(variant));
            let has_guide = text.contains("{hints}") && text.contains("{examples}");
            assert_eq!(has_guide, variant != PromptVariant::NoGuide);
            assert!(text.contains("{categories}"));
            assert_eq!(text.contains("<think>"), variant == PromptVariant::ChainOfThought);
            assert_eq!(text.contains("{shots}"), variant == PromptVariant::FiveShot);
        }
    }
}
