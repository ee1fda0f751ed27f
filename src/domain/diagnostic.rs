//! What is wrong with something a person wrote, where, and what to do about it.

use std::fmt;

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Works here, but another tool or person may stumble over it.
    Warning,
    /// Part of the input could not be used.
    Error,
}

/// Where in its input a [`Diagnostic`] points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
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
        /// 0-based index of the instance, or `None` for the file itself.
        instance: Option<usize>,
        /// JSON path inside the instance, such as `edits[2].input_idx[0]`; empty for the instance itself.
        path: String,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => Ok(()),
            Place::Text { line, column, .. } => write!(f, "line {line}, column {column}"),
            Place::Data { instance: None, path } => write!(f, "{path}"),
            Place::Data { instance: Some(i), path } if path.is_empty() => {
                write!(f, "instance {}", i + 1)
            }
            Place::Data { instance: Some(i), path } => write!(f, "instance {}, {path}", i + 1),
        }
    }
}

/// One problem in a template or a data file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Stable identifier of the kind of problem, such as `unknown-key`.
    pub code: &'static str,
    /// Where it is.
    pub place: Place,
    /// What was found, as one sentence.
    pub message: String,
    /// What to do about it, as one sentence; empty when the message says it all.
    pub remedy: String,
    /// Text that would mend the place if it replaced the range of [`Place::Text`].
    pub fix: Option<String>,
}

impl Diagnostic {
    /// The problem for the person who can mend it: place, message and remedy, without the code.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut sentence = self.place.to_string();
        if !sentence.is_empty() {
            sentence.push_str(": ");
        }
        sentence.push_str(&self.message);
        if !self.remedy.is_empty() {
            sentence.push(' ');
            sentence.push_str(&self.remedy);
        }
        sentence
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        if self.place == Place::Whole {
            write!(f, "{level}[{}]: {}", self.code, self.message)?;
        } else {
            write!(f, "{}: {level}[{}]: {}", self.place, self.code, self.message)?;
        }
        if !self.remedy.is_empty() {
            write!(f, " {}", self.remedy)?;
        }
        Ok(())
    }
}
