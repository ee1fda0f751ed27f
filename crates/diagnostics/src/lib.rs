//! Problems in templates and data, with their places and remedies.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

use std::fmt;

use spanwise_i18n::{Message, say};

/// The severity of a [`Diagnostic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// All is shown as it was meant, but another tool or person may stumble over it.
    Hint,
    /// Something is not shown, or does not work, as it was written.
    Warning,
    /// Part of the input could not be used.
    Error,
}

/// The place in its input that a [`Diagnostic`] points to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DiagnosticPlace {
    /// The input as a whole.
    Whole,
    /// A range of a text file.
    Text {
        /// 1-based line.
        line: u32,
        /// 1-based column, in characters (Unicode scalar values).
        column: u32,
        /// Half-open byte range in the text, for editors.
        bytes: std::ops::Range<usize>,
    },
    /// A value inside a JSON data file.
    Data {
        /// 0-based index of the instance.
        instance: usize,
        /// JSON path inside the instance, such as `edits[2].input_idx[0]`; empty for the instance itself.
        path: String,
    },
}

impl DiagnosticPlace {
    /// The place in words; empty for the input as a whole.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            DiagnosticPlace::Whole => Message::none(),
            DiagnosticPlace::Text { line, column, .. } => {
                say!(ProblemLineLineColumnColumn, line = *line, column = *column)
            }
            DiagnosticPlace::Data { instance, path } => {
                let number = (instance + 1).to_string();
                if path.is_empty() {
                    say!(ProblemInstanceNumber, number)
                } else {
                    say!(ProblemInstanceNumberPath, number, path = path.as_str())
                }
            }
        }
    }
}

impl fmt::Display for DiagnosticPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// One problem in a template or a data file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// Stable identifier of the kind of problem, such as `unknown-key`.
    pub code: &'static str,
    /// The place.
    pub place: DiagnosticPlace,
    /// The problem, as one sentence.
    pub message: Message,
    /// The remedy, in a sentence or two; empty if the message says it all.
    pub remedy: Message,
    /// The quick fix: a replacement for the range of [`DiagnosticPlace::Text`].
    pub fix: Option<String>,
}

impl Diagnostic {
    /// A warning without a fix.
    #[must_use]
    pub fn warning(
        code: &'static str,
        place: DiagnosticPlace,
        message: Message,
        remedy: Message,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, code, place, message, remedy, fix: None }
    }

    /// The problem and its remedy.
    #[must_use]
    pub fn advice(&self) -> Message {
        self.message.clone().and(self.remedy.clone())
    }

    /// The problem for the person who can mend it: place, message and remedy, without the code.
    #[must_use]
    pub fn sentence(&self) -> Message {
        if self.place == DiagnosticPlace::Whole {
            return self.advice();
        }
        say!(ProblemPlaceAndAdvice, place = self.place.message(), advice = self.advice())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.severity {
            Severity::Hint | Severity::Warning => "warning",
            Severity::Error => "error",
        };
        if self.place != DiagnosticPlace::Whole {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{level}[{}]: {}", self.code, self.advice())
    }
}

/// The most characters of a text that a message quotes.
const MAX_QUOTED: usize = 40;

/// A text from outside as messages quote it: in quotation marks, on one line, and not too long.
#[must_use]
pub fn quoted(text: &str) -> Message {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(MAX_QUOTED).map(clean).collect();
    if text.chars().nth(MAX_QUOTED).is_some() {
        short.push('…');
    }
    say!(ProblemQuoted, short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_place() {
        let said = |place, remedy| {
            let message = say!(DataEditNoId);
            let (severity, code) = (Severity::Warning, "missing-id");
            let problem = Diagnostic { severity, code, place, message, remedy, fix: None };
            problem.sentence().to_string()
        };
        let data = |path: &str| DiagnosticPlace::Data { instance: 4, path: path.to_owned() };
        let text = DiagnosticPlace::Text { line: 2, column: 7, bytes: 9..10 };
        let remedy = say!(DataThreshNeedsId);
        assert_eq!(
            said(DiagnosticPlace::Whole, remedy.clone()),
            "The edit has no id. Thresh needs an id."
        );
        assert_eq!(said(data(""), remedy), "instance 5: The edit has no id. Thresh needs an id.");
        assert_eq!(
            said(data("target"), Message::none()),
            "instance 5, target: The edit has no id."
        );
        assert_eq!(said(text, Message::none()), "line 2, column 7: The edit has no id.");
    }

    #[test]
    fn what_is_quoted_is_short_and_on_one_line() {
        assert_eq!(quoted("a\nb").to_string(), "“a b”");
        let long = quoted(&"x".repeat(1000)).to_string();
        assert_eq!(long, format!("“{}…”", "x".repeat(MAX_QUOTED)));
    }
}
