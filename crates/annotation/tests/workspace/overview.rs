//! The progress of the work.

use proptest::prelude::*;
use spanwise_annotation::document::{InstanceStatus, InstanceSummary};
use spanwise_annotation::workspace::WorkProgress;

use super::random::moves;
use super::*;

fn status(desk: &Desk, at: usize) -> InstanceStatus {
    desk.workspace.overview().status(at)
}

/// Answers all that a `word` requires.
fn complete(desk: &mut Desk, key: EditKey) {
    desk.act(value(key, "severity", "minor"));
    desk.act(value(key, "sure", "no"));
    desk.act(option(key, "kind", "style"));
}

#[test]
fn an_instance_is_done_when_it_is_declared_so_and_nothing_is_open() {
    let mut desk = Desk::new();
    assert_eq!(status(&desk, 0), InstanceStatus::Untouched);
    desk.act(Command::SetDone(true));
    assert_eq!(status(&desk, 0), InstanceStatus::DoneNoErrors);
    let key = desk.word();
    assert_eq!(
        status(&desk, 0),
        InstanceStatus::InProgress,
        "declared done, but three questions are open"
    );
    assert_eq!(desk.workspace.progress().open_edits, 1);
    complete(&mut desk, key);
    assert_eq!(status(&desk, 0), InstanceStatus::Done);
    assert_eq!(desk.workspace.progress().open_edits, 0);
    desk.act(Command::SetDone(false));
    assert_eq!(status(&desk, 0), InstanceStatus::InProgress);
    desk.act(Command::Delete(key));
    assert_eq!(status(&desk, 0), InstanceStatus::Untouched);
}

// Thresh 11.19: follow-ups are never required
#[test]
fn a_follow_up_is_required_too() {
    let mut desk = Desk::new();
    let key = desk.word();
    complete(&mut desk, key);
    assert_eq!(desk.workspace.progress().open_edits, 0);
    desk.act(option(key, "kind", "grammar"));
    assert_eq!(desk.workspace.progress().open_edits, 1);
}

#[test]
fn what_was_not_read_counts_as_untouched() {
    let mut desk = Desk::new();
    assert_eq!(status(&desk, 1), InstanceStatus::Untouched);
    assert_eq!(desk.workspace.scan(1).scanned, 2);
    assert_eq!(status(&desk, 1), InstanceStatus::InProgress);
    assert_eq!(desk.workspace.progress().bookmarks, 0);
    desk.workspace.scan(10);
    assert_eq!(desk.workspace.progress().bookmarks, 1);
    assert_eq!(desk.workspace.overview().status(99), InstanceStatus::Untouched);
}

#[test]
fn problems_of_the_data_count_once_in_whatever_order_they_are_found() {
    let count = |looks: &[usize]| {
        let mut desk = Desk::new();
        for &at in looks {
            desk.act(Command::GoTo(at));
        }
        desk.workspace.scan(1);
        desk.act(Command::GoTo(1));
        desk.workspace.scan(9);
        (desk.workspace.overview().problem_count(), desk.workspace.overview().problems().len())
    };
    let expected = count(&[]);
    assert!(expected.0 > 0, "an unknown category and an id that is no number");
    for looks in [&[1][..], &[2, 1, 0], &[2], &[1, 1, 2, 0, 1]] {
        assert_eq!(count(looks), expected, "{looks:?}");
    }
}

#[test]
fn the_next_one_is_looked_for_all_the_way_round() {
    let mut desk = Desk::at(3);
    desk.workspace.scan(9);
    desk.act(Command::SetDone(true));
    desk.act(Command::GoTo(0));
    let unfinished = |desk: &Desk, from| desk.workspace.overview().next_unfinished(from);
    assert_eq!((unfinished(&desk, 0), unfinished(&desk, 2)), (Some(1), Some(0)));
    desk.act(Command::SetDone(true));
    assert_eq!(unfinished(&desk, 2), Some(1));
    desk.act(Command::GoTo(2));
    desk.act(Command::SetDone(true));
    assert_eq!((unfinished(&desk, 1), unfinished(&desk, 2)), (Some(1), Some(1)), "itself at last");
    desk.act(Command::GoTo(1));
    desk.act(Command::Clear);
    desk.act(Command::SetDone(true));
    assert_eq!(unfinished(&desk, 1), None);
    assert_eq!(desk.workspace.overview().next_bookmark(2), Some(2));
    assert_eq!(desk.workspace.overview().next_bookmark(0), Some(2));
}

