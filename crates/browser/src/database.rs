//! The IndexedDB database of this origin: texts that outlive a crash.

use js_sys::{Object, Promise};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DomException, Event, IdbDatabase, IdbObjectStore, IdbRequest, IdbTransaction,
    IdbTransactionMode,
};

use spanwise_annotation::store::StoreError;

use super::console::reported;
use super::objects::object;
use super::storage::store_error;

const NAME: &str = "spanwise";
/// Large texts, by name.
pub(super) const TEXTS: &str = "data";
/// The mirror of localStorage, by key.
pub(super) const ENTRIES: &str = "entries";
/// Raise it with each further object store.
const VERSION: u32 = 2;

#[wasm_bindgen]
extern "C" {
    /// A connection to the database.
    #[wasm_bindgen(extends = IdbDatabase)]
    #[derive(Debug, Clone)]
    pub(super) type Database;

    /// Unstable in web-sys, where it takes a compiler flag.
    #[wasm_bindgen(method, catch, js_name = transaction)]
    fn transaction_with_options(
        this: &Database,
        object_store: &str,
        mode: IdbTransactionMode,
        options: &Object,
    ) -> Result<IdbTransaction, JsValue>;
}

/// Opens the database. Waits while another tab has an earlier version of it open.
pub(super) async fn open() -> Result<Database, StoreError> {
    connect().await.map_err(|error| store_error(&error))?.ok_or(StoreError::Blocked)
}

/// `None` if the browser has no IndexedDB for this page.
async fn connect() -> Result<Option<Database>, JsValue> {
    let Some(factory) = web_sys::window().map(|window| window.indexed_db()).transpose()?.flatten()
    else {
        return Ok(None);
    };
    let request = factory.open_with_u32(NAME, VERSION)?;
    let on_upgrade = Closure::once_into_js(|event: Event| upgrade(&event));
    request.set_onupgradeneeded(Some(on_upgrade.unchecked_ref()));
    let database: Database = answer(&request).await?.unchecked_into();
    let on_version_change = Closure::once_into_js(|event: Event| close_for_later_version(&event));
    database.set_onversionchange(Some(on_version_change.unchecked_ref()));
    Ok(Some(database))
}

/// Upgrades the database to the current version, or leaves it unchanged and fails the request to open it.
fn upgrade(upgrade_needed: &Event) {
    let Some(request) = upgrade_needed.target() else { return };
    let request: IdbRequest = request.unchecked_into();
    if reported(create_object_stores(&request)).is_none()
        && let Some(transaction) = request.transaction()
    {
        reported(transaction.abort());
    }
}

/// Creates the object stores that an earlier version of the database lacks.
fn create_object_stores(request: &IdbRequest) -> Result<(), JsValue> {
    let database: IdbDatabase = request.result()?.unchecked_into();
    let existing = database.object_store_names();
    for name in [TEXTS, ENTRIES] {
        if !existing.contains(name) {
            database.create_object_store(name)?;
        }
    }
    Ok(())
}

/// Closes the database when another tab needs a later version of it.
fn close_for_later_version(version_change: &Event) {
    if let Some(database) = version_change.target() {
        database.unchecked_into::<IdbDatabase>().close();
    }
}

/// Waits for the result of a request.
pub(super) async fn answer(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let settled = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    match JsFuture::from(settled).await {
        Ok(_) => request.result(),
        Err(_) => Err(reason(request.error()?)),
    }
}

/// A transaction that writes to one object store, and is rolled back unless it is committed.
pub(super) struct WriteTransaction(IdbTransaction);

impl WriteTransaction {
    /// Begins the transaction.
    pub(super) fn begin(database: &Database, object_store: &str) -> Result<Self, JsValue> {
        let options = object([("durability", "strict".into())]);
        let mode = IdbTransactionMode::Readwrite;
        database.transaction_with_options(object_store, mode, &options).map(WriteTransaction)
    }

    /// The object store, by its name.
    pub(super) fn object_store(&self, name: &str) -> Result<IdbObjectStore, JsValue> {
        self.0.object_store(name)
    }

    /// Waits until all that was written is on disk.
    pub(super) async fn commit(self) -> Result<(), JsValue> {
        let ended = JsFuture::from(Promise::new(&mut |resolve, reject| {
            self.0.set_oncomplete(Some(&resolve));
            self.0.set_onabort(Some(&reject));
        }));
        #[expect(deprecated, reason = "web-sys follows IndexedDB 2.0; 3.0 has it again")]
        self.0.commit()?;
        match ended.await {
            Ok(_) => Ok(()),
            Err(_) => Err(reason(self.0.error())),
        }
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        // Fails once the transaction has ended: nothing is left to roll back then.
        let _ = self.0.abort();
    }
}

/// The error of a request or a transaction that failed.
fn reason(error: Option<DomException>) -> JsValue {
    error.map_or(JsValue::UNDEFINED, JsValue::from)
}
