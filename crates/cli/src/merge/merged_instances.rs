//! The instances of all files, each once for each annotator, and the conflicts between versions.

use std::collections::HashMap;

use super::instance::{AnnotatedInstance, are_annotations};
use crate::args::PreferredVersion;
use spanwise_annotation::alignment::{Alignment, AlignmentKey, AlignmentRule, NameTrust};

/// An instance of one of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InstancePlace {
    /// The 0-based number of the file.
    pub(super) file: usize,
    /// The 0-based number of the instance in it.
    pub(super) index: usize,
}

/// Two versions of an instance by the same annotator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct VersionConflict {
    pub(super) annotator: String,
    /// The names of members that differ.
    pub(super) differing: Vec<String>,
    /// The places of the earlier and of the later version.
    pub(super) places: [InstancePlace; 2],
}

/// An instance taken into the merged file.
#[derive(Debug)]
struct TakenInstance {
    at: InstancePlace,
    instance: AnnotatedInstance,
}

/// Instances in the order in which they first came; of each, those of its annotators in the order in which they came.
/// So a merged file that is merged again stays the same.
#[derive(Debug)]
pub(super) struct MergedInstances {
    prefer: Option<PreferredVersion>,
    rows: Vec<Vec<TakenInstance>>,
    alignment: Alignment,
    /// The instances of the file that is being read, by annotator.
    file: Vec<Vec<TakenInstance>>,
    conflicts: Vec<VersionConflict>,
    by_name: usize,
    by_texts: usize,
    read: usize,
    repeated: usize,
    untouched: usize,
}

impl MergedInstances {
    pub(super) fn new(prefer: Option<PreferredVersion>) -> Self {
        MergedInstances {
            prefer,
            rows: Vec::new(),
            alignment: Alignment::new(NameTrust::Checked),
            file: Vec::new(),
            conflicts: Vec::new(),
            by_name: 0,
            by_texts: 0,
            read: 0,
            repeated: 0,
            untouched: 0,
        }
    }

    /// Adds an instance of a file.
    pub(super) fn add(&mut self, at: InstancePlace, instance: AnnotatedInstance) {
        self.read += 1;
        let taken = TakenInstance { at, instance };
        let is_theirs = |own: &&mut Vec<TakenInstance>| {
            own.first().is_some_and(|t| t.instance.annotator == taken.instance.annotator)
        };
        match self.file.iter_mut().find(is_theirs) {
            Some(own) => own.push(taken),
            None => self.file.push(vec![taken]),
        }
    }

    /// Aligns the instances of a file, once all are added.
    pub(super) fn end_file(&mut self) {
        for own in std::mem::take(&mut self.file) {
            let identities: Vec<AlignmentKey> =
                own.iter().map(|taken| taken.instance.identity.clone()).collect();
            let aligned = self.alignment.add(&identities);
            self.rows.resize_with(self.alignment.len(), Vec::new);
            for (aligned, taken) in aligned.into_iter().zip(own) {
                match aligned.by {
                    Some(AlignmentRule::Name) => self.by_name += 1,
                    Some(AlignmentRule::Texts) => self.by_texts += 1,
                    None => {}
                }
                self.take(aligned.row, taken);
            }
        }
    }

    /// Takes an instance into its row, or settles it with the annotator's version there.
    fn take(&mut self, row: usize, later: TakenInstance) {
        let Some(row) = self.rows.get_mut(row) else { return };
        let same =
            |taken: &&mut TakenInstance| taken.instance.annotator == later.instance.annotator;
        let Some(taken) = row.iter_mut().find(same) else {
            row.push(later);
            return;
        };
        match settled(taken, later, self.prefer) {
            VersionOutcome::Repeated => self.repeated += 1,
            VersionOutcome::Untouched => self.untouched += 1,
            VersionOutcome::Conflict(conflict) => self.conflicts.push(conflict),
        }
    }

    /// The numbers of instances aligned with one of an earlier file or annotator by their names, and by their texts.
    pub(super) fn aligned(&self) -> [usize; 2] {
        [self.by_name, self.by_texts]
    }

    /// The numbers of instances that only one of several annotators has, by position in the merged file.
    pub(super) fn without_counterpart(&self) -> Vec<usize> {
        if self.annotators().len() < 2 {
            return Vec::new();
        }
        let mut at = 0;
        let mut alone = Vec::new();
        for row in &self.rows {
            if row.len() == 1 {
                alone.push(at);
            }
            at += row.len();
        }
        alone
    }

    /// The number of instances read.
    pub(super) fn read(&self) -> usize {
        self.read
    }

    /// The number of instances, each annotator's own.
    pub(super) fn len(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The number of instances that are the same as an earlier one.
    pub(super) fn repeated(&self) -> usize {
        self.repeated
    }

    /// The number of instances without annotations that were replaced by an annotated one.
    pub(super) fn untouched(&self) -> usize {
        self.untouched
    }

    /// Versions that differ.
    pub(super) fn conflicts(&self) -> &[VersionConflict] {
        &self.conflicts
    }

    /// The annotators in the order of their first instances, with their numbers of instances.
    pub(super) fn annotators(&self) -> Vec<(String, usize)> {
        let mut annotators: Vec<(String, usize)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for taken in self.rows.iter().flatten() {
            let name = taken.instance.annotator.as_str();
            let place = *places.entry(name).or_insert(annotators.len());
            match annotators.get_mut(place) {
                Some((_, n)) => *n += 1,
                None => annotators.push((name.to_owned(), 1)),
            }
        }
        annotators
    }

    /// All instances as the text of a list, piece by piece.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &str> {
        let instances = self.rows.iter().flatten().map(|taken| taken.instance.raw.as_str());
        let before = std::iter::once("[\n").chain(std::iter::repeat(",\n"));
        let end = if self.rows.is_empty() { "[]\n" } else { "\n]\n" };
        before.zip(instances).flat_map(<[&str; 2]>::from).chain([end])
    }
}

