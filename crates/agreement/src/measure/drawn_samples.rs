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
        starts.map(move |start| SampleBlock::draw(BLOCK.min(samples - start), &mut positions))
    }
}

/// Random positions of items.
struct Positions {
    random: Xoshiro256PlusPlus,
    /// Of 32 bits, so that samples are the same whatever the size of `usize`.
    items: u32,
}

impl Positions {
    fn new(how: Resampling, items: usize) -> Self {
        let items = u32::try_from(items).unwrap_or(u32::MAX);
        Positions { random: Xoshiro256PlusPlus::seed_from_u64(how.seed), items }
    }

    fn next(&mut self) -> usize {
        self.random.random_range(0..self.items) as usize
    }
}

/// The draw counts of some samples.
#[derive(Debug)]
pub(super) struct SampleBlock {
    /// The number of samples; at most [`BLOCK`].
    pub(super) samples: usize,
    /// By item: the draw counts in each of [`BLOCK`] samples.
    counts: Vec<[u8; BLOCK]>,
    /// The greatest draw count.
    pub(super) most: u8,
}

impl SampleBlock {
    /// Draws samples of as many items as there are. Not inlined, since a browser optimises a function between its calls.
    #[inline(never)]
    fn draw(samples: usize, positions: &mut Positions) -> Self {
        let items = positions.items as usize;
        let mut counts = vec![[0_u8; BLOCK]; items];
        for sample in 0..samples {
            for _ in 0..items {
                if let Some(of_item) = counts.get_mut(positions.next()) {
                    of_item[sample] = of_item[sample].saturating_add(1);
                }
            }
        }
        let most = counts.as_flattened().iter().copied().max().unwrap_or_default();
        SampleBlock { samples, counts, most }
    }

    /// The draw counts of an item, by sample; zeros if there is no such item.
    pub(super) fn counts(&self, item: usize) -> &[u8; BLOCK] {
        self.counts.get(item).unwrap_or(&[0; BLOCK])
    }
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
