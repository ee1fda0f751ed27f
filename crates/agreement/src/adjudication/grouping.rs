//! All groups of an instance.

use std::collections::BTreeMap;

use super::annotation_group::{AnnotationGroup, GroupId};
use super::answer_groups::answer_groups;
use super::edit_groups::edit_groups;
use spanwise_annotation::document::Instance;
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_template::Typology;

/// The groups of an instance: of edits in the order of the text, then of the answers to each question
/// about the instance, then about its texts, in the order of the typology. `None` stands for an annotator whose file lacks
/// the instance.
#[must_use]
pub fn annotation_groups(
    instances: &[Option<&Instance>],
    typology: &Typology,
) -> Vec<AnnotationGroup> {
    let mut groups = edit_groups(instances);
    groups.extend(answer_groups(instances, typology));
    number(&mut groups);
    groups
}

/// Gives groups of equal content different ids, in order.
fn number(groups: &mut [AnnotationGroup]) {
    let mut known: BTreeMap<GroupId, u64> = BTreeMap::new();
    for group in groups {
        let count = known.entry(group.id).or_default();
        *count += 1;
        if *count > 1 {
            let text = format!("{} {count}", group.id);
            group.id = GroupId(fingerprint(text.as_bytes()));
        }
    }
}
