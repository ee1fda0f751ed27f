//! The progress of a work as text.

use spanwise_i18n::{TextId, Words};

/// Numbers of instances of a work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InstanceCounts {
    /// Those marked as done.
    pub(crate) done: usize,
    /// Those that were annotated in the data already.
    pub(crate) annotated: usize,
    /// All of them.
    pub(crate) total: usize,
}

/// The numbers of instances that are done and that came annotated.
pub(crate) fn progress_text(words: &Words, counts: InstanceCounts) -> String {
    let InstanceCounts { done, annotated, total } = counts;
    let key = match annotated {
        0 => TextId::BarDoneOf,
        _ if annotated == total => TextId::BarAnnotatedOf,
        _ => TextId::BarDoneAndAnnotatedOf,
    };
    let n = if annotated == total { annotated } else { done };
    let [n, annotated, total] = [n, annotated, total].map(|n| n.to_string());
    words.fill(key, &[("n", &n), ("total", &total), ("annotated", &annotated)])
}
