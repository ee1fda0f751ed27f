//! A typology to look at: its tree as a diagram, and as a list.

mod diagram;
mod list;

use crate::app::App;
use spanwise_i18n::Key;
use spanwise_template::diagram::DiagramWords;

pub(super) use diagram::{diagram, direction};
pub(super) use list::list;

/// The words of diagrams and lists, in the language of the interface.
pub(super) fn words(app: App) -> DiagramWords {
    DiagramWords {
        source: app.text(Key::TreeSource),
        target: app.text(Key::TreeTarget),
        several_spans: app.text(Key::TreeSeveralSpans),
        insertion_point: app.text(Key::EditInsertionPoint),
        no_span: app.text(Key::TreeNoSpan),
        other_edits: app.text(Key::TreeOtherEdits),
        yes_no: app.text(Key::TreeYesNo),
        short_text: app.text(Key::TreeShortText),
        text: app.text(Key::TreeText),
        optional: app.text(Key::QuestionsOptional),
        each: app.text(Key::TreeEach),
    }
}
