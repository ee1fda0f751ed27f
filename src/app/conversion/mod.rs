//! Reads files in formats of others: recognised by their content, converted by the command line, opened with a template.
//!
//! The page and this module, but for `foreign_files`, are loaded lazily.

mod answers;
pub(super) mod foreign_files;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::answers::detected;
pub use self::answers::{
    ConvertedData, FileOverview, FormatChoice, ListedProblem, Loss, MatchedSpan, NamedCount,
};
pub(super) use self::answers::{formats_listed, list};
pub use self::foreign_files::ForeignFiles;
use super::adjudication::request::NamedData;
use super::commands::{CommandAnswer, Commands, OUT, with_paths};
use super::context::App;
use super::opening;
use spanwise_browser::commands::CommandWorker;
use spanwise_i18n::{Message, TextId};

/// The folder of the files of one data set, for formats that are folders of files.
const FOLDER: &str = "data";

/// The format that the app opens, and the file that conversions write.
const THRESH: &str = "thresh";
const DATA: &str = "data.json";
const TEMPLATE: &str = "template.yml";

/// The template that converted data is opened with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateChoice {
    /// The one at hand.
    Given,
    /// The one of the gallery for the format.
    Gallery,
    /// One made from the categories found.
    Made,
}

/// Files that are being converted. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct Conversion {
    app: App,
    foreign: StoredValue<ForeignFiles>,
    /// Runs the commands.
    pub commands: Commands,
    /// The path of the files for commands.
    path: StoredValue<String>,
    /// All formats.
    pub formats: RwSignal<Vec<FormatChoice>>,
    /// The format chosen; `None` for the one that is recognised.
    pub format: RwSignal<Option<String>>,
    /// The unit of offsets chosen; `None` for the one that is detected.
    pub offsets: RwSignal<Option<String>>,
    /// What the files hold, once it is known.
    pub overview: RwSignal<Option<FileOverview>>,
    /// The converted data, once the format is known.
    pub converted: RwSignal<Option<ConvertedData>>,
    /// The reason why nothing can be read.
    pub failure: RwSignal<Option<Message>>,
    /// The template chosen.
    pub template: RwSignal<Option<TemplateChoice>>,
}

impl Conversion {
    /// Begins to read files.
    #[must_use]
    pub fn begin(app: App, foreign: ForeignFiles) -> Self {
        let (path, files) = at_path(&foreign.files);
        let conversion = Conversion {
            app,
            foreign: StoredValue::new(foreign),
            commands: Commands::on(&files),
            path: StoredValue::new(path),
            formats: RwSignal::new(Vec::new()),
            format: RwSignal::new(None),
            offsets: RwSignal::new(None),
            overview: RwSignal::new(None),
            converted: RwSignal::new(None),
            failure: RwSignal::new(None),
            template: RwSignal::new(None),
        };
        conversion.read();
        conversion
    }

    /// Reads the files anew, by the chosen format and unit.
    pub fn read(self) {
        spawn_local(async move {
            let read = self.read_all().await;
            if let Some(Err(message)) = read {
                self.failure.try_set(Some(message));
            }
        });
    }

    async fn read_all(self) -> Option<Result<(), Message>> {
        self.failure.try_set(None);
        self.converted.try_set(None);
        if self.formats.try_with_untracked(Vec::is_empty)? {
            match self.commands.run(vec!["formats".to_owned()]).await? {
                Ok(answer) => self.formats.try_set(formats_listed(&answer.json)),
                Err(message) => return Some(Err(message)),
            };
        }
        let answer = match self.commands.run(self.arguments("detect", "--format")?).await? {
            Ok(answer) => answer,
            Err(message) => return Some(Err(message)),
        };
        let Some(overview) = detected(&answer.json) else {
            return Some(Err(refusal(&answer)));
        };
        let is_recognised = overview.format.is_some();
        self.propose_template(&overview)?;
        self.overview.try_set(Some(overview));
        if is_recognised { Some(self.convert().await?) } else { Some(Ok(())) }
    }

    /// Opens the files as data whose texts are chosen among its fields.
    pub fn open_as_fields(self) {
        opening::open_unconverted(self.app, self.foreign.get_value());
    }

    async fn convert(self) -> Option<Result<(), Message>> {
        let mut arguments = self.arguments("convert", "--from")?;
        arguments.extend(["--to".to_owned(), THRESH.to_owned(), format!("{OUT}/{DATA}")]);
        let answer = match self.commands.run(arguments).await? {
            Ok(answer) => answer,
            Err(message) => return Some(Err(message)),
        };
        let Some(text) = answer.text(DATA) else {
            return Some(Err(refusal(&answer)));
        };
        self.converted.try_set(Some(ConvertedData::new(text, &answer.json)));
        Some(Ok(()))
    }

    /// The arguments of a command about the files, by the chosen format and unit.
    fn arguments(self, command: &str, format_option: &str) -> Option<Vec<String>> {
        let mut arguments = vec![command.to_owned()];
        if let Some(format) = self.format.try_get_untracked()? {
            arguments.extend([format_option.to_owned(), format]);
        }
        if let Some(unit) = self.offsets.try_get_untracked()? {
            arguments.extend(["--offsets".to_owned(), unit]);
        }
        arguments.push(self.path.try_get_value()?);
        Some(arguments)
    }

