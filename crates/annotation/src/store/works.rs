//! The works on this device: their descriptions, as the hub lists them, their files, and their removal.

use std::fmt;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::deleted::forget_deleted;
use super::frame::{self, ValueDamage};
use super::key_value::{KeyValue, StoreError, stored_bytes};
use super::keys::{StorageKey, WorkId, WorkKeyPart};
use super::recover::quarantine;
use super::removed::RemovedEntries;
use spanwise_i18n::{Message, say};
use spanwise_json::{Member, Object};
use std::collections::BTreeMap;

/// The description of a work, readable without opening it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorkMeta {
    /// Format of this description; see [`WorkMeta::VERSION`].
    pub version: u32,
    /// The title of the work: the label of its template until the person renames it.
    pub title: String,
    /// The name of its template.
    pub template_name: String,
    /// Number of instances.
    pub instances: u32,
    /// Number of instances that are done.
    pub done: u32,
    /// Number of instances that came annotated and are as they came.
    pub annotated: u32,
    /// The time of creation, in milliseconds since 1970 (UTC).
    pub created_ms: u64,
    /// The time of the last opening, in milliseconds since 1970 (UTC).
    pub opened_ms: u64,
    /// The file name or address it was opened from; empty if it was begun here.
    pub source: String,
    /// The place of the data file.
    pub data: DataPlace,
    /// The number of the last change that was downloaded, if any was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downloaded_seq: Option<u64>,
    /// The time of the first change that was not downloaded, in milliseconds since 1970 (UTC), if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undownloaded_since_ms: Option<u64>,
    /// `true` if suggestions of a model are kept beside the work.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_suggestions: bool,
    /// Fields that this version does not know: their names and JSON texts, kept verbatim.
    #[serde(skip)]
    pub other: Vec<(String, String)>,
}

impl WorkMeta {
    /// The newest format that this version reads, and the one that it writes.
    pub const VERSION: u32 = 1;
}

impl Default for WorkMeta {
    fn default() -> Self {
        WorkMeta {
            version: WorkMeta::VERSION,
            title: String::new(),
            template_name: String::new(),
            instances: 0,
            done: 0,
            annotated: 0,
            created_ms: 0,
            opened_ms: 0,
            source: String::new(),
            data: DataPlace::Here,
            downloaded_seq: None,
            undownloaded_since_ms: None,
            has_suggestions: false,
            other: Vec::new(),
        }
    }
}

/// The place of a work's data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataPlace {
    /// In the same store, under [`WorkKeyPart::Data`].
    Here,
    /// In `IndexedDB`, because it is too large for this store.
    IndexedDb,
    /// Not on this device; the person has to open it again.
    Nowhere,
}

/// An error in reading or writing the description of a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkMetaError {
    /// There is none.
    Missing,
    /// It cannot be read.
    Unreadable(String),
    /// A newer version of this app wrote it, in this format.
    Newer(u32),
    /// It could not be written.
    Store(StoreError),
}

impl WorkMetaError {
    /// The reason and the remedy.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            WorkMetaError::Missing => {
                say!(StoreDescriptionWorkMissingOpenTemplate)
            }
            WorkMetaError::Unreadable(cause) => {
                say!(StoreDescriptionWorkDamagedOpenTemplate, cause = cause.as_str())
            }
            WorkMetaError::Newer(format) => frame::newer(*format),
            WorkMetaError::Store(cause) => cause.message(),
        }
    }
}

impl fmt::Display for WorkMetaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for WorkMetaError {}

/// A work as the hub lists it.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedWork {
    /// Its name on this device.
    pub work: WorkId,
    /// Its description, or the error in reading it.
    pub meta: Result<WorkMeta, WorkMetaError>,
    /// Its share of the quota, in bytes, quarantine included.
    pub bytes: usize,
}

