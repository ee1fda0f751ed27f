//! One element: its attributes, its listeners, what is in it.

use std::borrow::Cow;

use js_sys::Function;
use leptos::ev::{self, EventDescriptor};
use leptos::prelude::{Get, LocalStorage, RwSignal, Signal, StoredValue};
use leptos::tachys::renderer::Rndr;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, Node};

use super::{Place, View, follow};

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element. It can be cast to what it is in the DOM with [`El::node`].
pub(crate) struct El(Element);

/// What an attribute, a style or a property is set to.
pub(crate) enum Value {
    /// A text that stays.
    Text(Cow<'static, str>),
    /// There or not, and stays so.
    Flag(bool),
    /// A text that changes.
    Texts(Signal<String>),
    /// There or not, and changes.
    Flags(Signal<bool>),
}

/// An HTML element.
pub(crate) fn el(tag: &'static str) -> El {
    El(Rndr::create_element(tag, None))
}

/// An SVG element.
pub(crate) fn svg(tag: &'static str) -> El {
    El(Rndr::create_element(tag, Some(SVG)))
}

impl El {
    /// Sets its classes, separated by spaces.
    pub(crate) fn class(self, names: impl Into<Value>) -> El {
        self.set("class", names)
    }

    /// Sets an attribute. A flag that is false takes it away.
    pub(crate) fn set(self, name: &'static str, value: impl Into<Value>) -> El {
        self.bind(value.into(), name, set_attribute)
    }

    /// Gives it a class while the value is true.
    pub(crate) fn class_if(self, name: &'static str, value: impl Into<Value>) -> El {
        self.bind(value.into(), name, set_class)
    }

    /// Sets a CSS property or variable of this element.
    pub(crate) fn style(self, name: &'static str, value: impl Into<Value>) -> El {
        self.bind(value.into(), name, set_style)
    }

    /// Sets a property of the DOM object, such as an input's `value`.
    pub(crate) fn prop(self, name: &'static str, value: impl Into<Value>) -> El {
        self.bind(value.into(), name, set_property)
    }

    /// Puts something at its end.
    pub(crate) fn child(self, view: impl Into<View>) -> El {
        self.with(view.into())
    }

    /// Listens to an event while the owner lives in which this is called.
    pub(crate) fn on<E>(self, event: E, mut run: impl FnMut(E::EventType) + 'static) -> El
    where
        E: EventDescriptor,
        E::EventType: JsCast,
    {
        self.listen(event.name(), Box::new(move |event| run(event.unchecked_into())))
    }

    /// Does something at each click.
    pub(crate) fn on_click(self, mut run: impl FnMut() + 'static) -> El {
        self.on(ev::click, move |_| run())
    }

    /// The element itself, as the interface that it has in the DOM.
    pub(crate) fn node<T: JsCast>(&self) -> T {
        self.0.clone().unchecked_into()
    }

    pub(super) fn into_node(self) -> Node {
        self.0.into()
    }

    fn with(self, view: View) -> El {
        view.put(Place::end_of(&self.0));
        self
    }

    fn listen(self, event: Cow<'static, str>, run: Box<dyn FnMut(Event)>) -> El {
        let listener = Listener { element: self.0.clone(), event, run: Closure::wrap(run) };
        // Adding a listener does not fail.
        let _ =
            listener.element.add_event_listener_with_callback(&listener.event, listener.function());
        StoredValue::<_, LocalStorage>::new_local(listener);
        self
    }

    fn bind(self, value: Value, name: &'static str, set: Setter) -> El {
        let element = self.0.clone();
        match value {
            Value::Text(text) => set(&element, name, Now::Text(&text)),
            Value::Flag(flag) => set(&element, name, Now::Flag(flag)),
            Value::Texts(texts) => {
                follow(Box::new(move || set(&element, name, Now::Text(&texts.get()))));
            }
            Value::Flags(flags) => {
                follow(Box::new(move || set(&element, name, Now::Flag(flags.get()))));
            }
        }
        self
    }
}

/// A listener that is taken away when it is dropped: an element may outlive its owner for a moment, and get a `blur`.
struct Listener {
    element: Element,
    event: Cow<'static, str>,
    run: Closure<dyn FnMut(Event)>,
}

impl Listener {
    fn function(&self) -> &Function {
        self.run.as_ref().unchecked_ref()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // Taking a listener away does not fail.
        let _ = self.element.remove_event_listener_with_callback(&self.event, self.function());
    }
}

/// What a [`Value`] is at a moment.
enum Now<'a> {
    Text(&'a str),
    Flag(bool),
}

type Setter = fn(&Element, &'static str, Now<'_>);

fn set_attribute(element: &Element, name: &'static str, now: Now<'_>) {
    match now {
        Now::Text(text) => Rndr::set_attribute(element, name, text),
        Now::Flag(true) => Rndr::set_attribute(element, name, ""),
        Now::Flag(false) => Rndr::remove_attribute(element, name),
    }
}

fn set_class(element: &Element, name: &'static str, now: Now<'_>) {
    let on = matches!(now, Now::Flag(true));
    // Class names are ours and valid, so this does not fail.
    let _ = element.class_list().toggle_with_force(name, on);
}

fn set_style(element: &Element, name: &'static str, now: Now<'_>) {
    if let Now::Text(text) = now {
        // HTML and SVG elements have the same `style`. A value that is not valid CSS is ignored by the browser.
        let _ = element.unchecked_ref::<HtmlElement>().style().set_property(name, text);
    }
}

fn set_property(element: &Element, name: &'static str, now: Now<'_>) {
    let value = match now {
        Now::Text(text) => JsValue::from_str(text),
        Now::Flag(flag) => JsValue::from_bool(flag),
    };
    Rndr::set_property(element, name, &value);
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Value {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Cow::Owned(text))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl From<Signal<String>> for Value {
    fn from(texts: Signal<String>) -> Value {
        Value::Texts(texts)
    }
}

impl From<Signal<bool>> for Value {
    fn from(flags: Signal<bool>) -> Value {
        Value::Flags(flags)
    }
}

impl From<RwSignal<bool>> for Value {
    fn from(flags: RwSignal<bool>) -> Value {
        Value::Flags(flags.into())
    }
}

impl<V: Into<Value>> From<Option<V>> for Value {
    fn from(value: Option<V>) -> Value {
        value.map_or(Value::Flag(false), V::into)
    }
}
