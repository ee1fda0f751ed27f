//! Figures of the files of annotators, computed by the command line: everything that `spanwise report` says.
//!
//! The page and this module, but for `request`, are loaded lazily.

mod answer;
mod confused_spans;
mod options;
mod rehearsal;
mod report_command;
pub(super) mod request;

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

pub use self::answer::{Fact, FigureNames, FigureReport, FigureTable, Numbered, ReportPlot};
pub use self::confused_spans::{ConfusedPair, ConfusionCell, ListedSpans, QuotedSpan};
pub use self::options::{
    DataNames, FigureOption, OPTIONS, OfferedNames, OptionControl, OptionSubject, in_page_words,
};
pub use self::rehearsal::rehearse;
use self::report_command::{ComputedReport, ReportCommand};
pub use self::request::{FigureOptions, FiguresRequest};
use super::adjudication::request::NamedData;
use super::commands::{Commands, OUT, with_paths};
use super::context::{App, Page, Session};
use super::failure::Failure;
use super::file_writer::{ExportFormat, written};
use super::notices::NoticeLevel;
use super::open_work::TemplateText;
use super::opening::read_text;
use super::page_address::last_segment;
use spanwise_browser::{blobs, location, timing};
use spanwise_i18n::{Message, TextId};
use spanwise_links::Route;

/// The name under which the files of the page are kept on the device.
const KEPT: &str = "figures";

/// The name under which the options are kept on the device.
const KEPT_OPTIONS: &str = "figure-options";

/// The name of the report.
const REPORT: &str = "report.html";

/// The name of the file of soft labels.
const SOFT_LABELS: &str = "soft-labels.jsonl";

/// All measures but γ and competence.
const QUICK: &str = "counts,pearson,f1,schemes,soft,s-empty,confusion,alpha,two-agree,kappa";

/// The name of a template that is no file by itself.
const TEMPLATE: &str = "template.yml";

/// The paths of the files that commands read.
#[derive(Debug, Clone)]
struct FilePaths {
    /// Of the annotators' files.
    data: Vec<String>,
    /// Of their template, if it is at hand.
    template: Option<String>,
    /// Of the files of options, by the names of the options.
    of_options: BTreeMap<String, String>,
}

/// Figures of files. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    app: App,
    request: StoredValue<FiguresRequest>,
    paths: StoredValue<FilePaths>,
    /// Runs the command.
    pub commands: Commands,
    /// Runs the commands that look at what is shown, also while γ is computed.
    pub details: Commands,
    /// The options, which the person may be changing.
    pub options: RwSignal<FigureOptions>,
    /// The names that the data has, once it was read.
    pub names: RwSignal<DataNames>,
    /// The figures, once they are computed.
    pub report: RwSignal<Option<FigureReport>>,
    /// `true` if they are shown without γ, which is asked for.
    lacks_gamma: RwSignal<bool>,
    /// The reason why there are none.
    pub failure: RwSignal<Option<Message>>,
    /// The spans of the cell that was chosen.
    pub spans: RwSignal<Option<ListedSpans>>,
}

impl Figures {
    /// Begins to compute figures, and keeps the files on the device.
    #[must_use]
    pub fn begin(app: App, request: FiguresRequest) -> Self {
        let (files, paths) = request.for_commands();
        let commands = Commands::on(&files);
        let figures = Figures {
            app,
            paths: StoredValue::new(paths),
            commands,
            details: commands.beside(),
            options: RwSignal::new(request.options.clone()),
            request: StoredValue::new(request),
            names: RwSignal::new(DataNames::default()),
            report: RwSignal::new(None),
            lacks_gamma: RwSignal::new(false),
            failure: RwSignal::new(None),
            spans: RwSignal::new(None),
        };
        // A file that joins these is read by the options as they are then.
        Effect::new(move || {
            let options = figures.options.get();
            app.page.update_untracked(|page| {
                if let Page::Figures(request) = page {
                    request.options = options;
                }
            });
        });
        figures.keep_files();
        figures.compute();
        figures
    }

    fn keep_files(self) {
        let kept = self.request.with_value(FiguresRequest::to_kept);
        spawn_local(async move {
            if let Some((described, texts)) = kept {
                // First come the workers that compute the figures.
                timing::pause().await;
                let texts = texts.iter().map(|text| &**text);
                let all: Vec<&str> = std::iter::once(described.as_str()).chain(texts).collect();
                // Without a durable store the files have to be opened again.
                let _ = blobs::put_all(KEPT, &all).await;
            }
        });
    }

    /// Computes the figures by the options as they are now.
    pub fn compute(self) {
        let options = self.options.get_untracked();
        let kept = serde_json::to_string(&options);
        let has_other_files = self.request.with_value(|of| of.options.files != options.files);
        self.request.update_value(|request| request.options = options);
        if has_other_files {
            self.give_files();
            self.keep_files();
        }
        let report = self.report_command();
        self.failure.set(None);
        self.lacks_gamma.set(false);
        self.forget_spans();
        spawn_local(async move {
            if let Ok(kept) = kept {
                // Without a durable store they are the usual ones again.
                let _ = blobs::put(KEPT_OPTIONS, &kept).await;
            }
        });
        spawn_local(async move {
            let Some(report) = report else { return };
            let show_without_gamma = move |answer| {
                self.lacks_gamma.try_set(true);
                self.show(Ok(answer));
            };
            let Some(answer) = report.run(self.commands, show_without_gamma).await else {
                return;
            };
            self.lacks_gamma.try_set(false);
            self.show(answer);
        });
    }

