//! The annotate page within a page of one's own.

use leptos::prelude::*;
use web_sys::HtmlIFrameElement;

use super::bundle::around;
use super::controls::{actions, code, download, field};
use crate::app::App;
use crate::app::deployment::{Deployment, DeploymentSource, app_address};
use crate::ui::view::{El, View, dynamic, el, show, text};
use crate::ui::widgets::button;
use spanwise_browser::location;
use spanwise_browser::messages::{self, MessageField, MessageTarget, WindowMessage};
use spanwise_deployment::embedding::frame;
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// The description of the messages.
const DOCS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/embedding.md");

/// The most characters of a message that are shown.
const SHOWN: usize = 300;

pub(super) fn embed_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    let origin = RwSignal::new("https://example.org".to_owned());
    let title = app.text(TextId::DeployEmbedTitle);
    let snippet = text(move || match messages::origin_of(&origin.get()) {
        Some(origin) => frame(&app_address(), &origin, &title),
        None => app.words().fill(TextId::DeployEmbedBad, &[("origin", &origin.get())]),
    });
    let page = material.clone();
    let file = download(app, "index.html", "deploy-host-page", move || {
        let html = deploy.host_page(&page);
        async move { Ok(("index.html".to_owned(), "text/html", html)) }
    });
    let trying = RwSignal::new(false);
    let tried = material.clone();
    let docs = el("a")
        .attr("href", DOCS)
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
        .child("docs/embedding.md");
    View::Many(vec![
        field(app.text(TextId::DeployEmbedOrigin), origin, "deploy-origin", "https://example.org")
            .into(),
        code(snippet, "deploy-frame", app.text(TextId::DeployEmbedFrame)).into(),
        el("p").child(app.text(TextId::DeployEmbedPage)).into(),
        actions([
            file,
            button(app.text(TextId::DeployTry))
                .attr("data-testid", "try")
                .on_click(move || trying.set(true)),
        ])
        .into(),
        el("p")
            .class("hint")
            .child(around(app, TextId::DeployEmbedDocs, "link", docs.into()))
            .into(),
        show(trying.into(), move || trial(&tried)),
    ])
}

/// The direction of a message between this page and the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessageDirection {
    Sent,
    Received,
}

/// The frame with this page around it, and a log of their messages.
fn trial(material: &DeploymentSource) -> El {
    let app = App::from_context();
    let log = RwSignal::new(Vec::<(MessageDirection, String)>::new());
    let frame = el("iframe")
        .class("deploy__frame")
        .attr("title", app.text(TextId::DeployEmbedTitle))
        .attr("data-testid", "deploy-frame-trial")
        .attr("src", location::link(&Route::Embed.to_string()));
    let node: HtmlIFrameElement = frame.node();
    let say = move |node: &HtmlIFrameElement, kind: &str, fields: &[(&str, MessageField<'_>)]| {
        if let Some(window) = node.content_window() {
            MessageTarget::of_own_origin(window).post(kind, fields);
            log.update(|all| all.push((MessageDirection::Sent, kind.to_owned())));
        }
    };
    let listening = {
        let (node, material) = (node.clone(), material.clone());
        messages::listen(move |message: WindowMessage| {
            let Some(window) = node.content_window() else { return };
            if !message.is_from(&window) || message.origin() != messages::own_origin() {
                return;
            }
            let whole = message.json();
            let mut shown: String = whole.chars().take(SHOWN).collect();
            if shown.len() < whole.len() {
                shown.push('…');
            }
            // The frame may speak once more while it goes.
            log.try_update(|all| all.push((MessageDirection::Received, shown)));
            if message.text("type").as_deref() == Some("ready") {
                let fields = [
                    ("template", MessageField::Text(&material.text)),
                    ("data", MessageField::Text(&material.data)),
                    ("keep", MessageField::Flag(false)),
                ];
                say(&node, "load", &fields);
            }
        })
    };
    StoredValue::new_local(listening);
    let lines = dynamic(move || {
        let line = |(direction, text): &(MessageDirection, String)| {
            let who = match direction {
                MessageDirection::Sent => TextId::DeployEmbedSent,
                MessageDirection::Received => TextId::DeployEmbedHeard,
            };
            el("li")
                .child(el("span").class("hint").child(app.text(who)))
                .child(" ")
                .child(el("code").attr("dir", "ltr").child(text.as_str()))
        };
        el("ol")
            .class("deploy__log")
            .attr("data-testid", "deploy-log")
            .child(log.with(|all| all.iter().rev().take(20).map(line).collect::<Vec<_>>()))
    });
    el("div")
        .child(el("h4").child(app.text(TextId::DeployEmbedTry)))
        .child(actions(
            button(app.text(TextId::DeployEmbedGet))
                .attr("data-testid", "deploy-get")
                .on_click(move || say(&node, "get", &[("id", MessageField::Number(1))])),
        ))
        .child(lines)
        .child(frame)
}
