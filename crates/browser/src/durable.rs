//! The durable store: the mirror of localStorage in IndexedDB, which confirms that a write is on disk.

use std::cell::RefCell;
use std::ops::Range;

use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::IdbKeyRange;

use super::database::{Database, ENTRIES, WriteTransaction, answer, open};
use super::storage::store_error;
use spanwise_annotation::store::{MirrorBatch, StoreError};

/// The durable store of this origin.
#[derive(Debug, Default)]
pub struct DurableStore {
    /// Reopened after any failure: the browser may have closed it.
    database: RefCell<Option<Database>>,
}

impl DurableStore {
    /// All keys with their values, in the order of the keys.
    ///
    /// # Errors
    /// If IndexedDB is missing, blocked or broken.
    pub async fn read(&self) -> Result<Vec<(String, String)>, StoreError> {
        let database = self.database().await?;
        self.checked(read(&database).await)
    }

    /// Writes a batch in one transaction, which begins when this is first polled and is on disk when this returns.
    ///
    /// # Errors
    /// If IndexedDB is missing, blocked, full or broken.
    pub async fn write(&self, batch: &MirrorBatch) -> Result<(), StoreError> {
        let database = self.database().await?;
        self.checked(write(&database, batch).await)
    }

    async fn database(&self) -> Result<Database, StoreError> {
        let opened = self.database.borrow().clone();
        if let Some(database) = opened {
            return Ok(database);
        }
        let database = open().await?;
        *self.database.borrow_mut() = Some(database.clone());
        Ok(database)
    }

    fn checked<T>(&self, outcome: Result<T, JsValue>) -> Result<T, StoreError> {
        outcome.map_err(|error| {
            if let Some(database) = self.database.borrow_mut().take() {
                database.close();
            }
            store_error(&error)
        })
    }
}

async fn read(database: &Database) -> Result<Vec<(String, String)>, JsValue> {
    let entries = database.transaction_with_str(ENTRIES)?.object_store(ENTRIES)?;
    let (keys, values) = (entries.get_all_keys()?, entries.get_all()?);
    let keys = Array::from(&answer(&keys).await?);
    let values = Array::from(&answer(&values).await?);
    let text = |(key, value): (JsValue, JsValue)| Some((key.as_string()?, value.as_string()?));
    Ok(keys.iter().zip(values.iter()).filter_map(text).collect())
}

async fn write(database: &Database, batch: &MirrorBatch) -> Result<(), JsValue> {
    let transaction = WriteTransaction::begin(database, ENTRIES)?;
    let entries = transaction.object_store(ENTRIES)?;
    for range in batch.cleared() {
        let range = key_range(&range)?;
        let keys = entries.get_all_keys_with_key(&range)?;
        for key in Array::from(&answer(&keys).await?) {
            entries.put_with_key(&batch.removal().into(), &key)?;
        }
    }
    for (key, text) in batch.entries() {
        // The requests go out at once; their outcome is known when the transaction ends.
        match text {
            Some(text) => entries.put_with_key(&text.into(), &key.into())?,
            None => entries.delete(&key.into())?,
        };
    }
    transaction.commit().await
}

fn key_range(keys: &Range<String>) -> Result<IdbKeyRange, JsValue> {
    let (start, end) = (keys.start.as_str().into(), keys.end.as_str().into());
    let (excludes_start, excludes_end) = (false, true);
    IdbKeyRange::bound_with_lower_open_and_upper_open(&start, &end, excludes_start, excludes_end)
}
