//! The problems found so far, and how they are put into words.

use crate::domain::diagnostic::{Diagnostic, Place, Severity};
use crate::domain::typology::schema::Section;
use crate::domain::typology::suggest::nearest;
use crate::domain::yaml::{Location, Node, Resolved, Value};

/// Problems after which no more are listed.
const MAX_DIAGNOSTICS: usize = 1000;
/// Characters of a text that a message quotes.
const MAX_QUOTED: usize = 40;

/// Collects problems.
pub(super) struct Report<'t> {
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Report<'t> {
    pub(super) fn new(text: &'t str, diagnostics: Vec<Diagnostic>) -> Self {
        Report { text, diagnostics }
    }

    /// The text that is being compiled.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether nothing more is listed, so that looking for suggestions is in vain.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() > MAX_DIAGNOSTICS
    }

    /// All problems in the order of the text, each once, however often aliases repeat it.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let more = self.is_full();
        let mut diagnostics = self.diagnostics;
        diagnostics.truncate(MAX_DIAGNOSTICS);
        diagnostics.sort_by_key(position);
        diagnostics.dedup();
        if more {
            diagnostics.push(too_many());
        }
        diagnostics
    }

    /// A value of the wrong type, with what it should be: “a list”.
    pub(super) fn wrong_type(&mut self, what: &str, node: &Node, expected: &str) {
        let message = format!("{what} should be {expected}, but it is {}.", describe(node));
        let remedy = match (&node.value, expected) {
            (Value::Scalar(scalar), _) if has_glued_colon(&scalar.text) => {
                "Write a space after the colon.".to_owned()
            }
            (Value::Map(_), "a list") => "Start each item of the list with `- `.".to_owned(),
            _ => format!("Write {expected} here."),
        };
        self.add(Diagnostic { remedy, ..node.head().error("wrong-type", message) });
    }

    /// A word that is none of those allowed.
    pub(super) fn unknown_word(
        &mut self,
        what: &str,
        (word, at): (&str, &Location),
        slips: &[(&str, &'static str)],
        known: &[&'static str],
    ) {
        if self.is_full() {
            return;
        }
        let slip = slips.iter().find(|(wrong, _)| *wrong == word).map(|(_, right)| *right);
        let meant = slip
            .filter(|right| known.contains(right))
            .or_else(|| nearest(word, known.iter().copied()));
        let remedy = match meant {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => format!("Use {}.", either(known)),
        };
        let message = format!("{what} cannot be {}.", quoted(word));
        self.add(Diagnostic {
            remedy,
            fix: meant.map(str::to_owned),
            ..at.error("unknown-value", message)
        });
    }

    /// A name that an earlier part of the same kind has.
    pub(super) fn duplicate_name(
        &mut self,
        section: &Section,
        name: &str,
        at: &Location,
        line: u32,
    ) {
        let message =
            format!("{} named {} is already in line {line}.", section.title, quoted(name));
        self.add(Diagnostic {
            remedy: "Give this one another name; until then it is left out.".to_owned(),
            ..at.error("duplicate-name", capitalized(&message))
        });
    }
}

fn position(diagnostic: &Diagnostic) -> (usize, usize, Severity, &'static str) {
    let (start, end) = match &diagnostic.place {
        Place::Text { bytes, .. } => (bytes.start, bytes.end),
        Place::Whole | Place::Data { .. } => (usize::MAX, usize::MAX),
    };
    (start, end, diagnostic.severity, diagnostic.code)
}

fn too_many() -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: "too-many-problems",
        place: Place::Whole,
        message: format!("There are more problems than the {MAX_DIAGNOSTICS} listed."),
        remedy: "Mend these first.".to_owned(),
        fix: None,
    }
}

/// What a node is, with its text if it has one.
pub(super) fn describe(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) => match scalar.resolve() {
            Resolved::Text(text) => format!("the text {}", quoted(text)),
            Resolved::Null | Resolved::Bool(_) => node.kind().to_owned(),
        },
        Value::Seq(_) | Value::Map(_) => node.kind().to_owned(),
    }
}

/// A text in quotation marks, shortened and on one line.
pub(super) fn quoted(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(MAX_QUOTED).map(clean).collect();
    if text.chars().nth(MAX_QUOTED).is_some() {
        short.push('…');
    }
    format!("“{short}”")
}

/// `a`, `b` or `c`.
pub(super) fn either(words: &[&str]) -> String {
    let marked: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match marked.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// An English text with a capital first letter.
pub(super) fn capitalized(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// `word:more`, which YAML takes for a text.
fn has_glued_colon(text: &str) -> bool {
    text.split_once(':').is_some_and(|(key, rest)| {
        let word = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && rest.starts_with(|c: char| !c.is_whitespace() && c != '/')
    })
}
