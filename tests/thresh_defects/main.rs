//! Every defect of Thresh that is known has a test that shows it to be gone here, and that names it:
//!
//! ```text
//! // Thresh 11.7: annotating again starts blank
//! #[test]
//! ```
//!
//! The numbers are those of the list below; one defect may have several tests, and one test several defects. Here stand
//! the count, and those tests that belong to nothing else. Journeys of that sort are in
//! `tests/e2e/thresh-defects.spec.mjs`.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod ids;
mod round_trip;
mod styles;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use spanwise_tests::{files_below, root};

/// The defects of Thresh, in the words of its users; the first is number 1.
const DEFECTS: [&str; 43] = [
    "overlapping or touching spans blank or falsify the text",
    "nested answers leak into later edits",
    "by characters, new spans in the target are off by one once something is marked",
    "open panels carry spans and answers to another instance",
    "nothing is kept, and leaving does not warn",
    "submitting without a database throws the work away; errors of the database are not shown",
    "annotating again starts blank and overwrites",
    "composites lose their members and the members' answers",
    "deleting, clearing and opening other data is immediate, without undo",
    "compiling in the builder erases the preview's annotations; another template erases the text",
    "bundles can't be resumed from downloaded results",
    "the HTML export breaks on quotes and line breaks in the data",
    "reading and writing loses ids, changes answers, copies edits of the instance before",
    "edits with the same category and id are deleted together; ids are given again",
    "things that the paper describes are absent",
    "data are never verified",
    "`type: split` is advertised and does nothing",
    "subword tokens are shown raw, and one scheme only is known",
    "nested and choice questions are never required",
    "`disable` is cosmetic, and disables too little and too much",
    "adjudication mixes the annotators up and compares nothing",
    "languages are incomplete; replacing one text loses others; nothing runs from right to left",
    "markup and formulas in data and answers are run",
    "messages from any origin and any style text from templates are accepted",
    "pending spans are put in as HTML, so that their buttons do nothing",
    "errors end in a blank page or an endless spinner",
    "no keyboard, no focus, no roles and names, no touch",
    "no overview, progress, jump, place, identity or times of many instances",
    "spans and categories can't be changed; rows and connectors show one side or span only",
    "the category comes first, the mouse must stay in the box, marks vanish during a drag",
    "words end at spaces only, and punctuation sticks to them",
    "edits without length or without spans can't be seen",
    "each change copies all data; large files take seconds for each step",
    "parts come from other hosts; not usable offline or under a policy",
    "misspellings are shown",
    "prompts are missing in shipped templates",
    "names must be fit for CSS and scripts, and nothing says so",
    "questions of the same name share their radio buttons",
    "connectors do not follow scrolling and moving texts",
    "links are taken in one spelling only",
    "after one edit is opened the others can't be, or not while one is made",
    "no statistics, no agreement",
    "code, texts and styles that nothing uses",
];

/// Begins the comment that names a defect.
const MARK: &str = "// Thresh 11.";

/// A defect named above a test: its number and where.
type Naming = (usize, String);

/// The sources of all tests.
fn sources() -> Vec<PathBuf> {
    ["src", "crates", "tests"]
        .into_iter()
        .flat_map(|folder| files_below(&root().join(folder), &["rs", "mjs"]))
        .collect()
}

/// The defects that a file names, or the error in its comments.
fn named_in(path: &Path) -> Result<Vec<Naming>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut named = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix(MARK) else { continue };
        let place = format!("{}:{}", path.display(), at + 1);
        let (number, words) = rest.split_once(": ").unwrap_or_default();
        match number.parse() {
            Ok(number) if (1..=DEFECTS.len()).contains(&number) && !words.is_empty() => {
                named.push((number, place.clone()));
            }
            _ => return Err(format!("{place}: write “{MARK}7: what is wrong with Thresh”")),
        }
        let below = lines.iter().skip(at + 1).find(|below| !below.starts_with("//"));
        if !below.is_some_and(|line| line.starts_with("#[test]") || line.starts_with("test(")) {
            return Err(format!("{place}: the comment belongs directly above a test"));
        }
    }
    Ok(named)
}

#[test]
fn every_defect_is_named_by_a_test() {
    let mut named: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for path in sources() {
        for (number, place) in named_in(&path).unwrap_or_else(|why| panic!("{why}")) {
            named.entry(number).or_default().push(place);
        }
    }
    for (number, defect) in (1..).zip(DEFECTS) {
        assert!(named.contains_key(&number), "no test names Thresh 11.{number}: {defect}");
    }
}
