//! Logs as JSON.
//!
//! ```json
//! {"format": "spanwise-typology-changes", "version": 1, "instances": [{"instance": 0, "edits": [{
//!   "place": [0], "category": ["vague", "unclear"], "id": [1, 4],
//!   "answers": [[["kind", {"options": ["old"], "value": "minor"}]], [["kind", {"options": ["new"], "value": "minor"}]]]
//! }]}]}
//! ```
//!
//! Each pair is before and after. An answer consists of the chosen options, from the question to the last follow-up,
//! and of the final value, if any; `json` holds an answer of unknown form.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::log::{BeforeAfter, EditLog, InstanceLog};
use crate::document::{Answer, Answers, EditId};
use spanwise_i18n::Message;

const FORMAT: &str = "spanwise-typology-changes";
const VERSION: u32 = 1;

/// An error in reading a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogError {
    /// Not JSON of this shape; holds the place and the reason.
    Unreadable(String),
    /// Another format, or another version of this one.
    OtherFormat,
}

impl LogError {
    /// The problem, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::from(match self {
            LogError::Unreadable(why) => format!("This is no log of changes: {why}."),
            LogError::OtherFormat => {
                format!("This is no log of changes of version {VERSION}.")
            }
        })
    }
}

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for LogError {}

#[derive(Serialize, Deserialize)]
struct StoredLog {
    format: String,
    version: u32,
    instances: Vec<StoredInstanceLog>,
}

#[derive(Serialize, Deserialize)]
struct StoredInstanceLog {
    instance: usize,
    edits: Vec<StoredEditLog>,
}

#[derive(Serialize, Deserialize)]
struct StoredEditLog {
    place: Vec<usize>,
    category: [String; 2],
    id: [Option<StoredId>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answers: Option<[Vec<(String, StoredAnswer)>; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    written: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredId {
    Number(i64),
    Other(String),
}

#[derive(Serialize, Deserialize, Default)]
struct StoredAnswer {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The chosen options of check-boxes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    several: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    json: Option<Box<RawValue>>,
}

/// Writes the logs of instances as JSON; those without a changed edit are left out.
///
/// # Errors
/// Never for logs made here.
pub fn write_log<'l>(
    logs: impl IntoIterator<Item = &'l InstanceLog>,
) -> Result<String, serde_json::Error> {
    let instances = logs.into_iter().filter(|log| !log.edits.is_empty()).map(|log| {
        let edits = log.edits.iter().map(store).collect();
        StoredInstanceLog { instance: log.instance, edits }
    });
    let instances = instances.collect();
    serde_json::to_string(&StoredLog { format: FORMAT.to_owned(), version: VERSION, instances })
}

/// Reads logs written by [`write_log`].
///
/// # Errors
/// If the text is not such JSON.
pub fn read_log(json: &str) -> Result<Vec<InstanceLog>, LogError> {
    let stored: StoredLog =
        serde_json::from_str(json).map_err(|error| LogError::Unreadable(error.to_string()))?;
    if stored.format != FORMAT || stored.version != VERSION {
        return Err(LogError::OtherFormat);
    }
    let instances = stored.instances.into_iter().map(|stored| {
        let edits = stored.edits.into_iter().map(restore).collect();
        InstanceLog { instance: stored.instance, edits }
    });
    Ok(instances.collect())
}

fn store(log: &EditLog) -> StoredEditLog {
    let answers = log.answers.as_ref();
    StoredEditLog {
        place: log.place.clone(),
        category: [log.category.from.clone(), log.category.to.clone()],
        id: [&log.id.from, &log.id.to].map(|id| id.as_ref().map(store_id)),
        answers: answers.map(|answers| [&answers.from, &answers.to].map(store_answers)),
        written: log.written.clone(),
    }
}

fn restore(stored: StoredEditLog) -> EditLog {
    let from_to = |[from, to]: [Answers; 2]| BeforeAfter { from, to };
    let [from, to] = stored.category;
    let category = BeforeAfter { from, to };
    let [from, to] = stored.id.map(|id| id.map(restore_id));
    EditLog {
        place: stored.place,
        category,
        id: BeforeAfter { from, to },
        answers: stored.answers.map(|answers| from_to(answers.map(restore_answers))),
        written: stored.written,
    }
}

fn store_id(id: &EditId) -> StoredId {
    match id {
        EditId::Number(number) => StoredId::Number(*number),
        EditId::Other(text) => StoredId::Other(text.clone()),
    }
}

fn restore_id(stored: StoredId) -> EditId {
    match stored {
        StoredId::Number(number) => EditId::Number(number),
        StoredId::Other(text) => EditId::Other(text),
    }
}

fn store_answers(answers: &Answers) -> Vec<(String, StoredAnswer)> {
    answers.iter().map(|(question, answer)| (question.to_owned(), store_answer(answer))).collect()
}

fn restore_answers(stored: Vec<(String, StoredAnswer)>) -> Answers {
    let mut answers = Answers::default();
    for (question, answer) in stored {
        answers.set(&question, restore_answer(answer));
    }
    answers
}

fn store_answer(answer: &Answer) -> StoredAnswer {
    let mut stored = StoredAnswer::default();
    let mut next = Some(answer);
    while let Some(answer) = next {
        next = None;
        match answer {
            Answer::Choice { option, follow_up } => {
                stored.options.push(option.clone());
                next = follow_up.as_deref();
            }
            Answer::Value(value) => stored.value = Some(value.clone()),
            Answer::Several(chosen) => stored.several = Some(chosen.clone()),
            Answer::Unknown(json) => stored.json = Some(json.clone()),
        }
    }
    stored
}

fn restore_answer(stored: StoredAnswer) -> Option<Answer> {
    let several = stored.several.map(Answer::Several);
    let end = stored.value.map(Answer::Value).or(several).or(stored.json.map(Answer::Unknown));
    stored
        .options
        .into_iter()
        .rev()
        .fold(end, |below, option| Some(Answer::Choice { option, follow_up: below.map(Box::new) }))
}
