//! Markup and events. Every rule is elsewhere: handlers turn an event into a command, views turn signals into elements.
//!
//! Conventions: components take `Copy` handles ([`Session`](crate::state::Session), [`App`](crate::state::App)); texts
//! come from [`wording`](crate::domain::wording); attributes for automation are listed in `README.md`.

#![allow(unreachable_pub, reason = "the component macro makes what it generates public")]

mod annotate;
mod app;
mod failure;
mod hub;
mod landing;
mod opening;
mod view;
mod widgets;

pub use app::show;
