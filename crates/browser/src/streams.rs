//! Streams of bytes, counted while they are read, so that none that exceeds a limit is held whole.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

/// A failure to read a stream to its end.
#[derive(Debug)]
pub(super) enum StreamError {
    /// The stream exceeds the limit.
    TooLarge,
    /// The stream failed with this error.
    Failed(JsValue),
}

/// Reads a stream to its end, at most `most` bytes.
pub(super) async fn read(stream: &ReadableStream, most: usize) -> Result<Vec<u8>, StreamError> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    // The pieces stay where they are until it is known how much room they need.
    let mut pieces: Vec<Uint8Array> = Vec::new();
    let mut length = 0;
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(StreamError::Failed)?;
        let member = |name: &str| {
            Reflect::get(&piece, &JsValue::from_str(name)).map_err(StreamError::Failed)
        };
        if member("done")?.is_truthy() {
            break;
        }
        let piece: Uint8Array = member("value")?.unchecked_into();
        length += piece.length() as usize;
        if length > most {
            // The rest is of no interest, nor is the outcome of cancelling it.
            let _ = JsFuture::from(reader.cancel()).await;
            return Err(StreamError::TooLarge);
        }
        pieces.push(piece);
    }
    let mut all = vec![0; length];
    let mut rest = all.as_mut_slice();
    for piece in pieces {
        let Some((room, after)) = rest.split_at_mut_checked(piece.length() as usize) else { break };
        piece.copy_to(room);
        rest = after;
    }
    Ok(all)
}
