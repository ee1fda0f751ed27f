//! Unfinished instances before a submission.

use std::sync::Arc;

use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::workspace::Workspace;
use spanwise_submission::completeness::{Gap, gaps};

use super::*;

#[test]
fn everything_that_is_not_finished_is_listed() {
    let yaml = "template_name: t\nedits:\n- name: a\n  annotation: [{name: q, options: binary}]\n";
    let template = compile(yaml).template.expect("a template");
    let edit = r#"{"category": "a", "id": 1, "annotation": {"q": "yes"}}"#;
    let open = r#"{"category": "a", "id": 1, "annotation": null}"#;
    let done = r#""_spanwise": {"done": true}"#;
    let data = format!(
        r#"[{{"target": "untouched"}},
            {{"target": "not done", "edits": [{edit}]}},
            {{"target": "done", "edits": [{edit}], {done}}},
            {{"target": "done without", "edits": [], {done}}},
            {{"target": "done, but open", "edits": [{open}, {edit}], {done}}},
            {{"target": "neither", "edits": [{open}]}}]"#
    );
    let dataset = DatasetReader::new(data).finish().expect("data");
    let mut workspace = Workspace::new(Arc::new(template), Arc::new(dataset));
    workspace.scan(100);
    let gap = |instance, untouched, not_done, open_edits| Gap {
        instance,
        untouched,
        not_done,
        open_edits,
        open_questions: 0,
    };
    let found = gaps(workspace.overview(), 0..6);
    let expected = [
        gap(0, true, true, 0),
        gap(1, false, true, 0),
        gap(4, false, false, 1),
        gap(5, false, true, 1),
    ];
    assert_eq!(found, expected);
    assert_eq!(gaps(workspace.overview(), [5, 2, 0]), [expected[3], expected[0]]);
    assert_eq!(gaps(workspace.overview(), [2, 3]), []);
}

#[test]
fn open_questions_about_the_instance_are_counted() {
    let yaml = "template_name: t\nedits: [{name: a}]\ninstance_questions:\n- {name: q, options: binary}\n\
                - {name: r, options: binary}\n- {name: s, options: textarea, required: false}\n";
    let template = compile(yaml).template.expect("a template");
    let answered = r#""_spanwise": {"done": true, "answers": {"q": "yes", "r": "no"}}"#;
    let one_open = r#""_spanwise": {"done": true, "answers": {"q": "yes"}}"#;
    let data = format!(
        r#"[{{"target": "untouched"}}, {{"target": "one", {one_open}}}, {{"target": "all", {answered}}}]"#
    );
    let dataset = DatasetReader::new(data).finish().expect("data");
    let mut workspace = Workspace::new(Arc::new(template), Arc::new(dataset));
    workspace.scan(100);
    let found = gaps(workspace.overview(), 0..3);
    let open: Vec<(usize, u32)> =
        found.iter().map(|gap| (gap.instance, gap.open_questions)).collect();
    assert_eq!(open, [(0, 2), (1, 1)]);
}
