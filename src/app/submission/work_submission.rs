//! Submits one work: completeness, sending, and the return to the platform.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::context::{App, Session};
use crate::app::event_log;
use crate::app::export::not_saved;
use crate::app::notices::NoticeLevel;
use crate::app::submission::assignment_link::assignment;
use crate::app::submission::outbox_sender::{OutboxSender, TrackedSubmission};
use crate::app::submission::time_tracker::TimeTracker;
use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::SaveState;
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_annotation::workspace::{AnnotatorActivity, Command, Workspace};
use spanwise_browser::files::{self, NewFile};
use spanwise_browser::{forms, leaving, location, random, timing};
use spanwise_i18n::{Message, TextId};
use spanwise_submission::Submission;
use spanwise_submission::assignment::{Assignment, in_session, signed};
use spanwise_submission::completeness::{Gap, gaps};
use spanwise_submission::finish::{
    CompletionForm, SetupProblem, WayBack, setup_problems, way_back,
};
use spanwise_submission::hidden_gold::HiddenGoldFigures;
use spanwise_submission::outbox::ParcelStage;
use spanwise_submission::submission::{NotAnInstance, SubmissionDetails, TemplateName};
use spanwise_submission::worker::{Visitor, Worker};
use spanwise_template::{Database, TemplateSettings};

/// Number of instances that are read before the page may paint.
const SCAN_SLICE: usize = 64;
/// Time that the thanks are shown before the page returns to Prolific, in milliseconds.
const THANKS_MS: i32 = 5000;
/// Key of the id of this device, for annotators of whom nothing else is known.
const DEVICE: &str = "spanwise/1/outbox/device";

/// State of a submission as the dialog shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmissionStatus {
    /// All instances are being read.
    Checking,
    /// Nothing can be submitted in a preview.
    Preview,
    /// The work is open for reading only.
    Elsewhere,
    /// The work is reviewed before it is submitted.
    Review(SubmissionReview),
    /// It is being sent.
    Sending,
    /// It is sent later.
    Waiting {
        /// Reason of the last failure.
        why: String,
        /// `true` if it is stored on this device.
        kept: bool,
    },
    /// It could not be sent, with the reason.
    Failed(String),
    /// There is no destination; it was downloaded.
    ByHand,
    /// It has arrived.
    Arrived {
        /// `true` if it had arrived before the dialog was opened.
        earlier: bool,
    },
    /// The page is left for the platform, with the annotations.
    Leaving,
    /// It could not be created, with the reason.
    Refused(String),
}

/// Review of a work before it is submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionReview {
    /// Instances that are not finished.
    pub gaps: Vec<Gap>,
    /// Number of all instances.
    pub total: usize,
    /// `true` if anything was annotated.
    pub is_begun: bool,
    /// `true` if the work is on disk.
    pub is_stored: bool,
    /// `true` if no question is open that the template requires.
    pub is_allowed: bool,
    /// Its destination.
    pub destination: SubmissionDestination,
    /// Host of the destination, if the template names one.
    pub place: Option<String>,
}

/// Destination of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionDestination {
    /// The database of the template.
    Database,
    /// The form of Mechanical Turk.
    Form,
    /// None: the annotator gets a file.
    Nowhere,
}

/// Submits one work. Cheap to copy; lasts as long as the page of the work.
#[derive(Debug, Clone, Copy)]
pub struct WorkSubmission {
    /// `true` while the dialog is open.
    pub open: RwSignal<bool>,
    /// `true` while the warning before annotating is open.
    pub warned: RwSignal<bool>,
    /// State of the submission.
    pub shown: RwSignal<SubmissionStatus>,
    app: App,
    session: Session,
    assignment: StoredValue<Assignment>,
    /// `None` in a preview of the task.
    times: Option<TimeTracker>,
    /// The last submission.
    current: StoredValue<Option<Submission>>,
}

impl WorkSubmission {
    /// Returns `None` for a work without database, platform or worker.
    #[must_use]
    pub fn of(app: App, session: Session) -> Option<Self> {
        let assignment = assignment(session);
        let template = session.template();
        let TemplateSettings { crowdsource, database, .. } = &template.settings;
        let is_assigned_by_link = assignment.worker.is_some() || assignment.preview;
        if !is_assigned_by_link && crowdsource.is_none() && database.is_none() {
            return None;
        }
        let submitting = WorkSubmission {
            open: RwSignal::new(false),
            warned: RwSignal::new(false),
            shown: RwSignal::new(SubmissionStatus::Checking),
            app,
            session,
            times: (!assignment.preview).then(|| TimeTracker::of(session)),
            assignment: StoredValue::new(assignment),
            current: StoredValue::new(None),
        };
        submitting.warn();
        submitting.follow();
        Some(submitting)
    }

