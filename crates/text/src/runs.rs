//! Overlapping spans as flat runs, ready to be drawn one after the other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::{Span, Text, Utf16};
use spanwise_limits::MOST_MARKS_ON_A_PLACE;

/// A span to be drawn, identified by its index in the list handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The span; empty for an insertion point.
    pub span: Span,
    /// The rank among marks of the same length: those of lower rank lie nearer to the text.
    pub rank: u32,
}

/// The arrangement of a text and its marks for drawing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// The text from its start to its end, cut wherever a mark starts, ends, or is inserted.
    pub runs: Vec<Run>,
    /// The marks with an empty span, by offset, then by lane.
    pub points: Vec<Point>,
}

/// A part of the text under the same marks throughout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The span; never empty.
    pub span: Span,
    /// The marks that lie on it, by lane; at most [`MOST_MARKS_ON_A_PLACE`], those nearest to the text. Empty in the
    /// gaps between marks.
    pub cover: Vec<Cover>,
}

/// A mark on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cover {
    /// Index of the mark.
    pub mark: usize,
    /// Distance from the text, 0 being the nearest.
    pub lane: u8,
    /// `true` if the mark starts with this run.
    pub starts: bool,
    /// `true` if the mark ends with this run.
    pub ends: bool,
}

/// A mark between two characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The offset.
    pub at: Utf16,
    /// Index of the mark.
    pub mark: usize,
    /// Distance from the text, 0 being the nearest.
    pub lane: u8,
}

/// A mark cut to the text.
#[derive(Debug, Clone, Copy)]
struct Placed {
    span: Span,
    mark: usize,
    lane: u8,
}

/// Lays out marks over a text of `len` code units. Marks are cut to the text; those wholly outside are left out.
///
/// A mark keeps one lane throughout. Marks that overlap lie in different lanes, a mark nearer to the text than those
/// around it; marks that only touch may share one. The lane of a mark depends on no mark that is not connected with it
/// by overlaps. More than 256 marks on one place share the last lane.
///
/// Takes O(n · lanes · log n) for n marks, besides the output.
#[must_use]
pub fn layout(len: Utf16, marks: &[Mark]) -> Layout {
    let mut placed = place(len, marks);
    placed.sort_unstable_by_key(|placed| (placed.span.start(), placed.lane, placed.mark));
    let (points, spans): (Vec<_>, Vec<_>) =
        placed.into_iter().partition(|placed| placed.span.is_empty());
    let points: Vec<Point> = points
        .into_iter()
        .map(|Placed { span, mark, lane }| Point { at: span.start(), mark, lane })
        .collect();
    Layout { runs: sweep(&cuts(len, &spans, &points), &spans), points }
}

/// The marks that contain an offset, the shortest first, of equally long ones the later first. Insertion points contain
/// the offset at which they are.
#[must_use]
pub fn covering(marks: &[Mark], at: Utf16) -> Vec<usize> {
    let contains = |span: Span| span.start() == at || span.start() < at && at < span.end();
    let mut found: Vec<_> = marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| contains(mark.span))
        .map(|(i, mark)| (mark.span.len(), Reverse(i)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, Reverse(i))| i).collect()
}

/// The text cut after each newline, without rest. A newline at the very end opens no further line.
#[must_use]
pub fn lines(text: &Text) -> Vec<Span> {
    let mut start = 0;
    let line = |line: &str| {
        let end = start + line.len();
        text.span_of(std::mem::replace(&mut start, end)..end)
    };
    text.as_str().split_inclusive('\n').map(line).collect()
}

/// Cuts marks to the text and gives each the lane nearest to the text that is free, the shortest first.
fn place(len: Utf16, marks: &[Mark]) -> Vec<Placed> {
    let mut order: Vec<_> = marks
        .iter()
        .enumerate()
        .filter_map(|(mark, &Mark { span, rank })| Some((cut(span, len)?, rank, mark)))
        .collect();
    order.sort_unstable_by_key(|&(span, rank, mark)| (span.len(), rank, mark));
    let mut lanes = Lanes::default();
    order.into_iter().map(|(span, _, mark)| Placed { span, mark, lane: lanes.take(span) }).collect()
}

/// The part of a span within the text.
fn cut(span: Span, len: Utf16) -> Option<Span> {
    let inside = span.start() < len || span.is_empty() && span.start() == len;
    inside.then(|| Span::between(span.start(), span.end().min(len)))
}

/// The extents in each lane, which do not overlap: their last place by their first.
#[derive(Default)]
struct Lanes(Vec<BTreeMap<u64, u64>>);

impl Lanes {
    /// Puts a span into the first lane where it has room.
    fn take(&mut self, span: Span) -> u8 {
        let (first, last) = extent(span);
        let free = |lane: &BTreeMap<u64, u64>| {
            lane.range(..=last).next_back().is_none_or(|(_, &end)| end < first)
        };
        let index = self.0.iter().position(free).unwrap_or(self.0.len());
        let Ok(lane) = u8::try_from(index) else { return u8::MAX };
        if index == self.0.len() {
            self.0.push(BTreeMap::default());
        }
        if let Some(taken) = self.0.get_mut(index) {
            taken.insert(first, last);
        }
        lane
    }
}

/// First and last place of a span, counting the places between characters (even) and the characters (odd). Spans that
/// touch have no place in common; a point has one in common with the spans around it.
fn extent(span: Span) -> (u64, u64) {
    let (start, end) = (2 * u64::from(span.start().0), 2 * u64::from(span.end().0));
    if span.is_empty() { (start, start) } else { (start + 1, end - 1) }
}

/// The offsets between runs, with both ends of the text.
fn cuts(len: Utf16, spans: &[Placed], points: &[Point]) -> Vec<Utf16> {
    let ends = spans.iter().flat_map(|placed| [placed.span.start(), placed.span.end()]);
    let mut cuts: Vec<_> = [Utf16(0), len]
        .into_iter()
        .chain(ends)
        .chain(points.iter().map(|point| point.at))
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Runs between neighbouring cuts. `spans` come by their start.
fn sweep(cuts: &[Utf16], spans: &[Placed]) -> Vec<Run> {
    let mut coming = spans.iter().copied().peekable();
    // The open marks by lane and index, and their ends in order.
    let mut open: BTreeMap<(u8, usize), Placed> = BTreeMap::new();
    let mut ends: BinaryHeap<Reverse<(Utf16, u8, usize)>> = BinaryHeap::new();
    let between = cuts.iter().zip(cuts.iter().skip(1));
    between
        .map(|(&start, &end)| {
            while let Some(Reverse((last, lane, mark))) = ends.peek()
                && *last <= start
            {
                open.remove(&(*lane, *mark));
                ends.pop();
            }
            while let Some(placed) = coming.next_if(|placed| placed.span.start() <= start) {
                ends.push(Reverse((placed.span.end(), placed.lane, placed.mark)));
                open.insert((placed.lane, placed.mark), placed);
            }
            let span = Span::between(start, end);
            let nearest = open.values().take(MOST_MARKS_ON_A_PLACE);
            Run { span, cover: nearest.map(|placed| placed.cover(span)).collect() }
        })
        .collect()
}

impl Placed {
    fn cover(self, run: Span) -> Cover {
        Cover {
            mark: self.mark,
            lane: self.lane,
            starts: self.span.start() == run.start(),
            ends: self.span.end() == run.end(),
        }
    }
}
