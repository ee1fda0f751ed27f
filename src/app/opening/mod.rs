//! Opens addresses, files and recent works: start reading at [`open_address`].

mod cancellation;
mod chosen_files;
pub mod converted;
pub(super) mod data_file;
mod embedded_data;
pub(super) mod new_work;
pub(super) mod open_data;
pub(super) mod reading;

use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

pub(super) use self::cancellation::cancel;
pub use self::cancellation::give_up;
use self::cancellation::unless_cancelled;
use self::chosen_files::open_data_files;
pub use self::chosen_files::{make_template_for_data, open_files};
pub(super) use self::chosen_files::{read_text, without_file};
use self::data_file::DataFile;
pub use self::embedded_data::open_embedded_data;
use self::open_data::{open_data, without_template};
use self::reading::split;
use super::adjudication::request::{AdjudicationRequest, AnnotatorData, NamedData};
use super::builder::start::BuilderStart;
use super::context::{App, EmbeddedDataSource, OpeningProgress, Page};
use super::conversion::ForeignFiles;
use super::failure::{BrokenTemplate, Failure};
use super::fetching::{compile_template, fetch};
use super::field_mapping::unmapped_data::{AfterMapping, UnmappedData};
use super::field_mapping::{as_json, choose_fields};
use super::figures::FiguresRequest;
use super::loaded_template::{ExampleData, LoadedTemplate};
use super::needed_rules::load_needed_rules;
use super::notices::NoticeLevel;
use super::page_address::{
    address_error, assigns_work, page_address, parameters, parameters_for_files, query,
    shipped_file, shipped_query,
};
use super::session_start::{WorkSource, start_session};
use spanwise_annotation::format::field_mapping::FieldMapping;
use spanwise_annotation::format::{FileKind, kind};
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, WorkMetaError, is_here, read_file, read_meta,
};
use spanwise_annotation::store::{ValueDamage, WorkId};
use spanwise_browser::{inline, location, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_links::{
    Address, AddressParts, LinkError, LinkRequest, LinkTarget, Route, TemplateSource,
};

/// The data to open with a template if none is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MissingData {
    /// The example data of a template that comes with the app.
    UseExample,
    /// Nothing: the page of the template is shown.
    ShowTemplate,
    /// Nothing, whatever data is given: the training of the template is shown.
    ShowTraining,
}

/// Opens what the address of the page names.
pub fn open_address(app: App) {
    let address = location::address();
    let parts = AddressParts::of(&address);
    let hash = parts.fragment.unwrap_or_default();
    let request = LinkRequest::parse(parts.query.unwrap_or_default(), hash);
    let asked = |route| page_address().and_then(|page| request.target(&page, route));
    match Route::parse(hash) {
        Route::Work(id) => open_stored(app, &id, asked(None)),
        Route::Template(name) => open_request(app, asked(Some(name)), MissingData::ShowTemplate),
        Route::Annotate => app.show(Page::Hub),
        Route::Embed => app.show(Page::Embed),
        Route::Build(draft) => open_builder(app, draft, asked(None)),
        Route::Figures => app.show(Page::Figures(FiguresRequest::default())),
        Route::Model => app.show(Page::Model(Arc::default())),
        Route::Training => open_request(app, asked(None), MissingData::ShowTraining),
        Route::Share(packed) => app.show(Page::EmbeddedData(EmbeddedDataSource::ShareLink(packed))),
        Route::Start => open_request(app, asked(None), MissingData::UseExample),
    }
}

/// Opens a work of this device. A link from another device may name a work that is not here: then its query is opened.
fn open_stored(app: App, id: &str, otherwise: Result<Option<LinkTarget>, LinkError>) {
    let Some(id) = WorkId::new(id) else {
        return open_request(app, otherwise, MissingData::UseExample);
    };
    let is_here = is_here(&app.store(), &id);
    if is_open(app, &id) {
    } else if is_here || !matches!(otherwise, Ok(Some(_))) {
        start(app, id.to_string(), Box::pin(open_work(app, id)));
    } else {
        open_request(app, otherwise, MissingData::UseExample);
    }
}

