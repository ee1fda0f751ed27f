//! One group of edits or answers: its members, how they differ, and what is made of it.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::annotator_name::annotator_name;
use super::decision_keys::digit_of;
use super::edit_comparison::{sign, standing_name};
use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::annotate::answer_text::answer_in_line;
use crate::ui::annotate::focus::focus_control;
use crate::ui::annotate::questions::prompt;
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::button;
use spanwise_agreement::adjudication::{
    AnnotationGroup, DecidedGroup, Decision, GroupContent, GroupId, InstanceQuestion, Standing,
    flatten_answers,
};
use spanwise_annotation::document::{Answers, Edit, EditKey, Instance};
use spanwise_browser::console::reported;
use spanwise_browser::elements::elements;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::{Question, Template, readable};

/// The row of a group.
pub(super) fn decision_row(adjudication: Adjudication, decided: &DecidedGroup) -> El {
    let app = App::from_context();
    let group = &decided.group;
    let (id, of_answers) = (group.id, group.question().is_some());
    let is_decided = flag(move || decision_of(adjudication, id).is_some());
    let is_current = flag(move || adjudication.decisions.current.get() == Some(id));
    let label = format!("decision-{id}");
    let annotators = untrack(|| adjudication.annotators_shown());
    let members = adjudication.sessions().into_iter().filter_map(|session| {
        let instance = annotators.get(session.number)?.as_ref()?;
        Some(member(adjudication, session, group, instance))
    });
    let template = adjudication.template();
    let asked = group.question().zip(template.as_ref()).map(|(question, template)| {
        let prompt = asked(template, question).map_or_else(|| readable(&question.name), prompt);
        let prompt = el("span").attr("dir", "auto").child(prompt);
        el("strong").class("decision__question").child(prompt)
    });
    el("div")
        .class("decision")
        .class(("decision--decided", is_decided))
        .attr("data-testid", "decision")
        .attr("data-group", id.to_string())
        .attr("data-standing", standing_name(group.standing))
        .attr(
            "data-state",
            text(move || if is_decided.get() { "decided" } else { "open" }.to_owned()),
        )
        .attr("aria-current", text(move || is_current.get().to_string()))
        .attr("tabindex", "0")
        .attr("role", "group")
        .on(ev::focusin, move |_| {
            if !is_current.get_untracked() {
                adjudication.decisions.current.set(Some(id));
            }
        })
        .attr("aria-labelledby", label.clone())
        .child(
            el("p")
                .class("decision__head")
                .attr("id", label)
                .child(asked)
                .child(" ")
                .child(differences(group))
                .child(" ")
                .child(
                    el("strong")
                        .class("decision__state")
                        .child(text(move || state_in_words(app, adjudication, id, of_answers))),
                ),
        )
        .child(el("ul").class("decision__members").child(members.collect::<Vec<_>>()))
        .child(merges(adjudication, decided))
        .child(rationale(adjudication, id))
}

fn decision_of(adjudication: Adjudication, id: GroupId) -> Option<Decision> {
    adjudication.decided(id)?.decision
}

/// The differences of a group, as a sign and words.
fn differences(group: &AnnotationGroup) -> El {
    let app = App::from_context();
    let found = &group.differences;
    let parts = [
        (group.standing == Standing::OnlyHere, TextId::AdjudicateSingle),
        (
            group.standing != Standing::OnlyHere && !found.missed.is_empty(),
            TextId::AdjudicateMissed,
        ),
        (found.category, TextId::AdjudicateCategoryDiffers),
        (found.boundary, TextId::AdjudicateBoundaryDiffers),
        (!found.answers.is_empty(), TextId::AdjudicateAnswersDiffer),
        (group.is_unanimous(), TextId::AdjudicateSame),
    ];
    let words: Vec<String> =
        parts.into_iter().filter(|(is_so, _)| *is_so).map(|(_, key)| app.text(key)).collect();
    el("span")
        .class(format!("remark remark--{}", standing_name(group.standing)))
        .child(
            el("span")
                .class("remark__sign")
                .attr("aria-hidden", "true")
                .child(sign(group.standing)),
        )
        .child(" ")
        .child(words.join(" · "))
}

/// What is decided, in words.
fn state_in_words(app: App, adjudication: Adjudication, id: GroupId, of_answers: bool) -> String {
    match decision_of(adjudication, id) {
        None => app.text(TextId::AdjudicateOpen),
        Some(Decision::Take(annotator)) => annotator_name(app, adjudication, annotator),
        Some(Decision::Unanimous) => app.text(TextId::AdjudicateSame),
        Some(Decision::Union) => app.text(TextId::AdjudicateUnion),
        Some(Decision::Intersection) => app.text(TextId::AdjudicateIntersection),
        Some(Decision::Majority) => app.text(TextId::AdjudicateMajority),
        Some(Decision::Own) => app.text(TextId::AdjudicateOwn),
        Some(Decision::Reject) => app.text(rejection(of_answers)),
    }
}

