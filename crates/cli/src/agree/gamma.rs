//! γ, on as many threads as the machine has.

use std::borrow::Cow;

use rayon::prelude::*;
use serde_json::json;

use crate::args::AgreeArgs;
use crate::figures::FigureGroup;
use crate::progress::ProgressBar;
use crate::report::Failure;
use spanwise_agreement::measure::gamma::{
    AlignmentKind, CategoryAgreement, DissimilarityWeights, EmptyTexts, GammaOptions, TextGamma,
    gamma_of_text, gamma_work, is_partly_empty, summarize_gamma,
};
use spanwise_agreement::measure::{AnnotationStudy, StudyText, Undefined};

/// γ of several texts.
pub(super) struct GammaOutcomes {
    /// By text: its item.
    pub(super) items: Vec<usize>,
    /// The number of texts on which an annotator marked nothing and another something.
    pub(super) partly_empty: usize,
    pub(super) outcomes: Vec<Result<TextGamma, Undefined>>,
    pub(super) empty: EmptyTexts,
}

/// Computes γ of each text; the number of `annotators` decides the usual treatment of empty texts. Each text has random
/// numbers of its own, so the order of threads makes no difference.
pub(super) fn of_texts<'s>(
    texts: impl ParallelIterator<Item = Cow<'s, StudyText>>,
    annotators: usize,
    args: &AgreeArgs,
    bar: &ProgressBar,
) -> Result<GammaOutcomes, Failure> {
    let options = options(args, annotators)?;
    let of = |study_text: Cow<StudyText>| {
        // A text with many units takes long by itself.
        let outcome = gamma_of_text(&study_text, &options, &|| bar.stop_if_cancelled());
        bar.inc_by_work(gamma_work(&study_text, options.empty));
        ((study_text.item, is_partly_empty(&study_text)), outcome)
    };
    let (texts, outcomes): (Vec<(usize, bool)>, _) = texts.map(of).unzip();
    let items = texts.iter().map(|(item, _)| *item).collect();
    let partly_empty = texts.iter().filter(|(_, is_partly_empty)| *is_partly_empty).count();
    Ok(GammaOutcomes { items, partly_empty, outcomes, empty: options.empty })
}

/// The work that [`of_texts`] is, for the time that is announced.
pub(super) fn work<'s>(
    texts: impl ParallelIterator<Item = Cow<'s, StudyText>>,
    annotators: usize,
    args: &AgreeArgs,
) -> u64 {
    let empty = empty_texts(args, annotators);
    texts.map(|study_text| gamma_work(&study_text, empty)).sum()
}

fn empty_texts(args: &AgreeArgs, annotators: usize) -> EmptyTexts {
    args.empty.map_or_else(|| EmptyTexts::of(annotators), EmptyTexts::from)
}

/// γ, γ-cat and γ-k of the annotators of the texts.
pub(super) fn figures(
    study: &AnnotationStudy,
    gammas: &GammaOutcomes,
    args: &AgreeArgs,
) -> Result<FigureGroup, Failure> {
    let options = GammaOptions { empty: gammas.empty, ..options(args, 2)? };
    let gamma =
        summarize_gamma(&gammas.items, &gammas.outcomes, &options, &args.source.bootstrap());
    let mut group = FigureGroup::of([("mean", &gamma.figure)]);
    group.value("samples", json!(gamma.samples.map(|(_, most)| most)));
    group.hidden("samples_fewest", json!(gamma.samples.map(|(fewest, _)| fewest)));
    group.value("seed", options.seed);
    group.value("exact", gamma.inexact == 0);
    group.hidden("inexact_texts", gamma.inexact);
    group.value("range", json!(gamma.range.map(|(low, high)| [low, high])));
    group.value("sampling_error", json!(gamma.sampling_error));
    let texts = gammas.items.len().max(1) as f64;
    group.value("empty", options.empty.name());
    group.value("texts_that_an_annotator_left_empty", gammas.partly_empty);
    group.value("share_of_these", json!(gammas.partly_empty as f64 / texts));
    let weights = options.weights;
    group.hidden(
        "weights",
        json!({ "alpha": weights.alpha(), "beta": weights.beta(), "delta_empty": weights.empty() }),
    );
    group.hidden("soft", options.alignment == AlignmentKind::Soft);
    let mut cat = categories(&gamma.pooled);
    cat.figure("mean", &gamma.categorical);
    group.group("cat", cat);
    let mut k = FigureGroup::default();
    for (category, agreement) in &gamma.by_category {
        let name = study.categories.get(*category).map_or("", String::as_str);
        k.group(name, categories(agreement));
    }
    group.group("k", k);
    Ok(group)
}

fn categories(agreement: &CategoryAgreement) -> FigureGroup {
    let mut group = FigureGroup::of([("value", &agreement.figure)]);
    group.value("sampling_error", json!(agreement.sampling_error));
    group.value("texts_with_ties", agreement.ties);
    group.value("range_of_ties", json!(agreement.range.map(|(low, high)| [low, high])));
    group
}

fn options(args: &AgreeArgs, annotators: usize) -> Result<GammaOptions, Failure> {
    let weights =
        DissimilarityWeights::new(args.alpha, args.beta, args.delta_empty).map_err(|why| {
            Failure::new(format!("{why}."), "Correct --alpha, --beta or --delta-empty.")
        })?;
    Ok(GammaOptions {
        weights,
        alignment: if args.soft { AlignmentKind::Soft } else { AlignmentKind::Hard },
        sampler: args.sampler.into(),
        samples: args.samples,
        precision: args.precision,
        seed: args.source.seed,
        empty: empty_texts(args, annotators),
    })
}
