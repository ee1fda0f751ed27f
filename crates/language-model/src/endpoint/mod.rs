//! Endpoints of language models: what is sent to them, what they answer, and what to do when they do not.

mod api;
mod batch;
mod cost;
mod fault;
mod pace;
mod response;
mod retry;

pub use self::api::{Api, RequestSettings, StructuredOutput, request_body};
pub use self::batch::{ReplyLine, batch_line, reply_lines};
pub use self::cost::cost;
pub use self::fault::EndpointFault;
pub use self::pace::{RequestPace, estimated_seconds};
pub use self::response::ModelReply;
pub use self::retry::{MOST_ATTEMPTS, prepare_retry};
