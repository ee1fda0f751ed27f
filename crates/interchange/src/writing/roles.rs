//! Roles of spans in formats that tell an error from its antecedents by their order.

use crate::record::Edit;
use spanwise_annotation::document::TextName;
use spanwise_text::Span;

/// The names of the roles of an error and of what it repeats or contradicts, as in the templates of this app.
pub(crate) const ERROR_AND_ANTECEDENT: [&str; 2] = ["error", "antecedent"];

/// The spans of an edit on the target, those with the role of the error first.
pub(crate) fn error_first(edit: &Edit) -> Vec<Span> {
    let (spans, roles) = (edit.spans.target(), edit.spans.roles_on(&TextName::TARGET));
    let is_error = |at: &usize| {
        roles.get(*at).and_then(|role| role.as_deref()) == Some(ERROR_AND_ANTECEDENT[0])
    };
    let (mut places, others): (Vec<usize>, Vec<usize>) = (0..spans.len()).partition(is_error);
    places.extend(others);
    places.into_iter().filter_map(|at| spans.get(at).copied()).collect()
}
