//! The options of `spanwise report` that the page has, in one table.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::request::FigureOptions;
use crate::app::adjudication::request::NamedData;
use spanwise_i18n::TextId;

/// An option of the command line as the page has it.
#[derive(Debug)]
pub struct FigureOption {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the page's attributes.
    pub testid: &'static str,
    /// Its name on the page.
    pub label: TextId,
    /// Its subject.
    pub subject: OptionSubject,
    /// Its control.
    pub control: OptionControl,
}

/// The subject of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionSubject {
    /// None: it is usual, and always in view.
    Usual,
    /// Items and their texts.
    Items,
    /// Categories and edits.
    Categories,
    /// γ.
    Gamma,
    /// The alternative annotator test.
    AltTest,
}

/// The control of an option.
#[derive(Debug)]
pub enum OptionControl {
    /// A field of text.
    Text {
        /// An example.
        hint: &'static str,
        /// The names of the data that it takes, if it takes any.
        names: Option<OfferedNames>,
    },
    /// A field of a whole number, with the usual one.
    Number(u32),
    /// A choice of values, the usual one first. One without a name on the page is said as on the command line; one with hyphens
    /// before it is an option by itself.
    Choice(&'static [(&'static str, Option<TextId>)]),
    /// Such a choice, or a file.
    ChoiceOrFile {
        /// The values.
        values: &'static [(&'static str, Option<TextId>)],
        /// The name of the choice of a file.
        by_file: TextId,
        /// The content that the file must have.
        content: TextId,
    },
    /// A check-box: the option is given, with this value if it takes one.
    Check(Option<&'static str>),
}

/// The names of the data that a field takes.
#[derive(Debug, Clone, Copy)]
pub struct OfferedNames {
    /// The kind of names.
    pub kind: NameKind,
    /// The characters between several names; empty for one name.
    pub between: &'static [char],
    /// The text after a name.
    pub after: &'static str,
}

/// A kind of names in data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// Members of records or of their metadata.
    Members,
    /// Categories.
    Categories,
    /// Annotators.
    Annotators,
}

const NO_NAMES: Option<OfferedNames> = None;

const ONE_MEMBER: Option<OfferedNames> =
    Some(OfferedNames { kind: NameKind::Members, between: &[], after: "" });

const GROUPINGS: Option<OfferedNames> =
    Some(OfferedNames { kind: NameKind::Members, between: &[',', ';'], after: "" });

const fn list_of(kind: NameKind) -> Option<OfferedNames> {
    Some(OfferedNames { kind, between: &[','], after: "" })
}

const fn values_of(kind: NameKind) -> Option<OfferedNames> {
    Some(OfferedNames { kind, between: &[','], after: "=" })
}

/// Groupings, separated by `;`, are each an option of their own.
pub(super) const GROUPING: &str = "--by";

/// The options that only a report takes, or that take it time which other commands need not.
pub(super) const OF_REPORTS: [&str; 8] = [
    GROUPING,
    "--average",
    "--systems",
    "--alt-test",
    "--weights",
    "--all",
    "--resamples",
    "--seed",
];

const UNITS: [(&str, Option<TextId>); 4] = [
    ("", Some(TextId::ConversionDetect)),
    ("utf16", Some(TextId::ConversionUtf16)),
    ("code-points", Some(TextId::ConversionCodePoints)),
    ("bytes", Some(TextId::ConversionBytes)),
];

const SIDES: [(&str, Option<TextId>); 4] = [
    ("", Some(TextId::FigureOptionsUsual)),
    ("source", Some(TextId::TreeSource)),
    ("target", Some(TextId::TreeTarget)),
    ("both", Some(TextId::FigureOptionsBoth)),
];

const TOKENS: OptionControl = OptionControl::ChoiceOrFile {
    values: &[
        ("word", Some(TextId::FigureOptionsWords)),
        ("space", Some(TextId::FigureOptionsSpaced)),
        ("char", Some(TextId::FigureOptionsCharacters)),
    ],
    by_file: TextId::FigureOptionsByFile,
    content: TextId::FigureOptionsTokenFile,
};

const TOLD_APART: [(&str, Option<TextId>); 3] = [
    ("", Some(TextId::FigureOptionsUsual)),
    ("--by-texts", Some(TextId::FigureOptionsByTexts)),
    ("--by-position", Some(TextId::FigureOptionsByPosition)),
];

const EMPTY: [(&str, Option<TextId>); 3] = [
    ("", Some(TextId::FigureOptionsUsual)),
    ("skip", Some(TextId::FigureOptionsSkipped)),
    ("count", Some(TextId::FigureOptionsCounted)),
];

