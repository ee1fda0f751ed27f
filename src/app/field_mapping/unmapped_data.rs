//! Data whose texts have to be chosen among its fields.

use std::sync::Arc;

use crate::app::adjudication::request::AdjudicationRequest;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::opening::data_file::DataFile;
use spanwise_annotation::format::Dataset;
use spanwise_annotation::format::field_mapping::{DataField, FieldMapping};

/// The step after the fields were chosen.
#[derive(Debug, Clone)]
pub(in crate::app) enum AfterMapping {
    /// Open the data with its template.
    Open(DataFile),
    /// Use the data for an annotator (0-based) of an adjudication.
    Beside(AdjudicationRequest, usize),
}

/// Data without a text that its template can show.
#[derive(Debug, Clone)]
pub struct UnmappedData {
    /// The file or address of the data.
    pub name: String,
    /// The template.
    pub loaded_template: LoadedTemplate,
    /// Number of items.
    pub items: usize,
    /// Fields of the items.
    pub fields: Arc<[DataField]>,
    /// Fields proposed for the texts, or chosen before.
    pub mapping: FieldMapping,
    pub(in crate::app) dataset: Arc<Dataset>,
    pub(in crate::app) then: AfterMapping,
}
