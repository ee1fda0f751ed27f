//! The texts of the interface that a template may replace.

/// Groups of `interface_text` and the keys in each, as Thresh spells them.
pub const INTERFACE_KEYS: &[(&str, &[&str])] = &[
    (
        "landing_page",
        &[
            "header_text",
            "drag_drop_begin",
            "drag_drop_underline",
            "drag_drop_after",
            "options_header",
            "tutorial_link",
            "examples_link",
            "builder_link",
            "paper_link",
        ],
    ),
    ("comment_box", &["label", "placeholder"]),
    (
        "typology",
        &[
            "source_label",
            "target_label",
            "context_label",
            "edit_unit_name",
            "edits_unit_name",
            "span_unit_name",
            "spans_unit_name",
        ],
    ),
    (
        "buttons",
        &[
            "save_label",
            "cancel_label",
            "add_edit_label",
            "instructions_label",
            "show_context_label",
            "hide_context_label",
        ],
    ),
    ("hit_box", &["hit_label"]),
    (
        "annotation_editor",
        &[
            "add_edit_header",
            "select_edit_header",
            "select_instructions",
            "selected_label",
            "annotating_edit_header",
            "composite_seletion_instructions",
            "composite_span_unification",
        ],
    ),
    ("adjudication", &["highlight_label"]),
    ("annotation_viewer", &["header", "not_annotated_text_1", "not_annotated_text_2"]),
    (
        "questions",
        &["binary_yes", "binary_no", "likert_1", "likert_2", "likert_3", "textbox_placeholder"],
    ),
];

/// The keys of a group.
#[must_use]
pub fn keys_of(group: &str) -> Option<&'static [&'static str]> {
    INTERFACE_KEYS.iter().find(|(name, _)| *name == group).map(|(_, keys)| *keys)
}
