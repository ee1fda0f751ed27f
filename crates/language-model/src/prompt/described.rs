//! A typology in words, for a prompt.

use std::fmt::Write as _;

use crate::answer_form::{AnswerForm, ReplyForm, SpanMembers, marks};
use crate::reply::tags::tag_of;
use spanwise_markdown::{CodeBlock, code_blocks};
use spanwise_template::example::{AnnotatedExample, EXAMPLE_LANGUAGE};
use spanwise_template::{
    Category, CategoryShape, Question, QuestionKind, Side, Sides, SpanCount, Template, Typology,
};

/// The label and the description of a template.
pub(super) fn typology(template: &Template) -> String {
    match &template.description {
        Some(description) => format!("{}: {}", template.label, one_line(description)),
        None => template.label.clone(),
    }
}

/// The instructions without their annotated examples.
pub(super) fn instructions(template: &Template) -> String {
    let text = template.settings.instructions.as_deref().unwrap_or_default();
    let examples: Vec<(usize, usize)> = example_blocks(text)
        .iter()
        // From the fence before to the fence after.
        .map(|block| (block.line, block.line + block.text.lines().count() + 1))
        .collect();
    let is_example =
        |number: usize| examples.iter().any(|(first, last)| (*first..=*last).contains(&number));
    let lines = text.lines().enumerate().filter(|(number, _)| !is_example(*number));
    lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The annotated examples of the instructions that can be read.
pub(super) fn examples(template: &Template) -> String {
    let text = template.settings.instructions.as_deref().unwrap_or_default();
    let blocks = example_blocks(text).into_iter().filter_map(|block| {
        let example = AnnotatedExample::parse(&block.text, &template.typology).ok()?;
        Some(example.written(&template.typology).trim().to_owned())
    });
    blocks.collect::<Vec<_>>().join("\n\n")
}

fn example_blocks(markdown: &str) -> Vec<CodeBlock> {
    let mut blocks = code_blocks(markdown);
    blocks.retain(|block| block.language == EXAMPLE_LANGUAGE);
    blocks
}

/// The categories: numbers, names, definitions, where their spans lie, and their questions.
pub(super) fn categories(typology: &Typology) -> String {
    let mut text = String::new();
    for (number, category) in typology.categories().iter().enumerate() {
        let Category { name, label, description, .. } = category;
        // Writing to a text does not fail.
        let _ = write!(text, "{number}: {name}");
        if label != name && *label != spanwise_template::readable(name) {
            let _ = write!(text, " (“{label}”)");
        }
        if let Some(description) = description {
            let _ = write!(text, " – {}", one_line(description));
        }
        let place = place(category, typology);
        let _ = writeln!(text, "{}{place}", if place.is_empty() { "" } else { " " });
        for role in &category.roles {
            let kind = if role.required { "" } else { ", if there is one" };
            let what = role.description.as_deref().map_or(role.label.clone(), one_line);
            let _ = writeln!(text, "   role {}: {what}{kind}", role.name);
        }
        questions_into(&mut text, &category.questions, 1);
    }
    text.trim_end().to_owned()
}

/// The questions about an instance as a whole, and those about its output.
pub(super) fn questions(typology: &Typology) -> String {
    let mut text = String::new();
    questions_into(&mut text, typology.instance_questions(), 0);
    questions_into(&mut text, typology.text_questions(), 0);
    text.trim_end().to_owned()
}

/// Where the spans of a category lie, as a sentence; nothing if it is the one span in the target that any has.
fn place(category: &Category, typology: &Typology) -> String {
    let both = marks(typology, Side::Source);
    let sides = |sides: Sides| match sides {
        Sides::Source => "in the source",
        Sides::Target => "in the target",
        Sides::Both => "in the source and in the target",
    };
    match category.shape {
        CategoryShape::Whole => "Concerns the item as a whole: it has no span.".to_owned(),
        CategoryShape::Composite => "Is made of annotations of other categories.".to_owned(),
        CategoryShape::Spans { count: SpanCount::One, .. } if !both => String::new(),
        CategoryShape::Spans { sides: on, count: SpanCount::One } => {
            format!("One span {}{}.", sides(on), if on == Sides::Both { " each" } else { "" })
        }
        CategoryShape::Spans { sides: on, count: SpanCount::Many } => {
            format!("One or several spans {}.", sides(on))
        }
        CategoryShape::Spans { sides: on, count: SpanCount::Point } => {
            format!("A place between words {}.", sides(on))
        }
    }
}

fn questions_into(text: &mut String, questions: &[Question], depth: usize) {
    for question in questions {
        let Question { name, prompt, label, description, required, .. } = question;
        let indent = "   ".repeat(depth);
        let prompt = if prompt.is_empty() { label } else { prompt };
        let optional = if *required { "" } else { " May be left out." };
        let why =
            description.as_deref().map(|text| format!(" ({})", one_line(text))).unwrap_or_default();
        let answers = answers(&question.kind);
        let _ = writeln!(
            text,
            "{indent}question {name}: {}{why}{optional} {answers}",
            one_line(prompt)
        );
        options_into(text, &question.kind, depth + 1);
    }
}

/// The answers that a question takes, in a few words.
fn answers(kind: &QuestionKind) -> String {
    let listed = |names: &[&str]| format!("Answers: {}.", names.join(", "));
    match kind {
        QuestionKind::Binary => listed(&["yes", "no"]),
        QuestionKind::Likert(scale) => listed(scale.tokens()),
        QuestionKind::Textbox | QuestionKind::Textarea => "Answer: text.".to_owned(),
        QuestionKind::Replacement => {
            "Answer: the text that is to stand in place of the span.".to_owned()
        }
        QuestionKind::Number { unit, .. } => {
            let unit = unit.as_deref().map(|unit| format!(" of {unit}")).unwrap_or_default();
            format!("Answer: a number{unit}.")
        }
        QuestionKind::Slider(slider) => {
            let range = slider.range;
            format!("Answer: a number from {} to {}.", range.min(), range.max())
        }
        QuestionKind::Choice(_) => "One of:".to_owned(),
        QuestionKind::Checkboxes(_) => "Any of:".to_owned(),
    }
}

fn options_into(text: &mut String, kind: &QuestionKind, depth: usize) {
    let indent = "   ".repeat(depth);
    let mut line = |name: &str, label: &str, description: Option<&str>| {
        let _ = write!(text, "{indent}- {name}");
        if label != name && label != spanwise_template::readable(name) {
            let _ = write!(text, " (“{label}”)");
        }
        let _ = writeln!(
            text,
            "{}",
            description.map(|d| format!(": {}", one_line(d))).unwrap_or_default()
        );
    };
    match kind {
        QuestionKind::Choice(options) => {
            for option in options {
                line(&option.name, &option.label, option.description.as_deref());
            }
            for follow_up in options.iter().filter_map(|option| option.follow_up.as_deref()) {
                let _ = writeln!(text, "{indent}if {}:", follow_up.name);
                questions_into(text, std::slice::from_ref(follow_up), depth + 1);
            }
        }
        QuestionKind::Checkboxes(boxes) => {
            for option in boxes {
                line(&option.name, &option.label, option.description.as_deref());
            }
        }
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_) => {}
    }
}

