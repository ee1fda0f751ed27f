//! The events that follow from commands, and the times that follow from events.

use std::collections::BTreeMap;

use proptest::prelude::*;
use spanwise_annotation::event_log::{
    BeforeCommand, FileTimes, IDLE_MS, InstanceTimes, LoggedEvent, LoggedEventKind as Kind,
    WorkTimes,
};
use spanwise_annotation::workspace::{InstanceChanges, ParagraphTime, StepDirection, reading};

use super::random::moves;
use super::*;

/// Executes a command, and returns its events; `None` if it was refused.
fn log(desk: &mut Desk, command: &Command) -> Option<Vec<(usize, Kind)>> {
    let before = BeforeCommand::of(&desk.workspace, command);
    desk.now_ms += 10_000.0;
    let commits = desk.workspace.dispatch(command.clone(), desk.now_ms).ok()?;
    let events = before.events(&desk.workspace, &commits, 7);
    Some(events.into_iter().map(|event| (event.instance, event.kind)).collect())
}

#[track_caller]
fn logs(desk: &mut Desk, command: Command, expected: &[(usize, Kind)]) {
    assert_eq!(log(desk, &command).as_deref(), Some(expected), "{command:?}");
}

const ONE: EditKey = EditKey(0);

#[test]
fn each_command_has_its_events() {
    let mut desk = Desk::new();
    let desk = &mut desk;
    logs(desk, target(0, 3), &[(0, Kind::Selected(None))]);
    logs(desk, choose("word"), &[(0, Kind::Committed(ONE))]);
    logs(desk, value(ONE, "severity", "minor"), &[(0, Kind::Answered(Some(ONE)))]);
    logs(desk, value(ONE, "why", "secret"), &[(0, Kind::Answered(Some(ONE)))]);
    logs(desk, value(AnswerOwner::Instance, "why", "secret"), &[(0, Kind::Answered(None))]);
    let address = on(ONE, Side::Target, 0);
    logs(desk, to(&address, SpanEdge::End, 7), &[(0, Kind::Changed(Some(ONE)))]);
    let step = Command::StepEdge(address, SpanEdge::End, StepDirection::Forward);
    logs(desk, step, &[(0, Kind::Changed(Some(ONE)))]);
    logs(desk, Command::SetCategory(ONE, category("word")), &[]);
    logs(desk, Command::SetBookmark(true), &[(0, Kind::Changed(None))]);
    logs(desk, Command::SetComment("secret".into()), &[(0, Kind::Changed(None))]);
    logs(desk, Command::Undo, &[(0, Kind::Undone)]);
    logs(desk, Command::Redo, &[(0, Kind::Redone)]);
    logs(desk, Command::Select(None), &[]);
    logs(desk, Command::Select(Some(ONE)), &[(0, Kind::Selected(Some(ONE)))]);
    let copy = EditKey(1);
    logs(desk, Command::Duplicate(ONE), &[(0, Kind::Committed(copy))]);
    logs(desk, Command::Delete(copy), &[(0, Kind::Deleted(copy))]);
    logs(desk, Command::GoTo(2), &[(2, Kind::Shown)]);
    logs(desk, Command::SetDone(true), &[(2, Kind::Done)]);
    logs(desk, Command::SetDone(false), &[(2, Kind::Reopened)]);
    logs(desk, Command::GoTo(0), &[(0, Kind::Shown)]);
    logs(desk, Command::Clear, &[(0, Kind::Deleted(ONE))]);
    logs(desk, Command::Escape, &[]);
}

#[test]
fn constituents_are_neither_made_nor_deleted_with_their_composite() {
    let mut desk = Desk::at(1);
    let composite = desk.workspace.current().edits[1].clone();
    let [first, second] = &composite.constituents[..] else { panic!("two constituents") };
    let apart = Command::TakeApart(composite.key);
    logs(&mut desk, apart, &[(1, Kind::Deleted(composite.key))]);
    let expected = [(1, Kind::Selected(Some(first.key)))];
    assert!(log(&mut desk, &choose("rewrite")).is_some());
    logs(&mut desk, Command::ToggleConstituent(first.key), &expected);
    let expected = [(1, Kind::Selected(Some(second.key)))];
    logs(&mut desk, Command::ToggleConstituent(second.key), &expected);
    let events = log(&mut desk, &Command::Finish).expect("a composite");
    assert!(matches!(events[..], [(1, Kind::Committed(made))] if made != composite.key));
}

