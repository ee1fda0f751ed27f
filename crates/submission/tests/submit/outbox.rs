//! Submissions that wait on a device.

use std::cell::Cell;
use std::rc::Rc;

use proptest::prelude::*;
use spanwise_annotation::store::{KeyValue, MemoryStore, StoreError, ValueDamage, works};
use spanwise_submission::outbox::{CLAIM_MS, Outbox, OutboxRefusal, ParcelStage};
use spanwise_submission::requests::{
    Arrival, FailureCause, HttpAnswer, Receipt, Sending, SendingFailure, SendingStep,
};

use super::*;

type Shared = Rc<MemoryStore>;

fn outbox() -> (Shared, Outbox<Shared>) {
    let store = Rc::new(MemoryStore::default());
    (Rc::clone(&store), Outbox::new(store))
}

fn receipt(submission: &Submission) -> Receipt {
    Receipt { id: submission.id().clone(), place: "somewhere".to_owned(), arrival: Arrival::New }
}

fn failure() -> SendingFailure {
    let mut sending = Sending::new(&couchdb(), &submission("x"), &[], 0);
    match sending.answered(&HttpAnswer::Unreachable, 0) {
        SendingStep::Retry { failure, .. } => failure,
        other => panic!("{other:?}"),
    }
}

fn stage(outbox: &Outbox<Shared>, submission: &Submission) -> ParcelStage {
    let listed = outbox.list().into_iter().find(|listed| listed.id == *submission.id());
    listed.expect("a submission").state.expect("a state").stage
}

/// The key of a part of a submission.
fn key(store: &MemoryStore, part: &str) -> String {
    let is_it = |key: &String| key.ends_with(part) && !key.contains("/aside/");
    store.keys().into_iter().find(is_it).expect("a key")
}

// Thresh 11.6: submitting throws the work away
#[test]
fn a_submission_is_kept_before_it_is_sent_and_survives_a_reload() {
    let (store, outbox) = outbox();
    let submission = submission("x");
    let state = outbox.put(&submission, &couchdb()).expect("room");
    assert_eq!((state.tries, state.due_ms(NOW)), (0, Some(0)));
    let reloaded = Outbox::new(store);
    assert_eq!(reloaded.due(NOW), [submission.id().clone()]);
    let parcel = reloaded.claim(submission.id(), "b", NOW).expect("a parcel");
    assert_eq!(parcel.submission.to_json(), submission.to_json());
    assert_eq!((parcel.database, parcel.tries, parcel.earlier), (couchdb(), 0, vec![]));
    for database in databases() {
        let submission = super::submission(&format!("{database:?}"));
        outbox.put(&submission, &database).expect("room");
        let parcel = reloaded.claim(submission.id(), "b", NOW).expect("a parcel");
        assert_eq!(parcel.database, database);
    }
}

#[test]
fn one_tab_sends_at_a_time() {
    let (_, outbox) = outbox();
    let submission = submission("x");
    let id = submission.id();
    outbox.put(&submission, &couchdb()).expect("room");
    outbox.claim(id, "a", NOW).expect("a claim");
    let busy = OutboxRefusal::Busy(NOW + CLAIM_MS);
    assert_eq!(outbox.claim(id, "b", NOW + 1).err(), Some(busy.clone()));
    assert_eq!(outbox.again(id, NOW + 1), Err(busy));
    assert_eq!(outbox.due(NOW + 1), []);
    outbox.claim(id, "a", NOW + 1000).expect("its own claim again");
    assert_eq!(outbox.next_due_ms(NOW + 1000), Some(NOW + 1000 + CLAIM_MS));
    // It ran out, was overruled by a lock, or is further away than any claim.
    let late = NOW + 1000 + CLAIM_MS;
    outbox.claim(id, "b", late).expect("a claim");
    outbox.take_over(id, "c", late + 1).expect("a claim");
    outbox.claim(id, "d", NOW - 1_000_000).expect("the clock was put back");
    // The tabs that lost it change nothing.
    outbox.later(id, "a", NOW, failure()).expect("nothing");
    outbox.failed(id, "c", failure()).expect("nothing");
    assert!(
        matches!(stage(&outbox, &submission), ParcelStage::Sending { token, .. } if token == "d")
    );
    // But a receipt counts, whichever tab holds the claim.
    outbox.sent(&receipt(&submission), late).expect("room");
    outbox.later(id, "d", NOW, failure()).expect("nothing");
    assert_eq!(outbox.claim(id, "d", late).err(), Some(OutboxRefusal::Sent(receipt(&submission))));
    assert_eq!(
        outbox.take_over(id, "d", late).err(),
        Some(OutboxRefusal::Sent(receipt(&submission)))
    );
}

