//! Names for people: those of the program with spaces, those from data as they are.

use std::borrow::Cow;

/// The name of the figures of all categories together, or of all annotators, beside those of each.
pub(crate) const TOTAL: &str = "all";

/// The name of the figures of one category or annotator beside those of all: another one if it is called like these.
pub(crate) fn beside_total(name: &str) -> Cow<'_, str> {
    if name == TOTAL { Cow::Owned(format!("{TOTAL} (2)")) } else { Cow::Borrowed(name) }
}

/// The place of names in an answer: whether they are the program's own or from data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NamePlace {
    /// The number of levels from here on whose names are from data.
    levels_of_data: usize,
}

impl NamePlace {
    /// A level of names from data, within which the names are the program's own.
    pub(crate) const OF_DATA: NamePlace = NamePlace { levels_of_data: 1 };

    /// The place of the names in the group of a name at this place.
    pub(crate) fn within(self, name: &str) -> Self {
        let levels_of_data = match self.levels_of_data {
            0 => levels_of_data(name),
            levels => levels - 1,
        };
        NamePlace { levels_of_data }
    }

    /// A name at this place as people read it.
    pub(crate) fn shown(self, name: &str) -> String {
        if self.is_own() { name.replace('_', " ") } else { name.to_owned() }
    }

    /// Returns `true` for the name of the program that this is.
    pub(crate) fn is(self, name: &str, own: &str) -> bool {
        self.is_own() && name == own
    }

    fn is_own(self) -> bool {
        self.levels_of_data == 0
    }
}

/// The number of levels in a group of the program that are named after data: categories, annotators, questions, answers,
/// members of records and their values, systems, and pairs of these.
fn levels_of_data(group: &str) -> usize {
    match group {
        "alpha"
        | "alt_test"
        | "annotator_differences"
        | "annotators"
        | "answers"
        | "categories"
        | "competence"
        | "confusion"
        | "counts"
        | "coverage"
        | "differences"
        | "edits_per_item"
        | "explanations"
        | "f1_by_category"
        | "group_differences"
        | "groups"
        | "hypotheses"
        | "item_answers"
        | "k"
        | "one_against_rest"
        | "per_edit"
        | "profiles"
        | "quality"
        | "ranking"
        | "score"
        | "stability"
        | "systems" => 1,
        "given_answers" | "group_differences_by" | "groups_by" | "ranking_by" => 2,
        _ => 0,
    }
}
