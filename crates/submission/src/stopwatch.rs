//! How long someone was at something: the time in which it was in sight, and in which there were signs of anyone.

/// How long time counts after a sign of someone, in milliseconds. Whoever reads without touching anything for longer
/// looks like nobody.
pub const IDLE_MS: u64 = 2 * 60 * 1000;

/// Counts time while the page is in sight and someone gives signs. Times are in milliseconds of any clock; one that is
/// set back costs the time until it is where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stopwatch {
    counted_ms: u64,
    /// Up to when time was counted; `None` while the page is out of sight.
    until_ms: Option<u64>,
    /// When there was the last sign of someone.
    sign_ms: u64,
}

impl Stopwatch {
    /// The page comes in sight, which is a sign of someone.
    pub fn show(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.until_ms = Some(now_ms);
        self.sign_ms = now_ms;
    }

    /// The page goes out of sight.
    pub fn hide(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.until_ms = None;
    }

    /// Someone does something.
    pub fn sign(&mut self, now_ms: u64) {
        self.count(now_ms);
        self.sign_ms = now_ms;
    }

    /// The time counted since this was last asked.
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
