//! Data whose texts have to be chosen among its fields.

use std::sync::Arc;

use crate::app::adjudication::request::AdjudicationRequest;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::opening::data_file::DataFile;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::format::columns::{Field, Mapping};

/// What goes on once it is chosen which fields are the texts.
#[derive(Debug, Clone)]
pub(in crate::app) enum AfterMapping {
    /// The data is opened with its template.
    Open(DataFile),
    /// The data is that of an annotator, by number, among several.
    Beside(AdjudicationRequest, usize),
}

/// Data with a template that knows none of its fields.
#[derive(Debug, Clone)]
pub struct UnmappedData {
    /// The file or address of the data.
    pub name: String,
    /// The template.
    pub loaded_template: LoadedTemplate,
    /// How many items the data has.
    pub items: usize,
    /// Their fields.
    pub fields: Arc<[Field]>,
    /// Which of them may be the texts, or were chosen before.
    pub mapping: Mapping,
    pub(in crate::app) dataset: Arc<Dataset>,
    pub(in crate::app) then: AfterMapping,
}
