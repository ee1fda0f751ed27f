//! The interfaces of endpoints.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::follow_up::FollowUp;
use crate::ordered::{OrderedObject, raw};

/// The interface of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Api {
    /// OpenAI's chat completions, which vLLM, llama.cpp, LM Studio, OpenRouter and others have too.
    #[default]
    OpenAi,
    /// ollama's own.
    Ollama,
    /// Anthropic's messages.
    Anthropic,
}

impl Api {
    /// All of them.
    pub const ALL: [Api; 3] = [Api::OpenAi, Api::Ollama, Api::Anthropic];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Api::OpenAi => "openai",
            Api::Ollama => "ollama",
            Api::Anthropic => "anthropic",
        }
    }

    /// The interface with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|api| api.name() == name)
    }

    /// The interface that an address is known for.
    #[must_use]
    pub fn of_address(address: &str) -> Self {
        let is_path = |path: &str| address.trim_end_matches('/').ends_with(path);
        if address.contains("anthropic.com") || is_path("/v1/messages") {
            Api::Anthropic
        } else if is_path("/api/chat")
            || is_path("/api")
            || (address.contains(":11434") && !address.contains("/v1"))
        {
            Api::Ollama
        } else {
            Api::OpenAi
        }
    }

    /// The path of requests, as batch files name it.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Api::OpenAi => "/v1/chat/completions",
            Api::Ollama => "/api/chat",
            Api::Anthropic => "/v1/messages",
        }
    }

    /// The address of requests at an endpoint, which may be named with or without parts of the path.
    #[must_use]
    pub fn address(self, endpoint: &str) -> String {
        let endpoint = endpoint.trim().trim_end_matches('/');
        let path = self.path();
        // From the whole path down to its first part.
        let cuts = path.match_indices('/').map(|(at, _)| at).skip(1).chain([path.len()]);
        let mut heads: Vec<&str> = cuts.filter_map(|end| path.get(..end)).collect();
        heads.reverse();
        for head in heads {
            if let Some(base) = endpoint.strip_suffix(head) {
                return format!("{base}{path}");
            }
        }
        format!("{endpoint}{path}")
    }

    /// The headers of a request besides that of its type. The only place that a key gets to.
    #[must_use]
    pub fn headers(self, key: Option<&str>) -> Vec<(&'static str, String)> {
        let mut headers = Vec::new();
        match self {
            Api::OpenAi | Api::Ollama => {
                headers.extend(key.map(|key| ("authorization", format!("Bearer {key}"))));
            }
            Api::Anthropic => {
                headers.extend(key.map(|key| ("x-api-key", key.to_owned())));
                headers.push(("anthropic-version", "2023-06-01".to_owned()));
                headers.push(("anthropic-dangerous-direct-browser-access", "true".to_owned()));
            }
        }
        headers
    }
}

/// The way in which an endpoint is held to the form of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StructuredOutput {
    /// By the JSON Schema.
    #[default]
    Schema,
    /// To JSON of any form.
    Json,
    /// Not at all.
    None,
}

impl StructuredOutput {
    /// All of them.
    pub const ALL: [StructuredOutput; 3] =
        [StructuredOutput::Schema, StructuredOutput::Json, StructuredOutput::None];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StructuredOutput::Schema => "schema",
            StructuredOutput::Json => "json",
            StructuredOutput::None => "none",
        }
    }
}

/// What requests of a run have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestSettings {
    /// The name of the model.
    pub model: String,
    /// The temperature, if it is set.
    pub temperature: Option<f64>,
    /// The seed of the first sample; each further one has the next number.
    pub seed: Option<u64>,
    /// The most tokens of a reply.
    pub max_tokens: Option<u32>,
    /// How answers are held to their form.
    pub structured: StructuredOutput,
}

/// The most tokens of a reply where an interface demands a number: what models think counts, too.
const MOST_TOKENS: u32 = 16_000;

/// The name of the schema.
const SCHEMA_NAME: &str = "annotations";

/// The body of a request. `sample` is the 0-based number of the sample; with a follow-up, the model is shown its reply and told
/// what was wrong with it.
#[must_use]
pub fn request_body(
    api: Api,
    settings: &RequestSettings,
    prompt: &str,
    follow_up: Option<&FollowUp>,
    schema: &RawValue,
    sample: usize,
) -> Box<RawValue> {
    let message = |role: &str, content: &str| json!({ "role": role, "content": content });
    let messages = match follow_up {
        None => vec![message("user", prompt)],
        // An empty turn is refused by some endpoints.
        Some(of) if of.reply.trim().is_empty() => {
            vec![message("user", &format!("{prompt}\n{}", of.message()))]
        }
        Some(of) => vec![
            message("user", prompt),
            message("assistant", &of.reply),
            message("user", &of.message()),
        ],
    };
    let mut body =
        OrderedObject::default().with("model", &settings.model).with("messages", &messages);
    let seed = settings.seed.map(|seed| seed.saturating_add(sample as u64));
    match api {
        Api::OpenAi => openai(&mut body, settings, seed, schema),
        Api::Ollama => ollama(&mut body, settings, seed, schema),
        Api::Anthropic => anthropic(&mut body, settings, schema),
    }
    raw(&body)
}

