//! What is wrong with the template, as a list below its editor.

use leptos::prelude::*;

use super::editors::{fix, show};
use crate::domain::diagnostic::{Diagnostic, Severity};
use crate::domain::wording::Key;
use crate::state::App;
use crate::state::build::Builder;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::button;

/// The list of problems, errors and warnings, each with its fix.
pub(super) fn problems(builder: Builder) -> El {
    let app = App::from_context();
    let words = app.words();
    let summary = text(move || match builder.diagnostics.with(|all| all.len()) {
        0 => words.get(Key::BuildNoProblems).to_owned(),
        n => words.count(Key::TemplateProblems, n),
    });
    el("div")
        .class("build__problems")
        .set("data-testid", "template-problems")
        .child(el("p").class("build__summary").set("role", "status").child(summary))
        .child(dynamic(move || {
            let all = builder.diagnostics.get();
            let rows = all.iter().enumerate().map(|(at, problem)| row(builder, at, problem));
            let list: Vec<El> = rows.collect();
            match list.is_empty() {
                true => View::Nothing,
                false => el("ul").class("diagnostics").child(list).into(),
            }
        }))
}

fn row(builder: Builder, number: usize, problem: &Diagnostic) -> El {
    let app = App::from_context();
    let class = match problem.severity {
        Severity::Error => "diagnostic diagnostic--error",
        Severity::Warning => "diagnostic diagnostic--warning",
    };
    let place = problem.place.clone();
    el("li")
        .class(class)
        .set("data-code", problem.code)
        .child(
            button(place.to_string())
                .class("diagnostic__place link")
                .on_click(move || show(builder, &place)),
        )
        .child(el("span").child(problem.message.as_str()))
        .child(" ")
        .child(el("span").class("diagnostic__remedy").child(problem.remedy.as_str()))
        .child(problem.fix.as_ref().map(|_| {
            button(app.text(Key::BuildFix))
                .class("button button--small")
                .set("data-testid", "fix")
                .on_click(move || fix(builder, number))
        }))
}
