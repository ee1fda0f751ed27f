//! The suggestions of a run of a model about a work: kept on the device beside it, accepted or rejected one by one.
//!
//! `keep` puts them there; [`Suggestions`] shows those about the instance on the page. What was decided stands in the
//! work itself (`spanwise_annotation::suggestions`).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

use super::context::{App, Session};
use super::notices::NoticeLevel;
use super::opening;
use super::opening::reading::split_quietly;
use super::unsaved_changes::{BlobWrite, not_kept};
use spanwise_annotation::alignment::{Alignment, AlignmentKey, NameTrust};
use spanwise_annotation::document::{Answers, Edit, Instance};
use spanwise_annotation::format::{Dataset, annotator_of, identity, read_instance};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{WorkMeta, read_meta, write_meta};
use spanwise_annotation::suggestions::{
    Decided, KeptReply, SuggestionState, replies_of, suggestion_id, suggestions,
};
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_browser::timing::TimeSlice;
use spanwise_browser::{blobs, timing};
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// A run whose annotations are suggested, as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SuggestedRun {
    /// The name by which edits note that they are of it.
    pub(super) id: String,
    /// Its name for people.
    pub(super) name: String,
    /// Its data file with the annotations of the model; empty before there are any replies.
    pub(super) text: String,
}

/// The name under which suggestions are kept beside a work.
pub(super) fn suggestions_name(work: &WorkId) -> String {
    format!("{work}+suggestions")
}

/// Keeps the suggestions of a run beside a work, in the place of others, and opens the work.
pub(super) fn keep(app: App, work: &WorkId, run: &SuggestedRun) {
    let store = app.store();
    let Ok(meta) = read_meta(&store, work) else {
        return app.tell(NoticeLevel::Error, TextId::FailureGone, None);
    };
    keep_run(app, work, run);
    // Values that find no room are held and retried.
    let _ = write_meta(&store.or_hold(), work, &WorkMeta { has_suggestions: true, ..meta });
    opening::go(app, &Route::Work(work.to_string()).to_string());
}

fn keep_run(app: App, work: &WorkId, run: &SuggestedRun) {
    let Ok(json) = serde_json::to_string(run) else { return };
    let done = move |outcome: Result<(), _>| {
        if let Err(cause) = outcome {
            let message = not_kept(TextId::NoticeDataNotKept, &cause);
            app.tell_unsaved(NoticeLevel::Warning, message, None);
        }
    };
    app.keep_blob(BlobWrite::new(suggestions_name(work), json, done));
}

/// A run, and its instances for each instance of the work: one for each sample.
struct LoadedRun {
    id: Arc<str>,
    name: String,
    /// `None` before there are any replies.
    data: Option<Dataset>,
    rows: Vec<Vec<usize>>,
}

impl LoadedRun {
    /// The instance of each sample of the run for an instance of the work, by its 0-based position.
    fn about(&self, at: usize, session: Session) -> Vec<Instance> {
        let typology = &session.template().typology;
        let rows = self.rows.get(at).into_iter().flatten();
        let raw = |row: usize| self.data.as_ref()?.raw(row);
        let read = |row: &usize| Some(read_instance(raw(*row)?, *row, typology).instance);
        rows.filter_map(read).collect()
    }
}

/// The suggestions about the instance shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShownSuggestions {
    /// The 0-based position of the instance.
    pub at: usize,
    /// The suggestions of all samples, with notes of what they are.
    pub edits: Vec<Arc<Edit>>,
    /// The number of samples.
    pub samples: usize,
    /// The number of samples that a suggestion is in, by `edit` of its identity.
    in_samples: HashMap<u64, usize>,
    /// The answers about the instance as a whole, of the first sample.
    pub answers: Answers,
    /// The replies that they were read from.
    pub replies: Vec<KeptReply>,
}

/// The suggestions beside a work. `Copy`, like a signal.
#[derive(Clone, Copy)]
pub struct Suggestions {
    session: Session,
    run: RwSignal<Option<Arc<LoadedRun>>, LocalStorage>,
    /// By instance: the number of suggestions that are open, once it was read.
    open: RwSignal<Vec<Option<usize>>>,
    /// `true` if they could not be loaded.
    pub is_lost: RwSignal<bool>,
    /// Those about the instance shown; `None` before they are loaded.
    pub shown: Memo<Option<ShownSuggestions>>,
    /// What was decided about each of these, by `edit` of its identity.
    states: Memo<HashMap<u64, SuggestionState>>,
}

