//! Roles of spans: which one a selection takes, and what is open without it.

use super::*;
use spanwise_annotation::document::summary::{is_complete, open_count};
use spanwise_annotation::document::{AssignedRoles, MissingInDraft, enable_roles};
use spanwise_annotation::format::write_edit;
use spanwise_annotation::workspace::InstanceChanges;
use spanwise_annotation::workspace::erasing::erase;
use spanwise_annotation::workspace::view_json::{read_view, write_view};

const ROLES: &str = "\
template_name: t
edits:
  - name: contradiction
    spans: [{name: error}, {name: antecedent, required: true}]
  - name: unsupported
    spans: [{name: claim}, {name: hint}, {name: evidence, side: source, multiple: true}]
  - {name: many, type: multi_span, enable_output: true}
  - {name: word, enable_output: true}
";

const TEXTS: &str = r#"{"source": "one two three four", "target": "uno dos tres cuatro""#;

/// A workspace with these edits in its only instance.
fn desk(edits: &str) -> Desk {
    enable_roles();
    let compiled = compile(ROLES);
    assert_eq!(compiled.diagnostics, []);
    let data = format!(r#"[{TEXTS}, "edits": [{edits}]}}]"#);
    Desk::with(Workspace::new(Arc::new(compiled.template.expect("it is there")), dataset(&data)))
}

fn choose(name: &str) -> Command {
    let typology = compile(ROLES).template.expect("it is there").typology;
    Command::ChooseCategory(typology.find(name).expect("it is there").0)
}

/// The roles of the spans of an edit, those in the source first.
fn roles(desk: &Desk, key: EditKey) -> String {
    let typology = &desk.workspace.template().typology;
    let edit = desk.edit(key);
    let (_, category) = typology.find(&edit.category).expect("it is there");
    let texts = &desk.workspace.current().texts;
    let assigned = AssignedRoles::of(&edit.spans, &category.roles, texts);
    let on = |text: TextName| {
        let role = |at| assigned.role(&text, at).map_or("-", |role| role.name.as_str());
        (0..edit.spans.on(&text).len()).map(role).collect::<Vec<_>>()
    };
    [on(TextName::SOURCE), on(TextName::TARGET)].concat().join(" ")
}

/// The number of things that are open in an edit.
fn open(desk: &Desk, key: EditKey) -> usize {
    let (template, instance) = (desk.workspace.template(), desk.workspace.current());
    let edit = desk.edit(key);
    let category = template.typology.find(&edit.category).map(|(_, category)| category);
    let open = open_count(edit, category, &instance.texts, &template.settings);
    let complete = is_complete(edit, &instance.texts, &template.typology, &template.settings);
    assert_eq!(complete, open == 0);
    open
}

/// The role that is asked for next.
fn next(desk: &Desk) -> Option<String> {
    desk.workspace.next_role().map(|role| role.name.clone())
}

#[test]
fn selections_take_the_roles_in_order() {
    let mut desk = desk("");
    desk.act(choose("contradiction"));
    assert_eq!(next(&desk).as_deref(), Some("error"));
    desk.act(target(8, 12));
    assert_eq!(next(&desk).as_deref(), Some("antecedent"));
    let key = desk.make([target(0, 3)]);
    assert!(!desk.is_drafting(), "all roles have their span");
    assert_eq!((roles(&desk, key).as_str(), open(&desk, key)), ("error antecedent", 0));
    let written = write_edit(desk.edit(key), &desk.workspace.template().typology);
    assert!(written.contains(r#""output_idx":[[8,12],[0,3]]"#), "{written}");
    assert!(written.contains(r#""span_roles":{"target":["error", "antecedent"]}"#), "{written}");
    assert_eq!(desk.undo_all(), 1, "one edit is one step");
}

#[test]
fn a_selection_takes_the_role_of_its_side() {
    let mut desk = desk("");
    desk.act(choose("unsupported"));
    desk.act(source(0, 3));
    let missing = Rejection::Incomplete(MissingInDraft::Role(Side::Target));
    assert_eq!(desk.refused(Command::Finish), missing, "an edit has a span of its first role");
    assert_eq!(next(&desk).as_deref(), Some("claim"));
    for command in [target(0, 3), target(4, 7), source(4, 7)] {
        desk.act(command);
    }
    assert_eq!(next(&desk), None);
    assert!(desk.is_drafting(), "there can be more of the evidence");
    let key = desk.make([Command::Finish]);
    assert_eq!(roles(&desk, key), "evidence evidence claim hint");
}

#[test]
fn a_required_role_without_a_span_is_open() {
    let mut desk = desk("");
    let key = desk.make([choose("contradiction"), target(8, 12), Command::Finish]);
    assert_eq!((roles(&desk, key).as_str(), open(&desk, key)), ("error", 1));
    assert_eq!(desk.workspace.first_open_edit(), Some(key));
    desk.act(Command::Extend(key));
    desk.act(target(0, 3));
    assert_eq!((roles(&desk, key).as_str(), open(&desk, key)), ("error antecedent", 0));
    assert_eq!(desk.workspace.first_open_edit(), None);
    // A role that is not required can be left out.
    let key = desk.make([choose("unsupported"), target(0, 3), Command::Finish]);
    assert_eq!((roles(&desk, key).as_str(), open(&desk, key)), ("claim", 0));
}

#[test]
fn spans_of_older_data_take_the_roles_in_order() {
    let mut desk = desk(
        r#"{"category": "contradiction", "id": 1, "output_idx": [[8, 12], [0, 3]]},
           {"category": "contradiction", "id": 2, "output_idx": [[8, 12]]},
           {"category": "contradiction", "id": 3, "output_idx": [[8, 12], [0, 3], [4, 7]]}"#,
    );
    let before = written(&desk.workspace);
    let keys = desk.keys();
    let found: Vec<_> = keys.iter().map(|key| (roles(&desk, *key), open(&desk, *key))).collect();
    let expected = [("error antecedent", 0), ("error", 1), ("error antecedent -", 0)];
    assert_eq!(found, expected.map(|(roles, open)| (roles.to_owned(), open)));
    assert_eq!(written(&desk.workspace), before, "nothing is stored");
    // The others keep their roles when one goes.
    let first = on(keys[0], TextName::TARGET, 0);
    assert_eq!(desk.refused(Command::RemoveSpan(first)), Rejection::LastOne);
    desk.act(Command::RemoveSpan(on(keys[0], TextName::TARGET, 1)));
    assert_eq!((roles(&desk, keys[0]).as_str(), open(&desk, keys[0])), ("error", 1));
    desk.act(Command::RemoveSpan(on(keys[2], TextName::TARGET, 1)));
    assert_eq!(
        roles(&desk, keys[2]),
        "error antecedent",
        "a span without a role takes the one that is freed"
    );
}

fn role(name: &str) -> Command {
    Command::ChooseRole(name.to_owned())
}

#[test]
fn a_chosen_role_comes_first_in_a_draft() {
    let mut desk = desk("");
    assert_eq!(desk.refused(role("antecedent")), Rejection::Gone, "nothing is made");
    desk.act(choose("contradiction"));
    assert_eq!(desk.refused(role("claim")), Rejection::Gone, "it is a role of another category");
    desk.act(role("antecedent"));
    assert_eq!(next(&desk).as_deref(), Some("antecedent"));
    desk.act(target(0, 3));
    assert_eq!(next(&desk).as_deref(), Some("error"), "the choice is for one selection");
    let missing = Rejection::Incomplete(MissingInDraft::Role(Side::Target));
    assert_eq!(desk.refused(Command::Finish), missing);
    // The span of a role can be selected again.
    desk.act(role("antecedent"));
    desk.act(target(4, 7));
    let key = desk.make([target(8, 12)]);
    assert_eq!(desk.edit(key).spans.target(), spans(&[(4, 7), (8, 12)]));
    assert_eq!(roles(&desk, key), "antecedent error");
    assert_eq!(desk.undo_all(), 1, "one edit is one step");
}

#[test]
fn a_chosen_role_takes_no_text_of_another_side() {
    let mut desk = desk("");
    desk.act(choose("unsupported"));
    desk.act(role("evidence"));
    assert_eq!(desk.refused(target(0, 3)), Rejection::WrongSide(Side::Target));
    desk.act(source(0, 3));
    let key = desk.make([target(0, 3), Command::Finish]);
    assert_eq!(roles(&desk, key), "evidence claim");
    desk.act(Command::Extend(key));
    desk.act(role("claim"));
    assert_eq!(desk.refused(source(4, 7)), Rejection::WrongSide(Side::Source));
}

#[test]
fn the_span_of_a_role_can_be_changed_later() {
    let mut desk = desk(
        r#"{"category": "unsupported", "id": 1, "output_idx": [[0, 3], [4, 7]], "input_idx": [[0, 3]]}"#,
    );
    let key = desk.keys()[0];
    desk.act(Command::Extend(key));
    desk.act(role("claim"));
    for selected in [target(8, 12), target(13, 19)] {
        desk.act(selected);
    }
    assert_eq!(desk.edit(key).spans.target(), spans(&[(4, 7), (13, 19)]), "each replaces the last");
    assert_eq!(roles(&desk, key), "evidence hint claim");
    // A role that takes several gets another one.
    desk.act(role("evidence"));
    desk.act(source(4, 7));
    assert_eq!(roles(&desk, key), "evidence evidence hint claim");
    desk.act(Command::Finish);
    assert_eq!(desk.view().activity, AnnotatorActivity::Idle);
    desk.act(Command::RemoveSpan(on(key, TextName::TARGET, 0)));
    assert_eq!(roles(&desk, key), "evidence evidence claim");
    // Extending without a choice takes the next role.
    desk.act(Command::Extend(key));
    desk.act(target(0, 3));
    assert_eq!(roles(&desk, key), "evidence evidence claim hint");
}

#[test]
fn spans_keep_their_roles_when_they_move() {
    let mut desk = desk(
        r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3], [8, 12]],
            "span_roles": {"target": ["antecedent", "error"]}}"#,
    );
    let key = desk.keys()[0];
    let moved = on(key, TextName::TARGET, 0);
    desk.act(to(&moved, SpanEdge::End, 7));
    assert_eq!(desk.edit(key).spans.target(), spans(&[(0, 7), (8, 12)]));
    assert_eq!(roles(&desk, key), "antecedent error");
    let error = on(key, TextName::TARGET, 1);
    assert_eq!(desk.refused(Command::RemoveSpan(error)), Rejection::LastOne);
    desk.act(Command::RemoveSpan(moved));
    assert_eq!(roles(&desk, key), "error");
}

#[test]
fn another_category_keeps_the_roles_that_it_has() {
    let mut desk = desk(
        r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 3], [8, 12]],
            "span_roles": {"target": ["antecedent", "error"]}}"#,
    );
    let key = desk.keys()[0];
    let typology = desk.workspace.template().typology.clone();
    let id = |name: &str| typology.find(name).expect("it is there").0;
    assert!(!desk.workspace.can_become(key, id("word")), "it takes one span");
    desk.act(Command::SetCategory(key, id("many")));
    assert!(!desk.edit(key).spans.has_roles());
    desk.act(Command::SetCategory(key, id("unsupported")));
    assert_eq!(roles(&desk, key), "claim hint");
}

