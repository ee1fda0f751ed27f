//! The progress of a work as text.

use spanwise_i18n::{TextId, Words};

/// The numbers of instances that are done and that came annotated.
pub(crate) fn progress_text(words: &Words, done: usize, annotated: usize, total: usize) -> String {
    let key = match annotated {
        0 => TextId::BarDoneOf,
        _ if annotated == total => TextId::BarAnnotatedOf,
        _ => TextId::BarDoneAndAnnotatedOf,
    };
    let n = if annotated == total { annotated } else { done };
    let [n, annotated, total] = [n, annotated, total].map(|n| n.to_string());
    words.fill(key, &[("n", &n), ("total", &total), ("annotated", &annotated)])
}
