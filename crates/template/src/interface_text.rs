//! The texts of the interface that a template may replace.

use spanwise_i18n::ANNOTATING;

/// Texts of Thresh's interface that this app has no use for: group and key. A template may still set them.
const UNUSED: &[(&str, &str)] = &[
    ("landing_page", "header_text"),
    ("landing_page", "drag_drop_begin"),
    ("landing_page", "drag_drop_underline"),
    ("landing_page", "drag_drop_after"),
    ("landing_page", "options_header"),
    ("landing_page", "tutorial_link"),
    ("landing_page", "examples_link"),
    ("landing_page", "builder_link"),
    ("landing_page", "paper_link"),
    ("typology", "edit_unit_name"),
    ("typology", "edits_unit_name"),
    ("typology", "span_unit_name"),
    ("typology", "spans_unit_name"),
    ("buttons", "add_edit_label"),
    ("annotation_editor", "add_edit_header"),
    ("annotation_editor", "select_edit_header"),
    ("annotation_editor", "select_instructions"),
    ("annotation_editor", "selected_label"),
    ("annotation_editor", "annotating_edit_header"),
    ("annotation_editor", "composite_seletion_instructions"),
    ("annotation_editor", "composite_span_unification"),
    ("annotation_viewer", "not_annotated_text_1"),
    ("annotation_viewer", "not_annotated_text_2"),
];

/// Group and key of every text, those of Thresh as it spells them.
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    ANNOTATING.iter().map(|(_, key)| key.name()).chain(UNUSED.iter().copied())
}

/// The groups of `interface_text`, each once.
#[must_use]
pub fn groups() -> Vec<&'static str> {
    let mut groups: Vec<&str> = names().map(|(group, _)| group).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// The keys of a group; none if there is no such group.
#[must_use]
pub fn keys_of(group: &str) -> Vec<&'static str> {
    names().filter(|(name, _)| *name == group).map(|(_, key)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of Thresh's `lang/en.yml`, with the keys in each.
    const THRESH: [(&str, &str); 9] = [
        (
            "landing_page",
            "header_text drag_drop_begin drag_drop_underline drag_drop_after options_header \
             tutorial_link examples_link builder_link paper_link",
        ),
        ("comment_box", "label placeholder"),
        (
            "typology",
            "source_label target_label context_label edit_unit_name edits_unit_name \
             span_unit_name spans_unit_name",
        ),
        (
            "buttons",
            "save_label cancel_label add_edit_label instructions_label show_context_label \
             hide_context_label",
        ),
        ("hit_box", "hit_label"),
        (
            "annotation_editor",
            "add_edit_header select_edit_header select_instructions selected_label \
             annotating_edit_header composite_seletion_instructions composite_span_unification",
        ),
        ("adjudication", "highlight_label"),
        ("annotation_viewer", "header not_annotated_text_1 not_annotated_text_2"),
        ("questions", "binary_yes binary_no likert_1 likert_2 likert_3 textbox_placeholder"),
    ];

    #[test]
    fn all_of_thresh_is_known() {
        for (group, keys) in THRESH {
            for key in keys.split_whitespace() {
                assert!(keys_of(group).contains(&key), "{group}.{key}");
            }
        }
    }

    #[test]
    fn no_name_is_both_used_and_unused() {
        let mut all: Vec<_> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
