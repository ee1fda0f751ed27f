//! All annotators at once.

use super::gamma;
use crate::cli::args::{AgreeArgs, Measure};
use crate::cli::figures::Group;
use crate::cli::report::{Console, Failure};
use crate::domain::measure::{
    Constant, Counts, Question, Sheet, Study, TokenMarks, answers, fleiss_kappa,
    krippendorff_alpha, token_alpha, two_agree,
};

/// What each annotator marked.
pub(in crate::cli) fn counts(study: &Study) -> Group {
    let mut group = Group::default();
    for (name, counts) in study.annotators.iter().zip(crate::domain::measure::counts(study)) {
        let mut of = Group::default();
        of.value("items", counts.items);
        of.extend(numbers(&counts.all));
        let mut categories = Group::default();
        for (category, counts) in study.categories.iter().zip(&counts.by_category) {
            categories.group(category, numbers(counts));
        }
        of.group("categories", categories);
        group.group(name, of);
    }
    group
}

fn numbers(counts: &Counts) -> Group {
    let mut group = Group::default();
    group.value("edits", counts.edits);
    group.value("spans", counts.spans);
    group.value("insertion_points", counts.points);
    group.figure("edits_per_item", &counts.per_item);
    group.figure("items_without", &counts.without);
    group.figure("mean_length", &counts.length);
    group
}

/// What there is for three and more instead of figures of a pair.
pub(super) fn of_many(
    study: &Study,
    sheets: &[Sheet],
    args: &AgreeArgs,
    console: &Console,
) -> Result<Group, Failure> {
    let mut group = Group::default();
    if args.wants(Measure::Gamma) {
        group.group("gamma", gamma::figures(study, sheets, args, console)?);
    }
    if args.wants(Measure::Kappa) {
        group.group("answers", on_answers(study));
    }
    Ok(group)
}

/// What there is for any number of annotators.
pub(super) fn of_any(study: &Study, sheets: &[Sheet], args: &AgreeArgs) -> Group {
    let marks: Vec<TokenMarks> = sheets.iter().map(TokenMarks::of).collect();
    let mut group = Group::default();
    if args.wants(Measure::Alpha) {
        group.group("alpha", alpha(study, &marks));
    }
    if args.wants(Measure::TwoAgree) {
        let agree = two_agree(&marks, study.categories.len());
        let mut of = Group::default();
        let mut categories = Group::default();
        for (category, figure) in study.categories.iter().zip(&agree.by_category) {
            categories.group(category, Group::of([("value", figure)]));
        }
        of.group("categories", categories);
        of.group("pooled", Group::of([("value", &agree.pooled)]));
        group.group("two_agree", of);
    }
    group
}

fn alpha(study: &Study, marks: &[TokenMarks]) -> Group {
    let categories = study.categories.len();
    let one = token_alpha(marks, categories, Constant::One);
    let skip = token_alpha(marks, categories, Constant::Skip);
    let mut group = Group::default();
    for ((category, one), skip) in study.categories.iter().zip(one).zip(skip) {
        let mut of = Group::default();
        of.figure("constant_as_one", &one.averaged);
        of.figure("constant_skipped", &skip.averaged);
        of.figure("pooled", &one.pooled);
        group.group(category, of);
    }
    group
}

fn on_answers(study: &Study) -> Group {
    let all: Vec<usize> = (0..study.annotators.len()).collect();
    let mut group = Group::default();
    for question in answers(study, &all) {
        let mut of = Group::default();
        of.figure("fleiss_kappa", &fleiss_kappa(&question.rows));
        of.figure("alpha", &krippendorff_alpha(&question.rows, question.metric));
        group.group(&name(study, &question), of);
    }
    group
}

/// A question by its category and its path.
pub(super) fn name(study: &Study, question: &Question) -> String {
    let category = study.categories.get(question.category).map_or("", String::as_str);
    format!("{category}: {}", question.path.join("/"))
}
