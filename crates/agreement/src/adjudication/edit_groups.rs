//! Edits of several annotators on one instance, gathered into groups.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::annotation_group::{
    AnnotationGroup, GroupContent, GroupDifferences, GroupId, GroupMember, annotators_with, missed,
};
use super::comparable_edit::{ComparableEdit, comparable_edits};
use super::matching::{EditRelation, differing_answers, matching};
use crate::measure::severity_of;
use spanwise_annotation::document::{Instance, QuestionPath};
use spanwise_annotation::fingerprint::fingerprint;

/// Two matched edits, by their positions among all edits of the instance.
#[derive(Debug, Clone, Copy)]
struct Link {
    /// The order in which links are followed.
    order: LinkOrder,
    ends: [usize; 2],
}

/// The strength of a link, the strongest least: of two edits that are the same, of two that differ in answers, then by the
/// number of UTF-16 units that both cover; of equally many, two of the same category are stronger.
pub(super) type LinkStrength = (u8, Reverse<u64>, bool);

/// The order of links: by their strength, then by the content of the edits.
type LinkOrder = (LinkStrength, usize, usize);

/// An edit with its annotator.
struct ListedEdit {
    annotator: usize,
    edit: ComparableEdit,
}

/// Gathers the edits of several annotators on an instance into groups, in the order of the text. `None` stands for an
/// annotator whose file lacks the instance.
///
/// The edits of each two annotators are matched ([`matching()`]). The pairs are followed from the strongest to the
/// weakest: those of the same spans, category and answers, those of the same spans and category, then by the text that
/// both cover, the more the stronger; of equally much, those of the same category first. Each joins the groups of
/// its two edits, unless the joined group would have two edits of one annotator. So each edit is in exactly one group, and
/// edits that are matched only by way of others are in one group, too, as long as each annotator has one edit in it.
///
/// The groups do not depend on the order of the annotators, except among edits of equal content.
pub(super) fn edit_groups(instances: &[Option<&Instance>]) -> Vec<AnnotationGroup> {
    let lists: Vec<Vec<ComparableEdit>> =
        instances.iter().map(|i| i.map(comparable_edits).unwrap_or_default()).collect();
    let (all, links) = linked(lists);
    joined(&all, &links)
        .into_iter()
        .filter_map(|members| {
            let members: Vec<&ListedEdit> = members.iter().filter_map(|at| all.get(*at)).collect();
            (!members.is_empty()).then(|| group(&members, instances))
        })
        .collect()
}

/// All edits in the order of their content, and the links between them in the order in which they are followed.
fn linked(lists: Vec<Vec<ComparableEdit>>) -> (Vec<ListedEdit>, Vec<Link>) {
    let mut pairs = Vec::new();
    for (a, ours) in lists.iter().enumerate() {
        for (b, theirs) in lists.iter().enumerate().skip(a + 1) {
            for pair in matching(ours, theirs) {
                pairs.push(([(a, pair.first), (b, pair.second)], pair.relation));
            }
        }
    }
    let mut all: Vec<((usize, usize), ListedEdit)> = Vec::new();
    for (annotator, list) in lists.into_iter().enumerate() {
        for (at, edit) in list.into_iter().enumerate() {
            all.push(((annotator, at), ListedEdit { annotator, edit }));
        }
    }
    all.sort_by(|(place, a), (other, b)| {
        a.edit.place().cmp(&b.edit.place()).then_with(|| place.cmp(other))
    });
    let positions: BTreeMap<(usize, usize), usize> =
        all.iter().enumerate().map(|(at, (place, _))| (*place, at)).collect();
    let all: Vec<ListedEdit> = all.into_iter().map(|(_, edit)| edit).collect();
    let ranks = content_ranks(&all);
    let rank = |at: usize| ranks.get(at).copied().unwrap_or(at);
    let mut links: Vec<Link> = pairs
        .into_iter()
        .filter_map(|([one, other], relation)| {
            let ends = [*positions.get(&one)?, *positions.get(&other)?];
            let [a, b] = [&all.get(ends[0])?.edit, &all.get(ends[1])?.edit];
            let strength = link_strength(a, b, &relation);
            let [low, high] = [rank(ends[0]), rank(ends[1])];
            let order = (strength, low.min(high), low.max(high));
            Some(Link { order, ends })
        })
        .collect();
    links.sort_by_key(|link| (link.order, link.ends.iter().min().copied(), link.ends));
    (all, links)
}

