//! The training that a page shows: what the trainee did, stored with each change, and the sessions of its tasks.
//!
//! Start reading at [`OpenTraining`]. The record is read anew before each change, so that two tabs go on from each other's
//! state: a tab adds to what the other one did, and shows it as soon as it is told. Rules of scoring are in
//! `spanwise_training`.

mod loading;
mod task_sessions;

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;

pub use self::loading::{LoadedTraining, load};
pub use self::task_sessions::CheckedTask;
pub(super) use self::task_sessions::{gold_changes, task_work};
use super::context::{App, Session};
use super::loaded_template::LoadedTemplate;
use super::notices::NoticeLevel;
use spanwise_annotation::store::{KeyValue, StoreError};
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_browser::storage;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, TextId};
use spanwise_training::{
    Comparison, Outcome, StepBody, StepId, StepWork, Task, TraineeRecord, Training, TrainingStep,
    compare,
};

/// The part of a training that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrainingPart {
    /// The rules and the list of steps.
    Overview,
    /// A step, by its 0-based position.
    Step(usize),
    /// The score and the result code.
    Result,
}

/// Who works through a training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrainingPurpose {
    /// A trainee, whose progress is kept on the device.
    Progress,
    /// Its designer, who tries it: nothing is read or stored.
    Trial,
}

/// The training of a page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct OpenTraining {
    /// The part that is shown.
    pub part: RwSignal<TrainingPart>,
    /// What the trainee did.
    pub record: RwSignal<TraineeRecord>,
    /// Changes when another tab changed what was marked or chosen in a step that is shown here.
    pub taken_over: RwSignal<u32>,
    app: App,
    purpose: TrainingPurpose,
    loaded: StoredValue<Arc<LoadedTraining>>,
    /// The owner of the page, under which the sessions of tasks outlive the step that is left.
    owner: StoredValue<Owner>,
}

impl OpenTraining {
    /// Creates the signals of a training under the current owner, and follows what other tabs do.
    #[must_use]
    pub fn new(app: App, loaded: Arc<LoadedTraining>, purpose: TrainingPurpose) -> Self {
        let is_stored = purpose == TrainingPurpose::Progress;
        let stored = is_stored.then(|| app.store().get(&loaded.key)).flatten();
        let record = stored.as_deref().map(|json| loaded.read(json));
        if let (Some(json), Some(None)) = (&stored, &record) {
            // What cannot be read is moved aside, and never deleted; without room it is replaced only by the next change.
            let _ = app.store().set(&format!("{}/unreadable", loaded.key), json);
        }
        let record = record.flatten().unwrap_or_else(|| loaded.new_record());
        let training = OpenTraining {
            part: RwSignal::new(TrainingPart::Overview),
            record: RwSignal::new(record),
            taken_over: RwSignal::new(0),
            app,
            purpose,
            loaded: StoredValue::new(loaded),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        };
        let listener = window_event_listener(ev::storage, move |event| {
            if event.key().is_none_or(|key| training.loaded.with_value(|l| l.key == key)) {
                training.follow();
            }
        });
        on_cleanup(move || listener.remove());
        if !is_stored {
            return training;
        }
        if app.store().is_durable() {
            storage::ask_to_keep();
        } else if app.store().is_blocked() {
            app.tell(NoticeLevel::Warning, TextId::NoticeBlocked, None);
        }
        training
    }

    /// The compiled training.
    #[must_use]
    pub fn training(self) -> Arc<Training> {
        self.loaded.with_value(|loaded| loaded.training.clone())
    }

    /// The template that it belongs to.
    #[must_use]
    pub fn loaded_template(self) -> LoadedTemplate {
        self.loaded.with_value(|loaded| loaded.loaded_template.clone())
    }

    /// The problems of its text.
    #[must_use]
    pub fn diagnostics(self) -> Arc<[Diagnostic]> {
        self.loaded.with_value(|loaded| loaded.diagnostics.clone())
    }

    /// Shows the part that was shown last, when the page was left.
    pub fn go_on(self) {
        let training = self.training();
        let of = |id: &StepId| training.steps().iter().position(|step| step.id() == id);
        let (step, is_finished) = self.record.with_untracked(|record| {
            (record.place.as_ref().and_then(of), record.progress().is_finished())
        });
        self.part.set(match step {
            Some(at) => TrainingPart::Step(at),
            None if is_finished => TrainingPart::Result,
            None => TrainingPart::Overview,
        });
    }

    /// Shows a part. The step that is left is done if it is a lesson.
    pub fn show(self, part: TrainingPart) {
        let training = self.training();
        let step = |part: &TrainingPart| match part {
            TrainingPart::Step(at) => training.steps().get(*at),
            TrainingPart::Overview | TrainingPart::Result => None,
        };
        let (left, shown) = (self.part.with_untracked(step), step(&part));
        self.change(|record| {
            if let Some(lesson) = left.filter(|left| matches!(left.body(), StepBody::Lesson)) {
                record.record(lesson, Outcome::Read);
            }
            if part == TrainingPart::Result {
                record.finish(&training);
            }
            record.place = shown.map(|step| step.id().clone());
        });
        self.part.set(part);
    }

