//! What the whole page shares: which page is shown, the messages, the store.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::adjudication::request::AdjudicationRequest;
use super::builder::BuilderStart;
use super::durable_store::DurableStoreState;
use super::field_mapping::UnmappedData;
use super::language::LoadedLanguages;
use super::preferences::Preferences;
use super::session::Session;
use super::store::{self, PageStore};
use super::unsaved_changes::UnsavedChanges;
use spanwise_annotation::store::WorkId;
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_i18n::{Key, Message, Words, say};
use spanwise_limits::LONGEST_TEMPLATE;
use spanwise_links::ShippedName;
use spanwise_template::Template;

/// Which page is shown.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one page at a time")]
pub enum Page {
    /// Something is being opened: [`App::opening`] says what.
    Opening,
    /// The start page.
    Hub,
    /// A template without data.
    Template(LoadedTemplate),
    /// Data whose texts have to be chosen.
    FieldMapping(UnmappedData),
    /// A work.
    Annotate(Session),
    /// A template for several annotators, whose works are shown side by side as soon as all are there.
    Adjudicate(AdjudicationRequest),
    /// The builder, and what it is opened with.
    Build(BuilderStart),
    /// Waits for the page that embeds this one.
    Embed,
    /// Opens what the page itself brings along.
    EmbeddedData(EmbeddedDataSource),
    /// What could not be opened, and why.
    Failure(Failure),
}

impl Page {
    /// The template that the page is about.
    #[must_use]
    pub fn template(&self) -> Option<Arc<Template>> {
        match self {
            Page::Annotate(session) => Some(session.template()),
            Page::Template(loaded_template) => Some(loaded_template.template.clone()),
            Page::FieldMapping(unmapped) => Some(unmapped.loaded_template.template.clone()),
            Page::Adjudicate(several) => Some(several.loaded_template.template.clone()),
            Page::Opening
            | Page::Hub
            | Page::Build(_)
            | Page::Embed
            | Page::EmbeddedData(_)
            | Page::Failure(_) => None,
        }
    }
}

/// Where a page has its template and data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbeddedDataSource {
    /// In its address: what follows `#/s/`.
    ShareLink(String),
    /// In its file: the one-file version of the app.
    OwnFile,
}

/// A template that waits for data.
#[derive(Debug, Clone)]
pub struct LoadedTemplate {
    /// The template.
    pub template: Arc<Template>,
    /// Its text.
    pub text: Arc<str>,
    /// Where it came from: an address, or empty.
    pub origin: String,
    /// What the compiler had to say.
    pub diagnostics: Arc<[Diagnostic]>,
    /// Its example data.
    pub example: Option<ExampleData>,
}

impl LoadedTemplate {
    /// Whether something is wrong with the template that keeps a part of it from being used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }

    /// The template, unless it has errors: it is not annotated with then. `data` is what it was to be opened with.
    pub(super) fn without_errors(
        self,
        data: impl FnOnce() -> Option<String>,
    ) -> Result<LoadedTemplate, Failure> {
        if !self.has_errors() {
            return Ok(self);
        }
        let LoadedTemplate { text, origin, diagnostics, .. } = self;
        Err(Failure::of_template(text, origin, diagnostics).with_data(data()))
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|problem| problem.severity == Severity::Error)
}

/// Where the example data of a template is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleData {
    /// Beside the template, which comes with the app.
    Shipped(ShippedName),
    /// At an address, maybe relative to the template's.
    Link(String),
}

/// Why something could not be opened.
#[derive(Debug, Clone, Default)]
pub struct Failure {
    /// The file or address.
    pub what: String,
    /// What happened and what to do.
    pub message: Message,
    /// Places in the file.
    pub diagnostics: Arc<[Diagnostic]>,
    /// The template that has to be mended first.
    pub(super) broken_template: Option<Box<BrokenTemplate>>,
}

/// A template with errors.
#[derive(Debug, Clone)]
pub(super) struct BrokenTemplate {
    /// Its text.
    pub(super) template: Arc<str>,
    /// The data that it was to be opened with.
    pub(super) data: Option<String>,
}

impl Failure {
    /// What could not be opened, and why, without places in the file.
    pub(crate) fn new(what: impl Into<String>, message: impl Into<Message>) -> Self {
        Failure { what: what.into(), message: message.into(), ..Failure::default() }
    }

