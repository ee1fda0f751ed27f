//! Writes instances and edits by patching the text they were read from.
//!
//! A member is written only if reading the old one would not give its present meaning; so there is no need to track
//! changes, and an untouched instance gives back its text exactly. New members follow in Thresh's order.

use std::borrow::Cow;
use std::sync::Arc;

use super::answers::{read_answers, write_answers};
use super::report::{InstanceReport, JsonPath};
use super::spans::{patch_roles, patch_spans, put};
use super::thresh_read::{
    ANSWERS, CONSTITUENTS, DECISIONS, OWN_KEY, READING, REJECTED, TEXT_ANSWERS, TOKENS,
    bookmark_of, category_of, comment_of, done_of, id_of, keys_of, read_instance_answers,
    reading_of, text_answers,
};
use crate::corrections::{CorrectedText, asks_for_replacements};
use crate::document::{Edit, EditId, EditKey, Instance, reading_to_json};
use spanwise_json::{Array, Json, Object, encode};
use spanwise_template::{Side, Typology};

/// The member of `_spanwise` with the corrected texts.
pub const CORRECTED: &str = "corrected";

/// The JSON of an instance.
///
/// A comment or bookmark that was removed is written as `""` or `false`; one that never existed is not added.
#[must_use]
pub fn write_instance(instance: &Instance, typology: &Typology) -> String {
    let raw = instance.original.text().unwrap_or("{}");
    let mut object = Object::parse(raw).unwrap_or_default();
    if let Some(edits) = write_edits(object.get("edits"), &instance.edits, typology, false) {
        object.set("edits", edits);
    }
    if bookmark_of(&object) != instance.bookmark {
        object.set("bookmark", instance.bookmark.to_string());
    }
    if comment_of(&object) != instance.comment {
        object.set("comment", encode(&instance.comment));
    }
    if let Some(own) = changed_own(&object, instance, typology) {
        object.set(OWN_KEY, own);
    }
    if object.members().is_empty() { raw.to_owned() } else { object.into_text() }
}

/// The new `_spanwise` of an instance; `None` if the old one still says the same.
fn changed_own(object: &Object, instance: &Instance, typology: &Typology) -> Option<String> {
    let mut own = object.get(OWN_KEY).and_then(Object::parse).unwrap_or_default();
    let answers = own.get(ANSWERS).unwrap_or("null").to_owned();
    let same_answers = read_instance_answers(&answers, typology) == instance.answers;
    let same_text_answers = write_text_answers(&mut own, object, instance, typology);
    let same_done = done_of(object) == instance.done;
    let same_reading = reading_of(object) == instance.reading;
    let same_decisions = own.get(DECISIONS) == instance.decisions.as_deref();
    let same_rejected = own.get(REJECTED) == instance.rejected.as_deref();
    if !same_answers {
        let questions = Some(typology.instance_questions());
        own.set(ANSWERS, write_answers(&answers, &instance.answers, questions));
    }
    if !same_done {
        own.set("done", instance.done.to_string());
    }
    if !same_reading {
        own.set(READING, reading_to_json(&instance.reading));
    }
    if !same_decisions {
        put(&mut own, DECISIONS, instance.decisions.as_deref().map(str::to_owned));
    }
    if !same_rejected {
        put(&mut own, REJECTED, instance.rejected.as_deref().map(str::to_owned));
    }
    let corrected = corrected_texts(instance, typology);
    let same_corrected = !asks_for_replacements(typology) || corrected_texts_of(&own) == corrected;
    if !same_corrected {
        put(&mut own, CORRECTED, corrected_to_json(&corrected));
    }
    let is_same = same_answers
        && same_text_answers
        && same_done
        && same_reading
        && same_decisions
        && same_rejected
        && same_corrected;
    (!is_same).then(|| own.into_text())
}

/// The names of the texts with replacements, each with the text in which these are put in.
fn corrected_texts(instance: &Instance, typology: &Typology) -> Vec<(String, String)> {
    let targets = instance.texts.on(Side::Target);
    let corrected = targets.map(|text| (text, CorrectedText::new(instance, text, typology)));
    let replaced = corrected.filter(|(_, corrected)| !corrected.replacements().is_empty());
    replaced.map(|(text, corrected)| (text.name.as_str().into(), corrected.to_string())).collect()
}

