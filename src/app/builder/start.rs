//! The draft or template that the builder is opened with.

use std::sync::Arc;

use spanwise_annotation::store::WorkId;

/// The draft or template that the builder is opened with.
#[derive(Debug, Clone)]
pub enum BuilderStart {
    /// The draft that was changed last, or a new one.
    Latest,
    /// A draft of this device.
    Draft(WorkId),
    /// A new draft with a template, and data if there is any.
    Template {
        /// Its text.
        template: Arc<str>,
        /// The text of the data.
        data: Option<String>,
        /// The name or address it came from.
        origin: String,
        /// `true` if it was to be annotated with but has errors.
        is_refused: bool,
    },
}
