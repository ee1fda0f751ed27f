//! Fetching templates and data, and sending submissions.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, RequestInit, Response};

use super::objects::object;
use super::outside::{self, FetchWindow, RequestPurpose};
use super::streams::StreamError;
use spanwise_limits::LARGEST_FILE;
use spanwise_submission::requests::{HttpAnswer, HttpRequest};

/// The time that an address may take to answer, in milliseconds.
const TIMEOUT_MS: i32 = 30_000;

/// A failure to fetch an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NetError {
    /// The answer has this HTTP status.
    Status(u16),
    /// No answer: offline, blocked, refused by the other host, or no such host.
    Unreachable,
    /// The app's own host forbids it to frame its pages, from which other hosts are reached.
    Unframed,
    /// No answer in time.
    TimedOut,
    /// Larger than the limit.
    TooLarge,
}

/// Fetches the bytes at an address, without cookies.
///
/// # Errors
/// See [`NetError`].
pub async fn fetch(address: &str) -> Result<Vec<u8>, NetError> {
    let abort = AbortController::new().map_err(|_| NetError::Unreachable)?;
    let options = RequestInit::new();
    options.set_signal(Some(&abort.signal()));
    options.set_credentials(web_sys::RequestCredentials::Omit);
    let timer = abort.clone();
    super::timing::after(TIMEOUT_MS, move || timer.abort());
    let unreachable = |_: JsValue| {
        if abort.signal().aborted() { NetError::TimedOut } else { NetError::Unreachable }
    };
    let Some(fetch_window) = FetchWindow::for_address(address, RequestPurpose::Read).await else {
        return Err(if outside::is_there().await {
            NetError::Unframed
        } else {
            unreachable(JsValue::UNDEFINED)
        });
    };
    let response = JsFuture::from(fetch_window.window().fetch_with_str_and_init(address, &options))
        .await
        .map_err(unreachable)?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(NetError::Status(response.status()));
    }
    let announced = response.headers().get("content-length").ok().flatten();
    let announced = announced.and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| length > LARGEST_FILE as u64) {
        return Err(NetError::TooLarge);
    }
    // Many hosts announce no length, or that of the compressed bytes.
    let Some(body) = response.body() else { return Ok(Vec::new()) };
    super::streams::read(&body, LARGEST_FILE).await.map_err(|error| match error {
        StreamError::TooLarge => NetError::TooLarge,
        StreamError::Failed(error) => unreachable(error),
    })
}

/// The time that a request which sends something may take, in milliseconds: less than a
/// [claim](spanwise_submission::outbox::CLAIM_MS) lasts.
const SEND_TIMEOUT_MS: i32 = 75_000;

/// Sends a request, without cookies. Any failure, and an answer that this page may not read, is
/// [`HttpAnswer::Unreachable`].
pub async fn send(request: &HttpRequest) -> HttpAnswer {
    match RequestAbort::new() {
        Some(abort) => send_within(request, SEND_TIMEOUT_MS, &abort).await,
        None => HttpAnswer::Unreachable,
    }
}

/// A way to end a request that is under way.
#[derive(Debug, Clone)]
pub struct RequestAbort(AbortController);

impl RequestAbort {
    /// Creates one for a request; `None` without a browser that has them.
    #[must_use]
    pub fn new() -> Option<Self> {
        AbortController::new().ok().map(RequestAbort)
    }

    /// Ends the request: its answer is [`HttpAnswer::Unreachable`].
    pub fn abort(&self) {
        self.0.abort();
    }
}

/// The same as [`send`] for a request that may take another time, in milliseconds, and can be ended.
pub async fn send_within(
    request: &HttpRequest,
    timeout_ms: i32,
    abort: &RequestAbort,
) -> HttpAnswer {
    sent(request, timeout_ms, abort).await.unwrap_or(HttpAnswer::Unreachable)
}

async fn sent(request: &HttpRequest, timeout_ms: i32, abort: &RequestAbort) -> Option<HttpAnswer> {
    let signal = abort.0.signal();
    let timer = abort.clone();
    super::timing::after(timeout_ms, move || timer.abort());
    let fetch_window = FetchWindow::for_address(&request.url, RequestPurpose::Send).await?;
    let window = fetch_window.window();
    let response = window.fetch_with_str_and_init(&request.url, &options(request, &signal));
    let response: Response = JsFuture::from(response).await.ok()?.unchecked_into();
    // A redirect appears as an answer without a status.
    if response.status() == 0 {
        return Some(HttpAnswer::Redirected);
    }
    let body = match response.body() {
        Some(body) => super::streams::read(&body, LARGEST_FILE).await.ok()?,
        None => Vec::new(),
    };
    let retry_after = response.headers().get(RETRY_AFTER).ok().flatten();
    Some(HttpAnswer::Response {
        status: response.status(),
        headers: retry_after.map(|value| (RETRY_AFTER.to_owned(), value)).into_iter().collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

/// The only header of an answer that means something here.
const RETRY_AFTER: &str = "retry-after";

/// The options as a plain object: setters that few requests need would be functions of the first download.
fn options(request: &HttpRequest, signal: &AbortSignal) -> RequestInit {
    let headers =
        request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str().into()));
    let body = request.body.as_deref().map_or(JsValue::UNDEFINED, JsValue::from_str);
    let options = object([
        ("method", request.method.as_str().into()),
        ("headers", object(headers).into()),
        ("body", body),
        ("signal", signal.into()),
        ("credentials", "omit".into()),
        ("redirect", "manual".into()),
        // An old answer says nothing about the present state of the database.
        ("cache", "no-store".into()),
    ]);
    options.unchecked_into()
}
