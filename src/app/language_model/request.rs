//! The data that a model annotates, and the settings, as they are kept on the device.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::kept_runs::KeptRuns;
use super::runs::{ShownRun, model_name};
use crate::app::adjudication::request::NamedData;
use crate::app::open_work::TemplateText;
use spanwise_annotation::store::WorkId;
use spanwise_browser::blobs;
use spanwise_i18n::TextId;

/// The name under which the settings are kept on the device.
const SETTINGS: &str = "model";

/// What a model annotates, and how. Kept on the device, so that the page can be opened again and runs be gone on with.
#[derive(Debug, Clone, Default)]
pub struct ModelRequest {
    /// The template and the data; `None` before a work was chosen.
    pub(in crate::app) work: Option<ModelWork>,
    /// The settings.
    pub options: ModelOptions,
    /// The runs, and the texts of the prompt.
    pub(super) kept: Arc<KeptRuns>,
}

/// The template and the data.
#[derive(Debug, Clone)]
pub(in crate::app) struct ModelWork {
    pub(in crate::app) template: TemplateText,
    pub(in crate::app) data: NamedData,
    /// The work on this device that the data is of.
    pub(in crate::app) id: WorkId,
}

/// The settings of runs. Numbers are as they are typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelOptions {
    /// The variant of the prompt, by its name on the command line.
    pub variant: String,
    /// The text of the prompt with placeholders; empty for that of the variant. Kept with the work.
    #[serde(skip_serializing)]
    pub prompt: String,
    /// The form of spans in answers.
    pub form: String,
    /// The numbers of the instances that are shown as solved.
    pub shots: String,
    /// The numbers of the only instances that the model is asked about; empty for all. Of this page alone: another work has
    /// other instances.
    #[serde(skip)]
    pub only: String,
    /// `true` if spans must not overlap.
    pub no_overlap: bool,
    /// The number of the instance whose prompt is shown.
    pub shown: String,
    /// The variant that the prompt is compared with; empty for none.
    pub difference_to: String,
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
    /// The most tokens of an answer; empty for what the endpoint allows.
    pub max_tokens: String,
    /// Requests for each instance.
    pub samples: String,
    /// Requests at a time.
    pub parallel: String,
    /// Requests in a minute at most; empty for no limit.
    pub per_minute: String,
    /// Seconds that a reply may take.
    pub timeout: String,
    /// Seconds that an answer is expected to take; empty for what earlier ones of the model took.
    pub seconds: String,
    /// The price of a million tokens read.
    pub input_price: String,
    /// The price of a million tokens written.
    pub output_price: String,
    /// The cost at which a run ends.
    pub most_cost: String,
    /// Annotations of each category that are drawn to be judged.
    pub audit_each: String,
    /// `true` if the key is kept on the device.
    pub keeps_key: bool,
}

/// The temperature and the seed of models on own computers, as Kasner et al. (2025, appendix A.2) set them.
const OWN_MODELS: [&str; 2] = ["0", "42"];

/// Those of hosted models, many of which take neither.
const HOSTED_MODELS: [&str; 2] = ["", ""];

impl ModelOptions {
    /// Sets the address of a known endpoint, with the temperature and the seed that its models take, unless others were set.
    pub fn choose_endpoint(&mut self, address: String) {
        let of_models = if address.starts_with("https:") { HOSTED_MODELS } else { OWN_MODELS };
        let set = [self.temperature.as_str(), self.seed.as_str()];
        if [OWN_MODELS, HOSTED_MODELS].contains(&set) {
            [self.temperature, self.seed] = of_models.map(str::to_owned);
        }
        self.endpoint = address;
    }
}

/// The place of a setting that is typed or chosen.
pub type SettingPlace = fn(&mut ModelOptions) -> &mut String;

impl Default for ModelOptions {
    fn default() -> Self {
        ModelOptions {
            variant: "base".to_owned(),
            prompt: String::new(),
            form: "quotes".to_owned(),
            shots: String::new(),
            only: String::new(),
            no_overlap: false,
            shown: "1".to_owned(),
            difference_to: String::new(),
            endpoint: String::new(),
            api: String::new(),
            model: String::new(),
            structured: "schema".to_owned(),
            temperature: OWN_MODELS[0].to_owned(),
            seed: OWN_MODELS[1].to_owned(),
            max_tokens: String::new(),
            samples: "1".to_owned(),
            parallel: "4".to_owned(),
            per_minute: String::new(),
            timeout: "300".to_owned(),
            seconds: String::new(),
            input_price: String::new(),
            output_price: String::new(),
            most_cost: String::new(),
            audit_each: "3".to_owned(),
            keeps_key: false,
        }
    }
}

/// What is kept on the device of a work: its data as the model is asked about it, and the runs.
#[derive(Debug, Serialize, Deserialize)]
struct KeptModel {
    template: (String, String),
    data: (String, String),
    #[serde(flatten)]
    kept: KeptRuns,
}

/// What is kept on the device for all works.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct KeptSettings {
    /// The work that the page was last opened for.
    work: Option<String>,
    options: ModelOptions,
}

