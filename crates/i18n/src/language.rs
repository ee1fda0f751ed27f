//! The languages of the interface, and the files in which they are written.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::{Key, Message, Plural, say};

/// A language of the interface.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its code (ISO 639-1), which names its file.
    pub code: &'static str,
    /// What its speakers call it.
    pub name: &'static str,
    /// Whether it is written from right to left.
    pub right_to_left: bool,
}

const fn language(code: &'static str, name: &'static str) -> Language {
    Language { code, name, right_to_left: false }
}

const fn right_to_left(code: &'static str, name: &'static str) -> Language {
    Language { code, name, right_to_left: true }
}

/// The languages of the interface, by code: the thirteen of Thresh, German and Arabic.
pub static LANGUAGES: [Language; 15] = [
    right_to_left("ar", "العربية"),
    language("bn", "বাংলা"),
    language("de", "Deutsch"),
    language("en", "English"),
    language("es", "Español"),
    language("fr", "Français"),
    language("hi", "हिन्दी"),
    language("ja", "日本語"),
    language("ko", "한국어"),
    language("pt", "Português"),
    language("ru", "Русский"),
    language("tr", "Türkçe"),
    right_to_left("ur", "اردو"),
    language("vi", "Tiếng Việt"),
    language("zh", "中文"),
];

static ENGLISH: Language = language("en", "English");

impl Language {
    /// The codes of all languages.
    #[must_use]
    pub fn codes() -> [&'static str; 15] {
        LANGUAGES.each_ref().map(|language| language.code)
    }

    /// The language with this code, which may name a region too: `pt-BR` is `pt`.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Language> {
        let primary = code.split(['-', '_']).next().unwrap_or_default();
        LANGUAGES.iter().find(|language| language.code.eq_ignore_ascii_case(primary))
    }
}

/// The texts of the interface in one language. Those that it lacks are in English.
#[derive(Debug, Clone)]
pub struct Translation {
    language: &'static Language,
    texts: HashMap<String, Variants>,
}

/// One text of a language file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Variants {
    /// The same for every count.
    One(String),
    /// By the name of the plural category.
    Each(HashMap<String, String>),
}

impl Variants {
    fn read(json: &str) -> Result<Self, serde_json::Error> {
        if json.starts_with('{') {
            serde_json::from_str(json).map(Variants::Each)
        } else {
            serde_json::from_str(json).map(Variants::One)
        }
    }

    /// The text of a category; of those without, that of the last one there is, in the order of CLDR.
    fn form(&self, plural: Plural) -> Option<&str> {
        match self {
            Variants::One(text) => Some(text),
            Variants::Each(forms) => {
                let form = |wanted| {
                    let (name, _) = Plural::NAMES.iter().find(|(_, plural)| *plural == wanted)?;
                    forms.get(*name)
                };
                let last = Plural::NAMES.iter().rev().find_map(|(name, _)| forms.get(*name));
                form(plural).or(last).map(String::as_str)
            }
        }
    }
}

/// Why a language file is of no use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LanguageError {
    /// No language has this code.
    Unknown(String),
    /// The file is not what it should be.
    Unreadable(String),
}

impl LanguageError {
    /// What is wrong, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            LanguageError::Unknown(code) => {
                say!("There is no language “{code}”.", code = code.as_str())
            }
            LanguageError::Unreadable(why) => {
                say!("The file of its texts cannot be read ({why}).", why = why.as_str())
            }
        }
    }
}

impl Default for Translation {
    fn default() -> Self {
        Translation { language: &ENGLISH, texts: HashMap::new() }
    }
}

impl Translation {
    /// Reads the files of a language: JSON objects of texts by [`Key::id`], each a text or an object of its plural forms.
    ///
    /// # Errors
    /// When no language has this code, or a file is not such an object.
    pub fn read(code: &str, files: &[&str]) -> Result<Self, LanguageError> {
        let language =
            Language::find(code).ok_or_else(|| LanguageError::Unknown(code.to_owned()))?;
        let unreadable = |error: serde_json::Error| LanguageError::Unreadable(error.to_string());
        let mut texts = HashMap::new();
        for json in files {
            let file: HashMap<String, &RawValue> =
                serde_json::from_str(json).map_err(unreadable)?;
            for (id, raw) in file {
                texts.insert(id, Variants::read(raw.get()).map_err(unreadable)?);
            }
        }
        Ok(Translation { language, texts })
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> &'static Language {
        self.language
    }

    /// All texts that the file holds, by [`Key::id`].
    #[must_use]
    pub fn texts(&self) -> &HashMap<String, Variants> {
        &self.texts
    }

    /// The form of a text for a count of this category.
    #[must_use]
    pub fn get(&self, key: Key, plural: Plural) -> &str {
        let found = self.texts.get(key.id).and_then(|text| text.form(plural));
        found.unwrap_or_else(|| english_form(key.english, plural))
    }
}

/// Of the two forms `one|other` the one that fits.
pub(super) fn english_form(text: &str, plural: Plural) -> &str {
    match text.split_once('|') {
        Some((one, _)) if plural == Plural::One => one,
        Some((_, other)) => other,
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_with_their_region() {
        let found = |code| Language::find(code).map(|language| language.code);
        assert_eq!(found("pt-BR"), Some("pt"));
        assert_eq!(found("ZH_Hans"), Some("zh"));
        assert_eq!(found("tlh"), None);
    }

    #[test]
    fn what_a_file_lacks_is_in_english() {
        let texts = Translation::read("fr", &[r#"{"app.close": "Fermer"}"#]).unwrap();
        assert_eq!(texts.get(Key::Close, Plural::Other), "Fermer");
        assert_eq!(texts.get(Key::Dismiss, Plural::Other), "Dismiss");
        assert_eq!(texts.get(Key::QuestionsOpen, Plural::One), "{n} question open");
    }

    #[test]
    fn a_missing_form_is_replaced_by_another() {
        let json = r#"{"questions.open": {"one": "{n} Frage", "other": "{n} Fragen"}}"#;
        let texts = Translation::read("de", &[json]).unwrap();
        assert_eq!(texts.get(Key::QuestionsOpen, Plural::One), "{n} Frage");
        assert_eq!(texts.get(Key::QuestionsOpen, Plural::Many), "{n} Fragen");
    }

    #[test]
    fn files_that_are_none_are_refused() {
        assert!(matches!(Translation::read("xx", &["{}"]), Err(LanguageError::Unknown(_))));
        assert!(matches!(Translation::read("de", &["[]"]), Err(LanguageError::Unreadable(_))));
        assert!(matches!(
            Translation::read("de", &[r#"{"a": 1}"#]),
            Err(LanguageError::Unreadable(_))
        ));
    }
}
