//! Progress of long work: bars for people, lines of JSON for programs.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

/// Where progress is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nowhere.
    Hidden,
    /// Bars on standard error, which is a terminal.
    Bars,
    /// Lines on standard error, an object each: `{"progress":"γ","done":3,"of":40}`, one for each percent at most.
    Lines,
}

impl Progress {
    /// A bar of `total` steps; [`done`] ends it.
    pub(super) fn bar(self, what: &str, total: usize) -> ProgressBar {
        match self {
            Progress::Hidden => ProgressBar::Hidden,
            Progress::Bars => terminal_bar(what, total),
            Progress::Lines => ProgressBar::Lines(ProgressLines::new(what, total)),
        }
    }
}

/// The progress of one piece of work. Threads may share it.
#[derive(Debug)]
pub(super) enum ProgressBar {
    Hidden,
    #[cfg(not(target_family = "wasm"))]
    Terminal(indicatif::ProgressBar),
    Lines(ProgressLines),
}

impl ProgressBar {
    /// Adds steps.
    pub(super) fn inc(&self, steps: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.inc(steps),
            ProgressBar::Lines(lines) => {
                lines.reached(lines.done.fetch_add(steps, Ordering::Relaxed) + steps);
            }
        }
    }

    /// Sets the number of steps done.
    pub(super) fn set_position(&self, done: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.set_position(done),
            ProgressBar::Lines(lines) => {
                lines.done.store(done, Ordering::Relaxed);
                lines.reached(done);
            }
        }
    }

    /// Runs what prints on the terminal, without the bar in its way.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        match self {
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.suspend(print),
            ProgressBar::Hidden | ProgressBar::Lines(_) => print(),
        }
    }
}

/// Progress as lines of JSON.
#[derive(Debug)]
pub(super) struct ProgressLines {
    what: String,
    total: u64,
    done: AtomicU64,
    /// The percentage of the last line, plus one; 0 before the first.
    printed: AtomicU64,
}

impl ProgressLines {
    fn new(what: &str, total: usize) -> Self {
        let (done, printed) = (AtomicU64::new(0), AtomicU64::new(0));
        let lines = ProgressLines { what: what.to_owned(), total: total as u64, done, printed };
        lines.reached(0);
        lines
    }

    /// Prints a line if the percentage grew.
    fn reached(&self, done: u64) {
        let printed = done.saturating_mul(100) / self.total.max(1) + 1;
        if self.printed.fetch_max(printed, Ordering::Relaxed) < printed {
            let line = json!({ "progress": self.what, "done": done, "of": self.total });
            // Nobody reads it where standard error is closed.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        }
    }
}

#[cfg(not(target_family = "wasm"))]
fn terminal_bar(what: &str, total: usize) -> ProgressBar {
    use indicatif::{ProgressDrawTarget, ProgressStyle};

    let target = ProgressDrawTarget::stderr();
    let bar = indicatif::ProgressBar::with_draw_target(Some(total as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    ProgressBar::Terminal(bar)
}

/// There is no terminal.
#[cfg(target_family = "wasm")]
fn terminal_bar(_what: &str, _total: usize) -> ProgressBar {
    ProgressBar::Hidden
}

/// Ends a bar, so that the next message is on a line of its own.
pub(super) fn done(bar: &ProgressBar) {
    match bar {
        #[cfg(not(target_family = "wasm"))]
        ProgressBar::Terminal(bar) => bar.finish_and_clear(),
        ProgressBar::Hidden | ProgressBar::Lines(_) => {}
    }
}
