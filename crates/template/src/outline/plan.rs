//! The steps of each operation.

use super::data::PlainData;
use super::error::OutlineError;
use super::flow::{has_comment, has_comments, in_brackets};
use super::list::lines_of_item;
use super::operation::{AnswerKind, MoveDestination, OutlineOperation};
use super::path::{ItemKind, ItemPath};
use super::shape;
use super::step::OutlineStep;
use super::text_keys::{checked_text, free_name, is_taken, name_of_label};
use super::tree::{OutlineTree, has_anchor};
use super::value::{NewItem, OutlineValue};
use crate::Formula;
use crate::schema::{ANSWER_KEYS, SCORE_MEANINGS, meaning_of};
use crate::yaml::CollectionLayout;
use crate::yaml::lines::{YamlLineKind, line_at, next_line, slice};
use spanwise_i18n::say;

/// The steps of an operation, and the part to show afterwards.
#[derive(Debug, Default)]
pub(super) struct OperationPlan {
    pub(super) steps: Vec<OutlineStep>,
    /// The item to show, by its path afterwards.
    pub(super) item: Option<ItemPath>,
    /// The key to show of it.
    pub(super) key: Option<String>,
}

pub(super) type PlanResult = Result<OperationPlan, OutlineError>;

/// The tree of a text, and its data.
pub(super) struct TemplateText<'t> {
    pub(super) tree: OutlineTree<'t>,
    pub(super) data: PlainData,
}

