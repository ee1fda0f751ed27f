//! The time spent on something: while it is in sight and the person shows signs of activity.

pub use spanwise_annotation::event_log::IDLE_MS;

/// Counts time while the page is in sight and there are signs of activity. Times are in milliseconds of any clock; if
/// it is set back, no time counts until it is where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stopwatch {
    counted_ms: u64,
    /// The end of the time counted so far; `None` while the page is out of sight.
    until_ms: Option<u64>,
    /// The time of the last sign of activity.
    sign_ms: u64,
}

impl Stopwatch {
    /// Starts counting as the page comes in sight, which is a sign of activity.
    pub fn show(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.until_ms = Some(now_ms);
        self.sign_ms = now_ms;
    }

    /// Stops counting as the page goes out of sight.
    pub fn hide(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.until_ms = None;
    }

    /// Records a sign of activity.
    pub fn sign(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.sign_ms = now_ms;
    }

    /// Returns the milliseconds counted since the last call.
    pub fn take(&mut self, now_ms: u64) -> u64 {
        self.count(now_ms);
        std::mem::take(&mut self.counted_ms)
    }

    fn count(&mut self, now_ms: u64) {
        if let Some(until) = &mut self.until_ms {
            let counts_to = now_ms.min(self.sign_ms.saturating_add(IDLE_MS));
            self.counted_ms = self.counted_ms.saturating_add(counts_to.saturating_sub(*until));
            *until = now_ms.max(*until);
        }
    }
}
