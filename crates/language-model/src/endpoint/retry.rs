//! Waiting before a request is sent again.

use std::time::Duration;

use super::fault::{EndpointFault, with_other_limit};

/// The most attempts for a request.
pub const MOST_ATTEMPTS: u32 = 6;

/// The same where there is no response: who is not there now will hardly be in a minute.
const MOST_ATTEMPTS_UNHEARD: u32 = 3;

/// The longest wait, also if an endpoint asks for a longer one.
const LONGEST: Duration = Duration::from_secs(600);

/// Prepares the next attempt of a request, after `attempts` have failed, the last one by `fault`, and returns the time to wait
/// before it: none for the limit of tokens by its other name, if that is what was refused; otherwise as long as the header
/// `Retry-After` says in seconds, or a second, doubled with each attempt. `None` if another attempt is of no use.
#[must_use]
pub fn prepare_retry(
    body: &mut String,
    attempts: u32,
    fault: &EndpointFault,
    retry_after: Option<&str>,
) -> Option<Duration> {
    match with_other_limit(body, fault) {
        Some(other) => {
            *body = other;
            Some(Duration::ZERO)
        }
        None => wait_before_retry(attempts, fault, retry_after),
    }
}

/// The time to wait before the same request is sent again; `None` if that is of no use.
fn wait_before_retry(
    attempts: u32,
    fault: &EndpointFault,
    retry_after: Option<&str>,
) -> Option<Duration> {
    let most = match fault {
        EndpointFault::NoResponse(_) => MOST_ATTEMPTS_UNHEARD,
        EndpointFault::Status(..)
        | EndpointFault::Refused(_)
        | EndpointFault::NoReply
        | EndpointFault::TimedOut(_) => MOST_ATTEMPTS,
    };
    if attempts >= most || !fault.may_pass() {
        return None;
    }
    let asked = retry_after.and_then(|value| value.trim().parse::<f64>().ok());
    let asked = asked.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let doubled = Duration::from_secs(1 << attempts.saturating_sub(1).min(16));
    Some(asked.unwrap_or(doubled).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_unless_the_endpoint_says_otherwise() {
        let limited = EndpointFault::Status(429, String::new());
        let cases = [
            (1, None, Some(1.0)),
            (2, None, Some(2.0)),
            (5, None, Some(16.0)),
            (6, None, None),
            (1, Some("7"), Some(7.0)),
            (1, Some("0.5"), Some(0.5)),
            (1, Some("-1"), Some(1.0)),
            (1, Some("1e300"), Some(1.0)),
            (1, Some("99999"), Some(600.0)),
            (3, Some("Wed, 21 Oct 2026 07:28:00 GMT"), Some(4.0)),
        ];
        for (attempts, header, expected) in cases {
            let wait = wait_before_retry(attempts, &limited, header);
            assert_eq!(wait.map(|wait| wait.as_secs_f64()), expected, "{attempts} {header:?}");
        }
        let unheard = EndpointFault::NoResponse(String::new());
        assert_eq!(
            [1, 2, 3].map(|n| wait_before_retry(n, &unheard, None).is_some()),
            [true, true, false]
        );
        assert_eq!(wait_before_retry(1, &EndpointFault::Status(401, String::new()), None), None);
    }
}
