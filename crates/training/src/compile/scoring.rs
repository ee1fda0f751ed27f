//! `scoring`: the name of a rule, or a map with `rule` and its settings.

use super::reader::{Fields, Reader};
use crate::scoring::{BoundaryTolerance, ScarecrowPoints, Scoring};
use spanwise_i18n::say;
use spanwise_template::yaml::YamlValue;

const RULES: [&str; 2] = ["scarecrow", "f1"];
const KEYS: [&str; 5] = ["rule", "boundary_tolerance", "exercise", "question", "examination"];
const OVERLAP: &str = "overlap";

/// The largest number of points, and of words that a border may be off by.
const MOST_POINTS: u16 = 1000;
const MOST_WORDS: u16 = 100;

/// The rule of a training; Scarecrow's if it names none.
pub(super) fn scoring(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Scoring {
    let Some(entry) = fields.get("scoring") else { return default_of(Rule::Scarecrow) };
    match &entry.value.value {
        YamlValue::Scalar(scalar) => {
            let word = (scalar.text.trim(), &entry.value.at);
            rule(reader, "scoring", word).map_or(default_of(Rule::Scarecrow), default_of)
        }
        YamlValue::Seq(_) | YamlValue::Map(_) => {
            let settings = reader.fields(&entry.value, "scoring", &KEYS);
            settings
                .map_or(default_of(Rule::Scarecrow), |settings| with_settings(reader, &settings))
        }
    }
}

#[derive(Clone, Copy)]
enum Rule {
    Scarecrow,
    F1,
}

fn rule(
    reader: &mut Reader<'_>,
    key: &str,
    word: (&str, &spanwise_template::yaml::TextLocation),
) -> Option<Rule> {
    match word.0 {
        "scarecrow" => Some(Rule::Scarecrow),
        "f1" => Some(Rule::F1),
        _ => {
            reader.unknown_word(key, word, &RULES);
            None
        }
    }
}

fn default_of(rule: Rule) -> Scoring {
    match rule {
        Rule::Scarecrow => Scoring::Scarecrow(ScarecrowPoints::default()),
        Rule::F1 => Scoring::F1 { tolerance: BoundaryTolerance::Words(0) },
    }
}

fn with_settings(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Scoring {
    let word = reader.needed(fields, "rule", "rule: scarecrow");
    let named = word.and_then(|entry| {
        let word = reader.text_of(entry)?;
        rule(reader, "rule", (&word, &entry.value.at))
    });
    let scoring = default_of(named.unwrap_or(Rule::Scarecrow));
    let tolerance = tolerance(reader, fields).unwrap_or(scoring.tolerance());
    match scoring {
        Scoring::Scarecrow(default) => {
            let mut points =
                |key, default| reader.number(fields, key, (1, MOST_POINTS)).unwrap_or(default);
            Scoring::Scarecrow(ScarecrowPoints {
                exercise: points("exercise", default.exercise),
                question: points("question", default.question),
                examination: points("examination", default.examination),
                tolerance,
            })
        }
        Scoring::F1 { .. } => {
            for key in ["exercise", "question", "examination"] {
                if let Some(entry) = fields.get(key) {
                    let message = say!(CompileKeyHasNoEffect, key);
                    let remedy = say!(CompileRemoveKey, key);
                    reader.add(entry.key.at.warning("unused-key", message, remedy));
                }
            }
            Scoring::F1 { tolerance }
        }
    }
}

/// `boundary_tolerance`: `overlap`, or a number of words.
fn tolerance(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<BoundaryTolerance> {
    let entry = fields.get("boundary_tolerance")?;
    if entry.value.as_scalar().is_some_and(|scalar| scalar.text.trim() == OVERLAP) {
        return Some(BoundaryTolerance::Overlap);
    }
    let words = entry.value.as_scalar().and_then(|scalar| scalar.text.trim().parse::<u16>().ok());
    let Some(words) = words.filter(|words| *words <= MOST_WORDS) else {
        let remedy = say!(TrainingWriteTolerance, most = u32::from(MOST_WORDS));
        reader.wrong_kind("boundary_tolerance", &entry.value, remedy);
        return None;
    };
    Some(BoundaryTolerance::Words(u32::from(words)))
}
