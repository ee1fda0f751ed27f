//! Files read from the device and saved to it.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, FileList, HtmlAnchorElement, HtmlInputElement, Url};

use super::BrowserError;
use super::console::reported;
use spanwise_limits::LARGEST_FILE;

/// A file that a person opened, read whole.
#[derive(Debug, Clone)]
pub struct OpenedFile {
    /// The name, without a path.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A failure to read a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// Larger than [`LARGEST_FILE`].
    TooLarge,
    /// The browser cannot read it.
    Unreadable(BrowserError),
}

/// Reads a file.
///
/// # Errors
/// If it is too large or the browser cannot read it.
pub async fn read(file: File) -> Result<OpenedFile, FileError> {
    if file.size() > LARGEST_FILE as f64 {
        return Err(FileError::TooLarge);
    }
    let buffer = JsFuture::from(file.array_buffer())
        .await
        .map_err(|error| FileError::Unreadable(error.into()))?;
    Ok(OpenedFile { name: file.name(), bytes: Uint8Array::new(&buffer).to_vec() })
}

/// The files of a list.
#[must_use]
pub fn all(list: Option<FileList>) -> Vec<File> {
    list.map_or_else(Vec::new, |list| (0..list.length()).filter_map(|i| list.get(i)).collect())
}

/// The files chosen in an input, which is emptied so that the same file can be chosen again.
#[must_use]
pub fn take(input: &HtmlInputElement) -> Vec<File> {
    let files = all(input.files());
    input.set_value("");
    files
}

/// A file to be saved on the device.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'a> {
    /// The name, without a path.
    pub name: &'a str,
    /// The media type, such as `application/json`.
    pub media_type: &'a str,
    /// The content.
    pub content: &'a [u8],
}

/// Saves a file.
///
/// # Errors
/// If the browser cannot make the file.
pub fn save(file: NewFile<'_>) -> Result<(), BrowserError> {
    let NewFile { name, media_type, content } = file;
    let parts = Array::of1(&Uint8Array::from(content));
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let document = web_sys::window().and_then(|w| w.document()).ok_or(JsValue::UNDEFINED)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The download has begun with the click, but some browsers read the address a little later.
    super::timing::after(60_000, move || {
        reported(Url::revoke_object_url(&address));
    });
    Ok(())
}
