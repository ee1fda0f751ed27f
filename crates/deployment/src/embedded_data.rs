//! A template and data in one JSON text, as share links and the one-file version of the app carry them.

use serde::{Deserialize, Serialize};

/// A template and data, as texts, so that numbers and the order of keys stay as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedData {
    /// The template: YAML.
    pub template: String,
    /// The data, as a data file holds it; `None` if there is none.
    #[serde(default)]
    pub data: Option<String>,
}

impl EmbeddedData {
    /// Encodes both as JSON: `{"template": …, "data": …}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Two texts can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the JSON written by [`EmbeddedData::to_json`].
    ///
    /// # Errors
    /// If the text is not JSON of this form.
    pub fn read(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json)
    }
}