    /// A template with errors, which can be mended in the builder unless it is too long to be compiled there.
    pub(super) fn of_template(
        text: Arc<str>,
        origin: String,
        diagnostics: Arc<[Diagnostic]>,
    ) -> Self {
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        let errors = say!(FailureTemplateErrors, n = errors);
        let message = say!(FailureTemplate, errors);
        let broken_template = (text.len() <= LONGEST_TEMPLATE)
            .then(|| Box::new(BrokenTemplate { template: text, data: None }));
        Failure { diagnostics, broken_template, ..Failure::new(origin, message) }
    }

    /// The failure with the data that its template was to be opened with.
    pub(super) fn with_data(mut self, data: Option<String>) -> Self {
        if let Some(broken_template) = &mut self.broken_template {
            broken_template.data = data;
        }
        self
    }
}

/// How grave a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Something to look after.
    Warning,
    /// Something did not work.
    Error,
}

impl NoticeLevel {
    /// The name used in the page.
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
    pub level: NoticeLevel,
    /// What it says.
    pub message: Message,
    /// What can be done about it.
    pub action: Option<NoticeAction>,
}

/// Data that was opened before the template it belongs to.
#[derive(Debug, Clone)]
pub(super) struct DataAwaitingTemplate {
    pub(super) name: String,
    pub(super) text: String,
}

/// Signals of the whole page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct App {
    /// Which page is shown.
    pub page: RwSignal<Page>,
    /// What is being opened, a file or an address, and how many instances of it were read so far.
    pub opening: RwSignal<(String, usize)>,
    /// Changes whenever another page is shown, also one of the same kind.
    pub page_number: RwSignal<u32>,
    /// Messages, oldest first.
    pub notices: RwSignal<Vec<Notice>>,
    /// How the person likes to read.
    pub preferences: RwSignal<Preferences>,
    /// Name of data that waits for its template.
    pub waiting: Signal<Option<String>>,
    pub(super) data_awaiting_template: RwSignal<Vec<DataAwaitingTemplate>>,
    /// Changes whenever the list of recent work does.
    pub recent: RwSignal<u32>,
    /// The other hosts from which pictures of this template may be fetched.
    pub picture_hosts: RwSignal<Vec<String>>,
    /// Whether another page embeds this one.
    pub is_embedded: RwSignal<bool>,
    /// Whether that is the builder, which lists by itself what is wrong.
    pub(super) is_preview: StoredValue<bool>,
    words: StoredValue<Arc<Words>>,
    pub(super) languages: StoredValue<LoadedLanguages>,
    /// Counts the pages asked for: one whose language comes late must not replace a later one.
    asked: StoredValue<u32>,
    store: StoredValue<PageStore, LocalStorage>,
    /// Open works, with the owners of their signals: the last one's page may be shown.
    sessions: StoredValue<Vec<(Owner, Session)>>,
    /// Works whose pages are gone, and whose changes are not all stored.
    left: StoredValue<Vec<(Owner, Session)>>,
    pub(super) unsaved: StoredValue<UnsavedChanges, LocalStorage>,
    pub(super) durable: StoredValue<DurableStoreState, LocalStorage>,
    /// Changes whenever the durable store has answered.
    pub(super) confirmed: RwSignal<u32>,
    /// What waits for a work that is opened by a part of its own.
    awaited: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    /// Says whether a draft of the builder goes with the page. Set once the builder was opened.
    draft_is_lost: StoredValue<Option<Box<dyn Fn() -> bool>>, LocalStorage>,
    next_notice: StoredValue<u32>,
}

