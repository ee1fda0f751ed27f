//! Disambiguates works with equal titles.

use spanwise_links::AddressParts;

/// A work whose title may be that of others: what is known of it besides its template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmbiguousWork<'a> {
    /// What the person calls the work.
    pub title: &'a str,
    /// The file name or address it was opened from; may be empty.
    pub source: &'a str,
    /// Who annotates, as far as that has a name.
    pub annotator: Option<&'a str>,
}

/// What is to be said of a work besides its title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Disambiguation {
    /// Who annotates.
    pub annotator: Option<String>,
    /// The name of the file, or its whole address where the name is not enough.
    pub file: Option<String>,
}

/// Tells each of these works from those with the same title: by nothing where there are none, or nothing is known.
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

/// A file name, or that at the end of an address.
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
