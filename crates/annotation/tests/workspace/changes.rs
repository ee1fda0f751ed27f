//! Properties of every change: its result, its inverse, its JSON and back, and its recovery from a journal that was cut
//! anywhere. Cases are data; other tables of this folder go through [`check`], too.

use serde_json::{Value, json};
use spanwise_annotation::change::{Change, from_json};
use spanwise_annotation::document::EditId;
use spanwise_annotation::workspace::InstanceChanges;

use super::durable::{Mains, Visit, found};
use super::records::{recorded, values};
use super::taking::foreign_edits;
use super::*;

/// Runs commands at an instance. Checks the result by `look`, that a later visit finds the same data, and that undoing
/// and redoing all steps gives the same data again. Whenever the power fails, the later visit finds the work as it was
/// after one of the commands.
pub(crate) fn check(
    what: &str,
    at: usize,
    commands: &[Command],
    look: impl Fn(&Desk) -> Value,
    expected: &Value,
) {
    let store = Mains::default();
    let (mut visit, states) = visited(&store, at, commands);
    let desk = &mut visit.desk;
    assert_eq!(&look(desk), expected, "{what}");
    assert_eq!(values(&found(store.disk())), values(&desk.workspace), "{what}, in a later visit");
    let end = written(&desk.workspace);
    desk.undo_all();
    assert_eq!(written(&desk.workspace), written(&Desk::at(at).workspace), "{what}, taken back");
    while desk.workspace.can_redo() {
        desk.act(Command::Redo);
    }
    assert_eq!(written(&desk.workspace), end, "{what}, done again");
    for torn in [false, true] {
        for writes in 1.. {
            let store = Mains::cut_after(writes, torn);
            visited(&store, at, commands);
            let survived = values(&found(store.disk()));
            assert!(states.contains(&survived), "{what}, cut after {writes} writes: {survived:?}");
            if !store.is_cut() {
                break;
            }
        }
    }
}

/// Runs commands at an instance, each commit going to the journal. Returns the data at the start and after each commit.
fn visited<'s>(store: &'s Mains, at: usize, commands: &[Command]) -> (Visit<'s>, Vec<Vec<Value>>) {
    let mut visit = Visit::new(store);
    visit.desk.act(Command::GoTo(at));
    let mut states = vec![values(&visit.desk.workspace)];
    for command in commands {
        if let Some(commit) = visit.desk.act(command.clone()) {
            let json = recorded(&commit.changes);
            let again = from_json(&json, &template().typology).expect("changes");
            assert_eq!(recorded(&again), json);
            visit.record(&commit);
            states.push(values(&visit.desk.workspace));
        }
    }
    (visit, states)
}

/// Categories and ids of the edits, with the bookmark, the comment and `done`.
fn outline(desk: &Desk) -> Value {
    let instance = desk.workspace.current();
    let id = |edit: &Edit| match &edit.id {
        Some(EditId::Number(number)) => json!(number),
        Some(EditId::Other(text)) => json!(text),
        None => Value::Null,
    };
    let edits: Vec<Value> = instance.edits.iter().map(|e| json!([e.category, id(e)])).collect();
    json!([edits, instance.bookmark, instance.comment, instance.done])
}

/// Changes of the second instance, as one step.
fn decided(changes: Vec<Change>) -> Command {
    Command::Apply(vec![InstanceChanges { instance: 1, changes }])
}

/// The edits of the second instance: a `word`, a composite of a `cut` and a `word`, one of no category of the template.
const WORD: EditKey = EditKey(0);
const COMPOSITE: EditKey = EditKey(1);
const CUT: EditKey = EditKey(2);

#[test]
fn changes_of_every_kind() {
    let with = |edits: Value| json!([edits, false, "", false]);
    let (word, rewrite, unheard) =
        (json!(["word", 3]), json!(["rewrite", 0]), json!(["unheard_of", "a"]));
    let all = json!([word, rewrite, unheard]);
    let remove = Command::RemoveConstituent { composite: COMPOSITE, constituent: CUT };
    let cases: Vec<(&str, Vec<Command>, Value)> = vec![
        ("nothing", vec![], with(all.clone())),
        ("an edit goes", vec![Command::Delete(WORD)], with(json!([rewrite, unheard]))),
        ("all edits go", vec![Command::Clear], with(json!([]))),
        (
            "an edit comes",
            vec![Command::Duplicate(WORD)],
            with(json!([word, ["word", 5], rewrite, unheard])),
        ),
        (
            "an edit of another annotator comes",
            vec![Command::Take { edit: foreign_edits(1)[1].clone(), instead_of: None }],
            with(json!([word, rewrite, unheard, ["rewrite", 1]])),
        ),
        (
            "an edit of another annotator comes in the place of one",
            vec![Command::Take { edit: foreign_edits(1)[0].clone(), instead_of: Some(COMPOSITE) }],
            with(json!([word, ["word", 5], unheard])),
        ),
        (
            "an edit changes its category",
            vec![Command::SetCategory(WORD, category("tag"))],
            with(json!([["tag", 1], rewrite, unheard])),
        ),
        (
            "an edit is answered",
            vec![value(WORD, "sure", "no"), option(WORD, "kind", "style")],
            with(all.clone()),
        ),
        (
            "a composite is taken apart",
            vec![Command::TakeApart(COMPOSITE)],
            with(json!([word, ["cut", 2], ["word", 4], unheard])),
        ),
        ("a constituent goes", vec![remove], with(json!([word, rewrite, unheard, ["cut", 2]]))),
        (
            "an edit becomes a constituent",
            vec![Command::Extend(COMPOSITE), Command::ToggleConstituent(WORD)],
            with(json!([rewrite, unheard])),
        ),
        ("a bookmark", vec![Command::SetBookmark(true)], json!([all, true, "", false])),
        ("a comment", vec![Command::SetComment("hm".into())], json!([all, false, "hm", false])),
        (
            "decisions are noted, also without an edit, and taken back",
            vec![
                decided(vec![
                    Change::Remove(WORD),
                    Change::Decisions(Some(r#"[{"group": "a", "decision": "reject"}]"#.into())),
                ]),
                decided(vec![Change::Decisions(Some("[1]".into()))]),
                decided(vec![Change::Decisions(None)]),
            ],
            with(json!([rewrite, unheard])),
        ),
        (
            "done, and something else",
            vec![Command::Clear, Command::SetDone(true), Command::SetBookmark(true)],
            json!([[], true, "", true]),
        ),
    ];
    for (what, commands, expected) in cases {
        check(what, 1, &commands, outline, &expected);
    }
}
