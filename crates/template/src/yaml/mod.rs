//! YAML as a tree in which every part knows where it was written.

pub mod node;
pub mod read;
mod syntax;
mod tree;

pub use node::{Entry, Key, Location, Node, Resolved, Scalar, Value};
pub use read::read;

#[cfg(test)]
mod tests;
