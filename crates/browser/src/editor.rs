//! The text editor of the builder: `editor/editor.mjs`, loaded when it is needed.
//!
//! Positions are UTF-16 code units.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use super::BrowserError;
use super::objects::object;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = spanwise, js_name = load)]
    async fn load_script(name: &str) -> Result<JsValue, JsValue>;

    type EditorModule;

    #[wasm_bindgen(method, js_name = createEditor)]
    fn create(this: &EditorModule, host: &HtmlElement, options: &Object) -> JsEditor;

    type JsEditor;

    #[wasm_bindgen(method, js_name = setText)]
    fn set_text(this: &JsEditor, text: &str);
    #[wasm_bindgen(method)]
    fn patch(this: &JsEditor, changes: &Array, from: JsValue, to: JsValue);
    #[wasm_bindgen(method)]
    fn mark(this: &JsEditor, diagnostics: &Array);
    #[wasm_bindgen(method)]
    fn select(this: &JsEditor, from: u32, to: u32);
    #[wasm_bindgen(method)]
    fn undo(this: &JsEditor);
    #[wasm_bindgen(method)]
    fn focus(this: &JsEditor);
    #[wasm_bindgen(method)]
    fn destroy(this: &JsEditor);
}

/// The syntax of an editor's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorSyntax {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}

/// Returns completions at a position of a text; the flag is `true` if the person asked for them.
type CompletionCallback = Box<dyn FnMut(String, u32, bool) -> Option<String>>;

/// Returns help on the position of a text.
type HoverCallback = Box<dyn FnMut(String, u32) -> Option<String>>;

/// Callbacks of an editor. They return JSON texts, as `editor.mjs` describes them.
#[derive(Default)]
pub struct EditorCallbacks {
    /// Called with the text when it was changed.
    pub changed: Option<Box<dyn FnMut(String)>>,
    /// Called for completion.
    pub complete: Option<CompletionCallback>,
    /// Called for help on the text under the pointer.
    pub hover: Option<HoverCallback>,
    /// Called with the index of a mark whose fix is asked for.
    pub fixed: Option<Box<dyn FnMut(u32)>>,
}

/// A mark under a range of the text.
#[derive(Debug, Clone)]
pub struct EditorMark {
    /// The start of the range.
    pub from: u32,
    /// The end of the range.
    pub to: u32,
    /// `true` for an error, `false` for a warning.
    pub is_error: bool,
    /// The text of the problem.
    pub message: String,
    /// The label of the button of its quick fix, if it has one.
    pub fix: Option<String>,
}

/// The options of a new editor.
#[derive(Debug, Clone, Copy)]
pub struct EditorOptions<'a> {
    /// The syntax of the text.
    pub syntax: EditorSyntax,
    /// The accessible name.
    pub label: &'a str,
    /// The text at the beginning.
    pub text: &'a str,
    /// The editor's own texts in English, each with its translation.
    pub phrases: &'a [(String, String)],
}

/// An editor on the page, removed when this is dropped.
pub struct Editor {
    inner: JsEditor,
}

impl std::fmt::Debug for Editor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Editor")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.inner.destroy();
    }
}

impl Editor {
    /// Loads the script and puts an editor into an element.
    ///
    /// # Errors
    /// If the script cannot be loaded.
    pub async fn open(
        host: HtmlElement,
        options: EditorOptions<'_>,
        callbacks: EditorCallbacks,
    ) -> Result<Editor, BrowserError> {
        let EditorOptions { syntax, label, text, phrases } = options;
        let module = load_script("editor.js").await?;
        let phrases = phrases.iter().map(|(phrase, said)| (phrase.as_str(), said.as_str().into()));
        let language = match syntax {
            EditorSyntax::Yaml => "yaml",
            EditorSyntax::Json => "json",
        };
        let settings = [
            ("phrases", object(phrases).into()),
            ("text", text.into()),
            ("label", label.into()),
            ("language", language.into()),
        ];
        let callbacks = [
            ("changed", callbacks.changed.map(|run| Closure::wrap(run).into_js_value())),
            ("complete", callbacks.complete.map(|run| Closure::wrap(run).into_js_value())),
            ("hover", callbacks.hover.map(|run| Closure::wrap(run).into_js_value())),
            ("fixed", callbacks.fixed.map(|run| Closure::wrap(run).into_js_value())),
        ];
        let callbacks = callbacks.into_iter().filter_map(|(name, run)| Some((name, run?)));
        let options = object(settings.into_iter().chain(callbacks));
        let module: EditorModule = module.unchecked_into();
        Ok(Editor { inner: module.create(&host, &options) })
    }

    /// Replaces the whole text, as one undoable step.
    pub fn set_text(&self, text: &str) {
        self.inner.set_text(text);
    }

    /// Replaces ascending, disjoint ranges in one undoable step, and selects a range of the new text.
    pub fn patch(&self, changes: &[(u32, u32, String)], select: Option<(u32, u32)>) {
        let changes: Array = changes
            .iter()
            .map(|(from, to, text)| {
                Array::of3(&JsValue::from(*from), &JsValue::from(*to), &JsValue::from_str(text))
            })
            .collect();
        let (from, to) = select.map_or((JsValue::UNDEFINED, JsValue::UNDEFINED), |(from, to)| {
            (JsValue::from(from), JsValue::from(to))
        });
        self.inner.patch(&changes, from, to);
    }

    /// Replaces all marks.
    pub fn mark(&self, marks: &[EditorMark]) {
        let all: Array = marks
            .iter()
            .map(|mark| {
                object([
                    ("from", mark.from.into()),
                    ("to", mark.to.into()),
                    ("severity", if mark.is_error { "error" } else { "warning" }.into()),
                    ("message", mark.message.as_str().into()),
                    ("fix", mark.fix.as_deref().map_or(JsValue::NULL, JsValue::from_str)),
                ])
            })
            .collect();
        self.inner.mark(&all);
    }

    /// Selects a range and scrolls to it.
    pub fn select(&self, from: u32, to: u32) {
        self.inner.select(from, to);
    }

    /// Undoes the last step.
    pub fn undo(&self) {
        self.inner.undo();
    }

    /// Focuses the editor.
    pub fn focus(&self) {
        self.inner.focus();
    }
}
