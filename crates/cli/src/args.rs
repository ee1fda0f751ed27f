//! The arguments of the command line.

use std::fmt;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::comma_list::{CommaList, CommaListError, split};
use spanwise_agreement::adjudication::DecisionRule;
use spanwise_agreement::measure::gamma::{EmptyTexts, Sampler};
use spanwise_agreement::measure::{
    AlternativeScore, Bootstrap, ComparedSides, DrawnSamples, ErrorWeights, LeaveOutRule,
    Resampling, SameEditRule,
};
use spanwise_interchange::{FORMATS, OffsetUnit};
use spanwise_language_model::ReplyForm;
use spanwise_language_model::endpoint::{Api, StructuredOutput};
use spanwise_language_model::prompt::PromptVariant;
use spanwise_template::Sides;
use spanwise_training::BoundaryTolerance;

const EXIT_CODES: &str = "Exit codes:
  0  fine; there may be warnings
  1  errors in a template or in data
  2  wrong usage, or a file that can't be read or written

`-` stands for standard input or output wherever a single file is read or written.";

/// Fine-grained evaluation of text: templates, annotations and their formats.
#[derive(Debug, Parser)]
#[command(name = "spanwise", version, after_help = EXIT_CODES, propagate_version = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,

    /// Print one JSON object on standard output instead of text
    #[arg(long, global = true)]
    pub(super) json: bool,

    /// Say nothing but errors and what was asked for
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,

    /// Report progress on standard error as lines of JSON, for programs
    #[arg(long, global = true)]
    pub(super) progress_lines: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find what is wrong in a template, and in data files for it
    Check(CheckArgs),
    /// Turn annotations from one format into another
    Convert(ConvertArgs),
    /// List the formats that `convert` knows
    Formats,
    /// Say which format files are in, what they hold, and what their offsets count
    Detect(DetectArgs),
    /// Put a template and data into one file that opens in Spanwise and in Thresh
    Bundle(BundleArgs),
    /// Write a template for a list of categories
    New(NewArgs),
    /// Put annotators' files on the same data into one
    Merge(MergeArgs),
    /// Say how well annotators agree
    Agree(Box<AgreeArgs>),
    /// Count what was marked, how much of the texts, and how severe
    Stats(StatsArgs),
    /// Make one page of tables and plots of what `agree` and `stats` compute
    Report(Box<ReportArgs>),
    /// Check the training of annotators, and verify what they reached
    Training(TrainingArgs),
    /// Make gold of annotators' files; hide instances with known edits in a work, and say what annotators found of them
    Gold(GoldArgs),
    /// Write what a language model is to be asked about each instance, by the typology
    Prompt(Box<PromptArgs>),
    /// Have a language model annotate, or read its replies as annotations
    Annotate(Box<AnnotateArgs>),
    /// Draw annotations at random, to be judged one by one
    Audit(AuditArgs),
    /// Print a script that completes commands in a shell
    Completions(CompletionsArgs),
}

impl Command {
    /// Its name.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Command::Check(_) => "check",
            Command::Convert(_) => "convert",
            Command::Formats => "formats",
            Command::Detect(_) => "detect",
            Command::Bundle(_) => "bundle",
            Command::New(_) => "new",
            Command::Merge(_) => "merge",
            Command::Agree(_) => "agree",
            Command::Stats(_) => "stats",
            Command::Report(_) => "report",
            Command::Training(_) => "training",
            Command::Gold(_) => "gold",
            Command::Prompt(_) => "prompt",
            Command::Annotate(_) => "annotate",
            Command::Audit(_) => "audit",
            Command::Completions(_) => "completions",
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// The template: YAML
    pub(super) template: PathBuf,

    /// Data files: Thresh's JSON or JSON Lines
    pub(super) data: Vec<PathBuf>,

