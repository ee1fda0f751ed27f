//! Conversion of passages and question to the context that annotators see, and back.

use crate::members::Members;
use spanwise_json::{Array, Json, encode};

const PASSAGE: &str = "### Passage Title: ";
const QUESTION: &str = "### Question: ";

/// The Markdown of passages and question: each passage under its title, a sentence a line. `None` if there is neither.
pub(super) fn context(members: &Members) -> Option<String> {
    let passages = members.get("passages").and_then(|raw| Array::parse(raw.trim()));
    let mut blocks: Vec<String> = Vec::new();
    for passage in passages.iter().flat_map(Array::values) {
        let mut lines = texts(passage);
        if let Some(title) = lines.first_mut() {
            title.insert_str(0, PASSAGE);
            blocks.push(lines.join("\n"));
        }
    }
    blocks.extend(members.text("question").map(|question| format!("{QUESTION}{question}")));
    (!blocks.is_empty()).then(|| blocks.join("\n\n"))
}

/// All texts in a value, in their order.
fn texts(raw: &str) -> Vec<String> {
    match Json::read(raw) {
        Json::String(text) => vec![text.into_owned()],
        Json::Array(array) => {
            let texts = array.values().filter_map(|raw| {
                let Json::String(text) = Json::read(raw) else { return None };
                Some(text.into_owned())
            });
            texts.collect()
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => Vec::new(),
    }
}

/// The members that a context was made of, and `true` if [`context()`] makes the same of them. Lines before the first
/// heading are ignored.
pub(super) fn members(context: &str) -> (Members, bool) {
    let mut passages: Vec<Vec<&str>> = Vec::new();
    let mut question: Option<String> = None;
    for line in context.lines() {
        if let Some(title) = line.strip_prefix(PASSAGE) {
            passages.push(vec![title]);
        } else if let Some(text) = line.strip_prefix(QUESTION) {
            question = Some(text.to_owned());
        } else if let Some(question) = &mut question {
            question.extend(["\n", line]);
        } else if let Some(passage) = passages.last_mut().filter(|_| !line.is_empty()) {
            passage.push(line);
        }
    }
    let mut members = Members::default();
    if let Some(question) = question {
        members.set_text("question", &question);
    }
    let list = |texts: &Vec<&str>| {
        format!("[{}]", texts.iter().map(|text| encode(text)).collect::<Vec<_>>().join(","))
    };
    if !passages.is_empty() {
        let passages: Vec<String> = passages.iter().map(list).collect();
        members.set("passages", format!("[{}]", passages.join(",")));
    }
    let again = self::context(&members);
    (members, again.as_deref() == Some(context))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_passages_and_a_question() {
        let item = r#"{"question":"Why?\nHow?","passages":[["One","A b.","C."],["Two"]]}"#;
        let text = context(&Members::parse(item)).unwrap();
        assert_eq!(
            text,
            "### Passage Title: One\nA b.\nC.\n\n### Passage Title: Two\n\n### Question: Why?\nHow?"
        );
        assert_eq!(members(&text), (Members::parse(item), true));
        assert_eq!(members("*other*"), (Members::default(), false));
        for (item, expected) in [
            ("{}", None),
            (r#"{"passages": [7, [], ["T", 3]], "question": null}"#, Some("### Passage Title: T")),
            (r#"{"passages": "x", "question": "q"}"#, Some("### Question: q")),
        ] {
            assert_eq!(context(&Members::parse(item)).as_deref(), expected, "{item}");
        }
    }
}
