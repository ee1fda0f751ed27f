//! What a person decides about spans that were not found exactly: by `convert --matches-decided`.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::answers::MatchedSpan;
use spanwise_annotation::format::span_decisions::{DecidedSpan, SpanDecisionFile, SpanFate};

/// A decision about a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpanDecision {
    /// It is where it was found.
    Accept,
    /// It is at this place, in UTF-16 units.
    Place([u32; 2]),
    /// It is left out.
    Drop,
}

/// Carries decisions about spans over to the same spans after they were searched for again, by their places in `to`: those of the
/// same record, text, quote, category and annotator, in order of occurrence. A place that is no longer found is left out.
pub(in crate::app) fn carried_over(
    decisions: &BTreeMap<usize, SpanDecision>,
    from: &[MatchedSpan],
    to: &[MatchedSpan],
) -> BTreeMap<usize, SpanDecision> {
    let places_now: BTreeMap<_, _> = occurrences(to).zip(0..).collect();
    let carry = |(at, occurrence): (usize, Occurrence<'_>)| {
        let (before, now) = (from.get(at)?, *places_now.get(&occurrence)?);
        Some((now, carried_decision(*decisions.get(&at)?, before, to.get(now)?)?))
    };
    occurrences(from).enumerate().filter_map(carry).collect()
}

/// The identity of a span, without the place found: its record, text, quote, category and annotator, and its number among equal
/// ones.
type Occurrence<'a> = ((usize, &'a str, &'a str, Option<&'a str>, Option<&'a str>), usize);

fn occurrences(spans: &[MatchedSpan]) -> impl Iterator<Item = Occurrence<'_>> {
    let mut counts = BTreeMap::new();
    spans.iter().map(move |span| {
        let (category, annotator) = (span.category.as_deref(), span.annotator.as_deref());
        let said = (span.record, span.text.as_str(), span.quote.as_str(), category, annotator);
        let count: &mut usize = counts.entry(said).or_default();
        *count += 1;
        (said, *count)
    })
}

fn carried_decision(
    decision: SpanDecision,
    before: &MatchedSpan,
    now: &MatchedSpan,
) -> Option<SpanDecision> {
    let place = match decision {
        SpanDecision::Drop => return Some(SpanDecision::Drop),
        SpanDecision::Accept => before.place,
        SpanDecision::Place(place) => Some(place),
    };
    match place {
        place if place == now.place => Some(SpanDecision::Accept),
        Some(place) if now.elsewhere.contains(&place) || !before.was_found_at(place) => {
            Some(SpanDecision::Place(place))
        }
        Some(_) | None => None,
    }
}

/// A span: the number of its source, and its own among the spans of the source that are listed.
pub type ListedSpan = (usize, usize);

/// The listed spans of a source, with the decisions about them by their numbers.
#[derive(Debug, Default)]
pub(super) struct DecidedSource {
    pub(super) spans: Vec<MatchedSpan>,
    pub(super) decisions: BTreeMap<usize, SpanDecision>,
}

/// Spans that were decided together, each with what was decided about it before.
type DecisionStep = Vec<(ListedSpan, Option<SpanDecision>)>;

/// The decisions about all listed spans, with those before them. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct SpanDecisions {
    all: RwSignal<BTreeMap<ListedSpan, SpanDecision>>,
    /// The last step is undone first.
    before: RwSignal<Vec<DecisionStep>>,
    /// The spans of each source that the decisions are about.
    spans: StoredValue<Vec<Vec<MatchedSpan>>>,
}

impl SpanDecisions {
    pub(super) fn none() -> Self {
        SpanDecisions::with(BTreeMap::new(), Vec::new())
    }

    /// Decisions about the spans of one source, some of which are there.
    pub(in crate::app) fn about_one(
        spans: &[MatchedSpan],
        decided: impl IntoIterator<Item = (usize, SpanDecision)>,
    ) -> Self {
        let all = decided.into_iter().map(|(number, decision)| ((0, number), decision));
        SpanDecisions::with(all.collect(), vec![spans.to_vec()])
    }

