//! The controls of numbers, sliders, check-boxes and replacements: lazily loaded, since few templates ask for them.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::focus::focus_awaited;
use super::questions::{AnsweredQuestion, ChooserKind, chooser, prompt};
use crate::app::lazy::lazily_loaded;
use crate::app::{App, Session};
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::lazy;
use spanwise_annotation::document::flow::is_ticked;
use spanwise_annotation::document::{Answer, AnswerOwner, GivenAnswer, accepts};
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;
use spanwise_template::{Checkbox, Decimal, NumberRange, QuestionKind, Side, Slider};

static STYLE: &str = include_str!("../../../style/more_controls.css");

lazily_loaded!(typology_views, more_controls, fn(AnsweredQuestion) -> View, controls);

/// Loads these controls. If they cannot be loaded, that is said where they are missing.
pub(super) async fn load_more_controls() {
    drop(more_controls().await);
}

/// The controls of a question that is not answered by one word or a text.
pub(super) fn lazy_controls(asked: AnsweredQuestion) -> View {
    lazy(more_controls, move |controls| controls(asked.clone()))
}

fn controls(asked: AnsweredQuestion) -> View {
    styles::adopt(STYLE);
    timing::after(0, focus_awaited);
    match asked.question.kind.clone() {
        QuestionKind::Number { range, unit } => number_field(asked, range, unit).into(),
        QuestionKind::Slider(slider) => slider_field(asked, slider).into(),
        QuestionKind::Checkboxes(boxes) => checkboxes(&asked, boxes).into(),
        QuestionKind::Replacement => replacement_field(asked).into(),
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Choice(_) => View::Nothing,
    }
}

/// The stored text of a number.
fn stored(answer: Memo<Option<Answer>>) -> Option<String> {
    answer.with(|answer| match answer {
        Some(Answer::Value(value)) => Some(value.clone()),
        Some(Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_)) | None => None,
    })
}

/// A field that starts with the marked text, for the text that is to stand in its place. Stored as it is typed, also
/// nothing, by which the marked text is deleted.
fn replacement_field(asked: AnsweredQuestion) -> El {
    let app = App::from_context();
    let AnsweredQuestion { session, owner, answer, .. } = asked;
    let marked = Memo::new(move |_| marked_text(session, owner));
    let placeholder = text(move || {
        app.text(if marked.with(String::is_empty) {
            TextId::QuestionsTextboxPlaceholder
        } else {
            TextId::CorrectionsDeletes
        })
    });
    el("textarea")
        .class("text-answer text-answer--replacement")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("data-testid", "replacement")
        .attr("aria-label", prompt(&asked.question))
        .attr("placeholder", placeholder)
        .prop("value", text(move || stored(answer).unwrap_or_else(|| marked.get())))
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            // At an insertion point there is nothing to delete.
            let is_nothing = typed.is_empty() && marked.with_untracked(String::is_empty);
            asked.give(if is_nothing { GivenAnswer::Nothing } else { GivenAnswer::Value(typed) });
        })
}

/// The text of the span of an edit in a target.
fn marked_text(session: Session, owner: AnswerOwner) -> String {
    session.instance.with(|instance| {
        let AnswerOwner::Edit(key) = owner else { return String::new() };
        let Some(edit) = instance.edit(key) else { return String::new() };
        let targets = instance.texts.on(Side::Target);
        let spans = targets
            .flat_map(|text| edit.spans.on(&text.name).iter().map(|span| text.text.slice(*span)));
        spans.collect()
    })
}

