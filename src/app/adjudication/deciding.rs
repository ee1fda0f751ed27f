//! Decisions about groups, made in the editable work.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};

use super::decided_rows::{DecidedRow, GroupOrder, ListedGroup};
use super::kept_state::TypedReasons;
use super::{AdjudicatedWorks, Adjudication};
use crate::app::context::Session;
use crate::app::notices::NoticeLevel;
use spanwise_agreement::adjudication::{
    AnnotationGroup, DecidedGroup, Decision, GoldContext, GroupId, RecordRow, all_of_annotator,
    all_unanimous, decide, decided_groups, explain_decision, has_result, record_of, record_to_csv,
    record_to_json,
};
use spanwise_annotation::change::Change;
use spanwise_annotation::document::{EditKey, Instance};
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_annotation::workspace::{Command, InstanceChanges, StripCell};
use spanwise_browser::timing::TimeSlice;
use spanwise_i18n::TextId;

/// A way in which the members of a group differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    /// Some annotators have no such edit.
    Missed,
    /// Categories differ.
    Category,
    /// Spans differ.
    Boundary,
    /// Answers differ.
    Answers,
}

/// The annotators who marked a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkedBy {
    /// One of several.
    One,
    /// More than one, but not all.
    Several,
    /// All.
    All,
}

/// The form of a record of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordForm {
    /// JSON.
    Json,
    /// CSV, for spreadsheets.
    Csv,
}

/// The groups that are listed: those that satisfy all conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupFilter {
    /// Only those that differ in this way.
    pub kind: Option<DifferenceKind>,
    /// Only those with an edit of this category.
    pub category: Option<String>,
    /// Only those with an edit or an answer of this annotator.
    pub annotator: Option<usize>,
}

/// The numbers of groups in all instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DecisionProgress {
    /// Those that are decided.
    pub decided: usize,
    /// All that were counted so far.
    pub total: usize,
    /// The rows of which no group is open.
    pub settled_rows: usize,
}

/// The decisions on the page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct DecisionSignals {
    /// The group of the instance shown that was gone to, or has the focus.
    pub current: RwSignal<Option<GroupId>>,
    /// The group that was gone to last, which gets the focus.
    pub gone_to: RwSignal<Option<GroupId>>,
    /// The groups that are listed.
    pub filter: RwSignal<GroupFilter>,
    /// The numbers of groups in all instances.
    pub progress: RwSignal<DecisionProgress>,
    pub(super) typed_reasons: RwSignal<TypedReasons>,
    groups: Memo<Arc<Vec<DecidedGroup>>>,
    /// By row; `None` for those that were not read yet.
    rows: StoredValue<Vec<Option<DecidedRow>>>,
    /// The rows that are to be read again.
    stale_rows: StoredValue<BTreeSet<usize>>,
}

/// The changes of gold by which a row has all that its annotators made alike.
struct UnanimousPlan {
    changes: Option<InstanceChanges>,
    /// The instance of gold that it was made with, if it was changed.
    gold: Option<Arc<Instance>>,
}

impl DecisionSignals {
    pub(super) fn new(parts: StoredValue<AdjudicatedWorks>, row: RwSignal<usize>) -> Self {
        let groups = Memo::new(move |_| {
            let row = row.get();
            parts
                .with_value(|parts| {
                    let gold = parts.gold()?;
                    gold.instance.track();
                    Some(Arc::new(parts.groups(row)?))
                })
                .unwrap_or_default()
        });
        DecisionSignals {
            current: RwSignal::new(None),
            gone_to: RwSignal::new(None),
            filter: RwSignal::new(GroupFilter::default()),
            progress: RwSignal::new(DecisionProgress::default()),
            typed_reasons: RwSignal::new(TypedReasons::new()),
            groups,
            rows: StoredValue::new(Vec::new()),
            stale_rows: StoredValue::new(BTreeSet::new()),
        }
    }
}

impl AdjudicatedWorks {
    /// The session of the work that becomes gold.
    fn gold(&self) -> Option<Session> {
        self.sessions.first().copied().filter(|session| !session.is_reader())
    }

    /// The column of gold, if it is no annotator's.
    pub(super) fn gold_apart(&self) -> Option<usize> {
        Some(self.gold().filter(|_| !self.first_is_annotated)?.number)
    }

