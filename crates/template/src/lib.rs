//! Templates: a YAML reader, the schema, a compiler to typology and settings, structural editing, completion and
//! diagrams.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod color;
pub mod color_vision;
pub mod compile;
pub mod completion;
mod css_names;
pub mod database;
mod decimal;
pub mod diagram;
pub mod docs;
pub mod example;
mod example_check;
mod formula;
mod hotkeys;
pub mod icons;
pub mod interface_text;
pub mod json_schema;
mod look_alikes;
pub mod model;
mod number;
pub mod outline;
pub mod schema;
pub mod suggest;
mod tokenizer_check;
pub mod yaml;

pub use color::Color;
pub use compile::{CompiledTemplate, compile, compile_with_icons};
pub use database::Database;
pub use formula::{Formula, FormulaCount};
pub use look_alikes::compile_for_author;
pub use model::*;
pub use number::{Decimal, NumberRange, SliderRange};