/// The options, in the order of the page and of the command.
#[rustfmt::skip]
pub const OPTIONS: [FigureOption; 34] = {
    use OptionSubject::{AltTest, Categories, Gamma, Items, Usual};
    [
        option(Usual, GROUPING, "by", TextId::FiguresBy, text("model, p; domain", GROUPINGS)),
        option(Usual, "--where", "where", TextId::FiguresWhere, text("model=gpt2, p=0.96", values_of(NameKind::Members))),
        option(Usual, "--category", "category", TextId::FiguresCategory, text("grammar, redundant", list_of(NameKind::Categories))),
        option(Usual, "--annotator", "annotator", TextId::FiguresAnnotator, text("anna, ben", list_of(NameKind::Annotators))),
        option(Usual, "--leave-out", "leave-out", TextId::FiguresLeaveOut, text("grammar_usage=1", values_of(NameKind::Categories))),
        option(Usual, "--average", "average", TextId::FiguresAverage, text("system, language", list_of(NameKind::Members))),
        option(Usual, "--systems", "systems", TextId::FiguresSystems, text("system", ONE_MEMBER)),
        option(Usual, "--resamples", "samples", TextId::FiguresSamples, OptionControl::Number(1000)),
        option(Usual, "--seed", "seed", TextId::FiguresSeed, OptionControl::Number(42)),
        option(Usual, "--offsets", "offsets", TextId::ConversionOffsets, OptionControl::Choice(&UNITS)),
        option(Usual, "--max-left-out", "goes-on", TextId::FiguresGoesOn, OptionControl::Check(Some("100"))),
        option(Items, "--format", "format", TextId::ConversionFormat, text("scarecrow", NO_NAMES)),
        option(Items, "--side", "side", TextId::FigureOptionsSide, OptionControl::Choice(&SIDES)),
        option(Items, "--tokens", "tokens", TextId::MeasuresTokens, TOKENS),
        option(Items, "--keys", "keys", TextId::FigureOptionsKeys, text("dataset, split", list_of(NameKind::Members))),
        option(Items, "--by-texts", "told-apart", TextId::FigureOptionsToldApart, OptionControl::Choice(&TOLD_APART)),
        option(Items, "--first-spans", "first-spans", TextId::FigureOptionsFirstSpans, OptionControl::Check(None)),
        option(Items, "--pool", "pool", TextId::FigureOptionsPool, OptionControl::Check(None)),
        option(Items, "--all", "all", TextId::FigureOptionsAll, OptionControl::Check(None)),
        option(Categories, "--map", "map-categories", TextId::FigureOptionsMap, text("Redundancy=redundant", values_of(NameKind::Categories))),
        option(Categories, "--same-edit", "same-edit", TextId::FigureOptionsSameEdit, text("overlap, exact, iou=0.5", NO_NAMES)),
        option(Categories, "--weights", "weights", TextId::FigureOptionsWeights, text("minor=1, major=5", NO_NAMES)),
        option(Categories, "--other-categories", "other-categories", TextId::FigureOptionsOtherCategories, OptionControl::Check(None)),
        option(Gamma, "--empty", "empty", TextId::FigureOptionsEmpty, OptionControl::Choice(&EMPTY)),
        option(Gamma, "--alpha", "alpha", TextId::FigureOptionsAlpha, text("1", NO_NAMES)),
        option(Gamma, "--beta", "beta", TextId::FigureOptionsBeta, text("1", NO_NAMES)),
        option(Gamma, "--delta-empty", "delta-empty", TextId::FigureOptionsDeltaEmpty, text("1", NO_NAMES)),
        option(Gamma, "--sampler", "sampler", TextId::FigureOptionsSampler, OptionControl::Choice(&[("statistical", None), ("shuffle", None)])),
        option(Gamma, "--samples", "gamma-samples", TextId::FigureOptionsGammaSamples, OptionControl::Number(30)),
        option(Gamma, "--precision", "precision", TextId::FigureOptionsPrecision, text("0.02", NO_NAMES)),
        option(Gamma, "--soft", "soft", TextId::FigureOptionsSoft, OptionControl::Check(None)),
        option(AltTest, "--alt-test", "alt-test", TextId::FiguresAltTest, text("gpt-5", list_of(NameKind::Annotators))),
        option(AltTest, "--epsilon", "epsilon", TextId::FigureOptionsEpsilon, text("0.1", NO_NAMES)),
        option(AltTest, "--alt-score", "alt-score", TextId::FigureOptionsAltScore, OptionControl::Choice(&[("f1", None), ("f1-soft", None), ("count", None)])),
    ]
};

const fn option(
    subject: OptionSubject,
    name: &'static str,
    testid: &'static str,
    label: TextId,
    control: OptionControl,
) -> FigureOption {
    FigureOption { name, testid, label, subject, control }
}

