//! Edits of records follow changes of their typology.

use spanwise_annotation::document::{Answers, EditId};
use spanwise_annotation::typology_changes::AnnotatedEdit;

use super::record::Edit;

/// The member of [`Edit::other`] in which Thresh's format keeps the answers as they were written.
pub(crate) const WRITTEN_ANSWERS: &str = "annotation";

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

    fn written_answers(&self) -> Option<&str> {
        self.other.get(WRITTEN_ANSWERS)
    }

    fn set_written_answers(&mut self, json: &str) {
        self.other.set(WRITTEN_ANSWERS, json);
    }

    fn constituents(&self) -> impl Iterator<Item = &Self> {
        self.constituents.iter()
    }

    fn constituents_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.constituents.iter_mut()
    }
}
