//! Prompts: what a model is told about a typology and asked about an instance.

mod described;
mod item;
mod template;
mod variant;

pub use self::item::{PromptData, Shot};
pub use self::template::{Placeholder, PromptTemplate};
pub use self::variant::PromptVariant;
