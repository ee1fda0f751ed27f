//! From an address, a file or recent work to a page.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::app::{App, Failure, Landing, Level, Page, WaitingData};
use super::beginning::begin;
use super::sources::{compiled, decode, fetch, looks_like_json};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::format::{Dataset, Reader, in_utf16};
use crate::domain::link::{self, Address, LinkError, Opening, Request, TemplateSource};
use crate::domain::store::WorkId;
use crate::domain::store::works::{DataPlace, Kept, Meta, MetaError, read_file, read_meta};
use crate::domain::wording::Key;
use crate::platform::files::{self, FileError};
use crate::platform::{blobs, location, timing};

/// Bytes of data that are split before the page may paint again.
const SLICE_BYTES: usize = 512 * 1024;

/// Opens what the address of the page asks for.
pub fn open_address(app: App) {
    let address = location::address();
    let (before, hash) = address.split_once('#').unwrap_or((&address, ""));
    let work = hash.strip_prefix("/w/").and_then(WorkId::new);
    if work.as_ref().is_some_and(|id| is_open(app, id)) {
        return;
    }
    let query = before.split_once('?').map_or("", |(_, query)| query);
    let request = Request::parse(query, hash);
    let opening = page_address().and_then(|page| request.opening(&page, None));
    let is_here = |id: &WorkId| read_meta(&app.store(), id) != Err(MetaError::Missing);
    match (work, opening) {
        // A link that was passed on may name a work of another device: then the rest of it counts.
        (Some(id), opening) if is_here(&id) || !matches!(opening, Ok(Some(_))) => {
            start(app, id.to_string(), open_work(app, id));
        }
        (_, opening) => open_request(app, opening),
    }
}

fn open_request(app: App, opening: Result<Option<Opening>, LinkError>) {
    match opening {
        Ok(Some(opening)) => follow(app, opening),
        Ok(None) => app.show(Page::Hub),
        Err(error) => app.fail(link_failure(&error)),
    }
}

fn is_open(app: App, id: &WorkId) -> bool {
    app.page.with_untracked(|page| match page {
        Page::Annotate(session) => session.work.with_value(|w| w.id == *id),
        _ => false,
    })
}

/// Opens what a person pasted.
pub fn open_pasted(app: App, text: &str) {
    let opening = page_address().and_then(|page| link::from_pasted(text, &page));
    match opening {
        Ok(opening) => follow(app, opening),
        Err(error) => app.tell(Level::Error, sentence(&error), None),
    }
}

/// Opens a template that comes with the app, with its example data.
pub fn open_shipped(app: App, name: &'static str) {
    location::replace(&format!("?t={name}"));
    open_address(app);
}

fn page_address() -> Result<Address, LinkError> {
    let address = location::address();
    Address::parse(&address).map_err(|problem| LinkError {
        parameter: link::Parameter::Pasted,
        found: address,
        problem: link::LinkProblem::Address(problem),
    })
}

fn sentence(error: &LinkError) -> String {
    format!("{} {}", error.message(), error.remedy())
}

fn link_failure(error: &LinkError) -> Failure {
    Failure { what: error.found.clone(), message: sentence(error), diagnostics: Arc::from([]) }
}

/// Shows what is being opened, and what came of it.
fn start(app: App, what: String, open: impl Future<Output = Result<Page, Failure>> + 'static) {
    timing::start("load");
    app.show(Page::Opening(what, 0));
    spawn_local(async move {
        match open.await {
            Ok(page) => app.show(page),
            Err(failure) => app.fail(failure),
        }
        timing::end_after_paint("load");
    });
}

fn follow(app: App, opening: Opening) {
    let what = match &opening.template {
        TemplateSource::Address(address) => address.as_str().to_owned(),
        TemplateSource::Shipped(name) => name.as_str().to_owned(),
    };
    start(app, what, async move {
        let (template, address) = match &opening.template {
            TemplateSource::Address(address) => {
                (fetch(app, address.as_str()).await?, address.clone())
            }
            TemplateSource::Shipped(name) => {
                let address = shipped(name.as_str(), "template.yml")?;
                let text = fetch(app, address.as_str()).await.map_err(|failure| Failure {
                    message: format!(
                        "{} {}",
                        app.words().fill(Key::FailedNoTemplate, &[("name", name.as_str())]),
                        failure.message,
                    ),
                    ..failure
                })?;
                (text, address)
            }
        };
        let origin = address.as_str().to_owned();
        // A bundle may stand where a template is asked for.
        if looks_like_json(&template) {
            return open_data(app, None, Given::address(origin, template)).await;
        }
        let landing = compiled(app, &template, origin.clone())?;
        let example = match &opening.template {
            TemplateSource::Shipped(name) => Some(shipped(name.as_str(), "data.json")?),
            TemplateSource::Address(_) => None,
        };
        match opening.data.or(example) {
            None => Ok(Page::Landing(landing)),
            Some(data) => {
                let text = fetch(app, data.as_str()).await?;
                let given = Given::address(data.as_str().to_owned(), text);
                open_data(app, Some(landing), given).await
            }
        }
    });
}

