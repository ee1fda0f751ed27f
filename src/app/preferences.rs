//! Reading preferences, stored on the device for all works.

use spanwise_json::{Json, Object, encode, integer};

/// The connectors that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConnectorVisibility {
    /// Connectors of all edits.
    #[default]
    All,
    /// Connectors of the edit that is open or pointed at.
    Chosen,
    /// No connectors.
    None,
}

impl ConnectorVisibility {
    /// All of them, with their names in [`Preferences::to_json`].
    pub const ALL: [(ConnectorVisibility, &'static str); 3] = [
        (ConnectorVisibility::All, "all"),
        (ConnectorVisibility::Chosen, "chosen"),
        (ConnectorVisibility::None, "none"),
    ];
}

/// Reading preferences of a person.
#[derive(Debug, Clone, PartialEq)]
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

impl Preferences {
    /// Reads preferences written by [`Preferences::to_json`]. What is missing or cannot be read has its default.
    #[must_use]
    pub fn from_json(json: &str) -> Self {
        let mut preferences = Preferences::default();
        let Some(stored) = Object::parse(json) else { return preferences };
        let percent = |name, value: &mut u16| {
            let number = stored.get(name).and_then(integer);
            *value = number.and_then(|number| number.try_into().ok()).unwrap_or(*value);
        };
        percent("text_size", &mut preferences.text_size);
        percent("line_spacing", &mut preferences.line_spacing);
        for (name, is_on) in preferences.flags_mut() {
            match stored.get(name) {
                Some("true") => *is_on = true,
                Some("false") => *is_on = false,
                Some(_) | None => {}
            }
        }
        let text = |name| match Json::read(stored.get(name)?) {
            Json::String(text) => Some(text),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
        };
        if let Some(name) = text("connectors") {
            let known = ConnectorVisibility::ALL.iter().find(|(_, known)| *known == name);
            preferences.connectors = known.map_or(preferences.connectors, |(value, _)| *value);
        }
        preferences.language = text("language").map(Into::into);
        preferences
    }

    /// The preferences as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut written = self.clone();
        let mut json =
            format!("{{\"text_size\":{},\"line_spacing\":{}", self.text_size, self.line_spacing);
        for (name, is_on) in written.flags_mut() {
            json.push_str(&format!(",\"{name}\":{is_on}"));
        }
        let connectors =
            ConnectorVisibility::ALL.iter().find(|(value, _)| *value == self.connectors);
        let texts = [
            ("connectors", connectors.map(|(_, name)| *name)),
            ("language", self.language.as_deref()),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                json.push_str(&format!(",\"{name}\":{}", encode(text)));
            }
        }
        json.push('}');
        json
    }

    /// The preferences that are on or off, by their names.
    fn flags_mut(&mut self) -> [(&'static str, &mut bool); 5] {
        [
            ("single_keys", &mut self.single_keys),
            ("advances", &mut self.advances),
            ("recent_first", &mut self.recent_first),
            ("safe_colors", &mut self.safe_colors),
            ("mentions", &mut self.mentions),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn preferences_come_back_and_what_cannot_be_read_has_its_default() {
        let changed = Preferences {
            text_size: 150,
            line_spacing: 200,
            connectors: ConnectorVisibility::Chosen,
            single_keys: false,
            advances: false,
            recent_first: true,
            safe_colors: true,
            mentions: false,
            language: Some("zh".to_owned()),
        };
        for preferences in [changed, Preferences::default()] {
            assert_eq!(Preferences::from_json(&preferences.to_json()), preferences);
        }
        for unread in ["", "7", "{}", r#"{"text_size": -1, "connectors": "x", "advances": 0}"#] {
            assert_eq!(Preferences::from_json(unread), Preferences::default(), "{unread}");
        }
        let some = Preferences::from_json(r#"{"language": null, "advances": false, "x": {}}"#);
        assert_eq!(some, Preferences { advances: false, ..Preferences::default() });
    }
}
