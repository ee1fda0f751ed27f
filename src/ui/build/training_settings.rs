//! The title of the training and its rule of scoring.

use leptos::ev;
use leptos::prelude::*;

use super::outline_form::line;
use super::outline_tree::OutlineTree;
use crate::app::App;
use crate::ui::view::{El, View, el, flag, text};
use spanwise_i18n::TextId;
use spanwise_template::outline::{
    ItemPath, OutlineField, OutlineList, OutlineOperation, OutlineTraining,
};

/// Tolerances to choose from.
const TOLERANCES: [&str; 7] = ["0", "1", "2", "3", "5", "10", "20"];

/// The fields, folded away; hidden while the template has no training in it.
pub(super) fn training_settings(tree: OutlineTree) -> El {
    let app = App::from_context();
    let is_hidden = flag(move || {
        tree.outline.with(|outline| !matches!(outline.training, OutlineTraining::Template { .. }))
    });
    let is_scarecrow = move || scoring(tree, "rule").is_none_or(|rule| rule == "scarecrow");
    let points = [
        ("exercise", TextId::BuildTrainingPointsExercise),
        ("question", TextId::BuildTrainingPointsQuestion),
        ("examination", TextId::BuildTrainingPointsExamination),
    ];
    let points = points.map(|(key, name)| {
        let value = text(move || scoring(tree, key).unwrap_or_default());
        let input = number(1000).prop("value", value).on(ev::change, move |event| {
            set_scoring(tree, key, event_target_value(&event));
        });
        field(name, input, format!("training-points-{key}"))
            .attr("hidden", flag(move || !is_scarecrow()))
    });
    let fields = el("div")
        .class("outline__fields")
        .child(setting(tree, line().attr("dir", "auto"), "title", TextId::BuildTrainingTitle))
        .child(rule(tree))
        .child(setting(tree, number(100), "pass", TextId::BuildTrainingPass))
        .child(setting(tree, number(100), "attempts", TextId::BuildTrainingAttempts))
        .child(tolerance(tree))
        .child(Vec::from(points));
    el("details")
        .class("outline__settings")
        .attr("data-testid", "training-settings")
        .attr("hidden", is_hidden)
        .child(el("summary").child(app.text(TextId::BuildTrainingSettings)))
        .child(fields)
}

fn number(max: u32) -> El {
    el("input").attr("type", "number").attr("min", "1").attr("max", max.to_string())
}

fn field(name: TextId, control: El, testid: String) -> El {
    let app = App::from_context();
    el("label")
        .class("menu__field")
        .child(app.text(name))
        .child(control.attr("data-testid", testid))
}

/// The field for a key of the training itself.
fn setting(tree: OutlineTree, control: El, key: &'static str, name: TextId) -> El {
    let value = text(move || {
        tree.outline
            .with(|outline| match &outline.training {
                OutlineTraining::Template { fields, .. } => value_of(fields, key),
                OutlineTraining::None | OutlineTraining::File(_) => None,
            })
            .unwrap_or_default()
    });
    let control = control.prop("value", value).on(ev::change, move |event| {
        let value = Some(event_target_value(&event)).filter(|value| !value.is_empty());
        tree.set_training(&OutlineOperation::SetText {
            item: ItemPath::of_list(OutlineList::TrainingSteps),
            key: key.to_owned(),
            value,
        });
    });
    field(name, control, format!("training-setting-{key}"))
}

fn value_of(fields: &[OutlineField], key: &str) -> Option<String> {
    fields.iter().find(|field| field.key == key).map(|field| field.text.clone())
}

/// A setting of the rule of scoring. Tracked.
fn scoring(tree: OutlineTree, key: &str) -> Option<String> {
    tree.outline.with(|outline| match &outline.training {
        OutlineTraining::Template { scoring, .. } => value_of(scoring, key),
        OutlineTraining::None | OutlineTraining::File(_) => None,
    })
}

fn set_scoring(tree: OutlineTree, key: &str, value: String) {
    let value = Some(value).filter(|value| !value.is_empty());
    tree.set_training(&OutlineOperation::SetScoring { key: key.to_owned(), value });
}

fn rule(tree: OutlineTree) -> El {
    let app = App::from_context();
    let rules =
        [("scarecrow", TextId::BuildTrainingRuleScarecrow), ("f1", TextId::BuildTrainingRuleF1)];
    let options = rules.map(|(word, name)| {
        let is_it = flag(move || scoring(tree, "rule").as_deref().unwrap_or("scarecrow") == word);
        el("option").attr("value", word).prop("selected", is_it).child(app.text(name))
    });
    let select = el("select")
        .on(ev::change, move |event| set_scoring(tree, "rule", event_target_value(&event)))
        .child(Vec::from(options));
    field(TextId::BuildTrainingRule, select, "training-rule".to_owned())
}

fn tolerance(tree: OutlineTree) -> El {
    let app = App::from_context();
    let now = move || scoring(tree, "boundary_tolerance").unwrap_or_default();
    let option = |word: &'static str, name: String| {
        let is_it = flag(move || now() == word);
        el("option").attr("value", word).prop("selected", is_it).child(name)
    };
    let mut options = vec![
        option("", app.text(TextId::BuildTrainingByTheRule)),
        option("overlap", app.text(TextId::BuildTrainingToleranceOverlap)),
    ];
    options.extend(TOLERANCES.map(|words| option(words, words.to_owned())));
    // A value that only the text has.
    let is_listed = move || {
        let now = now();
        now.is_empty() || now == "overlap" || TOLERANCES.contains(&now.as_str())
    };
    let other = el("option")
        .attr("value", text(now))
        .attr("hidden", flag(is_listed))
        .prop("selected", flag(move || !is_listed()))
        .child(View::from(text(now)));
    let select = el("select")
        .on(ev::change, move |event| {
            set_scoring(tree, "boundary_tolerance", event_target_value(&event));
        })
        .child(options)
        .child(other);
    field(TextId::BuildTrainingTolerance, select, "training-tolerance".to_owned())
}
