//! Submissions: one annotator's annotations of some instances, with the details that identify them.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::hidden_gold::HiddenGoldFigures;
use super::identity::{Digest, SubmissionId};
use super::indent::indented;
use super::time::iso_utc;
use super::worker::Worker;
use spanwise_i18n::{Message, say};

/// A submission; as JSON:
///
/// ```json
/// {"schema": "spanwise-submission/1", "id": "…", "work": "…", "template": {"name": "…", "hash": "…"},
///  "worker": {"platform": "prolific", "id": "…"}, "submitted_at": "2024-02-29T08:05:03.007Z",
///  "instances": [0, 3], "annotations": [{…}, {…}]}
/// ```
///
/// Nothing in it changes between one attempt to send it and the next.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "schema", rename = "spanwise-submission/1")]
pub struct Submission {
    id: SubmissionId,
    work: String,
    template: TemplateName,
    worker: Worker,
    submitted_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    completion_code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    durations_ms: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hidden_gold: Option<HiddenGoldFigures>,
    instances: Vec<usize>,
    annotations: Vec<Box<RawValue>>,
}

/// The name and version of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateName {
    /// `template_name`.
    pub name: String,
    /// Distinguishes versions of the template; computed by the caller.
    pub hash: String,
}

/// The details of a submission besides its annotations.
#[derive(Debug, Clone, PartialEq)]
pub struct SubmissionDetails {
    /// The id of the work on the device, which identifies template and data.
    pub work: String,
    /// The template.
    pub template: TemplateName,
    /// The annotator.
    pub worker: Worker,
    /// The time of submission, in milliseconds since 1970 (UTC).
    pub now_ms: u64,
    /// `prolific_completion_code`, which Thresh stores with submissions from Prolific. Those of other annotators have a
    /// [code of their own](SubmissionId::completion_code).
    pub completion_code: Option<String>,
    /// The time spent on each instance, in milliseconds, in the order of the instances.
    pub durations_ms: Option<Vec<u64>>,
    /// The figures of the work on hidden gold; `None` if there is none in the data.
    pub hidden_gold: Option<HiddenGoldFigures>,
}

/// An instance that is no JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnInstance {
    /// Its 0-based index in the data.
    pub instance: usize,
}

impl NotAnInstance {
    /// The problem with the number of the instance, and the remedy.
    #[must_use]
    pub fn message(self) -> Message {
        let number = self.instance.saturating_add(1).to_string();
        say!(StudyInstanceCannotWrittenJsonDownloadYour, number)
    }
}

impl fmt::Display for NotAnInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for NotAnInstance {}

impl Submission {
    /// Creates a submission of instances, given by their 0-based indices in the data and their JSON as in a file.
    ///
    /// # Errors
    /// If an instance is no JSON object.
    pub fn new(
        details: SubmissionDetails,
        annotated: impl IntoIterator<Item = (usize, String)>,
    ) -> Result<Self, NotAnInstance> {
        let mut instances = Vec::new();
        let mut annotations = Vec::new();
        for (instance, json) in annotated {
            let raw = RawValue::from_string(json).ok().filter(|raw| raw.get().starts_with('{'));
            annotations.push(raw.ok_or(NotAnInstance { instance })?);
            instances.push(instance);
        }
        let SubmissionDetails {
            work,
            template,
            worker,
            now_ms,
            completion_code,
            durations_ms,
            hidden_gold,
        } = details;
        let digest = worker.digest(Digest::new().text(&work)).numbers(&instances);
        let digest = annotations.iter().fold(digest, |digest, raw| digest.text(raw.get()));
        let id = SubmissionId::of(digest);
        let completion_code = match &worker {
            Worker::Prolific { .. } => completion_code,
            Worker::MTurk { .. } | Worker::Named { .. } | Worker::Device { .. } => {
                Some(id.completion_code())
            }
        };
        Ok(Submission {
            id,
            work,
            template,
            worker,
            submitted_at: iso_utc(now_ms),
            completion_code,
            durations_ms,
            hidden_gold,
            instances,
            annotations,
        })
    }

    /// Replaces the JSON of instances by JSON that also says what does not identify the submission, such as times.
    /// `written` gets the position of an annotation and its JSON; what it gives that is no JSON object is left out.
    #[must_use]
    pub fn with_details(mut self, written: impl Fn(usize, &str) -> Option<String>) -> Self {
        for (at, annotation) in self.annotations.iter_mut().enumerate() {
            let json = written(at, annotation.get()).filter(|json| json.starts_with('{'));
            if let Some(raw) = json.and_then(|json| RawValue::from_string(json).ok()) {
                *annotation = raw;
            }
        }
        self
    }

    /// The id of the submission, the same wherever and however often it is sent.
    #[must_use]
    pub fn id(&self) -> &SubmissionId {
        &self.id
    }

    /// The session of the annotator with the instances: the code of the submission. `None` for participants of Prolific,
    /// whose instances have the ids of Prolific.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        match &self.worker {
            Worker::Prolific { .. } => None,
            Worker::MTurk { .. } | Worker::Named { .. } | Worker::Device { .. } => {
                self.completion_code.as_deref()
            }
        }
    }

    /// The code that the page gives the annotator at the end; `None` if the platform has a way of its own.
    #[must_use]
    pub fn code_to_show(&self) -> Option<&str> {
        match &self.worker {
            Worker::Prolific { .. } | Worker::MTurk { .. } => None,
            Worker::Named { .. } | Worker::Device { .. } => self.completion_code.as_deref(),
        }
    }

    /// The annotator.
    #[must_use]
    pub fn worker(&self) -> &Worker {
        &self.worker
    }

    /// The time of submission in ISO 8601 (UTC): later ones sort after earlier ones.
    #[must_use]
    pub fn submitted_at(&self) -> &str {
        &self.submitted_at
    }

    /// The name of one annotator's work: `<work>:<worker>`, the same for later submissions of it.
    #[must_use]
    pub fn assignment(&self) -> String {
        format!("{}:{}", self.work, self.worker.id())
    }

    /// The submission as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Cannot fail: all keys are texts, and raw values were read as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the JSON of [`Submission::to_json`].
    #[must_use]
    pub fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// The annotations as a file of Thresh: a JSON list with an indentation of two spaces.
    #[must_use]
    pub fn annotations(&self) -> String {
        indented(&serde_json::to_string(&self.annotations).unwrap_or_default())
    }

    /// The map that Thresh adds to its database, with `spanwise` for the fields that have no place in it.
    #[must_use]
    pub fn thresh_entry(&self) -> serde_json::Map<String, serde_json::Value> {
        let header = Submission { annotations: Vec::new(), ..self.clone() };
        let mut header = match serde_json::to_value(&header) {
            Ok(serde_json::Value::Object(header)) => header,
            _ => serde_json::Map::new(),
        };
        header.remove("annotations");
        let text = serde_json::Value::String;
        let entry = [
            ("annotations", text(self.annotations())),
            ("time_submitted", text(self.submitted_at.clone())),
            ("prolific_metadata", self.prolific_metadata().map_or(serde_json::Value::Null, text)),
            ("spanwise", serde_json::Value::Object(header)),
        ];
        entry.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The ids of Prolific and the completion code, as JSON; `None` for annotators from elsewhere.
    fn prolific_metadata(&self) -> Option<String> {
        let Worker::Prolific { id, study, session } = &self.worker else { return None };
        let metadata = serde_json::json!({
            "completion_code": self.completion_code,
            "prolific_pid": id,
            "study_id": study,
            "session_id": session,
        });
        Some(metadata.to_string())
    }
}
