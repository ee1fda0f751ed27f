//! The comparison of an edit with those of other annotators, in signs and words.

use std::rc::Rc;

use leptos::prelude::*;

use super::annotator_name::annotator_name;
use super::edit_taking::take_buttons;
use crate::app::adjudication::{Adjudication, EditOffer};
use crate::app::{App, Session};
use crate::ui::annotate::edit_list::{EditRemark, EditRemarks};
use crate::ui::view::{View, el};
use spanwise_agreement::adjudication::{ComparedEdit, EditRelation, Standing};
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_i18n::TextId;

/// The name of a standing in attributes and classes.
pub(super) fn standing_name(standing: Standing) -> &'static str {
    match standing {
        Standing::Agrees => "agrees",
        Standing::Answers => "answers",
        Standing::Boundary => "boundary",
        Standing::Category => "category",
        Standing::Missed => "missed",
        Standing::OnlyHere => "only-here",
    }
}

/// The sign of a standing.
pub(super) fn sign(standing: Standing) -> &'static str {
    match standing {
        Standing::Agrees => "✓",
        Standing::Answers => "≈",
        Standing::Boundary => "↔",
        Standing::Category => "≠",
        Standing::Missed => "◐",
        Standing::OnlyHere => "+",
    }
}

/// The remarks on the edits of an annotator.
pub(super) fn comparison_remarks(adjudication: Adjudication, session: Session) -> EditRemarks {
    let app = App::from_context();
    let annotator = session.number;
    let words = move |key: EditKey| {
        let comparison = adjudication.comparison();
        let compared = comparison.of(annotator, key)?;
        Some((compared.standing, in_words(app, adjudication, compared)))
    };
    let stamp = move |key: EditKey| match words(key) {
        Some((Standing::Agrees, _)) if adjudication.only_differences.get() => None,
        Some((standing, words)) => {
            Some(stamp_of(standing, &words, adjudication.offer(annotator, key).as_ref()))
        }
        None => Some(0),
    };
    let text = move |key: EditKey| {
        let Some((standing, words)) = untrack(|| words(key)) else { return View::Nothing };
        el("span")
            .class(format!("remark remark--{}", standing_name(standing)))
            .attr("data-testid", "remark")
            .attr("data-standing", standing_name(standing))
            .child(
                el("span").class("remark__sign").attr("aria-hidden", "true").child(sign(standing)),
            )
            .child(" ")
            .child(words)
            .into()
    };
    let view = move |edit: &Edit| EditRemark {
        text: text(edit.key),
        actions: take_buttons(adjudication, session, edit),
    };
    let class = move |key: EditKey| match adjudication.comparison().of(annotator, key) {
        Some(compared) if compared.standing == Standing::Agrees => "run--agrees",
        Some(compared) if compared.standing == Standing::OnlyHere => "run--only-here",
        Some(_) => "run--differs",
        None => "",
    };
    EditRemarks { stamp: Rc::new(stamp), view: Rc::new(view), mark_class: Rc::new(class) }
}

/// A fingerprint of a remark with its buttons, in 32 bits.
fn stamp_of(standing: Standing, words: &str, offer: Option<&EditOffer>) -> u64 {
    // The names in the label follow from the annotators.
    let buttons = offer.map_or_else(String::new, |offer| {
        let also_by: Vec<String> = offer.also_by.iter().map(usize::to_string).collect();
        format!("{} {}", offer.matched.is_some(), also_by.join(","))
    });
    let shown = format!("{} {words} {buttons}", standing_name(standing));
    fingerprint(shown.as_bytes()) & u64::from(u32::MAX)
}

/// All differences of an edit; with the annotators' names if there are more than two.
fn in_words(app: App, adjudication: Adjudication, compared: &ComparedEdit) -> String {
    let words = app.words();
    match compared.standing {
        Standing::Agrees => return words.get(TextId::AdjudicateSame).to_owned(),
        Standing::OnlyHere => return words.get(TextId::AdjudicateOnlyHere).to_owned(),
        Standing::Answers | Standing::Boundary | Standing::Category | Standing::Missed => {}
    }
    let names = |annotators: Vec<usize>| {
        annotators
            .into_iter()
            .map(|at| words.isolated(&annotator_name(app, adjudication, at)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let of = |key: TextId, is_it: fn(&EditRelation) -> bool| {
        let with = compared.counterparts.iter().filter(|c| is_it(&c.relation));
        let with: Vec<usize> = with.map(|c| c.annotator).collect();
        match (with.is_empty(), adjudication.count() > 2) {
            (true, _) => None,
            (false, false) => Some(words.get(key).to_owned()),
            (false, true) => Some(words.fill(
                TextId::AdjudicateFrom,
                &[("what", words.get(key)), ("names", &names(with))],
            )),
        }
    };
    let without = (!compared.without.is_empty()).then(|| {
        words.fill(TextId::AdjudicateNotIn, &[("names", &names(compared.without.clone()))])
    });
    let parts = [
        without,
        of(TextId::AdjudicateCategoryDiffers, |r| *r == EditRelation::Category),
        of(TextId::AdjudicateBoundaryDiffers, |r| matches!(r, EditRelation::Boundary(_))),
        of(TextId::AdjudicateAnswersDiffer, |r| match r {
            EditRelation::Answers(_) => true,
            EditRelation::Boundary(questions) => !questions.is_empty(),
            EditRelation::Same | EditRelation::Category => false,
        }),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The figures of the instance shown, in words.
pub(super) fn comparison_summary(adjudication: Adjudication) -> String {
    let app = App::from_context();
    let words = app.words();
    let comparison = adjudication.comparison();
    let counts = comparison.counts();
    let mut parts = Vec::new();
    if counts.agree > 0 {
        parts.push(words.count(TextId::AdjudicateAgree, counts.agree));
    }
    if counts.differ > 0 {
        parts.push(words.count(TextId::AdjudicateDiffer, counts.differ));
    }
    for (annotator, only) in counts.only.iter().enumerate().filter(|(_, only)| **only > 0) {
        let name = annotator_name(app, adjudication, annotator);
        let values = [("n", only.to_string()), ("name", name)];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        parts.push(words.fill(TextId::AdjudicateOnly, &values));
    }
    if parts.is_empty() {
        return words.get(TextId::AdjudicateNoEdits).to_owned();
    }
    parts.join(" · ")
}