#[test]
fn what_came_annotated_is_told_from_what_is_under_way() {
    let edits = [
        r#"{"category": "cut", "id": 1, "input_idx": [[0, 1]]}"#,
        r#"{"category": "cut", "id": 1, "input_idx": [[0, 1]]}"#,
        r#"{"category": "word", "id": 1, "output_idx": [[0, 1]]}"#,
        "",
    ];
    let data = edits
        .map(|edit| format!("{{\"source\": \"a\", \"target\": \"b\", \"edits\": [{edit}]}}\n"));
    let mut desk = Desk::with(Workspace::new(template(), dataset(&data.concat())));
    desk.workspace.scan(data.len());
    let figures = |desk: &Desk| {
        let progress = desk.workspace.progress();
        (progress.came_annotated, progress.in_progress, progress.all_done())
    };
    assert_eq!(figures(&desk), (2, 3, 0), "an open question is something under way");
    desk.act(Command::SetDone(true));
    assert_eq!(figures(&desk), (1, 2, 1));
    desk.act(Command::SetDone(false));
    assert_eq!(figures(&desk), (1, 3, 0), "this one is being looked at");
    assert!(desk.workspace.overview().summary(1).came_annotated());
    assert_eq!(desk.workspace.overview().next_unfinished(0), Some(1), "nobody said it is done");
}

// Thresh 11.28: the overview of instances overflows
#[test]
fn a_strip_has_as_many_cells_as_there_is_room_for() {
    let data: String = (0..10).map(|_| "{\"target\": \"a\"}\n").collect();
    let mut desk = Desk::with(Workspace::new(template(), dataset(&data)));
    for at in [0, 1, 2, 9] {
        desk.act(Command::GoTo(at));
        desk.act(Command::SetDone(true));
    }
    let overview = desk.workspace.overview();
    for (cells, length) in [(0, 0), (1, 1), (3, 3), (7, 7), (10, 10), (99, 10)] {
        assert_eq!(overview.strip(cells).len(), length, "{cells} cells");
    }
    let strip = overview.strip(3);
    let counts: Vec<_> = strip.iter().map(|cell| (cell.instances.clone(), cell.done)).collect();
    assert_eq!(counts, [(0..3, 3), (3..6, 0), (6..10, 1)]);
    assert_eq!(overview.first_unfinished(0..3), 0, "all are done");
    assert_eq!(overview.first_unfinished(2..6), 3);
}

/// All figures, counted anew from the instances.
fn recount(workspace: &Workspace) -> WorkProgress {
    let template = workspace.template();
    let mut progress = WorkProgress { total: workspace.len(), ..WorkProgress::default() };
    for at in 0..workspace.len() {
        let pristine = workspace.changed().all(|changed| changed != at);
        let summary =
            InstanceSummary::of(&workspace.instance(at), &template.typology, &template.settings);
        let summary = InstanceSummary { pristine, ..summary };
        progress.came_annotated += usize::from(summary.came_annotated());
        progress.open_edits += summary.open as usize;
        progress.bookmarks += usize::from(summary.bookmark);
        match summary.status() {
            InstanceStatus::Untouched => {}
            InstanceStatus::InProgress => progress.in_progress += 1,
            InstanceStatus::Done => progress.done += 1,
            InstanceStatus::DoneNoErrors => progress.done_no_errors += 1,
        }
    }
    progress
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn figures_equal_a_recount(moves in moves(1..60), scans in prop::collection::vec(0..3_usize, 60)) {
        let mut desk = Desk::new();
        for ((ms, step), scan) in moves.iter().zip(scans) {
            desk.try_move(*ms, step);
            desk.workspace.scan(scan);
        }
        desk.workspace.scan(INSTANCES);
        prop_assert_eq!(desk.workspace.progress(), recount(&desk.workspace));
    }
}
