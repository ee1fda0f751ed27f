//! Files that a person chose or dropped.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::{refused, start, with_data};
use crate::app::adjudication::request::{AdjudicationRequest, AnnotatorData, NamedData};
use crate::app::context::{App, DataAwaitingTemplate, Page};
use crate::app::conversion::{
    ForeignFiles, ForeignSource, OpenedWith, Recognise, RecognisedSources, recognise,
};
use crate::app::failure::Failure;
use crate::app::fetching::{compile_template, decode, unknown_file_kind};
use crate::app::lazy::lazily_loaded;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::notices::NoticeLevel;
use crate::app::opening::cancellation::unless_cancelled;
use crate::app::opening::data_file::DataFile;
use crate::app::opening::open_data::open_data;
use crate::app::opening::reading::split_quietly;
use crate::app::page_address::{parameters_for_files, step_beside_work};
use crate::app::tokens::{chosen_tokenizer, is_tokenizer};
use spanwise_annotation::format::field_mapping::has_text;
use spanwise_annotation::format::{DatasetReader, FileKind, kind};
use spanwise_browser::files::{self, FileError};
use spanwise_browser::folders::{ChosenFile, ChosenItem};
use spanwise_browser::timing;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{TextId, say};
use spanwise_json::{Member, Object};

thread_local! {
    /// Files that wait until those chosen before them are open, which decide what they are opened with.
    static WAITING: RefCell<VecDeque<Vec<ChosenItem>>> = RefCell::default();
    /// `true` while files are being opened.
    static IS_OPENING: Cell<bool> = const { Cell::new(false) };
}

/// Opens files and folders that a person chose or dropped: a template, data, or both. Those chosen meanwhile are opened after
/// them.
pub fn open_files(app: App, chosen: Vec<ChosenItem>) {
    if chosen.is_empty() {
        return;
    }
    WAITING.with_borrow_mut(|waiting| waiting.push_back(chosen));
    if IS_OPENING.replace(true) {
        return;
    }
    spawn_local(async move {
        while let Some(chosen) = WAITING.with_borrow_mut(VecDeque::pop_front) {
            open_next(app, chosen).await;
        }
        IS_OPENING.set(false);
    });
}

async fn open_next(app: App, chosen: Vec<ChosenItem>) {
    if is_upload_disabled(app) {
        app.tell(NoticeLevel::Warning, TextId::NoticeUploadDisabled, None);
        return;
    }
    timing::start("import");
    match unless_cancelled(take_files(app, chosen)).await {
        Some(Ok(Some(page))) => app.show_and_wait(page).await,
        Some(Ok(None)) => {}
        Some(Err(failure)) => {
            let page = refused(app, failure);
            if let Page::Failure(failure) = page {
                app.tell(NoticeLevel::Error, in_a_notice(app, &failure), None);
            } else {
                app.show_and_wait(page).await;
            }
        }
        None => WAITING.with_borrow_mut(VecDeque::clear),
    }
    timing::end_after_paint("import");
}

fn is_upload_disabled(app: App) -> bool {
    app.page.with_untracked(|page| match page {
        Page::Annotate(session) => session.template().settings.disable.upload,
        Page::Template(loaded_template) | Page::Training(loaded_template) => {
            loaded_template.template.settings.disable.upload
        }
        // Missing data can always be added.
        Page::Adjudicate(request) => {
            request.loaded_template.template.settings.disable.upload && !request.is_waiting()
        }
        Page::Opening
        | Page::Hub
        | Page::FieldMapping(_)
        | Page::Conversion(_)
        | Page::Figures(_)
        | Page::Model(_)
        | Page::Build(_)
        | Page::Embed
        | Page::EmbeddedData(_)
        | Page::Failure(_) => false,
    })
}

/// Formats a failure as one notice; the page stays open.
fn in_a_notice(app: App, failure: &Failure) -> String {
    let mut text = format!("{}: {}", failure.what, app.say(&failure.message));
    let mut listed: Vec<&Diagnostic> = failure.diagnostics.iter().collect();
    // Errors first: they prevent the file from being opened.
    listed.sort_by_key(|d| std::cmp::Reverse(d.severity));
    for diagnostic in listed.into_iter().take(5) {
        text.push('\n');
        text.push_str(&app.say(&diagnostic.sentence()));
    }
    text
}

