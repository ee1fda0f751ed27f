//! The `tokenizer.json` that a template names.

use super::address::Address;
use super::hosts::on_hugging_face;
use spanwise_i18n::{Message, TextId};

/// The address of the file of a tokenizer: `hf:owner/model`, `hf:owner/model@revision`, or an address, which may be relative
/// to that of the template.
///
/// # Errors
/// If the text names no file, or is relative to a template without an address: what is wrong and the remedy.
pub fn tokenizer_file(name: &str, template: Option<&Address>) -> Result<Address, Message> {
    if let Some(model) = name.strip_prefix("hf:") {
        return file_of_model(model).ok_or_else(|| TextId::TokenizerNeeds.into());
    }
    let address = match template {
        Some(template) => template.join(name),
        None => Address::parse(name),
    };
    address.map_err(|problem| problem.message(name))
}

fn file_of_model(model: &str) -> Option<Address> {
    let (model, revision) = model.split_once('@').unwrap_or((model, "main"));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    // The oldest models have no owner.
    if !model.chars().chain(revision.chars()).all(is_plain) || model.split('/').count() > 2 {
        return None;
    }
    let segments = model.split('/').chain(["resolve"]).chain(revision.split('/'));
    on_hugging_face(&segments.chain(["tokenizer.json"]).collect::<Vec<_>>())
}
