//! Requests without a reply: what is wrong, and the remedy.

use std::fmt;

use serde_json::Value;

use super::api::Api;

/// The most characters of an endpoint's own words that are told.
const MOST_WORDS: usize = 300;

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndpointFault {
    /// The endpoint answered with a status other than success; with its own words.
    Status(u16, String),
    /// The endpoint refused in a response that is a success otherwise; its own words.
    Refused(String),
    /// The response has no reply.
    NoReply,
    /// There was no response: no connection, or none that a page may make.
    NoResponse(String),
    /// There was no response in time, in seconds.
    TimedOut(u64),
}

impl EndpointFault {
    /// The fault of a response with a status and a body.
    #[must_use]
    pub fn of_status(status: u16, body: &str) -> Self {
        let error = serde_json::from_str::<Value>(body).ok();
        let error = error.as_ref().map(|body| words(body.get("error").unwrap_or(body)));
        EndpointFault::Status(status, error.unwrap_or_else(|| shortened(body)))
    }

    pub(super) fn refused(error: &Value) -> Self {
        EndpointFault::Refused(words(error))
    }

    /// Returns `true` if the same request may be answered later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            EndpointFault::Status(status, _) => {
                matches!(status, 408 | 409 | 425 | 429 | 500 | 502 | 503 | 504 | 520..=524 | 529)
            }
            EndpointFault::NoResponse(_) | EndpointFault::TimedOut(_) | EndpointFault::NoReply => {
                true
            }
            EndpointFault::Refused(_) => false,
        }
    }

    /// Returns `true` if every other request will fail in the same way.
    #[must_use]
    pub fn concerns_all(&self) -> bool {
        match self {
            EndpointFault::Status(300..=399 | 401..=404, _) | EndpointFault::NoResponse(_) => true,
            EndpointFault::Status(400 | 422, words) => without_setting(words).is_some(),
            EndpointFault::Status(..)
            | EndpointFault::Refused(_)
            | EndpointFault::NoReply
            | EndpointFault::TimedOut(_) => false,
        }
    }

    /// The remedy.
    #[must_use]
    pub fn remedy(&self, api: Api, model: &str) -> String {
        match self {
            EndpointFault::Status(401 | 403, _) => {
                "Check the key: whether it is complete, still valid, and of this endpoint.".to_owned()
            }
            EndpointFault::Status(300..=399, _) => "Name the address that it points to.".to_owned(),
            EndpointFault::Status(402, _) => "Check the account: it has no credit left.".to_owned(),
            EndpointFault::Status(404, _) if api == Api::Ollama => {
                format!("Check the address, and fetch the model with `ollama pull {model}`.")
            }
            EndpointFault::Status(404, _) => {
                format!("Check the address, and whether the endpoint has a model “{model}”.")
            }
            EndpointFault::Status(400 | 422, words) if is_about_length(words) => TOO_LONG.to_owned(),
            EndpointFault::Status(400 | 422, words) => without_setting(words)
                .unwrap_or("Check the settings: some models take no temperature, seed or schema (--structured json or none).")
                .to_owned(),
            EndpointFault::Status(413, _) => TOO_LONG.to_owned(),
            EndpointFault::Status(429, _) => {
                "Too many requests, or no credit left: try fewer at a time, or later.".to_owned()
            }
            EndpointFault::Status(_, _) => "Try again later.".to_owned(),
            EndpointFault::Refused(_) => "Change what it names.".to_owned(),
            EndpointFault::NoReply => {
                format!("Check whether the address is one of the interface {}.", api.name())
            }
            EndpointFault::NoResponse(_) => {
                "Check the address, whether it begins with http or https, the connection, and whether the program behind it runs.".to_owned()
            }
            EndpointFault::TimedOut(_) => "Allow more time, or try a smaller model.".to_owned(),
        }
    }
}

/// The body of a request with the limit of tokens by the other of its two names, if an endpoint refuses it by that of most:
/// OpenAI's newer models know `max_completion_tokens` alone.
pub(super) fn with_other_limit(body: &str, fault: &EndpointFault) -> Option<String> {
    let [of_most, other] = ["\"max_tokens\":", "\"max_completion_tokens\":"];
    let asks = matches!(fault, EndpointFault::Status(400, words) if words.contains("max_completion_tokens"));
    // Within texts, quotes are escaped.
    (asks && body.contains(of_most)).then(|| body.replacen(of_most, other, 1))
}

