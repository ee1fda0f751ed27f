//! Reading single values.

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, cannot_be, did_you_mean, meant_or_one_of};
use crate::decimal::decimal;
use crate::icons::{icon_name, without_style};
use crate::model::{Weight, readable};
use crate::number::Decimal;
use crate::schema::{WORD_SLIPS, WordMeaning};
use crate::suggest::nearest;
use crate::yaml::{MappingEntry, ResolvedScalar, TextLocation, YamlNode, YamlValue};
use spanwise_diagnostics::{Diagnostic, Severity, quoted};
use spanwise_i18n::{Language, say};
use spanwise_links::Address;

/// The addresses that a link may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkKind {
    Web,
    WebOrRelative,
}

/// The nodes that stand for words of a key, but for `null`.
fn given_words<'n>(fields: &SectionFields<'n>, key: &str) -> Vec<&'n YamlNode> {
    let mut nodes: Vec<&YamlNode> = match fields.get(key).map(|entry| &entry.value) {
        None => Vec::new(),
        Some(node) => match &node.value {
            YamlValue::Scalar(_) => vec![node],
            YamlValue::Seq(list) => list.items.iter().collect(),
            YamlValue::Map(map) => map.entries().map(|entry| &entry.value).collect(),
        },
    };
    nodes.retain(|node| !node.is_null());
    nodes
}

