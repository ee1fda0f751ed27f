//! Alignment of the instances of several files.
//!
//! One policy serves comparing annotators, adjudicating, merging, carrying annotations over to changed data, and
//! reading formats that keep texts and annotations apart:
//!
//! 1. **Names.** If two files share names of instances (the keys of a format, else `id`), a named instance of one aligns
//!    only with one of the same name in the other, and only if the texts are equal too, since span offsets refer to
//!    them. Names that stand for different texts more often than for equal ones, such as line numbers in files of
//!    different order, are ignored.
//! 2. **Texts.** Any other instance aligns with one whose texts are identical under identical names; of several equal
//!    ones, the n-th with the n-th.
//!
//! Texts are equal if those are that both files have: a format that holds one text, such as doccano's, has the targets
//! of a file that has sources too. A file has a text, by its name, if it is not empty in one of its instances.
//!
//! Positions count only on request: they are then passed as names ([`NameTrust::Given`]). Annotations without texts, as
//! factgenie may write them, are aligned with outputs by the keys of the format alone ([`by_keys`]).

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::document::Texts;
use super::fingerprint::fingerprint;

/// The identity of an instance in an alignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignmentKey {
    /// Its name, if it has one.
    pub name: Option<String>,
    texts: TextFingerprints,
}

impl AlignmentKey {
    /// Creates the key of an instance with this name and these texts, regardless of their order. Empty texts are none.
    #[must_use]
    pub fn new(name: Option<String>, texts: &Texts) -> Self {
        AlignmentKey { name, texts: TextFingerprints::of(texts) }
    }

    /// The number of texts.
    #[must_use]
    pub fn text_count(&self) -> usize {
        self.texts.0.len()
    }

    /// Returns `true` if each text of the other instance is one of this, under the same name.
    #[must_use]
    pub fn has_texts_of(&self, other: &AlignmentKey) -> bool {
        other.texts.0.iter().all(|text| self.texts.0.contains(text))
    }
}

/// The fingerprints of the name and the letters of a text. They do not resist deliberate collisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TextFingerprint {
    name: u64,
    letters: u64,
}

/// The texts of an instance that are not empty, sorted; no two have one name. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TextFingerprints(Arc<[TextFingerprint]>);

impl TextFingerprints {
    fn of(texts: &Texts) -> Self {
        let present = texts.iter().filter(|text| !text.text.is_empty());
        let mut all: Vec<TextFingerprint> = present
            .map(|text| TextFingerprint {
                name: fingerprint(text.name.as_str().as_bytes()),
                letters: fingerprint(text.text.as_str().as_bytes()),
            })
            .collect();
        all.sort_unstable();
        TextFingerprints(all.into())
    }

    fn names(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|text| text.name)
    }

    /// The texts of these names.
    fn among(&self, names: &TextNames) -> impl Iterator<Item = &TextFingerprint> {
        self.0.iter().filter(|text| names.contains(&text.name))
    }

    /// Adds those texts of another instance whose names are new here.
    fn complete(&mut self, other: &TextFingerprints) {
        let is_new = |text: &&TextFingerprint| !self.names().any(|name| name == text.name);
        if other.0.iter().any(|text| is_new(&text)) {
            let new = other.0.iter().filter(is_new);
            let mut all: Vec<TextFingerprint> = self.0.iter().chain(new).copied().collect();
            all.sort_unstable();
            self.0 = all.into();
        }
    }
}

/// The fingerprints of the names of texts.
type TextNames = BTreeSet<u64>;

/// By combination of names of texts that rows have: the names that a file has too, by which its instances are compared
/// with those rows; `None` if there are none.
struct NamesInCommon(Vec<Option<TextNames>>);

impl NamesInCommon {
    fn of(rows: &[TextNames], file: &TextNames) -> Self {
        let in_common = |row: &TextNames| {
            let both: TextNames = row & file;
            (!both.is_empty() || row == file).then_some(both)
        };
        NamesInCommon(rows.iter().map(in_common).collect())
    }

    fn with(&self, row: &AlignedRow) -> Option<&TextNames> {
        self.0.get(row.text_names)?.as_ref()
    }

    fn are_equal(&self, row: &AlignedRow, identity: &AlignmentKey) -> bool {
        let equal = |names| row.texts.among(names).eq(identity.texts.among(names));
        self.with(row).is_some_and(equal)
    }

