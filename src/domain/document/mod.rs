//! Instances, the edits on them, and the answers given about those.

pub mod answer;
pub mod instance;

pub use answer::{Answer, Answers};
pub use instance::{Edit, EditId, EditKey, Fields, Instance, Spans};
