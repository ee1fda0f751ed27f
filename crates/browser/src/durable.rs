//! The durable store: the twin of localStorage in IndexedDB, where what is written is on disk when that is confirmed.

use std::cell::RefCell;

use indexed_db_futures::database::Database;
use indexed_db_futures::error::Error;
use indexed_db_futures::prelude::*;
use wasm_bindgen::JsValue;

use super::database::{ENTRIES, begin, commit, open, told, yield_to_later_versions};
use spanwise_annotation::store::{Batch, StoreError};

/// The durable store of this origin.
#[derive(Debug, Default)]
pub struct DurableStore {
    /// Opened anew after any failure: the browser may have closed it.
    database: RefCell<Option<Database>>,
}

impl DurableStore {
    /// All keys with what is kept under them, in the order of the keys.
    ///
    /// # Errors
    /// When IndexedDB is missing, blocked or broken.
    pub async fn read(&self) -> Result<Vec<(String, String)>, StoreError> {
        let database = self.database().await?;
        let read = async {
            let transaction = database.transaction(ENTRIES).build()?;
            let entries = transaction.object_store(ENTRIES)?;
            let keys = entries.get_all_keys::<JsValue>().primitive()?;
            let values = entries.get_all::<JsValue>().primitive()?;
            let keys = keys.await?.collect::<Result<Vec<_>, _>>()?;
            let values = values.await?.collect::<Result<Vec<_>, _>>()?;
            Ok::<_, Error>(keys.into_iter().zip(values).collect::<Vec<_>>())
        };
        let entries = self.checked(read.await.map_err(told))?;
        let text = |(key, value): (JsValue, JsValue)| Some((key.as_string()?, value.as_string()?));
        Ok(entries.into_iter().filter_map(text).collect())
    }

    /// Writes all of a batch or nothing. It is under way when this is first polled, and on disk when this returns.
    ///
    /// # Errors
    /// When IndexedDB is missing, blocked, full or broken.
    pub async fn write(&self, batch: &Batch) -> Result<(), StoreError> {
        let database = self.database().await?;
        let outcome = write(&database, batch).await;
        self.checked(outcome)
    }

    async fn database(&self) -> Result<Database, StoreError> {
        let known = self.database.borrow().clone();
        if let Some(database) = known {
            return Ok(database);
        }
        let database = open().await?;
        yield_to_later_versions(&database);
        *self.database.borrow_mut() = Some(database.clone());
        Ok(database)
    }

    fn checked<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if outcome.is_err()
            && let Some(database) = self.database.borrow_mut().take()
        {
            database.close();
        }
        outcome
    }
}

async fn write(database: &Database, batch: &Batch) -> Result<(), StoreError> {
    let transaction = begin(database, ENTRIES)?;
    let entries = transaction.object_store(ENTRIES).map_err(told)?;
    for range in batch.cleared() {
        let keys = entries.get_all_keys::<JsValue>().with_query(range).primitive();
        for key in keys.map_err(told)?.await.map_err(told)? {
            let key = key.map_err(told)?;
            let removal = entries.put(batch.removal()).with_key(key).without_key_type();
            drop(removal.primitive().map_err(told)?);
        }
    }
    for (key, text) in batch.entries() {
        // The requests go out at once; what becomes of them shows when the transaction ends.
        match text {
            Some(text) => {
                drop(entries.put(text).with_key(key).without_key_type().primitive().map_err(told)?)
            }
            None => drop(entries.delete(key).primitive().map_err(told)?),
        }
    }
    drop(entries);
    commit(transaction).await
}
