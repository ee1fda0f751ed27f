//! A typology as a diagram: the tree of what is asked, laid out without a browser.
//!
//! [`TypologyTree`] says what there is to draw, and serves for nested lists too. [`layout()`] places it with its texts,
//! [`thumbnail()`] draws its shape alone, [`svg_file`] makes a file of either. All lengths are whole CSS pixels, so that
//! no page needs to write a fraction.

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
