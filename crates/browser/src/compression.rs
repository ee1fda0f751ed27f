//! Compression as raw DEFLATE (RFC 1951), by the browser's streams.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableStream, ReadableWritablePair, WritableStream};

use super::streams::{self, StreamError};

const FORMAT: &str = "deflate-raw";

/// Bytes that are handed to a stream at once. They unpack to a thousand times as many at most, all of which the browser
/// makes before the limit can be checked.
const PIECE: usize = 4 * 1024;

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

/// A failure to compress or unpack bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompressionError {
    /// The browser has no such streams; with its error text.
    Unsupported(String),
    /// The bytes are damaged or incomplete; with the browser's error text.
    Damaged(String),
    /// The unpacked bytes exceed the limit.
    TooLarge,
}

/// Compresses bytes.
///
/// # Errors
/// If the browser has no such streams.
pub async fn deflate(bytes: &[u8]) -> Result<Vec<u8>, CompressionError> {
    let stream = CompressionStream::new(FORMAT).map_err(unsupported)?;
    through(bytes, stream.into(), usize::MAX).await
}

/// Unpacks bytes, to at most `most`.
///
/// # Errors
/// If the browser has no such streams, the bytes are damaged, or they unpack to more.
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

/// Sends bytes through a stream, piece by piece, each once the stream has taken the one before.
async fn through(
    bytes: &[u8],
    stream: ReadableWritablePair,
    most: usize,
) -> Result<Vec<u8>, CompressionError> {
    let end = |name: &str| Reflect::get(&stream, &JsValue::from_str(name)).map_err(unsupported);
    let input: WritableStream = end("writable")?.unchecked_into();
    let output: ReadableStream = end("readable")?.unchecked_into();
    let writer = input.get_writer().map_err(unsupported)?;
    let pieces: Vec<Uint8Array> = bytes.chunks(PIECE).map(Uint8Array::from).collect();
    spawn_local(async move {
        for piece in pieces {
            // The error appears where the stream is read; nothing more is written then.
            if JsFuture::from(writer.write_with_chunk(&piece)).await.is_err() {
                return;
            }
        }
        let _ = JsFuture::from(writer.close()).await;
    });
    streams::read(&output, most).await.map_err(|error| match error {
        StreamError::TooLarge => CompressionError::TooLarge,
        StreamError::Failed(error) => damaged(error),
    })
}
