//! Checks before someone annotates for a platform, and the way back to it at the end.

use super::submission::Submission;
use super::worker::{Visitor, Worker};
use spanwise_i18n::{Message, say};
use spanwise_links::percent::component;
use spanwise_template::TemplateSettings;

/// The address to which participants of Prolific return; the completion code of the study is appended.
/// <https://docs.prolific.com/api-reference/studies/the-study-object>
const PROLIFIC: &str = "https://app.prolific.com/submissions/complete?cc=";

/// A problem with the template or the link, found before the work begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupProblem {
    /// The template has no completion code: a participant of Prolific would not be paid.
    NoCompletionCode,
    /// The template has no database: annotations of participants of Prolific would be lost.
    NoDatabase,
    /// The template is for Prolific, and the link does not come from there. No obstacle to trying.
    NotFromProlific,
}

impl SetupProblem {
    /// Returns `true` if the work would be lost or not be paid for.
    #[must_use]
    pub fn is_grave(self) -> bool {
        self != SetupProblem::NotFromProlific
    }

    /// The problem, as one sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            SetupProblem::NoCompletionCode => {
                say!(StudyStudyNoCompletionCodeWithoutProlific)
            }
            SetupProblem::NoDatabase => say!(StudyStudyDoesNotSayWhereAnnotations),
            SetupProblem::NotFromProlific => {
                say!(StudyStudyForParticipantsOnProlific)
            }
        }
    }

    /// The remedy, as one sentence.
    #[must_use]
    pub fn remedy(self) -> Message {
        match self {
            SetupProblem::NoCompletionCode => {
                say!(StudyDoNotBeginYetTellResearchers)
            }
            SetupProblem::NoDatabase => {
                say!(StudyDoNotBeginYetTellResearchersTheir)
            }
            SetupProblem::NotFromProlific => {
                say!(StudyOpenFromProlificUnlessYouOnly)
            }
        }
    }
}

/// Returns the problems with the template for a visitor, the gravest first.
#[must_use]
pub fn setup_problems(settings: &TemplateSettings, visitor: &Visitor) -> Vec<SetupProblem> {
    let for_prolific = settings.crowdsource.as_deref() == Some("prolific");
    match visitor {
        Visitor::Worker(Worker::Prolific { .. }) => [
            (code(settings).is_none(), SetupProblem::NoCompletionCode),
            (settings.database.is_none(), SetupProblem::NoDatabase),
        ]
        .into_iter()
        .filter_map(|(is_there, problem)| is_there.then_some(problem))
        .collect(),
        Visitor::Unnamed if for_prolific => vec![SetupProblem::NotFromProlific],
        Visitor::Unnamed
        | Visitor::Preview { .. }
        | Visitor::Worker(Worker::MTurk { .. } | Worker::Named { .. } | Worker::Device { .. }) => {
            Vec::new()
        }
    }
}

fn code(settings: &TemplateSettings) -> Option<&str> {
    settings.prolific_completion_code.as_deref().map(str::trim).filter(|code| !code.is_empty())
}

/// The way back of an annotator once the work is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WayBack {
    /// A visit to this address.
    Visit(String),
    /// A form, sent by POST in the frame that the page is in.
    Post(CompletionForm),
    /// None: the page thanks the annotator.
    Stay,
}

/// A form that the page submits by navigation, not by a request in the background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionForm {
    /// The address that it is sent to.
    pub action: String,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}

/// Returns the way back of the annotator of a submission. If there is a database, it must have taken the submission
/// before; if not, the form of Mechanical Turk carries the whole submission.
///
/// # Errors
/// If there is no completion code for a participant of Prolific, as [`setup_problems`] reports.
pub fn way_back(
    settings: &TemplateSettings,
    submission: &Submission,
) -> Result<WayBack, SetupProblem> {
    match submission.worker() {
        Worker::Prolific { .. } => {
            let code = code(settings).ok_or(SetupProblem::NoCompletionCode)?;
            Ok(WayBack::Visit(format!("{PROLIFIC}{}", component(code))))
        }
        Worker::MTurk { assignment, submit_to, .. } => {
            let mut fields = vec![("assignmentId", assignment.clone())];
            // Mechanical Turk takes no form without a field of its own.
            fields.push(("submission_id", submission.id().to_string()));
            if settings.database.is_none() {
                fields.push(("submission", submission.to_json()));
            }
            let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            Ok(WayBack::Post(CompletionForm { action: submit_to.clone(), fields }))
        }
        Worker::Named { .. } | Worker::Device { .. } => Ok(WayBack::Stay),
    }
}
