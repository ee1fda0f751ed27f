//! `spanwise agree`: agreement of annotators.
//!
//! Start reading at `comparisons` (which annotators are compared on which texts), then `main_figures` and `pair`. A figure must
//! never be computed here: measures are in `spanwise_agreement`, this only chooses, names and prints them. JSON keys are
//! published and don't change.

mod all;
mod alternative;
mod comparisons;
mod confusion_spans;
mod differences;
mod gamma;
mod hypotheses;
mod main_figures;
mod mean_confusion;
mod pair;
mod per_text;
mod refusals;
mod row_file;
mod soft;
mod soft_label_file;
mod systems;

pub(super) use self::all::counts;
pub(super) use self::differences::{TEST as DIFFERENCE_TEST, shown as shown_difference};
pub(super) use self::refusals::keep_annotators;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

use rayon::prelude::*;
use serde_json::{Value, json};

use self::comparisons::{AnnotatorComparison, ComparedStudy};
use super::args::{AgreeArgs, Measure, ReportPart};
use super::figures::FigureGroup;
use super::progress::{ProgressBar, done};
use super::report::{Console, Failure, counted};
use super::sources::{self, RecordGrouping, SelectedRecords};
use spanwise_agreement::measure::gamma::EmptyTexts;
use spanwise_agreement::measure::study_alignment::{AlignedStudy, AnnotatorsAre, StudyFile};
use spanwise_agreement::measure::{AnnotationStudy, Bootstrap, leave_out};

/// The greatest number of pairs of which JSON has all figures without `--all`.
pub(super) const FEW_PAIRS: usize = 20;

pub(super) fn run(args: &AgreeArgs, console: &mut Console) -> Result<Value, Failure> {
    let paths: Vec<&PathBuf> = args.inputs().collect();
    if paths.is_empty() {
        return Err(Failure::new(
            "There is nothing to compare.",
            "Name the files of the annotators, or --reference and --hypothesis.",
        ));
    }
    let mut selected = sources::read(&paths, &args.source, console)?;
    keep_annotators(&mut selected.files, args)?;
    let request = AgreeRequest::new(args, &selected)?;
    let paired = sources::paired(&paths, selected.files, request.inputs.who, &args.source)?;
    let group = request.answer(&paired, console)?;
    sources::print(&group, &args.source, console)?;
    Ok(group.into_json())
}

/// A request for agreement, with the parts of the records that have figures of their own.
pub(super) struct AgreeRequest<'a> {
    inputs: AgreeInputs<'a>,
    /// The conditions.
    told: FigureGroup,
    groupings: Vec<RecordGrouping<'a>>,
    /// The parts over which the main figures are averaged.
    averaged: BTreeMap<String, Vec<StudyFile>>,
    by_system: BTreeMap<String, Vec<StudyFile>>,
}

impl<'a> AgreeRequest<'a> {
    /// Takes what it needs from records, of which only those of the requested annotators are left.
    pub(super) fn new(args: &'a AgreeArgs, selected: &SelectedRecords) -> Result<Self, Failure> {
        let who = if args.reference.is_some() && !args.pool {
            AnnotatorsAre::Files
        } else {
            AnnotatorsAre::Annotators
        };
        let inputs = AgreeInputs { args, paths: args.inputs().collect(), who };
        if who == AnnotatorsAre::Files {
            refusals::refuse_several(&inputs.paths, &selected.files)?;
        }
        Ok(AgreeRequest {
            told: selected.told(&args.source, &args.annotator),
            groupings: sources::groupings(&selected.files, &args.source)?,
            averaged: inputs.averaged(&selected.files)?,
            by_system: sources::parts(&selected.files, &args.systems)?,
            inputs,
        })
    }

    /// Who counts as an annotator in the alignment of the records.
    pub(super) fn who(&self) -> AnnotatorsAre {
        self.inputs.who
    }

