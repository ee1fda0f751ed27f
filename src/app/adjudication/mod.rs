//! Adjudication: the works of several annotators side by side. The first may be editable; all move together.

mod compared_instance;
mod decided_rows;
mod deciding;
mod edit_place;
mod editable_work;
mod file_differences;
mod gold_start;
mod kept_state;
mod loading;
mod overlay;
pub(super) mod request;
mod taking;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

pub use self::compared_instance::ComparedInstance;
use self::deciding::edit_in_column;
pub use self::deciding::{
    DecisionProgress, DecisionSignals, DifferenceKind, GroupFilter, MarkedBy, RecordForm,
};
use self::file_differences::missing_instances;
pub use self::loading::{LoadedAdjudication, load};
pub use self::overlay::{Overlay, OverlayMark, OverlayPlace};
use self::request::AdjudicationRequest;
pub use self::taking::{EditOffer, MatchedEdit};
use super::context::{App, Page, Session};
use super::notices::NoticeLevel;
use spanwise_agreement::adjudication::Annotators;
use spanwise_annotation::document::{EditKey, Instance};
use spanwise_annotation::workspace::Command;
use spanwise_browser::timing::TimeSlice;
use spanwise_i18n::{Message, TextId};
use spanwise_template::Template;

/// An instance that is not aligned in the files of all annotators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnalignedInstance {
    /// Its 0-based row.
    pub row: usize,
    /// Annotators whose files have no instance like it.
    pub without: Vec<usize>,
    /// Annotators whose files have an instance of its name or source with other texts.
    pub with_other_texts: Vec<usize>,
}

impl UnalignedInstance {
    fn new(row: usize) -> Self {
        UnalignedInstance { row, without: Vec::new(), with_other_texts: Vec::new() }
    }
}

/// The works of several annotators, aligned. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Adjudication {
    /// 0-based row of aligned instances that is shown.
    pub row: RwSignal<usize>,
    /// The annotator whose column is shown on a narrow page.
    pub chosen: RwSignal<usize>,
    /// `true` if the lists show only edits that differ between the columns.
    pub only_differences: RwSignal<bool>,
    /// Annotator and key of the edit under the pointer or with the focus.
    pub pointed: RwSignal<Option<(usize, EditKey)>>,
    /// Annotators whose columns are hidden.
    pub hidden: RwSignal<BTreeSet<usize>>,
    /// `true` if the marks of all annotators are laid over the texts of the editable work.
    pub lays_over: RwSignal<bool>,
    /// Differences of the files besides their annotations.
    pub file_differences: RwSignal<Vec<Message>>,
    /// The decisions about groups of edits.
    pub decisions: DecisionSignals,
    comparison: Memo<Arc<ComparedInstance>>,
    app: App,
    parts: StoredValue<AdjudicatedWorks>,
}

#[derive(Debug)]
struct AdjudicatedWorks {
    annotators: Annotators,
    sessions: Vec<Session>,
    /// `true` if the file that the editable work began as has edits or answers.
    first_is_annotated: bool,
}

impl Adjudication {
    fn new(
        app: App,
        annotators: Annotators,
        sessions: Vec<Session>,
        request: &AdjudicationRequest,
    ) -> Self {
        let of_first = || {
            let first = sessions.first()?;
            annotators.row_of(0, first.view.with_untracked(|view| view.instance))
        };
        let row = request.row.or_else(of_first).unwrap_or(0);
        let file_differences = RwSignal::new(missing_instances(&annotators));
        let first_is_annotated = sessions.first().copied().is_some_and(has_given_annotations);
        let parts = StoredValue::new(AdjudicatedWorks { annotators, sessions, first_is_annotated });
        let row = RwSignal::new(row);
        let instances = Memo::new_with_compare(
            move |_| shown(parts, row),
            |before, now| match (before, now) {
                (Some(before), Some(now)) => !are_same(before, now),
                (Some(_), None) | (None, _) => true,
            },
        );
        let adjudication = Adjudication {
            row,
            chosen: RwSignal::new(0),
            only_differences: RwSignal::new(false),
            pointed: RwSignal::new(None),
            hidden: RwSignal::new(BTreeSet::new()),
            lays_over: RwSignal::new(false),
            file_differences,
            decisions: DecisionSignals::new(parts, row),
            comparison: Memo::new(move |_| {
                let gold = parts.with_value(AdjudicatedWorks::gold_apart);
                Arc::new(instances.with(|instances| ComparedInstance::new(instances, gold)))
            }),
            app,
            parts,
        };
        adjudication.keep_state(request);
        adjudication.go(row.get_untracked());
        adjudication.follow_first();
        adjudication.show_counterparts();
        adjudication.compare_typologies();
        adjudication.follow_decisions();
        adjudication
    }