    /// All that are not `None`, those with most names first, each with its position.
    fn by_size(&self) -> Vec<(usize, &TextNames)> {
        let all = self.0.iter().enumerate();
        let mut all: Vec<_> = all.filter_map(|(at, names)| Some((at, names.as_ref()?))).collect();
        all.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        all
    }
}

/// The key whose values differ in spelling between factgenie's releases, such as `Phi3.5` and `phi3-5`.
const SETUP: &str = "setup_id";

/// Returns the values of the keys that name an instance, normalized for comparison. `a|b` stands for `a`, or for `b` if
/// the instance has no `a`; a `setup_id` is in lower case, with `.` and `_` replaced by `-`.
///
/// # Errors
/// If a key has no value; returns the first such key.
pub fn by_keys<'k>(
    keys: &[&'k str],
    value: impl Fn(&str) -> Option<String>,
) -> Result<Vec<String>, &'k str> {
    let of_key = |key: &&'k str| {
        let text = key.split('|').find_map(&value).ok_or(*key)?;
        let is_setup = *key == SETUP;
        Ok(if is_setup { text.to_lowercase().replace(['.', '_'], "-") } else { text })
    };
    keys.iter().map(of_key).collect()
}

/// The trust in the names of instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameTrust {
    /// Names decide, unless most of those in common stand for different texts.
    Checked,
    /// Names decide in any case, as requested by the caller.
    Given,
}

/// The rule that aligned an instance with one of an earlier file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlignmentRule {
    /// The same name, and the same texts.
    Name,
    /// The same texts.
    Texts,
}

/// The row of an instance in an [`Alignment`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowPlacement {
    /// The row, from 0.
    pub row: usize,
    /// The rule that chose the row; `None` if no earlier file has the instance, so that it begins a row.
    pub by: Option<AlignmentRule>,
    /// `true` if names decide, and earlier files have its name with other texts only.
    pub has_other_texts: bool,
}

/// The instances of several files, aligned to rows: those of the first file, then those that each further one adds.
#[derive(Debug)]
pub struct Alignment {
    rows: Vec<AlignedRow>,
    /// The names of texts that rows have, each combination once.
    text_names: Vec<TextNames>,
    /// Rows by their names in any of the files.
    named: HashMap<String, Vec<NamedRow>>,
    /// The number of files.
    files: usize,
    trust: NameTrust,
}

/// A row: the texts of its instances in all files.
#[derive(Debug)]
struct AlignedRow {
    texts: TextFingerprints,
    /// The position of the names of the texts that its files have, in [`Alignment::text_names`].
    text_names: usize,
}

/// A row that has a name in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NamedRow {
    row: usize,
    file: usize,
}

impl Alignment {
    /// Creates an alignment of no files.
    #[must_use]
    pub fn new(trust: NameTrust) -> Self {
        Alignment {
            rows: Vec::new(),
            text_names: Vec::new(),
            named: HashMap::new(),
            files: 0,
            trust,
        }
    }

    /// The number of rows, that is, of different instances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are no instances.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Aligns a file with those before it, and returns the row of each of its instances in order. No two share a row.
    pub fn add(&mut self, file: &[AlignmentKey]) -> Vec<RowPlacement> {
        let text_names: TextNames = file.iter().flat_map(|one| one.texts.names()).collect();
        let in_common = NamesInCommon::of(&self.text_names, &text_names);
        let decide = self.trust == NameTrust::Given || self.believes_names_of(file, &in_common);
        let taken = vec![false; self.rows.len()];
        let mut search = RowSearch { rows: &self.rows, in_common: &in_common, taken };
        let mut found: Vec<Option<(usize, AlignmentRule)>> = vec![None; file.len()];
        if decide {
            for (place, identity) in found.iter_mut().zip(file) {
                let rows = self.rows_named_like(identity).iter().map(|named| named.row);
                *place = search.take(rows, identity).map(|row| (row, AlignmentRule::Name));
            }
        }
        if self.trust == NameTrust::Checked && decide {
            let is_otherwise_named = self.otherwise_named(file);
            let is_new = |identity: &AlignmentKey| {
                identity.name.is_some() && self.rows_named_like(identity).is_empty()
            };
            let may_be = |row: usize| is_otherwise_named.get(row) == Some(&false);
            search.take_by_texts(&mut found, file, is_new, may_be);
        }
        let is_free = |identity: &AlignmentKey| !(decide && identity.name.is_some());
        search.take_by_texts(&mut found, file, is_free, |_| true);
        let has_other_texts: Vec<bool> =
            file.iter().map(|identity| decide && self.belies(identity, &in_common)).collect();
        let placed = found.into_iter().zip(file).zip(has_other_texts);
        let placements = placed
            .map(|((place, identity), has_other_texts)| RowPlacement {
                row: self.put(place.map(|(row, _)| row), identity, &text_names),
                by: place.map(|(_, rule)| rule),
                has_other_texts,
            })
            .collect();
        self.files += 1;
        placements
    }

