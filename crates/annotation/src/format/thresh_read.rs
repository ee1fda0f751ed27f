//! Reads instances and edits. Never fails: values that cannot be understood are reported, and stay in the file.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::answers::read_answers;
use super::report::{InstanceReport, JsonPath};
use super::spans::{member_of, read_all_spans, read_roles};
use super::texts::{optional_text, read_texts, surround};
use crate::document::draft::missing_sides;
use crate::document::{
    Answers, Edit, EditId, EditKey, Instance, Origin, OriginalJson, ParagraphReading, Spans,
    TextAnswers, TextName, Texts, reading_from_json,
};
use crate::typology_hash::{TYPOLOGY, may_note_typology};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::say;
use spanwise_json::tree::may_be_data;
use spanwise_json::{Array, Json, Object, integer};
use spanwise_template::{Side, Typology};
use std::collections::BTreeMap;

/// An instance and the problems of its data.
#[derive(Debug, Clone)]
pub struct LoadedInstance {
    /// The instance, as far as it could be understood.
    pub instance: Instance,
    /// Every problem, with its path.
    pub problems: Vec<Diagnostic>,
    /// `false` if no typology is noted in it.
    pub may_note_typology: bool,
}

/// Reads one instance from its JSON. `index` is its 0-based number, for the places of problems.
#[must_use]
pub fn read_instance(raw: &str, index: usize, typology: &Typology) -> LoadedInstance {
    let mut report = InstanceReport::new(index);
    let object = match Json::read(raw) {
        Json::Object(object) => object,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            let message = say!(DataExpectedObjectFound, found = quoted(raw));
            report.error(&JsonPath::Root, "not-an-object", message, say!(DataItIsSavedAsItIs));
            Object::default()
        }
    };
    let mut texts = read_texts(&object, &mut report);
    let context = context_of(&object, &mut report);
    surround(&object, &mut texts, &mut report);
    let mut next_key = 0;
    let mut keys = || {
        let key = EditKey(next_key);
        next_key = next_key.saturating_add(1);
        key
    };
    let mut reader =
        EditReader { typology, texts: Some(&texts), report, keys: &mut keys, seen: HashSet::new() };
    let edits = reader.edits(&object, "edits", &JsonPath::Root, false);
    let answers = instance_answers(&object, typology, &mut reader.report);
    let text_answers = text_answers(&object, typology, &mut reader.report);
    let problems = reader.report.into_problems();
    let instance = Instance {
        texts,
        context,
        edits,
        answers,
        text_answers,
        bookmark: bookmark_of(&object),
        comment: comment_of(&object),
        done: done_of(&object),
        reading: reading_of(&object),
        decisions: own_member(&object, DECISIONS),
        rejected: own_member(&object, REJECTED),
        next_key,
        first_own_key: EditKey(next_key),
        given_origin: given_origin_of(&object),
        retired: BTreeMap::default(),
        original: OriginalJson::read(raw),
    };
    LoadedInstance { instance, problems, may_note_typology: may_note_typology(raw) }
}

/// Reads one edit from its JSON; `None` if that is not an object. `keys` gives a key to the edit, then one to each
/// constituent in order.
#[must_use]
pub fn read_edit(
    raw: &str,
    keys: &mut dyn FnMut() -> EditKey,
    typology: &Typology,
) -> Option<Edit> {
    let report = InstanceReport::new(0);
    EditReader { typology, texts: None, report, keys, seen: HashSet::new() }.edit(
        raw,
        &JsonPath::Root,
        false,
    )
}

/// `context`: a text, or the spelling of an object or a list.
fn context_of(object: &Object, report: &mut InstanceReport) -> Option<String> {
    const CONTEXT: &str = "context";
    let data = object.get(CONTEXT).filter(|raw| may_be_data(raw)).map(str::to_owned);
    data.or_else(|| optional_text(object, &JsonPath::Root, CONTEXT, report))
}

/// `bookmark`.
pub(crate) fn bookmark_of(object: &Object) -> bool {
    object.get("bookmark") == Some("true")
}

/// `comment`.
pub(crate) fn comment_of(object: &Object) -> String {
    match object.get("comment").map(Json::read) {
        Some(Json::String(comment)) => comment.into_owned(),
        _ => String::new(),
    }
}

/// Key of the numbers of the tokens that spans touch: see [`tokens`](crate::tokens).
pub(super) const TOKENS: &str = "token_idx";
/// Key of the constituents of a composite.
pub(super) const CONSTITUENTS: &str = "constituent_edits";

/// Key of the data of an instance that only this app uses.
pub const OWN_KEY: &str = "_spanwise";

/// `_spanwise.done`.
pub(crate) fn done_of(object: &Object) -> bool {
    let own = object.get(OWN_KEY).and_then(Object::parse);
    own.is_some_and(|own| own.get("done") == Some("true"))
}

/// The member of [`OWN_KEY`] with the record of the paragraphs that were revealed.
pub(crate) const READING: &str = "reading";