const fn text(hint: &'static str, names: Option<OfferedNames>) -> OptionControl {
    OptionControl::Text { hint, names }
}

/// The names that data has, as options take them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct DataNames {
    members: Vec<String>,
    categories: Vec<String>,
    annotators: Vec<String>,
}

impl OfferedNames {
    /// The texts of a field that has another name than `text`, whose last name may not be finished.
    #[must_use]
    pub fn offered(self, text: &str, all: &DataNames) -> Vec<String> {
        let names = match self.kind {
            NameKind::Members => &all.members,
            NameKind::Categories => &all.categories,
            NameKind::Annotators => &all.annotators,
        };
        let mut is_quoted = false;
        let mut finished = 0;
        for (at, letter) in text.char_indices() {
            is_quoted ^= letter == '"';
            if !is_quoted && self.between.contains(&letter) {
                finished = at + letter.len_utf8();
            }
        }
        let finished = text.get(..finished).unwrap_or_default();
        let space = if finished.is_empty() { "" } else { " " };
        let offered = |name: &String| format!("{finished}{space}{}", quoted(name, self.after));
        names.iter().map(offered).collect()
    }
}

/// A name and the text after it, in quotes if a list would divide them.
fn quoted(name: &str, after: &str) -> String {
    if name.contains([',', '"']) || name.trim() != name {
        let end = if after.is_empty() { "\"" } else { "" };
        format!("\"{}{after}{end}", name.replace('"', "\"\""))
    } else {
        format!("{name}{after}")
    }
}

impl FigureOption {
    /// The usual value; empty if none is given.
    fn usual(&self) -> String {
        match self.control {
            OptionControl::Number(usual) => usual.to_string(),
            OptionControl::Choice(values) | OptionControl::ChoiceOrFile { values, .. } => {
                values.first().map_or(String::new(), |(usual, _)| (*usual).to_owned())
            }
            OptionControl::Text { .. } | OptionControl::Check(_) => String::new(),
        }
    }

    /// The arguments that say a value.
    fn arguments(&self, value: &str) -> Vec<String> {
        // By itself, a value that begins like an option would be one.
        let with = |value: &str| {
            if value.starts_with('-') {
                vec![format!("{}={value}", self.name)]
            } else {
                vec![self.name.to_owned(), value.to_owned()]
            }
        };
        match self.control {
            OptionControl::Check(None) => vec![self.name.to_owned()],
            OptionControl::Check(Some(value)) => with(value),
            OptionControl::Choice(_) if value.starts_with("--") => vec![value.to_owned()],
            OptionControl::Text { .. } if self.name == GROUPING => {
                let groupings = value.split(';').map(str::trim);
                groupings.filter(|grouping| !grouping.is_empty()).flat_map(with).collect()
            }
            OptionControl::Text { .. }
            | OptionControl::Number(_)
            | OptionControl::Choice(_)
            | OptionControl::ChoiceOrFile { .. } => with(value),
        }
    }

    /// The arguments that say the file at a path, which is not to be taken for a value.
    fn arguments_of_file(&self, path: &str) -> Vec<String> {
        let is_value = match self.control {
            OptionControl::ChoiceOrFile { values, .. } => values.iter().any(|(of, _)| *of == path),
            OptionControl::Text { .. }
            | OptionControl::Number(_)
            | OptionControl::Choice(_)
            | OptionControl::Check(_) => false,
        };
        let path = if is_value { format!("./{path}") } else { path.to_owned() };
        vec![self.name.to_owned(), path]
    }
}

impl FigureOptions {
    /// The value of an option; that of a check-box is empty while it is off.
    #[must_use]
    pub fn value(&self, option: &FigureOption) -> String {
        self.given.get(option.name).cloned().unwrap_or_else(|| option.usual())
    }

    /// The name of the file that an option is given by.
    #[must_use]
    pub fn file_name(&self, option: &FigureOption) -> Option<&str> {
        self.files.get(option.name).map(|file| file.name.as_str())
    }

    /// Sets the value of an option, in place of a file.
    pub fn set(&mut self, option: &FigureOption, value: &str) {
        self.files.remove(option.name);
        let value = value.trim();
        if value.is_empty() || value == option.usual() {
            self.given.remove(option.name);
        } else {
            self.given.insert(option.name.to_owned(), value.to_owned());
        }
    }

    /// Sets an option to a file, in place of a value.
    pub(super) fn set_file(&mut self, option: &FigureOption, file: NamedData) {
        self.given.remove(option.name);
        self.files.insert(option.name.to_owned(), file);
    }

