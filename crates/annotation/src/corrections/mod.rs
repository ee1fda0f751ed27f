//! Corrections: replacements of spans, the corrected text that they make, and edits derived from an edited text.
//!
//! **Start reading** at [`CorrectedText`]; [`derivation`](derive()) is the way back, from a text that a person has edited to
//! edits. Few templates ask for either, so nothing that is loaded with the page depends on this folder.
//!
//! **Must never happen here:** a guess. Of two replacements that overlap the earlier one is put in, and the other is told;
//! edits that are derived give back exactly the edited text.

mod corrected_text;
mod derivation;
mod differences;

pub use corrected_text::{
    CorrectedPart, CorrectedText, LeftOutReplacement, Replacement, asks_for_replacements,
    replacement_of,
};
pub use derivation::derive;
pub use differences::with_line_ends_of;
