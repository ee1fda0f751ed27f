//! Typologies to draw.

use proptest::prelude::*;

use crate::{
    Category, CategoryShape, Choice, Color, LikertScale, Question, QuestionKind, Sides, SpanCount,
    Typology, Weight,
};
use spanwise_text::Boundary;

/// Options, one per line; the options of a follow-up are below their option, indented by two more spaces.
pub(super) fn options(outline: &str) -> QuestionKind {
    let mut lines = outline.lines().filter(|line| !line.trim().is_empty()).peekable();
    QuestionKind::Choice(choices(&mut lines, 0))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn choices<'l>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>,
    at: usize,
) -> Vec<Choice> {
    let mut found = Vec::new();
    while let Some(line) = lines.next_if(|line| indent(line) == at) {
        let label = line.trim();
        let below = choices(lines, at + 2);
        let kind = (!below.is_empty()).then_some(QuestionKind::Choice(below));
        found.push(choice(label, kind));
    }
    found
}

pub(super) fn choice(label: &str, asks: Option<QuestionKind>) -> Choice {
    Choice {
        name: label.to_owned(),
        label: label.to_owned(),
        description: None,
        hotkey: None,
        weight: None,
        follow_up: asks.map(|kind| Box::new(question(label, kind))),
    }
}

pub(super) fn question(label: &str, kind: QuestionKind) -> Question {
    Question {
        name: label.to_owned(),
        label: label.to_owned(),
        prompt: format!("What about {label}?"),
        description: None,
        hotkey: None,
        required: true,
        kind,
    }
}

pub(super) fn category(label: &str, at: usize, questions: Vec<Question>) -> Category {
    Category {
        name: label.to_owned(),
        label: label.to_owned(),
        description: None,
        group: None,
        color: Color::by_position(at),
        icon: None,
        hotkey: None,
        shape: CategoryShape::Spans { sides: Sides::Target, count: SpanCount::One },
        roles: Vec::new(),
        boundary: Boundary::Word,
        weight: Weight::ONE,
        questions,
    }
}

/// Six levels of options.
pub(super) fn deep() -> Typology {
    let intentional = options(
        "Abbreviation\nSpelt as spoken\nNonsense\nRepeated letters\nLetters that look alike\nVeiled word\n",
    );
    let unintentional = options(
        "Not random
  Arbitrary spelling
    By sound and letter
      Letters that sound the same
      From another language
    By sound
      Wrong letter for a sound
      Impossible letter
  Breaks a rule
    Orthography
      Auxiliary mark
        Apostrophe
          Apostrophe left out
          Apostrophe misplaced
        Diacritic
        Hyphen
          Hyphen left out
          Hyphen misplaced
      Inverted punctuation
    Segmentation
      Space left out
      Space misplaced
    Letter case
      Capital left out
      Capital misplaced
Random
  Insertion
  Omission
  Substitution
  Transposition
",
    );
    Typology::new([
        category("Intentional", 0, vec![question("Kind", intentional)]),
        category("Unintentional", 1, vec![question("Kind of error", unintentional)]),
    ])
}

/// 66 leaves below three categories.
pub(super) fn wide() -> Typology {
    let below = "
Part of speech
  Adjective
  Adverb
  Conjunction
  Determiner
  Noun
  Particle
  Preposition
  Pronoun
  Punctuation
  Verb
Morphology
  Possessive noun
  Verb form
  Verb tense
  Noun number
  Agreement
  Inflection
Other
  Contraction
  Spelling
  Word order
  Letter case
  Anything else
";
    let labels = ["Missing", "Unnecessary", "Replacement"];
    Typology::new(labels.iter().enumerate().map(|(at, label)| {
        let correction = question("Correction", QuestionKind::Textbox);
        category(label, at, vec![question("Tier", options(below)), correction])
    }))
}

/// 35 categories.
pub(super) fn many() -> Typology {
    Typology::new((0..35).map(|at| {
        let severity = question("Severity", QuestionKind::Likert(LikertScale::Three));
        category(&format!("Technique number {at}"), at, vec![severity])
    }))
}

/// No questions.
pub(super) fn flat() -> Typology {
    let labels = ["Relation", "Entity", "Circumstance", "Coreference", "Link", "Grammar"];
    Typology::new(labels.iter().enumerate().map(|(at, label)| category(label, at, Vec::new())))
}

/// Written from right to left, with a label that is not.
pub(super) fn arabic() -> Typology {
    let effect = options("حذف جيد\n  مفيد جدا\n  مفيد قليلا\nحذف غير مهم\nحذف سيئ\nMQM: minor\n");
    let grammar = question("خطأ نحوي", QuestionKind::Binary);
    Typology::new([
        category("حذف", 0, vec![question("الأثر", effect), grammar.clone()]),
        category(
            "إضافة",
            1,
            vec![question("الأثر", QuestionKind::Likert(LikertScale::Five)), grammar],
        ),
        category("Reorder", 2, Vec::new()),
    ])
}

/// Any typology of a moderate size.
pub(super) fn any_typology() -> impl Strategy<Value = Typology> {
    let categories = proptest::collection::vec((any_label(), any_shape(), any_questions()), 0..8);
    (categories, any_questions()).prop_map(|(categories, about_instances)| {
        let categories = categories.into_iter().enumerate();
        let typology = Typology::new(categories.map(|(at, (label, shape, questions))| Category {
            name: at.to_string(),
            shape,
            ..category(&label, at, questions)
        }));
        typology.with_instance_questions(about_instances)
    })
}

fn any_label() -> impl Strategy<Value = String> {
    "\\PC{0,12}|[a-z ]{0,60}|[漢字ひらがな]{0,30}|[א-ת ]{0,30}|(?s).{0,6}"
}

fn any_shape() -> impl Strategy<Value = CategoryShape> {
    let count = prop_oneof![Just(SpanCount::One), Just(SpanCount::Many), Just(SpanCount::Point)];
    let sides = prop_oneof![Just(Sides::Source), Just(Sides::Target), Just(Sides::Both)];
    let spans = (sides, count).prop_map(|(sides, count)| CategoryShape::Spans { sides, count });
    prop_oneof![Just(CategoryShape::Whole), Just(CategoryShape::Composite), spans]
}

fn any_questions() -> impl Strategy<Value = Vec<Question>> {
    proptest::collection::vec((any_label(), any_kind()), 0..4).prop_map(|questions| {
        questions.into_iter().map(|(label, kind)| question(&label, kind)).collect()
    })
}

fn any_kind() -> impl Strategy<Value = QuestionKind> {
    let leaf = prop_oneof![
        Just(QuestionKind::Binary),
        Just(QuestionKind::Likert(LikertScale::Three)),
        Just(QuestionKind::Likert(LikertScale::Five)),
        Just(QuestionKind::Textbox),
        Just(QuestionKind::Textarea),
    ];
    leaf.prop_recursive(6, 60, 5, |inner| {
        let option = (any_label(), proptest::option::of(inner));
        proptest::collection::vec(option, 1..5).prop_map(|options| {
            let options = options.into_iter();
            QuestionKind::Choice(options.map(|(label, asks)| choice(&label, asks)).collect())
        })
    })
}
