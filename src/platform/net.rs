//! Fetching templates and data.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestInit, Response};

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
