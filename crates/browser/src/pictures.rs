//! Pictures made from drawings.

use js_sys::{Promise, Uint8Array, encode_uri_component};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// Draws an SVG file as PNG, with so many pixels for each of its units. `None` if the browser cannot draw it.
pub async fn png_of_svg(svg: &str, scale: f64) -> Option<Vec<u8>> {
    let picture = HtmlImageElement::new().ok()?;
    picture.set_src(&format!("data:image/svg+xml,{}", encode_uri_component(svg)));
    JsFuture::from(picture.decode()).await.ok()?;
    let size = |units: u32| (f64::from(units) * scale).round();
    let (width, height) = (size(picture.natural_width()), size(picture.natural_height()));
    let document = web_sys::window()?.document()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    // Drawings are far smaller than what a canvas can hold.
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(&picture, 0.0, 0.0, width, height)
        .ok()?;
    let blob: Blob = JsFuture::from(blob_of(&canvas)).await.ok()?.dyn_into().ok()?;
    let buffer = JsFuture::from(blob.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// The picture of a canvas as PNG.
fn blob_of(canvas: &HtmlCanvasElement) -> Promise {
    Promise::new(&mut |resolve, reject| {
        if canvas.to_blob(&resolve).is_err() {
            // A promise ignores what its rejection answers.
            let _ = reject.call0(&JsValue::UNDEFINED);
        }
    })
}
