//! The handles that are passed around everywhere: [`App`], [`Session`] and [`Page`].
//!
//! They refer to each other, so their definitions stand together; each has its functions in the files of their subjects.

use std::sync::Arc;

use leptos::prelude::*;

use super::adjudication::request::AdjudicationRequest;
use super::builder::start::BuilderStart;
use super::failure::Failure;
use super::field_mapping::unmapped_data::UnmappedData;
use super::loaded_languages::LoadedLanguages;
use super::loaded_template::LoadedTemplate;
use super::notices::{NoticeAction, NoticeLevel, Notices};
use super::open_work::OpenWork;
use super::preferences::Preferences;
use super::session_problems::SessionProblems;
use super::store::{self, DurableStoreState, PageStore};
use super::unsaved_changes::UnsavedChanges;
use spanwise_annotation::document::{Edit, EditKey, Instance};
use spanwise_annotation::store::SaveState;
use spanwise_annotation::workspace::{Progress, View};
use spanwise_i18n::{Key, Message, Words};
use spanwise_template::Template;
use spanwise_template::icons::Drawing;

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

/// One open work. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Session {
    /// The instance shown.
    pub instance: RwSignal<Arc<Instance>>,
    /// Where the annotator is and what is under way.
    pub view: RwSignal<View>,
    /// How far the work is.
    pub progress: RwSignal<Progress>,
    /// Which of undo and redo are possible.
    pub history: RwSignal<HistoryState>,
    /// Whether what was done is on disk.
    pub save_state: RwSignal<SaveState>,
    /// Whether changes are refused, because another tab or version has the work.
    pub read_only: RwSignal<bool>,
    /// Edits deleted last, each with the 0-based position that it had in the instance, in the order of their deletion: the
    /// list shows them, and offers to undo the last deletion.
    pub deleted: RwSignal<Vec<(usize, Arc<Edit>)>>,
    /// Whether the instance has only just appeared: a press may have been meant for the one before.
    pub is_new_here: RwSignal<bool>,
    /// What is wrong with the template and the data.
    pub problems: SessionProblems,
    /// The edit under the pointer, in a text or in the list.
    pub hovered: RwSignal<Option<EditKey>>,
    /// The drawings of the icons of the categories, by their place, as far as they are here.
    pub icons: RwSignal<Vec<Option<Drawing>>>,
    /// Its place among the works that the page shows, from 0.
    pub number: usize,
    pub(super) role: SessionRole,
    /// The works that the page shows side by side, this one among them; empty if it is alone.
    pub(super) beside: StoredValue<Vec<Session>>,
    pub(super) app: App,
    pub(super) template: StoredValue<Arc<Template>>,
    pub(super) work: StoredValue<OpenWork, LocalStorage>,
}

/// What a session may do with its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SessionRole {
    /// It changes the work and stores the changes.
    Editor,
    /// It shows the work only: nothing of it is stored.
    Reader,
}

/// Which steps of the history are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HistoryState {
    /// There is a change to undo.
    pub can_undo: bool,
    /// There is a change to redo.
    pub can_redo: bool,
}

/// Progress of opening a file or an address.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpeningProgress {
    /// Name of the file, or the address.
    pub name: String,
    /// Number of instances read so far.
    pub instances: usize,
}

/// A session with the owner of its signals.
#[derive(Debug, Clone)]
pub(super) struct OwnedSession {
    pub(super) owner: Owner,
    pub(super) session: Session,
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
    /// Progress of what is being opened.
    pub opening: RwSignal<OpeningProgress>,
    /// Changes whenever another page is shown, also one of the same kind.
    pub page_number: RwSignal<u32>,
    /// Messages to the person.
    pub notices: Notices,
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
    pub(super) words: StoredValue<Arc<Words>>,
    pub(super) languages: StoredValue<LoadedLanguages>,
    /// Counts the pages asked for: one whose language comes late must not replace a later one.
    pub(super) requested_page: StoredValue<u32>,
    store: StoredValue<PageStore, LocalStorage>,
    /// Open works, with the owners of their signals: the last one's page may be shown.
    pub(super) sessions: StoredValue<Vec<OwnedSession>>,
    /// Works whose pages are gone, and whose changes are not all stored.
    pub(super) pageless_sessions: StoredValue<Vec<OwnedSession>>,
    pub(super) unsaved: StoredValue<UnsavedChanges, LocalStorage>,
    pub(super) durable: StoredValue<DurableStoreState, LocalStorage>,
    /// Changes whenever the durable store has answered.
    pub(super) confirmed: RwSignal<u32>,
    /// What waits for a work that is opened by a part of its own.
    pub(super) on_session_opened: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    /// Says whether a draft of the builder goes with the page. Set once the builder was opened.
    draft_is_lost: StoredValue<Option<Box<dyn Fn() -> bool>>, LocalStorage>,
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
            pageless_sessions: StoredValue::new(Vec::new()),
            unsaved: StoredValue::new_local(UnsavedChanges::default()),
            durable: StoredValue::new_local(DurableStoreState::default()),
            confirmed: RwSignal::new(0),
            on_session_opened: StoredValue::new_local(None),
            draft_is_lost: StoredValue::new_local(None),
            notices: Notices::new(),
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
            requested_page: StoredValue::new(0),
            store: StoredValue::new_local(store),
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

    /// Lets the pictures of this template be fetched from another host.
    pub fn allow_pictures(self, host: String) {
        self.picture_hosts.update(|hosts| hosts.push(host));
    }

    /// Tells the person something. The same message is not shown twice at a time.
    pub fn tell(
        self,
        level: NoticeLevel,
        message: impl Into<Message>,
        action: Option<NoticeAction>,
    ) {
        self.notices.add(level, message.into(), action);
    }

    /// Takes a notice away.
    pub fn dismiss(self, id: u32) {
        self.notices.dismiss(id);
    }
}
