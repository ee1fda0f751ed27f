//! Samples of items, drawn with replacement: their draw counts, and a cache of them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The greatest number of draw counts (items × samples) cached for further figures.
const MOST_KEPT: usize = 1 << 25;

/// The number of samples whose totals are computed side by side.
pub(super) const BLOCK: usize = 64;

/// The parameters of the bootstrap (Efron 1979), with a seed for reproducible figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// The number of samples drawn.
    pub samples: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Resampling { samples: 1000, seed: 42 }
    }
}

impl Resampling {
    /// Draws samples of `size` of `items` items with replacement, as positions; none if there are no items. They are
    /// the same on every machine.
    pub fn draw(self, items: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut positions = Positions::new(self, items);
        let samples = if items == 0 { 0 } else { self.samples };
        (0..samples).map(move |_| (0..size).map(|_| positions.next()).collect())
    }

    /// Draws samples of as many items as there are, in blocks.
    fn blocks(self, items: usize) -> impl Iterator<Item = SampleBlock> {
        let mut positions = Positions::new(self, items);
        let samples = if items == 0 { 0 } else { self.samples };
        let starts = (0..samples).step_by(BLOCK);
        starts.map(move |start| {
            let samples = BLOCK.min(samples - start);
            let mut counts = vec![0_u8; items * BLOCK];
            for sample in 0..samples {
                for _ in 0..items {
                    if let Some(count) = counts.get_mut(positions.next() * BLOCK + sample) {
                        *count = count.saturating_add(1);
                    }
                }
            }
            SampleBlock { samples, counts: DrawCounts::of(counts) }
        })
    }
}

/// Random positions of items.
struct Positions {
    random: Xoshiro256PlusPlus,
    /// Of 64 bits, since a `usize` of 32 bits would give other samples.
    items: u64,
}

impl Positions {
    fn new(how: Resampling, items: usize) -> Self {
        Positions { random: Xoshiro256PlusPlus::seed_from_u64(how.seed), items: items as u64 }
    }

    fn next(&mut self) -> usize {
        usize::try_from(self.random.random_range(0..self.items)).unwrap_or(0)
    }
}

/// The draw counts of some samples.
#[derive(Debug)]
pub(super) struct SampleBlock {
    /// The number of samples; at most [`BLOCK`].
    pub(super) samples: usize,
    counts: DrawCounts,
}

/// By item: the draw counts in each of [`BLOCK`] samples.
#[derive(Debug)]
enum DrawCounts {
    /// The counts of the first and of the second half of the samples in a byte, which suffices for nearly all samples.
    Halves(Box<[u8]>),
    Bytes(Box<[u8]>),
}

impl DrawCounts {
    fn of(counts: Vec<u8>) -> Self {
        if counts.iter().any(|count| *count > 0xf) {
            return DrawCounts::Bytes(counts.into());
        }
        let halves = counts.chunks_exact(BLOCK).flat_map(|of_item| {
            let (first, second) = of_item.split_at(BLOCK / 2);
            first.iter().zip(second).map(|(first, second)| first | second << 4)
        });
        DrawCounts::Halves(halves.collect())
    }
}

impl SampleBlock {
    /// The draw counts of an item, by sample.
    pub(super) fn times(&self, item: usize) -> [f64; BLOCK] {
        let mut times = [0.0; BLOCK];
        match &self.counts {
            DrawCounts::Bytes(counts) => {
                let counts = of_item::<BLOCK>(counts, item);
                times.iter_mut().zip(counts).for_each(|(times, count)| *times = f64::from(count));
            }
            DrawCounts::Halves(halves) => {
                let (first, second) = times.split_at_mut(BLOCK / 2);
                let halves = of_item::<{ BLOCK / 2 }>(halves, item);
                for ((first, second), both) in first.iter_mut().zip(second).zip(halves) {
                    (*first, *second) = (f64::from(both & 0xf), f64::from(both >> 4));
                }
            }
        }
        times
    }

