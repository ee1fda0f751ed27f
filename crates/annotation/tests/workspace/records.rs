//! The records of the journal, which give back the same work.

use proptest::prelude::*;
use spanwise_annotation::change::{Change, difference, from_json, to_json};
use spanwise_annotation::format::read_instance;
use spanwise_annotation::workspace::view_json::{read_view, write_view};

use super::random::moves;
use super::*;

/// One record: its instance and its changes as JSON.
pub(crate) type Record = (usize, String);

pub(crate) fn recorded(changes: &[Change]) -> String {
    to_json(changes, &template().typology).expect("changes are JSON")
}

/// Appends a commit to a log; a grouped one replaces the last record.
fn log(records: &mut Vec<Record>, commit: &Commit) {
    if commit.grouped {
        records.pop();
    }
    records.push((commit.instance, recorded(&commit.changes)));
}

/// A visit that begins with these records.
pub(crate) fn replayed<'r>(records: impl IntoIterator<Item = &'r Record>) -> Workspace {
    let mut workspace = workspace();
    for (at, json) in records {
        let changes = from_json(json, &template().typology).expect("changes");
        assert_eq!(workspace.replay(*at, &changes), 0, "{json}");
    }
    workspace
}

/// The data as JSON values: an edit read from a record no longer knows its place in the file, and thus not its layout.
pub(crate) fn values(workspace: &Workspace) -> Vec<serde_json::Value> {
    written(workspace).iter().map(|raw| serde_json::from_str(raw).expect("JSON")).collect()
}

fn snapshots(workspace: &Workspace) -> Vec<Record> {
    (0..workspace.len()).map(|at| (at, recorded(&workspace.snapshot(at)))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn records_are_read_as_they_were_written(moves in moves(1..60)) {
        let mut desk = Desk::new();
        for (ms, step) in &moves {
            let Some(commit) = desk.try_move(*ms, step) else { continue };
            let json = recorded(&commit.changes);
            let changes = from_json(&json, &template().typology).expect("changes");
            prop_assert_eq!(recorded(&changes), json);
        }
    }

    #[test]
    fn a_replay_gives_the_same(moves in moves(1..60)) {
        let mut desk = Desk::new();
        let mut records = Vec::new();
        for (ms, step) in &moves {
            if let Some(commit) = desk.try_move(*ms, step) {
                log(&mut records, &commit);
            }
        }
        let again = replayed(&records);
        prop_assert_eq!(values(&again), values(&desk.workspace));
        prop_assert_eq!(shape(&again), shape(&desk.workspace));
    }

    #[test]
    fn snapshots_stand_for_the_records_before_them(moves in moves(1..60), at in 0..60_usize) {
        let mut desk = Desk::new();
        let mut records = Vec::new();
        for (i, (ms, step)) in moves.iter().enumerate() {
            let commit = desk.try_move(*ms, step);
            if let Some(commit) = commit {
                // As in the journal: a record that a snapshot includes is not amended.
                log(&mut records, &Commit { grouped: commit.grouped && i != at + 1, ..commit });
            }
            if i == at {
                records = snapshots(&desk.workspace);
            }
        }
        let again = replayed(&records);
        prop_assert_eq!(values(&again), values(&desk.workspace));
        prop_assert_eq!(shape(&again), shape(&desk.workspace));
        for (next, now) in next_ids(&again).into_iter().zip(next_ids(&desk.workspace)) {
            prop_assert!(next >= now, "{} would be given again", next);
        }
    }

    #[test]
    fn a_second_visit_goes_on_where_the_first_ended(first in moves(1..30), second in moves(1..30)) {
        let mut desk = Desk::new();
        let mut records = Vec::new();
        for (ms, step) in &first {
            if let Some(commit) = desk.try_move(*ms, step) {
                log(&mut records, &commit);
            }
        }
        let mut desk = Desk::with(replayed(&records));
        let kept = records.len();
        let mut later = Vec::new();
        for (ms, step) in &second {
            if let Some(commit) = desk.try_move(*ms, step) {
                log(&mut later, &commit);
            }
        }
        records.extend(later);
        prop_assert!(records.len() >= kept);
        prop_assert_eq!(values(&replayed(&records)), values(&desk.workspace));
    }

    #[test]
    fn views_are_read_as_they_were_written(moves in moves(1..40)) {
        let mut desk = Desk::new();
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
            let json = write_view(desk.view()).expect("a view is JSON");
            let mut kept = desk.view().clone();
            if !matches!(kept.activity, AnnotatorActivity::Drafting(_)) {
                kept.activity = AnnotatorActivity::Idle;
            }
            prop_assert_eq!(read_view(&json).expect("a view"), kept);
        }
    }
}

