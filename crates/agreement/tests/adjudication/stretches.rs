//! The stretches of a text by the number of annotators who marked them.

use spanwise_agreement::adjudication::marked_stretches;
use spanwise_annotation::document::{Instance, TextName};

use super::short;

#[test]
fn each_stretch_has_the_number_of_annotators_who_marked_it() {
    let cases: [(&[&str], &str); 6] = [
        (&["", ""], ""),
        (&["wrong 0-4", ""], "0-4:1"),
        (&["wrong 0-4", "vague 2-6", "wrong 3-4"], "0-2:1 2-3:2 3-4:3 4-6:1"),
        (&["wrong 0-4; vague 2-6", ""], "0-6:1"),
        (&["wrong 0-4", "wrong 4-8"], "0-8:1"),
        (&["gap 3|", "wrong 8-9"], "8-9:1"),
    ];
    for (all, expected) in cases {
        let instances: Vec<Instance> = all.iter().map(|edits| short(edits)).collect();
        let instances: Vec<&Instance> = instances.iter().collect();
        let found: Vec<String> = marked_stretches(&instances, &TextName::TARGET)
            .iter()
            .map(|(span, count)| format!("{}-{}:{count}", span.start().0, span.end().0))
            .collect();
        assert_eq!(found.join(" "), expected, "{all:?}");
    }
}
