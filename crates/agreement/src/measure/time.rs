//! Time per item and per edit, as files from works with an event log have it (`_spanwise.times`, defined in
//! [`WorkTimes`](spanwise_annotation::event_log::WorkTimes)).

use super::bootstrap::Bootstrap;
use super::figure::{Figure, median};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The times of one annotator on one item.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemTimes {
    /// Position in [`AnnotationStudy::items`](super::AnnotationStudy::items).
    pub item: usize,
    /// Seconds for which the item was shown.
    pub seconds: f64,
    /// The edits that have a time: the position of the category in
    /// [`AnnotationStudy::categories`](super::AnnotationStudy::categories), and seconds.
    pub edits: Vec<(usize, f64)>,
}

/// Figures of times, in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeFigures {
    /// The arithmetic mean.
    pub mean: Figure,
    /// The median: of an even number of times, the mean of the middle two. It is not additive over items, and has no
    /// interval.
    pub median: Figure,
}

/// The time per item. Items without a time are left out.
#[must_use]
pub fn time_per_item(times: &[ItemTimes], bootstrap: &Bootstrap) -> TimeFigures {
    let seconds = times.iter().map(|of| (of.item, of.seconds)).collect();
    figures(
        "seconds per item, from the event log; pauses count 2 minutes; n: items × annotators",
        seconds,
        bootstrap,
    )
}

/// The time per edit, of all categories or of one. Edits without a time are left out.
#[must_use]
pub fn time_per_edit(
    times: &[ItemTimes],
    category: Option<usize>,
    bootstrap: &Bootstrap,
) -> TimeFigures {
    let is_wanted = |of: usize| category.is_none_or(|wanted| wanted == of);
    let of_item = |of: &'_ ItemTimes| {
        let wanted = of.edits.iter().filter(|(category, _)| is_wanted(*category));
        wanted.map(|(_, seconds)| (of.item, *seconds)).collect::<Vec<_>>()
    };
    let seconds = times.iter().flat_map(of_item).collect();
    figures(
        "seconds per edit, from the event log; pauses count 2 minutes; n: edits with a time",
        seconds,
        bootstrap,
    )
}

fn figures(
    convention: &'static str,
    mut seconds: Vec<(usize, f64)>,
    bootstrap: &Bootstrap,
) -> TimeFigures {
    seconds.sort_by_key(|(item, _)| *item);
    let mut sums = ItemSums::new(2);
    seconds.iter().for_each(|(item, seconds)| sums.add_row(*item, [*seconds, 1.0]));
    let n = seconds.len();
    let mean = bootstrap.mean(convention, n, &sums, Undefined::NoTimes);
    let median =
        median(seconds.into_iter().map(|(_, seconds)| seconds).collect(), Undefined::NoTimes);
    TimeFigures { mean, median: Figure::new(convention, median, n) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times() -> Vec<ItemTimes> {
        vec![
            ItemTimes { item: 1, seconds: 30.0, edits: vec![(0, 4.0)] },
            // Of another annotator.
            ItemTimes { item: 0, seconds: 10.0, edits: vec![(0, 1.0), (1, 7.0)] },
            ItemTimes { item: 1, seconds: 80.0, edits: Vec::new() },
        ]
    }

    #[test]
    fn means_and_medians_are_over_items_of_annotators_and_over_edits() {
        let none = Bootstrap::default();
        let all = times();
        let cases = [
            (time_per_item(&all, &none), (3, Ok(40.0), Ok(30.0))),
            (time_per_edit(&all, None, &none), (3, Ok(4.0), Ok(4.0))),
            (time_per_edit(&all, Some(0), &none), (2, Ok(2.5), Ok(2.5))),
            (time_per_edit(&all, Some(1), &none), (1, Ok(7.0), Ok(7.0))),
            (
                time_per_edit(&all, Some(2), &none),
                (0, Err(Undefined::NoTimes), Err(Undefined::NoTimes)),
            ),
        ];
        for (figures, (n, mean, median)) in cases {
            assert_eq!((figures.mean.n, figures.mean.value), (n, mean));
            assert_eq!((figures.median.n, figures.median.value), (n, median));
        }
    }

    #[test]
    fn the_median_lies_in_the_middle() {
        for (values, expected) in [
            (vec![3.0], 3.0),
            (vec![4.0, 1.0], 2.5),
            (vec![9.0, 1.0, 2.0], 2.0),
            (vec![9.0, 1.0, 4.0, 2.0], 3.0),
        ] {
            assert_eq!(median(values.clone(), Undefined::NoTimes), Ok(expected), "{values:?}");
        }
    }
}
