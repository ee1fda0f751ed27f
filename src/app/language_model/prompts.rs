//! The versions of the prompt: texts that the person wrote for the work, and settings of earlier runs.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::request::ModelOptions;
use super::runs::ModelRun;
use super::{ASKED, LanguageModel, NO_OVERLAP};
use crate::app::adjudication::request::NamedData;

/// The file of the text that the prompt is compared with.
const COMPARED: &str = "compared.txt";

impl LanguageModel {
    /// Sets the text of the prompt, which becomes a version unless it is one; empty for that of the variant.
    pub fn set_prompt(self, text: String) {
        self.change(|options| options.prompt.clone_from(&text));
        self.keep_prompt(text);
    }

    fn keep_prompt(self, text: String) {
        spawn_local(async move {
            let prompts = self.change_kept(|kept| {
                kept.set_prompt(&text);
                kept.prompts.clone()
            });
            if let Some(prompts) = prompts.await {
                self.prompts.try_set(prompts);
            }
        });
    }

    /// Takes the prompt and the settings of a run, for the next one.
    pub fn use_settings(self, number: u32) {
        if let Some(run) = self.of_run(number, |shown| shown.run.clone()) {
            self.change(|options| take_settings(&run, options));
            self.keep_prompt(run.prompt.unwrap_or_default());
        }
    }

    /// The value of `--difference-to` for the name of a variant, or for the number of a version, with its file; `None` for
    /// neither.
    pub(super) fn compared_with(self, chosen: &str) -> Option<(String, Option<NamedData>)> {
        if chosen.is_empty() {
            return None;
        }
        let Ok(number) = chosen.parse::<usize>() else { return Some((chosen.to_owned(), None)) };
        let text = self.prompts.try_with_untracked(|all| all.get(number.checked_sub(1)?).cloned());
        let file = NamedData { name: COMPARED.to_owned(), text: text??.into() };
        Some((COMPARED.to_owned(), Some(file)))
    }
}

/// Sets what a run asked: the reverse of the arguments of the command line.
fn take_settings(run: &ModelRun, options: &mut ModelOptions) {
    for (name, place) in ASKED {
        let value =
            run.arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone());
        *place(options) = value.unwrap_or_default();
    }
    options.no_overlap = run.arguments.iter().any(|argument| argument == NO_OVERLAP);
    options.prompt = run.prompt.clone().unwrap_or_default();
    options.model.clone_from(&run.model);
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;
    use crate::app::language_model::kept_runs::KeptRuns;

    #[wasm_bindgen_test]
    fn settings_of_a_run_are_those_that_it_was_begun_with() {
        let asked = ModelOptions {
            variant: "cot".to_owned(),
            form: "tags".to_owned(),
            shots: "1,3".to_owned(),
            only: "2,7".to_owned(),
            temperature: String::new(),
            no_overlap: true,
            prompt: "Mark {target}".to_owned(),
            model: "tiny".to_owned(),
            ..ModelOptions::default()
        };
        let run = KeptRuns::default().add("first", &asked);
        let mut options = ModelOptions::default();
        take_settings(&run, &mut options);
        assert_eq!(options, asked);
        assert_eq!((run.number, run.id.as_str()), (1, "first #1"));
    }

    #[wasm_bindgen_test]
    fn each_run_has_a_number_of_its_own_and_each_text_is_there_once() {
        let mut kept = KeptRuns::default();
        let options = ModelOptions::default();
        let numbers = [1, 2].map(|_| kept.add("run", &options).number);
        kept.runs.clear();
        assert_eq!((numbers, kept.add("run", &options).number), ([1, 2], 3));
        for text in ["a", "b", "", "a"] {
            kept.set_prompt(text);
        }
        assert_eq!((kept.prompt.as_deref(), kept.prompts.len()), (Some("a"), 2));
    }
}