    /// The figures of the aligned records.
    pub(super) fn answer(
        self,
        paired: &AlignedStudy,
        console: &mut Console,
    ) -> Result<FigureGroup, Failure> {
        let AgreeRequest { inputs, told: mut group, groupings, averaged, by_system } = self;
        let args = inputs.args;
        let (paired, edits_left_out) = inputs.left_out(paired);
        refusals::check(&inputs.paths, &paired, args, console)?;
        alternative::refuse_unknown(&paired.study, args)?;
        let compared = ComparedStudy::new(&paired, args, console)?;
        if let Some(path) = &args.per_text {
            per_text::write(&compared, path, args, console)?;
        }
        if let Some(path) = &args.confusion_spans {
            confusion_spans::write(&compared, path, args, console)?;
        }
        if let Some(path) = &args.soft_labels {
            let written = soft_label_file::write(&compared, path, args, console)?;
            group.hidden("soft_labels", written);
        }
        sources::say_edits_left_out(&mut group, edits_left_out, &args.source);
        group.extend(inputs.figures(&compared, averaged, console)?);
        if let Some(field) = args.systems.as_ref().filter(|_| args.has_part(ReportPart::Second)) {
            let parts =
                by_system.into_iter().map(|(name, part)| Ok((name, inputs.paired(part)?.0)));
            let parts: Vec<(String, AlignedStudy)> = parts.collect::<Result<_, Failure>>()?;
            group.group("systems", systems::figures(field, &parts, &compared, args));
        }
        let groupings = groupings.into_iter().map(|(fields, groups)| {
            let part = |(value, part): (String, Vec<StudyFile>)| {
                let figures = inputs.of_part(&value, fields, part, console)?;
                Ok((value, figures))
            };
            let parts: Vec<(String, FigureGroup)> =
                groups.into_iter().map(part).collect::<Result<_, Failure>>()?;
            let mut figures = FigureGroup::default();
            parts.into_iter().for_each(|(value, of_part)| figures.group(&value, of_part));
            Ok((fields, figures))
        });
        let groupings = groupings.collect::<Result<_, Failure>>()?;
        sources::add_groupings(&mut group, "groups", groupings);
        if !shows_details(args, console) {
            group.line("more", "--all shows all figures");
        }
        Ok(group)
    }
}

/// Returns `true` if every figure is shown.
fn shows_details(args: &AgreeArgs, console: &Console) -> bool {
    args.source.all || console.is_json() || !args.measures.is_empty()
}

/// The files, and the choice of annotators.
struct AgreeInputs<'a> {
    args: &'a AgreeArgs,
    paths: Vec<&'a PathBuf>,
    who: AnnotatorsAre,
}

impl AgreeInputs<'_> {
    /// The aligned records without the edits of `--leave-out`, and the number of these edits.
    fn paired(&self, files: Vec<StudyFile>) -> Result<(AlignedStudy, usize), Failure> {
        let paired = sources::paired(&self.paths, files, self.who, &self.args.source)?;
        let (left, edits) = self.left_out(&paired);
        Ok((left.into_owned(), edits))
    }

    fn left_out<'p>(&self, paired: &'p AlignedStudy) -> (Cow<'p, AlignedStudy>, usize) {
        let rules = self.args.source.leave_out_rules();
        if rules.is_empty() {
            return (Cow::Borrowed(paired), 0);
        }
        let (study, edits) = leave_out(&paired.study, &rules);
        (Cow::Owned(AlignedStudy { study, ..paired.clone() }), edits)
    }

    /// The parts of the records over which the main figures are averaged; empty if they are not averaged.
    fn averaged(&self, files: &[StudyFile]) -> Result<BTreeMap<String, Vec<StudyFile>>, Failure> {
        sources::parts(files, &self.args.averaged_fields())
    }

    /// The figures of the records with one value of the members of a grouping.
    fn of_part(
        &self,
        value: &str,
        fields: &str,
        part: Vec<StudyFile>,
        console: &mut Console,
    ) -> Result<FigureGroup, Failure> {
        let averaged = self.averaged(&part)?;
        let (paired, edits_left_out) = self.paired(part)?;
        refusals::check_part(value, fields, &paired, self.args)?;
        let compared = ComparedStudy::new(&paired, self.args, console)?;
        let mut group = FigureGroup::default();
        sources::say_edits_left_out(&mut group, edits_left_out, &self.args.source);
        group.extend(self.figures(&compared, averaged, console)?);
        Ok(group)
    }

    fn figures(
        &self,
        compared: &ComparedStudy,
        averaged: BTreeMap<String, Vec<StudyFile>>,
        console: &Console,
    ) -> Result<FigureGroup, Failure> {
        if averaged.is_empty() {
            return figures(compared, std::slice::from_ref(compared), self.args, console);
        }
        let mut parts = Vec::with_capacity(averaged.len());
        for (value, part) in averaged {
            let (paired, _) = self.paired(part)?;
            let fields = self.args.averaged_fields().join(", ");
            refusals::check_part(&value, &fields, &paired, self.args)?;
            parts.push(paired);
        }
        let parts = parts.iter().map(|part| ComparedStudy::new(part, self.args, console));
        figures(compared, &parts.collect::<Result<Vec<_>, _>>()?, self.args, console)
    }
}

