//! Places in a text.

use std::ops::Range;

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::Message;

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLocation {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters (Unicode scalar values).
    pub column: u32,
    /// Half-open byte range in the text.
    pub bytes: Range<usize>,
}

impl TextLocation {
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
        TextLocation { line: one_based(lines), column: one_based(columns.count()), bytes }
    }

    /// From the start of this location to the end of another.
    #[must_use]
    pub fn to(&self, end: &TextLocation) -> Self {
        TextLocation {
            bytes: self.bytes.start..end.bytes.end.max(self.bytes.start),
            ..self.clone()
        }
    }

    /// An error at this location: the problem and its remedy.
    #[must_use]
    pub fn error(&self, code: &'static str, message: Message, remedy: Message) -> Diagnostic {
        self.diagnostic(Severity::Error, code, message, remedy)
    }

    /// A warning at this location: the problem and its remedy.
    #[must_use]
    pub fn warning(&self, code: &'static str, message: Message, remedy: Message) -> Diagnostic {
        self.diagnostic(Severity::Warning, code, message, remedy)
    }

    /// A hint at this location: the problem and its remedy.
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
        let place = DiagnosticPlace::Text {
            line: self.line,
            column: self.column,
            bytes: self.bytes.clone(),
        };
        Diagnostic { severity, code, place, message, remedy, fix: None }
    }
}

/// Converts a 0-based count to a 1-based position.
pub(super) fn one_based(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}
