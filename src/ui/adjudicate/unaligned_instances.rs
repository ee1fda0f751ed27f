//! The instances that are not in the files of all annotators, and why.

use super::annotator_name::annotator_name;
use crate::app::App;
use crate::app::adjudication::{Adjudication, UnalignedInstance};
use crate::ui::view::{El, View, el};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// Most instances that are listed.
const MOST_LISTED: usize = 500;

/// The list, closed at first; nothing if all instances are aligned.
pub(super) fn unaligned_instances(adjudication: Adjudication) -> View {
    let unaligned = adjudication.unaligned();
    if unaligned.is_empty() {
        return View::Nothing;
    }
    let words = App::from_context().words();
    let total = adjudication.total();
    let (aligned, total) = ((total - unaligned.len()).to_string(), total.to_string());
    let values = [("n", aligned.as_str()), ("total", total.as_str())];
    let more = (unaligned.len() > MOST_LISTED).then(|| el("li").child("…"));
    let listed = unaligned.iter().take(MOST_LISTED).map(|one| entry(adjudication, one));
    el("details")
        .class("adjudication__unaligned")
        .attr("data-testid", "not-aligned")
        .child(el("summary").child(words.fill(TextId::AdjudicateAligned, &values)))
        .child(el("ul").child(listed.collect::<Vec<_>>()).child(more))
        .into()
}

fn entry(adjudication: Adjudication, one: &UnalignedInstance) -> El {
    let app = App::from_context();
    let words = app.words();
    let names = |annotators: &[usize]| {
        let name = |at: &usize| words.isolated(&annotator_name(app, adjudication, *at));
        annotators.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let reason = |annotators: &[usize], why: TextId| {
        (!annotators.is_empty()).then(|| words.fill(why, &[("names", &names(annotators))]))
    };
    let reasons = [
        reason(&one.without, TextId::AdjudicateNotIn),
        reason(&one.with_other_texts, TextId::AdjudicateTextsOfOthers),
    ];
    let row = one.row;
    el("li")
        .attr("data-testid", "not-aligned-instance")
        .attr("data-index", (row + 1).to_string())
        .child(
            button((row + 1).to_string())
                .class("button button--small")
                .on_click(move || adjudication.go(row)),
        )
        .child(" ")
        .child(reasons.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}
