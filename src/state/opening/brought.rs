//! What the page itself brings along: a share link its template and data, the one-file version its own.

use super::data::{Given, open_data};
use super::start;
use crate::domain::deploy::brought::Brought;
use crate::domain::deploy::share::{LARGEST_UNPACKED, ShareError, unpacked};
use crate::domain::wording::Key;
use crate::platform::compression::{self, CompressionError};
use crate::platform::{inline, location};
use crate::state::app::{App, BroughtBy, Failure, Page};
use crate::state::sources::{compiled, decode};

/// Opens what the page brings along. Its address stays, so that it can be loaded anew and passed on.
pub fn open_brought(app: App, by: BroughtBy) {
    let address = location::address();
    let name = address.split('#').next().unwrap_or_default().to_owned();
    start(app, name.clone(), async move {
        let Brought { template, data } = match by {
            BroughtBy::Address(packed) => from_link(app, &name, &packed).await?,
            BroughtBy::File => from_file(app, &name)?,
        };
        let landing = compiled(app, &template, name.clone())?;
        match data {
            Some(data) => open_data(app, Some(landing), Given::brought(name, data)).await,
            None => Ok(Page::Landing(landing)),
        }
    });
}

async fn from_link(app: App, name: &str, packed: &str) -> Result<Brought, Failure> {
    let words = app.words();
    let failure =
        |message: String| Failure { what: name.to_owned(), message, ..Failure::default() };
    let bytes = unpacked(packed).map_err(|error| match error {
        ShareError::Version(version) => {
            failure(words.fill(Key::ShareVersion, &[("version", &version)]))
        }
        ShareError::Characters => failure(words.get(Key::ShareCut).to_owned()),
    })?;
    let unpacked = compression::inflate(&bytes, LARGEST_UNPACKED).await;
    let bytes = unpacked.map_err(|error| match error {
        CompressionError::Unsupported(why) => {
            failure(words.fill(Key::ShareUnsupported, &[("why", &why)]))
        }
        CompressionError::Damaged(_) => failure(words.get(Key::ShareCut).to_owned()),
        CompressionError::TooLarge => failure(words.get(Key::ShareTooLarge).to_owned()),
    })?;
    let json = decode(app, name, bytes)?;
    Brought::read(&json).map_err(|_| failure(words.get(Key::ShareCut).to_owned()))
}

fn from_file(app: App, name: &str) -> Result<Brought, Failure> {
    Brought::read(&inline::json().unwrap_or_default()).map_err(|why| {
        let message = app.words().fill(Key::InlineDamaged, &[("why", &why)]);
        Failure { what: name.to_owned(), message, ..Failure::default() }
    })
}
