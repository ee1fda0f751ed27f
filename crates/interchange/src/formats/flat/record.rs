//! A record as flat lists of words and numbers: what rows of tables and lines for `datasets` hold alike.

use std::collections::HashMap;

use super::cells::{NamedCell, answers_of, cell_of, cells_of_answer, json_of, literal, question};
use super::names::{ColumnNames, EDIT_ANSWER, EDIT_METADATA, ITEM_ANSWER, ITEM_METADATA};
use crate::members::{Members, words};
use crate::offset_unit::OffsetUnit;
use crate::preserved::verbatim::same_value;
use crate::record::{Edit, Record};
use crate::report::Losses;
use crate::writing::edit_ids::EditIds;
use crate::writing::loss_names;
use spanwise_annotation::document::{
    Answers, EditId, EditMaker, NamedText, Origin, Spans, Surroundings, TextName, TextRole, Texts,
};
use spanwise_annotation::format::answers::{read_answers, write_answers};
use spanwise_annotation::format::report::{InstanceReport, JsonPath};
use spanwise_annotation::format::thresh_read::OWN_KEY;
use spanwise_json::{Array, Object};
use spanwise_text::Text;

/// The unit in which offsets are written.
pub(super) const UNIT: OffsetUnit = OffsetUnit::CodePoints;

/// The member of a Thresh instance with its id.
const ID: &str = "id";
/// The spelling of answers in Thresh's JSON.
const ANNOTATION: &str = "annotation";

/// Members of the data that have no cell.
const OTHER: &str = "other";
const METADATA: &str = "metadata";
const ANSWERS: &str = "answers";
const ANNOTATOR: &str = "annotator";
const CONTEXT: &str = "context";
const TEXTS: &str = "texts";

/// The end of the origin of an edit that a person changed.
const MENDED: &str = " (mended)";

/// The deepest constituents: those of composites in composites beyond are edits of their own.
const DEEPEST: usize = 60;

/// A record.
#[derive(Debug, Default)]
pub(super) struct FlatRecord {
    pub(super) id: String,
    pub(super) annotator: String,
    pub(super) done: bool,
    pub(super) source: String,
    pub(super) target: String,
    /// The other texts.
    pub(super) texts: Vec<FlatText>,
    pub(super) context: String,
    pub(super) metadata: Vec<NamedCell>,
    pub(super) answers: Vec<NamedCell>,
    pub(super) edits: Vec<FlatEdit>,
    /// What none of these hold: an object as JSON, or nothing.
    pub(super) more: String,
    /// `true` if rows of it contradict each other.
    pub(super) differs: bool,
}

/// A text that is neither `source` nor `target`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FlatText {
    pub(super) name: String,
    pub(super) role: TextRole,
    pub(super) text: String,
}

/// An edit, or a constituent of one.
#[derive(Debug, Default)]
pub(super) struct FlatEdit {
    /// Its number in the record, from 1.
    pub(super) number: usize,
    /// The number of the composite that it is part of; 0 if of none.
    pub(super) part_of: usize,
    pub(super) id: String,
    pub(super) category: String,
    pub(super) origin: String,
    pub(super) origin_name: String,
    pub(super) answers: Vec<NamedCell>,
    pub(super) metadata: Vec<NamedCell>,
    pub(super) spans: Vec<FlatSpan>,
    /// What none of these hold: an object as JSON, or nothing.
    pub(super) more: String,
}

/// A span, as it stands in a file.
#[derive(Debug, Default, Clone)]
pub(super) struct FlatSpan {
    /// The name of the text.
    pub(super) text: String,
    pub(super) offsets: Option<(u32, u32)>,
    pub(super) quote: String,
    /// The name of its role; empty if it has none.
    pub(super) role: String,
    /// The text in place of offsets, as in the file; empty if offsets are there, or nothing is.
    pub(super) no_offsets: String,
}

impl FlatRecord {
    /// The record in its cells. `number` is its 0-based number.
    pub(super) fn of(
        record: &Record,
        number: usize,
        names: &mut ColumnNames,
        losses: &mut Losses,
    ) -> Self {
        let mut flat = FlatRecord { done: record.done, ..FlatRecord::default() };
        let mut more = Members::default();
        flat.annotator = record.annotator.clone().unwrap_or_default();
        if record.annotator.as_deref() == Some("") {
            more.set_text(ANNOTATOR, "");
        }
        flat.context = record.context.as_deref().unwrap_or_default().to_owned();
        if record.context.as_deref() == Some("") {
            more.set_text(CONTEXT, "");
        }
        flat.set_texts(&record.texts, names, &mut more);
        let id = record.other.get(ID);
        flat.id = id.and_then(words).unwrap_or_default();
        let has_id = id.is_some_and(|id| !flat.id.is_empty() && same_value(&literal(&flat.id), id));
        let is_other = |name: &str| match name {
            ID => !has_id,
            name => !name.starts_with('_') || name == OWN_KEY,
        };
        put_unless_empty(&mut more, OTHER, record.other.iter().filter(|(name, _)| is_other(name)));
        flat.metadata = metadata(ITEM_METADATA, &record.metadata, names, &mut more);
        flat.answers = answers(ITEM_ANSWER, &record.answers, names, &mut more);
        flat.add_edits(record, &record.edits, 0, names);
        let beyond = record.edits.iter().map(|edit| beyond_text(edit, &record.texts)).sum();
        losses.note_many(loss_names::BEYOND_TEXT, number, beyond);
        flat.more = json_unless_empty(&more);
        flat
    }

