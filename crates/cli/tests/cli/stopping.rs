//! Commands that another program asks for, and stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use spanwise_cli::{Unanswered, Watch, answer};

use super::Folder;

/// Stops the command when it is asked so many times whether it is to stop.
#[derive(Debug)]
struct StopAt {
    time: u64,
    asked: AtomicU64,
}

impl Watch for StopAt {
    fn progressed(&self, _what: &str, _done: u64, _total: u64) {}

    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.time
    }
}

#[test]
fn gamma_of_a_single_text_is_stopped_between_samples() {
    let file = |start: u32| {
        let edit = format!(r#"{{"category": "c", "id": 1, "output_idx": [[{start}, 9]]}}"#);
        format!(r#"[{{"target": "A text of one item.", "edits": [{edit}]}}]"#)
    };
    let folder = Folder::with(&[("a.json", &file(2)), ("b.json", &file(4))]);
    let [a, b] = ["a.json", "b.json"].map(|name| folder.0.join(name).into_os_string());
    let gamma = |time| {
        let options = ["spanwise", "agree", "--measures=gamma", "--samples=500", "--resamples=0"];
        let arguments = options.map(Into::into).into_iter().chain([a.clone(), b.clone()]);
        answer(arguments, Arc::new(StopAt { time, asked: AtomicU64::new(0) }))
    };
    assert!(gamma(u64::MAX).is_ok_and(|answer| answer.contains(r#""samples":500"#)));
    assert_eq!(gamma(400), Err(Unanswered::Cancelled));
}