    fn with(all: BTreeMap<ListedSpan, SpanDecision>, spans: Vec<Vec<MatchedSpan>>) -> Self {
        SpanDecisions {
            all: RwSignal::new(all),
            before: RwSignal::new(Vec::new()),
            spans: StoredValue::new(spans),
        }
    }

    /// Takes decisions about the spans of each source as they were listed before, which are then carried over.
    pub(super) fn begin_with(self, sources: Vec<DecidedSource>) {
        let (mut all, mut spans) = (BTreeMap::new(), Vec::new());
        for (source, decided) in sources.into_iter().enumerate() {
            let decisions = decided.decisions.into_iter();
            all.extend(decisions.map(|(number, decision)| ((source, number), decision)));
            spans.push(decided.spans);
        }
        self.all.try_set(all);
        self.spans.try_set_value(spans);
    }

    /// The spans of each source, with the decisions about them by their numbers. `None` if the page is gone.
    pub(super) fn by_source(self) -> Option<Vec<DecidedSource>> {
        let all = self.all.try_get_untracked()?;
        let spans = self.spans.try_get_value()?.into_iter().enumerate();
        let decided = |(source, spans)| DecidedSource { spans, decisions: of_source(&all, source) };
        Some(spans.map(decided).collect())
    }

    /// The decisions about the spans of a source, by their numbers. Tracks them.
    pub(in crate::app) fn of_source(self, source: usize) -> BTreeMap<usize, SpanDecision> {
        self.all.with(|all| of_source(all, source))
    }

    /// Returns `true` if anything is decided, as long as the page is shown.
    pub(super) fn would_be_lost(self) -> bool {
        self.all.try_with_untracked(|all| !all.is_empty()).unwrap_or_default()
    }

    /// The decision about a span. Tracks it.
    #[must_use]
    pub fn about(self, span: ListedSpan) -> Option<SpanDecision> {
        self.all.with(|all| all.get(&span).copied())
    }

    /// The number of spans of a source that are decided. Tracks it.
    #[must_use]
    pub fn count(self, source: usize) -> usize {
        self.all.with(|all| all.range((source, 0)..(source + 1, 0)).count())
    }

    /// Decides about a span.
    pub fn decide(self, span: ListedSpan, decision: SpanDecision) {
        self.change(span, |_| Some(decision));
    }

    /// Decides about a span; if that was its decision, takes it back.
    pub fn toggle(self, span: ListedSpan, decision: SpanDecision) {
        self.change(span, |before| (before != Some(decision)).then_some(decision));
    }

    fn change(
        self,
        span: ListedSpan,
        change: impl FnOnce(Option<SpanDecision>) -> Option<SpanDecision>,
    ) {
        let before = self.all.with_untracked(|all| all.get(&span).copied());
        self.before.update(|steps| steps.push(vec![(span, before)]));
        self.set(span, change(before));
    }

    /// The spans of a source that are found in one place only and are not decided. Tracks the decisions.
    fn acceptable(self, source: usize) -> Vec<ListedSpan> {
        let decided = self.of_source(source);
        self.spans.with_value(|spans| {
            let spans = spans.get(source).into_iter().flatten().enumerate();
            let is_acceptable = |(number, span): &(usize, &MatchedSpan)| {
                span.is_in_one_place() && !decided.contains_key(number)
            };
            spans.filter(is_acceptable).map(|(number, _)| (source, number)).collect()
        })
    }

    /// Returns `true` if [`SpanDecisions::accept_all`] has something to accept. Tracks the decisions.
    #[must_use]
    pub fn can_accept_all(self, source: usize) -> bool {
        !self.acceptable(source).is_empty()
    }

