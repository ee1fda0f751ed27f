//! The runs: their progress, what came of them, and the ways on.

use leptos::ev;
use leptos::prelude::*;

use web_sys::{HtmlElement, HtmlInputElement};

use super::fields::{Setting, labelled, line};
use super::in_english;
use crate::app::App;
use crate::app::language_model::{LanguageModel, PlacedSpans, RequestsForm, ShownRun};
use crate::ui::conversion::found_spans::found_spans;
use crate::ui::view::{El, View, dynamic, el, flag, show, text};
use crate::ui::widgets::{button, time_told};
use spanwise_browser::{files, timing};
use spanwise_i18n::TextId;
use spanwise_language_model::endpoint::Api;

/// The most notes that are shown of a run.
const MOST_NOTES: usize = 100;

/// The progress of the run that sends, with a way to end it.
pub(super) fn run_progress(app: App, model: LanguageModel) -> El {
    let is_busy = Memo::new(move |_| model.progress.with(Option::is_some));
    let number = move |of: fn(&crate::app::language_model::RunProgress) -> usize| {
        text(move || model.progress.with(|progress| progress.as_ref().map_or(0, of)).to_string())
    };
    let share = text(move || {
        let progress = model.progress.get().unwrap_or_default();
        let total = progress.total.max(1);
        (progress.done as f64 / total as f64).to_string()
    });
    let said = text(move || {
        let progress = model.progress.get().unwrap_or_default();
        let [done, total, failed] =
            [progress.done, progress.total, progress.failed].map(|n| n.to_string());
        let filled = [("done", done.as_str()), ("total", &total), ("failed", &failed)];
        let said = app.words().fill(TextId::ModelProgress, &filled);
        match progress.seconds_left() {
            Some(seconds) => time_told(app, &said, seconds),
            None => said,
        }
    });
    let ends = Memo::new(move |_| model.progress.with(|progress| progress.is_some_and(|p| p.ends)));
    let give_up = move || {
        let button = button(app.text(TextId::ModelGiveUp));
        let button = button.attr("data-testid", "give-up").on_click(move || model.give_up());
        View::from([
            el("span").attr("role", "status").child(app.text(TextId::ModelEnds)).into(),
            View::from(button),
        ])
    };
    el("div").class("model-page__progress").child(dynamic(move || {
        is_busy.get().then(move || {
            el("p")
                .class("actions")
                .attr("data-testid", "run-progress")
                .attr("data-done", number(|progress| progress.done))
                .attr("data-total", number(|progress| progress.total))
                .attr("data-failed", number(|progress| progress.failed))
                .child(
                    el("label")
                        .child(el("span").attr("role", "status").child(said))
                        .child(el("progress").prop("value", share)),
                )
                .child(
                    button(app.text(TextId::ButtonsCancelLabel))
                        .attr("data-testid", "cancel-run")
                        .attr("aria-disabled", text(move || ends.get().to_string()))
                        .on_click(move || model.cancel()),
                )
                // Beside it, so that a double click gives up nothing.
                .child(show(ends.into(), give_up))
        })
    }))
}

const AUDIT_EACH: Setting = Setting {
    testid: "audit-each",
    name: TextId::ModelAuditSize,
    hint: "3",
    place: |options| &mut options.audit_each,
};

/// The forms of a file of requests, by their values in the choice.
const FORMS: [(&str, TextId, RequestsForm); 3] = [
    ("plain", TextId::ModelRequestsPlain, RequestsForm::Plain),
    ("openai", TextId::ModelRequestsOpenai, RequestsForm::Batch(Api::OpenAi)),
    ("anthropic", TextId::ModelRequestsAnthropic, RequestsForm::Batch(Api::Anthropic)),
];

/// Requests as a file, and replies of files.
pub(super) fn batches(app: App, model: LanguageModel) -> El {
    let chosen = RwSignal::new(FORMS[0].0.to_owned());
    let option = |(value, name, _): (&'static str, TextId, RequestsForm)| {
        el("option").attr("value", value).child(app.text(name))
    };
    let select = el("select")
        .attr("data-testid", "requests-form")
        .child(FORMS.map(option).into_iter().collect::<Vec<_>>())
        .prop("value", text(move || chosen.get()))
        .on(ev::change, move |event| chosen.set(event_target_value(&event)));
    let form = move || FORMS.into_iter().find(|(value, ..)| *value == chosen.get());
    let lacks_model = flag(move || {
        let is_batch = form().is_some_and(|(.., form)| form != RequestsForm::Plain);
        model.prompt.with(Option::is_none)
            || (is_batch && model.options.with(|options| options.model.trim().is_empty()))
    });
    let save = button(app.text(TextId::ModelSaveRequests))
        .attr("data-testid", "save-requests")
        .attr("disabled", lacks_model)
        .on_click(move || {
            if let Some((.., form)) = untrack(form) {
                model.save_requests(form);
            }
        });
    let file =
        el("input").attr("type", "file").attr("multiple", true).attr("data-testid", "load-replies");
    let input: HtmlInputElement = file.node();
    let file = file.on(ev::change, move |_| model.load_replies(files::take(&input)));
    el("div")
        .class("model-page__fields")
        .child(labelled(app.text(TextId::ModelRequestsFor), select))
        .child(el("p").child(save))
        .child(labelled(app.text(TextId::ModelLoadReplies), file))
        .child(line(app, model, AUDIT_EACH))
}

