//! A tokenizer in a worker of its own: `public/tokenizer.js`, loaded when a template asks for one.

use js_sys::{Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::objects::member;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = spanwise, js_name = load)]
    async fn load_script(name: &str) -> Result<JsValue, JsValue>;

    type TokenizerModule;

    #[wasm_bindgen(method, catch, js_name = startTokenizer)]
    fn start(this: &TokenizerModule) -> Result<JsTokenizer, JsValue>;

    #[derive(Debug)]
    type JsTokenizer;

    #[wasm_bindgen(method, catch)]
    async fn read(this: &JsTokenizer, file: Uint8Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn divide(this: &JsTokenizer, texts: Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    fn end(this: &JsTokenizer);
}

/// Why there is no tokenizer, or no tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenizerProblem {
    /// The worker could not be started, or stopped.
    Stopped,
    /// The file is not JSON.
    NotJson,
    /// The file has no model.
    NoModel,
    /// A part of the file is of a kind that cannot be loaded.
    Part {
        /// The key of the part.
        part: String,
        /// The kind that it names.
        kind: String,
    },
    /// Another reason, in the library's words.
    Other(String),
}

/// A worker with a tokenizer. It ends when this is dropped.
#[derive(Debug)]
pub struct TokenizerWorker(JsTokenizer);

impl Drop for TokenizerWorker {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl TokenizerWorker {
    /// Starts a worker with a `tokenizer.json`.
    ///
    /// # Errors
    /// If there can be no worker, or the file cannot be used.
    pub async fn start(file: &[u8]) -> Result<Self, TokenizerProblem> {
        let stopped = |_: JsValue| TokenizerProblem::Stopped;
        let module = load_script("tokenizer/tokenizer.js").await.map_err(stopped)?;
        let worker = module.unchecked_into::<TokenizerModule>().start().map_err(stopped)?;
        let worker = TokenizerWorker(worker);
        checked(worker.0.read(Uint8Array::from(file)).await)?;
        Ok(worker)
    }

    /// Divides texts into tokens: for each text the start and the end of every token, in UTF-16, one after the other.
    ///
    /// # Errors
    /// If there is no token for a part of a text, or the worker stopped.
    pub async fn divide(
        &self,
        texts: impl Iterator<Item = &str>,
    ) -> Result<Vec<Vec<u32>>, TokenizerProblem> {
        let texts: Array = texts.map(JsValue::from_str).collect();
        let answer = checked(self.0.divide(texts).await)?;
        let tokens = member(&answer, "tokens").unwrap_or_default();
        Ok(Array::from(&tokens).iter().map(|ends| Uint32Array::new(&ends).to_vec()).collect())
    }
}

/// The answer of the worker, unless it is a problem.
fn checked(answer: Result<JsValue, JsValue>) -> Result<JsValue, TokenizerProblem> {
    let answer = answer.map_err(|_| TokenizerProblem::Stopped)?;
    let detail = |name| member(&answer, name).and_then(|value| value.as_string());
    let Some(problem) = detail("problem") else { return Ok(answer) };
    let detail = |name| detail(name).unwrap_or_default();
    Err(match problem.as_str() {
        "not_json" => TokenizerProblem::NotJson,
        "no_model" => TokenizerProblem::NoModel,
        "part" => TokenizerProblem::Part { part: detail("part"), kind: detail("kind") },
        "other" => TokenizerProblem::Other(detail("said")),
        _ => TokenizerProblem::Stopped,
    })
}
