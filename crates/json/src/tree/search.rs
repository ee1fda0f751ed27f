//! Finding values by what is written in them.

use super::{JsonTree, NodeId};

impl JsonTree {
    /// The values whose key or text holds `sought`, whatever its case, in the order of the text. A container is found by
    /// its key only. Nothing is found by white space alone.
    #[must_use]
    pub fn find(&self, sought: &str) -> Vec<NodeId> {
        let sought = sought.trim().to_lowercase();
        if sought.is_empty() {
            return Vec::new();
        }
        let holds = |text: &str| holds(text, &sought);
        let all = (0..self.nodes.len()).map(NodeId);
        all.filter(|id| {
            let is_leaf = !self.kind(*id).is_container();
            self.key(*id).is_some_and(|key| holds(&key)) || (is_leaf && holds(&self.shown(*id)))
        })
        .collect()
    }
}

/// Reports whether a text holds another, which is in lower case.
fn holds(text: &str, sought: &str) -> bool {
    // Most texts are ASCII: they need no copy in lower case.
    if !text.is_ascii() {
        return text.to_lowercase().contains(sought);
    }
    let (text, sought) = (text.as_bytes(), sought.as_bytes());
    text.windows(sought.len()).any(|part| part.eq_ignore_ascii_case(sought))
}
