//! Decisions about spans that are not just where a file says: accepted, placed elsewhere, or dropped.

use std::collections::BTreeSet;

use super::preserved::verbatim::forget_spans;
use super::record::{Edit, Record};
use super::report::{ImportOutcome, UncertainSpan};
use spanwise_text::{Span, Text};

/// A decision about a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchDecision {
    /// It is where it was found, and is written from there; one that was not found is on no text.
    Accept,
    /// It is at this place, in UTF-16 units.
    Place(Span),
    /// It is left out, and its edit too if that has no other.
    Drop,
}

/// A span with the decision about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedMatch {
    /// The 0-based number of the span in [`UncertainSpans::listed`](super::UncertainSpans::listed).
    pub number: usize,
    /// Its text as the file quotes it: a decision about another span is an error.
    pub quote: String,
    /// The decision.
    pub decision: MatchDecision,
}

/// The numbers of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchDecisionCounts {
    /// Spans accepted as they were found.
    pub accepted: usize,
    /// Spans placed elsewhere.
    pub placed: usize,
    /// Spans left out.
    pub dropped: usize,
}

/// A decision that does not fit the files, by its position among all decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchDecisionError {
    /// No span with this number and quote is listed.
    NoSuchSpan(usize),
    /// There is another decision about the span.
    Twice(usize),
    /// The place is empty, beyond the text, or cuts a character.
    NoSuchPlace(usize),
}

impl ImportOutcome {
    /// Changes the records as was decided. The list of spans stays, with the numbers of edits as they were read.
    ///
    /// # Errors
    /// If a decision does not fit; nothing is changed then.
    pub fn decide(
        &mut self,
        decisions: &[DecidedMatch],
    ) -> Result<MatchDecisionCounts, MatchDecisionError> {
        let mut decided = BTreeSet::new();
        for (at, decision) in decisions.iter().enumerate() {
            let span = self.uncertain(decision).ok_or(MatchDecisionError::NoSuchSpan(at))?;
            if !decided.insert(decision.number) {
                return Err(MatchDecisionError::Twice(at));
            }
            let record = self.corpus.records.get(span.record);
            let text = record.map(|record| record.texts.content(&span.text));
            if let MatchDecision::Place(place) = decision.decision
                && text.is_none_or(|text| !is_place(text, place))
            {
                return Err(MatchDecisionError::NoSuchPlace(at));
            }
        }
        let mut counts = MatchDecisionCounts::default();
        let mut emptied = BTreeSet::new();
        for decision in decisions {
            let uncertain = self.located.uncertain.listed().get(decision.number);
            let Some(span) = uncertain else { continue };
            let record = self.corpus.records.get_mut(span.record);
            let edit = record.and_then(|record| record.edits.get_mut(span.edit));
            match decision.decision {
                MatchDecision::Accept => {
                    counts.accepted += 1;
                    edit.into_iter().for_each(|edit| accept(edit, span));
                }
                MatchDecision::Place(place) => {
                    counts.placed += 1;
                    edit.into_iter().for_each(|edit| put(edit, span, place));
                }
                MatchDecision::Drop => {
                    counts.dropped += 1;
                    if edit.is_some_and(|edit| is_empty_without(edit, span)) {
                        emptied.insert((span.record, span.edit));
                    }
                }
            }
        }
        // From the last one, so that the numbers of the others stay right.
        for (record, edit) in emptied.into_iter().rev() {
            let record: Option<&mut Record> = self.corpus.records.get_mut(record);
            if let Some(record) = record.filter(|record| edit < record.edits.len()) {
                record.edits.remove(edit);
            }
        }
        Ok(counts)
    }

    fn uncertain(&self, decision: &DecidedMatch) -> Option<&UncertainSpan> {
        let listed = self.located.uncertain.listed().get(decision.number);
        listed.filter(|span| span.quote == decision.quote)
    }
}

fn is_place(text: &Text, place: Span) -> bool {
    place.start() < place.end()
        && [place.start(), place.end()].into_iter().all(|at| text.exact_byte(at).is_some())
}

/// Takes a span to be where it was found, whatever the file says. One that was not found stays as it was written.
fn accept(edit: &mut Edit, span: &UncertainSpan) {
    if let Some(found) = span.found
        && let Some((edit, _)) = holder(edit, span, found.span)
    {
        forget_spans(edit);
    }
}

/// Puts a span at a place instead of where it was found; one that was not found becomes one of its edit, or of the first
/// constituent without a span.
fn put(edit: &mut Edit, span: &UncertainSpan, place: Span) {
    if let Some(found) = span.found
        && let Some((edit, at)) = holder(edit, span, found.span)
    {
        edit.spans.change(&span.text, |spans| {
            spans.get_mut(at).into_iter().for_each(|span| *span = place);
        });
        return;
    }
    match edit.constituents.iter_mut().find(|part| part.spans.is_empty()) {
        Some(part) => part.spans.push(&span.text, place),
        None => edit.spans.push(&span.text, place),
    }
}

/// Removes a span, and returns `true` if its edit has none then.
fn is_empty_without(edit: &mut Edit, span: &UncertainSpan) -> bool {
    if let Some(found) = span.found
        && let Some((edit, at)) = holder(edit, span, found.span)
    {
        edit.spans.remove(&span.text, at);
    }
    edit.constituents.retain(|part| !part.spans.is_empty() || !part.constituents.is_empty());
    edit.spans.is_empty() && edit.constituents.is_empty()
}

/// The edit, itself or a constituent, with a span at a place, and the position of the span there.
fn holder<'e>(
    edit: &'e mut Edit,
    span: &UncertainSpan,
    place: Span,
) -> Option<(&'e mut Edit, usize)> {
    if let Some(at) = edit.spans.on(&span.text).iter().position(|span| *span == place) {
        return Some((edit, at));
    }
    edit.constituents.iter_mut().find_map(|part| holder(part, span, place))
}