/// `_spanwise.reading`; empty if it is not such a record.
pub(super) fn reading_of(object: &Object) -> Vec<ParagraphReading> {
    let own = object.get(OWN_KEY).and_then(Object::parse);
    let reading = own.as_ref().and_then(|own| own.get(READING));
    reading.map(reading_from_json).unwrap_or_default()
}

/// The member of [`OWN_KEY`] with the notes of the decisions of an adjudicator.
pub const DECISIONS: &str = "decisions";

/// The member of [`OWN_KEY`] with the suggestions that the annotator rejected.
pub const REJECTED: &str = "rejected";

/// A member of [`OWN_KEY`], as JSON.
fn own_member(object: &Object, name: &str) -> Option<Arc<str>> {
    let own = object.get(OWN_KEY).and_then(Object::parse)?;
    own.get(name).map(Arc::from)
}

/// The origin of the edits of an instance that have no note of their own. An instance that was annotated in this app, by a
/// version that noted no origins, has edits of a person.
fn given_origin_of(object: &Object) -> Option<Origin> {
    let raw = object.get(OWN_KEY)?;
    Origin::noted_in_own(raw).or_else(|| {
        let own = Object::parse(raw)?;
        let is_annotated = own.get("done") == Some("true") || own.get(TYPOLOGY).is_some();
        is_annotated.then_some(Origin::PERSON)
    })
}

/// The member of [`OWN_KEY`] with the answers about the instance.
pub const ANSWERS: &str = "answers";

/// `_spanwise.answers`.
fn instance_answers(object: &Object, typology: &Typology, report: &mut InstanceReport) -> Answers {
    let own = object.get(OWN_KEY).and_then(Object::parse);
    let Some(raw) = own.as_ref().and_then(|own| own.get(ANSWERS)) else {
        return Answers::default();
    };
    let own = JsonPath::Root.member(OWN_KEY);
    read_answers(raw, Some(typology.instance_questions()), &own.member(ANSWERS), report)
}

/// The member of [`OWN_KEY`] with the answers about texts, by the names of these.
pub const TEXT_ANSWERS: &str = "text_answers";

/// `_spanwise.text_answers`.
pub(super) fn text_answers(
    object: &Object,
    typology: &Typology,
    report: &mut InstanceReport,
) -> TextAnswers {
    let mut all = TextAnswers::default();
    let own = object.get(OWN_KEY).and_then(Object::parse);
    let raw = own.as_ref().and_then(|own| own.get(TEXT_ANSWERS)).and_then(Object::parse);
    let own = JsonPath::Root.member(OWN_KEY);
    let path = own.member(TEXT_ANSWERS);
    for member in raw.iter().flat_map(Object::members) {
        let (name, questions) = (&member.name, Some(typology.text_questions()));
        let answers = read_answers(&member.value, questions, &path.member(name), report);
        all.set(TextName::new(name), answers);
    }
    all
}

/// Reads answers about a text without a report: their problems were reported before.
pub(crate) fn read_text_answers(raw: &str, typology: &Typology) -> Answers {
    let questions = Some(typology.text_questions());
    read_answers(raw, questions, &JsonPath::Root, &mut InstanceReport::new(0))
}

/// Reads answers about an instance without a report: their problems were reported before.
pub(crate) fn read_instance_answers(raw: &str, typology: &Typology) -> Answers {
    let questions = Some(typology.instance_questions());
    read_answers(raw, questions, &JsonPath::Root, &mut InstanceReport::new(0))
}

/// `category`; `None` if it is missing or not a name.
pub(crate) fn category_of(object: &Object) -> Option<String> {
    Json::read(object.get("category")?).into_name().map(Cow::into_owned)
}

/// `id`.
pub fn id_of(object: &Object) -> Option<EditId> {
    let raw = object.get("id")?;
    match Json::read(raw) {
        Json::Null => None,
        Json::Number(number) => Some(match integer(number) {
            Some(whole) => EditId::Number(whole),
            None => EditId::Other(number.to_owned()),
        }),
        Json::String(text) => Some(EditId::Other(text.into_owned())),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Some(EditId::Other(raw.to_owned())),
    }
}

/// The key with which [`read_instance`] reads each item of `edits`; `None` for an item that is no edit.
pub(super) fn keys_of(edits: &Array) -> Vec<Option<EditKey>> {
    let mut next = 0_u32;
    let keys = edits.values().map(|raw| {
        let edit = Object::parse(raw)?;
        let key = EditKey(next);
        let constituents = edit.get(CONSTITUENTS).and_then(Array::parse);
        let is_edit = |raw: &&str| Object::parse(raw).is_some();
        let count = constituents.map_or(0, |all| all.values().filter(is_edit).count());
        next = next.saturating_add(1).saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        Some(key)
    });
    keys.collect()
}

struct EditReader<'a> {
    typology: &'a Typology,
    /// The texts that spans should lie in, if known.
    texts: Option<&'a Texts>,
    report: InstanceReport,
    keys: &'a mut dyn FnMut() -> EditKey,
    /// Categories and ids so far.
    seen: HashSet<(String, EditId)>,
}

