//! The dialog that deploys a draft: for each way, what to copy or download, and a way to try it.

mod bundle;
mod controls;
mod crowd;
mod embed;
mod file;
mod host;
mod link;
mod platform;
mod python;
mod study;

use leptos::prelude::*;

use super::view::{El, View, dynamic, el, flag, text};
use super::widgets::{button, notice_in_page, notices};
use crate::state::build::Builder;
use crate::state::deploy::{Deploy, Material, app_address};
use crate::state::{App, Level};
use spanwise_browser::styles;
use spanwise_i18n::Key;
use spanwise_links::Address;

static STYLE: &str = include_str!("../../../style/deploy.css");

/// A way to bring a draft to annotators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeployMethod {
    Bundle,
    Link,
    File,
    Embed,
    Host,
    Crowd,
    Python,
}

impl DeployMethod {
    const ALL: [DeployMethod; 7] = [
        DeployMethod::Bundle,
        DeployMethod::Link,
        DeployMethod::File,
        DeployMethod::Embed,
        DeployMethod::Host,
        DeployMethod::Crowd,
        DeployMethod::Python,
    ];

    /// Its name, and when to use it.
    fn texts(self) -> (Key, Key) {
        match self {
            DeployMethod::Bundle => (Key::DeployBundle, Key::DeployBundleWhen),
            DeployMethod::Link => (Key::DeployLink, Key::DeployLinkWhen),
            DeployMethod::File => (Key::DeployFile, Key::DeployFileWhen),
            DeployMethod::Embed => (Key::DeployEmbed, Key::DeployEmbedWhen),
            DeployMethod::Host => (Key::DeployHost, Key::DeployHostWhen),
            DeployMethod::Crowd => (Key::DeployCrowd, Key::DeployCrowdWhen),
            DeployMethod::Python => (Key::DeployPython, Key::DeployPythonWhen),
        }
    }

    /// Its name in the page.
    fn name(self) -> &'static str {
        match self {
            DeployMethod::Bundle => "bundle",
            DeployMethod::Link => "link",
            DeployMethod::File => "file",
            DeployMethod::Embed => "embed",
            DeployMethod::Host => "host",
            DeployMethod::Crowd => "crowd",
            DeployMethod::Python => "python",
        }
    }
}

/// What is in the dialog.
pub(super) fn deploy(builder: Builder) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let deploy = Deploy::new(app, builder);
    let chosen = RwSignal::new(DeployMethod::Bundle);
    let choice = |way: DeployMethod| {
        button(app.text(way.texts().0))
            .class("button button--quiet deploy__way")
            .attr("data-testid", "deploy-way")
            .attr("data-way", way.name())
            .attr("aria-pressed", text(move || (chosen.get() == way).to_string()))
            .on_click(move || chosen.set(way))
    };
    let nav = el("div")
        .class("deploy__ways")
        .attr("role", "group")
        .attr("aria-label", app.text(Key::DeployWays))
        .child(DeployMethod::ALL.map(choice));
    let content = dynamic(move || {
        let way = chosen.get();
        match deploy.material() {
            Some(material) => untrack(|| section(deploy, way, &material)),
            None => notice_in_page(Level::Error).child(el("p").child(app.text(Key::DeployNothing))),
        }
    });
    let main = el("div").class("deploy__main").child(head(app, deploy, chosen)).child(content);
    // The page's own notices are behind the dialog.
    el("div")
        .class("deploy")
        .attr("data-testid", "deploy")
        .child(nav)
        .child(main)
        .child(notices())
        .into()
}

/// Which state of the draft is deployed.
fn head(app: App, deploy: Deploy, chosen: RwSignal<DeployMethod>) -> View {
    let annotated = controls::checkbox(app.text(Key::DeployAnnotated), deploy.with_annotations)
        .attr("data-testid", "deploy-annotated")
        .class(("deploy__hidden", flag(move || !deploy.is_annotated())));
    let stale = dynamic(move || {
        deploy.is_stale().then(|| {
            notice_in_page(Level::Warning).child(el("p").child(app.text(Key::DeployStale)))
        })
    });
    let local = dynamic(move || {
        let leads_here =
            matches!(chosen.get(), DeployMethod::Link | DeployMethod::Embed | DeployMethod::Crowd);
        (leads_here && is_on_this_device()).then(|| {
            let text = app.words().fill(Key::DeployLocal, &[("address", &app_address())]);
            notice_in_page(Level::Warning).child(el("p").child(text))
        })
    });
    View::Many(vec![annotated.into(), stale, local])
}

/// Whether nobody else can open the address of this app.
fn is_on_this_device() -> bool {
    let address = Address::parse(&app_address());
    address.is_ok_and(|address| {
        let host = address.host();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        name == "localhost" || name == "[::1]" || name.starts_with("127.")
    })
}

fn section(deploy: Deploy, way: DeployMethod, material: &Material) -> El {
    let app = App::from_context();
    let (name, when) = way.texts();
    let content = match way {
        DeployMethod::Bundle => bundle::bundle(deploy, material),
        DeployMethod::Link => link::link(deploy, material),
        DeployMethod::File => file::file(deploy, material),
        DeployMethod::Embed => embed::embed(deploy, material),
        DeployMethod::Host => host::host(),
        DeployMethod::Crowd => crowd::crowd(deploy, material),
        DeployMethod::Python => python::python(deploy, material),
    };
    el("section")
        .attr("data-testid", "deploy-section")
        .attr("data-way", way.name())
        .child(el("h3").child(app.text(name)))
        .child(el("p").child(app.text(when)))
        .child(content)
}
