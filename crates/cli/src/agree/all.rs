//! Figures of all annotators at once.

use rayon::prelude::*;

use super::comparisons::ComparedStudy;
use super::gamma;
use crate::args::{AgreeArgs, Measure};
use crate::figures::{FigureGroup, TOTAL, beside_total};
use crate::report::Failure;
use spanwise_agreement::measure::{
    AnnotationStudy, AnnotatorCompetence, Bootstrap, EditCounts, Figure, QuestionRatings,
    TokenAlpha, TokenCompetence, answers_of_all, fleiss_kappa, item_answers_of_all,
    krippendorff_alpha, token_alpha, two_agree,
};

/// Counts of each annotator.
pub(crate) fn counts(study: &AnnotationStudy, bootstrap: &Bootstrap) -> FigureGroup {
    let mut group = FigureGroup::default();
    let counts = spanwise_agreement::measure::counts(study, bootstrap);
    for (name, counts) in study.annotators.iter().zip(counts) {
        let mut of = FigureGroup::default();
        of.value("items", counts.items);
        of.extend(numbers(&counts.all));
        let mut categories = FigureGroup::default();
        for (category, counts) in study.categories.iter().zip(&counts.by_category) {
            categories.group(category, numbers(counts));
        }
        of.group("categories", categories);
        group.group(name, of);
    }
    group
}

fn numbers(counts: &EditCounts) -> FigureGroup {
    let mut group = FigureGroup::default();
    group.count("edits", &counts.edits);
    group.count("spans", &counts.spans);
    group.count("insertion_points", &counts.points);
    group.figure("edits_per_item", &counts.per_item);
    group.figure("items_without", &counts.without);
    group.figure("mean_length", &counts.length);
    group
}

/// Figures of three and more annotators instead of those of a pair.
pub(super) fn of_many(compared: &ComparedStudy, args: &AgreeArgs) -> Result<FigureGroup, Failure> {
    let study = &compared.paired.study;
    let mut group = FigureGroup::default();
    let together = compared.gammas.first().filter(|_| compared.is_of_many(args));
    if let Some(gammas) = together {
        group.group("gamma", gamma::figures(study, gammas, args)?);
    }
    if args.wants_answers_of_all() && compared.is_of_many(args) {
        group.hidden("same_edits", args.same_edit.sentence());
        group.group("answers", on_answers(compared, args));
        if let Some(about_items) = on_item_answers(study, args) {
            group.group("item_answers", about_items);
        }
    }
    Ok(group)
}

/// Figures of any number of annotators.
pub(super) fn of_any(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let categories = &compared.paired.study.categories;
    let mut group = FigureGroup::default();
    if args.wants(Measure::Alpha) {
        group.group("alpha", alpha(compared, args));
    }
    if args.wants(Measure::TwoAgree) {
        let figure = |of: Option<usize>| two_agree(compared.marks(), of, &args.source.bootstrap());
        let by_category: Vec<Figure> =
            (0..categories.len()).into_par_iter().map(|category| figure(Some(category))).collect();
        let mut of = FigureGroup::default();
        let mut list = FigureGroup::default();
        for (category, figure) in categories.iter().zip(&by_category) {
            list.group(category, FigureGroup::of([("value", figure)]));
        }
        of.group("categories", list);
        of.group("pooled", FigureGroup::of([("value", &figure(None))]));
        group.group("two_agree", of);
    }
    if args.wants(Measure::Competence) {
        group.group("competence", competence(compared, args));
    }
    group
}

/// The competence of annotators, in all categories together and in each.
fn competence(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let study = &compared.paired.study;
    let each: Vec<Option<usize>> =
        std::iter::once(None).chain((0..study.categories.len()).map(Some)).collect();
    let of = |category: &Option<usize>| {
        let bootstrap = args.source.bootstrap();
        let fitted = TokenCompetence::of(&compared.study_texts, *category);
        (fitted.prevalence(&bootstrap), fitted.annotators(&bootstrap))
    };
    let fitted: Vec<(Figure, Vec<AnnotatorCompetence>)> = each.par_iter().map(of).collect();
    let mut group = FigureGroup::default();
    for (category, (prevalence, annotators)) in each.iter().zip(&fitted) {
        let mut own = FigureGroup::default();
        for competence in annotators {
            let mut of = FigureGroup::default();
            of.figure("sensitivity", &competence.sensitivity);
            of.figure("specificity", &competence.specificity);
            own.group(study.annotators.get(competence.annotator).map_or("", String::as_str), of);
        }
        let mut of = FigureGroup::default();
        of.figure("prevalence", prevalence);
        of.group("annotators", own);
        let name = category.and_then(|at| study.categories.get(at));
        group.group(&name.map_or(TOTAL.into(), |name| beside_total(name)), of);
    }
    group
}

fn alpha(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let categories = &compared.paired.study.categories;
    let of = |category| token_alpha(compared.marks(), category, &args.source.bootstrap());
    let alphas: Vec<TokenAlpha> = (0..categories.len()).into_par_iter().map(of).collect();
    let mut group = FigureGroup::default();
    for (category, alpha) in categories.iter().zip(&alphas) {
        let mut of = FigureGroup::default();
        of.figure("constant_as_one", &alpha.constant_as_one);
        of.figure("constant_skipped", &alpha.constant_skipped);
        of.figure("pooled", &alpha.pooled);
        group.group(category, of);
    }
    group
}

/// Figures of the answers about the same edits, for every question.
fn on_answers(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let study = &compared.paired.study;
    let bootstrap = args.source.bootstrap();
    let mut group = FigureGroup::default();
    for question in answers_of_all(study, compared.edits(), args.same_edit) {
        group.group(&name(study, &question), on_question(&question, &bootstrap));
    }
    group
}

/// Figures of the answers about the items as a whole, for every question; `None` if there is no question.
fn on_item_answers(study: &AnnotationStudy, args: &AgreeArgs) -> Option<FigureGroup> {
    let bootstrap = args.source.bootstrap();
    let questions = item_answers_of_all(study);
    let mut group = FigureGroup::default();
    for question in &questions {
        group.group(&name(study, question), on_question(question, &bootstrap));
    }
    (!questions.is_empty()).then_some(group)
}

fn on_question(question: &QuestionRatings, bootstrap: &Bootstrap) -> FigureGroup {
    let ratings = question.ratings(bootstrap);
    let mut of = FigureGroup::default();
    of.figure("fleiss_kappa", &fleiss_kappa(ratings));
    of.figure("alpha", &krippendorff_alpha(ratings, question.metric));
    of
}

/// The name of a question: its path, after the category that it is about.
pub(super) fn name(study: &AnnotationStudy, question: &QuestionRatings) -> String {
    let path = question.path.join("/");
    match question.category.map(|at| study.categories.get(at)) {
        Some(category) => format!("{}: {path}", category.map_or("", String::as_str)),
        None => path,
    }
}