#[test]
fn what_went_wrong_is_tried_again_in_its_time() {
    let (_, outbox) = outbox();
    let submission = submission("x");
    let id = submission.id();
    outbox.put(&submission, &couchdb()).expect("room");
    outbox.claim(id, "a", NOW).expect("a claim");
    outbox.later(id, "a", NOW + 500, failure()).expect("room");
    assert_eq!(outbox.claim(id, "a", NOW + 499).err(), Some(OutboxRefusal::TooEarly(NOW + 500)));
    assert_eq!(outbox.claim(id, "a", NOW + 500).expect("a parcel").tries, 1);
    outbox.later(id, "a", NOW + 50_000_000, failure()).expect("room");
    assert_eq!(
        outbox.due(NOW).as_slice(),
        std::slice::from_ref(id),
        "nothing waits that long: a clock was wrong"
    );
    outbox.claim(id, "a", NOW).expect("a claim");
    outbox.failed(id, "a", failure()).expect("room");
    assert_eq!((outbox.due(NOW), outbox.next_due_ms(NOW)), (vec![], None));
    assert_eq!(outbox.claim(id, "a", NOW).err(), Some(OutboxRefusal::Failed(failure())));
    assert_eq!(failure().cause, FailureCause::Unreachable);
    // Submitting the same again is no other submission.
    assert!(matches!(
        outbox.put(&submission, &couchdb()).map(|s| s.stage),
        Ok(ParcelStage::Failed { .. })
    ));
    outbox.again(id, NOW).expect("room");
    assert_eq!(outbox.claim(id, "a", NOW).expect("a parcel").tries, 0);
}

#[test]
fn a_receipt_is_left_and_the_annotations_go() {
    let (store, outbox) = outbox();
    let submission = submission("x");
    outbox.put(&submission, &couchdb()).expect("room");
    outbox.sent(&receipt(&submission), NOW).expect("room");
    assert_eq!(store.keys().len(), 1);
    let state = outbox.put(&submission, &couchdb()).expect("a receipt");
    assert_eq!(state.stage, ParcelStage::Sent { receipt: receipt(&submission), at_ms: NOW });
    assert_eq!(outbox.due(NOW), []);
    assert_eq!(outbox.again(submission.id(), NOW), Err(OutboxRefusal::Sent(receipt(&submission))));
    outbox.remove(submission.id());
    assert_eq!(outbox.list(), []);
    assert_eq!(outbox.claim(submission.id(), "a", NOW).err(), Some(OutboxRefusal::Missing));
}