impl EditReader<'_> {
    /// Reads a list of edits. `nested`: they are constituents.
    fn edits(
        &mut self,
        object: &Object,
        name: &str,
        parent: &JsonPath,
        nested: bool,
    ) -> Vec<Arc<Edit>> {
        let path = parent.member(name);
        let raw = object.get(name).unwrap_or("null");
        let array = match Json::read(raw) {
            Json::Array(array) => array,
            Json::Null => return Vec::new(),
            Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
                let message = say!(DataExpectedListEditsFound, found = quoted(raw));
                let remedy = say!(DataKeptUntilEditMade);
                self.report.error(&path, "unreadable-edits", message, remedy);
                return Vec::new();
            }
        };
        let values = array.values().enumerate();
        values.filter_map(|(i, raw)| self.edit(raw, &path.item(i), nested)).map(Arc::new).collect()
    }

    fn edit(&mut self, raw: &str, path: &JsonPath, nested: bool) -> Option<Edit> {
        let Some(object) = Object::parse(raw) else {
            let message = say!(DataThisIsNotAnEdit);
            let remedy = say!(DataNotShownButKeptWhere);
            self.report.error(path, "not-an-edit", message, remedy);
            return None;
        };
        let key = (self.keys)();
        let category = self.category(&object, path);
        let id = self.id(&object, &category, path);
        let mut spans = read_all_spans(&object, path, self.texts, &mut self.report);
        read_roles(&object, path, &mut spans, &mut self.report);
        self.check_sides(&category, &spans, path);
        let answers = self.answers(&object, &category, path);
        let constituents = self.constituents(&object, path, nested);
        Some(Edit {
            key,
            category,
            id,
            spans,
            tokens: object.get(TOKENS).map(Into::into),
            answers,
            origin: object.get(OWN_KEY).and_then(Origin::noted_in_own),
            constituents,
            original: OriginalJson::read(raw),
        })
    }

    fn category(&mut self, object: &Object, path: &JsonPath) -> String {
        let path = path.member("category");
        let Some(category) = category_of(object) else {
            let message = say!(DataEditNoCategory);
            let remedy = say!(DataChooseCategoryFor);
            self.report.error(&path, "missing-category", message, remedy);
            return String::new();
        };
        if self.typology.find(&category).is_none() {
            let name = quoted(&category);
            let message = say!(DataTemplateNoCategory, name);
            let remedy = say!(DataChooseAnotherCategoryOrOpenTemplate);
            self.report.warn(&path, "unknown-category", message, remedy);
        }
        category
    }

    fn id(&mut self, object: &Object, category: &str, path: &JsonPath) -> Option<EditId> {
        let path = path.member("id");
        let Some(id) = id_of(object) else {
            let message = say!(DataEditNoId);
            self.report.hint(&path, "missing-id", message, say!(DataThreshNeedsId));
            return None;
        };
        if let EditId::Other(text) = &id {
            let message = say!(DataIdNotWholeNumber, id = quoted(text));
            self.report.hint(&path, "odd-id", message, say!(DataThreshNeedsWholeNumber));
        }
        if !self.seen.insert((category.to_owned(), id.clone())) {
            let name = quoted(category);
            let message = say!(DataAnotherEditCategorySameId, name);
            let remedy = say!(DataThreshTakesTwoEditsForOneAndDeletes);
            self.report.hint(&path, "duplicate-id", message, remedy);
        }
        Some(id)
    }

    /// Reports the sides that the category asks for and the edit has no span on, in any of their texts.
    fn check_sides(&mut self, category: &str, spans: &Spans, path: &JsonPath) {
        let found = self.typology.find(category);
        let (Some((_, known)), Some(texts)) = (found, self.texts) else { return };
        for side in missing_sides(known, spans, texts) {
            let name = quoted(category);
            let message = match side {
                Side::Source => say!(DataEditCategoryNeedsSpanInSource, name),
                Side::Target => say!(DataEditCategoryNeedsSpanInTarget, name),
            };
            let path = path.member(member_of(side));
            self.report.warn(&path, "missing-span", message, say!(DataAddASpan));
        }
    }

    fn answers(&mut self, object: &Object, category: &str, path: &JsonPath) -> Answers {
        let questions = self.typology.find(category).map(|(_, c)| c.questions.as_slice());
        let raw = object.get("annotation").unwrap_or("null");
        read_answers(raw, questions, &path.member("annotation"), &mut self.report)
    }

    /// Reads the constituents of an edit. A composite within a composite is reported instead: Thresh has none.
    fn constituents(&mut self, object: &Object, path: &JsonPath, nested: bool) -> Vec<Arc<Edit>> {
        if !nested {
            return self.edits(object, CONSTITUENTS, path, true);
        }
        if object.get(CONSTITUENTS).is_some_and(|raw| raw != "null") {
            let message = say!(DataPartCompositePartsOwn);
            let remedy = say!(DataPartsNotShownButKept);
            self.report.error(&path.member(CONSTITUENTS), "nested-composite", message, remedy);
        }
        Vec::new()
    }
}
