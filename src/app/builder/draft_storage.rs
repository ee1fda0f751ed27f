//! Drafts on this device: opened, saved while typing, and kept as versions.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{
    Builder, BuilderStart, DataCheck, DraftEditors, DraftFile, DraftSaveState, PreviewState,
    ScheduledActions, preview_frame,
};
use crate::app::context::App;
use crate::app::fetching::fetch_json;
use crate::app::notices::NoticeLevel;
use crate::app::recent_works::offer_back;
use crate::app::store::LARGEST_IN_STORE;
use crate::app::unsaved_changes::BlobWrite;
use spanwise_annotation::store::drafts::{
    DraftMeta, DraftVersion, ListedDraft, damaged_versions, drafts, keep_version, read_meta,
    read_text, remove_draft, restore_draft, versions, write_meta, write_text,
};
use spanwise_annotation::store::{
    DraftKeyPart, KeyValue, SaveState, StoreError, ValueDamage, WorkId,
};
use spanwise_browser::timing;
use spanwise_i18n::{Message, say};
use spanwise_limits::LARGEST_IN_VERSION;
use spanwise_template::icons;

/// Template and data of a new draft.
const STARTER: (&str, &str) = (include_str!("starter.yml"), include_str!("starter.json"));

/// Time without a change after which a version is kept, in milliseconds.
const PAUSE_MS: i32 = 60_000;

/// A draft that was read or created.
pub struct OpenedDraft {
    draft: WorkId,
    texts: DraftContent,
    /// `true` if the template was to be annotated with but has errors.
    is_refused: bool,
}

/// The content of a draft.
struct DraftContent {
    template: String,
    data: String,
    annotated: Option<String>,
    meta: DraftMeta,
}

impl OpenedDraft {
    /// Creates the signals of the draft under the current owner.
    #[must_use]
    pub fn into_builder(self, app: App) -> Builder {
        let OpenedDraft { draft, texts, is_refused } = self;
        let preview = preview_frame::PreviewFrame::holding(&texts.data, texts.annotated);
        let builder = Builder {
            data: RwSignal::new(texts.data.into()),
            template: RwSignal::new(texts.template.into()),
            diagnostics: RwSignal::new(Arc::from([])),
            valid_template: RwSignal::new(None),
            data_check: RwSignal::new(DataCheck::default()),
            icons: RwSignal::new(Arc::from([])),
            preview_state: RwSignal::new(PreviewState::default()),
            meta: RwSignal::new(texts.meta),
            saving: RwSignal::new(DraftSaveState::Saved),
            listed: RwSignal::new(0),
            app,
            draft: StoredValue::new(draft),
            editors: StoredValue::new_local(DraftEditors::default()),
            preview: StoredValue::new_local(preview),
            later: StoredValue::new(ScheduledActions::default()),
            first_error: StoredValue::new(None),
        };
        builder.compile();
        builder.load_icon_names();
        if is_refused {
            builder.refuse();
        }
        builder.check_later();
        builder.save_now();
        builder.keep_version();
        app.set_draft_is_lost(move || builder.is_lost_with_page());
        on_cleanup(move || builder.close());
        builder
    }
}

impl Builder {
    /// Opens or creates a draft. `None` if the draft is not on this device.
    pub async fn open(app: App, from: BuilderStart) -> Option<OpenedDraft> {
        let refused = matches!(from, BuilderStart::Template { is_refused: true, .. });
        let (draft, texts) = match from {
            BuilderStart::Latest => match drafts(&app.store()).into_iter().next() {
                Some(latest) => (latest.draft.clone(), stored(app, &latest.draft).await?),
                None => new_draft(app, STARTER.0, Some(STARTER.1.to_owned()), String::new()),
            },
            BuilderStart::Draft(draft) => (draft.clone(), stored(app, &draft).await?),
            BuilderStart::Template { template, data, origin, .. } => {
                new_draft(app, &template, data, origin)
            }
        };
        Some(OpenedDraft { draft, texts, is_refused: refused })
    }

    /// Loads the names of icons. If that fails, none are offered and none are reported as unknown.
    fn load_icon_names(self) {
        spawn_local(async move {
            if let Ok(names) = fetch_json::<Vec<String>>(icons::NAMES).await
                && self.icons.try_set(names.into()).is_none()
            {
                self.compile();
            }
        });
    }

