//! Instances, the edits on them, and the answers given about those.

pub mod answer;
pub mod draft;
pub mod flow;
pub mod instance;
pub mod order;
mod spans;
pub mod summary;
mod texts;

pub use answer::{Answer, Answers};
pub use draft::{Draft, Missing};
pub use flow::{Given, QuestionPath, accepts, chosen_option};
pub use instance::{Edit, EditId, EditKey, Fields, Instance};
pub use spans::Spans;
pub use summary::{Status, Summary};
pub use texts::{NameTaken, NamedText, Surroundings, TextName, TextRole, Texts};
