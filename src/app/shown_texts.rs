//! The texts of the instance shown, as the page shows them.

use leptos::prelude::*;

use super::context::Session;
use spanwise_annotation::document::outputs::{ArrangedText, arranged};
use spanwise_annotation::document::{Edit, NamedText, TextName, TextRole};
use spanwise_template::Side;
use spanwise_text::Span;

/// A text on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownText {
    /// Its name in the data.
    pub name: TextName,
    /// Its role.
    pub role: TextRole,
    /// Its place among the texts of the instance, from 0.
    pub place: usize,
    /// The name that people see instead of its own.
    blind_name: Option<String>,
}

impl Session {
    /// The texts of the instance in the order of the page. Tracked.
    #[must_use]
    pub fn shown_texts(self) -> Vec<ShownText> {
        let template = self.template();
        let settings = &template.settings.outputs;
        self.instance.with(|instance| {
            let shown = |arranged: ArrangedText| ShownText {
                name: arranged.text.name.clone(),
                role: arranged.text.role,
                place: instance
                    .texts
                    .iter()
                    .position(|other| other.name == arranged.text.name)
                    .unwrap_or(0),
                blind_name: arranged.blind_name,
            };
            arranged(&instance.texts, settings).into_iter().map(shown).collect()
        })
    }

    /// The side that a text is on; `None` for one that is only read.
    #[must_use]
    pub fn side_of(self, text: &TextName) -> Option<Side> {
        self.instance.with_untracked(|instance| instance.texts.get(text)?.role.side())
    }

    /// The name of a text, for people.
    #[must_use]
    pub fn text_label(self, text: &TextName) -> String {
        let shown = untrack(|| self.shown_texts()).into_iter().find(|shown| shown.name == *text);
        shown.map_or_else(|| text.as_str().to_owned(), |shown| self.label_of(&shown))
    }

    /// The name of a text on the page, for people.
    #[must_use]
    pub fn label_of(self, text: &ShownText) -> String {
        let usual = || {
            let side = text.role.side().filter(|side| TextName::from(*side) == text.name)?;
            Some(self.app().text(side.label()))
        };
        let own = || usual().unwrap_or_else(|| text.name.as_str().to_owned());
        text.blind_name.clone().unwrap_or_else(own)
    }

    /// The name of a text that is not alone on its side, for people.
    #[must_use]
    pub fn label_among_several(self, text: &TextName) -> Option<String> {
        let side = self.side_of(text)?;
        let is_one_of_several =
            self.instance.with_untracked(|instance| instance.texts.on(side).nth(1).is_some());
        is_one_of_several.then(|| self.text_label(text))
    }

    /// The first span of an edit or of its constituents, in the order of the data.
    #[must_use]
    pub fn first_span(self, edit: &Edit) -> Option<(TextName, Span)> {
        self.instance.with_untracked(|instance| {
            let of = |edit: &Edit| {
                let on = |text: &NamedText| {
                    Some((text.name.clone(), *edit.spans.on(&text.name).first()?))
                };
                instance.texts.iter().find_map(on)
            };
            of(edit).or_else(|| edit.constituents.iter().find_map(|constituent| of(constituent)))
        })
    }
}
