//! The figures of each text, for analyses in other programs.

use std::path::Path;

use serde::Serialize;

use super::comparisons::ComparedStudy;
use super::gamma::GammaOutcomes;
use super::row_file;
use crate::args::AgreeArgs;
use crate::report::{Console, Failure};
use spanwise_agreement::measure::{
    CategoryMatching, ComparedTexts, MarkedSpan, OverlapConvention, StudyText, f1, overlap_sums,
};

/// The figures of one text in one comparison.
#[derive(Debug, Serialize)]
struct TextFigures<'a> {
    item: &'a str,
    /// The name of the text: of the usual two, that of the side.
    side: &'a str,
    reference: &'a str,
    hypothesis: &'a str,
    characters: u32,
    reference_spans: usize,
    hypothesis_spans: usize,
    reference_characters: u32,
    hypothesis_characters: u32,
    f1: Option<f64>,
    f1_soft: Option<f64>,
    gamma: Option<f64>,
    /// γ of all annotators of the text together, if they are more than two.
    gamma_of_all: Option<f64>,
}

/// Writes the figures.
pub(super) fn write(
    compared: &ComparedStudy,
    path: &Path,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    row_file::write(&rows(compared, args), path, args, console)
}

fn rows<'a>(compared: &'a ComparedStudy, args: &AgreeArgs) -> Vec<TextFigures<'a>> {
    let mut rows = Vec::new();
    let value = |gammas: &GammaOutcomes, at: usize| {
        gammas.outcomes.get(at)?.as_ref().ok()?.gamma.value.ok()
    };
    let together = compared.gammas.first().filter(|_| compared.is_of_many(args));
    for (number, comparison) in compared.comparisons.iter().enumerate() {
        // γ of all annotators together is that of no pair.
        let own = compared.gammas.get(number).filter(|_| !compared.is_of_many(args));
        for (place, (at, [reference, hypothesis])) in comparison.texts.iter().enumerate() {
            let Some(study_text) = compared.study_texts.get(*at) else { continue };
            let gamma = own.and_then(|own| value(own, place));
            let gamma_of_all = together.and_then(|together| value(together, *at));
            let row = row(compared, study_text, [*reference, *hypothesis]);
            rows.push(TextFigures { gamma, gamma_of_all, ..row });
        }
    }
    rows
}

/// All figures but γ.
fn row<'a>(
    compared: &'a ComparedStudy,
    study_text: &'a StudyText,
    pair: [usize; 2],
) -> TextFigures<'a> {
    let study = &compared.paired.study;
    let name = |annotator: usize| study.annotators.get(annotator).map_or("", String::as_str);
    let units =
        pair.map(|annotator| study_text.units.get(annotator).map_or(&[][..], Vec::as_slice));
    let characters = |units: &[MarkedSpan]| units.iter().map(|unit| unit.range.len()).sum();
    let examples = ComparedTexts::of_texts([(study_text, pair)]);
    let totals = overlap_sums(&examples, OverlapConvention::MicroChar).totals();
    let [hard, soft] = [CategoryMatching::Hard, CategoryMatching::Soft]
        .map(|matching| f1(&totals, OverlapConvention::MicroChar, matching).ok());
    TextFigures {
        item: study.items.get(study_text.item).map_or("", |item| &item.name),
        side: study_text.name.as_str(),
        reference: name(pair[0]),
        hypothesis: name(pair[1]),
        characters: study_text.length,
        reference_spans: units[0].len(),
        hypothesis_spans: units[1].len(),
        reference_characters: characters(units[0]),
        hypothesis_characters: characters(units[1]),
        f1: hard,
        f1_soft: soft,
        gamma: None,
        gamma_of_all: None,
    }
}
