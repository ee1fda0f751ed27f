//! Writing CAS files.

use std::collections::{HashMap, HashSet};

use super::cas::{Cas, id_of, is_relation};
use super::names::{
    BEGIN, DOCUMENT, ELEMENTS, END, ENDING, ID, LAYER, MEMBERS, NEW_LAYER, OWN, SOFA, SOURCE_VIEW,
    STRUCTURES, TARGET_VIEW, TYPE, TYPES, UNIT, VALUE, VIEWS,
};
use crate::comments::{COMMENT, comments_of};
use crate::members::Members;
use crate::offset_unit::OffsetUnit;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::project_files::ProjectFiles;
use crate::writing::sink::Sink;
use spanwise_annotation::document::Answer;
use spanwise_json::{Array, Json, encode};
use spanwise_template::Side;
use spanwise_text::Span;

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    annotator: true,
    metadata: MemberFilter::Named(&[DOCUMENT]),
    // An annotation is on one text.
    spans: [
        SpanCapacity::UpTo(|edit| usize::from(edit.spans.target().is_empty())),
        SpanCapacity::Each,
    ],
    insertion_points: true,
    answers: |edit, name| is_feature(name) && edit.answers.get(name).and_then(held).is_some(),
    edit_metadata: MemberFilter::Named(&[COMMENT, LAYER]),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let others = corpus.preserved.get(OWN).map(Members::parse).unwrap_or_default();
    let mut losses = Losses::default();
    let mut names = ProjectFiles::of(corpus, others.is_empty(), ENDING);
    for (number, record) in corpus.records.iter().enumerate() {
        let own = record.preserved.get(OWN).map(Members::parse).unwrap_or_default();
        sink.begin(&names.next(number, record, &own, &mut losses));
        sink.push(&document(record, number, &own, &mut losses));
        sink.push("\n");
    }
    for (path, _) in others.iter() {
        sink.begin(path);
        sink.push(&others.text(path).unwrap_or_default());
    }
    if corpus.records.is_empty() && others.is_empty() {
        sink.begin("");
    }
    losses.into()
}

/// Returns `true` for a question that can be a feature beside the given ones.
fn is_feature(name: &str) -> bool {
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && !name.is_empty() && ![VALUE, COMMENT, "sofa", "begin", "end"].contains(&name)
}

