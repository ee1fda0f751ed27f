//! What of the data the template cannot show as meant, with a way to each place.

use leptos::prelude::*;

use crate::domain::diagnostic::{Diagnostic, Place};
use crate::domain::wording::Key;
use crate::state::App;
use crate::state::build::Builder;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::button;

/// The list below the data.
pub(super) fn check(builder: Builder) -> El {
    let app = App::from_context();
    let words = app.words();
    let summary = text(move || {
        builder.checked.with(|checked| match checked.problems.len() {
            0 => words.count(Key::BuildDataFits, checked.instances),
            n => words.count(Key::Problems, n),
        })
    });
    el("div")
        .class("build__problems")
        .set("data-testid", "data-problems")
        .child(el("p").class("build__summary").set("role", "status").child(summary))
        .child(dynamic(move || {
            let problems = builder.checked.with(|checked| checked.problems.clone());
            let list: Vec<El> = problems.iter().map(|problem| row(builder, problem)).collect();
            match list.is_empty() {
                true => View::Nothing,
                false => el("ul").class("diagnostics").child(list).into(),
            }
        }))
}

fn row(builder: Builder, problem: &Diagnostic) -> El {
    let place = problem.place.to_string();
    let place = match problem.place {
        Place::Data { instance: Some(at), .. } => {
            button(place).class("diagnostic__place link").on_click(move || builder.go_to(at + 1))
        }
        _ => el("span").class("diagnostic__place").child(place),
    };
    el("li")
        .class("diagnostic diagnostic--warning")
        .set("data-code", problem.code)
        .child(place)
        .child(el("span").child(problem.message.as_str()))
        .child(" ")
        .child(el("span").class("diagnostic__remedy").child(problem.remedy.as_str()))
}
