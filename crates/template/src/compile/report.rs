//! The problems found so far, and those of several kinds of values.

use crate::suggest::nearest;
use crate::yaml::{MappingEntry, TextLocation, YamlNode, YamlValue};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::MOST_TEMPLATE_PROBLEMS;

/// Collects problems.
pub(super) struct CompileReport<'t> {
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
    icons: Option<&'t [String]>,
    /// `true` while the questions of a category are read whose edits have one span in a target.
    pub(super) takes_replacements: bool,
}

impl<'t> CompileReport<'t> {
    pub(super) fn new(
        text: &'t str,
        diagnostics: Vec<Diagnostic>,
        icons: Option<&'t [String]>,
    ) -> Self {
        CompileReport { text, diagnostics, icons, takes_replacements: false }
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

    /// Returns `true` if no further problem is listed, so that computing suggestions is useless.
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

    /// Reports a value of the wrong type.
    pub(super) fn wrong_value(&mut self, entry: &MappingEntry, expected: ExpectedValue) {
        let message = wrong_kind(entry.key_text(), &entry.value);
        self.wrong_type(message, &entry.value, expected);
    }

    /// Reports a node that is not of the expected type.
    pub(super) fn wrong_type(
        &mut self,
        message: Message,
        node: &YamlNode,
        expected: ExpectedValue,
    ) {
        let remedy = match &node.value {
            YamlValue::Scalar(scalar) if has_glued_colon(&scalar.text) => {
                say!(YamlWriteSpaceAfterColon)
            }
            YamlValue::Map(_) if expected == ExpectedValue::List => {
                say!(CompileStartEachItemListWith)
            }
            YamlValue::Scalar(_) | YamlValue::Seq(_) | YamlValue::Map(_) => expected.remedy(),
        };
        self.add(node.head().error("wrong-type", message, remedy));
    }

    /// Reports a word that is not one of the known ones.
    pub(super) fn unknown_word(
        &mut self,
        key: &str,
        (word, at): (&str, &TextLocation),
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

    /// Reports a name that an earlier part of the same kind has.
    pub(super) fn duplicate_name(&mut self, name: &str, at: &TextLocation, line: u32) {
        self.add(at.error(
            "duplicate-name",
            say!(CompileNameAlreadyTakenInLine, name = quoted(name), line),
            another_name(),
        ));
    }
}

/// The type that a value should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedValue {
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

impl ExpectedValue {
    /// The remedy for a value of another type.
    pub(super) fn remedy(self) -> Message {
        match self {
            ExpectedValue::Text => say!(CompileWriteATextHere),
            ExpectedValue::Flag => say!(CompileWriteTrueOrFalse),
            ExpectedValue::Word => say!(CompileWriteAWordHere),
            ExpectedValue::Number => say!(CompileWriteANumberHere),
            ExpectedValue::Language => say!(CompileWriteCodeLanguage),
            ExpectedValue::Address => say!(CompileWriteAnAddressHere),
            ExpectedValue::Icon => say!(CompileWriteNameIcon),
            ExpectedValue::Color => say!(CompileWriteAColourHere),
            ExpectedValue::Character => say!(CompileWriteSingleCharacter),
            ExpectedValue::List => say!(CompileWriteAListHere),
            ExpectedValue::Map => say!(CompileWriteLinesLikeKeyValue),
        }
    }
}

fn position(diagnostic: &Diagnostic) -> (usize, usize, Severity, &'static str) {
    let (start, end) = match &diagnostic.place {
        DiagnosticPlace::Text { bytes, .. } => (bytes.start, bytes.end),
        DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => (usize::MAX, usize::MAX),
    };
    (start, end, diagnostic.severity, diagnostic.code)
}

fn too_many() -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: "too-many-problems",
        place: DiagnosticPlace::Whole,
        message: say!(DataMoreProblemsThanListed),
        remedy: say!(CompileMendTheseFirst),
        fix: None,
    }
}

/// The message about a value that a key cannot have.
pub(super) fn cannot_be(key: &str, text: &str) -> Message {
    say!(CompileKeyCannotBeFound, key, found = quoted(text))
}

/// The message about a value of a type that a key cannot have.
pub(super) fn wrong_kind(key: &str, value: &YamlNode) -> Message {
    match &value.value {
        YamlValue::Scalar(_) if value.is_null() => say!(CompileKeyCannotBeEmpty, key),
        YamlValue::Scalar(scalar) => cannot_be(key, &scalar.text),
        YamlValue::Seq(_) => say!(CompileKeyCannotBeAList, key),
        YamlValue::Map(_) => say!(CompileKeyCannotBeAMap, key),
    }
}

/// The message that a key or value (`what`) needs another key.
pub(super) fn needs(what: &str, key: &str) -> Message {
    say!(CompileWhatNeedsKey, what, key)
}

/// The remedy for a missing key.
pub(super) fn add_one(example: &str) -> Message {
    say!(CompileAddOneSuch, example)
}

/// The remedy for an unusable name.
pub(super) fn another_name() -> Message {
    say!(CompileChooseAnotherNameUntilThenPart)
}

/// The remedy for an unknown word: the intended one, or the known ones.
pub(super) fn meant_or_one_of(meant: Option<&str>, known: &[&str]) -> Message {
    match meant {
        Some(meant) => did_you_mean(meant),
        None => say!(CompileUseOneOfTheseWords, words = format!("`{}`", known.join("`, `"))),
    }
}

pub(super) fn did_you_mean(meant: &str) -> Message {
    say!(CompileDidYouMean, meant)
}

/// Returns `true` for `word:more`, which is a text in YAML.
fn has_glued_colon(text: &str) -> bool {
    text.split_once(':').is_some_and(|(key, rest)| {
        let word = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && rest.starts_with(|c: char| !c.is_whitespace() && c != '/')
    })
}
