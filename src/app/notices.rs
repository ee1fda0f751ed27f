//! Messages to the person, shown until they are read or dismissed.

use std::sync::Arc;

use leptos::prelude::*;

use spanwise_browser::timing;
use spanwise_i18n::{Message, TextId};

/// Time that information without an action is shown, in milliseconds.
const INFO_MS: i32 = 8_000;

/// Severity of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Needs attention.
    Warning,
    /// Something did not work.
    Error,
}

impl NoticeLevel {
    /// The value of `data-level` in the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NoticeLevel::Info => "info",
            NoticeLevel::Warning => "warning",
            NoticeLevel::Error => "error",
        }
    }
}

/// A button in a notice.
#[derive(Clone)]
pub struct NoticeAction {
    /// Its text.
    pub label: TextId,
    /// Called when it is pressed, after which the notice is dismissed. Outlives the component that the notice came
    /// from.
    pub run: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for NoticeAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NoticeAction({:?})", self.label)
    }
}

/// A message to the person.
#[derive(Debug, Clone)]
pub struct Notice {
    /// Identity within the list.
    pub id: u32,
    /// Its severity.
    pub level: NoticeLevel,
    /// Its text.
    pub message: Message,
    /// The remedy that it offers.
    pub action: Option<NoticeAction>,
    /// `true` of a notice about work that takes a while: it shows how much of it is done.
    pub shows_progress: bool,
}

/// The notices shown. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Notices {
    /// All of them, oldest first.
    pub all: RwSignal<Vec<Notice>>,
    /// The percentage that is done of the work that a notice is about.
    pub percentage_done: RwSignal<u32>,
    next_id: StoredValue<u32>,
}

impl Notices {
    pub(super) fn new() -> Self {
        Notices {
            all: RwSignal::new(Vec::new()),
            percentage_done: RwSignal::new(0),
            next_id: StoredValue::new(0),
        }
    }

    /// Shows a notice in place of one with the same message, and returns its id.
    pub(super) fn add(
        self,
        level: NoticeLevel,
        message: Message,
        action: Option<NoticeAction>,
    ) -> u32 {
        self.push(level, message, action, false)
    }

    /// Shows that work takes a while, with what is done of it and a way to cancel it. Returns the id of the notice.
    pub(super) fn add_work(self, message: Message, cancel: NoticeAction) -> u32 {
        self.push(NoticeLevel::Info, message, Some(cancel), true)
    }

    fn push(
        self,
        level: NoticeLevel,
        message: Message,
        action: Option<NoticeAction>,
        shows_progress: bool,
    ) -> u32 {
        // A notice with an action waits for an answer.
        let passes = level == NoticeLevel::Info && action.is_none();
        let id = self.next_id.get_value();
        self.next_id.set_value(id.wrapping_add(1));
        self.all.update(|notices| {
            notices.retain(|n| n.message != message);
            notices.push(Notice { id, level, message, action, shows_progress });
        });
        if passes {
            timing::after(INFO_MS, move || self.dismiss(id));
        }
        id
    }

    /// Returns `true` if a notice is still shown.
    pub(super) fn contains(self, id: u32) -> bool {
        self.all.with_untracked(|all| all.iter().any(|n| n.id == id))
    }

    /// Takes a notice away.
    pub fn dismiss(self, id: u32) {
        // The timer of an earlier notice may fire when it is gone already.
        if self.contains(id) {
            self.all.update(|notices| notices.retain(|n| n.id != id));
        }
    }
}
