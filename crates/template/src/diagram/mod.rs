//! A typology as a diagram: the tree of its categories, questions and options, laid out without a browser.
//!
//! [`TypologyTree`] is the content, used for nested lists too. [`layout()`] places it with its texts, [`thumbnail()`]
//! draws its shape alone, [`svg_file`] makes a file of either. All lengths are whole CSS pixels, so that no page needs
//! to write a fraction.

mod layout;
mod lines;
mod measure;
mod model;
mod note_words;
mod rooms;
mod svg;
mod text_room;
mod thumbnail;
mod tree;

pub use layout::{DiagramOptions, layout};
pub use model::{
    Diagram, DiagramDirection, DiagramEdge, DiagramNode, DiagramNodeKind, DiagramText,
};
pub use note_words::DiagramWords;
pub use svg::svg_file;
pub use thumbnail::thumbnail;
pub use tree::{BranchKind, BuiltInAnswer, TypologyBranch, TypologyTree};

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
