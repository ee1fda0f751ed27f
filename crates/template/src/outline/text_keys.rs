//! Checks of the texts that keys are set to.

use super::data::PlainData;
use super::error::OutlineError;
use super::path::{ItemKind, ItemPath};
use super::value::OutlineValue;
use crate::number::Decimal;
use crate::schema::ValueType;
use spanwise_diagnostics::quoted;
use spanwise_i18n::say;

/// Checks and converts the text for a key with a single value; `None` removes the key.
pub(super) fn checked_text(
    data: &PlainData,
    item: &ItemPath,
    key: &str,
    value: Option<&str>,
) -> Result<Option<OutlineValue>, OutlineError> {
    let Some(known) = item.section().key(key) else {
        let message = say!(OutlineNotKeySuchItem, key);
        return Err(OutlineError::impossible(message, say!(OutlineChooseAnotherKey)));
    };
    if key == "name" {
        check_name(data, item, value)?;
    }
    let Some(value) = value else {
        // The parts of a training keep their keys, so that what is missing is seen.
        let is_kept = known.needed && !item.list().base().is_empty();
        return Ok(is_kept.then_some(OutlineValue::Empty));
    };
    match known.value {
        ValueType::Flag => flag(key, value).map(Some),
        ValueType::Integer { .. } if is_number(value) => {
            Ok(Some(OutlineValue::Bare(value.to_owned())))
        }
        ValueType::Decimal => match Decimal::parse(value.trim()) {
            Some(number) => Ok(Some(OutlineValue::Bare(number.to_string()))),
            None => {
                let message = say!(CompileKeyCannotBeFound, key, found = quoted(value));
                Err(OutlineError::impossible(message, say!(CompileWriteANumberHere)))
            }
        },
        ValueType::Answers
        | ValueType::Map(_)
        | ValueType::List(_)
        | ValueType::Words(_)
        | ValueType::WordOrTexts(_)
        | ValueType::InterfaceText
        | ValueType::Training => {
            let message = say!(OutlineNotSingleText, key);
            Err(OutlineError::impossible(message, say!(OutlineEditTheText)))
        }
        ValueType::Name
        | ValueType::Text
        | ValueType::Markdown
        | ValueType::Integer { .. }
        | ValueType::Color
        | ValueType::Icon
        | ValueType::Language
        | ValueType::Link
        | ValueType::RelativeLink
        | ValueType::Hotkey
        | ValueType::Word(_)
        | ValueType::OpenWord(_)
        | ValueType::WordOrMap(..) => Ok(Some(OutlineValue::Text(value.to_owned()))),
    }
}

fn flag(key: &str, value: &str) -> Result<OutlineValue, OutlineError> {
    match value {
        "true" => Ok(OutlineValue::Flag(true)),
        "false" => Ok(OutlineValue::Flag(false)),
        _ => {
            let message = say!(OutlineEitherTrueOrFalse, key);
            Err(OutlineError::impossible(message, say!(OutlineChooseOneOfBoth)))
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_name(data: &PlainData, item: &ItemPath, name: Option<&str>) -> Result<(), OutlineError> {
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        return Err(OutlineError::impossible(
            say!(OutlineEveryItemNeedsName),
            say!(OutlineWriteName),
        ));
    };
    if name == "val" && item.kind() == Some(ItemKind::Option) {
        return Err(OutlineError::impossible(
            say!(CompileOptionCannotNamedValKeyStored),
            say!(OutlineChooseAnotherName),
        ));
    }
    let owner = item.parent().unwrap_or_default();
    if is_taken(data, &owner, name, item.index()) {
        return Err(OutlineError::taken(name));
    }
    Ok(())
}

/// The name of an item that follows from a label: its words in lower case, joined by `_`, and a number if an item beside
/// it has that name. `None` for a label without words.
pub(super) fn name_of_label(data: &PlainData, item: &ItemPath, label: &str) -> Option<String> {
    let lower = label.to_lowercase();
    let words: Vec<&str> = lower.split(is_between_words).filter(|word| !word.is_empty()).collect();
    let wanted = words.join("_");
    let is_free = |name: &String| check_name(data, item, Some(name)).is_ok();
    (!wanted.is_empty()).then(|| numbered(&wanted).find(is_free))?
}

/// Returns `true` for white space and punctuation; marks that belong to letters of any script are none.
fn is_between_words(c: char) -> bool {
    let is_punctuation = (c.is_ascii() && !c.is_ascii_alphanumeric())
        || matches!(c, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}');
    c.is_whitespace() || c.is_control() || is_punctuation
}

/// A name, then `name_2`, `name_3` and so on.
fn numbered(wanted: &str) -> impl Iterator<Item = String> + '_ {
    let more = (2..).map(move |number: usize| format!("{wanted}_{number}"));
    std::iter::once(wanted.to_owned()).chain(more)
}

/// Returns `true` if an item of a list other than `but` has this name.
pub(super) fn is_taken(data: &PlainData, owner: &ItemPath, name: &str, but: Option<usize>) -> bool {
    let others = data.items(owner).iter().enumerate().filter(|(at, _)| Some(*at) != but);
    others.map(|(_, item)| item.name()).any(|taken| taken == Some(name))
}

/// The name, or the first of `name_2`, `name_3` and so on that no item of the list has.
pub(super) fn free_name(data: &PlainData, owner: &ItemPath, wanted: &str) -> String {
    let free = |name: &String| !is_taken(data, owner, name, None);
    numbered(wanted).find(free).unwrap_or_default()
}
