//! Reads files in formats of others: recognised by their content, converted by the command line, opened with a template.
//!
//! The page and this module, but for `foreign_files`, are loaded lazily.

mod answers;
mod decisions;
mod earlier;
mod faulty_files;
pub(super) mod foreign_files;
mod recognition;
mod running;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::answers::detected;
pub use self::answers::{
    ConvertedData, FileOverview, FormatChoice, ListedProblem, Loss, MatchedSpan, MatchedSpans,
    NamedCount,
};
pub(super) use self::answers::{formats_listed, list};
pub use self::decisions::{ListedSpan, SpanDecision, SpanDecisions};
pub(super) use self::decisions::{carried_over, decision_file};
use self::earlier::{chosen_again, earlier_sources, keep_when_left};
pub use self::faulty_files::FaultyFile;
pub(super) use self::foreign_files::OpenedWith;
pub use self::foreign_files::{ForeignFiles, ForeignSource};
use self::recognition::with_folder;
pub(super) use self::recognition::{Recognise, RecognisedSources, recognise};
pub(super) use self::running::{as_detected, convert, converted_name, make_template};
use self::running::{conversion, stem};
use super::adjudication::request::NamedData;
use super::commands::Commands;
use super::context::App;
use super::notices::NoticeLevel;
use super::opening::converted::{ConvertedTemplate, ConvertedUse, open_beside, open_converted};
use super::opening::open_unconverted;
use spanwise_browser::leaving;
use spanwise_i18n::{Message, say};

/// The format that the app opens.
const THRESH: &str = "thresh";

/// The folder of the files of decisions, for commands.
const DECIDED: &str = "decided";

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

/// Sources in which the same formats were recognised, and the format chosen for them.
#[derive(Debug, Clone)]
pub struct FormatGroup {
    /// The format chosen; `None` for the one that is recognised.
    pub format: Option<String>,
    /// The unit of offsets chosen; `None` for the one that is detected.
    pub offsets: Option<String>,
    /// The sources, with what they hold by these choices.
    pub sources: Vec<ForeignSource>,
    /// `true` if the choices changed since the sources were read.
    is_stale: bool,
}

impl FormatGroup {
    /// What the first source holds.
    #[must_use]
    pub fn found(&self) -> Option<&FileOverview> {
        self.sources.first().map(|source| &source.found)
    }

    /// The arguments of a command about one of the paths, by the choices.
    fn arguments(&self, command: &str, format_option: &str) -> Vec<String> {
        let mut arguments = vec![command.to_owned()];
        if let Some(format) = &self.format {
            arguments.extend([format_option.to_owned(), format.clone()]);
        }
        if let Some(unit) = &self.offsets {
            arguments.extend(["--offsets".to_owned(), unit.clone()]);
        }
        arguments
    }
}

/// A source that was converted.
#[derive(Debug, Clone)]
pub struct ConvertedSource {
    /// The name of its file, or of the first one.
    pub name: String,
    /// The converted data, with what the conversion said.
    pub data: Arc<ConvertedData>,
    /// The arguments by which it was converted, without the path.
    arguments: Vec<String>,
    path: String,
    /// `true` if the app reads its file the same without a conversion.
    is_readable: bool,
}

impl ConvertedSource {
    /// The path of a problem's file in the folder that was converted; `None` for a single file.
    #[must_use]
    pub fn path_in_folder<'p>(&self, problem: &'p ListedProblem) -> Option<&'p str> {
        problem.file.as_deref()?.strip_prefix(&self.path)?.strip_prefix('/')
    }
}

/// Files that are being converted. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct Conversion {
    app: App,
    foreign: StoredValue<ForeignFiles>,
    /// Runs the commands.
    pub commands: Commands,
    /// All formats.
    pub formats: RwSignal<Vec<FormatChoice>>,
    /// The files by what they were recognised as; empty until all can be shown.
    pub groups: RwSignal<Vec<FormatGroup>>,
    /// The converted data of all sources, once their formats are known.
    pub converted: RwSignal<Option<Vec<ConvertedSource>>>,
    /// What is decided about spans that were not found exactly.
    pub decisions: SpanDecisions,
    /// The reason why nothing can be read.
    pub failure: RwSignal<Option<Message>>,
    /// The template chosen.
    pub template: RwSignal<Option<TemplateChoice>>,
}

