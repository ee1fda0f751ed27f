//! Gold made by a rule, where nobody adjudicates.

use super::annotation_group::AnnotationGroup;
use super::annotators::Annotators;
use super::decision::Decision;
use super::decision_record::{RecordRow, record_of};
use super::gold::{GoldContext, decide};
use super::gold_start::{blank_instances, list};
use super::grouping::annotation_groups;
use spanwise_annotation::document::Instance;
use spanwise_annotation::format::{read_instance, write_instance};
use spanwise_template::Typology;

/// A rule by which groups are decided. Each takes what all made alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionRule {
    /// The edit or answer of more than half of the annotators whom the group concerns, or none if more than half have none.
    Majority,
    /// Nothing but what all made alike.
    Unanimous,
    /// The text that any of them covers.
    Union,
    /// The text that all annotators whom the group concerns cover.
    Intersection,
}

impl DecisionRule {
    /// The decision about a group; `None` if the rule does not say.
    fn decision(self, group: &AnnotationGroup) -> Option<Decision> {
        if group.is_unanimous() {
            return Some(Decision::Unanimous);
        }
        let (with, without) = (group.annotators().len(), group.differences.missed.len());
        match self {
            DecisionRule::Majority => (with != without).then_some(Decision::Majority),
            DecisionRule::Unanimous => None,
            DecisionRule::Union => Some(Decision::Union),
            DecisionRule::Intersection => (without == 0).then_some(Decision::Intersection),
        }
    }
}

/// Gold, and the record of the decisions that made it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedGold {
    /// The data file.
    pub gold: String,
    /// The rows of the record.
    pub record: Vec<RecordRow>,
}

/// Gold in which every group is decided that a rule decides: the instances of all annotators, each once, with what was
/// decided and the notes of the decisions.
#[must_use]
pub fn gold_by_rule(
    annotators: &Annotators,
    typology: &Typology,
    rule: DecisionRule,
) -> RecordedGold {
    let names: Vec<String> = annotators.all().iter().map(|file| file.name.clone()).collect();
    let (mut written, mut record) = (Vec::new(), Vec::new());
    for (number, blank) in blank_instances(annotators).enumerate() {
        let instances = annotators.instances(number, typology);
        let instances: Vec<Option<&Instance>> = instances.iter().map(Option::as_ref).collect();
        let begun = read_instance(&blank, number, typology).instance;
        let context = GoldContext { annotators: &instances, names: &names, gold: &begun, typology };
        let groups = annotation_groups(&instances, typology);
        let decision = |group: &AnnotationGroup| Some((group.id, rule.decision(group)?));
        let decisions: Vec<_> = groups.iter().filter_map(decision).collect();
        let mut gold = begun.clone();
        // A decision without a result changes nothing. What was just planned for this state fits.
        gold.replay(&decide(context, &decisions));
        let context = GoldContext { gold: &gold, ..context };
        let text = write_instance(&gold, typology);
        record.extend(record_of(number, context, &text));
        written.push(text);
    }
    RecordedGold { gold: list(&written), record }
}