    /// Gives the commands the files as they are now.
    fn give_files(self) {
        let (files, paths) = self.request.with_value(FiguresRequest::for_commands);
        self.paths.set_value(paths);
        self.commands.add(files.clone());
        self.details.add(files);
    }

    /// Sets an option to a file that a person chose.
    ///
    /// # Errors
    /// If it cannot be read, or is no text.
    pub async fn set_file(self, option: &FigureOption, file: File) -> Result<(), Failure> {
        let file = read_text(file).await?;
        self.options.try_update(|options| options.set_file(option, file));
        Ok(())
    }

    fn show(self, answer: Result<ComputedReport, Message>) {
        if let Ok(answer) = &answer
            && answer.answer.names != DataNames::default()
        {
            self.names.try_set(answer.answer.names.clone());
        }
        let read = |before: &Option<FigureReport>| {
            answer.and_then(|answer| FigureReport::of(answer, before.as_ref()))
        };
        let Some(report) = self.report.try_with_untracked(read) else { return };
        match report {
            Ok(report) => {
                self.report.try_set(Some(report));
            }
            Err(message) => {
                // Figures by other options are not to be taken for these.
                self.report.try_set(None);
                self.failure.try_set(Some(message));
            }
        }
    }

    /// Returns `true` if there are no figures, or none of γ, because computing them was cancelled. Tracks it.
    #[must_use]
    pub fn has_been_cancelled(self) -> bool {
        let lacks_some = self.report.with(Option::is_none) || self.lacks_gamma.get();
        self.commands.is_cancelled.get() && lacks_some
    }

    /// The command; `None` without files.
    fn report_command(self) -> Option<ReportCommand> {
        let has_gamma = self.request.with_value(|request| request.options.gamma);
        let without_gamma = if has_gamma { Some(self.arguments(false)?) } else { None };
        Some(ReportCommand { arguments: self.arguments(has_gamma)?, without_gamma })
    }

    /// The arguments of the command, with γ or without; `None` without files.
    fn arguments(self, has_gamma: bool) -> Option<Vec<String>> {
        let options = self.request.with_value(|request| request.options.clone());
        let mut arguments = self.with_files("report")?;
        self.paths.with_value(|paths| {
            arguments.extend(options.arguments(&paths.of_options, |_| true));
        });
        let measures = match (has_gamma, options.competence) {
            // All but competence.
            (true, false) => String::new(),
            (true, true) => format!("{QUICK},gamma,competence"),
            (false, true) => format!("{QUICK},competence"),
            (false, false) => QUICK.to_owned(),
        };
        option(&mut arguments, "--measures", &measures);
        Some(arguments)
    }

    /// A command with the files, and the options by which their edits are chosen and compared; `None` without files.
    fn selection(self, command: &str) -> Option<Vec<String>> {
        let mut arguments = self.with_files(command)?;
        let options = self.request.with_value(|request| request.options.clone());
        let is_of_all = |name: &str| !options::OF_REPORTS.contains(&name);
        self.paths.with_value(|paths| {
            arguments.extend(options.arguments(&paths.of_options, is_of_all));
        });
        Some(arguments)
    }

    /// A command with the files and their template; `None` without files.
    fn with_files(self, command: &str) -> Option<Vec<String>> {
        let FilePaths { data, template, .. } = self.paths.get_value();
        let has_reference = self.request.with_value(|request| request.options.has_reference);
        let (first, others) = data.split_first()?;
        let mut arguments = vec![command.to_owned()];
        if has_reference && !others.is_empty() {
            option(&mut arguments, "--reference", first);
            others.iter().for_each(|path| option(&mut arguments, "--hypothesis", path));
        } else {
            arguments.extend(data.iter().cloned());
        }
        option(&mut arguments, "--template", &template.unwrap_or_default());
        Some(arguments)
    }

    /// Shows the page without the file at a place.
    pub fn remove(self, at: usize) {
        let request = self.changed_request().without(at);
        let app = self.app;
        spawn_local(async move {
            if request.files.is_empty() {
                // What is not kept needs no removal.
                let _ = blobs::remove(KEPT).await;
            }
            app.show(Page::Figures(request));
        });
    }

    /// Saves the file at a place as it is read, which the command names: that of an open work is on no disk.
    pub fn save_file(self, at: usize) {
        if let Some(file) = self.request.with_value(|request| request.files.get(at).cloned()) {
            self.save(last_segment(&file.name), "application/octet-stream", file.text.as_bytes());
        }
    }

    /// Shows the page with the gold taken as right.
    pub fn add_gold(self) {
        self.app.show(Page::Figures(self.changed_request().with_gold()));
    }