/// All works: last opened first, those that cannot be read at the end.
#[must_use]
pub fn works(store: &impl KeyValue) -> Vec<ListedWork> {
    let mut sizes: BTreeMap<WorkId, usize> = BTreeMap::default();
    for name in store.keys() {
        if let Some(work) = name.parse::<StorageKey>().ok().as_ref().and_then(StorageKey::work) {
            *sizes.entry(work.clone()).or_default() += entry_bytes(store, &name);
        }
    }
    let mut listed: Vec<ListedWork> = sizes
        .into_iter()
        .map(|(work, bytes)| ListedWork { meta: read_meta(store, &work), work, bytes })
        .collect();
    listed.sort_by_key(|l| std::cmp::Reverse(l.meta.as_ref().ok().map(|meta| meta.opened_ms)));
    listed
}

/// A work's share of the quota, in bytes, quarantine included.
#[must_use]
pub fn bytes_used(store: &impl KeyValue, work: &WorkId) -> usize {
    keys_of(store, work).iter().map(|name| entry_bytes(store, name)).sum()
}

/// Returns `true` if a store has anything of a work.
#[must_use]
pub fn has_entries(store: &impl KeyValue, work: &WorkId) -> bool {
    !keys_of(store, work).is_empty()
}

/// Returns `true` if a work is on this device, even if its description cannot be read.
#[must_use]
pub fn is_here(store: &impl KeyValue, work: &WorkId) -> bool {
    store.get(&name(work, WorkKeyPart::Meta)).is_some()
}

/// Reads the description of a work.
///
/// # Errors
/// If the description is missing, cannot be read, or is of a newer version.
pub fn read_meta(store: &impl KeyValue, work: &WorkId) -> Result<WorkMeta, WorkMetaError> {
    let text = store.get(&name(work, WorkKeyPart::Meta)).ok_or(WorkMetaError::Missing)?;
    let mut fields = fields(&text)?;
    let version: u64 = take(&mut fields, "version")?.unwrap_or(u64::from(WorkMeta::VERSION));
    let version = u32::try_from(version).unwrap_or(u32::MAX);
    if version > WorkMeta::VERSION {
        return Err(WorkMetaError::Newer(version));
    }
    Ok(WorkMeta {
        version,
        title: take(&mut fields, "title")?.unwrap_or_default(),
        template_name: take(&mut fields, "template_name")?.unwrap_or_default(),
        instances: take(&mut fields, "instances")?.unwrap_or_default(),
        done: take(&mut fields, "done")?.unwrap_or_default(),
        annotated: take(&mut fields, "annotated")?.unwrap_or_default(),
        created_ms: take(&mut fields, "created_ms")?.unwrap_or_default(),
        opened_ms: take(&mut fields, "opened_ms")?.unwrap_or_default(),
        source: take(&mut fields, "source")?.unwrap_or_default(),
        data: take(&mut fields, "data")?.unwrap_or(DataPlace::Here),
        downloaded_seq: take(&mut fields, "downloaded_seq")?,
        undownloaded_since_ms: take(&mut fields, "undownloaded_since_ms")?,
        has_suggestions: take(&mut fields, "has_suggestions")?.unwrap_or_default(),
        other: fields.members().iter().map(member).collect(),
    })
}

/// The fields of a description, with their values as JSON text.
fn fields(json: &str) -> Result<Object<'_>, WorkMetaError> {
    serde_json::from_str::<IgnoredAny>(json).map_err(unreadable)?;
    Object::parse(json).ok_or_else(|| WorkMetaError::Unreadable(json.chars().take(20).collect()))
}

fn member(member: &Member<'_>) -> (String, String) {
    (member.name.clone().into_owned(), member.value.clone().into_owned())
}

/// Takes a field out; `None` if there is none.
fn take<T: DeserializeOwned>(
    fields: &mut Object<'_>,
    name: &str,
) -> Result<Option<T>, WorkMetaError> {
    let value = fields.get(name).map(|json| serde_json::from_str(json).map_err(unreadable));
    let value = value.transpose()?;
    fields.remove(name);
    Ok(value)
}

fn unreadable(error: serde_json::Error) -> WorkMetaError {
    WorkMetaError::Unreadable(error.to_string())
}

