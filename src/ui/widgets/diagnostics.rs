//! A list of what is wrong in a file.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::diagnostic::{Diagnostic, Severity};

/// Places, messages and remedies.
#[component]
pub(crate) fn Diagnostics(
    /// What is wrong, in the order of the file.
    list: Arc<[Diagnostic]>,
) -> impl IntoView {
    let rows = list.iter().map(|d| {
        let class = match d.severity {
            Severity::Error => "diagnostic diagnostic--error",
            Severity::Warning => "diagnostic diagnostic--warning",
        };
        view! {
            <li class=class data-code=d.code>
                <span class="diagnostic__place">{d.place.to_string()}</span>
                <span class="diagnostic__message">{d.message.clone()}</span>
                " "
                <span class="diagnostic__remedy">{d.remedy.clone()}</span>
            </li>
        }
    });
    view! { <ul class="diagnostics">{rows.collect_view()}</ul> }
}
