//! Ids of articles, and the names of their files.

use std::collections::HashSet;

use crate::record::Record;
use spanwise_json::encode;

/// The id of the article, in a record's metadata, as Thresh's converter has it.
pub(super) const ARTICLE: &str = "article_id";
/// The member of preserved data with a path: of the text, in a record; of the label, in an edit.
pub(super) const FILE: &str = "file";

/// The id in the name of a text: 12 in `article12.txt`.
pub(super) fn article_id(name: &str) -> Option<&str> {
    name.strip_prefix("article")?.strip_suffix(".txt").filter(|id| is_id(id))
}

/// Returns `true` if a file of this name has labels.
pub(super) fn is_labels(name: &str) -> bool {
    name.ends_with(".labels") || name.ends_with(".labels.tsv")
}

/// The id of the article in the name of a file of labels: 12 in `article12.labels.tsv`; `None` if it is about several.
pub(super) fn own_labels(name: &str) -> Option<&str> {
    name.strip_prefix("article")?.split('.').next().filter(|id| is_id(id))
}

/// Returns `true` if a text can be an id, which stands in names of files and in cells.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// The id as JSON: a number, as Thresh's converter has it, if that is spelled in the same way.
pub(super) fn json_id(id: &str) -> String {
    match id.parse::<u32>() {
        Ok(number) if number.to_string() == id => number.to_string(),
        _ => encode(id),
    }
}

/// Returns `true` if a preserved path is that of a file of labels and can be written.
pub(super) fn is_labels_path(path: &str) -> bool {
    is_safe(path) && is_labels(name_of(path))
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns `true` if a path stays in its folder.
fn is_safe(path: &str) -> bool {
    let part = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    path.split('/').all(part)
}

/// The id of an article, and the path at which it is written.
#[derive(Debug)]
pub(super) struct ArticleFile {
    pub id: String,
    pub file: String,
}

impl ArticleFile {
    /// The file of its labels, unless they were read from another.
    pub(super) fn labels(&self) -> String {
        let stem = self.file.strip_suffix(".txt").unwrap_or(&self.file);
        format!("{stem}.labels.tsv")
    }
}

/// Gives each article an id and a file of its own.
#[derive(Debug)]
pub(super) struct ArticleNames {
    /// The ids that are taken.
    ids: HashSet<String>,
    files: HashSet<String>,
}

impl ArticleNames {
    pub(super) fn new(records: &[Record]) -> Self {
        ArticleNames { ids: records.iter().filter_map(id_of).collect(), files: HashSet::new() }
    }

    /// The id and the path of a record: its own, if no record before has that path.
    pub(super) fn article(&mut self, record: &Record, number: usize) -> ArticleFile {
        let is_article = |path: &String| is_safe(path) && article_id(name_of(path)).is_some();
        let read = record.preserved.text(FILE).filter(is_article);
        let id = id_of(record);
        let own = id.clone().map(|id| (read.unwrap_or_else(|| named(&id)), id));
        if let Some((file, id)) = own.filter(|(file, _)| !self.files.contains(file)) {
            self.files.insert(file.clone());
            return ArticleFile { id, file };
        }
        let mut next = number + 1;
        while !self.ids.insert(next.to_string()) || self.files.contains(&named(&next.to_string())) {
            next += 1;
        }
        let id = next.to_string();
        self.files.insert(named(&id));
        ArticleFile { file: named(&id), id }
    }
}

fn named(id: &str) -> String {
    format!("article{id}.txt")
}

/// The id of a record, if it is valid.
pub(super) fn id_of(record: &Record) -> Option<String> {
    record.metadata.text(ARTICLE).filter(|id| is_id(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_the_names() {
        for (name, id) in [
            ("article12.txt", Some("12")),
            ("articlea-1_b.txt", Some("a-1_b")),
            ("article.txt", None),
            ("article1.2.txt", None),
            ("note.txt", None),
        ] {
            assert_eq!(article_id(name), id, "{name}");
        }
        assert_eq!(own_labels("article12.task-FLC.labels"), Some("12"));
        assert_eq!(own_labels("train.task2-TC.labels"), None);
        assert_eq!((json_id("12"), json_id("012")), ("12".to_owned(), "\"012\"".to_owned()));
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in ["", "/a", "a/../b", "..", "a//b", "a\\b", "c:a", "./a"] {
            assert!(!is_safe(path), "{path}");
        }
        assert!(is_safe("dev/article1.txt"));
        assert!(is_labels_path("dev/a.labels") && !is_labels_path("dev/article1.txt"));
    }
}
