//! Which form of a text a count takes.

/// A plural category of CLDR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Plural {
    /// None of some.
    Zero,
    /// One.
    One,
    /// Two.
    Two,
    /// A few.
    Few,
    /// Many.
    Many,
    /// Any other count.
    Other,
}

impl Plural {
    /// The categories by their names in language files.
    pub const NAMES: [(&str, Plural); 6] = [
        ("zero", Plural::Zero),
        ("one", Plural::One),
        ("two", Plural::Two),
        ("few", Plural::Few),
        ("many", Plural::Many),
        ("other", Plural::Other),
    ];
}

/// The category of a whole number in a language of the app: cardinal plural rules of CLDR 47.
#[must_use]
pub fn plural(language: &str, n: usize) -> Plural {
    let one = |is: bool| if is { Plural::One } else { Plural::Other };
    match language {
        "ar" => match (n, n % 100) {
            (0, _) => Plural::Zero,
            (1, _) => Plural::One,
            (2, _) => Plural::Two,
            (_, 3..=10) => Plural::Few,
            (_, 11..) => Plural::Many,
            _ => Plural::Other,
        },
        "ru" => match (n % 10, n % 100) {
            (1, tens) if tens != 11 => Plural::One,
            (2..=4, tens) if !(12..=14).contains(&tens) => Plural::Few,
            _ => Plural::Many,
        },
        "es" | "fr" | "pt" if n != 0 && n.is_multiple_of(1_000_000) => Plural::Many,
        "bn" | "fr" | "hi" | "pt" => one(n < 2),
        "ja" | "ko" | "vi" | "zh" => Plural::Other,
        _ => one(n == 1),
    }
}

/// The categories that whole numbers have in a language, in the order of CLDR.
#[must_use]
pub fn plurals(language: &str) -> Vec<Plural> {
    let mut found: Vec<Plural> =
        (0..=111).chain([1_000_000]).map(|n| plural(language, n)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::Plural::{Few, Many, One, Other, Two, Zero};
    use super::*;

    #[test]
    fn each_language_counts_in_its_way() {
        let cases: [(&str, &[(usize, Plural)]); 8] = [
            ("en", &[(0, Other), (1, One), (2, Other), (21, Other)]),
            ("de", &[(0, Other), (1, One), (101, Other)]),
            ("fr", &[(0, One), (1, One), (2, Other), (1_000_000, Many)]),
            ("es", &[(0, Other), (1, One), (2, Other), (2_000_000, Many)]),
            (
                "ru",
                &[
                    (0, Many),
                    (1, One),
                    (2, Few),
                    (5, Many),
                    (11, Many),
                    (12, Many),
                    (22, Few),
                    (101, One),
                ],
            ),
            (
                "ar",
                &[
                    (0, Zero),
                    (1, One),
                    (2, Two),
                    (3, Few),
                    (10, Few),
                    (11, Many),
                    (99, Many),
                    (100, Other),
                    (103, Few),
                ],
            ),
            ("ja", &[(0, Other), (1, Other), (2, Other)]),
            ("hi", &[(0, One), (1, One), (2, Other)]),
        ];
        for (language, counts) in cases {
            for (n, form) in counts {
                assert_eq!(plural(language, *n), *form, "{language} {n}");
            }
        }
    }

    #[test]
    fn the_forms_of_a_language_are_known() {
        assert_eq!(plurals("ru"), [One, Few, Many]);
        assert_eq!(plurals("ar"), [Zero, One, Two, Few, Many, Other]);
        assert_eq!(plurals("zh"), [Other]);
        assert_eq!(plurals("fr"), [One, Many, Other]);
    }
}
