//! Stands in for the crate `wasm-streams`, which Leptos needs for the streams of server functions. The app has no server
//! and never makes one; but the crate exports its code to JavaScript, so that it would be in every download (5 KB).

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use wasm_bindgen::JsValue;
use web_sys::ReadableStream as Raw;

/// What the crate calls a stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(Raw);

impl ReadableStream {
    /// Takes a stream of the browser.
    #[must_use]
    pub fn from_raw(raw: Raw) -> Self {
        ReadableStream(raw)
    }

    /// A stream of the browser that never says anything.
    #[must_use]
    pub fn from_stream<S>(_: S) -> Self
    where
        S: Stream<Item = Result<JsValue, JsValue>> + 'static,
    {
        let raw = Raw::new().unwrap_or_else(|refused| refused.into());
        ReadableStream(raw)
    }

    /// The stream of the browser.
    #[must_use]
    pub fn into_raw(self) -> Raw {
        self.0
    }

    /// Nothing.
    #[must_use]
    pub fn into_stream(self) -> Ended {
        Ended
    }
}

/// A stream that has ended.
#[derive(Debug)]
pub struct Ended;

impl Stream for Ended {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