/// How spans are chosen.
pub(super) fn hints() -> String {
    let hints = [
        "Mark the whole stretch that a category describes, and no more than it.",
        "Mark what you are sure of; matters of taste are no errors.",
        "Judge by what is given here; what is generally known counts, too, unless the instructions say otherwise.",
    ];
    hints.iter().map(|hint| format!("- {hint}")).collect::<Vec<_>>().join("\n")
}

/// The form of an answer, in words.
pub(super) fn form(typology: &Typology, form: AnswerForm, allows_overlap: bool) -> String {
    let mut text = match form.reply {
        ReplyForm::Quotes => json_form(typology, form, false),
        ReplyForm::Tokens => json_form(typology, form, true),
        ReplyForm::Tags => tag_form(typology, form),
    };
    if !allows_overlap {
        text = format!("{}\nSpans must not overlap.", text.trim_end());
    }
    text
}

fn json_form(typology: &Typology, form: AnswerForm, by_tokens: bool) -> String {
    let mut text = "Answer with one JSON object and nothing else.".to_owned();
    if !typology.instance_questions().is_empty() || !typology.text_questions().is_empty() {
        text.push_str(" Its member `answers` is an object with the answers to the questions about the item, by their names.");
    }
    text.push_str(
        " Its member `annotations` is a list of objects, empty if there is nothing to annotate; each has these members:\n",
    );
    let mut member = |name: &str, meaning: &str| {
        let _ = writeln!(text, "- `{name}`: {meaning}");
    };
    if form.has_reasons {
        member(
            "reason",
            "why the span belongs to the category, in a short sentence; written first",
        );
    }
    member("category", "the name of the category");
    let members: Vec<SpanMembers> =
        typology.categories().iter().map(|category| SpanMembers::of(category, typology)).collect();
    let has = |wanted: fn(&SpanMembers) -> bool| members.iter().any(wanted);
    let source = "a list of the spans in the source, each as {\"text\": its letters as they stand there, \"occurrence\": 1 for the first place with these letters, 2 for the second}";
    let place = "; for a place between words, `text` is the word right before it";
    let target = if by_tokens {
        member(
            "tokens",
            "a list with [first, last] for each span in the target: the numbers of its first and of its last token, which the target shows before each token; for a place between words, those of the token before it",
        );
        None
    } else if has(|one| *one == SpanMembers::OneQuote) {
        member("text", "the span, letter for letter as in the target");
        member(
            "occurrence",
            "1 if this is the first place of the target with these letters, 2 for the second, and so on",
        );
        Some("the same, of categories with several spans or a place")
    } else {
        Some("the same in the target")
    };
    let has_points = has(|one| matches!(one, SpanMembers::Points(_)));
    if marks(typology, Side::Source) {
        member("source", &format!("{source}{}", if has_points { place } else { "" }));
    }
    if has_points || has(|one| matches!(one, SpanMembers::Quotes(_))) {
        match target {
            Some(_) if !marks(typology, Side::Source) => {
                let target = source.replace("in the source", "in the target");
                let whose = "of categories with several spans or a place: ";
                member(
                    "target",
                    &format!("{whose}{target}{}", if has_points { place } else { "" }),
                );
            }
            Some(same) => member("target", same),
            None => {}
        }
    }
    if has(|one| *one == SpanMembers::Constituents) {
        member("constituents", "of a category that is made of others: a list of their annotations");
    }
    if typology.categories().iter().any(|category| !category.roles.is_empty()) {
        member(
            "role",
            "beside `text` in lists: the role of the span, where its category has roles",
        );
    }
    if typology.categories().iter().any(|category| !category.questions.is_empty()) {
        member(
            "answers",
            "an object with the answer to each question of the category, by its name; where an answer has a question of its own: {\"val\": the answer, its name: the answer to that question}",
        );
    }
    text.trim_end().to_owned()
}

fn tag_form(typology: &Typology, form: AnswerForm) -> String {
    let mut text = "Answer with the target once more, letter for letter, and with each span between a start and an end tag of its \
                    category. Change, leave out and add nothing else. The tags are:\n"
        .to_owned();
    for category in typology.categories() {
        let tag = tag_of(&category.name);
        let reason = if form.has_reasons { " reason=\"why, in a few words\"" } else { "" };
        let inner = if category.shape.is_point() { "" } else { "…" };
        let _ = writeln!(text, "<{tag}{reason}>{inner}</{tag}>");
    }
    text.trim_end().to_owned()
}

/// A text on one line.
fn one_line(text: impl AsRef<str>) -> String {
    text.as_ref().split_whitespace().collect::<Vec<_>>().join(" ")
}
