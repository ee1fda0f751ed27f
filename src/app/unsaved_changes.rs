//! What the browser did not store yet.

use std::cell::Cell;
use std::rc::Rc;

use spanwise_annotation::store::StoreError;
use spanwise_i18n::{Key, Message};

/// What was said of storage, and what is done about it. There is one for the whole page.
#[derive(Default)]
pub(super) struct UnsavedChanges {
    /// What was said of what is not stored: each reason once, until everything is.
    pub(super) told: Vec<Message>,
    /// Number of the run of attempts that goes on; earlier ones are over.
    pub(super) run: u32,
    pub(super) is_retrying: bool,
    /// Large texts that are not in `IndexedDB` yet.
    pub(super) blobs: Vec<Rc<BlobWrite>>,
    /// Whether the person was reminded to download.
    pub(super) has_reminded: bool,
}

/// A text that is to be kept in `IndexedDB`.
pub(super) struct BlobWrite {
    pub(super) name: String,
    pub(super) text: Rc<dyn AsRef<str>>,
    /// Told of each attempt.
    pub(super) done: Box<dyn Fn(Result<(), StoreError>)>,
    pub(super) is_under_way: Cell<bool>,
}

impl BlobWrite {
    /// A text with its name, and what is told of each attempt to store it.
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

/// Says that a file is not kept; and why, if that can be mended here.
pub(super) fn not_kept(what: Key, cause: &StoreError) -> Message {
    let why = if *cause == StoreError::Full { cause.message() } else { Message::none() };
    Message::from(what).and(why)
}
