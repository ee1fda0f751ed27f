//! The parts of a training in a template, and the steps of the operations on them.

use super::data::PlainData;
use super::error::OutlineError;
use super::item::{OutlineField, OutlineItem};
use super::path::{ItemKind, ItemPath, OutlineList};
use super::plan::{OperationPlan, PlanResult, TemplateText, wrong_kind};
use super::step::OutlineStep;
use super::text_keys::checked_text;
use super::value::{NewItem, OutlineValue};
use crate::schema::TRAINING_SCORING;
use spanwise_i18n::say;

/// The role of a step of a training, or of an option of a quiz: the key that has its title or text as its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrainingRole {
    /// A step whose text is read.
    Lesson,
    /// A step whose gold is to be found, with feedback at once.
    Exercise,
    /// A step of questions.
    Quiz,
    /// A step whose gold is to be found, with feedback at the end.
    Examination,
    /// An option that is to be chosen.
    Right,
    /// An option that is not to be chosen.
    Wrong,
}

impl TrainingRole {
    /// Those of steps.
    pub const STEPS: [TrainingRole; 4] = [
        TrainingRole::Lesson,
        TrainingRole::Exercise,
        TrainingRole::Quiz,
        TrainingRole::Examination,
    ];

    /// Those of options.
    pub const OPTIONS: [TrainingRole; 2] = [TrainingRole::Right, TrainingRole::Wrong];

    /// Its key.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            TrainingRole::Lesson => "lesson",
            TrainingRole::Exercise => "exercise",
            TrainingRole::Quiz => "quiz",
            TrainingRole::Examination => "examination",
            TrainingRole::Right => "right",
            TrainingRole::Wrong => "wrong",
        }
    }

    /// The role that an item with this one can be given instead: the other keys of both are the same.
    #[must_use]
    pub fn counterpart(self) -> Option<TrainingRole> {
        match self {
            TrainingRole::Lesson | TrainingRole::Quiz => None,
            TrainingRole::Exercise => Some(TrainingRole::Examination),
            TrainingRole::Examination => Some(TrainingRole::Exercise),
            TrainingRole::Right => Some(TrainingRole::Wrong),
            TrainingRole::Wrong => Some(TrainingRole::Right),
        }
    }

    /// The role of an item of this kind; `None` if it has none, or two.
    pub(super) fn of(kind: ItemKind, item: &PlainData) -> Option<Self> {
        let roles: &[TrainingRole] = match kind {
            ItemKind::TrainingStep => &TrainingRole::STEPS,
            ItemKind::QuizOption => &TrainingRole::OPTIONS,
            ItemKind::Category | ItemKind::Question | ItemKind::Option | ItemKind::QuizQuestion => {
                &[]
            }
        };
        let mut named = roles.iter().filter(|role| item.get(role.key()).is_some());
        let role = named.next().copied();
        role.filter(|_| named.next().is_none())
    }
}

/// The training of a template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum OutlineTraining {
    /// The template has none.
    #[default]
    None,
    /// It is a file of its own, with this address.
    File(String),
    /// It is in the template.
    Template {
        /// Its keys with a single text or number.
        fields: Vec<OutlineField>,
        /// The settings of its rule of scoring, the rule itself as `rule`.
        scoring: Vec<OutlineField>,
        /// Its steps.
        steps: Vec<OutlineItem>,
    },
}

impl OutlineTraining {
    /// Its steps, if it is in the template.
    #[must_use]
    pub fn steps(&self) -> &[OutlineItem] {
        match self {
            OutlineTraining::Template { steps, .. } => steps,
            OutlineTraining::None | OutlineTraining::File(_) => &[],
        }
    }
}

const RULE: &str = "rule";

/// The settings of Scarecrow's rule that no other rule has.
const POINTS: [&str; 3] = ["exercise", "question", "examination"];

fn training_path() -> ItemPath {
    ItemPath::of_list(OutlineList::TrainingSteps)
}