/// All runs, the last one first.
pub(super) fn runs(app: App, model: LanguageModel) -> El {
    let has_runs = Memo::new(move |_| model.runs.with(|runs| !runs.is_empty()));
    let compare = move || {
        has_runs.get().then(|| {
            let compare = button(app.text(TextId::ModelCompare))
                .attr("data-testid", "compare-runs")
                .on_click(move || model.compare());
            View::from([
                View::from(el("h2").attr("id", "model-runs").child(app.text(TextId::ModelRuns))),
                el("p").class("actions").child(compare).into(),
            ])
        })
    };
    let rows = move || {
        let rows = model.runs.get();
        Some(
            el("ul")
                .class("model-page__runs")
                .child(rows.iter().map(|shown| run_row(app, model, shown)).collect::<Vec<_>>()),
        )
    };
    let placing = move || model.placing.get().map(|placed| placed_spans(app, model, placed));
    el("section").child(dynamic(compare)).child(dynamic(placing)).child(dynamic(rows))
}

/// The spans of a run that were not found exactly, to be decided about. They stand before all runs, since these are shown anew
/// with each answer.
fn placed_spans(app: App, model: LanguageModel, placed: PlacedSpans) -> El {
    let end = button(app.text(TextId::AppClose))
        .class("button button--main")
        .attr("data-testid", "end-placing")
        .on_click(move || model.end_placing());
    let list = found_spans(app, placed.decisions, 0, &placed.spans, end);
    let heading = el("h3").attr("tabindex", "-1").child(el("bdi").child(placed.name.as_str()));
    let node = heading.node::<HtmlElement>();
    timing::after(0, move || drop(node.focus()));
    Effect::new(move |_| model.keep_placed(&placed));
    el("section").class("panel").attr("data-testid", "placing").child(heading).child(list)
}

fn run_row(app: App, model: LanguageModel, shown: &ShownRun) -> El {
    let number = shown.run.number;
    let is_busy = flag(move || model.progress.with(Option::is_some));
    let action =
        |key: TextId, testid: &'static str, is_there: bool, run: fn(LanguageModel, u32)| {
            is_there.then(|| {
                button(app.text(key))
                    .attr("data-testid", testid)
                    .attr("disabled", is_busy)
                    .on_click(move || run(model, number))
            })
        };
    let has_annotations = shown.has_annotations();
    let faults = [("spans", "missing"), ("counts", "invalid"), ("counts", "unreadable")];
    let is_faulty =
        faults.into_iter().any(|(group, name)| shown.count(group, name).is_some_and(|n| n > 0.0));
    let name = el("input")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr("data-testid", "run-name")
        .attr("aria-label", app.text(TextId::ModelRunName))
        .prop("value", shown.run.name.clone())
        .on(ev::change, move |event| model.rename(number, &event_target_value(&event)));
    el("li")
        .class("panel")
        .attr("data-testid", "run-row")
        .attr("data-run", number.to_string())
        .child(el("p").child(name))
        .child(asked(app, model, shown))
        .child(figures(app, shown))
        .child(notes(app, shown))
        .child(el("p").class("actions").child([
            action(TextId::ModelGoOn, "go-on", true, LanguageModel::go_on),
            action(TextId::ModelAskAgain, "ask-again", is_faulty, LanguageModel::ask_again),
            action(TextId::ModelUseSettings, "use-settings", true, LanguageModel::use_settings),
            place(app, model, shown, is_busy),
            action(TextId::ModelSuggest, "suggest-run", has_annotations, LanguageModel::suggest),
            action(
                TextId::ModelAdjudicate,
                "adjudicate-run",
                has_annotations,
                LanguageModel::adjudicate,
            ),
            action(TextId::ModelAudit, "audit-run", has_annotations, LanguageModel::audit),
            action(TextId::ModelSave, "save-run", has_annotations, LanguageModel::save),
            action(
                TextId::ModelSaveReplies,
                "save-replies",
                has_annotations,
                LanguageModel::save_replies,
            ),
            action(TextId::ModelRemove, "remove-run", true, LanguageModel::remove),
        ]))
}

