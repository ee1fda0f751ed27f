//! Controls of the deployment dialog: fields, texts to copy, files to download.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::{App, NoticeLevel};
use crate::ui::view::{El, View, el, text};
use crate::ui::widgets::{button, copy};
use spanwise_i18n::{Message, TextId, say};

/// A file made on demand: its name, media type and text, or a message why it cannot be made.
pub(super) type MadeFile = Result<(String, &'static str, String), Message>;

/// A checkbox with its label, which gets the attributes.
pub(super) fn checkbox(label: String, value: RwSignal<bool>) -> El {
    let field = el("input").attr("type", "checkbox").prop("checked", value);
    let input: HtmlInputElement = field.node();
    el("label")
        .class("deploy__check")
        .child(field.on(ev::change, move |_| value.set(input.checked())))
        .child(label)
}

/// A field for one line, with its label.
pub(super) fn field(
    label: String,
    value: RwSignal<String>,
    testid: &'static str,
    placeholder: &'static str,
) -> El {
    let field = el("input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("dir", "ltr")
        .attr("placeholder", placeholder)
        .attr("data-testid", testid)
        .prop("value", text(move || value.get()));
    let input: HtmlInputElement = field.node();
    el("label")
        .class("deploy__field")
        .child(el("span").child(label))
        .child(field.on(ev::input, move |_| value.set(input.value())))
}

/// A choice of a few values, with its label.
pub(super) fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
    label: String,
    value: RwSignal<T>,
    testid: &'static str,
    options: Vec<(T, &'static str, String)>,
) -> El {
    let chosen = value.get_untracked();
    let values: Vec<(T, &'static str)> =
        options.iter().map(|(value, id, _)| (*value, *id)).collect();
    let each = options.into_iter().map(|(value, id, name)| {
        el("option").attr("value", id).attr("selected", value == chosen).child(name)
    });
    let select = el("select").attr("data-testid", testid).child(each.collect::<Vec<_>>());
    el("label").class("deploy__field").child(el("span").child(label)).child(select.on(
        ev::change,
        move |event| {
            let id = event_target_value(&event);
            if let Some((chosen, _)) = values.iter().find(|(_, known)| *known == id) {
                value.set(*chosen);
            }
        },
    ))
}

/// A text to be copied: lines of code, a link.
pub(super) fn code(content: Signal<String>, testid: &'static str, name: String) -> El {
    let copied = move || copy(App::from_context(), content.get_untracked());
    el("div")
        .class("deploy__code")
        .child(
            el("pre")
                .attr("dir", "ltr")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", name)
                .attr("data-testid", testid)
                .child(content),
        )
        .child(
            button(App::from_context().text(TextId::DeployCopy))
                .attr("data-testid", "copy")
                .on_click(copied),
        )
}

/// A constant text to be copied.
pub(super) fn fixed(content: String, testid: &'static str, name: String) -> El {
    code(text(move || content.clone()), testid, name)
}

/// A link that opens in another tab and looks like a button.
pub(super) fn try_link(app: App, address: Signal<String>) -> El {
    el("a")
        .class("button")
        .attr("href", address)
        .attr("target", "_blank")
        .attr("rel", "noopener")
        .attr("data-testid", "try")
        .child(app.text(TextId::DeployTry))
}

/// A button that makes a file and saves it.
pub(super) fn download<F>(
    app: App,
    name: &str,
    testid: &'static str,
    make: impl Fn() -> F + 'static,
) -> El
where
    F: Future<Output = MadeFile> + 'static,
{
    let label = app.words().fill(TextId::DeployDownload, &[("name", name)]);
    busy_button(app, label, "button button--main", testid, move || {
        let made = make();
        async move {
            match made.await {
                Ok((name, kind, content)) => {
                    app.download(&name, kind, content.as_bytes());
                }
                Err(why) => not_made(app, why),
            }
        }
    })
}

/// A button that is disabled while its action goes on.
pub(super) fn busy_button<F>(
    app: App,
    label: String,
    class: &'static str,
    testid: &'static str,
    run: impl Fn() -> F + 'static,
) -> El
where
    F: Future<Output = ()> + 'static,
{
    let busy = RwSignal::new(false);
    let shown =
        text(move || if busy.get() { app.text(TextId::DeployMaking) } else { label.clone() });
    let run = Rc::new(run);
    button(shown)
        .class(class)
        .attr("data-testid", testid)
        .attr("aria-busy", text(move || busy.get().to_string()))
        .attr("aria-disabled", text(move || busy.get().to_string()))
        .on_click(move || {
            if busy.get_untracked() {
                return;
            }
            busy.set(true);
            let run = run.clone();
            leptos::task::spawn_local(async move {
                run().await;
                // The dialog may be closed by then.
                busy.try_set(false);
            });
        })
}

pub(super) fn not_made(app: App, why: Message) {
    let message = say!(DeployNotMade, why);
    app.tell(NoticeLevel::Error, message, None);
}

/// Buttons beside each other.
pub(super) fn actions(buttons: impl Into<View>) -> El {
    el("p").class("actions").child(buttons)
}

/// A less important sentence.
pub(super) fn hint(content: impl Into<View>) -> El {
    el("p").class("hint").child(content)
}

/// A sentence that comes and goes, announced by screen readers.
pub(super) fn status(content: Signal<String>, testid: &'static str) -> El {
    el("p")
        .class("deploy__status")
        .attr("role", "status")
        .attr("data-testid", testid)
        .child(content)
}
