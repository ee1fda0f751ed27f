//! The form of the item chosen in the outline.

use leptos::ev;
use leptos::prelude::*;

use super::outline_tree::OutlineTree;
use crate::app::App;
use crate::ui::view::{El, View, dynamic, el, flag, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;
use spanwise_template::outline::{
    AnswerKind, ItemKind, ItemPath, MoveDestination, OutlineItem, OutlineOperation, TrainingRole,
};
use spanwise_template::{CategoryShape, Color, Sides, SpanCount};

/// The shapes of a category, with their names.
const SHAPES: [(CategoryShape, TextId); 9] = [
    (one(Sides::Target), TextId::ShapeTarget),
    (one(Sides::Source), TextId::ShapeSource),
    (one(Sides::Both), TextId::ShapeBoth),
    (many(Sides::Target), TextId::ShapeManyTarget),
    (many(Sides::Source), TextId::ShapeManySource),
    (many(Sides::Both), TextId::ShapeManyBoth),
    (point(Sides::Target), TextId::ShapePoint),
    (CategoryShape::Whole, TextId::ShapeWhole),
    (CategoryShape::Composite, TextId::ShapeComposite),
];

const fn one(sides: Sides) -> CategoryShape {
    CategoryShape::Spans { sides, count: SpanCount::One }
}

const fn many(sides: Sides) -> CategoryShape {
    CategoryShape::Spans { sides, count: SpanCount::Many }
}

const fn point(sides: Sides) -> CategoryShape {
    CategoryShape::Spans { sides, count: SpanCount::Point }
}

/// The form below the tree. `fields` makes the fields for an item of a kind and role.
pub(super) fn item_form(
    tree: OutlineTree,
    fields: impl Fn(OutlineTree, ItemKind, Option<TrainingRole>) -> El + 'static,
) -> El {
    // Made anew when another item is chosen, not while one is changed: the focus stays.
    let which = Memo::new(move |_| {
        let item = tree.item()?;
        Some((item.path, item.kind, item.role.map(with_same_fields)))
    });
    let content = dynamic(move || match which.get() {
        Some((path, kind, role)) => {
            View::Many(vec![steps(tree, &path).into(), fields(tree, kind, role).into()])
        }
        None => View::Nothing,
    });
    el("div").class("outline__form").child(content)
}

/// One of the roles that have the same fields.
fn with_same_fields(role: TrainingRole) -> TrainingRole {
    match role {
        TrainingRole::Examination => TrainingRole::Exercise,
        TrainingRole::Wrong => TrainingRole::Right,
        TrainingRole::Lesson
        | TrainingRole::Exercise
        | TrainingRole::Quiz
        | TrainingRole::Right => role,
    }
}

/// The fields of an item of the typology.
pub(super) fn typology_fields(tree: OutlineTree, kind: ItemKind) -> El {
    let set_label = move |label| tree.set_label(label);
    let form = el("div")
        .class("outline__fields")
        .child(text_field(tree, line(), "label", TextId::OutlineLabel, set_label))
        .child(field(tree, "name", TextId::OutlineName));
    match kind {
        ItemKind::Category => form
            .child(prose_field(tree, "description", TextId::OutlineDescription))
            .child(field(tree, "group", TextId::OutlineGroup))
            .child(color(tree))
            .child(shape(tree)),
        ItemKind::Question => form
            .child(prose_field(tree, "question", TextId::OutlineQuestion))
            .child(answers(tree, Necessity::Required))
            .child(more_of_answers(tree))
            .child(required(tree)),
        ItemKind::Option => form
            .child(prose_field(tree, "question", TextId::OutlineFollowUp))
            .child(answers(tree, Necessity::Optional))
            .child(more_of_answers(tree)),
        ItemKind::TrainingStep | ItemKind::QuizQuestion | ItemKind::QuizOption => form,
    }
}

/// The field for a key whose value is a text of one line.
fn field(tree: OutlineTree, key: &'static str, name: TextId) -> El {
    text_field(tree, line(), key, name, move |value| set_text(tree, key, value))
}

/// The field for a key whose value may be a text of several lines, which grows with it.
pub(super) fn prose_field(tree: OutlineTree, key: &'static str, name: TextId) -> El {
    text_field(tree, el("textarea"), key, name, move |value| set_text(tree, key, value))
}

pub(super) fn line() -> El {
    el("input").attr("type", "text")
}

fn set_text(tree: OutlineTree, key: &'static str, value: Option<String>) {
    perform(tree, |item| OutlineOperation::SetText { item, key: key.to_owned(), value });
}

/// A control for a key whose value is a text, which `set` changes; `None` removes the key.
fn text_field(
    tree: OutlineTree,
    control: El,
    key: &'static str,
    name: TextId,
    set: impl Fn(Option<String>) + 'static,
) -> El {
    let app = App::from_context();
    let value = text(move || {
        let item = tree.item();
        item.and_then(|item| item.text(key).map(str::to_owned)).unwrap_or_default()
    });
    let locked = flag(move || tree.item().is_none_or(|item| item.locked.is_some()));
    let input = control
        .attr("dir", "auto")
        .attr("data-testid", format!("outline-{key}"))
        .attr("disabled", locked)
        .prop("value", value)
        .on(ev::change, move |event| {
            set(Some(event_target_value(&event)).filter(|value| !value.is_empty()));
        });
    el("label").class("menu__field").child(app.text(name)).child(input)
}

fn color(tree: OutlineTree) -> El {
    let app = App::from_context();
    let value = text(move || {
        let color = tree.item().and_then(|item| item.color);
        color.map(Color::css).unwrap_or_default()
    });
    let input = el("input")
        .attr("type", "color")
        .attr("data-testid", "outline-color")
        .prop("value", value)
        .on(ev::change, move |event| {
            let color = Color::parse(&event_target_value(&event));
            perform(tree, |item| OutlineOperation::SetColor { item, color });
        });
    el("label").class("menu__field").child(app.text(TextId::OutlineColor)).child(input)
}

fn shape(tree: OutlineTree) -> El {
    let app = App::from_context();
    let option = |at: usize, (shape, name): (CategoryShape, TextId)| {
        let is_it = flag(move || tree.item().and_then(|item| item.shape) == Some(shape));
        el("option").attr("value", at.to_string()).prop("selected", is_it).child(app.text(name))
    };
    let options = SHAPES.into_iter().enumerate().map(|(at, shape)| option(at, shape));
    let select = el("select")
        .attr("data-testid", "outline-shape")
        .on(ev::change, move |event| {
            let at = event_target_value(&event).parse::<usize>().ok();
            if let Some((shape, _)) = at.and_then(|at| SHAPES.get(at)) {
                perform(tree, |item| OutlineOperation::SetShape { item, shape: *shape });
            }
        })
        .child(options.collect::<Vec<_>>());
    el("label").class("menu__field").child(app.text(TextId::OutlineShape)).child(select)
}

/// The necessity of a kind of answer for an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Necessity {
    Required,
    Optional,
}

