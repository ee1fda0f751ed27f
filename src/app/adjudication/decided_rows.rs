//! The groups of one row of aligned instances, as they are listed and gone through.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::deciding::{DifferenceKind, GroupFilter, is_same_gold};
use spanwise_agreement::adjudication::{DecidedGroup, Gravity};
use spanwise_annotation::document::Instance;

/// A group as it is listed.
#[derive(Debug, Clone)]
pub(super) struct ListedGroup {
    pub(super) decided: DecidedGroup,
    /// The categories of its edits.
    categories: BTreeSet<String>,
    /// The position among the groups of its row.
    at: usize,
}

/// The order in which groups of all rows are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroupOrder(Gravity, usize, usize);

impl GroupOrder {
    pub(super) fn row(self) -> usize {
        self.1
    }
}

impl ListedGroup {
    pub(super) fn order(&self, row: usize) -> GroupOrder {
        GroupOrder(self.decided.group.gravity(), row, self.at)
    }

    pub(super) fn is_decided(&self) -> bool {
        self.decided.decision.is_some()
    }

    pub(super) fn is_open_disagreement(&self) -> bool {
        !self.is_decided() && !self.decided.group.is_unanimous()
    }

    pub(super) fn satisfies(&self, filter: &GroupFilter) -> bool {
        let group = &self.decided.group;
        let differences = &group.differences;
        let differs = |kind: DifferenceKind| match kind {
            DifferenceKind::Missed => !differences.missed.is_empty(),
            DifferenceKind::Category => differences.category,
            DifferenceKind::Boundary => differences.boundary,
            DifferenceKind::Answers => !differences.answers.is_empty(),
        };
        filter.kind.is_none_or(differs)
            && filter.category.as_ref().is_none_or(|name| self.categories.contains(name))
            && filter.annotator.is_none_or(|annotator| group.annotators().contains(&annotator))
    }
}

/// The groups of a row.
#[derive(Debug, Clone)]
pub(super) struct DecidedRow {
    groups: Vec<ListedGroup>,
    /// The instance of gold that they were read with, if it was changed.
    gold: Option<Arc<Instance>>,
}

impl DecidedRow {
    pub(super) fn new(
        groups: Vec<DecidedGroup>,
        annotators: &[Option<Arc<Instance>>],
        gold: Option<Arc<Instance>>,
    ) -> Self {
        let listed = |(at, decided): (usize, DecidedGroup)| {
            let edits = decided.group.edits().iter();
            let categories = edits
                .filter_map(|member| {
                    let edit = annotators.get(member.annotator)?.as_ref()?.edit(member.key)?;
                    Some(edit.category.clone())
                })
                .collect();
            ListedGroup { decided, categories, at }
        };
        DecidedRow { groups: groups.into_iter().enumerate().map(listed).collect(), gold }
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &ListedGroup> {
        self.groups.iter()
    }

    /// Returns `true` if no group is open.
    pub(super) fn is_settled(&self) -> bool {
        self.groups.iter().all(ListedGroup::is_decided)
    }

    /// Returns `true` if some groups are decided, and others open.
    pub(super) fn is_begun(&self) -> bool {
        !self.is_settled() && self.groups.iter().any(ListedGroup::is_decided)
    }

    /// The groups, the gravest first, then in their order.
    pub(super) fn in_order(&self, row: usize) -> impl Iterator<Item = &ListedGroup> {
        let mut groups: Vec<&ListedGroup> = self.groups.iter().collect();
        groups.sort_by_key(|group| group.order(row));
        groups.into_iter()
    }

    /// Returns `true` if it was read with this instance of gold; `None` for one that was not changed.
    pub(super) fn is_of(&self, gold: Option<&Arc<Instance>>) -> bool {
        is_same_gold(self.gold.as_ref(), gold)
    }
}
