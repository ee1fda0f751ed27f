//! Some instances of a data file as a data file of their own.

use super::dataset::Dataset;

/// Returns a list of some instances, by their 0-based numbers, in the order given; numbers out of range are skipped.
/// Each is written as it stands in the file; a template in the file is left out.
#[must_use]
pub fn excerpt(dataset: &Dataset, instances: &[usize]) -> String {
    let chosen: Vec<&str> = instances.iter().filter_map(|at| dataset.raw(*at)).collect();
    format!("[\n{}\n]\n", chosen.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::DatasetReader;

    #[test]
    fn chosen_instances_stand_as_they_were() {
        let lines = "{\"source\": \"a\",  \"n\": 1.0}\n{\"source\":\"b\"}\n{\"source\":\"c\"}\n";
        let dataset = DatasetReader::new(lines.to_owned()).finish().unwrap();
        let text = excerpt(&dataset, &[2, 0, 7]);
        assert_eq!(text, "[\n{\"source\":\"c\"},\n{\"source\": \"a\",  \"n\": 1.0}\n]\n");
        let again = DatasetReader::new(text).finish().unwrap();
        assert_eq!(
            again.iter().collect::<Vec<_>>(),
            [dataset.raw(2), dataset.raw(0)].map(Option::unwrap)
        );
        assert!(again.problems().is_empty());
    }

    #[test]
    fn none_is_an_empty_list() {
        let dataset = DatasetReader::new("[{\"source\":\"a\"}]".to_owned()).finish().unwrap();
        assert!(DatasetReader::new(excerpt(&dataset, &[])).finish().unwrap().is_empty());
    }
}
