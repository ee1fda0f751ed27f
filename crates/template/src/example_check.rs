//! Diagnostics for authors alone: annotated examples of the instructions that cannot be read. Annotators see them as code,
//! so [`compile`](crate::compile()) does not look for them.

use std::ops::Range;

use crate::example::{AnnotatedExample, EXAMPLE_LANGUAGE, ExampleError, ExampleErrorKind};
use crate::model::{Template, Typology};
use crate::suggest::nearest;
use crate::yaml::lines::{line_end, next_line, slice};
use crate::yaml::{TextLocation, YamlNode, read};
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
        let at = place(text, &entry.value, block, &error.at);
        let at = at.unwrap_or_else(|| entry.value.at.clone());
        Some(diagnostic(&error, &at, &template.typology))
    };
    blocks.iter().filter_map(problem).take(MOST_TEMPLATE_PROBLEMS).collect()
}

/// The place of an error of a block in the text of the template; `None` if the lines of the block are not those of the
/// template.
fn place(
    text: &str,
    value: &YamlNode,
    block: &CodeBlock,
    error: &Range<usize>,
) -> Option<TextLocation> {
    let content = value.source.content();
    if !slice(text, content.clone()).starts_with('|') {
        return None;
    }
    let (line, line_start) = line_of(&block.text, error.start)?;
    // Before the block, there are the header of the scalar and the fence of the block.
    let lines_before = block.line + line + 2;
    let start = (0..lines_before).try_fold(content.start, |at, _| next_line(text, at))?;
    let written = slice(text, start..line_end(text, start));
    // The indentation of the scalar, of a list or of a quotation is not part of the block.
    let indentation =
        written.strip_suffix(slice(&block.text, line_start..line_end(&block.text, line_start)))?;
    let at = start + indentation.len() + error.start - line_start;
    Some(TextLocation::in_text(text, at..at + error.len()))
}

/// The 0-based number and the start of the line of a position.
fn line_of(text: &str, at: usize) -> Option<(usize, usize)> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Some((before.matches('\n').count(), start))
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
