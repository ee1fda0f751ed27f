//! Data that is a table, or whose texts go by names that are not those of instances.
//!
//! Here is what the rest of the app has to know; the other file is loaded where it is needed.

mod finding;

use std::pin::Pin;
use std::sync::Arc;

use super::app::{App, Failure, Landing, Page};
use super::opening::{Given, open_mapped};
use super::parts::part_of_its_own;
use super::several::Several;
use spanwise_annotation::format::columns::{Field, Mapping, has_text};
use spanwise_annotation::format::{Dataset, Kind, is_one_line, kind};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Key, say};

/// Something under way.
type Task<T> = Pin<Box<dyn Future<Output = T>>>;

/// JSON made of a table, and what is wrong with the table.
type Tabulated = Result<(String, Vec<Diagnostic>), Diagnostic>;

/// What is done about such data.
#[derive(Clone, Copy)]
struct Columns {
    tabulate: fn(String, u8) -> Task<Tabulated>,
    find: fn(App, Landing, String, Arc<Dataset>, Then) -> Task<Found>,
    choose: fn(App, Unmapped, Mapping) -> Task<String>,
}

part_of_its_own!(
    columns,
    part,
    Columns,
    Columns { tabulate: finding::tabulate, find: finding::find, choose: finding::choose }
);

async fn columns(name: &str) -> Result<Columns, Failure> {
    part().await.map_err(|_| Failure::new(name, Key::FailurePart))
}

/// What was found where no first instance has a text.
pub(super) enum Found {
    /// Another instance has one.
    Texts,
    /// The texts are where they were in other data for this template: the data with its texts.
    Known(String),
    /// Which fields are texts has to be chosen.
    Unknown(Box<Unmapped>),
}

/// What goes on once it is chosen which fields are the texts.
#[derive(Debug, Clone)]
pub(super) enum Then {
    /// The data is opened with its template.
    Open(Given),
    /// The data is that of an annotator, by number, among several.
    Beside(Several, usize),
}

/// Data with a template that knows none of its fields.
#[derive(Debug, Clone)]
pub struct Unmapped {
    /// The file or address of the data.
    pub name: String,
    /// The template.
    pub landing: Landing,
    /// How many items the data has.
    pub items: usize,
    /// Their fields.
    pub fields: Arc<[Field]>,
    /// Which of them may be the texts, or were chosen before.
    pub mapping: Mapping,
    pub(super) dataset: Arc<Dataset>,
    pub(super) then: Then,
}

impl Unmapped {
    /// Opens the data with the texts that were chosen.
    pub fn open(&self, app: App, mapping: Mapping) {
        open_mapped(app, self.clone(), mapping);
    }

    /// The data with the texts that were chosen, which is remembered.
    pub(super) async fn mapped(&self, app: App, mapping: Mapping) -> Result<String, Failure> {
        Ok((columns(&self.name).await?.choose)(app, self.clone(), mapping).await)
    }

    /// The data as a failure, where nobody is there to choose.
    fn refused(&self) -> Failure {
        let fields: Vec<&str> = self.fields.iter().map(|field| field.path.as_str()).collect();
        let message = say!(ColumnsNoneItemsTextTemplateCanShow, fields = fields.join(", "));
        Failure::new(self.name.as_str(), message)
    }

    /// The page on which it is chosen; a failure where nobody is there who could.
    pub(super) fn page(self, is_someone_there: bool) -> Result<Page, Failure> {
        if is_someone_there { Ok(Page::Columns(self)) } else { Err(self.refused()) }
    }
}

/// Data as JSON, and what was wrong with it before it was.
///
/// # Errors
/// What the text is if it is no data.
pub(super) async fn as_json(
    name: &str,
    text: String,
) -> Result<(String, Vec<Diagnostic>), Failure> {
    match kind(name, &text) {
        Kind::Table(separator) => {
            let tabulated = (columns(name).await?.tabulate)(text, separator).await;
            tabulated.map_err(|problem| Failure {
                diagnostics: Arc::from([problem]),
                ..Failure::new(name, Key::FailureData)
            })
        }
        Kind::Template => {
            let message = say!(ColumnsTemplateYamlButDataExpectedJson);
            Err(Failure::new(name, message))
        }
        // An object by itself that is no instance by its names is one by that of its file.
        Kind::Json if is_one_line(name, &text) && !has_text(text.trim()) => {
            Ok((format!("[\n{}\n]\n", text.trim()), Vec::new()))
        }
        Kind::Json | Kind::Other => Ok((text, Vec::new())),
    }
}

/// Looks for the texts of data. Most data has one in its first instance.
pub(super) async fn find(
    app: App,
    landing: &Landing,
    name: &str,
    dataset: Dataset,
    then: impl FnOnce() -> Then,
) -> Result<(Arc<Dataset>, Found), Failure> {
    let has_texts = dataset.raw(0).is_some_and(has_text);
    let dataset = Arc::new(dataset);
    if has_texts {
        return Ok((dataset, Found::Texts));
    }
    let find = columns(name).await?.find;
    let found = find(app, landing.clone(), name.to_owned(), dataset.clone(), then()).await;
    Ok((dataset, found))
}
