//! Texts divided into the tokens of a Hugging Face `tokenizer.json`: byte-level BPE, WordPiece, Unigram.
//!
//! [`Tokenizer`] wraps the `tokenizers` crate, which is some 600 KB of a program for the browser: only what is loaded
//! for a template with `tokenizer:` may depend on this crate. Start reading at [`Tokenizer::tokens`].
//!
//! The ids and the ranges are those of PyPI's `tokenizers` (`encode(text, add_special_tokens=False)`, without
//! truncation and padding); `tests/equal_to_python.rs` compares them.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod error;

use spanwise_text::{CodePoint, Span, Text};

pub use error::{TokenizerError, TokenizerPart};

/// A tokenizer, as a `tokenizer.json` describes it.
pub struct Tokenizer(tokenizers::Tokenizer);

/// A token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its number in the vocabulary.
    pub id: u32,
    /// Its place in the untouched text, in UTF-16. Tokens share characters where the tokenizer divides a character into
    /// bytes, or makes several characters of one.
    pub span: Span,
}

impl Tokenizer {
    /// Reads a `tokenizer.json`.
    ///
    /// # Errors
    /// If it is none, or names something that cannot be loaded; the error says which part that is.
    pub fn read(json: &[u8]) -> Result<Self, TokenizerError> {
        let mut tokenizer = tokenizers::Tokenizer::from_bytes(json)
            .map_err(|error| error::explain(json, &error.to_string()))?;
        // The limit of a model's input is no matter of the text.
        let _ = tokenizer.with_truncation(None); // Fails only for a truncation.
        tokenizer.with_padding(None);
        Ok(Tokenizer(tokenizer))
    }

    /// Divides a text into tokens, in the order of the text. No tokens are added to those of the text itself.
    ///
    /// # Errors
    /// If the tokenizer has no token for a part of the text.
    pub fn tokens(&self, text: &Text) -> Result<Vec<Token>, TokenizerError> {
        let encoding = self
            .0
            .encode_char_offsets(text.as_str(), false)
            .map_err(|error| TokenizerError::NoToken(error.to_string()))?;
        let utf16 =
            |offset| text.from_code_point(CodePoint(u32::try_from(offset).unwrap_or(u32::MAX)));
        let span = |&(start, end): &(usize, usize)| Span::between(utf16(start), utf16(end));
        let spans = encoding.get_offsets().iter().map(span);
        Ok(encoding.get_ids().iter().zip(spans).map(|(&id, span)| Token { id, span }).collect())
    }
}