    /// Returns `true` if nothing may be submitted: in a preview of a task, or if the host page stores the work.
    #[must_use]
    pub fn is_preview(self) -> bool {
        let store = self.app.store();
        let is_kept_elsewhere = !store.is_durable() && !store.is_blocked();
        is_kept_elsewhere || self.assignment.with_value(|a| a.preview)
    }

    /// Problems of the set-up that would prevent submission.
    #[must_use]
    pub fn problems(self) -> Vec<SetupProblem> {
        let visitor = self.assignment.with_value(Assignment::visitor);
        setup_problems(&self.session.template().settings, &visitor)
    }

    /// Warns of the problems of the set-up before anyone annotates.
    fn warn(self) {
        if self.assignment.with_value(|a| matches!(a.visitor(), Visitor::Preview { .. })) {
            self.app.tell(NoticeLevel::Warning, TextId::SubmittingPreview, None);
        }
        if self.is_preview() {
            return;
        }
        let problems = self.problems();
        self.warned.set(problems.iter().any(|problem| problem.is_grave()));
        for problem in problems.iter().filter(|problem| !problem.is_grave()) {
            let message = problem.message().and(problem.remedy());
            self.app.tell(NoticeLevel::Warning, message, None);
        }
    }

    /// Follows the state of the submission.
    fn follow(self) {
        let (app, sender) = (self.app, OutboxSender::of(self.app));
        on_cleanup(move || OutboxSender::of(app).unwatch());
        Effect::new(move |_| {
            sender.track();
            let id = self.current.with_value(|s| s.as_ref().map(|s| s.id().clone()));
            if let Some(tracked) = id.and_then(|id| sender.tracked(&id)) {
                untrack(|| self.show_tracked(tracked));
            }
        });
    }

    /// Opens the dialog, and reviews the work. A draft edit is finished first.
    pub fn press(self) {
        let is_drafting = self
            .session
            .view
            .with_untracked(|view| matches!(view.activity, AnnotatorActivity::Drafting(_)));
        if is_drafting && let Err(reject) = self.session.try_dispatch(Command::Finish) {
            return self.session.explain(reject);
        }
        self.current.set_value(None);
        self.shown.set(SubmissionStatus::Checking);
        self.open.set(true);
        if self.is_preview() {
            self.shown.set(SubmissionStatus::Preview);
            return;
        }
        spawn_local(async move {
            while self.scan() {
                timing::pause().await;
            }
            // The page may be gone.
            if self.open.try_get_untracked() == Some(true) {
                self.look();
            }
        });
    }

    /// Reads further instances; returns `true` if there are more.
    fn scan(self) -> bool {
        let progress = self.session.work.try_update_value(|w| w.workspace.scan(SCAN_SLICE));
        progress.is_some_and(|progress| progress.scanned < progress.total)
    }

    fn look(self) {
        if matches!(self.session.save_state.get_untracked(), SaveState::Unsaved(_)) {
            self.app.retry_unsaved();
        }
        if self.session.read_only.get_untracked() {
            self.shown.set(SubmissionStatus::Elsewhere);
            return;
        }
        let submission = match self.submission() {
            Ok(submission) => submission,
            Err(error) => return self.refused(&error.message()),
        };
        let sender = OutboxSender::of(self.app);
        match sender.tracked(submission.id()) {
            Some(tracked) => {
                sender.watch(submission.id());
                self.current.set_value(Some(submission));
                self.show_tracked(tracked);
            }
            None => self.shown.set(SubmissionStatus::Review(self.review())),
        }
    }

    fn review(self) -> SubmissionReview {
        let is_saved = !self.session.is_unsaved();
        self.session.ask(|workspace| {
            let overview = workspace.overview();
            let all = 0..workspace.len();
            let gaps = gaps(overview, all.clone());
            let is_begun = workspace.changed().next().is_some()
                || all.clone().any(|at| overview.status(at) != InstanceStatus::Untouched);
            let may_be_open = self.session.template().settings.allows_open_questions;
            SubmissionReview {
                is_begun,
                is_allowed: may_be_open || !gaps.iter().any(Gap::has_open_questions),
                gaps,
                total: workspace.len(),
                is_stored: is_saved && self.app.store().is_durable(),
                destination: self.destination(),
                place: self.session.template().settings.database.as_ref().map(Database::place),
            }
        })
    }