/// The button that lists the spans which were not found exactly.
fn place(app: App, model: LanguageModel, shown: &ShownRun, is_busy: Signal<bool>) -> Option<El> {
    let (number, uncertain) = (shown.run.number, shown.uncertain());
    let said = app.words().fill(TextId::ModelPlaceSpans, &[("n", &uncertain.to_string())]);
    (uncertain > 0).then(|| {
        button(said)
            .attr("data-testid", "place-spans")
            .attr("disabled", is_busy)
            .on_click(move || model.place_spans(number))
    })
}

/// What a run asked: its model, the version of the text if it is not that of the variant, and the settings as the command line
/// takes them.
fn asked(app: App, model: LanguageModel, shown: &ShownRun) -> El {
    let prompt = shown.run.prompt.clone();
    let version = prompt.and_then(|prompt| {
        let at = model.prompts.with(|all| all.iter().position(|text| *text == prompt))?;
        let number = (at + 1).to_string();
        Some(app.words().fill(TextId::ModelVersion, &[("n", &number)]))
    });
    let settings = in_english(el("code")).child(shown.run.settings());
    el("p")
        .class("hint")
        .attr("data-testid", "run-settings")
        .child(el("bdi").child(shown.run.model.as_str()))
        .child(" ")
        .child(version.map(|version| el("span").child(version).child(" ")))
        .child(settings)
}

/// What came of a run, in numbers.
fn figures(app: App, shown: &ShownRun) -> El {
    let numbers = [
        ("edits", TextId::ModelEdits, shown.count("counts", "edits")),
        ("exact", TextId::ModelExact, shown.count("spans", "exact")),
        ("folded", TextId::ModelFolded, sum(shown, &["folded", "case_folded"])),
        ("fuzzy", TextId::ModelFuzzy, shown.count("spans", "fuzzy")),
        ("ambiguous", TextId::ModelAmbiguous, shown.count("spans", "ambiguous")),
        ("unmatched", TextId::ModelUnmatched, shown.count("spans", "missing")),
        ("invalid", TextId::ModelInvalid, shown.count("counts", "invalid")),
        ("empty", TextId::ModelEmpty, shown.count("counts", "empty")),
        ("unreadable", TextId::ModelUnreadable, shown.count("counts", "unreadable")),
        ("missing", TextId::ModelMissing, shown.read.as_ref().map(|_| shown.missing() as f64)),
        ("input-tokens", TextId::ModelInputTokens, shown.count("counts", "input_tokens")),
        ("output-tokens", TextId::ModelOutputTokens, shown.count("counts", "output_tokens")),
        ("cost", TextId::ModelCost, shown.count("counts", "cost")),
        ("seconds", TextId::ModelSeconds, shown.count("counts", "seconds")),
    ];
    let row = |(testid, name, number): (&'static str, TextId, Option<f64>)| {
        let number = number?;
        let is_whole = number.fract() == 0.0;
        let value = if is_whole { number.to_string() } else { format!("{number:.4}") };
        Some(
            el("div")
                .child(el("dt").child(app.text(name)))
                .child(el("dd").attr("data-testid", testid).child(value)),
        )
    };
    el("dl")
        .class("model-page__figures")
        .child(numbers.into_iter().filter_map(row).collect::<Vec<_>>())
}

fn sum(shown: &ShownRun, names: &[&str]) -> Option<f64> {
    names.iter().map(|name| shown.count("spans", name)).sum()
}

/// What was mended in replies, and what could not be used.
fn notes(app: App, shown: &ShownRun) -> Option<El> {
    let notes = shown.notes();
    if notes.is_empty() {
        return None;
    }
    let number = notes.len().to_string();
    let rows = notes.into_iter().take(MOST_NOTES).map(|(instance, said)| {
        let instance = instance.to_string();
        el("li")
            .child(app.words().fill(TextId::ModelNoteAbout, &[("n", &instance)]))
            .child(" ")
            .child(in_english(el("span")).child(said))
    });
    let details = el("details")
        .child(el("summary").child(app.words().fill(TextId::ModelNotes, &[("n", &number)])))
        .child(el("ul").attr("data-testid", "reply-notes").child(rows.collect::<Vec<_>>()));
    Some(details)
}
