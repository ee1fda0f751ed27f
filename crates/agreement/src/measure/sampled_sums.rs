//! Totals of samples: sums over items of draw counts times numbers, of [`BLOCK`] samples at once.
//!
//! Most numbers are whole and small. Their totals are exact in any arithmetic, and computed in the shortest in which they fit,
//! of which a processor adds up most at once.

use std::ops::{AddAssign, Mul};

use super::drawn_samples::{BLOCK, SampleBlock};
use super::item_sums::ItemSums;

/// The place of the total of a column.
#[derive(Debug, Clone, Copy)]
enum ColumnPlace {
    /// The number of items, in every sample.
    Ones,
    /// In numbers of 16 bits.
    Narrow(u32),
    /// In numbers of 32 bits.
    Wide(u32),
    /// In floating-point numbers, added in the order of the items.
    Real(u32),
    /// The same, of numbers that count with the square of how often their item is drawn.
    Squared(u32),
}

/// Sums by item, prepared for samples: equal columns once, each with the numbers that its totals need.
pub(super) struct SampledSums {
    items: f64,
    places: Vec<ColumnPlace>,
    narrow: SampledColumns,
    wide: SampledColumns,
    real: SampledColumns,
    squared: SampledColumns,
}

/// The numbers of some columns, in the order of the items. Items without numbers take no memory.
struct SampledColumns {
    width: u32,
    entries: Vec<ColumnEntry>,
}

/// A number of an item in a column; both by their positions.
struct ColumnEntry {
    item: u32,
    column: u32,
    number: f64,
}

/// The totals of the columns of [`SampledSums`] in the samples of a block.
#[derive(Default)]
pub(super) struct BlockTotals {
    narrow: Vec<[u16; BLOCK]>,
    wide: Vec<[u32; BLOCK]>,
    real: Vec<[f64; BLOCK]>,
    squared: Vec<[f64; BLOCK]>,
}

impl SampledSums {
    pub(super) fn of(sums: &ItemSums) -> Self {
        let (distinct, columns) = sums.distinct_columns();
        let items = sums.items() as f64;
        let mut widths = [0_u32; 4];
        let mut next = |kind: usize| {
            widths[kind] += 1;
            widths[kind] - 1
        };
        // In a sample, as many items are drawn as there are.
        let place = |(column, most): (usize, Option<f64>)| match most.map(|most| most * items) {
            _ if distinct.is_squared(column) => ColumnPlace::Squared(next(3)),
            Some(total) if total <= f64::from(u16::MAX) => ColumnPlace::Narrow(next(0)),
            Some(total) if total <= f64::from(u32::MAX) => ColumnPlace::Wide(next(1)),
            Some(_) | None => ColumnPlace::Real(next(2)),
        };
        let distinct_places: Vec<ColumnPlace> =
            greatest_whole_numbers(&distinct).into_iter().enumerate().map(place).collect();
        let of_width = |width| SampledColumns { width, entries: Vec::new() };
        let [mut narrow, mut wide, mut real, mut squared] = widths.map(of_width);
        for (item, row) in (0..).zip(distinct.rows()) {
            for (at, number) in row {
                let (columns, column) = match distinct_places.get(*at) {
                    Some(ColumnPlace::Narrow(at)) => (&mut narrow, *at),
                    Some(ColumnPlace::Wide(at)) => (&mut wide, *at),
                    Some(ColumnPlace::Real(at)) => (&mut real, *at),
                    Some(ColumnPlace::Squared(at)) => (&mut squared, *at),
                    Some(ColumnPlace::Ones) | None => continue,
                };
                columns.entries.push(ColumnEntry { item, column, number: *number });
            }
        }
        let place = |at: &Option<usize>| {
            at.and_then(|at| distinct_places.get(at).copied()).unwrap_or(ColumnPlace::Ones)
        };
        let places = columns.iter().map(place).collect();
        SampledSums { items, places, narrow, wide, real, squared }
    }

    /// Computes the totals of all samples of a block.
    pub(super) fn add_up(&self, block: &SampleBlock, totals: &mut BlockTotals) {
        let BlockTotals { narrow, wide, real, squared } = totals;
        add_up(&self.narrow, narrow, |item| block.times(item), whole);
        add_up(&self.wide, wide, |item| block.times(item), whole);
        // By way of the shorter numbers, into which a processor converts several at once.
        let times = |item| block.times::<f32>(item).map(f64::from);
        add_up(&self.real, real, times, |number| number);
        add_up(&self.squared, squared, |item| times(item).map(|n| n * n), |number| number);
    }

