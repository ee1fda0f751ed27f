//! Elements: attributes, listeners and children.

use std::borrow::Cow;

use js_sys::Function;
use leptos::ev::{self, EventDescriptor};
use leptos::prelude::{Get, LocalStorage, RwSignal, Signal, StoredValue};
use leptos::tachys::renderer::Rndr;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement, Node};

use super::node::{MountPoint, View};
use super::signals::render_effect;
use spanwise_browser::console::reported;

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element, built by its methods.
pub(crate) struct El(Element);

/// The value of an attribute, a style or a property, fixed or from a signal.
pub(crate) enum AttributeValue {
    /// A constant text.
    Text(Cow<'static, str>),
    /// Constantly present or absent.
    Flag(bool),
    /// A changing text.
    Texts(Signal<String>),
    /// A changing text, absent where there is none.
    OptionalTexts(Signal<Option<String>>),
    /// Changing between present and absent.
    Flags(Signal<bool>),
}

/// The argument of [`El::class`].
pub(crate) enum ClassValue {
    /// All classes, separated by spaces.
    All(AttributeValue),
    /// One class that the element has while the flag is `true`.
    Single(&'static str, AttributeValue),
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
    /// Sets the attribute `class`, in place of what it was; or, given a name and a flag, one class while the flag is true.
    pub(crate) fn class(self, class: impl Into<ClassValue>) -> El {
        match class.into() {
            ClassValue::All(names) => self.attr("class", names),
            ClassValue::Single(name, is_on) => self.bind(is_on, name, set_class),
        }
    }

    /// Sets an attribute. A flag that is false, or `None`, removes it.
    pub(crate) fn attr(self, name: &'static str, value: impl Into<AttributeValue>) -> El {
        self.bind(value.into(), name, set_attribute)
    }

    /// Sets a CSS property or variable of this element.
    pub(crate) fn style(self, (name, value): (&'static str, impl Into<AttributeValue>)) -> El {
        self.bind(value.into(), name, set_style)
    }

    /// Sets a property of the DOM object, such as an input's `value`.
    pub(crate) fn prop(self, name: &'static str, value: impl Into<AttributeValue>) -> El {
        self.bind(value.into(), name, set_property)
    }

    /// Adds a child at its end.
    pub(crate) fn child(self, view: impl Into<View>) -> El {
        self.with(view.into())
    }

    /// Listens to an event until the owner in which this is called is cleaned up.
    pub(crate) fn on<E>(self, event: E, mut run: impl FnMut(E::EventType) + 'static) -> El
    where
        E: EventDescriptor,
        E::EventType: JsCast,
    {
        self.listen(event.name(), Box::new(move |event| run(event.unchecked_into())))
    }

    /// Shorthand for `.on(ev::click, move |_| run())`.
    pub(crate) fn on_click(self, mut run: impl FnMut() + 'static) -> El {
        self.on(ev::click, move |_| run())
    }

    /// The element as its DOM type, such as `HtmlInputElement`.
    pub(crate) fn node<T: JsCast>(&self) -> T {
        self.0.clone().unchecked_into()
    }

    pub(super) fn into_node(self) -> Node {
        self.0.into()
    }

    fn with(self, view: View) -> El {
        view.mount(MountPoint::end_of(&self.0));
        self
    }

    fn listen(self, event: Cow<'static, str>, run: Box<dyn FnMut(Event)>) -> El {
        let listener = ElementListener { element: self.0.clone(), event, run: Closure::wrap(run) };
        reported(
            listener.element.add_event_listener_with_callback(&listener.event, listener.function()),
        );
        StoredValue::<_, LocalStorage>::new_local(listener);
        self
    }

    fn bind(self, value: AttributeValue, name: &'static str, set: AttributeSetter) -> El {
        match value {
            AttributeValue::Text(text) => set(&self.0, name, CurrentValue::Text(&text)),
            AttributeValue::Flag(flag) => set(&self.0, name, CurrentValue::Flag(flag)),
            AttributeValue::Texts(texts) => {
                let element = self.0.clone();
                render_effect(Box::new(move || {
                    set(&element, name, CurrentValue::Text(&texts.get()))
                }));
            }
            AttributeValue::OptionalTexts(texts) => {
                let element = self.0.clone();
                render_effect(Box::new(move || match texts.get() {
                    Some(text) => set(&element, name, CurrentValue::Text(&text)),
                    None => set(&element, name, CurrentValue::Flag(false)),
                }));
            }
            AttributeValue::Flags(flags) => {
                let element = self.0.clone();
                render_effect(Box::new(move || {
                    set(&element, name, CurrentValue::Flag(flags.get()))
                }));
            }
        }
        self
    }
}

/// A listener that is removed when it is dropped: an element may outlive its owner for a moment, and get a `blur`.
struct ElementListener {
    element: Element,
    event: Cow<'static, str>,
    run: Closure<dyn FnMut(Event)>,
}

impl ElementListener {
    fn function(&self) -> &Function {
        self.run.as_ref().unchecked_ref()
    }
}

impl Drop for ElementListener {
    fn drop(&mut self) {
        reported(self.element.remove_event_listener_with_callback(&self.event, self.function()));
    }
}

/// An [`AttributeValue`] at a moment.
enum CurrentValue<'a> {
    Text(&'a str),
    Flag(bool),
}

type AttributeSetter = fn(&Element, &'static str, CurrentValue<'_>);

fn set_attribute(element: &Element, name: &'static str, value: CurrentValue<'_>) {
    match value {
        CurrentValue::Text(text) => Rndr::set_attribute(element, name, text),
        CurrentValue::Flag(true) => Rndr::set_attribute(element, name, ""),
        CurrentValue::Flag(false) => Rndr::remove_attribute(element, name),
    }
}

fn set_class(element: &Element, name: &'static str, value: CurrentValue<'_>) {
    let on = matches!(value, CurrentValue::Flag(true));
    reported(element.class_list().toggle_with_force(name, on));
}

fn set_style(element: &Element, name: &'static str, value: CurrentValue<'_>) {
    if let CurrentValue::Text(text) = value {
        // HTML and SVG elements have the same `style`. A value that is not valid CSS is ignored by the browser.
        reported(element.unchecked_ref::<HtmlElement>().style().set_property(name, text));
    }
}

fn set_property(element: &Element, name: &'static str, value: CurrentValue<'_>) {
    let value = match value {
        CurrentValue::Text(text) => JsValue::from_str(text),
        CurrentValue::Flag(flag) => JsValue::from_bool(flag),
    };
    Rndr::set_property(element, name, &value);
}

impl From<&'static str> for AttributeValue {
    fn from(text: &'static str) -> AttributeValue {
        AttributeValue::Text(Cow::Borrowed(text))
    }
}

impl From<String> for AttributeValue {
    fn from(text: String) -> AttributeValue {
        AttributeValue::Text(Cow::Owned(text))
    }
}

impl From<bool> for AttributeValue {
    fn from(flag: bool) -> AttributeValue {
        AttributeValue::Flag(flag)
    }
}

impl From<Signal<String>> for AttributeValue {
    fn from(texts: Signal<String>) -> AttributeValue {
        AttributeValue::Texts(texts)
    }
}

impl From<Signal<Option<String>>> for AttributeValue {
    fn from(texts: Signal<Option<String>>) -> AttributeValue {
        AttributeValue::OptionalTexts(texts)
    }
}

impl From<Signal<bool>> for AttributeValue {
    fn from(flags: Signal<bool>) -> AttributeValue {
        AttributeValue::Flags(flags)
    }
}

impl From<RwSignal<bool>> for AttributeValue {
    fn from(flags: RwSignal<bool>) -> AttributeValue {
        AttributeValue::Flags(flags.into())
    }
}

impl<V: Into<AttributeValue>> From<Option<V>> for AttributeValue {
    fn from(value: Option<V>) -> AttributeValue {
        value.map_or(AttributeValue::Flag(false), V::into)
    }
}

impl From<&'static str> for ClassValue {
    fn from(names: &'static str) -> ClassValue {
        ClassValue::All(names.into())
    }
}

impl From<String> for ClassValue {
    fn from(names: String) -> ClassValue {
        ClassValue::All(names.into())
    }
}

impl From<Signal<String>> for ClassValue {
    fn from(names: Signal<String>) -> ClassValue {
        ClassValue::All(names.into())
    }
}

impl<V: Into<AttributeValue>> From<(&'static str, V)> for ClassValue {
    fn from((name, is_on): (&'static str, V)) -> ClassValue {
        ClassValue::Single(name, is_on.into())
    }
}

impl From<El> for View {
    fn from(element: El) -> View {
        View::Node(element.into_node())
    }
}
