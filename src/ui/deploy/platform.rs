//! Platforms that annotators come from.

use leptos::prelude::*;

use crate::ui::view::{View, flag, show};

/// A platform that annotators come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Platform {
    Prolific,
    MTurk,
    Other,
}

/// Content that is shown for one platform only.
pub(super) fn only_for(
    platform: RwSignal<Platform>,
    wanted: Platform,
    content: impl Fn() -> View + 'static,
) -> View {
    show(flag(move || platform.get() == wanted), content)
}
