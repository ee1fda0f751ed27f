//! The history of an instance, gone through step by step.

use proptest::prelude::*;
use spanwise_annotation::change;
use spanwise_annotation::document::Instance;
use spanwise_annotation::event_log::BeforeCommand;
use spanwise_annotation::format::write_instance;
use spanwise_annotation::replay::{Replay, ReplayDeed};

use super::random::moves;
use super::*;

/// A desk, and for each instance the state after each of its commits, as a journal would have them.
struct Recorded {
    desk: Desk,
    commits: Vec<Vec<(String, String)>>,
}

impl Recorded {
    fn new(desk: Desk) -> Self {
        let commits = vec![Vec::new(); desk.workspace.len()];
        Recorded { desk, commits }
    }

    fn take(&mut self, commit: Option<Commit>) {
        let Some(Commit { instance, changes, grouped }) = commit else { return };
        let typology = &self.desk.workspace.template().typology;
        let json = change::to_json(&changes, typology).expect("JSON");
        let state = write_instance(&self.desk.workspace.instance(instance), typology);
        let of_instance = &mut self.commits[instance];
        if grouped {
            of_instance.pop();
        }
        of_instance.push((json, state));
    }

    /// The replay of an instance, from what a journal has.
    fn replay(&self, at: usize) -> Replay {
        let typology = &self.desk.workspace.template().typology;
        let mut replay = Replay::new(self.desk.workspace.pristine(at));
        for (json, _) in &self.commits[at] {
            replay.push(&change::from_json(json, typology).expect("changes"));
        }
        replay
    }
}

fn deeds(replay: &Replay) -> Vec<ReplayDeed> {
    (1..=replay.len()).filter_map(|number| replay.step(number)).map(|step| step.deed).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn each_step_is_the_state_then_from_whichever_side(
        moves in moves(1..60),
        jumps in prop::collection::vec(0..80_usize, 1..20),
    ) {
        let mut recorded = Recorded::new(Desk::new());
        for (ms, step) in &moves {
            let commit = recorded.desk.try_move(*ms, step);
            recorded.take(commit);
        }
        let typology = &recorded.desk.workspace.template().typology;
        let written = |instance: &Instance| write_instance(instance, typology);
        for at in 0..INSTANCES {
            let mut replay = recorded.replay(at);
            let mut states = vec![written(&recorded.desk.workspace.pristine(at))];
            states.extend(recorded.commits[at].iter().map(|(_, state)| state.clone()));
            prop_assert_eq!(replay.len() + 1, states.len());
            for jump in &jumps {
                replay.go_to(*jump);
                prop_assert_eq!(replay.at(), (*jump).min(replay.len()));
                prop_assert_eq!(&written(replay.instance()), &states[replay.at()]);
            }
        }
    }
}

#[test]
fn steps_say_what_was_done() {
    let mut recorded = Recorded::new(Desk::new());
    let mut act = |command: Command| {
        let commit = recorded.desk.act(command);
        recorded.take(commit);
    };
    act(choose("word"));
    act(target(0, 3));
    let key = EditKey(0);
    act(value(key, "severity", "minor"));
    act(to(&on(key, Side::Target, 0), SpanEdge::End, 7));
    act(Command::Undo);
    act(Command::Redo);
    act(Command::SetComment("seen".to_owned()));
    act(Command::Delete(key));
    act(Command::Undo);
    act(Command::Duplicate(key));
    act(Command::Undo);
    act(Command::Redo);
    act(Command::Clear);
    act(value(AnswerOwner::Instance, "severity", "minor"));
    act(Command::SetDone(true));
    act(Command::SetDone(false));
    let replay = recorded.replay(0);
    let expected = [
        ReplayDeed::Made,
        ReplayDeed::Answered,
        ReplayDeed::Changed,
        ReplayDeed::Undone,
        ReplayDeed::Redone,
        ReplayDeed::Changed,
        ReplayDeed::Deleted,
        ReplayDeed::Undone,
        ReplayDeed::Made,
        // Deleting a new edit and taking it back make the same change.
        ReplayDeed::Deleted,
        ReplayDeed::Restored,
        ReplayDeed::Deleted,
        ReplayDeed::Answered,
        ReplayDeed::Done,
        ReplayDeed::Undone,
    ];
    assert_eq!(deeds(&replay), expected);
    let about: Vec<usize> = (1..=replay.len())
        .map(|number| replay.step(number).map_or(0, |step| step.edits.len()))
        .collect();
    assert_eq!(about, [1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 0]);
    assert!(replay.step(0).is_none() && replay.step(16).is_none());
}