    /// Count warnings as errors
    #[arg(long)]
    pub(super) strict: bool,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The format to read; without it, the one that the content is recognised as
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) from: Option<String>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) to: String,

    /// What offsets in the input count, if not what its format declares
    #[arg(long, value_name = "UNIT", value_parser = unit_names())]
    pub(super) offsets: Option<String>,

    /// The separator of the cells of `csv-spans` and `csv-edits`
    #[arg(long, value_name = ",|;", value_parser = [",", ";"], default_value = ",", hide_possible_values = true)]
    pub(super) separator: String,

    /// Names that edits follow: FROM=TO pairs of categories, joined by commas, or a file of changes
    #[arg(long, value_name = "FROM=TO,…|FILE")]
    pub(super) map: Vec<String>,

    /// Write what `--map` changes into a file, by which it can be taken back
    #[arg(long, value_name = "LOG", requires = "map")]
    pub(super) map_log: Option<PathBuf>,

    /// Take back what a log of `--map-log` says
    #[arg(long, value_name = "LOG", conflicts_with = "map")]
    pub(super) undo_map: Option<PathBuf>,

    /// Write the spans that are not just where the input says into a table (CSV): what is quoted, what was found, and where
    #[arg(long, value_name = "FILE")]
    pub(super) matches: Option<PathBuf>,

    /// Decisions about these spans: JSON with what is accepted, placed elsewhere, or dropped
    #[arg(long, value_name = "FILE")]
    pub(super) matches_decided: Option<PathBuf>,

    /// Write nothing if the target can't hold everything
    #[arg(long)]
    pub(super) no_loss: bool,

    /// Overwrite an input, or write into a folder that isn't empty
    #[arg(long)]
    pub(super) force: bool,

    /// What to read: a file, or a folder for formats of several files
    #[arg(value_name = "IN")]
    pub(super) input: PathBuf,

    /// What to write: a file, or a folder for formats of several files
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct DetectArgs {
    /// Files, or folders for formats of several files
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Read them as this format
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) format: Option<String>,

    /// What offsets count, if not what the format declares
    #[arg(long, value_name = "UNIT", value_parser = unit_names())]
    pub(super) offsets: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct BundleArgs {
    /// The template: YAML
    pub(super) template: PathBuf,

    /// The data: Thresh's JSON or JSON Lines
    pub(super) data: PathBuf,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// What the template is called
    pub(super) name: String,

    /// Categories, each with the texts that its spans lie in where that differs: "Omission:source", "Rewrite:both"
    #[arg(value_name = "CATEGORY", required_unless_present_any = ["list", "from_data"])]
    pub(super) categories: Vec<String>,

    /// Read further categories from a file, one per line
    #[arg(long, value_name = "FILE")]
    pub(super) list: Option<PathBuf>,

    /// Take the categories, their sides, questions and options from annotated data of any format; several times for several
    /// files
    #[arg(long, value_name = "FILE", conflicts_with_all = ["categories", "list", "SideArgs", "severity", "comment"])]
    pub(super) from_data: Vec<PathBuf>,

    /// The format of the data; without it, the one that the content is recognised as
    #[arg(long, value_name = "FORMAT", requires = "from_data", value_parser = format_names())]
    pub(super) format: Option<String>,

    #[command(flatten)]
    pub(super) sides: SideArgs,

    /// Ask how severe each is: minor, somewhat, a lot
    #[arg(long)]
    pub(super) severity: bool,

    /// Ask for a comment, which may be left out
    #[arg(long)]
    pub(super) comment: bool,

    /// The file to write; standard output without it
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,

    /// Overwrite a file that is there
    #[arg(long)]
    pub(super) force: bool,
}

/// Where the spans of categories lie that don't say so.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct SideArgs {
    /// Spans lie in the source
    #[arg(long)]
    source: bool,

    /// Spans lie in the target, as they do without any of these
    #[arg(long)]
    target: bool,

    /// Spans lie in source and target
    #[arg(long)]
    both: bool,
}

impl SideArgs {
    pub(super) fn sides(&self) -> Sides {
        match (self.source, self.both) {
            (true, _) => Sides::Source,
            (_, true) => Sides::Both,
            _ => Sides::Target,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The files of the annotators, of any format
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Who annotated: a name for each file, or one for all; without it, annotators are called like their files.
    /// Instances that name their annotator keep that name
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(super) annotators: Vec<CommaList<String>>,

    /// Which to take where an annotator annotated an instance in several ways
    #[arg(long, value_name = "WHICH")]
    pub(super) prefer: Option<PreferredVersion>,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

/// Which of several versions of an instance is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PreferredVersion {
    /// That of the first file
    First,
    /// That of the last file
    Last,
}

/// The format of annotators' files.
#[derive(Debug, Clone, Args)]
pub(super) struct InputArgs {
    /// The format of the files; without it, the one that the content of each is recognised as
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) format: Option<String>,

    /// What offsets count, if not what the format declares
    #[arg(long, value_name = "UNIT", value_parser = unit_names())]
    pub(super) offsets: Option<String>,
}

/// The reading of files and the alignment of their items.
#[derive(Debug, Clone, Args)]
pub(super) struct SourceArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Members of the records or their metadata that tell items apart, instead of the keys of the format or `id`
    #[arg(long, value_name = "NAMES", value_parser = names, conflicts_with_all = ["by_texts", "by_position"])]
    pub(super) keys: Vec<CommaList<String>>,

    /// Tell items apart by their texts, even if they have names
    #[arg(long, conflicts_with = "by_position")]
    pub(super) by_texts: bool,

    /// Tell items apart by their positions in the files
    #[arg(long)]
    pub(super) by_position: bool,

    /// Which side of the items counts, instead of those that the annotators use
    #[arg(long, value_name = "SIDE")]
    pub(super) side: Option<ComparedSide>,

    /// The template: its score is computed, and without --side the sides count on which its categories have spans, instead of
    /// those that the annotators use
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// What a token is: `word` (UAX #29), `space`, `char`, or a file with a tokenized text in each line
    #[arg(long, value_name = "word|space|char|FILE", default_value = "word")]
    pub(super) tokens: String,