    /// The templates that there are for the files, the best one first.
    #[must_use]
    pub fn template_choices(self) -> Vec<TemplateChoice> {
        let has_gallery = self
            .overview
            .with(|overview| overview.as_ref().is_some_and(|overview| overview.template.is_some()));
        let is_given = self.foreign.with_value(|foreign| foreign.template.is_some());
        let choices = [
            is_given.then_some(TemplateChoice::Given),
            has_gallery.then_some(TemplateChoice::Gallery),
            Some(TemplateChoice::Made),
        ];
        choices.into_iter().flatten().collect()
    }

    fn propose_template(self, overview: &FileOverview) -> Option<()> {
        let is_given = self.foreign.try_with_value(|foreign| foreign.template.is_some())?;
        let proposed = match (is_given, &overview.template) {
            (true, _) => TemplateChoice::Given,
            (false, Some(_)) => TemplateChoice::Gallery,
            (false, None) => TemplateChoice::Made,
        };
        self.template.try_update(|template| *template = Some(template.unwrap_or(proposed)))
    }

    /// The label of the template at hand.
    #[must_use]
    pub fn given_label(self) -> String {
        let label = |foreign: &ForeignFiles| {
            foreign.template.as_ref().map(|loaded| loaded.template.label.clone())
        };
        self.foreign.with_value(label).unwrap_or_default()
    }

    /// Opens the converted data with the chosen template.
    pub fn open(self) {
        let Some(converted) = self.converted.get_untracked() else { return };
        let name = self.foreign.with_value(|foreign| converted_name(&foreign.files));
        let data = NamedData { name, text: converted.text.into() };
        match self.template.get_untracked() {
            Some(TemplateChoice::Given) => {
                if let Some(template) = self.foreign.with_value(|foreign| foreign.template.clone())
                {
                    opening::open_converted(self.app, template, data);
                }
            }
            Some(TemplateChoice::Gallery) => {
                let name = self.overview.with_untracked(|overview| {
                    overview.as_ref().and_then(|overview| overview.template.clone())
                });
                opening::open_with_shipped(self.app, &name.unwrap_or_default(), data);
            }
            Some(TemplateChoice::Made) | None => self.open_with_made(data),
        }
    }

    /// Opens the data with a template made from its categories.
    fn open_with_made(self, data: NamedData) {
        spawn_local(async move {
            match self.made_template(&data).await {
                Some(Ok(yaml)) => opening::open_with_text(self.app, yaml, data),
                Some(Err(message)) => {
                    self.failure.try_set(Some(message));
                }
                None => {}
            }
        });
    }

    async fn made_template(self, data: &NamedData) -> Option<Result<String, Message>> {
        let name = data.name.rsplit_once('.').map_or(data.name.as_str(), |(stem, _)| stem);
        let format = self.overview.try_with_untracked(|found| found.as_ref()?.format.clone())?;
        let mut arguments = vec!["new".to_owned(), name.to_owned()];
        arguments.extend(["--from-data".to_owned(), self.path.try_get_value()?]);
        arguments.extend(format.into_iter().flat_map(|format| ["--format".to_owned(), format]));
        arguments.extend(["--output".to_owned(), format!("{OUT}/{TEMPLATE}")]);
        Some(match self.commands.run(arguments).await? {
            Ok(answer) => answer.text(TEMPLATE).ok_or_else(|| refusal(&answer)),
            Err(message) => Err(message),
        })
    }
}

/// Returns `true` if the command line recognises files as those of a format of others. Without the command line, none is
/// recognised.
pub(super) async fn is_recognised(files: Vec<NamedData>) -> bool {
    let (path, files) = at_path(&files);
    let files: Vec<(String, String)> =
        files.into_iter().map(|file| (file.name, file.text.to_string())).collect();
    let Ok(worker) = CommandWorker::start().await else { return false };
    if worker.keep(&files).await.is_err() {
        return false;
    }
    let arguments = ["--json", "detect", &path].map(str::to_owned);
    let Ok(outcome) = worker.run(&arguments, |_| {}).await else { return false };
    let json = serde_json::from_str(&outcome.output).ok();
    // JSON that fits nothing else is read as Thresh's, which the app does itself.
    let is_foreign = |overview: FileOverview| overview.candidates.iter().any(|name| name != THRESH);
    json.as_ref().and_then(detected).is_some_and(is_foreign)
}

/// The reason of the command line, or that it gave none.
fn refusal(answer: &CommandAnswer) -> Message {
    answer.failure().map_or_else(|| TextId::CommandsStopped.into(), Message::from)
}

/// The path by which commands name the files, and the files with their paths: those of several are in a folder.
fn at_path(files: &[NamedData]) -> (String, Vec<NamedData>) {
    let mut files = with_paths(files);
    if let [only] = files.as_slice() {
        return (only.name.clone(), files);
    }
    for file in &mut files {
        file.name = format!("{FOLDER}/{}", file.name);
    }
    (FOLDER.to_owned(), files)
}

/// The name of the converted data: that of its first file, as JSON.
fn converted_name(files: &[NamedData]) -> String {
    let first = files.first().map_or("", |file| file.name.as_str());
    let stem = first.rsplit_once('.').map_or(first, |(stem, _)| stem);
    format!("{stem}.json")
}
