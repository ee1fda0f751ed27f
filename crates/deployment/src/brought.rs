//! A template and data in one JSON text: what a share link and the one-file version of the app bring along.

use serde::{Deserialize, Serialize};

/// A template and data, as texts, so that numbers and the order of keys stay as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The template: YAML.
    pub template: String,
    /// The data, as a data file holds it; `None` if there is none.
    #[serde(default)]
    pub data: Option<String>,
}

impl Brought {
    /// As JSON: `{"template": …, "data": …}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Two texts can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Brought::to_json`] wrote.
    ///
    /// # Errors
    /// Says in the words of the JSON reader what is wrong, and where.
    pub fn read(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
}
