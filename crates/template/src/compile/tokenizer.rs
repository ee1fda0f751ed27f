//! The tokenizer of plain texts.

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, cannot_be};
use super::values::{is_relative_address, is_web_address};
use crate::model::{Category, Typology};
use spanwise_i18n::say;
use spanwise_text::Boundary;

const KEY: &str = "tokenizer";

/// The address of the `tokenizer.json` that the template names, maybe relative to the template's.
///
/// Thresh's templates name here, for readers, what cut the data into tokens: any other text has no effect.
pub(super) fn address(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> Option<String> {
    let entry = fields.get(KEY)?;
    let (text, at) = report.plain(entry, ExpectedValue::Text)?;
    let text = text.trim();
    if let Some(model) = text.strip_prefix("hf:") {
        let file = file_of_model(model);
        if file.is_none() {
            let remedy = say!(CompileNameTokenizerOfPlainTexts);
            report.add(at.error("bad-link", cannot_be(KEY, text), remedy));
        }
        return file;
    }
    if is_web_address(text) || text.ends_with(".json") && is_relative_address(text) {
        return Some(text.to_owned());
    }
    report.add(entry.key.at.hint(
        "unused-key",
        say!(CompileKeyHasNoEffect, key = KEY),
        say!(CompileNameTokenizerOfPlainTexts),
    ));
    None
}

/// The file of a model on Hugging Face: `owner/model` or, as the oldest are named, `model`; `@revision` may follow.
fn file_of_model(model: &str) -> Option<String> {
    let (model, revision) = model.split_once('@').unwrap_or((model, "main"));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = |name: &str| !name.trim_matches('.').is_empty() && name.chars().all(is_plain);
    let is_model = model.split('/').all(is_name) && model.split('/').count() <= 2;
    (is_model && revision.split('/').all(is_name))
        .then(|| format!("https://huggingface.co/{model}/resolve/{revision}/tokenizer.json"))
}

/// Makes the tokens of a tokenizer the units of categories with `boundary: subword`.
pub(super) fn use_tokens(categories: &mut [Category]) {
    for category in categories.iter_mut().filter(|c| c.boundary == Boundary::Subword) {
        category.boundary = Boundary::Token;
    }
}

/// Reports a tokenizer whose tokens no category uses.
pub(super) fn check_used(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    typology: &Typology,
) {
    let categories = typology.categories();
    let is_used = categories.iter().any(|category| category.boundary == Boundary::Token);
    if !is_used
        && !categories.is_empty()
        && let Some(entry) = fields.get(KEY)
    {
        report.add(entry.key.at.warning(
            "unused-key",
            say!(CompileKeyHasNoEffect, key = KEY),
            say!(CompileTokenizerNeedsSubword),
        ));
    }
}