    fn set_texts(&mut self, texts: &Texts, names: &mut ColumnNames, more: &mut Members) {
        let mut listed = Vec::new();
        let has_details = |text: &NamedText| text.before().or(text.after()).is_some();
        let are_usual = texts.are_usual() && !texts.iter().any(has_details);
        for text in texts.iter() {
            let content = text.text.as_str().to_owned();
            let is_held = match usual_role(&text.name) == Some(text.role) {
                true if text.role == TextRole::Source => {
                    self.source = content;
                    true
                }
                true => {
                    self.target = content;
                    true
                }
                false if text.text.is_empty() || !names.has_text(text.name.as_str(), text.role) => {
                    false
                }
                false => {
                    let name = text.name.as_str().to_owned();
                    self.texts.push(FlatText { name, role: text.role, text: content });
                    true
                }
            };
            if !are_usual && (!is_held || text.text.is_empty() || has_details(text)) {
                listed.push(listed_text(text, is_held));
            }
        }
        if !listed.is_empty() {
            more.set(TEXTS, format!("[{}]", listed.join(",")));
        }
    }

    fn add_edits(
        &mut self,
        record: &Record,
        edits: &[Edit],
        part_of: usize,
        names: &mut ColumnNames,
    ) {
        let mut ids = EditIds::of(edits);
        for edit in edits {
            let number = self.edits.len() + 1;
            let id = ids.id(edit);
            self.edits.push(FlatEdit::of(record, edit, (number, part_of), &id, names));
            self.add_edits(record, &edit.constituents, number, names);
        }
    }

    /// The texts; the usual two unless there are others.
    pub(super) fn texts(&self, more: &Members) -> Texts {
        let listed = more.get(TEXTS).and_then(Array::parse).unwrap_or_default();
        if self.texts.is_empty() && listed.values().len() == 0 {
            return Texts::usual(self.source.as_str(), self.target.as_str());
        }
        let mut texts = Texts::none();
        let add = |texts: &mut Texts, name: &str, role, text: &str| {
            // The first of several with a name is read.
            let _ = texts.add(NamedText::new(TextName::new(name), role, Text::new(text)));
        };
        for (text, role) in [(&self.source, TextRole::Source), (&self.target, TextRole::Target)] {
            if !text.is_empty() {
                add(&mut texts, role.name(), role, text);
            }
        }
        self.texts.iter().for_each(|text| add(&mut texts, &text.name, text.role, &text.text));
        for members in listed.values().map(Members::parse) {
            let word = |name| members.text(name);
            let role = word("role").and_then(|role| TextRole::named(&role));
            if let (Some(name), Some(role)) = (word("name"), role) {
                let surroundings = Surroundings { before: word("before"), after: word("after") };
                add(&mut texts, &name, role, &word("text").unwrap_or_default());
                texts.surround(&TextName::new(&name), surroundings);
            }
        }
        texts
    }

    /// The record; `spans` are the places of the spans of each edit.
    pub(super) fn into_record(self, spans: Vec<Spans>, texts: Texts, more: &Members) -> Record {
        let mut other = more.get(OTHER).map(Members::parse).unwrap_or_default();
        if !self.id.is_empty() && other.get(ID).is_none() {
            // Before the others, as in most files.
            let id = literal(&self.id);
            other = std::iter::once((ID, id.as_str())).chain(other.iter()).collect();
        }
        let text =
            |held: String, name| Some(held).filter(|held| !held.is_empty()).or(more.text(name));
        Record {
            annotator: text(self.annotator, ANNOTATOR),
            texts,
            context: text(self.context, CONTEXT).map(Into::into),
            edits: nested(self.edits, spans),
            answers: read_named_answers(&self.answers, more),
            done: self.done,
            metadata: read_metadata(&self.metadata, more),
            preserved: Members::default(),
            other,
        }
    }
}

