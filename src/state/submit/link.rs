//! From the parameters of a link to the part of the data that one person annotates.

use super::Assigned;
use crate::domain::format::{Dataset, Reader, excerpt};
use crate::domain::submit::assignment::Assignment;
use crate::domain::submit::sample::Sample;
use crate::domain::submit::worker::Visitor;

/// Who annotates which instances of the data.
///
/// # Errors
/// What is wrong with the link, and what to do about it.
pub(super) fn assigned(
    parameters: &[(String, String)],
    dataset: &Dataset,
) -> Result<Assigned, String> {
    let visitor = Visitor::of_link(parameters).map_err(|error| error.to_string())?;
    let sample = Sample::of_link(parameters).map_err(|error| error.to_string())?;
    let chosen = sample
        .map(|sample| sample.choose(dataset.len(), visitor.seed().as_deref()))
        .transpose()
        .map_err(|error| error.to_string())?;
    let sample = chosen
        .as_deref()
        .map(|chosen| Reader::new(excerpt(dataset, chosen)).finish())
        .transpose()
        .map_err(|diagnostic| diagnostic.sentence())?;
    let assignment = Assignment::of(&visitor, chosen);
    Ok(Assigned {
        assignment: assignment.to_json(),
        part: assignment.part(),
        sample,
        preview: assignment.preview,
    })
}
