//! Loads the annotators' files and opens them for adjudication.

use std::sync::Arc;

use leptos::prelude::{GetUntracked, Set};
use serde::Deserialize;

use super::Adjudication;
use crate::app::adjudication::editable_work::EditableWork;
use crate::app::adjudication::gold_start::{of_single_annotators, with_gold};
use crate::app::adjudication::request::{
    AdjudicationRequest, AnnotatorData, NamedData, others_name,
};
use crate::app::context::{App, Page, Session};
use crate::app::failure::Failure;
use crate::app::fetching::{fetch, fetch_json};
use crate::app::field_mapping::unmapped_data::AfterMapping;
use crate::app::field_mapping::{self, DetectedTexts, as_json, mapping_page};
use crate::app::needed_rules::load_needed_rules;
use crate::app::notices::NoticeLevel;
use crate::app::open_work::OpenWork;
use crate::app::opening::new_work::refuse_too_large;
use crate::app::opening::reading::read_quietly;
use crate::app::page_address::{TEMPLATE_INDEX, last_segment, shipped_file};
use crate::app::store::PageStore;
use spanwise_agreement::adjudication::{AnnotatorFile, Annotators};
use spanwise_annotation::format::field_mapping::has_text;
use spanwise_annotation::format::{Dataset, DatasetReader};
use spanwise_annotation::store::works::WorkMeta;
use spanwise_annotation::store::{Journal, WorkId};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::{location, timing};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{TextId, say};

/// Number of instances that are aligned before the page may paint.
const SLICE: usize = 200;

/// Outcome of loading the annotators' files.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum LoadedAdjudication {
    /// All works are open.
    Open(Adjudication),
    /// Some data is missing: the names of the files at hand, by annotator.
    Waiting(Vec<Option<String>>),
}

/// Loads the files and opens the works if all data is there. `None` if another page was shown meanwhile.
///
/// # Errors
/// If data cannot be loaded or read, or the annotators have no instance in common.
pub async fn load(
    app: App,
    mut request: AdjudicationRequest,
) -> Result<Option<LoadedAdjudication>, Failure> {
    let page = app.page_number.try_get_untracked();
    let is_shown = move || app.page_number.try_get_untracked() == page;
    let mut files: Vec<Option<NamedData>> = Vec::new();
    for (at, source) in request.sources.iter().enumerate() {
        files.push(match source {
            Some(source) => file(source, at).await?,
            None => None,
        });
    }
    let is_for_one = !request.loaded_template.is_for_adjudication();
    if request.opened.is_none() && (is_for_one || files.iter().flatten().count() < request.count())
    {
        let given: Vec<NamedData> = files.iter().flatten().cloned().collect();
        let mut single = of_single_annotators(given.clone()).await?;
        let is_split = single.len() > given.len();
        if is_for_one {
            let once = each_once(app, single.into_iter().map(Some).collect());
            (request, single) = with_gold(request, once.into_iter().flatten().collect()).await?;
        }
        // Files that stand in the place of an annotator stay there.
        if is_for_one || is_split {
            files = single.into_iter().map(Some).collect();
        }
    }
    let is_missing = |files: &[Option<NamedData>]| files.iter().flatten().count() < request.count();
    if request.takes_further || request.opened.is_some() && is_missing(&files) {
        files = with_others_divided(files).await?;
    }
    if request.takes_further {
        files = each_once(app, files);
    }
    let is_missing = is_missing(&files);
    let kept = match request.opened.as_ref().filter(|_| is_missing) {
        Some(work) => others(app, work).await,
        None => Vec::new(),
    };
    let others_kept = !kept.is_empty();
    // There are as many beside a work as were added to it.
    request.takes_further |= others_kept;
    for (at, file) in (1..).zip(kept) {
        match files.get_mut(at) {
            Some(place) => {
                place.get_or_insert(file);
            }
            None => files.push(Some(file)),
        }
    }
    let count = request.count_with(files.len());
    if files.len() > count {
        let given = files.len().to_string();
        app.tell(
            NoticeLevel::Warning,
            say!(AdjudicateTooManyFiles, n = count.to_string(), given),
            None,
        );
    }
    files.resize(count, None);
    if !is_shown() {
        return Ok(None);
    }
    // Nothing is fetched again if the page is shown again, as in another language.
    let sources = files.iter().map(|file| file.clone().map(AnnotatorData::File)).collect();
    let shown = AdjudicationRequest { sources, edit: None, ..request.clone() };
    app.page.set(Page::Adjudicate(shown));
    if files.iter().any(Option::is_none) {
        let names = files.into_iter().map(|file| file.map(|file| file.name)).collect();
        return Ok(Some(LoadedAdjudication::Waiting(names)));
    }
    let mut files: Vec<NamedData> = files.into_iter().flatten().collect();
    let given = AdjudicationRequest { sources: sources_of(&files), ..request.clone() };
    let mut problems = Vec::new();
    for (at, file) in files.iter_mut().enumerate() {
        match map_texts(app, &given, at, file).await? {
            Ok(found) => problems.push(found),
            Err(page) => {
                if is_shown() {
                    app.show(page);
                }
                return Ok(None);
            }
        }
    }
    load_needed_rules(&request.loaded_template.template).await?;
    let own = EditableWork::of(app, &request, &mut files).await?;
    let mut annotators = aligned(app, &files, problems).await?;
    if request.opened.is_none() && request.kept.is_none() {
        for annotator in annotators.all() {
            refuse_too_large(&annotator.name, &annotator.dataset)?;
        }
    }
    if own.as_ref().is_some_and(EditableWork::is_assigned) {
        annotators = annotators.of_first();
    }
    if !is_shown() {
        return Ok(None);
    }
    let adjudication = open(app, &request, &files, annotators, own, others_kept).await?;
    Ok(Some(LoadedAdjudication::Open(adjudication)))
}

