//! A rehearsal of the workers: a made-up study, whose report they compute in half a second while the page waits for files.
//!
//! Browsers compile code when it is first run, and optimise what is run often. With a hundred items, the first report of a
//! study of usual size is there a tenth sooner than with eight, with which little is run often.

use serde_json::{Value, json};

use super::report_command::of_part;
use super::{QUICK, option};
use spanwise_browser::commands::{self, PathAndText};

const ANNOTATORS: usize = 4;
const ITEMS: usize = 100;
const EDITS: usize = 5;
const CATEGORIES: usize = 10;
const SEVERITIES: [&str; 3] = ["minor", "somewhat", "a lot"];
const TEXT: &str = "The old bridge was closed for a year, said the mayor, since nobody knew how long it would hold. ";

/// Starts the workers that compute the parts of a report, and rehearses them.
pub async fn rehearse() {
    let study = study();
    let mut report = vec!["report".to_owned()];
    report.extend(study.iter().map(|(path, _)| path.clone()));
    option(&mut report, "--measures", QUICK);
    let parts = ["first", "second"].map(|name| of_part(&report, name));
    commands::prepare(&parts, &study).await;
}

/// The files of the annotators.
fn study() -> Vec<PathAndText> {
    let file = |annotator| {
        let instances: Vec<Value> = (0..ITEMS).map(|item| instance(item, annotator)).collect();
        (format!("{annotator}.json"), Value::from(instances).to_string().into())
    };
    (0..ANNOTATORS).map(file).collect()
}

/// An item as an annotator marked it: mostly as the others, at times with other bounds or another category.
fn instance(item: usize, annotator: usize) -> Value {
    let edit = |number: usize| {
        let differs = (item + number + annotator) % 3;
        let start = 60 * number + differs;
        let category = (item + 3 * number + usize::from(differs == 2)) % CATEGORIES;
        json!({
            "category": format!("category {category}"),
            "id": number + 1,
            "output_idx": [[start, start + 9]],
            "annotation": {
                "explanation": format!("said again, as in sentence {item}"),
                format!("category {category}_type"): SEVERITIES[(item + annotator) % SEVERITIES.len()],
            },
        })
    };
    let system = format!("system {}", item % 2);
    json!({
        "metadata": { "system": system },
        "source": format!("Sentence number {item}."),
        "target": format!("{}{item}", TEXT.repeat(EDITS)),
        "edits": (0..EDITS).map(edit).collect::<Vec<_>>(),
    })
}
