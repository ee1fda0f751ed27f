//! Progress of long work: bars for people, lines of JSON for programs.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use super::watch::{Watch, stop_if_cancelled};

/// Where progress is reported.
#[derive(Debug, Clone)]
pub(super) enum Progress {
    /// Nowhere.
    Hidden,
    /// Bars on standard error, which is a terminal.
    Bars,
    /// Lines on standard error, an object each: `{"progress":"γ","done":3,"of":40}`, one for each percent at most; of work
    /// that [announces its time](Progress::timed_bar) with `"seconds_left":74`.
    Lines,
    /// To the program that asked for the command, which may stop it at each step.
    Watched(Arc<dyn Watch>),
}

impl Progress {
    /// A bar of `total` steps; [`done`] ends it.
    pub(super) fn bar(self, what: &str, total: usize) -> ProgressBar {
        self.timed_bar(what, total, 0)
    }

    /// A bar that announces the time left; `work` is the work of all steps, in any unit.
    pub(super) fn timed_bar(self, what: &str, total: usize, work: u64) -> ProgressBar {
        let estimate = TimeEstimate::new(work);
        match self {
            Progress::Hidden => ProgressBar::Hidden,
            Progress::Bars => terminal_bar(what, total, estimate),
            Progress::Lines => {
                let reader = ProgressReader::Lines;
                ProgressBar::Counted(CountedProgress::new(what, total, estimate, reader))
            }
            Progress::Watched(watch) => {
                let reader = ProgressReader::Watch(watch);
                ProgressBar::Counted(CountedProgress::new(what, total, estimate, reader))
            }
        }
    }
}

/// The progress of one piece of work. Threads may share it.
#[derive(Debug)]
pub(super) enum ProgressBar {
    Hidden,
    #[cfg(not(target_family = "wasm"))]
    Terminal(TerminalProgress),
    Counted(CountedProgress),
}

/// A bar on a terminal.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub(super) struct TerminalProgress {
    what: String,
    estimate: TimeEstimate,
    bar: indicatif::ProgressBar,
}

/// An estimate of the time left, from the speed of the work done.
#[derive(Debug)]
struct TimeEstimate {
    begun: Instant,
    /// Zero for work whose time is not announced.
    work: u64,
    done: AtomicU64,
}

impl TimeEstimate {
    fn new(work: u64) -> Self {
        TimeEstimate { begun: Instant::now(), work, done: AtomicU64::new(0) }
    }

    fn add(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }

    fn seconds_left(&self) -> Option<u64> {
        seconds_left(self.begun.elapsed(), self.done.load(Ordering::Relaxed), self.work)
    }
}

/// The seconds that the rest of the work takes if it goes on as fast, at least one; `None` while less than a hundredth is
/// done, which says too little, and when all is done.
fn seconds_left(taken: Duration, done: u64, work: u64) -> Option<u64> {
    if done == 0 || done < work / 100 || done >= work {
        return None;
    }
    Some(whole_seconds(taken.as_secs_f64() * (work - done) as f64 / done as f64))
}

/// Seconds rounded up, at least one.
pub(super) fn whole_seconds(seconds: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds")]
    let whole = seconds.ceil().max(1.0) as u64;
    whole
}

/// A time for people.
pub(super) fn told_time(seconds: u64) -> String {
    match seconds {
        0..120 => format!("about {seconds} s"),
        _ => format!("about {} min", seconds.div_ceil(60)),
    }
}

impl ProgressBar {
    /// Adds steps.
    pub(super) fn inc(&self, steps: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(terminal) => terminal.bar.inc(steps),
            ProgressBar::Counted(counted) => {
                counted.reached(counted.done.fetch_add(steps, Ordering::Relaxed) + steps);
            }
        }
    }

    /// Adds a step of so much work to a bar that announces the time left.
    pub(super) fn inc_by_work(&self, work: u64) {
        match self {
            ProgressBar::Hidden => {}
            #[cfg(not(target_family = "wasm"))]
            ProgressBar::Terminal(TerminalProgress { what, estimate, bar }) => {
                estimate.add(work);
                let left = estimate.seconds_left().map(|left| format!(": {}", told_time(left)));
                bar.set_message(format!("{what}{}", left.unwrap_or_default()));
            }
            ProgressBar::Counted(counted) => counted.estimate.add(work),
        }
        self.inc(1);
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
                estimate: TimeEstimate::new(0),
                told: Mutex::new(u64::MAX),
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
            ProgressBar::Terminal(terminal) => terminal.bar.set_position(done),
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
            ProgressBar::Terminal(terminal) => terminal.bar.suspend(print),
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
    estimate: TimeEstimate,
    /// The percentage that was told last, plus one; 0 before the first.
    told: Mutex<u64>,
    reader: ProgressReader,
}