impl TemplateText<'_> {
    pub(super) fn plan(&self, operation: &OutlineOperation) -> PlanResult {
        match operation {
            OutlineOperation::AddCategory { name, label, color, shape } => {
                let mut fields = shape::fields(*shape);
                if let Some(color) = color {
                    fields.insert(0, ("color", OutlineValue::Text(color.css())));
                }
                self.add(
                    &ItemPath::root(),
                    (name, label),
                    ItemKind::Category.placeholder_name(),
                    fields,
                )
            }
            OutlineOperation::AddQuestion { to, name, label, answers } => {
                self.item(to)?;
                if to.child_kind() != ItemKind::Question {
                    return Err(wrong_kind());
                }
                self.add_question(to, (name, label), *answers)
            }
            OutlineOperation::AddOption { to, name, label } => {
                if to.child_kind() != ItemKind::Option {
                    return Err(wrong_kind());
                }
                self.add(to, (name, label), ItemKind::Option.placeholder_name(), Vec::new())
            }
            OutlineOperation::AddStep { role, title, training } => {
                self.add_step(*role, title, training)
            }
            OutlineOperation::AddQuizQuestion { to } => self.add_quiz_question(to),
            OutlineOperation::AddQuizOption { to } => self.add_quiz_option(to),
            OutlineOperation::SetRole { item, role } => self.set_role(item, *role),
            OutlineOperation::SetScoring { key, value } => self.set_scoring(key, value.as_deref()),
            OutlineOperation::SetText { item, key, value } => {
                self.set_text(item, key, value.as_deref())
            }
            OutlineOperation::SetLabelAndName { item, label } => {
                self.set_label_and_name(item, label)
            }
            OutlineOperation::SetColor { item, color } => {
                self.require(item, ItemKind::Category)?;
                let value = color.map(|color| OutlineValue::Text(color.css()));
                self.set(item, "color", value)
            }
            OutlineOperation::SetAnswers { item, answers } => self.set_answers(item, *answers),
            OutlineOperation::SetShape { item, shape } => {
                self.require(item, ItemKind::Category)?;
                let category = self.item(item)?;
                let fields = shape::changes(category, *shape).into_iter();
                // The roles would overrule the shape.
                let roles = shape::has_roles(category).then_some(("spans", None));
                let set = |(key, value): (&str, Option<OutlineValue>)| OutlineStep::Set {
                    item: item.clone(),
                    key: key.to_owned(),
                    value,
                };
                let fields = fields.map(|(key, value)| (key, Some(value))).chain(roles);
                let steps = fields.map(set).collect();
                Ok(OperationPlan { steps, item: Some(item.clone()), key: Some("type".to_owned()) })
            }
            OutlineOperation::Move { item, to } => self.move_to(item, to),
            OutlineOperation::Delete { item } => {
                self.item(item)?;
                if item.kind().is_none() {
                    return Err(wrong_kind());
                }
                Ok(OperationPlan {
                    steps: vec![OutlineStep::Remove { item: item.clone() }],
                    ..OperationPlan::default()
                })
            }
            OutlineOperation::Duplicate { item } => self.duplicate(item),
        }
    }

    pub(super) fn item(&self, path: &ItemPath) -> Result<&PlainData, OutlineError> {
        self.data.item(path).ok_or_else(OutlineError::missing)
    }

    pub(super) fn require(&self, path: &ItemPath, kind: ItemKind) -> Result<(), OutlineError> {
        self.item(path)?;
        if path.kind() == Some(kind) { Ok(()) } else { Err(wrong_kind()) }
    }

    /// Sets or removes a key, if that changes anything.
    fn set(&self, item: &ItemPath, key: &str, value: Option<OutlineValue>) -> PlanResult {
        let now = self.item(item)?.get(key).cloned();
        let step =
            OutlineStep::Set { item: item.clone(), key: key.to_owned(), value: value.clone() };
        let same = now == value.as_ref().map(OutlineValue::data);
        let steps = if same { Vec::new() } else { vec![step] };
        Ok(OperationPlan { steps, item: Some(item.clone()), key: Some(key.to_owned()) })
    }

    pub(super) fn set_text(&self, item: &ItemPath, key: &str, value: Option<&str>) -> PlanResult {
        self.item(item)?;
        let value = checked_text(&self.data, item, key, value)?;
        if key == "name" && self.item(item)?.text().is_some() {
            let unchanged =
                value.as_ref().map(OutlineValue::data).as_ref() == Some(self.item(item)?);
            if unchanged {
                return Ok(OperationPlan { item: Some(item.clone()), ..OperationPlan::default() });
            }
        }
        let mut plan = self.set(item, key, value.clone())?;
        if key == "name" && item.kind() == Some(ItemKind::Category) {
            plan.steps.extend(self.renamed_in_score(item, value)?);
        }
        Ok(plan)
    }

    /// The step that renames a category in the formula of the score, if that names it.
    fn renamed_in_score(
        &self,
        category: &ItemPath,
        name: Option<OutlineValue>,
    ) -> Result<Option<OutlineStep>, OutlineError> {
        let (Some(OutlineValue::Text(to)), Some(from)) = (name, self.item(category)?.name()) else {
            return Ok(None);
        };
        let formula = self.data.get("score").and_then(PlainData::text).and_then(formula_of_score);
        let root = ItemPath::root();
        let is_kept = is_taken(&self.data, &root, from, category.index());
        let Some(formula) = formula.filter(|formula| formula.names(from) && !is_kept) else {
            return Ok(None);
        };
        let text = formula.text_renaming(from, &to);
        // As the whole formula, the name may be the word for another score.
        let text = text.filter(|text| formula_of_score(text).is_some());
        let value = Some(OutlineValue::Text(text.ok_or_else(OutlineError::unusual)?));
        Ok(Some(OutlineStep::Set { item: root, key: "score".to_owned(), value }))
    }

    fn set_label_and_name(&self, item: &ItemPath, label: &str) -> PlanResult {
        if item.kind().is_none() {
            return Err(wrong_kind());
        }
        let mut plan = self.set_text(item, "label", Some(label))?;
        if let Some(name) = name_of_label(&self.data, item, label) {
            plan.steps.extend(self.set_text(item, "name", Some(&name))?.steps);
        }
        Ok(plan)
    }

    /// Puts a new item at the end of a list.
    fn add(
        &self,
        owner: &ItemPath,
        (name, label): (&Option<String>, &Option<String>),
        usual: &str,
        more: Vec<(&'static str, OutlineValue)>,
    ) -> PlanResult {
        let wanted = name.as_deref().filter(|name| !name.is_empty()).unwrap_or(usual);
        let name = free_name(&self.data, owner, wanted);
        let mut fields = vec![("name", OutlineValue::Text(name))];
        fields.extend(label.clone().map(|label| ("label", OutlineValue::Text(label))));
        fields.extend(more);
        let index = self.data.items(owner).len();
        let mut steps = self.with_list(owner)?;
        let new = NewItem::Fields(fields);
        steps.push(OutlineStep::Insert { owner: owner.clone(), index, new });
        Ok(OperationPlan { steps, item: Some(owner.child(index)), key: Some("name".to_owned()) })
    }

    fn add_question(
        &self,
        owner: &ItemPath,
        names: (&Option<String>, &Option<String>),
        answers: AnswerKind,
    ) -> PlanResult {
        let word = answers.word().map(|word| OutlineValue::Bare(word.to_owned()));
        let options = ("options", word.unwrap_or(OutlineValue::EmptyList));
        let mut plan =
            self.add(owner, names, ItemKind::Question.placeholder_name(), vec![options])?;
        if let (AnswerKind::List, Some(question)) = (answers, &plan.item) {
            plan.steps.push(first_option(question));
        }
        Ok(plan)
    }

    /// The step that makes the list of an item, if there is none yet.
    pub(super) fn with_list(&self, owner: &ItemPath) -> Result<Vec<OutlineStep>, OutlineError> {
        let item = self.item(owner)?;
        let key = owner.list_key();
        match item.get(key) {
            Some(PlainData::List(_)) => Ok(Vec::new()),
            None | Some(PlainData::Null) => Ok(vec![empty_list(owner)]),
            Some(PlainData::Text(word)) if AnswerKind::from_word(word).is_some() => {
                Err(OutlineError::impossible(
                    say!(OutlineAnswersNoOptions, word = word.as_str()),
                    say!(OutlineChooseListOptionsAnswersFirst),
                ))
            }
            Some(_) => Err(OutlineError::not_a_list(key)),
        }
    }

    fn set_answers(&self, item: &ItemPath, answers: Option<AnswerKind>) -> PlanResult {
        if item.child_kind() != ItemKind::Option {
            return Err(wrong_kind());
        }
        let now = self.item(item)?;
        let Some(answers) = answers else { return self.without_follow_up(item, now) };
        let mut plan = if let Some(word) = answers.word() {
            self.set(item, "options", Some(OutlineValue::Bare(word.to_owned())))?
        } else if !self.data.items(item).is_empty() {
            OperationPlan { item: Some(item.clone()), ..OperationPlan::default() }
        } else {
            let mut steps = vec![first_option(item)];
            if now.get("options") != Some(&PlainData::List(Vec::new())) {
                steps.insert(0, empty_list(item));
            }
            OperationPlan { steps, item: Some(item.child(0)), key: Some("name".to_owned()) }
        };
        // First, so that each state on the way is as usual.
        plan.steps.splice(0..0, without_keys(item, now, |key| !answers.keys().contains(&key)));
        Ok(plan)
    }

    fn without_follow_up(&self, item: &ItemPath, now: &PlainData) -> PlanResult {
        if item.kind() == Some(ItemKind::Question) {
            return Err(OutlineError::impossible(
                say!(OutlineQuestionNeedsAnswers),
                say!(OutlineDeleteQuestionIfShouldNotAsked),
            ));
        }
        let written = ["question", "required", "options"].into_iter();
        let written = written.filter(|key| now.get(key).is_some());
        let remove =
            |key: &str| OutlineStep::Set { item: item.clone(), key: key.to_owned(), value: None };
        let steps = written.map(remove).chain(without_keys(item, now, |_| true));
        Ok(OperationPlan { steps: steps.collect(), item: Some(item.clone()), key: None })
    }

    fn move_to(&self, item: &ItemPath, to: &MoveDestination) -> PlanResult {
        self.item(item)?;
        let (Some(owner), Some(from)) = (item.parent(), item.index()) else {
            return Err(wrong_kind());
        };
        let count = self.data.items(&owner).len();
        let to = match to {
            MoveDestination::Up => from.checked_sub(1),
            MoveDestination::Down => Some(from + 1).filter(|to| *to < count),
            MoveDestination::Into { parent, index } if *parent == owner => {
                Some(*index).filter(|to| *to < count)
            }
            MoveDestination::Into { parent, index } => return self.move_into(item, parent, *index),
        };
        let to = to.ok_or_else(|| {
            OutlineError::impossible(say!(OutlineTheListEndsThere), say!(OutlineChooseAnotherPlace))
        })?;
        let moved = OutlineStep::Reorder { owner: owner.clone(), from, to };
        let steps = if from == to { Vec::new() } else { vec![moved] };
        Ok(OperationPlan { steps, item: Some(owner.child(to)), key: None })
    }

    fn move_into(&self, item: &ItemPath, parent: &ItemPath, index: usize) -> PlanResult {
        if Some(parent.child_kind()) != item.kind() {
            return Err(wrong_kind());
        }
        if parent.is_within(item) {
            return Err(OutlineError::impossible(
                say!(OutlineItemCannotMovedIntoItself),
                say!(OutlineChooseAnotherPlace),
            ));
        }
        if index > self.data.items(parent).len() {
            return Err(OutlineError::missing());
        }
        if let Some(name) = self.item(item)?.name()
            && is_taken(&self.data, parent, name, None)
        {
            return Err(OutlineError::taken(name));
        }
        let new = self.copy(item, true)?;
        let owner = parent.without(item);
        let mut steps = vec![OutlineStep::Remove { item: item.clone() }];
        if !self.with_list(parent)?.is_empty() {
            steps.push(empty_list(&owner));
        }
        steps.push(OutlineStep::Insert { owner: owner.clone(), index, new });
        Ok(OperationPlan { steps, item: Some(owner.child(index)), key: None })
    }

    fn duplicate(&self, item: &ItemPath) -> PlanResult {
        let now = self.item(item)?;
        let (Some(owner), Some(index)) = (item.parent(), item.index()) else {
            return Err(wrong_kind());
        };
        if has_anchor(self.tree.item(item)?) {
            return Err(OutlineError::shared());
        }
        let copy = owner.child(index + 1);
        let new = self.copy(item, false)?;
        let mut steps = vec![OutlineStep::Insert { owner: owner.clone(), index: index + 1, new }];
        let mut set = |key: &str, value| {
            steps.push(OutlineStep::Set { item: copy.clone(), key: key.to_owned(), value });
        };
        if now.get("hotkey").is_some() {
            set("hotkey", None);
        }
        if let Some(name) = now.name() {
            set("name", Some(OutlineValue::Text(free_name(&self.data, &owner, name))));
        }
        Ok(OperationPlan { steps, item: Some(copy), key: Some("name".to_owned()) })
    }

    /// An item for insertion elsewhere. Written forms that lack its comments are left out if `with_comments` is `true`.
    fn copy(&self, path: &ItemPath, with_comments: bool) -> Result<NewItem, OutlineError> {
        let tree = &self.tree;
        let node = tree.item(path)?;
        let lines = lines_of(tree, path);
        let commented = lines.as_ref().is_some_and(|(lines, _)| has_comment_line(lines))
            || has_comment(tree.text, node.source.content().end)
            || flow_item_has_comments(tree, path);
        let flow = in_brackets(tree.text, node).filter(|_| !commented || !with_comments);
        let dashed = flow.as_ref().map(|flow| (format!("- {flow}"), 0));
        let data = self.item(path)?.clone();
        Ok(NewItem::Moved { lines: lines.or(dashed), flow, data })
    }
}

