//! Opens data that was converted from formats of others.

use super::chosen_files::{for_adjudication, open_data_files, with_others};
use super::{compile_template, start, template_text};
use crate::app::adjudication::request::{AdjudicationRequest, NamedData};
use crate::app::context::{App, Page};
use crate::app::conversion::OpenedWith;
use crate::app::failure::Failure;
use crate::app::fetching::unknown_file_kind;
use crate::app::loaded_template::LoadedTemplate;
use spanwise_links::{ShippedName, TemplateSource};

/// The template that converted data is opened with.
pub(in crate::app) enum ConvertedTemplate {
    /// At hand.
    Loaded(LoadedTemplate),
    /// The name of one that comes with the app.
    Shipped(String),
    /// Made for the data.
    Text(String),
}

/// What converted data is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConvertedUse {
    /// To be annotated further, all of it as one.
    Annotation,
    /// To decide between its annotators.
    Adjudication,
}

/// Opens converted data with a template.
pub(in crate::app) fn open_converted(
    app: App,
    template: ConvertedTemplate,
    data: Vec<NamedData>,
    how: ConvertedUse,
) {
    let names: Vec<&str> = data.iter().map(|data| data.name.as_str()).collect();
    let what = names.join(", ");
    start(
        app,
        what.clone(),
        Box::pin(async move {
            let template = loaded(template, what).await?;
            match how {
                ConvertedUse::Annotation => {
                    open_data_files(app, OpenedWith::Template(template), data).await
                }
                ConvertedUse::Adjudication => for_adjudication(template, data),
            }
        }),
    );
}

/// Opens converted data beside the files of other annotators.
pub(in crate::app) fn open_beside(app: App, request: AdjudicationRequest, data: Vec<NamedData>) {
    app.show(with_others(Page::Adjudicate(request), data));
}

async fn loaded(template: ConvertedTemplate, what: String) -> Result<LoadedTemplate, Failure> {
    match template {
        ConvertedTemplate::Loaded(template) => Ok(template),
        ConvertedTemplate::Shipped(name) => {
            let Some(name) = ShippedName::new(&name) else { return Err(unknown_file_kind(what)) };
            let (text, address) = template_text(&TemplateSource::Shipped(name)).await?;
            compile_template(&text, address.as_str().to_owned()).await
        }
        ConvertedTemplate::Text(yaml) => compile_template(&yaml, String::new()).await,
    }
}
