//! The start of an adjudication: the files of single annotators, and data without annotations.

use std::collections::BTreeMap;

use super::annotators::Annotators;
use spanwise_annotation::format::{Dataset, annotator_of, remove_annotator, set_annotations};
use spanwise_json::Object;

/// The data of each annotator that the instances name in `metadata.annotator`, as JSON, by name. Instances that name no one
/// are of the annotator without a name.
#[must_use]
pub fn split_by_annotator(data: &Dataset) -> BTreeMap<String, String> {
    let mut instances: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for raw in data.iter() {
        instances.entry(annotator_of(raw).unwrap_or_default()).or_default().push(raw);
    }
    instances.into_iter().map(|(name, instances)| (name, list(&instances))).collect()
}

/// The instances of all annotators without annotations, each once, as JSON: those of the first one, then those that only
/// others have; each as the file has it that has most of its texts.
#[must_use]
pub fn without_annotations(annotators: &Annotators) -> String {
    list(&blank_instances(annotators).collect::<Vec<_>>())
}

/// The JSON of each row without annotations.
pub(super) fn blank_instances(annotators: &Annotators) -> impl Iterator<Item = String> {
    let raw = move |(annotator, number): (usize, usize)| {
        annotators.all().get(annotator)?.dataset.raw(number)
    };
    // Some annotator has the instance of a row.
    annotators.rows().iter().map(move |row| row.fullest().and_then(raw).map_or("{}".into(), blank))
}

/// A data file of instances.
pub(super) fn list<T: AsRef<str>>(instances: &[T]) -> String {
    let instances: Vec<&str> = instances.iter().map(AsRef::as_ref).collect();
    format!("[\n{}\n]\n", instances.join(",\n"))
}

/// An instance without annotations and without the name of whoever made them.
fn blank(raw: &str) -> String {
    let Some(mut instance) = Object::parse(raw) else { return raw.to_owned() };
    set_annotations(&mut instance, &Object::default());
    remove_annotator(&mut instance);
    instance.into_text()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::adjudication::AnnotatorFile;
    use spanwise_annotation::format::DatasetReader;

    fn data(text: &str) -> Dataset {
        DatasetReader::new(text.to_owned()).finish().unwrap()
    }

    #[test]
    fn a_file_of_several_annotators_is_split() {
        let all = data(
            r#"[{"target": "a", "metadata": {"annotator": "anna"}}, {"target": "a", "metadata": {"annotator": 2}},
                {"target": "b", "metadata": {"annotator": "anna"}}, {"target": "b"}]"#,
        );
        let split: Vec<(String, usize)> = split_by_annotator(&all)
            .into_iter()
            .map(|(name, text)| (name, data(&text).len()))
            .collect();
        assert_eq!(split, [(String::new(), 1), ("2".to_owned(), 1), ("anna".to_owned(), 2)]);
    }

    #[test]
    fn gold_begins_with_all_instances_and_no_annotations() {
        let files = [
            r#"[{"target": "a", "edits": [{"category": "x", "id": 1}], "comment": "c", "metadata": {"annotator": "anna", "n": 1}}]"#,
            r#"[{"id": 7, "target": "b", "_spanwise": {"done": true}}, {"target": "a"}]"#,
        ];
        let files =
            files.map(|text| AnnotatorFile { name: String::new(), dataset: Arc::new(data(text)) });
        assert_eq!(
            without_annotations(&Annotators::new(files.to_vec())),
            "[\n{\"target\": \"a\", \"metadata\": { \"n\": 1}},\n{\"id\": 7, \"target\": \"b\"}\n]\n"
        );
    }

    #[test]
    fn gold_has_the_texts_that_the_first_file_lacks() {
        let files =
            [r#"[{"target": "a"}, {"target": "b"}]"#, r#"[{"source": "s", "target": "b"}]"#];
        let files =
            files.map(|text| AnnotatorFile { name: String::new(), dataset: Arc::new(data(text)) });
        assert_eq!(
            without_annotations(&Annotators::new(files.to_vec())),
            "[\n{\"target\": \"a\"},\n{\"source\": \"s\", \"target\": \"b\"}\n]\n"
        );
    }
}
