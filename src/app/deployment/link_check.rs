//! Checks that the template and the data of a link can be fetched and fit together.

use leptos::prelude::*;

use super::{CheckedLink, Deployment, LinkFinding, read_data};
use crate::app::context::App;
use crate::app::failure::Failure;
use crate::app::fetching::{compile_template, fetch};
use crate::app::loaded_template::LoadedTemplate;
use crate::app::opening::open_data::without_template;
use crate::app::page_address::{app_address, page_address, shipped_file};
use spanwise_annotation::format::{Dataset, FileKind, kind};
use spanwise_annotation::mentions::read_with_mentions;
use spanwise_browser::timing::TimeSlice;
use spanwise_deployment::addresses::AddressLink;
use spanwise_i18n::{TextId, say};
use spanwise_limits::MOST_LINK_PROBLEMS;
use spanwise_links::{LinkError, TemplateSource};
use spanwise_template::Template;

impl Deployment {
    /// Composes and checks the link of two pasted addresses, of which that of the data may be empty.
    ///
    /// # Errors
    /// If one of the texts is not an address.
    pub async fn check(self, template: &str, data: &str) -> Result<(), LinkError> {
        let composed = page_address().and_then(|page| AddressLink::of(template, data, &page))?;
        let findings = findings(self.app, &composed).await;
        self.link.try_set(Some(CheckedLink {
            link: format!("{}{}", app_address(), composed.query),
            thresh: composed.at_thresh(),
            findings,
        }));
        Ok(())
    }

    /// Forgets the link that was checked.
    pub fn forget_link(self) {
        self.link.set(None);
    }
}

async fn findings(app: App, composed: &AddressLink) -> Vec<LinkFinding> {
    let address = match &composed.template {
        TemplateSource::Address(address) => address.as_str().to_owned(),
        TemplateSource::Shipped(name) => shipped_file(name.as_str(), "template.yml"),
    };
    let (loaded_template, own_data) = match template(&address).await {
        Ok(found) => found,
        Err(failure) => return vec![failed_finding(app, &failure)],
    };
    let mut findings = vec![template_finding(app, &address, &loaded_template)];
    let template = &loaded_template.template;
    match (&composed.data, own_data) {
        (Some(data), _) => findings.push(match fetched_data(data.as_str()).await {
            Ok(dataset) => data_finding(app, data.as_str(), &dataset, template).await,
            Err(failure) => failed_finding(app, &failure),
        }),
        (None, Some(dataset)) => {
            findings.push(data_finding(app, &address, &dataset, template).await);
        }
        (None, None) => {}
    }
    findings
}

/// Fetches a template, or a bundle in its place, whose data is returned too.
async fn template(address: &str) -> Result<(LoadedTemplate, Option<Dataset>), Failure> {
    let text = fetch(address).await?;
    if kind(address, &text) != FileKind::Json {
        return Ok((compile_template(&text, address.to_owned()).await?, None));
    }
    let dataset = read_data(address, text).await?;
    let Some(yaml) = dataset.template() else {
        return Err(without_template(address));
    };
    Ok((compile_template(&yaml, address.to_owned()).await?, Some(dataset)))
}

async fn fetched_data(address: &str) -> Result<Dataset, Failure> {
    let text = fetch(address).await?;
    read_data(address, text).await
}

fn failed_finding(app: App, failure: &Failure) -> LinkFinding {
    let (what, why) = (failure.what.as_str(), failure.message.clone());
    let message = app.say(&say!(DeployLinkBad, address = what, why));
    LinkFinding { is_good: false, message, problems: failure.diagnostics.clone() }
}

fn template_finding(app: App, address: &str, loaded_template: &LoadedTemplate) -> LinkFinding {
    let categories = loaded_template.template.typology.categories().len();
    let text = app.words().count(TextId::DeployLinkTemplate, categories);
    let message = format!("{address}: {text}");
    LinkFinding {
        is_good: !loaded_template.has_errors(),
        message,
        problems: loaded_template.diagnostics.clone(),
    }
}

async fn data_finding(
    app: App,
    address: &str,
    dataset: &Dataset,
    template: &Template,
) -> LinkFinding {
    let mut problems = dataset.problems().to_vec();
    let mut slice = TimeSlice::begin();
    for (at, raw) in dataset.iter().enumerate() {
        problems.extend(read_with_mentions(raw, at, template).problems);
        if problems.len() >= MOST_LINK_PROBLEMS {
            break;
        }
        slice.pause_if_over().await;
    }
    problems.truncate(MOST_LINK_PROBLEMS);
    let text = app.words().count(TextId::DeployLinkData, dataset.len());
    let message = format!("{address}: {text}");
    LinkFinding { is_good: true, message, problems: problems.into() }
}
