//! The mentions that are given with an instance: a list `mentions`, each item
//! `{"cluster": …, "text": …, "start": …, "end": …}`.

use super::report::{InstanceReport, JsonPath};
use super::spans::offset;
use super::texts::text_member;
use crate::document::{GivenMention, Mention, TextName, Texts};
use spanwise_diagnostics::quoted;
use spanwise_i18n::say;
use spanwise_json::{Json, Object};
use spanwise_text::{Span, Utf16};

/// The list of mentions.
pub const MENTIONS: &str = "mentions";

/// An example of an item, for the remedies of problems.
const EXAMPLE: &str = r#"{"cluster": "1", "text": "target", "start": 0, "end": 4}"#;

/// Reads the mentions of an instance from the JSON of their list. Items that are not mentions in one of its texts are
/// reported and left out.
pub fn read_mentions(raw: &str, texts: &Texts, report: &mut InstanceReport) -> Vec<GivenMention> {
    let path = JsonPath::Root.member(MENTIONS);
    let remedy = || say!(DataWriteMentionLike, example = EXAMPLE);
    let list = match Json::read(raw) {
        Json::Array(list) => list,
        Json::Null => return Vec::new(),
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
            let message = say!(DataExpectedListMentionsFound, found = quoted(raw));
            report.error(&path, "unreadable-mentions", message, remedy());
            return Vec::new();
        }
    };
    let mut mentions = Vec::new();
    for (i, raw) in list.values().enumerate() {
        let mention = read_mention(raw, texts);
        if mention.is_none() {
            let message = say!(DataNotAMention, found = quoted(raw));
            report.error(&path.item(i), "not-a-mention", message, remedy());
        }
        mentions.extend(mention);
    }
    mentions
}

fn read_mention(raw: &str, texts: &Texts) -> Option<GivenMention> {
    let object = Object::parse(raw)?;
    let cluster = match Json::read(object.get("cluster")?) {
        Json::String(name) => name.into_owned(),
        Json::Number(number) => number.to_owned(),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => return None,
    };
    let text = texts.get(&TextName::new(&text_member(&object, "text")?))?;
    let (start, end) = (offset(object.get("start")?)?, offset(object.get("end")?)?);
    let span = Span::between(Utf16(start), Utf16(end));
    let fits = start < end && text.text.clamp(span) == span && !cluster.is_empty();
    let mention = Mention { span, cluster: cluster.into() };
    fits.then(|| GivenMention { text: text.name.clone(), mention })
}
