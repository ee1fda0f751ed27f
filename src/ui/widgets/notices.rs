//! Messages to the person, also read aloud.

use leptos::prelude::*;

use super::diagnostics::prose;
use super::{Icon, button, icon_button};
use crate::app::{App, Notice, NoticeLevel};
use crate::ui::view::{El, View, el, for_each, text};
use spanwise_i18n::{LANGUAGES, TextId};

/// All notices, oldest first.
pub(crate) fn notices() -> El {
    // Both regions are always in the page, so that notices put into them are announced.
    el("div")
        .class("notices")
        .child(el("div").attr("role", "alert").child(notices_of(LiveRegion::Alert)))
        .child(el("div").attr("role", "status").child(notices_of(LiveRegion::Status)))
}

/// The region of the page in which a notice is announced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LiveRegion {
    /// Announced at once: errors.
    Alert,
    /// Announced when the reader pauses.
    Status,
}

impl LiveRegion {
    fn of(level: NoticeLevel) -> Self {
        match level {
            NoticeLevel::Error => LiveRegion::Alert,
            NoticeLevel::Warning | NoticeLevel::Info => LiveRegion::Status,
        }
    }
}

fn notices_of(region: LiveRegion) -> View {
    let app = App::from_context();
    let wanted = move |n: &Notice| LiveRegion::of(n.level) == region;
    // Some are told before the page has its language, and some stay when it changes: they are then made anew.
    let language = move || {
        let words = app.words();
        LANGUAGES.iter().position(|language| language == words.language()).unwrap_or(0) as u64
    };
    for_each(
        move || {
            app.page_number.track();
            app.notices.all.get().into_iter().filter(wanted).collect()
        },
        move |notice| (u64::from(notice.id), language()),
        notice,
    )
}

fn notice(notice: Notice) -> El {
    let app = App::from_context();
    let Notice { id, level, message, action, shows_progress } = notice;
    let action = action.map(|action| {
        button(app.text(action.label)).on_click(move || {
            (action.run)();
            app.dismiss(id);
        })
    });
    let said = prose(&app.say(&message));
    let said = match shows_progress {
        true => el("label").child(said).child(
            el("progress")
                .attr("max", "100")
                .prop("value", text(move || app.notices.percentage_done.get().to_string())),
        ),
        false => el("p").child(said),
    };
    frame(level, "").child(said).child(action).child(
        icon_button(Icon::Close, app.text(TextId::AppDismiss)).on_click(move || app.dismiss(id)),
    )
}

/// A notice that belongs to the page it stands in.
pub(crate) fn notice_in_page(level: NoticeLevel) -> El {
    frame(level, " notice--in-page")
}

fn frame(level: NoticeLevel, more: &str) -> El {
    el("div")
        .class(format!("notice notice--{}{more}", level.name()))
        .attr("data-testid", "notice")
        .attr("data-level", level.name())
}
