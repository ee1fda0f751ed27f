//! Help for writing templates: completion, and hover help on keys and words.
//!
//! The YAML may be broken: it is read [with recovery](crate::yaml::recovery). Completions and explanations come from
//! [`schema`](super::schema) and [`docs`](super::docs).

mod cursor;
mod explain;
mod hover;
mod inserted_text;
mod offers;
mod schema_place;

pub use hover::{Hover, hover};
pub use offers::{Completion, CompletionKind, Completions, completions};
pub use schema_place::described;

/// The start of the character that a byte of a text belongs to, or else the end of the text.
fn clamped(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;
