//! Lists of diagnostics.

use crate::app::App;
use crate::ui::view::{El, View, el};
use crate::ui::widgets::button;
use spanwise_diagnostics::{Diagnostic, Severity};

/// Places, messages and remedies, in the order of the file.
pub(crate) fn diagnostics(list: &[Diagnostic]) -> El {
    diagnostic_list(list.iter().map(|found| diagnostic(found, None)).collect())
}

/// The list of some [rows](diagnostic).
pub(crate) fn diagnostic_list(rows: Vec<El>) -> El {
    el("ul").class("diagnostics").child(rows)
}

/// One row. Its place is a button if there is a way `to_place`.
pub(crate) fn diagnostic(found: &Diagnostic, to_place: Option<Box<dyn Fn()>>) -> El {
    let app = App::from_context();
    let class = match found.severity {
        Severity::Error => "diagnostic diagnostic--error",
        Severity::Hint | Severity::Warning => "diagnostic diagnostic--warning",
    };
    let place = app.say(&found.place.message());
    let place = match to_place {
        Some(go) => button(place).class("diagnostic__place link").on_click(go),
        None => el("span").class("diagnostic__place").child(place),
    };
    let part = |class: &'static str, text| el("span").class(class).child(prose(&app.say(text)));
    el("li")
        .class(class)
        .attr("data-code", found.code)
        .child(place)
        .child(part("diagnostic__message", &found.message))
        .child(" ")
        .child(part("diagnostic__remedy", &found.remedy))
}

/// A text with code in backticks as `<code>`.
pub(crate) fn prose(text: &str) -> View {
    let parts = text.split('`').enumerate();
    View::Many(
        parts
            .map(|(at, part)| match at % 2 {
                0 => View::from(part),
                _ => el("code").child(part).into(),
            })
            .collect(),
    )
}
