//! Instances, their texts, the edits on them, and the answers about both.
//!
//! **Start reading** at [`Instance`] and [`Edit`]; [`flow`] is the decision tree of questions.
//!
//! **Must never happen here:** a change of an instance, which only [`change`](crate::change) makes; knowledge of file
//! formats.

pub mod answer;
pub mod draft;
pub mod flow;
pub mod instance;
pub mod order;
pub mod origin;
pub mod outputs;
mod reading;
mod roles;
mod spans;
pub mod steps;
pub mod summary;
mod text_answers;
mod texts;

pub use answer::{Answer, Answers};
pub use draft::{Draft, MissingInDraft};
pub use flow::{GivenAnswer, QuestionPath, accepts, chosen_option};
pub use instance::{AnswerOwner, Edit, EditId, EditKey, Instance, OriginalJson};
pub use origin::{EditMaker, Origin, SuggestionId};
pub use reading::{ParagraphReading, RevealedParagraphs};
pub(crate) use reading::{reading_from_json, reading_to_json};
pub use roles::{AssignedRoles, enable as enable_roles, roles_of};
pub(crate) use spans::role_names;
pub use spans::{RoleName, Spans};
pub use summary::{InstanceStatus, InstanceSummary};
pub use text_answers::TextAnswers;
pub use texts::{NameTaken, NamedText, Surroundings, TextName, TextRole, Texts};