fn open_request(
    app: App,
    opening: Result<Option<LinkTarget>, LinkError>,
    missing_data: MissingData,
) {
    match opening {
        Ok(Some(opening)) => follow(app, opening, missing_data),
        // A page opened from disk has no address that links could be relative to.
        _ if inline::is_there() => app.show(Page::EmbeddedData(EmbeddedDataSource::OwnFile)),
        Ok(None) => app.show(Page::Hub),
        Err(error) => app.fail(link_failure(&error)),
    }
}

fn is_open(app: App, id: &WorkId) -> bool {
    app.page.with_untracked(|page| match page {
        Page::Annotate(session) => session.work.with_value(|w| w.id == *id),
        Page::Adjudicate(_) => {
            app.last_session().is_some_and(|session| session.work.with_value(|w| w.id == *id))
        }
        Page::Opening
        | Page::Hub
        | Page::Template(_)
        | Page::FieldMapping(_)
        | Page::Conversion(_)
        | Page::Figures(_)
        | Page::Model(_)
        | Page::Training(_)
        | Page::Build(_)
        | Page::Embed
        | Page::EmbeddedData(_)
        | Page::Failure(_) => false,
    })
}

/// Navigates to a query and fragment of this page.
pub fn go(app: App, query_and_hash: &str) {
    location::push(query_and_hash);
    open_address(app);
}

/// Opens the builder with a draft, with the template that the query names, or with the latest draft.
fn open_builder(app: App, draft: Option<String>, asked: Result<Option<LinkTarget>, LinkError>) {
    match (draft.as_deref().and_then(WorkId::new), asked) {
        (Some(draft), _) => app.show(Page::Build(BuilderStart::Draft(draft))),
        (None, Ok(Some(opening))) => start(
            app,
            named(&opening),
            Box::pin(async move {
                let (template, address) = template_text(&opening.template).await?;
                let data = match data_of(&opening, MissingData::UseExample)? {
                    Some(data) => {
                        Some(as_json(data.as_str(), fetch(data.as_str()).await?).await?.0)
                    }
                    None => None,
                };
                let (template, origin) = (template.into(), address.as_str().to_owned());
                let is_refused = false;
                Ok(Page::Build(BuilderStart::Template { template, data, origin, is_refused }))
            }),
        ),
        (None, Ok(None)) => app.show(Page::Build(BuilderStart::Latest)),
        (None, Err(error)) => app.fail(link_failure(&error)),
    }
}

/// Opens the builder with a template as a new draft, with the example data of one that comes with the app.
pub fn customise(app: App, loaded_template: &LoadedTemplate) {
    if let Some(ExampleData::Shipped(name)) = &loaded_template.example {
        return go(app, &format!("{}{}", shipped_query(name), Route::Build(None)));
    }
    location::push(&Route::Build(None).to_string());
    let (template, origin) = (loaded_template.text.clone(), loaded_template.origin.clone());
    app.show(Page::Build(BuilderStart::Template {
        template,
        data: None,
        origin,
        is_refused: false,
    }));
}

/// Opens the training of a template. Its address opens it again where there is a link to the template; else the address stays
/// that of the page which led here.
pub fn open_training(app: App, loaded_template: LoadedTemplate) {
    let query = query();
    let asked = page_address().and_then(|page| LinkRequest::parse(&query, "").target(&page, None));
    let query = match (asked, &loaded_template.example) {
        (Ok(Some(_)), _) => query,
        (_, Some(ExampleData::Shipped(name))) => shipped_query(name),
        (_, Some(ExampleData::Link(_)) | None) => String::new(),
    };
    if !query.is_empty() {
        location::push(&format!("{query}{}", Route::Training));
    }
    app.show(Page::Training(loaded_template));
}