fn erase_target(desk: &mut Desk, dragged: Span) {
    let typology = &desk.workspace.template().typology;
    let instance = desk.workspace.current();
    let changes = erase(instance, &TextName::TARGET, dragged, typology, |_| true).changes;
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
}

#[test]
fn the_eraser_leaves_roles_with_their_spans() {
    let edit = r#"{"category": "contradiction", "id": 1, "output_idx": [[0, 7], [8, 12]],
                   "span_roles": {"target": ["antecedent", "error"]}}"#;
    for (erased, expected) in [((0, 3), "antecedent error"), ((0, 7), "error")] {
        let mut desk = desk(edit);
        let key = desk.keys()[0];
        erase_target(&mut desk, span(erased.0, erased.1));
        assert_eq!(roles(&desk, key), expected, "{erased:?}");
    }
    let mut desk = desk(edit);
    erase_target(&mut desk, span(8, 12));
    assert_eq!(desk.keys(), [], "an edit goes with the span of its first role");
}

#[test]
fn a_draft_keeps_its_roles_over_a_reload() {
    let mut desk = desk("");
    desk.act(choose("unsupported"));
    desk.act(source(0, 3));
    desk.act(target(0, 3));
    let stored = write_view(desk.view()).expect("it is there");
    assert_eq!(&read_view(&stored).expect("it is there"), desk.view());
}
