//! The text editor of the builder: `editor/editor.mjs`, loaded when it is needed.
//!
//! Positions are UTF-16 code units.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

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
    fn set_text(this: &JsEditor, text: &str, fresh: bool);
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

/// What the text of an editor is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}

/// Answers what can stand at a place of a text; `true` if the person asked for it.
type Complete = Box<dyn FnMut(String, u32, bool) -> Option<String>>;

/// Answers what stands at a place of a text.
type Hover = Box<dyn FnMut(String, u32) -> Option<String>>;

/// What an editor asks and tells. Answers are JSON texts, as `editor.mjs` describes them.
#[derive(Default)]
pub struct Callbacks {
    /// The text was changed.
    pub changed: Option<Box<dyn FnMut(String)>>,
    /// Completion.
    pub complete: Option<Complete>,
    /// Help on what is under the pointer.
    pub hover: Option<Hover>,
    /// The fix of a mark, by its number, is asked for.
    pub fixed: Option<Box<dyn FnMut(u32)>>,
}

/// A mark under a range of the text.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether it is an error; otherwise it is a warning.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// What the button says that mends it, if anything does.
    pub fix: Option<String>,
}

/// An editor on the page. Dropping it takes it away.
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
    /// Loads the script and puts an editor into an element. `phrases`: what the editor says of itself, and how that is
    /// said in the language of the page.
    ///
    /// # Errors
    /// When the script can't be had, with the browser's words.
    pub async fn open(
        host: HtmlElement,
        syntax: Syntax,
        label: &str,
        text: &str,
        phrases: &[(String, String)],
        callbacks: Callbacks,
    ) -> Result<Editor, String> {
        let module = load_script("editor.js").await.map_err(|error| super::message(&error))?;
        let phrases = phrases.iter().map(|(phrase, said)| (phrase.as_str(), said.as_str().into()));
        let language = if syntax == Syntax::Yaml { "yaml" } else { "json" };
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

    /// Replaces the text: a step that can be undone, or, `fresh`, the beginning of a new history.
    pub fn set_text(&self, text: &str, fresh: bool) {
        self.inner.set_text(text, fresh);
    }

    /// Replaces ranges, ascending and apart, in one step, and selects a range of the new text.
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

    /// Marks what is wrong, in the place of what was marked before.
    pub fn mark(&self, marks: &[Mark]) {
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

    /// Selects a range and shows it.
    pub fn select(&self, from: u32, to: u32) {
        self.inner.select(from, to);
    }

    /// Takes the last step back.
    pub fn undo(&self) {
        self.inner.undo();
    }

    /// Puts the focus into the editor.
    pub fn focus(&self) {
        self.inner.focus();
    }
}
