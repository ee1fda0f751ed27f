//! Lists instances that the template cannot display, each with a button that shows it.

use leptos::prelude::*;

use super::template_problems::problem_panel;
use crate::app::App;
use crate::app::builder::Builder;
use crate::ui::view::{El, text};
use crate::ui::widgets::diagnostic;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_i18n::TextId;

/// The list below the data.
pub(super) fn data_problems(builder: Builder) -> El {
    let words = App::from_context().words();
    let summary = text(move || {
        builder.data_check.with(|checked| match checked.problems.len() {
            0 => words.count(TextId::BuildDataFits, checked.instances),
            n => words.count(TextId::BarProblems, n),
        })
    });
    problem_panel("data-problems", summary, move || {
        let problems = builder.data_check.with(|checked| checked.problems.clone());
        problems.iter().map(|problem| data_problem_row(builder, problem)).collect()
    })
}

fn data_problem_row(builder: Builder, problem: &Diagnostic) -> El {
    let to_place: Option<Box<dyn Fn()>> = match problem.place {
        DiagnosticPlace::Data { instance, .. } => {
            Some(Box::new(move || builder.go_to(instance + 1)))
        }
        DiagnosticPlace::Whole | DiagnosticPlace::Text { .. } => None,
    };
    diagnostic(problem, to_place)
}