    /// The instances of the annotators in a row, as they came. The editable work began as the first one's; one without any
    /// edits and answers is no annotator's.
    pub(super) fn annotators_in(&self, row: usize) -> Vec<Option<Arc<Instance>>> {
        let Some(row) = self.annotators.rows().get(row) else { return Vec::new() };
        let instance = |session: &Session| {
            let at = row.of(session.number)?;
            match session.is_reader() {
                true => Some(session.ask(|workspace| workspace.instance(at))),
                false => self
                    .first_is_annotated
                    .then(|| session.ask(|workspace| Arc::new(workspace.pristine(at)))),
            }
        };
        self.sessions.iter().map(instance).collect()
    }

    /// The position in gold of the instance of a row.
    pub(super) fn place_in_gold(&self, row: usize) -> Option<usize> {
        self.annotators.rows().get(row)?.of(self.gold()?.number)
    }

    /// Hands a row to a rule; `None` if gold lacks the instance.
    fn with_row<T>(&self, row: usize, rule: impl FnOnce(GoldContext) -> T) -> Option<T> {
        let at = self.place_in_gold(row)?;
        let session = self.gold()?;
        let gold = session.ask(|workspace| workspace.instance(at));
        let annotators = self.annotators_in(row);
        let annotators: Vec<Option<&Instance>> = annotators.iter().map(Option::as_deref).collect();
        let names: Vec<String> = self.annotators.all().iter().map(|a| a.name.clone()).collect();
        let template = session.template();
        let typology = &template.typology;
        Some(rule(GoldContext { annotators: &annotators, names: &names, gold: &gold, typology }))
    }

    /// The groups of a row that can be decided. `None` if gold lacks the instance.
    fn groups(&self, row: usize) -> Option<Vec<DecidedGroup>> {
        let mut groups = self.with_row(row, decided_groups)?;
        groups.retain(|decided| self.is_asked(decided));
        Some(groups)
    }

    /// The changes by which groups of a row are decided. With the last group, gold is done.
    fn decisions_in(&self, row: usize, decisions: &[(GroupId, Decision)]) -> Vec<Change> {
        let changed = self.with_row(row, |context| {
            let changes = decide(context, decisions);
            let mut gold = context.gold.clone();
            let is_made = !changes.is_empty() && gold.apply_all(&changes).is_ok();
            let is_last = is_made && !gold.done && {
                let groups = decided_groups(GoldContext { gold: &gold, ..context });
                let mut groups = groups.iter().filter(|decided| self.is_asked(decided));
                groups.all(|decided| decided.decision.is_some())
            };
            changes.into_iter().chain(is_last.then_some(Change::Done(true))).collect()
        });
        changed.unwrap_or_default()
    }

    /// Returns `true` if a group can be decided: those of answers only where questions are asked.
    fn is_asked(&self, decided: &DecidedGroup) -> bool {
        let asks = |gold: Session| !gold.template().settings.disable.annotation;
        decided.group.question().is_none() || self.gold().is_some_and(asks)
    }

    /// The instance of gold in a row, if it was changed.
    fn changed_gold(&self, row: usize) -> Option<Arc<Instance>> {
        let (at, session) = (self.place_in_gold(row)?, self.gold()?);
        session.ask(|workspace| workspace.is_changed(at).then(|| workspace.instance(at)))
    }

    fn unanimous_plan(&self, row: usize, read: Option<&DecidedRow>) -> UnanimousPlan {
        let gold = self.changed_gold(row);
        let groups = match read.filter(|read| read.is_of(gold.as_ref())) {
            Some(read) => read.groups().map(|group| group.decided.clone()).collect(),
            None => self.groups(row).unwrap_or_default(),
        };
        let changes = self.decisions_in(row, &all_unanimous(&groups));
        let instance = self.place_in_gold(row).filter(|_| !changes.is_empty());
        UnanimousPlan {
            changes: instance.map(|instance| InstanceChanges { instance, changes }),
            gold,
        }
    }

    fn decided_row(&self, row: usize) -> DecidedRow {
        let annotators = self.annotators_in(row);
        let groups = self.groups(row).unwrap_or_default();
        DecidedRow::new(groups, &annotators, self.changed_gold(row))
    }
}

impl Adjudication {
    /// `true` if groups can be decided here.
    #[must_use]
    pub fn decides(self) -> bool {
        self.own().is_some_and(|own| !own.template().settings.disable.selection)
    }

