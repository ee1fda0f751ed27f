//! Annotators whose figure lies far from those of the others.

/// The rule by which [`outliers`] finds them, in words that can stand in a paper.
pub const OUTLIERS: &str = "an outlier is more than 3.5 times the median absolute deviation of the other annotators, \
                            divided by 0.6745, away from their median (Iglewicz and Hoaglin 1993)";

/// The least number of others from which a distribution can be told.
const FEWEST_OTHERS: usize = 4;

/// By number: whether it lies far from the others, by their median and median absolute deviation (Iglewicz and Hoaglin
/// 1993, *How to detect and handle outliers*). An annotator is not among those with whom they are compared, so that few
/// annotators hide nobody. Numbers that are undefined, that have fewer than four others, or whose others have no deviation
/// are no outliers.
#[must_use]
pub fn outliers(values: &[Option<f64>]) -> Vec<bool> {
    let is_outlier = |(at, value): (usize, &Option<f64>)| {
        let Some(value) = value else { return false };
        let others = values.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<f64> = others.filter_map(|(_, other)| *other).collect();
        if others.len() < FEWEST_OTHERS {
            return false;
        }
        let Some(middle) = median(others.clone()) else { return false };
        let deviations = others.iter().map(|other| (other - middle).abs()).collect();
        let deviation = median(deviations).filter(|deviation| *deviation > 0.0);
        deviation.is_some_and(|deviation| 0.6745 * (value - middle).abs() / deviation > 3.5)
    };
    values.iter().enumerate().map(is_outlier).collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = values.get(middle).copied()?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    Some(f64::midpoint(values.get(middle.checked_sub(1)?).copied()?, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outliers_are_far_from_the_others() {
        let marked = |values: &[f64]| {
            let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
            let found = outliers(&values);
            (0..found.len()).filter(|at| found[*at]).collect::<Vec<usize>>()
        };
        assert_eq!(marked(&[1.0, 1.1, 0.9, 1.2, 6.0]), [4]);
        // Median 1.05, deviations .05 .05 .15 .15: their median is .1, and 3.5 · .1 ÷ .6745 is .519.
        assert_eq!(marked(&[1.0, 1.1, 0.9, 1.2, 1.56]), Vec::<usize>::new());
        assert_eq!(marked(&[1.0, 1.1, 0.9, 1.2, 1.58]), [4]);
        // Too few others, and others without deviation.
        assert_eq!(marked(&[1.0, 1.1, 0.9, 6.0]), Vec::<usize>::new());
        assert_eq!(marked(&[1.0, 1.0, 1.0, 1.0, 6.0]), Vec::<usize>::new());
        assert_eq!(outliers(&[None, None]), [false, false]);
    }
}
