//! Shows pages, each in its language.

use std::mem;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Page};
use super::failure::Failure;
use spanwise_browser::language;
use spanwise_i18n::Words;

impl App {
    /// Shows a page as soon as its language is loaded.
    pub fn show(self, page: Page) {
        let number = self.next_page_number();
        match self.words_of(&page) {
            Some(words) => self.turn_to(page, number, words),
            None => spawn_local(self.turn_to_once_loaded(page, number)),
        }
    }

    /// Shows a page, and returns once it is shown, or another one was asked for.
    pub(super) async fn show_and_wait(self, page: Page) {
        let number = self.next_page_number();
        match self.words_of(&page) {
            Some(words) => self.turn_to(page, number, words),
            None => self.turn_to_once_loaded(page, number).await,
        }
    }

    fn next_page_number(self) -> u32 {
        let number = self.requested_page.get_value().wrapping_add(1);
        self.requested_page.set_value(number);
        number
    }

    async fn turn_to_once_loaded(self, page: Page, number: u32) {
        self.load_language(&page).await;
        if self.requested_page.get_value() == number {
            let words = self.words_of(&page).unwrap_or_default();
            self.turn_to(page, number, words);
        }
    }

    fn turn_to(self, page: Page, number: u32, words: Words) {
        let of_words = words.language();
        language::set(of_words.code, of_words.right_to_left);
        self.words.set_value(Arc::new(words));
        self.picture_hosts.update(Vec::clear);
        let its_own = usize::from(matches!(page, Page::Annotate(_)));
        self.end_sessions(self.sessions_since(number).max(its_own));
        let is_another = |shown: &Page| mem::discriminant(shown) != mem::discriminant(&page);
        if self.page.with_untracked(is_another) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        self.page.set(page);
        self.page_number.update(|n| *n = n.wrapping_add(1));
    }

    /// Shows the failure page.
    pub fn fail(self, failure: Failure) {
        self.show(Page::Failure(failure));
    }
}
