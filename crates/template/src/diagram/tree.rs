//! The content of a diagram: a typology as a tree.

use crate::{
    Category, CategoryId, CategoryShape, Checkbox, Choice, Color, LikertScale, NumberRange,
    Question, QuestionKind, Typology,
};

/// A typology as a tree of labels. Subtrees that several options share are repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypologyTree {
    /// Label of the template.
    pub label: String,
    /// One branch for each category, then one for each question about instances.
    pub branches: Vec<TypologyBranch>,
    /// `true` if no category has more than one question.
    asks_once: bool,
}

/// A category, a question or an option, with its descendants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypologyBranch {
    /// Its kind.
    pub kind: BranchKind,
    /// Its label, on one line.
    pub label: String,
    /// Longer explanation; may be empty.
    pub description: String,
    /// The prompt of a question, or of the follow-up of an option; may be empty.
    pub prompt: String,
    /// The built-in answer to the question or follow-up; `None` if that has options, or there is none.
    pub asked: Option<BuiltInAnswer>,
    /// `true` if the question or follow-up need not be answered.
    pub optional: bool,
    /// The labels of the roles of a category's spans.
    pub roles: Vec<String>,
    /// Colour of its category; `None` for questions about instances.
    pub color: Option<Color>,
    /// Questions of a category, options of a question, or options of the follow-up of an option.
    pub children: Vec<TypologyBranch>,
}

/// The kind of a [`TypologyBranch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchKind {
    /// A category, and the shape of its edits.
    Category(CategoryId, CategoryShape),
    /// A question about instances as a whole.
    InstanceQuestion,
    /// A question about edits of a category.
    Question,
    /// An option of a question or of another option.
    Option,
}

/// Answers without options of the template's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuiltInAnswer {
    /// Yes or no.
    YesNo,
    /// A point of a scale.
    Scale(LikertScale),
    /// One line of text.
    Line,
    /// Several lines of text.
    Lines,
    /// A number.
    Number(NumberRange),
}

impl TypologyTree {
    /// The tree of a typology; `label` is that of its template.
    #[must_use]
    pub fn of(label: &str, typology: &Typology) -> TypologyTree {
        let categories = typology.iter().map(|(id, category)| of_category(id, category));
        let about_instances = typology.instance_questions().iter();
        let about_instances = about_instances
            .map(|question| of_question(BranchKind::InstanceQuestion, question, None));
        let asks_once = typology.categories().iter().all(|category| category.questions.len() <= 1);
        let branches = categories.chain(about_instances).collect();
        TypologyTree { label: one_line(label), branches, asks_once }
    }

    /// The shape of all categories, if there are several and they have the same.
    pub(super) fn common_shape(&self) -> Option<CategoryShape> {
        let mut shapes = self.branches.iter().filter_map(|branch| match branch.kind {
            BranchKind::Category(_, shape) => Some(shape),
            BranchKind::InstanceQuestion | BranchKind::Question | BranchKind::Option => None,
        });
        let (first, second) = (shapes.next()?, shapes.next()?);
        (first == second && shapes.all(|shape| shape == first)).then_some(first)
    }

    /// The question of a category that is shown in the node of the category instead of its own: if no category has more
    /// than one.
    pub(super) fn only_question<'b>(
        &self,
        branch: &'b TypologyBranch,
    ) -> Option<&'b TypologyBranch> {
        let category = matches!(branch.kind, BranchKind::Category(..));
        if category && self.asks_once { branch.children.first() } else { None }
    }

    /// The branches whose nodes are children of the node of a branch.
    pub(super) fn hanging_on<'b>(&self, branch: &'b TypologyBranch) -> &'b [TypologyBranch] {
        self.only_question(branch).map_or(&branch.children, |question| &question.children)
    }
}

impl TypologyBranch {
    /// The number of its leaves; 1 if it is one itself.
    pub(super) fn leaves(&self) -> usize {
        self.children.iter().map(TypologyBranch::leaves).sum::<usize>().max(1)
    }
}

fn of_category(id: CategoryId, category: &Category) -> TypologyBranch {
    let color = Some(category.color);
    let question = |question| of_question(BranchKind::Question, question, color);
    TypologyBranch {
        kind: BranchKind::Category(id, category.shape),
        label: label(&category.label, &category.name),
        description: explanation(category.description.as_ref()),
        prompt: String::new(),
        asked: None,
        optional: false,
        roles: category.roles.iter().map(|role| label(&role.label, &role.name)).collect(),
        color,
        children: category.questions.iter().map(question).collect(),
    }
}

fn of_question(kind: BranchKind, question: &Question, color: Option<Color>) -> TypologyBranch {
    TypologyBranch {
        kind,
        label: label(&question.label, &question.name),
        description: explanation(question.description.as_ref()),
        prompt: one_line(&question.prompt),
        asked: asked(&question.kind),
        optional: !question.required,
        roles: Vec::new(),
        color,
        children: options(&question.kind, color),
    }
}

fn of_choice(choice: &Choice, color: Option<Color>) -> TypologyBranch {
    let asks = choice.follow_up.as_deref();
    TypologyBranch {
        kind: BranchKind::Option,
        label: label(&choice.label, &choice.name),
        description: explanation(choice.description.as_ref()),
        prompt: asks.map(|question| one_line(&question.prompt)).unwrap_or_default(),
        asked: asks.and_then(|question| asked(&question.kind)),
        optional: asks.is_some_and(|question| !question.required),
        roles: Vec::new(),
        color,
        children: asks.map(|question| options(&question.kind, color)).unwrap_or_default(),
    }
}

fn asked(kind: &QuestionKind) -> Option<BuiltInAnswer> {
    match kind {
        QuestionKind::Binary => Some(BuiltInAnswer::YesNo),
        QuestionKind::Likert(scale) => Some(BuiltInAnswer::Scale(*scale)),
        QuestionKind::Textbox => Some(BuiltInAnswer::Line),
        QuestionKind::Textarea | QuestionKind::Replacement => Some(BuiltInAnswer::Lines),
        QuestionKind::Number { range, .. } => Some(BuiltInAnswer::Number(*range)),
        QuestionKind::Slider(slider) => Some(BuiltInAnswer::Number(slider.range.numbers())),
        QuestionKind::Choice(_) | QuestionKind::Checkboxes(_) => None,
    }
}

fn options(kind: &QuestionKind, color: Option<Color>) -> Vec<TypologyBranch> {
    match kind {
        QuestionKind::Choice(choices) => choices.iter().map(|c| of_choice(c, color)).collect(),
        QuestionKind::Checkboxes(boxes) => boxes.iter().map(|c| of_checkbox(c, color)).collect(),
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_) => Vec::new(),
    }
}

fn of_checkbox(checkbox: &Checkbox, color: Option<Color>) -> TypologyBranch {
    TypologyBranch {
        kind: BranchKind::Option,
        label: label(&checkbox.label, &checkbox.name),
        description: explanation(checkbox.description.as_ref()),
        prompt: String::new(),
        asked: None,
        optional: false,
        roles: Vec::new(),
        color,
        children: Vec::new(),
    }
}

/// The label on one line, or the name if it is blank.
fn label(label: &str, name: &str) -> String {
    let label = one_line(label);
    if label.is_empty() { one_line(name) } else { label }
}

fn explanation(description: Option<&String>) -> String {
    description.map(|text| one_line(text)).unwrap_or_default()
}

/// A text with each run of white space as one space, and without control characters.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !(word.is_empty() || line.is_empty()) {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
