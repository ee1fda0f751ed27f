//! Data files: Thresh's JSON, read with tolerance and written back without loss.
//!
//! A file is held as its text ([`Dataset`]) and split into items; an item becomes an [`Instance`] when it is looked at
//! ([`read_instance`]). Writing ([`write_instance`]) patches only the members whose meaning changed, and
//! [`write_dataset`] replaces the old items by the patched ones.
//!
//! **Start reading** at [`read_instance`] and [`write_instance`].
//!
//! **Must never happen here:** a failure to read an instance, whose problems are reported instead; a member dropped, or
//! rewritten although its meaning is the same.
//!
//! [`Instance`]: crate::document::Instance

pub mod answers;
mod carry;
mod code_points;
pub mod dataset;
mod excerpt;
pub mod field_mapping;
mod file_kind;
mod foreign;
mod identity;
mod metadata;
mod preserved;
pub mod reader;
pub mod report;
pub mod span_decisions;
pub mod spans;
pub mod table;
pub mod texts;
pub mod thresh_read;
pub mod thresh_write;
pub mod turns;
pub mod write_file;

pub use carry::{ANNOTATIONS, CarriedAnnotations, carry_over, set_annotations};
pub use code_points::{
    OffsetConversion, convert_edits, counted_in_utf16, cuts_characters, in_utf16,
    may_count_code_points,
};
pub use dataset::{DataIn, Dataset, DatasetForm};
pub use excerpt::excerpt;
pub use file_kind::{FileKind, is_one_line, kind};
pub use foreign::{ForeignFile, any_text_of, text_of};
pub use identity::{InstanceIdentity, identity};
pub use metadata::{annotator_of, remove_annotator, with_metadata};
pub use preserved::{PRESERVED, without_preserved};
pub use reader::{DatasetReader, ReadingProgress};
pub use report::is_misfit;
pub use table::TableReader;
pub use thresh_read::{LoadedInstance, read_edit, read_instance};
pub use thresh_write::{write_edit, write_instance};
pub use write_file::{
    OffsetUnit, bundle_chunks, dataset_chunks, write_bundle, write_bundle_for_thresh,
    write_dataset, write_list,
};
