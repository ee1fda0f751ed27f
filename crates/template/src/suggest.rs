//! Suggestions for misspelt words.

/// The maximal distance between a word and its suggestion.
const MAX_DISTANCE: usize = 2;
/// The maximal length of a word, in bytes: no known word is near a longer one.
const MAX_LENGTH: usize = 64;

/// The known word nearest to a misspelt one: with at most two letters added, left out, replaced or swapped, and fewer
/// than half of the letters. `None` if there is none. Case is ignored; `-`, `_` and space are equal.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let word = letters(word);
    let near = known.into_iter().filter_map(|candidate| {
        let letters = letters(candidate);
        if letters.len().abs_diff(word.len()) > MAX_DISTANCE {
            return None;
        }
        let distance = distance(&word, &letters);
        let allowed = distance <= MAX_DISTANCE && 2 * distance < word.len().max(letters.len());
        (allowed || distance == 0).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Vec<char> {
    let joined = |c| if c == '-' || c == ' ' { '_' } else { c };
    word.chars().flat_map(char::to_lowercase).map(joined).collect()
}

/// The optimal string alignment distance: Damerau–Levenshtein with no letter changed twice.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous_a = None;
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        let mut previous_b = None;
        for (j, y) in b.iter().enumerate() {
            let at =
                |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&last, j) + usize::from(x != y);
            let mut best = replaced.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            if previous_a == Some(y) && previous_b == Some(x) {
                let swapped = j.checked_sub(1).map_or(usize::MAX, |j| at(&before_last, j) + 1);
                best = best.min(swapped);
            }
            row.push(best);
            previous_b = Some(y);
        }
        before_last = std::mem::replace(&mut last, row);
        previous_a = Some(x);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| distance(&letters(a), &letters(b));
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("split", "spilt"), 1);
        assert_eq!(distance("color", "colour"), 1);
        assert_eq!(distance("ca", "abc"), 3);
        assert_eq!(distance("Multi-Span", "multi_span"), 0);
    }

    #[test]
    fn only_what_is_near_is_suggested() {
        let known = ["name", "label", "enable_input", "enable_output"];
        assert_eq!(nearest("nmae", known), Some("name"));
        assert_eq!(nearest("enable-input", known), Some("enable_input"));
        assert_eq!(nearest("enable_inptu", known), Some("enable_input"));
        assert_eq!(nearest("xy", known), None);
        assert_eq!(nearest("game", known), Some("name"));
        assert_eq!(nearest("gamy", known), None);
        assert_eq!(nearest(&"a".repeat(1000), known), None);
    }
}
