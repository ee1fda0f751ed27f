//! The arguments of the command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::domain::exchange::{FORMATS, Unit};
use crate::domain::typology::Sides;

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
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find what is wrong in a template, and in data files for it
    Check(CheckArgs),
    /// Turn annotations from one format into another
    Convert(ConvertArgs),
    /// List the formats that `convert` knows
    Formats,
    /// Put a template and data into one file that opens in Spanwise and in Thresh
    Bundle(BundleArgs),
    /// Write a template for a list of categories
    New(NewArgs),
    /// Put annotators' files on the same data into one
    Merge(MergeArgs),
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
            Command::Bundle(_) => "bundle",
            Command::New(_) => "new",
            Command::Merge(_) => "merge",
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
    /// The format to read
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) from: String,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    pub(super) to: String,

    /// What offsets in the input count, if not what its format declares
    #[arg(long, value_name = "UNIT", value_parser = unit_names())]
    pub(super) offsets: Option<String>,

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
    #[arg(value_name = "CATEGORY", required_unless_present = "list")]
    pub(super) categories: Vec<String>,

    /// Read further categories from a file, one per line
    #[arg(long, value_name = "FILE")]
    pub(super) list: Option<PathBuf>,

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
    /// Data files: Thresh's JSON or JSON Lines
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,

    /// Who annotated: a name for each file, or one for all; without it, annotators are called like their files.
    /// Instances that name their annotator keep that name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) annotators: Vec<String>,

    /// Which to take where an annotator annotated an instance in several ways
    #[arg(long, value_name = "WHICH")]
    pub(super) prefer: Option<Prefer>,

    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,

    /// Overwrite an input
    #[arg(long)]
    pub(super) force: bool,
}

/// Which of several versions of an instance is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Prefer {
    /// That of the first file
    First,
    /// That of the last file
    Last,
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
    Unit::ALL.map(Unit::name).into()
}
