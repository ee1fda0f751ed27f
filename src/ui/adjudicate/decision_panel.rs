//! The list of decisions: the groups of edits and answers of the instance shown, with what comes of each.

use leptos::ev;
use leptos::prelude::*;

use super::annotator_name::annotator_name;
use super::column::column_selector;
use super::decision_keys::{self, digit_of};
use super::decision_row::{decision_row, focus_group};
use crate::app::adjudication::{Adjudication, DifferenceKind, RecordForm};
use crate::app::{App, Session};
use crate::ui::text_view::reveal_within;
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::button;
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The list of decisions; nothing where nothing can be decided.
pub(super) fn decision_panel(adjudication: Adjudication) -> View {
    if !adjudication.decides() {
        return View::Nothing;
    }
    let app = App::from_context();
    follow_current(adjudication);
    let row_number = move || adjudication.row.get() as u64;
    let list = for_each(
        move || adjudication.listed_groups(),
        move |decided| (decided.group.id.0, untrack(row_number)),
        move |decided| decision_row(adjudication, &decided),
    );
    let is_empty = flag(move || adjudication.listed_groups().is_empty());
    el("section")
        .class("decisions")
        .attr("data-testid", "decisions")
        .attr("aria-labelledby", "decisions-heading")
        .on(ev::keydown, move |event| decision_keys::keydown(adjudication, &event))
        .child(
            el("header")
                .class("decisions__header")
                .child(
                    el("h2")
                        .attr("id", "decisions-heading")
                        .child(app.text(TextId::AdjudicateDecisions)),
                )
                .child(progress(adjudication)),
        )
        .child(filters(adjudication))
        .child(el("div").class("decisions__list").child(list))
        .child(show(is_empty, move || {
            el("p").class("hint").child(app.text(TextId::AdjudicateNoGroups))
        }))
        .child(at_once(adjudication))
        .into()
}

/// The number of groups that are decided, of those in all instances.
fn progress(adjudication: Adjudication) -> El {
    let progress = adjudication.decisions.progress;
    el("span")
        .class("hint")
        .attr("data-testid", "decisions-progress")
        .attr("role", "status")
        .attr("data-done", text(move || progress.with(|p| p.decided).to_string()))
        .attr("data-total", text(move || progress.with(|p| p.total).to_string()))
        .child(decisions_counted(adjudication))
}

/// The number of groups that are decided, in words.
pub(super) fn decisions_counted(adjudication: Adjudication) -> Signal<String> {
    let app = App::from_context();
    text(move || {
        let progress = adjudication.decisions.progress.get();
        let (done, total) = (progress.decided.to_string(), progress.total.to_string());
        app.words().fill(TextId::AdjudicateDecided, &[("n", &done), ("total", &total)])
    })
}

/// The ways to differ that the groups are filtered by, with their texts.
const KINDS: [(DifferenceKind, TextId); 4] = [
    (DifferenceKind::Missed, TextId::AdjudicateMissed),
    (DifferenceKind::Category, TextId::AdjudicateCategoryDiffers),
    (DifferenceKind::Boundary, TextId::AdjudicateBoundaryDiffers),
    (DifferenceKind::Answers, TextId::AdjudicateAnswersDiffer),
];

/// The value of a way to differ in its menu.
fn kind_name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Missed => "missed",
        DifferenceKind::Category => "category",
        DifferenceKind::Boundary => "boundary",
        DifferenceKind::Answers => "answers",
    }
}

/// Three menus that leave some of the groups.
fn filters(adjudication: Adjudication) -> El {
    let app = App::from_context();
    let words = app.words();
    let kept = adjudication.decisions.filter.get_untracked();
    let kinds = KINDS.map(|(kind, key)| (kind_name(kind).to_owned(), words.get(key).to_owned()));
    let template = adjudication.template();
    let categories = template.iter().flat_map(|template| {
        template.typology.categories().iter().map(|c| (c.name.clone(), c.label.clone()))
    });
    let sessions = adjudication.sessions();
    let annotators = sessions.iter().map(|session| {
        let number = session.number;
        (number.to_string(), annotator_name(app, adjudication, number))
    });
    let menu = |testid: &'static str,
                label: TextId,
                options: Vec<(String, String)>,
                chosen: String,
                set: fn(Adjudication, &str)| {
        let option = |(value, name): (String, String)| {
            let is_chosen = value == chosen;
            el("option").attr("selected", is_chosen).attr("value", value).child(name)
        };
        let options = options.into_iter().map(option);
        el("label").class("decisions__filter").child(el("span").child(app.text(label))).child(
            el("select")
                .attr("data-testid", testid)
                .child(el("option").attr("value", "").child(app.text(TextId::AdjudicateAll)))
                .child(options.collect::<Vec<_>>())
                .on(ev::change, move |event| set(adjudication, &event_target_value(&event))),
        )
    };
    el("div")
        .class("decisions__filters")
        .on(ev::keydown, move |event| {
            decision_keys::back_to_list(adjudication, &event);
        })
        .child(menu(
            "filter-kind",
            TextId::AdjudicateFilterKind,
            kinds.to_vec(),
            kept.kind.map(kind_name).unwrap_or_default().to_owned(),
            |adjudication, value| {
                let kinds = KINDS.map(|(kind, _)| kind);
                let kind = kinds.into_iter().find(|kind| kind_name(*kind) == value);
                adjudication.decisions.filter.update(|filter| filter.kind = kind);
            },
        ))
        .child(menu(
            "filter-category",
            TextId::AdjudicateFilterCategory,
            categories.collect(),
            kept.category.unwrap_or_default(),
            |adjudication, value| {
                let category = Some(value.to_owned()).filter(|value| !value.is_empty());
                adjudication.decisions.filter.update(|filter| filter.category = category);
            },
        ))
        .child(menu(
            "filter-annotator",
            TextId::AdjudicateFilterAnnotator,
            annotators.collect(),
            kept.annotator.map(|number| number.to_string()).unwrap_or_default(),
            |adjudication, value| {
                let annotator = value.parse().ok();
                adjudication.decisions.filter.update(|filter| filter.annotator = annotator);
            },
        ))
}

