//! The table of limits in the documentation is that of the program.

use spanwise_limits::ALL;

#[test]
fn the_table_has_every_limit_with_its_number() {
    let path = concat!(concat!(env!("CARGO_MANIFEST_DIR"), "/.."), "/docs/limits.md");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| {
            line.starts_with("| ") && !line.starts_with("| Limit") && !line.starts_with("|--")
        })
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let written: Vec<(&str, &str)> =
        rows.iter().filter_map(|row| Some((*row.last()?, *row.get(1)?))).collect();
    let expected: Vec<(String, String)> =
        ALL.iter().map(|limit| (format!("`{}`", limit.name), limit.written())).collect();
    let expected: Vec<(&str, &str)> =
        expected.iter().map(|(name, number)| (name.as_str(), number.as_str())).collect();
    assert_eq!(written, expected, "docs/limits.md has other rows than crates/limits");
    assert!(rows.iter().all(|row| row.len() == 5 && row.iter().all(|cell| !cell.is_empty())));
}
