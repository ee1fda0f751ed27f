//! The texts of an instance, each with a name and a role.
//!
//! Spans name their text. Categories do not: they mark a side, and thereby every text whose role is that side. Thresh's
//! instances have two texts, named `source` and `target`; that is the usual case.

use arcstr::ArcStr;
use spanwise_template::Side;
use spanwise_text::paragraph::{self, ParagraphRule};
use spanwise_text::{Span, Text, Utf16};

/// The name of a text, unique in its instance. Cheap to clone; the usual two take no memory of their own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextName(ArcStr);

impl TextName {
    /// The name of Thresh's input.
    pub const SOURCE: TextName = TextName(arcstr::literal!("source"));
    /// The name of Thresh's output.
    pub const TARGET: TextName = TextName(arcstr::literal!("target"));

    /// Creates a name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        match name {
            "source" => TextName::SOURCE,
            "target" => TextName::TARGET,
            other => TextName(other.into()),
        }
    }

    /// The name as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Side> for TextName {
    /// The usual name of the text on a side.
    fn from(side: Side) -> Self {
        match side {
            Side::Source => TextName::SOURCE,
            Side::Target => TextName::TARGET,
        }
    }
}

/// The role of a text in its instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextRole {
    /// The text that the target was made from; categories with `enable_input` mark it.
    Source,
    /// The text under evaluation; categories with `enable_output` mark it.
    Target,
    /// A text for reference; no category marks it.
    Context,
}

impl TextRole {
    /// All roles.
    pub const ALL: [TextRole; 3] = [TextRole::Source, TextRole::Target, TextRole::Context];

    /// The name of the role in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TextRole::Source => "source",
            TextRole::Target => "target",
            TextRole::Context => "context",
        }
    }

    /// The role with this name in files.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TextRole::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The side of texts with this role; `None` for context.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            TextRole::Source => Some(Side::Source),
            TextRole::Target => Some(Side::Target),
            TextRole::Context => None,
        }
    }
}

impl From<Side> for TextRole {
    fn from(side: Side) -> Self {
        match side {
            Side::Source => TextRole::Source,
            Side::Target => TextRole::Target,
        }
    }
}

/// Text shown before and after another one, in which nothing can be selected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// The text before.
    pub before: Option<String>,
    /// The text after.
    pub after: Option<String>,
}

impl Surroundings {
    /// Returns `true` if there is no text before or after.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_none() && self.after.is_none()
    }
}

/// One text of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedText {
    /// The name that spans refer to.
    pub name: TextName,
    /// The role of the text.
    pub role: TextRole,
    /// The text itself.
    pub text: Text,
    /// Boxed, since there are many texts and few have any.
    details: Option<Box<TextDetails>>,
}

/// The rarely used parts of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct TextDetails {
    surroundings: Surroundings,
    /// The starts of its paragraphs, if the data give them.
    paragraph_starts: Option<Vec<Utf16>>,
}

impl NamedText {
    /// Creates a text without surroundings.
    #[must_use]
    pub fn new(name: TextName, role: TextRole, text: Text) -> Self {
        NamedText { name, role, text, details: None }
    }

    /// Returns the text with the given surroundings.
    #[must_use]
    pub fn within(mut self, surroundings: Surroundings) -> Self {
        self.surround(surroundings);
        self
    }

    /// Returns the text with the starts of its paragraphs.
    #[must_use]
    pub fn divided(mut self, starts: Option<Vec<Utf16>>) -> Self {
        if let Some(starts) = starts {
            self.divide(starts);
        }
        self
    }

    fn surround(&mut self, surroundings: Surroundings) {
        if !surroundings.is_empty() {
            self.details.get_or_insert_default().surroundings = surroundings;
        }
    }

    fn divide(&mut self, starts: Vec<Utf16>) {
        self.details.get_or_insert_default().paragraph_starts = Some(starts);
    }

    /// Its paragraphs, which tile it: those that the data give, or else those by a rule, or else one.
    #[must_use]
    pub fn paragraphs(&self, rule: Option<ParagraphRule>) -> Vec<Span> {
        let starts = self.details.as_ref().and_then(|details| details.paragraph_starts.as_ref());
        match (starts, rule) {
            (Some(starts), _) => paragraph::tiles(&self.text, starts.iter().copied()),
            (None, Some(rule)) => paragraph::paragraphs(&self.text, rule),
            (None, None) => paragraph::tiles(&self.text, []),
        }
    }

    /// The surrounding text before this one.
    #[must_use]
    pub fn before(&self) -> Option<&str> {
        self.details.as_ref()?.surroundings.before.as_deref()
    }

    /// The surrounding text after this one.
    #[must_use]
    pub fn after(&self) -> Option<&str> {
        self.details.as_ref()?.surroundings.after.as_deref()
    }
}

/// The error of adding a text whose name is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameTaken(pub TextName);

impl std::fmt::Display for NameTaken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is a text named “{}” already", self.0.as_str())
    }
}

impl std::error::Error for NameTaken {}

/// The texts of an instance, in their order. Names are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts(Vec<NamedText>);

impl Default for Texts {
    /// The usual two, both empty.
    fn default() -> Self {
        Texts::usual(Text::EMPTY, Text::EMPTY)
    }
}

/// The text of what has none.
static NO_TEXT: Text = Text::EMPTY;

impl Texts {
    /// Creates an empty list of texts.
    #[must_use]
    pub fn none() -> Self {
        Texts(Vec::new())
    }

    /// Creates the usual two, named `source` and `target`.
    #[must_use]
    pub fn usual(source: impl Into<Text>, target: impl Into<Text>) -> Self {
        Texts(vec![
            NamedText::new(TextName::SOURCE, TextRole::Source, source.into()),
            NamedText::new(TextName::TARGET, TextRole::Target, target.into()),
        ])
    }

