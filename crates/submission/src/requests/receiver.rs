//! Any address that takes JSON.

use super::failure::{Service, by_status, unconfirmed};
use super::{Arrival, HttpMethod, HttpRequest, ResponseVerdict};
use crate::submission::Submission;
use spanwise_template::database::Receiver;

/// A POST with the id of the submission, by which the receiver recognises one that it has already.
#[derive(Debug, Clone)]
pub(super) struct ReceiverExchange {
    url: String,
    id: String,
    body: String,
}

impl ReceiverExchange {
    pub(super) fn new(receiver: &Receiver, submission: &Submission) -> Self {
        ReceiverExchange {
            url: receiver.url.clone(),
            id: submission.id().to_string(),
            body: submission.to_json(),
        }
    }

    pub(super) fn request(&self) -> HttpRequest {
        let mut request =
            HttpRequest::with_json(HttpMethod::Post, self.url.clone(), self.body.clone());
        request.headers.push(("Idempotency-Key".to_owned(), self.id.clone()));
        request
    }

    pub(super) fn judge(&mut self, status: u16, body: &str) -> ResponseVerdict {
        let done = |arrival| ResponseVerdict::Done { place: self.url.clone(), arrival };
        let answer: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
        let text = |name: &str| answer.get(name).and_then(serde_json::Value::as_str);
        match status {
            200..=299 if text("id") == Some(&self.id) => done(Arrival::New),
            200..=299 => unconfirmed(Service::Receiver, status, &answer),
            409 if text("id") == Some(&self.id) => done(Arrival::Before),
            _ => by_status(Service::Receiver, status, text("error").unwrap_or_default()),
        }
    }
}