/// Opens a pasted link or address.
pub fn open_pasted(app: App, text: &str) {
    let opening = page_address().and_then(|page| spanwise_links::from_pasted(text, &page));
    match opening {
        Ok(opening) => follow(app, opening, MissingData::UseExample),
        Err(error) => app.tell(NoticeLevel::Error, error.sentences(), None),
    }
}

fn link_failure(error: &LinkError) -> Failure {
    Failure::new(&*error.found, error.sentences())
}

/// An opening, which ends with the page to show. One type for all, so that [`start`] is compiled once.
type Opening = Pin<Box<dyn Future<Output = Result<Page, Failure>>>>;

/// Shows the progress of an opening, then its page.
fn start(app: App, what: String, open: Opening) {
    timing::start("load");
    app.opening.set(OpeningProgress { name: what, instances: 0 });
    app.show(Page::Opening);
    spawn_local(async move {
        match unless_cancelled(open).await {
            Some(Ok(page)) => app.show(page),
            Some(Err(failure)) => app.show(refused(app, failure)),
            None => {}
        }
        timing::end_after_paint("load");
    });
}

/// Returns the page for a failure: the builder for a template with errors, unless it is embedded or assigned.
fn refused(app: App, failure: Failure) -> Page {
    let is_at_hand =
        !app.is_embedded.get_untracked() && !inline::is_there() && !assigns_work(&parameters());
    match failure {
        Failure { broken_template: Some(broken_template), what: origin, .. } if is_at_hand => {
            let BrokenTemplate { text: template, data } = *broken_template;
            Page::Build(BuilderStart::Template { template, data, origin, is_refused: true })
        }
        failure => Page::Failure(failure),
    }
}

/// Adds data to the failure of a broken template, which is opened with it in the builder.
async fn with_data(failure: Failure, name: &str, text: String) -> Failure {
    if failure.broken_template.as_ref().is_none_or(|broken_template| broken_template.data.is_some())
    {
        return failure;
    }
    // Unreadable data is dropped: the template is corrected first.
    let data = as_json(name, text).await.ok().map(|(json, _)| json);
    failure.with_data(data)
}

/// Name or address of the template, for the person to read.
fn named(opening: &LinkTarget) -> String {
    match &opening.template {
        TemplateSource::Address(address) => address.as_str().to_owned(),
        TemplateSource::Shipped(name) => name.as_str().to_owned(),
    }
}

/// Fetches a template, or a bundle in its place, and returns its text and address.
async fn template_text(source: &TemplateSource) -> Result<(String, Address), Failure> {
    match source {
        TemplateSource::Address(address) => Ok((fetch(address.as_str()).await?, address.clone())),
        TemplateSource::Shipped(name) => {
            let address = shipped(name.as_str(), "template.yml")?;
            let none = say!(HubNoTemplate, name = name.as_str());
            let text = fetch(address.as_str())
                .await
                .map_err(|failure| Failure { message: none.and(failure.message), ..failure })?;
            Ok((text, address))
        }
    }
}

/// Address of the data that is given, or that `missing_data` provides.
fn data_of(opening: &LinkTarget, missing_data: MissingData) -> Result<Option<Address>, Failure> {
    match (&opening.data, &opening.template) {
        (Some(data), _) => Ok(Some(data.clone())),
        (None, TemplateSource::Shipped(name)) if missing_data == MissingData::UseExample => {
            shipped(name.as_str(), "data.json").map(Some)
        }
        (None, _) => Ok(None),
    }
}

