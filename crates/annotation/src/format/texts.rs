//! The texts of an instance in a file: `source` and `target` as in Thresh, and any further ones in a list `texts`.
//!
//! A text is a string, or a list of strings, one for each paragraph; those are joined with a blank line between them, and
//! offsets count in the whole.
//!
//! Each item of the list is `{"name": …, "role": …, "text": …}`. An instance with the list has no `source` or `target`
//! unless they are given, in the list or as members.
//!
//! An instance with none of these may be a conversation: a list `messages` of [turns](super::turns).

use std::borrow::Cow;

use super::report::{InstanceReport, JsonPath};
use super::turns::{MESSAGES, read_turn};
use crate::document::{NamedText, Surroundings, TextName, TextRole, Texts};
use spanwise_diagnostics::quoted;
use spanwise_i18n::say;
use spanwise_json::{Array, Json, Object, decode};
use spanwise_template::Side;
use spanwise_text::{Byte, Text, Utf16};

/// The list of texts beside `source` and `target`.
pub const TEXTS: &str = "texts";

/// An example of the list, for the remedies of problems.
const EXAMPLE: &str = r#"[{"name": "b", "role": "target", "text": "…"}]"#;

/// The separator of the paragraphs of a text that is given as a list.
pub const PARAGRAPH_SEPARATOR: &str = "\n\n";

/// Key of the text shown before a text of the list.
pub const BEFORE: &str = "context_before";

/// Key of the text shown after a text of the list.
pub const AFTER: &str = "context_after";

/// Reads the texts of an instance, without the surroundings in members of the instance itself ([`surround`]).
pub(crate) fn read_texts(object: &Object, report: &mut InstanceReport) -> Texts {
    let list = list_of_texts(object, report);
    let target = divided_text(object, &JsonPath::Root, "target", report);
    let is_absent = object.get("target").is_none_or(|raw| raw == "null");
    if list.is_none() && is_absent {
        let message = say!(DataThereIsNoTarget);
        let remedy = say!(DataAddTargetOrLeaveIfOnly);
        report.hint(&JsonPath::Root.member("target"), "missing-target", message, remedy);
    }
    let source = divided_text(object, &JsonPath::Root, "source", report);
    let mut texts = if list.is_some() { Texts::none() } else { Texts::default() };
    for (side, text) in [(Side::Source, source), (Side::Target, target)] {
        let Some(DividedText { text, starts }) = text else { continue };
        texts.set(side, text);
        if let Some(starts) = starts {
            texts.divide(side, starts);
        }
    }
    if let Some(list) = list {
        add_listed(&list, &mut texts, report);
    }
    texts
}

/// The list of an instance's texts.
#[derive(Debug)]
pub enum TextList<'o> {
    /// Texts with a name, in the member [`TEXTS`].
    Named(Array<'o>),
    /// The turns of a conversation, in the member [`MESSAGES`].
    Turns(Array<'o>),
}

/// Adds the texts of a list. Those whose name is taken are reported and left out.
pub fn add_listed(list: &TextList, texts: &mut Texts, report: &mut InstanceReport) {
    let (key, array) = match list {
        TextList::Named(array) => (TEXTS, array),
        TextList::Turns(array) => (MESSAGES, array),
    };
    let path = JsonPath::Root.member(key);
    for (i, raw) in array.values().enumerate() {
        let path = path.item(i);
        let text = match list {
            TextList::Named(_) => read_text(raw, &path, report),
            TextList::Turns(_) => read_turn(raw, i, &path, report),
        };
        let Some(text) = text else { continue };
        if let Err(taken) = texts.add(text) {
            let message = say!(DataAnotherTextSameName, name = quoted(taken.0.as_str()));
            let remedy = say!(DataGiveEachTextOwnName);
            report.error(&path.member("name"), "duplicate-text", message, remedy);
        }
    }
}

/// The list of texts beside `source` and `target`, or in their place; `None` if there is no list.
pub fn list_of_texts<'o>(object: &'o Object, report: &mut InstanceReport) -> Option<TextList<'o>> {
    let Some(raw) = object.get(TEXTS) else {
        let is_given = |name| object.get(name).is_some_and(|raw| raw != "null");
        let messages = object.get(MESSAGES).filter(|_| !is_given("source") && !is_given("target"));
        return messages.and_then(Array::parse).map(TextList::Turns);
    };
    match Json::read(raw) {
        Json::Array(list) => return Some(TextList::Named(list)),
        Json::Null => return None,
        Json::Object(_) | Json::String(_) | Json::Number(_) | Json::Bool(_) => {}
    }
    let message = say!(DataExpectedListTextsFound, found = quoted(raw));
    report.error(
        &JsonPath::Root.member(TEXTS),
        "unreadable-texts",
        message,
        say!(DataWriteTextLike, example = EXAMPLE),
    );
    None
}