    /// The arguments that say the options whose names fit. Usual values are not said. `paths` are those of the files of
    /// options, by the names of the options.
    pub(super) fn arguments(
        &self,
        paths: &BTreeMap<String, String>,
        fits: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let arguments = |option: &FigureOption| match paths.get(option.name) {
            Some(path) => option.arguments_of_file(path),
            None => self.given.get(option.name).map_or(Vec::new(), |value| option.arguments(value)),
        };
        OPTIONS.iter().filter(|option| fits(option.name)).flat_map(arguments).collect()
    }
}

/// A text of the command line in which options are called as on the page.
#[must_use]
pub fn in_page_words(text: &str, words: impl Fn(TextId) -> String) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, from) = rest.split_at(at);
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let end = from.find(|letter| !is_name(letter)).unwrap_or(from.len());
        let (name, after) = from.split_at(end);
        said.push_str(before);
        rest = after;
        match called(name) {
            Some((labels, value)) => {
                rest = without_value(rest, value);
                let quote = ['\'', '`'].into_iter().find(|quote| said.ends_with(*quote));
                if let Some(unquoted) = quote.and_then(|quote| rest.strip_prefix(quote)) {
                    said.pop();
                    rest = unquoted;
                }
                let labels: Vec<String> = labels.into_iter().flatten().map(&words).collect();
                said.extend(["“", &labels.join(": "), "”"]);
            }
            None => said.push_str(name),
        }
    }
    said + rest
}

/// The text after the value of an option: one that its control gives, or the place of one.
fn without_value<'a>(text: &'a str, value: Option<&str>) -> &'a str {
    let given = value.and_then(|value| text.strip_prefix(' ')?.strip_prefix(value));
    let place = || Some(text.strip_prefix(" <")?.split_once('>')?.1);
    given.or_else(place).unwrap_or(text)
}

/// The name of an option on the page, that of its value if it says one, and the value that its control gives.
fn called(name: &str) -> Option<([Option<TextId>; 2], Option<&'static str>)> {
    if name == "--reference" {
        return Some(([Some(TextId::FiguresReference), None], None));
    }
    let of = |option: &FigureOption| match option.control {
        OptionControl::Choice(values)
            if values.iter().any(|(value, _)| value.starts_with("--")) =>
        {
            let (_, value) = values.iter().find(|(value, _)| *value == name)?;
            Some(([Some(option.label), *value], None))
        }
        _ if option.name != name => None,
        OptionControl::Check(value) => Some(([Some(option.label), None], value)),
        OptionControl::Text { .. }
        | OptionControl::Number(_)
        | OptionControl::Choice(_)
        | OptionControl::ChoiceOrFile { .. } => Some(([Some(option.label), None], None)),
    };
    OPTIONS.iter().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_offered_after_those_that_a_field_has() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let all = DataNames { members: names(&["model", "a, b"]), ..DataNames::default() };
        let offered = |names: OfferedNames, text| names.offered(text, &all);
        let list = OfferedNames { kind: NameKind::Members, between: &[',', ';'], after: "" };
        assert_eq!(offered(list, "mo"), ["model", r#""a, b""#]);
        assert_eq!(offered(list, r#""a, b", m"#), [r#""a, b", model"#, r#""a, b", "a, b""#]);
        assert_eq!(offered(list, "p; "), ["p; model", r#"p; "a, b""#]);
        let values = OfferedNames { after: "=", ..list };
        assert_eq!(offered(values, "p=1,"), ["p=1, model=", r#"p=1, "a, b="#]);
        assert_eq!(offered(OfferedNames { between: &[], ..list }, "a,"), ["model", r#""a, b""#]);
    }

    #[test]
    fn every_option_is_there_once() {
        for (at, option) in OPTIONS.iter().enumerate() {
            let is_same =
                |other: &&FigureOption| other.name == option.name || other.testid == option.testid;
            assert_eq!(OPTIONS.iter().filter(is_same).count(), 1, "{at}: {}", option.name);
        }
    }

    #[test]
    fn texts_of_the_command_line_call_options_as_the_page_does() {
        let english = |text: &str| in_page_words(text, |id| id.english().to_owned());
        for (text, expected) in [
            (
                "what tells them apart (--keys, --by-position); or go on: --max-left-out 100.",
                "what tells them apart (“Members that name items”, “Items are told apart by: their positions”); or go on: “Go on, however many items only one annotator has”.",
            ),
            (
                "invalid value '1' for '--leave-out <CATEGORY=SEVERITY,…>': write it so",
                "invalid value '1' for “Without edits of a category up to a severity”: write it so",
            ),
            (
                "`--side` both, -- and --unknown",
                "“Side of the items that counts” both, -- and --unknown",
            ),
            ("without --reference.", "without “The first file is taken as right”."),
        ] {
            assert_eq!(english(text), expected);
        }
    }
}