/// The figures; the main ones are means over `parts`.
fn figures(
    compared: &ComparedStudy,
    parts: &[ComparedStudy],
    args: &AgreeArgs,
    console: &Console,
) -> Result<FigureGroup, Failure> {
    let (paired, study) = (compared.paired, &compared.paired.study);
    let mut group = FigureGroup::default();
    group.hidden("annotators", study.annotators.clone());
    group.hidden("paired_by", paired.by.name());
    group.value("tokens", study.tokenization.name());
    sources::say_sides(&mut group, study, &args.source);
    group.hidden("items", study.items.len());
    group.hidden("examples", paired.by_all);
    group.line("compared", compared_items(paired));
    group.hidden(
        "left_out",
        json!({
            "items_of_one_annotator": paired.alone.len(),
            "share": paired.share_alone(),
            "items_with_other_texts": paired.other_texts.len(),
            "spans_on_other_sides": study.spans_elsewhere(),
            "lacking_texts": sources::lacking_texts(study).collect::<BTreeMap<_, _>>(),
        }),
    );
    group.line("left out", left_out(paired));
    if let Some(lacking) = lacking_texts(study) {
        group.line("texts that annotators lack", lacking);
    }
    group.hidden("insertion_points", compared.insertion_points());
    group.hidden("without_counterpart", sources::without_counterpart(paired));
    group.hidden("categories_of_one_annotator", sources::categories_of_one(study));
    sources::say_intervals(&mut group, &args.source);
    say_empty(&mut group, compared);
    group.group("main", main_figures::figures(parts, args));
    if args.reference.is_some() && compared.comparisons.len() > 1 {
        group.group("differences", differences::figures(compared, args));
    }
    if args.has_part(ReportPart::Second) && !args.alt_test.is_empty() {
        group.group("alt_test", alternative::figures(compared, args));
    }
    if shows_details(args, console) {
        if args.reference.is_some() && !args.pool {
            group.group("hypotheses", hypotheses::figures(compared, args));
        }
        let mut averages = main_figures::averages(parts, args);
        if args.wants(Measure::Confusion) {
            let mean = mean_confusion::mean_confusion(compared);
            mean.into_iter().for_each(|mean| averages.hidden("confusion", mean));
        }
        if !averages.is_empty() {
            group.group("averages", averages);
        }
        details(&mut group, compared, args, console)?;
    }
    Ok(group)
}

/// The number of items that can be compared, for people: of a crowd, hardly an annotator has all of them.
fn compared_items(paired: &AlignedStudy) -> String {
    let several = paired.study.items.len() - paired.alone.len();
    let several = counted(several, "item", "items");
    match paired.study.annotators.len() {
        0..=2 => several,
        _ => format!("{several} that two annotators or more have, {} of them all", paired.by_all),
    }
}

/// The number of items that only one annotator has, for people.
fn left_out(paired: &AlignedStudy) -> String {
    let items = counted(paired.study.items.len(), "item", "items");
    let share = paired.share_alone() * 100.0;
    format!("{} of {items} ({share:.1} %), which one annotator alone has", paired.alone.len())
}