    /// Go on even if more than this share of the items, in percent, is left out because only one annotator, or one system, has them
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0, value_parser = percentage)]
    pub(super) max_left_out: f64,

    /// Only records with these values of members of theirs or of their metadata; one with a comma in double quotes:
    /// '"topic=rain, wind"'
    #[arg(long = "where", value_name = "FIELD=VALUE,…", value_parser = conditions)]
    pub(super) conditions: Vec<CommaList<(String, String)>>,

    /// Only edits of these categories
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(super) category: Vec<CommaList<String>>,

    /// Also the figures of each value of a member of the records or their metadata, such as `system`; of several joined by
    /// commas, of each combination. Given several times, each has its own groups
    #[arg(long, value_name = "FIELDS", value_parser = grouping)]
    pub(super) by: Vec<Grouping>,

    /// Number of bootstrap samples for intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(super) resamples: u32,

    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 42)]
    pub(super) seed: u64,

    /// Show all figures, not only the most important ones
    #[arg(long)]
    pub(super) all: bool,

    /// Print a table of this kind
    #[arg(long, value_name = "KIND", conflicts_with = "json")]
    pub(super) table: Option<TableFormat>,

    /// Take categories for other ones, where files call them otherwise: FROM=TO pairs, joined by commas, or a file of
    /// changes
    #[arg(long, value_name = "FROM=TO,…|FILE")]
    pub(super) map: Vec<String>,

    /// Count only the first span of an edit on each side: Scarecrow's others are antecedents
    #[arg(long)]
    pub(super) first_spans: bool,

    /// Leave out the edits of a category that are no more severe than this; Scarecrow's figures leave out
    /// grammar_usage=1
    #[arg(long, value_name = "CATEGORY=SEVERITY,…", value_parser = rules)]
    pub(super) leave_out: Vec<CommaList<LeaveOutRule>>,

    /// The samples drawn so far, for all figures of the command.
    #[arg(skip)]
    drawn: DrawnSamples,
}

/// A grouping of records by the values of members.
#[derive(Debug, Clone)]
pub(super) struct Grouping {
    /// The grouping as it was given.
    pub(super) given: String,
    pub(super) members: Vec<String>,
}

impl InputArgs {
    /// The unit of offsets, if it is given.
    pub(super) fn unit(&self) -> Option<OffsetUnit> {
        self.offsets.as_deref().and_then(OffsetUnit::of_name)
    }
}

impl SourceArgs {
    /// The rules of `--leave-out`.
    pub(super) fn leave_out_rules(&self) -> Vec<LeaveOutRule> {
        self.leave_out.iter().flatten().cloned().collect()
    }

    /// The bootstrap for intervals.
    pub(super) fn bootstrap(&self) -> Bootstrap {
        match self.resamples {
            0 => Bootstrap::none(),
            samples => {
                let resampling = Resampling { samples: samples as usize, seed: self.seed };
                Bootstrap::with(resampling, self.drawn.clone())
            }
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct AgreeArgs {
    /// The files of the annotators; of two, the first is the reference
    #[arg(value_name = "FILE", conflicts_with_all = ["reference", "hypothesis"])]
    pub(super) files: Vec<PathBuf>,

    /// The file that is taken as right, whoever worked on it
    #[arg(long, value_name = "FILE", requires = "hypothesis")]
    pub(super) reference: Option<PathBuf>,

    /// A file that is compared with it; of several, also the differences between them
    #[arg(long, value_name = "FILE", requires = "reference")]
    pub(super) hypothesis: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// Only the records of these annotators
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(super) annotator: Vec<CommaList<String>>,

    /// Go on even if annotators have no category in common
    #[arg(long)]
    pub(super) other_categories: bool,

    /// Only these measures
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) measures: Vec<Measure>,

    /// Put the texts of all pairs of annotators together, as if they were those of one pair; with a reference, of each
    /// annotator of the reference with each of the hypothesis
    #[arg(long)]
    pub(super) pool: bool,

    /// Average the main figures over pairs of annotators, and over the values of further members of the records, such as
    /// `system` or `language`
    #[arg(long, value_name = "pairs,FIELDS", value_parser = names, default_value = "pairs")]
    pub(super) average: Vec<CommaList<String>>,

    /// Write the figures of each text and pair into a file: JSON Lines if it is called .jsonl, else a table (.csv, .tsv)
    #[arg(long, value_name = "FILE")]
    pub(super) per_text: Option<PathBuf>,

    /// Write the spans that the confusion of categories counts into a file, each with its counterpart: JSON Lines if it is
    /// called .jsonl, else a table (.csv, .tsv)
    #[arg(long, value_name = "FILE")]
    pub(super) confusion_spans: Option<PathBuf>,

    /// Write only spans that the reference has in the one and the hypothesis in the other category: one cell of the
    /// confusion; '' for no span
    #[arg(long, value_names = ["REFERENCE", "HYPOTHESIS"], num_args = 2, requires = "confusion_spans", allow_hyphen_values = true)]
    pub(super) confused: Vec<String>,

    /// Which pairs are listed: those that have items in common, or all
    #[arg(long, value_name = "WHICH", default_value = "common")]
    pub(super) pairs: ListedPairs,

    /// Which edits are the same for comparing what was answered about them: `overlap`, `iou=0.5`, `exact`
    #[arg(long, value_name = "RULE", default_value = "overlap", value_parser = same_edit)]
    pub(super) same_edit: SameEditRule,

    /// The alternative annotator test: may this annotator, such as a model, replace one of the others? Of several, each is
    /// tested against those that are not named
    #[arg(long, value_name = "NAMES", value_parser = names)]
    pub(super) alt_test: Vec<CommaList<String>>,

    /// The alternative annotator test: what a person costs more, 0.2 for experts, 0.15 for skilled annotators, 0.1 for
    /// crowd workers
    #[arg(long, value_name = "NUMBER", default_value = "0.1", value_parser = share)]
    pub(super) epsilon: f64,

    /// The alternative annotator test: how well annotators agree on a text
    #[arg(long, value_name = "SCORE", default_value = "f1")]
    pub(super) alt_score: AlternativeScoreArg,

    /// Compare annotators as judges of systems: the member of the records or their metadata that says whose output it is,
    /// such as `system`
    #[arg(long, value_name = "FIELD")]
    pub(super) systems: Option<String>,

    /// Write the probability of each character of the targets to be marked, over all annotators and categories, as a file
    /// of Mu-SHROOM (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub(super) soft_labels: Option<PathBuf>,

    /// What the probability is in --soft-labels
    #[arg(long, value_name = "WHAT", default_value = "share", requires = "soft_labels")]
    pub(super) soft_from: SoftLabelsFrom,

    /// γ: what becomes of texts on which an annotator marked nothing; without, they are left out for two annotators and
    /// count for three and more
    #[arg(long, value_name = "WHAT")]
    pub(super) empty: Option<EmptyTextsArg>,

    /// γ: what positions weigh
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    pub(super) alpha: f64,

    /// γ: what categories weigh
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    pub(super) beta: f64,

    /// γ: what it costs to leave a unit unaligned
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    pub(super) delta_empty: f64,

    /// γ: how chance marks a text
    #[arg(long, value_name = "NAME", default_value = "statistical")]
    pub(super) sampler: SamplerArg,

    /// γ: how many samples of each text are drawn at least
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) samples: u32,

    /// γ: draw as many samples as it takes for the expected disorder to be this precise, such as 0.02
    #[arg(long, value_name = "PART", value_parser = precision)]
    pub(super) precision: Option<f64>,

    /// γ: let a unit be aligned more than once
    #[arg(long)]
    pub(super) soft: bool,

    /// Only the measures of this part, for a page that has a report computed by two workers
    #[arg(long, hide = true)]
    pub(super) part: Option<ReportPart>,
}

/// The parts of the figures of a report. The first two take about as long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportPart {
    /// The figures of `stats`, and the agreement of the answers of pairs
    First,
    /// The agreement on spans but γ, that of the answers of all, and the numbers of single items
    Second,
    /// γ, which takes longest
    Gamma,
}

