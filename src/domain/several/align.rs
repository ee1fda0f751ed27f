//! Which instances of several data files are the same one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::domain::fingerprint::fingerprint;
use crate::domain::format::{Dataset, identity};

/// The same instance in several files: its 0-based number in each, if it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// By annotator.
    pub at: Vec<Option<usize>>,
}

impl Row {
    /// The number in an annotator's file.
    #[must_use]
    pub fn of(&self, annotator: usize) -> Option<usize> {
        self.at.get(annotator).copied().flatten()
    }

    /// The first annotator who has the instance, and its number there.
    #[must_use]
    pub fn first(&self) -> Option<(usize, usize)> {
        self.at.iter().enumerate().find_map(|(annotator, at)| Some((annotator, (*at)?)))
    }
}

/// Instances that an annotator's file lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lack {
    /// Which annotator.
    pub annotator: usize,
    /// The rows in which there is nothing of this annotator.
    pub rows: Vec<usize>,
    /// Of those, the ones for which the file has an instance of the same name (`id`) with other texts.
    pub other_texts: Vec<usize>,
}

/// What tells instances apart, for many of them: a hash of the texts rather than the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    texts: [u64; 2],
    id: Option<String>,
}

impl Mark {
    fn of(raw: &str) -> Self {
        let identity = identity(raw);
        // Told apart are texts of one study, not those of an attacker.
        let texts = [&identity.source, &identity.target].map(|text| fingerprint(text.as_bytes()));
        Mark { texts, id: identity.id }
    }
}

/// Aligns data files, some instances at a time, so that a page stays awake meanwhile.
///
/// Instances belong together only if source and target are the same, letter for letter: spans count in them. The rows
/// begin as the instances of the first file. Each further file is put to them: first by position, then what is left by
/// name (`id`, else `metadata.id`, where that is used once in the file), then by equal texts in their order. What is
/// still left becomes rows of its own at the end.
#[derive(Debug)]
pub struct Aligning {
    datasets: Vec<Arc<Dataset>>,
    marks: Vec<Vec<Mark>>,
}

impl Aligning {
    /// Data files, one of each annotator.
    #[must_use]
    pub fn new(datasets: Vec<Arc<Dataset>>) -> Self {
        Aligning { marks: vec![Vec::new()], datasets }
    }

    /// Reads up to `instances` further ones. Whether all are read.
    pub fn step(&mut self, instances: usize) -> bool {
        for _ in 0..instances {
            let annotator = self.marks.len() - 1;
            let Some(dataset) = self.datasets.get(annotator) else { return true };
            let Some(marks) = self.marks.last_mut() else { return true };
            match dataset.raw(marks.len()) {
                Some(raw) => marks.push(Mark::of(raw)),
                None => self.marks.push(Vec::new()),
            }
        }
        self.marks.len() > self.datasets.len()
    }

    /// The rows. Reads what was not read yet.
    #[must_use]
    pub fn finish(mut self) -> Vec<Row> {
        while !self.step(1024) {}
        let count = self.datasets.len();
        let mut rows: Vec<Row> = Vec::new();
        let mut of_rows: Vec<Mark> = Vec::new();
        for (annotator, marks) in self.marks.into_iter().take(count).enumerate() {
            let places = places(&of_rows, &marks);
            for (number, (place, mark)) in places.into_iter().zip(marks).enumerate() {
                let place = place.unwrap_or_else(|| {
                    rows.push(Row { at: vec![None; count] });
                    of_rows.push(mark);
                    rows.len() - 1
                });
                if let Some(slot) = rows.get_mut(place).and_then(|row| row.at.get_mut(annotator)) {
                    *slot = Some(number);
                }
            }
        }
        rows
    }
}

/// The row of each instance of a file, if there is one.
fn places(rows: &[Mark], file: &[Mark]) -> Vec<Option<usize>> {
    let mut places: Vec<Option<usize>> = vec![None; file.len()];
    let mut free: HashSet<usize> = (0..rows.len()).collect();
    let mut put = |place: &mut Option<usize>, row: usize| {
        if place.is_none() && free.remove(&row) {
            *place = Some(row);
            return true;
        }
        false
    };
    for (at, (place, mark)) in places.iter_mut().zip(file).enumerate() {
        if rows.get(at).is_some_and(|row| row.texts == mark.texts) {
            put(place, at);
        }
    }
    let (named, in_file) = (by_name(rows), by_name(file));
    for (at, (place, mark)) in places.iter_mut().zip(file).enumerate() {
        let id = mark.id.as_deref();
        if id.and_then(|id| in_file.get(id)) == Some(&at)
            && let Some(row) = id.and_then(|id| named.get(id))
            && rows.get(*row).is_some_and(|found| found.texts == mark.texts)
        {
            put(place, *row);
        }
    }
    let mut same: HashMap<[u64; 2], VecDeque<usize>> = HashMap::new();
    for (row, mark) in rows.iter().enumerate() {
        same.entry(mark.texts).or_default().push_back(row);
    }
    for (place, mark) in places.iter_mut().zip(file).filter(|(place, _)| place.is_none()) {
        let Some(waiting) = same.get_mut(&mark.texts) else { continue };
        while let Some(row) = waiting.pop_front() {
            if put(place, row) {
                break;
            }
        }
    }
    places
}

/// Positions by name, for names that are used once.
fn by_name(marks: &[Mark]) -> HashMap<&str, usize> {
    let mut names = HashMap::new();
    let mut twice = HashSet::new();
    for (at, mark) in marks.iter().enumerate() {
        if let Some(id) = mark.id.as_deref()
            && names.insert(id, at).is_some()
        {
            twice.insert(id);
        }
    }
    names.retain(|id, _| !twice.contains(id));
    names
}

/// What each annotator lacks, by annotator; those who lack nothing are left out.
pub(super) fn lacks(datasets: &[Arc<Dataset>], rows: &[Row]) -> Vec<Lack> {
    let mut lacks = Vec::new();
    for (annotator, dataset) in datasets.iter().enumerate() {
        let missing: Vec<usize> = (0..rows.len())
            .filter(|row| rows.get(*row).is_some_and(|r| r.of(annotator).is_none()))
            .collect();
        if missing.is_empty() {
            continue;
        }
        let names: HashSet<String> = dataset.iter().filter_map(|raw| identity(raw).id).collect();
        let named = |row: &usize| {
            let (holder, number) = rows.get(*row)?.first()?;
            identity(datasets.get(holder)?.raw(number)?).id
        };
        let other_texts =
            missing.iter().copied().filter(|row| named(row).is_some_and(|id| names.contains(&id)));
        lacks.push(Lack { annotator, other_texts: other_texts.collect(), rows: missing });
    }
    lacks
}