impl fmt::Display for EndpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |f: &mut fmt::Formatter<'_>, words: &str| {
            let end = if words.ends_with(['.', '!', '?', '…', '”', '"']) { "" } else { "." };
            if words.is_empty() { Ok(()) } else { write!(f, " It says: {words}{end}") }
        };
        match self {
            EndpointFault::Status(status, words) => {
                let meaning = match status {
                    300..=399 => "it points to another address",
                    401 => "the key is missing or wrong",
                    402 => "it wants to be paid",
                    403 => "the key does not allow this",
                    404 => "it has no such address or model",
                    408 | 504 => "it took too long",
                    413 => "the request is too large",
                    429 => "it limits how much may be asked",
                    400 | 422 => "it does not understand the request",
                    500..=599 => "it failed",
                    _ => "it refused",
                };
                write!(f, "The endpoint answered {status}: {meaning}.")?;
                said(f, words)
            }
            EndpointFault::Refused(words) => {
                f.write_str("The endpoint refused the request.")?;
                said(f, words)
            }
            EndpointFault::NoReply => f.write_str("The endpoint's answer has no reply of a model."),
            EndpointFault::NoResponse(why) => {
                f.write_str("The endpoint could not be reached.")?;
                said(f, why)
            }
            EndpointFault::TimedOut(seconds) => {
                let unit = if *seconds == 1 { "second" } else { "seconds" };
                write!(f, "The endpoint did not answer within {seconds} {unit}.")
            }
        }
    }
}

const TOO_LONG: &str = "The prompt is too long for the model as it runs: start its server with more context, or show fewer solved instances.";

/// Returns `true` if an endpoint speaks of a prompt that is too long for its model.
fn is_about_length(words: &str) -> bool {
    let words = words.to_lowercase();
    ["context size", "context length", "context window", "too long", "too many tokens"]
        .iter()
        .any(|said| words.contains(said))
}

/// Settings that not every model takes, by the names that endpoints have for them, with the remedies. Reasoning models take no
/// temperature but their own.
const SETTINGS: [(&str, &str); 5] = [
    ("temperature", "Leave the temperature out: the model takes none, or only its own."),
    ("seed", "Leave the seed out: the model takes none."),
    ("response_format", WITHOUT_SCHEMA),
    ("json_schema", WITHOUT_SCHEMA),
    ("output_config", WITHOUT_SCHEMA),
];

const WITHOUT_SCHEMA: &str = "The model is not held to the schema in this way: try structured output json, or none (--structured).";

/// The remedy for a setting that an endpoint names as the reason why it refuses a request.
fn without_setting(words: &str) -> Option<&'static str> {
    let words = words.to_lowercase();
    let mut names = words.split(|c: char| !c.is_alphanumeric() && c != '_');
    let setting = |name: &str| SETTINGS.into_iter().find(|(setting, _)| *setting == name);
    names.find_map(setting).map(|(_, remedy)| remedy)
}

/// The words of an error, which is a text or has them as a member.
fn words(error: &Value) -> String {
    let text = match error {
        Value::String(text) => Some(text.as_str()),
        Value::Object(_) => error.get("message").and_then(Value::as_str),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    };
    shortened(text.unwrap_or(&error.to_string()))
}

fn shortened(text: &str) -> String {
    let clean = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match clean.char_indices().nth(MOST_WORDS) {
        Some((end, _)) => format!("{}…", clean.get(..end).unwrap_or_default()),
        None => clean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_that_is_too_long_has_a_remedy_of_its_own() {
        let body = r#"{"error": {"message": "request (1763 tokens) exceeds the available context size (1024 tokens)"}}"#;
        let fault = EndpointFault::of_status(400, body);
        assert!(fault.to_string().ends_with("(1024 tokens)."), "{fault}");
        assert_eq!(fault.remedy(Api::OpenAi, "m"), TOO_LONG);
        let other = EndpointFault::of_status(400, r#"{"error": "no seed, please."}"#);
        assert!(other.to_string().ends_with("It says: no seed, please."), "{other}");
        assert_ne!(other.remedy(Api::OpenAi, "m"), TOO_LONG);
        let renamed = EndpointFault::of_status(
            400,
            r#"{"error": {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}"#,
        );
        let body =
            r#"{"model":"m","messages":[{"content":"say \"max_tokens\": 1"}],"max_tokens":5}"#;
        let other = with_other_limit(body, &renamed).expect("another name");
        assert!(other.ends_with(r#"],"max_completion_tokens":5}"#), "{other}");
        assert!(other.contains(r#"say \"max_tokens\": 1"#), "{other}");
        assert_eq!(with_other_limit(&other, &renamed), None);
        let late = EndpointFault::TimedOut(1);
        assert!(late.to_string().ends_with("within 1 second."));
    }

    #[test]
    fn a_setting_that_is_named_is_to_be_left_out_and_ends_a_run() {
        let cases = [
            ("Unsupported value: 'temperature' does not support 0 with this model.", "temperature"),
            ("temperature: Extra inputs are not permitted", "temperature"),
            ("`seed` is not supported", "seed"),
            ("Invalid schema for response_format 'annotations'", "schema"),
        ];
        for (words, setting) in cases {
            let fault = EndpointFault::Status(400, words.to_owned());
            assert!(fault.remedy(Api::OpenAi, "m").contains(setting), "{words}");
            assert!(fault.concerns_all(), "{words}");
        }
        let of_content = EndpointFault::Status(400, "the response was filtered".to_owned());
        assert!(!of_content.concerns_all());
        let later = EndpointFault::Status(429, "temperature".to_owned());
        assert!(!later.concerns_all());
    }
}