fn openai(
    body: &mut OrderedObject,
    settings: &RequestSettings,
    seed: Option<u64>,
    schema: &RawValue,
) {
    settings.temperature.into_iter().for_each(|value| body.add("temperature", &value));
    seed.into_iter().for_each(|value| body.add("seed", &value));
    settings.max_tokens.into_iter().for_each(|value| body.add("max_tokens", &value));
    let format = OrderedObject::default();
    match settings.structured {
        StructuredOutput::Schema => {
            let named = OrderedObject::default()
                .with("name", &SCHEMA_NAME)
                .with("strict", &true)
                .with("schema", &schema);
            body.add(
                "response_format",
                &format.with("type", &"json_schema").with("json_schema", &named),
            );
        }
        StructuredOutput::Json => body.add("response_format", &format.with("type", &"json_object")),
        StructuredOutput::None => {}
    }
}

fn ollama(
    body: &mut OrderedObject,
    settings: &RequestSettings,
    seed: Option<u64>,
    schema: &RawValue,
) {
    body.add("stream", &false);
    match settings.structured {
        StructuredOutput::Schema => body.add("format", &schema),
        StructuredOutput::Json => body.add("format", &"json"),
        StructuredOutput::None => {}
    }
    let options = [
        ("temperature", settings.temperature.map(Value::from)),
        ("seed", seed.map(Value::from)),
        ("num_predict", settings.max_tokens.map(Value::from)),
    ];
    let options = options.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let options: Map<String, Value> = options.collect();
    if !options.is_empty() {
        body.add("options", &options);
    }
}

fn anthropic(body: &mut OrderedObject, settings: &RequestSettings, schema: &RawValue) {
    body.add("max_tokens", &settings.max_tokens.unwrap_or(MOST_TOKENS));
    settings.temperature.into_iter().for_each(|value| body.add("temperature", &value));
    if settings.structured == StructuredOutput::Schema {
        let format = OrderedObject::default().with("type", &"json_schema").with("schema", &schema);
        body.add("output_config", &OrderedObject::default().with("format", &format));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_named_with_or_without_their_path() {
        let cases = [
            (Api::OpenAi, "https://api.openai.com", "https://api.openai.com/v1/chat/completions"),
            (
                Api::OpenAi,
                "https://api.openai.com/v1/",
                "https://api.openai.com/v1/chat/completions",
            ),
            (Api::OpenAi, "https://h/v1/chat/completions", "https://h/v1/chat/completions"),
            (
                Api::OpenAi,
                "https://openrouter.ai/api/v1",
                "https://openrouter.ai/api/v1/chat/completions",
            ),
            (Api::OpenAi, "https://h/v1/chat", "https://h/v1/chat/completions"),
            (Api::Ollama, "http://localhost:11434", "http://localhost:11434/api/chat"),
            (Api::Ollama, " http://localhost:11434/api ", "http://localhost:11434/api/chat"),
            (
                Api::Anthropic,
                "https://api.anthropic.com/v1",
                "https://api.anthropic.com/v1/messages",
            ),
        ];
        for (api, endpoint, address) in cases {
            assert_eq!(api.address(endpoint), address);
            assert_eq!(Api::of_address(endpoint.trim()), api, "{endpoint}");
        }
    }

    #[test]
    fn bodies_have_what_each_interface_calls_it() {
        let settings = RequestSettings {
            model: "m".to_owned(),
            temperature: Some(0.0),
            seed: Some(42),
            max_tokens: None,
            structured: StructuredOutput::Schema,
        };
        let schema = json!({ "type": "object" });
        let raw = raw(&schema);
        let body = |api| -> Value {
            serde_json::from_str(request_body(api, &settings, "p", None, &raw, 1).get()).unwrap()
        };
        let messages = json!([{ "role": "user", "content": "p" }]);
        let openai = body(Api::OpenAi);
        assert_eq!(openai["messages"], messages);
        assert_eq!((&openai["temperature"], &openai["seed"]), (&json!(0.0), &json!(43)));
        assert_eq!(openai["response_format"]["json_schema"]["schema"], schema);
        let ollama = body(Api::Ollama);
        assert_eq!(
            (&ollama["format"], &ollama["options"]["seed"], &ollama["stream"]),
            (&schema, &json!(43), &json!(false))
        );
        let anthropic = body(Api::Anthropic);
        assert_eq!(
            (&anthropic["max_tokens"], &anthropic["output_config"]["format"]["schema"]),
            (&json!(16_000), &schema)
        );
        let plain = RequestSettings { structured: StructuredOutput::None, ..settings };
        for (api, member) in [
            (Api::OpenAi, "response_format"),
            (Api::Ollama, "format"),
            (Api::Anthropic, "output_config"),
        ] {
            assert!(!request_body(api, &plain, "p", None, &raw, 0).get().contains(member));
        }
    }

    #[test]
    fn keys_are_in_headers_alone() {
        for api in Api::ALL {
            let with = api.headers(Some("secret"));
            assert!(with.iter().any(|(_, value)| value.contains("secret")));
            assert!(
                !api.headers(None)
                    .iter()
                    .any(|(name, _)| matches!(*name, "authorization" | "x-api-key"))
            );
        }
    }
}
