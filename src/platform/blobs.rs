//! IndexedDB, for data files too large for localStorage: one store, texts by work.

use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbRequest, IdbTransaction, IdbTransactionMode};

use crate::domain::store::StoreError;

const DATABASE: &str = "spanwise";
const STORE: &str = "data";

/// Keeps a text under a name.
///
/// # Errors
/// When IndexedDB is missing, blocked or full.
pub async fn put(name: &str, text: &str) -> Result<(), StoreError> {
    let database = open().await?;
    let transaction =
        database.transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)?;
    let bytes = Uint8Array::from(text.as_bytes());
    transaction.object_store(STORE)?.put_with_key(&bytes, &JsValue::from_str(name))?;
    // Whether there is room may turn out only in the end, when the request has succeeded.
    let outcome = committed(&transaction).await;
    database.close();
    outcome
}

/// The bytes kept under a name.
///
/// # Errors
/// When IndexedDB is missing or blocked.
pub async fn get(name: &str) -> Result<Option<Vec<u8>>, StoreError> {
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
pub async fn remove(name: &str) -> Result<(), StoreError> {
    let database = open().await?;
    let transaction =
        database.transaction_with_str_and_mode(STORE, IdbTransactionMode::Readwrite)?;
    let request = transaction.object_store(STORE)?.delete(&JsValue::from_str(name))?;
    finished(&request).await?;
    database.close();
    Ok(())
}

async fn open() -> Result<IdbDatabase, StoreError> {
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
    database.dyn_into().map_err(StoreError::from)
}

async fn finished(request: &IdbRequest) -> Result<JsValue, StoreError> {
    let (succeeded, failed) = (request.clone(), request.clone());
    settled(
        move || succeeded.result().unwrap_or(JsValue::UNDEFINED),
        move || failed.error().ok().flatten().map_or(JsValue::UNDEFINED, JsValue::from),
        |on_success, on_error| {
            request.set_onsuccess(Some(on_success));
            request.set_onerror(Some(on_error));
        },
    )
    .await
}

/// Waits until what a transaction wrote is stored.
async fn committed(transaction: &IdbTransaction) -> Result<(), StoreError> {
    let failed = transaction.clone();
    let done = settled(
        || JsValue::UNDEFINED,
        move || failed.error().map_or(JsValue::UNDEFINED, JsValue::from),
        |on_complete, on_abort| {
            transaction.set_oncomplete(Some(on_complete));
            transaction.set_onabort(Some(on_abort));
        },
    );
    done.await.map(|_| ())
}

/// Waits for one of two events, which `listen` is given the listeners for: what came of it, or why nothing did.
async fn settled(
    value: impl FnOnce() -> JsValue + 'static,
    error: impl FnOnce() -> JsValue + 'static,
    listen: impl FnOnce(&Function, &Function),
) -> Result<JsValue, StoreError> {
    let (mut value, mut error, mut listen) = (Some(value), Some(error), Some(listen));
    let promise = Promise::new(&mut |resolve, reject| {
        let (Some(value), Some(error), Some(listen)) = (value.take(), error.take(), listen.take())
        else {
            return;
        };
        let on_value = Closure::once_into_js(move || {
            // Settling a promise of our own does not fail.
            let _ = resolve.call1(&JsValue::NULL, &value());
        });
        let on_error = Closure::once_into_js(move || {
            // Settling a promise of our own does not fail.
            let _ = reject.call1(&JsValue::NULL, &error());
        });
        listen(on_value.unchecked_ref(), on_error.unchecked_ref());
    });
    Ok(JsFuture::from(promise).await?)
}
