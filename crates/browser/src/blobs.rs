//! IndexedDB, for data files too large for localStorage: texts by work.

use js_sys::{Array, Uint8Array};
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

/// Stores several texts under a name. Apart from [`put`], which a first visit loads.
///
/// # Errors
/// If IndexedDB is missing, blocked or full.
pub async fn put_all(name: &str, texts: &[&str]) -> Result<(), StoreError> {
    with_database(async |database| {
        let transaction = WriteTransaction::begin(database, TEXTS)?;
        let texts: Array = texts.iter().map(|text| Uint8Array::from(text.as_bytes())).collect();
        transaction.object_store(TEXTS)?.put_with_key(&texts, &name.into())?;
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

/// The bytes of several texts stored under a name. Apart from [`get`], which a first visit loads.
///
/// # Errors
/// If IndexedDB is missing or blocked.
pub async fn get_all(name: &str) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
    with_database(async |database| {
        let texts = database.transaction_with_str(TEXTS)?.object_store(TEXTS)?;
        let value = answer(&texts.get(&name.into())?).await?;
        let bytes = |text: JsValue| text.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
        // A single text is bytes.
        let are_several = value.is_object() && !value.has_type::<Uint8Array>();
        let texts = are_several.then(|| value.unchecked_into::<Array>());
        Ok(texts.and_then(|texts| texts.iter().map(bytes).collect()))
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

/// Removes what is stored under a name.
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