    /// The groups of the instance shown that the filter leaves, the gravest first, then in their order. Tracks the row, the
    /// filter and all changes.
    #[must_use]
    pub fn listed_groups(self) -> Vec<DecidedGroup> {
        let row = self.row.get();
        let groups = self.groups();
        let filter = self.decisions.filter.get();
        let annotators = self.parts.with_value(|parts| parts.annotators_in(row));
        let listed = DecidedRow::new(groups.to_vec(), &annotators, None);
        listed
            .in_order(row)
            .filter(|group| group.satisfies(&filter))
            .map(|g| g.decided.clone())
            .collect()
    }

    /// All groups of the instance shown. Tracks the row and all changes.
    #[must_use]
    pub fn groups(self) -> Arc<Vec<DecidedGroup>> {
        self.decisions.groups.get()
    }

    /// A group of the instance shown. Tracks the row and all changes.
    #[must_use]
    pub fn decided(self, id: GroupId) -> Option<DecidedGroup> {
        self.decisions.groups.with(|groups| groups.iter().find(|g| g.group.id == id).cloned())
    }

    /// Makes a group of the instance shown the current one.
    pub fn go_to_group(self, id: GroupId) {
        self.pointed.set(None);
        self.decisions.current.set(Some(id));
        self.decisions.gone_to.set(Some(id));
    }

    /// The current group. Tracks it, the row and all changes.
    pub(super) fn current_group(self) -> Option<DecidedGroup> {
        self.decided(self.decisions.current.get()?)
    }

    /// Finds a column with an edit of a group, the one chosen on a narrow page if it has one, else the first, which is then
    /// chosen. Returns its annotator with the edit.
    pub fn show_column_of(self, id: GroupId) -> Option<(usize, EditKey)> {
        let group = self.decided(id)?;
        let hidden = self.hidden.get();
        let with_edit = |session: Session| {
            let edit = edit_in_column(&group, session)?;
            (!hidden.contains(&session.number)).then_some((session.number, edit))
        };
        let columns: Vec<_> = self.sessions().into_iter().filter_map(with_edit).collect();
        let chosen = self.chosen.get();
        let is_chosen = |(annotator, _): &&(usize, EditKey)| *annotator == chosen;
        let shown = *columns.iter().find(is_chosen).or(columns.first())?;
        if shown.0 != chosen {
            self.chosen.set(shown.0);
        }
        Some(shown)
    }

    /// The annotators whose edits and answers can be decided about on the instance shown. Tracks the row.
    #[must_use]
    pub fn annotators_here(self) -> Vec<usize> {
        let row = self.row.get();
        let annotators = self.parts.with_value(|parts| parts.annotators_in(row));
        let has = |(number, instance): (usize, Option<Arc<Instance>>)| instance.map(|_| number);
        annotators.into_iter().enumerate().filter_map(has).collect()
    }

    /// The instances of the annotators in the row shown, as they came.
    #[must_use]
    pub fn annotators_shown(self) -> Vec<Option<Arc<Instance>>> {
        let row = self.row.get_untracked();
        self.parts.with_value(|parts| parts.annotators_in(row))
    }

    /// The decisions about a group of the instance shown that have a result.
    #[must_use]
    pub fn offered(self, decided: &DecidedGroup) -> Vec<Decision> {
        let row = self.row.get_untracked();
        let group = &decided.group;
        let taken = group.annotators().into_iter().map(Decision::Take);
        // Of one edit, these are the edit itself.
        let is_of_one = group.annotators().len() < 2;
        let merged = [Decision::Union, Decision::Intersection].into_iter().filter(|_| !is_of_one);
        let all = merged.chain([Decision::Majority, Decision::Own, Decision::Reject]);
        let offered = self.parts.with_value(|parts| {
            parts.with_row(row, |context| {
                let all = taken.chain(all);
                all.filter(|decision| has_result(context, decided, *decision)).collect()
            })
        });
        offered.unwrap_or_default()
    }

    /// Decides a group of the instance shown, as one step. An edit of one's own is opened, in the column of the editable
    /// work. Returns `false` if that was refused.
    pub fn decide(self, group: GroupId, decision: Decision) -> bool {
        let is_done = self.carry_out(&[(group, decision)]);
        if is_done
            && decision == Decision::Own
            && let Some(own) = self.own()
        {
            let edit = untrack(|| self.decided(group)).and_then(|decided| decided.edit);
            own.dispatch(Command::Select(edit));
            self.chosen.set(own.number);
        }
        is_done
    }

    /// Takes all edits and answers of an annotator on the instance shown, and rejects the groups that lack one, as one step.
    pub fn take_instance(self, annotator: usize) {
        let groups = self.decisions.groups.get_untracked();
        self.carry_out(&all_of_annotator(&groups, annotator));
    }

