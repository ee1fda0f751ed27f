//! The languages of the interface, and the files in which they are written.

use std::collections::HashMap;

use super::{Message, TextId};
use crate::digest::{digest, digest_on};
use crate::say;

/// A language of the interface.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its code (ISO 639-1), which names its file.
    pub code: &'static str,
    /// Its name in the language itself.
    pub name: &'static str,
    /// `true` if it is written from right to left.
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

/// A language's rule for the form of a text for a count: from the code of the language, the name of the CLDR plural
/// category, as in JavaScript's `Intl.PluralRules`.
pub type PluralRule = fn(&str, usize) -> String;

/// The texts of the interface in one language. Those that it lacks are in English.
#[derive(Debug, Clone)]
pub struct Translation {
    language: &'static Language,
    plural_rule: PluralRule,
    /// By the digests of group and name.
    texts: HashMap<u32, String>,
}

/// The reason why a language file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LanguageError {
    /// No language has this code.
    Unknown(String),
    /// The file is not a JSON object of groups of texts; with the error of the parser.
    Unreadable(String),
}

impl LanguageError {
    /// The reason, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            LanguageError::Unknown(code) => {
                say!(LanguageThereIsNoLanguageCode, code = code.as_str())
            }
            LanguageError::Unreadable(why) => {
                say!(LanguageFileTextsCannotRead, why = why.as_str())
            }
        }
    }
}

impl Default for Translation {
    fn default() -> Self {
        Translation { language: &ENGLISH, plural_rule: one_or_other, texts: HashMap::new() }
    }
}

fn one_or_other(_: &str, n: usize) -> String {
    if n == 1 { "one" } else { "other" }.to_owned()
}

impl Translation {
    /// Reads the files of a language: JSON objects of groups, which are objects of texts by name. A text that is empty is
    /// not translated yet, as tools of translators leave it. Counts take the form
    /// for one or that for several until the language has a [rule](Translation::with_plural_rule).
    ///
    /// # Errors
    /// If no language has this code, or a file is not such an object.
    pub fn read(code: &str, files: &[&str]) -> Result<Self, LanguageError> {
        let language =
            Language::find(code).ok_or_else(|| LanguageError::Unknown(code.to_owned()))?;
        let mut texts = HashMap::new();
        for json in files {
            let file: HashMap<String, HashMap<String, String>> = serde_json::from_str(json)
                .map_err(|error| LanguageError::Unreadable(error.to_string()))?;
            for (group, names) in file {
                let of_group = digest_on(digest(&group), ".");
                let names = names.into_iter().filter(|(_, text)| !text.is_empty());
                texts.extend(names.map(|(name, text)| (digest_on(of_group, &name), text)));
            }
        }
        Ok(Translation { language, plural_rule: one_or_other, texts })
    }

    /// The same with the rule by which counts take their forms.
    #[must_use]
    pub fn with_plural_rule(self, plural_rule: PluralRule) -> Self {
        Translation { plural_rule, ..self }
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> &'static Language {
        self.language
    }

    /// A text; of one that counts, the form for several.
    #[must_use]
    pub(super) fn get(&self, key: TextId) -> &str {
        let found = if key.counts() { self.form_of(key, "other") } else { self.whole(key) };
        found.unwrap_or(key.english())
    }

    /// The form of a text for a count.
    #[must_use]
    pub(super) fn form(&self, key: TextId, n: usize) -> &str {
        let found = if key.counts() {
            self.form_of(key, &self.category(n)).or_else(|| self.form_of(key, "other"))
        } else {
            self.whole(key)
        };
        let english = || key.english_for_one().filter(|_| n == 1).unwrap_or(key.english());
        found.unwrap_or_else(english)
    }

    /// The plural category of a count.
    pub(super) fn category(&self, n: usize) -> String {
        (self.plural_rule)(self.language.code, n)
    }

    fn whole(&self, key: TextId) -> Option<&str> {
        self.texts.get(&key.digest()).map(String::as_str)
    }

    fn form_of(&self, key: TextId, category: &str) -> Option<&str> {
        let digest = digest_on(digest_on(key.digest(), "_"), category);
        self.texts.get(&digest).map(String::as_str)
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
        let json = r#"{"app": {"close": "Fermer", "dismiss": ""}, "gone": {"a": "b"}}"#;
        let texts = Translation::read("fr", &[json]).unwrap();
        assert_eq!(texts.get(TextId::AppClose), "Fermer");
        assert_eq!(texts.get(TextId::AppDismiss), "Dismiss");
        assert_eq!(texts.get(TextId::BarNext), "Next instance");
        assert_eq!(texts.form(TextId::QuestionsOpen, 1), "{{n}} question open");
        assert_eq!(texts.form(TextId::QuestionsOpen, 2), "{{n}} questions open");
    }

    #[test]
    fn texts_of_several_files_stand_side_by_side() {
        let files = [r#"{"app": {"close": "Fermer"}}"#, r#"{"app": {"dismiss": "Masquer"}}"#];
        let texts = Translation::read("fr", &files).unwrap();
        assert_eq!(
            (texts.get(TextId::AppClose), texts.get(TextId::AppDismiss)),
            ("Fermer", "Masquer")
        );
    }

    #[test]
    fn a_missing_form_is_replaced_by_another() {
        let json = r#"{"questions": {"open_one": "{{n}} Frage", "open_other": "{{n}} Fragen"}}"#;
        let texts = Translation::read("de", &[json]).unwrap();
        assert_eq!(texts.form(TextId::QuestionsOpen, 1), "{{n}} Frage");
        assert_eq!(texts.get(TextId::QuestionsOpen), "{{n}} Fragen");
        let texts = texts.with_plural_rule(|_, _| "many".to_owned());
        assert_eq!(texts.form(TextId::QuestionsOpen, 1), "{{n}} Fragen");
    }

    #[test]
    fn files_that_are_none_are_refused() {
        assert!(matches!(Translation::read("xx", &["{}"]), Err(LanguageError::Unknown(_))));
        for json in ["[]", "{", r#"{"a": "b"}"#, r#"{"a": {"b": 1}}"#] {
            let read = Translation::read("de", &[json]);
            assert!(matches!(read, Err(LanguageError::Unreadable(_))), "{json}");
        }
    }
}