    /// Accepts the spans of a source that are found in one place only and are not decided, as one step.
    pub fn accept_all(self, source: usize) {
        let spans = untrack(|| self.acceptable(source));
        self.before.update(|steps| steps.push(spans.iter().map(|span| (*span, None)).collect()));
        self.all
            .update(|all| all.extend(spans.into_iter().map(|span| (span, SpanDecision::Accept))));
    }

    /// Returns `true` if a decision can be undone. Tracks it.
    #[must_use]
    pub fn can_undo(self) -> bool {
        self.before.with(|before| !before.is_empty())
    }

    /// Undoes the last step.
    pub fn undo(self) {
        let step = self.before.try_update(Vec::pop).flatten().unwrap_or_default();
        step.into_iter().for_each(|(span, before)| self.set(span, before));
    }

    fn set(self, span: ListedSpan, decision: Option<SpanDecision>) {
        self.all.update(|all| {
            match decision {
                Some(decision) => all.insert(span, decision),
                None => all.remove(&span),
            };
        });
    }

    /// Carries the decisions over to the spans of the sources as they are found now, and returns how many no longer apply.
    /// `None` if the page is gone.
    pub(super) fn carry_over(self, spans: Vec<Vec<MatchedSpan>>) -> Option<usize> {
        let all = self.all.try_get_untracked()?;
        let before = self.spans.try_get_value()?;
        let carry = |(source, (from, to)): (usize, (&Vec<MatchedSpan>, &Vec<MatchedSpan>))| {
            let carried = carried_over(&of_source(&all, source), from, to).into_iter();
            carried.map(move |(number, decision)| ((source, number), decision))
        };
        let sources = before.iter().zip(&spans).enumerate();
        let carried: BTreeMap<_, _> = sources.flat_map(carry).collect();
        let lost = all.len() - carried.len();
        self.all.try_set(carried);
        self.before.try_set(Vec::new());
        self.spans.try_set_value(spans);
        Some(lost)
    }

    /// The file of the decisions about the spans of a source; `None` if there are none.
    pub(super) fn file(self, source: usize, spans: &[MatchedSpan]) -> Option<String> {
        decision_file(&untrack(|| self.of_source(source)), spans)
    }
}

/// The decisions about the spans of a source, by their numbers.
fn of_source(
    all: &BTreeMap<ListedSpan, SpanDecision>,
    source: usize,
) -> BTreeMap<usize, SpanDecision> {
    let of_source = all.range((source, 0)..(source + 1, 0));
    of_source.map(|((_, number), decision)| (*number, *decision)).collect()
}

/// The file of decisions about spans, as commands take it; `None` if there are none.
pub(in crate::app) fn decision_file(
    decisions: &BTreeMap<usize, SpanDecision>,
    spans: &[MatchedSpan],
) -> Option<String> {
    let entry = |(number, decision): (&usize, &SpanDecision)| {
        Some(decided_span(*number, spans.get(*number)?, *decision))
    };
    let decisions: Vec<DecidedSpan> = decisions.iter().filter_map(entry).collect();
    (!decisions.is_empty()).then(|| SpanDecisionFile { decisions }.to_json())
}

