//! Loads the training of a template.

use std::sync::Arc;

use crate::app::failure::{Failure, has_errors};
use crate::app::fetching::{explained, fetch};
use crate::app::loaded_template::LoadedTemplate;
use crate::app::needed_rules::load_needed_rules;
use crate::app::page_address::{address_error, parameters};
use spanwise_annotation::digest::Digest;
use spanwise_annotation::store::training_key;
use spanwise_browser::location;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::TextId;
use spanwise_links::{Address, LinkParameter};
use spanwise_submission::worker::Visitor;
use spanwise_template::TrainingPlace;
use spanwise_training::{TraineeRecord, Training, compile};

/// A training that was loaded, without what the trainee did.
#[derive(Debug)]
pub struct LoadedTraining {
    pub(super) training: Arc<Training>,
    pub(super) loaded_template: LoadedTemplate,
    /// The problems of the text of the training.
    pub(super) diagnostics: Arc<[Diagnostic]>,
    /// The key of the trainee's record in the store.
    pub(super) key: String,
    /// The trainee that the link names; empty if it names none.
    trainee: String,
}

impl LoadedTraining {
    pub(super) fn read(&self, json: &str) -> Option<TraineeRecord> {
        TraineeRecord::read(json, &self.training)
    }

    pub(super) fn new_record(&self) -> TraineeRecord {
        TraineeRecord::new(self.trainee.clone(), &self.training)
    }
}

/// Loads the training of a template.
///
/// # Errors
/// If there is none, it cannot be fetched, or nothing of it can be scored.
pub async fn load(loaded_template: LoadedTemplate) -> Result<LoadedTraining, Failure> {
    let template = loaded_template.template.clone();
    let (text, origin) = match &template.settings.training {
        None => {
            return Err(Failure::new(template.label.as_str(), TextId::TrainingNone));
        }
        Some(TrainingPlace::Template) => {
            (loaded_template.text.to_string(), loaded_template.origin.clone())
        }
        Some(TrainingPlace::File(link)) => {
            let address = address_of(&loaded_template, link)?;
            (fetch(address.as_str()).await?, address.as_str().to_owned())
        }
    };
    let compiled = explained(
        || compile(&text, &template.typology),
        |compiled| has_errors(&compiled.diagnostics),
    )
    .await;
    let diagnostics: Arc<[Diagnostic]> = compiled.diagnostics.into();
    let Some(training) = compiled.training else {
        return Err(Failure { diagnostics, ..Failure::new(origin, TextId::TrainingUnusable) });
    };
    load_needed_rules(&template).await?;
    let trainee = trainee();
    let parts = [origin.as_str(), template.name.as_str(), trainee.as_str()].map(Digest::of);
    let [origin, name, who] = &parts;
    let key = training_key(&Digest::of_all(&[origin, name, who]));
    Ok(LoadedTraining { training: Arc::new(training), loaded_template, diagnostics, key, trainee })
}

/// The address of a training, which may be relative to that of its template.
fn address_of(loaded_template: &LoadedTemplate, link: &str) -> Result<Address, Failure> {
    let base =
        Address::parse(&loaded_template.origin).or_else(|_| Address::parse(&location::address()));
    base.and_then(|base| base.join(link)).map_err(|problem| {
        let error = address_error(LinkParameter::T, link, problem);
        Failure::new(&*error.found, error.sentences())
    })
}

/// The name or number that the link has for the trainee; empty if it has none.
fn trainee() -> String {
    match Visitor::of_link(&parameters()) {
        Ok(Visitor::Worker(worker)) => worker.id().to_owned(),
        Ok(Visitor::Unnamed | Visitor::Preview { .. }) | Err(_) => String::new(),
    }
}
