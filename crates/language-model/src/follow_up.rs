//! Asking a model again about a reply that could not be used as it is, with the reason.

use crate::annotate::{AnnotatedReplies, InstanceReply, annotate};
use crate::answer_form::AnswerForm;
use spanwise_interchange::{Edit, Record};
use spanwise_template::Template;

/// A reply and its faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// The reply as it came.
    pub reply: String,
    /// The unusable parts, each as a sentence; at least one.
    pub faults: Vec<String>,
}

impl FollowUp {
    /// The faults of a reply about one of `records`; `None` if all of it can be used.
    #[must_use]
    pub fn of(
        records: &[Record],
        template: &Template,
        form: AnswerForm,
        reply: &InstanceReply,
    ) -> Option<Self> {
        let AnnotatedReplies { outcome, notes, .. } =
            annotate(records, template, form, "", std::slice::from_ref(reply));
        let notes = notes.into_iter().flat_map(|of_reply| of_reply.notes);
        let invalid = notes.filter(|note| note.is_invalid).map(|note| note.message);
        let edits = outcome.corpus.records.iter().flat_map(|record| &record.edits);
        let quoted = edits.flat_map(|edit| std::iter::once(edit).chain(&edit.constituents));
        let missing = quoted.filter_map(missing_quote);
        let faults: Vec<String> = invalid.chain(missing).collect();
        (!faults.is_empty()).then(|| FollowUp { reply: reply.reply.text.clone(), faults })
    }

    /// What the model is told.
    #[must_use]
    pub fn message(&self) -> String {
        let faults: String = self.faults.iter().map(|fault| format!("- {fault}\n")).collect();
        format!(
            "Your answer could not be used as it is:\n{faults}\nAnswer again, in the same form, with all annotations."
        )
    }
}

/// The fault of an edit whose span was not found.
fn missing_quote(edit: &Edit) -> Option<String> {
    let quote = edit.metadata.text("quote")?;
    Some(format!("The text “{quote}” is not there letter for letter."))
}