#[test]
fn a_step_on_several_instances_is_logged_for_each() {
    let mut desk = Desk::new();
    let delete = |desk: &Desk, instance: usize| {
        let edits = desk.workspace.instance(instance).edits.clone();
        let change = spanwise_annotation::change::Change::Remove(edits[0].key);
        (InstanceChanges { instance, changes: vec![change] }, Kind::Deleted(edits[0].key))
    };
    let (first, first_kind) = delete(&desk, 1);
    let (second, second_kind) = delete(&desk, 3);
    let apply = Command::Apply(vec![first, second]);
    logs(&mut desk, apply, &[(1, first_kind), (3, second_kind)]);
    logs(&mut desk, Command::Undo, &[(3, Kind::Undone), (1, Kind::Undone)]);
}

#[test]
fn paragraphs_are_logged_once_they_are_revealed() {
    reading::enable();
    let text = "template_name: t\nparagraphs: blank-line\nreveal: paragraph
edits:\n  - {name: error, enable_output: true}\n";
    let template = Arc::new(compile(text).template.expect("a template"));
    let data = dataset(r#"[{"source": "s", "target": "One.\n\nTwo.\n\nThree."}]"#);
    let mut desk = Desk::with(Workspace::new(template, data));
    let go = |to| Command::GoToParagraph(to, ParagraphTime { unix_ms: 1, dwell_ms: 1 });
    logs(&mut desk, go(1), &[(0, Kind::Revealed(1))]);
    logs(&mut desk, go(0), &[]);
    logs(&mut desk, go(1), &[]);
    logs(&mut desk, go(2), &[(0, Kind::Revealed(2))]);
}

fn kind() -> impl Strategy<Value = Kind> {
    let edit = || (0..3_u32).prop_map(EditKey);
    let maybe = || prop::option::of(edit());
    prop_oneof![
        Just(Kind::Opened),
        Just(Kind::Shown),
        (0..9_usize).prop_map(Kind::Revealed),
        maybe().prop_map(Kind::Selected),
        edit().prop_map(Kind::Committed),
        maybe().prop_map(Kind::Changed),
        maybe().prop_map(Kind::Answered),
        edit().prop_map(Kind::Deleted),
        Just(Kind::Undone),
        Just(Kind::Redone),
        Just(Kind::Done),
        Just(Kind::Reopened),
        Just(Kind::Submitted),
        Just(Kind::Full),
    ]
}

fn event() -> impl Strategy<Value = LoggedEvent> {
    (0..10 * IDLE_MS, 0..3_usize, kind()).prop_map(|(unix_ms, instance, kind)| LoggedEvent {
        unix_ms,
        instance,
        kind,
    })
}

proptest! {
    #[test]
    fn events_are_read_as_they_were_written(event in event()) {
        prop_assert_eq!(LoggedEvent::from_json(&event.to_json()), Some(event));
    }

    #[test]
    fn any_line_is_read_or_left_out(line in ".{0,40}") {
        let _ = LoggedEvent::from_json(&line);
    }

    /// A line has numbers and our own words: no text of data, answers or comments can be in it.
    #[test]
    fn no_text_is_logged(moves in moves(1..60)) {
        let mut desk = Desk::new();
        for (_, step) in &moves {
            let Some(command) = desk.command(step) else { continue };
            for (instance, kind) in log(&mut desk, &command).unwrap_or_default() {
                let line = LoggedEvent { unix_ms: 1, instance, kind }.to_json();
                let mut words = line.split(|c: char| !c.is_alphabetic());
                prop_assert!(words.all(|word| WORDS.contains(&word)), "{}", line);
            }
        }
    }

    /// Each change that is committed is in the log.
    #[test]
    fn no_commit_is_missing(moves in moves(1..60)) {
        let mut desk = Desk::new();
        for (_, step) in &moves {
            let Some(command) = desk.command(step) else { continue };
            let before = BeforeCommand::of(&desk.workspace, &command);
            desk.now_ms += 10_000.0;
            let Ok(commits) = desk.workspace.dispatch(command.clone(), desk.now_ms) else { continue };
            let events = before.events(&desk.workspace, &commits, 7);
            for commit in commits.iter().filter(|commit| !commit.changes.is_empty()) {
                let is_logged = events.iter().any(|event| event.instance == commit.instance);
                prop_assert!(is_logged, "{:?}", command);
            }
        }
    }

    #[test]
    fn times_add_up(events in prop::collection::vec(event(), 0..40)) {
        let times = WorkTimes::of(events.iter().copied());
        let sum: u64 = (0..3).filter_map(|at| times.instance(at)).map(|one| one.ms).sum();
        let counts = |pair: &[LoggedEvent]| match pair[1].kind {
            Kind::Opened => 0,
            _ => pair[1].unix_ms.saturating_sub(pair[0].unix_ms).min(IDLE_MS),
        };
        prop_assert_eq!(sum, events.windows(2).map(counts).sum::<u64>());
        for at in 0..3 {
            let of_edits = |one: &InstanceTimes| one.edits.values().sum::<u64>() <= one.ms;
            prop_assert!(times.instance(at).is_none_or(of_edits));
        }
    }
}

/// All words of a log.
const WORDS: [&str; 20] = [
    "",
    "ms",
    "instance",
    "event",
    "edit",
    "paragraph",
    "opened",
    "shown",
    "revealed",
    "selected",
    "committed",
    "changed",
    "answered",
    "deleted",
    "undone",
    "redone",
    "done",
    "reopened",
    "submitted",
    "full",
];

#[test]
fn time_counts_to_the_instance_shown_and_the_edit_worked_on() {
    let (a, b) = (EditKey(1), EditKey(2));
    let events = [
        (1_000, 0, Kind::Opened),
        (3_000, 0, Kind::Selected(None)),
        (4_000, 0, Kind::Committed(a)),
        (9_000, 0, Kind::Answered(Some(a))),
        // A selection that comes to nothing.
        (10_000, 0, Kind::Selected(None)),
        (10_500, 0, Kind::Selected(Some(a))),
        // Two selections of one edit.
        (11_000, 0, Kind::Selected(None)),
        (12_000, 0, Kind::Selected(None)),
        (14_000, 0, Kind::Committed(b)),
        (15_000, 0, Kind::Done),
        (15_200, 1, Kind::Shown),
        // Away for an hour.
        (3_615_200, 1, Kind::Selected(None)),
        // Nobody was there before a visit, also after the clock was set back.
        (9_000_000, 1, Kind::Opened),
        (8_000_000, 1, Kind::Done),
        (8_000_100, 1, Kind::Submitted),
    ];
    let event = |(unix_ms, instance, kind)| LoggedEvent { unix_ms, instance, kind };
    let times = WorkTimes::of(events.map(event));
    let edits = BTreeMap::from([(a, 3_000 + 5_000 + 500), (b, 500 + 1_000 + 2_000)]);
    assert_eq!(times.instance(0), Some(&InstanceTimes { ms: 14_200, edits }));
    let edits = BTreeMap::new();
    assert_eq!(times.instance(1), Some(&InstanceTimes { ms: IDLE_MS + 100, edits }));
    assert_eq!(times.instance(2), None);
}

#[test]
fn times_are_added_to_those_of_the_file() {
    let desk = Desk::at(1);
    let instance = desk.workspace.current();
    let edits = instance.all_edits().map(|edit| (edit.key, 10)).chain([(EditKey(99), 5)]).collect();
    let times = InstanceTimes { ms: 100, edits };
    let raw =
        r#"{"id":"x","_spanwise":{"done":true,"times":{"ms":7,"edits":{"word":{"3":1,"9":2}}}}}"#;
    let written = times.written_to(instance, raw).expect("an object");
    assert_eq!(
        written,
        concat!(
            r#"{"id":"x","_spanwise":{"done":true,"times":{"ms":107,"edits":{"cut":{"2":10},"#,
            r#""rewrite":{"0":10},"unheard_of":{"a":10},"word":{"3":11,"4":10,"9":2}}}}}"#
        )
    );
    let found = FileTimes::of_instance(&written).expect("times");
    assert_eq!(FileTimes::read(&found.to_json()), found);
    assert_eq!(times.written_to(instance, "[]"), None);
    for none in ["{}", r#"{"_spanwise":{}}"#, r#"{"_spanwise":3}"#] {
        assert_eq!(FileTimes::of_instance(none), None, "{none}");
    }
    let damaged = r#"{"_spanwise":{"times":{"ms":-1,"edits":{"a":3,"b":{"1":"x","2":4}}}}}"#;
    let b = BTreeMap::from([("b".to_owned(), BTreeMap::from([("2".to_owned(), 4)]))]);
    assert_eq!(FileTimes::of_instance(damaged), Some(FileTimes { ms: 0, edits: b }));
}