impl ReportPart {
    /// The part in which a measure of agreement is computed; `None` for counts, of which a report shows those of `stats`.
    fn of(measure: Measure) -> Option<Self> {
        Some(match measure {
            Measure::Counts => return None,
            Measure::Kappa => ReportPart::First,
            Measure::Gamma => ReportPart::Gamma,
            Measure::Pearson
            | Measure::F1
            | Measure::Schemes
            | Measure::Soft
            | Measure::SEmpty
            | Measure::Confusion
            | Measure::Alpha
            | Measure::TwoAgree
            | Measure::Competence => ReportPart::Second,
        })
    }
}

impl AgreeArgs {
    /// The files to read; with a reference, it is the first.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.reference.iter().chain(&self.hypothesis).chain(&self.files)
    }

    /// The members over whose values the main figures are averaged.
    pub(super) fn averaged_fields(&self) -> Vec<String> {
        self.average.iter().flatten().filter(|name| *name != "pairs").cloned().collect()
    }

    /// Returns `true` if a measure is asked for: by its name, or without names, competence with `--all`.
    fn is_asked_for(&self, measure: Measure) -> bool {
        let is_by_default =
            if measure == Measure::Competence { self.source.all } else { self.measures.is_empty() };
        is_by_default || self.measures.contains(&measure)
    }

    /// Returns `true` if a measure is asked for here.
    pub(super) fn wants(&self, measure: Measure) -> bool {
        let part = ReportPart::of(measure);
        let is_here = part.map_or(self.part.is_none(), |part| self.has_part(part));
        self.is_asked_for(measure) && is_here
    }

    /// Returns `true` if the agreement of the answers of all annotators is asked for here.
    pub(super) fn wants_answers_of_all(&self) -> bool {
        self.is_asked_for(Measure::Kappa) && self.has_part(ReportPart::Second)
    }

    /// Returns `true` if a part of a report is computed here.
    pub(super) fn has_part(&self, part: ReportPart) -> bool {
        self.part.is_none_or(|asked| asked == part)
    }
}

/// Format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Markdown
    Md,
    /// LaTeX, with the rules of booktabs
    Latex,
    /// Comma-separated values
    Csv,
}

/// Which pairs of annotators are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ListedPairs {
    /// Those that have items in common
    Common,
    /// All
    All,
}

/// The source of probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SoftLabelsFrom {
    /// The share of annotators who marked the character
    Share,
    /// The probability of its token by the model of Dawid and Skene, by which some annotators are more competent
    Competence,
}

/// The score of the alternative annotator test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AlternativeScoreArg {
    /// F1 by characters within the text, of spans of the same category
    F1,
    /// F1 by characters within the text, categories ignored
    F1Soft,
    /// The difference in the number of spans
    Count,
}

impl From<AlternativeScoreArg> for AlternativeScore {
    fn from(score: AlternativeScoreArg) -> Self {
        match score {
            AlternativeScoreArg::F1 => AlternativeScore::F1,
            AlternativeScoreArg::F1Soft => AlternativeScore::F1Soft,
            AlternativeScoreArg::Count => AlternativeScore::Count,
        }
    }
}

