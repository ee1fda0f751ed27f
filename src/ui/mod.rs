//! Markup and events. Every rule is elsewhere: handlers turn an event into a command, views turn signals into elements.
//!
//! Conventions: views are functions that take `Copy` handles ([`Session`](crate::state::Session),
//! [`App`](crate::state::App)) and give elements; texts are constants of [`Key`](spanwise_i18n::Key); attributes for
//! automation are listed in `ARCHITECTURE.md`.

mod adjudicate;
mod annotate;
mod app;
mod build;
mod columns;
#[cfg(all(test, target_arch = "wasm32"))]
mod component_testing;
mod deploy;
mod embed;
mod failure;
mod hub;
mod opening;
mod submit;
mod template_page;
mod typology;
mod view;
mod widgets;

pub use app::show;
