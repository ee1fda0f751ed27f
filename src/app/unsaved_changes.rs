//! Unsaved texts, and the notices about them.

use std::cell::Cell;
use std::rc::Rc;

use spanwise_annotation::store::StoreError;
use spanwise_i18n::{Message, TextId};

/// Unsaved texts, and the notices about them. There is one for the whole page.
#[derive(Default)]
pub(super) struct UnsavedChanges {
    /// Notices shown, each once until everything is stored.
    pub(super) told: Vec<Message>,
    /// Number of the current series of attempts; earlier ones have ended.
    pub(super) run: u32,
    pub(super) is_retrying: bool,
    /// Large texts that are not yet in `IndexedDB`.
    pub(super) blobs: Vec<Rc<BlobWrite>>,
    /// `true` once the person was reminded to download.
    pub(super) has_reminded: bool,
}

/// A text to be stored in `IndexedDB`.
pub(super) struct BlobWrite {
    pub(super) name: String,
    pub(super) text: Rc<dyn AsRef<str>>,
    /// Called with the outcome of each attempt.
    pub(super) done: Box<dyn Fn(Result<(), StoreError>)>,
    pub(super) is_under_way: Cell<bool>,
}

impl BlobWrite {
    /// Creates a text to be stored under a name; `done` is called with the outcome of each attempt.
    pub(super) fn new(
        name: String,
        text: impl AsRef<str> + 'static,
        done: impl Fn(Result<(), StoreError>) + 'static,
    ) -> Self {
        BlobWrite {
            name,
            text: Rc::new(text),
            done: Box::new(done),
            is_under_way: Cell::new(false),
        }
    }
}

/// Message that a file is not stored, with the reason if the person can do something about it.
pub(super) fn not_kept(what: TextId, cause: &StoreError) -> Message {
    let why = if *cause == StoreError::Full { cause.message() } else { Message::none() };
    Message::from(what).and(why)
}
