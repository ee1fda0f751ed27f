//! The store of the page: the browser's, or memory where there is none.

use std::rc::Rc;

use super::preferences::Preferences;
use spanwise_annotation::store::usage::MeteredStore;
use spanwise_annotation::store::{
    DraftKeyPart, HoldingStore, HoldingWriter, KeyValue, MemoryStore, MirroredStore, SaveState,
    StorageKey, StoreError, WorkId, WorkKeyPart,
};
use spanwise_browser::durable::DurableStore;
use spanwise_browser::storage::BrowserStore;

/// Data up to this many bytes is kept in localStorage, larger data in `IndexedDB`.
pub(super) const LARGEST_IN_STORE: usize = 512 * 1024;

const PREFERENCES: &str = "spanwise/1/prefs";

/// The store of this page. Cheap to clone.
#[derive(Clone)]
pub struct PageStore {
    inner: Rc<HoldingStore<UnderlyingStore>>,
    /// Queues writes for the durable store; `None` if nothing outlives the page.
    mirror: Option<Rc<MirroredStore<BrowserStore>>>,
    keeping: StoreLifetime,
}

/// The store below a [`PageStore`], with its usage measured.
type UnderlyingStore = MeteredStore<Rc<dyn KeyValue>>;

/// Lifetime of the content of a [`PageStore`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreLifetime {
    /// Until the person deletes it.
    Durable,
    /// Until the page goes, because the browser lets it store nothing.
    Blocked,
    /// Until the page goes, because another page looks after it.
    Elsewhere,
}

impl PageStore {
    /// Opens the browser's store, or one in memory where that is blocked.
    #[must_use]
    pub fn open() -> Self {
        match BrowserStore::open() {
            Some(store) => {
                let mirror = Rc::new(MirroredStore::new(store));
                PageStore {
                    mirror: Some(mirror.clone()),
                    ..PageStore::new(mirror, StoreLifetime::Durable)
                }
            }
            None => PageStore::new(Rc::new(MemoryStore::default()), StoreLifetime::Blocked),
        }
    }

    fn new(store: Rc<dyn KeyValue>, keeping: StoreLifetime) -> Self {
        PageStore {
            inner: Rc::new(HoldingStore::new(MeteredStore::new(store))),
            mirror: None,
            keeping,
        }
    }

    /// Creates a store that is lost with the page, for content that another page stores.
    #[must_use]
    pub fn in_memory() -> Self {
        PageStore::new(Rc::new(MemoryStore::default()), StoreLifetime::Elsewhere)
    }

    /// Returns `true` if work outlives the page.
    #[must_use]
    pub fn is_durable(&self) -> bool {
        self.keeping == StoreLifetime::Durable
    }

    /// Returns `true` if the browser blocks storage.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.keeping == StoreLifetime::Blocked
    }

    /// Returns the queue of writes for the durable store; `None` if nothing outlives the page.
    pub(super) fn mirror(&self) -> Option<&Rc<MirroredStore<BrowserStore>>> {
        self.mirror.as_ref()
    }

    /// Durability of a work whose changes are all in the first store.
    pub(super) fn durability(&self, work: &WorkId) -> SaveState {
        self.durability_of(|key| key.work() == Some(work))
    }

    /// Durability of a draft that is in the first store.
    pub(super) fn draft_durability(&self, draft: &WorkId) -> SaveState {
        self.durability_of(|key| matches!(key, StorageKey::Draft(of, _) if of == draft))
    }

    fn durability_of(&self, concerns: impl Fn(&StorageKey) -> bool) -> SaveState {
        let is_of = |key: &str| key.parse().is_ok_and(|key| concerns(&key));
        match &self.mirror {
            Some(mirror) if mirror.is_confirmed(is_of) => SaveState::Saved,
            Some(mirror) if mirror.has_refused() => SaveState::SavedNotDurably,
            Some(_) => SaveState::Saving,
            // Said elsewhere: the work goes with the page, or the page around this one keeps it.
            None => SaveState::Saved,
        }
    }

    /// Returns the same store, which holds in memory each value that it cannot store.
    pub(super) fn or_hold(&self) -> HoldingWriter<'_, UnderlyingStore> {
        self.inner.or_hold()
    }

    /// Returns `true` if values are held in memory until there is room.
    pub(super) fn holds_some(&self) -> bool {
        !self.inner.is_empty()
    }

    /// Stores the values held in memory, as far as there is room.
    pub(super) fn retry(&self) {
        self.inner.retry();
    }

    /// Forgets a value held in memory that another tab has set or removed.
    pub(super) fn yield_to_others(&self, key: &str) {
        self.inner.yield_to_others(key);
    }

    /// Number of files of a work held in memory without which it cannot be opened again.
    pub(super) fn missing_files(&self, work: &WorkId) -> usize {
        let needed = |key: &String| {
            let key = key.parse();
            matches!(
                key,
                Ok(StorageKey::Work(of, WorkKeyPart::Meta | WorkKeyPart::Template | WorkKeyPart::Assignment)) if of == *work
            )
        };
        self.inner.missing().iter().filter(|key| needed(key)).count()
    }

    /// Returns `true` if the stored draft is older than the one held in memory.
    pub(super) fn holds_draft(&self, draft: &WorkId) -> bool {
        let is_of = |key: &String| {
            let key = key.parse();
            matches!(key, Ok(StorageKey::Draft(of, part)) if of == *draft && part != DraftKeyPart::Meta)
        };
        self.inner.held().iter().any(is_of)
    }

    /// Returns the store below, which measures its usage.
    pub(super) fn meter(&self) -> &UnderlyingStore {
        self.inner.inner()
    }

    /// Returns `true` if changes to works would be lost with the page because storage is blocked.
    pub(super) fn is_lost_with_page(&self) -> bool {
        let is_change = |key: &String| {
            let key = key.parse();
            matches!(
                key,
                Ok(StorageKey::Work(_, WorkKeyPart::Record { .. } | WorkKeyPart::Snapshot { .. }))
            )
        };
        self.is_blocked() && self.keys().iter().any(is_change)
    }
}

impl std::fmt::Debug for PageStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PageStore({:?})", self.keeping)
    }
}

impl KeyValue for PageStore {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.inner.set(key, value)
    }

    fn remove(&self, key: &str) {
        self.inner.remove(key);
    }

    fn retire(&self, key: &str) {
        self.inner.retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        self.inner.refused()
    }

    fn keys(&self) -> Vec<String> {
        self.inner.keys()
    }

    fn units(&self) -> usize {
        self.inner.units()
    }
}

pub(super) fn preferences(store: &PageStore) -> Preferences {
    let stored = store.get(PREFERENCES);
    stored.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

/// Stores the preferences, and returns `true` if there was room; else they are held in memory.
pub(super) fn set_preferences(store: &PageStore, preferences: &Preferences) -> bool {
    let json = serde_json::to_string(preferences);
    json.is_ok_and(|json| store.or_hold().set(PREFERENCES, &json).is_ok())
}

/// State of the durable store. There is one for the whole page.
#[derive(Default)]
pub(super) struct DurableStoreState {
    /// `None` until the stores are joined, and where there is no durable one.
    pub(super) store: Option<Rc<DurableStore>>,
    /// `true` if a batch is to be sent once the current task ends.
    pub(super) is_due: bool,
    /// The reason why there is none; taken when the notice is shown.
    pub(super) missing: Option<StoreError>,
    /// 0-based indices of the instances of which changes were restored when the page was opened, by work.
    pub(super) restored: Vec<(WorkId, Vec<u32>)>,
}
