//! A list of what is wrong in a file.

use crate::domain::diagnostic::{Diagnostic, Severity};
use crate::ui::view::{El, el};

/// Places, messages and remedies, in the order of the file.
pub(crate) fn diagnostics(list: &[Diagnostic]) -> El {
    el("ul").class("diagnostics").child(list.iter().map(row).collect::<Vec<_>>())
}

fn row(diagnostic: &Diagnostic) -> El {
    let class = match diagnostic.severity {
        Severity::Error => "diagnostic diagnostic--error",
        Severity::Warning => "diagnostic diagnostic--warning",
    };
    let part = |class: &'static str, text: &str| el("span").class(class).child(text);
    el("li")
        .class(class)
        .set("data-code", diagnostic.code)
        .child(part("diagnostic__place", &diagnostic.place.to_string()))
        .child(part("diagnostic__message", &diagnostic.message))
        .child(" ")
        .child(part("diagnostic__remedy", &diagnostic.remedy))
}