/// The name of the decision for no edit, or for no answer.
fn rejection(of_answers: bool) -> TextId {
    if of_answers { TextId::AdjudicateNoAnswer } else { TextId::AdjudicateReject }
}

/// The question of the template that a group has answers to.
fn asked<'t>(template: &'t Template, question: &InstanceQuestion) -> Option<&'t Question> {
    let typology = &template.typology;
    let questions = match question.text {
        Some(_) => typology.text_questions(),
        None => typology.instance_questions(),
    };
    questions.iter().find(|asked| asked.name == question.name)
}

/// What an annotator made, in a group.
struct Made {
    /// In words, for the button that takes it.
    name: String,
    shown: Vec<View>,
    /// The edit, if it is one.
    edit: Option<EditKey>,
}

/// The edit or answer of an annotator in the group, with the button that takes it.
fn member(
    adjudication: Adjudication,
    session: Session,
    group: &AnnotationGroup,
    instance: &Instance,
) -> El {
    let app = App::from_context();
    let number = session.number;
    let name = annotator_name(app, adjudication, number);
    let entry = el("li").class("decision__member");
    let (made, missing) = match &group.content {
        GroupContent::Edits(_) => {
            let edit = group.edit_of(number).and_then(|key| instance.edit(key));
            (edit.map(|edit| made_edit(session, group, edit)), TextId::AdjudicateNoEdit)
        }
        GroupContent::Answers { question, .. } => {
            (made_answer(app, session, question, instance), TextId::AdjudicateNotAnswered)
        }
    };
    let missing = if group.concerns(number) { missing } else { TextId::AdjudicateLacksText };
    let Some(Made { name: made, shown, edit }) = made else {
        return entry
            .child(el("span").class("decision__name").attr("dir", "auto").child(name))
            .child(el("span").class("hint").child(app.text(missing)));
    };
    let label = format!("{}: {name}, {made}", app.text(TextId::AdjudicateTake));
    let digit = digit_of(adjudication, number);
    let title = digit.as_ref().map_or_else(|| label.clone(), |digit| format!("{label} ({digit})"));
    let take = decision_button(adjudication, group.id, Decision::Take(number), "take", name)
        .attr("data-annotator", (number + 1).to_string())
        .attr("title", title)
        .attr("aria-keyshortcuts", digit)
        .attr("aria-label", label);
    let entry = match edit {
        Some(key) => entry
            .on(ev::pointerover, move |_| point_at(adjudication, number, key))
            .on(ev::pointerleave, move |_| adjudication.pointed.set(None)),
        None => entry,
    };
    entry.child(take).child(el("span").class("decision__edit").child(shown))
}

fn made_edit(session: Session, group: &AnnotationGroup, edit: &Edit) -> Made {
    let category = category_label(&session.template(), edit);
    let spans = spans_text(session, edit);
    Made {
        name: format!("{category} {spans}"),
        shown: vec![
            el("strong").child(category).into(),
            " ".into(),
            el("span").attr("dir", "auto").child(spans).into(),
            " ".into(),
            differing_answers(group, edit),
        ],
        edit: Some(edit.key),
    }
}

fn made_answer(
    app: App,
    session: Session,
    question: &InstanceQuestion,
    instance: &Instance,
) -> Option<Made> {
    let mut answers = Answers::default();
    answers.set(&question.name, Some(question.answer(instance)?.clone()));
    let answer = match asked(&session.template(), question) {
        Some(asked) => answer_in_line(&app.words(), asked, &answers),
        None => {
            let flat = flatten_answers(&answers);
            flat.iter().map(|(_, value)| value).collect::<Vec<_>>().join(" · ")
        }
    };
    let shown = vec![el("span").attr("dir", "auto").child(answer.clone()).into()];
    Some(Made { name: answer, shown, edit: None })
}

fn point_at(adjudication: Adjudication, annotator: usize, key: EditKey) {
    let pointed = Some((annotator, key));
    if adjudication.pointed.get_untracked() != pointed {
        adjudication.pointed.set(pointed);
    }
}

/// The answers of an edit to the questions that are answered differently.
fn differing_answers(group: &AnnotationGroup, edit: &Edit) -> View {
    let answers = flatten_answers(&edit.answers);
    let given = group.differences.answers.iter().filter_map(|path| {
        let answer = answers.get(path)?;
        Some(format!("{}: {answer}", path.last()?))
    });
    let given: Vec<String> = given.collect();
    if given.is_empty() {
        return View::Nothing;
    }
    el("span").class("hint").attr("dir", "auto").child(format!("({})", given.join(", "))).into()
}

