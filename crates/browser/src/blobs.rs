//! IndexedDB, for data files too large for localStorage: texts by work.

use indexed_db_futures::prelude::*;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

use super::database::{TEXTS, begin, commit, open, told};
use spanwise_annotation::store::StoreError;

/// Keeps a text under a name.
///
/// # Errors
/// When IndexedDB is missing, blocked or full.
pub async fn put(name: &str, text: &str) -> Result<(), StoreError> {
    let database = open().await?;
    let transaction = begin(&database, TEXTS)?;
    let bytes = JsValue::from(Uint8Array::from(text.as_bytes()));
    let texts = transaction.object_store(TEXTS).map_err(told)?;
    let request = texts.put(bytes).with_key(name).without_key_type().primitive().map_err(told)?;
    drop(request);
    drop(texts);
    let outcome = commit(transaction).await;
    database.close();
    outcome
}

/// The bytes kept under a name.
///
/// # Errors
/// When IndexedDB is missing or blocked.
pub async fn get(name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let database = open().await?;
    let transaction = database.transaction(TEXTS).build().map_err(told)?;
    let texts = transaction.object_store(TEXTS).map_err(told)?;
    let value: Option<JsValue> = texts.get(name).primitive().map_err(told)?.await.map_err(told)?;
    drop(texts);
    drop(transaction);
    database.close();
    let bytes = value.and_then(|value| value.dyn_into::<Uint8Array>().ok());
    Ok(bytes.map(|bytes| bytes.to_vec()))
}

/// Forgets what is kept under a name.
///
/// # Errors
/// When IndexedDB is missing or blocked.
pub async fn remove(name: &str) -> Result<(), StoreError> {
    let database = open().await?;
    let transaction = begin(&database, TEXTS)?;
    let texts = transaction.object_store(TEXTS).map_err(told)?;
    drop(texts.delete(name).primitive().map_err(told)?);
    drop(texts);
    let outcome = commit(transaction).await;
    database.close();
    outcome
}