/// The field for the kind of answer.
fn answers(tree: OutlineTree, necessity: Necessity) -> El {
    let app = App::from_context();
    let option = |value: &'static str, name: TextId, answers: Option<AnswerKind>| {
        let is_it = flag(move || tree.item().is_some_and(|item| item.answers == answers));
        el("option").attr("value", value).prop("selected", is_it).child(app.text(name))
    };
    let none = (necessity == Necessity::Optional).then(|| option("", TextId::AnswersNone, None));
    let each = AnswerKind::ALL.map(|answers| {
        option(answers.word().unwrap_or("list"), answers_name(answers), Some(answers))
    });
    let select = el("select")
        .attr("data-testid", "outline-answers")
        .on(ev::change, move |event| {
            let answers = match event_target_value(&event).as_str() {
                "" => None,
                "list" => Some(AnswerKind::List),
                word => AnswerKind::from_word(word),
            };
            perform(tree, |item| OutlineOperation::SetAnswers { item, answers });
        })
        .child(none)
        .child(Vec::from(each));
    el("label").class("menu__field").child(app.text(TextId::OutlineAnswers)).child(select)
}

fn answers_name(answers: AnswerKind) -> TextId {
    match answers {
        AnswerKind::Binary => TextId::AnswersBinary,
        AnswerKind::Likert3 => TextId::AnswersLikert3,
        AnswerKind::Likert5 => TextId::AnswersLikert5,
        AnswerKind::Textbox => TextId::AnswersTextbox,
        AnswerKind::Textarea => TextId::AnswersTextarea,
        AnswerKind::Replacement => TextId::AnswersReplacement,
        AnswerKind::Number => TextId::AnswersNumber,
        AnswerKind::Slider => TextId::AnswersSlider,
        AnswerKind::List => TextId::AnswersList,
    }
}