/// Opens a template with the data that is given, or that `missing_data` provides.
fn follow(app: App, opening: LinkTarget, missing_data: MissingData) {
    start(
        app,
        named(&opening),
        Box::pin(async move {
            let (template, address) = template_text(&opening.template).await?;
            let origin = address.as_str().to_owned();
            match kind(&origin, &template) {
                // A bundle may be in the place of a template.
                FileKind::Json => {
                    return open_data(app, None, DataFile::linked(origin, template)).await;
                }
                FileKind::Table(_) => return Err(without_template(&origin)),
                FileKind::Template | FileKind::Other => {}
            }
            let mut loaded_template = match compile_template(&template, origin).await {
                Ok(loaded_template) => loaded_template,
                Err(failure) => return Err(with_data_of(failure, &opening, missing_data).await),
            };
            if let TemplateSource::Shipped(name) = &opening.template {
                loaded_template.example = Some(ExampleData::Shipped(name.clone()));
            }
            if missing_data == MissingData::ShowTraining {
                return loaded_template.without_errors(|| None).map(Page::Training);
            }
            let data = data_of(&opening, missing_data)?;
            let names_data = data.is_some() || opening.others.iter().any(Option::is_some);
            if names_data && loaded_template.is_for_adjudication() {
                return match loaded_template.without_errors(|| None) {
                    Ok(loaded_template) => Ok(Page::Adjudicate(request(loaded_template, opening))),
                    Err(failure) => Err(with_data_of(failure, &opening, missing_data).await),
                };
            }
            match data {
                None => loaded_template.without_errors(|| None).map(Page::Template),
                Some(data) => {
                    let text = fetch(data.as_str()).await?;
                    let data_file = DataFile::linked(data.as_str().to_owned(), text);
                    open_data(app, Some(loaded_template), data_file).await
                }
            }
        }),
    );
}

/// Adds the data that a link names to the failure of a broken template, if it can be fetched.
async fn with_data_of(
    failure: Failure,
    opening: &LinkTarget,
    missing_data: MissingData,
) -> Failure {
    let Ok(Some(data)) = data_of(opening, missing_data) else { return failure };
    match fetch(data.as_str()).await {
        Ok(text) => with_data(failure, data.as_str(), text).await,
        Err(_) => failure,
    }
}

/// Opens data with the fields that were chosen.
pub fn open_mapped(app: App, unmapped: UnmappedData, mapping: FieldMapping) {
    start(
        app,
        unmapped.name.clone(),
        Box::pin(async move {
            let text = choose_fields(app, &unmapped, mapping).await?;
            match unmapped.then {
                AfterMapping::Open(data_file) => {
                    open_data(app, Some(unmapped.loaded_template), data_file.with(text)).await
                }
                AfterMapping::Beside(request, at) => {
                    Ok(Page::Adjudicate(request.with(at, unmapped.name, text)))
                }
            }
        }),
    );
}

/// Opens files as data whose texts are chosen among its fields.
pub(super) fn open_unconverted(app: App, foreign: ForeignFiles) {
    let what = foreign.names().collect::<Vec<_>>().join(", ");
    let ForeignFiles { files, with, .. } = foreign;
    start(app, what, Box::pin(open_data_files(app, with, files)));
}

/// Request for adjudication with the data that a link names, or the example data.
fn request(loaded_template: LoadedTemplate, opening: LinkTarget) -> AdjudicationRequest {
    let named = std::iter::once(opening.data).chain(opening.others);
    let mut sources: Vec<Option<AnnotatorData>> =
        named.map(|address| address.map(AnnotatorData::Address)).collect();
    if let TemplateSource::Shipped(name) = opening.template
        && sources.iter().all(Option::is_none)
    {
        sources = vec![Some(AnnotatorData::Example(name)); loaded_template.annotators()];
    }
    let parameters = parameters();
    AdjudicationRequest {
        parameters,
        ..AdjudicationRequest::new(loaded_template, sources, Some(query()))
    }
}

fn shipped(name: &str, file: &str) -> Result<Address, Failure> {
    let page = page_address().map_err(|e| link_failure(&e))?;
    page.join(&shipped_file(name, file)).map_err(|problem| {
        link_failure(&address_error(spanwise_links::LinkParameter::T, name, problem))
    })
}