/// The texts that annotators lack and others have; `None` if nobody lacks any.
fn lacking_texts(study: &AnnotationStudy) -> Option<String> {
    let lacking = sources::lacking_texts(study);
    let said: Vec<String> =
        lacking.map(|(name, texts)| format!("{name}: {}", texts.join(", "))).collect();
    (!said.is_empty()).then(|| {
        format!("{}; not compared there, and aligned by the texts in common", said.join("; "))
    })
}

/// Adds the number of texts on which an annotator marked nothing and another something, and their treatment in γ.
fn say_empty(group: &mut FigureGroup, compared: &ComparedStudy) {
    let Some(empty) = compared.gammas.first().map(|gammas| gammas.empty) else { return };
    let texts: usize = compared.gammas.iter().map(|gammas| gammas.items.len()).sum();
    let partly: usize = compared.gammas.iter().map(|gammas| gammas.partly_empty).sum();
    let share = partly as f64 / texts.max(1) as f64;
    let how = match empty {
        EmptyTexts::Skip => "left out of γ; --empty count counts them",
        EmptyTexts::Count => "counted for γ; --empty skip leaves them out",
    };
    let shown = format!("{partly} of {texts} ({:.1} %), {how}", share * 100.0);
    group.line("texts that an annotator left empty", shown);
    let value = json!({ "texts": partly, "share": share, "treatment": empty.name() });
    group.hidden("partly_empty", value);
}

/// Adds every figure beyond the main ones.
fn details(
    group: &mut FigureGroup,
    compared: &ComparedStudy,
    args: &AgreeArgs,
    console: &Console,
) -> Result<(), Failure> {
    let study = &compared.paired.study;
    let all_of_pairs = args.source.all || compared.comparisons.len() <= FEW_PAIRS;
    if args.wants(Measure::Counts) {
        let bootstrap = if all_of_pairs { args.source.bootstrap() } else { Bootstrap::none() };
        group.group("counts", all::counts(study, &bootstrap));
    }
    if let ([only], false) = (&compared.comparisons[..], compared.is_of_many(args)) {
        let (known, bar) = (compared.gammas.first(), ProgressBar::Hidden);
        group.extend(pair::figures(compared, only, known, args, &bar)?);
    } else {
        group.extend(all::of_many(compared, args)?);
    }
    group.extend(all::of_any(compared, args));
    if compared.comparisons.len() > 1 {
        group.extend(pairs(compared, all_of_pairs, args, console)?);
    }
    Ok(())
}

/// The figures of each comparison.
fn pairs(
    compared: &ComparedStudy,
    all_figures: bool,
    args: &AgreeArgs,
    console: &Console,
) -> Result<FigureGroup, Failure> {
    let bar = console.progress().bar("pairs", compared.comparisons.len());
    let own = |number: usize| compared.gammas.get(number).filter(|_| !compared.is_of_many(args));
    let of = |(number, comparison): (usize, &AnnotatorComparison)| {
        bar.stop_if_cancelled();
        let figures = if all_figures {
            pair::figures(compared, comparison, own(number), args, &bar)
        } else {
            Ok(pair::main_figures(compared, comparison, args))
        };
        bar.inc(1);
        figures
    };
    let numbered = compared.comparisons.par_iter().enumerate();
    let found: Vec<FigureGroup> = numbered.map(of).collect::<Result<_, _>>()?;
    done(&bar);
    // Not held in both forms, since there may be very many pairs: either programs or people read them.
    let mut list = Vec::new();
    let mut shown = FigureGroup::default();
    for (comparison, figures) in compared.comparisons.iter().zip(found) {
        let AnnotatorComparison { reference, hypothesis, .. } = comparison;
        if console.is_json() {
            let mut pair = FigureGroup::default();
            pair.value("reference", reference.as_str());
            pair.value("hypothesis", hypothesis.as_str());
            pair.extend(figures);
            list.push(pair.into_json());
        } else {
            shown.shown_only(&format!("{reference} and {hypothesis}"), figures);
        }
    }
    shown.hidden("pairs", list);
    Ok(shown)
}