/// Treatment of texts on which an annotator marked nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EmptyTextsArg {
    /// They are left out
    Skip,
    /// They count: what others marked there has no counterpart
    Count,
}

impl From<EmptyTextsArg> for EmptyTexts {
    fn from(empty: EmptyTextsArg) -> Self {
        match empty {
            EmptyTextsArg::Skip => EmptyTexts::Skip,
            EmptyTextsArg::Count => EmptyTexts::Count,
        }
    }
}

/// A measure of agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Measure {
    /// How much each annotator marked
    Counts,
    /// Pearson's correlation of counts
    Pearson,
    /// Precision, recall and F1 under all conventions
    F1,
    /// Precision, recall and F1 by the schemes of MUC-5 and SemEval-2013: partial, type, strict, exact
    Schemes,
    /// Probability of each character being marked: IoU and correlation as Mu-SHROOM scores them
    Soft,
    /// Agreement on texts without edits
    SEmpty,
    /// γ, γ-cat and γ-k
    Gamma,
    /// Which categories stand against which
    Confusion,
    /// Krippendorff's α per token and category
    Alpha,
    /// Tokens that two annotators marked, of those that one did
    TwoAgree,
    /// κ and α on the answers about the same edits
    Kappa,
    /// Sensitivity and specificity of annotators over tokens, by the model of Dawid and Skene; only if named, or with --all
    Competence,
}

/// How chance marks a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SamplerArg {
    /// With as many units, as far apart and as long as those of the annotators are
    Statistical,
    /// By moving each annotator's units along the text (Mathet, Widlöcher and Métivier 2015)
    Shuffle,
}

impl From<SamplerArg> for Sampler {
    fn from(chance: SamplerArg) -> Self {
        match chance {
            SamplerArg::Statistical => Sampler::Statistical,
            SamplerArg::Shuffle => Sampler::Shuffle,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    /// The files of the annotators
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// What an error costs in MQM's score, by severity, instead of 0, 1, 5 and 25
    #[arg(long, value_name = "SEVERITY=WEIGHT", value_delimiter = ',', value_parser = weight)]
    pub(super) weights: Vec<(MqmSeverity, f64)>,

    /// Also the means of figures over the values of members of the records, such as `system` or `language`, each value
    /// counting alike; of several members joined by commas, over each combination
    #[arg(long, value_name = "FIELDS", value_parser = names)]
    pub(super) average: Vec<CommaList<String>>,
}

impl StatsArgs {
    /// What errors cost.
    pub(super) fn weights(&self) -> ErrorWeights {
        error_weights(&self.weights)
    }
}

/// The weights with which some replace the usual ones.
pub(super) fn error_weights(replaced: &[(MqmSeverity, f64)]) -> ErrorWeights {
    let mut weights = ErrorWeights::default();
    for (severity, weight) in replaced {
        *match severity {
            MqmSeverity::Neutral => &mut weights.neutral,
            MqmSeverity::Minor => &mut weights.minor,
            MqmSeverity::Major => &mut weights.major,
            MqmSeverity::Critical => &mut weights.critical,
        } = *weight;
    }
    weights
}

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) agree: AgreeArgs,

    /// What an error costs in MQM's score, by severity, instead of 0, 1, 5 and 25
    #[arg(long, value_name = "SEVERITY=WEIGHT", value_delimiter = ',', value_parser = weight)]
    pub(super) weights: Vec<(MqmSeverity, f64)>,

    /// The page to write: one HTML file
    #[arg(long, short, value_name = "OUT", required_unless_present = "parts")]
    pub(super) output: Option<PathBuf>,

    /// Also write the plots into this folder: SVG files, and the table of each (CSV, or what --table says)
    #[arg(long, value_name = "FOLDER")]
    pub(super) plots: Option<PathBuf>,

    /// Overwrite an input, or write into a folder that isn't empty
    #[arg(long)]
    pub(super) force: bool,

    /// Make the report of its parts, computed with --part, instead of computing it; without γ, if that part is not named.
    /// Without --output, only the answer is made
    #[arg(
        long,
        hide = true,
        value_name = "FIRST,SECOND,GAMMA",
        value_delimiter = ',',
        conflicts_with = "part"
    )]
    pub(super) parts: Vec<PathBuf>,
}

/// A severity of MQM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MqmSeverity {
    Neutral,
    Minor,
    Major,
    Critical,
}

/// Why the value of an option can't be read. It is printed after the value and the option.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ArgumentError {
    NoLeaveOutRule,
    SeverityNoWholeNumber,
    NoAssignment,
    NoSameEditRule,
    NoPercentage,
    NoShare,
    NoPrecision,
    NoWeight,
    /// With what clap says of it.
    UnknownSeverity(String),
    WeightNoNumber,
    EmptyList,
    UnclosedQuote,
}

