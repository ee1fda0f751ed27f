//! γ, on as many threads as the machine has.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::cli::args::AgreeArgs;
use crate::cli::figures::Group;
use crate::cli::progress::done;
use crate::cli::report::{Console, Failure};
use crate::domain::measure::gamma::{Options, Outcome, Weights, of_sheet, summary};
use crate::domain::measure::{Sheet, Study};

/// γ, γ-cat and γ-k of the annotators of the texts.
pub(super) fn figures(
    study: &Study,
    sheets: &[Sheet],
    args: &AgreeArgs,
    console: &Console,
) -> Result<Group, Failure> {
    let options = options(args)?;
    let outcomes = outcomes(sheets, &options, console);
    let gamma = summary(&outcomes, &options);
    let mut group = Group::of([("mean", &gamma.figure)]);
    group.value("samples", json!(gamma.samples.map(|(_, most)| most)));
    group.hidden("samples_fewest", json!(gamma.samples.map(|(fewest, _)| fewest)));
    group.value("seed", options.seed);
    group.value("exact", gamma.inexact == 0);
    group.hidden("inexact_texts", gamma.inexact);
    group.value("range", json!(gamma.range.map(|(low, high)| [low, high])));
    group.value("sampling_error", json!(gamma.sampling_error));
    let weights = options.weights;
    group.hidden(
        "weights",
        json!({ "alpha": weights.alpha(), "beta": weights.beta(), "delta_empty": weights.empty() }),
    );
    group.hidden("soft", options.soft);
    group.group("cat", Group::of([("mean", &gamma.categorical)]));
    let mut k = Group::default();
    for (category, figure) in &gamma.by_category {
        let name = study.categories.get(*category).map_or("", String::as_str);
        k.group(name, Group::of([("mean", figure)]));
    }
    group.group("k", k);
    Ok(group)
}

fn options(args: &AgreeArgs) -> Result<Options, Failure> {
    let weights = Weights::new(args.alpha, args.beta, args.delta_empty).map_err(|why| {
        Failure::new(format!("{why}."), "Correct --alpha, --beta or --delta-empty.")
    })?;
    Ok(Options {
        weights,
        soft: args.soft,
        sampler: args.sampler.into(),
        samples: args.samples,
        precision: args.precision,
        seed: args.seed,
    })
}

/// γ of each text. Each has random numbers of its own, so the order in which threads take them makes no difference.
fn outcomes(
    sheets: &[Sheet],
    options: &Options,
    console: &Console,
) -> Vec<Result<Outcome, &'static str>> {
    let bar = console.progress().bar("γ", sheets.len());
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(sheets.len()));
    let work = || {
        let mut own = Vec::new();
        while let Some((at, sheet)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            sheets.get(at).map(|sheet| (at, sheet))
        } {
            own.push((at, of_sheet(sheet, options)));
            bar.inc(1);
        }
        // A thread that failed leaves what the others found.
        found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(own);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..threads.min(sheets.len()) {
            scope.spawn(work);
        }
        work();
    });
    done(&bar);
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, outcome)| outcome).collect()
}
