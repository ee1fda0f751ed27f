//! Links: one that carries template and data, and one to files elsewhere.

use leptos::prelude::*;

use super::controls::{actions, busy_button, code, field, fixed, hint, status, try_link};
use crate::app::deployment::{CheckedLink, Deployment, DeploymentSource, LinkFinding};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::{diagnostics, notice_in_page};
use spanwise_deployment::share::LinkReach;
use spanwise_i18n::TextId;

pub(super) fn link_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    make_share_link(deploy, material);
    View::Many(vec![
        el("h4").child(app.text(TextId::DeployShare)).into(),
        el("p").child(app.text(TextId::DeployShareWhen)).into(),
        share_link(app, deploy),
        el("h4").child(app.text(TextId::DeployAddresses)).into(),
        el("p").child(app.text(TextId::DeployAddressesWhen)).into(),
        addresses(app, deploy),
    ])
}

/// Starts generating the share link of the current draft.
pub(super) fn make_share_link(deploy: Deployment, material: &DeploymentSource) {
    deploy.shared.set(None);
    let material = material.clone();
    leptos::task::spawn_local(async move { deploy.share(&material).await });
}

fn share_link(app: App, deploy: Deployment) -> View {
    dynamic(move || match deploy.shared.get() {
        None => hint(app.text(TextId::DeployMaking)).into(),
        Some(Err(why)) => {
            notice_in_page(NoticeLevel::Error).child(el("p").child(app.say(&why))).into()
        }
        Some(Ok(link)) => made(app, link),
    })
}

fn made(app: App, link: String) -> View {
    let (length, reach) = (link.len(), LinkReach::of(link.len()));
    let (name, level, key) = match reach {
        LinkReach::Everywhere => ("everywhere", None, TextId::DeployLength),
        LinkReach::NotByMail => {
            ("not-by-mail", Some(NoticeLevel::Warning), TextId::DeployReachMail)
        }
        LinkReach::SomeBrowsers => {
            ("some-browsers", Some(NoticeLevel::Warning), TextId::DeployReachSome)
        }
        LinkReach::TooLong => ("too-long", Some(NoticeLevel::Error), TextId::DeployReachNone),
    };
    let size = app.words().count(TextId::DeployLength, length);
    let about = match level {
        None => hint(size),
        Some(level) => notice_in_page(level)
            .child(el("p").child(app.words().fill(key, &[("n", &length.to_string())])))
            .child(hint(size)),
    };
    let about = about.attr("data-reach", name);
    if reach == LinkReach::TooLong {
        return about.into();
    }
    let address = link.clone();
    View::Many(vec![
        fixed(link, "deploy-share", app.text(TextId::DeployShareLink)).into(),
        about.into(),
        actions(try_link(app, text(move || address.clone()))).into(),
    ])
}

fn addresses(app: App, deploy: Deployment) -> View {
    let (template, data) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let trouble = RwSignal::new(String::new());
    let check = busy_button(
        app,
        app.text(TextId::DeployCheck),
        "button button--main",
        "deploy-check",
        move || async move {
            deploy.forget_link();
            trouble.set(String::new());
            let (template, data) = (template.get_untracked(), data.get_untracked());
            if let Err(why) = deploy.check(&template, &data).await {
                trouble.try_set(app.say(&why.sentences()));
            }
        },
    );
    let placeholder = "https://github.com/…/template.yml";
    View::Many(vec![
        field(
            app.text(TextId::DeployTemplateAddress),
            template,
            "deploy-template-address",
            placeholder,
        )
        .into(),
        field(
            app.text(TextId::DeployDataAddress),
            data,
            "deploy-data-address",
            "https://github.com/…/data.json",
        )
        .into(),
        actions(check).into(),
        status(text(move || trouble.get()), "deploy-trouble").into(),
        el("div")
            .attr("role", "status")
            .child(dynamic(move || deploy.link.get().map(|link| checked(app, link))))
            .into(),
    ])
}

fn checked(app: App, link: CheckedLink) -> El {
    let is_good = link.is_good();
    let findings: Vec<El> = link.findings.iter().map(finding).collect();
    let here = link.link.clone();
    let link_here = is_good.then(|| {
        let address = link.link.clone();
        View::Many(vec![
            el("p").child(app.text(TextId::DeployLinkHere)).into(),
            fixed(link.link, "deploy-link", app.text(TextId::DeployLinkHere)).into(),
            actions(try_link(app, text(move || address.clone()))).into(),
        ])
    });
    let thresh = link.thresh.filter(|_| is_good).map(|address| {
        View::Many(vec![
            el("p").child(app.text(TextId::DeployLinkThresh)).into(),
            code(
                text(move || address.clone()),
                "deploy-link-thresh",
                app.text(TextId::DeployLinkThresh),
            )
            .into(),
        ])
    });
    el("div")
        .attr("data-testid", "deploy-checked")
        .attr("data-link", here)
        .child(el("ul").class("deploy__findings").child(findings))
        .child(link_here)
        .child(thresh)
}

fn finding(finding: &LinkFinding) -> El {
    let problems = (!finding.problems.is_empty()).then(|| diagnostics(&finding.problems));
    el("li")
        .class(if finding.is_good { "deploy__good" } else { "deploy__bad" })
        .attr("data-testid", "deploy-finding")
        .attr("data-good", finding.is_good.to_string())
        .child(el("p").child(finding.message.as_str()))
        .child(problems)
}
