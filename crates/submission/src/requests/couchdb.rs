//! `CouchDB`: one document per assignment, and never one overwritten that is not ours.
//! <https://docs.couchdb.org/en/stable/api/document/common.html>
//!
//! ```text
//! PUT <work>:<worker> ── 201 ─► done
//!        └ 409 ─► GET ── this submission ─► done, sent before
//!                  ├ an earlier one of this device, without conflicting revisions ─► PUT with its _rev
//!                  └ anything else, or not to be read ─► PUT <work>:<worker>:<submission>
//! ```

use serde_json::Value;

use super::failure::{FailureCause, SendingFailure, Service, by_status, unconfirmed};
use super::{Arrival, HttpMethod, HttpRequest, ResponseVerdict};
use crate::identity::SubmissionId;
use crate::submission::Submission;
use spanwise_links::percent::component;
use spanwise_template::database::CouchDb;

#[derive(Debug, Clone)]
pub(super) struct CouchDbExchange {
    /// Address of the database.
    base: String,
    /// `<work>:<worker>`.
    name: String,
    id: SubmissionId,
    /// The submission as JSON.
    json: String,
    earlier: Vec<SubmissionId>,
    phase: CouchDbPhase,
}

#[derive(Debug, Clone)]
enum CouchDbPhase {
    /// Writing the document; with the revision that is replaced.
    Put(Option<String>),
    /// Reading the document.
    Get,
    /// Writing another document beside it.
    PutBeside,
    /// Reading the document beside it.
    GetBeside,
}

impl CouchDbExchange {
    pub(super) fn new(
        couchdb: &CouchDb,
        submission: &Submission,
        earlier: &[SubmissionId],
    ) -> Self {
        CouchDbExchange {
            base: format!("{}/{}", couchdb.url, component(&couchdb.database)),
            name: submission.assignment(),
            id: submission.id().clone(),
            json: submission.to_json(),
            earlier: earlier.to_vec(),
            phase: CouchDbPhase::Put(None),
        }
    }

    pub(super) fn request(&self) -> HttpRequest {
        let name = self.document();
        let url = format!("{}/{}", self.base, component(&name));
        let put = |url, rev| HttpRequest::with_json(HttpMethod::Put, url, self.body(&name, rev));
        match &self.phase {
            CouchDbPhase::Put(rev) => put(url, rev.as_deref()),
            CouchDbPhase::PutBeside => put(url, None),
            CouchDbPhase::Get | CouchDbPhase::GetBeside => {
                HttpRequest::get(format!("{url}?conflicts=true"))
            }
        }
    }

    /// The name of the document that the request is about.
    fn document(&self) -> String {
        match self.phase {
            CouchDbPhase::Put(_) | CouchDbPhase::Get => self.name.clone(),
            CouchDbPhase::PutBeside | CouchDbPhase::GetBeside => {
                format!("{}:{}", self.name, self.id)
            }
        }
    }

    /// The submission with the database's own fields, `_id` and `_rev`.
    fn body(&self, name: &str, rev: Option<&str>) -> String {
        let rev = rev.map(|rev| format!("\"_rev\":{},", Value::from(rev))).unwrap_or_default();
        let fields = self.json.strip_prefix('{').unwrap_or_default();
        format!("{{\"_id\":{},{rev}{fields}", Value::from(name))
    }

    pub(super) fn judge(&mut self, status: u16, body: &str) -> ResponseVerdict {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        // A proxy or a login page may answer in place of the database, whose own answers name a revision.
        if (200..=299).contains(&status) && !self.is_confirmed_by(&answer) {
            return unconfirmed(Service::CouchDb, status, &answer);
        }
        match (&self.phase, status) {
            (CouchDbPhase::Put(None), 200..=299) => self.done(Arrival::New),
            (CouchDbPhase::Put(Some(_)), 200..=299) => self.done(Arrival::Replaced),
            (CouchDbPhase::PutBeside, 200..=299) => self.done(Arrival::Beside),
            (CouchDbPhase::Put(_), 409) => self.go_on(CouchDbPhase::Get),
            (CouchDbPhase::PutBeside, 409) => self.go_on(CouchDbPhase::GetBeside),
            (CouchDbPhase::Get, 200..=299) => self.found(&answer),
            (CouchDbPhase::GetBeside, 200..=299) => self.found_beside(&answer, status),
            // It was deleted since.
            (CouchDbPhase::Get, 404) => self.go_on(CouchDbPhase::Put(None)),
            (CouchDbPhase::GetBeside, 404) => self.go_on(CouchDbPhase::PutBeside),
            // It may not be ours, so it is left alone.
            (CouchDbPhase::Get, 401 | 403) => self.go_on(CouchDbPhase::PutBeside),
            // The name itself says that it is this submission.
            (CouchDbPhase::GetBeside, 401 | 403) => self.done(Arrival::Beside),
            (
                CouchDbPhase::Put(_)
                | CouchDbPhase::Get
                | CouchDbPhase::PutBeside
                | CouchDbPhase::GetBeside,
                _,
            ) => self.refused(status, &answer),
        }
    }

    fn is_confirmed_by(&self, answer: &Value) -> bool {
        let has = |name: &str| answer.get(name).and_then(Value::as_str).is_some();
        match self.phase {
            CouchDbPhase::Put(_) | CouchDbPhase::PutBeside => {
                answer.get("ok") == Some(&Value::Bool(true)) && has("rev")
            }
            CouchDbPhase::Get | CouchDbPhase::GetBeside => has("_id") || has("_rev"),
        }
    }

    fn found(&mut self, document: &Value) -> ResponseVerdict {
        let text = |name: &str| document.get(name).and_then(Value::as_str);
        let id = text("id").and_then(SubmissionId::new);
        if id.as_ref() == Some(&self.id) {
            return self.done(Arrival::Before);
        }
        let is_own = id.is_some_and(|id| self.earlier.contains(&id));
        let undisputed = document.get("_conflicts").is_none();
        match text("_rev").filter(|_| is_own && undisputed) {
            Some(rev) => {
                let rev = rev.to_owned();
                self.go_on(CouchDbPhase::Put(Some(rev)))
            }
            None => self.go_on(CouchDbPhase::PutBeside),
        }
    }

    fn found_beside(&self, document: &Value, status: u16) -> ResponseVerdict {
        if document.get("id").and_then(Value::as_str) == Some(self.id.as_str()) {
            return self.done(Arrival::Beside);
        }
        ResponseVerdict::Never(SendingFailure::new(
            Service::CouchDb,
            FailureCause::Conflict,
            status,
            "",
        ))
    }

    fn done(&self, arrival: Arrival) -> ResponseVerdict {
        ResponseVerdict::Done { place: self.document(), arrival }
    }

    fn go_on(&mut self, phase: CouchDbPhase) -> ResponseVerdict {
        self.phase = phase;
        ResponseVerdict::GoOn
    }

    fn refused(&self, status: u16, answer: &Value) -> ResponseVerdict {
        let said = answer.get("reason").and_then(Value::as_str).unwrap_or_default();
        by_status(Service::CouchDb, status, said)
    }
}
