//! The files in `files/`, a folder for each format, and their content: several scripts, emoji, quotes, overlapping
//! spans, items without annotations, several annotators.

use std::fs;
use std::path::Path;

use spanwise_interchange::{FileLayout, TextFile};

use super::of;

/// The content of the files of a format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Example {
    pub(crate) format: &'static str,
    pub(crate) records: usize,
    pub(crate) edits: usize,
    /// The text under the first span of each edit that has one, in the order of the records.
    pub(crate) spans: &'static [&'static str],
}

const fn example(
    format: &'static str,
    records: usize,
    edits: usize,
    spans: &'static [&'static str],
) -> Example {
    Example { format, records, edits, spans }
}

/// The same in the tables and lines for any typology.
const FLAT: &[&str] = &["Sie", "went “out", "it"];

pub(crate) const EXAMPLES: [Example; 27] = [
    example("thresh", 1, 2, &["Ein"]),
    example("factgenie", 3, 3, &["It rose", "“rose”"]),
    example("mqm", 2, 2, &["\"port\"", "The \"port\""]),
    example("esa", 2, 2, &["The"]),
    example("mu-shroom", 4, 7, &["St", "o", "silver", " medal", "2008", "Beijing", "سيدني"]),
    example("propaganda", 2, 2, &["Doubt", "Doubt, and doubt"]),
    example("arxivedits", 1, 2, &["show", "that"]),
    example("fg-rlhf", 2, 2, &["Ben"]),
    example("falte", 2, 2, &["Anna", "left"]),
    example("frank", 3, 5, &[]),
    example("scarecrow", 2, 2, &["it", "it was late"]),
    example("snac", 2, 2, &["The cat", "The cat"]),
    example("web-annotation", 1, 1, &["one"]),
    // The table holds no texts.
    example("pygamma", 2, 3, &["", "", ""]),
    example("conll", 2, 2, &["Anna Bell", "יום"]),
    example("brat", 1, 2, &["Ann", "the old"]),
    example("csv-spans", 3, 4, FLAT),
    example("tsv-spans", 3, 4, FLAT),
    example("csv-edits", 3, 4, FLAT),
    example("tsv-edits", 3, 4, FLAT),
    example("jsonl", 3, 4, FLAT),
    example("label-studio", 5, 6, &["warm", "הים", "warm 😀 and", "and", "warm", "sea"]),
    example("doccano", 4, 4, &["שלום", "😀 all", "😀", "Shalom"]),
    example("webanno", 2, 6, &["Das 😀", "😀", "Meer", "a", "Das 😀 Meer", "כחול"]),
    example("uima-cas", 1, 4, &["warm", "הים", "sea", "The 😀"]),
    example("ragtruth", 3, 3, &["since 1990", "😀", "every Sunday"]),
    example("prodigy", 3, 3, &["😀 sea", "sea", "warm"]),
];

impl Example {
    /// The files, as the command line reads them: that of a single-file format has no path.
    pub(crate) fn files(&self) -> Vec<TextFile> {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .join("crates/interchange/tests/exchange/files");
        let mut files = Vec::new();
        add(&folder.join(self.format), "", &mut files);
        if of(self.format).layout == FileLayout::SingleFile || self.format == "pygamma" {
            files.iter_mut().for_each(|file| file.path.clear());
        }
        files
    }
}

fn add(folder: &Path, prefix: &str, files: &mut Vec<TextFile>) {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            add(&entry.path(), &format!("{name}/"), files);
        } else {
            files.push(TextFile::new(name, fs::read_to_string(entry.path()).expect("a text")));
        }
    }
}