/// The files that were chosen, those of folders with their paths.
async fn files_of(chosen: Vec<ChosenItem>) -> Result<Vec<ChosenFile>, Failure> {
    let mut files = Vec::new();
    for item in chosen {
        let name = item.name();
        let found = item.files().await;
        let found = found.map_err(|error| file_failure(&name, FileError::Unreadable(error)))?;
        if found.is_empty() {
            return Err(unknown_file_kind(name));
        }
        files.extend(found);
    }
    Ok(files)
}

async fn take_files(app: App, chosen: Vec<ChosenItem>) -> Result<Option<Page>, Failure> {
    let mut template = None;
    let mut data = Vec::new();
    let chosen = files_of(chosen).await?;
    let is_alone = chosen.len() == 1;
    for ChosenFile { path: name, file } in chosen {
        let opened = files::read(file).await.map_err(|error| file_failure(&name, error))?;
        let text = match opened.bytes.is_empty() && !is_alone {
            // Among the files of a format of others, one may hold nothing.
            true => String::new(),
            false => decode(&name, opened.bytes)?,
        };
        match kind(&name, &text) {
            FileKind::Json if is_tokenizer(&text) => match chosen_tokenizer().await {
                Ok(take_tokenizer) => take_tokenizer(app, name, text),
                Err(_) => return Err(Failure::new(name, TextId::FailurePart)),
            },
            FileKind::Template => template = Some(compile_template(&text, name).await),
            FileKind::Json | FileKind::Table(_) | FileKind::Other => {
                data.push(DataAwaitingTemplate { name, text });
            }
        }
    }
    if data.is_empty() {
        data = match template {
            Some(_) => app.data_awaiting_template.try_update(std::mem::take).unwrap_or_default(),
            None => return Ok(None),
        };
    }
    let template = match (template, data.first()) {
        (None, _) => None,
        (Some(Ok(template)), _) => Some(template),
        (Some(Err(failure)), None) => return Err(failure),
        (Some(Err(failure)), Some(data)) => {
            return Err(with_data(failure, &data.name, data.text.clone()).await);
        }
    };
    open_found(app, template, data).await.map(Some)
}

/// Opens data with a template that was chosen with it, or with what the page has.
async fn open_found(
    app: App,
    chosen: Option<LoadedTemplate>,
    mut data: Vec<DataAwaitingTemplate>,
) -> Result<Page, Failure> {
    let is_bundle = |data: &DataAwaitingTemplate| data.text.contains("\"_thresh_template\"");
    if chosen.is_none()
        && let Some(at) = data.iter().position(is_bundle)
    {
        let bundle = data.remove(at);
        let page = open_data(app, None, DataFile::chosen(bundle.name, bundle.text)).await?;
        return Ok(with_others(page, data.into_iter().map(named).collect()));
    }
    let page = app.page.get_untracked();
    let is_converting = matches!(page, Page::Conversion(_));
    if let Page::Conversion(foreign) = &page {
        data = beside_those_there(&foreign.files, data);
    }
    if let Page::Figures(request) = &page {
        let mut request = request.clone();
        data.into_iter().map(named).for_each(|data| request.add(data));
        if let Some(template) = chosen {
            request.template = Some(template.template_text());
        }
        return Ok(Page::Figures(request));
    }
    let with = chosen.map_or_else(|| with_page(page), OpenedWith::Template);
    let may_need_conversion =
        |data: &DataAwaitingTemplate| may_be_foreign(data) || may_count_unsaid_code_points(data);
    if is_converting || data.iter().any(may_need_conversion) {
        let files: Vec<NamedData> = data.iter().cloned().map(named).collect();
        // JSON that fits nothing but Thresh's format is read by the app itself.
        let is_converted =
            |source: &ForeignSource| is_converting || source.found.needs_conversion();
        if let Some(sources) = in_known_formats(app, files.clone()).await
            && sources.iter().any(is_converted)
        {
            if !is_converting {
                step_beside_work();
            }
            return Ok(Page::Conversion(ForeignFiles { files, sources, with }));
        }
    }
    if let Some(empty) = data.iter().find(|data| data.text.is_empty()) {
        // Fails, with the words for an empty file.
        decode(&empty.name, Vec::new())?;
    }
    let is_no_data = |data: &&DataAwaitingTemplate| kind(&data.name, &data.text) == FileKind::Other;
    // Those chosen last stand last.
    if let Some(data) = data.iter().rev().find(is_no_data) {
        return Err(unknown_file_kind(data.name.as_str()));
    }
    open_with(app, with, data).await
}

