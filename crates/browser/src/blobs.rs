//! IndexedDB, for data files too large for localStorage: texts by work.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};

use super::database::{Database, TEXTS, WriteTransaction, answer, open};
use super::storage::store_error;
use spanwise_annotation::store::StoreError;

/// Stores a text under a name.
///
/// # Errors
/// If IndexedDB is missing, blocked or full.
pub async fn put(name: &str, text: &str) -> Result<(), StoreError> {
    with_database(async |database| {
        let transaction = WriteTransaction::begin(database, TEXTS)?;
        let bytes = Uint8Array::from(text.as_bytes());
        transaction.object_store(TEXTS)?.put_with_key(&bytes, &name.into())?;
        transaction.commit().await
    })
    .await
}

/// The bytes stored under a name.
///
/// # Errors
/// If IndexedDB is missing or blocked.
pub async fn get(name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    with_database(async |database| {
        let texts = database.transaction_with_str(TEXTS)?.object_store(TEXTS)?;
        let value = answer(&texts.get(&name.into())?).await?;
        Ok(value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec))
    })
    .await
}

/// Stores what `change` makes of the bytes stored under a name, and returns what else it returns; `None` if it makes nothing
/// of them, which stay as they are. No other tab writes between the two.
///
/// # Errors
/// If IndexedDB is missing, blocked or full.
pub async fn update<T>(
    name: &str,
    change: impl FnOnce(Option<Vec<u8>>) -> Option<(String, T)>,
) -> Result<Option<T>, StoreError> {
    with_database(async |database| {
        let transaction = WriteTransaction::begin(database, TEXTS)?;
        let texts = transaction.object_store(TEXTS)?;
        let value = answer(&texts.get(&name.into())?).await?;
        let bytes = value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
        let Some((text, returned)) = change(bytes) else { return Ok(None) };
        texts.put_with_key(&Uint8Array::from(text.as_bytes()), &name.into())?;
        transaction.commit().await?;
        Ok(Some(returned))
    })
    .await
}

/// Removes the text stored under a name.
///
/// # Errors
/// If IndexedDB is missing or blocked.
pub async fn remove(name: &str) -> Result<(), StoreError> {
    with_database(async |database| {
        let transaction = WriteTransaction::begin(database, TEXTS)?;
        transaction.object_store(TEXTS)?.delete(&name.into())?;
        transaction.commit().await
    })
    .await
}

/// Opens the database for as long as `run` needs it.
async fn with_database<T>(
    run: impl AsyncFnOnce(&Database) -> Result<T, JsValue>,
) -> Result<T, StoreError> {
    let database = open().await?;
    let outcome = run(&database).await;
    database.close();
    outcome.map_err(|error| store_error(&error))
}
