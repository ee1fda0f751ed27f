//! The problems of the template, as a list below its editor.

use leptos::prelude::*;

use super::editors::{fix, show};
use crate::app::App;
use crate::app::builder::Builder;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::{button, diagnostic, diagnostic_list};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::TextId;

/// The list of problems, errors and warnings, each with its fix.
pub(super) fn template_problems(builder: Builder) -> El {
    let words = App::from_context().words();
    let summary = text(move || match builder.diagnostics.with(|all| all.len()) {
        0 => words.get(TextId::BuildNoProblems).to_owned(),
        n => words.count(TextId::BarTemplateProblems, n),
    });
    problem_panel("template-problems", summary, move || {
        let all = builder.diagnostics.get();
        all.iter()
            .enumerate()
            .map(|(at, problem)| template_problem_row(builder, at, problem))
            .collect()
    })
}

/// A summary, and the rows of a list if there are any.
pub(super) fn problem_panel(
    testid: &'static str,
    summary: Signal<String>,
    rows: impl Fn() -> Vec<El> + 'static,
) -> El {
    el("div")
        .class("build__problems")
        .attr("data-testid", testid)
        .child(el("p").class("build__summary").attr("role", "status").child(summary))
        .child(dynamic(move || match rows() {
            none if none.is_empty() => View::Nothing,
            rows => diagnostic_list(rows).into(),
        }))
}

fn template_problem_row(builder: Builder, number: usize, problem: &Diagnostic) -> El {
    let app = App::from_context();
    let place = problem.place.clone();
    diagnostic(problem, Some(Box::new(move || show(builder, &place)))).child(
        problem.fix.as_ref().map(|_| {
            button(app.text(TextId::BuildFix))
                .class("button button--small")
                .attr("data-testid", "fix")
                .on_click(move || fix(builder, number))
        }),
    )
}
