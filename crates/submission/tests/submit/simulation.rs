//! Two tabs, a network that loses requests and answers, reloads at any time: everything arrives, and once.

use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use serde_json::json;
use spanwise_annotation::store::MemoryStore;
use spanwise_submission::SubmissionId;
use spanwise_submission::outbox::{Outbox, OutboxRefusal, Parcel, ParcelStage};
use spanwise_submission::requests::{HttpAnswer, Sending, SendingStep};

use super::servers::Servers;
use super::*;

/// A step of the simulation.
#[derive(Debug, Clone)]
enum Event {
    /// A submission is made, in whichever tab.
    Submit { text: u8 },
    /// A tab goes on with its submission, or begins to send one that is due.
    Go { tab: usize, network: Network },
    /// A tab is reloaded.
    Reload { tab: usize },
    /// Time passes.
    Wait { ms: u64 },
}

#[derive(Debug, Clone, Copy)]
enum Network {
    Works,
    RequestLost,
    AnswerLost,
    Busy,
}

struct Tab {
    token: String,
    work: Option<(SubmissionId, Sending)>,
}

struct World {
    outbox: Outbox<Rc<MemoryStore>>,
    servers: Servers,
    database: Database,
    tabs: [Tab; 2],
    now: u64,
    tokens: u32,
    submitted: BTreeSet<SubmissionId>,
}

impl World {
    fn new(database: Database) -> Self {
        let tab = |token: &str| Tab { token: token.to_owned(), work: None };
        World {
            outbox: Outbox::new(Rc::new(MemoryStore::default())),
            servers: Servers::default(),
            database,
            tabs: [tab("a"), tab("b")],
            now: NOW,
            tokens: 0,
            submitted: BTreeSet::new(),
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Submit { text } => {
                let details = SubmissionDetails { now_ms: self.now, ..details(participant()) };
                let submission = submission_of(details, &format!("text {text}"));
                self.submitted.insert(submission.id().clone());
                self.outbox.put(&submission, &self.database).expect("room");
            }
            Event::Go { tab, network } => self.go(tab, network),
            Event::Reload { tab } => {
                self.tokens += 1;
                self.tabs[tab] = Tab { token: format!("t{}", self.tokens), work: None };
            }
            Event::Wait { ms } => self.now += ms,
        }
    }

    fn go(&mut self, tab: usize, network: Network) {
        let Tab { token, work } = &mut self.tabs[tab];
        if work.as_ref().is_some_and(|(id, _)| !self.outbox.hold(id, token, self.now)) {
            *work = None;
        }
        if work.is_none() {
            let due = self.outbox.due(self.now);
            let Some(id) = due.into_iter().next() else { return };
            match self.outbox.claim(&id, token, self.now) {
                Ok(parcel) => *work = Some((id, Parcel::sending(&parcel))),
                Err(refusal) => panic!("what is due is refused: {refusal:?}"),
            }
        }
        let Some((id, sending)) = work else { return };
        let step = match sending.step() {
            SendingStep::Send(request) => {
                let answer = match network {
                    Network::RequestLost => HttpAnswer::Unreachable,
                    Network::AnswerLost => {
                        self.servers.take(&request);
                        HttpAnswer::Unreachable
                    }
                    Network::Busy => {
                        HttpAnswer::Response { status: 503, headers: vec![], body: String::new() }
                    }
                    Network::Works => self.servers.take(&request),
                };
                sending.answered(&answer, 7)
            }
            step => step,
        };
        match step {
            SendingStep::Send(_) => return,
            SendingStep::Done(receipt) => self.outbox.sent(&receipt, self.now).expect("room"),
            SendingStep::Retry { after_ms, failure } => {
                self.outbox.later(id, token, self.now + after_ms, failure).expect("room");
            }
            SendingStep::Failed(failure) => panic!("{failure}"),
        }
        *work = None;
    }

    /// Lets time pass with a network that works, until nothing waits.
    fn settle(&mut self) {
        for _ in 0..500 {
            if self.outbox.next_due_ms(self.now).is_none() {
                return;
            }
            self.now += 100_000;
            self.go(0, Network::Works);
            self.go(1, Network::Works);
        }
        panic!("something waits for ever: {:?}", self.outbox.list());
    }

