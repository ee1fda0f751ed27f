//! The history of one instance, as a journal still has it.

use std::collections::BTreeMap;

use super::frame;
use super::journal::{Journal, PendingRecord};
use super::key_value::KeyValue;
use super::keys::WorkKeyPart;

/// The changes of one instance that a journal has, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceHistory {
    /// The changes that were put together from the records before the others, as JSON; `None` if there are none.
    pub snapshot: Option<String>,
    /// The changes of each commit since, as JSON.
    pub commits: Vec<String>,
}

impl<S: KeyValue> Journal<S> {
    /// Reads the history of an instance (0-based). Stored values that cannot be read are left out.
    #[must_use]
    pub fn history(&self, instance: u32) -> InstanceHistory {
        let mut commits = BTreeMap::new();
        let Some(chain) = self.chains.get(&instance) else { return InstanceHistory::default() };
        for (seq, _) in chain.records.iter().filter(|(seq, _)| *seq > chain.snapshot) {
            let stored = self.unsealed(WorkKeyPart::Record { seq: *seq });
            let record = stored.and_then(|payload| PendingRecord::parse(*seq, &payload));
            commits.extend(record.map(|pending| (*seq, pending.record.change)));
        }
        for PendingRecord { record, .. } in &self.backlog {
            if record.instance == instance {
                commits.insert(record.seq, record.change.clone());
            }
        }
        let snapshot = (chain.snapshot > 0)
            .then(|| self.unsealed(WorkKeyPart::Snapshot { instance, seq: chain.snapshot }))
            .flatten();
        InstanceHistory { snapshot, commits: commits.into_values().collect() }
    }

    fn unsealed(&self, part: WorkKeyPart) -> Option<String> {
        let value = self.get(part)?;
        frame::unseal(&self.key(part), &value).ok().map(str::to_owned)
    }
}