    /// Takes what all annotators made alike on the instance shown, as one step.
    pub fn take_unanimous(self) {
        let groups = self.decisions.groups.get_untracked();
        self.carry_out(&all_unanimous(&groups));
    }

    /// Takes what all annotators made alike on any instance, as one step. It is planned some rows at a time, until undo gives
    /// it up, and made at once.
    pub fn take_all_unanimous(self) {
        let Some(own) = self.own().filter(|own| own.planned.get_untracked().is_none()) else {
            return;
        };
        own.planned.set(Some(0));
        spawn_local(async move {
            if let Some(planned) = self.plan_unanimous(own.planned).await {
                self.apply(planned);
            }
            // The page may be gone.
            let _ = own.planned.try_set(None);
        });
    }

    /// Plans what [`Adjudication::take_all_unanimous`] makes, as long as `progress` is some; `None` if it was given up, or the
    /// page is gone.
    async fn plan_unanimous(
        self,
        progress: RwSignal<Option<usize>>,
    ) -> Option<Vec<InstanceChanges>> {
        let plan = |row: usize| {
            self.parts.try_with_value(|parts| {
                self.decisions.rows.try_with_value(|rows| {
                    parts.unanimous_plan(row, rows.get(row).and_then(Option::as_ref))
                })
            })?
        };
        let mut plans = Vec::new();
        let mut slice = TimeSlice::begin();
        for row in 0..self.parts.try_with_value(|parts| parts.annotators.rows().len())? {
            plans.push(plan(row)?);
            if slice.is_over() {
                progress.try_set(Some(row));
                slice.pause_if_over().await;
                progress.try_get_untracked()??;
            }
        }
        // Gold may have been changed meanwhile.
        for (row, planned) in plans.iter_mut().enumerate() {
            let now = self.parts.try_with_value(|parts| parts.changed_gold(row))?;
            if !is_same_gold(planned.gold.as_ref(), now.as_ref()) {
                *planned = plan(row)?;
            }
        }
        let mut changes: Vec<InstanceChanges> =
            plans.into_iter().filter_map(|planned| planned.changes).collect();
        changes.sort_by_key(|changes| changes.instance);
        Some(changes)
    }

    /// Sets the reason for the decision about a group of the instance shown, as one step. Returns `false` if that was
    /// refused.
    pub(super) fn explain_decision(self, group: GroupId, rationale: &str) -> bool {
        let row = self.row.get_untracked();
        let change = self.parts.with_value(|parts| {
            parts.with_row(row, |context| explain_decision(context.gold, group, rationale))
        });
        self.apply_here(change.flatten().into_iter().collect())
    }

    /// Downloads the record of the decisions about all instances.
    pub fn download_record(self, form: RecordForm) {
        let Some(own) = self.own() else { return };
        let template = own.template();
        let hash = TypologyHash::of(&template);
        let written = |at: usize| {
            own.ask(|workspace| {
                let changed = workspace.written_with_typology(at, hash);
                changed.or_else(|| workspace.dataset().raw(at).map(str::to_owned))
            })
        };
        let rows: Vec<RecordRow> = self.parts.with_value(|parts| {
            let of_row = |row: usize| {
                let (at, written) =
                    (parts.place_in_gold(row)?, written(parts.place_in_gold(row)?)?);
                parts.with_row(row, |context| record_of(at, context, &written))
            };
            (0..parts.annotators.rows().len()).filter_map(of_row).flatten().collect()
        });
        let (ending, kind, text) = match form {
            RecordForm::Json => ("json", "application/json", record_to_json(&rows)),
            RecordForm::Csv => ("csv", "text/csv", record_to_csv(&rows)),
        };
        self.app.download(&format!("{}-decisions.{ending}", template.name), kind, text.as_bytes());
    }

    /// The group of the instance shown with an edit of an annotator, as it came.
    pub(super) fn group_of(self, annotator: usize, key: EditKey) -> Option<GroupId> {
        self.decisions.groups.with_untracked(|groups| {
            let group =
                groups.iter().find(|decided| decided.group.edit_of(annotator) == Some(key))?;
            Some(group.group.id)
        })
    }

    /// The group of the instance shown with the answers to a question about it.
    pub(super) fn group_of_question(self, question: &str) -> Option<GroupId> {
        self.decisions.groups.with_untracked(|groups| {
            let is_it = |group: &AnnotationGroup| {
                group.question().is_some_and(|q| q.text.is_none() && q.name == question)
            };
            Some(groups.iter().find(|decided| is_it(&decided.group))?.group.id)
        })
    }

