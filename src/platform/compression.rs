//! Compression as raw DEFLATE (RFC 1951), by the browser's streams.

use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStreamDefaultReader, ReadableWritablePair};

const FORMAT: &str = "deflate-raw";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = ReadableWritablePair)]
    type CompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    #[wasm_bindgen(extends = ReadableWritablePair)]
    type DecompressionStream;

    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

/// Why bytes could not be compressed or unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompressionError {
    /// The browser has no such streams; with its words.
    Unsupported(String),
    /// The bytes are not what a compressor wrote, or not all of it; with the browser's words.
    Damaged(String),
    /// They unpack to more than is allowed.
    TooLarge,
}

/// Compresses bytes.
///
/// # Errors
/// When the browser cannot.
pub async fn deflate(bytes: &[u8]) -> Result<Vec<u8>, CompressionError> {
    let stream = CompressionStream::new(FORMAT).map_err(unsupported)?;
    through(bytes, stream.into(), usize::MAX).await
}

/// Unpacks bytes, to `most` at the most.
///
/// # Errors
/// When the browser cannot, the bytes are damaged, or they unpack to more.
pub async fn inflate(bytes: &[u8], most: usize) -> Result<Vec<u8>, CompressionError> {
    let stream = DecompressionStream::new(FORMAT).map_err(unsupported)?;
    through(bytes, stream.into(), most).await
}

fn unsupported(error: JsValue) -> CompressionError {
    CompressionError::Unsupported(super::message(&error))
}

fn damaged(error: JsValue) -> CompressionError {
    CompressionError::Damaged(super::message(&error))
}

/// Sends bytes through a stream, whose pieces are counted as they come: what is too much is never held whole.
async fn through(
    bytes: &[u8],
    stream: ReadableWritablePair,
    most: usize,
) -> Result<Vec<u8>, CompressionError> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts).map_err(unsupported)?;
    let output = blob.stream().pipe_through(&stream);
    let reader: ReadableStreamDefaultReader = output.get_reader().unchecked_into();
    let mut all = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(damaged)?;
        let member = |name: &str| Reflect::get(&piece, &JsValue::from_str(name)).map_err(damaged);
        if member("done")?.is_truthy() {
            return Ok(all);
        }
        let piece: Uint8Array = member("value")?.unchecked_into();
        if piece.length() as usize > most.saturating_sub(all.len()) {
            // The rest is of no interest, nor is what becomes of it.
            let _ = JsFuture::from(reader.cancel()).await;
            return Err(CompressionError::TooLarge);
        }
        all.extend(piece.to_vec());
    }
}
