//! Suggestions of a model: accepted and rejected one by one, and taken back.

use spanwise_annotation::change;
use spanwise_annotation::document::{EditMaker, Origin};
use spanwise_annotation::suggestions::{
    Decided, KeptReply, SuggestionState, reason_of, replies_of, suggestion_id, suggestions,
    unfound_quote_of,
};

use super::*;

/// The output of a run about the first instance: two edits, the second of which was not found, and its replies.
const RUN: &str = r#"[{"source": "one two three four", "target": "uno dos tres cuatro", "edits": [
  {"category": "word", "id": 1, "annotation": {"severity": "minor"}, "output_idx": [[0, 3]], "metadata": {"reason": "odd"}},
  {"category": "word", "id": 2, "annotation": null, "metadata": {"reason": "", "quote": "cinco"}}],
  "_spanwise": {"origin": {"from": "model", "name": "m"}, "replies": [
    {"reply": "{}", "thinking": "hm", "notes": ["mended"]}, {"reply": "x", "thinking": null, "notes": []}, 7]}}]"#;

fn of_run() -> Vec<Arc<Edit>> {
    let run = Workspace::new(template(), dataset(RUN)).instance(0);
    suggestions(&run, &"m base".into())
}

fn take(edit: &Arc<Edit>) -> Command {
    Command::Take { edit: edit.clone(), instead_of: None }
}

fn reject(edit: &Arc<Edit>, is_back: bool) -> Command {
    Command::Reject { suggestion: edit.clone(), is_back }
}