impl Conversion {
    /// Begins to read files.
    #[must_use]
    pub fn begin(app: App, foreign: ForeignFiles) -> Self {
        let conversion = Conversion {
            app,
            commands: Commands::on(&with_folder(&foreign.files)),
            foreign: StoredValue::new(foreign),
            formats: RwSignal::new(Vec::new()),
            groups: RwSignal::new(Vec::new()),
            converted: RwSignal::new(None),
            decisions: SpanDecisions::none(),
            failure: RwSignal::new(None),
            template: RwSignal::new(None),
        };
        let decisions = conversion.decisions;
        leaving::ask_before(move || decisions.would_be_lost());
        keep_when_left(conversion);
        conversion.read();
        conversion
    }

    /// Chooses the format of a group, and reads its files anew.
    pub fn choose_format(self, group: usize, format: Option<String>) {
        self.choose(group, |group| (group.format, group.offsets) = (format, None));
    }

    /// Chooses the unit of offsets of a group, and reads its files anew.
    pub fn choose_offsets(self, group: usize, offsets: Option<String>) {
        self.choose(group, |group| group.offsets = offsets);
    }

    fn choose(self, group: usize, choose: impl FnOnce(&mut FormatGroup)) {
        self.groups.update_untracked(|groups| {
            if let Some(group) = groups.get_mut(group) {
                choose(group);
                group.is_stale = true;
            }
        });
        self.read();
    }

