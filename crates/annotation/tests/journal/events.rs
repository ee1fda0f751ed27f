//! The event log of a work on a device.

use spanwise_annotation::document::EditKey;
use spanwise_annotation::event_log::{LoggedEvent, LoggedEventKind};
use spanwise_annotation::store::MemoryStore;
use spanwise_annotation::store::events::{append_events, event_lines, logged_events};
use spanwise_annotation::store::works::{WorkMeta, remove_work, restore_work, write_meta};

use super::work;

fn store() -> MemoryStore {
    let store = MemoryStore::default();
    write_meta(&store, &work(), &WorkMeta::default()).unwrap();
    store
}

fn events(count: usize) -> Vec<LoggedEvent> {
    let event = |at: usize| LoggedEvent {
        unix_ms: at as u64,
        instance: at % 3,
        kind: LoggedEventKind::Selected(None),
    };
    (0..count).map(event).collect()
}

#[test]
fn events_are_read_in_the_order_in_which_they_were_appended() {
    let (store, all) = (store(), events(120));
    let mut chunk = 0;
    for part in all.chunks(7) {
        chunk = append_events(&store, &work(), chunk, part).unwrap();
    }
    assert_eq!(logged_events(&store, &work()), all);
    assert_eq!(event_lines(&store, &work()).lines().count(), 120);
}

#[test]
fn pages_that_write_in_turn_lose_nothing_of_each_other() {
    let (store, all) = (store(), events(160));
    let mut chunks = [0, 0];
    for (at, event) in all.iter().enumerate() {
        let chunk = &mut chunks[at / 60 % 2];
        *chunk = append_events(&store, &work(), *chunk, &[*event]).unwrap();
    }
    assert_eq!(logged_events(&store, &work()), all);
}

#[test]
fn a_full_log_says_so_once() {
    let (store, all) = (store(), events(10_010));
    let chunk = append_events(&store, &work(), 0, &all).unwrap();
    append_events(&store, &work(), chunk, &all[..5]).unwrap();
    append_events(&store, &work(), 0, &all[..5]).unwrap();
    let logged = logged_events(&store, &work());
    assert_eq!(logged[..10_000], all[..10_000]);
    let rest: Vec<LoggedEventKind> = logged[10_000..].iter().map(|event| event.kind).collect();
    assert_eq!(rest, [LoggedEventKind::Full]);
}

#[test]
fn what_goes_on_is_logged_once() {
    let kind = LoggedEventKind::Answered(Some(EditKey(1)));
    let at = |unix_ms| LoggedEvent { unix_ms, instance: 0, kind };
    let store = store();
    for ms in [0, 1000, 1999, 2000, 2500] {
        append_events(&store, &work(), 0, &[at(ms)]).unwrap();
    }
    assert_eq!(logged_events(&store, &work()), [at(0), at(2000)]);
}

#[test]
fn a_log_goes_and_comes_back_with_its_work() {
    let store = store();
    append_events(&store, &work(), 0, &events(3)).unwrap();
    let removed = remove_work(&store, &work());
    append_events(&store, &work(), 0, &events(1)).unwrap();
    assert_eq!(event_lines(&store, &work()), "");
    restore_work(&store, &work(), &removed).unwrap();
    assert_eq!(logged_events(&store, &work()), events(3));
}
