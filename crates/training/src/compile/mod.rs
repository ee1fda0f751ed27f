//! From the text of a training to its steps, with all problems of the text.

mod reader;
mod scoring;
mod step;
mod task;

use std::collections::HashMap;

use self::reader::Reader;
pub(crate) use self::task::{gold_of_example, texts_of_example};
use crate::model::{StepId, Training, TrainingStep};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::say;
use spanwise_template::yaml::{self, TextLocation, YamlNode, YamlValue};
use spanwise_template::{CompiledTemplate, TrainingPlace, Typology};

/// The key of a template under which a training may stand.
pub const TRAINING_KEY: &str = "training";

const KEYS: [&str; 5] = ["title", "scoring", "pass", "attempts", "steps"];

/// The result of compiling a training.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledTraining {
    /// The training, as far as it could be compiled; `None` if nothing of it is scored.
    pub training: Option<Training>,
    /// All problems, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a training for a typology: a file of its own, or a template with the key `training`. Steps with errors are left
/// out.
#[must_use]
pub fn compile(text: &str, typology: &Typology) -> CompiledTraining {
    let document = yaml::read(text);
    let unreadable = document.root.is_none() && !document.diagnostics.is_empty();
    let mut reader = Reader::new(text, typology, document.diagnostics);
    let training = match document.root.as_ref().map(root_of_training) {
        Some(root) if !root.is_null() => training(&mut reader, root),
        Some(_) | None if unreadable => None,
        Some(_) | None => {
            let at = TextLocation::in_text(text, 0..0);
            reader.add(at.error("empty-training", say!(TrainingEmpty), say!(TrainingBeginWith)));
            None
        }
    };
    CompiledTraining { training, diagnostics: reader.into_diagnostics() }
}

/// The problems of the training in a template that was compiled from this text, without those that the template's compiler
/// has found; none if the template holds no training itself.
#[must_use]
pub fn problems_in_template(text: &str, compiled: &CompiledTemplate) -> Vec<Diagnostic> {
    let Some(template) = &compiled.template else { return Vec::new() };
    match template.settings.training {
        Some(TrainingPlace::Template) => {
            let found = compile(text, &template.typology).diagnostics;
            found.into_iter().filter(|problem| !compiled.diagnostics.contains(problem)).collect()
        }
        Some(TrainingPlace::File(_)) | None => Vec::new(),
    }
}

/// The training of a template, or else the whole file.
fn root_of_training(root: &YamlNode) -> &YamlNode {
    let entry = root.as_mapping().and_then(|root| root.get(TRAINING_KEY));
    entry.map_or(root, |entry| &entry.value)
}

fn training(reader: &mut Reader<'_>, root: &YamlNode) -> Option<Training> {
    let fields = reader.fields(root, TRAINING_KEY, &KEYS)?;
    let title = reader.needed_text(&fields, "title", "title: Before you begin").unwrap_or_default();
    let scoring = scoring::scoring(reader, &fields);
    let pass =
        reader.number(&fields, "pass", (1, 100)).map_or(scoring.default_pass_mark(), u32::from);
    let attempts = reader.number(&fields, "attempts", (1, 100)).and_then(|n| n.try_into().ok());
    let mut steps = Vec::new();
    let mut same_content: HashMap<String, usize> = HashMap::new();
    for node in steps_of(reader, &fields)? {
        let Some((title, text, body)) = step::step(reader, node) else { continue };
        let mut content = body.content(reader.typology());
        if !body.is_scored() {
            content += &text;
        }
        let nth = same_content.entry(content.clone()).or_default();
        steps.push(TrainingStep { id: StepId::of(&content, *nth), title, text, body });
        *nth += 1;
    }
    if !steps.iter().any(|step| step.body.is_scored()) {
        if !reader.has_errors() {
            let remedy = say!(TrainingAddScored);
            reader.add(root.head().error("nothing-scored", say!(TrainingNothingScored), remedy));
        }
        return None;
    }
    Some(Training { title, scoring, pass, attempts, steps })
}

/// The items of `steps`; reports when there are none.
fn steps_of<'n>(reader: &mut Reader<'_>, fields: &reader::Fields<'n>) -> Option<&'n [YamlNode]> {
    let entry = reader.needed(fields, "steps", "steps: [{lesson: Welcome, text: …}]")?;
    match &entry.value.value {
        YamlValue::Seq(list) if !list.items.is_empty() => Some(&list.items),
        YamlValue::Seq(_) => {
            let remedy = say!(TrainingAddScored);
            reader.add(entry.value.at.error("nothing-scored", say!(TrainingNothingScored), remedy));
            None
        }
        YamlValue::Scalar(_) | YamlValue::Map(_) => {
            reader.wrong_kind("steps", &entry.value, say!(CompileStartEachItemListWith));
            None
        }
    }
}

#[cfg(test)]
mod tests;
