//! The delay before a request is sent again.

/// The delay before the second attempt.
const FIRST_MS: u64 = 1000;
/// The longest delay that no server asked for, however often it was tried.
const LONGEST_OWN_MS: u64 = 5 * 60 * 1000;
/// Longest time between two attempts, however long a server wants one to wait, in milliseconds.
pub const LONGEST_WAIT_MS: u64 = 60 * 60 * 1000;

/// Returns the delay in milliseconds: doubled with each attempt, one half of it random, and at least as long as the
/// server asks for, up to [`LONGEST_WAIT_MS`].
pub(super) fn delay(tries: u32, asked_ms: Option<u64>, random: u32) -> u64 {
    let doubled = FIRST_MS.checked_shl(tries).filter(|ms| ms >> tries.min(63) == FIRST_MS);
    let whole = doubled.unwrap_or(LONGEST_OWN_MS).min(LONGEST_OWN_MS);
    let half = whole / 2;
    let jitter = (half * u64::from(random)) >> 32;
    let asked = asked_ms.unwrap_or(0).min(LONGEST_WAIT_MS);
    (half + jitter).max(asked)
}

/// The wait that a `Retry-After` in seconds asks for. Dates are left aside: nothing here knows the time.
pub(super) fn retry_after(headers: &[(String, String)]) -> Option<u64> {
    let (_, value) = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("retry-after"))?;
    value.trim().parse::<u64>().ok()?.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_five_minutes() {
        let longest = |tries| delay(tries, None, u32::MAX);
        assert_eq!((delay(0, None, 0), longest(0)), (500, 999));
        assert_eq!((delay(3, None, 0), longest(3)), (4000, 7999));
        for tries in [9, 31, 63, 64, u32::MAX] {
            assert_eq!((delay(tries, None, 0), longest(tries)), (150_000, 299_999), "{tries}");
        }
    }

    #[test]
    fn servers_can_ask_for_more() {
        let headers = |value: &str| vec![("Retry-After".to_owned(), value.to_owned())];
        assert_eq!(retry_after(&headers(" 120 ")), Some(120_000));
        for other in ["", "-1", "Wed, 21 Oct 2026 07:28:00 GMT", "99999999999999999999"] {
            assert_eq!(retry_after(&headers(other)), None, "{other}");
        }
        assert_eq!(delay(0, Some(120_000), 0), 120_000);
        assert_eq!(delay(0, Some(10), 0), 500);
        assert_eq!(delay(0, Some(u64::MAX), 0), LONGEST_WAIT_MS);
    }
}
