//! The types of a compiled training. Only the compiler makes them, so that they are never invalid: each task has gold that
//! its typology allows, each question a right and a wrong option, and something is scored.

use std::fmt::{self, Write as _};
use std::num::NonZeroU16;
use std::sync::Arc;

use crate::scoring::Scoring;
use spanwise_annotation::digest::Digest;
use spanwise_annotation::document::{
    Answers, Edit, EditId, EditKey, Instance, OriginalJson, Spans,
};
use spanwise_template::{CategoryId, Side, Typology};
use spanwise_text::{Span, Text};

/// A compiled training.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    pub(crate) title: String,
    pub(crate) scoring: Scoring,
    pub(crate) pass: u32,
    pub(crate) attempts: Option<NonZeroU16>,
    pub(crate) steps: Vec<TrainingStep>,
}

impl Training {
    /// `title`.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// `scoring`: the rule by which points are given.
    #[must_use]
    pub fn scoring(&self) -> &Scoring {
        &self.scoring
    }

    /// `pass`: the least score of those who pass, in percent, at most 100.
    #[must_use]
    pub fn pass_mark(&self) -> u32 {
        self.pass
    }

    /// `attempts`: how often the training can be worked through; `None` for any number.
    #[must_use]
    pub fn attempts(&self) -> Option<NonZeroU16> {
        self.attempts
    }

    /// The steps in their order, at least one of them scored.
    #[must_use]
    pub fn steps(&self) -> &[TrainingStep] {
        &self.steps
    }

    /// The step with this id.
    #[must_use]
    pub fn step(&self, id: &StepId) -> Option<&TrainingStep> {
        self.steps.iter().find(|step| step.id == *id)
    }

    /// Its identity, by all that a result depends on: texts, gold, questions, the rule, the pass mark. Titles, lessons and
    /// explanations may be corrected without changing it.
    #[must_use]
    pub fn id(&self) -> TrainingId {
        let attempts = self.attempts.map_or(0, NonZeroU16::get);
        let mut all = format!("{} {} {attempts}", self.scoring.key(), self.pass);
        for step in self.steps.iter().filter(|step| step.body.is_scored()) {
            all.push(' ');
            all.push_str(step.id.as_str());
        }
        TrainingId(Digest::of(&all).to_string())
    }
}

/// The identity of a training in progress and result codes: a digest in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct TrainingId(String);

impl TrainingId {
    /// Its first 30 bits; 0 for one that was stored and is no digest.
    pub(crate) fn bits(&self) -> u32 {
        let digits = self.0.get(..8).unwrap_or_default();
        u32::from_str_radix(digits, 16).unwrap_or_default() >> 2
    }
}

impl fmt::Display for TrainingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The identity of a step: of a scored one its texts, gold or questions, so that it stays the same where titles and
/// explanations change and where steps change places.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct StepId(String);

/// Hexadecimal digits of the digest of a step.
const STEP_DIGITS: usize = 16;

impl StepId {
    /// The id of a step with this content, the `nth` such step of its training, from 0.
    pub(crate) fn of(content: &str, nth: usize) -> Self {
        let digits = Digest::of(&format!("{nth} {content}")).to_string();
        StepId(digits.get(..STEP_DIGITS).unwrap_or_default().to_owned())
    }

    /// The id as a string of letters and digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text of the content of a step, with its length in bytes, so that texts beside each other do not mix.
fn delimited(text: &str) -> String {
    format!(" {}:{text}", text.len())
}

/// A step of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingStep {
    pub(crate) id: StepId,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) body: StepBody,
}

impl TrainingStep {
    /// Its identity.
    #[must_use]
    pub fn id(&self) -> &StepId {
        &self.id
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// `text`: Markdown, as in the instructions of a template; empty if there is none.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its kind, with its task or questions.
    #[must_use]
    pub fn body(&self) -> &StepBody {
        &self.body
    }
}

/// The kind of a step, with its task or questions.
#[derive(Debug, Clone, PartialEq)]
pub enum StepBody {
    /// `lesson`: its text is read.
    Lesson,
    /// `exercise`: the gold is to be found; feedback follows at once.
    Exercise(Task),
    /// `quiz`: questions, at least one; feedback follows at once.
    Quiz(Vec<QuizQuestion>),
    /// `examination`: as an exercise, but the solution is shown only [when no attempt is
    /// left](crate::Progress::may_show_solutions).
    Examination(Task),
}

impl StepBody {
    /// Returns `true` for all but lessons.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        match self {
            StepBody::Lesson => false,
            StepBody::Exercise(_) | StepBody::Quiz(_) | StepBody::Examination(_) => true,
        }
    }

    /// What the result of the step depends on.
    pub(crate) fn content(&self, typology: &Typology) -> String {
        match self {
            StepBody::Lesson => "lesson".to_owned(),
            StepBody::Exercise(task) => format!("exercise {}", task.content(typology)),
            StepBody::Examination(task) => format!("examination {}", task.content(typology)),
            StepBody::Quiz(questions) => questions
                .iter()
                .fold("quiz".to_owned(), |content, question| content + " " + &question.content()),
        }
    }
}

/// Texts with gold edits; in a training at least one.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub(crate) source: Text,
    pub(crate) target: Text,
    pub(crate) gold: Vec<GoldEdit>,
    pub(crate) not_errors: Vec<NotAnError>,
}

