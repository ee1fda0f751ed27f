//! Pearson's correlation between the numbers of spans that two annotators marked.

use std::collections::BTreeMap;

use super::examples::Examples;
use super::figure::Figure;
use super::study::Unit;

/// What spans are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counting {
    /// One number for each text: Kasner et al. (2025), equation 2 as printed.
    PerText,
    /// One number for each text and category: what reproduces the tables of that paper.
    PerTextAndCategory,
}

/// Pearson's ρ between the numbers of spans that two annotators marked. `categories` is how many there are in the study:
/// those that neither used in a text are zeros on both sides. Undefined for fewer than two pairs of numbers, and where
/// the numbers of one annotator are all the same. `n` is the number of pairs.
#[must_use]
pub fn count_correlation(examples: &Examples, categories: usize, counting: Counting) -> Figure {
    let (convention, per_text) = match counting {
        Counting::PerText => (
            "Pearson's correlation between the numbers of spans per text (Kasner et al. 2025, Eq. 2).",
            1,
        ),
        Counting::PerTextAndCategory => (
            "Pearson's correlation between the numbers of spans per text and category, over all pairs of a text and \
             a category.",
            categories,
        ),
    };
    let mut sums = Sums { n: examples.list.len() as i128 * per_text as i128, ..Sums::default() };
    for example in &examples.list {
        let mut counts: BTreeMap<usize, [i128; 2]> = BTreeMap::new();
        let mut count = |units: &[Unit], side: [i128; 2]| {
            for unit in units {
                let key = if counting == Counting::PerText { 0 } else { unit.category };
                let [x, y] = counts.entry(key).or_default();
                (*x, *y) = (*x + side[0], *y + side[1]);
            }
        };
        count(example.reference, [1, 0]);
        count(example.hypothesis, [0, 1]);
        counts.into_values().for_each(|[x, y]| sums.add(x, y));
    }
    let n = usize::try_from(sums.n).unwrap_or(usize::MAX);
    examples.without_missing(Figure::new(convention, sums.correlation(), n))
}

/// What the correlation of whole numbers is computed from, exactly. Pairs of zeros change nothing but `n`.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    n: i128,
    x: i128,
    y: i128,
    xx: i128,
    yy: i128,
    xy: i128,
}

impl Sums {
    fn add(&mut self, x: i128, y: i128) {
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    fn correlation(self) -> Result<f64, &'static str> {
        let Sums { n, x, y, xx, yy, xy } = self;
        if n < 2 {
            return Err("a correlation takes at least two pairs of numbers");
        }
        let (of_x, of_y, of_both) = (n * xx - x * x, n * yy - y * y, n * xy - x * y);
        if of_x == 0 || of_y == 0 {
            return Err("the numbers of one of the annotators are all the same");
        }
        let correlation = of_both as f64 / ((of_x as f64).sqrt() * (of_y as f64).sqrt());
        Ok(correlation.clamp(-1.0, 1.0))
    }
}
