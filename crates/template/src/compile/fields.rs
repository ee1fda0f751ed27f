//! The keys of a map, checked against the schema.

use super::report::{CompileReport, ExpectedValue, did_you_mean, wrong_kind};
use crate::schema::{self, KeyEffect, SchemaSection, SchemaSectionKind};
use crate::suggest::nearest;
use crate::yaml::{MappingEntry, ResolvedScalar, YamlMapping, YamlNode};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};

/// A map of a known kind.
pub(super) struct SectionFields<'n> {
    node: &'n YamlNode,
    mapping: &'n YamlMapping,
    section: &'static SchemaSection,
}

impl<'n> SectionFields<'n> {
    pub(super) fn node(&self) -> &'n YamlNode {
        self.node
    }

    /// The section that describes the map.
    pub(super) fn section(&self) -> &'static SchemaSection {
        self.section
    }

    /// A key with its value, even if that is empty.
    pub(super) fn written(&self, key: &str) -> Option<&'n MappingEntry> {
        self.mapping.get(key)
    }

    /// A key with its value, unless that is empty.
    pub(super) fn get(&self, key: &str) -> Option<&'n MappingEntry> {
        self.written(key).filter(|entry| !entry.value.is_null())
    }
}

impl CompileReport<'_> {
    /// The keys of a map, after reporting those that do not belong there.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n YamlNode,
        section: &'static SchemaSection,
    ) -> Option<SectionFields<'n>> {
        let Some(mapping) = node.as_mapping() else {
            self.wrong_type(not_a_map(section.part, node), node, ExpectedValue::Map);
            return None;
        };
        let fields = SectionFields { node, mapping, section };
        for entry in mapping.entries() {
            self.check_key(&fields, entry);
        }
        Some(fields)
    }

    fn check_key(&mut self, fields: &SectionFields<'_>, entry: &MappingEntry) {
        let key = entry.key_text();
        match fields.section.key(key).map(|known| known.effect) {
            Some(KeyEffect::Used) => {}
            Some(KeyEffect::OlderNameOf(newer)) => {
                if fields.get(newer).is_some() {
                    self.add(entry.key.at.hint(
                        "superseded-key",
                        say!(CompileOlderNameUsed, key, newer),
                        say!(CompileRemoveKey, key),
                    ));
                }
            }
            Some(KeyEffect::None(why)) => self.add(entry.key.at.hint(
                "unused-key",
                say!(CompileKeyHasNoEffect, key),
                why.message().and(say!(JsonRemoveIt)),
            )),
            None if self.is_full() => {}
            None => {
                let problem = unknown_key(fields, entry);
                self.add(problem);
            }
        }
    }
}

fn unknown_key(fields: &SectionFields<'_>, entry: &MappingEntry) -> Diagnostic {
    let (key, section) = (entry.key_text(), fields.section);
    let is_category = section.part == SchemaSectionKind::Category;
    if is_category && key == "multi_span" && fields.get("type").is_none() && is_true(&entry.value) {
        return multi_span(entry);
    }
    if let Some(meant) = section.meant_by(key) {
        return misspelt(fields, entry, meant);
    }
    let at = &entry.key.at;
    if schema::DATA_KEYS.contains(&key) {
        return at.error(
            "data-key",
            say!(CompileBelongsInDataFile, key),
            say!(CompileMoveIntoDataFile),
        );
    }
    if let Some(owner) = schema::owner_of(key) {
        return at.error("misplaced-key", unknown(key, section), belongs_to(owner.part));
    }
    let near_key = nearest(key, section.keys.iter().map(|key| key.name));
    let near_slip = || section.meant_by(nearest(key, section.slips.iter().map(|slip| slip.0))?);
    if let Some(meant) = near_key.or_else(near_slip) {
        return misspelt(fields, entry, meant);
    }
    at.warning("unknown-key", unknown(key, section), ignored())
}

fn unknown(key: &str, section: &SchemaSection) -> Message {
    let found = quoted(key);
    match section.part {
        SchemaSectionKind::Template => say!(CompileNotKeyTemplate, found),
        SchemaSectionKind::Category => say!(CompileNotKeyCategory, found),
        SchemaSectionKind::Question => say!(CompileNotKeyQuestion, found),
        SchemaSectionKind::Choice => say!(CompileNotKeyOption, found),
        SchemaSectionKind::Key(key) => say!(CompileFoundIsNotAKeyOf, found, key),
    }
}

/// The remedy for a key that belongs to another part.
fn belongs_to(owner: SchemaSectionKind) -> Message {
    match owner {
        SchemaSectionKind::Category => say!(CompileKeyCategoriesMoveOrRemove),
        SchemaSectionKind::Question => say!(CompileKeyQuestionsMoveOrRemove),
        SchemaSectionKind::Template | SchemaSectionKind::Choice | SchemaSectionKind::Key(_) => {
            say!(CompileKeyTemplateItselfMoveOrRemove)
        }
    }
}

/// The remedy for a part without meaning.
pub(super) fn ignored() -> Message {
    say!(CompileItIsIgnoredRemoveIt)
}

/// The message about a part that is not a map.
fn not_a_map(part: SchemaSectionKind, node: &YamlNode) -> Message {
    match part {
        SchemaSectionKind::Template => say!(CompileTemplateShouldMapKeysAndValues),
        SchemaSectionKind::Category => say!(CompileCategoryShouldMapKeysAndValues),
        SchemaSectionKind::Question => say!(CompileQuestionShouldMapKeysAndValues),
        SchemaSectionKind::Choice => say!(CompileOptionShouldMapKeysAndValues),
        SchemaSectionKind::Key(key) => wrong_kind(key, node),
    }
}

/// A key that resembles a known one, with a fix unless that one is there too.
fn misspelt(fields: &SectionFields<'_>, entry: &MappingEntry, meant: &str) -> Diagnostic {
    let free = fields.written(meant).is_none();
    let remedy =
        if free { did_you_mean(meant) } else { say!(CompileIgnoredSinceTooRemove, key = meant) };
    let message = unknown(entry.key_text(), fields.section);
    Diagnostic {
        fix: free.then(|| meant.to_owned()),
        ..entry.key.at.error("unknown-key", message, remedy)
    }
}

/// `multi_span: true`, which should be `type: multi_span`.
fn multi_span(entry: &MappingEntry) -> Diagnostic {
    let meant = "type: multi_span";
    let message = unknown("multi_span", &schema::CATEGORY);
    Diagnostic {
        fix: Some(meant.to_owned()),
        ..entry.key.at.to(&entry.value.at).error("unknown-key", message, did_you_mean(meant))
    }
}

fn is_true(node: &YamlNode) -> bool {
    node.as_scalar().is_some_and(|scalar| scalar.resolve() == ResolvedScalar::Bool(true))
}
