//! The page on which a language model annotates a work: the prompt, the endpoint, the runs.

pub(super) mod asking;
mod connection;
mod fields;
mod prompt;
mod runs;

use std::sync::Arc;

use leptos::prelude::*;

use self::connection::connection;
use self::prompt::prompt;
use self::runs::{batches, run_progress, runs};
use super::figures::in_english;
use super::hub::file_choice;
use super::view::{El, View, dynamic, el};
use super::widgets::{notice_in_page, page_link};
use crate::app::language_model::{FaultNotice, LanguageModel, show_kept};
use crate::app::{App, ModelRequest, NoticeLevel};
use spanwise_browser::{location, styles};
use spanwise_i18n::TextId;
use spanwise_links::Route;

static STYLE: &str = include_str!("../../../style/language_model.css");

/// The page on which a language model annotates a work.
pub(super) fn model_page(request: Arc<ModelRequest>) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let title = app.text(TextId::CommandsModel);
    document().set_title(&title);
    location::replace(&Route::Model.to_string());
    let page = el("main")
        .class("page model-page")
        .attr("data-page", "model")
        .child(el("p").child(page_link(Route::Start.to_string(), app.text(TextId::AppHome))))
        .child(el("h1").child(title));
    if request.is_empty() {
        show_kept(app);
        return page
            .child(el("p").class("lead").child(app.text(TextId::ModelNone)))
            .child(el("p").child(file_choice()));
    }
    let model = LanguageModel::begin(app, ModelRequest::clone(&request));
    page.child(el("p").child(el("bdi").child(model.data_name())))
        .child(prompt(app, model))
        .child(connection(app, model))
        .child(run_progress(app, model))
        .child(failures(app, model))
        .child(batches(app, model))
        .child(runs(app, model))
}

fn failures(app: App, model: LanguageModel) -> View {
    let failure =
        move || model.failure.get().map(|message| alert().child(el("p").child(app.say(&message))));
    let fault = move || model.fault.get().map(|fault| fault_notice(app, &fault));
    View::from([dynamic(failure), dynamic(fault)])
}

fn alert() -> El {
    notice_in_page(NoticeLevel::Error).attr("role", "alert")
}

/// What is wrong with an endpoint, and the remedy.
fn fault_notice(app: App, fault: &FaultNotice) -> El {
    let of_page = fault.of_page.as_ref().map(|message| el("p").child(app.say(message)));
    alert()
        .child(in_english(el("p")).child(fault.said.as_str()))
        .child(in_english(el("p")).child(fault.remedy.as_str()))
        .child(of_page)
        .child(fault.setting.as_deref().map(|setting| in_english(el("code")).child(setting)))
}
