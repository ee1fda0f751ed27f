//! Names in doccano's files and in records that were read from them.

use crate::files::file_name::is_file_name;
use crate::offset_unit::OffsetUnit;

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`, in the corpus and in records.
pub(super) const OWN: &str = "doccano";

pub(super) const TEXT: &str = "text";
pub(super) const ENTITIES: &str = "entities";
pub(super) const LABEL: &str = "label";
pub(super) const RELATIONS: &str = "relations";
/// Labels of the whole text, and the question about the item that they answer.
pub(super) const CATS: &str = "cats";

/// The members of a line that are no metadata.
pub(super) const NOT_METADATA: [&str; 6] = [TEXT, ENTITIES, LABEL, "labels", CATS, RELATIONS];

/// The names of files that name no annotator.
const NOBODY: [&str; 2] = ["all", "unknown"];

/// The annotator that the name of a file is.
pub(super) fn annotator_of(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    Some(name).filter(|name| !name.is_empty() && !NOBODY.contains(name))
}

/// The file of an annotator; `None` if the name cannot be that of a file.
pub(super) fn file_of(annotator: &str) -> Option<String> {
    let path = format!("{annotator}.jsonl");
    (is_file_name(annotator) && annotator_of(&path) == Some(annotator)).then_some(path)
}
