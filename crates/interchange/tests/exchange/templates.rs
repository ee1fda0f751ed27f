//! Converted files open with the template of their typology: categories and answers have the names of the template.

use std::path::Path;

use spanwise_annotation::format::{DatasetReader, read_instance};
use spanwise_template::compile;

use super::examples::EXAMPLES;
use super::{read, thresh};

#[test]
fn converted_files_open_with_their_template() {
    // The numbers of problems of the examples with the template.
    let known = [("mqm", 0), ("snac", 0), ("frank", 0), ("scarecrow", 0), ("propaganda", 0)];
    let known = known.into_iter().chain([("arxivedits", 0), ("fg-rlhf", 0), ("falte", 0)]);
    for (name, expected) in known {
        let folder = if name == "falte" { "snac" } else { name };
        let path =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("templates").join(folder);
        let yaml = std::fs::read_to_string(path.join("template.yml")).expect("a template");
        let typology = compile(&yaml).template.expect("a template").typology;
        let example = EXAMPLES.iter().find(|example| example.format == name).expect("an example");
        let (file, _) = thresh(&read(name, &example.files()).corpus);
        let dataset = DatasetReader::new(file.text).finish().expect("a data file");
        let mut problems = dataset.problems().to_vec();
        let mut edits = 0;
        for (index, raw) in dataset.iter().enumerate() {
            let loaded = read_instance(raw, index, &typology);
            edits += loaded.instance.edits.len();
            problems.extend(loaded.problems);
        }
        assert_eq!(edits, example.edits, "{name}");
        assert_eq!(problems.len(), expected, "{name}: {problems:#?}");
    }
}
