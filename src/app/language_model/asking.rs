//! Asking a model about one instance while the work is annotated: its reply joins the run whose annotations are suggested.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::runs::ShownRun;
use super::{LanguageModel, ModelRequest, RequestedPart, files_of, run_name};
use crate::app::suggestions::{self, SuggestedRun, Suggestions};
use crate::app::{App, Session};
use spanwise_annotation::store::WorkId;
use spanwise_i18n::TextId;

impl LanguageModel {
    /// A model that is asked about single instances. Nothing is loaded before it is asked.
    #[must_use]
    pub fn to_be_asked(app: App) -> Self {
        LanguageModel::with(app, ModelRequest::default())
    }

    /// Begins a run by the settings as they are now, and opens the work, where the model is asked about one instance after
    /// the other.
    pub fn ask_while_annotating(self) {
        spawn_local(async move {
            let options = self.options.get_untracked();
            let Some(number) = self.add_run(&run_name(&options), &options).await else { return };
            self.suggest(number);
        });
    }

    /// Asks about the instance shown as the run asks whose annotations are suggested, which then has what the model said.
    /// Returns `false` if there is none, which is told; `None` if the page is gone or the model is being asked already.
    pub async fn ask_about_shown(self, suggestions: Suggestions, session: Session) -> Option<bool> {
        let instance = session.view.with_untracked(|view| view.instance);
        let (work, run) = (session.work.with_value(|work| work.id.clone()), suggestions.run_id()?);
        if !self.begin_sending() {
            return None;
        }
        let asked = self.ask_about(work, &run, instance).await;
        self.sending.try_set_value(None);
        self.progress.try_set(None);
        suggestions.take_run(asked??).await;
        self.fault.try_with_untracked(Option::is_none)
    }

    /// Asks about an instance of a work, by its 0-based position, as the run with this id asks. Returns the run as it is then;
    /// nothing if there is no such run, and `None` if the page is gone.
    async fn ask_about(
        self,
        work: WorkId,
        run: &str,
        instance: usize,
    ) -> Option<Option<SuggestedRun>> {
        match self.load_run(work, run).await? {
            Some(number) => Some(self.ask_in_run(number, instance).await),
            None => {
                self.fail(TextId::SuggestionsLost.into());
                Some(None)
            }
        }
    }

    async fn ask_in_run(self, number: u32, instance: usize) -> Option<SuggestedRun> {
        let only = instance + 1;
        let run = self
            .change_kept(|kept| {
                let run = kept.runs.iter_mut().find(|run| run.number == number)?;
                ask_also(&mut run.arguments, only);
                Some(run.clone())
            })
            .await??;
        self.change_run(number, |shown| shown.run = run)?;
        match self.queued(number, RequestedPart::Instance(only)).await? {
            Ok(requests) => {
                self.sending_of(number, requests)?.send_in_turn().await;
                self.read(number).await?;
            }
            Err(message) => self.fail(message),
        }
        self.suggested(number)
    }

    /// Loads the run with this id, the settings and the key; the number of the run if there is one. `None` if the page is gone.
    async fn load_run(self, work: WorkId, id: &str) -> Option<Option<u32>> {
        // A run that cannot be read is none that there is.
        let request = ModelRequest::kept(Some(work.clone())).await.unwrap_or_default();
        self.commands.add(files_of(&request));
        let found = request.kept.runs.iter().find(|run| run.id == id).cloned();
        self.options.try_set(request.options.clone());
        self.request.try_set_value(request);
        self.load_key().await?;
        let Some(run) = found else { return Some(None) };
        let number = run.number;
        self.runs.try_set(vec![ShownRun::load(&work, run).await]);
        Some(Some(number))
    }

    /// Opens the work that a run was asked about, to go through the annotations of the run there.
    pub fn suggest(self, number: u32) {
        if let Some((work, run)) = self.work_id().zip(self.suggested(number)) {
            suggestions::keep(self.app, &work, &run);
        }
    }

    /// A run with what it suggests; nothing before it has replies.
    fn suggested(self, number: u32) -> Option<SuggestedRun> {
        self.of_run(number, |shown| SuggestedRun {
            id: shown.run.id.clone(),
            name: shown.run.name.clone(),
            text: shown.annotated.clone().unwrap_or_default(),
        })
    }
}

const ONLY: &str = "--only";

/// The value of `--only` among the arguments of a run; `None` if it asks about all instances.
fn only(arguments: &mut [String]) -> Option<&mut String> {
    let at = arguments.iter().position(|argument| argument == ONLY)?;
    arguments.get_mut(at + 1)
}

/// Has a run ask about one more instance, by its number from 1.
fn ask_also(arguments: &mut [String], number: usize) {
    if let Some(numbers) = only(arguments)
        && !numbers.split(',').any(|one| one.parse() == Ok(number))
    {
        numbers.push_str(&format!(",{number}"));
    }
}

/// The arguments of a run, to ask about one instance alone.
pub(super) fn asking_only(mut arguments: Vec<String>, number: usize) -> Vec<String> {
    match only(&mut arguments) {
        Some(numbers) => *numbers = number.to_string(),
        None => arguments.extend([ONLY.to_owned(), number.to_string()]),
    }
    arguments
}
