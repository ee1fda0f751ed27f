//! The annotator and the instances given by a link, kept with the work.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::identity::assignment_part;
use super::worker::{Visitor, Worker};
use spanwise_annotation::format::with_metadata;
use spanwise_json::{Json, Object};

/// The assignment of a work that was opened by a link for one annotator, or for a part of the data.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assignment {
    /// The annotator; `None` if the link names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<Worker>,
    /// The 0-based positions, in the whole data file, of the instances of this work; `None` for all, in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances: Option<Vec<usize>>,
    /// `true` if the task is only previewed. Such a work is not kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub preview: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Assignment {
    /// Reads the JSON of [`Assignment::to_json`].
    #[must_use]
    pub fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// The assignment as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Cannot fail: all keys are texts.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The part of the work's id that distinguishes works on the same template and data; empty if the link gives
    /// neither an annotator nor a sample.
    #[must_use]
    pub fn part(&self) -> String {
        let instances = self.instances.as_deref();
        match (&self.worker, instances) {
            (None, None) => String::new(),
            (Some(worker), _) => assignment_part(worker, instances),
            (None, Some(_)) => assignment_part(&Worker::Device { id: String::new() }, instances),
        }
    }

    /// Creates the assignment of the person who opened a link.
    #[must_use]
    pub fn of(visitor: &Visitor, instances: Option<Vec<usize>>) -> Self {
        let worker = match visitor {
            Visitor::Worker(worker) => Some(worker.clone()),
            Visitor::Unnamed | Visitor::Preview { .. } => None,
        };
        let preview = matches!(visitor, Visitor::Preview { .. });
        Assignment { worker, instances, preview }
    }

    /// The person who opened the link; the HIT of a preview is not kept.
    #[must_use]
    pub fn visitor(&self) -> Visitor {
        if self.preview {
            return Visitor::Preview { hit: None };
        }
        self.worker.clone().map_or(Visitor::Unnamed, Visitor::Worker)
    }

    /// The 0-based position in the whole data file of an instance of this work.
    #[must_use]
    pub fn position(&self, instance: usize) -> usize {
        let known = self.instances.as_ref().and_then(|instances| instances.get(instance));
        known.copied().unwrap_or(instance)
    }
}

/// The annotator, as shown in lists and files. Reads no more of an [`Assignment`], for pages that need no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotator {
    platform: String,
    id: String,
    study: Option<String>,
    session: Option<String>,
}

impl Annotator {
    /// Reads the annotator from the JSON of [`Assignment::to_json`]; `None` if the link named none.
    #[must_use]
    pub fn from_json(json: &str) -> Option<Self> {
        let assignment = Object::parse(json)?;
        let worker = Object::parse(assignment.get("worker")?)?;
        let text = |name: &str| Json::read(worker.get(name)?).into_text().map(Cow::into_owned);
        Some(Annotator {
            platform: text("platform")?,
            id: text("id")?,
            study: text("study"),
            session: text("session"),
        })
    }

    /// The annotator's name; `None` if only the device is known.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        (self.platform != "device").then_some(&self.id)
    }

    /// The JSON of an instance in this annotator's files; `None` if it does not depend on the annotator. `changed` is
    /// the instance if it was annotated, `raw` as it was opened.
    #[must_use]
    pub fn signed(&self, changed: Option<&str>, raw: &str) -> Option<String> {
        (self.platform == "prolific").then(|| {
            let session = self.session.as_deref();
            with_ids(changed.unwrap_or(raw), &self.id, self.study.as_deref(), session)
        })
    }
}

/// The JSON of an instance as it is submitted: with the ids of Prolific for its participants.
#[must_use]
pub fn signed(json: &str, worker: &Worker) -> String {
    match worker {
        Worker::Prolific { id, study, session } => {
            with_ids(json, id, study.as_deref(), session.as_deref())
        }
        Worker::MTurk { .. } | Worker::Named { .. } | Worker::Device { .. } => json.to_owned(),
    }
}