    /// The ids of the submissions in the databases.
    fn arrived(&self) -> Vec<String> {
        let in_entry = |fields: &serde_json::Value| {
            let id = &fields["spanwise"]["mapValue"]["fields"]["id"]["stringValue"];
            id.as_str().expect("an id").to_owned()
        };
        let array = self.servers.array.iter().map(|value| in_entry(&value["mapValue"]["fields"]));
        let documents = self.servers.documents.values().map(|value| in_entry(&value["fields"]));
        let couch =
            self.servers.couch.values().filter_map(|(_, d)| Some(d["id"].as_str()?.to_owned()));
        array.chain(documents).chain(couch).chain(self.servers.received.keys().cloned()).collect()
    }
}

fn event() -> impl Strategy<Value = Event> {
    let network = prop_oneof![
        4 => Just(Network::Works),
        1 => Just(Network::RequestLost),
        2 => Just(Network::AnswerLost),
        1 => Just(Network::Busy),
    ];
    let tab = 0_usize..2;
    prop_oneof![
        2 => (0_u8..4).prop_map(|text| Event::Submit { text }),
        8 => (tab.clone(), network).prop_map(|(tab, network)| Event::Go { tab, network }),
        1 => tab.prop_map(|tab| Event::Reload { tab }),
        3 => prop::sample::select(vec![1, 400, 2_000, 95_000]).prop_map(|ms| Event::Wait { ms }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn everything_arrives_exactly_once(
        which in 0_usize..4, foreign: bool, events in prop::collection::vec(event(), 1..60),
    ) {
        let mut world = World::new(databases()[which].clone());
        let is_couch = matches!(world.database, Database::CouchDb(_));
        if foreign {
            let document = json!({ "_id": "00ff-aa11:5f1", "precious": true });
            world.servers.couch.insert("00ff-aa11:5f1".to_owned(), (1, document));
        }
        events.into_iter().for_each(|event| world.happen(event));
        world.settle();
        let mut arrived = world.arrived();
        let count = arrived.len();
        arrived.sort();
        arrived.dedup();
        prop_assert_eq!(arrived.len(), count, "twice");
        // In CouchDB a later submission may take the place of an earlier one.
        let arrived: BTreeSet<_> = arrived.iter().filter_map(|id| SubmissionId::new(id)).collect();
        if is_couch && !foreign {
            prop_assert!(arrived.is_subset(&world.submitted));
            let stored = world.servers.couch_ids.iter().filter_map(|id| SubmissionId::new(id));
            prop_assert_eq!(&stored.collect::<BTreeSet<_>>(), &world.submitted);
        } else {
            prop_assert_eq!(&arrived, &world.submitted);
        }
        if foreign {
            let (revisions, document) = &world.servers.couch["00ff-aa11:5f1"];
            prop_assert_eq!((*revisions, &document["precious"]), (1, &json!(true)));
        }
        // A receipt is left of each, and nothing else.
        for listed in world.outbox.list() {
            let state = listed.state.expect("a state");
            prop_assert!(matches!(state.stage, ParcelStage::Sent { .. }), "{:?}", state.stage);
            prop_assert!(matches!(
                world.outbox.claim(&listed.id, "c", world.now),
                Err(OutboxRefusal::Sent(_))
            ));
        }
    }
}

#[test]
fn in_couchdb_the_latest_submission_is_the_one_that_stays() {
    let mut world = World::new(couchdb());
    let works = |tab| Event::Go { tab, network: Network::Works };
    world.happen(Event::Submit { text: 1 });
    world.happen(works(0));
    world.happen(Event::Wait { ms: 5 });
    world.happen(Event::Submit { text: 2 });
    world.settle();
    assert_eq!(world.servers.couch.len(), 1);
    let (revisions, document) = &world.servers.couch["00ff-aa11:5f1"];
    assert_eq!(*revisions, 2);
    assert_eq!(document["annotations"][0]["target"], "text 2");
}
