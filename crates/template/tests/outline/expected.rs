//! The expected typology after an operation, made from the compiled one.

use spanwise_template::model::{
    Category, Choice, LikertScale, Question, QuestionKind, Slider, Typology, Weight, readable,
};
use spanwise_template::{NumberRange, SliderRange};

use super::*;

/// The categories after an operation; `None` if they cannot be compared, since the compiler leaves something out.
pub(super) fn after(typology: &Typology, operation: &OutlineOperation) -> Option<Vec<Category>> {
    let mut categories = typology.categories().to_vec();
    let model = &mut categories;
    match operation {
        OutlineOperation::AddCategory { name, color, shape, .. } => {
            let mut category = model.first()?.clone();
            let name = name.clone()?;
            (category.description, category.group) = (None, None);
            (category.icon, category.hotkey) = (None, None);
            (category.label, category.name) = (readable(&name), name);
            (category.color, category.shape) = ((*color)?, *shape);
            category.weight = Weight::ONE;
            category.questions.clear();
            model.push(category);
        }
        OutlineOperation::AddQuestion { to, answers, .. } => {
            let question = question("new_question", kind(*answers)?);
            model.get_mut(to.index()?)?.questions.push(question);
        }
        OutlineOperation::AddOption { to, .. } => {
            let option = choice("new_option");
            match follow_up(model, to)? {
                Some(question) => options_of(question)?.push(option),
                None => set_kind(model, to, QuestionKind::Choice(vec![option])),
            }
        }
        OutlineOperation::SetText { item, key, value } if key == "label" => {
            set_label(model, item, value.as_deref())
        }
        OutlineOperation::SetText { item, key, value } if key == "name" => {
            set_name(model, item, value.as_deref()?)
        }
        OutlineOperation::SetColor { item, color } => {
            model.get_mut(item.index()?)?.color = (*color)?
        }
        OutlineOperation::SetShape { item, shape } => {
            let category = model.get_mut(item.index()?)?;
            let asks = |root: &Question| root.kind == QuestionKind::Replacement;
            if category.questions.iter().any(asks) && !shape.has_one_target_span() {
                return None;
            }
            category.shape = *shape;
            category.roles.clear();
        }
        OutlineOperation::SetAnswers { item, answers: Some(AnswerKind::List) } => {
            match follow_up(model, item)?.map(|question| &question.kind) {
                Some(QuestionKind::Choice(_) | QuestionKind::Checkboxes(_)) => {}
                Some(
                    QuestionKind::Binary
                    | QuestionKind::Likert(_)
                    | QuestionKind::Textbox
                    | QuestionKind::Textarea
                    | QuestionKind::Replacement
                    | QuestionKind::Number { .. }
                    | QuestionKind::Slider(_),
                )
                | None => set_kind(model, item, QuestionKind::Choice(vec![choice("new_option")])),
            }
        }
        OutlineOperation::SetAnswers { item, answers: Some(answers) } => {
            let category = model.get(*item.indices().first()?)?;
            if *answers == AnswerKind::Replacement && !category.shape.has_one_target_span() {
                return None;
            }
            set_kind(model, item, kind(*answers)?)
        }
        OutlineOperation::SetAnswers { item, answers: None } => {
            choice_at(model, item)?.follow_up = None
        }
        OutlineOperation::Move { item, to } => {
            let from = item.index()?;
            match to {
                MoveDestination::Up => reorder(model, &item.parent()?, from, from.checked_sub(1)?),
                MoveDestination::Down => reorder(model, &item.parent()?, from, from + 1),
                MoveDestination::Into { parent, index } if *parent == item.parent()? => {
                    reorder(model, parent, from, *index);
                }
                MoveDestination::Into { parent, index } => move_into(model, item, parent, *index)?,
            }
        }
        OutlineOperation::Delete { item } => remove(model, item)?,
        OutlineOperation::Duplicate { item } if item.kind() == Some(ItemKind::Category) => {
            let mut copy = model.get(item.index()?)?.clone();
            let name = format!("{}_2", copy.name);
            if copy.label == readable(&copy.name) {
                copy.label = readable(&name);
            }
            (copy.name, copy.hotkey) = (name, None);
            model.insert(item.index()? + 1, copy);
        }
        OutlineOperation::SetLabelAndName { item, label } => {
            set_label(model, item, Some(label));
            set_name(model, item, "a_new_label")
        }
        OutlineOperation::SetText { .. }
        | OutlineOperation::Duplicate { .. }
        | OutlineOperation::AddStep { .. }
        | OutlineOperation::AddQuizQuestion { .. }
        | OutlineOperation::AddQuizOption { .. }
        | OutlineOperation::SetRole { .. }
        | OutlineOperation::SetScoring { .. } => return None,
    }
    Some(categories)
}

fn question(name: &str, kind: QuestionKind) -> Question {
    Question {
        name: name.to_owned(),
        label: readable(name),
        prompt: String::new(),
        description: None,
        hotkey: None,
        required: true,
        kind,
    }
}

fn choice(name: &str) -> Choice {
    Choice {
        name: name.to_owned(),
        label: readable(name),
        description: None,
        hotkey: None,
        weight: None,
        follow_up: None,
    }
}