impl From<CommaListError> for ArgumentError {
    fn from(error: CommaListError) -> Self {
        match error {
            CommaListError::Empty => ArgumentError::EmptyList,
            CommaListError::Unclosed => ArgumentError::UnclosedQuote,
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArgumentError::NoLeaveOutRule => "write it as CATEGORY=SEVERITY",
            ArgumentError::SeverityNoWholeNumber => "the severity is a whole number, such as 1",
            ArgumentError::NoAssignment => {
                "write it with an equals sign, as NAME=VALUE; one with a comma in double quotes, as \"NAME=VALUE, VALUE\""
            }
            ArgumentError::NoSameEditRule => {
                "write `overlap`, `exact`, or `iou=` with a number from 0 to 1"
            }
            ArgumentError::NoPercentage => "write a number from 0 to 100",
            ArgumentError::NoShare => "write a number from 0 to 1",
            ArgumentError::NoPrecision => "write a number above 0, at most 1, such as 0.02",
            ArgumentError::NoWeight => "write it as SEVERITY=WEIGHT",
            ArgumentError::UnknownSeverity(why) => why,
            ArgumentError::WeightNoNumber => "the weight is a number",
            ArgumentError::EmptyList => "nothing is named before or after a comma, or at all",
            ArgumentError::UnclosedQuote => {
                "what begins with a double quote ends with one before a comma, and a quote in it is doubled"
            }
        })
    }
}

impl std::error::Error for ArgumentError {}

fn rules(text: &str) -> Result<CommaList<LeaveOutRule>, ArgumentError> {
    CommaList::read(text, |rule| {
        let (category, up_to) = rule.rsplit_once('=').ok_or(ArgumentError::NoLeaveOutRule)?;
        let up_to = up_to.parse().map_err(|_| ArgumentError::SeverityNoWholeNumber)?;
        Ok(LeaveOutRule { category: category.to_owned(), up_to })
    })
}

fn names(text: &str) -> Result<CommaList<String>, ArgumentError> {
    CommaList::read(text, Ok)
}

fn grouping(text: &str) -> Result<Grouping, ArgumentError> {
    Ok(Grouping { given: text.to_owned(), members: split(text)? })
}

/// A side of items, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ComparedSide {
    Source,
    Target,
    Both,
}

impl From<ComparedSide> for ComparedSides {
    fn from(side: ComparedSide) -> Self {
        match side {
            ComparedSide::Source => ComparedSides::Source,
            ComparedSide::Target => ComparedSides::Target,
            ComparedSide::Both => ComparedSides::Both,
        }
    }
}

fn conditions(text: &str) -> Result<CommaList<(String, String)>, ArgumentError> {
    CommaList::read(text, |condition| {
        let (name, value) = condition.split_once('=').ok_or(ArgumentError::NoAssignment)?;
        Ok((name.to_owned(), value.to_owned()))
    })
}

fn same_edit(text: &str) -> Result<SameEditRule, ArgumentError> {
    let share = text.strip_prefix("iou=").and_then(|share| share.parse().ok());
    match (text, share.filter(|share| (0.0..=1.0).contains(share))) {
        ("overlap", _) => Ok(SameEditRule::Overlap),
        ("exact", _) => Ok(SameEditRule::Exact),
        (_, Some(share)) => Ok(SameEditRule::Iou(share)),
        _ => Err(ArgumentError::NoSameEditRule),
    }
}

fn percentage(text: &str) -> Result<f64, ArgumentError> {
    let number = text.trim_end_matches('%').parse().ok();
    number.filter(|n| (0.0..=100.0).contains(n)).ok_or(ArgumentError::NoPercentage)
}

fn share(text: &str) -> Result<f64, ArgumentError> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or(ArgumentError::NoShare)
}

fn precision(text: &str) -> Result<f64, ArgumentError> {
    share(text).ok().filter(|share| *share > 0.0).ok_or(ArgumentError::NoPrecision)
}

fn weight(text: &str) -> Result<(MqmSeverity, f64), ArgumentError> {
    let (severity, weight) = text.split_once('=').ok_or(ArgumentError::NoWeight)?;
    let severity =
        MqmSeverity::from_str(severity.trim(), true).map_err(ArgumentError::UnknownSeverity)?;
    let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite());
    Ok((severity, weight.ok_or(ArgumentError::WeightNoNumber)?))
}

#[derive(Debug, Args)]
pub(super) struct TrainingArgs {
    #[command(subcommand)]
    pub(super) command: TrainingCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum TrainingCommand {
    /// Find what is wrong in a training
    Check(TrainingCheckArgs),
    /// Say what a result code says, and whether it belongs to a training and a trainee
    Verify(TrainingVerifyArgs),
}

#[derive(Debug, Args)]
pub(super) struct TrainingCheckArgs {
    /// The training: YAML, or a template with the key `training`
    pub(super) training: PathBuf,

    /// The template whose categories it teaches; without it, that in the same file
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// Count warnings as errors
    #[arg(long)]
    pub(super) strict: bool,
}

#[derive(Debug, Args)]
pub(super) struct TrainingVerifyArgs {
    /// The code that the trainee was shown
    pub(super) code: String,

    /// The training: YAML, or a template with the key `training`
    #[arg(long, value_name = "FILE")]
    pub(super) training: PathBuf,