fn shipped(name: &str, file: &str) -> Result<Address, Failure> {
    let page = page_address().map_err(|e| link_failure(&e))?;
    page.join(&format!("templates/{name}/{file}")).map_err(|problem| Failure {
        what: name.to_owned(),
        message: format!("{problem:?}"),
        diagnostics: Arc::from([]),
    })
}

/// Opens the example data that a template names.
pub fn open_example(app: App, landing: Landing) {
    let link = landing.template.settings.demo_data_link.clone().unwrap_or_default();
    start(app, link.clone(), async move {
        let base =
            Address::parse(&landing.origin).or_else(|_| Address::parse(&location::address()));
        let address = base.and_then(|base| base.join(&link));
        let address = address.map_err(|problem| {
            link_failure(&LinkError {
                parameter: link::Parameter::D,
                found: link.clone(),
                problem: link::LinkProblem::Address(problem),
            })
        })?;
        let text = fetch(app, address.as_str()).await?;
        open_data(app, Some(landing), Given::address(link, text)).await
    });
}

/// Opens files that a person chose or dropped: a template, data, or both.
pub fn open_files(app: App, chosen: Vec<File>) {
    if chosen.is_empty() {
        return;
    }
    let disabled = app.page.with_untracked(|page| match page {
        Page::Annotate(session) => session.template().settings.disable.upload,
        Page::Landing(landing) => landing.template.settings.disable.upload,
        _ => false,
    });
    if disabled {
        app.tell(Level::Warning, app.words().get(Key::NoticeDropDisabled), None);
        return;
    }
    timing::start("import");
    spawn_local(async move {
        match take_files(app, chosen).await {
            Ok(Some(page)) => app.show(page),
            Ok(None) => {}
            Err(failure) => app.tell(Level::Error, in_a_notice(&failure), None),
        }
        timing::end_after_paint("import");
    });
}

/// A failure in one message; what is open stays open.
fn in_a_notice(failure: &Failure) -> String {
    let mut text = format!("{}: {}", failure.what, failure.message);
    let mut listed: Vec<&Diagnostic> = failure.diagnostics.iter().collect();
    // Errors first: they are what keeps the file from being opened.
    listed.sort_by_key(|d| std::cmp::Reverse(d.severity));
    for diagnostic in listed.into_iter().take(5) {
        text.push('\n');
        text.push_str(&diagnostic.sentence());
    }
    text
}

async fn take_files(app: App, chosen: Vec<File>) -> Result<Option<Page>, Failure> {
    let mut template = None;
    let mut data = None;
    for file in chosen {
        let name = file.name();
        let opened = files::read(file).await.map_err(|error| file_failure(app, &name, &error))?;
        let text = decode(app, &name, opened.bytes)?;
        if looks_like_json(&text) {
            data = Some(Given::file(name, text));
        } else if is_template(&name, &text) {
            template = Some(compiled(app, &text, name)?);
        } else {
            let message = app.words().fill(Key::FailedFileKind, &[("name", &name)]);
            return Err(Failure { what: name, message, diagnostics: Arc::from([]) });
        }
    }
    let at_hand = app.page.with_untracked(|page| match page {
        Page::Landing(landing) => Some(landing.clone()),
        Page::Annotate(session) => Some(session.landing()),
        _ => None,
    });
    match (template, data) {
        (template, Some(data)) => {
            let is_bundle = template.is_none() && data.text.contains("\"_thresh_template\"");
            let template = template.or(if is_bundle { None } else { at_hand });
            if template.is_none() && !is_bundle {
                // The template may come next.
                app.waiting_data.set(Some(WaitingData { name: data.name, text: data.text }));
                return Ok(Some(Page::Hub));
            }
            open_data(app, template, data).await.map(Some)
        }
        (Some(template), None) => match app.waiting_data.get_untracked() {
            Some(WaitingData { name, text }) => {
                app.waiting_data.set(None);
                open_data(app, Some(template), Given::file(name, text)).await.map(Some)
            }
            None => Ok(Some(Page::Landing(template))),
        },
        (None, None) => Ok(None),
    }
}

fn is_template(name: &str, text: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".yml") || name.ends_with(".yaml") || text.contains("template_name:")
}

