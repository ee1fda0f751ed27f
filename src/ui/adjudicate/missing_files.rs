//! The page of an adjudication template of which data files are missing.

use leptos::prelude::GetUntracked;

use crate::app::App;
use crate::ui::view::{El, el};
use crate::ui::widgets::{Icon, file_field, icon, page_link};
use spanwise_i18n::TextId;
use spanwise_links::Route;
use spanwise_template::Template;

/// Lists whose data is here and whose is missing, and takes files. `files`: names, by annotator; `was_here` is `true` if
/// this device had all of them.
pub(super) fn missing_files_page(
    template: &Template,
    files: &[Option<String>],
    was_here: bool,
) -> El {
    let app = App::from_context();
    let words = app.words();
    let entry = |(at, file): (usize, &Option<String>)| {
        let number = words.fill(TextId::AdjudicateNumbered, &[("n", &(at + 1).to_string())]);
        let state = match file {
            Some(name) => el("span").attr("dir", "auto").child(name.as_str()),
            None => el("strong").child(words.get(TextId::AdjudicateMissing)),
        };
        el("li")
            .attr("data-testid", "annotator-file")
            .attr("data-state", if file.is_some() { "here" } else { "missing" })
            .child(icon(if file.is_some() { Icon::Check } else { Icon::Warning }))
            .child(number)
            .child(": ")
            .child(state)
    };
    let home = (!app.is_embedded.get_untracked()).then(|| {
        el("p").child(page_link(Route::Start.to_string(), words.get(TextId::AppHome).to_owned()))
    });
    el("main")
        .class("page page--narrow")
        .attr("data-page", "adjudicate")
        .attr("data-state", "waiting")
        .child(home)
        .child(el("h1").child(template.label.clone()))
        .child(
            el("section")
                .class("panel")
                .attr("role", "status")
                .child(el("h2").child(words.get(TextId::AdjudicateWaiting)))
                .child(el("p").child(words.count(TextId::AdjudicateWaitingCount, files.len())))
                .child(
                    el("ul")
                        .class("adjudication__files")
                        .child(files.iter().enumerate().map(entry).collect::<Vec<_>>()),
                )
                .child(was_here.then(|| el("p").child(words.get(TextId::AdjudicateLost))))
                .child(
                    el("label")
                        .class("button button--main file-choice")
                        .child(icon(Icon::Open))
                        .child(el("span").child(words.get(TextId::BarOpenFile)))
                        .child(file_field(|| {})),
                )
                .child(el("p").class("hint").child(words.get(TextId::AdjudicateWaitingHint))),
        )
}
