//! Reading preferences, stored on the device for all works.

use serde::{Deserialize, Serialize};

/// The connectors that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectorVisibility {
    /// Connectors of all edits.
    #[default]
    All,
    /// Connectors of the edit that is open or pointed at.
    Chosen,
    /// No connectors.
    None,
}

/// Reading preferences of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Size of the texts, in percent of what the template asks for.
    pub text_size: u16,
    /// Line height of the texts, in percent.
    pub line_spacing: u16,
    /// The connectors that are drawn.
    pub connectors: ConnectorVisibility,
    /// `true` if single characters are shortcuts on the whole page (WCAG 2.1.4 asks for a way to turn them off).
    pub single_keys: bool,
    /// `true` if choosing an answer goes on to the next question.
    pub advances: bool,
    /// `true` if the menu of categories begins with those used last.
    pub recent_first: bool,
    /// `true` if categories have colours that colour-blind people tell apart in place of the template's.
    pub safe_colors: bool,
    /// `true` if all mentions of the cluster under the pointer or the caret light up.
    pub mentions: bool,
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
            advances: true,
            recent_first: false,
            safe_colors: false,
            mentions: true,
            language: None,
        }
    }
}