fn file_failure(app: App, name: &str, error: &FileError) -> Failure {
    let words = app.words();
    let message = match error {
        FileError::TooLarge => words.get(Key::FailedTooLarge).to_owned(),
        FileError::Unreadable(why) => words.fill(Key::FailedUnreadable, &[("why", why)]),
    };
    Failure { what: name.to_owned(), message, diagnostics: Arc::from([]) }
}

/// A data file at hand.
struct Given {
    name: String,
    text: String,
    /// Where it came from, for the person to recognise.
    origin: String,
    /// The query under which the page opens it again, or empty.
    query: String,
}

impl Given {
    fn file(name: String, text: String) -> Self {
        Given { origin: name.clone(), name, text, query: String::new() }
    }

    fn address(name: String, text: String) -> Self {
        let page = location::address();
        let before = page.split('#').next().unwrap_or_default();
        let query = before.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
        Given { origin: name.clone(), name, text, query }
    }
}

/// Splits a data file and opens it with a template: its own if it is a bundle, else the one given.
async fn open_data(app: App, template: Option<Landing>, given: Given) -> Result<Page, Failure> {
    let Given { name, text, origin, query } = given;
    let text_hash = fingerprint(text.as_bytes());
    let dataset = read_data(app, &name, text).await?;
    let landing = match dataset.template() {
        Some(yaml) => compiled(app, &yaml, name.clone())?,
        None => template.ok_or_else(|| Failure {
            what: name.clone(),
            message: app.words().fill(Key::DataWaiting, &[("name", &name)]),
            diagnostics: Arc::from([]),
        })?,
    };
    let hash = format!("{text_hash:016x}");
    let id = work_id(&landing, &hash)?;
    let meta = Meta { source: origin, data_hash: hash, ..Meta::default() };
    location::replace(&format!("{query}#/w/{id}"));
    Ok(Page::Annotate(begin(app, landing, dataset, (id, meta), true)))
}

/// A work is one template on one data file: opened again, it goes on.
fn work_id(landing: &Landing, data_hash: &str) -> Result<WorkId, Failure> {
    let template = fingerprint(landing.text.as_bytes());
    let id = format!("{template:016x}-{data_hash}");
    WorkId::new(&id).ok_or_else(|| Failure { what: id, ..Failure::default() })
}

/// FNV-1a over eight bytes at a time: tells files apart, resists no one.
fn fingerprint(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
    hash ^ bytes.len() as u64
}

/// Reads data; offsets in code points become UTF-16 units.
async fn read_data(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    let dataset = split(app, name, text).await?;
    match in_utf16(&dataset) {
        Some(text) => split(app, name, text).await,
        None => Ok(dataset),
    }
}

async fn split(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    let mut reader = Reader::new(text);
    let began = timing::now_ms();
    loop {
        let progress = reader.step(SLICE_BYTES);
        if progress.done {
            break;
        }
        if timing::now_ms() - began > 300.0 {
            app.show(Page::Opening(name.to_owned(), progress.instances));
        }
        timing::pause().await;
    }
    let failed = |diagnostics: Vec<Diagnostic>| Failure {
        what: name.to_owned(),
        message: app.words().get(Key::FailedData).to_owned(),
        diagnostics: diagnostics.into(),
    };
    let dataset = reader.finish().map_err(|diagnostic| failed(vec![diagnostic]))?;
    if dataset.is_empty() {
        return Err(failed(dataset.problems().to_vec()));
    }
    Ok(dataset)
}

/// Opens work kept on this device.
async fn open_work(app: App, id: WorkId) -> Result<Page, Failure> {
    let store = app.store();
    let words = app.words();
    let failure =
        |message: String| Failure { what: id.to_string(), message, diagnostics: Arc::from([]) };
    let meta = read_meta(&store, &id).map_err(|error| match error {
        MetaError::Missing => failure(words.get(Key::FailedGone).to_owned()),
        other => failure(other.to_string()),
    })?;
    let template = read_file(&store, &id, Kept::Template)
        .map_err(|damage| failure(damage.to_string()))?
        .ok_or_else(|| failure(words.get(Key::FailedGone).to_owned()))?;
    let landing = compiled(app, &template, meta.source.clone())?;
    let data = match meta.data {
        DataPlace::Here => read_file(&store, &id, Kept::Data).ok().flatten(),
        DataPlace::IndexedDb => {
            let bytes = blobs::get(id.as_str()).await.ok().flatten();
            bytes.and_then(|bytes| String::from_utf8(bytes).ok())
        }
        DataPlace::Nowhere => None,
    };
    let Some(text) = data else {
        app.tell(Level::Warning, words.get(Key::NoticeDataGone), None);
        return Ok(Page::Landing(landing));
    };
    let dataset = split(app, &meta.title, text).await?;
    Ok(Page::Annotate(begin(app, landing, dataset, (id, meta), false)))
}
