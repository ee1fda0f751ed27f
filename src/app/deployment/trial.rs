//! Opens deployment artefacts in another tab, for a trial.

use std::sync::Arc;

use leptos::prelude::*;

use super::{BundleFile, Deployment, DeploymentSource, read_data, sentences};
use crate::app::context::App;
use crate::app::failure::Failure;
use crate::app::fetching::compile_template;
use crate::app::notices::{NoticeAction, NoticeLevel};
use crate::app::opening::new_work::work_id;
use crate::app::store::{LARGEST_IN_STORE, PageStore};
use spanwise_annotation::digest::Digest;
use spanwise_annotation::store::works::{
    DataPlace, WorkFile, WorkMeta, read_meta, write_file, write_meta,
};
use spanwise_annotation::store::{StoreError, WorkId};
use spanwise_browser::{blobs, location, tabs, timing};
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// Keeps a bundle as a work of this device, as opening its file does. Gives the address under which it is opened. Work
/// that is here already is left as it is.
pub(super) async fn keep(app: App, bundle: BundleFile) -> Result<String, Failure> {
    let BundleFile { name, text, .. } = bundle;
    let digest = Digest::of(&text);
    let dataset = read_data(&name, text).await?;
    let loaded_template =
        compile_template(&dataset.template().unwrap_or_default(), name.clone()).await?;
    let id = work_id(&loaded_template, "", &digest);
    let address = location::link(&Route::Work(id.to_string()).to_string());
    let store = app.store();
    if read_meta(&store, &id).is_ok() {
        return Ok(address);
    }
    let failed = |cause: StoreError| Failure::new(&*name, cause.message());
    let meta = WorkMeta {
        title: loaded_template.template.label.clone(),
        template_name: loaded_template.template.name.clone(),
        source: name.clone(),
        instances: u32::try_from(dataset.len()).unwrap_or(u32::MAX),
        created_ms: timing::wall_clock_ms(),
        opened_ms: timing::wall_clock_ms(),
        data: keep_data(&store, &id, dataset.text()).await.map_err(failed)?,
        ..WorkMeta::default()
    };
    write_file(&store, &id, WorkFile::Template, &loaded_template.text).map_err(failed)?;
    write_meta(&store, &id, &meta).map_err(|error| Failure::new(&*name, error.message()))?;
    app.recent.update(|n| *n = n.wrapping_add(1));
    Ok(address)
}

async fn keep_data(store: &PageStore, id: &WorkId, text: &str) -> Result<DataPlace, StoreError> {
    if text.len() <= LARGEST_IN_STORE && write_file(store, id, WorkFile::Data, text).is_ok() {
        return Ok(DataPlace::Here);
    }
    blobs::put(id.as_str(), text).await.map(|()| DataPlace::IndexedDb)
}

impl Deployment {
    /// Opens a bundle in another tab as its file would be opened.
    pub async fn try_bundle(self, bundle: BundleFile) {
        match keep(self.app, bundle).await {
            Ok(address) => self.try_address(&address),
            Err(failure) => self.app.tell(NoticeLevel::Error, sentences(&failure), None),
        }
    }

    /// Opens an address in another tab; if the browser blocks that, shows a notice with a button.
    pub fn try_address(self, address: &str) {
        let address = address.to_owned();
        self.try_with(move || tabs::open(&address));
    }

    /// Opens the one HTML file in another tab.
    pub async fn try_one_file(self, material: &DeploymentSource) {
        match self.one_file(material).await {
            Ok(html) => self.try_with(move || tabs::open_page(html.clone())),
            Err(why) => self.app.tell(NoticeLevel::Error, why, None),
        }
    }

    fn try_with(self, open: impl Fn() -> bool + Send + Sync + 'static) {
        if open() {
            return;
        }
        let run = Arc::new(move || {
            // Opened by a click, it is not blocked.
            let _ = open();
        });
        let action = Some(NoticeAction { label: TextId::DeployTry, run });
        self.app.tell(NoticeLevel::Warning, TextId::DeployBlocked, action);
    }
}
