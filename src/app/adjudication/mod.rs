//! The works of several annotators side by side: one of them may be changed, all move together.

mod editable_work;
mod loading;
pub(super) mod request;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

pub use self::loading::{LoadedAdjudication, load};
use super::context::{App, Page, Session};
use super::notices::NoticeLevel;
use spanwise_agreement::several::{Annotators, Comparison, compare};
use spanwise_annotation::document::{EditKey, Instance};
use spanwise_annotation::workspace::Command;
use spanwise_browser::timing;
use spanwise_i18n::Key;
use spanwise_template::Template;

/// How long the search for a difference may hold the page, in milliseconds.
const SEARCH_SLICE_MS: f64 = 8.0;

/// Several annotators side by side. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Adjudication {
    /// The row of instances that is shown, from 0.
    pub row: RwSignal<usize>,
    /// The annotator whose column a narrow page shows.
    pub chosen: RwSignal<usize>,
    /// Whether the lists show only edits that are not the same in all columns.
    pub only_differences: RwSignal<bool>,
    /// The edit under the pointer or with the focus, and whose it is.
    pub pointed: RwSignal<Option<(usize, EditKey)>>,
    comparison: Memo<Arc<Comparison>>,
    app: App,
    parts: StoredValue<AdjudicatedWorks>,
}

#[derive(Debug)]
struct AdjudicatedWorks {
    annotators: Annotators,
    sessions: Vec<Session>,
}

impl Adjudication {
    fn new(app: App, annotators: Annotators, sessions: Vec<Session>, row: Option<usize>) -> Self {
        let of_first = || {
            let first = sessions.first()?;
            annotators.row_of(0, first.view.with_untracked(|view| view.instance))
        };
        let row = row.or_else(of_first).unwrap_or(0);
        let parts = StoredValue::new(AdjudicatedWorks { annotators, sessions });
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
            comparison: Memo::new(move |_| {
                Arc::new(instances.with(|instances| compared(instances)))
            }),
            app,
            parts,
        };
        adjudication.go(row.get_untracked());
        adjudication.follow_first();
        adjudication.show_counterparts();
        adjudication
    }

    /// The works, by annotator. Those after the first, and maybe the first, are only looked at.
    #[must_use]
    pub fn sessions(self) -> Vec<Session> {
        self.parts.with_value(|parts| parts.sessions.clone())
    }

    /// The work of the first annotator.
    #[must_use]
    pub fn first(self) -> Option<Session> {
        self.parts.with_value(|parts| parts.sessions.first().copied())
    }

    /// The first work, if it may be changed.
    #[must_use]
    pub fn own(self) -> Option<Session> {
        self.first().filter(|session| !session.is_reader())
    }

    /// How many annotators there are.
    #[must_use]
    pub fn count(self) -> usize {
        self.parts.with_value(|parts| parts.sessions.len())
    }

    /// How many rows there are.
    #[must_use]
    pub fn total(self) -> usize {
        self.parts.with_value(|parts| parts.annotators.rows().len())
    }

    /// What people call an annotator.
    #[must_use]
    pub fn name(self, annotator: usize) -> String {
        self.parts.with_value(|parts| {
            parts.annotators.all().get(annotator).map_or_else(String::new, |a| a.name.clone())
        })
    }

    /// The template.
    #[must_use]
    pub fn template(self) -> Option<Arc<Template>> {
        self.first().map(Session::template)
    }

    /// The number of the instance shown in the file of an annotator, from 0, if it is there. Tracks the row.
    #[must_use]
    pub fn place(self, annotator: usize) -> Option<usize> {
        let row = self.row.get();
        self.parts.with_value(|parts| parts.annotators.rows().get(row)?.of(annotator))
    }

    /// A work that has the instance shown: the first such. Tracks the row.
    #[must_use]
    pub fn any(self) -> Option<Session> {
        let sessions = self.sessions();
        sessions.into_iter().find(|session| self.place(session.number).is_some())
    }

    /// The comparison of the instance shown. Tracks the row and all changes.
    #[must_use]
    pub fn comparison(self) -> Arc<Comparison> {
        self.comparison.get()
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
        // All stay, if the work that may be changed is in the middle of an edit. It is the first of them.
        if let Some((session, reject)) = refused {
            return session.explain(reject);
        }
        if self.row.get_untracked() != row {
            self.pointed.set(None);
            self.row.set(row);
            self.keep_place(row);
        }
    }

    /// Shown again, as in another language, the page is where it was.
    fn keep_place(self, row: usize) {
        self.app.page.update_untracked(|page| {
            if let Page::Adjudicate(several) = page {
                several.row = Some(row);
            }
        });
    }

    /// Undo, and going on to what is unfinished, move the first work by itself: the others come along.
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

    /// Lights up the edit pointed at, and what belongs to it in the other columns.
    fn show_counterparts(self) {
        Effect::new(move |_| {
            let pointed = self.pointed.get();
            let comparison = self.comparison.get();
            for session in self.sessions() {
                let key = pointed.and_then(|(annotator, key)| {
                    if annotator == session.number {
                        return Some(key);
                    }
                    let others = &comparison.of(annotator, key)?.counterparts;
                    others.iter().find(|c| c.annotator == session.number).map(|c| c.key)
                });
                if session.hovered.get_untracked() != key {
                    session.hovered.set(key);
                }
            }
        });
    }

    /// Goes to the next row, going round, in which the annotators differ. Says so where there is none.
    pub fn next_difference(self) {
        let total = self.total();
        let from = self.row.get_untracked();
        // A later search, or another row, ends this one.
        let moved = move || self.row.try_get_untracked() != Some(from);
        let mut began = timing::now_ms();
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
                if timing::now_ms() - began > SEARCH_SLICE_MS {
                    timing::pause().await;
                    began = timing::now_ms();
                }
            }
            self.app.tell(NoticeLevel::Info, Key::AdjudicateNoMore, None);
        });
    }
}

/// The instances of a row, by annotator, as the works are now.
fn shown(parts: StoredValue<AdjudicatedWorks>, row: RwSignal<usize>) -> Vec<Option<Arc<Instance>>> {
    let row = row.get();
    parts.with_value(|parts| {
        let Some(row) = parts.annotators.rows().get(row) else { return Vec::new() };
        let shown = |session: &Session| {
            let at = row.of(session.number)?;
            let instance = session.instance.get();
            // On the way to another row, some works are there before others.
            (session.view.with(|view| view.instance) == at).then_some(instance)
        };
        parts.sessions.iter().map(shown).collect()
    })
}

/// Whether they are the very same ones, not only equal: instances are never changed in place.
fn are_same(one: &[Option<Arc<Instance>>], other: &[Option<Arc<Instance>>]) -> bool {
    let is_same = |pair: (&Option<Arc<Instance>>, &Option<Arc<Instance>>)| match pair {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// How the annotators' instances compare.
fn compared(instances: &[Option<Arc<Instance>>]) -> Comparison {
    compare(&instances.iter().map(Option::as_deref).collect::<Vec<_>>())
}

/// Whether the annotators differ in a row.
fn differs(parts: &AdjudicatedWorks, row: usize) -> bool {
    let Some(row) = parts.annotators.rows().get(row) else { return false };
    let instance = |session: &Session| {
        let at = row.of(session.number)?;
        Some(session.ask(|workspace| workspace.instance(at)))
    };
    let instances: Vec<Option<Arc<Instance>>> = parts.sessions.iter().map(instance).collect();
    compared(&instances).tally().has_differences()
}
