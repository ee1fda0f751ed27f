//! The ends of instances, stored apart from their changes so that a missing last change or snapshot is noticed.

use super::frame;

/// The end of an instance's changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct InstanceEnd {
    /// The last change that the snapshot includes; 0 without a snapshot.
    pub(super) snapshot: u64,
    /// The last change.
    pub(super) last: u64,
    /// The [`digest`] of the changes after the snapshot but the last one, which may still be amended.
    pub(super) digest: u32,
}

impl InstanceEnd {
    pub(super) fn payload(self) -> String {
        format!("{} {} {:08x}", self.snapshot, self.last, self.digest)
    }

    pub(super) fn parse(payload: &str) -> Option<Self> {
        let mut parts = payload.split(' ');
        let snapshot = parts.next()?.parse().ok()?;
        let last = parts.next()?.parse().ok()?;
        let digest = u32::from_str_radix(parts.next()?, 16).ok()?;
        parts.next().is_none().then_some(InstanceEnd { snapshot, last, digest })
    }
}

/// The digest of a sequence of changes, made of the digest of all but the last (0 if there are none) and the last one.
pub(super) fn digest(before: u32, payload: &str) -> u32 {
    frame::checksum(&before, payload)
}

/// The instances that have changes (0-based, in order), as text: numbers and ranges.
pub(super) fn write_list(instances: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &at in instances {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(at) => *last = at,
            _ => ranges.push((at, at)),
        }
    }
    let range =
        |(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
    ranges.into_iter().map(range).collect::<Vec<_>>().join(" ")
}

/// The inverse of [`write_list`]; at most as many instances as there can be in a file.
pub(super) fn parse_list(text: &str) -> Option<Vec<u32>> {
    let mut instances: Vec<u32> = Vec::new();
    for range in text.split(' ').filter(|range| !range.is_empty()) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        let is_next = instances.last().is_none_or(|&before| before < first);
        let left = MOST_INSTANCES.saturating_sub(instances.len());
        if !is_next || last < first || (last - first) as usize >= left {
            return None;
        }
        instances.extend(first..=last);
    }
    Some(instances)
}

/// More instances than any file holds that the app opens.
const MOST_INSTANCES: usize = 10_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_instances_are_written_as_ranges_and_read_back() {
        let cases: [(&[u32], &str); 5] = [
            (&[], ""),
            (&[7], "7"),
            (&[0, 1, 2], "0-2"),
            (&[0, 2, 3, 9], "0 2-3 9"),
            (&[u32::MAX - 1, u32::MAX], "4294967294-4294967295"),
        ];
        for (instances, text) in cases {
            assert_eq!(write_list(instances), text);
            assert_eq!(parse_list(text).as_deref(), Some(instances), "{text}");
        }
        let too_many_in_all = "0-9999999 10000001-19999999";
        for text in ["x", "3-1", "5 4", "1 1", "-", "0-4294967295", too_many_in_all] {
            assert_eq!(parse_list(text), None, "{text}");
        }
    }

    #[test]
    fn ends_are_read_back() {
        let end = InstanceEnd { snapshot: 3, last: 12, digest: 0xab };
        assert_eq!(end.payload(), "3 12 000000ab");
        assert_eq!(InstanceEnd::parse(&end.payload()), Some(end));
        for text in ["", "1 2", "1 2 x", "1 2 3 4", "-1 2 3"] {
            assert_eq!(InstanceEnd::parse(text), None, "{text}");
        }
    }
}
