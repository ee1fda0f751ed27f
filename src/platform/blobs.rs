//! IndexedDB, for data files too large for localStorage: one store, texts by work.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbRequest, IdbTransactionMode};

const DATABASE: &str = "spanwise";
const STORE: &str = "data";

/// Why a data file could not be kept or found: the browser's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobError(pub String);

impl From<JsValue> for BlobError {
    fn from(error: JsValue) -> Self {
        BlobError(super::message(&error))
    }
}

/// Keeps a text under a name.
///
/// # Errors
/// When IndexedDB is missing, blocked or full.
pub async fn put(name: &str, text: &str) -> Result<(), BlobError> {
    let database = open().await?;
    let transaction =
        database.transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)?;
    let bytes = Uint8Array::from(text.as_bytes());
    let request =
        transaction.object_store(STORE)?.put_with_key(&bytes, &JsValue::from_str(name))?;
    finished(&request).await?;
    database.close();
    Ok(())
}

/// The bytes kept under a name.
///
/// # Errors
/// When IndexedDB is missing or blocked.
pub async fn get(name: &str) -> Result<Option<Vec<u8>>, BlobError> {
    let database = open().await?;
    let transaction = database.transaction_with_str(STORE)?;
    let request = transaction.object_store(STORE)?.get(&JsValue::from_str(name))?;
    let value = finished(&request).await?;
    database.close();
    Ok(value.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec()))
}

/// Forgets what is kept under a name.
///
/// # Errors
/// When IndexedDB is missing or blocked.
pub async fn remove(name: &str) -> Result<(), BlobError> {
    let database = open().await?;
    let transaction =
        database.transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)?;
    let request = transaction.object_store(STORE)?.delete(&JsValue::from_str(name))?;
    finished(&request).await?;
    database.close();
    Ok(())
}

async fn open() -> Result<IdbDatabase, BlobError> {
    let factory =
        web_sys::window().and_then(|w| w.indexed_db().ok().flatten()).ok_or(JsValue::UNDEFINED)?;
    let request = factory.open_with_u32(DATABASE, 1)?;
    let upgraded = request.clone();
    let on_upgrade = Closure::once(move || {
        if let Ok(database) = upgraded.result()
            && let Ok(database) = database.dyn_into::<IdbDatabase>()
        {
            // Failing here makes the transactions above fail, which is reported.
            let _ = database.create_object_store(STORE);
        }
    });
    request.set_onupgradeneeded(Some(on_upgrade.as_ref().unchecked_ref()));
    let database = finished(&request).await?;
    database.dyn_into().map_err(BlobError::from)
}

async fn finished(request: &IdbRequest) -> Result<JsValue, BlobError> {
    let promise = Promise::new(&mut |resolve, reject| {
        let succeeded = request.clone();
        let on_success = Closure::once_into_js(move || {
            let value = succeeded.result().unwrap_or(JsValue::UNDEFINED);
            // Settling a promise of our own does not fail.
            let _ = resolve.call1(&JsValue::NULL, &value);
        });
        let failed = request.clone();
        let on_error = Closure::once_into_js(move || {
            let error = failed.error().ok().flatten().map_or(JsValue::UNDEFINED, JsValue::from);
            // Settling a promise of our own does not fail.
            let _ = reject.call1(&JsValue::NULL, &error);
        });
        request.set_onsuccess(Some(on_success.unchecked_ref()));
        request.set_onerror(Some(on_error.unchecked_ref()));
    });
    Ok(JsFuture::from(promise).await?)
}
