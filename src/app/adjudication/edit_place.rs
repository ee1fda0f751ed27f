//! An edit that figures lead to, found among the annotators' edits.

use leptos::prelude::*;

use super::request::EditPlace;
use super::{AdjudicatedWorks, Adjudication};
use crate::app::context::Session;
use crate::app::notices::NoticeLevel;
use spanwise_annotation::document::EditKey;
use spanwise_annotation::format::identity;
use spanwise_annotation::workspace::Command;
use spanwise_i18n::TextId;

impl Adjudication {
    /// Goes to an edit and opens it. Says so if no annotator has it.
    pub(super) fn show_edit(self, place: &EditPlace) {
        let found = self.parts.with_value(|parts| parts.find_edit(place));
        let Some((row, session, key)) = found else {
            return self.app.tell(NoticeLevel::Warning, TextId::FiguresEditGone, None);
        };
        self.go(row);
        self.chosen.set(session.number);
        self.pointed.set(Some((session.number, key)));
        session.dispatch(Command::Select(Some(key)));
    }
}

impl AdjudicatedWorks {
    /// The row of an edit, and the annotator who has it.
    fn find_edit(&self, place: &EditPlace) -> Option<(usize, Session, EditKey)> {
        let all = 0..self.annotators.rows().len();
        let named = all.clone().filter(|row| self.id(*row).as_ref() == Some(&place.item));
        let number = place.item.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let numbered = number.into_iter().filter(|row| all.contains(row));
        // Items are numbered among those that were selected: where that is not the row, the edit itself tells.
        let mut rows = named.chain(numbered).chain(all.clone());
        rows.find_map(|row| {
            let (session, key) = self.edit_in(row, place)?;
            Some((row, session, key))
        })
    }

    /// The `id` of the instance of a row.
    fn id(&self, row: usize) -> Option<String> {
        let (annotator, at) = self.annotators.rows().get(row)?.fullest()?;
        identity(self.annotators.all().get(annotator)?.dataset.raw(at)?).id
    }

    /// The edit in a row: of the annotator who is named, or else of any, since names of files may be read differently.
    fn edit_in(&self, row: usize, place: &EditPlace) -> Option<(Session, EditKey)> {
        let row = self.annotators.rows().get(row)?;
        let is_named = |session: &&Session, name: &str| {
            self.annotators.all().get(session.number).is_some_and(|own| own.name == name)
        };
        place.spans.iter().find_map(|(name, span)| {
            let (named, others): (Vec<&Session>, Vec<&Session>) =
                self.sessions.iter().partition(|session| is_named(session, name));
            named.into_iter().chain(others).find_map(|session| {
                let at = row.of(session.number)?;
                let key = session.ask(|workspace| span.edit_in(&workspace.instance(at)))?;
                Some((*session, key))
            })
        })
    }
}
