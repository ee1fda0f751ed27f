//! The dialog that deploys a draft: for each way, what to copy or download, and a way to try it.

mod bundle;
mod crowd;
mod embed;
mod file;
mod host;
mod link;
mod parts;
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

/// A way to annotators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Bundle,
    Link,
    File,
    Embed,
    Host,
    Crowd,
    Python,
}

impl Way {
    const ALL: [Way; 7] =
        [Way::Bundle, Way::Link, Way::File, Way::Embed, Way::Host, Way::Crowd, Way::Python];

    /// Its name, and when to use it.
    fn texts(self) -> (Key, Key) {
        match self {
            Way::Bundle => (Key::DeployBundle, Key::DeployBundleWhen),
            Way::Link => (Key::DeployLink, Key::DeployLinkWhen),
            Way::File => (Key::DeployFile, Key::DeployFileWhen),
            Way::Embed => (Key::DeployEmbed, Key::DeployEmbedWhen),
            Way::Host => (Key::DeployHost, Key::DeployHostWhen),
            Way::Crowd => (Key::DeployCrowd, Key::DeployCrowdWhen),
            Way::Python => (Key::DeployPython, Key::DeployPythonWhen),
        }
    }

    /// Its name in the page.
    fn name(self) -> &'static str {
        match self {
            Way::Bundle => "bundle",
            Way::Link => "link",
            Way::File => "file",
            Way::Embed => "embed",
            Way::Host => "host",
            Way::Crowd => "crowd",
            Way::Python => "python",
        }
    }
}

/// What is in the dialog.
pub(super) fn deploy(builder: Builder) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let deploy = Deploy::new(app, builder);
    let chosen = RwSignal::new(Way::Bundle);
    let choice = |way: Way| {
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
        .child(Way::ALL.map(choice));
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
fn head(app: App, deploy: Deploy, chosen: RwSignal<Way>) -> View {
    let annotated = parts::checkbox(app.text(Key::DeployAnnotated), deploy.with_annotations)
        .attr("data-testid", "deploy-annotated")
        .class(("deploy__hidden", flag(move || !deploy.is_annotated())));
    let stale = dynamic(move || {
        deploy.is_stale().then(|| {
            notice_in_page(Level::Warning).child(el("p").child(app.text(Key::DeployStale)))
        })
    });
    let local = dynamic(move || {
        let leads_here = matches!(chosen.get(), Way::Link | Way::Embed | Way::Crowd);
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

fn section(deploy: Deploy, way: Way, material: &Material) -> El {
    let app = App::from_context();
    let (name, when) = way.texts();
    let content = match way {
        Way::Bundle => bundle::bundle(deploy, material),
        Way::Link => link::link(deploy, material),
        Way::File => file::file(deploy, material),
        Way::Embed => embed::embed(deploy, material),
        Way::Host => host::host(),
        Way::Crowd => crowd::crowd(deploy, material),
        Way::Python => python::python(deploy, material),
    };
    el("section")
        .attr("data-testid", "deploy-section")
        .attr("data-way", way.name())
        .child(el("h3").child(app.text(name)))
        .child(el("p").child(app.text(when)))
        .child(content)
}