/// Keys and order of the edits, which no file shows.
fn shape(workspace: &Workspace) -> Vec<Vec<EditKey>> {
    let keys = |at| workspace.instance(at).all_edits().map(|edit| edit.key).collect();
    (0..workspace.len()).map(keys).collect()
}

/// The id that each category would give next, instance by instance.
fn next_ids(workspace: &Workspace) -> Vec<i64> {
    let instances = (0..workspace.len()).map(|at| workspace.instance(at));
    let categories = template().typology.categories().to_vec();
    instances
        .flat_map(|i| categories.iter().map(|c| i.next_id(&c.name)).collect::<Vec<_>>())
        .collect()
}

#[test]
fn what_the_app_does_not_know_survives_deleting_and_undoing_it() {
    let mut desk = Desk::at(1);
    let before = written(&desk.workspace);
    let mut records = Vec::new();
    for command in [Command::Clear, Command::Undo] {
        log(&mut records, &desk.act(command).expect("a change"));
    }
    assert_eq!(written(&desk.workspace), before);
    let again = replayed(&records);
    assert_eq!(written(&again), before);
    assert_eq!(snapshots(&again)[1].1, "[]", "nothing differs from the file");
}

/// The list of edits of the second instance, each edit by its key, anything else as it is.
fn listed(workspace: &Workspace) -> Vec<String> {
    let raw = workspace.written(1).expect("a change");
    let written: serde_json::Value = serde_json::from_str(&raw).expect("JSON");
    let instance = workspace.instance(1);
    let mut keys = instance.edits.iter().map(|edit| edit.key.0.to_string());
    let items = written["edits"].as_array().expect("a list").iter();
    items
        .map(|item| if item.is_object() { keys.next().expect("a key") } else { item.to_string() })
        .collect()
}

#[test]
fn what_is_no_edit_keeps_its_place_in_a_replay() {
    let mut desk = Desk::at(1);
    let [word, composite, unknown] = desk.keys()[..] else { panic!("three edits") };
    let mut records = Vec::new();
    log(&mut records, &desk.act(value(word, "sure", "no")).expect("a change"));
    let keys = [word, composite, unknown].map(|key| key.0);
    let expected = format!("{} 7 {} null {}", keys[0], keys[1], keys[2]);
    assert_eq!(listed(&desk.workspace).join(" "), expected);
    for command in
        [Command::SetBookmark(true), Command::Delete(unknown), Command::TakeApart(composite)]
    {
        assert_eq!(listed(&replayed(&records)), listed(&desk.workspace));
        assert_eq!(listed(&replayed(&snapshots(&desk.workspace))), listed(&desk.workspace));
        log(&mut records, &desk.act(command).expect("a change"));
    }
    assert_eq!(listed(&replayed(&records)), listed(&desk.workspace));
}

#[test]
fn a_snapshot_holds_only_what_differs() {
    let mut desk = Desk::at(1);
    let [word, composite, _] = desk.keys()[..] else { panic!("three edits") };
    assert_eq!(desk.workspace.snapshot(1).len(), 0);
    desk.act(value(word, "sure", "no"));
    assert_eq!(desk.workspace.snapshot(1).len(), 2, "the old one out, the new one in");
    desk.act(Command::TakeApart(composite));
    desk.act(Command::SetBookmark(true));
    desk.act(Command::SetDone(true));
    desk.act(Command::SetComment("hm".into()));
    let changes = desk.workspace.snapshot(1);
    let mut fresh =
        read_instance(desk.workspace.dataset().raw(1).expect("raw"), 1, &template().typology)
            .instance;
    fresh.apply_all(&changes).expect("they fit");
    assert_eq!(difference(&fresh, desk.workspace.current(), &template().typology).len(), 0);
}

#[test]
fn what_is_no_record_is_an_error() {
    let typology = &template().typology;
    for json in [
        "",
        "{}",
        "[{\"insert\":[0]}]",
        "[{\"explode\":1}]",
        "[{\"replace\":{\"keys\":[1],\"edit\":5}}]",
    ] {
        assert!(from_json(json, typology).is_err(), "{json}");
    }
    for json in ["", "[]", "{\"instance\":-1}", "{\"instance\":0,\"draft\":{}}"] {
        assert_eq!(read_view(json), None, "{json}");
    }
}

#[test]
fn records_that_do_not_fit_are_counted_and_left_out() {
    let mut workspace = workspace();
    let changes = [Change::Remove(EditKey(99)), Change::Done(true)];
    assert_eq!(workspace.replay(0, &changes), 1);
    assert!(workspace.instance(0).done);
    assert_eq!(workspace.replay(INSTANCES, &changes), 2);
}
