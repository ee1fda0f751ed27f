//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Creates progress bars, hidden ones if nobody would see them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Progress {
    visible: bool,
}

impl Progress {
    pub(super) fn new(visible: bool) -> Self {
        Progress { visible }
    }

    /// A bar of `total` steps; [`done`] removes it.
    pub(super) fn bar(self, what: &str, total: usize) -> ProgressBar {
        if !self.visible {
            return ProgressBar::hidden();
        }
        let target = ProgressDrawTarget::stderr();
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar
    }
}

/// Removes a bar, so that the next message is on a line of its own.
pub(super) fn done(bar: &ProgressBar) {
    bar.finish_and_clear();
}
