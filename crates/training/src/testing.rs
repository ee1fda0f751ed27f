//! What tests of this crate share.

use std::sync::Arc;

use crate::{StepBody, Task, Training, TrainingStep, compile};
use spanwise_annotation::document::{Answers, Edit, EditKey, OriginalJson, Spans};
use spanwise_template::Typology;
use spanwise_text::{Span, Utf16};

/// Categories of each shape: `bad` and `good` mark the target, `pair` both, `twice` several spans, `gap` a point, `tag`
/// none.
const TEMPLATE: &str = "template_name: t
boundary: word
edits:
  - {name: bad, label: Bad one, enable_output: true}
  - {name: good, enable_output: true}
  - {name: pair, enable_input: true, enable_output: true}
  - {name: twice, type: multi_span, enable_output: true}
  - {name: gap, type: split, enable_output: true}
  - {name: left, enable_input: true}
  - {name: all, type: composite}
";

pub(crate) fn typology() -> Typology {
    spanwise_template::compile(TEMPLATE).template.unwrap().typology
}

/// A training without a problem.
pub(crate) fn training(text: &str) -> Training {
    let compiled = compile(text, &typology());
    let problems: String = compiled.diagnostics.iter().map(|one| format!("{one}\n")).collect();
    assert_eq!(problems, "", "{text}");
    compiled.training.unwrap()
}

/// A training of one exercise with this text.
pub(crate) fn exercise(scoring: &str, annotated: &str) -> Training {
    let lines: Vec<String> = annotated.lines().map(|line| format!("      {line}\n")).collect();
    let text = format!(
        "title: T\nscoring: {scoring}\nsteps:\n  - exercise: E\n    annotated: |\n{}",
        lines.concat()
    );
    training(&text)
}

pub(crate) fn task(step: &TrainingStep) -> &Task {
    match step.body() {
        StepBody::Exercise(task) | StepBody::Examination(task) => task,
        StepBody::Lesson | StepBody::Quiz(_) => panic!("no task"),
    }
}

/// An edit of the target: its category and its spans in UTF-16.
pub(crate) type MadeEdit<'a> = (&'a str, &'a [(u32, u32)]);

/// Edits of the target, with their positions as keys.
pub(crate) fn edits(all: &[MadeEdit<'_>]) -> Vec<Arc<Edit>> {
    let edit = |(key, (category, spans)): (u32, &MadeEdit<'_>)| {
        let span = |(start, end): &(u32, u32)| Span::between(Utf16(*start), Utf16(*end));
        Arc::new(Edit {
            key: EditKey(key),
            category: (*category).to_owned(),
            id: None,
            spans: Spans::usual(Vec::new(), spans.iter().map(span).collect()),
            tokens: None,
            origin: None,
            answers: Answers::default(),
            constituents: Vec::new(),
            original: OriginalJson::default(),
        })
    };
    (0..).zip(all).map(edit).collect()
}