    /// Creates the usual two, with an empty source.
    #[must_use]
    pub fn target_only(target: impl Into<Text>) -> Self {
        Texts::usual(Text::EMPTY, target)
    }

    /// Returns `true` if there are exactly the usual two, in their order.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        matches!(self.0.as_slice(), [source, target]
            if source.name == TextName::SOURCE && source.role == TextRole::Source
                && target.name == TextName::TARGET && target.role == TextRole::Target)
    }

    /// Takes from another list the texts that are empty or missing here.
    pub fn complete(&mut self, other: &Texts) {
        let present = other.iter().filter(|text| !text.text.is_empty());
        for text in present {
            match self.0.iter_mut().find(|own| own.name == text.name) {
                Some(own) if own.text.is_empty() => own.clone_from(text),
                Some(_) => {}
                None => self.0.push(text.clone()),
            }
        }
    }

    /// Adds a text after the others.
    ///
    /// # Errors
    /// If there is a text with its name.
    pub fn add(&mut self, text: NamedText) -> Result<(), NameTaken> {
        if self.get(&text.name).is_some() {
            return Err(NameTaken(text.name));
        }
        self.0.reserve_exact(1);
        self.0.push(text);
        Ok(())
    }

    /// Sets the starts of the paragraphs of the first text on a side.
    pub fn divide(&mut self, side: Side, starts: Vec<Utf16>) {
        if let Some(text) = self.0.iter_mut().find(|text| text.role.side() == Some(side)) {
            text.divide(starts);
        }
    }

    /// Replaces the first text on a side; adds the text by its usual name if there is none.
    pub fn set(&mut self, side: Side, text: Text) {
        match self.0.iter_mut().find(|known| known.role.side() == Some(side)) {
            Some(known) => {
                known.text = text;
                if let Some(details) = &mut known.details {
                    details.paragraph_starts = None;
                }
            }
            None => self.0.push(NamedText::new(side.into(), side.into(), text)),
        }
    }

    /// Sets the surroundings of the text with a name. Does nothing if they are empty or there is no such text.
    pub fn surround(&mut self, name: &TextName, surroundings: Surroundings) {
        if let Some(text) = self.0.iter_mut().find(|text| text.name == *name) {
            text.surround(surroundings);
        }
    }

    /// All texts, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &NamedText> {
        self.0.iter()
    }

    /// The text with a name.
    #[must_use]
    pub fn get(&self, name: &TextName) -> Option<&NamedText> {
        self.0.iter().find(|text| text.name == *name)
    }

    /// The text with a name; an empty one if there is none.
    #[must_use]
    pub fn content(&self, name: &TextName) -> &Text {
        self.get(name).map_or(&NO_TEXT, |known| &known.text)
    }

    /// The texts on a side, in their order.
    pub fn on(&self, side: Side) -> impl Iterator<Item = &NamedText> {
        self.0.iter().filter(move |text| text.role.side() == Some(side))
    }

    /// A copy of the texts on a side alone.
    #[must_use]
    pub fn only(&self, side: Side) -> Texts {
        Texts(self.on(side).cloned().collect())
    }

    /// The first text on a side: the one that formats with two texts hold.
    #[must_use]
    pub fn first(&self, side: Side) -> Option<&NamedText> {
        self.on(side).next()
    }

    /// The first text on a side; an empty one if there is none.
    #[must_use]
    pub fn text(&self, side: Side) -> &Text {
        self.first(side).map_or(&NO_TEXT, |known| &known.text)
    }

    /// The texts that are not the first on their side: those for which a format with two texts has no room.
    pub fn further(&self) -> impl Iterator<Item = &NamedText> {
        let first = |text: &NamedText| {
            let side = text.role.side();
            side.and_then(|side| self.first(side)).is_some_and(|first| first.name == text.name)
        };
        self.0.iter().filter(move |text| !first(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Texts {
        let mut texts = Texts::usual("s", "a");
        let second = NamedText::new(TextName::new("b"), TextRole::Target, "b".into());
        texts.add(second).unwrap();
        texts
    }

    fn names<'t>(texts: impl Iterator<Item = &'t NamedText>) -> Vec<&'t str> {
        texts.map(|text| text.name.as_str()).collect()
    }

    #[test]
    fn names_are_unique() {
        let mut texts = three();
        for name in ["source", "target", "b"] {
            let name = TextName::new(name);
            let again = NamedText::new(name.clone(), TextRole::Context, "x".into());
            assert_eq!(texts.add(again), Err(NameTaken(name)));
        }
        assert_eq!(texts, three());
    }

    #[test]
    fn sides_hold_the_texts_of_their_role() {
        let mut texts = three();
        texts.add(NamedText::new(TextName::new("c"), TextRole::Context, "c".into())).unwrap();
        assert_eq!(names(texts.on(Side::Source)), ["source"]);
        assert_eq!(names(texts.on(Side::Target)), ["target", "b"]);
        assert_eq!(names(texts.further()), ["b", "c"]);
        assert!(!texts.are_usual());
        assert!(Texts::default().are_usual());
        assert_eq!(Texts::none().text(Side::Target), &Text::EMPTY);
    }

    #[test]
    fn a_text_is_put_in_the_place_of_the_first_on_its_side() {
        let mut texts = Texts::none();
        texts.set(Side::Target, "t".into());
        texts.set(Side::Source, "s".into());
        texts.set(Side::Target, "u".into());
        assert_eq!(names(texts.iter()), ["target", "source"]);
        assert_eq!(texts.text(Side::Target).as_str(), "u");
    }
}