fn held(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Value(value) => Some(value),
        Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// The type of an edit, and `false` if it cannot have that of its metadata.
fn layer_of(edit: &Edit) -> (String, bool) {
    let Some(raw) = edit.metadata.get(LAYER) else { return (NEW_LAYER.to_owned(), true) };
    let name = edit.metadata.text(LAYER).filter(|_| raw.starts_with('"')).unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
    // What has the type of a part of the document would not be read as an edit.
    let structure: Members = [
        (TYPE, encode(&name)),
        (SOFA, "1".to_owned()),
        ("begin", "0".to_owned()),
        ("end", "0".to_owned()),
    ]
    .iter()
    .map(|(name, json)| (*name, json.as_str()))
    .collect();
    let is_edit = Cas::parse(EMPTY).is_some_and(|cas| cas.side(&structure).is_some());
    match is_name && is_edit && name != NEW_LAYER {
        true => (name, true),
        false => (NEW_LAYER.to_owned(), false),
    }
}

/// A CAS without annotations.
const EMPTY: &str = r#"{"%FEATURE_STRUCTURES":[{"%ID":1,"%TYPE":"uima.cas.Sofa","sofaID":"_InitialView","sofaString":""}]}"#;

/// The file of a record.
fn document(record: &Record, number: usize, own: &Members, losses: &mut Losses) -> String {
    let holds = CAPABILITIES.for_record_of(!own.is_empty());
    let unit = own.text("unit").and_then(|name| OffsetUnit::of_name(&name)).unwrap_or(UNIT);
    let read = own.get("cas").and_then(|json| Some((json, Cas::parse(json)?)));
    let read = read.filter(|(_, cas)| {
        Side::ALL.into_iter().all(|side| cas.view(side).text == *record.text(side))
    });
    let before = read.as_ref().map(|(_, cas)| before(cas, unit)).unwrap_or_default();
    let is_as_read = |edit: &Edit| {
        let was = id_of(edit).and_then(|id| before.get(&id));
        was.is_some_and(|was| same(was, edit))
    };
    let all = holds.edits_except(record, number, losses, is_as_read);
    let is_whole = before.len() == all.len() && all.iter().all(|edit| is_as_read(edit));
    if let Some((json, _)) = read.as_ref().filter(|_| is_whole) {
        return (*json).to_owned();
    }
    let cas = match read {
        Some((_, cas)) => cas,
        None => match Cas::parse(&new_cas(record)) {
            Some(cas) => cas,
            None => return String::new(),
        },
    };
    CasWriter { record, number, unit, before: &before, losses }.write(cas, &all)
}

/// The edits of a CAS by their numbers.
fn before(cas: &Cas, unit: OffsetUnit) -> HashMap<String, Edit> {
    let edits = cas.structures.iter().filter_map(|(_, structure)| {
        let edit = cas.edit(structure, cas.side(structure)?, unit);
        Some((id_of(&edit)?, edit))
    });
    edits.collect()
}

fn same(a: &Edit, b: &Edit) -> bool {
    (&a.category, &a.spans, &a.answers, &a.metadata)
        == (&b.category, &b.spans, &b.answers, &b.metadata)
}

/// The CAS of a text of another format, without annotations.
fn new_cas(record: &Record) -> String {
    let (mut structures, mut views) = (Vec::new(), Members::default());
    for (side, name) in [(Side::Target, TARGET_VIEW), (Side::Source, SOURCE_VIEW)] {
        let text = record.text(side);
        if side == Side::Source && text.is_empty() {
            continue;
        }
        let (number, end) = (structures.len() + 1, text.len_utf16().0);
        let text = encode(text.as_str());
        structures.push(format!(
            r#"{{"%ID":{number},"%TYPE":"uima.cas.Sofa","sofaNum":{},"sofaID":"{name}","mimeType":"text","sofaString":{text}}}"#,
            number.div_ceil(2)
        ));
        structures.push(format!(
            r#"{{"%ID":{},"%TYPE":"uima.tcas.DocumentAnnotation","@sofa":{number},"begin":0,"end":{end},"language":"x-unspecified"}}"#,
            number + 1
        ));
        views.set(name, format!(r#"{{"%SOFA":{number},"%MEMBERS":[{}]}}"#, number + 1));
    }
    let mut cas = Members::default();
    cas.set(TYPES, "{}");
    cas.set(STRUCTURES, format!("[{}]", structures.join(",")));
    cas.set(VIEWS, views.to_json());
    cas.to_json()
}

/// Writes the edits of a record into its CAS.
struct CasWriter<'a> {
    record: &'a Record,
    number: usize,
    /// The unit of the offsets of the CAS.
    unit: OffsetUnit,
    /// The edits that were read, by their numbers.
    before: &'a HashMap<String, Edit>,
    losses: &'a mut Losses,
}

impl CasWriter<'_> {
    fn write(mut self, mut cas: Cas, all: &[&Edit]) -> String {
        let mut types = cas.members.get(TYPES).map(Members::parse).unwrap_or_default();
        let mut edits: HashMap<String, &Edit> = HashMap::new();
        let mut new: Vec<(&Edit, Side, Span)> = Vec::new();
        for edit in all {
            self.note_values(edit);
            let id = id_of(edit).filter(|id| self.before.contains_key(id));
            let is_first = id.is_some_and(|id| edits.insert(id, edit).is_none());
            new.extend(places(edit).into_iter().skip(usize::from(is_first)));
        }
        let gone = self.gone(&cas, &edits);
        let mut structures = Vec::new();
        let mut last = 0_i64;
        for (raw, structure) in &cas.structures {
            let id = structure.get(ID).unwrap_or_default();
            last = last.max(id.parse().unwrap_or(0));
            if gone.contains(id) {
                continue;
            }
            let edit = cas.side(structure).and_then(|_| edits.get(id));
            let was = self.before.get(id);
            structures.push(match edit.zip(was) {
                Some((edit, was)) if !same(edit, was) => {
                    let structure = self.changed(&cas, structure, edit, was);
                    declare(&mut types, edit, &structure, &cas);
                    structure.to_json()
                }
                Some(_) | None => without(raw, structure, &gone),
            });
        }
        let mut members: [Vec<String>; 2] = Default::default();
        for (edit, side, span) in new {
            last += 1;
            let Some(sofa) = cas.view(side).id.clone() else { continue };
            let structure = self.new_structure(edit, side, span, &sofa, last);
            declare(&mut types, edit, &structure, &cas);
            structures.push(structure.to_json());
            let [source, target] = &mut members;
            match side {
                Side::Source => source.push(last.to_string()),
                Side::Target => target.push(last.to_string()),
            }
        }
        let views = self.views(&cas, &gone, &members);
        cas.members.set(TYPES, types.to_json());
        cas.members.set(STRUCTURES, format!("[{}]", structures.join(",")));
        cas.members.set(VIEWS, views);
        cas.members.to_json()
    }

    fn note_values(&mut self, edit: &Edit) {
        if id_of(edit).and_then(|id| self.before.get(&id)).is_some_and(|was| same(was, edit)) {
            return;
        }
        let lost = usize::from(comments_of(edit).len() > 1) + usize::from(!layer_of(edit).1);
        self.losses.note_many(loss_names::EDIT_METADATA, self.number, lost);
    }

    /// The numbers of structures that are gone: edits, and relations with one of them.
    fn gone(&mut self, cas: &Cas, edits: &HashMap<String, &Edit>) -> HashSet<String> {
        let mut gone: HashSet<String> =
            self.before.keys().filter(|id| !edits.contains_key(*id)).cloned().collect();
        let mut relations = 0;
        for (_, structure) in &cas.structures {
            let is_at_end = |(name, id): (&str, &str)| name.starts_with('@') && gone.contains(id);
            if is_relation(structure) && structure.iter().any(is_at_end) {
                gone.extend(structure.get(ID).map(str::to_owned));
                relations += 1;
            }
        }
        self.losses.note_many("relations with edits that are gone", self.number, relations);
        gone
    }

    /// A structure with what its edit says now.
    fn changed(&self, cas: &Cas, structure: &Members, edit: &Edit, was: &Edit) -> Members {
        let mut structure = structure.clone();
        if let Some((_, side, span)) = places(edit).first().filter(|_| edit.spans != was.spans) {
            let (start, end) = self.unit.offsets(self.record.text(*side), *span);
            for (names, at) in [(BEGIN, start), (END, end)] {
                let name = names.iter().find(|name| structure.get(name).is_some());
                structure.set(name.unwrap_or(&names[0]), at.to_string());
            }
            cas.view(*side).id.iter().for_each(|sofa| structure.set(SOFA, sofa));
        }
        let feature = cas.category_feature(&structure).unwrap_or_else(|| VALUE.to_owned());
        if edit.category != was.category {
            structure.set_text(&feature, &edit.category);
        }
        let comments = comments_of(edit);
        match comments.is_empty() {
            true => structure.remove(COMMENT),
            false => structure.set_text(COMMENT, &comments.join("\n")),
        }
        for (name, _) in was.answers.iter().filter(|(name, _)| edit.answers.get(name).is_none()) {
            structure.remove(name);
        }
        for (name, answer) in
            edit.answers.iter().filter(|(name, _)| is_feature(name) && *name != feature)
        {
            let Some(value) = held(answer) else { continue };
            if structure.text(name).as_deref() == Some(value) {
                continue;
            }
            // A number or a flag stays one.
            let is_same_kind = match structure.get(name).map(Json::read) {
                Some(Json::Number(_)) => serde_json::from_str::<f64>(value).is_ok(),
                Some(Json::Bool(_)) => matches!(value, "true" | "false"),
                Some(Json::String(_) | Json::Null | Json::Array(_) | Json::Object(_)) | None => {
                    false
                }
            };
            match is_same_kind {
                true => structure.set(name, value),
                false => structure.set_text(name, value),
            }
        }
        structure
    }

    fn new_structure(&self, edit: &Edit, side: Side, span: Span, sofa: &str, id: i64) -> Members {
        let (start, end) = self.unit.offsets(self.record.text(side), span);
        let mut structure = Members::default();
        structure.set(ID, id.to_string());
        structure.set_text(TYPE, &layer_of(edit).0);
        structure.set(SOFA, sofa);
        structure.set("begin", start.to_string());
        structure.set("end", end.to_string());
        structure.set_text(VALUE, &edit.category);
        for (name, answer) in edit.answers.iter().filter(|(name, _)| is_feature(name)) {
            held(answer).into_iter().for_each(|value| structure.set_text(name, value));
        }
        let comments = comments_of(edit);
        if !comments.is_empty() {
            structure.set_text(COMMENT, &comments.join("\n"));
        }
        structure
    }

    /// The views, with new members and without those that are gone.
    fn views(&self, cas: &Cas, gone: &HashSet<String>, new: &[Vec<String>; 2]) -> String {
        let mut views = cas.members.get(VIEWS).map(Members::parse).unwrap_or_default();
        let all: Vec<(String, String)> =
            views.iter().map(|(name, view)| (name.to_owned(), view.to_owned())).collect();
        for (name, raw) in all {
            let mut view = Members::parse(&raw);
            let list = view.get(MEMBERS).and_then(Array::parse).unwrap_or_default();
            let mut members: Vec<String> =
                list.values().filter(|id| !gone.contains(*id)).map(str::to_owned).collect();
            for (side, new) in [Side::Source, Side::Target].into_iter().zip(new) {
                if view.get("%SOFA").is_some() && view.get("%SOFA") == cas.view(side).id.as_deref()
                {
                    members.extend(new.iter().cloned());
                }
            }
            view.set(MEMBERS, format!("[{}]", members.join(",")));
            views.set(&name, view.to_json());
        }
        views.to_json()
    }
}

/// The spans of an edit that are written, each as an annotation: those on the target, or else one on the source.
fn places(edit: &Edit) -> Vec<(&Edit, Side, Span)> {
    let on = |side: Side| edit.spans.on(&side.into()).iter().map(move |span| (edit, side, *span));
    let target: Vec<_> = on(Side::Target).collect();
    if target.is_empty() { on(Side::Source).take(1).collect() } else { target }
}

/// A structure without references to those that are gone.
fn without(raw: &str, structure: &Members, gone: &HashSet<String>) -> String {
    let is_reference = |(name, id): (&str, &str)| name.starts_with('@') && gone.contains(id);
    let elements = structure.get(ELEMENTS).and_then(Array::parse).unwrap_or_default();
    let kind = structure.text(TYPE).unwrap_or_default();
    let is_list = kind.ends_with("FSArray") || kind.ends_with("[]");
    let has_gone = is_list && elements.values().any(|id| gone.contains(id));
    if !structure.iter().any(is_reference) && !has_gone {
        return raw.to_owned();
    }
    let mut left: Members = structure.iter().filter(|member| !is_reference(*member)).collect();
    if has_gone {
        let held: Vec<&str> = elements.values().filter(|id| !gone.contains(*id)).collect();
        left.set(ELEMENTS, format!("[{}]", held.join(",")));
    }
    left.to_json()
}

/// Declares the type of a structure of an edit, with its features.
fn declare(types: &mut Members, edit: &Edit, structure: &Members, cas: &Cas) {
    let Some(name) = structure.text(TYPE) else { return };
    let known = types.get(&name).map(Members::parse);
    let is_new = known.is_none();
    let mut declared = known.unwrap_or_default();
    if is_new {
        declared.set_text("%NAME", &name);
        declared.set_text("%SUPER_TYPE", "uima.tcas.Annotation");
    }
    let before = declared.clone();
    let comment = edit.metadata.get(COMMENT).map(|_| COMMENT);
    let category = cas.category_feature(structure).unwrap_or_else(|| VALUE.to_owned());
    let answers = edit.answers.iter().map(|(name, _)| name);
    for feature in [category.as_str()].into_iter().chain(answers).chain(comment) {
        let is_there = structure.get(feature).is_some_and(|raw| raw.starts_with('"'));
        if is_there && declared.get(feature).is_none() {
            let feature_name = encode(feature);
            declared.set(
                feature,
                format!("{{\"%NAME\":{feature_name},\"%RANGE\":\"uima.cas.String\"}}"),
            );
        }
    }
    if is_new || declared != before {
        types.set(&name, declared.to_json());
    }
}