/// Divides the files of several annotators among those beside the own work, which stands first: the first annotator of a
/// file stands in its place, the others where data is missing.
async fn with_others_divided(
    mut files: Vec<Option<NamedData>>,
) -> Result<Vec<Option<NamedData>>, Failure> {
    let mut further = Vec::new();
    for place in files.iter_mut().skip(1) {
        let Some(file) = place.take() else { continue };
        let mut single = of_single_annotators(vec![file]).await?.into_iter();
        *place = single.next();
        further.extend(single);
    }
    for file in further {
        match files.iter_mut().skip(1).find(|place| place.is_none()) {
            Some(place) => *place = Some(file),
            None => files.push(Some(file)),
        }
    }
    Ok(files)
}

/// The files without those given before, which are told.
fn each_once(app: App, files: Vec<Option<NamedData>>) -> Vec<Option<NamedData>> {
    let mut once = Vec::with_capacity(files.len());
    for file in files {
        match file.as_ref().filter(|_| once.contains(&file)) {
            Some(again) => {
                let name = last_segment(&again.name).to_owned();
                app.tell(NoticeLevel::Info, say!(AdjudicateAlreadyHere, name), None);
            }
            None => once.push(file),
        }
    }
    once
}

/// Locations of files at hand.
fn sources_of(files: &[NamedData]) -> Vec<Option<AnnotatorData>> {
    files.iter().map(|file| Some(AnnotatorData::File(file.clone()))).collect()
}

/// Converts the data of an annotator (0-based) to JSON with texts that the template can show, and returns the problems
/// of the conversion.
///
/// # Errors
/// If the texts must be chosen among the fields of the data: the inner error is the page for that.
async fn map_texts(
    app: App,
    request: &AdjudicationRequest,
    at: usize,
    NamedData { name, text }: &mut NamedData,
) -> Result<Result<Vec<Diagnostic>, Page>, Failure> {
    let (json, problems) = as_json(name, text.to_string()).await?;
    if DatasetReader::new(json.clone()).first().is_none_or(has_text) {
        *text = json.into();
        return Ok(Ok(problems));
    }
    let dataset = read_quietly(name, json).await?;
    let then = || AfterMapping::Beside(request.clone(), at);
    let (dataset, found) =
        field_mapping::find(app, &request.loaded_template, name, dataset, then).await?;
    *text = match found {
        DetectedTexts::Texts => dataset.text().into(),
        DetectedTexts::Known(text) => text.into(),
        DetectedTexts::Unknown(unmapped) => {
            return mapping_page(app, *unmapped, &request.parameters).map(Err);
        }
    };
    Ok(Ok([problems, dataset.problems().to_vec()].concat()))
}

/// Returns a file, fetched if need be; `None` if there is no such example.
async fn file(source: &AnnotatorData, at: usize) -> Result<Option<NamedData>, Failure> {
    let address = match source {
        AnnotatorData::File(file) => return Ok(Some(file.clone())),
        AnnotatorData::Address(address) => address.as_str().to_owned(),
        AnnotatorData::Example(name) => match example(name.as_str(), at).await? {
            Some(address) => address,
            None => return Ok(None),
        },
    };
    let text = fetch(&address).await?;
    Ok(Some(NamedData { name: address, text: text.into() }))
}

/// Address of the example data of an annotator (0-based).
async fn example(template: &str, at: usize) -> Result<Option<String>, Failure> {
    #[derive(Deserialize)]
    struct ExampleEntry {
        name: String,
        #[serde(default)]
        data: Vec<String>,
    }
    let all: Vec<ExampleEntry> = fetch_json(TEMPLATE_INDEX).await?;
    let listed = all.into_iter().find(|listed| listed.name == template);
    let file = listed.and_then(|listed| listed.data.into_iter().nth(at));
    Ok(file.map(|file| shipped_file(template, &file)))
}