    /// Sessions by annotator. At most the first one is editable.
    #[must_use]
    pub fn sessions(self) -> Vec<Session> {
        self.parts.with_value(|parts| parts.sessions.clone())
    }

    /// Session of the first annotator.
    #[must_use]
    pub fn first(self) -> Option<Session> {
        self.parts.with_value(|parts| parts.sessions.first().copied())
    }

    /// The editable session, if there is one.
    #[must_use]
    pub fn own(self) -> Option<Session> {
        self.first().filter(|session| !session.is_reader())
    }

    /// Number of annotators.
    #[must_use]
    pub fn count(self) -> usize {
        self.parts.with_value(|parts| parts.sessions.len())
    }

    /// Number of rows of aligned instances.
    #[must_use]
    pub fn total(self) -> usize {
        self.parts.with_value(|parts| parts.annotators.rows().len())
    }

    /// Display name of an annotator.
    #[must_use]
    pub fn name(self, annotator: usize) -> String {
        self.parts.with_value(|parts| {
            parts.annotators.all().get(annotator).map_or_else(String::new, |a| a.name.clone())
        })
    }

    /// The instances that some annotators lack, by row.
    #[must_use]
    pub fn unaligned(self) -> Vec<UnalignedInstance> {
        self.parts.with_value(|parts| {
            let mut found: BTreeMap<usize, UnalignedInstance> = BTreeMap::new();
            for missing in parts.annotators.missing_instances() {
                for row in missing.rows {
                    let entry = found.entry(row).or_insert_with(|| UnalignedInstance::new(row));
                    match missing.other_texts.contains(&row) {
                        true => entry.with_other_texts.push(missing.annotator),
                        false => entry.without.push(missing.annotator),
                    }
                }
            }
            found.into_values().collect()
        })
    }

    /// The template.
    #[must_use]
    pub fn template(self) -> Option<Arc<Template>> {
        self.first().map(Session::template)
    }

    /// 0-based index of the instance shown in the file of an annotator, if it is there. Tracks the row.
    #[must_use]
    pub fn place(self, annotator: usize) -> Option<usize> {
        let row = self.row.get();
        self.parts.with_value(|parts| parts.annotators.rows().get(row)?.of(annotator))
    }

    /// The first session that has the instance shown. Tracks the row.
    #[must_use]
    pub fn any(self) -> Option<Session> {
        let sessions = self.sessions();
        sessions.into_iter().find(|session| self.place(session.number).is_some())
    }

    /// Comparison of the annotators' edits of the instance shown. Tracks the row and all changes.
    #[must_use]
    pub fn comparison(self) -> Arc<ComparedInstance> {
        self.comparison.get()
    }

    /// Hides the column of an annotator, or shows it again.
    pub fn toggle_column(self, annotator: usize) {
        self.hidden.update(|hidden| {
            if !hidden.remove(&annotator) {
                hidden.insert(annotator);
            }
        });
    }

    /// Shows a row in all columns.
    pub fn go(self, row: usize) {
        let row = row.min(self.total().saturating_sub(1));
        let refused = self.parts.with_value(|parts| {
            let found = parts.annotators.rows().get(row)?;
            parts.sessions.iter().find_map(|session| {
                let command = Command::GoTo(found.of(session.number)?);
                session.try_dispatch(command).err().map(|reject| (*session, reject))
            })
        });
        // All stay if the editable session, which comes first, refuses to move.
        if let Some((session, reject)) = refused {
            return session.explain(reject);
        }
        if self.row.get_untracked() != row {
            self.pointed.set(None);
            self.decisions.current.set(None);
            self.row.set(row);
            self.keep_place(row);
        }
    }

    /// Stores the row in the page, so that it is shown again in another language.
    fn keep_place(self, row: usize) {
        self.app.page.update_untracked(|page| {
            if let Page::Adjudicate(request) = page {
                request.row = Some(row);
            }
        });
    }