    /// Sets the name or number of the trainee.
    pub fn set_trainee(self, name: String) {
        self.change(|record| record.trainee = name);
    }

    /// Begins the next attempt.
    pub fn begin_again(self) {
        let training = self.training();
        self.change(|record| {
            record.begin_again(&training);
        });
        self.part.set(TrainingPart::Overview);
    }

    /// Stores what was marked or chosen in a step. What another tab stored meanwhile stays, and is shown.
    pub fn set_work(self, step: &StepId, work: StepWork) {
        let known = self.record.with_untracked(|record| record.work(step).cloned());
        if known.as_ref() == Some(&work) {
            return;
        }
        self.change(|record| {
            if record.work(step) == known.as_ref() {
                record.set_work(step, work);
            }
        });
    }

    /// Records the outcome of a quiz.
    pub fn check_quiz(self, step: &TrainingStep, chosen: &[Vec<usize>]) {
        if let StepBody::Quiz(questions) = step.body() {
            let outcome = Outcome::of_quiz(questions, chosen);
            self.change(|record| {
                record.record(step, outcome);
            });
        }
    }

    /// Compares the marks of a session with the gold of its task, and records the outcome. Returns `false` if a draft edit
    /// has to be finished first.
    pub fn check_task(self, step: &TrainingStep, task: &Task, session: Session) -> bool {
        if !finish_draft(self.app, session) {
            return false;
        }
        if let Some(marks) = task_sessions::marks(session) {
            self.set_work(step.id(), marks);
        }
        let counts = self.compared(task, session).counts();
        self.change(|record| {
            record.record(step, Outcome::Marked(counts));
        });
        true
    }

    /// Compares the marks of a session with the gold of its task.
    #[must_use]
    pub fn compared<'t>(self, task: &'t Task, session: Session) -> Comparison<'t> {
        let template = session.template();
        let tolerance = self.training().scoring().tolerance();
        let edits = session.instance.with_untracked(|instance| instance.edits.clone());
        compare(task, &template.typology, tolerance, &edits)
    }

    /// Changes the record as it is stored now, and stores it.
    fn change(self, change: impl FnOnce(&mut TraineeRecord)) {
        self.follow();
        let before = self.record.get_untracked();
        let mut record = before.clone();
        change(&mut record);
        if record == before {
            return;
        }
        let stored = match self.purpose {
            TrainingPurpose::Progress => self.loaded.with_value(|loaded| {
                self.app.store().or_hold().set(&loaded.key, &record.to_json())
            }),
            TrainingPurpose::Trial => Ok(()),
        };
        self.record.set(record);
        if let Err(cause) = stored {
            self.tell_unsaved(&cause);
        }
    }

    /// Takes over what another tab stored.
    fn follow(self) {
        if self.purpose == TrainingPurpose::Trial {
            return;
        }
        let stored =
            self.loaded.with_value(|loaded| loaded.read(&self.app.store().get(&loaded.key)?));
        let Some(stored) = stored else { return };
        let known = self.record.get_untracked();
        if stored == known {
            return;
        }
        let shown = match self.part.get_untracked() {
            TrainingPart::Step(at) => self.training().steps().get(at).map(|step| step.id().clone()),
            TrainingPart::Overview | TrainingPart::Result => None,
        };
        self.record.set(stored.clone());
        if shown.is_some_and(|shown| stored.work(&shown) != known.work(&shown)) {
            self.taken_over.update(|n| *n = n.wrapping_add(1));
        }
    }

    fn tell_unsaved(self, cause: &StoreError) {
        let message: Message = match cause {
            StoreError::Full => TextId::NoticeFull.into(),
            StoreError::Blocked => TextId::NoticeBlocked.into(),
            StoreError::Altered | StoreError::Other(_) => cause.message(),
        };
        self.app.tell_unsaved(NoticeLevel::Error, message, None);
    }
}

/// Finishes the draft edit of a session, if there is one. Returns `false`, and says so, if it is not complete.
pub(super) fn finish_draft(app: App, session: Session) -> bool {
    let is_drafting = |activity: &AnnotatorActivity| {
        matches!(activity, AnnotatorActivity::Drafting(_) | AnnotatorActivity::Extending { .. })
    };
    let is_refused = session.view.with_untracked(|view| is_drafting(&view.activity))
        && session.try_dispatch(Command::Finish).is_err();
    if is_refused {
        app.tell(NoticeLevel::Info, TextId::TrainingFinishMark, None);
    }
    !is_refused
}
