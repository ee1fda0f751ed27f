//! A template, compiled: the categories, what can be selected for each, and the questions about it.

pub mod color;
pub mod model;

pub use color::Color;
pub use model::*;
