//! Requests and replies as files: for batches of OpenAI and Anthropic, and for models that other programs ask.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::runs::ShownRun;
use super::{LanguageModel, REQUESTS, prompt_command};
use crate::app::adjudication::request::NamedData;
use crate::app::commands::OUT;
use crate::app::opening::read_text;
use spanwise_language_model::endpoint::Api;

/// The form of a file of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestsForm {
    /// A prompt in each line, with its id.
    Plain,
    /// A batch for a model.
    Batch(Api),
}

impl LanguageModel {
    /// Saves the requests by the settings as they are now, as JSON Lines. Replies are matched with them by their ids.
    pub fn save_requests(self, form: RequestsForm) {
        let options = self.options.get_untracked();
        self.failure.set(None);
        spawn_local(async move {
            let (files, mut arguments) = prompt_command(&options);
            self.commands.add(files);
            arguments.extend(["--output".to_owned(), format!("{OUT}/{REQUESTS}")]);
            if let RequestsForm::Batch(api) = form {
                let of_batch = ["--model", options.model.trim(), "--api", api.name()];
                arguments.extend(of_batch.map(str::to_owned));
            }
            match self.written(arguments, REQUESTS).await {
                Some(Ok((_, lines))) => {
                    self.app.download(REQUESTS, "application/jsonl", lines.as_bytes());
                }
                Some(Err(message)) => self.fail(message),
                // The page is gone.
                None => {}
            }
        });
    }

    /// Makes a run of replies in files: those of batches, and those saved here or by the command line.
    pub fn load_replies(self, files: Vec<File>) {
        self.failure.set(None);
        spawn_local(async move {
            for file in files {
                let added = match read_text(file).await {
                    Ok(NamedData { name, text }) => self.add_replies(name, &text).await,
                    Err(failure) => {
                        self.fail(failure.message);
                        None
                    }
                };
                if added.is_none() {
                    return;
                }
            }
        });
    }

    /// Adds a run with replies; `None` if the page is gone, or they could not be kept.
    async fn add_replies(self, name: String, text: &str) -> Option<()> {
        let options = self.options.try_get_untracked()?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let replies: Vec<String> = lines.map(str::to_owned).collect();
        let (work, number) = (self.work_id()?, self.add_run(&name, &options).await?);
        for (at, line) in replies.iter().enumerate() {
            if !ShownRun::keep(&work, number, at, line).await {
                self.tell_unkept();
                break;
            }
        }
        self.change_run(number, |shown| shown.replies = replies)?;
        self.read(number).await
    }
}
