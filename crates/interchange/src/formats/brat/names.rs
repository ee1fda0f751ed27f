//! Names in records that were read from brat's files.

use crate::offset_unit::OffsetUnit;

/// The members of [`Record::metadata`](crate::Record) that name an item, as in [`Format::keys`](crate::Format::keys).
pub(super) const ITEM_KEYS: &[&str] = &["document"];

pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// This format's member of `preserved`: in the corpus the other files, in a record its original annotations, in an edit
/// the id of its line.
pub(super) const OWN: &str = "brat";
/// The member of a record's metadata with the path of its files, without their endings.
pub(super) const DOCUMENT: &str = "document";
