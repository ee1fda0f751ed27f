//! The texts of the interface in other languages, for bundles.

use std::sync::Arc;

use spanwise_i18n::Translation;

/// A language and its file.
type LanguageFile = (&'static str, &'static str);

/// Includes the file of each language.
macro_rules! files {
    ($($code:literal),*) => {
        [$(($code, include_str!(concat!("../../../languages/", $code, ".json")))),*]
    };
}

static FILES: [LanguageFile; 14] =
    files!["ar", "bn", "de", "es", "fr", "hi", "ja", "ko", "pt", "ru", "tr", "ur", "vi", "zh"];

/// The texts in a language; English where there are none.
pub(super) fn translation(code: Option<&str>) -> Arc<Translation> {
    let file = FILES.iter().find(|(known, _)| Some(*known) == code);
    let read = file.and_then(|(code, json)| Translation::read(code, &[json]).ok());
    Arc::new(read.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_i18n::Language;

    #[test]
    fn every_language_has_its_texts() {
        for code in Language::codes() {
            assert_eq!(translation(Some(code)).language().code, code);
        }
        assert_eq!(translation(None).language().code, "en");
    }
}
