//! What names of a typology occur in: edits, in whichever model.

use std::sync::Arc;

use crate::document::{Answers, Edit, EditId};

/// An edit, as far as the names of its typology go.
pub trait AnnotatedEdit {
    /// The name of its category.
    fn category(&self) -> &str;

    /// Gives it another category.
    fn set_category(&mut self, category: String);

    /// Its `id`: unique in its category.
    fn id(&self) -> Option<&EditId>;

    /// Gives it another `id`.
    fn set_id(&mut self, id: Option<EditId>);

    /// What was answered.
    fn answers(&self) -> &Answers;

    /// Gives it other answers.
    fn set_answers(&mut self, answers: Answers);

    /// The answers as they were written, as JSON, if that is held beside them because it says more.
    fn written_answers(&self) -> Option<&str>;

    /// Sets how answers were written.
    fn set_written_answers(&mut self, json: &str);

    /// The edits that it is composed of.
    fn constituents(&self) -> impl Iterator<Item = &Self>;

    /// The edits that it is composed of, to change.
    fn constituents_mut(&mut self) -> impl Iterator<Item = &mut Self>;
}

impl AnnotatedEdit for Edit {
    fn category(&self) -> &str {
        &self.category
    }

    fn set_category(&mut self, category: String) {
        self.category = category;
    }

    fn id(&self) -> Option<&EditId> {
        self.id.as_ref()
    }

    fn set_id(&mut self, id: Option<EditId>) {
        self.id = id;
    }

    fn answers(&self) -> &Answers {
        &self.answers
    }

    fn set_answers(&mut self, answers: Answers) {
        self.answers = answers;
    }

    /// None: [`Edit::original`] keeps what was read, whatever the answers become.
    fn written_answers(&self) -> Option<&str> {
        None
    }

    fn set_written_answers(&mut self, _json: &str) {}

    fn constituents(&self) -> impl Iterator<Item = &Self> {
        self.constituents.iter().map(AsRef::as_ref)
    }

    fn constituents_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.constituents.iter_mut().map(Arc::make_mut)
    }
}

/// Sees each edit and its constituents in order, with where it stands: its position (0-based), then those of constituents.
pub(super) fn visit<'e, E: AnnotatedEdit + 'e>(
    edits: impl IntoIterator<Item = &'e E>,
    place: &mut Vec<usize>,
    see: &mut impl FnMut(&[usize], &'e E),
) {
    for (at, edit) in edits.into_iter().enumerate() {
        place.push(at);
        see(place, edit);
        visit(edit.constituents(), place, see);
        place.pop();
    }
}

/// As [`visit`], to change them.
pub(super) fn visit_mut<'e, E: AnnotatedEdit + 'e>(
    edits: impl IntoIterator<Item = &'e mut E>,
    place: &mut Vec<usize>,
    change: &mut impl FnMut(&[usize], &mut E),
) {
    for (at, edit) in edits.into_iter().enumerate() {
        place.push(at);
        change(place, edit);
        visit_mut(edit.constituents_mut(), place, change);
        place.pop();
    }
}