/// The steps that remove keys about the answers of an item.
fn without_keys(item: &ItemPath, now: &PlainData, goes: impl Fn(&str) -> bool) -> Vec<OutlineStep> {
    let going = ANSWER_KEYS.iter().filter(|key| now.get(key).is_some() && goes(key));
    let remove =
        |key: &&str| OutlineStep::Set { item: item.clone(), key: (*key).to_owned(), value: None };
    going.map(remove).collect()
}

fn flow_item_has_comments(tree: &OutlineTree<'_>, path: &ItemPath) -> bool {
    let list = tree.list_around(path);
    let (Some((CollectionLayout::Flow, items)), Some(index)) = (list, path.index()) else {
        return false;
    };
    has_comments(tree.text, items, index)
}

fn lines_of(tree: &OutlineTree<'_>, path: &ItemPath) -> Option<(String, usize)> {
    let (range, dash) = lines_of_item(tree, &path.parent()?, path.index()?)?;
    Some((slice(tree.text, range).to_owned(), dash))
}

fn has_comment_line(lines: &str) -> bool {
    let mut starts = std::iter::successors(Some(0), |at| next_line(lines, *at));
    starts.any(|start| matches!(line_at(lines, start), YamlLineKind::Comment(_)))
}

fn empty_list(owner: &ItemPath) -> OutlineStep {
    let key = owner.list_key().to_owned();
    OutlineStep::Set { item: owner.clone(), key, value: Some(OutlineValue::EmptyList) }
}

fn first_option(owner: &ItemPath) -> OutlineStep {
    let name = ("name", OutlineValue::Text(ItemKind::Option.placeholder_name().to_owned()));
    OutlineStep::Insert { owner: owner.clone(), index: 0, new: NewItem::Fields(vec![name]) }
}

/// The formula in the value of `score`, with any names; `None` if it is a word for a score, or no formula.
fn formula_of_score(text: &str) -> Option<Formula> {
    let is_word = meaning_of(text, SCORE_MEANINGS).is_some();
    Formula::parse(text, |_| true).ok().filter(|_| !is_word)
}

pub(super) fn wrong_kind() -> OutlineError {
    OutlineError::impossible(say!(OutlineNotPossibleForItemKind), say!(OutlineChooseAnotherItem))
}
