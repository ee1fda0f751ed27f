//! YAML as one tree, each node with its written form and its place in the text.
//!
//! [`read()`] makes the tree of a text from the events of a parser; the compiler and structural editing work from it.
//! Start reading at [`tree`].

mod build;
pub(crate) mod lines;
mod literal;
pub mod location;
mod places;
pub mod quoting;
pub mod read;
pub mod recovery;
mod syntax;
pub mod tree;

pub use literal::place_in_literal;
pub use location::TextLocation;
pub use quoting::double_quoted;
pub use read::read;
pub use recovery::read_with_recovery;
pub use syntax::explain_syntax_errors;
pub use tree::{
    AnchorId, CollectionLayout, CoreTag, EntryRole, MappingEntry, NodeSource, ResolvedScalar,
    ScalarStyle, YamlDocument, YamlMapping, YamlNode, YamlScalar, YamlSequence, YamlValue,
};

#[cfg(test)]
mod tests;
