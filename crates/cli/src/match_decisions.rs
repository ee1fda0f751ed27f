//! `convert --matches-decided`: what a person decided about spans that are not just where the input says.

use std::path::Path;

use serde_json::{Value, json};

use super::files;
use super::paths::shown;
use super::report::{Console, Failure};
use spanwise_annotation::format::span_decisions::{DecidedSpan, SpanDecisionFile, SpanFate};
use spanwise_interchange::{DecidedMatch, ImportOutcome, MatchDecision, MatchDecisionError};
use spanwise_text::{Span, Utf16};

/// Applies the decisions of a file to what was read, and returns their numbers.
///
/// # Errors
/// If the file cannot be read, or a decision does not fit.
pub(super) fn apply(
    path: &Path,
    imported: &mut ImportOutcome,
    console: &Console,
) -> Result<Value, Failure> {
    let text = files::read(path)?;
    let file: SpanDecisionFile = serde_json::from_str(&text).map_err(|error| {
        let message = format!("{} is no file of decisions: {error}.", shown(path));
        Failure::new(message, "See --matches-decided in docs/command-line.md for its members.")
    })?;
    let decisions = file.decisions.into_iter().enumerate();
    let decisions: Vec<DecidedMatch> =
        decisions.map(|(at, entry)| decided(path, at, entry)).collect::<Result<_, _>>()?;
    let counts = imported.decide(&decisions).map_err(|error| unfit(path, error))?;
    let undecided = imported.located.uncertain.total().saturating_sub(decisions.len());
    console.say(&format!(
        "spans decided: {} accepted, {} placed, {} dropped; {undecided} are left as they were found",
        counts.accepted, counts.placed, counts.dropped
    ));
    Ok(json!({
        "accepted": counts.accepted,
        "placed": counts.placed,
        "dropped": counts.dropped,
        "undecided": undecided,
    }))
}

fn decided(path: &Path, at: usize, entry: DecidedSpan) -> Result<DecidedMatch, Failure> {
    let decision = match (entry.decision, entry.place) {
        (SpanFate::Accept, None) => MatchDecision::Accept,
        (SpanFate::Drop, None) => MatchDecision::Drop,
        (SpanFate::Place, Some([start, end])) if start < end => {
            MatchDecision::Place(Span::between(Utf16(start), Utf16(end)))
        }
        (SpanFate::Place, Some(_) | None) => {
            let message = format!("Decision {} of {} places nowhere.", at + 1, shown(path));
            return Err(Failure::new(message, "Name the `place`: `[start, end]`."));
        }
        (SpanFate::Accept | SpanFate::Drop, Some(_)) => {
            let message = format!("Decision {} of {} has a place.", at + 1, shown(path));
            return Err(Failure::new(message, "Leave `place` out, or decide `place`."));
        }
    };
    Ok(DecidedMatch { number: entry.number, quote: entry.quote, decision })
}

/// The failure of a decision that does not fit.
fn unfit(path: &Path, error: MatchDecisionError) -> Failure {
    let (at, what, remedy) = match error {
        MatchDecisionError::NoSuchSpan(at) => (
            at,
            "is about no span that `matches` lists with this number and quote",
            "Decide anew by what `convert --json` lists for the same input, format and offsets.",
        ),
        MatchDecisionError::Twice(at) => {
            (at, "is about a span that is decided already", "Leave one of both out.")
        }
        MatchDecisionError::NoSuchPlace(at) => (
            at,
            "names no place in the text",
            "Name start and end in UTF-16 units, within the text and between characters.",
        ),
    };
    Failure::new(format!("Decision {} of {} {what}.", at + 1, shown(path)), remedy)
}