impl Suggestions {
    /// Loads the suggestions beside a work.
    #[must_use]
    pub fn of(session: Session) -> Self {
        let run = RwSignal::new_local(None::<Arc<LoadedRun>>);
        let open = RwSignal::new(vec![None; session.ask(Workspace::len)]);
        let shown = Memo::new(move |_| {
            let at = session.view.with(|view| view.instance);
            let run = run.get()?;
            Some(shown_suggestions(&run, at, session))
        });
        let states = Memo::new(move |_| {
            let decided = session.instance.with(|instance| Decided::of(instance));
            let state =
                |edit: &Arc<Edit>| Some((suggestion_id(edit)?.edit, state_of(&decided, edit)));
            shown.with(|shown| {
                shown.iter().flat_map(|shown| &shown.edits).filter_map(state).collect()
            })
        });
        let all = Suggestions { session, run, open, is_lost: RwSignal::new(false), shown, states };
        // The only instance that changes is the one shown.
        Effect::new(move |_| {
            let is_open = |state: &&SuggestionState| **state == SuggestionState::Open;
            let count = all.states.with(|states| states.values().filter(is_open).count());
            if let Some(at) = all.shown.with(|shown| Some(shown.as_ref()?.at)) {
                all.note_open(&[(at, count)]);
            }
        });
        spawn_local(async move {
            match load(session).await {
                Some(loaded) => all.show_run(loaded).await,
                None => {
                    all.is_lost.try_set(true);
                }
            }
        });
        all
    }

    async fn show_run(self, loaded: LoadedRun) {
        if self.run.try_set(Some(Arc::new(loaded))).is_none() {
            self.count_all().await;
        }
    }

    /// Shows and keeps the run as it is after the model was asked again.
    pub(super) async fn take_run(self, run: SuggestedRun) {
        let Some(work) = self.session.work.try_with_value(|work| work.id.clone()) else { return };
        keep_run(self.session.app(), &work, &run);
        if let Some(loaded) = aligned(self.session, run).await {
            self.show_run(loaded).await;
        }
    }

    /// The id of the run.
    pub(super) fn run_id(self) -> Option<Arc<str>> {
        self.run.with_untracked(|run| Some(run.as_ref()?.id.clone()))
    }

