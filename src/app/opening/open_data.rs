//! Opens data with a template.

use std::sync::Arc;

use crate::app::adjudication::request::{AdjudicationRequest, AnnotatorData, NamedData};
use crate::app::context::{App, Page};
use crate::app::failure::Failure;
use crate::app::fetching::compile_template;
use crate::app::field_mapping::unmapped_data::AfterMapping;
use crate::app::field_mapping::{self, DetectedTexts, as_json, mapping_page};
use crate::app::loaded_template::LoadedTemplate;
use crate::app::opening::data_file::DataFile;
use crate::app::opening::new_work::{DataDigests, NewWork, data_of, open_new_work};
use crate::app::opening::reading::read_data;
use crate::app::page_address::assigns_work;
use crate::app::submission;
use spanwise_annotation::format::write_list;
use spanwise_i18n::say;

/// Reads a data file and opens it with its own template if it is a bundle, else with the one given.
pub(super) async fn open_data(
    app: App,
    template: Option<LoadedTemplate>,
    mut data_file: DataFile,
) -> Result<Page, Failure> {
    let text = std::mem::take(&mut data_file.text);
    let DataFile { name, origin, query, scope, parameters, .. } = data_file.clone();
    let (text, problems) = as_json(&name, text).await?;
    data_file.problems.extend(problems);
    let mut names = DataDigests::of(&text).await;
    let mut dataset = read_data(app, &name, text).await?;
    dataset.add_problems(data_file.problems);
    let loaded_template = match dataset.template() {
        Some(yaml) => compile_template(&yaml, name.clone())
            .await
            .map_err(|failure| failure.with_data(Some(write_list(&dataset))))?,
        None => template.ok_or_else(|| without_template(&name))?,
    };
    if loaded_template.is_for_adjudication() {
        let loaded_template = loaded_template.without_errors(|| Some(data_of(&dataset)))?;
        let source = AnnotatorData::File(NamedData { name, text: dataset.text().into() });
        // A host page sends one text, which is used for all annotators.
        let count = if scope.is_empty() { 1 } else { loaded_template.annotators() };
        let mut request =
            AdjudicationRequest::new(loaded_template, vec![Some(source); count], query);
        request.scope = scope;
        request.parameters = parameters;
        return Ok(Page::Adjudicate(request));
    }
    let problems = dataset.problems().to_vec();
    let then = || AfterMapping::Open(DataFile { problems, ..data_file });
    let (dataset, found) = field_mapping::find(app, &loaded_template, &name, dataset, then).await?;
    let dataset = match found {
        DetectedTexts::Texts => dataset,
        DetectedTexts::Known(text) => {
            names = DataDigests::of(&text).await;
            let mut mapped = read_data(app, &name, text).await?;
            mapped.add_problems(dataset.problems().to_vec());
            Arc::new(mapped)
        }
        DetectedTexts::Unknown(unmapped) => {
            loaded_template.without_errors(|| Some(data_of(&dataset)))?;
            return mapping_page(app, *unmapped, &parameters);
        }
    };
    let new = NewWork { loaded_template, dataset, names, scope, origin, query };
    if assigns_work(&parameters) {
        return submission::open(app, &parameters, new).await;
    }
    open_new_work(app, new).await.map(Page::Annotate)
}

/// Failure for data without a template.
pub(in crate::app) fn without_template(name: &str) -> Failure {
    Failure::new(name, say!(LandingDataWaiting, name))
}