/// The fields for the keys that say more about the kind of answer.
fn more_of_answers(tree: OutlineTree) -> View {
    let kind = Memo::new(move |_| tree.item().and_then(|item| item.answers));
    dynamic(move || {
        let keys = kind.get()?.keys();
        let of = |(key, name): (&'static str, TextId)| {
            keys.contains(&key).then(|| match key {
                "multiple" => checkbox(tree, key, name, "true"),
                _ => field(tree, key, name),
            })
        };
        let all = [
            ("multiple", TextId::OutlineMultiple),
            ("min", TextId::OutlineMin),
            ("max", TextId::OutlineMax),
            ("step", TextId::OutlineStep),
        ];
        Some(el("div").class("outline__fields").child(all.map(of).into_iter().collect::<Vec<_>>()))
    })
}

fn required(tree: OutlineTree) -> El {
    checkbox(tree, "required", TextId::OutlineOptional, "false")
}

/// The field for a key that is a flag: ticked while the key has this value, and removed when it is not.
fn checkbox(tree: OutlineTree, key: &'static str, name: TextId, ticked: &'static str) -> El {
    let app = App::from_context();
    // The key says when it has to be answered, the field when not.
    let testid = if key == "required" { "outline-optional" } else { "outline-multiple" };
    let is_ticked = flag(move || tree.item().is_some_and(|item| item.text(key) == Some(ticked)));
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", is_ticked)
        .on(ev::change, move |event| {
            let value = event_target_checked(&event).then(|| ticked.to_owned());
            perform(tree, |item| OutlineOperation::SetText { item, key: key.to_owned(), value });
        });
    el("label").class("menu__field").child(app.text(name)).child(input)
}

/// The actions on the item as a whole.
fn steps(tree: OutlineTree, path: &ItemPath) -> El {
    let app = App::from_context();
    let step = |name: TextId, testid: &'static str, make: fn(ItemPath) -> OutlineOperation| {
        let path = path.clone();
        button(app.text(name))
            .class("button button--small")
            .attr("data-testid", testid)
            .on_click(move || tree.perform(&make(path.clone())))
    };
    let add = move || match tree.item().as_ref().and_then(OutlineItem::can_add) {
        Some(ItemKind::Question) => {
            step_of(tree, TextId::OutlineAddQuestion, |to| OutlineOperation::AddQuestion {
                to,
                name: None,
                label: None,
                answers: AnswerKind::Binary,
            })
            .into()
        }
        Some(ItemKind::Option) => step_of(tree, TextId::OutlineAddOption, |to| {
            OutlineOperation::AddOption { to, name: None, label: None }
        })
        .into(),
        Some(ItemKind::QuizQuestion) => {
            step_of(tree, TextId::OutlineAddQuestion, |to| OutlineOperation::AddQuizQuestion { to })
                .into()
        }
        Some(ItemKind::QuizOption) => {
            step_of(tree, TextId::OutlineAddOption, |to| OutlineOperation::AddQuizOption { to })
                .into()
        }
        Some(ItemKind::Category | ItemKind::TrainingStep) | None => View::Nothing,
    };
    el("p")
        .class("outline__steps")
        .child(dynamic(add))
        .child(step(TextId::OutlineUp, "outline-up", |item| OutlineOperation::Move {
            item,
            to: MoveDestination::Up,
        }))
        .child(step(TextId::OutlineDown, "outline-down", |item| OutlineOperation::Move {
            item,
            to: MoveDestination::Down,
        }))
        .child(step(TextId::EditDuplicate, "outline-duplicate", |item| {
            OutlineOperation::Duplicate { item }
        }))
        .child(step(TextId::EditDeletePlain, "outline-delete", |item| OutlineOperation::Delete {
            item,
        }))
}

fn step_of(tree: OutlineTree, name: TextId, make: fn(ItemPath) -> OutlineOperation) -> El {
    let app = App::from_context();
    button(app.text(name))
        .class("button button--small")
        .attr("data-testid", "outline-add")
        .on_click(move || perform(tree, make))
}

/// Performs an operation on the chosen item.
pub(super) fn perform(tree: OutlineTree, make: impl FnOnce(ItemPath) -> OutlineOperation) {
    if let Some(path) = tree.chosen.get_untracked() {
        tree.perform(&make(path));
    }
}