    /// Returns `true` if the model has not said anything of the instance shown. Tracked.
    #[must_use]
    pub fn lacks_reply(self) -> bool {
        self.shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.replies.is_empty()))
    }

    /// The name of the run.
    #[must_use]
    pub fn run_name(self) -> String {
        self.run.with(|run| run.as_ref().map_or_else(String::new, |run| run.name.clone()))
    }

    /// The suggestions that may be seen: where paragraphs are revealed one by one, those with all their spans in what is
    /// revealed, and those without a span once all of it is. Tracked.
    #[must_use]
    pub fn visible(self) -> Vec<Arc<Edit>> {
        let edits = self.shown.get().unwrap_or_default().edits;
        let is_whole = self.shows_whole_texts();
        let is_revealed = |edit: &Arc<Edit>| {
            let holds = self.session.ask_revealed(|revealed, _| revealed.hold(edit));
            is_whole || (holds.unwrap_or(true) && has_spans(edit))
        };
        edits.into_iter().filter(is_revealed).collect()
    }

    /// Returns `true` if all of the texts is revealed. Tracked.
    #[must_use]
    pub fn shows_whole_texts(self) -> bool {
        self.session.ask_revealed(|revealed, _| revealed.are_all()).unwrap_or(true)
    }

    /// The number of a suggestion among those on the instance shown, from 1. Tracked.
    #[must_use]
    pub fn number_of(self, suggestion: &Arc<Edit>) -> usize {
        self.shown.with(|shown| {
            let edits = shown.iter().flat_map(|shown| &shown.edits);
            1 + edits.take_while(|edit| *edit != suggestion).count()
        })
    }

    /// The number of samples that a suggestion is in, and that of all; `None` if there is one. Tracked.
    #[must_use]
    pub fn samples_of(self, suggestion: &Edit) -> Option<(usize, usize)> {
        self.shown.with(|shown| {
            let shown = shown.as_ref().filter(|shown| shown.samples > 1)?;
            let found = shown.in_samples.get(&suggestion_id(suggestion)?.edit)?;
            Some((*found, shown.samples))
        })
    }

    /// Gives a question about the instance the answer of the model.
    pub fn take_answer(self, question: &str) {
        let answer = |shown: &Option<ShownSuggestions>| {
            shown.as_ref().and_then(|shown| shown.answers.get(question).cloned())
        };
        if let Some(answer) = self.shown.with_untracked(answer) {
            self.session.dispatch(Command::TakeAnswer { question: question.to_owned(), answer });
        }
    }

    /// What was decided about a suggestion on the instance shown. Tracked.
    #[must_use]
    pub fn state(self, suggestion: &Edit) -> SuggestionState {
        let known = suggestion_id(suggestion);
        let state = |states: &HashMap<u64, SuggestionState>| states.get(&known?.edit).copied();
        self.states.with(state).unwrap_or(SuggestionState::Open)
    }

    /// The number of open suggestions that may be seen on the instance shown, and of all there are. Tracked.
    #[must_use]
    pub fn left(self) -> (usize, usize) {
        let is_open = |edit: &&Arc<Edit>| self.state(edit) == SuggestionState::Open;
        let here = self.visible().iter().filter(is_open).count();
        (here, self.open.with(|open| open.iter().flatten().sum()))
    }

    /// The next instance after the one shown, around the end, that has open suggestions. Tracked.
    #[must_use]
    pub fn next(self) -> Option<usize> {
        let at = self.session.view.with(|view| view.instance);
        self.open.with(|open| {
            let after = (at + 1..open.len()).chain(0..at);
            after.into_iter().find(|at| open.get(*at).copied().flatten().unwrap_or(0) > 0)
        })
    }

    /// Makes a suggestion an edit of the work; `opens` it, to be mended.
    pub fn accept(self, suggestion: &Arc<Edit>, opens: bool) {
        let session = self.session;
        if self.state_now(suggestion) == SuggestionState::Open {
            session.dispatch(Command::Take { edit: suggestion.clone(), instead_of: None });
        }
        if let SuggestionState::Accepted(key) = self.state_now(suggestion)
            && opens
        {
            session.dispatch(Command::Select(Some(key)));
        }
    }

    /// Makes a suggestion whose span was not found an edit, on the text that is selected.
    pub fn place(self, suggestion: &Arc<Edit>) {
        self.session.dispatch(Command::Place(suggestion.clone()));
    }

    /// Rejects a suggestion, or takes that back.
    pub fn reject(self, suggestion: &Arc<Edit>, is_back: bool) {
        self.session.dispatch(Command::Reject { suggestion: suggestion.clone(), is_back });
    }

    /// Ends the suggestions: what was decided stays, the rest is put away.
    pub fn end(self) {
        let session = self.session;
        session.go_through_suggestions(false);
        let name = session.work.with_value(|work| suggestions_name(&work.id));
        spawn_local(async move {
            // What is not removed is not shown any more, and goes with the work.
            let _ = blobs::remove(&name).await;
        });
    }

    fn state_now(self, suggestion: &Edit) -> SuggestionState {
        untrack(|| self.state(suggestion))
    }

    /// Notes the numbers of open suggestions of instances; `None` if the page is gone.
    fn note_open(self, counted: &[(usize, usize)]) -> Option<()> {
        self.open.try_update(|open| {
            for (at, count) in counted {
                if let Some(slot) = open.get_mut(*at) {
                    *slot = Some(*count);
                }
            }
        })
    }

    /// Counts the open suggestions of all instances, in slices, until the page is gone.
    async fn count_all(self) -> Option<()> {
        let mut at = 0;
        loop {
            timing::pause().await;
            let length = self.open.try_with_untracked(Vec::len)?;
            let run = self.run.try_get_untracked()??;
            let slice = TimeSlice::begin();
            let mut counted = Vec::new();
            while at < length && !slice.is_over() {
                let edits = shown_suggestions(&run, at, self.session).edits;
                let instance = self.session.ask(|workspace| workspace.instance(at));
                counted.push((at, count_open(&edits, &instance)));
                at += 1;
            }
            self.note_open(&counted)?;
            if at >= length {
                return Some(());
            }
        }
    }
}

