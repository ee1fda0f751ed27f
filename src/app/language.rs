//! The language of a page: the one that the reader chose in the menu, else the template's, else the browser's.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::{App, Page};
use super::fetching::fetch;
use super::lazy::lazily_loaded;
use super::loaded_languages::LoadedLanguage;
use super::notices::NoticeLevel;
use spanwise_browser::language;
use spanwise_i18n::{LANGUAGES, Language, LanguageError, Message, TextId, Translation, Words, say};

type ReadTranslation = fn(&str, &[&str]) -> Result<Translation, LanguageError>;

// English needs no file, so its readers do not download the code that reads one.
lazily_loaded!(language, load_reader, ReadTranslation, Translation::read);

/// Returns `true` if a page shows texts of the builder, of trainings, of conversions, of figures or of language models, which
/// have files of their own.
fn needs_builder_texts(page: &Page) -> bool {
    let is_one = matches!(
        page,
        Page::Build(_)
            | Page::Training(_)
            | Page::Conversion(_)
            | Page::Figures(_)
            | Page::Model(_)
    );
    is_one || matches!(page, Page::Annotate(session) if session.suggests.get_untracked())
}

/// Paths of the language files of a page.
fn files_of(language: &Language, page: &Page) -> Vec<String> {
    let folders: &[&str] = if needs_builder_texts(page) { &["", "build/"] } else { &[""] };
    folders.iter().map(|folder| format!("languages/{folder}{}.json", language.code)).collect()
}

impl App {
    /// Chooses the language of a page.
    pub(super) fn language_of(self, page: &Page) -> &'static Language {
        let chosen = self.preferences.with_untracked(|p| p.language.clone());
        let of_template = page.template().and_then(|template| template.settings.language);
        let mut wanted = chosen
            .into_iter()
            .chain(of_template.map(str::to_owned))
            .chain(language::preferred())
            .filter_map(|code| Language::find(&code));
        wanted.next().unwrap_or_else(|| Words::default().language())
    }

    /// Returns the texts of a page if its language is loaded.
    pub(super) fn words_of(self, page: &Page) -> Option<Words> {
        let language = self.language_of(page);
        let translation = self
            .languages
            .with_value(|loaded| loaded.find(language.code, needs_builder_texts(page)))?;
        let template = page.template();
        let replaced = template.as_ref().map(|t| t.settings.interface_text.as_slice());
        Some(Words::new(translation, replaced.unwrap_or_default()))
    }

    /// Loads the language of a page. If that fails, the page is in English and a notice says so.
    pub(super) async fn load_language(self, page: &Page) {
        let language = self.language_of(page);
        let translation = translation(language, &files_of(language, page)).await;
        let translation = translation.unwrap_or_else(|why| {
            self.tell(
                NoticeLevel::Warning,
                say!(NoticeNoLanguage, language = language.name, why),
                None,
            );
            Translation::default()
        });
        let loaded = LoadedLanguage {
            code: language.code,
            can_build: needs_builder_texts(page),
            translation: Arc::new(translation),
        };
        self.languages.update_value(|all| all.0.push(loaded));
    }

    /// Sets the language that the reader chose, and shows the page in it; `None` for the template's or the browser's.
    pub fn choose_language(self, code: Option<&str>) {
        let known = LANGUAGES.iter().find(|language| Some(language.code) == code);
        self.preferences.update(|p| p.language = known.map(|language| language.code.to_owned()));
        self.show(self.page.get_untracked());
    }
}

/// Fetches and reads the files of a language.
async fn translation(of: &Language, files: &[String]) -> Result<Translation, Message> {
    let mut texts = Vec::new();
    for file in files {
        texts.push(fetch(file).await.map_err(|failure| failure.message)?);
    }
    let read = load_reader().await.map_err(|_| Message::from(TextId::FailurePart))?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let read = read(of.code, &texts).map_err(|error| error.message())?;
    Ok(read.with_plural_rule(language::plural_category))
}
