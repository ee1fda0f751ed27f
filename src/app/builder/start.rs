//! What the builder is opened with.

use std::sync::Arc;

use spanwise_annotation::store::WorkId;

/// What the builder is opened with.
#[derive(Debug, Clone)]
pub enum BuilderStart {
    /// The draft that was changed last, or a new one.
    Latest,
    /// A draft of this device.
    Draft(WorkId),
    /// A template, and data if there is any, as a new draft.
    Template {
        /// Its text.
        template: Arc<str>,
        /// The text of the data.
        data: Option<String>,
        /// The name or address it came from.
        origin: String,
        /// Whether it was to be annotated with, and has errors that keep it from that.
        is_refused: bool,
    },
}
