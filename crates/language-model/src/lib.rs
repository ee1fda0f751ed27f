//! Language models as annotators: prompts from a typology, requests to endpoints, and replies read as edits.
//!
//! ```text
//! Template ──► PromptTemplate ─┐
//! Record ──────────────────────┴─► prompt ─► endpoint::request_body ─► (an endpoint) ─► endpoint::ModelReply
//!                                                                                          │
//!                      Corpus, SpanLocationCounts, ReplyNotes ◄─ annotate ◄─ reply::read ◄─┘
//! ```
//!
//! Values only: whoever has a network sends the requests, waits as [`endpoint::prepare_retry`] says, and hands in the
//! replies. Messages are in English; they are for the command line.
//!
//! **Start reading** at [`prompt::PromptTemplate`] and [`annotate`].
//!
//! **Must never happen here:** a well-formed annotation of a reply that is neither an edit nor told; a panic, whatever a
//! reply is; a key in anything but the headers of a request.

#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod annotate;
mod answer_form;
pub mod endpoint;
mod follow_up;
mod ordered;
pub mod prompt;
pub mod reply;
mod request_id;
mod schema;

pub use annotate::{AnnotatedReplies, InstanceReply, ReplyNotes, RunCounts, annotate};
pub use answer_form::{AnswerForm, ReplyForm};
pub use follow_up::FollowUp;
pub use request_id::RequestId;
pub use schema::answer_schema;
