//! Annotators' files as they are given: one may be of several annotators, and the template may be for a single one.

use std::sync::Arc;

use super::request::{AdjudicationRequest, NamedData};
use crate::app::failure::Failure;
use crate::app::fetching::compile_template;
use crate::app::field_mapping::as_json;
use crate::app::opening::reading::read_quietly;
use spanwise_agreement::adjudication::{
    AnnotatorFile, Annotators, split_by_annotator, without_annotations,
};
use spanwise_annotation::format::Dataset;

/// The name of the data that gold begins with.
const GOLD: &str = "gold.json";

/// Divides files whose instances name several annotators into one for each.
pub(super) async fn of_single_annotators(files: Vec<NamedData>) -> Result<Vec<NamedData>, Failure> {
    let mut single = Vec::new();
    for file in files {
        let split = split_by_annotator(&read(&file).await?);
        if split.len() < 2 {
            single.push(file);
            continue;
        }
        single.extend(split.into_iter().map(|(name, text)| {
            let name = if name.is_empty() { file.name.clone() } else { format!("{name}.json") };
            NamedData { name, text: text.into() }
        }));
    }
    Ok(single)
}

/// A request for the same files with a template for one annotator made one for all of them: gold, which begins without
/// annotations, stands before them.
pub(super) async fn with_gold(
    request: AdjudicationRequest,
    files: Vec<NamedData>,
) -> Result<(AdjudicationRequest, Vec<NamedData>), Failure> {
    let mut all = Vec::new();
    for file in &files {
        let dataset = Arc::new(read(file).await?);
        all.push(AnnotatorFile { name: file.name.clone(), dataset });
    }
    let gold = without_annotations(&Annotators::new(all));
    let gold = NamedData { name: GOLD.to_owned(), text: gold.into() };
    let files: Vec<NamedData> = std::iter::once(gold).chain(files).collect();
    let loaded = &request.loaded_template;
    let text = format!(
        "{}\nadjudication: {}\nhighlight_first_interface: true\n",
        loaded.text.trim_end(),
        files.len()
    );
    let template = compile_template(&text, loaded.origin.clone()).await?;
    let loaded_template = template.without_errors(|| None)?;
    Ok((AdjudicationRequest { loaded_template, ..request }, files))
}

async fn read(file: &NamedData) -> Result<Dataset, Failure> {
    let (json, _) = as_json(&file.name, file.text.to_string()).await?;
    read_quietly(&file.name, json).await
}
