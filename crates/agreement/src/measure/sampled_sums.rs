//! Totals of samples: sums over items of draw counts times numbers, of [`BLOCK`] samples at once.
//!
//! Most numbers are whole and small. A whole number is a sum of powers of two, so that its column needs no products: for each
//! power, the draw counts of the items that have it are added up, in bytes, of which a processor adds most at once.

use super::drawn_samples::{BLOCK, SampleBlock};
use super::item_sums::{DistinctColumn, ItemSums};

/// Sums by item, prepared for samples: equal columns once.
pub(super) struct SampledSums {
    items: f64,
    columns: Vec<SampledColumn>,
    /// By column of the sums: its position in `columns`; `None` for ones.
    places: Vec<Option<usize>>,
}

/// A column, prepared for samples.
enum SampledColumn {
    /// Whole numbers, none negative, whose totals are exact in 32 bits.
    Whole(Vec<BitPlane>),
    /// Any other numbers, added in the order of the items.
    Real(Vec<(usize, f64)>),
    /// The same, of numbers that count with the square of how often their item is drawn.
    Squared(Vec<(usize, f64)>),
}

/// The items whose numbers have a power of two.
struct BitPlane {
    exponent: u32,
    items: Vec<usize>,
}

/// The totals of the columns of [`SampledSums`] in the samples of a block.
#[derive(Default)]
pub(super) struct BlockTotals(Vec<[f64; BLOCK]>);

impl SampledSums {
    pub(super) fn of(sums: &ItemSums) -> Self {
        let (distinct, places) = sums.distinct_columns();
        let items = sums.items() as f64;
        let columns = distinct.into_iter().map(|column| SampledColumn::of(column, items)).collect();
        SampledSums { items, columns, places }
    }

    /// Computes the totals of all samples of a block.
    pub(super) fn add_up(&self, block: &SampleBlock, totals: &mut BlockTotals) {
        totals.0.clear();
        totals.0.extend(self.columns.iter().map(|column| match column {
            SampledColumn::Whole(planes) => whole_totals(planes, block),
            SampledColumn::Real(entries) => real_totals(entries, block, |times| times),
            SampledColumn::Squared(entries) => real_totals(entries, block, |times| times * times),
        }));
    }

    /// Copies the totals of one sample, by column.
    pub(super) fn read(&self, totals: &BlockTotals, sample: usize, into: &mut [f64]) {
        for (total, place) in into.iter_mut().zip(&self.places) {
            *total = place.map_or(self.items, |at| totals.0[at][sample]);
        }
    }
}

impl SampledColumn {
    fn of(DistinctColumn { entries, is_squared }: DistinctColumn, items: f64) -> Self {
        // In a sample, as many items are drawn as there are.
        let greatest = f64::from(u32::MAX) / items;
        let is_whole =
            |(_, number): &(usize, f64)| (0.0..=greatest).contains(number) && number.fract() == 0.0;
        match is_squared {
            true => SampledColumn::Squared(entries),
            false if entries.iter().all(is_whole) => SampledColumn::Whole(bit_planes(&entries)),
            false => SampledColumn::Real(entries),
        }
    }
}

/// Divides whole numbers into the powers of two of which they are the sums.
fn bit_planes(entries: &[(usize, f64)]) -> Vec<BitPlane> {
    let mut planes: Vec<BitPlane> = Vec::new();
    for (item, number) in entries {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it fits")]
        let mut bits = *number as u32;
        while bits != 0 {
            let exponent = bits.trailing_zeros();
            for exponent in (0..=exponent).skip(planes.len()) {
                planes.push(BitPlane { exponent, items: Vec::new() });
            }
            planes[exponent as usize].items.push(*item);
            bits &= bits - 1;
        }
    }
    planes.retain(|plane| !plane.items.is_empty());
    planes
}

fn whole_totals(planes: &[BitPlane], block: &SampleBlock) -> [f64; BLOCK] {
    let mut totals = [0_u32; BLOCK];
    // As many as a byte can hold the counts of.
    let at_once = usize::from(u8::MAX / block.most.max(1));
    for BitPlane { exponent, items } in planes {
        for items in items.chunks(at_once) {
            let mut counts = [0_u8; BLOCK];
            for item in items {
                let of_item = block.counts(*item);
                counts.iter_mut().zip(of_item).for_each(|(sum, count)| *sum += count);
            }
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += u32::from(count) << exponent;
            }
        }
    }
    totals.map(f64::from)
}

/// The number of samples whose totals of real numbers a processor holds at once.
const HELD: usize = 16;

/// `factor` is computed from how often an item is drawn.
fn real_totals(
    entries: &[(usize, f64)],
    block: &SampleBlock,
    factor: impl Fn(f64) -> f64,
) -> [f64; BLOCK] {
    let mut totals = [0.0; BLOCK];
    for (at, totals) in totals.as_chunks_mut::<HELD>().0.iter_mut().enumerate() {
        let mut held = [0.0; HELD];
        for (item, number) in entries {
            let counts = block.counts(*item).as_chunks::<HELD>().0[at];
            for (total, count) in held.iter_mut().zip(counts) {
                // By way of the shorter number, into which a processor converts several at once.
                *total += factor(f64::from(f32::from(count))) * number;
            }
        }
        *totals = held;
    }
    totals
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measure::Resampling;
    use crate::measure::drawn_samples::DrawnSamples;

    #[test]
    fn totals_may_exceed_a_byte() {
        let mut sums = ItemSums::new(1);
        (0..1000).for_each(|item| sums.add_row(item, [5.0]));
        let sampled = SampledSums::of(&sums);
        let (mut totals, mut found) = (BlockTotals::default(), [0.0]);
        let how = Resampling { samples: 70, seed: 1 };
        DrawnSamples::default().each_block(how, 1000, |block| {
            sampled.add_up(block, &mut totals);
            for sample in 0..block.samples {
                sampled.read(&totals, sample, &mut found);
                assert_eq!(found, [5000.0], "as many items are drawn as there are");
            }
        });
    }

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
