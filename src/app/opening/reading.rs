//! Reads data files step by step, so that the page can paint in between.

use leptos::prelude::{Set, WithUntracked};

use crate::app::context::{App, OpeningProgress, Page};
use crate::app::failure::Failure;
use crate::app::fetching::unknown_file_kind;
use crate::app::lazy::lazily_loaded;
use spanwise_annotation::format::{
    Dataset, DatasetReader, FileKind, in_utf16, kind, may_count_code_points,
};
use spanwise_browser::timing;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::TextId;

/// Bytes of data that are split before the page may paint.
const SLICE_BYTES: usize = 512 * 1024;

lazily_loaded!(edit, conversion, fn(&Dataset) -> Option<String>, |data| in_utf16(data));

/// Reads data, and shows the progress if it takes longer.
pub(super) async fn read_data(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    counted_in_utf16(name, text, async |text| split(app, name, text).await).await
}

/// Reads data without showing progress.
pub(in crate::app) async fn read_quietly(name: &str, text: String) -> Result<Dataset, Failure> {
    counted_in_utf16(name, text, async |text| split_quietly(name, text).await).await
}

/// Reads data with `read`, and converts offsets in code points to UTF-16 units.
pub(in crate::app) async fn counted_in_utf16(
    name: &str,
    text: String,
    read: impl AsyncFn(String) -> Result<Dataset, Failure>,
) -> Result<Dataset, Failure> {
    let dataset = read(text).await?;
    if !may_count_code_points(&dataset) {
        return Ok(dataset);
    }
    let convert = conversion().await.map_err(|_| Failure::new(name, TextId::FailurePart))?;
    match convert(&dataset) {
        Some(text) => read(text).await,
        None => Ok(dataset),
    }
}

/// Splits a data file, and shows the progress if it takes longer.
pub(in crate::app) async fn split(app: App, name: &str, text: String) -> Result<Dataset, Failure> {
    let tell = |instances| {
        app.opening.set(OpeningProgress { name: name.to_owned(), instances });
        if !app.page.with_untracked(|page| matches!(page, Page::Opening)) {
            app.show(Page::Opening);
        }
    };
    split_telling(name, text, tell).await
}

/// Splits a data file without showing progress.
pub(in crate::app) async fn split_quietly(name: &str, text: String) -> Result<Dataset, Failure> {
    split_telling(name, text, |_| {}).await
}

/// Steps through a data file, so that the page can paint in between. `tell` gets the number of instances so far, once
/// it takes longer.
pub(in crate::app) async fn read_in_slices(
    text: String,
    tell: impl Fn(usize),
) -> DatasetReader<'static> {
    let mut reader = DatasetReader::new(text);
    let began = timing::now_ms();
    loop {
        let progress = reader.step(SLICE_BYTES);
        if progress.done {
            return reader;
        }
        if timing::now_ms() - began > 300.0 {
            tell(progress.instances);
        }
        timing::pause().await;
    }
}

async fn split_telling(name: &str, text: String, tell: impl Fn(usize)) -> Result<Dataset, Failure> {
    let is_of_a_kind = kind(name, &text) != FileKind::Other;
    let reader = read_in_slices(text, tell).await;
    let failed = |diagnostics: Vec<Diagnostic>| Failure {
        diagnostics: diagnostics.into(),
        ..match is_of_a_kind {
            true => Failure::new(name, TextId::FailureData),
            false => unknown_file_kind(name),
        }
    };
    let dataset = reader.finish().map_err(|diagnostic| failed(vec![diagnostic]))?;
    if dataset.is_empty() {
        return Err(failed(dataset.problems().to_vec()));
    }
    Ok(dataset)
}
