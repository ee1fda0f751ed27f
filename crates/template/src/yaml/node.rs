//! The tree. Cheap to clone, so that an alias shares what it names.

use std::ops::Range;
use std::sync::Arc;

use spanwise_diagnostics::{Diagnostic, Place, Severity};
use spanwise_i18n::Message;

/// Where something was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters (Unicode scalar values).
    pub column: u32,
    /// Half-open byte range in the text.
    pub bytes: Range<usize>,
}

impl Location {
    /// The location of a byte range of `text`, found by counting from its start. Lines end with LF, CR LF or CR.
    #[must_use]
    pub fn in_text(text: &str, bytes: Range<usize>) -> Self {
        let before = text.get(..bytes.start).unwrap_or(text);
        let byte_order_marks = before.len() - before.trim_start_matches('\u{feff}').len();
        let (mut lines, mut line_start) = (0, byte_order_marks);
        for (at, _) in before.match_indices(['\n', '\r']) {
            if !text.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) {
                (lines, line_start) = (lines + 1, at + 1);
            }
        }
        let columns = before.get(line_start..).unwrap_or_default().chars();
        Location { line: one_based(lines), column: one_based(columns.count()), bytes }
    }

    /// From the start of this location to the end of another.
    #[must_use]
    pub fn to(&self, end: &Location) -> Self {
        Location { bytes: self.bytes.start..end.bytes.end.max(self.bytes.start), ..self.clone() }
    }

    /// An error here: what was found, and what to do about it.
    #[must_use]
    pub fn error(&self, code: &'static str, message: Message, remedy: Message) -> Diagnostic {
        self.diagnostic(Severity::Error, code, message, remedy)
    }

    /// A warning here: what was found, and what to do about it.
    #[must_use]
    pub fn warning(&self, code: &'static str, message: Message, remedy: Message) -> Diagnostic {
        self.diagnostic(Severity::Warning, code, message, remedy)
    }

    /// A hint here: what was found, and what to do about it.
    #[must_use]
    pub fn hint(&self, code: &'static str, message: Message, remedy: Message) -> Diagnostic {
        self.diagnostic(Severity::Hint, code, message, remedy)
    }

    fn diagnostic(
        &self,
        severity: Severity,
        code: &'static str,
        message: Message,
        remedy: Message,
    ) -> Diagnostic {
        let place = Place::Text { line: self.line, column: self.column, bytes: self.bytes.clone() };
        Diagnostic { severity, code, place, message, remedy, fix: None }
    }
}

/// A count from 0 as a position from 1.
pub(super) fn one_based(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

/// A part of a document. Its depth is bounded by the reader, so recursion over it is safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where it was written; for what an alias stands for, where the anchor is.
    pub at: Location,
    /// What it is.
    pub value: Value,
    /// Whether reading stopped inside it, so that something may be missing from it.
    pub cut: bool,
}

/// The three kinds of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Anything written as text.
    Scalar(Scalar),
    /// A list.
    Seq(Arc<[Node]>),
    /// A map, in the order of the document, with unique keys.
    Map(Arc<[Entry]>),
}

/// One key of a map and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Key,
    /// What it is set to.
    pub value: Node,
}

/// The key of an [`Entry`], as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key as written, without quotes.
    pub text: Arc<str>,
    /// Where the key is.
    pub at: Location,
}

/// A value that is neither a list nor a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text, with quotes and escapes resolved; empty where nothing was written.
    pub text: Arc<str>,
    /// Written without quotes and not as a block.
    pub plain: bool,
    /// Name of a tag of the YAML core schema, such as `str`.
    pub tag: Option<Arc<str>>,
}

/// What a scalar means in the core schema of YAML 1.2. Numbers are left as text: whoever wants one parses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolved<'a> {
    /// `null`, `~`, or nothing at all.
    Null,
    /// `true` or `false`. Unlike in YAML 1.1, `yes` and `no` are text.
    Bool(bool),
    /// Anything else.
    Text(&'a str),
}

impl Scalar {
    /// What it means: <https://yaml.org/spec/1.2.2/#103-core-schema>.
    #[must_use]
    pub fn resolve(&self) -> Resolved<'_> {
        let typed = match self.tag.as_deref() {
            None => self.plain,
            Some(tag) => tag == "null" || tag == "bool",
        };
        match &*self.text {
            "" | "~" | "null" | "Null" | "NULL" if typed => Resolved::Null,
            "true" | "True" | "TRUE" if typed => Resolved::Bool(true),
            "false" | "False" | "FALSE" if typed => Resolved::Bool(false),
            text => Resolved::Text(text),
        }
    }
}

impl Node {
    /// Whether nothing was written, or `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar(scalar) if scalar.resolve() == Resolved::Null)
    }

    /// Its scalar, if it is one.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::Seq(_) | Value::Map(_) => None,
        }
    }

    /// Where a message about the whole node points: the first key of a map, the node itself otherwise.
    #[must_use]
    pub fn head(&self) -> &Location {
        match &self.value {
            Value::Map(entries) => entries.first().map_or(&self.at, |entry| &entry.key.at),
            Value::Scalar(_) | Value::Seq(_) => &self.at,
        }
    }
}
