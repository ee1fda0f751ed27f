//! Fetching templates and data, and sending submissions.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestCache, RequestInit, Response};

use crate::domain::submit::requests::{Answer, HttpRequest};

/// How long an address may take to answer, in milliseconds.
const TIMEOUT_MS: i32 = 30_000;

/// Why an address gave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NetError {
    /// It answered with this HTTP status.
    Status(u16),
    /// No answer: offline, blocked, refused by the other host, or no such host.
    Unreachable,
    /// No answer in time.
    TimedOut,
    /// Larger than what is read.
    TooLarge,
}

/// Fetches the bytes at an address, without cookies.
///
/// # Errors
/// With what went wrong; see [`NetError`].
pub async fn fetch(address: &str) -> Result<Vec<u8>, NetError> {
    let window = web_sys::window().ok_or(NetError::Unreachable)?;
    let abort = AbortController::new().map_err(|_| NetError::Unreachable)?;
    let options = RequestInit::new();
    options.set_signal(Some(&abort.signal()));
    options.set_credentials(web_sys::RequestCredentials::Omit);
    let timer = abort.clone();
    super::timing::after(TIMEOUT_MS, move || timer.abort());
    let unreachable = |_| {
        if abort.signal().aborted() { NetError::TimedOut } else { NetError::Unreachable }
    };
    let response = JsFuture::from(window.fetch_with_str_and_init(address, &options))
        .await
        .map_err(unreachable)?;
    let response: Response = response.dyn_into().map_err(|_| NetError::Unreachable)?;
    if !response.ok() {
        return Err(NetError::Status(response.status()));
    }
    let announced = response.headers().get("content-length").ok().flatten();
    if announced
        .and_then(|n| n.parse::<u64>().ok())
        .is_some_and(|n| n > u64::from(super::files::LARGEST))
    {
        return Err(NetError::TooLarge);
    }
    let buffer = response.array_buffer().map_err(|_| NetError::Unreachable)?;
    let buffer = JsFuture::from(buffer).await.map_err(unreachable)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// How long a request that sends something may take, in milliseconds: less than a
/// [claim](crate::domain::submit::outbox::CLAIM_MS) lasts.
const SEND_TIMEOUT_MS: i32 = 75_000;

/// Sends a request, without cookies. Whatever goes wrong, and an answer that this page may not read, is
/// [`Answer::Unreachable`].
pub async fn send(request: &HttpRequest) -> Answer {
    sent(request).await.unwrap_or(Answer::Unreachable)
}

async fn sent(request: &HttpRequest) -> Option<Answer> {
    let window = web_sys::window()?;
    let abort = AbortController::new().ok()?;
    let headers = Headers::new().ok()?;
    for (name, value) in &request.headers {
        headers.set(name, value).ok()?;
    }
    let options = RequestInit::new();
    options.set_method(request.method.as_str());
    options.set_headers(&headers);
    options.set_signal(Some(&abort.signal()));
    options.set_credentials(web_sys::RequestCredentials::Omit);
    // An answer of yesterday says nothing about what the database has.
    options.set_cache(RequestCache::NoStore);
    if let Some(body) = &request.body {
        options.set_body(&JsValue::from_str(body));
    }
    super::timing::after(SEND_TIMEOUT_MS, move || abort.abort());
    let response = JsFuture::from(window.fetch_with_str_and_init(&request.url, &options));
    let response: Response = response.await.ok()?.dyn_into().ok()?;
    let body = JsFuture::from(response.text().ok()?).await.ok()?;
    Some(Answer::Response {
        status: response.status(),
        headers: pairs(&response.headers()),
        body: body.as_string().unwrap_or_default(),
    })
}

/// Names and values.
fn pairs(headers: &Headers) -> Vec<(String, String)> {
    let entries = js_sys::try_iter(headers).ok().flatten().into_iter().flatten().flatten();
    let pair = |entry: JsValue| {
        let entry = js_sys::Array::from(&entry);
        Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
    };
    entries.filter_map(pair).collect()
}
