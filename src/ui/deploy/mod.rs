//! The dialog that deploys a draft: for each method, artefacts to copy or download, and a trial.

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
use crate::app::builder::Builder;
use crate::app::deployment::{Deployment, DeploymentSource, app_address};
use crate::app::{App, NoticeLevel};
use spanwise_browser::{language, styles};
use spanwise_i18n::TextId;
use spanwise_links::Address;
use spanwise_template::TrainingPlace;

static STYLE: &str = include_str!("../../../style/deploy.css");

/// A method of bringing a draft to annotators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeploymentMethod {
    Bundle,
    Link,
    File,
    Embed,
    Host,
    Crowd,
    Python,
}

impl DeploymentMethod {
    const ALL: [DeploymentMethod; 7] = [
        DeploymentMethod::Bundle,
        DeploymentMethod::Link,
        DeploymentMethod::File,
        DeploymentMethod::Embed,
        DeploymentMethod::Host,
        DeploymentMethod::Crowd,
        DeploymentMethod::Python,
    ];

    /// The name, and a text on its use.
    fn texts(self) -> (TextId, TextId) {
        match self {
            DeploymentMethod::Bundle => (TextId::DeployBundle, TextId::DeployBundleWhen),
            DeploymentMethod::Link => (TextId::DeployLink, TextId::DeployLinkWhen),
            DeploymentMethod::File => (TextId::DeployFile, TextId::DeployFileWhen),
            DeploymentMethod::Embed => (TextId::DeployEmbed, TextId::DeployEmbedWhen),
            DeploymentMethod::Host => (TextId::DeployHost, TextId::DeployHostWhen),
            DeploymentMethod::Crowd => (TextId::DeployCrowd, TextId::DeployCrowdWhen),
            DeploymentMethod::Python => (TextId::DeployPython, TextId::DeployPythonWhen),
        }
    }

    /// The name in attributes.
    fn name(self) -> &'static str {
        match self {
            DeploymentMethod::Bundle => "bundle",
            DeploymentMethod::Link => "link",
            DeploymentMethod::File => "file",
            DeploymentMethod::Embed => "embed",
            DeploymentMethod::Host => "host",
            DeploymentMethod::Crowd => "crowd",
            DeploymentMethod::Python => "python",
        }
    }
}

/// The contents of the dialog.
pub(super) fn deploy(builder: Builder) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let deploy = Deployment::new(app, builder);
    let chosen = RwSignal::new(DeploymentMethod::Bundle);
    let choice = |way: DeploymentMethod| {
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
        .attr("aria-label", app.text(TextId::DeployWays))
        .child(DeploymentMethod::ALL.map(choice));
    let content = dynamic(move || {
        let way = chosen.get();
        match deploy.material() {
            Some(material) => untrack(|| section(deploy, way, &material)),
            None => notice_in_page(NoticeLevel::Error)
                .child(el("p").child(app.text(TextId::DeployNothing))),
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

/// The choice and the age of the state that is deployed.
fn head(app: App, deploy: Deployment, chosen: RwSignal<DeploymentMethod>) -> View {
    let annotated = controls::checkbox(app.text(TextId::DeployAnnotated), deploy.with_annotations)
        .attr("data-testid", "deploy-annotated")
        .class(("deploy__hidden", flag(move || !deploy.is_annotated())));
    let stale = dynamic(move || {
        deploy.earlier_version_ms().map(|ms| {
            let time = language::date_and_time(ms);
            let text = app.words().fill(TextId::DeployStale, &[("time", &time)]);
            notice_in_page(NoticeLevel::Warning)
                .attr("data-testid", "deploy-earlier-version")
                .child(el("p").child(text))
        })
    });
    let local = dynamic(move || {
        let leads_here = matches!(
            chosen.get(),
            DeploymentMethod::Link | DeploymentMethod::Embed | DeploymentMethod::Crowd
        );
        (leads_here && is_on_this_device()).then(|| {
            let text = app.words().fill(TextId::DeployLocal, &[("address", &app_address())]);
            notice_in_page(NoticeLevel::Warning).child(el("p").child(text))
        })
    });
    View::Many(vec![annotated.into(), stale, training_elsewhere(app, deploy), local])
}

/// A hint that a training in a file of its own is not part of bundles and links.
fn training_elsewhere(app: App, deploy: Deployment) -> View {
    dynamic(move || {
        let place = deploy.material()?.template.settings.training.clone()?;
        let TrainingPlace::File(address) = place else { return None };
        let text = app.words().fill(TextId::DeployTrainingElsewhere, &[("address", &address)]);
        let notice = notice_in_page(NoticeLevel::Warning).child(el("p").child(text));
        Some(notice.attr("data-testid", "deploy-training-elsewhere"))
    })
}

/// Reports whether the address of this app is one of this device.
fn is_on_this_device() -> bool {
    Address::parse(&app_address()).is_ok_and(|address| address.is_loopback())
}

fn section(deploy: Deployment, way: DeploymentMethod, material: &DeploymentSource) -> El {
    let app = App::from_context();
    let (name, when) = way.texts();
    let content = match way {
        DeploymentMethod::Bundle => bundle::bundle_section(deploy, material),
        DeploymentMethod::Link => link::link_section(deploy, material),
        DeploymentMethod::File => file::file_section(deploy, material),
        DeploymentMethod::Embed => embed::embed_section(deploy, material),
        DeploymentMethod::Host => host::host_section(),
        DeploymentMethod::Crowd => crowd::crowd_section(deploy, material),
        DeploymentMethod::Python => python::python_section(deploy, material),
    };
    el("section")
        .attr("data-testid", "deploy-section")
        .attr("data-way", way.name())
        .child(el("h3").child(app.text(name)))
        .child(el("p").child(app.text(when)))
        .child(content)
}
