//! The interface of edits to changes of a typology, independent of their model.

use std::sync::Arc;

use crate::document::{Answers, Edit, EditId};

/// An edit of any model, with access to the names of its typology.
pub trait AnnotatedEdit {
    /// The name of its category.
    fn category(&self) -> &str;

    /// Sets the category.
    fn set_category(&mut self, category: String);

    /// Its `id`, meant to be unique in its category.
    fn id(&self) -> Option<&EditId>;

    /// Sets the `id`.
    fn set_id(&mut self, id: Option<EditId>);

    /// Its answers.
    fn answers(&self) -> &Answers;

    /// Sets the answers.
    fn set_answers(&mut self, answers: Answers);

    /// The verbatim JSON of the answers, if it is kept beside them because it holds more.
    fn written_answers(&self) -> Option<&str>;

    /// Sets the verbatim JSON of the answers.
    fn set_written_answers(&mut self, json: &str);

    /// Its constituents.
    fn constituents(&self) -> impl Iterator<Item = &Self>;

    /// Its constituents, mutable.
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

    /// `None`: [`Edit::original`] keeps the answers as they were read.
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

/// Visits each edit and its constituents in order, with their places: the 0-based position of the edit, then those of
/// constituents.
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

/// As [`visit`], with mutable edits.
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
