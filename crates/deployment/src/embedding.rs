//! Pages that embed the app: the frame alone, and a small whole page. `docs/embedding.md` describes the messages.

use spanwise_links::percent;
use spanwise_text::markup::escaped;

/// The address of the frame for a page of this origin. `app` is the address of the app, without query and fragment.
#[must_use]
pub fn frame_address(app: &str, origin: &str) -> String {
    format!("{app}?origin={}#/embed", percent::component(origin))
}

/// The frame, as HTML.
#[must_use]
pub fn frame(app: &str, origin: &str, title: &str) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\"\n  style=\"width: 100%; height: 45rem; border: 0\"></iframe>\n",
        escaped(&frame_address(app, origin)),
        escaped(title),
    )
}

/// A whole page that passes a template and data to the app, and saves the annotations as a file. It passes its own
/// origin to the app, so it works at any address.
#[must_use]
pub fn host_page(app: &str, title: &str, template: &str, data: &str) -> String {
    let pieces = [
        ("%TITLE%", escaped(title)),
        ("%APP%", script_string(app)),
        ("%TEMPLATE%", script_string(template)),
        ("%DATA%", script_string(data)),
    ];
    filled(PAGE, &pieces)
}

/// Encodes a text as a JavaScript string, without any character that could end the script element around it.
fn script_string(text: &str) -> String {
    // Texts can always be written.
    let json = serde_json::to_string(text).unwrap_or_default();
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Replaces each mark once; the replacements are not searched for marks.
fn filled(page: &str, pieces: &[(&str, String)]) -> String {
    let mut text = String::with_capacity(page.len());
    let mut rest = page;
    for (mark, piece) in pieces {
        if let Some((before, after)) = rest.split_once(mark) {
            text.push_str(before);
            text.push_str(piece);
            rest = after;
        }
    }
    text + rest
}

/// The page with marks, each once and in the order in which they are filled in.
const PAGE: &str = include_str!("host_page.html");
