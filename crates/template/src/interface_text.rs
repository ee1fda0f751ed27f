//! The texts of the interface that a template may replace.

use spanwise_i18n::REPLACEABLE;

/// The groups of `interface_text`, sorted.
#[must_use]
pub fn groups() -> Vec<&'static str> {
    let mut groups: Vec<&str> = REPLACEABLE.iter().map(|group| group.name).collect();
    groups.sort_unstable();
    groups
}

/// The keys of a group, those of Thresh as it spells them; empty if there is no such group.
#[must_use]
pub fn keys_of(group: &str) -> Vec<&'static str> {
    let group = REPLACEABLE.iter().find(|known| known.name == group);
    group.map_or(&[][..], |group| group.texts).iter().map(|(name, _)| *name).collect()
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
}
