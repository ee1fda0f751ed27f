//! The scores of the instance shown and of the work, for templates that ask for one (`score`); loaded only for these.
//!
//! They are the figures of `spanwise stats` on the same edits: the rule is in `spanwise_agreement`.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::lazy::lazily_loaded;
use crate::app::{App, Session};
use crate::ui::view::{El, View, el, text};
use crate::ui::widgets::lazy;
use spanwise_agreement::measure::{Bootstrap, ScoreRule, SegmentPenalty};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::timing::{self, TimeSlice};
use spanwise_i18n::{Message, TextId, say};
use spanwise_template::ScoreKind;

lazily_loaded!(typology_views, score_view, fn(Session) -> View, scores);

/// The scores, if the template asks for one.
pub(super) fn live_score(session: Session) -> View {
    let asks_for_score = session.template().settings.score.is_some();
    let scores = || {
        let content = lazy(score_view, move |show: fn(Session) -> View| show(session));
        el("div").class("bar__group bar__scores").child(content)
    };
    asks_for_score.then(scores).into()
}

/// By instance: its penalty, once the instance has been read.
type Penalties = RwSignal<Vec<Option<SegmentPenalty>>>;

fn scores(session: Session) -> View {
    let Some(rule) = ScoreRule::of(&session.template()) else { return View::Nothing };
    let app = App::from_context();
    let hint = match rule.kind() {
        ScoreKind::Mqm => app.text(TextId::ScoreMqm),
        ScoreKind::EsaFromSpans => app.text(TextId::ScoreEsa),
        ScoreKind::Weights => app.text(TextId::ScoreWeights),
        ScoreKind::Formula(formula) => formula.text().to_owned(),
    };
    let rule = StoredValue::new(rule);
    let penalties: Penalties = RwSignal::new(vec![None; session.ask(Workspace::len)]);
    // The only instance that changes is the one shown.
    Effect::new(move |_| {
        session.instance.track();
        let (at, instance) = session.ask(|w| (w.view().instance, w.current().clone()));
        let penalty = rule.with_value(|rule| rule.penalty(at, &instance));
        penalties.update(|all| put(all, penalty));
    });
    read_all(session, rule, penalties);
    let of_instance = move || {
        let at = session.view.with(|view| view.instance);
        let penalty = penalties.with(|all| all.get(at).cloned().flatten())?;
        rule.with_value(|rule| rule.score(&[penalty]).ok())
    };
    let of_work = Memo::new(move |_| {
        let all = penalties.with(|all| all.iter().cloned().collect::<Option<Vec<_>>>())?;
        Some(rule.with_value(|rule| rule.figure(&all, &Bootstrap::none())))
    });
    let value_of_work = move || of_work.with(|figure| figure.as_ref()?.value.ok());
    let left_out = move || {
        let n = of_work.with(|figure| Some(figure.as_ref()?.n))?;
        penalties.with(Vec::len).checked_sub(n).filter(|left_out| *left_out > 0)
    };
    let work_hint = {
        let (words, hint) = (app.words(), format!("{}: {hint}", app.text(TextId::ScoreWorkHint)));
        move || match left_out() {
            None => hint.clone(),
            Some(n) => {
                format!("{hint}. {}", words.fill(TextId::ScoreLeftOut, &[("n", &n.to_string())]))
            }
        }
    };
    let instance_hint = move || hint.clone();
    View::Many(vec![
        shown("instance", of_instance, |value| say!(ScoreInstance, value), instance_hint).into(),
        shown("work", value_of_work, |value| say!(ScoreWork, value), work_hint).into(),
    ])
}

/// A score, with a dash where it is undefined or not all instances are read yet.
fn shown(
    scope: &'static str,
    score: impl Fn() -> Option<f64> + Send + Sync + 'static,
    said: fn(String) -> Message,
    hint: impl Fn() -> String + Send + Sync + 'static,
) -> El {
    let app = App::from_context();
    let score = Memo::new(move |_| score().map(rounded));
    el("span")
        .attr("data-testid", "score")
        .attr("data-scope", scope)
        .attr("data-value", text(move || score.get().unwrap_or_default()))
        .attr("title", text(hint))
        .child(text(move || app.say(&said(score.get().unwrap_or_else(|| "–".to_owned())))))
}

/// A number with two decimals at most.
fn rounded(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
}

fn put(all: &mut [Option<SegmentPenalty>], penalty: SegmentPenalty) {
    if let Some(slot) = all.get_mut(penalty.item) {
        *slot = Some(penalty);
    }
}

/// Reads the instances that were not shown yet, in slices, until the page is gone.
fn read_all(session: Session, rule: StoredValue<ScoreRule>, penalties: Penalties) {
    spawn_local(async move {
        let mut next = 0;
        loop {
            timing::pause().await;
            let Some(unread) = penalties.try_with_untracked(|all| unread_from(all, next)) else {
                return;
            };
            let slice = TimeSlice::begin();
            let read: Vec<SegmentPenalty> = unread
                .into_iter()
                .take_while(|_| !slice.is_over())
                .map(|at| {
                    let instance = session.ask(|w| w.instance(at));
                    rule.with_value(|rule| rule.penalty(at, &instance))
                })
                .collect();
            let Some(last) = read.last() else { return };
            next = last.item + 1;
            penalties.update(|all| read.into_iter().for_each(|penalty| put(all, penalty)));
        }
    });
}

/// The positions of the next instances that were not read.
fn unread_from(all: &[Option<SegmentPenalty>], from: usize) -> Vec<usize> {
    const MOST: usize = 64;
    let missing = all.iter().enumerate().skip(from).filter(|(_, penalty)| penalty.is_none());
    missing.map(|(at, _)| at).take(MOST).collect()
}