fn kind(answers: AnswerKind) -> Option<QuestionKind> {
    Some(match answers {
        AnswerKind::Binary => QuestionKind::Binary,
        AnswerKind::Likert3 => QuestionKind::Likert(LikertScale::Three),
        AnswerKind::Likert5 => QuestionKind::Likert(LikertScale::Five),
        AnswerKind::Textbox => QuestionKind::Textbox,
        AnswerKind::Textarea => QuestionKind::Textarea,
        AnswerKind::Replacement => QuestionKind::Replacement,
        AnswerKind::Number => QuestionKind::Number { range: NumberRange::ANY, unit: None },
        AnswerKind::Slider => QuestionKind::Slider(Slider {
            range: SliderRange::DEFAULT,
            min_label: None,
            max_label: None,
        }),
        AnswerKind::List => QuestionKind::Choice(vec![choice("new_option")]),
    })
}

fn options_of(question: &mut Question) -> Option<&mut Vec<Choice>> {
    match &mut question.kind {
        QuestionKind::Choice(options) => Some(options),
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_)
        | QuestionKind::Checkboxes(_) => None,
    }
}

/// The question at a path, or the follow-up of the option at it; `Some(None)` for an option without one.
fn follow_up<'m>(model: &'m mut [Category], at: &ItemPath) -> Option<Option<&'m mut Question>> {
    let [category, question, options @ ..] = at.indices() else { return None };
    let mut question = model.get_mut(*category)?.questions.get_mut(*question)?;
    let Some((last, before)) = options.split_last() else { return Some(Some(question)) };
    for index in before {
        question = options_of(question)?.get_mut(*index)?.follow_up.as_deref_mut()?;
    }
    Some(options_of(question)?.get_mut(*last)?.follow_up.as_deref_mut())
}

fn choice_at<'m>(model: &'m mut [Category], at: &ItemPath) -> Option<&'m mut Choice> {
    let question = follow_up(model, &at.parent()?)??;
    options_of(question)?.get_mut(at.index()?)
}

fn set_kind(model: &mut [Category], at: &ItemPath, kind: QuestionKind) {
    if let Some(question) = follow_up(model, at).flatten() {
        question.kind = kind;
    } else if let Some(choice) = choice_at(model, at) {
        let label = choice.label.clone();
        choice.follow_up = Some(Box::new(Question { label, ..question(&choice.name, kind) }));
    }
}

fn set_label(model: &mut [Category], at: &ItemPath, label: Option<&str>) {
    let set =
        |old: &mut String, name: &str| *old = label.map_or_else(|| readable(name), str::to_owned);
    match at.indices() {
        [category] => set(&mut model[*category].label, &model[*category].name.clone()),
        _ => {
            if at.kind() == Some(ItemKind::Option) {
                let choice = choice_at(model, at).unwrap();
                set(&mut choice.label, &choice.name.clone());
            }
            if let Some(question) = follow_up(model, at).unwrap() {
                set(&mut question.label, &question.name.clone());
            }
        }
    }
}

fn set_name(model: &mut [Category], at: &ItemPath, new: &str) {
    let set = |name: &mut String, label: &mut String| {
        if readable(name) == *label {
            *label = readable(new);
        }
        new.clone_into(name);
    };
    if let [category] = at.indices() {
        let category = &mut model[*category];
        return set(&mut category.name, &mut category.label);
    }
    if at.kind() == Some(ItemKind::Option) {
        let choice = choice_at(model, at).unwrap();
        set(&mut choice.name, &mut choice.label);
    }
    if let Some(question) = follow_up(model, at).unwrap() {
        set(&mut question.name, &mut question.label);
    }
}

fn reorder(model: &mut Vec<Category>, owner: &ItemPath, from: usize, to: usize) {
    fn rotate<T>(list: &mut Vec<T>, from: usize, to: usize) {
        let item = list.remove(from);
        list.insert(to, item);
    }
    match owner.indices() {
        [] => rotate(model, from, to),
        [category] => rotate(&mut model[*category].questions, from, to),
        _ => rotate(options_of(follow_up(model, owner).unwrap().unwrap()).unwrap(), from, to),
    }
}

fn remove(model: &mut Vec<Category>, item: &ItemPath) -> Option<()> {
    let (owner, index) = (item.parent()?, item.index()?);
    match owner.indices() {
        [] => drop(model.remove(index)),
        [category] => drop(model.get_mut(*category)?.questions.remove(index)),
        [category, question] => {
            options_of(follow_up(model, &owner)??)?.remove(index);
            let left = options_of(follow_up(model, &owner)??)?.len();
            if left == 0 {
                // The compiler leaves out a question without answers.
                model.get_mut(*category)?.questions.remove(*question);
            }
        }
        _ => {
            options_of(follow_up(model, &owner)??)?.remove(index);
            if options_of(follow_up(model, &owner)??)?.is_empty() {
                choice_at(model, &owner)?.follow_up = None;
            }
        }
    }
    Some(())
}

/// Correct only if no item on the paths is removed or moved.
fn move_into(
    model: &mut Vec<Category>,
    item: &ItemPath,
    parent: &ItemPath,
    index: usize,
) -> Option<()> {
    if item.kind() == Some(ItemKind::Question) {
        let question = model.get_mut(item.parent()?.index()?)?.questions.remove(item.index()?);
        model.get_mut(parent.index()?)?.questions.insert(index, question);
        return Some(());
    }
    let choice = choice_at(model, item)?.clone();
    let source = item.parent()?;
    let alone = options_of(follow_up(model, &source)??)?.len() == 1;
    if alone && source.kind() == Some(ItemKind::Question) {
        return None;
    }
    remove(model, item)?;
    let parent = parent.without(item);
    match follow_up(model, &parent)? {
        Some(question) => options_of(question)?.insert(index, choice),
        None => set_kind(model, &parent, QuestionKind::Choice(vec![choice])),
    }
    Some(())
}
