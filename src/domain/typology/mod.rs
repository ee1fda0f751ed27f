//! A template, compiled: the categories, what can be selected for each, and the questions about it.

pub mod color;
pub mod compile;
mod css_names;
pub mod interface_text;
pub mod model;
pub mod outline;
pub mod schema;
mod suggest;

pub use color::Color;
pub use compile::{Compiled, compile};
pub use model::*;