/// Data of the other annotators, as stored beside a work.
async fn others(app: App, work: &WorkId) -> Vec<NamedData> {
    let kept: Option<Vec<(String, String)>> =
        app.blob(&others_name(work)).await.and_then(|json| serde_json::from_str(&json).ok());
    kept.unwrap_or_default()
        .into_iter()
        .map(|(name, text)| NamedData { name, text: text.into() })
        .collect()
}

/// Reads all files and aligns them.
async fn aligned(
    app: App,
    files: &[NamedData],
    problems: Vec<Vec<Diagnostic>>,
) -> Result<Annotators, Failure> {
    let mut all = Vec::new();
    for ((NamedData { name, text }, short), problems) in
        files.iter().zip(names(app, files)).zip(problems)
    {
        let mut dataset = read_quietly(name, text.to_string()).await?;
        dataset.add_problems(problems);
        all.push(AnnotatorFile { name: short, dataset: Arc::new(dataset) });
    }
    let mut aligning = Annotators::aligning(&all);
    while !aligning.step(SLICE) {
        timing::pause().await;
    }
    let annotators = Annotators::aligned(all, aligning);
    let shared = |row: &spanwise_agreement::adjudication::AlignedInstance| {
        row.at.iter().flatten().count() > 1
    };
    if !annotators.rows().iter().any(shared) {
        let names: Vec<&str> = annotators.all().iter().map(|a| a.name.as_str()).collect();
        return Err(Failure::new(names.join(", "), TextId::AdjudicateNothingShared));
    }
    Ok(annotators)
}

/// Display names of the annotators: their file names without folder and ending; a number where that is empty or not
/// unique.
fn names(app: App, files: &[NamedData]) -> Vec<String> {
    let short = |name: &str| {
        let file = last_segment(name);
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    };
    let names: Vec<String> = files.iter().map(|file| short(&file.name)).collect();
    let words = app.words();
    let name = |(at, name): (usize, &String)| {
        let is_its_own =
            !name.is_empty() && names.iter().filter(|other| *other == name).count() == 1;
        if is_its_own {
            return name.clone();
        }
        words.fill(TextId::AdjudicateNumbered, &[("n", &(at + 1).to_string())])
    };
    names.iter().enumerate().map(name).collect()
}

async fn open(
    app: App,
    request: &AdjudicationRequest,
    files: &[NamedData],
    annotators: Annotators,
    own: Option<EditableWork>,
    others_kept: bool,
) -> Result<Adjudication, Failure> {
    let datasets: Vec<Arc<Dataset>> = annotators.all().iter().map(|a| a.dataset.clone()).collect();
    let own = match own.zip(datasets.first()) {
        Some((own, dataset)) => own.open(app, request, files, dataset, others_kept).await?,
        None => None,
    };
    let mut sessions: Vec<Session> = own.into_iter().collect();
    let first_reader = sessions.len();
    for (number, dataset) in datasets.into_iter().enumerate().skip(first_reader) {
        let name = files.get(number).map(|file| file.name.clone()).unwrap_or_default();
        let make = || reader(app, request, dataset, number, name);
        if number == 0 {
            sessions.push(app.begin_session(make));
        } else {
            app.in_session(|| sessions.push(make()));
        }
    }
    if own.is_none()
        && let Some(query) = &request.query
    {
        location::replace(if query.is_empty() { "#/" } else { query });
    }
    if let Some(first) = sessions.first() {
        first.set_beside(sessions.clone());
    }
    let mut opened = None;
    let make = || Adjudication::new(app, annotators.clone(), sessions.clone(), request);
    app.in_session(|| opened = Some(make()));
    app.session_opened();
    let adjudication = opened.unwrap_or_else(make);
    if let Some(place) = &request.edit {
        adjudication.show_edit(place);
    }
    Ok(adjudication)
}

/// Creates the read-only session of an annotator.
fn reader(
    app: App,
    request: &AdjudicationRequest,
    dataset: Arc<Dataset>,
    number: usize,
    source: String,
) -> Session {
    let loaded_template = &request.loaded_template;
    let mut workspace = Workspace::new(loaded_template.template.clone(), dataset);
    workspace.show_whole_texts(true);
    let store = PageStore::in_memory();
    let id = WorkId::numbered(number as u64);
    let journal = Journal::new(store.clone(), id.clone());
    let meta = WorkMeta { source, ..WorkMeta::default() };
    let template = loaded_template.template_text();
    let work = OpenWork::new(workspace, journal, id, meta, template, store);
    let diagnostics = if number == 0 { loaded_template.diagnostics.clone() } else { Arc::from([]) };
    Session::reader(app, work, diagnostics, number)
}