    /// The template whose categories it teaches; without it, that in the same file
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// The name or number that the trainee gave
    #[arg(long, value_name = "NAME")]
    pub(super) trainee: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct GoldArgs {
    #[command(subcommand)]
    pub(super) command: GoldCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum GoldCommand {
    /// Put annotated instances among others, with their edits hidden
    Hide(GoldHideArgs),
    /// Say what annotators found of the hidden gold
    Score(GoldScoreArgs),
    /// Take the instances with hidden gold out
    Remove(GoldRemoveArgs),
    /// Make gold of annotators' files by a rule, where nobody adjudicates
    Decide(GoldDecideArgs),
    /// Write the record of an adjudicator's decisions
    Record(GoldRecordArgs),
    /// Make gold again from a record of decisions
    Make(GoldMakeArgs),
}

#[derive(Debug, Args)]
pub(super) struct GoldDecideArgs {
    /// The files of the annotators, each of one or of several
    #[arg(value_name = "ANNOTATOR", required = true)]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) input: InputArgs,

    /// The template that they were annotated with; without it, one for what they show
    #[arg(long, value_name = "FILE")]
    pub(super) template: Option<PathBuf>,

    /// What is taken; what the rule does not decide stays open
    #[arg(long, value_name = "RULE")]
    pub(super) take: TakenByRule,

    /// The file to write, `-` for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Also write the record of decisions: CSV if its name ends in `.csv`, else JSON
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

/// A rule by which gold is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TakenByRule {
    /// What more than half of those who have the instance made, or nothing if more than half made nothing
    Majority,
    /// Only what all made alike
    Unanimous,
    /// The text that any of them covers
    Union,
    /// The text that all of them cover
    Intersection,
}

impl From<TakenByRule> for DecisionRule {
    fn from(taken: TakenByRule) -> Self {
        match taken {
            TakenByRule::Majority => DecisionRule::Majority,
            TakenByRule::Unanimous => DecisionRule::Unanimous,
            TakenByRule::Union => DecisionRule::Union,
            TakenByRule::Intersection => DecisionRule::Intersection,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct GoldRecordArgs {
    /// Gold, as the adjudication page wrote it
    pub(super) gold: PathBuf,

    /// The files of the annotators
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) input: InputArgs,

    /// The template that they were annotated with
    #[arg(long, value_name = "FILE")]
    pub(super) template: PathBuf,

    /// The file to write: CSV if its name ends in `.csv`, else JSON; `-` for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct GoldMakeArgs {
    /// The data that was adjudicated: without annotations, or the files of the annotators
    #[arg(required = true)]
    pub(super) data: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) input: InputArgs,

    /// The record of decisions: JSON or CSV
    #[arg(long, value_name = "FILE")]
    pub(super) decisions: PathBuf,

    /// The file to write, `-` for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct GoldHideArgs {
    /// The data to be annotated: Thresh's JSON or JSON Lines
    pub(super) data: PathBuf,

    /// The instances with gold, annotated
    #[arg(long, value_name = "FILE")]
    pub(super) gold: PathBuf,

    /// Hide one in each N instances; without this and `--at`, all gold anywhere
    #[arg(long, value_name = "N", conflicts_with = "at", value_parser = one_in())]
    pub(super) every: Option<u64>,

    /// The places in the resulting work, from 1
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) at: Vec<u64>,

    /// The seed of the places, and of which gold is taken
    #[arg(long, value_name = "TEXT", default_value = "1")]
    pub(super) seed: String,

    /// How many words borders may be off, or `overlap`
    #[arg(long, value_name = "WORDS", default_value = "0", value_parser = boundary_tolerance)]
    pub(super) boundary_tolerance: BoundaryTolerance,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

fn one_in() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(2..)
}

fn boundary_tolerance(found: &str) -> Result<BoundaryTolerance, String> {
    match (found, found.parse()) {
        ("overlap", _) => Ok(BoundaryTolerance::Overlap),
        (_, Ok(words)) => Ok(BoundaryTolerance::Words(words)),
        (_, Err(_)) => Err("a number of words, or `overlap`".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(super) struct GoldRemoveArgs {
    /// The annotated data: Thresh's JSON or JSON Lines
    pub(super) data: PathBuf,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct GoldScoreArgs {
    /// Annotators' files
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// The template that they annotated with
    #[arg(long, value_name = "FILE")]
    pub(super) template: PathBuf,
}

/// The options of prompts and requests.
#[derive(Debug, Clone, Args)]
pub(super) struct AskedArgs {
    /// The template: YAML
    pub(super) template: PathBuf,

    /// The data, of any format
    pub(super) data: PathBuf,

    /// The format of the data; without it, the one that the content is recognised as
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) from: Option<String>,

    /// The variant of the prompt, as in Kasner et al. (2025)
    #[arg(long, value_name = "VARIANT", default_value = "base", value_parser = variant_names())]
    pub(super) variant: String,

    /// A file with the text of the prompt, with placeholders, in place of that of the variant
    #[arg(long, value_name = "FILE")]
    pub(super) prompt: Option<PathBuf>,

    /// Where spans are in answers: their texts in JSON, tags in the repeated text, or numbers of tokens
    #[arg(long, value_name = "FORM", default_value = "quotes", value_parser = form_names())]
    pub(super) form: String,

    /// Say that spans must not overlap
    #[arg(long)]
    pub(super) no_overlap: bool,

    /// Annotated instances that the prompt shows as solved, by their numbers in the data, from 1; they are not asked about
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) shots: Vec<u32>,

    /// The only instances that the model is asked about, by their numbers in the data, from 1: to try a prompt on a few, or for
    /// suggestions about one
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) only: Vec<u32>,

    /// The name of the model
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,

    /// The interface of the endpoint; without it, the one that the address is known for
    #[arg(long, value_name = "NAME", value_parser = api_names())]
    pub(super) api: Option<String>,

    /// How the endpoint is held to the form of answers
    #[arg(long, value_name = "HOW", default_value = "schema", value_parser = structured_names())]
    pub(super) structured: String,

    /// The temperature
    #[arg(long, value_name = "NUMBER", value_parser = finite_number)]
    pub(super) temperature: Option<f64>,

    /// The seed; each further sample has the next number
    #[arg(long, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,

    /// The most tokens of an answer
    #[arg(long, value_name = "TOKENS")]
    pub(super) max_tokens: Option<u32>,

    /// How often each instance is asked about
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) samples: u16,

    /// The price of a million tokens that the model reads
    #[arg(long, value_name = "PRICE", value_parser = price)]
    pub(super) input_price: Option<f64>,

    /// The price of a million tokens that the model writes
    #[arg(long, value_name = "PRICE", value_parser = price)]
    pub(super) output_price: Option<f64>,

    /// Requests under way at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(super) parallel: u16,

    /// Requests in a minute at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) per_minute: Option<u32>,

    /// The time of an answer, to estimate that of a run
    #[arg(long, value_name = "SECONDS", value_parser = price)]
    pub(super) seconds_per_answer: Option<f64>,
}

#[derive(Debug, Args)]
pub(super) struct PromptArgs {
    #[command(flatten)]
    pub(super) asked: AskedArgs,

    /// Print the prompt about the instance with this number, from 1, as it is sent
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) show: Option<u32>,

    /// Print how the prompt differs from that of another variant, or of a file for --prompt, line by line
    #[arg(long, value_name = "VARIANT|FILE", requires = "show")]
    pub(super) difference_to: Option<String>,

    /// Only requests about those of these replies of which something could not be used, with the reply and the reason
    #[arg(long, value_name = "REPLIES", conflicts_with_all = ["show", "show_template"])]
    pub(super) again: Option<PathBuf>,

    /// Print the text of the variant, to be changed and given to --prompt
    #[arg(long, conflicts_with = "show")]
    pub(super) show_template: bool,

    /// The file to write the prompts into: JSON Lines; with --model, requests as OpenAI's and Anthropic's batches take them
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct AnnotateArgs {
    #[command(flatten)]
    pub(super) asked: AskedArgs,

    /// Replies: JSON Lines of a batch, or of an earlier run. With --endpoint, new ones are added as they come, and no request
    /// is sent again that has one here
    #[arg(long, value_name = "FILE")]
    pub(super) replies: PathBuf,

    /// The address of the endpoint that is asked. Its key, if it wants one, is read from the variable SPANWISE_API_KEY
    #[arg(long, value_name = "URL", requires = "model")]
    pub(super) endpoint: Option<String>,

    /// Also ask again about replies of which something could not be used, and say what
    #[arg(long, requires = "endpoint")]
    pub(super) again: bool,

    /// How long a reply may take
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..), requires = "endpoint")]
    pub(super) timeout: u64,