fn decided_span(number: usize, span: &MatchedSpan, decision: SpanDecision) -> DecidedSpan {
    let (decision, place) = match decision {
        SpanDecision::Accept => (SpanFate::Accept, None),
        SpanDecision::Drop => (SpanFate::Drop, None),
        SpanDecision::Place(place) => (SpanFate::Place, Some(place)),
    };
    DecidedSpan { number, quote: span.quote.clone(), decision, place }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    const HERE: [u32; 2] = [4, 7];
    const THERE: [u32; 2] = [10, 13];

    fn span(quote: &str, place: Option<[u32; 2]>, elsewhere: &[[u32; 2]]) -> MatchedSpan {
        MatchedSpan {
            record: 0,
            annotator: None,
            category: Some("style".to_owned()),
            text: "source".to_owned(),
            way: "fuzzy".to_owned(),
            moved: false,
            ambiguous: !elsewhere.is_empty(),
            quote: quote.to_owned(),
            found: None,
            place,
            elsewhere: elsewhere.to_vec(),
        }
    }

    fn carried(
        decision: SpanDecision,
        from: MatchedSpan,
        to: &[MatchedSpan],
    ) -> BTreeMap<usize, SpanDecision> {
        carried_over(&BTreeMap::from([(0, decision)]), &[from], to)
    }

    #[wasm_bindgen_test]
    fn a_decision_follows_its_span_wherever_it_is_listed_now() {
        let to = [span("one", Some(HERE), &[]), span("two", Some(HERE), &[])];
        for decision in [SpanDecision::Accept, SpanDecision::Drop] {
            let from = span("two", Some(HERE), &[]);
            assert_eq!(carried(decision, from, &to), BTreeMap::from([(1, decision)]));
        }
    }

    #[wasm_bindgen_test]
    fn a_span_is_another_one_if_anything_that_is_said_of_it_is() {
        let said: [fn(&mut MatchedSpan); 5] = [
            |span| span.record = 1,
            |span| span.annotator = Some("ann".to_owned()),
            |span| span.category = None,
            |span| span.text = "target".to_owned(),
            |span| span.quote = "two".to_owned(),
        ];
        for change in said {
            let mut other = span("one", Some(HERE), &[]);
            change(&mut other);
            let from = span("one", Some(HERE), &[]);
            assert_eq!(carried(SpanDecision::Drop, from, &[other]), BTreeMap::new());
        }
    }

    #[wasm_bindgen_test]
    fn equal_spans_keep_their_decisions_in_their_order() {
        let spans = [(); 3].map(|()| span("one", None, &[]));
        let decisions = BTreeMap::from([(0, SpanDecision::Drop), (2, SpanDecision::Place(HERE))]);
        assert_eq!(carried_over(&decisions, &spans, &spans), decisions);
        let fewer = carried_over(&decisions, &spans, &spans[..2]);
        assert_eq!(fewer, BTreeMap::from([(0, SpanDecision::Drop)]));
    }

    #[wasm_bindgen_test]
    fn a_place_that_was_found_is_kept_only_as_long_as_it_is_found() {
        let (accept, there) = (SpanDecision::Accept, SpanDecision::Place(THERE));
        let from = || span("one", Some(HERE), &[THERE]);
        for (decision, to, expected) in [
            (accept, span("one", Some(HERE), &[]), Some(accept)),
            (accept, span("one", Some(THERE), &[HERE]), Some(SpanDecision::Place(HERE))),
            (accept, span("one", Some(THERE), &[]), None),
            (accept, span("one", None, &[]), None),
            (there, span("one", Some(HERE), &[THERE]), Some(there)),
            (there, span("one", Some(THERE), &[]), Some(accept)),
            (there, span("one", Some(HERE), &[]), None),
        ] {
            let expected = expected.into_iter().map(|decision| (0, decision)).collect();
            assert_eq!(
                carried(decision, from(), slice::from_ref(&to)),
                expected,
                "{decision:?} {to:?}"
            );
        }
    }

    #[wasm_bindgen_test]
    fn a_place_by_hand_is_kept_and_a_missing_span_is_kept_without_a_place_while_it_is_missing() {
        let by_hand = SpanDecision::Place([0, 3]);
        for from in [span("one", None, &[]), span("one", Some(HERE), &[THERE])] {
            let to = [span("one", Some(THERE), &[])];
            assert_eq!(carried(by_hand, from, &to), BTreeMap::from([(0, by_hand)]));
        }
        let kept = BTreeMap::from([(0, SpanDecision::Accept)]);
        let missing = || span("one", None, &[]);
        assert_eq!(carried(SpanDecision::Accept, missing(), &[missing()]), kept);
        let found = span("one", Some(HERE), &[]);
        assert_eq!(carried(SpanDecision::Accept, missing(), &[found]), BTreeMap::new());
    }
}
