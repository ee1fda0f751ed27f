//! Markup and events. Every rule is elsewhere: handlers turn an event into a command, views turn signals into elements.
//!
//! Conventions: views are functions that take `Copy` handles ([`Session`](crate::app::Session),
//! [`App`](crate::app::App)) and give elements; texts are constants of [`TextId`](spanwise_i18n::TextId); attributes for
//! automation are listed in `ARCHITECTURE.md`.

mod adjudicate;
mod annotate;
mod app;
mod build;
mod colors;
mod columns;
mod conversion;
mod deploy;
mod document_listener;
mod edit_text;
mod embed;
mod failure;
mod figures;
mod hub;
mod key_press;
mod language_model;
mod opening;
mod submit;
mod template_page;
mod text_view;
mod training;
mod typology;
mod view;
mod widgets;

pub use app::show;

#[cfg(test)]
mod testing;