    /// Enters an instance of a file with texts of some names in its row, or in a new one, and returns the row.
    fn put(
        &mut self,
        row: Option<usize>,
        identity: &AlignmentKey,
        text_names: &TextNames,
    ) -> usize {
        let known = row.and_then(|row| self.text_names.get(self.rows.get(row)?.text_names));
        let all = known.map_or_else(|| text_names.clone(), |known| known | text_names);
        let text_names = self.number_of(all);
        let row = row.unwrap_or(self.rows.len());
        match self.rows.get_mut(row) {
            Some(row) => {
                row.texts.complete(&identity.texts);
                row.text_names = text_names;
            }
            None => self.rows.push(AlignedRow { texts: identity.texts.clone(), text_names }),
        }
        if let Some(name) = &identity.name {
            let named = NamedRow { row, file: self.files };
            self.named.entry(name.clone()).or_default().push(named);
        }
        row
    }

    /// The position of a combination of names of texts.
    fn number_of(&mut self, text_names: TextNames) -> usize {
        let known = self.text_names.iter().position(|known| *known == text_names);
        known.unwrap_or_else(|| {
            self.text_names.push(text_names);
            self.text_names.len() - 1
        })
    }

    fn rows_named_like(&self, identity: &AlignmentKey) -> &[NamedRow] {
        let rows = identity.name.as_ref().and_then(|name| self.named.get(name));
        rows.map_or(&[], Vec::as_slice)
    }

    /// By row: `true` if a file that shares names with this one names it. Its name there is a different one, unless it
    /// was aligned by that.
    fn otherwise_named(&self, file: &[AlignmentKey]) -> Vec<bool> {
        let named = file.iter().flat_map(|identity| self.rows_named_like(identity));
        let sharing: HashSet<usize> = named.map(|named| named.file).collect();
        let mut is_named = vec![false; self.rows.len()];
        let by_these = self.named.values().flatten().filter(|named| sharing.contains(&named.file));
        for named in by_these {
            is_named.get_mut(named.row).into_iter().for_each(|is_named| *is_named = true);
        }
        is_named
    }

    /// Returns `true` if earlier files have its name with other texts only.
    fn belies(&self, identity: &AlignmentKey, in_common: &NamesInCommon) -> bool {
        let known = self.rows_named_like(identity);
        let has_texts = |named: &NamedRow| {
            self.rows.get(named.row).is_some_and(|row| in_common.are_equal(row, identity))
        };
        !known.is_empty() && !known.iter().any(has_texts)
    }

    /// Returns `true` if there are names in common, at least half of which stand for the same texts.
    fn believes_names_of(&self, file: &[AlignmentKey], in_common: &NamesInCommon) -> bool {
        let mut seen = HashSet::new();
        let (mut same, mut other) = (0_usize, 0_usize);
        for identity in file {
            if self.rows_named_like(identity).is_empty() || !seen.insert(&identity.name) {
                continue;
            }
            if self.belies(identity, in_common) { other += 1 } else { same += 1 }
        }
        same > 0 && same >= other
    }
}

/// The rows not yet taken by instances of the file being added.
struct RowSearch<'a> {
    rows: &'a [AlignedRow],
    in_common: &'a NamesInCommon,
    taken: Vec<bool>,
}

