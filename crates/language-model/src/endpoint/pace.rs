//! The pace of requests, and the estimated time of a run.

use std::time::Duration;

/// The pace of requests of which so many may be sent in a minute: evenly, since endpoints also count shorter times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestPace {
    interval: Duration,
    /// The time before which the next request must not be sent, since any beginning.
    next: Duration,
}

impl RequestPace {
    /// The pace of so many requests a minute; `None` for as many as there are.
    #[must_use]
    pub fn new(per_minute: Option<u32>) -> Self {
        let interval = per_minute.map_or(Duration::ZERO, |n| MINUTE / n.max(1));
        RequestPace { interval, next: Duration::ZERO }
    }

    /// The time to wait before one more request, asked for at `now` since the same beginning as before.
    pub fn wait(&mut self, now: Duration) -> Duration {
        let at = self.next.max(now);
        self.next = at + self.interval;
        at - now
    }
}

const MINUTE: Duration = Duration::from_secs(60);

/// The seconds that `requests` take of which `parallel` are under way at once, each for `of_each` seconds, and at most
/// `per_minute` are sent in a minute.
#[must_use]
pub fn estimated_seconds(
    requests: usize,
    of_each: f64,
    parallel: usize,
    per_minute: Option<u32>,
) -> f64 {
    let rounds = requests.div_ceil(parallel.max(1)) as f64;
    let paced = per_minute.map_or(0.0, |n| {
        requests.saturating_sub(1) as f64 * (MINUTE / n.max(1)).as_secs_f64() + of_each
    });
    if requests == 0 { 0.0 } else { (rounds * of_each).max(paced) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_spread_evenly_over_a_minute() {
        let mut pace = RequestPace::new(Some(30));
        let seconds = |n| Duration::from_secs(n);
        let waits = [0, 0, 1, 10, 10].map(|now| pace.wait(seconds(now)));
        assert_eq!(waits, [0, 2, 3, 0, 2].map(seconds));
        let mut any = RequestPace::new(None);
        assert!([0, 0, 5].into_iter().all(|now| any.wait(seconds(now)).is_zero()));
    }

    #[test]
    fn the_time_of_a_run_is_that_of_its_rounds_or_of_its_pace() {
        let cases = [
            ((0, 2.0, 4, None), 0.0),
            ((1, 2.0, 4, None), 2.0),
            ((9, 2.0, 4, None), 6.0),
            ((9, 2.0, 0, None), 18.0),
            ((9, 2.0, 4, Some(6)), 82.0),
            ((9, 20.0, 1, Some(60)), 180.0),
        ];
        for ((requests, of_each, parallel, per_minute), expected) in cases {
            let found = estimated_seconds(requests, of_each, parallel, per_minute);
            assert!(
                (found - expected).abs() < 1e-9,
                "{requests} {parallel} {per_minute:?}: {found}"
            );
        }
    }
}
