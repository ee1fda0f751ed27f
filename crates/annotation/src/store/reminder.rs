//! Reminders to download: work that is only in a browser is lost with it.

/// A reminder is due when so many instances have changes that were not downloaded,
const MANY_INSTANCES: usize = 50;
/// or so many
const SOME_INSTANCES: usize = 10;
/// for so long, in milliseconds.
const A_DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Returns `true` if a reminder of `instances` with changes that were not downloaded is due, the first change at
/// `since_ms`, in milliseconds since 1970 (UTC), if known.
#[must_use]
pub fn is_download_due(instances: usize, since_ms: Option<u64>, now_ms: u64) -> bool {
    let is_old = since_ms.is_some_and(|since| now_ms.saturating_sub(since) >= A_DAY_MS);
    instances >= MANY_INSTANCES || (instances >= SOME_INSTANCES && is_old)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_is_due_for_much_work_or_for_some_of_yesterday() {
        let cases = [
            (0, None, 0, false),
            (49, None, u64::MAX, false),
            (50, None, 0, true),
            (50, Some(5), 5, true),
            (10, Some(5), 5 + A_DAY_MS - 1, false),
            (10, Some(5), 5 + A_DAY_MS, true),
            (9, Some(5), u64::MAX, false),
            (10, Some(u64::MAX), 0, false),
        ];
        for (instances, since, now, due) in cases {
            assert_eq!(is_download_due(instances, since, now), due, "{instances} {since:?} {now}");
        }
    }
}