/// The strength of the link between two matched edits.
pub(super) fn link_strength(
    a: &ComparableEdit,
    b: &ComparableEdit,
    relation: &EditRelation,
) -> LinkStrength {
    let class = match relation {
        EditRelation::Same => 0,
        EditRelation::Answers(_) => 1,
        EditRelation::Boundary(_) | EditRelation::Category => 2,
    };
    (class, Reverse(a.extent.overlap(&b.extent)), a.category != b.category)
}

/// By position: the number of the content of an edit. Edits of equal content have the same.
fn content_ranks(all: &[ListedEdit]) -> Vec<usize> {
    let mut ranks = Vec::with_capacity(all.len());
    let mut before: Option<&ListedEdit> = None;
    let mut rank = 0;
    for edit in all {
        rank += usize::from(before.is_some_and(|b| b.edit.place() != edit.edit.place()));
        ranks.push(rank);
        before = Some(edit);
    }
    ranks
}

/// Follows the links, and returns the positions of the edits of each group, in the order of their content.
fn joined(all: &[ListedEdit], links: &[Link]) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..all.len()).collect();
    let mut groups: Vec<Vec<usize>> = (0..all.len()).map(|at| vec![at]).collect();
    let annotators = |members: &[usize]| -> BTreeSet<usize> {
        members.iter().filter_map(|at| all.get(*at)).map(|listed| listed.annotator).collect()
    };
    for Link { ends: [a, b], .. } in links {
        let (Some(&to), Some(&from)) = (group_of.get(*a), group_of.get(*b)) else { continue };
        let members = |group: usize| groups.get(group).map(|members| annotators(members));
        let (Some(ours), Some(theirs)) = (members(to), members(from)) else { continue };
        if to == from || !ours.is_disjoint(&theirs) {
            continue;
        }
        let moved = groups.get_mut(from).map(std::mem::take).unwrap_or_default();
        for at in &moved {
            if let Some(group) = group_of.get_mut(*at) {
                *group = to;
            }
        }
        if let Some(group) = groups.get_mut(to) {
            group.extend(moved);
        }
    }
    groups.iter_mut().for_each(|members| members.sort_unstable());
    groups.retain(|members| !members.is_empty());
    groups.sort_unstable();
    groups
}

fn group(members: &[&ListedEdit], instances: &[Option<&Instance>]) -> AnnotationGroup {
    let annotators: Vec<usize> = members.iter().map(|member| member.annotator).collect();
    let texts = members.iter().flat_map(|member| member.edit.extent.texts());
    let present = annotators_with(instances, texts);
    let mut differences =
        GroupDifferences { missed: missed(&present, &annotators), ..GroupDifferences::default() };
    let mut answers: BTreeSet<QuestionPath> = BTreeSet::new();
    for (at, one) in members.iter().enumerate() {
        for other in members.iter().skip(at + 1) {
            let (one, other) = (&one.edit, &other.edit);
            differences.category |= one.category != other.category;
            differences.boundary |= one.extent != other.extent;
            if one.category == other.category {
                answers.extend(differing_answers(&one.answers, &other.answers));
            }
        }
    }
    differences.answers = answers.into_iter().collect();
    let standing = differences.standing(members.len());
    let severity = members.iter().filter_map(|member| severity_of(&member.edit.answers)).max();
    // Members are in the order of their content here, which no name of an annotator has a part in.
    let id = GroupId(fingerprint(spelled(members).as_bytes()));
    let mut members: Vec<GroupMember> = members
        .iter()
        .map(|member| GroupMember { annotator: member.annotator, key: member.edit.key })
        .collect();
    members.sort_unstable();
    AnnotationGroup { id, content: GroupContent::Edits(members), differences, standing, severity }
}

/// The content of the members of a group, as a text. It must stay the same in every version, since notes of decisions
/// name groups by it.
fn spelled(members: &[&ListedEdit]) -> String {
    let mut spelled = String::new();
    for member in members {
        let ComparableEdit { key: _, category, extent, answers } = &member.edit;
        spelled.push_str(category);
        for text in extent.texts() {
            spelled.push_str(&format!("\u{1f}{}", text.as_str()));
            for span in extent.on(text) {
                spelled.push_str(&format!(" {}-{}", span.start().0, span.end().0));
            }
        }
        for (path, answer) in answers.iter() {
            spelled.push_str(&format!("\u{1f}{}={answer}", path.join("/")));
        }
        spelled.push('\u{1e}');
    }
    spelled
}