fn shown_suggestions(run: &LoadedRun, at: usize, session: Session) -> ShownSuggestions {
    let samples = run.about(at, session);
    let mut shown = ShownSuggestions { at, samples: samples.len(), ..ShownSuggestions::default() };
    for sample in &samples {
        for edit in suggestions(sample, &run.id) {
            let Some(id) = suggestion_id(&edit) else { continue };
            let count = shown.in_samples.entry(id.edit).or_default();
            *count += 1;
            if *count == 1 {
                shown.edits.push(edit);
            }
        }
        shown.replies.extend(replies_of(sample));
    }
    if let Some(first) = samples.into_iter().next() {
        shown.answers = first.answers;
    }
    shown
}

/// Returns `true` if an edit, or a constituent of it, has a span.
#[must_use]
pub fn has_spans(edit: &Edit) -> bool {
    !edit.spans.is_empty() || edit.constituents.iter().any(|part| !part.spans.is_empty())
}

fn state_of(decided: &Decided, suggestion: &Edit) -> SuggestionState {
    suggestion_id(suggestion).map_or(SuggestionState::Open, |id| decided.state(id))
}

fn count_open(suggestions: &[Arc<Edit>], instance: &Instance) -> usize {
    let decided = Decided::of(instance);
    let is_open = |edit: &&Arc<Edit>| state_of(&decided, edit) == SuggestionState::Open;
    suggestions.iter().filter(is_open).count()
}

/// Loads the run that is kept beside a work; `None` if there is none that can be read.
async fn load(session: Session) -> Option<LoadedRun> {
    let name = session.work.try_with_value(|work| suggestions_name(&work.id))?;
    let json = session.app().blob(&name).await?;
    aligned(session, serde_json::from_str(&json).ok()?).await
}

/// Finds the instances of a run for each instance of the work; `None` if its data cannot be read, or the page is gone.
async fn aligned(session: Session, run: SuggestedRun) -> Option<LoadedRun> {
    let SuggestedRun { id, name, text } = run;
    let id = id.into();
    if text.is_empty() {
        return Some(LoadedRun { id, name, data: None, rows: Vec::new() });
    }
    let data = split_quietly(&name, text).await.ok()?;
    let own = session.work.try_with_value(|work| work.workspace.dataset().clone())?;
    // Each sample is an annotator of its own.
    let mut by_sample: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (row, raw) in data.iter().enumerate() {
        by_sample.entry(annotator_of(raw)).or_default().push(row);
    }
    let (own, keys) = (keys(&own).await, keys(&data).await);
    let mut rows = vec![Vec::new(); own.len()];
    for of_sample in by_sample.values() {
        let mut alignment = Alignment::new(NameTrust::Checked);
        alignment.add(&own);
        let keys: Vec<AlignmentKey> =
            of_sample.iter().filter_map(|row| keys.get(*row).cloned()).collect();
        for ((row, key), placement) in of_sample.iter().zip(&keys).zip(alignment.add(&keys)) {
            // Spans on a text that the work lacks would refer to nothing.
            let has_texts = |own: &AlignmentKey| own.has_texts_of(key);
            if own.get(placement.row).is_some_and(has_texts)
                && let Some(rows) = rows.get_mut(placement.row)
            {
                rows.push(*row);
            }
        }
    }
    Some(LoadedRun { id, name, data: Some(data), rows })
}

/// The identities of the instances of a file, read in slices.
async fn keys(data: &Dataset) -> Vec<AlignmentKey> {
    let mut keys = Vec::with_capacity(data.len());
    let mut slice = TimeSlice::begin();
    for raw in data.iter() {
        keys.push(identity(raw).for_alignment());
        slice.pause_if_over().await;
    }
    keys
}
