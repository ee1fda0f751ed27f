//! A CAS: its structures, and which of them are edits.

use super::names::{
    BEGIN, END, ID, LAYER, NEW_LAYER, OWN, SOFA, SOFA_STRING, SOFA_TYPE, SOURCE_VIEW, STRUCTURES,
    TARGET_VIEW, TYPE, TYPES, VALUE,
};
use crate::comments::COMMENT;
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::record::Edit;
use spanwise_annotation::document::{Answer, Spans};
use spanwise_annotation::format::spans::offset;
use spanwise_json::{Array, Json};
use spanwise_template::Side;
use spanwise_text::Text;

/// The text of a view, with the number of its structure.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) id: Option<String>,
    pub(super) text: Text,
}

/// A CAS.
#[derive(Debug)]
pub(super) struct Cas {
    pub(super) members: Members,
    /// The structures; one that is no object is empty, beside its text.
    pub(super) structures: Vec<(String, Members)>,
    types: Members,
    target: View,
    source: View,
}

/// Types of annotations that are parts of every document, by the last part of their names.
const SEGMENTS: [&str; 5] =
    ["Token", "Sentence", "DocumentAnnotation", "DocumentMetaData", "TagsetDescription"];

/// Members with the ends of relations.
const ENDS: [&str; 4] = ["@Governor", "@Dependent", "@source", "@target"];

/// Features that every annotation has.
const GIVEN: [&str; 6] = ["begin", "end", "^begin", "^end", "sofa", "@sofa"];

impl Cas {
    /// Reads a CAS; `None` if it has no list of structures.
    pub(super) fn parse(json: &str) -> Option<Self> {
        let members = Members::parse(json);
        let list = Array::parse(members.get(STRUCTURES)?)?;
        let structures: Vec<(String, Members)> =
            list.values().map(|raw| (raw.to_owned(), Members::parse(raw))).collect();
        let types = members.get(TYPES).map(Members::parse).unwrap_or_default();
        let sofas: Vec<&Members> = structures
            .iter()
            .map(|(_, structure)| structure)
            .filter(|structure| structure.text(TYPE).as_deref() == Some(SOFA_TYPE))
            .collect();
        let named = |name: &str| {
            sofas.iter().find(|sofa| sofa.text("sofaID").as_deref() == Some(name)).copied()
        };
        let has_text =
            |sofa: &&Members| sofa.get(SOFA_STRING).is_some_and(|raw| raw.starts_with('"'));
        let target = named(TARGET_VIEW).filter(has_text);
        let source = named(SOURCE_VIEW).filter(has_text);
        let is_source = |sofa: &Members| source.is_some_and(|source| std::ptr::eq(source, sofa));
        let other = || sofas.iter().copied().find(|sofa| has_text(sofa) && !is_source(sofa));
        let [target, source] = [target.or_else(other), source].map(|sofa| {
            let id = sofa.and_then(|sofa| sofa.get(ID)).map(str::to_owned);
            let text = sofa.and_then(|sofa| sofa.text(SOFA_STRING)).unwrap_or_default();
            View { id, text: Text::new(text) }
        });
        Some(Cas { members, structures, types, target, source })
    }

    /// The text on a side.
    pub(super) fn view(&self, side: Side) -> &View {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// The text that a structure is on, if it is an edit.
    pub(super) fn side(&self, structure: &Members) -> Option<Side> {
        let kind = structure.text(TYPE)?;
        let is_segment = SEGMENTS.contains(&short_name(&kind));
        let is_relation = is_relation(structure);
        let sofa = structure.get(SOFA)?;
        let side = Side::ALL.into_iter().find(|side| self.view(*side).id.as_deref() == Some(sofa));
        let has_place = [BEGIN, END].iter().all(|names| place(structure, names).is_some());
        side.filter(|_| has_place && !is_segment && !is_relation)
    }

    /// The feature with the category of a structure.
    pub(super) fn category_feature(&self, structure: &Members) -> Option<String> {
        let kind = structure.text(TYPE)?;
        let declared = self.types.get(&kind).map(Members::parse).unwrap_or_default();
        let is_string = |raw: &str| {
            let range = Members::parse(raw).text("%RANGE");
            range.is_some_and(|range| range == "uima.cas.String")
        };
        let declared =
            declared.iter().filter(|(name, raw)| !name.starts_with('%') && is_string(raw));
        let declared: Vec<String> = declared.map(|(name, _)| name.to_owned()).collect();
        let present =
            structure.iter().filter(|(name, raw)| is_feature(name) && raw.starts_with('"'));
        let names = if declared.is_empty() {
            present.map(|(name, _)| name.to_owned()).collect()
        } else {
            declared
        };
        let usual = [VALUE, "label", "category", "type"];
        let usual = usual.iter().find_map(|usual| names.iter().find(|name| name == usual));
        usual.or_else(|| names.iter().find(|name| *name != COMMENT)).cloned()
    }

    /// The edit of a structure, on a side. One that is not within the text has no span.
    pub(super) fn edit(&self, structure: &Members, side: Side, unit: OffsetUnit) -> Edit {
        let mut edit = Edit::default();
        let kind = structure.text(TYPE).unwrap_or_default();
        let category = self.category_feature(structure);
        edit.category = category
            .as_ref()
            .and_then(|name| structure.text(name))
            .unwrap_or_else(|| short_name(&kind).to_owned());
        let others = structure.iter().filter(|(name, _)| is_feature(name));
        for (name, raw) in others.filter(|(name, _)| category.as_deref() != Some(*name)) {
            match Json::read(raw) {
                Json::String(text) if name == COMMENT => edit.metadata.set_text(COMMENT, &text),
                Json::String(_) | Json::Number(_) | Json::Bool(_) => {
                    edit.answers.set(name, structure.text(name).map(Answer::Value));
                }
                Json::Null | Json::Array(_) | Json::Object(_) => {}
            }
        }
        if kind != NEW_LAYER {
            edit.metadata.set_text(LAYER, &kind);
        }
        let offsets = place(structure, &BEGIN).zip(place(structure, &END));
        let span = offsets.and_then(|(start, end)| unit.span(&self.view(side).text, start, end));
        edit.spans = Spans::of(side, span.into_iter().collect());
        let id = structure.get(ID).unwrap_or("null");
        edit.preserved.set(OWN, format!("{{\"id\":{id}}}"));
        edit
    }
}

/// The number of the structure that an edit was read from, as JSON.
pub(super) fn id_of(edit: &Edit) -> Option<String> {
    Members::parse(edit.preserved.get(OWN)?).get("id").map(str::to_owned)
}

/// The offset in one of some members.
fn place(structure: &Members, names: &[&str]) -> Option<u32> {
    names.iter().find_map(|name| offset(structure.get(name)?))
}

/// Returns `true` for the name of a feature with a value of its own.
fn is_feature(name: &str) -> bool {
    !name.starts_with(['%', '@', '^']) && !GIVEN.contains(&name)
}

/// Returns `true` for a structure that is between two others.
pub(super) fn is_relation(structure: &Members) -> bool {
    ENDS.iter().any(|name| structure.get(name).is_some())
}

/// The last part of the name of a type.
pub(super) fn short_name(kind: &str) -> &str {
    kind.rsplit('.').next().unwrap_or_default()
}