    /// Reads the files, as far as they were not read by the chosen formats and units.
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
        let mut groups = self.groups.try_get_untracked()?;
        if groups.is_empty() {
            groups = self.foreign.try_with_value(|foreign| grouped(&foreign.sources))?;
            let decided = self.foreign.try_with_value(|foreign| {
                chosen_again(&mut groups, &foreign.files, earlier_sources(&foreign.files))
            })?;
            self.decisions.begin_with(decided);
        }
        for group in groups.iter_mut().filter(|group| group.is_stale) {
            if let Err(message) = self.detect(group).await? {
                return Some(Err(message));
            }
        }
        self.propose_template(&groups)?;
        self.groups.try_set(groups.clone());
        let mut sources = groups.iter().flat_map(|group| &group.sources);
        if sources.all(|source| source.found.format.is_some()) {
            return self.convert_all(&groups).await;
        }
        Some(Ok(()))
    }

    /// Finds out what the sources of a group hold by its choices.
    async fn detect(self, group: &mut FormatGroup) -> Option<Result<(), Message>> {
        let mut arguments = group.arguments("detect", "--format");
        arguments.extend(group.sources.iter().map(|source| source.path.clone()));
        let answer = match self.commands.run(arguments).await? {
            Ok(answer) => answer,
            Err(message) => return Some(Err(message)),
        };
        let found = detected(&answer.json);
        if found.len() != group.sources.len() {
            return Some(Err(answer.refusal()));
        }
        for (source, found) in group.sources.iter_mut().zip(found) {
            source.found = found;
        }
        group.is_stale = false;
        Some(Ok(()))
    }

    /// Returns `true` if the files are not read because that was cancelled. Tracks it.
    #[must_use]
    pub fn has_been_cancelled(self) -> bool {
        self.commands.is_cancelled.get() && self.converted.with(Option::is_none)
    }

    /// Opens the files as data whose texts are chosen among its fields.
    pub fn open_as_fields(self) {
        open_unconverted(self.app, self.foreign.get_value());
    }

    async fn convert_all(self, groups: &[FormatGroup]) -> Option<Result<(), Message>> {
        let mut converted = Vec::new();
        for group in groups {
            for source in &group.sources {
                let arguments = group.arguments("convert", "--from");
                let arguments_now = arguments.clone();
                let data = match conversion(self.commands, arguments_now, &source.path).await? {
                    Ok((None, answer)) if answer.failure().is_some() => {
                        return Some(Err(answer.refusal()));
                    }
                    Ok((text, answer)) => ConvertedData::new(text, &answer.json).await,
                    Err(message) => return Some(Err(message)),
                };
                let name = source.name.clone();
                let (path, data) = (source.path.clone(), Arc::new(data));
                let is_chosen = group.format.is_some() || group.offsets.is_some();
                let is_readable = !is_chosen && !source.found.needs_conversion();
                converted.push(ConvertedSource { name, data, arguments, path, is_readable });
            }
        }
        let spans = converted.iter().map(|source| source.data.spans.listed.clone()).collect();
        let lost = self.decisions.carry_over(spans)?;
        if lost > 0 {
            let message = say!(SpanDecisionsLost, n = lost.to_string());
            self.app.tell(NoticeLevel::Warning, message, None);
        }
        self.converted.try_set(Some(converted));
        Some(Ok(()))
    }

    /// The templates that there are for the files, the best one first.
    #[must_use]
    pub fn template_choices(self) -> Vec<TemplateChoice> {
        if self.is_for_other_annotators() {
            return vec![TemplateChoice::Given];
        }
        let is_given = self.foreign.with_value(|foreign| foreign.template().is_some());
        let choices = [
            is_given.then_some(TemplateChoice::Given),
            self.gallery_template().map(|_| TemplateChoice::Gallery),
            Some(TemplateChoice::Made),
        ];
        choices.into_iter().flatten().collect()
    }

    /// The name of the template of the gallery for the format of all files.
    #[must_use]
    pub fn gallery_template(self) -> Option<String> {
        self.groups.with(|groups| gallery_template(groups))
    }

    fn propose_template(self, groups: &[FormatGroup]) -> Option<()> {
        let is_given = self.foreign.try_with_value(|foreign| foreign.template().is_some())?;
        let gallery = gallery_template(groups);
        let proposed = match (is_given, &gallery) {
            (true, _) => TemplateChoice::Given,
            (false, Some(_)) => TemplateChoice::Gallery,
            (false, None) => TemplateChoice::Made,
        };
        self.template.try_update(|template| {
            let there_is =
                |chosen: &TemplateChoice| *chosen != TemplateChoice::Gallery || gallery.is_some();
            *template = Some(template.filter(there_is).unwrap_or(proposed));
        })
    }

    /// The label of the template at hand.
    #[must_use]
    pub fn given_label(self) -> String {
        let label =
            |foreign: &ForeignFiles| foreign.template().map(|loaded| loaded.template.label.clone());
        self.foreign.with_value(label).unwrap_or_default()
    }

    /// Returns `true` if the data is added to the files of other annotators.
    #[must_use]
    pub fn is_for_other_annotators(self) -> bool {
        self.foreign.with_value(|foreign| matches!(foreign.with, OpenedWith::OtherAnnotators(_)))
    }

    /// Returns `true` if the files are the work of several annotators.
    #[must_use]
    pub fn is_of_several_annotators(self) -> bool {
        self.groups.with(|groups| {
            let mut sources = groups.iter().flat_map(|group| &group.sources);
            let first = sources.next();
            sources.next().is_some() || first.is_some_and(|one| one.found.annotators.len() > 1)
        })
    }

    /// Opens the converted data, by what was decided about spans, with the chosen template.
    pub fn open(self, how: ConvertedUse) {
        spawn_local(async move {
            if let Some(Err(message)) = self.open_all(how).await {
                self.failure.try_set(Some(message));
            }
        });
    }

    async fn open_all(self, how: ConvertedUse) -> Option<Result<(), Message>> {
        let sources = self.converted.try_get_untracked()??;
        let mut data = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            let file = match self.readable_file(source)? {
                Some(file) => file,
                None => match self.decided_text(at, source).await? {
                    Ok(Some(text)) => {
                        NamedData { name: converted_name(&source.name), text: text.into() }
                    }
                    // Offers no way on.
                    Ok(None) => return None,
                    Err(message) => return Some(Err(message)),
                },
            };
            data.push((self.place(source)?, file));
        }
        // Groups are those of formats, but annotators stand in the order of their files.
        data.sort_by_key(|(place, _)| *place);
        let data: Vec<NamedData> = data.into_iter().map(|(_, file)| file).collect();
        let with = self.foreign.try_with_value(|foreign| foreign.with.clone())?;
        if let OpenedWith::OtherAnnotators(request) = with {
            open_beside(self.app, request, data);
            return Some(Ok(()));
        }
        let given = || self.foreign.try_with_value(|foreign| foreign.template().cloned()).flatten();
        let gallery =
            || self.groups.try_with_untracked(|groups| gallery_template(groups)).flatten();
        let template = match self.template.try_get_untracked()? {
            Some(TemplateChoice::Given) => given().map(ConvertedTemplate::Loaded),
            Some(TemplateChoice::Gallery) => gallery().map(ConvertedTemplate::Shipped),
            Some(TemplateChoice::Made) | None => None,
        };
        let template = match template {
            Some(template) => template,
            None => match make_template(self.commands, &data).await? {
                Ok(yaml) => ConvertedTemplate::Text(yaml),
                Err(message) => return Some(Err(message)),
            },
        };
        open_converted(self.app, template, data, how);
        Some(Ok(()))
    }

    /// The position of a source among those that were given.
    fn place(self, source: &ConvertedSource) -> Option<usize> {
        self.foreign.try_with_value(|foreign| {
            foreign.sources.iter().position(|given| given.path == source.path)
        })?
    }

    /// The file of a source, if the app reads it without a conversion: so that it is known if it is given again.
    fn readable_file(self, source: &ConvertedSource) -> Option<Option<NamedData>> {
        if !source.is_readable {
            return Some(None);
        }
        self.foreign.try_with_value(|foreign| {
            let with_paths = with_folder(&foreign.files);
            let at = with_paths.iter().position(|file| file.name == source.path)?;
            foreign.files.get(at).cloned()
        })
    }

    /// Saves the decisions about the spans of a source, as the command line takes them.
    pub fn save_decisions(self, at: usize, source: &ConvertedSource) {
        let Some(file) = self.decisions.file(at, &source.data.spans.listed) else { return };
        let name = format!("{}.decisions.json", stem(&source.name));
        self.app.download(&name, "application/json", file.as_bytes());
    }

    /// The converted data of a source by what was decided about its spans, if there is any.
    async fn decided_text(
        self,
        at: usize,
        source: &ConvertedSource,
    ) -> Option<Result<Option<String>, Message>> {
        let Some(decided) = self.decisions.file(at, &source.data.spans.listed) else {
            return Some(Ok(source.data.text.clone()));
        };
        let name = format!("{DECIDED}/{at}.json");
        self.commands.add(vec![NamedData { name: name.clone(), text: decided.into() }]);
        let mut arguments = source.arguments.clone();
        arguments.extend(["--matches-decided".to_owned(), name]);
        let converted = convert(self.commands, arguments, &source.path).await?;
        Some(converted.map(|(text, _)| Some(text)))
    }
}

/// The sources by the formats that were recognised in them.
fn grouped(sources: &[ForeignSource]) -> Vec<FormatGroup> {
    let mut groups: Vec<FormatGroup> = Vec::new();
    for source in sources {
        let is_alike = |group: &&mut FormatGroup| {
            group.found().is_some_and(|found| found.candidates == source.found.candidates)
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.sources.push(source.clone()),
            None => groups.push(FormatGroup {
                format: None,
                offsets: None,
                sources: vec![source.clone()],
                is_stale: false,
            }),
        }
    }
    groups
}

/// The template of the gallery that is the one for all files.
fn gallery_template(groups: &[FormatGroup]) -> Option<String> {
    let mut templates = groups.iter().map(|group| group.found()?.template.clone());
    let first = templates.next()??;
    templates.all(|other| other.as_ref() == Some(&first)).then_some(first)
}