/// Files that are being converted, with those chosen since. One that is there already stays the only one.
fn beside_those_there(
    there: &[NamedData],
    chosen: Vec<DataAwaitingTemplate>,
) -> Vec<DataAwaitingTemplate> {
    let chosen = chosen.into_iter().map(named).filter(|file| !there.contains(file));
    there.iter().cloned().chain(chosen).map(awaiting_template).collect()
}

/// Shows what the data that waits for its template holds, to be opened with a template made of its categories.
pub fn make_template_for_data(app: App) {
    let data = app.data_awaiting_template.try_update(std::mem::take).unwrap_or_default();
    show_conversion(app, data.into_iter().map(named).collect(), OpenedWith::AnyTemplate);
}

/// Shows the page on which files are converted anew, without that at a position.
pub(in crate::app) fn without_file(app: App, foreign: ForeignFiles, at: usize) {
    let ForeignFiles { mut files, with, .. } = foreign;
    if at < files.len() {
        files.remove(at);
    }
    show_conversion(app, files, with);
}

/// Shows the page on which files are converted.
fn show_conversion(app: App, files: Vec<NamedData>, with: OpenedWith) {
    let names = files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(", ");
    start(
        app,
        names.clone(),
        Box::pin(async move {
            let sources = in_known_formats(app, files.clone()).await;
            let sources = sources.ok_or_else(|| unknown_file_kind(names))?;
            Ok(Page::Conversion(ForeignFiles { files, sources, with }))
        }),
    );
}

lazily_loaded!(research, recognition, Recognise, |app, files| Box::pin(recognise(app, files)));

/// What files in formats of others were recognised as.
async fn in_known_formats(app: App, files: Vec<NamedData>) -> RecognisedSources {
    recognition().await.ok()?(app, files).await
}

/// Opens files as data in Thresh's format, or whose texts are chosen among its fields.
pub(super) async fn open_data_files(
    app: App,
    with: OpenedWith,
    files: Vec<NamedData>,
) -> Result<Page, Failure> {
    open_with(app, with, files.into_iter().map(awaiting_template).collect()).await
}

/// Members of an item in Thresh's format that are lists or objects, beside edits.
const LISTS: [&str; 6] = ["source", "target", "texts", "messages", "metadata", "mentions"];

/// Returns `true` unless a file is in Thresh's format: a table may be in a format of others, and JSON whose first item has
/// no text, or has lists or objects instead of edits.
fn may_be_foreign(data: &DataAwaitingTemplate) -> bool {
    // Formats with a member named like a text of Thresh's have one of these, too.
    let is_thresh = |first: &str| {
        let is_list = |member: &Member| {
            let is_own = member.name.starts_with('_') || LISTS.contains(&&*member.name);
            !is_own && member.value.starts_with(['[', '{'])
        };
        let is_other = |object: Object| {
            ["spans", "body"].into_iter().any(|name| object.get(name).is_some())
                || object.get("edits").is_none() && object.members().iter().any(is_list)
        };
        has_text(first) && !Object::parse(first).is_some_and(is_other)
    };
    match kind(&data.name, &data.text) {
        FileKind::Json => {
            DatasetReader::new(data.text.clone()).first().is_none_or(|first| !is_thresh(first))
        }
        FileKind::Table(_) | FileKind::Other => true,
        FileKind::Template => false,
    }
}

/// Returns `true` if offsets may count code points although nothing says so: there are spans, and a character that is one
/// code point but two UTF-16 units, as such or escaped.
fn may_count_unsaid_code_points(data: &DataAwaitingTemplate) -> bool {
    const FOUR_BYTES: u8 = 0xF0;
    let text = &data.text;
    kind(&data.name, text) == FileKind::Json
        && text.contains("_idx\"")
        && (text.bytes().any(|byte| byte >= FOUR_BYTES)
            || text.contains("\\ud")
            || text.contains("\\uD"))
}

