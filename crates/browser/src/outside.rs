//! Other hosts, reached from `public/outside.html`.
//!
//! The app's own page may connect to no other host and show no picture from one. A request goes from an empty page in a
//! frame that lives as long as the request, and is narrowed to the needs of the request before it is sent; a picture is
//! shown in such a frame, narrowed to its host. The one-file version has nothing beside it and does without.

use js_sys::{Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Document, HtmlElement, HtmlIFrameElement, HtmlImageElement, Response, Window, window,
};

use super::console::reported;

/// The address of the page.
pub const PAGE: &str = "outside.html";

/// The title of the page, which tells it from a page that a host serves in its place.
const TITLE: &str = "Spanwise";

/// The time that the page may take to load, in milliseconds.
const TIMEOUT_MS: i32 = 30_000;

/// The purpose of a request, on which its permissions depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestPurpose {
    /// Reading a file. Hosts such as Hugging Face hand over to others, so it is not bound to one.
    Read,
    /// Sending something: to this one host.
    Send,
}

/// A window from which an address can be fetched. Its objects are of its own realm, so `instanceof` (`dyn_into`) fails.
#[derive(Debug)]
pub struct FetchWindow {
    window: Window,
    frame: Option<HtmlIFrameElement>,
}

impl Drop for FetchWindow {
    fn drop(&mut self) {
        if let Some(frame) = &self.frame {
            frame.remove();
        }
    }
}

impl FetchWindow {
    /// Opens a window for an address, relative ones included; `None` if [`PAGE`] cannot be loaded.
    pub async fn for_address(address: &str, purpose: RequestPurpose) -> Option<Self> {
        let Some(origin) = origin_elsewhere(address) else {
            return Some(FetchWindow { window: window()?, frame: None });
        };
        let frame: HtmlIFrameElement =
            window()?.document()?.create_element("iframe").ok()?.unchecked_into();
        frame.set_hidden(true);
        // From here on the frame is removed whatever happens.
        let mut fetch_window = FetchWindow { window: window()?, frame: Some(frame.clone()) };
        load(&frame).await;
        let document = frame.content_document().filter(|document| document.title() == TITLE)?;
        match purpose {
            RequestPurpose::Read => narrow(&document, "img-src 'none'")?,
            RequestPurpose::Send => {
                narrow(&document, &format!("img-src 'none'; connect-src {origin}"))?
            }
        }
        fetch_window.window = frame.content_window()?;
        Some(fetch_window)
    }

    /// The window to fetch from.
    #[must_use]
    pub fn window(&self) -> &Window {
        &self.window
    }
}

/// Returns `true` if the host serves [`PAGE`]: if it cannot be shown in a frame even so, the host forbids that.
pub async fn is_there() -> bool {
    let Some(window) = window() else { return false };
    let response = JsFuture::from(window.fetch_with_str(PAGE)).await;
    response.is_ok_and(|response| response.unchecked_into::<Response>().ok())
}

/// The origin of an address on another host that this page may not reach by itself.
#[must_use]
pub fn origin_elsewhere(address: &str) -> Option<String> {
    let origin = super::messages::origin_of(address)?;
    (origin != super::messages::own_origin() && !super::inline::is_there()).then_some(origin)
}

/// Shows a picture in a frame of [`PAGE`] that has loaded, and gives the frame its shape.
pub fn show_picture(frame: &HtmlIFrameElement, address: &str, alt: &str) -> Option<()> {
    let origin = origin_elsewhere(address)?;
    let document = frame.content_document().filter(|document| document.title() == TITLE)?;
    narrow(&document, &format!("connect-src 'none'; img-src {origin}"))?;
    let picture: HtmlImageElement = document.create_element("img").ok()?.unchecked_into();
    let body = document.body()?;
    set_styles(&body, &[("margin", "0")]);
    set_styles(&picture, &[("display", "block"), ("width", "100%")]);
    picture.set_alt(alt);
    let (shown, of) = (picture.clone(), frame.clone());
    let fit = wasm_bindgen::closure::Closure::once_into_js(move || {
        let (width, height) = (shown.natural_width(), shown.natural_height());
        let ratio = format!("{width} / {height}");
        set_styles(
            &of,
            &[("width", &format!("{width}px")), ("height", "auto"), ("aspect-ratio", &ratio)],
        );
    });
    picture.set_onload(Some(fit.unchecked_ref()));
    picture.set_src(address);
    body.append_child(&picture).ok().map(|_| ())
}

/// Restricts a page by further directives of its Content-Security-Policy.
fn narrow(document: &Document, directives: &str) -> Option<()> {
    let meta = document.create_element("meta").ok()?;
    meta.set_attribute("http-equiv", "Content-Security-Policy").ok()?;
    meta.set_attribute("content", directives).ok()?;
    document.head()?.append_child(&meta).ok().map(|_| ())
}

fn set_styles(element: &HtmlElement, styles: &[(&str, &str)]) {
    for (name, value) in styles {
        reported(element.style().set_property(name, value));
    }
}

/// Loads the page in a frame. Its title shows whether that succeeded.
async fn load(frame: &HtmlIFrameElement) {
    let Some(body) = window().and_then(|window| window.document()?.body()) else { return };
    let settled = Promise::new(&mut |resolve: Function, _| {
        frame.set_onload(Some(&resolve));
        super::timing::call_after(TIMEOUT_MS, &resolve);
        frame.set_src(PAGE);
        reported(body.append_child(frame));
    });
    reported(JsFuture::from(settled).await);
}
