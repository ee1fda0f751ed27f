//! The field that opens files.

use web_sys::{Event, HtmlInputElement};

use crate::platform::files;
use crate::state::{App, opening};
use crate::ui::view::{El, el};

/// A field for templates and data. `before` runs when files are chosen, before they are opened.
pub(crate) fn file_field(before: impl Fn() + 'static) -> El {
    let app = App::from_context();
    let field = el("input")
        .set("type", "file")
        .set("multiple", true)
        .set(
            "accept",
            ".json,.jsonl,.ndjson,.yml,.yaml,application/json,application/yaml,text/yaml",
        )
        .set("data-testid", "upload");
    let input: HtmlInputElement = field.node();
    field.on("change", move |_: Event| {
        before();
        opening::open_files(app, files::take(&input));
    })
}