/// Writes the description of a work. One that cannot be read is set aside, one of a newer version stays. A work that has
/// none is begun, and no longer noted as [deleted](super::deleted).
///
/// # Errors
/// [`WorkMetaError::Newer`] and [`WorkMetaError::Store`].
pub fn write_meta(
    store: &impl KeyValue,
    work: &WorkId,
    meta: &WorkMeta,
) -> Result<(), WorkMetaError> {
    match read_meta(store, work) {
        Err(newer @ WorkMetaError::Newer(_)) => return Err(newer),
        Err(WorkMetaError::Unreadable(_)) => {
            let found = store.get(&name(work, WorkKeyPart::Meta)).unwrap_or_default();
            quarantine(store, work, WorkKeyPart::Meta, &found);
        }
        _ => {}
    }
    let text = to_json(meta).map_err(unreadable)?;
    let forgotten = if is_here(store, work) { Ok(()) } else { forget_deleted(store, work) };
    // Also if the note of deletion could not be updated: a holding store stores both later.
    let written = store.set(&name(work, WorkKeyPart::Meta), &text);
    written.and(forgotten).map_err(WorkMetaError::Store)
}

/// A description as JSON, with the fields of other versions at the end.
fn to_json(meta: &WorkMeta) -> Result<String, serde_json::Error> {
    let mut json = serde_json::to_string(meta)?;
    json.pop();
    for (name, value) in &meta.other {
        json = format!("{json},{}:{value}", serde_json::to_string(name)?);
    }
    json.push('}');
    Ok(json)
}

/// Gives a work another title.
///
/// # Errors
/// Those of [`read_meta`] and [`write_meta`].
pub fn rename(store: &impl KeyValue, work: &WorkId, title: &str) -> Result<(), WorkMetaError> {
    let meta = WorkMeta { title: title.to_owned(), ..read_meta(store, work)? };
    write_meta(store, work, &meta)
}

/// A file that is kept with a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkFile {
    /// The template.
    Template,
    /// The data file.
    Data,
    /// The annotator and the assigned instances, as JSON in the caller's format.
    Assignment,
}

impl WorkFile {
    fn key(self, work: &WorkId) -> StorageKey {
        let part = match self {
            WorkFile::Template => WorkKeyPart::Template,
            WorkFile::Data => WorkKeyPart::Data,
            WorkFile::Assignment => WorkKeyPart::Assignment,
        };
        StorageKey::Work(work.clone(), part)
    }
}

/// The text of a kept file; `None` if it is not kept.
///
/// # Errors
/// If the stored value is damaged or of a newer version.
pub fn read_file(
    store: &impl KeyValue,
    work: &WorkId,
    file: WorkFile,
) -> Result<Option<String>, ValueDamage> {
    let key = file.key(work);
    let Some(value) = store.get(&key.to_string()) else { return Ok(None) };
    frame::unseal(&key, &value).map(|text| Some(text.to_owned()))
}

/// Returns `true` if a file is kept with a work.
#[must_use]
pub fn is_kept(store: &impl KeyValue, work: &WorkId, file: WorkFile) -> bool {
    store.get(&file.key(work).to_string()).is_some()
}

/// Keeps the text of a file with a work.
///
/// # Errors
/// Those of the store.
pub fn write_file(
    store: &impl KeyValue,
    work: &WorkId,
    file: WorkFile,
    text: &str,
) -> Result<(), StoreError> {
    let key = file.key(work);
    store.set(&key.to_string(), &frame::seal(&key, text))
}

/// The annotator's last place in a work, as JSON in the caller's format.
#[must_use]
pub fn place(store: &impl KeyValue, work: &WorkId) -> Option<String> {
    store.get(&name(work, WorkKeyPart::Place))
}

/// Stores the annotator's place in a work, as JSON; ignores a work that was removed.
///
/// # Errors
/// Those of the store.
pub fn set_place(store: &impl KeyValue, work: &WorkId, view: &str) -> Result<(), StoreError> {
    note(store, work, WorkKeyPart::Place, view)
}

