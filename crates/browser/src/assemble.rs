//! The one-file version of the app, made by `public/assemble.js`.

use js_sys::Object;
use wasm_bindgen::prelude::*;

use super::objects::{member, object};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = spanwise, js_name = load)]
    async fn load_script(name: &str) -> Result<JsValue, JsValue>;

    type Assembler;

    #[wasm_bindgen(method, catch)]
    async fn assemble(
        this: &Assembler,
        files: JsValue,
        content: &Object,
    ) -> Result<JsValue, JsValue>;
}

/// Why the file could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssembleError {
    /// A file of the app could not be had.
    File {
        /// Its name.
        name: String,
        /// The HTTP status; `None` without an answer, or if it is not the file that was published.
        status: Option<String>,
    },
    /// The files of the app are those of another version.
    OtherVersion,
    /// Anything else, in the words of the browser.
    Other(String),
}

impl From<JsValue> for AssembleError {
    fn from(error: JsValue) -> Self {
        let text = |name| member(&error, name).and_then(|value| value.as_string());
        if member(&error, "isOtherVersion").is_some_and(|flag| flag.is_truthy()) {
            return AssembleError::OtherVersion;
        }
        match text("file") {
            Some(name) => AssembleError::File { name, status: text("status") },
            None => AssembleError::Other(super::message(&error)),
        }
    }
}

/// The text of an HTML file with the app, a template and data. Without a title it has the name of the app.
///
/// # Errors
/// Says which file of the app could not be had.
pub async fn one_file(title: &str, template: &str, data: &str) -> Result<String, AssembleError> {
    let script = load_script("assemble.js").await?;
    let members = [("title", title), ("template", template), ("data", data)];
    let content = object(members.map(|(name, text)| (name, JsValue::from_str(text))));
    let assembler: Assembler = script.unchecked_into();
    let html = assembler.assemble(JsValue::UNDEFINED, &content).await?;
    html.as_string().ok_or(html).map_err(AssembleError::from)
}
