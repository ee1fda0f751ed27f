//! Reads tables, detects texts in data, and maps fields to them, in slices between which the page can paint.

use std::pin::Pin;
use std::sync::Arc;

use crate::app::context::{App, Page};
use crate::app::field_mapping::unmapped_data::{AfterMapping, UnmappedData};
use crate::app::loaded_template::LoadedTemplate;
use crate::app::notices::{NoticeAction, NoticeLevel};
use spanwise_annotation::format::field_mapping::{FieldMapper, FieldMapping, FieldSurvey, TEXTS};
use spanwise_annotation::format::{Dataset, TableReader};
use spanwise_annotation::store::field_mappings::{remember, remembered};
use spanwise_browser::timing::in_slices;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{TextId, say};

/// A boxed future.
pub(super) type LocalBoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// JSON converted from a table, and the problems of the table.
pub(super) type TabulatedData = Result<(String, Vec<Diagnostic>), Diagnostic>;

/// Outcome of the search for texts in data.
pub(in crate::app) enum DetectedTexts {
    /// An instance has a text that the template can show.
    Texts,
    /// Fields are mapped as in earlier data for this template: the mapped data as JSON.
    Known(String),
    /// The fields have to be chosen by a person.
    Unknown(Box<UnmappedData>),
}

/// Converts a table to JSON.
pub(super) fn tabulate(text: String, separator: u8) -> LocalBoxFuture<TabulatedData> {
    Box::pin(async move {
        let mut reader = TableReader::new(&text, separator)?;
        in_slices(|| reader.step()).await;
        Ok(reader.finish())
    })
}

/// Searches all items for a text that the template can show.
pub(super) fn find(
    app: App,
    loaded_template: LoadedTemplate,
    name: String,
    dataset: Arc<Dataset>,
    then: AfterMapping,
) -> LocalBoxFuture<DetectedTexts> {
    Box::pin(async move {
        let (mut survey, mut next) = (FieldSurvey::default(), 0);
        in_slices(|| {
            let Some(raw) = dataset.raw(next) else { return false };
            survey.add(raw);
            next += 1;
            !survey.has_text()
        })
        .await;
        if survey.has_text() {
            return DetectedTexts::Texts;
        }
        let known = remembered(&app.store(), &loaded_template.template.name);
        let known = known.into_iter().find(|mapping| survey.fits(mapping));
        let mapping =
            known.clone().unwrap_or_else(|| survey.guess(&loaded_template.template.typology));
        let fields = survey.fields().into();
        let items = dataset.len();
        let unmapped =
            UnmappedData { name, loaded_template, items, fields, mapping, dataset, then };
        match known {
            Some(mapping) => {
                let text = mapped(&unmapped.dataset, &mapping).await;
                tell(app, unmapped);
                DetectedTexts::Known(text)
            }
            None => DetectedTexts::Unknown(Box::new(unmapped)),
        }
    })
}

/// Remembers the chosen fields, and returns the mapped data as JSON.
pub(super) fn choose(
    app: App,
    unmapped: UnmappedData,
    mapping: FieldMapping,
) -> LocalBoxFuture<String> {
    Box::pin(async move {
        // A choice that cannot be remembered is made again next time.
        let _ = remember(&app.store(), &unmapped.loaded_template.template.name, &mapping);
        mapped(&unmapped.dataset, &mapping).await
    })
}

/// Maps the fields of all items to the texts of instances.
async fn mapped(dataset: &Dataset, mapping: &FieldMapping) -> String {
    let mut mapper = FieldMapper::new(dataset, mapping);
    in_slices(|| mapper.step()).await;
    mapper.finish()
}

/// Shows a notice of the mapped fields, with an action to choose others.
fn tell(app: App, unmapped: UnmappedData) {
    let chosen = TEXTS.into_iter().zip(&unmapped.mapping.paths);
    let chosen: Vec<String> =
        chosen.filter_map(|(text, path)| Some(format!("{text} ← {}", path.as_deref()?))).collect();
    let fields = chosen.join(", ");
    let message = say!(NoticeColumnsKnown, name = unmapped.name.as_str(), fields);
    let run = Arc::new(move || app.show(Page::FieldMapping(unmapped.clone())));
    let action = NoticeAction { label: TextId::NoticeColumnsChange, run };
    app.tell(NoticeLevel::Info, message, Some(action));
}
