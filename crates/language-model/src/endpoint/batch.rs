//! Files of requests and of replies: JSON Lines, in which an id joins them.

use serde_json::Value;
use serde_json::value::RawValue;

use super::api::Api;
use super::fault::EndpointFault;
use super::response::ModelReply;
use crate::ordered::OrderedObject;

/// A request as a line of a batch file. That of ollama, which has no batches, is OpenAI's with its own path.
#[must_use]
pub fn batch_line(api: Api, id: &str, body: &RawValue) -> String {
    let line = OrderedObject::default().with("custom_id", &id);
    let line = match api {
        Api::OpenAi | Api::Ollama => {
            line.with("method", &"POST").with("url", &api.path()).with("body", &body)
        }
        Api::Anthropic => line.with("params", &body),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// A line of a file of replies.
#[derive(Debug, Clone, PartialEq)]
pub enum ReplyLine {
    /// A reply, with the id of its request.
    Reply(String, ModelReply),
    /// A request without a reply.
    Fault(String, EndpointFault),
    /// A line, from 1, that is neither.
    Unreadable(usize),
}

/// Reads a file of replies: the output of a batch of OpenAI or Anthropic, responses as they came, or plain lines
/// `{"id": …, "reply": "…"}`. Of several replies with one id, those who use them take the last.
pub fn reply_lines(text: &str) -> impl Iterator<Item = ReplyLine> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| read(line).unwrap_or(ReplyLine::Unreadable(number)))
}

fn read(line: &str) -> Option<ReplyLine> {
    let value: Value = serde_json::from_str(line).ok()?;
    let id = ["custom_id", "id"].iter().find_map(|name| value.get(*name)?.as_str())?.to_owned();
    if let Some(reply) = value.get("reply") {
        let reply = match reply.as_str() {
            Some(text) => ModelReply { text: text.to_owned(), ..ModelReply::default() },
            None => serde_json::from_value(reply.clone()).ok()?,
        };
        return Some(ReplyLine::Reply(id, reply));
    }
    let read = match (value.get("response"), value.get("result")) {
        (Some(response), _) if !response.is_null() => of_response(response, &value),
        (_, Some(result)) => of_result(result),
        _ => match value.get("error").filter(|error| !error.is_null()) {
            Some(error) => Err(EndpointFault::refused(error)),
            None => ModelReply::of_body(&value),
        },
    };
    Some(match read {
        Ok(reply) => ReplyLine::Reply(id, reply),
        Err(fault) => ReplyLine::Fault(id, fault),
    })
}

fn of_response(response: &Value, line: &Value) -> Result<ModelReply, EndpointFault> {
    let status = response.get("status_code").and_then(Value::as_u64).unwrap_or(200);
    let body = response.get("body").unwrap_or(response);
    if !(200..300).contains(&status) {
        let status = u16::try_from(status).unwrap_or(500);
        return Err(EndpointFault::of_status(status, &body.to_string()));
    }
    let seconds = line.get("seconds").and_then(Value::as_f64);
    ModelReply::of_body(body).map(|reply| ModelReply { seconds, ..reply })
}

fn of_result(result: &Value) -> Result<ModelReply, EndpointFault> {
    match result.get("message").filter(|message| message.is_object()) {
        Some(message) => ModelReply::of_body(message),
        None => Err(EndpointFault::refused(result.get("error").unwrap_or(result))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_replies_of_each_kind_are_read() {
        let openai = r#"{"choices": [{"message": {"content": "a"}}]}"#;
        let lines = [
            r#"{"id": "1", "reply": "a"}"#.to_owned(),
            r#"{"id": "1", "reply": {"text": "a"}}"#.to_owned(),
            format!(r#"{{"id": "batch_7", "custom_id": "1", "response": {{"status_code": 200, "body": {openai}}}, "error": null}}"#),
            r#"{"custom_id": "1", "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": "a"}]}}}"#.to_owned(),
            r#"{"custom_id": "1", "message": {"content": "a"}}"#.to_owned(),
        ];
        let reply = ModelReply { text: "a".to_owned(), ..ModelReply::default() };
        let expected = ReplyLine::Reply("1".to_owned(), reply);
        for line in &lines {
            assert_eq!(
                reply_lines(line).collect::<Vec<_>>(),
                std::slice::from_ref(&expected),
                "{line}"
            );
        }
        let faults = [
            r#"{"custom_id": "1", "response": {"status_code": 429, "body": {"error": {"message": "slow"}}}}"#,
            r#"{"custom_id": "1", "response": null, "error": {"code": "batch_expired", "message": "slow"}}"#,
            r#"{"custom_id": "1", "result": {"type": "errored", "error": {"message": "slow"}}}"#,
        ];
        for line in faults {
            let [ReplyLine::Fault(id, fault)] = &reply_lines(line).collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            assert!(id == "1" && fault.to_string().contains("slow"), "{fault}");
        }
        let text = "\nnonsense\n{\"reply\": \"without id\"}";
        let lines: Vec<ReplyLine> = reply_lines(text).collect();
        assert_eq!(lines, [ReplyLine::Unreadable(2), ReplyLine::Unreadable(3)]);
    }
}
