//! Writes the open work in any format, by the command line. Loaded lazily.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::adjudication::request::NamedData;
use super::commands::{CommandAnswer, Commands, OUT};
use super::context::{App, Session};
use super::conversion::{FormatChoice, ListedProblem, Loss, formats_listed, list};
use super::file_writer::{ExportFormat, annotations_name, written};
use spanwise_i18n::Message;

/// The name of the work's file for the command line, and the first part of the name of what that writes.
const WORK: &str = "annotations.json";
const NAME: &str = "annotations";

/// A work in another format, to be saved.
#[derive(Debug, Clone)]
pub struct WrittenWork {
    /// What the format cannot hold.
    pub losses: Vec<Loss>,
    /// What was found on the way.
    pub problems: Vec<ListedProblem>,
    name: String,
    bytes: Vec<u8>,
}

/// The work of a session as files of other formats. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct SaveAs {
    app: App,
    /// The first part of the names of saved files.
    name: StoredValue<String>,
    /// Runs the commands.
    pub commands: Commands,
    /// All formats.
    pub formats: RwSignal<Vec<FormatChoice>>,
    /// The format chosen.
    pub format: RwSignal<Option<FormatChoice>>,
    /// `true` if cells are separated by semicolons, where the format can have them.
    pub semicolons: RwSignal<bool>,
    /// The work in this format, once it is written.
    pub written: RwSignal<Option<WrittenWork>>,
    /// The reason why it cannot be written.
    pub failure: RwSignal<Option<Message>>,
}

impl SaveAs {
    /// Begins with the work as it is now.
    #[must_use]
    pub fn begin(app: App, session: Session) -> Self {
        let text = written(session, ExportFormat::Annotations).text;
        let work = NamedData { name: WORK.to_owned(), text: text.into() };
        let save_as = SaveAs {
            app,
            name: StoredValue::new(annotations_name(&session.template())),
            commands: Commands::on(&[work]),
            formats: RwSignal::new(Vec::new()),
            format: RwSignal::new(None),
            semicolons: RwSignal::new(false),
            written: RwSignal::new(None),
            failure: RwSignal::new(None),
        };
        spawn_local(async move {
            match save_as.commands.run(vec!["formats".to_owned()]).await {
                Some(Ok(answer)) => {
                    save_as.formats.try_set(formats_listed(&answer.json));
                }
                Some(Err(message)) => {
                    save_as.failure.try_set(Some(message));
                }
                None => {}
            }
        });
        save_as
    }

    /// Chooses a format and writes the work in it. If that is cancelled, no format is chosen.
    pub fn choose(self, format: FormatChoice) {
        self.format.set(Some(format.clone()));
        self.written.set(None);
        self.failure.set(None);
        spawn_local(async move {
            let arguments = ["convert", "--from", "thresh", "--to", &format.name, WORK];
            let mut arguments: Vec<String> = arguments.map(str::to_owned).into();
            if format.semicolons && self.semicolons.get_untracked() {
                arguments.push("--separator=;".to_owned());
            }
            arguments.push(format!("{OUT}/{NAME}"));
            let Some(answer) = self.commands.run(arguments).await else {
                if self.commands.is_cancelled.try_get_untracked() == Some(true) {
                    self.format.try_set(None);
                }
                return;
            };
            let Some(name) = self.name.try_get_value() else { return };
            match answer.and_then(|answer| work_of(answer, &format, &name)) {
                Ok(written) => self.written.try_set(Some(written)),
                Err(message) => {
                    self.failure.try_set(Some(message));
                    None
                }
            };
        });
    }

    /// Chooses what stands between cells, and writes the work anew in the chosen format.
    pub fn separate_by(self, semicolons: bool) {
        self.semicolons.set(semicolons);
        if let Some(format) = self.format.get_untracked() {
            self.choose(format);
        }
    }

    /// Saves the file; a folder as a ZIP archive.
    pub fn save(self) {
        self.written.with_untracked(|written| {
            if let Some(WrittenWork { name, bytes, .. }) = written {
                self.app.download(name, "application/octet-stream", bytes);
            }
        });
    }
}

/// The file that a conversion wrote, or its archive, with what the conversion said; `name` is without an ending.
fn work_of(
    answer: CommandAnswer,
    format: &FormatChoice,
    name: &str,
) -> Result<WrittenWork, Message> {
    let losses = list(&answer.json, "losses");
    let problems = list(&answer.json, "problems");
    let refused = answer.refusal();
    let (name, bytes) = match answer.archive {
        Some(archive) => (format!("{name}.zip"), archive),
        None => (format.file_name(name), answer.written.into_iter().next().ok_or(refused)?.1),
    };
    Ok(WrittenWork { losses, problems, name, bytes })
}
