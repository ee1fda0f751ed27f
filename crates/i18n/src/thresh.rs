//! Texts that only Thresh's interface shows: a bundle for it brings all texts along.

use super::{Key, wording};

wording! {
    THRESH_ONLY
    ThreshLandingHeader "landing_page.header_text" "Annotate with"
    ThreshDropBegin "landing_page.drag_drop_begin" "Drop a file here or"
    ThreshDropUnderline "landing_page.drag_drop_underline" "choose one"
    ThreshDropAfter "landing_page.drag_drop_after" "on this device"
    ThreshOptions "landing_page.options_header" "or"
    ThreshTutorial "landing_page.tutorial_link" "Tutorial"
    ThreshExamples "landing_page.examples_link" "Example data"
    ThreshBuilder "landing_page.builder_link" "Customise"
    ThreshPaper "landing_page.paper_link" "Paper"
    ThreshEditUnit "typology.edit_unit_name" "edit"
    ThreshEditsUnit "typology.edits_unit_name" "edits"
    ThreshSpanUnit "typology.span_unit_name" "span"
    ThreshSpansUnit "typology.spans_unit_name" "spans"
    ThreshAddEdit "buttons.add_edit_label" "Add an edit"
    ThreshAddHeader "annotation_editor.add_edit_header" "New edit"
    ThreshSelectHeader "annotation_editor.select_edit_header" "Choose a category"
    ThreshSelectSpan "annotation_editor.select_instructions" "Select the span in:"
    ThreshSelected "annotation_editor.selected_label" "Selected"
    ThreshAnnotating "annotation_editor.annotating_edit_header" "Questions about the edit"
    ThreshComposite "annotation_editor.composite_seletion_instructions" "Click the edits that it is made of:"
    ThreshWith "annotation_editor.composite_span_unification" "with"
    ThreshHighlight "adjudication.highlight_label" "Your annotations"
    ThreshUnansweredBefore "annotation_viewer.not_annotated_text_1" "Nothing answered yet: click"
    ThreshUnansweredAfter "annotation_viewer.not_annotated_text_2" "to begin"
}