impl TemplateText<'_> {
    /// Adds a step to the training, which is made with this title if there is none.
    pub(super) fn add_step(&self, role: TrainingRole, title: &str, training: &str) -> PlanResult {
        if !TrainingRole::STEPS.contains(&role) {
            return Err(wrong_kind());
        }
        let owner = training_path();
        let text = |text: &str| OutlineValue::Text(text.to_owned());
        let mut steps = match self.data.get("training") {
            None | Some(PlainData::Null) => {
                let fields = vec![("title", text(training)), ("steps", OutlineValue::EmptyList)];
                vec![OutlineStep::Set {
                    item: ItemPath::root(),
                    key: "training".to_owned(),
                    value: Some(OutlineValue::Fields(fields)),
                }]
            }
            Some(PlainData::Map(_)) => self.with_list(&owner)?,
            Some(PlainData::Text(_) | PlainData::Bool(_) | PlainData::List(_)) => {
                return Err(elsewhere());
            }
        };
        let index = self.data.items(&owner).len();
        let step = owner.child(index);
        let content = match role {
            TrainingRole::Lesson => ("text", OutlineValue::Empty),
            TrainingRole::Quiz => ("questions", OutlineValue::EmptyList),
            TrainingRole::Exercise
            | TrainingRole::Examination
            | TrainingRole::Right
            | TrainingRole::Wrong => ("annotated", OutlineValue::Empty),
        };
        let new = NewItem::Fields(vec![(role.key(), text(title)), content]);
        steps.push(OutlineStep::Insert { owner, index, new });
        if role == TrainingRole::Quiz {
            steps.extend(question(&step, 0));
        }
        Ok(OperationPlan { steps, item: Some(step), key: Some(role.key().to_owned()) })
    }

    /// Adds a question with two options to a quiz.
    pub(super) fn add_quiz_question(&self, quiz: &ItemPath) -> PlanResult {
        let role = TrainingRole::of(ItemKind::TrainingStep, self.item(quiz)?);
        if quiz.kind() != Some(ItemKind::TrainingStep) || role != Some(TrainingRole::Quiz) {
            return Err(wrong_kind());
        }
        let index = self.data.items(quiz).len();
        let mut steps = self.with_list(quiz)?;
        steps.extend(question(quiz, index));
        let item = Some(quiz.child(index));
        Ok(OperationPlan { steps, item, key: Some("question".to_owned()) })
    }

    /// Adds a wrong option to a question of a quiz.
    pub(super) fn add_quiz_option(&self, to: &ItemPath) -> PlanResult {
        self.require(to, ItemKind::QuizQuestion)?;
        let index = self.data.items(to).len();
        let mut steps = self.with_list(to)?;
        steps.push(option(to, index, TrainingRole::Wrong));
        let item = Some(to.child(index));
        Ok(OperationPlan { steps, item, key: Some(TrainingRole::Wrong.key().to_owned()) })
    }

    pub(super) fn set_role(&self, item: &ItemPath, role: TrainingRole) -> PlanResult {
        let kind = item.kind().ok_or_else(wrong_kind)?;
        let now = TrainingRole::of(kind, self.item(item)?).ok_or_else(wrong_kind)?;
        let steps = if now == role {
            Vec::new()
        } else if now.counterpart() == Some(role) {
            let item = item.clone();
            vec![OutlineStep::Rename { item, from: now.key(), to: role.key() }]
        } else {
            return Err(wrong_kind());
        };
        Ok(OperationPlan { steps, item: Some(item.clone()), key: Some(role.key().to_owned()) })
    }

    /// Sets a setting of the rule of scoring; `rule` is the rule itself.
    pub(super) fn set_scoring(&self, key: &str, value: Option<&str>) -> PlanResult {
        let (training, scoring) =
            (training_path(), ItemPath::of_list(OutlineList::TrainingScoring));
        let now = self.item(&training)?;
        let set = |item: &ItemPath, key: &str, value| OutlineStep::Set {
            item: item.clone(),
            key: key.to_owned(),
            value,
        };
        if let Some(settings @ PlainData::Map(_)) = now.get("scoring") {
            let mut plan = self.set_text(&scoring, key, value)?;
            if key == RULE && value != Some("scarecrow") {
                let unused = POINTS.iter().filter(|points| settings.get(points).is_some());
                plan.steps.extend(unused.map(|points| set(&scoring, points, None)));
            }
            return Ok(OperationPlan { item: Some(training), key: Some("scoring".into()), ..plan });
        }
        if key == RULE {
            return self.set_text(&training, "scoring", value);
        }
        let rule = now.get("scoring").and_then(PlainData::text).unwrap_or("scarecrow").to_owned();
        let known = TRAINING_SCORING.key(key);
        let value = checked_text(&self.data, &scoring, key, value)?;
        let fields = known
            .zip(value)
            .map(|(known, value)| vec![(RULE, OutlineValue::Text(rule)), (known.name, value)]);
        let steps =
            fields.map(|fields| set(&training, "scoring", Some(OutlineValue::Fields(fields))));
        let steps = steps.into_iter().collect();
        Ok(OperationPlan { steps, item: Some(training), key: Some("scoring".to_owned()) })
    }
}

/// The steps that add a question with two options to a quiz.
fn question(quiz: &ItemPath, index: usize) -> [OutlineStep; 3] {
    let fields = vec![("question", OutlineValue::Empty), ("options", OutlineValue::EmptyList)];
    let new = NewItem::Fields(fields);
    let question = quiz.child(index);
    [
        OutlineStep::Insert { owner: quiz.clone(), index, new },
        option(&question, 0, TrainingRole::Right),
        option(&question, 1, TrainingRole::Wrong),
    ]
}

fn option(question: &ItemPath, index: usize, role: TrainingRole) -> OutlineStep {
    let new = NewItem::Fields(vec![(role.key(), OutlineValue::Empty)]);
    OutlineStep::Insert { owner: question.clone(), index, new }
}

fn elsewhere() -> OutlineError {
    OutlineError::impossible(say!(OutlineTrainingElsewhere), say!(OutlineTrainingCopyIn))
}
