//! Data that is a table, or whose fields are not named like those of instances.
//!
//! The work is done in [`detection`], which is loaded lazily.

mod detection;
pub(super) mod unmapped_data;

use std::sync::Arc;

use leptos::prelude::GetUntracked;

pub(super) use self::detection::DetectedTexts;
use self::detection::{LocalBoxFuture, TabulatedData};
use super::context::{App, Page};
use super::failure::Failure;
use super::field_mapping::unmapped_data::{AfterMapping, UnmappedData};
use super::lazy::lazily_loaded;
use super::loaded_template::LoadedTemplate;
use super::page_address::assigns_work;
use spanwise_annotation::format::field_mapping::{FieldMapping, has_text};
use spanwise_annotation::format::{Dataset, FileKind, is_one_line, kind};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{TextId, say};

/// Lazily loaded functions.
#[derive(Clone, Copy)]
struct FieldMappingCode {
    tabulate: fn(String, u8) -> LocalBoxFuture<TabulatedData>,
    find: fn(
        App,
        LoadedTemplate,
        String,
        Arc<Dataset>,
        AfterMapping,
    ) -> LocalBoxFuture<DetectedTexts>,
    choose: fn(App, UnmappedData, FieldMapping) -> LocalBoxFuture<String>,
}

lazily_loaded!(
    edit,
    part,
    FieldMappingCode,
    FieldMappingCode {
        tabulate: detection::tabulate,
        find: detection::find,
        choose: detection::choose
    }
);

async fn columns(name: &str) -> Result<FieldMappingCode, Failure> {
    part().await.map_err(|_| Failure::new(name, TextId::FailurePart))
}

/// Converts data to JSON, and returns the problems of the conversion.
///
/// # Errors
/// If the text is not data.
pub(super) async fn as_json(
    name: &str,
    text: String,
) -> Result<(String, Vec<Diagnostic>), Failure> {
    match kind(name, &text) {
        FileKind::Table(separator) => {
            let tabulated = (columns(name).await?.tabulate)(text, separator).await;
            tabulated.map_err(|problem| Failure {
                diagnostics: Arc::from([problem]),
                ..Failure::new(name, TextId::FailureData)
            })
        }
        FileKind::Template => {
            let message = say!(ColumnsTemplateYamlButDataExpectedJson);
            Err(Failure::new(name, message))
        }
        // A single object that has no field of an instance is a list of one item if its file name says so.
        FileKind::Json if is_one_line(name, &text) && !has_text(text.trim()) => {
            Ok((format!("[\n{}\n]\n", text.trim()), Vec::new()))
        }
        FileKind::Json | FileKind::Other => Ok((text, Vec::new())),
    }
}

/// Searches data for texts. Most data has one in its first instance.
pub(super) async fn find(
    app: App,
    loaded_template: &LoadedTemplate,
    name: &str,
    dataset: Dataset,
    then: impl FnOnce() -> AfterMapping,
) -> Result<(Arc<Dataset>, DetectedTexts), Failure> {
    let has_texts = dataset.raw(0).is_some_and(has_text);
    let dataset = Arc::new(dataset);
    if has_texts {
        return Ok((dataset, DetectedTexts::Texts));
    }
    let find = columns(name).await?.find;
    let found = find(app, loaded_template.clone(), name.to_owned(), dataset.clone(), then()).await;
    Ok((dataset, found))
}

/// Maps the chosen fields, which are remembered, and returns the data as JSON.
pub(super) async fn choose_fields(
    app: App,
    unmapped: &UnmappedData,
    mapping: FieldMapping,
) -> Result<String, Failure> {
    Ok((columns(&unmapped.name).await?.choose)(app, unmapped.clone(), mapping).await)
}

/// Returns the page on which the fields are chosen.
///
/// # Errors
/// If nobody is there to choose: the page is embedded, or its link assigns the work.
pub(super) fn mapping_page(
    app: App,
    unmapped: UnmappedData,
    parameters: &[(String, String)],
) -> Result<Page, Failure> {
    if !app.is_embedded.get_untracked() && !assigns_work(parameters) {
        return Ok(Page::FieldMapping(unmapped));
    }
    let fields: Vec<&str> = unmapped.fields.iter().map(|field| field.path.as_str()).collect();
    let message = say!(ColumnsNoneItemsTextTemplateCanShow, fields = fields.join(", "));
    Err(Failure::new(unmapped.name.as_str(), message))
}
