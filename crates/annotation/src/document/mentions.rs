//! Mentions: the places of a text that speak of the same, as clusters of coreference.

use std::sync::Arc;

use super::texts::TextName;
use spanwise_text::Span;

/// A mention that is given in the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenMention {
    /// The text that it lies in.
    pub text: TextName,
    /// The mention itself.
    pub mention: Mention,
}

/// A place of a text that belongs to a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The place, in UTF-16 code units; never empty.
    pub span: Span,
    /// The name of the cluster, unique in the instance: mentions with the same name speak of the same.
    pub cluster: Arc<str>,
}
