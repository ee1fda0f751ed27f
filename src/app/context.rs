//! The handles that are passed around everywhere: [`App`], [`Session`] and [`Page`].
//!
//! They refer to each other, so their definitions stand together; each has its functions in the files of their
//! subjects.

use std::sync::Arc;

use leptos::prelude::*;

use super::adjudication::request::AdjudicationRequest;
use super::builder::start::BuilderStart;
use super::conversion::ForeignFiles;
use super::failure::Failure;
use super::field_mapping::unmapped_data::UnmappedData;
use super::figures::FiguresRequest;
use super::language_model::ModelRequest;
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
use spanwise_annotation::workspace::{WorkProgress, WorkspaceView};
use spanwise_i18n::{Message, TextId, Words};
use spanwise_template::Template;
use spanwise_template::icons::IconDrawing;

/// The page shown.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one page at a time")]
pub enum Page {
    /// Something is being opened; [`App::opening`] has the progress.
    Opening,
    /// The start page.
    Hub,
    /// A template without data.
    Template(LoadedTemplate),
    /// Data whose texts have to be chosen among its fields.
    FieldMapping(UnmappedData),
    /// Files in formats of others, to be converted.
    Conversion(ForeignFiles),
    /// The figures of annotators' files.
    Figures(FiguresRequest),
    /// A language model that annotates a work.
    Model(Arc<ModelRequest>),
    /// The training of a template.
    Training(LoadedTemplate),
    /// A work on this device.
    Annotate(Session),
    /// Works of several annotators, shown side by side as soon as all of them are loaded.
    Adjudicate(AdjudicationRequest),
    /// The builder.
    Build(BuilderStart),
    /// Waits for messages of the page that embeds this one.
    Embed,
    /// Opens the data embedded in the page.
    EmbeddedData(EmbeddedDataSource),
    /// Something could not be opened.
    Failure(Failure),
}

impl Page {
    /// The template that the page is about.
    #[must_use]
    pub fn template(&self) -> Option<Arc<Template>> {
        match self {
            Page::Annotate(session) => Some(session.template()),
            Page::Template(loaded_template) | Page::Training(loaded_template) => {
                Some(loaded_template.template.clone())
            }
            Page::FieldMapping(unmapped) => Some(unmapped.loaded_template.template.clone()),
            Page::Conversion(foreign) => {
                foreign.template().map(|loaded_template| loaded_template.template.clone())
            }
            Page::Adjudicate(request) => Some(request.loaded_template.template.clone()),
            Page::Opening
            | Page::Hub
            | Page::Figures(_)
            | Page::Model(_)
            | Page::Build(_)
            | Page::Embed
            | Page::EmbeddedData(_)
            | Page::Failure(_) => None,
        }
    }
}

/// Location of the template and data that a page carries itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbeddedDataSource {
    /// In its address: the text after `#/s/`.
    ShareLink(String),
    /// In its file, the one-file version of the app.
    OwnFile,
}

/// One open work. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Session {
    /// The instance shown.
    pub instance: RwSignal<Arc<Instance>>,
    /// Position, selection and activity of the annotator.
    pub view: RwSignal<WorkspaceView>,
    /// Progress of the work.
    pub progress: RwSignal<WorkProgress>,
    /// The possible steps of undo and redo.
    pub history: RwSignal<HistoryState>,
    /// Save state of the work.
    pub save_state: RwSignal<SaveState>,
    /// The number of instances planned so far of a step on many; `None` while none is planned. Undo gives it up.
    pub planned: RwSignal<Option<usize>>,
    /// `true` while changes are refused because another tab or a newer version owns the work.
    pub read_only: RwSignal<bool>,
    /// Edits deleted last, each with the 0-based position that it had in the instance, in the order of their deletion:
    /// the list shows them, and offers to undo the last deletion.
    pub deleted: RwSignal<Vec<(usize, Arc<Edit>)>>,
    /// `true` for the first moments of an instance, in which a press may have been meant for the one before.
    pub is_new_here: RwSignal<bool>,
    /// Problems of the template and the data.
    pub problems: SessionProblems,
    /// `true` while the texts are shown without marks, to be read and copied.
    pub is_plain: RwSignal<bool>,
    /// `true` while the eraser is on.
    pub is_erasing: RwSignal<bool>,
    /// `true` while the text of the open edit is looked for elsewhere.
    pub seeks_same_text: RwSignal<bool>,
    /// `true` while the history of the instance is gone through.
    pub replays: RwSignal<bool>,
    /// `true` while the work is saved in another format.
    pub saves_as: RwSignal<bool>,
    /// `true` while suggestions of a model are gone through.
    pub suggests: RwSignal<bool>,
    /// `true` while the tokens of the texts are shown.
    pub shows_tokens: RwSignal<bool>,
    /// The edit under the pointer, the caret or the focus, in a text or in the list of edits.
    pub hovered: RwSignal<Option<EditKey>>,
    /// Drawings of the icons of the categories, by index of the category; `None` until loaded.
    pub icons: RwSignal<Vec<Option<IconDrawing>>>,
    /// 0-based index among the works that the page shows.
    pub number: usize,
    pub(super) role: SessionRole,
    /// The works that the page shows side by side, this one among them; empty if it is alone.
    pub(super) beside: StoredValue<Vec<Session>>,
    /// The notice that offers to adjudicate the annotators of its data.
    pub(super) offer: StoredValue<Option<u32>>,
    pub(super) app: App,
    pub(super) template: StoredValue<Arc<Template>>,
    pub(super) work: StoredValue<OpenWork, LocalStorage>,
}

