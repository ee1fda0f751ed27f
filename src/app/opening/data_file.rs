//! Data with a template, opened as a work.

use std::sync::Arc;

use leptos::prelude::{GetUntracked, Set, WithUntracked};

use crate::app::adjudication::request::{AdjudicationRequest, AnnotatorData};
use crate::app::context::{App, Failure, LoadedTemplate, Page};
use crate::app::fetching::{compiled, of_no_kind};
use crate::app::field_mapping::{self, AfterMapping, DetectedTexts, as_json};
use crate::app::session::Session;
use crate::app::session_start::begin;
use crate::app::submission;
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::format::{Dataset, Kind, Reader, in_utf16, kind, write_list};
use spanwise_annotation::identity::{Digest, Digesting};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{DataPlace, Kept, Meta, is_here, read_file, read_meta};
use spanwise_browser::{location, timing};
use spanwise_diagnostics::{Diagnostic, Place, Severity};
use spanwise_i18n::{Key, say};
use spanwise_limits::{LARGEST_INSTANCE, in_units};
use spanwise_links::{AddressParts, LinkRequest, Route};

/// Bytes of data that are split before the page may paint again.
const SLICE_BYTES: usize = 512 * 1024;
/// Bytes whose digest is computed at a time.
const DIGESTED_AT_ONCE: usize = 8 << 20;

/// A data file at hand.
#[derive(Debug, Clone)]
pub(in crate::app) struct DataFile {
    name: String,
    text: String,
    /// Where it came from, for the person to recognise.
    origin: String,
    /// The query under which the page opens it again, or empty. `None`: the address stays as it is.
    query: Option<String>,
    /// Sets the work apart from one on the same template and data, for the page that embeds this one.
    apart: String,
    /// What else the link says: who annotates, and which instances.
    parameters: Vec<(String, String)>,
    /// What was wrong with the file before it had this text.
    problems: Vec<Diagnostic>,
}

impl DataFile {
    /// A file of this device, for whoever the address of this page names.
    pub(super) fn file(name: String, text: String) -> Self {
        let (query, parameters) = asked_of_files();
        DataFile { query: Some(query), parameters, ..DataFile::new(name, text) }
    }

