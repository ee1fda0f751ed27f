//! Names of annotators on the page.

use crate::app::App;
use crate::app::adjudication::Adjudication;
use spanwise_i18n::TextId;

/// The name of an annotator; that of the first is the template's if that sets the first apart.
pub(super) fn annotator_name(app: App, adjudication: Adjudication, annotator: usize) -> String {
    if annotator == 0 && is_highlighted(adjudication) {
        return app.text(TextId::AdjudicationHighlightLabel);
    }
    adjudication.name(annotator)
}

/// Reports whether the template sets the first annotator apart.
pub(super) fn is_highlighted(adjudication: Adjudication) -> bool {
    adjudication.first().is_some_and(|s| s.template().settings.highlight_first_interface)
}
