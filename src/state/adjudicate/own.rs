//! The work of the first annotator, where it may be changed: whose it is, and how it is kept on this device.

use std::sync::Arc;

use super::loading::File;
use crate::state::app::{App, Failure, Level};
use crate::state::beginning::begin;
use crate::state::opening::{DataNames, known_work, read_quietly};
use crate::state::session::Session;
use crate::state::several::{Several, others_name};
use crate::state::submit::{self, Asked};
use crate::state::unsaved::{Blob, not_kept};
use spanwise_annotation::format::Dataset;
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::works::{Kept, Meta, is_kept};
use spanwise_browser::location;
use spanwise_i18n::{Key, say};
use spanwise_links::Route;

/// The work of the first annotator, before it is opened.
pub(super) struct Own {
    /// Tells the data from other data, all of it.
    names: DataNames,
    /// Who annotates which instances, if the link says so.
    asked: Option<Asked>,
    /// Whether the link said so by which the work was opened first.
    was_assigned: bool,
}

impl Own {
    /// `None` where nothing may be changed, which is said if the link asks for more. Of the first file only those
    /// instances are left that the link asks for.
    pub(super) async fn of(
        app: App,
        several: &Several,
        files: &mut [File],
    ) -> Result<Option<Self>, Failure> {
        let parameters = &several.parameters;
        let is_asked = submit::is_asked_for(parameters);
        if !several.landing.template.settings.highlight_first_interface {
            if is_asked {
                let text = say!(AdjudicateLinkSaysWhoAnnotatesOrInstances);
                app.tell(Level::Warning, text, None);
            }
            return Ok(None);
        }
        let Some((name, text)) = files.first_mut() else { return Ok(None) };
        let store = app.store();
        let is_kept = |id| is_kept(&store, id, Kept::Assignment);
        let was_assigned = several.kept.as_ref().is_some_and(is_kept);
        let mut own = Own { names: DataNames::of(text).await, asked: None, was_assigned };
        if is_asked {
            let dataset = read_quietly(name, text.to_string()).await?;
            let mut asked = submit::ask(app, parameters, &dataset).await?;
            if let Some(sample) = asked.sample.take() {
                *text = sample.into();
            }
            own.asked = Some(asked);
        }
        Ok(Some(own))
    }

    /// Whether a link says who annotates, or which instances: these are then the whole work.
    pub(super) fn is_assigned(&self) -> bool {
        self.was_assigned || self.asked.is_some()
    }

    /// Opens the work. The data of the others is kept beside it, unless it is already.
    pub(super) async fn open(
        self,
        app: App,
        several: &Several,
        files: &[File],
        dataset: &Arc<Dataset>,
        others_kept: bool,
    ) -> Option<Session> {
        let Own { names, asked, .. } = self;
        let landing = several.landing.clone();
        let (name, _) = files.first()?;
        let apart = asked.as_ref().map_or("", |asked| asked.apart.as_str());
        let id = match &several.kept {
            Some(id) => id.clone(),
            None => {
                let apart = format!("{}{apart}", several.apart);
                known_work(app, &landing, &apart, &names, dataset.text()).await
            }
        };
        if let Some(query) = several.query.as_ref().filter(|_| several.kept.is_none()) {
            location::replace(&format!("{query}{}", Route::Work(id.to_string())));
        }
        let meta =
            Meta { source: name.clone(), data_hash: names.digest.to_string(), ..Meta::default() };
        let is_new = several.kept.is_none();
        let session = begin(app, landing, dataset.clone(), (id.clone(), meta), is_new);
        if let Some(asked) = asked {
            (asked.keep_with)(session);
        }
        if !others_kept && app.store().is_durable() {
            keep_others(app, &id, files);
        }
        Some(session)
    }
}

/// Keeps the files of the others, so that the works can be opened again without them.
fn keep_others(app: App, id: &WorkId, files: &[File]) {
    let others: Vec<(&str, &str)> =
        files.iter().skip(1).map(|(name, text)| (name.as_str(), &**text)).collect();
    let Ok(json) = serde_json::to_string(&others) else { return };
    let done = move |outcome| {
        if let Err(cause) = outcome {
            let message = not_kept(Key::AdjudicateOthersNotKept, &cause);
            app.tell_unsaved(Level::Warning, message, None);
        }
    };
    app.keep_blob(Blob::new(others_name(id), json, done));
}
