//! Data files: read with tolerance, written without loss.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod dataset;
mod mentions;
mod properties;
mod reading;
mod texts;
mod typologies;
mod writing;

use spanwise_annotation::document::{Answer, Edit, Instance};
use spanwise_annotation::format::{LoadedInstance, read_instance};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_template::{
    Category, CategoryShape, Checkbox, Choice, Color, Decimal, LikertScale, NumberRange, Question,
    QuestionKind, Sides, Slider, SliderRange, SpanCount, Typology, Weight,
};
use spanwise_text::{Boundary, Span, Utf16};

/// A small typology with every kind of question.
fn typology() -> Typology {
    let kind = QuestionKind::Choice(vec![
        choice("digits", Some(QuestionKind::Likert(LikertScale::Three))),
        choice("unit", None),
        choice(
            "deep",
            Some(QuestionKind::Choice(vec![choice("deeper", None), choice("deep", None)])),
        ),
        choice("yes", None),
        choice("no", None),
        choice("7", None),
    ]);
    let questions = [
        ("severity", QuestionKind::Likert(LikertScale::Three)),
        ("points", QuestionKind::Likert(LikertScale::Five)),
        ("sure", QuestionKind::Binary),
        ("why", QuestionKind::Textbox),
        ("count", QuestionKind::Number { range: at_least_0(), unit: None }),
        (
            "degree",
            QuestionKind::Slider(Slider {
                range: SliderRange::DEFAULT,
                min_label: None,
                max_label: None,
            }),
        ),
        ("where", QuestionKind::Checkboxes(vec![checkbox("start"), checkbox("end")])),
        ("kind", kind),
    ];
    let questions: Vec<_> = questions.map(|(name, kind)| question(name, kind)).into();
    Typology::new([
        category("wrong_number", spans(Sides::Both), questions),
        category("style", spans(Sides::Target), Vec::new()),
        category("rewrite", CategoryShape::Composite, Vec::new()),
        category("off_topic", CategoryShape::Whole, Vec::new()),
    ])
}

fn spans(sides: Sides) -> CategoryShape {
    CategoryShape::Spans { sides, count: SpanCount::Many }
}

fn category(name: &str, shape: CategoryShape, questions: Vec<Question>) -> Category {
    Category {
        name: name.into(),
        label: name.into(),
        description: None,
        group: None,
        color: Color { red: 0, green: 0, blue: 0 },
        icon: None,
        hotkey: None,
        shape,
        roles: Vec::new(),
        boundary: Boundary::default(),
        weight: Weight::ONE,
        questions,
    }
}

fn question(name: &str, kind: QuestionKind) -> Question {
    Question {
        name: name.into(),
        label: name.into(),
        prompt: String::new(),
        description: None,
        hotkey: None,
        required: true,
        kind,
    }
}

fn at_least_0() -> NumberRange {
    NumberRange::new(Some(Decimal::whole(0)), None, None).expect("a range")
}

fn checkbox(name: &str) -> Checkbox {
    Checkbox { name: name.into(), label: name.into(), description: None, hotkey: None }
}

fn several(names: &[&str]) -> Answer {
    Answer::Several(names.iter().map(|&name| name.to_owned()).collect())
}

fn choice(name: &str, follow_up: Option<QuestionKind>) -> Choice {
    Choice {
        name: name.into(),
        label: name.into(),
        description: None,
        hotkey: None,
        weight: None,
        follow_up: follow_up.map(|kind| Box::new(question(name, kind))),
    }
}

fn load(raw: &str) -> LoadedInstance {
    read_instance(raw, 0, &typology())
}

fn first(instance: &Instance) -> Edit {
    Edit::clone(instance.edits.first().expect("an edit"))
}

fn span(a: u32, b: u32) -> Span {
    Span::between(Utf16(a), Utf16(b))
}

fn chosen(option: &str, follow_up: Option<Answer>) -> Answer {
    Answer::Choice { option: option.into(), follow_up: follow_up.map(Box::new) }
}

fn value(text: &str) -> Answer {
    Answer::Value(text.into())
}

/// `path code`, one per problem.
fn listed(problems: &[Diagnostic]) -> Vec<String> {
    let path = |place: &DiagnosticPlace| match place {
        DiagnosticPlace::Data { path, .. } => path.clone(),
        DiagnosticPlace::Text { line, column, .. } => format!("{line}:{column}"),
        DiagnosticPlace::Whole => "file".into(),
    };
    problems.iter().map(|p| format!("{} {}", path(&p.place), p.code)).collect()
}
