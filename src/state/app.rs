//! What the whole page shares: which page is shown, the messages, the store.

use std::sync::Arc;

use leptos::prelude::*;

use super::preferences::Preferences;
use super::saving::{self, Store};
use super::session::Session;
use crate::domain::diagnostic::Diagnostic;
use crate::domain::typology::Template;
use crate::domain::wording::{Key, Words};

/// Which page is shown.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one page at a time")]
pub enum Page {
    /// Something is being opened: what, and how many instances were read so far.
    Opening(String, usize),
    /// The start page.
    Hub,
    /// A template without data.
    Landing(Landing),
    /// A work.
    Annotate(Session),
    /// What could not be opened, and why.
    Failure(Failure),
}

/// A template that waits for data.
#[derive(Debug, Clone)]
pub struct Landing {
    /// The template.
    pub template: Arc<Template>,
    /// Its text.
    pub text: Arc<str>,
    /// Where it came from: an address, or empty.
    pub origin: String,
    /// What the compiler had to say.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// Why something could not be opened.
#[derive(Debug, Clone, Default)]
pub struct Failure {
    /// The file or address.
    pub what: String,
    /// What happened and what to do.
    pub message: String,
    /// Places in the file.
    pub diagnostics: Arc<[Diagnostic]>,
}

/// How grave a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Good to know.
    Info,
    /// Something to look after.
    Warning,
    /// Something did not work.
    Error,
}

impl Level {
    /// The name used in the page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// A button in a notice.
#[derive(Clone)]
pub struct NoticeAction {
    /// Its text.
    pub label: Key,
    /// What it does; the notice goes away. Outlives the part of the page that the notice came from.
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
    /// Identity, for the list.
    pub id: u32,
    /// How grave it is.
    pub level: Level,
    /// The message.
    pub text: String,
    /// What can be done about it.
    pub action: Option<NoticeAction>,
}

/// Data that was opened before the template it belongs to.
#[derive(Debug, Clone)]
pub(super) struct WaitingData {
    pub(super) name: String,
    pub(super) text: String,
}

/// Signals of the whole page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct App {
    /// Which page is shown.
    pub page: RwSignal<Page>,
    /// Changes whenever another page is shown, also one of the same kind.
    pub page_number: RwSignal<u32>,
    /// Messages, oldest first.
    pub notices: RwSignal<Vec<Notice>>,
    /// How the person likes to read.
    pub preferences: RwSignal<Preferences>,
    /// Name of data that waits for its template.
    pub waiting: Signal<Option<String>>,
    pub(super) waiting_data: RwSignal<Option<WaitingData>>,
    /// Changes whenever the list of recent work does.
    pub recent: RwSignal<u32>,
    /// Whether pictures of this template may be fetched from other hosts.
    pub remote_pictures: RwSignal<bool>,
    words: StoredValue<Arc<Words>>,
    store: StoredValue<Store, LocalStorage>,
    /// Open works, with the owners of their signals: the last one's page may be shown.
    sessions: StoredValue<Vec<(Owner, Session)>>,
    next_notice: StoredValue<u32>,
}

impl App {
    /// Sets up the signals and makes them available to all views.
    pub fn provide() -> Self {
        let store = Store::open();
        let preferences = RwSignal::new(saving::preferences(&store));
        let waiting_data = RwSignal::new(None::<WaitingData>);
        let app = App {
            page: RwSignal::new(Page::Opening(String::new(), 0)),
            page_number: RwSignal::new(0),
            sessions: StoredValue::new(Vec::new()),
            notices: RwSignal::new(Vec::new()),
            preferences,
            waiting: Signal::derive(move || {
                waiting_data.with(|d| d.as_ref().map(|d| d.name.clone()))
            }),
            waiting_data,
            recent: RwSignal::new(0),
            remote_pictures: RwSignal::new(false),
            words: StoredValue::new(Arc::default()),
            store: StoredValue::new_local(store),
            next_notice: StoredValue::new(0),
        };
        provide_context(app);
        Effect::watch(
            move || preferences.get(),
            move |preferences, _, _| saving::set_preferences(&app.store(), preferences),
            false,
        );
        app
    }

    /// The signals, anywhere below [`App::provide`].
    #[must_use]
    pub fn from_context() -> Self {
        use_context().unwrap_or_else(App::provide)
    }

    /// Where work is kept.
    #[must_use]
    pub fn store(self) -> Store {
        self.store.get_value()
    }

    /// The texts of the interface. They change only with the page, which is then built anew.
    #[must_use]
    pub fn words(self) -> Arc<Words> {
        self.words.get_value()
    }

    /// A text of the interface.
    #[must_use]
    pub fn text(self, key: Key) -> String {
        self.words.with_value(|w| w.get(key).to_owned())
    }

    /// Shows a page, with the texts of its template.
    pub fn show(self, page: Page) {
        let words = match &page {
            Page::Annotate(session) => Words::new(&session.template().settings.interface_text),
            Page::Landing(landing) => Words::new(&landing.template.settings.interface_text),
            _ => Words::default(),
        };
        self.words.set_value(Arc::new(words));
        self.remote_pictures.set(false);
        self.end_sessions(if matches!(page, Page::Annotate(_)) { 1 } else { 0 });
        self.page.set(page);
        self.page_number.update(|n| *n = n.wrapping_add(1));
    }

    /// Makes the signals of a work, which end with its page.
    pub(super) fn begin_session(self, make: impl FnOnce() -> Session) -> Session {
        // The same work may be opened again: it must not find itself taken.
        self.sessions.with_value(|all| all.iter().for_each(|(_, session)| session.release()));
        let owner = Owner::new();
        let session = owner.with(make);
        self.sessions.update_value(|all| all.push((owner, session)));
        session
    }

    /// Ends all works but the last few, once their pages are gone.
    fn end_sessions(self, but_last: usize) {
        let ended: Vec<(Owner, Session)> = self
            .sessions
            .try_update_value(|all| all.drain(..all.len().saturating_sub(but_last)).collect())
            .unwrap_or_default();
        if !ended.is_empty() {
            ended.iter().for_each(|(_, session)| session.release());
            crate::platform::timing::after(1000, move || {
                for (owner, _) in ended {
                    owner.cleanup();
                }
            });
        }
    }

    /// Lets the pictures of this template be fetched from other hosts.
    pub fn allow_pictures(self) {
        self.remote_pictures.set(true);
    }

    /// Shows why something could not be opened.
    pub fn fail(self, failure: Failure) {
        self.show(Page::Failure(failure));
    }

    /// Tells the person something. The same message is not shown twice at a time.
    pub fn tell(self, level: Level, text: impl Into<String>, action: Option<NoticeAction>) {
        let text = text.into();
        let id = self.next_notice.get_value();
        self.next_notice.set_value(id.wrapping_add(1));
        self.notices.update(|notices| {
            notices.retain(|n| n.text != text);
            notices.push(Notice { id, level, text, action });
        });
        if level == Level::Info {
            crate::platform::timing::after(8000, move || self.dismiss(id));
        }
    }

    /// Takes a notice away.
    pub fn dismiss(self, id: u32) {
        // The timer of an earlier notice may fire when it is gone already.
        if self.notices.with_untracked(|all| all.iter().any(|n| n.id == id)) {
            self.notices.update(|notices| notices.retain(|n| n.id != id));
        }
    }
}