    /// The same in lanes of 16 bits, to be read by [`SampleBlock::narrow_lane`].
    pub(super) fn narrow(&self, item: usize) -> [u64; BLOCK / 4] {
        let mut lanes = [0; BLOCK / 4];
        match &self.counts {
            DrawCounts::Bytes(counts) => {
                for (sample, count) in of_item::<BLOCK>(counts, item).into_iter().enumerate() {
                    let (word, lane) = narrow_place(sample);
                    lanes[word] |= u64::from(count) << (16 * lane);
                }
            }
            DrawCounts::Halves(halves) => {
                let halves = of_item::<{ BLOCK / 2 }>(halves, item);
                for (lanes, bytes) in lanes.chunks_exact_mut(4).zip(halves.chunks_exact(8)) {
                    let eight = <[u8; 8]>::try_from(bytes).map_or(0, u64::from_le_bytes);
                    for (shift, lanes) in [0, 4, 8, 12].into_iter().zip(lanes) {
                        *lanes = eight >> shift & 0x000f_000f_000f_000f;
                    }
                }
            }
        }
        lanes
    }

    /// The same in lanes of 32 bits, to be read by [`SampleBlock::wide_lane`].
    pub(super) fn wide(&self, item: usize) -> [u64; BLOCK / 2] {
        let mut lanes = [0; BLOCK / 2];
        for (lanes, narrow) in lanes.chunks_exact_mut(2).zip(self.narrow(item)) {
            for (shift, lanes) in [0, 16].into_iter().zip(lanes) {
                *lanes = narrow >> shift & 0x0000_ffff_0000_ffff;
            }
        }
        lanes
    }

    /// The number of a sample in lanes of 16 bits.
    pub(super) fn narrow_lane(lanes: &[u64; BLOCK / 4], sample: usize) -> u16 {
        let (word, lane) = narrow_place(sample);
        (lanes[word] >> (16 * lane) & 0xffff) as u16
    }

    /// The number of a sample in lanes of 32 bits.
    pub(super) fn wide_lane(lanes: &[u64; BLOCK / 2], sample: usize) -> u32 {
        let (word, lane) = narrow_place(sample);
        (lanes[2 * word + lane % 2] >> (32 * (lane / 2)) & 0xffff_ffff) as u32
    }
}

/// The counts of an item; zeros if it has none.
fn of_item<const N: usize>(counts: &[u8], item: usize) -> [u8; N] {
    counts.get(item * N..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N])
}

/// The word and the lane of 16 bits of a sample. Halves of bytes go there by shifts alone: the first and the second half of
/// the samples, by eight, those in even places and those in odd ones.
fn narrow_place(sample: usize) -> (usize, usize) {
    let (half, within) = (sample / (BLOCK / 2), sample % (BLOCK / 2));
    let (eight, byte) = (within / 8, within % 8);
    (4 * eight + 2 * (byte % 2) + half, byte / 2)
}

/// All samples of a number of items.
#[derive(Debug)]
struct AllSamples {
    how: Resampling,
    items: usize,
    blocks: OnceLock<Vec<SampleBlock>>,
}

impl AllSamples {
    fn counts(&self) -> usize {
        self.items.saturating_mul(self.how.samples)
    }
}

/// A cache of samples, shared by its clones: most figures of a study are over the same number of items.
#[derive(Debug, Clone, Default)]
pub struct DrawnSamples(Arc<Mutex<VecDeque<Arc<AllSamples>>>>);

impl DrawnSamples {
    /// Visits all samples of a number of items.
    pub(super) fn each_block(
        &self,
        how: Resampling,
        items: usize,
        mut visit: impl FnMut(&SampleBlock),
    ) {
        if items.saturating_mul(how.samples) > MOST_KEPT {
            return how.blocks(items).for_each(|block| visit(&block));
        }
        // Whoever needs the same samples meanwhile waits for them.
        let all = self.all(how, items);
        all.blocks.get_or_init(|| how.blocks(items).collect()).iter().for_each(visit);
    }

    /// The samples if they are known, or else room for them in place of those not used for longest.
    fn all(&self, how: Resampling, items: usize) -> Arc<AllSamples> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|all| all.how == how && all.items == items);
        let all = known
            .and_then(|at| kept.remove(at))
            .unwrap_or_else(|| Arc::new(AllSamples { how, items, blocks: OnceLock::new() }));
        kept.push_front(all.clone());
        let mut counts = 0_usize;
        kept.retain(|all| {
            counts = counts.saturating_add(all.counts());
            counts <= MOST_KEPT
        });
        all
    }
}