/// The buttons that decide many groups at once.
fn at_once(adjudication: Adjudication) -> El {
    let app = App::from_context();
    let of_annotator = move |number: usize| {
        let name = annotator_name(app, adjudication, number);
        let label = app.words().fill(TextId::AdjudicateTakeInstance, &[("name", &name)]);
        let key = digit_of(adjudication, number).map(|digit| format!("Shift+{digit}"));
        small_button(label.clone(), "take-instance")
            .attr("title", key.as_ref().map(|key| format!("{label} ({key})")))
            .attr("aria-keyshortcuts", key)
            .attr("data-annotator", (number + 1).to_string())
            .on_click(move || adjudication.take_instance(number))
    };
    let record = |form: RecordForm, testid: &'static str, label: TextId, key: &'static str| {
        button_with_key(app.text(label), testid, key)
            .on_click(move || adjudication.download_record(form))
    };
    let numbers: Vec<usize> = adjudication.sessions().iter().map(|s| s.number).collect();
    let takes_instance = dynamic(move || {
        let present = adjudication.annotators_here();
        let numbers = numbers.iter().copied().filter(|number| present.contains(number));
        untrack(|| View::from(numbers.map(of_annotator).collect::<Vec<_>>()))
    });
    el("div")
        .class("decisions__all")
        .child(
            button_with_key(app.text(TextId::AdjudicateTakeUnanimous), "take-unanimous", "A")
                .on_click(move || adjudication.take_unanimous()),
        )
        .child(adjudication.own().map(|own| take_all(adjudication, own)))
        .child(takes_instance)
        .child(record(RecordForm::Json, "record-json", TextId::AdjudicateRecordJson, "S"))
        .child(record(RecordForm::Csv, "record-csv", TextId::AdjudicateRecordCsv, "Shift+S"))
}

/// The button that takes what all agree on in all instances, with the progress while that is planned.
fn take_all(adjudication: Adjudication, own: Session) -> [View; 2] {
    let app = App::from_context();
    let label = app.text(TextId::AdjudicateTakeAllUnanimous);
    let name = format!("{} {label}", app.text(TextId::AdjudicateTakeUnanimous));
    let is_going_on = flag(move || own.planned.get().is_some());
    let take = button_with_key(label, "take-all-unanimous", "Shift+A")
        .attr("aria-disabled", text(move || is_going_on.get().to_string()))
        .on_click(move || adjudication.take_all_unanimous());
    let progress = show(is_going_on, move || {
        el("progress")
            .attr("data-testid", "taking")
            .attr("aria-label", name.clone())
            .attr("max", adjudication.total().to_string())
            .attr("value", text(move || own.planned.get().unwrap_or_default().to_string()))
    });
    [take.into(), progress]
}

/// A small button that has a key of its own in the list of decisions.
fn button_with_key(label: String, testid: &'static str, key: &'static str) -> El {
    let title = format!("{label} ({key})");
    small_button(label, testid).attr("title", title).attr("aria-keyshortcuts", key)
}

fn small_button(label: String, testid: &'static str) -> El {
    button(label).class("button button--small").attr("data-testid", testid)
}

/// Puts the focus on the group that was gone to, and shows its marks.
fn follow_current(adjudication: Adjudication) {
    Effect::new(move |_| {
        let Some(id) = adjudication.decisions.gone_to.get() else { return };
        let shown = untrack(|| adjudication.show_column_of(id));
        timing::after(0, move || {
            focus_group(&id.to_string());
            if let Some((annotator, edit)) = shown {
                reveal_within(&column_selector(annotator), edit);
            }
        });
    });
}
