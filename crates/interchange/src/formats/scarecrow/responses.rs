//! The responses in a cell of Scarecrow's table, and the place of the annotations in them.

use super::names::ANNOTATIONS;
use super::python_literal::PythonLiteral;
use crate::members::Members;

/// The place of the annotations of a response.
pub(super) enum AnnotationsPlace {
    /// In its item 4.
    Inside,
    /// In the response itself.
    Whole,
}

impl AnnotationsPlace {
    pub(super) fn of(response: &PythonLiteral) -> Option<Self> {
        let items = response.items()?;
        let is_list =
            |item: Option<&PythonLiteral>| item.is_some_and(|item| item.items().is_some());
        if is_list(items.get(ANNOTATIONS)) && !is_list(items.first()) {
            return Some(AnnotationsPlace::Inside);
        }
        (items.is_empty() || is_list(items.first())).then_some(AnnotationsPlace::Whole)
    }

    /// The annotations of the response.
    pub(super) fn of_response<'r>(
        &self,
        response: &'r PythonLiteral,
    ) -> Option<&'r [PythonLiteral]> {
        match self {
            AnnotationsPlace::Inside => response.items()?.get(ANNOTATIONS)?.items(),
            AnnotationsPlace::Whole => response.items(),
        }
    }

    /// The same, mutable.
    pub(super) fn in_response<'r>(
        &self,
        response: &'r mut PythonLiteral,
    ) -> Option<&'r mut Vec<PythonLiteral>> {
        match self {
            AnnotationsPlace::Inside => response.items_mut()?.get_mut(ANNOTATIONS)?.items_mut(),
            AnnotationsPlace::Whole => response.items_mut(),
        }
    }
}

/// The responses of a cell: a list of them, or a single one, as Thresh's converter has it. Responses are lists; the
/// items before the annotations of one are not.
pub(super) fn responses_of(cell: &PythonLiteral) -> Option<&[PythonLiteral]> {
    if is_single(cell) { Some(std::slice::from_ref(cell)) } else { cell.items() }
}

pub(super) fn is_single(cell: &PythonLiteral) -> bool {
    let items = cell.items().and_then(|items| items.split_at_checked(ANNOTATIONS));
    let is_list = |item: &PythonLiteral| item.items().is_some();
    items.is_some_and(|(before, rest)| {
        rest.first().is_some_and(is_list) && !before.iter().any(is_list)
    })
}

/// A literal that is preserved as its text.
pub(super) fn preserved(members: &Members, name: &str) -> Option<PythonLiteral> {
    PythonLiteral::parse(&members.text(name)?).ok()
}
