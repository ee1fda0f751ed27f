//! What endpoints answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fault::EndpointFault;

/// The reply of a model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ModelReply {
    /// The text of the answer, or the JSON of the call of a tool.
    pub text: String,
    /// What the model thought, where the endpoint says it apart.
    #[serde(default)]
    pub thinking: Option<String>,
    /// Tokens read.
    #[serde(default)]
    pub input_tokens: Option<u64>,
    /// Tokens written, those of thinking among them.
    #[serde(default)]
    pub output_tokens: Option<u64>,
    /// `true` if the reply ended because it was as long as replies may be.
    #[serde(default)]
    pub is_cut_off: bool,
    /// The name of the model as it was asked for, if the file of replies says so.
    #[serde(default)]
    pub model: Option<String>,
    /// The name of the model as a response says it, often with a date that was not asked for.
    #[serde(skip)]
    pub answered_by: Option<String>,
    /// Seconds that the request took.
    #[serde(default)]
    pub seconds: Option<f64>,
}

impl ModelReply {
    /// The model that it is of: as it was asked for, else as the response says.
    #[must_use]
    pub fn named_model(&self) -> Option<&str> {
        self.model.as_deref().or(self.answered_by.as_deref())
    }

    /// Reads the body of a response of any of the interfaces.
    ///
    /// # Errors
    /// If it has no reply: what it says instead.
    pub fn of_body(body: &Value) -> Result<Self, EndpointFault> {
        if let Some(error) = body.get("error").filter(|error| !error.is_null()) {
            return Err(EndpointFault::refused(error));
        }
        if let Some(choice) = body.get("choices").and_then(|choices| choices.get(0)) {
            return Ok(openai(body, choice));
        }
        if let Some(message) = body.get("message").filter(|message| message.is_object()) {
            return Ok(ollama(body, message));
        }
        if let Some(blocks) = body.get("content").and_then(Value::as_array) {
            return Ok(anthropic(body, blocks));
        }
        Err(EndpointFault::NoReply)
    }
}

fn openai(body: &Value, choice: &Value) -> ModelReply {
    let message = choice.get("message").unwrap_or(choice);
    let called = || {
        let call = message.get("tool_calls")?.get(0)?;
        text(call.get("function")?, &["arguments"])
    };
    let usage = body.get("usage");
    let count = |name| usage.and_then(|usage| usage.get(name)?.as_u64());
    ModelReply {
        text: text(message, &["content"]).or_else(called).unwrap_or_default(),
        thinking: text(message, &["reasoning_content", "reasoning"]),
        input_tokens: count("prompt_tokens"),
        output_tokens: count("completion_tokens"),
        is_cut_off: choice.get("finish_reason").and_then(Value::as_str) == Some("length"),
        model: None,
        answered_by: text(body, &["model"]),
        seconds: None,
    }
}

fn ollama(body: &Value, message: &Value) -> ModelReply {
    let count = |name| body.get(name).and_then(Value::as_u64);
    ModelReply {
        text: text(message, &["content"]).unwrap_or_default(),
        thinking: text(message, &["thinking"]),
        input_tokens: count("prompt_eval_count"),
        output_tokens: count("eval_count"),
        is_cut_off: body.get("done_reason").and_then(Value::as_str) == Some("length"),
        model: None,
        answered_by: text(body, &["model"]),
        seconds: None,
    }
}

fn anthropic(body: &Value, blocks: &[Value]) -> ModelReply {
    let all = |name: &str| {
        let texts: Vec<String> = blocks.iter().filter_map(|block| text(block, &[name])).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let called = blocks.iter().find_map(|block| block.get("input")).map(Value::to_string);
    let count = |name| body.get("usage").and_then(|usage| usage.get(name)?.as_u64());
    ModelReply {
        text: called.or_else(|| all("text")).unwrap_or_default(),
        thinking: all("thinking"),
        input_tokens: count("input_tokens"),
        output_tokens: count("output_tokens"),
        is_cut_off: body.get("stop_reason").and_then(Value::as_str) == Some("max_tokens"),
        model: None,
        answered_by: text(body, &["model"]),
        seconds: None,
    }
}

/// The first of these members that is a text with something in it. A text may be divided into blocks.
fn text(object: &Value, names: &[&str]) -> Option<String> {
    let text = names.iter().find_map(|name| match object.get(*name)? {
        Value::String(text) => Some(text.clone()),
        Value::Array(blocks) => {
            Some(blocks.iter().filter_map(|block| block.get("text")?.as_str()).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    })?;
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn replies_of_each_interface_are_read() {
        let openai = json!({
            "model": "m-1",
            "choices": [{ "message": { "content": "{}", "reasoning_content": "hm" }, "finish_reason": "length" }],
            "usage": { "prompt_tokens": 10, "completion_tokens": 2 },
        });
        let ollama = json!({
            "model": "m-1",
            "message": { "content": "{}", "thinking": "hm" }, "done_reason": "length", "prompt_eval_count": 10, "eval_count": 2,
        });
        let anthropic = json!({
            "model": "m-1",
            "content": [{ "type": "thinking", "thinking": "hm" }, { "type": "tool_use", "input": {} }],
            "stop_reason": "max_tokens", "usage": { "input_tokens": 10, "output_tokens": 2 },
        });
        let expected = ModelReply {
            text: "{}".to_owned(),
            thinking: Some("hm".to_owned()),
            input_tokens: Some(10),
            output_tokens: Some(2),
            is_cut_off: true,
            model: None,
            answered_by: Some("m-1".to_owned()),
            seconds: None,
        };
        for body in [openai, ollama, anthropic] {
            assert_eq!(ModelReply::of_body(&body).as_ref(), Ok(&expected), "{body}");
        }
        assert_eq!(ModelReply::of_body(&json!({ "id": 1 })), Err(EndpointFault::NoReply));
        let refused = ModelReply::of_body(&json!({ "error": { "message": "no such model" } }));
        assert!(refused.unwrap_err().to_string().contains("no such model"));
    }
}