    /// Moves all sessions when undo or the search for unfinished instances moves the first one.
    fn follow_first(self) {
        let Some(first) = self.first() else { return };
        let at = Memo::new(move |_| first.view.with(|view| view.instance));
        Effect::new(move |before: Option<usize>| {
            let at = at.get();
            if before.is_some_and(|before| before != at) {
                let row = self.parts.with_value(|parts| parts.annotators.row_of(0, at));
                if let Some(row) = row {
                    self.go(row);
                }
            }
            at
        });
    }

    /// Highlights the edit pointed at and its counterparts in the other columns; else the edits of the current group.
    fn show_counterparts(self) {
        Effect::new(move |_| {
            let pointed = self.pointed.get();
            let current = self.current_group();
            let comparison = self.comparison.get();
            for session in self.sessions() {
                let key = match pointed {
                    Some((annotator, key)) if annotator == session.number => Some(key),
                    Some((annotator, key)) => comparison.of(annotator, key).and_then(|compared| {
                        let mut others = compared.counterparts.iter();
                        others.find(|c| c.annotator == session.number).map(|c| c.key)
                    }),
                    None => current.as_ref().and_then(|group| edit_in_column(group, session)),
                };
                if session.hovered.get_untracked() != key {
                    session.hovered.set(key);
                }
            }
        });
    }

    /// Goes to the next row, cyclically, in which the annotators differ; shows a notice if there is none.
    pub fn next_difference(self) {
        let total = self.total();
        let from = self.row.get_untracked();
        // A later search, or another row, ends this one.
        let moved = move || self.row.try_get_untracked() != Some(from);
        let mut slice = TimeSlice::begin();
        spawn_local(async move {
            for step in 1..=total {
                let row = (from + step) % total;
                match self.parts.try_with_value(|parts| differs(parts, row)) {
                    _ if moved() => return,
                    Some(true) if row == from => break,
                    Some(true) => return self.go(row),
                    Some(false) => {}
                    None => return,
                }
                slice.pause_if_over().await;
            }
            self.app.tell(NoticeLevel::Info, TextId::AdjudicateNoMore, None);
        });
    }
}

/// Returns `true` if the data that a work began as has edits or answers.
fn has_given_annotations(session: Session) -> bool {
    session.ask(|workspace| {
        // Reading every instance of data without annotations would take long.
        let may_have =
            |(_, raw): &(usize, &str)| raw.contains("\"category\"") || raw.contains("answers\"");
        let has = |(at, _): (usize, &str)| {
            let instance = workspace.pristine(at);
            let has_answers = !instance.answers.is_empty() || !instance.text_answers.is_empty();
            !instance.edits.is_empty() || has_answers
        };
        workspace.dataset().iter().enumerate().filter(may_have).any(has)
    })
}

/// Current instances of a row by annotator.
fn shown(parts: StoredValue<AdjudicatedWorks>, row: RwSignal<usize>) -> Vec<Option<Arc<Instance>>> {
    let row = row.get();
    parts.with_value(|parts| {
        let Some(row) = parts.annotators.rows().get(row) else { return Vec::new() };
        let shown = |session: &Session| {
            let at = row.of(session.number)?;
            let instance = session.instance.get();
            // While the row changes, some sessions move before others.
            (session.view.with(|view| view.instance) == at).then_some(instance)
        };
        parts.sessions.iter().map(shown).collect()
    })
}

/// Returns `true` if the instances are identical, which suffices because they are never changed in place.
fn are_same(one: &[Option<Arc<Instance>>], other: &[Option<Arc<Instance>>]) -> bool {
    let is_same = |pair: (&Option<Arc<Instance>>, &Option<Arc<Instance>>)| match pair {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Returns `true` if the annotators differ in a row.
fn differs(parts: &AdjudicatedWorks, row: usize) -> bool {
    let Some(row) = parts.annotators.rows().get(row) else { return false };
    let instance = |session: &Session| {
        let at = row.of(session.number)?;
        Some(session.ask(|workspace| workspace.instance(at)))
    };
    let instances: Vec<Option<Arc<Instance>>> = parts.sessions.iter().map(instance).collect();
    ComparedInstance::new(&instances, parts.gold_apart()).has_differences()
}
