//! The problems found so far, and those of several kinds of values.

use crate::suggest::nearest;
use crate::yaml::{Location, MappingEntry, Node, Value};
use spanwise_diagnostics::{Diagnostic, Place, Severity, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::MOST_TEMPLATE_PROBLEMS;

/// Collects problems.
pub(super) struct Report<'t> {
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
    icons: Option<&'t [String]>,
}

impl<'t> Report<'t> {
    pub(super) fn new(
        text: &'t str,
        diagnostics: Vec<Diagnostic>,
        icons: Option<&'t [String]>,
    ) -> Self {
        Report { text, diagnostics, icons }
    }

    /// The names of all icons, if they are known.
    pub(super) fn icons(&self) -> Option<&'t [String]> {
        self.icons
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
        self.diagnostics.len() > MOST_TEMPLATE_PROBLEMS
    }

    /// All problems in the order of the text, each once, however often aliases repeat it.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let more = self.is_full();
        let mut diagnostics = self.diagnostics;
        diagnostics.truncate(MOST_TEMPLATE_PROBLEMS);
        diagnostics.sort_by_key(position);
        diagnostics.dedup();
        if more {
            diagnostics.push(too_many());
        }
        diagnostics
    }

    /// A value of the wrong type.
    pub(super) fn wrong_value(&mut self, entry: &MappingEntry, expected: Expected) {
        let message = wrong_kind(entry.key_text(), &entry.value);
        self.wrong_type(message, &entry.value, expected);
    }

    /// A node that is not what it should be.
    pub(super) fn wrong_type(&mut self, message: Message, node: &Node, expected: Expected) {
        let remedy = match (&node.value, expected) {
            (Value::Scalar(scalar), _) if has_glued_colon(&scalar.text) => {
                say!("Write a space after the colon.")
            }
            (Value::Map(_), Expected::List) => say!("Start each item of the list with `- `."),
            _ => expected.remedy(),
        };
        self.add(node.head().error("wrong-type", message, remedy));
    }

    /// A word that is none of those allowed.
    pub(super) fn unknown_word(
        &mut self,
        key: &str,
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
        let message = cannot_be(key, word);
        self.add(Diagnostic {
            fix: meant.map(str::to_owned),
            ..at.error("unknown-value", message, meant_or_one_of(meant, known))
        });
    }

    /// A name that an earlier part of the same kind has.
    pub(super) fn duplicate_name(&mut self, name: &str, at: &Location, line: u32) {
        self.add(at.error(
            "duplicate-name",
            say!("The name {name} is already taken in line {line}.", name = quoted(name), line),
            another_name(),
        ));
    }
}

/// What a value should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Text,
    Flag,
    Word,
    Number,
    Language,
    Address,
    Icon,
    Color,
    Character,
    List,
    Map,
}

impl Expected {
    /// What to do about another value.
    pub(super) fn remedy(self) -> Message {
        match self {
            Expected::Text => say!("Write a text here."),
            Expected::Flag => say!("Write `true` or `false`."),
            Expected::Word => say!("Write a word here."),
            Expected::Number => say!("Write a number here."),
            Expected::Language => say!("Write the code of a language here."),
            Expected::Address => say!("Write an address here."),
            Expected::Icon => say!("Write the name of an icon here."),
            Expected::Color => say!("Write a colour here."),
            Expected::Character => say!("Write a single character here."),
            Expected::List => say!("Write a list here."),
            Expected::Map => say!("Write lines like `key: value` here."),
        }
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
        message: say!("There are more problems than are listed here."),
        remedy: say!("Mend these first."),
        fix: None,
    }
}

/// A key with a value that is not allowed.
pub(super) fn cannot_be(key: &str, text: &str) -> Message {
    say!("`{key}` cannot be {found}.", key, found = quoted(text))
}

/// A key with a value of another kind than those allowed.
pub(super) fn wrong_kind(key: &str, value: &Node) -> Message {
    match &value.value {
        Value::Scalar(_) if value.is_null() => say!("`{key}` cannot be empty.", key),
        Value::Scalar(scalar) => cannot_be(key, &scalar.text),
        Value::Seq(_) => say!("`{key}` cannot be a list.", key),
        Value::Map(_) => say!("`{key}` cannot be a map.", key),
    }
}

/// A key without which another one, or its value, is of no use.
pub(super) fn needs(what: &str, key: &str) -> Message {
    say!("`{what}` needs `{key}`.", what, key)
}

/// What to do about a key that is missing.
pub(super) fn add_one(example: &str) -> Message {
    say!("Add one, such as `{example}`.", example)
}

/// What to do about a name that cannot be used.
pub(super) fn another_name() -> Message {
    say!("Choose another name; until then this part is left out.")
}

/// What was meant by a word, or the words that are allowed.
pub(super) fn meant_or_one_of(meant: Option<&str>, known: &[&str]) -> Message {
    match meant {
        Some(meant) => did_you_mean(meant),
        None => say!("Use one of these: {words}.", words = format!("`{}`", known.join("`, `"))),
    }
}

pub(super) fn did_you_mean(meant: &str) -> Message {
    say!("Did you mean `{meant}`?", meant)
}

/// `word:more`, which YAML takes for a text.
fn has_glued_colon(text: &str) -> bool {
    text.split_once(':').is_some_and(|(key, rest)| {
        let word = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && rest.starts_with(|c: char| !c.is_whitespace() && c != '/')
    })
}