/// The corrected texts in a file. What is no text counts as none.
fn corrected_texts_of(own: &Object) -> Vec<(String, String)> {
    let object = own.get(CORRECTED).and_then(Object::parse).unwrap_or_default();
    let text = |value: &str| Json::read(value).into_text().map(Cow::into_owned);
    let texts = object.members().iter();
    texts.filter_map(|member| Some((member.name.to_string(), text(&member.value)?))).collect()
}

fn corrected_to_json(texts: &[(String, String)]) -> Option<String> {
    let mut object = Object::default();
    for (name, text) in texts {
        object.set(name, encode(text));
    }
    (!texts.is_empty()).then(|| object.into_text())
}

/// Writes the answers about texts that differ into the JSON of [`OWN_KEY`]. Returns `true` if none do.
fn write_text_answers(
    own: &mut Object,
    object: &Object,
    instance: &Instance,
    typology: &Typology,
) -> bool {
    let before = text_answers(object, typology, &mut InstanceReport::new(0));
    if before == instance.text_answers {
        return true;
    }
    let mut all = own.get(TEXT_ANSWERS).and_then(Object::parse).unwrap_or_default();
    for name in before.texts_with(&instance.text_answers) {
        let answers = instance.text_answers.on(name);
        if answers == before.on(name) {
            continue;
        }
        let raw = all.get(name.as_str()).unwrap_or("null").to_owned();
        let written = write_answers(&raw, answers, Some(typology.text_questions()));
        all.set(name.as_str(), written);
    }
    let written = all.into_text();
    own.set(TEXT_ANSWERS, written);
    false
}

/// The JSON of an edit.
///
/// A changed list of spans is written anew, without its unreadable items.
#[must_use]
pub fn write_edit(edit: &Edit, typology: &Typology) -> String {
    patch_edit(edit, typology, false)
}

/// `nested`: the edit is a constituent, whose own constituents in the file were not read.
fn patch_edit(edit: &Edit, typology: &Typology, nested: bool) -> String {
    let raw = edit.original.text().and_then(Object::parse);
    let made_here = raw.is_none();
    let mut object = raw.unwrap_or_default();
    if made_here || category_of(&object).unwrap_or_default() != edit.category {
        object.set("category", encode(&edit.category));
    }
    if id_of(&object) != edit.id {
        write_id(&mut object, edit.id.as_ref());
    }
    let answers = changed_answers(&object, edit, typology);
    if let Some(answers) = answers.or_else(|| made_here.then(|| "null".to_owned())) {
        object.set("annotation", answers);
    }
    patch_spans(&mut object, &edit.spans);
    patch_roles(&mut object, &edit.spans);
    if object.get(TOKENS) != edit.tokens.as_deref() {
        put(&mut object, TOKENS, edit.tokens.as_deref().map(str::to_owned));
    }
    if let Some(origin) = &edit.origin
        && let Some(own) = origin.note_in_own(object.get(OWN_KEY).unwrap_or("{}"))
    {
        object.set(OWN_KEY, own);
    }
    let constituents = object.get(CONSTITUENTS);
    if (!nested || !edit.constituents.is_empty())
        && let Some(constituents) = write_edits(constituents, &edit.constituents, typology, true)
    {
        object.set(CONSTITUENTS, constituents);
    }
    object.into_text()
}

fn write_id(object: &mut Object, id: Option<&EditId>) {
    match id {
        Some(EditId::Number(number)) => object.set("id", number.to_string()),
        Some(EditId::Other(text)) => object.set("id", encode(text)),
        None => object.remove("id"),
    }
}

/// The new `annotation`; `None` if the present one, read for the edit's category, gives the same answers.
fn changed_answers(object: &Object, edit: &Edit, typology: &Typology) -> Option<String> {
    let questions = typology.find(&edit.category).map(|(_, c)| c.questions.as_slice());
    let raw = object.get("annotation").unwrap_or("null");
    let old = read_answers(raw, questions, &JsonPath::Root, &mut InstanceReport::new(0));
    (old != edit.answers).then(|| write_answers(raw, &edit.answers, questions))
}

