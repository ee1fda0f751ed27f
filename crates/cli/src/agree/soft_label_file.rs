//! Soft labels from all annotators, as a file of Mu-SHROOM.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::comparisons::ComparedStudy;
use crate::args::{AgreeArgs, SoftLabelsFrom};
use crate::convert::known;
use crate::files::OutputPath;
use crate::paths::shown;
use crate::report::{Console, Failure, counted};
use spanwise_agreement::measure::{StudyText, TokenCompetence, share_marked, soft_label_corpus};
use spanwise_template::Side;

/// The format of the file.
const FORMAT: &str = "mu-shroom";

/// Writes the file; returns what it is.
pub(super) fn write(
    compared: &ComparedStudy,
    path: &Path,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<Value, Failure> {
    let study = &compared.paired.study;
    if !study.compared_sides().contains(&Side::Target) {
        return Err(Failure::new(
            "Soft labels are those of the target, which is not compared.",
            "Compare the target: --side target, or --side both.",
        ));
    }
    let kept: Vec<&Path> = args.inputs().map(PathBuf::as_path).collect();
    let output = OutputPath::new(path, &kept, false)?;
    let annotators: Vec<usize> = (0..study.annotators.len()).collect();
    let texts = &compared.study_texts;
    let mut corpus = match args.soft_from {
        SoftLabelsFrom::Share => {
            soft_label_corpus(study, texts, |text: &StudyText| share_marked(text, &annotators))
        }
        SoftLabelsFrom::Competence => {
            let fitted = TokenCompetence::of(texts, None);
            soft_label_corpus(study, texts, |text: &StudyText| fitted.soft_labels(text))
        }
    };
    let written = known(FORMAT)?.export(&mut corpus);
    let text: String = written.files.into_iter().map(|file| file.text.to_string()).collect();
    output.write(&text, console)?;
    let records = corpus.records.len();
    console.say(&format!("soft labels of {}: {}", counted(records, "text", "texts"), shown(path)));
    let from = match args.soft_from {
        SoftLabelsFrom::Share => "share",
        SoftLabelsFrom::Competence => "competence",
    };
    Ok(json!({ "file": shown(path), "texts": records, "from": from }))
}