    fn destination(self) -> SubmissionDestination {
        let has_database = self.session.template().settings.database.is_some();
        let is_mturk =
            self.assignment.with_value(|a| matches!(a.worker, Some(Worker::MTurk { .. })));
        match (has_database, is_mturk) {
            (true, _) => SubmissionDestination::Database,
            (false, true) => SubmissionDestination::Form,
            (false, false) => SubmissionDestination::Nowhere,
        }
    }

    /// Creates a submission of the current work.
    fn submission(self) -> Result<Submission, NotAnInstance> {
        let assignment = self.assignment.get_value();
        let worker = assignment.worker.clone().unwrap_or_else(|| self.device());
        let settings = &self.session.template().settings;
        self.session.work.with_value(|work| {
            let dataset: &Dataset = work.workspace.dataset();
            let typology = TypologyHash::of(work.workspace.template());
            let written = |at: usize| {
                let written = work.workspace.written_with_typology(at, typology);
                written.or_else(|| dataset.raw(at).map(str::to_owned)).unwrap_or_default()
            };
            let all: Vec<String> = (0..dataset.len()).map(written).collect();
            let categories = &work.workspace.template().typology;
            let hidden_gold = HiddenGoldFigures::of(all.iter().map(String::as_str), categories);
            let annotated =
                |(at, json): (usize, String)| (assignment.position(at), signed(&json, &worker));
            let details = SubmissionDetails {
                work: work.id.to_string(),
                template: TemplateName {
                    name: work.workspace.template().name.clone(),
                    hash: format!("{:016x}", fingerprint(work.template.text.as_bytes())),
                },
                worker: worker.clone(),
                now_ms: timing::wall_clock_ms(),
                completion_code: settings.prolific_completion_code.clone(),
                durations_ms: self.times.map(TimeTracker::all),
                hidden_gold,
            };
            let submission = Submission::new(details, (0..).zip(all).map(annotated))?;
            let with_times = event_log::time_writer(&work.store, &work.id);
            let session = submission.session().map(str::to_owned);
            Ok(submission.with_details(|at, json| {
                let json = in_session(json, session.as_deref());
                with_times(&work.workspace, at, Some(json))
            }))
        })
    }

    /// Worker of whom nothing is known but the device.
    fn device(self) -> Worker {
        use spanwise_annotation::store::KeyValue;
        let store = self.app.store();
        let id = store.get(DEVICE).filter(|id| !id.is_empty()).unwrap_or_else(|| {
            let id = random::name();
            // If the id cannot be stored, the next submission looks like one of another device.
            let _ = store.set(DEVICE, &id);
            id
        });
        Worker::Device { id }
    }

    /// Sends the current work, or downloads it if there is no destination.
    pub fn submit(self) {
        let submission = match self.submission() {
            Ok(submission) => submission,
            Err(error) => return self.refused(&error.message()),
        };
        self.current.set_value(Some(submission.clone()));
        self.session.work.update_value(event_log::submitted);
        let template = self.session.template();
        match (&template.settings.database, self.destination()) {
            (Some(database), _) => {
                self.shown.set(SubmissionStatus::Sending);
                if let Err(refusal) = OutboxSender::of(self.app).put(&submission, database) {
                    self.refused(&refusal.message());
                }
            }
            (None, SubmissionDestination::Form) => {
                self.shown.set(SubmissionStatus::Leaving);
                self.post_form();
            }
            (None, SubmissionDestination::Database | SubmissionDestination::Nowhere) => {
                if self.download() {
                    self.shown.set(SubmissionStatus::ByHand);
                }
            }
        }
    }

    /// The completion code of the submission that the annotator is to be given; `None` if there is none.
    #[must_use]
    pub fn completion_code(self) -> Option<String> {
        self.current.with_value(|made| made.as_ref()?.code_to_show().map(str::to_owned))
    }

    /// Retries at once.
    pub fn again(self) {
        if let Some(id) = self.current.with_value(|s| s.as_ref().map(|s| s.id().clone())) {
            self.shown.set(SubmissionStatus::Sending);
            OutboxSender::of(self.app).again(&id);
        }
    }

