//! The translations that were loaded.

use std::sync::Arc;

use spanwise_i18n::Translation;

/// The loaded languages. One whose file could not be loaded is in English.
#[derive(Debug, Clone, Default)]
pub(super) struct LoadedLanguages(pub(super) Vec<LoadedLanguage>);

#[derive(Debug, Clone)]
pub(super) struct LoadedLanguage {
    pub(super) code: &'static str,
    /// `true` if the texts of the builder and of trainings are included.
    pub(super) can_build: bool,
    pub(super) translation: Arc<Translation>,
}

impl LoadedLanguages {
    pub(super) fn find(&self, code: &str, to_build: bool) -> Option<Arc<Translation>> {
        if code == "en" {
            return Some(Arc::default());
        }
        let found =
            self.0.iter().find(|known| known.code == code && (known.can_build || !to_build));
        found.map(|known| known.translation.clone())
    }
}
