//! Texts as cells of tables that spreadsheets open.

use std::borrow::Cow;

/// The characters with which formulas begin, also those of full width, and those that programs skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A cell that spreadsheets do not execute: with an apostrophe before what they would take for a formula.
#[must_use]
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if is_formula(cell) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// The cell that was [`guarded`].
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

/// Returns `true` for what looks like a formula, also after apostrophes, so that these come back.
fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(FORMULA) && !is_number(cell)
}

/// Returns `true` for a number as JSON writes it.
#[must_use]
pub fn is_number(cell: &str) -> bool {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let parts = |text, separator: &[char]| match str::split_once(text, separator) {
        Some((first, second)) => (first, Some(second)),
        None => (text, None),
    };
    let (mantissa, exponent) = parts(cell.strip_prefix('-').unwrap_or(cell), &['e', 'E']);
    let (whole, fraction) = parts(mantissa, &['.']);
    are_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent
            .is_none_or(|digits| are_digits(digits.strip_prefix(['+', '-']).unwrap_or(digits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_guarded_and_come_back() {
        for (cell, expected) in [
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            ("+1", "'+1"),
            ("-1", "-1"),
            ("-1+2", "'-1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("＝1", "'＝1"),
            ("'=1", "''=1"),
            ("'-1", "''-1"),
            ("'tis", "'tis"),
            ("a=1", "a=1"),
            ("", ""),
        ] {
            assert_eq!(guarded(cell), expected);
            assert_eq!(unguarded(expected), cell);
        }
    }

    #[test]
    fn numbers_are_those_of_json() {
        for number in ["0", "-0", "12", "-1.50", "1e9", "1.5E-3", "-2e+10"] {
            assert!(is_number(number), "{number}");
        }
        for other in
            ["", "-", "+1", "01", "1.", ".5", "-.5", "1e", "1e+", "1,5", "1 ", "0x1", "-inf", "١"]
        {
            assert!(!is_number(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_cell_comes_back(cell in "['=+@\\-＝\t\r\n1a.]{0,6}|\\PC{0,6}") {
            let guarded = guarded(&cell);
            prop_assert_eq!(unguarded(&guarded), cell.as_str());
        }
    }
}
