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

/// A failure to make the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssembleError {
    /// A file of the app could not be loaded.
    File {
        /// The name of the file.
        name: String,
        /// The HTTP status; `None` without an answer, or if it is not the file that was published.
        status: Option<String>,
    },
    /// The files of the app are those of another version.
    OtherVersion,
    /// Any other error of the browser, with its text.
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

/// The content of a one-file version.
#[derive(Debug, Clone, Copy)]
pub struct OneFileContent<'a> {
    /// The title of the page; an empty one leaves it the name of the app.
    pub title: &'a str,
    /// The YAML of the template.
    pub template: &'a str,
    /// The data as JSON.
    pub data: &'a str,
}

/// Makes the text of an HTML file with the app, a template and data.
///
/// # Errors
/// If a file of the app cannot be loaded, or the files are of another version.
pub async fn one_file(content: OneFileContent<'_>) -> Result<String, AssembleError> {
    let OneFileContent { title, template, data } = content;
    let script = load_script("assemble.js").await?;
    let members = [("title", title), ("template", template), ("data", data)];
    let content = object(members.map(|(name, text)| (name, JsValue::from_str(text))));
    let assembler: Assembler = script.unchecked_into();
    let html = assembler.assemble(JsValue::UNDEFINED, &content).await?;
    html.as_string().ok_or(html).map_err(AssembleError::from)
}
