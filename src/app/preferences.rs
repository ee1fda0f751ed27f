//! How a person likes to read; kept on the device, for all works.

use serde::{Deserialize, Serialize};

/// Which connectors are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectorVisibility {
    /// Those of all edits.
    #[default]
    All,
    /// Those of the edit that is open or pointed at.
    Chosen,
    /// None.
    None,
}

/// How a person likes to read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Size of the texts, in percent of what the template asks for.
    pub text_size: u16,
    /// Line height of the texts, in percent.
    pub line_spacing: u16,
    /// Which connectors are drawn.
    pub connectors: ConnectorVisibility,
    /// Whether single characters are shortcuts on the whole page (WCAG 2.1.4 asks for a way to turn them off).
    pub single_keys: bool,
    /// Code of the language that the person chose for the interface.
    pub language: Option<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            text_size: 100,
            line_spacing: 190,
            connectors: ConnectorVisibility::default(),
            single_keys: true,
            language: None,
        }
    }
}
