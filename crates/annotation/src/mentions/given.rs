//! The mentions that are given with an instance: a list `mentions`, each item a cluster with spans like those of an edit.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Mention;
use crate::document::{Spans, TextName, Texts};
use crate::format::report::{InstanceReport, JsonPath};
use crate::format::spans::read_all_spans;
use spanwise_diagnostics::quoted;
use spanwise_i18n::say;
use spanwise_json::{Json, Object};

/// The member of an instance with the list.
pub const MENTIONS: &str = "mentions";

/// An example of an item, for the remedies of problems.
const EXAMPLE: &str = r#"{"cluster": "1", "output_idx": [[0, 4]]}"#;

/// A mention that is given in the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenMention {
    /// The text that it lies in.
    pub text: TextName,
    /// The mention itself.
    pub mention: Mention,
}

/// Reads the mentions of an instance from the JSON of their list, in its order. What is no mention in one of its texts is
/// reported and left out.
pub fn read_mentions(raw: &str, texts: &Texts, report: &mut InstanceReport) -> Vec<GivenMention> {
    let path = JsonPath::Root.member(MENTIONS);
    let remedy = || say!(DataWriteMentionLike, example = EXAMPLE);
    let mut mentions = Vec::new();
    let list = match Json::read(raw) {
        Json::Array(list) => list,
        Json::Null => return mentions,
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
            let message = say!(DataExpectedListMentionsFound, found = quoted(raw));
            report.error(&path, "unreadable-mentions", message, remedy());
            return mentions;
        }
    };
    let mut clusters: BTreeMap<String, Arc<str>> = BTreeMap::new();
    for (i, raw) in list.values().enumerate() {
        let path = path.item(i);
        let object = Object::parse(raw).unwrap_or_default();
        let spans = read_all_spans(&object, &path, Some(texts), report);
        let Some(name) = cluster_of(&object).filter(|_| are_places(&spans)) else {
            let message = say!(DataNotAMention, found = quoted(raw));
            report.error(&path, "not-a-mention", message, remedy());
            continue;
        };
        let cluster = clusters.entry(name).or_insert_with_key(|name| name.as_str().into());
        for (text, spans) in spans.iter() {
            let fitting = spans.iter().filter(|span| {
                texts.get(text).is_some_and(|text| text.text.clamp(**span) == **span)
            });
            mentions.extend(fitting.map(|span| GivenMention {
                text: text.clone(),
                mention: Mention { span: *span, cluster: cluster.clone() },
            }));
        }
    }
    mentions
}

/// Returns `true` if there are spans, and none is empty.
fn are_places(spans: &Spans) -> bool {
    !spans.is_empty() && spans.all().all(|span| !span.is_empty())
}

/// `cluster`: a text that is not empty, or a number as it is spelled.
fn cluster_of(object: &Object) -> Option<String> {
    let name = Json::read(object.get("cluster")?).into_name()?;
    (!name.is_empty()).then(|| name.into_owned())
}
