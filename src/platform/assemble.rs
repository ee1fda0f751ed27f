//! The one-file version of the app, made by `public/assemble.js`.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

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

/// The text of an HTML file with the app, a template and data. Without a title it has the name of the app.
///
/// # Errors
/// Says which file of the app could not be had.
pub async fn one_file(title: &str, template: &str, data: &str) -> Result<String, String> {
    let script = load_script("assemble.js").await.map_err(|error| super::message(&error))?;
    let content = Object::new();
    for (name, value) in [("title", title), ("template", template), ("data", data)] {
        // A fresh object takes any property.
        let _ = Reflect::set(&content, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    let assembler: Assembler = script.unchecked_into();
    let html = assembler.assemble(JsValue::UNDEFINED, &content).await;
    let html = html.map_err(|error| super::message(&error))?;
    html.as_string().ok_or_else(|| "assemble.js gave no text".to_owned())
}