/// The role of a text with a usual name.
fn usual_role(name: &TextName) -> Option<TextRole> {
    if *name == TextName::SOURCE {
        return Some(TextRole::Source);
    }
    (*name == TextName::TARGET).then_some(TextRole::Target)
}

/// What cells do not say of a text.
fn listed_text(text: &NamedText, is_held: bool) -> String {
    let mut members = Members::default();
    members.set_text("name", text.name.as_str());
    members.set_text("role", text.role.name());
    let content = (!is_held).then_some(text.text.as_str()).filter(|text| !text.is_empty());
    for (name, text) in [("text", content), ("before", text.before()), ("after", text.after())] {
        if let Some(text) = text {
            members.set_text(name, text);
        }
    }
    members.to_json()
}

impl FlatEdit {
    fn of(
        record: &Record,
        edit: &Edit,
        (number, part_of): (usize, usize),
        id: &EditId,
        names: &mut ColumnNames,
    ) -> Self {
        let mut more = Members::default();
        let mut flat = FlatEdit { number, part_of, ..FlatEdit::default() };
        flat.category.clone_from(&edit.category);
        flat.id = id.to_string();
        let mut other = Members::default();
        if id_of(&flat.id).as_ref() != Some(id) {
            other.set_text(ID, &flat.id);
        }
        let origin = record.origin(edit);
        if let Some(origin) = &origin {
            let mended = if origin.is_mended { MENDED } else { "" };
            flat.origin = format!("{}{mended}", origin.from.word());
            flat.origin_name = origin.name.as_deref().unwrap_or_default().to_owned();
        }
        let noted = origin_note(&flat);
        let is_other = |name: &str, json: &str| match name {
            ANNOTATION => false,
            OWN_KEY => noted.as_deref().is_none_or(|noted| !same_value(noted, json)),
            name => !name.starts_with('_'),
        };
        other.extend(edit.other.iter().filter(|(name, json)| is_other(name, json)));
        put_unless_empty(&mut more, OTHER, other.iter());
        flat.metadata = metadata(EDIT_METADATA, &edit.metadata, names, &mut more);
        flat.answers = answers(EDIT_ANSWER, &edit.answers, names, &mut more);
        flat.spans = spans(edit, &record.texts);
        flat.more = json_unless_empty(&more);
        flat
    }

    fn into_edit(self, spans: Spans, constituents: Vec<Edit>) -> Edit {
        let more = Members::parse(&self.more);
        let mut other = more.get(OTHER).map(Members::parse).unwrap_or_default();
        let given = other.take(ID).as_deref().and_then(words).map(EditId::Other);
        if let (None, Some(note)) = (other.get(OWN_KEY), origin_note(&self)) {
            other.set(OWN_KEY, note);
        }
        Edit {
            id: given.or_else(|| id_of(&self.id)),
            spans,
            answers: read_named_answers(&self.answers, &more),
            constituents,
            metadata: read_metadata(&self.metadata, &more),
            preserved: Members::default(),
            other,
            category: self.category,
        }
    }
}

/// The id in a cell.
fn id_of(cell: &str) -> Option<EditId> {
    let number = cell.parse().ok().filter(|number: &i64| number.to_string() == cell);
    let other = || (!cell.is_empty()).then(|| EditId::Other(cell.to_owned()));
    number.map(EditId::Number).or_else(other)
}

/// The JSON that notes the origin in the cells of an edit; `None` if they name none.
fn origin_note(edit: &FlatEdit) -> Option<String> {
    let (word, is_mended) = match edit.origin.strip_suffix(MENDED) {
        Some(word) => (word, true),
        None => (edit.origin.as_str(), false),
    };
    let makers = [EditMaker::Person, EditMaker::PreAnnotation, EditMaker::Model];
    let from = makers.into_iter().find(|maker| maker.word() == word)?;
    let name = (!edit.origin_name.is_empty()).then(|| edit.origin_name.as_str().into());
    Origin { name, is_mended, ..Origin::by(from) }.note_in_own("{}")
}

/// The spans of an edit, by the names of texts.
fn spans(edit: &Edit, texts: &Texts) -> Vec<FlatSpan> {
    let mut all = Vec::with_capacity(edit.spans.len());
    for (name, spans) in edit.spans.iter() {
        let (text, roles) = (texts.content(name), edit.spans.roles_on(name));
        for (at, span) in spans.iter().enumerate() {
            let role = roles.get(at).and_then(Option::as_deref).unwrap_or_default().to_owned();
            all.push(FlatSpan {
                text: name.as_str().to_owned(),
                offsets: Some(UNIT.offsets_even_without(text, *span)),
                quote: text.slice(*span).to_owned(),
                role,
                no_offsets: String::new(),
            });
        }
    }
    all
}

