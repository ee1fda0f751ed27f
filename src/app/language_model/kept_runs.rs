//! The runs about a work and the texts of its prompt, as they are kept on the device. Several tabs may change them.

use serde::{Deserialize, Serialize};

use super::request::ModelOptions;
use super::runs::{DecidedSpans, ModelRun};
use super::{asked_arguments, has_own_prompt};

/// The runs and texts kept with a work.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct KeptRuns {
    /// The runs, without their replies.
    pub(super) runs: Vec<ModelRun>,
    /// The greatest number that a run had, also one that was removed.
    last_number: u32,
    /// The person's own text of the prompt, empty for that of the variant; `None` if it was kept before works had one.
    pub(super) prompt: Option<String>,
    /// All own texts that there were, the first one first.
    pub(super) prompts: Vec<String>,
}

impl KeptRuns {
    /// Adds a run by settings, with a number of its own.
    pub(super) fn add(&mut self, name: &str, options: &ModelOptions) -> ModelRun {
        let last = self.runs.iter().map(|run| run.number).max().unwrap_or_default();
        self.last_number = self.last_number.max(last) + 1;
        let number = self.last_number;
        let run = ModelRun {
            number,
            id: format!("{name} #{number}"),
            name: name.to_owned(),
            model: options.model.trim().to_owned(),
            arguments: asked_arguments(options),
            prompt: has_own_prompt(options).then(|| options.prompt.clone()),
            decided: DecidedSpans::default(),
        };
        self.runs.push(run.clone());
        run
    }

    /// Sets the text of the prompt, which stays among all texts.
    pub(super) fn set_prompt(&mut self, text: &str) {
        self.prompt = Some(text.to_owned());
        self.note_prompt(text);
    }

    fn note_prompt(&mut self, text: &str) {
        if !text.trim().is_empty() && !self.prompts.iter().any(|one| one == text) {
            self.prompts.push(text.to_owned());
        }
    }

    /// With the texts of runs that were kept before texts were.
    pub(super) fn with_prompts_of_runs(mut self) -> Self {
        let of_runs: Vec<String> = self.runs.iter().filter_map(|run| run.prompt.clone()).collect();
        of_runs.iter().for_each(|text| self.note_prompt(text));
        self
    }
}
