//! Diagnostics for authors alone: a tokenizer that divides nothing, or that cannot be found. The page says the latter when
//! it loads the tokenizer, so [`compile`](crate::compile()) does not look for them.

use crate::model::Template;
use crate::yaml::{YamlNode, read};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{TextId, say};
use spanwise_links::{Address, tokenizer_file};
use spanwise_text::Boundary;

const KEY: &str = "tokenizer";

/// The problem with the tokenizer of a template, if it has one.
pub(crate) fn check_tokenizer(text: &str, template: &Template) -> Option<Diagnostic> {
    let root = read(text).root?;
    let entry = root.as_mapping().and_then(|mapping| mapping.get(KEY))?;
    let is_used = template.typology.categories().iter().any(|c| c.boundary == Boundary::Token);
    match template.settings.tokenizer.as_deref().filter(|_| is_used) {
        Some(name) => bad_name(name, &entry.value),
        None if entry.value.is_null() => None,
        None => {
            let message = say!(CompileKeyHasNoEffect, key = KEY);
            Some(entry.key.at.warning("unused-key", message, TextId::TokenizerNeeds.into()))
        }
    }
}

fn bad_name(name: &str, value: &YamlNode) -> Option<Diagnostic> {
    // Any template that has an address will do.
    let template = Address::parse("https://template.invalid/").ok();
    let remedy = tokenizer_file(name, template.as_ref()).err()?;
    let message = say!(CompileKeyCannotBeFound, key = KEY, found = quoted(name));
    Some(value.at.error("bad-link", message, remedy))
}

#[cfg(test)]
mod tests {
    use crate::compile_for_author;

    #[test]
    fn a_tokenizer_that_cannot_be_used_is_reported() {
        let unused = "line 2, column 1: warning[unused-key]: `tokenizer` has no effect. It divides plain texts";
        let not_found =
            "line 2, column 12: error[bad-link]: `tokenizer` cannot be “hf:owner/model/more”.";
        let cases = [
            ("hf:owner/model", "subword", ""),
            ("files/tokenizer.json", "subword", ""),
            ("", "subword", ""),
            ("hf:owner/model", "word", unused),
            // A note, as in Thresh's templates.
            ("gpt2", "subword", unused),
            ("hf:owner/model/more", "subword", not_found),
        ];
        for (tokenizer, boundary, expected) in cases {
            let text = format!(
                "template_name: t\ntokenizer: {tokenizer}\nboundary: {boundary}\nedits: [{{name: a}}]\n"
            );
            let problems = compile_for_author(&text, None).diagnostics;
            let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let is_expected = match found.as_slice() {
                [] => expected.is_empty(),
                [problem] => !expected.is_empty() && problem.starts_with(expected),
                _ => false,
            };
            assert!(is_expected, "{text}{found:?}");
        }
    }
}