    /// Send nothing more once the replies have cost this much
    #[arg(long, value_name = "COST", value_parser = price, requires_all = ["endpoint", "input_price", "output_price"])]
    pub(super) most_cost: Option<f64>,

    /// Write the spans that were not found letter for letter into a table (CSV)
    #[arg(long, value_name = "FILE")]
    pub(super) matches: Option<PathBuf>,

    /// Decisions about these spans: JSON with what is accepted, placed elsewhere, or dropped
    #[arg(long, value_name = "FILE")]
    pub(super) matches_decided: Option<PathBuf>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "thresh", value_parser = format_names())]
    pub(super) to: String,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// The template that was annotated with: YAML
    pub(super) template: PathBuf,

    /// Files with annotations, such as those of models, of any format
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// The format of the files; without it, the one that the content of each is recognised as
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) from: Option<String>,

    /// How many annotations of each category of each file are drawn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) each: u16,

    /// Seed of the draw
    #[arg(long, value_name = "TEXT", default_value = "42")]
    pub(super) seed: String,

    /// The file to write: template and data in one, which opens in Spanwise
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

fn variant_names() -> PossibleValuesParser {
    PromptVariant::ALL.map(PromptVariant::name).into()
}

fn form_names() -> PossibleValuesParser {
    ReplyForm::ALL.map(ReplyForm::name).into()
}

fn api_names() -> PossibleValuesParser {
    Api::ALL.map(Api::name).into()
}

fn structured_names() -> PossibleValuesParser {
    StructuredOutput::ALL.map(StructuredOutput::name).into()
}

fn finite_number(found: &str) -> Result<f64, String> {
    found
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| "a number".to_owned())
}

fn price(found: &str) -> Result<f64, String> {
    finite_number(found)
        .ok()
        .filter(|price| *price >= 0.0)
        .ok_or_else(|| "a number from 0".to_owned())
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

/// Unknown names are answered with the known ones and the nearest of them.
fn format_names() -> PossibleValuesParser {
    FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().into()
}

fn unit_names() -> PossibleValuesParser {
    OffsetUnit::ALL.map(OffsetUnit::name).into()
}
