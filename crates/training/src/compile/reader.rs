//! Maps and single values of a training, and the problems found so far.

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::MOST_TEMPLATE_PROBLEMS;
use spanwise_template::Typology;
use spanwise_template::suggest::nearest;
use spanwise_template::yaml::{MappingEntry, TextLocation, YamlMapping, YamlNode, YamlValue};

/// Reads values and collects problems.
pub(super) struct Reader<'t> {
    text: &'t str,
    typology: &'t Typology,
    diagnostics: Vec<Diagnostic>,
}

/// A map of a known kind.
pub(super) struct Fields<'n> {
    pub(super) node: &'n YamlNode,
    mapping: &'n YamlMapping,
    /// The kind, as messages call it.
    part: &'static str,
}

impl<'n> Fields<'n> {
    /// A key with its value, unless that is empty.
    pub(super) fn get(&self, key: &str) -> Option<&'n MappingEntry> {
        self.mapping.get(key).filter(|entry| !entry.value.is_null())
    }
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, typology: &'t Typology, diagnostics: Vec<Diagnostic>) -> Self {
        Reader { text, typology, diagnostics }
    }

    /// The text that is being compiled.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn typology(&self) -> &'t Typology {
        self.typology
    }

    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST_TEMPLATE_PROBLEMS {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// All problems in the order of the text, each once, however often aliases repeat it.
    pub(super) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        let position = |problem: &Diagnostic| match &problem.place {
            DiagnosticPlace::Text { bytes, .. } => bytes.start,
            DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => usize::MAX,
        };
        self.diagnostics.sort_by_key(position);
        self.diagnostics.dedup();
        self.diagnostics
    }

    /// The keys of a map, after reporting those that do not belong there.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n YamlNode,
        part: &'static str,
        keys: &[&'static str],
    ) -> Option<Fields<'n>> {
        let Some(mapping) = node.as_mapping() else {
            self.wrong_kind(part, node, say!(CompileWriteLinesLikeKeyValue));
            return None;
        };
        for entry in mapping.entries() {
            let key = entry.key_text();
            if !keys.contains(&key) {
                let free = keys.iter().copied().filter(|key| mapping.get(key).is_none());
                let meant = nearest(key, free);
                let message = say!(CompileFoundIsNotAKeyOf, found = quoted(key), key = part);
                let problem = entry.key.at.error("unknown-key", message, one_of(meant, keys));
                self.add(Diagnostic { fix: meant.map(str::to_owned), ..problem });
            }
        }
        Some(Fields { node, mapping, part })
    }

    /// A key that has to be there.
    pub(super) fn needed<'n>(
        &mut self,
        fields: &Fields<'n>,
        key: &'static str,
        example: &str,
    ) -> Option<&'n MappingEntry> {
        let entry = fields.get(key);
        if entry.is_none() && !fields.node.cut {
            let message = say!(CompileWhatNeedsKey, what = fields.part, key);
            let remedy = say!(CompileAddOneSuch, example);
            self.add(fields.node.head().error("missing-key", message, remedy));
        }
        entry
    }

    /// The text of a key that has to be there.
    pub(super) fn needed_text(
        &mut self,
        fields: &Fields<'_>,
        key: &'static str,
        example: &str,
    ) -> Option<String> {
        self.needed(fields, key, example).and_then(|entry| self.text_of(entry))
    }

    /// The text of a key.
    pub(super) fn optional_text(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        fields.get(key).and_then(|entry| self.text_of(entry))
    }

    /// The text of a value, without white space at its ends; `None` for a list or map, which is reported.
    pub(super) fn text_of(&mut self, entry: &MappingEntry) -> Option<String> {
        let Some(scalar) = entry.value.as_scalar() else {
            self.wrong_kind(entry.key_text(), &entry.value, say!(CompileWriteATextHere));
            return None;
        };
        Some(scalar.text.trim().to_owned())
    }

    /// A whole number in a range.
    pub(super) fn number(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        (min, max): (u16, u16),
    ) -> Option<u16> {
        let entry = fields.get(key)?;
        let text = entry.value.as_scalar().map(|scalar| scalar.text.trim());
        let number = text.and_then(|text| text.parse().ok());
        let number = number.filter(|number| (min..=max).contains(number));
        if number.is_none() {
            let (min, max) = (u32::from(min), u32::from(max));
            self.wrong_kind(key, &entry.value, say!(CompileWriteWholeNumberFrom, min, max));
        }
        number
    }

    /// The items of a list.
    pub(super) fn items<'n>(&mut self, entry: &'n MappingEntry) -> &'n [YamlNode] {
        if let Some(list) = entry.value.as_sequence() {
            return &list.items;
        }
        let remedy = say!(CompileStartEachItemListWith);
        self.wrong_kind(entry.key_text(), &entry.value, remedy);
        &[]
    }

    /// Reports a value that a key cannot have.
    pub(super) fn wrong_kind(&mut self, key: &str, node: &YamlNode, remedy: Message) {
        let message = match &node.value {
            YamlValue::Scalar(_) if node.is_null() => say!(CompileKeyCannotBeEmpty, key),
            YamlValue::Scalar(scalar) => {
                say!(CompileKeyCannotBeFound, key, found = quoted(&scalar.text))
            }
            YamlValue::Seq(_) => say!(CompileKeyCannotBeAList, key),
            YamlValue::Map(_) => say!(CompileKeyCannotBeAMap, key),
        };
        self.add(node.head().error("wrong-value", message, remedy));
    }

    /// Reports a word that is not one of the known ones.
    pub(super) fn unknown_word(
        &mut self,
        key: &str,
        (word, at): (&str, &TextLocation),
        known: &[&'static str],
    ) {
        let meant = nearest(word, known.iter().copied());
        let message = say!(CompileKeyCannotBeFound, key, found = quoted(word));
        let problem = at.error("unknown-value", message, one_of(meant, known));
        self.add(Diagnostic { fix: meant.map(str::to_owned), ..problem });
    }
}

/// The remedy for an unknown word: the intended one, or the known ones.
pub(super) fn one_of(meant: Option<&str>, known: &[&str]) -> Message {
    match meant {
        Some(meant) => say!(CompileDidYouMean, meant),
        None => say!(CompileUseOneOfTheseWords, words = format!("`{}`", known.join("`, `"))),
    }
}