    /// Copies the totals of one sample, by column.
    pub(super) fn read(&self, totals: &BlockTotals, sample: usize, into: &mut [f64]) {
        let BlockTotals { narrow, wide, real, squared } = totals;
        for (total, place) in into.iter_mut().zip(&self.places) {
            *total = match *place {
                ColumnPlace::Ones => self.items,
                ColumnPlace::Narrow(at) => f64::from(narrow[at as usize][sample]),
                ColumnPlace::Wide(at) => f64::from(wide[at as usize][sample]),
                ColumnPlace::Real(at) => real[at as usize][sample],
                ColumnPlace::Squared(at) => squared[at as usize][sample],
            };
        }
    }
}

/// By column: the greatest number of an item; `None` if not all are whole and none negative.
fn greatest_whole_numbers(sums: &ItemSums) -> Vec<Option<f64>> {
    let mut greatest = vec![Some(0.0_f64); sums.width()];
    for row in sums.rows() {
        for (column, number) in row {
            let is_whole = *number >= 0.0 && number.fract() == 0.0;
            greatest[*column] =
                greatest[*column].filter(|_| is_whole).map(|most| most.max(*number));
        }
    }
    greatest
}

/// A number that is whole and small enough, as [`greatest_whole_numbers`] finds.
fn whole<T: TryFrom<u32> + Default>(number: f64) -> T {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
    let number = number as u32;
    T::try_from(number).unwrap_or_default()
}

/// Adds the numbers of all items, each times its draw counts.
fn add_up<T: Copy + Default + Mul<Output = T> + AddAssign>(
    columns: &SampledColumns,
    totals: &mut Vec<[T; BLOCK]>,
    times: impl Fn(usize) -> [T; BLOCK],
    number: impl Fn(f64) -> T,
) {
    totals.clear();
    totals.resize(columns.width as usize, [T::default(); BLOCK]);
    for row in columns.entries.chunk_by(|one, next| one.item == next.item) {
        let Some(first) = row.first() else { continue };
        let times = times(first.item as usize);
        for ColumnEntry { column, number: of_item, .. } in row {
            let number = number(*of_item);
            for (total, times) in totals[*column as usize].iter_mut().zip(&times) {
                *total += *times * number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure::Resampling;
    use crate::measure::drawn_samples::DrawnSamples;

    proptest! {
        #[test]
        fn totals_are_those_of_the_items_drawn(
            rows in prop::collection::vec(
                prop::collection::vec((0_usize..6, prop::sample::select(vec![1.0, 3.0, 0.5, -2.0, 900.0, 70_000.0, 1e12])), 0..6),
                1..40,
            ),
            samples in 1_usize..150,
            seed: u64,
        ) {
            let mut sums = ItemSums::new(7).squared(4).squared(5);
            for (item, row) in rows.iter().enumerate() {
                sums.add(item, row.iter().copied().chain([(6, 1.0)]));
            }
            let how = Resampling { samples, seed };
            let sampled = SampledSums::of(&sums);
            let (mut totals, mut found) = (BlockTotals::default(), Vec::new());
            DrawnSamples::default().each_block(how, rows.len(), |block| {
                sampled.add_up(block, &mut totals);
                for sample in 0..block.samples {
                    let mut of_sample = vec![0.0; 7];
                    sampled.read(&totals, sample, &mut of_sample);
                    found.push(of_sample);
                }
            });
            let expected = how.draw(rows.len(), rows.len()).map(|drawn| {
                let mut totals = vec![0.0; 7];
                let all: Vec<&[(usize, f64)]> = sums.rows().collect();
                for (item, row) in all.iter().enumerate() {
                    let times = drawn.iter().filter(|one| **one == item).count() as f64;
                    let times_of = |column| if column == 4 || column == 5 { times * times } else { times };
                    row.iter().for_each(|(column, number)| totals[*column] += times_of(*column) * number);
                }
                totals
            });
            prop_assert_eq!(found, expected.collect::<Vec<Vec<f64>>>());
        }
    }
}