/// The role of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SessionRole {
    /// It changes the work and stores the changes.
    Editor,
    /// It changes a task of a training, which stores the marks itself.
    Practice,
    /// It shows the work only: nothing of it is stored.
    Reader,
}

/// The possible steps of the history.
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
    /// The page that was requested last when it began, as [`App::requested_page`] counts them.
    pub(super) page: u32,
    pub(super) owner: Owner,
    pub(super) session: Session,
}

/// Data that was opened before the template it belongs to.
#[derive(Debug, Clone)]
pub(super) struct DataAwaitingTemplate {
    pub(super) name: String,
    pub(super) text: String,
}

/// Data that waits for its template, as the hub shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingData {
    /// Its names, joined by commas.
    pub names: String,
    /// `true` if it seems to have edits, whose categories a template can be made of.
    pub has_edits: bool,
}

/// Signals of the whole page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct App {
    /// The page shown.
    pub page: RwSignal<Page>,
    /// Progress of opening a file or an address.
    pub opening: RwSignal<OpeningProgress>,
    /// Changes whenever another page is shown, also one of the same kind.
    pub page_number: RwSignal<u32>,
    /// Messages to the person.
    pub notices: Notices,
    /// Reading preferences of the person.
    pub preferences: RwSignal<Preferences>,
    /// The data that waits for its template.
    pub waiting: Signal<Option<WaitingData>>,
    pub(super) data_awaiting_template: RwSignal<Vec<DataAwaitingTemplate>>,
    /// Changes with the list of recent works.
    pub recent: RwSignal<u32>,
    /// Other hosts from which images of this template may be fetched.
    pub picture_hosts: RwSignal<Vec<String>>,
    /// `true` if another page embeds this one.
    pub is_embedded: RwSignal<bool>,
    /// `true` in the preview of the builder, which lists the problems itself.
    pub(super) is_preview: StoredValue<bool>,
    pub(super) words: StoredValue<Arc<Words>>,
    pub(super) languages: StoredValue<LoadedLanguages>,
    /// Number of pages requested: one whose language is loaded late must not replace a later one.
    pub(super) requested_page: StoredValue<u32>,
    store: StoredValue<PageStore, LocalStorage>,
    /// Open works of the current page, the last one being shown.
    pub(super) sessions: StoredValue<Vec<OwnedSession>>,
    /// Open works without a page, whose changes are not all stored.
    pub(super) pageless_sessions: StoredValue<Vec<OwnedSession>>,
    pub(super) unsaved: StoredValue<UnsavedChanges, LocalStorage>,
    pub(super) durable: StoredValue<DurableStoreState, LocalStorage>,
    /// Changes with each answer of the durable store.
    pub(super) confirmed: RwSignal<u32>,
    /// Called once lazily loaded code has opened the work of the page.
    pub(super) on_session_opened: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    /// Returns `true` if a draft of the builder would be lost with the page. Set when the builder is opened.
    draft_is_lost: StoredValue<Option<Box<dyn Fn() -> bool>>, LocalStorage>,
}

impl App {
    /// Creates the signals and provides them as context.
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
                    let names = (!names.is_empty()).then(|| names.join(", "))?;
                    let has_edits = all.iter().any(|data| data.text.contains("\"category\""));
                    Some(WaitingData { names, has_edits })
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

    /// Returns the signals provided by [`App::provide`].
    #[must_use]
    pub fn from_context() -> Self {
        use_context().unwrap_or_else(App::provide)
    }

    /// Returns the store of this page.
    #[must_use]
    pub fn store(self) -> PageStore {
        self.store.get_value()
    }

    /// Returns `true` if changes would be lost with the page.
    #[must_use]
    pub fn loses_work(self) -> bool {
        self.open_sessions().into_iter().any(Session::loses_changes)
            || self.is_draft_lost()
            || self.store().is_lost_with_page()
    }

    /// Saves the draft of the builder if possible, and returns `true` if it would be lost with the page.
    pub(super) fn is_draft_lost(self) -> bool {
        self.draft_is_lost.with_value(|lost| lost.as_ref().is_some_and(|lost| lost()))
    }

    /// Sets the function that returns `true` if a draft of the builder would be lost with the page.
    pub(super) fn set_draft_is_lost(self, is_lost: impl Fn() -> bool + 'static) {
        self.draft_is_lost.set_value(Some(Box::new(is_lost)));
    }

    /// Keeps everything in memory from now on, because another page stores it.
    pub(super) fn keep_in_memory(self) {
        self.store.set_value(PageStore::in_memory());
    }

    /// Returns the texts of the interface. They change only with the page, which is then built anew.
    #[must_use]
    pub fn words(self) -> Arc<Words> {
        self.words.get_value()
    }

    /// Returns a text of the interface.
    #[must_use]
    pub fn text(self, key: TextId) -> String {
        self.words.with_value(|w| w.get(key).to_owned())
    }

    /// Formats a message in the language of the page.
    #[must_use]
    pub fn say(self, message: &Message) -> String {
        self.words.with_value(|w| w.say(message))
    }

    /// Allows images of this template to be fetched from another host.
    pub fn allow_pictures(self, host: String) {
        self.picture_hosts.update(|hosts| hosts.push(host));
    }

    /// Shows a notice in place of one with the same message.
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