/// The JSON of an instance with the session of a submission in its `metadata`, as [`Submission::session`] gives it. Writers
/// of FALTE's rows find it there.
///
/// [`Submission::session`]: super::submission::Submission::session
#[must_use]
pub fn in_session(json: &str, session: Option<&str>) -> String {
    session.map_or_else(|| json.to_owned(), |session| with_metadata(json, &[("session", session)]))
}

/// The JSON of an instance with the ids of Prolific in its `metadata`, under the names that Thresh gives them there.
fn with_ids(json: &str, id: &str, study: Option<&str>, session: Option<&str>) -> String {
    let ids = [("PROLIFIC_PID", Some(id)), ("STUDY_ID", study), ("SESSION_ID", session)];
    let known: Vec<_> = ids.into_iter().filter_map(|(name, id)| Some((name, id?))).collect();
    with_metadata(json, &known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: &str) -> Option<Worker> {
        Some(Worker::Named { id: id.to_owned() })
    }

    #[test]
    fn what_is_kept_is_read_back() {
        for assignment in [
            Assignment::default(),
            Assignment { worker: named("a"), instances: Some(vec![3, 0]), preview: false },
            Assignment { worker: None, instances: Some(Vec::new()), preview: true },
        ] {
            assert_eq!(Assignment::from_json(&assignment.to_json()), Some(assignment));
        }
        assert_eq!(Assignment::from_json("3"), None);
    }

    fn participant() -> Worker {
        Worker::Prolific { id: "5f".to_owned(), study: Some("s".to_owned()), session: None }
    }

    fn kept(worker: Option<Worker>) -> String {
        Assignment { worker, ..Assignment::default() }.to_json()
    }

    #[test]
    fn who_annotates_is_read_by_itself() {
        let device = Worker::Device { id: "3f".to_owned() };
        let cases = [
            (kept(named("anna")), Some("anna")),
            (kept(Some(participant())), Some("5f")),
            (kept(Some(device)), None),
            (kept(None), None),
            ("3".to_owned(), None),
        ];
        for (json, name) in cases {
            let annotator = Annotator::from_json(&json);
            assert_eq!(annotator.as_ref().and_then(Annotator::name), name, "{json}");
        }
    }

    #[test]
    fn people_and_samples_are_set_apart() {
        let of = |worker, instances: Option<&[usize]>| {
            let instances = instances.map(<[usize]>::to_vec);
            Assignment { worker, instances, preview: false }.part()
        };
        let parts = [
            of(None, None),
            of(None, Some(&[0])),
            of(None, Some(&[1])),
            of(named("a"), None),
            of(named("b"), None),
            of(named("a"), Some(&[0])),
        ];
        assert_eq!(parts[0], "");
        for (i, part) in parts.iter().enumerate() {
            assert!(!parts[i + 1..].contains(part), "{i}");
        }
    }

    #[test]
    fn instances_of_a_sample_know_their_place_in_the_file() {
        let assignment = Assignment { instances: Some(vec![4, 2]), ..Assignment::default() };
        assert_eq!([0, 1].map(|at| assignment.position(at)), [4, 2]);
        assert_eq!(Assignment::default().position(7), 7);
    }

    #[test]
    fn the_ids_of_prolific_are_in_the_metadata() {
        let entry = r#"{"source":"a","metadata":{"prolific":1}}"#;
        let expected =
            r#"{"source":"a","metadata":{"prolific":1,"PROLIFIC_PID":"5f","STUDY_ID":"s"}}"#;
        assert_eq!(signed(entry, &participant()), expected);
        assert_eq!(signed(entry, &named("x").unwrap()), entry);
    }

    #[test]
    fn files_of_a_participant_say_so_in_every_entry() {
        let participant = Annotator::from_json(&kept(Some(participant()))).unwrap();
        let expected = r#"{"target":"b","metadata":{"PROLIFIC_PID":"5f","STUDY_ID":"s"}}"#;
        let changed = r#"{"target":"b"}"#;
        assert_eq!(participant.signed(Some(changed), "{}").as_deref(), Some(expected));
        assert_eq!(participant.signed(None, changed).as_deref(), Some(expected));
        let anna = Annotator::from_json(&kept(named("anna"))).unwrap();
        assert_eq!(anna.signed(Some(changed), "{}"), None);
    }
}