    /// Decides groups of the instance shown. Returns `false` if that was refused.
    fn carry_out(self, decisions: &[(GroupId, Decision)]) -> bool {
        let row = self.row.get_untracked();
        self.apply_here(self.parts.with_value(|parts| parts.decisions_in(row, decisions)))
    }

    fn apply_here(self, changes: Vec<Change>) -> bool {
        let row = self.row.get_untracked();
        let Some(instance) = self.parts.with_value(|parts| parts.place_in_gold(row)) else {
            return false;
        };
        self.apply(match changes.is_empty() {
            true => Vec::new(),
            false => vec![InstanceChanges { instance, changes }],
        })
    }

    fn apply(self, planned: Vec<InstanceChanges>) -> bool {
        let Some(own) = self.own().filter(|_| self.decides()) else { return false };
        if planned.is_empty() {
            return true;
        }
        match own.try_dispatch(Command::Apply(planned)) {
            Ok(()) => {
                // Of other instances, too, which no signal tells of.
                self.refresh_rows();
                true
            }
            Err(reject) => {
                own.explain(reject);
                false
            }
        }
    }

    /// Counts the decisions of all instances, some at a time, and again where gold changes.
    pub(super) fn follow_decisions(self) {
        let Some(own) = self.own() else { return };
        let total = self.total();
        self.decisions.rows.set_value(vec![None; total]);
        spawn_local(async move {
            self.read_rows().await;
        });
        Effect::new(move |_| {
            own.instance.track();
            // Of what is undone or redone on other instances only saving tells.
            own.save_state.track();
            self.refresh_rows();
        });
    }

    /// Reads the groups of the rows that are not read, or to be read again. Returns `false` if the page is gone.
    async fn read_rows(self) -> bool {
        let mut slice = TimeSlice::begin();
        let Some(total) = self.decisions.rows.try_with_value(Vec::len) else { return false };
        for row in 0..total {
            if !self.is_due(row) {
                continue;
            }
            self.read_row(row);
            if slice.is_over() {
                self.count_decisions();
                slice.pause_if_over().await;
                if self.parts.try_with_value(|_| ()).is_none() {
                    return false;
                }
            }
        }
        self.count_decisions();
        true
    }

    /// Returns `true` if a row is not read, or to be read again.
    fn is_due(self, row: usize) -> bool {
        let is_read = |rows: &Vec<Option<DecidedRow>>| rows.get(row).is_some_and(Option::is_some);
        let is_stale = |rows: &BTreeSet<usize>| rows.contains(&row);
        self.decisions.rows.try_with_value(is_read) == Some(false)
            || self.decisions.stale_rows.try_with_value(is_stale) == Some(true)
    }

    fn read_row(self, row: usize) {
        let Some(read) = self.parts.try_with_value(|parts| parts.decided_row(row)) else { return };
        self.decisions.rows.update_value(|rows| {
            if let Some(slot) = rows.get_mut(row) {
                *slot = Some(read);
            }
        });
        self.decisions.stale_rows.update_value(|rows| {
            rows.remove(&row);
        });
    }

    /// Reads the rows again whose instance of gold is another than when they were read: the first ones at once, the others
    /// some at a time.
    fn refresh_rows(self) {
        let stale: BTreeSet<usize> = self.decisions.rows.with_value(|rows| {
            let is_stale = |(row, read): (usize, &Option<DecidedRow>)| {
                let read = read.as_ref()?;
                let now = self.parts.with_value(|parts| parts.changed_gold(row));
                (!read.is_of(now.as_ref())).then_some(row)
            };
            rows.iter().enumerate().filter_map(is_stale).collect()
        });
        if stale.is_empty() {
            return;
        }
        let is_reading = self.decisions.stale_rows.with_value(|rows| !rows.is_empty());
        self.decisions.stale_rows.set_value(stale.clone());
        if is_reading {
            return;
        }
        let slice = TimeSlice::begin();
        stale.into_iter().take_while(|_| !slice.is_over()).for_each(|row| self.read_row(row));
        self.count_decisions();
        if self.decisions.stale_rows.with_value(|rows| !rows.is_empty()) {
            spawn_local(async move {
                while self.read_rows().await
                    && self.decisions.stale_rows.try_with_value(|rows| !rows.is_empty())
                        == Some(true)
                {}
            });
        }
    }

