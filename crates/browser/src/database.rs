//! The IndexedDB database of this origin: texts that outlive a crash.

use indexed_db_futures::Build;
use indexed_db_futures::database::Database;
use indexed_db_futures::error::{Error, JSError, OpenDbError};
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::IdbTransaction;

use spanwise_annotation::store::StoreError;

use super::storage::store_error;

const NAME: &str = "spanwise";
/// Large texts, by name.
pub(super) const TEXTS: &str = "data";
/// The twin of localStorage, by key.
pub(super) const ENTRIES: &str = "entries";
/// Raise it with each further object store.
const VERSION: u32 = 2;

/// Opens the database.
pub(super) async fn open() -> Result<Database, StoreError> {
    Database::open(NAME)
        .with_version(VERSION)
        .with_on_upgrade_needed(|_, database| {
            let known: Vec<String> = database.object_store_names().collect();
            for name in [TEXTS, ENTRIES] {
                if !known.iter().any(|other| other == name) {
                    database.create_object_store(name).build()?;
                }
            }
            Ok(())
        })
        .await
        .map_err(|error| match error {
            OpenDbError::Base(error) => told(error),
            OpenDbError::VersionZero
            | OpenDbError::UnsupportedEnvironment
            | OpenDbError::NullFactory => StoreError::Blocked,
        })
}

/// Closes the database when another tab needs a later version of it.
pub(super) fn yield_to_later_versions(database: &Database) {
    let Ok(mut changes) = database.version_changes() else { return };
    let database = database.clone();
    spawn_local(async move {
        if changes.recv().await.is_some() {
            database.close();
        }
    });
}

/// Begins to write. What is written is on disk once [`commit`] has returned.
pub(super) fn begin<'a>(
    database: &'a Database,
    store: &str,
) -> Result<Transaction<'a>, StoreError> {
    let mut options = TransactionOptions::new();
    options.set_durability(TransactionDurability::Strict);
    let transaction =
        database.transaction(store).with_mode(TransactionMode::Readwrite).with_options(options);
    transaction.build().map_err(told)
}

/// Waits until what a transaction wrote is on disk.
pub(super) async fn commit(transaction: Transaction<'_>) -> Result<(), StoreError> {
    // Whether there is room may turn out only in the end: the reason stands in the transaction then, and nowhere else.
    let ended = transaction.as_sys().unchecked_ref::<IdbTransaction>().clone();
    transaction.commit().await.map_err(|error| match ended.error() {
        Some(reason) => store_error(&reason.into()),
        None => told(error),
    })
}

/// Why the database took or gave nothing.
pub(super) fn told(error: Error) -> StoreError {
    match error {
        Error::DomException(error) => store_error(&error.into()),
        Error::Unknown(JSError::Error(error)) => store_error(&error.into()),
        Error::Unknown(JSError::Unknown(error)) => store_error(&error),
        other => StoreError::Other(other.to_string()),
    }
}
