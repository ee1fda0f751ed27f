//! Layout of overlapping marks against looking at every offset.

use proptest::prelude::*;
use spanwise_limits::MOST_MARKS_ON_A_PLACE;
use spanwise_text::{
    Text, Utf16,
    runs::{Cover, Layout, Mark, covering, layout, lines},
};

use crate::samples::{span, text};

const LEN: u32 = 20;

fn mark(start: u32, end: u32) -> Mark {
    Mark { span: span(start, end), rank: 0 }
}

fn marks() -> impl Strategy<Value = Vec<Mark>> {
    let mark = (0..24_u32, 0..9_u32, 0..3_u32)
        .prop_map(|(at, len, rank)| Mark { span: span(at, at + len), rank });
    proptest::collection::vec(mark, 0..14)
}

/// The lane of each mark, if it is laid out.
fn lanes(layout: &Layout, count: usize) -> Vec<Option<u8>> {
    let mut lanes = vec![None; count];
    let covers =
        layout.runs.iter().flat_map(|run| &run.cover).map(|cover| (cover.mark, cover.lane));
    for (mark, lane) in covers.chain(layout.points.iter().map(|point| (point.mark, point.lane))) {
        assert!(lanes[mark].is_none_or(|other| other == lane), "mark {mark} changes its lane");
        lanes[mark] = Some(lane);
    }
    lanes
}

