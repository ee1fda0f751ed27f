//! The page of figures: the files, the options, and everything that `spanwise report` computes, with plots and tables.

mod confusion;
mod data_table;
mod options;
mod plot;
mod terms;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::data_table::figure_table;
use self::options::{compute, options_form};
use self::plot::plot;
pub(super) use self::terms::in_own_language;
use self::terms::{fact_name, named};
use super::hub::file_choice;
use super::view::{El, Turns, View, dynamic, el, flag, for_each, show};
use super::widgets::{
    Icon, button, command_progress, copy, icon_button, notice_in_page, page_link,
    prefetch_open_files,
};
use crate::app::figures::{Fact, FigureReport, Figures, in_page_words, rehearse, show_kept};
use crate::app::{App, FiguresRequest, NoticeLevel};
use spanwise_browser::{location, styles};
use spanwise_i18n::TextId;
use spanwise_links::Route;

static STYLE: &str = include_str!("../../../style/figures.css");

/// The address of the definitions of measures.
const DEFINITIONS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/measures.md");

/// The page of figures.
pub(super) fn figures_page(request: FiguresRequest) -> El {
    styles::adopt(STYLE);
    styles::adopt(spanwise_plots::STYLE_SHEET);
    let app = App::from_context();
    let title = app.text(TextId::FiguresTitle);
    document().set_title(&title);
    location::replace(&Route::Figures.to_string());
    let page = el("main")
        .class("page figures-page")
        .attr("data-page", "figures")
        .child(el("p").child(page_link(Route::Start.to_string(), app.text(TextId::AppHome))))
        .child(el("h1").child(title));
    if request.names().next().is_none() {
        show_kept(app);
        // Loaded before files are chosen: the code that opens them, and the workers that compute the parts of a report.
        prefetch_open_files();
        spawn_local(rehearse());
        return page
            .child(el("p").class("lead").child(app.text(TextId::FiguresLead)))
            .child(el("p").child(file_choice()));
    }
    let names: Vec<String> = request.names().map(str::to_owned).collect();
    let gold = request.gold_name().map(str::to_owned);
    let figures = Figures::begin(app, request);
    let turns = Turns::new();
    page.child(files(app, figures, names, gold))
        .child(options_form(app, figures))
        .child(busy(app, turns, figures))
        .child(failure(app, figures))
        .child(cancelled(app, figures))
        .child(show(flag(move || figures.report.with(Option::is_some)), move || {
            // All of it is shown at once, so that nothing moves while a person looks at it.
            let report = el("div").class("figures-page__report").child(report(app, turns, figures));
            turns.last_part(move || report)
        }))
}

/// The progress of what is computed, and then that tables and plots are made.
fn busy(app: App, turns: Turns, figures: Figures) -> El {
    let is_being_made =
        move || turns.are_waiting() && figures.commands.progress.with(Option::is_none);
    el("div")
        .class("figures-page__progress")
        .child(command_progress(figures.commands, TextId::FiguresBusy))
        .child(show(flag(is_being_made), move || {
            el("label").child(app.text(TextId::FiguresBusy)).child(el("progress"))
        }))
}

/// The files, each with ways to save it and to leave it out, and a way to compare with the gold of this name.
fn files(app: App, figures: Figures, names: Vec<String>, gold: Option<String>) -> El {
    let row = |(at, name): (usize, String)| {
        let label = |text| app.words().fill(text, &[("name", &name)]);
        let (save, remove) = (label(TextId::DeployDownload), label(TextId::FiguresRemove));
        el("li")
            .class("figures-page__file")
            .child(el("bdi").child(name))
            .child(" ")
            .child(icon_button(Icon::Download, save).on_click(move || figures.save_file(at)))
            .child(icon_button(Icon::Close, remove).on_click(move || figures.remove(at)))
    };
    el("section")
        .class("figures-page__files")
        .attr("aria-label", app.text(TextId::FiguresFiles))
        .child(
            el("ul")
                .attr("data-testid", "files")
                .child(names.into_iter().enumerate().map(row).collect::<Vec<_>>()),
        )
        .child(file_choice())
        .child(gold.map(|name| {
            button(app.words().fill(TextId::FiguresWithGold, &[("name", &name)]))
                .attr("data-testid", "with-gold")
                .on_click(move || figures.add_gold())
        }))
}

fn failure(app: App, figures: Figures) -> View {
    dynamic(move || {
        figures.failure.get().map(|message| {
            notice_in_page(NoticeLevel::Error)
                .attr("role", "alert")
                .child(el("p").child(page_words(app, &app.say(&message))))
        })
    })
}

/// A text of the command line, with its options called as on this page.
fn page_words(app: App, text: &str) -> String {
    in_page_words(text, |id| app.text(id))
}

/// That computing was cancelled, with the way to compute.
fn cancelled(app: App, figures: Figures) -> View {
    show(flag(move || figures.has_been_cancelled()), move || {
        let again = button(app.text(TextId::FiguresCompute))
            .attr("data-testid", "compute-again")
            .on_click(move || compute(figures));
        notice_in_page(NoticeLevel::Info)
            .attr("role", "status")
            .child(el("p").child(app.text(TextId::ComputationCancelled)))
            .child(el("p").class("actions").child(again))
    })
}