    /// What the address of this page leads to.
    pub(super) fn address(name: String, text: String) -> Self {
        DataFile { query: Some(query()), parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data that the page itself brings along.
    pub(super) fn brought(name: String, text: String) -> Self {
        DataFile { parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data that another page, at this origin, handed over.
    pub(super) fn embedded(origin: &str, text: String) -> Self {
        DataFile { apart: origin.to_owned(), ..DataFile::new(origin.to_owned(), text) }
    }

    /// The same file with another text.
    pub(super) fn with(self, text: String) -> Self {
        DataFile { text, ..self }
    }

    fn new(name: String, text: String) -> Self {
        let (origin, apart, parameters) = (name.clone(), String::new(), Vec::new());
        DataFile { name, text, origin, query: None, apart, parameters, problems: Vec::new() }
    }
}

/// The query of this page's address, with its `?`, or empty.
pub(super) fn query() -> String {
    let query = AddressParts::of(&location::address()).query.map(|query| format!("?{query}"));
    query.unwrap_or_default()
}

/// What this page's address says besides template and data: who annotates, and which instances.
pub(super) fn parameters() -> Vec<(String, String)> {
    LinkRequest::parse(&query(), &hash()).other
}

/// What this page's address says of files that are opened on it, and its query, which stays if it says something. It
/// says which instances only as long as none were chosen by it.
pub(super) fn asked_of_files() -> (String, Vec<(String, String)>) {
    let mut parameters = parameters();
    if let Route::Work(_) = Route::parse(&hash()) {
        parameters.retain(|(name, _)| submission::says_who(name));
    }
    let query = if submission::is_asked_for(&parameters) { query() } else { String::new() };
    (query, parameters)
}

/// The fragment of this page's address, without its `#`.
fn hash() -> String {
    AddressParts::of(&location::address()).fragment.unwrap_or_default().to_owned()
}

/// Splits a data file and opens it with a template: its own if it is a bundle, else the one given.
pub(super) async fn open_data(
    app: App,
    template: Option<LoadedTemplate>,
    mut given: DataFile,
) -> Result<Page, Failure> {
    let text = std::mem::take(&mut given.text);
    let DataFile { name, origin, query, apart, parameters, .. } = given.clone();
    let (text, problems) = as_json(&name, text).await?;
    given.problems.extend(problems);
    let mut names = DataDigests::of(&text).await;
    let mut dataset = read_data(app, &name, text).await?;
    dataset.add_problems(given.problems);
    let loaded_template = match dataset.template() {
        Some(yaml) => compiled(&yaml, name.clone())
            .map_err(|failure| failure.with_data(Some(write_list(&dataset))))?,
        None => template.ok_or_else(|| without_template(&name))?,
    };
    if loaded_template.is_for_adjudication() {
        let loaded_template = loaded_template.without_errors(|| Some(data_of(&dataset)))?;
        let source = AnnotatorData::Text(name, dataset.text().into());
        // A page that embeds this one has one text, which stands for all.
        let count = if apart.is_empty() { 1 } else { loaded_template.annotators() };
        let mut several =
            AdjudicationRequest::new(loaded_template, vec![Some(source); count], query);
        several.apart = apart;
        several.parameters = parameters;
        return Ok(Page::Adjudicate(several));
    }
    let problems = dataset.problems().to_vec();
    let then = || AfterMapping::Open(DataFile { problems, ..given });
    let (dataset, found) = field_mapping::find(app, &loaded_template, &name, dataset, then).await?;
    let dataset = match found {
        DetectedTexts::Texts => dataset,
        DetectedTexts::Known(text) => {
            names = DataDigests::of(&text).await;
            let mut mapped = read_data(app, &name, text).await?;
            mapped.add_problems(dataset.problems().to_vec());
            Arc::new(mapped)
        }
        DetectedTexts::Unknown(unmapped) => {
            loaded_template.without_errors(|| Some(data_of(&dataset)))?;
            let is_someone_there =
                !app.is_embedded.get_untracked() && !submission::is_asked_for(&parameters);
            return unmapped.page(is_someone_there);
        }
    };
    let new = NewWork { loaded_template, dataset, names, apart, origin, query };
    if submission::is_asked_for(&parameters) {
        return submission::open(app, &parameters, new).await;
    }
    open_new(app, new).await.map(Page::Annotate)
}

/// Data as a draft of the builder takes it: without a template of its own.
fn data_of(dataset: &Dataset) -> String {
    match dataset.template() {
        Some(_) => write_list(dataset),
        None => dataset.text().to_owned(),
    }
}

/// Data that no template was found for.
pub(in crate::app) fn without_template(name: &str) -> Failure {
    Failure::new(name, say!(LandingDataWaiting, name))
}

/// A template and data, which make a work of this device.
pub(in crate::app) struct NewWork {
    pub(in crate::app) loaded_template: LoadedTemplate,
    pub(in crate::app) dataset: Arc<Dataset>,
    names: DataDigests,
    /// Sets it apart from others on the same template and data.
    pub(in crate::app) apart: String,
    origin: String,
    query: Option<String>,
}

/// The names of a data file.
#[derive(Debug, Clone)]
pub(in crate::app) struct DataDigests {
    /// Nobody can make another file that has it.
    pub(in crate::app) digest: Digest,
    /// By which works were named at first: files can be made that share it.
    fingerprint: u64,
}

impl DataDigests {
    /// In steps, between which the page goes on.
    pub(in crate::app) async fn of(text: &str) -> Self {
        let mut digesting = Digesting::default();
        let mut parts = text.as_bytes().chunks(DIGESTED_AT_ONCE).peekable();
        while let Some(part) = parts.next() {
            digesting.add(part);
            if parts.peek().is_some() {
                timing::pause().await;
            }
        }
        DataDigests { digest: digesting.finish(), fingerprint: fingerprint(text.as_bytes()) }
    }
}

/// Opens a work, which goes on if it is known here.
pub(in crate::app) async fn open_new(app: App, new: NewWork) -> Result<Session, Failure> {
    let NewWork { loaded_template, dataset, names, apart, origin, query } = new;
    let id = known_work(app, &loaded_template, &apart, &names, dataset.text()).await;
    // What was annotated before stays within reach.
    let is_known = is_here(&app.store(), &id);
    let loaded_template = match is_known {
        true => loaded_template,
        false => {
            refuse_too_large(&origin, &dataset)?;
            loaded_template.without_errors(|| Some(data_of(&dataset)))?
        }
    };
    let meta = Meta { source: origin, data_hash: names.digest.to_string(), ..Meta::default() };
    if let Some(query) = query {
        location::replace(&format!("{query}{}", Route::Work(id.to_string())));
    }
    let session = begin(app, loaded_template, dataset, (id, meta), true);
    // A large instance was read: showing it is a task of its own.
    timing::pause().await;
    Ok(session)
}

/// An instance is read and drawn in one go: the page would stand still with a very large one.
pub(in crate::app) fn refuse_too_large(name: &str, dataset: &Dataset) -> Result<(), Failure> {
    let sizes = dataset.iter().map(str::len);
    let Some((instance, size)) = sizes.enumerate().find(|(_, size)| *size > LARGEST_INSTANCE)
    else {
        return Ok(());
    };
    let (size, most) = (in_units(size), in_units(LARGEST_INSTANCE));
    let problem = Diagnostic {
        severity: Severity::Error,
        code: "too-large",
        place: Place::Data { instance, path: String::new() },
        message: say!(DataInstanceTooLarge, size, most),
        remedy: Key::DataSplitLargeInstance.into(),
        fix: None,
    };
    let failure = Failure::new(name, Key::FailureData);
    Err(Failure { diagnostics: [problem].into(), ..failure })
}

/// A work is one template on one data file: opened again, it goes on. One that was begun under a former name keeps it,
/// if both its texts are these.
pub(in crate::app) async fn known_work(
    app: App,
    loaded_template: &LoadedTemplate,
    apart: &str,
    names: &DataDigests,
    data: &str,
) -> WorkId {
    if let Some(former) = former_work_id(loaded_template, apart, names)
        && is_of_texts(app, &former, &loaded_template.text, data).await
    {
        return former;
    }
    work_id(loaded_template, apart, &names.digest)
}

async fn is_of_texts(app: App, work: &WorkId, template: &str, data: &str) -> bool {
    let store = app.store();
    let kept = |file| read_file(&store, work, file).ok().flatten();
    let Ok(meta) = read_meta(&store, work) else { return false };
    if kept(Kept::Template).as_deref() != Some(template) {
        return false;
    }
    match meta.data {
        DataPlace::Here => kept(Kept::Data).as_deref() == Some(data),
        DataPlace::IndexedDb => app.blob(work.as_str()).await.as_deref() == Some(data),
        // The person opens the file again that went missing.
        DataPlace::Nowhere => true,
    }
}

/// The name of a work.
pub(in crate::app) fn work_id(
    loaded_template: &LoadedTemplate,
    apart: &str,
    data: &Digest,
) -> WorkId {
    let (template, apart) = (Digest::of(&loaded_template.text), Digest::of(apart));
    WorkId::of_digest(&Digest::of_all(&[&template, &apart, data]))
}

/// The name that a work had at first.
fn former_work_id(
    loaded_template: &LoadedTemplate,
    apart: &str,
    names: &DataDigests,
) -> Option<WorkId> {
    let mut template = fingerprint(loaded_template.text.as_bytes());
    if !apart.is_empty() {
        template ^= fingerprint(apart.as_bytes()).rotate_left(1);
    }
    WorkId::new(&format!("{template:016x}-{:016x}", names.fingerprint))
}

/// Reads data; where that takes longer, the page says how far it is.
async fn read_data(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    counted_in_utf16(text, async |text| split(app, name, text).await).await
}

/// Reads data while the page stays as it is.
pub(in crate::app) async fn read_quietly(name: &str, text: String) -> Result<Dataset, Failure> {
    counted_in_utf16(text, async |text| split_quietly(name, text).await).await
}

/// What `read` makes of data, with offsets in code points as UTF-16 units.
pub(in crate::app) async fn counted_in_utf16(
    text: String,
    read: impl AsyncFn(String) -> Result<Dataset, Failure>,
) -> Result<Dataset, Failure> {
    let dataset = read(text).await?;
    match in_utf16(&dataset) {
        Some(text) => read(text).await,
        None => Ok(dataset),
    }
}

/// Splits a data file; where that takes longer, the page says how far it is.
pub(in crate::app) async fn split(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    let tell = |instances| {
        app.opening.set((name.to_owned(), instances));
        if !app.page.with_untracked(|page| matches!(page, Page::Opening)) {
            app.show(Page::Opening);
        }
    };
    split_telling(name, text, tell).await
}

/// Splits a data file while the page stays as it is.
pub(in crate::app) async fn split_quietly(name: &str, text: String) -> Result<Dataset, Failure> {
    split_telling(name, text, |_| {}).await
}

/// Steps through a data file, so that the page can paint in between. `tell` gets the number of instances so far, once
/// it takes longer.
pub(in crate::app) async fn read_in_slices(text: String, tell: impl Fn(usize)) -> Reader<'static> {
    let mut reader = Reader::new(text);
    let began = timing::now_ms();
    loop {
        let progress = reader.step(SLICE_BYTES);
        if progress.done {
            return reader;
        }
        if timing::now_ms() - began > 300.0 {
            tell(progress.instances);
        }
        timing::pause().await;
    }
}

async fn split_telling(name: &str, text: String, tell: impl Fn(usize)) -> Result<Dataset, Failure> {
    let is_of_a_kind = kind(name, &text) != Kind::Other;
    let reader = read_in_slices(text, tell).await;
    let failed = |diagnostics: Vec<Diagnostic>| Failure {
        diagnostics: diagnostics.into(),
        ..match is_of_a_kind {
            true => Failure::new(name, Key::FailureData),
            false => of_no_kind(name),
        }
    };
    let dataset = reader.finish().map_err(|diagnostic| failed(vec![diagnostic]))?;
    if dataset.is_empty() {
        return Err(failed(dataset.problems().to_vec()));
    }
    Ok(dataset)
}