#[test]
fn a_composite_is_made_and_its_constituents_are_not_deleted() {
    let mut recorded = Recorded::new(Desk::new());
    let mut act = |command: Command| {
        let commit = recorded.desk.act(command);
        recorded.take(commit);
    };
    act(choose("word"));
    act(target(0, 3));
    act(choose("rewrite"));
    act(Command::ToggleConstituent(EditKey(0)));
    act(Command::Finish);
    act(value(EditKey(0), "severity", "minor"));
    act(Command::TakeApart(EditKey(1)));
    let replay = recorded.replay(0);
    let last = *deeds(&replay).last().expect("a step");
    assert_eq!(deeds(&replay)[..3], [ReplayDeed::Made, ReplayDeed::Made, ReplayDeed::Answered]);
    assert_eq!(last, ReplayDeed::Deleted, "the composite is gone");
    let step = replay.step(2).expect("a step");
    assert_eq!(step.edits.iter().map(|edit| edit.key).collect::<Vec<_>>(), [EditKey(1)]);
}

#[test]
fn times_and_undoing_come_from_the_event_log() {
    let mut recorded = Recorded::new(Desk::new());
    let mut events = Vec::new();
    let mut now = 1_767_261_600_000_u64;
    let commands = [
        choose("word"),
        target(0, 3),
        value(EditKey(0), "why", "a"),
        value(EditKey(0), "why", "ab"),
        Command::Undo,
        Command::Undo,
        Command::Undo,
        Command::Redo,
        Command::Clear,
        Command::SetBookmark(true),
    ];
    for command in commands {
        now += 1500;
        let before = BeforeCommand::of(&recorded.desk.workspace, &command);
        let commit = recorded.desk.act(command);
        let commits: Vec<Commit> = commit.clone().into_iter().collect();
        for event in before.events(&recorded.desk.workspace, &commits, now) {
            if !events.last().is_some_and(|last| event.goes_on_with(last)) {
                events.push(event);
            }
        }
        recorded.take(commit);
    }
    let mut replay = recorded.replay(0);
    replay.set_times(&events);
    let expected = [
        ReplayDeed::Made,
        ReplayDeed::Answered,
        ReplayDeed::Answered,
        ReplayDeed::Undone,
        ReplayDeed::Undone,
        ReplayDeed::Undone,
        ReplayDeed::Redone,
        ReplayDeed::Deleted,
        ReplayDeed::Changed,
    ];
    assert_eq!(deeds(&replay), expected);
    let times: Vec<bool> = (1..=replay.len())
        .map(|number| replay.step(number).is_some_and(|step| step.unix_ms.is_some()))
        .collect();
    // The two answers within two seconds are one event.
    assert_eq!(times, [true, false, true, true, true, true, true, true, true]);
    let last = replay.step(9).and_then(|step| step.unix_ms);
    assert_eq!(last, Some(now));
    // Events that were lost leave the steps before them without a time.
    let mut replay = recorded.replay(0);
    events.pop();
    replay.set_times(&events);
    assert_eq!(replay.step(9).and_then(|step| step.unix_ms), None);
}

#[test]
fn a_thousand_changes_are_gone_through_in_no_time() {
    let mut recorded = Recorded::new(Desk::new());
    let key = recorded.desk.word();
    for n in 0..1000 {
        let commit = recorded.desk.act(value(key, "why", &n.to_string()));
        recorded.take(commit);
    }
    let mut replay = recorded.replay(0);
    assert_eq!(replay.len(), 1000);
    let start = std::time::Instant::now();
    for number in (0..=1000).rev().step_by(50) {
        replay.go_to(number);
    }
    // A frame has 16 ms; this is a build without optimisations, and the whole way back.
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
}
