//! A typology as a diagram and as a list.

mod diagram;
mod typology_list;

use crate::app::App;
use spanwise_i18n::TextId;
use spanwise_template::diagram::DiagramWords;

pub(super) use diagram::{diagram, direction};
pub(super) use typology_list::typology_list;

/// The words of diagrams and lists, in the language of the interface.
pub(super) fn diagram_words(app: App) -> DiagramWords {
    let words = app.words();
    let (before, after) = words.around(TextId::TreeEach, "note");
    DiagramWords {
        source: app.text(TextId::TreeSource),
        target: app.text(TextId::TreeTarget),
        several_spans: app.text(TextId::TreeSeveralSpans),
        insertion_point: app.text(TextId::EditInsertionPoint),
        no_span: app.text(TextId::TreeNoSpan),
        other_edits: app.text(TextId::TreeOtherEdits),
        whole_instance: app.text(TextId::EditWhole),
        yes_no: app.text(TextId::TreeYesNo),
        short_text: app.text(TextId::TreeShortText),
        text: app.text(TextId::TreeText),
        optional: app.text(TextId::QuestionsOptional),
        each: (before.to_owned(), after.to_owned()),
    }
}