    fn refused(self, why: &Message) {
        self.shown.set(SubmissionStatus::Refused(self.app.say(why)));
    }

    fn show_tracked(self, TrackedSubmission { stage, is_kept }: TrackedSubmission) {
        let now = match stage {
            ParcelStage::Waiting { failure: None, .. } | ParcelStage::Sending { .. } => {
                SubmissionStatus::Sending
            }
            ParcelStage::Waiting { failure: Some(failure), .. } => {
                SubmissionStatus::Waiting { why: self.app.say(&failure.sentences()), kept: is_kept }
            }
            ParcelStage::Failed { failure } => {
                SubmissionStatus::Failed(self.app.say(&failure.sentences()))
            }
            ParcelStage::Sent { .. } => return self.arrived(),
        };
        // A closed dialog opens again once when the person has to act.
        if matches!(now, SubmissionStatus::Failed(_)) && self.shown.get_untracked() != now {
            self.open.set(true);
        }
        self.set(now);
    }

    fn arrived(self) {
        match self.shown.get_untracked() {
            SubmissionStatus::Arrived { .. } => {}
            SubmissionStatus::Sending | SubmissionStatus::Waiting { .. } => {
                self.set(SubmissionStatus::Arrived { earlier: false });
                self.open.set(true);
                match self.way_back() {
                    Some(WayBack::Post(_)) => self.post_form(),
                    Some(WayBack::Visit(address)) => self.leave_soon(address),
                    Some(WayBack::Stay) | None => {}
                }
            }
            SubmissionStatus::Checking
            | SubmissionStatus::Preview
            | SubmissionStatus::Elsewhere
            | SubmissionStatus::Review(_)
            | SubmissionStatus::Failed(_)
            | SubmissionStatus::ByHand
            | SubmissionStatus::Leaving
            | SubmissionStatus::Refused(_) => {
                self.set(SubmissionStatus::Arrived { earlier: true });
            }
        }
    }

    fn set(self, now: SubmissionStatus) {
        if self.shown.get_untracked() != now {
            self.shown.set(now);
        }
    }

    fn leave_soon(self, address: String) {
        timing::after(THANKS_MS, move || {
            let is_shown = self.shown.try_get_untracked()
                == Some(SubmissionStatus::Arrived { earlier: false });
            if is_shown && self.open.try_get_untracked() == Some(true) {
                leaving::go_freely();
                location::leave(&address);
            }
        });
    }

    /// The annotator's way back to the platform; `None` if the template names none.
    #[must_use]
    pub fn way_back(self) -> Option<WayBack> {
        let settings = &self.session.template().settings;
        self.current.with_value(|s| way_back(settings, s.as_ref()?).ok())
    }

    /// Finishes the task on Mechanical Turk.
    pub fn post_form(self) {
        if let Some(WayBack::Post(CompletionForm { action, fields })) = self.way_back() {
            leaving::go_freely();
            if let Err(why) = forms::post(&action, &fields) {
                self.app.tell(NoticeLevel::Error, why.to_string(), None);
            }
        }
    }

    /// Saves the work as a file; returns `true` if the browser saved it.
    pub fn download(self) -> bool {
        let submission = match self.submission() {
            Ok(submission) => submission,
            Err(error) => {
                self.app.tell(NoticeLevel::Error, error.message(), None);
                return false;
            }
        };
        let allowed = |c: &char| c.is_alphanumeric() || "-_".contains(*c);
        let who: String = submission.worker().id().chars().filter(allowed).take(40).collect();
        let name = format!("annotations-{who}.json");
        let text = submission.annotations();
        let file =
            NewFile { name: &name, media_type: "application/json", content: text.as_bytes() };
        match files::save(file) {
            Ok(()) => true,
            Err(why) => {
                self.app.tell(NoticeLevel::Error, not_saved(&why), None);
                false
            }
        }
    }

    /// Returns `true` if the template allows downloads.
    #[must_use]
    pub fn may_download(self) -> bool {
        !self.session.template().settings.disable.download
    }

    /// Goes to an instance that is not finished.
    pub fn go_to(self, instance: usize) {
        self.open.set(false);
        self.session.dispatch(Command::GoTo(instance));
        if let open @ Some(_) = self.session.ask(Workspace::first_open_edit) {
            self.session.dispatch(Command::Select(open));
        }
    }
}