/// The state of the adjudication page of a work, as JSON in the caller's format.
#[must_use]
pub fn adjudication(store: &impl KeyValue, work: &WorkId) -> Option<String> {
    store.get(&name(work, WorkKeyPart::Adjudication))
}

/// Stores the state of the adjudication page of a work, as JSON; ignores a work that was removed.
///
/// # Errors
/// Those of the store.
pub fn set_adjudication(
    store: &impl KeyValue,
    work: &WorkId,
    state: &str,
) -> Result<(), StoreError> {
    note(store, work, WorkKeyPart::Adjudication, state)
}

/// Sets a value of a work, if the work is on this device.
fn note(
    store: &impl KeyValue,
    work: &WorkId,
    part: WorkKeyPart,
    value: &str,
) -> Result<(), StoreError> {
    if is_here(store, work) { store.set(&name(work, part), value) } else { Ok(()) }
}

/// The time spent on an instance (0-based), in milliseconds; 0 if unknown.
#[must_use]
pub fn time_spent(store: &impl KeyValue, work: &WorkId, instance: u32) -> u64 {
    let stored = store.get(&name(work, WorkKeyPart::Time { instance }));
    stored.and_then(|ms| ms.parse().ok()).unwrap_or_default()
}

/// Stores the time spent on an instance (0-based), in milliseconds; ignores a work that was removed.
///
/// # Errors
/// Those of the store.
pub fn set_time_spent(
    store: &impl KeyValue,
    work: &WorkId,
    instance: u32,
    ms: u64,
) -> Result<(), StoreError> {
    note(store, work, WorkKeyPart::Time { instance }, &ms.to_string())
}

/// Returns `true` if a page with changes of a work is open, or ended abnormally.
#[must_use]
pub fn is_left_open(store: &impl KeyValue, work: &WorkId) -> bool {
    store.get(&name(work, WorkKeyPart::Open)).as_deref() == Some(OPEN)
}

/// Marks a work as open in a page with changes, or as closed; ignores a work that was removed. The mark of a closed
/// work is a value rather than a missing key: a removed value might come back from the durable store.
///
/// # Errors
/// Those of the store.
pub fn set_open(store: &impl KeyValue, work: &WorkId, is_open: bool) -> Result<(), StoreError> {
    note(store, work, WorkKeyPart::Open, if is_open { OPEN } else { CLOSED })
}

const OPEN: &str = "open";
const CLOSED: &str = "closed";

/// An error in restoring a work, which changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestoreError {
    /// The work's id is in use again.
    Taken,
    /// The store did not take all of it.
    Store(StoreError),
}

impl RestoreError {
    /// The reason and the remedy.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            RestoreError::Taken => {
                say!(StoreRemovedWorkWasBegunAgainRemove)
            }
            RestoreError::Store(cause) => cause.message(),
        }
    }
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for RestoreError {}

/// Removes a work with its journal and its quarantine.
pub fn remove_work(store: &impl KeyValue, work: &WorkId) -> RemovedEntries {
    RemovedEntries::take(store, |key| key.work() == Some(work))
}

/// Undoes [`remove_work`]: all of it, or nothing.
///
/// # Errors
/// If the work's id is in use again, or the store did not take all of it; restoring can be tried again.
pub fn restore_work(
    store: &impl KeyValue,
    work: &WorkId,
    removed: &RemovedEntries,
) -> Result<(), RestoreError> {
    if !keys_of(store, work).is_empty() {
        return Err(RestoreError::Taken);
    }
    removed.put_back(store).map_err(RestoreError::Store)
}

fn name(work: &WorkId, part: WorkKeyPart) -> String {
    StorageKey::Work(work.clone(), part).to_string()
}

fn keys_of(store: &impl KeyValue, work: &WorkId) -> Vec<String> {
    let mut names = store.keys();
    names.retain(|name| name.parse::<StorageKey>().is_ok_and(|key| key.work() == Some(work)));
    names
}

fn entry_bytes(store: &impl KeyValue, name: &str) -> usize {
    store.get(name).map_or(0, |value| stored_bytes(name, &value))
}