impl CountedProgress {
    fn new(what: &str, total: usize, estimate: TimeEstimate, reader: ProgressReader) -> Self {
        let (done, told) = (AtomicU64::new(0), Mutex::new(0));
        let what = what.to_owned();
        let counted = CountedProgress { what, total: total as u64, done, estimate, told, reader };
        counted.reached(0);
        counted
    }

    fn stop_if_cancelled(&self) {
        match &self.reader {
            ProgressReader::Lines => {}
            ProgressReader::Watch(watch) => stop_if_cancelled(watch.as_ref()),
        }
    }

    /// Tells of it if the percentage grew. Threads wait for each other, so that it is told in order.
    fn reached(&self, done: u64) {
        self.stop_if_cancelled();
        let told = done.saturating_mul(100) / self.total.max(1) + 1;
        let mut last = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if *last >= told {
            return;
        }
        *last = told;
        match &self.reader {
            ProgressReader::Lines => {
                let mut line = json!({ "progress": self.what, "done": done, "of": self.total });
                if let Some(seconds) = self.estimate.seconds_left() {
                    line["seconds_left"] = seconds.into();
                }
                // Nobody reads it where standard error is closed.
                let _ = writeln!(std::io::stderr().lock(), "{line}");
            }
            ProgressReader::Watch(watch) => watch.progressed(&self.what, done, self.total),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
fn terminal_bar(what: &str, total: usize, estimate: TimeEstimate) -> ProgressBar {
    use indicatif::{ProgressDrawTarget, ProgressStyle};

    let target = ProgressDrawTarget::stderr();
    let bar = indicatif::ProgressBar::with_draw_target(Some(total as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    ProgressBar::Terminal(TerminalProgress { what: what.to_owned(), estimate, bar })
}

/// There is no terminal.
#[cfg(target_family = "wasm")]
fn terminal_bar(_what: &str, _total: usize, _estimate: TimeEstimate) -> ProgressBar {
    ProgressBar::Hidden
}

/// Ends a bar, so that the next message is on a line of its own.
pub(super) fn done(bar: &ProgressBar) {
    match bar {
        #[cfg(not(target_family = "wasm"))]
        ProgressBar::Terminal(terminal) => terminal.bar.finish_and_clear(),
        ProgressBar::Hidden | ProgressBar::Counted(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the steps that are told, each the later the fewer they are.
    #[derive(Debug, Default)]
    struct SlowWatch {
        told: Mutex<Vec<u64>>,
    }

    impl Watch for SlowWatch {
        fn progressed(&self, _what: &str, done: u64, total: u64) {
            std::thread::sleep(Duration::from_millis(total - done));
            self.told.lock().unwrap().push(done);
        }

        fn is_cancelled(&self) -> bool {
            false
        }
    }

    #[test]
    fn progress_of_several_threads_is_told_in_order_and_to_its_end() {
        let watch = Arc::new(SlowWatch::default());
        let reader = ProgressReader::Watch(Arc::clone(&watch) as Arc<dyn Watch>);
        let counted = CountedProgress::new("γ", 20, TimeEstimate::new(0), reader);
        let bar = ProgressBar::Counted(counted);
        std::thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| bar.inc(1));
            }
        });
        let told = watch.told.lock().unwrap();
        assert!(told.is_sorted(), "{told:?}");
        assert_eq!((told.first(), told.last()), (Some(&0), Some(&20)));
    }

    #[test]
    fn time_left_follows_from_the_speed_of_the_work_done() {
        for (taken, done, work, expected) in [
            (0, 0, 400, None),
            (2_000, 3, 400, None),
            (2_000, 4, 400, Some(198)),
            (2_000, 100, 400, Some(6)),
            (10, 399, 400, Some(1)),
            (0, 200, 400, Some(1)),
            (2_000, 400, 400, None),
            (2_000, 0, 0, None),
            (1_000, 1, 2, Some(1)),
        ] {
            let left = seconds_left(Duration::from_millis(taken), done, work);
            assert_eq!(left, expected, "{done} of {work} in {taken} ms");
        }
    }
}