    /// Schedules saving the draft and keeping a version.
    pub(super) fn save_later(self) {
        self.saving.set(DraftSaveState::Due);
        self.meta.update(|meta| meta.changed_ms = timing::wall_clock_ms());
        self.after_a_while(300, |later| &mut later.save, Builder::save_now);
        self.after_a_while(PAUSE_MS, |later| &mut later.keep, Builder::keep_version);
    }

    /// Saves the draft on this device.
    pub fn save_now(self) {
        let store = self.app.store();
        let draft = self.draft();
        let template = self.template.get_untracked();
        let data = self.data.get_untracked();
        let large = data.len() > LARGEST_IN_STORE;
        self.meta.update_untracked(|meta| meta.data_elsewhere = large);
        let held = store.or_hold();
        let outcome: Result<(), StoreError> = [
            write_text(&held, &draft, DraftKeyPart::Template, &template),
            if large { Ok(()) } else { write_text(&held, &draft, DraftKeyPart::Data, &data) },
            self.write_annotated(),
            self.meta.with_untracked(|meta| write_meta(&held, &draft, meta)),
        ]
        .into_iter()
        .collect();
        if !large {
            return self.saved(outcome);
        }
        let done = move |stored| self.saved(outcome.clone().and(stored));
        self.app.keep_blob(BlobWrite::new(blob_name(&draft), data, done));
    }

    /// Durability of the saved draft. Tracks changes.
    #[must_use]
    pub fn durability(self) -> SaveState {
        self.app.confirmed.track();
        self.app.store().draft_durability(&self.draft())
    }

    /// Saves unsaved changes; returns `true` if all are saved, or the page of the draft is gone.
    pub(super) fn save_rest(self) -> bool {
        let is_saved =
            || self.saving.try_get_untracked().is_none_or(|saving| saving == DraftSaveState::Saved);
        if !is_saved() {
            self.save_now();
        }
        is_saved()
    }

    /// Returns `true` if a changed draft would be lost with the page.
    fn is_lost_with_page(self) -> bool {
        let is_saved = self.save_rest();
        let is_lost = self.meta.try_with_untracked(|meta| is_changed(meta) && !is_saved);
        let (app, store) = (self.app, self.app.store());
        let is_held = |listed: &ListedDraft| {
            store.is_blocked()
                || store.holds_draft(&listed.draft)
                || app.holds_blob(&blob_name(&listed.draft))
        };
        is_lost == Some(true)
            || drafts(&store).iter().any(|listed| is_changed(&listed.meta) && is_held(listed))
    }

    /// Saves the annotations made in the preview.
    pub(super) fn save_annotated(self) {
        self.meta.update(|meta| meta.changed_ms = timing::wall_clock_ms());
        if self.saving.get_untracked() != DraftSaveState::Saved {
            return self.save_now();
        }
        let store = self.app.store();
        let annotated = self.write_annotated();
        let draft = self.draft();
        let meta = self.meta.with_untracked(|meta| write_meta(&store.or_hold(), &draft, meta));
        self.saved(annotated.and(meta));
    }

    fn write_annotated(self) -> Result<(), StoreError> {
        let store = self.app.store();
        let draft = self.draft();
        let annotated =
            self.preview.try_with_value(preview_frame::PreviewFrame::annotated).flatten();
        match annotated {
            // Annotations on larger data are not stored with the draft.
            Some(text) if text.len() <= LARGEST_IN_STORE => {
                write_text(&store.or_hold(), &draft, DraftKeyPart::Annotated, &text)
            }
            _ => {
                let key =
                    spanwise_annotation::store::StorageKey::Draft(draft, DraftKeyPart::Annotated);
                store.remove(&key.to_string());
                Ok(())
            }
        }
    }

    fn saved(self, outcome: Result<(), StoreError>) {
        let is_durable = self.app.store().is_durable();
        let saving = if outcome.is_ok() && is_durable {
            DraftSaveState::Saved
        } else {
            DraftSaveState::Refused
        };
        // The page may be gone.
        self.saving.try_set(saving);
        match outcome {
            Ok(()) => self.app.settle_unsaved(),
            Err(cause) => {
                let message = say!(BuildNotSaved, why = cause.message());
                self.app.tell_unsaved(NoticeLevel::Error, message, None);
            }
        }
    }

