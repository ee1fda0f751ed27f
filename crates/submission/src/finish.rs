//! What must be right before anyone annotates for a platform, and the way back to it at the end.

use super::submission::Submission;
use super::worker::{Visitor, Worker};
use spanwise_i18n::{Message, say};
use spanwise_links::percent::component;
use spanwise_template::TemplateSettings;

/// Where Prolific sends its participants with the completion code of the study.
/// <https://docs.prolific.com/api-reference/studies/the-study-object>
const PROLIFIC: &str = "https://app.prolific.com/submissions/complete?cc=";

/// Something about the template that makes annotating in vain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetupProblem {
    /// A participant of Prolific would not be paid.
    NoCompletionCode,
    /// Annotations of participants of Prolific would go nowhere.
    NoDatabase,
    /// The template is for Prolific, and the link does not come from there. No obstacle to trying.
    NotFromProlific,
}

impl SetupProblem {
    /// Whether the work would be lost, or not be paid for.
    #[must_use]
    pub fn is_grave(self) -> bool {
        self != SetupProblem::NotFromProlific
    }

    /// What was found, as one sentence.
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

    /// What to do about it, as one sentence.
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

/// What stands against annotating, the gravest first.
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

/// Where an annotator goes once the work is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WayBack {
    /// To this address.
    Visit(String),
    /// By sending a form, by POST and in the frame that the page is in.
    Post(CompletionForm),
    /// Nowhere: a word of thanks.
    Stay,
}

/// A form that is sent by a page, not by a request of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionForm {
    /// Where it is sent.
    pub action: String,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}

/// The way back of whoever made a submission. Where there is a database, it must have taken the submission before;
/// where there is none, the form of Mechanical Turk carries the whole submission.
///
/// # Errors
/// The problem that [`setup_problems`] would have told of.
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