    fn count_decisions(self) {
        let progress = self.decisions.rows.try_with_value(|rows| {
            let groups = || rows.iter().flatten().flat_map(DecidedRow::groups);
            DecisionProgress {
                decided: groups().filter(|group| group.is_decided()).count(),
                total: groups().count(),
                settled_rows: rows.iter().flatten().filter(|row| row.is_settled()).count(),
            }
        });
        if let Some(progress) = progress
            && self.decisions.progress.try_get_untracked() != Some(progress)
        {
            self.decisions.progress.try_set(progress);
        }
    }

    /// Equal stretches of the rows, by how far their groups are decided: a row of which none is open is done. Tracks the
    /// decisions.
    #[must_use]
    pub fn strip(self, cells: usize) -> Vec<StripCell> {
        self.decisions.progress.track();
        self.decisions.rows.with_value(|rows| {
            let cell = |instances: Range<usize>| {
                let read = || rows.iter().skip(instances.start).take(instances.len()).flatten();
                StripCell {
                    done: read().filter(|row| row.is_settled()).count(),
                    in_progress: read().filter(|row| row.is_begun()).count(),
                    came_annotated: 0,
                    instances,
                }
            };
            StripCell::stretches(rows.len(), cells).map(cell).collect()
        })
    }

    /// Goes to the first row of a stretch with an open group, or else to its first.
    pub fn go_to_open(self, stretch: Range<usize>) {
        let first = stretch.start;
        let open = self.decisions.rows.with_value(|rows| {
            let is_settled =
                |at: usize| rows.get(at).and_then(Option::as_ref).map(DecidedRow::is_settled);
            stretch.into_iter().find(|at| is_settled(*at) != Some(true))
        });
        self.go(open.unwrap_or(first));
    }

    /// Goes to the next open group that the annotators differ in, of those that the filter leaves: the gravest first, then
    /// by instance and place; after the last one to the first. Shows a notice if there is none.
    pub fn next_disagreement(self) {
        if self.own().is_none() {
            return self.next_difference();
        }
        spawn_local(async move {
            if !self.read_rows().await {
                return;
            }
            let filter = self.decisions.filter.get_untracked();
            let current = self.decisions.current.get_untracked();
            let here = self.row.get_untracked();
            let next = self.decisions.rows.with_value(|rows| {
                let all = || {
                    rows.iter().enumerate().flat_map(|(row, read)| {
                        let groups = read.iter().flat_map(DecidedRow::groups);
                        groups.map(move |group| (group.order(row), group))
                    })
                };
                let is_current = |(order, group): &(GroupOrder, &ListedGroup)| {
                    order.row() == here && Some(group.decided.group.id) == current
                };
                let after = all().find(is_current).map(|(order, _)| order);
                let is_due = |(_, group): &(GroupOrder, &ListedGroup)| {
                    group.is_open_disagreement() && group.satisfies(&filter)
                };
                let due = all().filter(is_due);
                let mut open: Vec<_> =
                    due.map(|(order, group)| (order, group.decided.group.id)).collect();
                open.sort_unstable();
                let next = open.iter().find(|(order, _)| Some(*order) > after);
                next.or(open.first()).map(|(order, id)| (order.row(), *id))
            });
            match next {
                Some((row, id)) => {
                    self.go(row);
                    if self.row.get_untracked() == row {
                        self.go_to_group(id);
                    }
                }
                None => self.app.tell(NoticeLevel::Info, self.what_is_left(), None),
            }
        });
    }

    /// The text of the notice shown once no disagreement is open.
    fn what_is_left(self) -> TextId {
        let progress = self.decisions.progress.get_untracked();
        let has_filter =
            self.decisions.filter.with_untracked(|filter| *filter != GroupFilter::default());
        if progress.decided == progress.total {
            TextId::AdjudicateAllDecided
        } else if has_filter {
            TextId::AdjudicateNoneOpen
        } else {
            TextId::AdjudicateOnlyAgreedLeft
        }
    }
}

/// Returns `true` if two instances of gold, `None` for one that was not changed, are the same one.
pub(super) fn is_same_gold(one: Option<&Arc<Instance>>, other: Option<&Arc<Instance>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The edit that a group has in the column of an annotator.
pub(super) fn edit_in_column(group: &DecidedGroup, session: Session) -> Option<EditKey> {
    if session.is_reader() { group.group.edit_of(session.number) } else { group.edit }
}
