//! Worked examples of the papers that defined the measures.

use spanwise_agreement::measure::{
    AlphaMetric, Figure, KappaWeighting, cohen_kappa, fleiss_kappa, krippendorff_alpha,
};

type Rows = Vec<Vec<Option<usize>>>;

#[track_caller]
fn assert_is(figure: &Figure, expected: f64, by: f64) {
    let value = figure.value.expect("a value");
    assert!((value - expected).abs() < by, "{value} is not {expected}");
}

/// One line for each annotator, one character for each item; a dot where a value is missing.
fn ratings(annotators: &[&str]) -> Rows {
    let items = annotators.first().map_or(0, |line| line.len());
    let value = |line: &str, at: usize| {
        line.chars().nth(at)?.to_digit(10).and_then(|digit| usize::try_from(digit).ok())
    };
    (0..items).map(|at| annotators.iter().map(|line| value(line, at)).collect()).collect()
}

/// Ratings from the number of ratings of each value, by item.
fn counted(items: &[&[usize]]) -> Rows {
    let row = |counts: &&[usize]| {
        let values = counts.iter().enumerate();
        values.flat_map(|(value, count)| std::iter::repeat_n(Some(value), *count)).collect()
    };
    items.iter().map(row).collect()
}

/// Two annotators' ratings from a table of the frequency of each pair.
fn crossed(table: &[&[usize]]) -> Rows {
    let mut rows = Vec::new();
    for (a, counts) in table.iter().enumerate() {
        for (b, count) in counts.iter().enumerate() {
            rows.extend(std::iter::repeat_n(vec![Some(a), Some(b)], *count));
        }
    }
    rows
}

// Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section C
#[test]
fn alpha_of_four_observers_with_missing_values() {
    let rows = ratings(&["123321412...", "1233224125.3", ".3332342251.", "12332441251."]);
    let nominal = krippendorff_alpha(&rows, AlphaMetric::Nominal);
    assert!(rows.len() == 12 && nominal.n == 11 && nominal.skipped[0].n == 1);
    // The twelfth item has one value only.
    assert_is(&nominal, 0.743, 5e-4);
    assert_is(&krippendorff_alpha(&rows, AlphaMetric::Ordinal), 0.815, 5e-4);
}

// The same, section A: two observers, ten items, two values
#[test]
fn alpha_of_two_observers() {
    let rows = ratings(&["0100000010", "1110010000"]);
    assert_is(&krippendorff_alpha(&rows, AlphaMetric::Nominal), 0.095, 5e-4);
}

// Fleiss 1971, Table 1: thirty patients, six raters, five diagnoses
#[test]
fn kappa_of_six_raters() {
    let rows = counted(&[
        &[0, 0, 0, 6, 0],
        &[0, 3, 0, 0, 3],
        &[0, 1, 4, 0, 1],
        &[0, 0, 0, 0, 6],
        &[0, 3, 0, 3, 0],
        &[2, 0, 4, 0, 0],
        &[0, 0, 4, 0, 2],
        &[2, 0, 3, 1, 0],
        &[2, 0, 0, 4, 0],
        &[0, 0, 0, 0, 6],
        &[1, 0, 0, 5, 0],
        &[1, 1, 0, 4, 0],
        &[0, 3, 3, 0, 0],
        &[1, 0, 0, 5, 0],
        &[0, 2, 0, 3, 1],
        &[0, 0, 5, 0, 1],
        &[3, 0, 0, 1, 2],
        &[5, 1, 0, 0, 0],
        &[0, 2, 0, 4, 0],
        &[1, 0, 2, 0, 3],
        &[0, 0, 0, 0, 6],
        &[0, 1, 0, 5, 0],
        &[0, 2, 0, 1, 3],
        &[2, 0, 0, 4, 0],
        &[1, 0, 0, 4, 1],
        &[0, 5, 0, 1, 0],
        &[4, 0, 0, 0, 2],
        &[0, 2, 0, 4, 0],
        &[1, 0, 5, 0, 0],
        &[0, 0, 0, 0, 6],
    ]);
    let kappa = fleiss_kappa(&rows);
    assert_is(&kappa, 0.430, 5e-4);
    assert_eq!(kappa.n, 30);
}

#[test]
fn items_with_other_numbers_of_ratings_are_left_out() {
    let mut rows = counted(&[&[2, 1], &[3, 0], &[0, 3]]);
    let kappa = fleiss_kappa(&rows);
    rows.extend(counted(&[&[2, 0], &[1, 0], &[0, 0]]));
    let more = fleiss_kappa(&rows);
    assert_eq!((more.value, more.n, more.skipped[0].n), (kappa.value, 3, 3));
    // Equally many with two and with three ratings.
    rows.extend(counted(&[&[1, 1], &[1, 1]]));
    assert_eq!(fleiss_kappa(&rows).value, kappa.value);
    rows.extend(counted(&[&[0, 2]]));
    assert_eq!(fleiss_kappa(&rows).n, 4);
}

// Cohen 1960: 200 cases, observed .70, expected .41
#[test]
fn kappa_of_two_judges() {
    let rows = crossed(&[&[88, 14, 18], &[10, 40, 10], &[2, 6, 12]]);
    let kappa = |weighting| cohen_kappa(&rows, 0, 1, weighting);
    assert_is(&kappa(KappaWeighting::None), 0.492, 5e-4);
    // By hand, after Cohen 1968: 1 − .40/.76 and 1 − .60/1.10.
    assert_is(&kappa(KappaWeighting::Linear), 1.0 - 0.40 / 0.76, 1e-9);
    assert_is(&kappa(KappaWeighting::Quadratic), 1.0 - 0.60 / 1.10, 1e-9);
}

#[test]
fn what_only_one_judge_rated_is_left_out() {
    let mut rows = crossed(&[&[3, 1], &[1, 2]]);
    let kappa = cohen_kappa(&rows, 0, 1, KappaWeighting::None);
    rows.extend([vec![Some(0), None], vec![None, Some(1)], vec![None, None], vec![Some(1)]]);
    let more = cohen_kappa(&rows, 0, 1, KappaWeighting::None);
    assert_eq!((more.value, more.n, more.skipped[0].n), (kappa.value, 7, 4));
}

#[test]
fn without_variation_there_is_no_coefficient() {
    let cases: [Rows; 4] = [
        Vec::new(),
        vec![vec![None, None]],
        vec![vec![Some(1), None], vec![None, Some(2)]],
        vec![vec![Some(2), Some(2)], vec![Some(2), Some(2)]],
    ];
    for rows in cases {
        let mut figures = vec![
            krippendorff_alpha(&rows, AlphaMetric::Nominal),
            krippendorff_alpha(&rows, AlphaMetric::Ordinal),
        ];
        figures.push(fleiss_kappa(&rows));
        for weighting in [KappaWeighting::None, KappaWeighting::Linear, KappaWeighting::Quadratic] {
            figures.push(cohen_kappa(&rows, 0, 1, weighting));
        }
        assert!(figures.iter().all(|figure| figure.value.is_err()), "{rows:?}: {figures:?}");
    }
}