impl App {
    /// Sets up the signals and makes them available to all views.
    pub fn provide() -> Self {
        let store = PageStore::open();
        let preferences = RwSignal::new(store::preferences(&store));
        let data_awaiting_template = RwSignal::new(Vec::<DataAwaitingTemplate>::new());
        let app = App {
            page: RwSignal::new(Page::Opening),
            opening: RwSignal::default(),
            page_number: RwSignal::new(0),
            sessions: StoredValue::new(Vec::new()),
            left: StoredValue::new(Vec::new()),
            unsaved: StoredValue::new_local(UnsavedChanges::default()),
            durable: StoredValue::new_local(DurableStoreState::default()),
            confirmed: RwSignal::new(0),
            awaited: StoredValue::new_local(None),
            draft_is_lost: StoredValue::new_local(None),
            notices: RwSignal::new(Vec::new()),
            preferences,
            waiting: Signal::derive(move || {
                data_awaiting_template.with(|all| {
                    let names: Vec<&str> = all.iter().map(|d| d.name.as_str()).collect();
                    (!names.is_empty()).then(|| names.join(", "))
                })
            }),
            data_awaiting_template,
            recent: RwSignal::new(0),
            picture_hosts: RwSignal::default(),
            is_embedded: RwSignal::new(false),
            is_preview: StoredValue::new(false),
            words: StoredValue::new(Arc::default()),
            languages: StoredValue::default(),
            asked: StoredValue::new(0),
            store: StoredValue::new_local(store),
            next_notice: StoredValue::new(0),
        };
        provide_context(app);
        Effect::watch(
            move || preferences.get(),
            move |preferences, _, _| {
                if !store::set_preferences(&app.store(), preferences) {
                    app.retry_later();
                }
            },
            false,
        );
        app.watch_for_room();
        app
    }

    /// The signals, anywhere below [`App::provide`].
    #[must_use]
    pub fn from_context() -> Self {
        use_context().unwrap_or_else(App::provide)
    }

    /// Where work is kept.
    #[must_use]
    pub fn store(self) -> PageStore {
        self.store.get_value()
    }

    /// Whether something was done that goes with the page, though it should outlive it.
    #[must_use]
    pub fn loses_work(self) -> bool {
        self.open_sessions().into_iter().any(Session::loses_changes)
            || self.is_draft_lost()
            || self.store().is_lost_with_page()
    }

    /// Whether a draft of the builder goes with the page, though it should outlive it. It is saved if it can be.
    pub(super) fn is_draft_lost(self) -> bool {
        self.draft_is_lost.with_value(|lost| lost.as_ref().is_some_and(|lost| lost()))
    }

    /// Takes what says whether a draft of the builder goes with the page.
    pub(super) fn set_draft_is_lost(self, is_lost: impl Fn() -> bool + 'static) {
        self.draft_is_lost.set_value(Some(Box::new(is_lost)));
    }

