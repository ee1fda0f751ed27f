//! Edits that a file gives the same category and id, and ids that were in use before.

use std::sync::Arc;

use spanwise_annotation::change::{from_json, to_json};
use spanwise_annotation::document::{Edit, EditId, EditKey, GivenAnswer, TextName};
use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_template::{Side, compile};
use spanwise_text::{Span, Utf16};

const TEMPLATE: &str = "
template_name: notes
edits:
  - {name: slip, enable_output: true, annotation: [{name: grave, options: binary}]}
  - {name: gap, enable_output: true}
";

const TWINS: &str = r#"[{"target": "One two three.", "edits": [
  {"category": "slip", "id": 1, "annotation": null, "output_idx": [[0, 3]]},
  {"category": "slip", "id": 1, "annotation": null, "output_idx": [[4, 7]]},
  {"category": "slip", "annotation": null, "output_idx": [[8, 13]]}]}]"#;

fn open(data: &str) -> Workspace {
    let template = compile(TEMPLATE).template.expect("a template");
    let dataset = DatasetReader::new(data.to_owned()).finish().expect("a data file");
    Workspace::new(Arc::new(template), Arc::new(dataset))
}

fn act(workspace: &mut Workspace, command: Command) {
    workspace.dispatch(command, 0.0).expect("nothing forbids it");
}

/// Makes an edit on the first word, and returns its id.
fn make(workspace: &mut Workspace, category: &str) -> Option<EditId> {
    let (category, _) = workspace.template().typology.find(category).expect("a category");
    act(workspace, Command::ChooseCategory(category));
    act(workspace, Command::SelectText(TextName::TARGET, Span::between(Utf16(0), Utf16(3))));
    workspace.selected().expect("the new edit is open").id.clone()
}

fn keys(workspace: &Workspace) -> Vec<EditKey> {
    workspace.current().edits.iter().map(|edit| edit.key).collect()
}

/// The words of each edit, and `true` if it is answered.
fn shown(workspace: &Workspace) -> Vec<(String, bool)> {
    let instance = workspace.current();
    let words = |edit: &Arc<Edit>| {
        let span = edit.spans.target().first().copied().expect("a span");
        (instance.text(Side::Target).slice(span).to_owned(), !edit.answers.is_empty())
    };
    instance.edits.iter().map(words).collect()
}

fn number(id: i64) -> Option<EditId> {
    Some(EditId::Number(id))
}

// Thresh 11.14: what is done to one edit is done to all of the same category and id
#[test]
fn of_edits_with_the_same_id_each_is_its_own() {
    let mut workspace = open(TWINS);
    let [first, second, nameless] = keys(&workspace)[..] else { panic!("three edits") };
    let yes = GivenAnswer::Value("yes".to_owned());
    act(&mut workspace, Command::Answer(second.into(), vec!["grave".to_owned()], yes));
    let expected = [("One", false), ("two", true), ("three", false)];
    assert_eq!(shown(&workspace), expected.map(|(word, answered)| (word.to_owned(), answered)));
    act(&mut workspace, Command::Delete(first));
    assert_eq!(keys(&workspace), [second, nameless]);
    act(&mut workspace, Command::Delete(nameless));
    assert_eq!(keys(&workspace), [second]);
    let written = workspace.written(0).expect("a change");
    assert!(written.contains("[[4, 7]]") && !written.contains("[[0, 3]]"), "{written}");
}

// Thresh 11.14: the id of a deleted edit is given to the next one
#[test]
fn an_id_is_not_given_again() {
    let mut workspace = open(r#"[{"target": "One two three."}]"#);
    assert_eq!(make(&mut workspace, "slip"), number(1));
    assert_eq!(make(&mut workspace, "slip"), number(2));
    let latest = *keys(&workspace).last().expect("an edit");
    act(&mut workspace, Command::Delete(latest));
    assert_eq!(make(&mut workspace, "slip"), number(3), "after deleting");
    act(&mut workspace, Command::Clear);
    assert_eq!(make(&mut workspace, "slip"), number(4), "after deleting all");
    let (gap, _) = workspace.template().typology.find("gap").expect("a category");
    let latest = *keys(&workspace).last().expect("an edit");
    act(&mut workspace, Command::SetCategory(latest, gap));
    assert_eq!(make(&mut workspace, "slip"), number(5), "after giving it another category");
    assert_eq!(make(&mut workspace, "gap"), number(2), "each category has its own");
}

#[test]
fn what_was_taken_back_leaves_no_gap() {
    let mut workspace = open(r#"[{"target": "One two three."}]"#);
    make(&mut workspace, "slip");
    act(&mut workspace, Command::Undo);
    assert_eq!(make(&mut workspace, "slip"), number(1));
}

// Thresh 11.14: after a reload, the id of a deleted edit is given to the next one
#[test]
fn an_id_is_not_given_again_after_a_reload() {
    let mut workspace = open(TWINS);
    let all = keys(&workspace);
    let mut again = open(TWINS);
    for key in all {
        let commit = workspace.dispatch(Command::Delete(key), 0.0).expect("an edit to delete");
        assert_eq!(again.replay(0, &commit.expect("a change").changes), 0);
    }
    assert_eq!(make(&mut again, "slip"), number(2));
}

/// The work as it is after its journal was folded and the page loaded again.
fn folded(workspace: &Workspace, data: &str) -> Workspace {
    let typology = &workspace.template().typology;
    let json = to_json(&workspace.snapshot(0), typology).expect("changes are JSON");
    let mut again = open(data);
    assert_eq!(again.replay(0, &from_json(&json, typology).expect("changes")), 0);
    again
}

// Thresh 11.14: after the journal was folded, the id of a deleted edit is given to the next one
#[test]
fn an_id_is_not_given_again_after_the_journal_was_folded() {
    let data = r#"[{"target": "One two three."}]"#;
    let mut workspace = open(data);
    make(&mut workspace, "slip");
    make(&mut workspace, "slip");
    act(&mut workspace, Command::Clear);
    let mut again = folded(&folded(&workspace, data), data);
    assert_eq!(keys(&again), []);
    assert_eq!(make(&mut again, "slip"), number(3));
    assert_eq!(make(&mut again, "gap"), number(1), "the other category never gave one");
    assert_eq!(again.snapshot(0).len(), 2, "nothing has to say what the edits say themselves");
}
