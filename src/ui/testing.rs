//! Elements in the page of a test.
//!
//! Tests of components are in the files of the components and run in headless Chromium: `scripts/test wasm`.

use std::ops::Deref;

use leptos::prelude::{GetUntracked, Owner};
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlElement};

use super::view::{MountPoint, View};
use crate::app::{App, Page, Session, opening};
use spanwise_browser::folders::ChosenItem;
use spanwise_browser::timing;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// An element at the end of the page, removed when this is dropped.
pub(crate) struct MountedElement(HtmlElement);

/// Puts a new element at the end of the page.
pub(crate) fn mount(tag: &str) -> MountedElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let element: HtmlElement = document.create_element(tag).unwrap().unchecked_into();
    document.body().unwrap().append_child(&element).unwrap();
    MountedElement(element)
}

impl Deref for MountedElement {
    type Target = HtmlElement;

    fn deref(&self) -> &HtmlElement {
        &self.0
    }
}

impl Drop for MountedElement {
    fn drop(&mut self) {
        self.0.remove();
    }
}

/// A page of a test: an owner of signals, and an element that views are mounted into.
pub(crate) struct TestPage {
    root: MountedElement,
    owner: Owner,
}

impl TestPage {
    /// An empty page.
    pub(crate) fn new() -> Self {
        let root = mount("main");
        // Effects need Leptos's executor, which is set up by mounting something.
        leptos::mount::mount_to(root.clone(), || ()).forget();
        TestPage { root, owner: Owner::new() }
    }

    /// Runs something whose signals and effects belong to the page.
    pub(crate) fn with<T>(&self, run: impl FnOnce() -> T) -> T {
        self.owner.with(run)
    }

    /// Puts a view at the end of the page.
    pub(crate) fn mount<V: Into<View>>(&self, view: impl FnOnce() -> V) {
        self.with(|| view().into().mount(MountPoint::end_of(&self.root)));
    }

    /// Waits until effects have run, and the work that they leave to the next frames is done.
    pub(crate) async fn settled(&self) {
        leptos::task::tick().await;
        timing::wait(50).await;
        leptos::task::tick().await;
    }

    /// Cleans the signals, effects and listeners of the page up; its elements stay.
    pub(crate) fn clean_up(&self) {
        self.owner.cleanup();
    }

    /// The only element that a selector finds.
    pub(crate) fn find(&self, selector: &str) -> HtmlElement {
        let all = self.all(selector);
        assert_eq!(all.len(), 1, "{selector}");
        all[0].clone()
    }

    /// All elements that a selector finds.
    pub(crate) fn all(&self, selector: &str) -> Vec<HtmlElement> {
        let list = self.root.query_selector_all(selector).unwrap();
        (0..list.length()).map(|at| list.get(at).unwrap().unchecked_into()).collect()
    }

    /// The text of the page.
    pub(crate) fn text(&self) -> String {
        self.root.text_content().unwrap()
    }

    /// The id of the element that has the focus.
    pub(crate) fn focused_id(&self) -> String {
        leptos::prelude::document().active_element().unwrap().id()
    }
}

impl Drop for TestPage {
    fn drop(&mut self) {
        self.owner.cleanup();
    }
}

/// Opens a work on a page, as if template and data had been chosen as files; nothing is left of earlier tests.
pub(crate) async fn open_work(page: &TestPage, template: &str, data: &str) -> Session {
    leptos::prelude::window().local_storage().unwrap().unwrap().clear().unwrap();
    let app = page.with(App::provide);
    let files = [("template.yml", template), ("data.json", data)];
    let files = files.map(|(name, text)| {
        File::new_with_str_sequence(&js_sys::Array::of1(&text.into()), name).unwrap()
    });
    page.with(|| opening::open_files(app, files.into_iter().map(ChosenItem::File).collect()));
    for _ in 0..100 {
        if let Page::Annotate(session) = app.page.get_untracked() {
            // The lock of the work is asked for once it is open.
            page.settled().await;
            return session;
        }
        timing::wait(20).await;
    }
    panic!("{:?} {:?}", app.page.get_untracked(), app.notices.all.get_untracked());
}