    /// The request with the options as they are now.
    fn changed_request(self) -> FiguresRequest {
        let options = self.options.get_untracked();
        FiguresRequest { options, ..self.request.get_value() }
    }

    /// Saves the report as a file.
    pub fn save_report(self) {
        let parts = self.report.with_untracked(|report| report.as_ref().map(|r| r.parts.clone()));
        let Some(parts) = parts else { return };
        spawn_local(async move {
            match parts.file(self.details).await {
                Some(html) => self.save(REPORT, "text/html", html.as_bytes()),
                // The page is gone, and its worker with it.
                None if self.report.is_disposed() => {}
                None => self.app.tell(NoticeLevel::Error, TextId::CommandsStopped, None),
            }
        });
    }

    /// Saves the soft labels of all annotators, by their competence if that is computed.
    pub fn save_soft_labels(self) {
        let Some(mut arguments) = self.selection("agree") else { return };
        let has_competence = self.request.with_value(|request| request.options.competence);
        option(&mut arguments, "--measures", "counts");
        option(&mut arguments, "--resamples", "0");
        option(&mut arguments, "--soft-labels", &format!("{OUT}/{SOFT_LABELS}"));
        option(&mut arguments, "--soft-from", if has_competence { "competence" } else { "" });
        spawn_local(async move {
            let Some(answer) = self.details.run(arguments).await else { return };
            let labels =
                answer.and_then(|answer| answer.text(SOFT_LABELS).ok_or_else(|| answer.refusal()));
            match labels {
                Ok(labels) => self.save(SOFT_LABELS, "application/jsonl", labels.as_bytes()),
                Err(message) => self.tell(message),
            }
        });
    }

    /// Tells what the command line answers, with its options called as on the page.
    fn tell(self, message: Message) {
        let words = in_page_words(&self.app.say(&message), |id| self.app.text(id));
        self.app.tell(NoticeLevel::Error, Message::from(words), None);
    }

    /// Saves a file.
    pub fn save(self, name: &str, media_type: &str, content: &[u8]) {
        self.app.download(name, media_type, content);
    }
}

/// Adds an option, unless its value is empty.
fn option(arguments: &mut Vec<String>, name: &str, value: &str) {
    if !value.trim().is_empty() {
        arguments.extend([name.to_owned(), value.trim().to_owned()]);
    }
}

impl FiguresRequest {
    /// The files as commands read them, and their paths.
    fn for_commands(&self) -> (Vec<NamedData>, FilePaths) {
        let template = self.template.as_ref().map(template_file);
        let of_options = &self.options.files;
        let all = self.files.iter().chain(&template).chain(of_options.values()).cloned();
        let files = with_paths(&all.collect::<Vec<_>>());
        let mut paths = files.iter().map(|file| file.name.clone());
        let paths = FilePaths {
            data: paths.by_ref().take(self.files.len()).collect(),
            template: template.and_then(|_| paths.next()),
            of_options: of_options.keys().cloned().zip(paths).collect(),
        };
        (files, paths)
    }
}

/// A template as a file, called as where it is from if that is one.
fn template_file(template: &TemplateText) -> NamedData {
    let is_file = [".yml", ".yaml"].iter().any(|ending| template.origin.ends_with(ending));
    let name = if is_file { &template.origin } else { TEMPLATE };
    NamedData { name: name.to_owned(), text: template.text.clone() }
}

/// Shows the figures of a work, and of those beside it. Gold made of several annotators' work is set apart.
pub fn open_for(app: App, session: Session) {
    let sessions = match session.beside.get_value() {
        alone if alone.is_empty() => vec![session],
        all => all,
    };
    let file = |session: &Session| {
        let name = session.work.with_value(|work| work.meta.source.clone());
        let text = written(*session, ExportFormat::Annotations).text.into();
        NamedData { name, text }
    };
    let is_kept = |first: &&Session| sessions.len() > 1 && first.is_own_work();
    let work = sessions.first().filter(is_kept);
    let mut files: Vec<NamedData> = sessions.iter().map(file).collect();
    let has_gold = work.is_some() && files.len() > 2;
    let request = FiguresRequest {
        gold: has_gold.then(|| files.remove(0)),
        template: Some(session.work.with_value(|work| work.template.clone())),
        work: work.map(|first| first.work.with_value(|work| work.id.clone())),
        ..FiguresRequest::of(files)
    };
    location::push(&Route::Figures.to_string());
    app.show(Page::Figures(request));
}

/// Shows the figures of the files that are kept on this device, if there are any.
pub fn show_kept(app: App) {
    spawn_local(async move {
        let options = blobs::get(KEPT_OPTIONS).await.ok().flatten();
        let options = options.and_then(|json| serde_json::from_slice(&json).ok());
        let kept = blobs::get_all(KEPT).await.ok().flatten().unwrap_or_default();
        let kept: Option<Vec<String>> =
            kept.into_iter().map(|text| String::from_utf8(text).ok()).collect();
        let options = options.unwrap_or_default();
        let request = kept.and_then(|kept| FiguresRequest::from_kept(kept, options));
        if let Some(request) = request.filter(|request| !request.files.is_empty()) {
            app.show(Page::Figures(request));
        }
    });
}
