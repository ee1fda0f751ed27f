//! The files of INCEpTION's exported projects: one for each annotator of a document, `annotation/<document>/<annotator>`.

use std::collections::{HashMap, HashSet};

use super::loss_names;
use crate::files::file_name::is_file_name;
use crate::members::Members;
use crate::record::{Corpus, Record};
use crate::report::Losses;

/// The member of a record's metadata with the name of its document.
const DOCUMENT: &str = "document";

/// The folders in which files are named after annotators.
const BY_ANNOTATOR: [&str; 2] = ["annotation", "curation"];

/// The document and the annotator that the path of a file names.
pub(crate) fn names_of<'p>(path: &'p str, ending: &str) -> (&'p str, Option<&'p str>) {
    let whole = path.strip_suffix(ending).unwrap_or(path);
    let mut parts = whole.rsplitn(3, '/');
    let names = (parts.next(), parts.next(), parts.next());
    let (Some(annotator), Some(document), Some(folders)) = names else { return (whole, None) };
    let folder = folders.rsplit('/').next().unwrap_or_default();
    match BY_ANNOTATOR.contains(&folder) {
        true => (document, Some(annotator)),
        false => (whole, None),
    }
}

/// The paths of files to be written.
pub(crate) struct ProjectFiles {
    ending: &'static str,
    used: HashSet<String>,
    /// `true` if the only record may have a file without a name.
    is_alone: bool,
    /// The numbers of the first records on the documents of other formats, by their texts.
    documents: HashMap<String, usize>,
}

impl ProjectFiles {
    /// Prepares the paths of a corpus. `is_bare` is `true` if there are no further files.
    pub(crate) fn of(corpus: &Corpus, is_bare: bool, ending: &'static str) -> Self {
        let is_alone = is_bare && corpus.records.len() == 1;
        ProjectFiles { ending, used: HashSet::new(), is_alone, documents: HashMap::new() }
    }

    /// The path of a record: that which it was read from, the member `file` of `own`, or a new one.
    pub(crate) fn next(
        &mut self,
        number: usize,
        record: &Record,
        own: &Members,
        losses: &mut Losses,
    ) -> String {
        let annotator = record.annotator.as_deref().filter(|name| is_file_name(name));
        let is_lost = record.annotator.is_some() && annotator.is_none();
        losses.note_many(loss_names::ANNOTATORS, number, usize::from(is_lost));
        let is_same = |path: &String| names_of(path, self.ending).1 == record.annotator.as_deref();
        let read = own.text("file").filter(is_same);
        let read = read.filter(|path| !path.is_empty() || self.is_alone);
        if let Some(path) = read.filter(|path| self.used.insert(path.clone())) {
            return path;
        }
        let known = record.metadata.text(DOCUMENT).filter(|_| !own.is_empty());
        let known = known.map(|name| name.replace('/', "_")).filter(|name| is_file_name(name));
        let text = record.target().as_str().to_owned();
        let first = *self.documents.entry(text).or_insert(number);
        let ending = self.ending;
        let named = |document: &str| match annotator {
            Some(annotator) => format!("annotation/{document}/{annotator}{ending}"),
            None => format!("{document}{ending}"),
        };
        let plain = known.unwrap_or_else(|| format!("{:05}", first + 1));
        let mut documents = std::iter::once(plain).chain((1..).map(|count| match count {
            1 => format!("{:05}", number + 1),
            _ => format!("{:05}-{count}", number + 1),
        }));
        let free = documents.find(|document| self.used.insert(named(document)));
        named(&free.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_has_a_path_of_its_own() {
        let by = |annotator: &str| Record {
            annotator: Some(annotator.to_owned()).filter(|name| !name.is_empty()),
            ..Record::default()
        };
        let records = vec![by("ann"), by("ben"), by("ann"), by(""), by("a/b")];
        let corpus = Corpus { records, preserved: Members::default() };
        let mut files = ProjectFiles::of(&corpus, true, ".x");
        let mut losses = Losses::default();
        let records = corpus.records.iter().enumerate();
        let paths: Vec<_> = records
            .map(|(number, record)| files.next(number, record, &Members::default(), &mut losses))
            .collect();
        let expected = [
            "annotation/00001/ann.x",
            "annotation/00001/ben.x",
            "annotation/00003/ann.x",
            "00001.x",
            "00005.x",
        ];
        assert_eq!(paths, expected);
        assert_eq!(losses.iter().map(|loss| loss.count).sum::<usize>(), 1);
        assert_eq!(names_of(&paths[1], ".x"), ("00001", Some("ben")));
        assert_eq!(names_of("p/d.x", ".x"), ("p/d", None));
    }
}