/// A field for a number, stored as it is typed. What is no answer is not stored, and gone when the field is left.
fn number_field(asked: AnsweredQuestion, range: NumberRange, unit: Option<String>) -> El {
    let AnsweredQuestion { answer, question, .. } = asked.clone();
    let input = el("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .class("number-answer")
        .attr("data-testid", "number")
        .attr("aria-label", prompt(&question));
    let field: HtmlInputElement = input.node();
    let typed = {
        let field = field.clone();
        // Half of the world writes a comma.
        move || field.value().trim().replace(',', ".")
    };
    let shown = {
        let (field, typed) = (field.clone(), typed.clone());
        move || {
            let now = stored(answer).unwrap_or_default();
            if Decimal::parse(&typed()) != Decimal::parse(&now) {
                field.set_value(&now);
            }
        }
    };
    Effect::new(move |_| shown());
    let is_answer =
        move |text: &str| text.is_empty() || accepts(&question, &Answer::Value(text.to_owned()));
    let (given, left) = (asked.clone(), asked);
    let (is_typed, was_typed) = (typed.clone(), typed);
    let is_left_as_answer = is_answer.clone();
    let input = input
        .on(ev::input, move |_| {
            let text = is_typed();
            if is_answer(&text) {
                given.give(GivenAnswer::Value(text));
            }
        })
        .on(ev::change, move |_| {
            let text = was_typed();
            if !is_left_as_answer(&text) {
                left.give(GivenAnswer::Value(text));
                field.set_value(&stored(answer).unwrap_or_default());
            }
        });
    let ends = match (range.min(), range.max()) {
        (Some(min), Some(max)) => format!("{min}–{max}"),
        (Some(min), None) => format!("≥ {min}"),
        (None, Some(max)) => format!("≤ {max}"),
        (None, None) => String::new(),
    };
    let unit = unit.map(|unit| el("span").attr("dir", "auto").child(format!(" {unit} ")));
    el("div")
        .child(input)
        .child(unit)
        .child(el("span").class("hint").attr("dir", "ltr").child(format!(" {ends}")))
}

/// A slider, which has no answer until it is touched.
fn slider_field(asked: AnsweredQuestion, slider: Slider) -> El {
    let answer = asked.answer;
    let Slider { range, min_label, max_label } = slider;
    let end = |label: Option<String>, number: Decimal| {
        let label = label.unwrap_or_else(|| number.to_string());
        el("span").class("hint").attr("dir", "auto").child(label)
    };
    let unanswered = flag(move || answer.with(Option::is_none));
    let input = el("input")
        .attr("type", "range")
        .class(("slider--unanswered", unanswered))
        .attr("data-testid", "slider")
        .attr("aria-label", prompt(&asked.question))
        .attr("aria-valuetext", text(move || stored(answer).unwrap_or_else(|| "–".to_owned())))
        .attr("min", range.min().to_string())
        .attr("max", range.max().to_string())
        .attr("step", range.step().to_string());
    let field: HtmlInputElement = input.node();
    let shown = field.clone();
    Effect::new(move |_| {
        // Without a value, the browser puts it in the middle.
        shown.set_value(&stored(answer).unwrap_or_default());
    });
    let clicked = asked.clone();
    let input = input
        .on(ev::input, move |event| asked.give(GivenAnswer::Value(event_target_value(&event))))
        .on(ev::click, move |_| {
            // A slider that is there already does not move.
            if answer.with_untracked(Option::is_none) {
                clicked.give(GivenAnswer::Value(field.value()));
            }
        });
    el("div")
        .class("slider")
        .child(end(min_label, range.min()))
        .child(input)
        .child(end(max_label, range.max()))
        .child(el("output").child(text(move || stored(answer).unwrap_or_else(|| "–".to_owned()))))
}

/// A list of options of which any number can be chosen.
fn checkboxes(asked: &AnsweredQuestion, boxes: Vec<Checkbox>) -> El {
    let answer = asked.answer;
    let rows = boxes.into_iter().enumerate().map(|(at, option)| {
        let definition = asked.definition(at, option.description);
        let (asked, name) = (asked.clone(), option.name.clone());
        let toggle = move || asked.give(GivenAnswer::Option(name.clone()));
        let name = option.name.clone();
        let checked = flag(move || answer.with(|answer| is_ticked(answer.as_ref(), &name)));
        let key =
            option.hotkey.map(String::from).or_else(|| (at < 9).then(|| (at + 1).to_string()));
        let checkbox = chooser(
            ChooserKind::Checkbox,
            option.name,
            option.label,
            key,
            checked,
            definition.as_ref(),
            toggle,
        );
        el("div").class("answers__option").child(checkbox).child(definition)
    });
    el("div").class("answers").child(rows.collect::<Vec<_>>())
}