#[test]
fn a_suggestion_is_the_same_one_when_the_model_is_asked_again() {
    let edits = |list: &str| {
        let data = RUN.split_once("\"edits\": [").expect("edits").0;
        let data = format!("{data}\"edits\": [{list}]}}]");
        let run = Workspace::new(template(), dataset(&data)).instance(0);
        suggestions(&run, &"m base".into())
    };
    let word = |at: &str, more: &str| {
        format!(
            r#"{{"category": "word", "id": 1, "annotation": null, "output_idx": [{at}]{more}}}"#
        )
    };
    let (uno, dos) = (word("[0, 3]", ""), word("[4, 7]", ""));
    let reasoned = word("[0, 3]", r#", "metadata": {"reason": "now I see"}"#);
    let id = |edit: &Arc<Edit>| suggestion_id(edit).cloned();
    let first = edits(&format!("{uno}, {dos}"));
    let again = edits(&format!("{dos}, {reasoned}"));
    assert_eq!((id(&first[0]), id(&first[1])), (id(&again[1]), id(&again[0])));
    let twice = edits(&format!("{uno}, {uno}"));
    assert_eq!(id(&twice[0]), id(&first[0]));
    assert_ne!(id(&twice[1]), id(&twice[0]), "equal ones are decided one by one");
}

/// The states of the suggestions: `o`pen, `a`ccepted or `r`ejected.
fn states(desk: &Desk) -> String {
    let instance = desk.workspace.current();
    let decided = Decided::of(instance);
    let state = |edit: &Arc<Edit>| match decided.state(suggestion_id(edit).expect("an id")) {
        SuggestionState::Open => 'o',
        SuggestionState::Accepted(key) => {
            assert!(instance.edit(key).is_some());
            'a'
        }
        SuggestionState::Rejected => 'r',
    };
    of_run().iter().map(state).collect()
}

#[test]
fn what_was_decided_is_read_off_the_work_and_undone_like_anything() {
    let [first, second] = &of_run()[..] else { panic!("two suggestions") };
    let mut desk = Desk::new();
    let steps = [
        (take(first), "ao"),
        (reject(second, false), "ar"),
        (Command::Undo, "ao"),
        (Command::Undo, "oo"),
        (Command::Redo, "ao"),
        (Command::Redo, "ar"),
        (reject(second, true), "ao"),
        (
            Command::Delete(desk.workspace.current().edits.first().map_or(EditKey(0), |e| e.key)),
            "oo",
        ),
        (reject(first, false), "ro"),
        (reject(second, false), "rr"),
        (reject(first, true), "or"),
        (take(first), "ar"),
    ];
    for (command, expected) in steps {
        desk.act(command.clone());
        assert_eq!(states(&desk), expected, "{command:?}");
    }
    assert_eq!(desk.workspace.dispatch(reject(second, false), 0.0).map(|made| made.len()), Ok(0));
}

#[test]
fn an_accepted_suggestion_keeps_its_origin_and_a_copy_of_it_is_none() {
    let [first, _] = &of_run()[..] else { panic!("two suggestions") };
    let mut desk = Desk::new();
    desk.act(take(first));
    let [key] = desk.keys()[..] else { panic!("one edit") };
    let model = Origin { name: Some("m".into()), ..Origin::by(EditMaker::Model) };
    let accepted = Origin {
        suggestion: first.origin.clone().and_then(|origin| origin.suggestion),
        ..model.clone()
    };
    assert_eq!(desk.edit(key).origin, Some(accepted.clone()));
    desk.act(Command::Duplicate(key));
    let [_, copy] = desk.keys()[..] else { panic!("two edits") };
    assert_eq!(desk.edit(copy).origin, Some(model));
    desk.act(value(key, "severity", "a lot"));
    assert_eq!(desk.edit(key).origin, Some(Origin { is_mended: true, ..accepted }));
    assert_eq!(states(&desk), "ao", "mended, it is accepted still");
}

#[test]
fn what_was_not_found_is_placed_on_what_is_selected() {
    let [_, second] = &of_run()[..] else { panic!("two suggestions") };
    let mut desk = Desk::new();
    assert_eq!(desk.refused(Command::Place(second.clone())), Rejection::NothingSelected);
    desk.act(target(5, 6));
    desk.act(Command::Place(second.clone()));
    let [key] = desk.keys()[..] else { panic!("one edit") };
    let placed = desk.edit(key);
    assert_eq!(placed.spans.on(&TextName::TARGET), spans(&[(4, 7)]), "the whole word");
    let origin = placed.origin.clone().expect("an origin");
    assert!(origin.is_mended && origin.suggestion.as_deref() == suggestion_id(second));
    assert_eq!(states(&desk), "oa");
    desk.act(Command::Undo);
    assert_eq!((states(&desk).as_str(), desk.keys().len()), ("oo", 0));
    desk.act(source(0, 3));
    assert!(matches!(desk.refused(Command::Place(second.clone())), Rejection::WrongSide(_)));
}

#[test]
fn decisions_are_kept_in_the_journal_and_in_files() {
    let [first, second] = &of_run()[..] else { panic!("two suggestions") };
    let mut desk = Desk::new();
    desk.act(take(first));
    desk.act(reject(second, false));
    let typology = &desk.workspace.template().typology;
    let json = change::to_json(&desk.workspace.snapshot(0), typology).expect("JSON");
    let mut again = Desk::new();
    let changes = change::from_json(&json, typology).expect("changes");
    assert_eq!(again.workspace.replay(0, &changes), 0);
    assert_eq!(states(&again), "ar");
    let file = format!("[{}]", desk.workspace.written(0).expect("a change"));
    let opened = Desk::with(Workspace::new(template(), dataset(&file)));
    assert_eq!(states(&opened), "ar");
    assert!(file.contains(r#""quote": "cinco""#) || file.contains(r#""quote":"cinco""#), "{file}");
    let mut opened = opened;
    opened.act(reject(second, true));
    let written = opened.workspace.written(0).expect("a change");
    assert!(!written.contains("rejected"), "{written}");
}

#[test]
fn reasons_unfound_quotes_and_replies_are_read() {
    let [first, second] = &of_run()[..] else { panic!("two suggestions") };
    assert_eq!((reason_of(first).as_deref(), reason_of(second)), (Some("odd"), None));
    assert_eq!(
        (unfound_quote_of(first), unfound_quote_of(second).as_deref()),
        (None, Some("cinco"))
    );
    let reply = |reply: &str, thinking: Option<&str>, notes: &[&str]| KeptReply {
        reply: reply.to_owned(),
        thinking: thinking.map(str::to_owned),
        notes: notes.iter().map(|note| (*note).to_owned()).collect(),
    };
    let run = Workspace::new(template(), dataset(RUN)).instance(0);
    assert_eq!(replies_of(&run), [reply("{}", Some("hm"), &["mended"]), reply("x", None, &[])]);
    assert_eq!(replies_of(&workspace().instance(0)), []);
}