/// The buttons that make one edit or answer of several, one of one's own, or none.
fn merges(adjudication: Adjudication, decided: &DecidedGroup) -> El {
    let app = App::from_context();
    let of_answers = decided.group.question().is_some();
    let choices = [
        (Decision::Union, "union", TextId::AdjudicateUnion, "U"),
        (Decision::Intersection, "intersection", TextId::AdjudicateIntersection, "I"),
        (Decision::Majority, "majority", TextId::AdjudicateMajority, "M"),
        (Decision::Own, "own", TextId::AdjudicateOwn, "O"),
        (Decision::Reject, "reject", rejection(of_answers), "X"),
    ];
    // Answers have no text that they cover, and one edit covers the same by itself.
    let is_of_one = decided.group.annotators().len() < 2;
    let choices = choices.into_iter().skip(if of_answers || is_of_one { 2 } else { 0 });
    let offered = untrack(|| adjudication.offered(decided));
    let choice =
        |(decision, testid, label, key): (Decision, &'static str, TextId, &'static str)| {
            let label = app.text(label);
            decision_button(adjudication, decided.group.id, decision, testid, label.clone())
                .attr("title", format!("{label} ({key})"))
                .attr("aria-keyshortcuts", key)
                .prop("disabled", !offered.contains(&decision))
        };
    el("div").class("decision__merges").child(choices.map(choice).collect::<Vec<_>>())
}

/// A button that decides a group; pressed if that is the decision.
fn decision_button(
    adjudication: Adjudication,
    id: GroupId,
    decision: Decision,
    testid: &'static str,
    label: String,
) -> El {
    let is_chosen = move || match decision_of(adjudication, id) {
        Some(Decision::Unanimous) => matches!(decision, Decision::Take(_)),
        chosen => chosen == Some(decision),
    };
    button(label)
        .class("button button--small")
        .attr("data-testid", testid)
        .attr("aria-pressed", text(move || is_chosen().to_string()))
        .on_click(move || decide(adjudication, id, decision))
}

/// Decides a group. The question of an answer of one's own gets the focus.
pub(super) fn decide(adjudication: Adjudication, id: GroupId, decision: Decision) {
    let is_own = adjudication.decide(id, decision) && decision == Decision::Own;
    let decided = untrack(|| adjudication.decided(id)).filter(|_| is_own);
    let question = decided.and_then(|decided| decided.group.question().cloned());
    if let (Some(question), Some(own)) = (question, adjudication.own()) {
        timing::after(0, move || focus_question(own, &question));
    }
}

/// Focuses a question about the instance in the column of a work.
fn focus_question(session: Session, question: &InstanceQuestion) {
    let column = format!("[data-annotator=\"{}\"]", session.number + 1);
    let questions = match question.text {
        Some(_) => format!("{column} [data-testid=text-question]"),
        None => format!("{column} [data-testid=instance-question]"),
    };
    let is_it = |element: &Element| {
        let pane = element.closest("[data-text]").ok().flatten();
        let text = pane.and_then(|pane| pane.get_attribute("data-text"));
        let is_of_text = question.text.as_ref().is_none_or(|t| text.as_deref() == Some(t.as_str()));
        element.get_attribute("data-path").as_deref() == Some(question.name.as_str()) && is_of_text
    };
    let found: Vec<Element> = elements(document().query_selector_all(&questions));
    if let Some(element) = found.iter().find(|element| is_it(element)) {
        focus_control(element);
    }
}

/// The field for a reason, once the group is decided by a note. What is typed is kept until it is given or dropped.
fn rationale(adjudication: Adjudication, id: GroupId) -> El {
    let app = App::from_context();
    let is_unnoted =
        flag(move || !adjudication.decided(id).is_some_and(|decided| decided.is_noted));
    let field = el("input")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("data-testid", "rationale")
        .prop("value", text(move || adjudication.reason_in_field(id)))
        .on(ev::input, move |event| adjudication.type_reason(id, &event_target_value(&event)))
        .on(ev::blur, move |_| adjudication.give_reason(id))
        .on(ev::keydown, move |event| {
            if event.is_composing() {
                return;
            }
            match event.key().as_str() {
                "Enter" => adjudication.give_reason(id),
                "Escape" => adjudication.forget_reason(id),
                _ => return,
            }
            event.prevent_default();
            // Keys decide there.
            focus_group(&id.to_string());
        });
    el("label")
        .class("decision__rationale")
        .attr("hidden", is_unnoted)
        .child(el("span").child(app.text(TextId::AdjudicateRationale)))
        .child(field)
}

/// Focuses the row of a group.
pub(super) fn focus_group(id: &str) {
    let selector = format!("[data-testid=\"decision\"][data-group=\"{id}\"]");
    let row = document().query_selector(&selector).ok().flatten();
    if let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
        reported(row.focus());
    }
}
