//! Conversations: the turns of an instance in a list `messages`, in the form of the interfaces of chat models.
//!
//! Each item is `{"role": …, "content": …}`. Every turn is a text with the name `1 user`, `2 assistant` and so on: its
//! number, from 1, and its role. What the model says is under evaluation, and what the person says is the source;
//! others, such as the instructions of the system and the replies of tools, are context.

use super::report::{InstanceReport, JsonPath};
use super::texts::{PARAGRAPH_SEPARATOR, text_member};
use crate::document::{NamedText, TextName, TextRole};
use spanwise_diagnostics::quoted;
use spanwise_i18n::say;
use spanwise_json::{Array, Object};
use spanwise_text::Text;

/// The list of turns.
pub const MESSAGES: &str = "messages";

/// An example of a turn, for the remedies of problems.
const EXAMPLE: &str = r#"{"role": "assistant", "content": "…"}"#;

/// Reads a turn with its index (0-based); reports and leaves out what is none.
pub(super) fn read_turn(
    raw: &str,
    index: usize,
    path: &JsonPath,
    report: &mut InstanceReport,
) -> Option<NamedText> {
    let object = Object::parse(raw);
    let role = object.as_ref().and_then(|object| text_member(object, "role"));
    let (Some(object), Some(role)) = (object, role) else {
        let message = say!(DataNotATurn, found = quoted(raw));
        report.error(path, "not-a-turn", message, say!(DataWriteTextLike, example = EXAMPLE));
        return None;
    };
    let name = TextName::new(&format!("{} {role}", index + 1));
    Some(NamedText::new(name, text_role(&role), Text::new(content(&object))))
}

/// The role of the turns of a participant.
fn text_role(participant: &str) -> TextRole {
    match participant {
        "assistant" | "model" => TextRole::Target,
        "user" => TextRole::Source,
        _ => TextRole::Context,
    }
}

/// The text of a turn: its content, or the texts among the parts of its content. Pictures and calls of tools have none.
fn content(turn: &Object) -> String {
    if let Some(text) = text_member(turn, "content") {
        return text;
    }
    let parts = turn.get("content").and_then(Array::parse);
    let texts = parts.iter().flat_map(Array::values).filter_map(Object::parse);
    let texts: Vec<String> = texts.filter_map(|part| text_member(&part, "text")).collect();
    texts.join(PARAGRAPH_SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Texts;
    use crate::format::texts::read_texts;

    fn read(json: &str) -> (Texts, Vec<&'static str>) {
        let mut report = InstanceReport::new(0);
        let texts = read_texts(&Object::parse(json).unwrap(), &mut report);
        (texts, report.into_problems().iter().map(|problem| problem.code).collect())
    }

    fn shown(texts: &Texts) -> Vec<(&str, TextRole, &str)> {
        texts.iter().map(|text| (text.name.as_str(), text.role, text.text.as_str())).collect()
    }

    #[test]
    fn every_turn_is_a_text() {
        let json = r#"{"messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Who?"},
            {"role": "assistant", "content": [{"type": "text", "text": "A."}, {"type": "image_url"}, {"type": "text", "text": "B."}]},
            {"role": "user", "content": "Who?"},
            {"role": "model", "content": null}
        ]}"#;
        let (texts, problems) = read(json);
        assert_eq!(
            shown(&texts),
            [
                ("1 system", TextRole::Context, "Be brief."),
                ("2 user", TextRole::Source, "Who?"),
                ("3 assistant", TextRole::Target, "A.\n\nB."),
                ("4 user", TextRole::Source, "Who?"),
                ("5 model", TextRole::Target, ""),
            ]
        );
        assert!(!problems.contains(&"not-a-turn"), "{problems:?}");
    }

    #[test]
    fn what_is_no_turn_is_reported_and_leaves_the_names_of_the_others() {
        let (texts, problems) = read(
            r#"{"messages": ["Hello.", {"role": "user", "content": "Who?"}, {"content": "A."}]}"#,
        );
        assert_eq!(shown(&texts), [("2 user", TextRole::Source, "Who?")]);
        assert_eq!(problems.iter().filter(|code| **code == "not-a-turn").count(), 2);
    }

    #[test]
    fn messages_beside_texts_are_no_conversation() {
        let turns = r#""messages": [{"role": "user", "content": "Who?"}]"#;
        for texts in [r#""target": "T""#, r#""source": "S""#, r#""texts": []"#] {
            let (texts, _) = read(&format!("{{{texts}, {turns}}}"));
            assert!(texts.iter().all(|text| text.name.as_str() != "1 user"));
        }
        let (texts, _) = read(&format!(r#"{{"target": null, {turns}}}"#));
        assert_eq!(shown(&texts), [("1 user", TextRole::Source, "Who?")]);
        let (texts, _) = read(r#"{"messages": "none"}"#);
        assert!(texts.are_usual());
    }
}