/// The template of the page, or the files of other annotators, which further ones join.
fn with_page(page: Page) -> OpenedWith {
    match page {
        Page::Adjudicate(request) if request.is_waiting() => OpenedWith::OtherAnnotators(request),
        Page::Adjudicate(request) => OpenedWith::OtherAnnotators(request.with_further()),
        Page::Template(loaded_template) | Page::Training(loaded_template) => {
            OpenedWith::Template(loaded_template)
        }
        Page::FieldMapping(unmapped) => OpenedWith::Template(unmapped.loaded_template),
        Page::Conversion(foreign) => foreign.with,
        Page::Annotate(session) => OpenedWith::Template(session.loaded_template()),
        Page::Opening
        | Page::Hub
        | Page::Figures(_)
        | Page::Model(_)
        | Page::Build(_)
        | Page::Embed
        | Page::EmbeddedData(_)
        | Page::Failure(_) => OpenedWith::AnyTemplate,
    }
}

/// Opens data; without a template, it waits for the template, which may be opened next.
async fn open_with(
    app: App,
    with: OpenedWith,
    data: Vec<DataAwaitingTemplate>,
) -> Result<Page, Failure> {
    match with {
        OpenedWith::OtherAnnotators(request) => {
            // A file that cannot be read must not replace the open works.
            for data in data.iter().filter(|data| kind(&data.name, &data.text) == FileKind::Json) {
                split_quietly(&data.name, data.text.clone()).await?;
            }
            let files = data.into_iter().map(named).collect();
            Ok(with_others(Page::Adjudicate(request), files))
        }
        OpenedWith::Template(template) => with_template(app, template, data).await,
        OpenedWith::AnyTemplate => {
            app.data_awaiting_template.set(data);
            Ok(Page::Hub)
        }
    }
}

/// Opens a template with the data of one annotator, or of several for adjudication: also with a template for one, if there
/// are several files.
async fn with_template(
    app: App,
    template: LoadedTemplate,
    mut data: Vec<DataAwaitingTemplate>,
) -> Result<Page, Failure> {
    if data.len() > 1 || template.is_for_adjudication() && !data.is_empty() {
        return for_adjudication(template, data.into_iter().map(named).collect());
    }
    match data.pop() {
        Some(data) => open_data(app, Some(template), DataFile::chosen(data.name, data.text)).await,
        None => template.without_errors(|| None).map(Page::Template),
    }
}

/// Opens files for adjudication.
pub(super) fn for_adjudication(
    template: LoadedTemplate,
    files: Vec<NamedData>,
) -> Result<Page, Failure> {
    let template = template.without_errors(|| None)?;
    let (query, parameters) = parameters_for_files();
    let request = AdjudicationRequest::new(template, Vec::new(), Some(query));
    let mut request = AdjudicationRequest { parameters, ..request };
    request.add(files.into_iter().map(AnnotatorData::File));
    Ok(Page::Adjudicate(request))
}

/// Adds the files of further annotators to an adjudication page.
pub(super) fn with_others(mut page: Page, files: Vec<NamedData>) -> Page {
    if let Page::Adjudicate(request) = &mut page {
        request.add(files.into_iter().map(AnnotatorData::File));
    }
    page
}

fn named(data: DataAwaitingTemplate) -> NamedData {
    NamedData { name: data.name, text: data.text.into() }
}

fn awaiting_template(file: NamedData) -> DataAwaitingTemplate {
    DataAwaitingTemplate { name: file.name, text: file.text.to_string() }
}

/// Reads a file of text.
pub(in crate::app) async fn read_text(file: File) -> Result<NamedData, Failure> {
    let name = file.name();
    let opened = files::read(file).await.map_err(|error| file_failure(&name, error))?;
    let text = decode(&name, opened.bytes)?.into();
    Ok(NamedData { name, text })
}

/// The failure to read a file.
fn file_failure(name: &str, error: FileError) -> Failure {
    match error {
        FileError::TooLarge => Failure::new(name, TextId::FailureTooLarge),
        FileError::Unreadable(why) => {
            Failure::new(name, say!(FailureUnreadable, why = why.to_string()))
        }
    }
}
