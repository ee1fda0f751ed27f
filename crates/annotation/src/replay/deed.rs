//! The deed of a step, found from its changes.

use std::sync::Arc;

use super::ReplayDeed;
use crate::change::Change;
use crate::document::{Edit, Instance};

/// The deed of some changes: that of the one that says most.
pub(super) fn of(before: &Instance, after: &Instance, changes: &[Change]) -> ReplayDeed {
    let deeds = changes.iter().filter_map(|change| of_change(before, after, change));
    deeds.min_by_key(|deed| rank(*deed)).unwrap_or(ReplayDeed::Changed)
}

fn of_change(before: &Instance, after: &Instance, change: &Change) -> Option<ReplayDeed> {
    Some(match change {
        Change::Insert { edit, .. } if before.edit(edit.key).is_some() => return None,
        Change::Insert { edit, .. } if edit.key.0 < before.next_key => ReplayDeed::Restored,
        Change::Insert { .. } => ReplayDeed::Made,
        Change::Remove(key) if after.edit(*key).is_some() => return None,
        Change::Remove(_) => ReplayDeed::Deleted,
        Change::Replace(edit) => match before.edit(edit.key) {
            Some(old) if has_other_answers(old, edit) => ReplayDeed::Answered,
            Some(_) | None => ReplayDeed::Changed,
        },
        Change::Answers(_) | Change::TextAnswers(..) => ReplayDeed::Answered,
        Change::Bookmark(_) | Change::Comment(_) | Change::Decisions(_) | Change::Rejected(_) => {
            ReplayDeed::Changed
        }
        Change::Done(true) => ReplayDeed::Done,
        Change::Done(false) => ReplayDeed::Reopened,
        Change::Reading(_) => ReplayDeed::Revealed,
    })
}

/// The order in which the deeds of several changes give a step its name: a composite is made of edits that go.
fn rank(deed: ReplayDeed) -> u8 {
    match deed {
        ReplayDeed::Made => 0,
        ReplayDeed::Restored => 1,
        ReplayDeed::Deleted => 2,
        ReplayDeed::Changed => 3,
        ReplayDeed::Answered => 4,
        ReplayDeed::Done => 5,
        ReplayDeed::Reopened => 6,
        ReplayDeed::Revealed => 7,
        ReplayDeed::Undone | ReplayDeed::Redone => 8,
    }
}

/// Returns `true` if two states of an edit differ by answers alone, its own or those of its constituents.
fn has_other_answers(old: &Edit, new: &Edit) -> bool {
    let is_same_otherwise =
        |a: &Edit, b: &Edit| a.key == b.key && a.category == b.category && a.spans == b.spans;
    let constituents = || old.constituents.iter().zip(&new.constituents);
    is_same_otherwise(old, new)
        && old.constituents.len() == new.constituents.len()
        && constituents().all(|(a, b)| is_same_otherwise(a, b))
        && (old.answers != new.answers || constituents().any(|(a, b)| a.answers != b.answers))
}

/// The edits that changes are about: those that were made, came back, changed or are gone. Edits that were only taken into
/// a composite, or out of one, are not among them unless there are no others.
pub(super) fn edits(before: &Instance, after: &Instance, changes: &[Change]) -> Vec<Arc<Edit>> {
    let about = |change: &Change| match change {
        Change::Insert { edit, .. } => before.edit(edit.key).is_none().then(|| edit.clone()),
        Change::Replace(edit) => Some(edit.clone()),
        Change::Remove(key) if after.edit(*key).is_some() => None,
        Change::Remove(key) => before.edit(*key).cloned(),
        Change::Answers(_)
        | Change::TextAnswers(..)
        | Change::Bookmark(_)
        | Change::Comment(_)
        | Change::Done(_)
        | Change::Reading(_)
        | Change::Decisions(_)
        | Change::Rejected(_) => None,
    };
    changes.iter().filter_map(about).collect()
}
