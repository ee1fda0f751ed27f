//! Template and data embedded in the page: in a share link, or in the one-file version of the app.

use super::{start, with_data};
use crate::app::context::{App, EmbeddedDataSource, Page};
use crate::app::failure::Failure;
use crate::app::fetching::{compile_template, decode};
use crate::app::opening::data_file::DataFile;
use crate::app::opening::open_data::open_data;
use crate::app::page_address::without_fragment;
use spanwise_browser::compression::{self, CompressionError};
use spanwise_browser::inline;
use spanwise_deployment::embedded_data::EmbeddedData;
use spanwise_deployment::share::{ShareError, unpacked};
use spanwise_i18n::{TextId, say};
use spanwise_limits::LARGEST_UNPACKED;

/// Opens embedded data. The address stays unchanged, so that it can be reloaded and passed on.
pub fn open_embedded_data(app: App, by: EmbeddedDataSource) {
    let name = without_fragment();
    start(
        app,
        name.clone(),
        Box::pin(async move {
            let EmbeddedData { template, data } = match by {
                EmbeddedDataSource::ShareLink(packed) => from_link(&name, &packed).await?,
                EmbeddedDataSource::OwnFile => from_file(&name)?,
            };
            let loaded_template = match (compile_template(&template, name.clone()).await, &data) {
                (Ok(loaded_template), _) => loaded_template,
                (Err(failure), None) => return Err(failure),
                (Err(failure), Some(data)) => {
                    return Err(with_data(failure, &name, data.clone()).await);
                }
            };
            match data {
                Some(data) => {
                    open_data(app, Some(loaded_template), DataFile::in_page(name, data)).await
                }
                None => loaded_template.without_errors(|| None).map(Page::Template),
            }
        }),
    );
}

async fn from_link(name: &str, packed: &str) -> Result<EmbeddedData, Failure> {
    let cut = || Failure::new(name, TextId::ShareCut);
    let bytes = unpacked(packed).map_err(|error| match error {
        ShareError::Version(version) => Failure::new(name, say!(ShareVersion, version)),
        ShareError::Characters => cut(),
    })?;
    let unpacked = compression::inflate(&bytes, LARGEST_UNPACKED).await;
    let bytes = unpacked.map_err(|error| match error {
        CompressionError::Unsupported(why) => Failure::new(name, say!(ShareUnsupported, why)),
        CompressionError::Damaged(_) => cut(),
        CompressionError::TooLarge => Failure::new(name, TextId::ShareTooLarge),
    })?;
    let json = decode(name, bytes)?;
    EmbeddedData::read(&json).map_err(|_| cut())
}

fn from_file(name: &str) -> Result<EmbeddedData, Failure> {
    EmbeddedData::read(&inline::json().unwrap_or_default())
        .map_err(|why| Failure::new(name, say!(ShareInline, why = why.to_string())))
}