/// Everything that was computed. What is the same when γ is there, too, stays as it is: unfolded, or with the focus.
fn report(app: App, turns: Turns, figures: Figures) -> View {
    let save = button(app.text(TextId::FiguresSaveReport))
        .class("button button--main")
        .attr("data-testid", "report")
        .on_click(move || figures.save_report());
    let soft_labels = button(format!("{} (Mu-SHROOM)", app.text(TextId::MeasuresSoft)))
        .attr("data-testid", "soft-labels")
        .on_click(move || figures.save_soft_labels());
    let plots = for_each(
        move || shown(figures, |report| report.plots.clone()).unwrap_or_default(),
        |plot| (plot.number, 0),
        move |of| plot(app, turns, figures, &of),
    );
    View::from([
        el("p").class("actions").child([save, soft_labels]),
        el("div").child(dynamic(move || shown(figures, |report| problems(app, report)))),
        facts(app, figures),
        el("section").attr("data-testid", "main-figures").child(tables(app, turns, figures, true)),
        el("section")
            .child(el("h2").child(app.text(TextId::FiguresPlots)))
            .child(el("div").class("figures-page__plots").child(plots)),
        el("section")
            .child(el("h2").child(app.text(TextId::FiguresAll)))
            .child(tables(app, turns, figures, false)),
        el("div").child(dynamic(move || shown(figures, |report| method(app, report)))),
    ])
}

/// Something of the report; `None` if there is none. Tracks it.
fn shown<T>(figures: Figures, of: impl FnOnce(&FigureReport) -> T) -> Option<T> {
    figures.report.with(|report| report.as_ref().map(of))
}

/// The tables of the main figures, or the others.
fn tables(app: App, turns: Turns, figures: Figures, are_main: bool) -> View {
    let tables = move |report: &FigureReport| {
        let tables = report.tables.iter().filter(|table| table.part.is_main == are_main);
        tables.cloned().collect()
    };
    for_each(
        move || shown(figures, tables).unwrap_or_default(),
        |table| (table.number, 0),
        move |of| figure_table(app, turns, figures, &of),
    )
}

fn facts(app: App, figures: Figures) -> El {
    let row = move |fact: &Fact| {
        [
            named(app, el("dt"), fact_name(&fact.name), &fact.name),
            // At the side of the names, whatever its direction.
            el("dd").child(el("bdi").attr("lang", "en").child(fact.value.as_str())),
        ]
    };
    let rows = move |report: &FigureReport| report.facts.iter().flat_map(row).collect::<Vec<El>>();
    el("details")
        .attr("data-testid", "facts")
        .child(el("summary").child(app.text(TextId::FiguresCompared)))
        .child(el("dl").class("figures-page__facts").child(dynamic(move || shown(figures, rows))))
}

/// The paragraph of method, and the command that computes the same.
fn method(app: App, report: &FigureReport) -> El {
    let (method, command) = (report.method.clone(), report.command.clone());
    el("section")
        .child(el("h2").child(app.text(TextId::FiguresMethod)))
        .child(in_english(el("p")).attr("data-testid", "method").child(method.as_str()))
        .child(copy_button(app, method))
        .child(el("h3").child(app.text(TextId::FiguresCommand)))
        .child(
            el("pre")
                .class("figures-page__command")
                .attr("dir", "ltr")
                .child(el("code").attr("data-testid", "command").child(command.as_str())),
        )
        .child(copy_button(app, command))
}

fn copy_button(app: App, text: String) -> El {
    button(app.text(TextId::TemplateCopy)).on_click(move || copy(app, text.clone()))
}

fn problems(app: App, report: &FigureReport) -> El {
    if report.problems.is_empty() {
        return el("div");
    }
    let rows = report.problems.iter().map(|problem| {
        el("li")
            .class("diagnostic diagnostic--warning")
            .child(el("span").class("diagnostic__message").child(page_words(app, &problem.message)))
            .child(" ")
            .child(el("span").class("diagnostic__remedy").child(page_words(app, &problem.remedy)))
    });
    el("section")
        .child(el("h2").child(app.text(TextId::ConversionProblems)))
        .child(el("ul").class("diagnostics").child(rows.collect::<Vec<_>>()))
}

/// An element with what the command line says, which is in English.
pub(super) fn in_english(element: El) -> El {
    element.attr("lang", "en").attr("dir", "ltr")
}

/// A button that saves something in a form, which files have as their extension.
fn export(label: &'static str, extension: &'static str) -> El {
    button(label).attr("data-testid", "export").attr("data-format", extension)
}

/// A link to the definition of a figure.
fn definition(app: App, section: &str) -> El {
    el("a")
        .attr("href", format!("{DEFINITIONS}#{section}"))
        .attr("rel", "noreferrer")
        .child(app.text(TextId::FiguresDefinition))
}
