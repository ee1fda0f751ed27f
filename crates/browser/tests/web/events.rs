//! Events from the browser, from other tabs and from other pages.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use spanwise_browser::presence::{PresenceEvent, watch};
use spanwise_browser::timing::{wait, within};
use spanwise_browser::updates::{UpdateEvent, on_event};
use spanwise_browser::{connection, leaving, messages};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Event, EventInit, StorageEvent, StorageEventInit, Window};

use crate::page::mount;

fn window() -> Window {
    web_sys::window().unwrap()
}

fn dispatch(name: &str) {
    window().dispatch_event(&Event::new(name).unwrap()).unwrap();
}

/// A list, and a function that adds to it.
fn log<T: 'static>() -> (Rc<RefCell<Vec<T>>>, impl Fn(T) + 'static) {
    let log = Rc::new(RefCell::new(Vec::new()));
    let into = log.clone();
    (log, move |item| into.borrow_mut().push(item))
}

#[wasm_bindgen_test]
fn signs_of_a_person_are_told_until_the_watch_ends() {
    let (told, tell) = log();
    let watching = watch(tell);
    // Also those that an element keeps to itself: the window hears them first.
    let element = mount("div");
    element.dispatch_event(&Event::new("keydown").unwrap()).unwrap();
    dispatch("pagehide");
    assert_eq!(*told.borrow(), [PresenceEvent::Sign, PresenceEvent::Hidden]);

    drop(watching);
    dispatch("pagehide");
    assert_eq!(told.borrow().len(), 2);
}

#[wasm_bindgen_test]
fn each_event_of_an_update_is_told_as_what_it_means() {
    let (told, tell) = log();
    on_event(tell);
    for event in ["spanwise:update-refused", "spanwise:update", "spanwise:repaired", "spanwise:"] {
        dispatch(event);
    }
    assert_eq!(*told.borrow(), [UpdateEvent::Refused, UpdateEvent::Ready, UpdateEvent::Repaired]);
}

#[wasm_bindgen_test]
fn the_key_that_another_tab_changed_is_told() {
    let (told, tell) = log();
    connection::on_change_elsewhere(tell);
    let changed = StorageEventInit::new();
    changed.set_key(Some("spanwise/1/works"));
    for init in [changed, StorageEventInit::new()] {
        let event = StorageEvent::new_with_event_init_dict("storage", &init).unwrap();
        window().dispatch_event(&event).unwrap();
    }
    assert_eq!(*told.borrow(), [Some("spanwise/1/works".to_owned()), None]);
}

#[wasm_bindgen_test]
fn the_person_is_asked_before_leaving_only_if_something_would_be_lost() {
    let loses = Rc::new(Cell::new(false));
    let asked = loses.clone();
    leaving::ask_before(move || asked.get());
    let leaves = || {
        let init = EventInit::new();
        init.set_cancelable(true);
        let event = Event::new_with_event_init_dict("beforeunload", &init).unwrap();
        window().dispatch_event(&event).unwrap()
    };
    assert!(leaves());
    loses.set(true);
    assert!(!leaves());
    // The page of the tests has to be left in the end.
    loses.set(false);
}

#[wasm_bindgen_test]
async fn a_message_arrives_with_its_fields_while_it_is_listened_to() {
    let (told, tell) = log();
    let listening = messages::listen(tell);
    let texts = ["a".to_owned(), "\u{1f44d}".to_owned()];
    let send = || {
        use messages::{MessageField, MessageTarget};
        MessageTarget::of_own_origin(window()).post(
            "saved",
            &[
                ("title", MessageField::Text("T")),
                ("count", MessageField::Number(3)),
                ("keep", MessageField::Flag(false)),
                ("names", MessageField::Texts(&texts)),
            ],
        );
    };
    send();
    wait(50).await;
    {
        let told = told.borrow();
        let message = &told[0];
        assert!(message.is_from(&window()));
        assert_eq!(message.origin(), messages::own_origin());
        assert_eq!(message.text("type").as_deref(), Some("saved"));
        assert_eq!(message.text("title").as_deref(), Some("T"));
        assert_eq!(message.number("count"), Some(3));
        assert_eq!(message.text("names").as_deref(), Some("[\"a\",\"\u{1f44d}\"]"));
        assert!(message.is_false("keep") && !message.is_false("absent"));
        assert_eq!(message.text("absent"), None);
    }
    drop(listening);
    send();
    wait(50).await;
    assert_eq!(told.borrow().len(), 1);
}

#[wasm_bindgen_test]
fn origins_are_written_as_browsers_write_them() {
    let cases = [
        ("https://Example.org:443/x?y#z", Some("https://example.org")),
        (" http://localhost:8080 ", Some("http://localhost:8080")),
        ("https://b\u{fc}cher.example/", Some("https://xn--bcher-kva.example")),
        ("file:///home/x.html", Some("null")),
        ("null", Some("null")),
        ("example.org", None),
        ("data:text/html,x", None),
    ];
    for (address, origin) in cases {
        assert_eq!(messages::origin_of(address).as_deref(), origin, "{address}");
    }
}

#[wasm_bindgen_test]
async fn work_is_given_up_when_its_time_is_over() {
    assert_eq!(within(1_000, async { 1 }).await, Some(1));
    assert_eq!(within(10, std::future::pending::<u32>()).await, None);
}