/// Opens a template with its example data.
pub fn open_example(app: App, loaded_template: LoadedTemplate) {
    match loaded_template.example.clone() {
        Some(ExampleData::Shipped(name)) => {
            let (query, _) = parameters_for_files();
            go(app, &format!("{}{}", shipped_query(&name), query.replacen('?', "&", 1)));
        }
        Some(ExampleData::Link(link)) => {
            start(app, link.clone(), Box::pin(open_linked(app, loaded_template, link)))
        }
        None => {}
    }
}

async fn open_linked(
    app: App,
    loaded_template: LoadedTemplate,
    link: String,
) -> Result<Page, Failure> {
    let base =
        Address::parse(&loaded_template.origin).or_else(|_| Address::parse(&location::address()));
    let address = base.and_then(|base| base.join(&link)).map_err(|problem| {
        link_failure(&address_error(spanwise_links::LinkParameter::D, &link, problem))
    })?;
    let text = fetch(address.as_str()).await?;
    open_data(app, Some(loaded_template), DataFile::linked(link, text)).await
}

/// Opens template and data sent by the host page at an origin.
pub(super) async fn open_embedded(
    app: App,
    template: &str,
    data: Option<String>,
    origin: &str,
) -> Result<Page, Failure> {
    let loaded_template = compile_template(template, origin.to_owned()).await?;
    match data {
        Some(data) => {
            open_data(app, Some(loaded_template), DataFile::from_host(origin, data)).await
        }
        None => loaded_template.without_errors(|| None).map(Page::Template),
    }
}

/// Opens a work stored on this device.
pub(super) async fn open_work(app: App, id: WorkId) -> Result<Page, Failure> {
    let (loaded_template, meta, data) = stored(app, &id).await?;
    if loaded_template.is_for_adjudication() {
        let first = data
            .map(|text| AnnotatorData::File(NamedData { name: meta.source, text: text.into() }));
        return Ok(Page::Adjudicate(AdjudicationRequest::of_work(loaded_template, id, first)));
    }
    let Some(text) = data else {
        app.tell(NoticeLevel::Warning, TextId::NoticeDataGone, None);
        return Ok(Page::Template(loaded_template));
    };
    let dataset = split(app, &meta.title, text).await?;
    load_needed_rules(&loaded_template.template).await?;
    let session =
        start_session(app, loaded_template, dataset.into(), id, meta, WorkSource::Stored).await?;
    timing::pause().await;
    Ok(Page::Annotate(session))
}

/// Reads a stored work: its template, its metadata, and its data if that is still stored.
pub(super) async fn stored(
    app: App,
    id: &WorkId,
) -> Result<(LoadedTemplate, WorkMeta, Option<String>), Failure> {
    let store = app.store();
    let failure = |message: Message| Failure::new(id.as_str(), message);
    let meta = read_meta(&store, id).map_err(|error| match error {
        WorkMetaError::Missing => failure(TextId::FailureGone.into()),
        error @ (WorkMetaError::Unreadable(_)
        | WorkMetaError::Newer(_)
        | WorkMetaError::Store(_)) => failure(error.message()),
    })?;
    let template = read_file(&store, id, WorkFile::Template)
        .map_err(|damage| failure(unusable(damage)))?
        .ok_or_else(|| failure(TextId::FailureGone.into()))?;
    let loaded_template = compile_template(&template, meta.template_name.clone()).await?;
    let data = match meta.data {
        DataPlace::Here => read_file(&store, id, WorkFile::Data).ok().flatten(),
        DataPlace::IndexedDb => app.blob(id.as_str()).await,
        DataPlace::Nowhere => None,
    };
    Ok((loaded_template, meta, data))
}

/// Message for a damaged stored template. Opening the files again stores the work under the same id.
fn unusable(template: ValueDamage) -> Message {
    if matches!(template, ValueDamage::Newer(_)) {
        return template.message();
    }
    say!(OpeningStoredTemplateWorkCannotUsedOpen, damage = template.message())
}
