//! Recognises files by their content, before the page of their conversion is shown.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::{Set, WithUntracked};

use super::answers::{FileOverview, detected};
use super::foreign_files::ForeignSource;
use crate::app::adjudication::request::NamedData;
use crate::app::commands::with_paths;
use crate::app::context::{App, Page};
use crate::app::notices::NoticeAction;
use crate::app::opening;
use spanwise_browser::commands::{CommandProgress, CommandWorker, PathAndText};
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The folder of all files, for commands.
pub(super) const FOLDER: &str = "data";

/// What files in formats of others were recognised as; `None` if they are none.
pub(in crate::app) type RecognisedSources = Option<Arc<[ForeignSource]>>;

/// The function [`recognise`].
pub(in crate::app) type Recognise =
    fn(App, Vec<NamedData>) -> Pin<Box<dyn Future<Output = RecognisedSources>>>;

/// The time after which a notice says that files are being read, in milliseconds.
const NOTICE_AFTER_MS: i32 = 300;

/// A notice that files are being read, and can be left unread; shown after a while, until it is dropped.
struct ReadingNotice {
    app: App,
    /// `None` until it is shown.
    id: Rc<Cell<Option<u32>>>,
    is_over: Rc<Cell<bool>>,
}

impl ReadingNotice {
    fn begin(app: App) -> Self {
        let notice = ReadingNotice { app, id: Rc::default(), is_over: Rc::default() };
        let (id, is_over) = (notice.id.clone(), notice.is_over.clone());
        app.notices.percentage_done.set(0);
        timing::after(NOTICE_AFTER_MS, move || {
            // The page of an opening says it, too.
            let is_said = app.page.with_untracked(|page| matches!(page, Page::Opening));
            if !is_over.get() && !is_said {
                let cancel = NoticeAction {
                    label: TextId::ButtonsCancelLabel,
                    run: Arc::new(opening::cancel),
                };
                let reading = TextId::ConversionReading.into();
                id.set(Some(app.notices.add_work(reading, cancel)));
            }
        });
        notice
    }

    /// Tells the progress of a part of the work: the percentages of all that are done before it and after it.
    fn part(&self, before: f64, after: f64) -> impl Fn(CommandProgress) + 'static {
        let percentage = self.app.notices.percentage_done;
        move |told| percentage.set((before + told.share * (after - before)) as u32)
    }
}

impl Drop for ReadingNotice {
    fn drop(&mut self) {
        self.is_over.set(true);
        if let Some(id) = self.id.get() {
            self.app.dismiss(id);
        }
    }
}

/// The files with their paths for commands.
pub(super) fn with_folder(files: &[NamedData]) -> Vec<NamedData> {
    let mut files = with_paths(files);
    for file in &mut files {
        file.name = format!("{FOLDER}/{}", file.name);
    }
    files
}

/// What the command line recognises in files: several are either those of one folder, or each has a format of its own.
/// `None` without the command line, and if none of them has a format.
pub(in crate::app) async fn recognise(app: App, files: Vec<NamedData>) -> RecognisedSources {
    let notice = ReadingNotice::begin(app);
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let files = with_folder(&files);
    let worker = CommandWorker::start().await.ok()?;
    let texts: Vec<PathAndText> =
        files.iter().map(|file| (file.name.clone(), file.text.clone())).collect();
    worker.keep(&texts);
    drop(texts);
    let (folder, done) = match files.len() {
        0 | 1 => (None, 0.0),
        _ => {
            let told = notice.part(0.0, 50.0);
            (found_in(&worker, vec![FOLDER.to_owned()], told).await?.pop(), 50.0)
        }
    };
    let paths: Vec<String> = files.into_iter().map(|file| file.name).collect();
    let found = found_in(&worker, paths.clone(), notice.part(done, 100.0)).await?;
    // Files of several formats, each of which is read alone, are no folder.
    let is_one = |folder: &FileOverview| {
        folder.format.is_some() || found.iter().any(|alone| alone.format.is_none())
    };
    let folder = folder.filter(FileOverview::is_foreign).filter(is_one);
    let folder =
        folder.filter(|folder| !found.iter().any(|alone| is_of_another_format(alone, folder)));
    let as_folder = |folder: FileOverview| {
        let is_alike = |(_, alone): &(&String, &FileOverview)| alone.format == folder.format;
        let read_alone = paths.iter().zip(&found).filter(is_alike);
        let records = read_alone.map(|(path, alone)| (path.clone(), alone.records)).collect();
        let name = name_of_all(&names);
        Some([ForeignSource { path: FOLDER.to_owned(), name, found: folder, records }].into())
    };
    if let Some(found) = folder.as_ref().filter(|found| found.names_annotators()) {
        return as_folder(found.clone());
    }
    if let Some(folder) = folder.filter(|folder| !have_the_same_items(folder, &found)) {
        return as_folder(folder);
    }
    if found.len() != paths.len() || found.iter().all(FileOverview::is_unknown) {
        return None;
    }
    let source =
        |((path, name), found)| ForeignSource { path, name, found, records: Arc::default() };
    Some(paths.into_iter().zip(names).zip(found).map(source).collect())
}

/// The name of the folder that all files are in; else that of the first file.
fn name_of_all(names: &[String]) -> String {
    let folder = |name: &String| Some(name.split_once('/')?.0.to_owned());
    let first = names.first().and_then(folder);
    let shared =
        first.filter(|first| names.iter().all(|name| folder(name).as_ref() == Some(first)));
    shared.or_else(|| names.first().cloned()).unwrap_or_default()
}

/// Returns `true` if a file can be read alone, but not in the format of the folder, which would leave it out. JSON without
/// edits may look like Thresh's, and be a part of the folder.
fn is_of_another_format(alone: &FileOverview, folder: &FileOverview) -> bool {
    let is_of_folder = |format: &String| alone.candidates.contains(format);
    let is_annotated = alone.is_foreign() || alone.edits > 0;
    is_annotated && !folder.candidates.iter().any(is_of_folder)
}

/// Returns `true` if files of a folder, each of which can be read alone, share at least half of the items of the smallest:
/// they are the work of several annotators, whom nothing in them names.
fn have_the_same_items(folder: &FileOverview, alone: &[FileOverview]) -> bool {
    let are_alike =
        folder.format.is_some() && alone.iter().all(|found| found.format == folder.format);
    let smallest = alone.iter().map(|found| found.items).min().unwrap_or_default();
    let shared = alone.iter().map(|found| found.items).sum::<usize>().saturating_sub(folder.items);
    are_alike && smallest > 0 && 2 * shared >= smallest
}

/// What `detect` finds at paths.
async fn found_in(
    worker: &CommandWorker,
    paths: Vec<String>,
    told: impl Fn(CommandProgress) + 'static,
) -> Option<Vec<FileOverview>> {
    let command = ["--json", "--progress-lines", "detect"].map(str::to_owned);
    let arguments: Vec<String> = command.into_iter().chain(paths).collect();
    let outcome = worker.run(&arguments, &[], told).await.ok()?;
    Some(detected(&serde_json::from_str(&outcome.output).ok()?))
}