impl CompileReport<'_> {
    /// The text of a key, as written: numbers, `yes` and `true` too.
    pub(super) fn text_of(&mut self, fields: &SectionFields<'_>, key: &str) -> Option<String> {
        self.plain(fields.get(key)?, ExpectedValue::Text).map(|(text, _)| text.to_owned())
    }

    /// The label of a part with this name; by default the readable name.
    pub(super) fn label_of(&mut self, fields: &SectionFields<'_>, name: &str) -> String {
        let label = self.text_of(fields, "label").filter(|label| !label.trim().is_empty());
        label.unwrap_or_else(|| readable(name))
    }

    /// The text of a scalar, empty if it is null, with its place; other values are reported as not being `expected`.
    pub(super) fn plain<'n>(
        &mut self,
        entry: &'n MappingEntry,
        expected: ExpectedValue,
    ) -> Option<(&'n str, &'n TextLocation)> {
        if let Some(scalar) = entry.value.as_scalar() {
            let text = if entry.value.is_null() { "" } else { &*scalar.text };
            return Some((text, &entry.value.at));
        }
        self.wrong_value(entry, expected);
        None
    }

    /// `true` or `false`; words with the same meaning are read with a hint, since Thresh takes them all for true.
    pub(super) fn flag_of(&mut self, fields: &SectionFields<'_>, key: &str) -> Option<bool> {
        let entry = fields.get(key)?;
        let (text, at) = self.plain(entry, ExpectedValue::Flag)?;
        if let Some(ResolvedScalar::Bool(value)) = entry.value.as_scalar().map(|s| s.resolve()) {
            return Some(value);
        }
        let value = match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" | "1" => true,
            "false" | "no" | "off" | "n" | "0" => false,
            _ => {
                let message = cannot_be(key, text);
                self.add(at.error("not-a-flag", message, ExpectedValue::Flag.remedy()));
                return None;
            }
        };
        let written = if value { "true" } else { "false" };
        self.add(Diagnostic {
            fix: Some(written.to_owned()),
            ..at.hint(
                "text-for-flag",
                say!(CompileKeyIsTheTextFoundIt, key, found = quoted(text), value = written),
                say!(CompileWriteWithoutQuotes, value = written),
            )
        });
        Some(value)
    }

    /// The meaning of a word in a table.
    pub(super) fn word_of<T: Clone>(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
        words: &[WordMeaning<T>],
    ) -> Option<T> {
        let name = |at: usize| Some(words.get(at)?.word.name);
        let at = self.position_of(fields, key, &name)?;
        words.get(at).map(|known| known.meaning.clone())
    }

    fn position_of(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
        name: &dyn Fn(usize) -> Option<&'static str>,
    ) -> Option<usize> {
        let entry = fields.get(key)?;
        self.plain(entry, ExpectedValue::Word)?;
        self.position_of_word(key, &entry.value, name)
    }

    /// The meanings of any number of words: the items of a list, the values of a map, or one word alone.
    pub(super) fn words_of<T: Clone>(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
        words: &[WordMeaning<T>],
    ) -> Vec<T> {
        let given = given_words(fields, key).into_iter();
        given.filter_map(|node| self.word(key, node, words)).collect()
    }

    /// The meaning of a node that is a word of a table; reports other nodes.
    pub(super) fn word<T: Clone>(
        &mut self,
        key: &str,
        node: &YamlNode,
        words: &[WordMeaning<T>],
    ) -> Option<T> {
        let name = |at: usize| Some(words.get(at)?.word.name);
        let at = self.position_of_word(key, node, &name)?;
        words.get(at).map(|known| known.meaning.clone())
    }

    /// The position of a word among those that `name` gives by position. Not generic, so that it is compiled once.
    fn position_of_word(
        &mut self,
        key: &str,
        node: &YamlNode,
        name: &dyn Fn(usize) -> Option<&'static str>,
    ) -> Option<usize> {
        let Some(scalar) = node.as_scalar() else {
            let message = say!(CompileItemNotWord, key);
            self.wrong_type(message, node, ExpectedValue::Word);
            return None;
        };
        let names: Vec<&str> = (0..).map_while(name).collect();
        let position = names.iter().position(|known| **known == *scalar.text);
        if position.is_none() {
            self.unknown_word(key, (&scalar.text, &node.at), WORD_SLIPS, &names);
        }
        position
    }

    /// A whole number in a range. Other numbers are rounded and clamped to it, and `18px` is read as 18, with a
    /// warning.
    pub(super) fn number_of(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
        (min, max): (u16, u16),
    ) -> Option<u16> {
        let (text, at) = self.plain(fields.get(key)?, ExpectedValue::Number)?;
        let digits = text.trim();
        let digits = digits.strip_suffix("px").unwrap_or(digits).trim_end();
        let remedy = || {
            let (min, max) = (u32::from(min), u32::from(max));
            say!(CompileWriteWholeNumberFrom, min, max)
        };
        let Some(number) = decimal(digits) else {
            self.add(at.error("not-a-number", cannot_be(key, text), remedy()));
            return None;
        };
        let used = rounded(number.clamp(f64::from(min), f64::from(max)));
        if digits != text || f64::from(used) != number {
            let message =
                say!(CompileKeyIsFoundItIsRead, key, found = quoted(text), value = u32::from(used));
            self.add(Diagnostic {
                fix: Some(used.to_string()),
                ..at.warning("inexact-number", message, remedy())
            });
        }
        Some(used)
    }

    /// `weight`. Edits can be made without it: a text that is no number is a warning.
    pub(super) fn weight_of(&mut self, fields: &SectionFields<'_>) -> Option<Weight> {
        let (text, at) = self.plain(fields.get("weight")?, ExpectedValue::Number)?;
        let weight = Weight::parse(text.trim());
        if weight.is_none() {
            let remedy = ExpectedValue::Number.remedy();
            self.add(at.warning("bad-weight", cannot_be("weight", text), remedy));
        }
        weight
    }

    /// A decimal number.
    pub(super) fn decimal_of(&mut self, fields: &SectionFields<'_>, key: &str) -> Option<Decimal> {
        let (text, at) = self.plain(fields.get(key)?, ExpectedValue::Number)?;
        let number = Decimal::parse(text.trim());
        if number.is_none() {
            let message = cannot_be(key, text);
            self.add(at.error("not-a-number", message, ExpectedValue::Number.remedy()));
        }
        number
    }

    /// The code of a language of the interface.
    pub(super) fn language_of(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
    ) -> Option<&'static str> {
        let (text, at) = self.plain(fields.get(key)?, ExpectedValue::Language)?;
        let meant = Language::find(text).map(|language| language.code);
        if meant == Some(text) {
            return meant;
        }
        self.add(Diagnostic {
            fix: meant.map(str::to_owned),
            ..at.warning(
                "unknown-language",
                say!(CompileNoInterfaceIn, found = quoted(text)),
                meant_or_one_of(meant, &Language::codes()),
            )
        });
        None
    }

    /// An `http` or `https` address, or one relative to the template's.
    pub(super) fn link_of(
        &mut self,
        fields: &SectionFields<'_>,
        key: &str,
        kind: LinkKind,
    ) -> Option<String> {
        let (text, at) = self.plain(fields.get(key)?, ExpectedValue::Address)?;
        let text = text.trim();
        if is_web_address(text) || kind == LinkKind::WebOrRelative && is_relative_address(text) {
            return Some(text.to_owned());
        }
        let fix = text.starts_with("www.").then(|| format!("https://{text}"));
        // The annotators can do without it.
        self.add(Diagnostic { severity: Severity::Warning, fix, ..bad_link(key, text, at) });
        None
    }

    /// The name of an icon.
    pub(super) fn icon_of(&mut self, fields: &SectionFields<'_>, key: &str) -> Option<String> {
        let (text, at) = self.plain(fields.get(key)?, ExpectedValue::Icon)?;
        let icon = icon_name(text);
        let name = icon.as_deref().map_or("", without_style);
        let has_name = |word: &str| word.strip_prefix("fa-") == Some(name);
        if icon.is_none() || !text.split_ascii_whitespace().any(has_name) {
            self.add(Diagnostic {
                severity: if icon.is_some() { Severity::Hint } else { Severity::Warning },
                fix: icon.is_some().then(|| format!("fa-{name}")),
                ..at.warning(
                    "bad-icon",
                    say!(CompileNotNameIcon, found = quoted(text)),
                    say!(CompileWriteFaAndNameFontAwesome),
                )
            });
        } else if let Some(known) = self.icons().filter(|known| !known.iter().any(|k| k == name)) {
            let meant = nearest(name, known.iter().map(String::as_str));
            let meant = meant.map(|meant| format!("fa-{meant}"));
            let remedy = match &meant {
                Some(meant) => did_you_mean(meant),
                None => say!(CompileNothingDrawnFor),
            };
            let found = format!("fa-{name}");
            let message = say!(CompileFontAwesomeNoFreeIcon, found = quoted(&found));
            self.add(Diagnostic { fix: meant, ..at.warning("unknown-icon", message, remedy) });
        }
        icon
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float is cast to the nearest integer that fits"
)]
fn rounded(number: f64) -> u16 {
    number.round() as u16
}

/// An address that cannot be used.
pub(super) fn bad_link(key: &str, text: &str, at: &TextLocation) -> Diagnostic {
    at.error("bad-link", cannot_be(key, text), say!(CompileWriteAddressStartsWithHttps))
}

fn is_web_address(text: &str) -> bool {
    Address::parse(text).is_ok() && is_clean(text)
}

/// A path, with neither scheme nor host.
fn is_relative_address(text: &str) -> bool {
    let first = text.split('/').next().unwrap_or_default();
    !text.is_empty() && !text.starts_with("//") && !first.contains(':') && is_clean(text)
}

/// Returns `true` if a text has no characters that browsers drop from addresses or read differently.
fn is_clean(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\')
}
