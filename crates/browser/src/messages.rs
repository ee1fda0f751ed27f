//! Messages between this page and one that it is embedded in, or that it embeds.

use gloo_events::EventListener;
use js_sys::JSON;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, Window};

use super::console::reported;
use super::objects::{member, object};

/// The version of the messages: the value of `spanwise` in each.
const VERSION: f64 = 1.0;

/// The origin of pages that have none.
const NO_ORIGIN: &str = "null";

/// A message that was received by this page.
#[derive(Debug)]
pub struct WindowMessage(MessageEvent);

/// A value in a message.
#[derive(Debug, Clone, Copy)]
pub enum MessageField<'a> {
    /// A text.
    Text(&'a str),
    /// A whole number.
    Number(usize),
    /// Yes or no.
    Flag(bool),
    /// A list of texts.
    Texts(&'a [String]),
    /// A value of another message, of any type.
    Value(&'a JsValue),
}

/// A window, and the only origin that its page may have.
#[derive(Debug, Clone)]
pub struct MessageTarget {
    /// The window.
    pub window: Window,
    /// The origin; `null` for a file or a sandboxed page.
    pub origin: String,
}

impl MessageTarget {
    /// A window whose page is of the same origin as this one.
    #[must_use]
    pub fn of_own_origin(window: Window) -> Self {
        MessageTarget { window, origin: own_origin() }
    }

    /// Sends a message, which is delivered only if the window's page is of the origin.
    pub fn post(&self, kind: &str, fields: &[(&str, MessageField<'_>)]) {
        let fields = fields.iter().map(|(name, field)| (*name, field.value()));
        let head = [("spanwise", JsValue::from_f64(VERSION)), ("type", JsValue::from_str(kind))];
        let message = object(head.into_iter().chain(fields));
        // A page without an origin, such as a file, can only be addressed as any page.
        let to = if self.origin == NO_ORIGIN { "*" } else { &self.origin };
        reported(self.window.post_message(&message, to));
    }
}

impl WindowMessage {
    /// The origin of the page that sent it; `null` for a file or a sandboxed page.
    #[must_use]
    pub fn origin(&self) -> String {
        let origin = self.0.origin();
        // Browsers differ in the name of a file's origin.
        if origin == "file://" { NO_ORIGIN.to_owned() } else { origin }
    }

    /// Returns `true` if this window sent it.
    #[must_use]
    pub fn is_from(&self, window: &Window) -> bool {
        self.0.source().is_some_and(|source| *source == ****window)
    }

    /// A member of the message as text: other values as JSON, `null` and a missing one as `None`.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        let value = self.get(name)?;
        value.as_string().or_else(|| JSON::stringify(&value).ok().map(String::from))
    }

    /// A whole number of the message.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        let number = self.get(name)?.as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a saturating cast is what is wanted of a number from elsewhere"
        )]
        Some(number as usize)
    }

    /// Returns `true` if a member of the message is `false`, not if it is missing.
    #[must_use]
    pub fn is_false(&self, name: &str) -> bool {
        self.get(name).and_then(|value| value.as_bool()) == Some(false)
    }

    /// A member of the message, of any type; `undefined` if it is missing.
    #[must_use]
    pub fn value(&self, name: &str) -> JsValue {
        self.get(name).unwrap_or(JsValue::UNDEFINED)
    }

    /// The whole message as JSON, to be read by a person.
    #[must_use]
    pub fn json(&self) -> String {
        JSON::stringify(&self.0.data()).map(String::from).unwrap_or_default()
    }

    fn get(&self, name: &str) -> Option<JsValue> {
        let value = member(&self.0.data(), name)?;
        (!value.is_null() && !value.is_undefined()).then_some(value)
    }
}

/// Listens to messages for as long as it lives.
#[derive(Debug)]
pub struct MessageListener {
    _listener: Option<EventListener>,
}

/// Calls back with each message to this page.
#[must_use]
pub fn listen(run: impl Fn(WindowMessage) + 'static) -> MessageListener {
    let tell = move |event: &Event| run(WindowMessage(event.clone().unchecked_into()));
    let window = web_sys::window();
    MessageListener { _listener: window.map(|window| EventListener::new(&window, "message", tell)) }
}

/// The window that this page is embedded in.
#[must_use]
pub fn parent() -> Option<Window> {
    let window = web_sys::window()?;
    let parent = window.parent().ok().flatten()?;
    (*parent != *window).then_some(parent)
}

/// The origin that an address names, as browsers write it: without a path, a final slash or the usual port. `None` if it
/// is no address.
#[must_use]
pub fn origin_of(address: &str) -> Option<String> {
    let address = address.trim();
    if address == NO_ORIGIN || address.starts_with("file:") {
        return Some(NO_ORIGIN.to_owned());
    }
    let origin = web_sys::Url::new(address).ok()?.origin();
    (origin != NO_ORIGIN).then_some(origin)
}

/// The origin of this page.
#[must_use]
pub fn own_origin() -> String {
    web_sys::window().map(|window| window.origin()).unwrap_or_default()
}

impl MessageField<'_> {
    fn value(self) -> JsValue {
        match self {
            MessageField::Text(text) => JsValue::from_str(text),
            #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
            MessageField::Number(number) => JsValue::from_f64(number as f64),
            MessageField::Flag(flag) => JsValue::from_bool(flag),
            MessageField::Value(value) => value.clone(),
            MessageField::Texts(texts) => {
                texts.iter().map(|text| JsValue::from_str(text)).collect::<js_sys::Array>().into()
            }
        }
    }
}
