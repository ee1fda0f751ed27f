//! Times as text.

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Days in 400 years of the Gregorian calendar, after which it repeats.
const CYCLE_DAYS: u64 = 146_097;
/// Days from 1600-03-01, where a cycle begins, to 1970-01-01.
const CYCLE_TO_EPOCH: u64 = 135_080;

/// A time in milliseconds since 1970 (UTC) in the form of ISO 8601: `2024-02-29T08:05:03.007Z`.
pub(super) fn iso_utc(ms: u64) -> String {
    let (year, month, day) = date(ms / DAY_MS);
    let rest = ms % DAY_MS;
    let (seconds, millis) = (rest / 1000, rest % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Year, month and day of a day since 1970. Years are counted from March, so that a leap day is the last of its year.
fn date(since_epoch: u64) -> (u64, u64, u64) {
    let days = since_epoch + CYCLE_TO_EPOCH;
    let (cycle, in_cycle) = (days / CYCLE_DAYS, days % CYCLE_DAYS);
    // A century has 36 524 days, but the last of a cycle one more; four years have 1461, a year 365, with the same care.
    let century = (in_cycle / 36_524).min(3);
    let in_century = in_cycle - century * 36_524;
    let (quad, in_quad) = (in_century / 1461, in_century % 1461);
    let year = (in_quad / 365).min(3);
    let in_year = in_quad - year * 365;
    // Five months from March on have 153 days in a pattern that repeats.
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let from_march = 1600 + 400 * cycle + 100 * century + 4 * quad + year;
    if month < 10 { (from_march, month + 3, day) } else { (from_march + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_times() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_709_193_903_007, "2024-02-29T08:05:03.007Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(iso_utc(ms), text);
        }
    }

    #[test]
    fn each_day_follows_the_one_before() {
        let mut last = date(0);
        for day in 1..200_000 {
            let next = date(day);
            let goes_on = next.0 == last.0 && next.1 == last.1 && next.2 == last.2 + 1;
            let new_month = next.0 == last.0 && next.1 == last.1 + 1 && next.2 == 1;
            let new_year = next.0 == last.0 + 1 && (next.1, next.2) == (1, 1);
            assert!(goes_on || new_month && last.2 >= 28 || new_year && last.2 == 31, "{next:?}");
            last = next;
        }
        assert!(!iso_utc(u64::MAX).is_empty());
    }
}