#[test]
fn later_submissions_know_the_earlier_ones_of_the_same_assignment() {
    let (_, outbox) = outbox();
    let ann = Worker::Named { id: "ann".to_owned() };
    let [sent, waiting, mine, after] = ["sent", "waiting", "mine", "after"].map(submission);
    outbox.put(&sent, &couchdb()).expect("room");
    outbox.sent(&receipt(&sent), NOW).expect("room");
    outbox.put(&submission_of(details(ann), "x"), &couchdb()).expect("room");
    outbox.put(&waiting, &couchdb()).expect("room");
    outbox.put(&mine, &couchdb()).expect("room");
    outbox.put(&after, &couchdb()).expect("room");
    let mut found = outbox.claim(mine.id(), "a", NOW).expect("a parcel").earlier;
    let mut expected = [sent.id().clone(), waiting.id().clone()];
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_tab_that_lost_its_claim_stops() {
    let (_, outbox) = outbox();
    let submission = submission("x");
    let id = submission.id();
    outbox.put(&submission, &couchdb()).expect("room");
    assert!(!outbox.hold(id, "a", NOW));
    outbox.claim(id, "a", NOW).expect("a claim");
    assert!(outbox.hold(id, "a", NOW + CLAIM_MS));
    assert_eq!(outbox.due(NOW + CLAIM_MS + 1), []);
    outbox.claim(id, "b", NOW + 2 * CLAIM_MS).expect("a claim");
    assert!(!outbox.hold(id, "a", NOW + 2 * CLAIM_MS));
    assert!(outbox.hold(id, "b", NOW + 2 * CLAIM_MS));
    outbox.sent(&receipt(&submission), NOW).expect("room");
    assert!(!outbox.hold(id, "b", NOW));
}

#[test]
fn the_oldest_goes_first() {
    let (_, outbox) = outbox();
    for (now_ms, text) in [(NOW + 2, "c"), (NOW, "a"), (NOW + 1, "b")] {
        let details = SubmissionDetails { now_ms, ..details(participant()) };
        outbox.put(&submission_of(details, text), &couchdb()).expect("room");
    }
    let id = |text| submission(text).id().clone();
    assert_eq!(outbox.due(NOW), [id("a"), id("b"), id("c")]);
}

#[test]
fn the_outbox_is_no_work_of_the_hub() {
    let (store, outbox) = outbox();
    outbox.put(&submission("x"), &couchdb()).expect("room");
    assert!(works::works(&store).is_empty());
    assert!(store.keys().iter().all(|key| key.starts_with("spanwise/1/outbox/")));
}

#[test]
fn damaged_parcels_are_kept_aside_and_stop_nothing() {
    let (store, outbox) = outbox();
    let (damaged, sound) = (submission("x"), submission("y"));
    outbox.put(&damaged, &couchdb()).expect("room");
    let key = key(&store, "/parcel");
    let value = store.get(&key).expect("a value").replace("target", "tarGet");
    store.set(&key, &value).expect("room");
    outbox.put(&sound, &couchdb()).expect("room");
    let refused = outbox.claim(damaged.id(), "a", NOW).err();
    assert_eq!(refused, Some(OutboxRefusal::Unreadable(ValueDamage::Altered)));
    assert_eq!(outbox.due(NOW), [sound.id().clone()]);
    assert_eq!(outbox.kept_aside(), 2);
    assert!(store.keys().iter().any(|key| store.get(key).as_ref() == Some(&value)));
    // It can be submitted again.
    outbox.put(&damaged, &couchdb()).expect("room");
    outbox.claim(damaged.id(), "a", NOW).expect("a parcel");
}

#[test]
fn a_damaged_state_is_kept_aside_and_the_parcel_goes_out() {
    let (store, outbox) = outbox();
    let submission = submission("x");
    outbox.put(&submission, &couchdb()).expect("room");
    store.set(&key(&store, "/state"), "nonsense").expect("room");
    assert_eq!(outbox.due(NOW), [submission.id().clone()]);
    outbox.claim(submission.id(), "a", NOW).expect("a parcel");
    assert_eq!(outbox.kept_aside(), 1);
    // A power cut between the two writes.
    store.remove(&key(&store, "/state"));
    assert_eq!(outbox.due(NOW), [submission.id().clone()]);
}

#[test]
fn what_a_newer_version_wrote_is_left_alone() {
    let (store, outbox) = outbox();
    let submission = submission("x");
    outbox.put(&submission, &couchdb()).expect("room");
    for key in store.keys() {
        store.set(&key, "7 something quite new").expect("room");
    }
    let before = (*store).clone();
    let newer = Some(OutboxRefusal::Unreadable(ValueDamage::Newer(7)));
    assert_eq!(outbox.claim(submission.id(), "a", NOW).err(), newer);
    assert_eq!(outbox.put(&submission, &couchdb()).err(), newer);
    assert_eq!(outbox.again(submission.id(), NOW).err(), newer);
    assert_eq!(outbox.sent(&receipt(&submission), NOW).err(), newer);
    assert_eq!(outbox.due(NOW), []);
    assert_eq!(outbox.list().len(), 1);
    assert_eq!(*store, before);
}

/// A store that takes only so many bytes.
struct Small {
    store: MemoryStore,
    room: Cell<usize>,
}

impl KeyValue for Small {
    fn get(&self, key: &str) -> Option<String> {
        self.store.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let kept = |name: &String| self.store.get(name).map_or(0, |value| value.len());
        let others: usize = self.store.keys().iter().filter(|name| *name != key).map(kept).sum();
        if others + value.len() > self.room.get() {
            Err(StoreError::Full)
        } else {
            self.store.set(key, value)
        }
    }

    fn remove(&self, key: &str) {
        self.store.remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.store.keys()
    }
}

#[test]
fn without_room_nothing_is_kept_by_halves_and_what_waits_is_still_sent() {
    let small = Small { store: MemoryStore::default(), room: Cell::new(700) };
    let outbox = Outbox::new(&small);
    let (first, large) = (submission("x"), submission(&"y".repeat(2000)));
    assert_eq!(outbox.put(&large, &couchdb()), Err(OutboxRefusal::Store(StoreError::Full)));
    assert_eq!(small.keys(), Vec::<String>::new());
    let mut room = 0;
    // However little room is left, there is all of it or nothing.
    loop {
        small.room.set(room);
        match outbox.put(&first, &couchdb()) {
            Ok(_) => break,
            Err(refusal) => assert_eq!(refusal, OutboxRefusal::Store(StoreError::Full)),
        }
        assert_eq!(small.keys(), Vec::<String>::new());
        room += 10;
    }
    let parcel = outbox.claim(first.id(), "a", NOW).expect("a full store is no reason not to send");
    assert_eq!(parcel.submission.id(), first.id());
    outbox.sent(&receipt(&first), NOW).expect("room for a receipt, where the parcel was");
    assert_eq!(small.keys().len(), 1);
}

#[test]
fn a_submission_whose_progress_is_lost_stays_when_there_is_no_room_for_a_new_one() {
    let small = Small { store: MemoryStore::default(), room: Cell::new(usize::MAX) };
    let outbox = Outbox::new(&small);
    let submission = submission("x");
    outbox.put(&submission, &couchdb()).expect("room");
    let parcel = key(&small.store, "/parcel");
    let stored = small.get(&parcel).expect("a parcel");
    small.remove(&key(&small.store, "/state"));
    small.room.set(stored.len());
    let refused = OutboxRefusal::Store(StoreError::Full);
    assert_eq!(outbox.put(&submission, &couchdb()), Err(refused));
    assert_eq!(small.get(&parcel), Some(stored));
    small.room.set(usize::MAX);
    outbox.put(&submission, &couchdb()).expect("room");
    assert_eq!(outbox.due(NOW), [submission.id().clone()]);
}

proptest! {
    #[test]
    fn any_value_in_the_store_is_survived(
        part in prop::sample::select(vec!["parcel", "state"]),
        value in prop_oneof![".{0,40}", "1 [0-9a-f]{8} [0-9]{1,3} .{0,20}"],
    ) {
        let (store, outbox) = outbox();
        let submission = submission("x");
        outbox.put(&submission, &couchdb()).expect("room");
        store.set(&key(&store, &format!("/{part}")), &value).expect("room");
        prop_assert!(outbox.list().len() <= 1);
        let _ = outbox.claim(submission.id(), "a", NOW);
        let kept = store.keys().iter().any(|key| store.get(key).as_ref() == Some(&value));
        prop_assert!(kept, "a value that cannot be read was lost");
        prop_assert!(outbox.due(NOW + CLAIM_MS).len() <= 1);
    }
}
