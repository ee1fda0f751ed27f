//! The web app of Spanwise: fine-grained evaluation of text in the browser.
//!
//! Layers, each of which may use only those before it; the rules are crates of their own, in `crates/`.
//!
//! | Layer | What it is | What it never touches |
//! |---|---|---|
//! | `app` | the page's signals; the one road by which anything changes | markup |
//! | `ui` | markup and events | rules |

pub mod app;
pub mod ui;