    /// Stores the current texts as a version.
    pub fn keep_version(self) {
        let data = self.data.get_untracked();
        let version = DraftVersion {
            at_ms: timing::wall_clock_ms(),
            template: self.template.get_untracked().to_string(),
            data: (data.len() <= LARGEST_IN_VERSION).then(|| data.to_string()),
        };
        // A full store is reported when the draft itself is saved.
        let _ = keep_version(&self.app.store(), &self.draft(), &version);
        self.listed.update(|n| *n = n.wrapping_add(1));
    }

    /// Versions of this draft with their numbers, newest first. Tracks changes.
    #[must_use]
    pub fn versions(self) -> Vec<(u32, DraftVersion)> {
        self.listed.track();
        versions(&self.app.store(), &self.draft())
    }

    /// Number of stored versions of this draft that cannot be read. Tracks changes.
    #[must_use]
    pub fn damaged_versions(self) -> usize {
        self.listed.track();
        damaged_versions(&self.app.store(), &self.draft())
    }

    /// Restores a version, after storing the current texts as one.
    pub fn restore(self, version: &DraftVersion) {
        self.keep_version();
        self.set_text(DraftFile::Template, &version.template);
        if let Some(data) = &version.data {
            self.set_text(DraftFile::Data, data);
        }
    }

    /// All drafts of this device, last changed first. Tracks changes.
    #[must_use]
    pub fn drafts(self) -> Vec<ListedDraft> {
        self.listed.track();
        drafts(&self.app.store())
    }

    /// Deletes another draft, and offers to bring it back.
    pub fn delete_draft(self, draft: &WorkId, title: &str) {
        let store = self.app.store();
        let removed = remove_draft(&store, draft);
        let changed = move || {
            self.listed.try_update(|n| *n = n.wrapping_add(1));
        };
        changed();
        let restore = move || {
            restore_draft(&self.app.store(), &removed).map_err(|error| error.message())?;
            changed();
            Ok(())
        };
        offer_back(self.app, title.to_owned(), Arc::new(restore));
    }
}

/// Returns `true` if a draft was changed since it was created.
fn is_changed(meta: &DraftMeta) -> bool {
    meta.changed_ms > meta.created_ms
}

/// Reads a stored draft; `None` if there is none.
async fn stored(app: App, draft: &WorkId) -> Option<DraftContent> {
    let store = app.store();
    let meta = read_meta(&store, draft).unwrap_or_default();
    let text = |part| {
        read_text(&store, draft, part).unwrap_or_else(|damage| {
            app.tell(NoticeLevel::Warning, unusable(part, damage), None);
            None
        })
    };
    // Damaged parts are taken from the newest version, which may be a little older.
    let newest = || versions(&store, draft).into_iter().next().map(|(_, version)| version);
    let template = text(DraftKeyPart::Template).or_else(|| newest().map(|v| v.template))?;
    let data = if meta.data_elsewhere {
        app.blob(&blob_name(draft)).await
    } else {
        text(DraftKeyPart::Data).or_else(|| newest()?.data)
    };
    let annotated = text(DraftKeyPart::Annotated);
    Some(DraftContent { template, data: data.unwrap_or_default(), annotated, meta })
}

fn unusable(part: DraftKeyPart, damage: ValueDamage) -> Message {
    let damage = damage.message();
    match part {
        DraftKeyPart::Template => say!(BuildStoredTemplateDraftCannotUsedLast, damage),
        DraftKeyPart::Data => say!(BuildStoredDataDraftCannotUsedLast, damage),
        DraftKeyPart::Annotated | DraftKeyPart::Meta | DraftKeyPart::Version { .. } => {
            say!(BuildWhatWasAnnotatedInPreviewCannot, damage)
        }
    }
}

/// Creates a draft with a template and data.
fn new_draft(
    app: App,
    template: &str,
    data: Option<String>,
    origin: String,
) -> (WorkId, DraftContent) {
    let now = timing::wall_clock_ms();
    let taken: Vec<WorkId> = drafts(&app.store()).into_iter().map(|listed| listed.draft).collect();
    // The id of a draft is its time; the second of two in one millisecond takes the next.
    let mut number = now;
    while taken.contains(&WorkId::numbered(number)) {
        number += 1;
    }
    let meta = DraftMeta { origin, created_ms: now, changed_ms: now, ..DraftMeta::default() };
    let data = data.unwrap_or_else(|| STARTER.1.to_owned());
    let texts = DraftContent { template: template.to_owned(), data, annotated: None, meta };
    (WorkId::numbered(number), texts)
}

fn blob_name(draft: &WorkId) -> String {
    format!("draft-{draft}")
}
