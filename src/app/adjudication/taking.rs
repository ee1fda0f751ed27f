//! Edits and answers of the other annotators, taken into the editable work.

use std::sync::Arc;

use leptos::prelude::*;

use super::Adjudication;
use crate::app::Session;
use spanwise_agreement::adjudication::{Counterpart, Decision, EditRelation, lacks_texts_of};
use spanwise_annotation::document::{Answer, Edit, EditKey};
use spanwise_annotation::workspace::Command;

/// The fate of the edit in the editable work that is matched with a taken one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchedEdit {
    /// The taken edit stands in its place.
    Replaced,
    /// Both are kept.
    Kept,
}

/// An edit of another annotator that the editable work does not have like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditOffer {
    /// The edit of the editable work that is matched with it.
    pub matched: Option<EditKey>,
    /// Other annotators who made the same edit.
    pub also_by: Vec<usize>,
}

impl Adjudication {
    /// The offer to take an edit of an annotator; `None` if there is no editable work here, or if it has the same edit.
    /// Tracks the row and all changes.
    #[must_use]
    pub fn offer(self, annotator: usize, key: EditKey) -> Option<EditOffer> {
        let own = self.own().filter(|own| own.number != annotator)?;
        self.place(own.number)?;
        if own.template().settings.disable.selection {
            return None;
        }
        if self.lacks_texts_of(annotator, key) {
            return None;
        }
        let comparison = self.comparison();
        let counterparts = &comparison.of(annotator, key)?.counterparts;
        let (of_own, of_others): (Vec<&Counterpart>, Vec<&Counterpart>) =
            counterparts.iter().partition(|counterpart| counterpart.annotator == own.number);
        let is_same = |counterpart: &Counterpart| counterpart.relation == EditRelation::Same;
        if of_own.iter().any(|counterpart| is_same(counterpart)) {
            return None;
        }
        let same = of_others.into_iter().filter(|counterpart| is_same(counterpart));
        Some(EditOffer {
            matched: of_own.first().map(|counterpart| counterpart.key),
            also_by: same.map(|counterpart| counterpart.annotator).collect(),
        })
    }

    /// Copies an edit of an annotator into the editable work, as one step. One that stands in the place of the matched edit is
    /// the decision about its group. Returns `true` if it was taken.
    pub fn take(self, annotator: usize, key: EditKey, matched: MatchedEdit) -> bool {
        let (Some(offer), Some(own)) = (self.offer(annotator, key), self.own()) else {
            return false;
        };
        if matched == MatchedEdit::Replaced
            && let Some(group) = self.group_of(annotator, key)
        {
            return self.decide(group, Decision::Take(annotator));
        }
        let Some(edit) = self.edit_of(annotator, key) else { return false };
        let instead_of = match matched {
            MatchedEdit::Replaced => offer.matched,
            MatchedEdit::Kept => None,
        };
        match own.try_dispatch(Command::Take { edit, instead_of }) {
            Ok(()) => true,
            Err(reject) => {
                own.explain(reject);
                false
            }
        }
    }

    /// The answer of an annotator to a question about the instance, if the editable work can take it and has not the
    /// same. Tracks the row and all changes.
    #[must_use]
    pub fn answer_offer(self, annotator: usize, question: &str) -> Option<Answer> {
        let own = self.own().filter(|own| own.number != annotator)?;
        self.place(own.number)?;
        if own.template().settings.disable.annotation {
            return None;
        }
        let sessions = self.sessions();
        let answer_in = |session: &Session| {
            session.instance.with(|instance| instance.answers.get(question).cloned())
        };
        let offered = answer_in(sessions.get(annotator)?)?;
        (answer_in(&own).as_ref() != Some(&offered)).then_some(offered)
    }

    /// Copies an answer of an annotator about the instance into the editable work, as one step: the decision about its group,
    /// where groups are decided.
    pub fn take_answer(self, annotator: usize, question: &str) {
        let offer = untrack(|| self.answer_offer(annotator, question));
        let (Some(answer), Some(own)) = (offer, self.own()) else { return };
        match self.group_of_question(question).filter(|_| self.decides()) {
            Some(group) => {
                self.decide(group, Decision::Take(annotator));
            }
            None => own.dispatch(Command::TakeAnswer { question: question.to_owned(), answer }),
        }
    }

    /// `true` if the editable work lacks a text that an edit of an annotator marks. Tracks the row.
    fn lacks_texts_of(self, annotator: usize, key: EditKey) -> bool {
        let sessions = self.sessions();
        let (Some(own), Some(of)) = (self.own(), sessions.get(annotator)) else { return true };
        own.instance.with(|own| {
            of.instance.with(|theirs| {
                theirs.edit(key).is_some_and(|edit| lacks_texts_of(own, &[Some(theirs)], edit))
            })
        })
    }

    fn edit_of(self, annotator: usize, key: EditKey) -> Option<Arc<Edit>> {
        let sessions = self.sessions();
        sessions.get(annotator)?.instance.with_untracked(|instance| {
            Some(Arc::new(instance.with_known_origins(instance.edit(key)?)))
        })
    }
}