    /// Keeps everything in memory from now on: another page looks after it.
    pub(super) fn keep_nothing(self) {
        self.store.set_value(PageStore::in_memory());
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

    /// What a message says, in the language of the page.
    #[must_use]
    pub fn say(self, message: &Message) -> String {
        self.words.with_value(|w| w.say(message))
    }

    /// Shows a page, with the texts of its template, as soon as its language is there.
    pub fn show(self, page: Page) {
        let number = self.asked.get_value().wrapping_add(1);
        self.asked.set_value(number);
        if let Some(words) = self.words_of(&page) {
            self.turn_to(page, words);
            return;
        }
        spawn_local(async move {
            self.load_language(&page).await;
            if self.asked.get_value() == number {
                let words = self.words_of(&page).unwrap_or_default();
                self.turn_to(page, words);
            }
        });
    }

    fn turn_to(self, page: Page, words: Words) {
        let language = words.language();
        spanwise_browser::language::set(language.code, language.right_to_left);
        self.words.set_value(Arc::new(words));
        self.picture_hosts.update(Vec::clear);
        self.end_sessions(if matches!(page, Page::Annotate(_)) { 1 } else { 0 });
        self.page.set(page);
        self.page_number.update(|n| *n = n.wrapping_add(1));
    }

    /// Makes the signals of a work, which end with its page.
    pub(super) fn begin_session(self, make: impl FnOnce() -> Session) -> Session {
        // The same work may be opened again: it must not find itself taken. One with unsaved changes is not opened anew.
        let is_stored = |(_, session): &&(Owner, Session)| !session.is_unsaved();
        self.sessions.with_value(|all| {
            all.iter().filter(is_stored).for_each(|(_, session)| session.release());
        });
        let owner = Owner::new();
        let session = owner.with(make);
        self.sessions.update_value(|all| all.push((owner, session)));
        session
    }

    /// A work that is open already, maybe behind the page, and has unsaved changes. It becomes the last one.
    pub(super) fn unsaved_session(self, id: &WorkId) -> Option<Session> {
        let is_it = |(_, session): &(Owner, Session)| session.is_of(id) && session.is_unsaved();
        let take = |all: &mut Vec<(Owner, Session)>| Some(all.remove(all.iter().position(is_it)?));
        let left = self.left.try_update_value(take).flatten();
        let open = left.or_else(|| self.sessions.try_update_value(take).flatten())?;
        let session = open.1;
        self.sessions.update_value(|all| all.push(open));
        Some(session)
    }

    /// All works that are open, those behind the page too.
    pub(super) fn open_sessions(self) -> Vec<Session> {
        let of = |all: &Vec<(Owner, Session)>| all.iter().map(|(_, session)| *session).collect();
        let sessions: Vec<Session> = self.left.with_value(of);
        sessions.into_iter().chain(self.sessions.with_value(of)).collect()
    }

    /// The work that was opened last, if it is still open.
    pub(super) fn last_session(self) -> Option<Session> {
        self.sessions.with_value(|all| all.last().map(|(_, session)| *session))
    }

    /// Does something as soon as the page that is shown next has opened its work.
    pub(super) fn await_session(self, run: impl FnOnce() + 'static) {
        self.awaited.set_value(Some(Box::new(run)));
    }

    /// Tells what waits for it that the work of the page is open.
    pub(super) fn session_opened(self) {
        if let Some(run) = self.awaited.try_update_value(Option::take).flatten() {
            run();
        }
    }

    /// Does something that ends with the work that is open.
    pub(super) fn in_session(self, run: impl FnOnce()) {
        let owner = self.sessions.with_value(|all| all.last().map(|(owner, _)| owner.clone()));
        if let Some(owner) = owner {
            owner.with(run);
        }
    }

    /// Ends all works but the last few, once their pages are gone. Those with unsaved changes go on without a page.
    fn end_sessions(self, but_last: usize) {
        let ended: Vec<(Owner, Session)> = self
            .sessions
            .try_update_value(|all| all.drain(..all.len().saturating_sub(but_last)).collect())
            .unwrap_or_default();
        self.left.update_value(|left| left.extend(ended));
        self.end_stored_sessions();
    }

    /// Ends the works without a page whose changes are stored.
    pub(super) fn end_stored_sessions(self) {
        let (left, ended): (Vec<_>, Vec<_>) = self
            .left
            .try_update_value(std::mem::take)
            .unwrap_or_default()
            .into_iter()
            .partition(|(_, session)| session.is_unsaved());
        self.left.set_value(left);
        if !ended.is_empty() {
            for (_, session) in &ended {
                session.release();
                session.forget_problems();
            }
            spanwise_browser::timing::after(1000, move || {
                for (owner, _) in ended {
                    owner.cleanup();
                }
            });
        }
    }

    /// Lets the pictures of this template be fetched from another host.
    pub fn allow_pictures(self, host: String) {
        self.picture_hosts.update(|hosts| hosts.push(host));
    }

    /// Shows why something could not be opened.
    pub fn fail(self, failure: Failure) {
        self.show(Page::Failure(failure));
    }

    /// Tells the person something. The same message is not shown twice at a time.
    pub fn tell(
        self,
        level: NoticeLevel,
        message: impl Into<Message>,
        action: Option<NoticeAction>,
    ) {
        self.notify(level, message.into(), action);
    }

    /// Tells the person something, and gives its number.
    pub(super) fn notify(
        self,
        level: NoticeLevel,
        message: Message,
        action: Option<NoticeAction>,
    ) -> u32 {
        // What asks for something waits for an answer.
        let passes = action.is_none();
        let id = self.next_notice.get_value();
        self.next_notice.set_value(id.wrapping_add(1));
        self.notices.update(|notices| {
            notices.retain(|n| n.message != message);
            notices.push(Notice { id, level, message, action });
        });
        if level == NoticeLevel::Info && passes {
            spanwise_browser::timing::after(8000, move || self.dismiss(id));
        }
        id
    }

    /// Whether a notice is still there.
    pub(super) fn is_told(self, id: u32) -> bool {
        self.notices.with_untracked(|all| all.iter().any(|n| n.id == id))
    }

    /// Takes a notice away.
    pub fn dismiss(self, id: u32) {
        // The timer of an earlier notice may fire when it is gone already.
        if self.is_told(id) {
            self.notices.update(|notices| notices.retain(|n| n.id != id));
        }
    }
}
