//! Why a `tokenizer.json` cannot be used.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;
use tokenizers::{
    DecoderWrapper, ModelWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper,
};

/// Why a tokenizer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenizerError {
    /// The file is not JSON; what the reader says, with line and column.
    NotJson(String),
    /// The file is JSON without a `model`: something else.
    NotATokenizer,
    /// A part of a kind that cannot be loaded, or that is damaged.
    Part {
        /// The part.
        part: TokenizerPart,
        /// The kind that the file names (`type`); empty if it names none.
        kind: String,
    },
    /// Its parts can be loaded, but do not fit together; what the library says.
    Whole(String),
    /// There is no token for a part of a text; what the library says.
    NoToken(String),
}

/// A part of a `tokenizer.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenizerPart {
    /// Changes a text first.
    Normalizer,
    /// Divides it into words.
    PreTokenizer,
    /// Divides words into tokens.
    Model,
    /// Adds tokens.
    PostProcessor,
    /// Makes a text of tokens again.
    Decoder,
}

impl TokenizerPart {
    /// Its key in the file.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            TokenizerPart::Normalizer => "normalizer",
            TokenizerPart::PreTokenizer => "pre_tokenizer",
            TokenizerPart::Model => "model",
            TokenizerPart::PostProcessor => "post_processor",
            TokenizerPart::Decoder => "decoder",
        }
    }
}

impl fmt::Display for TokenizerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenizerError::NotJson(said) => write!(f, "not JSON: {said}"),
            TokenizerError::NotATokenizer => f.write_str("JSON, but without a model"),
            TokenizerError::Part { part, kind } if kind.is_empty() => {
                write!(f, "its {} cannot be loaded", part.key())
            }
            TokenizerError::Part { part, kind } => {
                write!(f, "its {} `{kind}` cannot be loaded", part.key())
            }
            TokenizerError::Whole(said) => write!(f, "its parts do not fit together: {said}"),
            TokenizerError::NoToken(said) => write!(f, "no token for a part of the text: {said}"),
        }
    }
}

impl std::error::Error for TokenizerError {}

/// The parts of a file that was refused.
#[derive(Deserialize)]
struct Parts {
    #[serde(default)]
    normalizer: Value,
    #[serde(default)]
    pre_tokenizer: Value,
    #[serde(default)]
    model: Value,
    #[serde(default)]
    post_processor: Value,
    #[serde(default)]
    decoder: Value,
}

/// Finds the part for which the library refuses a file: it says neither which part nor of what kind.
pub(super) fn explain(json: &[u8], said: &str) -> TokenizerError {
    let value: Value = match serde_json::from_slice(json) {
        Ok(value) => value,
        Err(error) => return TokenizerError::NotJson(error.to_string()),
    };
    let Ok(parts) = serde_json::from_value::<Parts>(value) else {
        return TokenizerError::NotATokenizer;
    };
    if !parts.model.is_object() {
        return TokenizerError::NotATokenizer;
    }
    use TokenizerPart as Part;
    let found = refused::<NormalizerWrapper>(Part::Normalizer, &parts.normalizer)
        .or_else(|| refused::<PreTokenizerWrapper>(Part::PreTokenizer, &parts.pre_tokenizer))
        .or_else(|| refused::<ModelWrapper>(Part::Model, &parts.model))
        .or_else(|| refused::<PostProcessorWrapper>(Part::PostProcessor, &parts.post_processor))
        .or_else(|| refused::<DecoderWrapper>(Part::Decoder, &parts.decoder));
    found.unwrap_or_else(|| TokenizerError::Whole(said.to_owned()))
}

/// The innermost part that cannot be loaded, if this one cannot: a sequence is refused for one of its members.
fn refused<'de, W: Deserialize<'de>>(
    part: TokenizerPart,
    value: &'de Value,
) -> Option<TokenizerError> {
    if value.is_null() || W::deserialize(value).is_ok() {
        return None;
    }
    let members = value.as_object()?.values().filter_map(Value::as_array).flatten();
    let kind = || value.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    members
        .filter(|member| member.get("type").is_some())
        .find_map(|member| refused::<W>(part, member))
        .or_else(|| Some(TokenizerError::Part { part, kind: kind() }))
}