/// The outcome of comparing a later version of an instance with the one that was there.
enum VersionOutcome {
    Repeated,
    Untouched,
    Conflict(VersionConflict),
}

/// Settles two versions of an instance: an untouched one gives way to the other; of conflicting ones the preferred one
/// stays, by default the earlier.
fn settled(
    taken: &mut TakenInstance,
    later: TakenInstance,
    prefer: Option<PreferredVersion>,
) -> VersionOutcome {
    let differing = taken.instance.differing(&later.instance);
    if differing.is_empty() {
        return VersionOutcome::Repeated;
    }
    if are_annotations(&differing) {
        if later.instance.is_untouched() {
            return VersionOutcome::Untouched;
        }
        if taken.instance.is_untouched() {
            *taken = later;
            return VersionOutcome::Untouched;
        }
    }
    let annotator = later.instance.annotator.clone();
    let conflict = VersionConflict { annotator, differing, places: [taken.at, later.at] };
    if prefer == Some(PreferredVersion::Last) {
        *taken = later;
    }
    VersionOutcome::Conflict(conflict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_annotation::format::DatasetReader;

    fn merged(files: &[(&str, &str)], prefer: Option<PreferredVersion>) -> MergedInstances {
        let mut table = MergedInstances::new(prefer);
        for (file, (name, text)) in files.iter().enumerate() {
            let dataset = DatasetReader::new((*text).to_owned()).finish().unwrap();
            for (index, raw) in dataset.iter().enumerate() {
                let instance = AnnotatedInstance::read(raw, name).unwrap();
                table.add(InstancePlace { file, index }, instance);
            }
            table.end_file();
        }
        table
    }

    fn text(table: &MergedInstances) -> String {
        table.pieces().collect()
    }

    fn targets(table: &MergedInstances) -> Vec<(String, String)> {
        let taken = table.rows.iter().flatten();
        let pair = |taken: &TakenInstance| {
            let value: serde_json::Value = serde_json::from_str(&taken.instance.raw).unwrap();
            let text = format!("{} {}", value["target"].as_str().unwrap(), value["edits"]);
            (taken.instance.annotator.clone(), text)
        };
        taken.map(pair).collect()
    }

    const ANNA: &str = r#"[{"target": "a", "edits": [1]}, {"target": "b", "edits": [2]}, {"target": "a", "edits": [3]}]"#;
    const BEN: &str = r#"[{"target": "b", "edits": []}, {"target": "a", "edits": [4]}]"#;

    #[test]
    fn annotators_of_an_instance_stand_together() {
        let table = merged(&[("anna", ANNA), ("ben", BEN)], None);
        let expected = [
            ("anna", "a [1]"),
            ("ben", "a [4]"),
            ("anna", "b [2]"),
            ("ben", "b []"),
            ("anna", "a [3]"),
        ];
        assert_eq!(targets(&table), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(table.annotators(), [("anna".to_owned(), 3), ("ben".to_owned(), 2)]);
    }

    #[test]
    fn merging_again_changes_nothing() {
        let text = text(&merged(&[("anna", ANNA), ("ben", BEN)], None));
        for files in [
            &[("x", text.as_str())][..],
            &[("x", &text), ("y", &text)],
            &[("x", &text), ("ben", BEN), ("anna", ANNA)],
        ] {
            let again = merged(files, None);
            assert_eq!(self::text(&again), text);
            assert_eq!(again.conflicts(), []);
        }
    }

    #[test]
    fn parts_of_one_annotator_are_put_together() {
        let first = r#"[{"id": 1, "target": "a", "edits": [1]}, {"id": 2, "target": "a"}]"#;
        let second = r#"[{"id": 1, "target": "a", "edits": []}, {"id": 2, "target": "a", "edits": [2]}, {"id": 3, "target": "c"}]"#;
        for files in [[("anna", first), ("anna", second)], [("anna", second), ("anna", first)]] {
            let table = merged(&files, None);
            let said: Vec<String> = targets(&table).into_iter().map(|(_, said)| said).collect();
            assert_eq!(said, ["a [1]", "a [2]", "c null"]);
            assert_eq!((table.untouched(), table.repeated(), table.conflicts().len()), (2, 0, 0));
        }
    }

    #[test]
    fn different_versions_are_a_conflict_whichever_is_taken() {
        let other = r#"[{"target": "a", "edits": [9]}]"#;
        for (prefer, expected) in [
            (None, "[1]"),
            (Some(PreferredVersion::First), "[1]"),
            (Some(PreferredVersion::Last), "[9]"),
        ] {
            let table = merged(&[("anna", ANNA), ("anna", other)], prefer);
            let conflict = VersionConflict {
                annotator: "anna".to_owned(),
                differing: vec!["edits".to_owned()],
                places: [0, 1].map(|file| InstancePlace { file, index: 0 }),
            };
            assert_eq!(table.conflicts(), [conflict]);
            assert_eq!(targets(&table)[0].1, format!("a {expected}"));
        }
    }

    #[test]
    fn what_was_given_must_be_the_same_even_without_annotations() {
        let (one, other) = (r#"[{"target": "a", "x": 1}]"#, r#"[{"target": "a", "x": 2}]"#);
        let table = merged(&[("anna", one), ("anna", other)], None);
        assert_eq!(table.conflicts().len(), 1);
    }

    #[test]
    fn no_instances_are_an_empty_list() {
        assert_eq!(text(&merged(&[("anna", "[]")], None)), "[]\n");
    }
}
