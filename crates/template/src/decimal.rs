//! Decimal numbers as CSS and YAML write them.

/// Parses a finite decimal number: JSON's, or with a plus sign, leading zeros or no digit before the point (`+5`, `05`,
/// `-.5`).
///
/// It goes through the JSON parser, which the program contains anyway: that of `f64::from_str` adds an incompressible
/// table of 10 KB.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    let zero = if digits.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    serde_json::from_str::<f64>(&format!("{zero}{digits}")).ok().map(|number| sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_css_and_yaml_are_read() {
        let cases = [
            ("0", Some(0.0)),
            ("00.50", Some(0.5)),
            ("018", Some(18.0)),
            ("0e1", Some(0.0)),
            ("18", Some(18.0)),
            ("+18", Some(18.0)),
            ("-18.5", Some(-18.5)),
            (".25", Some(0.25)),
            ("-.25", Some(-0.25)),
            ("1e2", Some(100.0)),
            ("1e999", None),
            ("e5", None),
            ("inf", None),
            ("NaN", None),
            ("", None),
            ("+", None),
            ("--1", None),
            ("+-1", None),
            (".", None),
            ("1 2", None),
            ("null", None),
        ];
        for (text, number) in cases {
            assert_eq!(decimal(text), number, "{text}");
        }
    }
}
