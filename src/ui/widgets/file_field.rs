//! The field that opens files.

use leptos::ev;
use leptos::task::spawn_local;
use web_sys::HtmlInputElement;

use crate::app::lazy::lazily_loaded;
use crate::app::{App, NoticeLevel, opening};
use crate::ui::view::{El, el};
use spanwise_browser::files;
use spanwise_browser::folders::ChosenItem;
use spanwise_i18n::TextId;

type OpenFiles = fn(App, Vec<ChosenItem>);

lazily_loaded!(edit, load, OpenFiles, opening::open_files);

/// Downloads the code that opens files, at the first sign of a person at the page, so that files can be opened when the
/// network is gone.
pub(crate) fn prefetch_open_files() {
    // If the download fails, it is tried again when files are chosen.
    spawn_local(async { drop(load().await) });
}

/// Opens files and folders that a person chose or dropped.
pub(crate) fn open_files(app: App, files: Vec<ChosenItem>) {
    spawn_local(async move {
        match load().await {
            Ok(open) => open(app, files),
            Err(_) => app.tell(NoticeLevel::Error, TextId::FailurePart, None),
        }
    });
}

/// A field for templates and data, in any format. `before` runs when files are chosen, before they are opened.
pub(crate) fn file_field(before: impl Fn() + 'static) -> El {
    let app = App::from_context();
    let field =
        el("input").attr("type", "file").attr("multiple", true).attr("data-testid", "upload");
    let input: HtmlInputElement = field.node();
    field.on(ev::change, move |_| {
        before();
        open_files(app, files::take(&input).into_iter().map(ChosenItem::File).collect());
    })
}
