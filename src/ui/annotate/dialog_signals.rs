//! The signals of the dialogs that the bar and its menu open.

use leptos::prelude::RwSignal;

/// For each dialog of an annotate or adjudicate page, a signal that is `true` while it is open.
#[derive(Debug, Clone, Copy)]
pub(in crate::ui) struct DialogSignals {
    /// The instructions of the template.
    pub(in crate::ui) instructions: RwSignal<bool>,
    /// The list of keys.
    pub(in crate::ui) keys: RwSignal<bool>,
    /// The problems of template and data.
    pub(in crate::ui) problems: RwSignal<bool>,
}
