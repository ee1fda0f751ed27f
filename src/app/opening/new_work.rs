//! A template with data that was not opened before: its id, and its first opening.

use std::sync::Arc;

use crate::app::context::{App, Session};
use crate::app::failure::Failure;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::needed_rules::load_needed_rules;
use crate::app::session_start::{WorkSource, start_session};
use spanwise_annotation::digest::{Digest, Digesting};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::format::{Dataset, write_list};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, is_here, read_file, read_meta,
};
use spanwise_browser::{location, timing};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::{TextId, say};
use spanwise_limits::{LARGEST_INSTANCE, in_units};
use spanwise_links::Route;

/// Bytes whose digest is computed before the page may paint.
const DIGESTED_AT_ONCE: usize = 8 << 20;

/// A template and data, not yet opened as a work.
pub(in crate::app) struct NewWork {
    pub(in crate::app) loaded_template: LoadedTemplate,
    pub(in crate::app) dataset: Arc<Dataset>,
    pub(super) names: DataDigests,
    /// Distinguishes the work from others with the same template and data.
    pub(in crate::app) scope: String,
    pub(super) origin: String,
    pub(super) query: Option<String>,
}

/// Digests of a data file, from which the id of its work is derived.
#[derive(Debug, Clone)]
pub(in crate::app) struct DataDigests {
    /// Cryptographic digest.
    pub(in crate::app) digest: Digest,
    /// Hash by which works were named at first; collisions can be constructed.
    fingerprint: u64,
}

impl DataDigests {
    /// Computes the digests in steps, between which the page can paint.
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

/// Opens a work, and continues it if it is stored on this device.
pub(in crate::app) async fn open_new_work(app: App, new: NewWork) -> Result<Session, Failure> {
    let NewWork { loaded_template, dataset, names, scope, origin, query } = new;
    let id = known_work(app, &loaded_template, &scope, &names, dataset.text()).await;
    // A stored work stays accessible whatever errors its template has.
    let is_known = is_here(&app.store(), &id);
    let loaded_template = match is_known {
        true => loaded_template,
        false => {
            refuse_too_large(&origin, &dataset)?;
            loaded_template.without_errors(|| Some(data_of(&dataset)))?
        }
    };
    load_needed_rules(&loaded_template.template).await?;
    let meta = WorkMeta { source: origin, ..WorkMeta::default() };
    if let Some(query) = query {
        location::replace(&format!("{query}{}", Route::Work(id.to_string())));
    }
    let session =
        start_session(app, loaded_template, dataset, id, meta, WorkSource::Opened).await?;
    // Reading a large instance takes long: the page may paint before it is shown.
    timing::pause().await;
    Ok(session)
}

/// Refuses data with an instance above the limit: instances are read and painted in one go, which would freeze the
/// page.
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
        place: DiagnosticPlace::Data { instance, path: String::new() },
        message: say!(DataInstanceTooLarge, size, most),
        remedy: TextId::DataSplitLargeInstance.into(),
        fix: None,
    };
    let failure = Failure::new(name, TextId::FailureData);
    Err(Failure { diagnostics: [problem].into(), ..failure })
}

/// Returns the id of the work of a template and data. A work that was created under a former id keeps it,
/// if its template and data are the same.
pub(in crate::app) async fn known_work(
    app: App,
    loaded_template: &LoadedTemplate,
    scope: &str,
    names: &DataDigests,
    data: &str,
) -> WorkId {
    if let Some(former) = former_work_id(loaded_template, scope, names)
        && has_same_texts(app, &former, &loaded_template.text, data).await
    {
        return former;
    }
    work_id(loaded_template, scope, &names.digest)
}

async fn has_same_texts(app: App, work: &WorkId, template: &str, data: &str) -> bool {
    let store = app.store();
    let kept = |file| read_file(&store, work, file).ok().flatten();
    let Ok(meta) = read_meta(&store, work) else { return false };
    if kept(WorkFile::Template).as_deref() != Some(template) {
        return false;
    }
    match meta.data {
        DataPlace::Here => kept(WorkFile::Data).as_deref() == Some(data),
        DataPlace::IndexedDb => app.blob(work.as_str()).await.as_deref() == Some(data),
        // The person opens the missing file again.
        DataPlace::Nowhere => true,
    }
}

/// Derives the id of a work.
pub(in crate::app) fn work_id(
    loaded_template: &LoadedTemplate,
    scope: &str,
    data: &Digest,
) -> WorkId {
    let (template, scope) = (Digest::of(&loaded_template.text), Digest::of(scope));
    WorkId::of_digest(&Digest::of_all(&[&template, &scope, data]))
}

/// Derives the id that a work had in the first versions of the app.
fn former_work_id(
    loaded_template: &LoadedTemplate,
    scope: &str,
    names: &DataDigests,
) -> Option<WorkId> {
    let mut template = fingerprint(loaded_template.text.as_bytes());
    if !scope.is_empty() {
        template ^= fingerprint(scope.as_bytes()).rotate_left(1);
    }
    WorkId::new(&format!("{template:016x}-{:016x}", names.fingerprint))
}

/// Data for a draft of the builder, without its own template.
pub(super) fn data_of(dataset: &Dataset) -> String {
    match dataset.template() {
        Some(_) => write_list(dataset),
        None => dataset.text().to_owned(),
    }
}
