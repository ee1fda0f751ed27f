//! Tests of components in a page: a component is mounted, changed through its signals and events, looked at in the DOM,
//! and unmounted. Start reading at `widgets/dialog_tests.rs`.
//!
//! Run by `scripts/test wasm`, in headless Chromium.

#![expect(
    clippy::unwrap_used,
    reason = "a test may fail; helpers of tests are not exempt by themselves"
)]

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::IntoView;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// A component in the page of a test. Unmounted when this is dropped, with its effects and listeners.
pub(crate) struct MountedComponent {
    // Dropped before the element is removed: what a component does when it goes may look for it in the page.
    unmount: Option<Box<dyn Any>>,
    parent: HtmlElement,
}

/// Mounts what `component` returns in a new element at the end of the page. The element is passed for a component that
/// mounts itself.
pub(crate) fn mount<V: IntoView + 'static>(
    component: impl FnOnce(&HtmlElement) -> V + 'static,
) -> MountedComponent {
    let document = leptos::prelude::document();
    let parent: HtmlElement = document.create_element("div").unwrap().unchecked_into();
    document.body().unwrap().append_child(&parent).unwrap();
    let host = parent.clone();
    let unmount = mount_to(parent.clone(), move || component(&host));
    MountedComponent { unmount: Some(Box::new(unmount)), parent }
}

/// Waits until effects that are due have run and the page shows what they changed.
pub(crate) async fn updated() {
    leptos::task::tick().await;
}

impl MountedComponent {
    /// All elements in the component that match a selector, in the order of the page.
    pub(crate) fn all(&self, selector: &str) -> Vec<HtmlElement> {
        let found = self.parent.query_selector_all(selector).unwrap();
        (0..found.length()).map(|index| found.get(index).unwrap().unchecked_into()).collect()
    }

    /// The only element in the component that matches a selector.
    pub(crate) fn find(&self, selector: &str) -> HtmlElement {
        let found = self.all(selector);
        assert_eq!(found.len(), 1, "elements that match {selector}");
        found.into_iter().next().unwrap()
    }

    /// The text of the only element that matches a selector.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.find(selector).text_content().unwrap()
    }

    /// Whether the only element that matches a selector has the focus.
    pub(crate) fn has_focus(&self, selector: &str) -> bool {
        let focused = leptos::prelude::document().active_element();
        self.find(selector).is_same_node(focused.as_deref())
    }
}

impl Drop for MountedComponent {
    fn drop(&mut self) {
        drop(self.unmount.take());
        self.parent.remove();
    }
}
