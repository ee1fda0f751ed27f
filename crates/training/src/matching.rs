//! The largest matching of two lists, so that nobody loses a find by the order in which edits were made.

/// A one-to-one matching of `left` with `right` positions, which grows in rounds: a round keeps all positions matched that
/// were, and may match them otherwise only among its own pairs.
#[derive(Debug)]
pub(crate) struct Matching {
    /// The position on the right of each on the left.
    pub(crate) of_left: Vec<Option<usize>>,
    of_right: Vec<Option<usize>>,
}

impl Matching {
    pub(crate) fn new(left: usize, right: usize) -> Self {
        Matching { of_left: vec![None; left], of_right: vec![None; right] }
    }

    /// Positions on the right without a counterpart.
    pub(crate) fn unmatched_right(&self) -> impl Iterator<Item = usize> {
        let unmatched = self.of_right.iter().enumerate().filter(|(_, left)| left.is_none());
        unmatched.map(|(right, _)| right)
    }

    /// Matches as many as can be of the positions that are free so far, by the pairs that have a rank; among equally many,
    /// lower ranks are tried first. Returns the positions on the left that were matched.
    ///
    /// Kuhn's algorithm: from each free position along an augmenting path.
    pub(crate) fn extend(&mut self, rank: impl Fn(usize, usize) -> Option<u32>) -> Vec<usize> {
        let free_left = |matching: &Matching, left: usize| {
            matching.of_left.get(left).is_some_and(Option::is_none)
        };
        let lefts: Vec<usize> =
            (0..self.of_left.len()).filter(|left| free_left(self, *left)).collect();
        let rights: Vec<usize> = self.unmatched_right().collect();
        let neighbours = |left: usize| {
            let ranked = rights.iter().filter_map(|right| Some((rank(left, *right)?, *right)));
            let mut ranked: Vec<(u32, usize)> = ranked.collect();
            ranked.sort_unstable();
            ranked.into_iter().map(|(_, right)| right).collect()
        };
        let mut edges = vec![Vec::new(); self.of_left.len()];
        for left in &lefts {
            if let Some(of_left) = edges.get_mut(*left) {
                *of_left = neighbours(*left);
            }
        }
        for left in &lefts {
            let mut seen = vec![false; self.of_right.len()];
            self.augment(*left, &edges, &mut seen);
        }
        lefts.into_iter().filter(|left| !free_left(self, *left)).collect()
    }

    /// Finds a position for `left`, by moving others if need be. As deep as there are gold edits in a task.
    fn augment(&mut self, left: usize, edges: &[Vec<usize>], seen: &mut [bool]) -> bool {
        for right in edges.get(left).into_iter().flatten().copied() {
            let Some(seen_before) = seen.get_mut(right) else { continue };
            if std::mem::replace(seen_before, true) {
                continue;
            }
            let holder = self.of_right.get(right).copied().flatten();
            if holder.is_none_or(|holder| self.augment(holder, edges, seen)) {
                if let (Some(of_left), Some(of_right)) =
                    (self.of_left.get_mut(left), self.of_right.get_mut(right))
                {
                    (*of_left, *of_right) = (Some(right), Some(left));
                }
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_can_be_are_matched() {
        // The first on the left fits both, the second only the first on the right.
        let mut matching = Matching::new(2, 2);
        assert_eq!(matching.extend(|left, right| (left == 0 || right == 0).then_some(0)), [0, 1]);
        assert_eq!(matching.of_left, [Some(1), Some(0)]);
    }

    #[test]
    fn a_later_round_leaves_what_is_matched() {
        let mut matching = Matching::new(2, 2);
        assert_eq!(matching.extend(|left, right| (left == 1 && right == 0).then_some(0)), [1]);
        assert_eq!(matching.extend(|_, _| Some(0)), [0]);
        assert_eq!(matching.of_left, [Some(1), Some(0)]);
        let mut ranked = Matching::new(1, 3);
        ranked.extend(|_, right| [Some(2), Some(1), None].get(right).copied().flatten());
        assert_eq!(ranked.of_left, [Some(1)]);
        assert_eq!(Matching::new(0, 2).unmatched_right().count(), 2);
    }
}