/// The number of spans of an edit and its constituents that reach beyond a text that is there.
fn beyond_text(edit: &Edit, texts: &Texts) -> usize {
    let spans = edit.spans.iter().map(|(name, spans)| {
        let length = texts.content(name).len_utf16();
        spans.iter().filter(|span| length.0 > 0 && span.end() > length).count()
    });
    let own: usize = spans.sum();
    own + edit.constituents.iter().map(|part| beyond_text(part, texts)).sum::<usize>()
}

/// The edits with their constituents in them. One that is part of no earlier edit is an edit of its own.
fn nested(edits: Vec<FlatEdit>, spans: Vec<Spans>) -> Vec<Edit> {
    let places: HashMap<usize, usize> = edits.iter().map(|edit| edit.number).zip(0..).collect();
    let mut depths: Vec<usize> = Vec::with_capacity(edits.len());
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(edits.len());
    for (at, edit) in edits.iter().enumerate() {
        let parent = places.get(&edit.part_of).copied().filter(|parent| *parent < at);
        let depth = parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1);
        parents.push(parent.filter(|_| depth < DEEPEST));
        depths.push(if depth < DEEPEST { depth } else { 0 });
    }
    let mut parts: Vec<Vec<Edit>> = edits.iter().map(|_| Vec::new()).collect();
    let mut roots = Vec::new();
    // From the last to the first: an edit is complete before it goes into its composite.
    for (((at, edit), parent), spans) in edits.into_iter().enumerate().zip(parents).zip(spans).rev()
    {
        let mut constituents = parts.get_mut(at).map(std::mem::take).unwrap_or_default();
        constituents.reverse();
        let edit = edit.into_edit(spans, constituents);
        match parent.and_then(|parent| parts.get_mut(parent)) {
            Some(parts) => parts.push(edit),
            None => roots.push(edit),
        }
    }
    roots.reverse();
    roots
}

/// The cells of metadata; those without a cell are put among the rest.
fn metadata(
    group: &'static str,
    members: &Members,
    names: &mut ColumnNames,
    more: &mut Members,
) -> Vec<NamedCell> {
    let (mut cells, mut rest) = (Vec::new(), Vec::new());
    for (name, json) in members.iter() {
        let cell = cell_of(name, json, names.is_marked(group, name));
        match cell.filter(|(name, _)| names.has(group, name)) {
            Some(cell) => cells.push(cell),
            None => rest.push((name, json)),
        }
    }
    put_unless_empty(more, METADATA, rest.into_iter());
    cells
}

/// The cells of answers; those without cells are put among the rest.
fn answers(
    group: &'static str,
    answers: &Answers,
    names: &mut ColumnNames,
    more: &mut Members,
) -> Vec<NamedCell> {
    let (mut cells, mut rest) = (Vec::new(), Answers::default());
    for (question, answer) in answers.iter() {
        let own = cells_of_answer(question, answer);
        match own.filter(|own| own.iter().all(|(path, _)| names.has(group, path))) {
            Some(own) => cells.extend(own),
            None => rest.set(question, Some(answer.clone())),
        }
    }
    if !rest.is_empty() {
        more.set(ANSWERS, write_answers("null", &rest, None));
    }
    cells
}

fn read_metadata(cells: &[NamedCell], more: &Members) -> Members {
    let cells: Vec<(&str, String)> = cells.iter().map(json_of).collect();
    let mut members: Members = cells.into_iter().collect();
    if let Some(rest) = more.get(METADATA).map(Members::parse) {
        members.extend(rest.iter());
    }
    members
}

fn read_named_answers(cells: &[NamedCell], more: &Members) -> Answers {
    let mut answers = answers_of(cells);
    if let Some(rest) = more.get(ANSWERS) {
        let rest = read_answers(rest, None, &JsonPath::Root, &mut InstanceReport::new(0));
        for (question, answer) in rest.iter() {
            answers.set(question, Some(answer.clone()));
        }
    }
    answers
}

fn put_unless_empty<'m>(
    more: &mut Members,
    name: &str,
    members: impl Iterator<Item = (&'m str, &'m str)>,
) {
    let members: Members = members.collect();
    if !members.is_empty() {
        more.set(name, members.to_json());
    }
}

fn json_unless_empty(members: &Members) -> String {
    if members.is_empty() { String::new() } else { members.to_json() }
}

/// The members of the data without a cell. `None` if it is no object.
pub(super) fn read_more(json: &str) -> Option<Members> {
    if json.is_empty() {
        return Some(Members::default());
    }
    Object::parse(json.trim()).map(|_| Members::parse(json))
}

/// The question of a cell, for the order of columns.
pub(super) fn first_part(group: &str, name: &str) -> String {
    let is_answer = group == EDIT_ANSWER || group == ITEM_ANSWER;
    if is_answer { question(name).to_owned() } else { name.to_owned() }
}