fn read_text(raw: &str, path: &JsonPath, report: &mut InstanceReport) -> Option<NamedText> {
    let object = Object::parse(raw);
    let name = object.as_ref().and_then(|object| text_member(object, "name"));
    let (Some(object), Some(name)) = (object, name.filter(|name| !name.is_empty())) else {
        let message = say!(DataNotANamedText, found = quoted(raw));
        report.error(path, "not-a-named-text", message, say!(DataWriteTextLike, example = EXAMPLE));
        return None;
    };
    let role = text_member(&object, "role");
    let role = role.as_deref().and_then(TextRole::named).unwrap_or_else(|| {
        let found = quoted(object.get("role").unwrap_or("null"));
        let message = say!(DataNotARoleOfTexts, found);
        report.warn(&path.member("role"), "unknown-role", message, say!(DataReadAsContext));
        TextRole::Context
    });
    let text = divided_text(&object, path, "text", report);
    let DividedText { text, starts } =
        text.unwrap_or(DividedText { text: Text::EMPTY, starts: None });
    let surroundings = Surroundings {
        before: optional_text(&object, path, BEFORE, report),
        after: optional_text(&object, path, AFTER, report),
    };
    let named = NamedText::new(TextName::new(&name), role, text);
    Some(named.divided(starts).within(surroundings))
}

/// A member if it is a JSON string.
pub(super) fn text_member(object: &Object, name: &str) -> Option<String> {
    Json::read(object.get(name)?).into_text().map(Cow::into_owned)
}

/// A text of a file, with the starts of its paragraphs if it is given as a list of them.
struct DividedText {
    text: Text,
    starts: Option<Vec<Utf16>>,
}

/// Reads a member that should be a text or a list of paragraphs; reports any other value than `null`.
fn divided_text(
    object: &Object,
    parent: &JsonPath,
    name: &str,
    report: &mut InstanceReport,
) -> Option<DividedText> {
    let list = object.get(name).and_then(Array::parse);
    let Some(list) = list else {
        let text = optional_text(object, parent, name, report)?;
        return Some(DividedText { text: Text::new(text), starts: None });
    };
    let path = parent.member(name);
    let (mut joined, mut starts) = (String::new(), Vec::new());
    for (number, raw) in list.values().enumerate() {
        let Json::String(paragraph) = Json::read(raw) else {
            let message = say!(DataExpectedTextFound, found = quoted(raw));
            let remedy = say!(DataTextOrParagraphs);
            report.error(&path.item(number), "not-a-text", message, remedy);
            continue;
        };
        joined.push_str(if starts.is_empty() { "" } else { PARAGRAPH_SEPARATOR });
        starts.push(joined.len());
        joined.push_str(&paragraph);
    }
    let text = Text::new(joined);
    let starts = starts.into_iter().map(|at| text.to_utf16(Byte(at))).collect();
    Some(DividedText { text, starts: Some(starts) })
}

/// The text of a list of paragraphs, as the app joins them; `None` if the value is not a list of strings.
#[must_use]
pub fn joined_paragraphs(raw: &str) -> Option<String> {
    let paragraph = |raw| {
        if let Json::String(paragraph) = Json::read(raw) { Some(paragraph) } else { None }
    };
    let paragraphs = Array::parse(raw)?.values().map(paragraph).collect::<Option<Vec<_>>>()?;
    Some(paragraphs.join(PARAGRAPH_SEPARATOR))
}

/// Reads a member that should be a text; reports any other value than `null`.
pub(super) fn optional_text(
    object: &Object,
    parent: &JsonPath,
    name: &str,
    report: &mut InstanceReport,
) -> Option<String> {
    let raw = object.get(name)?;
    let path = parent.member(name);
    let message = || say!(DataExpectedTextFound, found = quoted(raw));
    let text = match Json::read(raw) {
        Json::Null => return None,
        Json::String(text) => {
            if raw.contains("\\u") && decode(raw).lone_surrogate {
                let message = say!(DataTextHoldsHalfCharacterLoneSurrogate);
                let remedy = say!(DataShownAndSaved, sign = "\u{fffd}");
                report.warn(&path, "lone-surrogate", message, remedy);
            }
            return Some(text.into_owned());
        }
        Json::Number(number) => number.to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Array(_) | Json::Object(_) => {
            let remedy = say!(DataJoinOneTextInDoubleQuotes);
            report.error(&path, "not-a-text", message(), remedy);
            return None;
        }
    };
    let remedy = say!(DataPutInDoubleQuotes);
    report.hint(&path, "not-a-text", message(), remedy);
    Some(text)
}

/// Sets the surroundings of source and target from the members of the instance. The names without a side are those of
/// the Thresh paper; they mean the target, or the source if the target is empty.
pub(super) fn surround(object: &Object, texts: &mut Texts, report: &mut InstanceReport) {
    let mut read = |before: &str, after: &str| Surroundings {
        before: optional_text(object, &JsonPath::Root, before, report),
        after: optional_text(object, &JsonPath::Root, after, report),
    };
    let mut source = read("source_context_before", "source_context_after");
    let mut target = read("target_context_before", "target_context_after");
    let Surroundings { before, after } = read(BEFORE, AFTER);
    let no_target = texts.text(Side::Target).is_empty();
    let shown = if no_target { &mut source } else { &mut target };
    shown.before = shown.before.take().or(before);
    shown.after = shown.after.take().or(after);
    for (name, around) in [(TextName::SOURCE, source), (TextName::TARGET, target)] {
        texts.surround(&name, around);
    }
}
