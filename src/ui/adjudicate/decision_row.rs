//! One group of edits: its members, how they differ, and what is made of it.

use leptos::ev;
use leptos::prelude::*;

use super::annotator_name::annotator_name;
use super::edit_comparison::{sign, standing_name};
use crate::app::adjudication::Adjudication;
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::button;
use spanwise_agreement::adjudication::{
    DecidedGroup, Decision, EditGroup, GroupId, Standing, flatten_answers,
};
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_i18n::TextId;

/// The row of a group.
pub(super) fn decision_row(adjudication: Adjudication, decided: &DecidedGroup) -> El {
    let app = App::from_context();
    let group = &decided.group;
    let id = group.id;
    let is_decided = flag(move || decision_of(adjudication, id).is_some());
    let label = format!("decision-{id}");
    let annotators = untrack(|| adjudication.annotators_shown());
    let members = adjudication.sessions().into_iter().filter_map(|session| {
        let number = session.number;
        let instance = annotators.get(number)?.as_ref()?;
        let edit = group.of(number).and_then(|key| instance.edit(key));
        Some(member(adjudication, session, group, edit.map(AsRef::as_ref)))
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
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-labelledby", label.clone())
        .child(
            el("p")
                .class("decision__head")
                .attr("id", label)
                .child(differences(group))
                .child(" ")
                .child(
                    el("strong")
                        .class("decision__state")
                        .child(text(move || state_in_words(app, adjudication, id))),
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
fn differences(group: &EditGroup) -> El {
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
fn state_in_words(app: App, adjudication: Adjudication, id: GroupId) -> String {
    match decision_of(adjudication, id) {
        None => app.text(TextId::AdjudicateOpen),
        Some(Decision::Take(annotator)) => annotator_name(app, adjudication, annotator),
        Some(Decision::Unanimous) => app.text(TextId::AdjudicateSame),
        Some(Decision::Union) => app.text(TextId::AdjudicateUnion),
        Some(Decision::Intersection) => app.text(TextId::AdjudicateIntersection),
        Some(Decision::Majority) => app.text(TextId::AdjudicateMajority),
        Some(Decision::Own) => app.text(TextId::AdjudicateOwn),
        Some(Decision::Reject) => app.text(TextId::AdjudicateReject),
    }
}

/// The edit of an annotator in the group, with the button that takes it.
fn member(
    adjudication: Adjudication,
    session: Session,
    group: &EditGroup,
    edit: Option<&Edit>,
) -> El {
    let app = App::from_context();
    let (id, number) = (group.id, session.number);
    let name = annotator_name(app, adjudication, number);
    let entry = el("li").class("decision__member");
    let Some(edit) = edit else {
        return entry
            .child(el("span").class("decision__name").attr("dir", "auto").child(name))
            .child(el("span").class("hint").child(app.text(TextId::AdjudicateNoEdit)));
    };
    let key = edit.key;
    let category = category_label(&session.template(), edit);
    let spans = spans_text(session, edit);
    let take = decision_button(adjudication, id, Decision::Take(number), "take", name.clone())
        .attr("data-annotator", (number + 1).to_string())
        .attr("title", app.text(TextId::AdjudicateTakeHint))
        .attr(
            "aria-label",
            format!("{}: {name}, {category} {spans}", app.text(TextId::AdjudicateTake)),
        );
    entry
        .on(ev::pointerover, move |_| point_at(adjudication, number, key))
        .on(ev::pointerleave, move |_| adjudication.pointed.set(None))
        .child(take)
        .child(
            el("span")
                .class("decision__edit")
                .child(el("strong").child(category))
                .child(" ")
                .child(el("span").attr("dir", "auto").child(spans))
                .child(" ")
                .child(differing_answers(group, edit)),
        )
}

fn point_at(adjudication: Adjudication, annotator: usize, key: EditKey) {
    let pointed = Some((annotator, key));
    if adjudication.pointed.get_untracked() != pointed {
        adjudication.pointed.set(pointed);
    }
}

/// The answers of an edit to the questions that are answered differently.
fn differing_answers(group: &EditGroup, edit: &Edit) -> View {
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

/// The buttons that make one edit of several, one of one's own, or none.
fn merges(adjudication: Adjudication, decided: &DecidedGroup) -> El {
    let app = App::from_context();
    let choices = [
        (Decision::Union, "union", TextId::AdjudicateUnion, "U"),
        (Decision::Intersection, "intersection", TextId::AdjudicateIntersection, "I"),
        (Decision::Majority, "majority", TextId::AdjudicateMajority, "M"),
        (Decision::Own, "own", TextId::AdjudicateOwn, "O"),
        (Decision::Reject, "reject", TextId::AdjudicateReject, "X"),
    ];
    let offered = untrack(|| adjudication.offered(decided));
    let choice = |(decision, testid, label, key): (Decision, &'static str, TextId, &str)| {
        let label = app.text(label);
        decision_button(adjudication, decided.group.id, decision, testid, label.clone())
            .attr("title", format!("{label} ({key})"))
            .prop("disabled", !offered.contains(&decision))
    };
    el("div").class("decision__merges").child(Vec::from(choices.map(choice)))
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
        .on_click(move || {
            adjudication.decide(id, decision);
        })
}

/// The field for a reason, once the group is decided by a note.
fn rationale(adjudication: Adjudication, id: GroupId) -> El {
    let app = App::from_context();
    let given = move || adjudication.decided(id).map(|decided| decided.rationale);
    let is_unnoted =
        flag(move || !adjudication.decided(id).is_some_and(|decided| decided.is_noted));
    let value = text(move || given().unwrap_or_default());
    el("label")
        .class("decision__rationale")
        .attr("hidden", is_unnoted)
        .child(el("span").child(app.text(TextId::AdjudicateRationale)))
        .child(
            el("input")
                .attr("type", "text")
                .attr("dir", "auto")
                .attr("data-testid", "rationale")
                .prop("value", value)
                .on(ev::change, move |event| {
                    adjudication.explain_decision(id, event_target_value(&event).trim());
                }),
        )
}