impl ModelRequest {
    /// Returns `true` if there is no work to annotate.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.work.is_none()
    }

    /// Keeps the settings, with the work they were last used for.
    pub(super) async fn keep_settings(&self) {
        let work = self.work.as_ref().map(|work| work.id.to_string());
        let settings = KeptSettings { work, options: self.options.clone() };
        if let Ok(json) = serde_json::to_string(&settings) {
            // Without a durable store the page is as it is until it is closed.
            let _ = blobs::put(SETTINGS, &json).await;
        }
    }

    /// Changes the runs and texts kept with the work, those of other tabs among them, and returns them; in memory only without
    /// a durable store.
    ///
    /// # Errors
    /// If another version keeps them in another way. They stay as they are.
    pub(super) async fn change_kept<T>(
        &self,
        change: impl Fn(&mut KeptRuns) -> T,
    ) -> Result<(KeptRuns, T), TextId> {
        if let Some(work) = &self.work {
            let update = |bytes: Option<Vec<u8>>| {
                let mut kept = match bytes {
                    Some(bytes) => kept_model(&bytes).ok()?.kept,
                    None => KeptRuns::clone(&self.kept),
                };
                let changed = change(&mut kept);
                let all = KeptModel {
                    template: (work.template.origin.clone(), work.template.text.to_string()),
                    data: (work.data.name.clone(), work.data.text.to_string()),
                    kept,
                };
                let json = serde_json::to_string(&all).unwrap_or_default();
                Some((json, (all.kept, changed)))
            };
            if let Ok(changed) = blobs::update(&model_name(&work.id), update).await {
                return changed.ok_or(TextId::ModelKeptOtherwise);
            }
        }
        let mut kept = KeptRuns::clone(&self.kept);
        let changed = change(&mut kept);
        Ok((kept, changed))
    }

    /// The request that is kept for a work, or for the last one; without a work if there is none.
    ///
    /// # Errors
    /// If another version keeps it in another way.
    pub(super) async fn kept(work: Option<WorkId>) -> Result<Self, TextId> {
        let settings = stored(SETTINGS).await;
        let settings = settings.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let settings: KeptSettings = settings.unwrap_or_default();
        let last = || settings.work.as_deref().and_then(WorkId::new);
        let id = work.or_else(last);
        let kept = match &id {
            Some(id) => stored(&model_name(id)).await,
            None => None,
        };
        let mut options = settings.options;
        let Some((id, kept)) = id.zip(kept) else {
            return Ok(ModelRequest { options, ..ModelRequest::default() });
        };
        let KeptModel { template: (origin, yaml), data: (name, text), kept } = kept_model(&kept)?;
        let kept = Arc::new(kept.with_prompts_of_runs());
        if let Some(prompt) = &kept.prompt {
            options.prompt.clone_from(prompt);
        }
        let work = ModelWork {
            template: TemplateText { origin, text: yaml.into() },
            data: NamedData { name, text: text.into() },
            id,
        };
        Ok(ModelRequest { work: Some(work), options, kept })
    }
}

async fn stored(name: &str) -> Option<Vec<u8>> {
    blobs::get(name).await.ok()?
}

fn kept_model(bytes: &[u8]) -> Result<KeptModel, TextId> {
    serde_json::from_slice(bytes).map_err(|_| TextId::ModelKeptOtherwise)
}

/// Removes from the device what is kept of a work.
pub(in crate::app) async fn forget(work: &WorkId) {
    if let Ok(request) = ModelRequest::kept(Some(work.clone())).await {
        for run in request.kept.runs.clone() {
            ShownRun::load(work, run).await.forget(work).await;
        }
    }
    // What is not there needs no removal.
    let _ = blobs::remove(&model_name(work)).await;
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test;

    use super::*;
    use crate::app::conversion::{MatchedSpan, SpanDecision};
    use crate::app::language_model::runs::DecidedSpans;

    #[wasm_bindgen_test]
    fn what_is_kept_of_a_work_is_read_again_and_so_is_what_was_kept_before_there_were_versions() {
        let span: MatchedSpan = serde_json::from_str(
            r#"{"record": 0, "annotator": null, "category": "x", "text": "target", "match": "missing", "moved": false,
                "ambiguous": false, "quote": "a", "found": null, "place": null, "elsewhere": []}"#,
        )
        .unwrap();
        let mut kept = KeptRuns::default();
        kept.set_prompt("Mark {target}");
        kept.add("first", &ModelOptions::default());
        let decisions = [(0, SpanDecision::Place([1, 2]))].into();
        kept.runs[0].decided = DecidedSpans::new(std::slice::from_ref(&span), decisions);
        let all = KeptModel {
            template: ("t.yml".to_owned(), String::new()),
            data: ("d.json".to_owned(), "[]".to_owned()),
            kept: kept.clone(),
        };
        let read: KeptModel = serde_json::from_str(&serde_json::to_string(&all).unwrap()).unwrap();
        assert_eq!(read.kept, kept);
        assert_eq!(read.kept.runs[0].decided.about(&[span]).len(), 1);
        let before = r#"{"template": ["t.yml", ""], "data": ["d.json", "[]"], "runs": [{"number": 4, "id": "r #4", "name": "r",
            "model": "m", "arguments": ["--from", "thresh"], "prompt": "own"}]}"#;
        let read: KeptModel = serde_json::from_str(before).unwrap();
        let mut kept = read.kept.with_prompts_of_runs();
        assert_eq!(kept.add("next", &ModelOptions::default()).number, 5);
    }
}
