//! The original order of items, and the positions of those that are not read: they are put back.

use std::collections::HashMap;

use crate::members::Members;
use spanwise_json::{Array, encode};

/// The names of members as a JSON list.
pub(crate) fn names(members: &Members) -> String {
    let names: Vec<String> = members.iter().map(|(name, _)| encode(name)).collect();
    format!("[{}]", names.join(","))
}

/// The members in the order of some names; those that are not named come last.
pub(crate) fn in_order(names: &[String], members: Members) -> Members {
    let known: HashMap<&str, &str> = members.iter().collect();
    let named = names.iter().filter_map(|name| known.get_key_value(name.as_str()));
    named.map(|(name, value)| (*name, *value)).chain(members.iter()).collect()
}

/// Values with their numbers, as a JSON list of pairs.
pub(crate) fn numbered(values: &[(usize, String)]) -> String {
    let pairs: Vec<String> = values.iter().map(|(at, json)| format!("[{at},{json}]")).collect();
    format!("[{}]", pairs.join(","))
}

/// Reads a list written by [`numbered`], without invalid pairs.
pub(crate) fn read_numbered(json: Option<&str>) -> Vec<(usize, String)> {
    let pairs = json.and_then(Array::parse).unwrap_or_default();
    let pairs = pairs.values().filter_map(|pair| {
        let pair = Array::parse(pair)?;
        let mut values = pair.values();
        Some((values.next()?.trim().parse().ok()?, values.next()?.to_owned()))
    });
    pairs.collect()
}

/// Puts items that were left out back at their places among the others.
pub(crate) fn put_back<T>(items: Vec<T>, left_out: Vec<(usize, T)>) -> Vec<T> {
    let mut items = items.into_iter();
    let mut all = Vec::new();
    for (at, item) in left_out {
        all.extend(items.by_ref().take(at.saturating_sub(all.len())));
        all.push(item);
    }
    all.extend(items);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_comes_back_to_its_place() {
        let all = vec!["a", "b", "c", "d", "e"];
        for bits in 0..32_u32 {
            let is_out = |i: &usize| bits >> i & 1 == 1;
            let numbered = || all.iter().copied().enumerate();
            let items = numbered().filter(|(i, _)| !is_out(i)).map(|(_, item)| item).collect();
            let left_out = numbered().filter(|(i, _)| is_out(i)).collect();
            assert_eq!(put_back(items, left_out), all);
        }
        assert_eq!(put_back(vec!["a"], vec![(7, "z"), (0, "y")]), ["a", "z", "y"]);
        let values = vec![(3, "[1]".to_owned()), (0, "\"x\"".to_owned())];
        assert_eq!(read_numbered(Some(&numbered(&values))), values);
        assert_eq!(
            read_numbered(Some("[[1], 2, [\"x\", 3], [-1, 4], [5, 6]]")),
            [(5, "6".to_owned())]
        );
    }
}
