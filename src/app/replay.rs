//! The replay of the instance shown: its history, in a read-only session beside that of the work. Loaded when it is first
//! opened.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::Session;
use super::open_work::OpenWork;
use super::store::PageStore;
use spanwise_annotation::change;
use spanwise_annotation::document::{EditKey, Instance, Origin};
use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::replay::{Replay, ReplayStep};
use spanwise_annotation::store::events::logged_events;
use spanwise_annotation::store::works::WorkMeta;
use spanwise_annotation::store::{Journal, WorkId};
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_browser::timing::TimeSlice;

/// The index of the replay's session among those of the page, for the ids of its elements.
const NUMBER: usize = 1;

/// The replay of an instance. `Copy`, like a signal.
#[derive(Clone, Copy)]
pub struct InstanceReplay {
    /// Shows the state at the step that was gone to. Nothing of it is stored.
    pub session: Session,
    /// The number of the step that was gone to, from 1; 0 for the state before the first.
    pub at: RwSignal<usize>,
    /// The number of steps; `None` until all are read.
    pub count: RwSignal<Option<usize>>,
    /// `true` if earlier changes were put together.
    pub is_shortened: bool,
    replay: StoredValue<Replay, LocalStorage>,
}

impl InstanceReplay {
    /// Begins the replay of the instance shown, at its last step; `None` if its data cannot be read again.
    #[must_use]
    pub fn begin(session: Session) -> Option<Self> {
        session.record_all();
        let at = session.view.with_untracked(|view| view.instance);
        let (reader, base, history) = session.work.with_value(|work| {
            let history = work.journal.history(u32::try_from(at).ok()?);
            let base = work.workspace.pristine(at);
            Some((reader(session, work, at)?, base, history))
        })?;
        let mut base: Instance = base;
        // Edits that came with the data without a known origin are pre-annotations.
        base.given_origin.get_or_insert(Origin::PRE_ANNOTATION);
        let typology = session.template();
        let typology = &typology.typology;
        if let Some(changes) = &history.snapshot
            && let Ok(changes) = change::from_json(changes, typology)
        {
            base.replay(&changes);
        }
        let replay = InstanceReplay {
            session: reader,
            at: RwSignal::new(0),
            count: RwSignal::new(None),
            is_shortened: history.snapshot.is_some(),
            replay: StoredValue::new_local(Replay::new(base)),
        };
        let events = session.work.with_value(|work| logged_events(&work.store, &work.id));
        let events: Vec<_> = events.into_iter().filter(|event| event.instance == at).collect();
        let template = session.template();
        spawn_local(async move {
            let mut slice = TimeSlice::begin();
            for commit in history.commits {
                let Ok(changes) = change::from_json(&commit, &template.typology) else { continue };
                // The dialog may be closed.
                if replay.replay.try_update_value(|replay| replay.push(&changes)).is_none() {
                    return;
                }
                slice.pause_if_over().await;
            }
            replay.replay.try_update_value(|replay| replay.set_times(&events));
            if let Some(count) = replay.replay.try_with_value(Replay::len) {
                replay.count.set(Some(count));
                replay.go_to(count);
            }
        });
        Some(replay)
    }

    /// Goes to the state after a step; to the last one if there are fewer.
    pub fn go_to(self, number: usize) {
        let state = self.replay.try_update_value(|replay| {
            replay.go_to(number);
            let about = replay.step(replay.at()).and_then(|step| step.edits.first());
            (replay.at(), replay.instance().clone(), about.map(|edit| edit.key))
        });
        let Some((at, instance, about)) = state else { return };
        self.show(instance, about);
        self.at.set(at);
    }

    /// Shows a state with the edit open that its step was about, if it is there.
    fn show(self, instance: Instance, about: Option<EditKey>) {
        let opened = about.filter(|key| instance.edit(*key).is_some());
        self.session.work.update_value(|work| work.workspace.show_state(0, Arc::new(instance)));
        self.session.publish();
        // It is there.
        let _ = self.session.try_dispatch(Command::Select(opened));
    }

    /// The step with this number, from 1.
    #[must_use]
    pub fn step(self, number: usize) -> Option<ReplayStep> {
        self.replay.with_value(|replay| replay.step(number).cloned())
    }
}

/// A read-only session of one instance of a work (0-based).
fn reader(session: Session, work: &OpenWork, at: usize) -> Option<Session> {
    let raw = work.workspace.dataset().raw(at)?;
    let dataset = DatasetReader::new(format!("[{raw}]")).finish().ok()?;
    let workspace = Workspace::new(work.workspace.template().clone(), Arc::new(dataset));
    let (store, id) = (PageStore::in_memory(), WorkId::numbered(0));
    let journal = Journal::open(store.clone(), id.clone()).journal;
    let (template, meta) = (work.template.clone(), WorkMeta::default());
    let work = OpenWork::new(workspace, journal, id, meta, template, store);
    Some(Session::reader(session.app(), work, Arc::from([]), NUMBER))
}