impl RowSearch<'_> {
    /// Takes the first free one of these rows that has the texts of an instance.
    fn take(
        &mut self,
        mut rows: impl Iterator<Item = usize>,
        identity: &AlignmentKey,
    ) -> Option<usize> {
        let has_texts = |row: usize| {
            self.rows.get(row).is_some_and(|row| self.in_common.are_equal(row, identity))
        };
        let row = rows.find(|row| self.taken.get(*row) == Some(&false) && has_texts(*row))?;
        self.mark(row);
        Some(row)
    }

    /// Gives those instances of a file that have no row yet, and for which `goes` is `true`, free rows of the same texts
    /// for which `may_be` is `true`, in order; first those with which they have most texts in common.
    fn take_by_texts(
        &mut self,
        found: &mut [Option<(usize, AlignmentRule)>],
        file: &[AlignmentKey],
        goes: impl Fn(&AlignmentKey) -> bool,
        may_be: impl Fn(usize) -> bool,
    ) {
        let (rows, in_common) = (self.rows, self.in_common);
        for (combination, names) in in_common.by_size() {
            let mut same: HashMap<Vec<&TextFingerprint>, VecDeque<usize>> = HashMap::new();
            for (number, (row, taken)) in rows.iter().zip(&self.taken).enumerate() {
                if !taken && row.text_names == combination && may_be(number) {
                    same.entry(row.texts.among(names).collect()).or_default().push_back(number);
                }
            }
            for (place, identity) in found.iter_mut().zip(file) {
                if place.is_some() || !goes(identity) {
                    continue;
                }
                let texts: Vec<_> = identity.texts.among(names).collect();
                if let Some(row) = same.get_mut(&texts).and_then(VecDeque::pop_front) {
                    self.mark(row);
                    *place = Some((row, AlignmentRule::Texts));
                }
            }
        }
    }

    fn mark(&mut self, row: usize) {
        if let Some(taken) = self.taken.get_mut(row) {
            *taken = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{NamedText, TextName, TextRole};

    /// A file from targets in shorthand: `a b`; `a:7` is the target `a` with the name 7.
    fn file(targets: &str) -> Vec<AlignmentKey> {
        let identity = |target: &str| match target.split_once(':') {
            Some((target, name)) => {
                AlignmentKey::new(Some(name.to_owned()), &Texts::target_only(target))
            }
            None => AlignmentKey::new(None, &Texts::target_only(target)),
        };
        targets.split_whitespace().map(identity).collect()
    }

    /// The placements of the last file's instances: the row, then `n` by name, `t` by texts, `-` alone; `!` if the name
    /// has other texts.
    fn last(trust: NameTrust, files: &[&str]) -> String {
        let mut alignment = Alignment::new(trust);
        let all: Vec<Vec<RowPlacement>> =
            files.iter().map(|text| alignment.add(&file(text))).collect();
        let shown = |aligned: &RowPlacement| {
            let by = match aligned.by {
                Some(AlignmentRule::Name) => "n",
                Some(AlignmentRule::Texts) => "t",
                None => "-",
            };
            format!("{}{by}{}", aligned.row, if aligned.has_other_texts { "!" } else { "" })
        };
        all.last().unwrap().iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_decide_where_they_are_in_common_and_texts_else() {
        let cases: [(&str, &[&str], &str); 18] = [
            ("the same", &["a b", "a b"], "0t 1t"),
            ("another order", &["a b c", "c a b"], "2t 0t 1t"),
            ("equal texts, in order", &["a a b", "b a a"], "2t 0t 1t"),
            ("one more of equal texts", &["a", "a a"], "0t 1-"),
            ("equal texts, by name", &["a:1 a:2", "a:2 a:1"], "1n 0n"),
            ("a name that only one has", &["a:1 a:2", "a:2 a:3"], "1n 2-"),
            ("other names altogether", &["a:1 b:2", "b:x a:y"], "1t 0t"),
            ("the same name, other texts", &["a:1 b:2", "c:1 b:2"], "2-! 1n"),
            ("numbers of lines", &["a:1 b:2 c:3", "c:1 a:2 b:3"], "2t 0t 1t"),
            ("a name used twice", &["a:1 b:1 a:1", "a:1 a:1 b:1"], "0n 2n 1n"),
            ("some without a name", &["a:1 b c", "c b a:1"], "2t 1t 0n"),
            ("a name in one file only", &["a b", "b:1 a:2"], "1t 0t"),
            ("names of a file in between", &["a b", "a:1 b:2", "b:2 a:1"], "1n 0n"),
            ("a name of which no file knows", &["a:1 b:2", "a:x", "a:x b:y"], "0n 1t"),
            ("in another order of the files", &["a:x", "a:x b:y", "a:1 b:2"], "0t 1t"),
            ("equal texts, one named", &["a:1 a:2", "a:x", "a:x a:y"], "0n 1t"),
            ("another name there", &["a:1 b:2", "b:x a:y", "b:x a:z"], "1n 2-"),
            ("nothing", &["a", "b"], "1-"),
        ];
        for (what, files, wanted) in cases {
            assert_eq!(last(NameTrust::Checked, files), wanted, "{what}");
        }
    }

    #[test]
    fn a_file_that_lacks_a_text_aligns_by_those_it_has() {
        let with_sources = |texts: &str| -> Vec<AlignmentKey> {
            let of_pair = |pair: &str| {
                let (source, target) = pair.split_once('>').unwrap();
                AlignmentKey::new(None, &Texts::usual(source, target))
            };
            texts.split_whitespace().map(of_pair).collect()
        };
        let rows = |files: &[Vec<AlignmentKey>]| -> Vec<Vec<usize>> {
            let mut alignment = Alignment::new(NameTrust::Checked);
            let rows_of = |placed: Vec<RowPlacement>| placed.iter().map(|one| one.row).collect();
            files.iter().map(|file| rows_of(alignment.add(file))).collect()
        };
        type Case<'a> = (&'a str, [Vec<AlignmentKey>; 3], [&'a [usize]; 3]);
        let cases: [Case; 7] = [
            (
                "no sources in the last",
                [with_sources("s>a t>b"), with_sources("t>b s>a"), file("b a")],
                [&[0, 1], &[1, 0], &[1, 0]],
            ),
            (
                "no sources in the first",
                [file("b a"), with_sources("s>a t>b"), with_sources("t>b s>a")],
                [&[0, 1], &[1, 0], &[0, 1]],
            ),
            (
                "sources tell equal targets apart in those that have them",
                [file("a a"), with_sources("s>a t>a"), with_sources("t>a s>a")],
                [&[0, 1], &[0, 1], &[1, 0]],
            ),
            (
                "another source",
                [with_sources("s>a"), file("a"), with_sources("t>a")],
                [&[0], &[0], &[1]],
            ),
            (
                "one without a source in a file that has sources",
                [with_sources("s>a >b"), with_sources("s>b >a"), file("a b")],
                [&[0, 1], &[2, 3], &[0, 1]],
            ),
            ("another target", [with_sources("s>a"), file("b"), file("b")], [&[0], &[1], &[1]]),
            (
                "no text in common",
                [with_sources("s> t>"), file("s t"), file("t")],
                [&[0, 1], &[2, 3], &[3]],
            ),
        ];
        for (what, files, wanted) in cases {
            assert_eq!(rows(&files), wanted, "{what}");
        }
    }

    #[test]
    fn names_that_are_asked_for_decide_in_any_case() {
        assert_eq!(last(NameTrust::Given, &["a:1 b:2 c:3", "c:1 a:2 c:3"]), "3-! 4-! 2n");
        assert_eq!(last(NameTrust::Given, &["a:1", "a:2"]), "1-");
    }

    #[test]
    fn keys_have_alternatives_and_setups_are_spelled_alike() {
        let keys = ["setup_id", "original|example"];
        let named = |members: &[(&str, &str)]| {
            let members: HashMap<&str, &str> = members.iter().copied().collect();
            by_keys(&keys, |name| members.get(name).map(|value| (*value).to_owned()))
        };
        let one = named(&[("setup_id", "Phi_3.5"), ("example", "1"), ("original", "7")]);
        assert_eq!(one, Ok(vec!["phi-3-5".to_owned(), "7".to_owned()]));
        assert_eq!(named(&[("setup_id", "phi-3-5"), ("example", "7")]), one);
        assert_eq!(named(&[("setup_id", "m")]), Err("original|example"));
    }

    #[test]
    fn texts_tell_instances_apart_by_name_and_letters() {
        let texts = |named: &[(&str, &str)]| {
            let mut texts = Texts::none();
            for (name, text) in named {
                let name = TextName::new(name);
                texts.add(NamedText::new(name, TextRole::Target, (*text).into())).unwrap();
            }
            AlignmentKey::new(None, &texts)
        };
        let usual =
            |source: &str, target: &str| AlignmentKey::new(None, &Texts::usual(source, target));
        assert_ne!(usual("ab", "c"), usual("a", "bc"));
        assert_ne!(usual("a", ""), usual("", "a"));
        let three = texts(&[("source", "s"), ("target", "t"), ("b", "u")]);
        assert_eq!(three, texts(&[("b", "u"), ("source", "s"), ("target", "t")]));
        assert_ne!(three, texts(&[("source", "s"), ("target", "t"), ("b", "v")]));
        assert_ne!(three, texts(&[("source", "s"), ("target", "t"), ("c", "u")]));
        assert_ne!(three, usual("s", "t"));
        assert_eq!(texts(&[("target", "t")]), usual("", "t"));
    }
}
