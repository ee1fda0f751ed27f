//! The alternative annotator test: may a model replace an annotator?

use std::collections::BTreeSet;

use serde_json::Value;

use super::comparisons::ComparedStudy;
use crate::args::AgreeArgs;
use crate::figures::FigureGroup;
use crate::report::Failure;
use spanwise_agreement::measure::{
    AlternativeAnnotatorTest, AlternativeScore, AnnotationStudy, FALSE_DISCOVERY_RATE, StudyText,
    alternative_annotator_test,
};

/// Refuses names that no annotator has.
pub(super) fn refuse_unknown(study: &AnnotationStudy, args: &AgreeArgs) -> Result<(), Failure> {
    let known: BTreeSet<String> = study.annotators.iter().cloned().collect();
    match args.alt_test.iter().flatten().find(|name| !known.contains(*name)) {
        Some(name) => {
            let message = format!("There is no annotator “{name}”.");
            Err(Failure::unknown_name(message, name, &known))
        }
        None => Ok(()),
    }
}

/// The test of each annotator of `--alt-test` whom the study has, against all who are not named there.
pub(super) fn figures(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let annotators = &compared.paired.study.annotators;
    let position = |name: &String| annotators.iter().position(|one| one == name);
    let score = AlternativeScore::from(args.alt_score);
    let mut group = FigureGroup::default();
    group.hidden("epsilon", args.epsilon);
    group.hidden("false_discovery_rate", FALSE_DISCOVERY_RATE);
    group.hidden("score", score.name());
    group.hidden("score_definition", score.sentence());
    let tested: Vec<&String> = args.alt_test.iter().flatten().collect();
    for (name, model) in tested.iter().filter_map(|name| Some((name, position(name)?))) {
        let is_person =
            |at: &usize| annotators.get(*at).is_some_and(|annotator| !tested.contains(&annotator));
        // The model comes first, then the people.
        let chosen: Vec<usize> =
            std::iter::once(model).chain((0..annotators.len()).filter(is_person)).collect();
        let texts: Vec<StudyText> =
            compared.study_texts.iter().map(|text| text.only(&chosen)).collect();
        let bootstrap = args.source.bootstrap();
        let found = alternative_annotator_test(&texts, 0, score, args.epsilon, &bootstrap);
        let name_of = |at: usize| chosen.get(at).and_then(|at| annotators.get(*at));
        group.group(name, of_model(&found, name_of));
    }
    group
}

fn of_model<'a>(
    found: &AlternativeAnnotatorTest,
    name_of: impl Fn(usize) -> Option<&'a String>,
) -> FigureGroup {
    let mut group = FigureGroup::default();
    group.figure("winning_rate", &found.winning_rate);
    group.figure("advantage_probability", &found.advantage);
    group.value("passed", found.is_passed().map_or(Value::Null, Value::Bool));
    let mut trials = FigureGroup::default();
    for trial in &found.trials {
        let mut of = FigureGroup::default();
        of.figure("model_advantage", &trial.model_advantage);
        of.figure("annotator_advantage", &trial.annotator_advantage);
        of.value("p", trial.p);
        of.value("won", trial.is_won);
        trials.group(name_of(trial.annotator).map_or("", String::as_str), of);
    }
    group.group("annotators", trials);
    group
}
