//! The data that a model annotates, and the settings, as they are kept on the device.

use serde::{Deserialize, Serialize};

use super::runs::ModelRun;
use crate::app::adjudication::request::NamedData;
use crate::app::open_work::TemplateText;

/// What a model annotates, and how. Kept on the device, so that the page can be opened again and runs be gone on with.
#[derive(Debug, Clone, Default)]
pub struct ModelRequest {
    /// The template and the data; `None` before a work was chosen.
    pub(in crate::app) work: Option<ModelWork>,
    /// The settings.
    pub options: ModelOptions,
    /// The runs, without their replies.
    pub(super) runs: Vec<ModelRun>,
}

/// The template and the data.
#[derive(Debug, Clone)]
pub(in crate::app) struct ModelWork {
    pub(in crate::app) template: TemplateText,
    pub(in crate::app) data: NamedData,
}

/// The settings of runs. Numbers are as they are typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelOptions {
    /// The variant of the prompt, by its name on the command line.
    pub variant: String,
    /// The text of the prompt with placeholders; empty for that of the variant.
    pub prompt: String,
    /// The form of spans in answers.
    pub form: String,
    /// The numbers of the instances that are shown as solved.
    pub shots: String,
    /// `true` if spans must not overlap.
    pub no_overlap: bool,
    /// The number of the instance whose prompt is shown.
    pub shown: String,
    /// The address of the endpoint.
    pub endpoint: String,
    /// The interface of the endpoint; empty for the one that its address is known for.
    pub api: String,
    /// The name of the model.
    pub model: String,
    /// How answers are held to their form.
    pub structured: String,
    /// The temperature; empty for that of the endpoint.
    pub temperature: String,
    /// The seed.
    pub seed: String,
    /// Requests for each instance.
    pub samples: String,
    /// Requests at a time.
    pub parallel: String,
    /// Seconds that a reply may take.
    pub timeout: String,
    /// The price of a million tokens read.
    pub input_price: String,
    /// The price of a million tokens written.
    pub output_price: String,
    /// The cost at which a run ends.
    pub most_cost: String,
    /// `true` if the key is kept on the device.
    pub keeps_key: bool,
}

impl Default for ModelOptions {
    fn default() -> Self {
        ModelOptions {
            variant: "base".to_owned(),
            prompt: String::new(),
            form: "quotes".to_owned(),
            shots: String::new(),
            no_overlap: false,
            shown: "1".to_owned(),
            endpoint: String::new(),
            api: String::new(),
            model: String::new(),
            structured: "schema".to_owned(),
            temperature: "0".to_owned(),
            seed: "42".to_owned(),
            samples: "1".to_owned(),
            parallel: "4".to_owned(),
            timeout: "300".to_owned(),
            input_price: String::new(),
            output_price: String::new(),
            most_cost: String::new(),
            keeps_key: false,
        }
    }
}

/// What is kept on the device.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct KeptModel {
    template: Option<(String, String)>,
    data: Option<(String, String)>,
    options: ModelOptions,
    runs: Vec<ModelRun>,
}

impl ModelRequest {
    /// Returns `true` if there is no work to annotate.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.work.is_none()
    }

    /// A request about another work, with the same settings.
    pub(super) fn about(self, work: ModelWork) -> Self {
        let is_same = |old: &ModelWork| {
            old.data.text == work.data.text && old.template.text == work.template.text
        };
        // Runs are about the data that they were made of.
        let runs = if self.work.as_ref().is_some_and(is_same) { self.runs } else { Vec::new() };
        ModelRequest { work: Some(work), runs, ..self }
    }

    /// As it is kept on the device.
    pub(super) fn to_json(&self) -> Option<String> {
        let work = self.work.as_ref();
        let kept = KeptModel {
            template: work
                .map(|work| (work.template.origin.clone(), work.template.text.to_string())),
            data: work.map(|work| (work.data.name.clone(), work.data.text.to_string())),
            options: self.options.clone(),
            runs: self.runs.clone(),
        };
        serde_json::to_string(&kept).ok()
    }

    /// Reads what is kept on the device; `None` if it cannot be read.
    pub(super) fn from_json(json: &str) -> Option<Self> {
        let KeptModel { template, data, options, runs } = serde_json::from_str(json).ok()?;
        let work = template.zip(data).map(|((origin, yaml), (name, text))| ModelWork {
            template: TemplateText { origin, text: yaml.into() },
            data: NamedData { name, text: text.into() },
        });
        Some(ModelRequest { work, options, runs })
    }
}
