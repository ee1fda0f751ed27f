//! Progress of long work: bars for people, lines of JSON for programs.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::watch::{Watch, stop_if_cancelled};

/// Where progress is reported.
#[derive(Debug, Clone)]
pub(super) enum Progress {
    /// Nowhere.
    Hidden,
    /// Bars on standard error, which is a terminal.
    Bars,
    /// Lines on standard error, an object each: `{"progress":"γ","done":3,"of":40}`, one for each percent at most.
    Lines,
    /// To the program that asked for the command, which may stop it at each step.
    Watched(Arc<dyn Watch>),
}

impl Progress {
    /// A bar of `total` steps; [`done`] ends it.
    pub(super) fn bar(self, what: &str, total: usize) -> ProgressBar {
        match self {
            Progress::Hidden => ProgressBar::Hidden,
            Progress::Bars => terminal_bar(what, total),
            Progress::Lines => {
                ProgressBar::Counted(CountedProgress::new(what, total, ProgressReader::Lines))
            }
            Progress::Watched(watch) => {
                let reader = ProgressReader::Watch(watch);
                ProgressBar::Counted(CountedProgress::new(what, total, reader))
            }
        }
    }
}

/// The progress of one piece of work. Threads may share it.
#[derive(Debug)]
pub(super) enum ProgressBar {
    Hidden,
    #[cfg(not(target_family = "wasm"))]
    Terminal(indicatif::ProgressBar),
    Counted(CountedProgress),
}

impl ProgressBar {
    /// Adds steps.
    pub(super) fn inc(&self, steps: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.inc(steps),
            ProgressBar::Counted(counted) => {
                counted.reached(counted.done.fetch_add(steps, Ordering::Relaxed) + steps);
            }
        }
    }

    /// Ends the work if it is cancelled. To be called before a step that takes long: when one thread ends, others still
    /// take up what is theirs.
    pub(super) fn stop_if_cancelled(&self) {
        match self {
            ProgressBar::Counted(counted) => counted.stop_if_cancelled(),
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(_) => {}
        }
    }

    /// A bar for the work within a step, of which nobody is told; if the work is cancelled, it ends at each of its steps.
    pub(super) fn within_step(&self) -> ProgressBar {
        match self {
            ProgressBar::Counted(CountedProgress {
                reader: ProgressReader::Watch(watch), ..
            }) => ProgressBar::Counted(CountedProgress {
                what: String::new(),
                total: 0,
                done: AtomicU64::new(0),
                told: AtomicU64::new(u64::MAX),
                reader: ProgressReader::Watch(Arc::clone(watch)),
            }),
            ProgressBar::Counted(_) | ProgressBar::Hidden => ProgressBar::Hidden,
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(_) => ProgressBar::Hidden,
        }
    }

    /// Sets the number of steps done.
    pub(super) fn set_position(&self, done: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.set_position(done),
            ProgressBar::Counted(counted) => {
                counted.done.store(done, Ordering::Relaxed);
                counted.reached(done);
            }
        }
    }

    /// Runs what prints on the terminal, without the bar in its way.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        match self {
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(bar) => bar.suspend(print),
            ProgressBar::Hidden | ProgressBar::Counted(_) => print(),
        }
    }
}

/// The reader of counted progress.
#[derive(Debug)]
enum ProgressReader {
    Lines,
    Watch(Arc<dyn Watch>),
}

/// Progress that is told at each percent.
#[derive(Debug)]
pub(super) struct CountedProgress {
    what: String,
    total: u64,
    done: AtomicU64,
    /// The percentage that was told last, plus one; 0 before the first.
    told: AtomicU64,
    reader: ProgressReader,
}

impl CountedProgress {
    fn new(what: &str, total: usize, reader: ProgressReader) -> Self {
        let (done, told) = (AtomicU64::new(0), AtomicU64::new(0));
        let what = what.to_owned();
        let counted = CountedProgress { what, total: total as u64, done, told, reader };
        counted.reached(0);
        counted
    }

    fn stop_if_cancelled(&self) {
        match &self.reader {
            ProgressReader::Lines => {}
            ProgressReader::Watch(watch) => stop_if_cancelled(watch.as_ref()),
        }
    }

    /// Tells of it if the percentage grew.
    fn reached(&self, done: u64) {
        self.stop_if_cancelled();
        let told = done.saturating_mul(100) / self.total.max(1) + 1;
        if self.told.fetch_max(told, Ordering::Relaxed) >= told {
            return;
        }
        match &self.reader {
            ProgressReader::Lines => {
                let line = json!({ "progress": self.what, "done": done, "of": self.total });
                // Nobody reads it where standard error is closed.
                let _ = writeln!(std::io::stderr().lock(), "{line}");
            }
            ProgressReader::Watch(watch) => watch.progressed(&self.what, done, self.total),
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
        ProgressBar::Hidden | ProgressBar::Counted(_) => {}
    }
}