/// Runs in short: offsets, then mark@lane with brackets where it starts and ends.
fn show(layout: &Layout) -> String {
    let cover = |cover: &Cover| {
        let (open, close) =
            (if cover.starts { "(" } else { "" }, if cover.ends { ")" } else { "" });
        format!(" {open}{}@{}{close}", cover.mark, cover.lane)
    };
    let run = |run: &spanwise_text::runs::Run| {
        let covers: String = run.cover.iter().map(cover).collect();
        format!("{}-{}{covers}", run.span.start().0, run.span.end().0)
    };
    layout.runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

// Thresh 11.1: overlapping or touching spans blank or falsify the text
#[test]
fn marks_become_runs() {
    let table: [(&[(u32, u32)], &str); 9] = [
        (&[], "0-20"),
        (&[(2, 5)], "0-2, 2-5 (0@0), 5-20"),
        (&[(2, 5), (5, 9)], "0-2, 2-5 (0@0), 5-9 (1@0), 9-20"),
        (&[(2, 8), (4, 6)], "0-2, 2-4 (0@1, 4-6 (1@0) 0@1, 6-8 0@1), 8-20"),
        (&[(0, 8), (4, 20)], "0-4 (0@0, 4-8 0@0) (1@1, 8-20 1@1)"),
        (&[(2, 6), (2, 6)], "0-2, 2-6 (0@0) (1@1), 6-20"),
        (
            &[(2, 6), (4, 8), (12, 14)],
            "0-2, 2-4 (0@0, 4-6 0@0) (1@1, 6-8 1@1), 8-12, 12-14 (2@0), 14-20",
        ),
        (
            &[(2, 10), (3, 8), (4, 6)],
            "0-2, 2-3 (0@2, 3-4 (1@1 0@2, 4-6 (2@0) 1@1 0@2, 6-8 1@1) 0@2, 8-10 0@2), 10-20",
        ),
        (&[(15, 99), (20, 30), (21, 21)], "0-15, 15-20 (0@0)"),
    ];
    for (spans, expected) in table {
        let marks: Vec<_> = spans.iter().map(|&(start, end)| mark(start, end)).collect();
        assert_eq!(show(&layout(Utf16(LEN), &marks)), expected, "{spans:?}");
    }
}

#[test]
fn points_lie_under_what_surrounds_them() {
    let marks = [mark(2, 8), mark(5, 5), mark(5, 5), mark(8, 8), mark(20, 20)];
    let layout = layout(Utf16(LEN), &marks);
    let points: Vec<_> =
        layout.points.iter().map(|point| (point.at.0, point.mark, point.lane)).collect();
    assert_eq!(points, [(5, 1, 0), (5, 2, 1), (8, 3, 0), (20, 4, 0)]);
    assert_eq!(show(&layout), "0-2, 2-5 (0@2, 5-8 0@2), 8-20");
}

#[test]
fn of_equally_long_marks_the_lower_rank_is_nearer() {
    let marks = [Mark { span: span(2, 6), rank: 7 }, Mark { span: span(2, 6), rank: 3 }];
    assert_eq!(lanes(&layout(Utf16(LEN), &marks), 2), [Some(1), Some(0)]);
}

#[test]
fn an_empty_text_has_points_only() {
    let layout = layout(Utf16(0), &[mark(0, 0), mark(0, 4)]);
    assert_eq!((layout.runs.len(), layout.points.len()), (0, 1));
}

#[test]
fn of_more_marks_than_are_drawn_on_a_place_the_nearest_are() {
    let mut marks = vec![mark(2, 6); 300];
    marks.push(mark(1, 8));
    let layout = layout(Utf16(LEN), &marks);
    let covers =
        |run: usize| -> Vec<u8> { layout.runs[run].cover.iter().map(|cover| cover.lane).collect() };
    let nearest: Vec<u8> = (0..=u8::MAX).take(MOST_MARKS_ON_A_PLACE).collect();
    assert_eq!(covers(2), nearest);
    assert_eq!((covers(1), covers(3)), (vec![255], vec![255]), "beside them, the outermost is");
}

#[test]
fn the_shortest_mark_comes_first() {
    let marks = [mark(0, 10), mark(2, 5), mark(4, 4), mark(3, 6), mark(4, 4), mark(5, 9)];
    assert_eq!(covering(&marks, Utf16(4)), [4, 2, 3, 1, 0]);
    assert_eq!(covering(&marks, Utf16(5)), [3, 5, 0]);
    assert_eq!(covering(&marks, Utf16(10)), [] as [usize; 0]);
}

#[test]
fn lines_end_with_their_newline() {
    let cut = |string: &str| {
        let text = Text::from(string);
        lines(&text).into_iter().map(|line| text.slice(line).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(cut(""), [] as [&str; 0]);
    assert_eq!(cut("one"), ["one"]);
    assert_eq!(cut("one\r\n\n😀 two\n"), ["one\r\n", "\n", "😀 two\n"]);
}

proptest! {
    #[test]
    fn runs_tell_what_lies_where(marks in marks()) {
        let layout = layout(Utf16(LEN), &marks);
        let mut at = 0;
        for run in &layout.runs {
            prop_assert_eq!(run.span.start().0, at);
            prop_assert!(!run.span.is_empty());
            for inside in at..run.span.end().0 {
                let mut covered: Vec<_> = run.cover.iter().map(|cover| cover.mark).collect();
                covered.sort_unstable();
                let expected: Vec<_> = (0..marks.len())
                    .filter(|&i| marks[i].span.start().0 <= inside && inside < marks[i].span.end().0)
                    .collect();
                prop_assert_eq!(covered, expected);
            }
            prop_assert!(run.cover.windows(2).all(|pair| pair[0].lane < pair[1].lane));
            for cover in &run.cover {
                let span = marks[cover.mark].span;
                prop_assert_eq!(cover.starts, span.start() == run.span.start());
                prop_assert_eq!(cover.ends, span.end().0.min(LEN) == run.span.end().0);
            }
            prop_assert!(layout.points.iter().all(|point| point.at <= run.span.start() || run.span.end() <= point.at));
            at = run.span.end().0;
        }
        prop_assert_eq!(at, LEN);
        let points = marks.iter().filter(|mark| mark.span.is_empty() && mark.span.start().0 <= LEN).count();
        prop_assert_eq!(layout.points.len(), points);
        prop_assert!(layout.points.iter().all(|point| marks[point.mark].span == span(point.at.0, point.at.0)));
        prop_assert!(layout.points.is_sorted_by_key(|point| (point.at, point.lane)));
    }

    #[test]
    fn lanes_hold_no_overlaps_and_nest_outwards(marks in marks()) {
        let lanes = lanes(&layout(Utf16(LEN), &marks), marks.len());
        let cut = |mark: &Mark| (mark.span.start().0, mark.span.end().0.min(LEN));
        let laid: Vec<_> = marks.iter().zip(lanes).filter_map(|(mark, lane)| Some((cut(mark), lane?))).collect();
        for (i, &((a, b), lane)) in laid.iter().enumerate() {
            for &((c, d), other) in &laid[..i] {
                // Overlap: a common character, a point within, or two points at one place.
                let overlap = a.max(c) < b.min(d) || a == b && c < a && a < d || c == d && a < c && c < b
                    || (a, b) == (c, d);
                prop_assert!(!overlap || lane != other);
                let within = overlap && (a <= c && d <= b) && (a, b) != (c, d);
                prop_assert!(!within || other < lane);
                let around = overlap && (c <= a && b <= d) && (a, b) != (c, d);
                prop_assert!(!around || lane < other);
            }
        }
    }

    #[test]
    fn marks_elsewhere_leave_lanes_alone(left in marks(), right in marks(), before in any::<bool>()) {
        let moved = |mark: &Mark| Mark { span: span(mark.span.start().0 + 40, mark.span.end().0 + 40), ..*mark };
        let right: Vec<_> = right.iter().map(moved).collect();
        let alone = lanes(&layout(Utf16(80), &left), left.len());
        let all = if before { [right.clone(), left.clone()] } else { [left.clone(), right.clone()] }.concat();
        let from = if before { right.len() } else { 0 };
        let together = lanes(&layout(Utf16(80), &all), all.len());
        prop_assert_eq!(&together[from..from + left.len()], alone);
    }

    #[test]
    fn covering_finds_each_mark_at_an_offset(marks in marks(), at in 0..30_u32) {
        let found = covering(&marks, Utf16(at));
        let contains = |mark: &Mark| mark.span == span(at, at) || (mark.span.start().0..mark.span.end().0).contains(&at);
        prop_assert_eq!(found.len(), marks.iter().filter(|mark| contains(mark)).count());
        prop_assert!(found.iter().all(|&i| contains(&marks[i])));
        let order = |&i: &usize| (marks[i].span.len(), std::cmp::Reverse(i));
        prop_assert!(found.is_sorted_by_key(order));
    }

    #[test]
    fn lines_tile_the_text(string in text()) {
        let text = Text::from(string.as_str());
        let lines = lines(&text);
        let joined: String = lines.iter().map(|line| text.slice(*line)).collect();
        prop_assert_eq!(&joined, &string);
        prop_assert!(lines.iter().all(|line| !text.slice(*line).trim_end_matches('\n').contains('\n')));
        prop_assert_eq!(lines.len(), string.split_inclusive('\n').count());
    }
}