impl Task {
    /// The task whose gold are the edits of an annotated instance: those with a category of the typology and spans on the
    /// first text of a side.
    #[must_use]
    pub fn of_annotated(instance: &Instance, typology: &Typology) -> Self {
        let gold = Task::gold_of(&instance.edits, typology).into_iter();
        Task {
            source: instance.texts.text(Side::Source).clone(),
            target: instance.texts.text(Side::Target).clone(),
            gold: gold.map(|(_, edit)| edit).collect(),
            not_errors: Vec::new(),
        }
    }

    /// The edits with a category of the typology and spans, as gold, and the keys of these edits.
    pub(crate) fn gold_of(edits: &[Arc<Edit>], typology: &Typology) -> Vec<(EditKey, GoldEdit)> {
        let all = |edit: &'_ Arc<Edit>| [edit.clone()].into_iter().chain(edit.constituents.clone());
        let gold = |edit: Arc<Edit>| {
            let (category, _) = typology.find(&edit.category)?;
            let spans = edit.spans.clone();
            let gold = GoldEdit { category, spans, explanation: None };
            (!edit.spans.is_empty()).then_some((edit.key, gold))
        };
        edits.iter().flat_map(all).filter_map(gold).collect()
    }

    /// The text on a side; empty if the task has none.
    #[must_use]
    pub fn text(&self, side: Side) -> &Text {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// The gold, in the order of its first marks.
    #[must_use]
    pub fn gold(&self) -> &[GoldEdit] {
        &self.gold
    }

    /// Words that are likely to be marked though nothing is wrong with them.
    #[must_use]
    pub fn not_errors(&self) -> &[NotAnError] {
        &self.not_errors
    }

    /// The task as an instance of a data file, without the gold.
    #[must_use]
    pub fn instance_json(&self) -> String {
        let mut instance = serde_json::Map::new();
        for (name, text) in [("source", &self.source), ("target", &self.target)] {
            if !text.is_empty() {
                instance.insert(name.to_owned(), text.as_str().into());
            }
        }
        serde_json::Value::Object(instance).to_string()
    }

    /// The gold as edits, to be shown as the solution; their keys are the positions in [`Task::gold`].
    #[must_use]
    pub fn solution(&self, typology: &Typology) -> Vec<Arc<Edit>> {
        let edit = |(key, gold): (u32, &GoldEdit)| {
            let category = typology.categories().get(gold.category.index())?;
            Some(Arc::new(Edit {
                key: EditKey(key),
                category: category.name.clone(),
                id: Some(EditId::Number(i64::from(key) + 1)),
                spans: gold.spans.clone(),
                tokens: None,
                origin: None,
                answers: Answers::default(),
                constituents: Vec::new(),
                original: OriginalJson::default(),
            }))
        };
        (0..).zip(&self.gold).filter_map(edit).collect()
    }

    fn content(&self, typology: &Typology) -> String {
        let mut content = delimited(self.source.as_str()) + &delimited(self.target.as_str());
        for edit in &self.gold {
            let category = typology.categories().get(edit.category.index());
            let name = category.map_or("", |category| &category.name);
            content += &delimited(name);
            for (text, spans) in edit.spans.iter() {
                for span in spans {
                    // Writing to a string does not fail.
                    let _ =
                        write!(content, " {} {} {}", text.as_str(), span.start().0, span.end().0);
                }
            }
        }
        content
    }
}

/// An edit that is to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldEdit {
    pub(crate) category: CategoryId,
    pub(crate) spans: Spans,
    pub(crate) explanation: Option<String>,
}

impl GoldEdit {
    /// Its category.
    #[must_use]
    pub fn category(&self) -> CategoryId {
        self.category
    }

    /// Its spans on the texts `source` and `target`, in the order of the file, at least one.
    #[must_use]
    pub fn spans(&self) -> &Spans {
        &self.spans
    }

    /// The author's explanation.
    #[must_use]
    pub fn explanation(&self) -> Option<&str> {
        self.explanation.as_deref()
    }
}

/// Words that no gold edit marks, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnError {
    pub(crate) side: Side,
    pub(crate) span: Span,
    pub(crate) why: String,
}

impl NotAnError {
    /// The side of the text.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The words.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Why nothing is wrong with them.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }
}

/// A multiple-choice question, with at least one right and one wrong option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuizQuestion {
    pub(crate) question: String,
    pub(crate) options: Vec<QuizOption>,
}

impl QuizQuestion {
    /// The question: Markdown.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.question
    }

    /// Its options, in the order of the file.
    #[must_use]
    pub fn options(&self) -> &[QuizOption] {
        &self.options
    }

    /// Returns `true` if more than one option is right, so that several can be chosen.
    #[must_use]
    pub fn has_several_answers(&self) -> bool {
        self.options.iter().filter(|option| option.is_right).count() > 1
    }

    /// Returns `true` if the options at these positions, from 0, are all the right ones and no others.
    #[must_use]
    pub fn is_answered_by(&self, chosen: &[usize]) -> bool {
        let mut options = self.options.iter().enumerate();
        chosen.iter().all(|at| *at < self.options.len())
            && options.all(|(at, option)| option.is_right == chosen.contains(&at))
    }

    fn content(&self) -> String {
        self.options.iter().fold(delimited(&self.question), |content, option| {
            format!("{content} {} {}", option.is_right, delimited(&option.text))
        })
    }
}

/// An option of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuizOption {
    pub(crate) text: String,
    pub(crate) is_right: bool,
    pub(crate) why: Option<String>,
}

impl QuizOption {
    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if it is to be chosen.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.is_right
    }

    /// Why it is right or wrong.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }
}
