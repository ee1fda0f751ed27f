//! Disambiguates works with equal titles.

use spanwise_links::AddressParts;

/// A work that may share its title with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmbiguousWork<'a> {
    /// The title of the work.
    pub title: &'a str,
    /// The file name or address it was opened from; may be empty.
    pub source: &'a str,
    /// The annotator's name; `None` if unknown.
    pub annotator: Option<&'a str>,
}

/// The details that distinguish a work from others with its title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Disambiguation {
    /// The annotator's name.
    pub annotator: Option<String>,
    /// The name of the file, or its whole address if the name does not distinguish the work.
    pub file: Option<String>,
}

/// Disambiguates each work from the others with its title. The result is empty if there are none, or nothing known
/// differs.
#[must_use]
pub fn disambiguate(works: &[AmbiguousWork<'_>]) -> Vec<Disambiguation> {
    let of = |work: &AmbiguousWork<'_>| {
        let alike: Vec<&AmbiguousWork<'_>> =
            works.iter().filter(|w| w.title == work.title).collect();
        let by = |annotator: &&str| alike.iter().any(|w| w.annotator != Some(*annotator));
        Disambiguation {
            annotator: work.annotator.filter(by).map(str::to_owned),
            file: file(work, &alike),
        }
    };
    works.iter().map(of).collect()
}

fn file(work: &AmbiguousWork<'_>, alike: &[&AmbiguousWork<'_>]) -> Option<String> {
    let others: Vec<&str> =
        alike.iter().map(|w| w.source).filter(|source| *source != work.source).collect();
    let name = name(work.source);
    let is_enough = !name.is_empty() && others.iter().all(|source| self::name(source) != name);
    let shown = if is_enough { name } else { work.source };
    (!others.is_empty() && !shown.is_empty()).then(|| shown.to_owned())
}

/// The file name of a source: its last path segment.
fn name(source: &str) -> &str {
    let path = AddressParts::of(source).path;
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Title, file and annotator of a work.
    type Work = (&'static str, &'static str, Option<&'static str>);

    fn disambiguated(works: &[Work]) -> Vec<String> {
        let said = |work: Disambiguation| {
            let parts = [work.annotator, work.file];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        let works: Vec<AmbiguousWork<'_>> = works
            .iter()
            .map(|&(title, source, annotator)| AmbiguousWork { title, source, annotator })
            .collect();
        disambiguate(&works).into_iter().map(said).collect()
    }

    #[test]
    fn what_differs_among_works_with_the_same_title_is_said() {
        let cases: [(&[Work], &[&str]); 6] = [
            (&[("A", "a.json", Some("anna")), ("B", "b.json", None)], &["", ""]),
            (&[("A", "a.json", Some("anna")), ("A", "a.json", Some("ben"))], &["anna", "ben"]),
            (&[("A", "a.json", Some("anna")), ("A", "a.json", None)], &["anna", ""]),
            (
                &[("A", "a.json", Some("anna")), ("A", "b.json", Some("anna"))],
                &["a.json", "b.json"],
            ),
            (
                &[
                    ("A", "https://x.example/1/d.json?v#k", None),
                    ("A", "https://x.example/2/d.json", None),
                ],
                &["https://x.example/1/d.json?v#k", "https://x.example/2/d.json"],
            ),
            (&[("A", "https://x.example/", None), ("A", "", None)], &["https://x.example/", ""]),
        ];
        for (works, expected) in cases {
            assert_eq!(disambiguated(works), expected, "{works:?}");
        }
    }
}