/// The JSON of a list of edits; `None` if `raw` need not change. `nested`: they are constituents.
fn write_edits(
    raw: Option<&str>,
    edits: &[Arc<Edit>],
    typology: &Typology,
    nested: bool,
) -> Option<String> {
    let array = raw.and_then(Array::parse);
    if array.is_none() && edits.is_empty() {
        return None;
    }
    let array = array.unwrap_or_default();
    // Constituents are read from the text of their composite, so each is found there by its own text.
    let keys = if nested { Vec::new() } else { keys_of(&array) };
    let layout = EditListLayout::of(&array, edits, &keys);
    let mut values: Vec<(Option<usize>, Cow<str>)> = layout.strays_after(None).collect();
    for (edit, &slot) in edits.iter().zip(&layout.slots) {
        values.push((slot, Cow::Owned(patch_edit(edit, typology, nested))));
        if slot.is_some() {
            values.extend(layout.strays_after(slot));
        }
    }
    let written = array.with(values);
    (raw != Some(written.as_str())).then_some(written)
}

/// The layout of a list of edits: the original item of each edit, and the places of the items that are no edits.
struct EditListLayout<'a> {
    /// For each edit, the position of its original item; `None` for a new edit.
    slots: Vec<Option<usize>>,
    /// Items that are no edits: the position of the last kept edit before the item, its own, and its text.
    strays: Vec<(Option<usize>, usize, &'a str)>,
}

impl<'a> EditListLayout<'a> {
    /// Finds the item of each edit by the edit's original text. For an edit that was changed before the page was
    /// reloaded, this text comes from the journal, and the item is found by the edit's key instead.
    fn of(array: &Array<'a>, edits: &[Arc<Edit>], keys: &[Option<EditKey>]) -> Self {
        let mut free: Vec<Option<&str>> = array.values().map(Some).collect();
        let by_key = |edit: &Arc<Edit>| {
            let slot = keys.iter().position(|key| *key == Some(edit.key))?;
            (free.get(slot) != Some(&edit.original.text())).then_some(slot)
        };
        let mut slots: Vec<Option<usize>> = edits.iter().map(by_key).collect();
        for &slot in slots.iter().flatten() {
            if let Some(item) = free.get_mut(slot) {
                *item = None;
            }
        }
        // A duplicate has the text of an item that it was not read from.
        let was_read = |edit: &Edit| keys.is_empty() || keys.contains(&Some(edit.key));
        let mut from = 0;
        for (edit, slot) in edits.iter().zip(&mut slots) {
            if slot.is_none() && was_read(edit) {
                *slot = edit.original.text().and_then(|raw| take(&mut free, raw, from));
            }
            from = slot.map_or(from, |slot| slot + 1);
        }
        let mut strays = Vec::new();
        let mut anchor = None;
        for (i, (value, free)) in array.values().zip(free).enumerate() {
            if free.is_none() {
                anchor = Some(i);
            } else if !value.starts_with('{') {
                strays.push((anchor, i, value));
            }
        }
        EditListLayout { slots, strays }
    }

    fn strays_after(
        &self,
        anchor: Option<usize>,
    ) -> impl Iterator<Item = (Option<usize>, Cow<'a, str>)> {
        let here = self.strays.iter().filter(move |stray| stray.0 == anchor);
        here.map(|&(_, slot, value)| (Some(slot), Cow::Borrowed(value)))
    }
}

/// Takes the item with this text, from `from` on or else from the start: equal ones are taken in order.
fn take(free: &mut [Option<&str>], raw: &str, from: usize) -> Option<usize> {
    let is_it = |(_, item): &(usize, &Option<&str>)| **item == Some(raw);
    let slot = free.iter().enumerate().skip(from).find(is_it);
    let (slot, _) = slot.or_else(|| free.iter().enumerate().find(is_it))?;
    *free.get_mut(slot)? = None;
    Some(slot)
}
