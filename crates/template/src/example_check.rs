//! Diagnostics for authors alone: annotated examples of the instructions that cannot be read. Annotators see them as code,
//! so [`compile`](crate::compile()) does not look for them.

use crate::example::{AnnotatedExample, EXAMPLE_LANGUAGE, ExampleError, ExampleErrorKind};
use crate::model::{Template, Typology};
use crate::suggest::nearest;
use crate::yaml::{TextLocation, place_in_literal, read};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::{MOST_MARKS, MOST_MARKS_ON_A_PLACE, MOST_TEMPLATE_PROBLEMS};
use spanwise_markdown::{CodeBlock, code_blocks};

const KEY: &str = "instructions";

/// The problems of the annotated examples of a template: of each block, the first.
pub(crate) fn check_examples(text: &str, template: &Template) -> Vec<Diagnostic> {
    let mut blocks = code_blocks(template.settings.instructions.as_deref().unwrap_or_default());
    blocks.retain(|block| block.language == EXAMPLE_LANGUAGE);
    // Without categories, which is a problem of its own, no mark has one.
    if blocks.is_empty() || template.typology.categories().is_empty() {
        return Vec::new();
    }
    let root = read(text).root;
    let Some(entry) = root.as_ref().and_then(|root| root.as_mapping()?.get(KEY)) else {
        return Vec::new();
    };
    let problem = |block: &CodeBlock| {
        let error = AnnotatedExample::parse(&block.text, &template.typology).err()?;
        // Before the block is its fence.
        let at = place_in_literal(text, &entry.value, &block.text, block.line + 1, &error.at);
        let at = at.unwrap_or_else(|| entry.value.at.clone());
        Some(diagnostic(&error, &at, &template.typology))
    };
    blocks.iter().filter_map(problem).take(MOST_TEMPLATE_PROBLEMS).collect()
}

fn diagnostic(error: &ExampleError, at: &TextLocation, typology: &Typology) -> Diagnostic {
    let problem = |message, remedy| at.warning("bad-example", message, remedy);
    let write_marks = || {
        let name = typology.categories().first().map_or("", |category| &category.name);
        let (mark, explained) = (format!("[…]{{{name}}}"), format!("[…]{{{name}: …}}"));
        say!(ExampleWriteMarks, mark, explained)
    };
    match &error.kind {
        ExampleErrorKind::Unclosed => problem(say!(ExampleUnclosed), write_marks()),
        ExampleErrorKind::Unopened => problem(say!(ExampleUnopened), write_marks()),
        ExampleErrorKind::NoCategory => problem(say!(ExampleNoCategory), write_marks()),
        ExampleErrorKind::TooManyMarks => {
            let (most, deepest) = (MOST_MARKS.to_string(), MOST_MARKS_ON_A_PLACE.to_string());
            problem(say!(ExampleTooManyMarks, most, deepest), say!(ExampleDivide))
        }
        ExampleErrorKind::UnknownCategory(name) => {
            let meant = meant(name, typology);
            let message = say!(ExampleUnknownCategory, name = quoted(name));
            // In a text that is written otherwise, the place is not that of the name.
            let is_exact = at.bytes.len() == name.len();
            Diagnostic {
                fix: meant.filter(|_| is_exact).map(str::to_owned),
                ..problem(message, one_of(meant, typology))
            }
        }
    }
}

/// The name of the category that is meant by a wrong one: that with the name as its label, or the nearest name.
fn meant<'t>(name: &str, typology: &'t Typology) -> Option<&'t str> {
    let categories = typology.categories();
    let labelled = categories.iter().find(|category| category.label == name);
    let names = || nearest(name, categories.iter().map(|category| category.name.as_str()));
    labelled.map(|category| category.name.as_str()).or_else(names)
}

fn one_of(meant: Option<&str>, typology: &Typology) -> Message {
    match meant {
        Some(meant) => say!(CompileDidYouMean, meant),
        None => {
            let names = typology.categories().iter().map(|category| category.name.as_str());
            let names = names.collect::<Vec<_>>().join("`, `");
            say!(CompileUseOneOfTheseWords, words = format!("`{names}`"))
        }
    }
}

#[cfg(test)]
mod tests;
