//! The tokenizer as a program of its own, which `public/tokenizer-worker.js` runs in a worker of the browser: it is some
//! 600 KB, and a damaged `tokenizer.json` may end it without harm to the page. `scripts/lib/tokenizer.sh` builds it.

use std::cell::RefCell;

use js_sys::{Object, Reflect};
use spanwise_text::Text;
use spanwise_tokenizer::{Tokenizer, TokenizerError};
use wasm_bindgen::prelude::*;

thread_local! {
    static TOKENIZER: RefCell<Option<Tokenizer>> = const { RefCell::new(None) };
}

/// Reads the `tokenizer.json` that the worker is for.
///
/// # Errors
/// An object that says why it cannot be used: see `described`.
#[wasm_bindgen]
pub fn read(file: &[u8]) -> Result<(), JsValue> {
    let tokenizer = Tokenizer::read(file).map_err(|error| described(&error))?;
    TOKENIZER.set(Some(tokenizer));
    Ok(())
}

/// Divides a text into tokens: the start and the end of each, in UTF-16. There are none before a file was read.
///
/// # Errors
/// As [`read`].
#[wasm_bindgen]
pub fn tokens(text: String) -> Result<Vec<u32>, JsValue> {
    TOKENIZER.with_borrow(|tokenizer| {
        let Some(tokenizer) = tokenizer else { return Ok(Vec::new()) };
        let tokens = tokenizer.tokens(&Text::new(text)).map_err(|error| described(&error))?;
        let ends = |token: &spanwise_tokenizer::Token| [token.span.start().0, token.span.end().0];
        Ok(tokens.iter().flat_map(ends).collect())
    })
}

/// An error as an object: `problem` is a word for it; `part` and `kind`, or `said`, are its details.
fn described(error: &TokenizerError) -> JsValue {
    let (problem, details) = match error {
        TokenizerError::NotJson(said) => ("not_json", vec![("said", said.as_str())]),
        TokenizerError::NotATokenizer => ("no_model", Vec::new()),
        TokenizerError::Part { part, kind } => {
            ("part", vec![("part", part.key()), ("kind", kind.as_str())])
        }
        TokenizerError::Whole(said) | TokenizerError::NoToken(said) => {
            ("other", vec![("said", said.as_str())])
        }
    };
    let object = Object::new();
    for (name, value) in [("problem", problem)].into_iter().chain(details) {
        // A plain object takes any member.
        let _ = Reflect::set(&object, &name.into(), &value.into());
    }
    object.into()
}
